"""The board in a real browser: the script draws what the server draws, and hands choices over."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from domain.kernel.scene import Scene, Space, changes, plain
from tests.browser.conftest import Opens
from tests.browser.lettered import fonts
from tests.browser.table import open_game
from tests.web.test_boards import opening_scene, with_token
from web.boards import board_html

STATIC = Path(__file__).parents[2] / "web" / "static"
HINTS = [
    {"space": "J6", "kind": "safe", "cost": 1},
    {"space": "K6", "kind": "safe", "cost": 2},
    {"space": "L7", "kind": "risk", "cost": 3},
    {"space": "J5", "kind": "fight", "cost": 2},
    {"space": "K8", "kind": "act"},
    {"space": "M9", "kind": "here"},
    {"space": "K6", "kind": "zone"},
    {"space": "K7", "kind": "zone"},
]
LOOK = """svg => {
    const tree = node => node.nodeType === 3 ? node.data.trim() : [node.tagName,
        Object.fromEntries([...node.attributes].map(a => [a.name, a.value]).sort()),
        ...[...node.childNodes].map(tree)];
    const keyed = nodes => Object.fromEntries([...nodes].map(n => [n.id, tree(n)]));
    return {tokens: keyed(svg.querySelectorAll('.token')), marks: keyed(svg.querySelectorAll('.marks > g')),
            spoken: Object.fromEntries([...svg.querySelectorAll('.sp')]
                .map(n => [n.id, n.getAttribute('aria-label')])),
            counts: keyed(svg.querySelectorAll('.counts > g')),
            under: [...svg.querySelectorAll('.hl-under > *')].map(n => n.getAttribute('class')),
            over: tree(svg.querySelector('.hl-over'))};
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1200, "height": 800})
    yield page
    page.close()


def show(page: Page, scene: Scene, hints: list[dict[str, Any]] | None = None) -> None:
    """The server's page with the script at work on it."""
    show_sheet(page, board_html(scene, "data:,", hints or []), scene, hints or [])


def show_sheet(page: Page, sheet: str, scene: Scene, hints: list[dict[str, Any]]) -> None:
    """A board that the server has drawn, in the page's fonts, with the script at work on it."""
    css = (STATIC / "css" / "board.css").read_text()
    scripts = {path.name: path.read_text() for path in (STATIC / "js").glob("*.js")}
    page.set_content(f"<style>{fonts()} {css} .board {{ height: 780px }}</style>{sheet}")
    page.evaluate(
        """async ([sources, scene, hints]) => {
            const made = new Map();
            const address = name => made.get(name) ?? made.set(name, made_of(name)).get(name);
            const made_of = name => URL.createObjectURL(new Blob(
                [sources[name].replace(/(?<=from ")\\.\\/([a-z]+\\.js)/g, (_, other) => address(other))],
                {type: 'text/javascript'}));
            window.boards = await import(address('board.js'));
            window.svg = boards.mount(document.querySelector('.board'), scene, hints);
            window.chosen = [];
            document.addEventListener('board:choose', e => chosen.push(e.detail));
        }""",
        [scripts, json.loads(json.dumps(plain(scene))), hints],
    )


def look(page: Page) -> Any:
    return page.evaluate(f"({LOOK})(document.querySelector('.board-live'))")


def later_scene() -> Scene:
    """Moves, a shared square, losses, states, an arrival, a departure, a taken place."""
    scene = opening_scene()
    scene = with_token(scene, "fr_inf_1_i", at="K7", flags=("moved",), facing="E")
    scene = with_token(scene, "napoleon", at="J12")
    scene = with_token(scene, "fr_inf_9_ii", flags=("disordered", "moved"), reduced=True, strength=2)
    scene = with_token(scene, "pr_cav_iv", at="T9", facing="W")
    scene = with_token(scene, "aa_cav_3n", at=None)
    return Scene(
        **{
            **{name: getattr(scene, name) for name in scene.__struct_fields__},
            "spaces": {**scene.spaces, "G7": Space(owner="french", marks={"chateau": 1})},
        }
    )


