"""The Iberian board in a real browser: the script draws what the server draws, every place can be reached."""

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, sync_playwright

from domain.kernel.scene import changes, plain
from tests.browser.test_boards import show
from tests.web.test_iberia import board, busy_scene, campaign_scene

HINTS: list[dict[str, Any]] = [
    {"space": "zamora", "kind": "risk", "cost": 4},
    {"space": "salamanca", "kind": "fight", "cost": 4},
    {"space": "almaraz", "kind": "safe", "cost": 2},
    {"space": "ciudad_rodrigo", "kind": "act"},
]
LOOK = """() => {
    const tree = node => node.nodeType === 3 ? node.data.trim() : [node.tagName,
        Object.fromEntries([...node.attributes].map(a => [a.name, a.value]).sort()),
        ...[...node.childNodes].map(tree)];
    const keyed = nodes => Object.fromEntries([...nodes].map(n => [n.id, tree(n)]));
    const spoken = [...svg.querySelectorAll('.sp')].map(n => [n.id, n.getAttribute('aria-label')]);
    return {tokens: keyed(svg.querySelectorAll('.token')), marks: keyed(svg.querySelectorAll('.marks > g')),
            holders: keyed(svg.querySelectorAll('.holders > g')), spoken: Object.fromEntries(spoken),
            figures: tree(svg.querySelector('.figures')),
            stack: [...svg.querySelectorAll('.token[data-space=salamanca]')].map(n => n.id),
            under: tree(svg.querySelector('.hl-under')), over: tree(svg.querySelector('.hl-over'))};
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1600, "height": 1300})
        yield page
        browser.close()


def test_the_script_draws_a_scene_as_the_server_does(page: Page) -> None:
    before, after = campaign_scene(), busy_scene()
    show(page, after, HINTS)
    wanted = page.evaluate(LOOK)
    show(page, before)
    page.evaluate(
        "([scene, hints]) => { boards.draw(svg, scene); boards.highlight(svg, hints) }", [plain(after), HINTS]
    )
    assert page.evaluate(LOOK) == wanted


def test_changes_run_both_ways(page: Page) -> None:
    before, after = campaign_scene(), busy_scene()
    steps = json.loads(json.dumps(changes(before, after)))
    show(page, after)
    wanted = page.evaluate(LOOK)
    show(page, before)
    first = page.evaluate(LOOK)
    page.evaluate("steps => boards.patch(svg, steps)", steps)
    assert page.evaluate(LOOK) == wanted
    page.evaluate("steps => boards.patch(svg, steps, {backwards: true})", steps)
    assert page.evaluate(LOOK) == first


def test_a_leader_and_his_target_are_chosen_with_the_mouse(page: Page) -> None:
    show(page, campaign_scene(), HINTS)
    page.locator("#u-wellington").click(position={"x": 6, "y": 6})
    page.locator("#sp-salamanca").click()
    assert page.evaluate("chosen") == [
        {"piece": "wellington", "target": None},
        {"piece": "wellington", "target": "salamanca"},
    ]


def test_enter_takes_up_one_piece_of_a_place_after_the_other_the_commander_first(page: Page) -> None:
    show(page, busy_scene())
    page.evaluate("document.querySelector('#sp-salamanca').focus()")
    for _ in range(5):
        page.keyboard.press("Enter")
    told = page.evaluate("chosen.map(each => each.piece)")
    assert told == ["wellington", "britain-salamanca", "hill", "nord-salamanca", None]


def test_the_arrow_keys_lead_from_every_place_to_every_other(page: Page) -> None:
    show(page, campaign_scene())
    steps = page.evaluate(
        """() => Object.fromEntries([...svg.querySelectorAll('.sp')].map(sp => [sp.id.slice(3),
            ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(key => {
                sp.focus();
                sp.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
                return document.activeElement.id.slice(3);
            })]))"""
    )
    for start in steps:
        reached, waiting = {start}, [start]
        while waiting:
            new = [place for place in steps[waiting.pop()] if place not in reached]
            reached.update(new)
            waiting += new
        assert reached == set(steps), f"from {start} not to {sorted(set(steps) - reached)}"


def test_the_names_as_they_are_lettered_do_not_lie_on_each_other(page: Page) -> None:
    show(page, msgspec.structs.replace(campaign_scene(), tokens={}))
    names = [place.name for place in board().places.values() if place.name]
    boxes = page.evaluate(
        """names => Object.fromEntries([...svg.querySelectorAll('.lettering text')]
            .filter(n => names.includes(n.textContent)).map(n => {
                const b = n.getBBox();
                return [n.textContent, [b.x, b.y + 4, b.x + b.width, b.y + b.height - 4]]; }))""",
        names,
    )
    assert set(boxes) == set(names)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one} and {other}"


def test_places_can_be_hit_on_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    try:
        show(page, campaign_scene())
        sizes = page.evaluate("[...svg.querySelectorAll('.sp')].map(sp => sp.getBoundingClientRect().width)")
        assert min(sizes) >= 24
    finally:
        page.set_viewport_size({"width": 1600, "height": 1300})
