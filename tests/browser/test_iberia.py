"""The Iberian board in a real browser: the script draws what the server draws, every place can be reached."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from domain.kernel.scene import changes, plain
from tests.browser.arrows import assert_every_space_is_reached
from tests.browser.lettered import boxes, lie_over, overlaps
from tests.browser.test_boards import show
from tests.web.test_iberia import board, busy_scene, campaign_scene
from web.boards.layout import around

HINTS: list[dict[str, Any]] = [
    {"space": "zamora", "kind": "risk", "cost": 4},
    {"space": "salamanca", "kind": "fight", "cost": 4},
    {"space": "almaraz", "kind": "safe", "cost": 2},
    {"space": "ciudad_rodrigo", "kind": "act"},
    {"space": "almeida", "kind": "here"},
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
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1600, "height": 1300})
    yield page
    page.close()


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


def test_a_way_goes_along_the_roads_and_none_is_drawn_from_what_has_no_place(page: Page) -> None:
    show(page, campaign_scene())
    drawn = "way => { boards.way(svg, way); return svg.querySelector('.way-line').getAttribute('d') }"
    x, y = board().places["salamanca"].at
    told = page.evaluate(drawn, ["wellington", "salamanca", "zamora"])
    assert f"L{x:g},{y:g}L" in told and "Q" not in told
    for nowhere in (["card-1", "zamora"], ["wellington", "ciudad_rodrigo"], []):
        assert page.evaluate(drawn, nowhere) == "", nowhere


def test_marks_are_as_wide_as_cards_are_and_round_discs_of_soldiers(page: Page) -> None:
    scene = busy_scene()
    soldiers = msgspec.structs.replace(scene.tokens["britain-salamanca"], label="")
    off = msgspec.structs.replace(soldiers, at=None)
    tokens = scene.tokens | {"britain-salamanca": soldiers, "off": off}
    show(page, msgspec.structs.replace(scene, tokens=tokens))
    page.evaluate("boards.mark(svg, ['off'], ['britain-salamanca', 'wellington'])")
    halo = "id => svg.querySelector(`#u-${id} use.mark`).getAttribute('transform')"
    assert page.evaluate(halo, "britain-salamanca") is None
    assert page.evaluate(halo, "wellington").startswith("scale(1.")
    frame = page.evaluate("svg.querySelector('#u-off .mark .act').getAttribute('width')")
    assert float(frame) < 40, "a disc is 26 wide"


def test_enter_takes_up_one_piece_of_a_place_after_the_other_the_commander_first(page: Page) -> None:
    show(page, busy_scene())
    page.evaluate("document.querySelector('#sp-salamanca').focus()")
    for _ in range(5):
        page.keyboard.press("Enter")
    told = page.evaluate("chosen.map(each => each.piece)")
    assert told == ["wellington", "britain-salamanca", "hill", "nord-salamanca", None]


def test_u13_the_arrow_keys_lead_from_every_place_to_every_other(page: Page) -> None:
    show(page, campaign_scene())
    assert_every_space_is_reached(page)


def test_u20_names_as_they_are_lettered_lie_on_no_name_and_no_place(page: Page) -> None:
    show(page, msgspec.structs.replace(campaign_scene(), tokens={}))
    hidden = page.evaluate("[...svg.querySelectorAll('.names [display=none]')].map(each => each.textContent)")
    places = [place for place in board().places.values() if place.name and place.name not in hidden]
    lettered = boxes(page, [place.name for place in places])
    assert overlaps(lettered) == [] and len(hidden) <= 3
    for place in places:
        name = lettered[place.name]
        assert not [other.id for other in places if lie_over(name, around(other.at, (18, 18)))], place.id


def test_places_can_be_hit_on_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    try:
        show(page, campaign_scene())
        sizes = page.evaluate("[...svg.querySelectorAll('.sp')].map(sp => sp.getBoundingClientRect().width)")
        assert min(sizes) >= 24
    finally:
        page.set_viewport_size({"width": 1600, "height": 1300})