def test_the_script_draws_a_scene_as_the_server_does(page: Page) -> None:
    before, after = opening_scene(), later_scene()
    show(page, after, HINTS)
    wanted = look(page)
    show(page, before)
    page.evaluate(
        "([scene, hints]) => { boards.draw(svg, scene); boards.highlight(svg, hints) }", [plain(after), HINTS]
    )
    assert look(page) == wanted


def test_changes_run_both_ways(page: Page) -> None:
    before, after = opening_scene(), later_scene()
    steps = json.loads(json.dumps(changes(before, after)))
    show(page, after)
    wanted = look(page)
    show(page, before)
    first = look(page)
    page.evaluate("steps => boards.patch(svg, steps)", steps)
    assert look(page) == wanted
    page.evaluate("steps => boards.patch(svg, steps, {backwards: true})", steps)
    assert look(page) == first


def test_a_counter_that_the_page_has_not_seen_is_made(page: Page) -> None:
    full = later_scene()
    few = Scene(**{**{name: getattr(full, name) for name in full.__struct_fields__}, "tokens": {}})
    show(page, full)
    wanted = look(page)["tokens"]
    show(page, few)
    page.evaluate("scene => boards.draw(svg, scene)", plain(full))
    drawn = look(page)["tokens"]
    on_board = {f"u-{key}" for key, token in full.tokens.items() if token.at}
    assert {key: drawn[key] for key in on_board} == {key: wanted[key] for key in on_board}
    page.evaluate("scene => boards.draw(svg, scene)", plain(few))
    assert look(page)["tokens"] == {}


def test_a_counter_and_its_target_are_chosen_with_the_mouse(page: Page) -> None:
    show(page, opening_scene(), HINTS)
    page.locator("#u-fr_inf_1_i .face").click()
    page.locator("#sp-J6").click()
    page.locator("#u-aa_inf_3_i .face").click()
    assert page.evaluate("chosen") == [
        {"piece": "fr_inf_1_i", "target": None},
        {"piece": "fr_inf_1_i", "target": "J6"},
        {"piece": "fr_inf_1_i", "target": "J5"},
    ]


def test_the_same_is_chosen_with_the_keyboard(page: Page) -> None:
    show(page, opening_scene(), HINTS)
    page.evaluate("document.querySelector('#sp-A1').focus()")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "sp-A1"
    reached = []
    for _ in range(5):
        page.evaluate("boards.step(svg, 1)")
        reached.append(page.evaluate("document.activeElement.id"))
    assert reached == ["sp-J5", "sp-J6", "sp-K6", "sp-L7", "sp-K8"]
    page.keyboard.press("Enter")
    page.evaluate("boards.step(svg, -1)")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("chosen") == [
        {"piece": "fr_inf_1_i", "target": None},
        {"piece": "fr_inf_1_i", "target": "L7"},
        {"piece": None, "target": None},
    ]


def test_the_board_zooms_and_pans_and_a_drag_chooses_nothing(page: Page) -> None:
    show(page, opening_scene())
    narrow = page.evaluate("document.querySelector('.board-sheet').clientWidth")
    page.get_by_role("button", name="zoom in").click()
    page.get_by_role("button", name="zoom in").click()
    wide = page.evaluate("document.querySelector('.board-sheet').clientWidth")
    assert wide == pytest.approx(1.25**2 * narrow, abs=2)
    page.mouse.move(600, 400)
    page.mouse.down()
    page.mouse.move(500, 340, steps=4)
    page.mouse.up()
    assert page.evaluate("chosen") == []
    assert page.evaluate("document.querySelector('.board').scrollLeft") > 100


def test_a_board_whose_script_does_nothing_is_shown_all_the_same(opens: Opens) -> None:
    page = opens()
    page.route("**/js/play*.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    open_game(page, ("me", "Anna"), ("bot", ""))
    sheet, counter = page.locator(".board-sheet"), page.locator(".board .token").first
    is_seen = "each => each.checkVisibility({contentVisibilityAuto: true})"
    assert not counter.evaluate(is_seen), "the script may come yet"
    sheet.evaluate("each => each.getAnimations().forEach(wait => wait.finish())")
    assert counter.evaluate(is_seen)
    assert sheet.evaluate("each => each.clientHeight") > 300
