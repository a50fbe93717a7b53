"""Hex boards in a real browser: the script draws what the server draws, keys reach every hex, stacks open."""

import json
import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from domain.kernel.scene import Scene, Space, plain
from tests.boards.samples import FLAT_HINTS, POINTY_HINTS, flat, flat_scene, pointy, pointy_scene
from tests.browser.arrows import assert_every_space_is_reached
from tests.browser.lettered import boxes, lie_over, overlaps
from tests.browser.test_boards import look, show_sheet
from tests.web.test_boards import opening_scene, with_token
from web.boards import plan_of
from web.boards.live import sheet_html
from web.boards.plan import Plan

SAMPLES = {"flat": (flat, flat_scene, FLAT_HINTS), "pointy": (pointy, pointy_scene, POINTY_HINTS)}
BOARDS = {"waterloo": (lambda: plan_of("waterloo"), opening_scene), "flat": (flat, flat_scene),
          "pointy": (pointy, pointy_scene)}  # fmt: skip
CARD = 25.0
"""Half the side of the place that a counter takes."""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    yield page
    page.close()


def show(page: Page, plan: Plan, scene: Scene, hints: list[dict[str, Any]] | None = None) -> None:
    show_sheet(page, sheet_html(plan, scene, "data:,", hints or []), scene, hints or [])


def earlier(scene: Scene) -> Scene:
    """The same battle an hour before: elsewhere, fresh, in other hands, and some not there at all."""
    cells = {"flat": ["0118", "0423", "1025", "0927"], "pointy": ["A1", "E7", "G7", "I13"]}[scene.board]
    moved = scene
    for k, key in enumerate(sorted(scene.tokens)[:9]):
        moved = with_token(moved, key, at=cells[k % 4], flags=(), reduced=False)
    kept = {key: token for key, token in moved.tokens.items() if key not in sorted(moved.tokens)[-2:]}
    holder = next(iter(scene.spaces.values())).owner
    return msgspec.structs.replace(moved, tokens=kept, spaces={cells[0]: Space(holder)})


@pytest.mark.parametrize("name", SAMPLES)
def test_the_script_draws_a_board_of_hexes_as_the_server_does(page: Page, name: str) -> None:
    draw, told, hints = SAMPLES[name]
    plan, after = draw(), told()
    show(page, plan, after, hints)
    wanted = look(page)
    show(page, plan, earlier(after))
    page.evaluate(
        "([scene, hints]) => { boards.draw(svg, scene); boards.highlight(svg, hints) }",
        [json.loads(json.dumps(plain(after))), hints],
    )
    drawn = look(page)
    for layer in wanted:
        if layer != "tokens":
            assert drawn[layer] == wanted[layer], layer
    shown = {f"u-{key}" for key, token in after.tokens.items() if token.at}
    assert {key: drawn["tokens"][key] for key in shown} == {key: wanted["tokens"][key] for key in shown}


WAYS = {"flat": ["ewald", "0622", "0722", "0821"], "pointy": ["gg", "F7", "E6", "D6"]}
WAY = """() => ({
    lines: [...svg.querySelectorAll('.way > path')].map(line => line.getAttribute('d')),
    costs: [...svg.querySelectorAll('.way .hl-cost')].map(each => each.textContent),
})"""


@pytest.mark.parametrize("name", SAMPLES)
def test_a_way_over_hexes_has_the_cost_of_each_step_and_goes_when_something_else_is_shown(
    page: Page, name: str
) -> None:
    draw, told, hints = SAMPLES[name]
    plan, scene = draw(), told()
    show(page, plan, scene, hints)
    before = page.locator(".board-live").aria_snapshot()
    page.evaluate("way => boards.way(svg, way, [1, 2, 4])", WAYS[name])
    shown = page.evaluate(WAY)
    start, *cells = WAYS[name]
    at = [plan.grid.centre(cell) for cell in (scene.tokens[start].at or "", *cells)]
    half = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(at)]
    cream, blue = shown["lines"]
    points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+),(-?[\d.]+)", blue)]
    bends = [at[0], half[0], at[1], half[1], at[2]]
    assert cream == blue and points[:-1] == [pytest.approx(each) for each in bends]
    assert 20 < math.dist(points[-1], at[-1]) < 45, "the arrow's head stays off the counter that stands there"
    assert shown["costs"] == ["1", "2", "4"]
    assert page.locator(".board-live").aria_snapshot() == before, "nothing is read aloud twice"
    page.evaluate("boards.highlight(svg, [])")
    assert page.evaluate(WAY) == {"lines": ["", ""], "costs": []}


@pytest.mark.parametrize("name", BOARDS)
def test_u13_the_arrow_keys_lead_from_every_cell_to_every_other(page: Page, name: str) -> None:
    draw, told = BOARDS[name]
    show(page, draw(), told())
    assert_every_space_is_reached(page)


@pytest.mark.parametrize("name", BOARDS)
def test_u20_names_lie_on_no_name_no_number_and_not_under_their_counters(page: Page, name: str) -> None:
    draw, told = BOARDS[name]
    plan = draw()
    show(page, plan, msgspec.structs.replace(told(), tokens={}))
    names, numbers = boxes(page, [label.words for label in plan.labels]), boxes(page, list(plan.grid.cells))
    assert overlaps(names) == []
    assert not [(words, cell) for words, a in names.items() for cell, b in numbers.items() if lie_over(a, b)]
    for label in plan.labels:
        x, y = plan.grid.centre(label.cell)
        assert not lie_over(names[label.words], (x - CARD, y - CARD, x + CARD, y + CARD)), label.words


def test_a_stack_opens_into_a_row_and_a_unit_is_taken_from_it_by_keyboard(page: Page) -> None:
    show(page, flat(), flat_scene(), [{"space": "0424", "kind": "safe"}])
    page.evaluate("document.querySelector('#sp-0423').focus()")
    page.keyboard.press("Enter")
    row = page.get_by_role("toolbar", name="Counters of this space: 0423").get_by_role("button")
    assert row.evaluate_all("found => found.map(each => each.title)") == [
        "Lengerke", "Linsing", "Mirbach", "Donop",
    ]  # fmt: skip
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "sp-0423"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("chosen") == [
        {"piece": "mirbach", "target": None},
        {"piece": "mirbach", "target": "0424"},
    ]


def test_a_stack_opens_with_the_mouse_and_folds_when_it_is_left(page: Page) -> None:
    show(page, flat(), flat_scene())
    row = page.get_by_role("toolbar")
    page.locator("#u-lengerke .face").click()
    assert row.count() == 1 and page.evaluate("chosen") == []
    page.keyboard.press("Escape")
    assert row.count() == 0
    page.locator("#u-stirling .face").click()
    row.get_by_role("button", name="Wayne").click()
    assert row.count() == 0 and page.evaluate("chosen") == [{"piece": "wayne", "target": None}]
    page.locator("#u-wayne .face").click()
    page.evaluate("scene => boards.draw(svg, scene)", plain(with_token(flat_scene(), "wayne", at="1026")))
    assert row.count() == 0, "the stack has changed"


SMALL = """() => {
    const small = document.querySelector('.board-overview'), edge = small.getBoundingClientRect();
    return {hidden: small.hidden, x: edge.x, y: edge.y, width: edge.width, height: edge.height,
            squares: small.querySelectorAll('rect').length, frame: parseFloat(small.lastChild.style.left)};
}"""


def test_a_board_far_larger_than_its_box_has_an_overview_that_leads_to_every_corner(page: Page) -> None:
    scene = flat_scene()
    show(page, flat(), scene)
    assert page.evaluate(SMALL)["hidden"], "all of it is in sight"
    for _ in range(5):
        page.get_by_role("button", name="zoom in").click()
    page.wait_for_function(f"() => !({SMALL})().hidden")
    shown = page.evaluate(SMALL)
    spaces = {token.at for token in scene.tokens.values() if token.at}
    assert not shown["hidden"] and shown["squares"] == len(spaces)
    assert not is_in_sight(page, "#sp-1528")
    corner = {"x": shown["width"] - 6, "y": shown["height"] - 6}
    page.locator(".board-overview").click(position=corner)
    assert is_in_sight(page, "#sp-1528")
    page.wait_for_function(f"was => ({SMALL})().frame > was", arg=shown["frame"])  # it follows the scrolling
    assert page.evaluate("chosen") == [], "a press on it chooses nothing"
    page.get_by_role("button", name="whole board").click()
    page.wait_for_function(f"() => ({SMALL})().hidden")


UNDER_IT = """id => {
    const counter = document.querySelector('#u-' + id).getBoundingClientRect();
    const small = document.querySelector('.board-overview').getBoundingClientRect();
    document.querySelector('.board').scrollBy(counter.left - small.left - 40, counter.top - small.top - 60);
}"""
IS_COVERED = """() => {
    const small = document.querySelector('.board-overview').getBoundingClientRect();
    return [...document.querySelectorAll('.token')].some(each => {
        const edge = each.getBoundingClientRect();
        return edge.right > small.left && edge.left < small.right && edge.bottom > small.top
            && edge.top < small.bottom;
    });
}"""


def test_the_overview_goes_from_the_counters_that_it_hides(page: Page) -> None:
    show(page, flat(), flat_scene())
    for _ in range(5):
        page.get_by_role("button", name="zoom in").click()
    page.wait_for_function(f"() => !({SMALL})().hidden")
    page.mouse.move(700, 450)
    page.evaluate(UNDER_IT, "greene")
    assert page.evaluate(IS_COVERED)
    page.wait_for_function(f"() => !({IS_COVERED})()")


def test_the_overview_goes_from_what_is_asked_about_and_is_not_seen_where_it_cannot(page: Page) -> None:
    show(page, flat(), flat_scene())
    for _ in range(5):
        page.get_by_role("button", name="zoom in").click()
    page.wait_for_function(f"() => !({SMALL})().hidden")
    page.mouse.move(700, 450)
    before = page.evaluate(SMALL)
    page.evaluate(PIN)
    now = page.evaluate(SMALL)
    assert (now["x"], now["y"]) != (before["x"], before["y"])
    expect(page.locator(".board-overview")).to_be_visible()
    page.evaluate(PIN)
    expect(page.locator(".board-overview")).to_be_hidden()
    page.evaluate("() => { document.querySelectorAll('.edge-pill').forEach(each => each.remove()); }")
    page.evaluate("boards.beside(svg)")
    expect(page.locator(".board-overview")).to_be_visible()
    after = page.evaluate(SMALL)
    assert (after["x"], after["y"]) == (now["x"], now["y"]), "it does not move back"


PIN = """() => {
    const small = document.querySelector('.board-overview').getBoundingClientRect();
    const made = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);
    const pill = made('g'), rect = made('rect'), to = svg.getScreenCTM().inverse();
    const at = new DOMPoint(small.x + 40, small.y + 40).matrixTransform(to);
    for (const [key, value] of Object.entries({ x: at.x, y: at.y, width: 40, height: 18 }))
        rect.setAttribute(key, value);
    pill.setAttribute('class', 'edge-pill');
    pill.append(rect);
    svg.append(pill);
    boards.beside(svg);
}"""
"""A pinned answer comes to lie under the overview."""


def is_in_sight(page: Page, space: str) -> bool:
    """Does the board's box show the middle of this space?"""
    told: bool = page.evaluate(
        """space => {
            const edge = document.querySelector(space).getBoundingClientRect(),
                box = document.querySelector('.board').getBoundingClientRect(),
                [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
            return x > box.left && x < box.right && y > box.top && y < box.bottom;
        }""",
        space,
    )
    return told


def test_a_counter_that_is_taken_up_lies_above_its_stack_and_goes_back_under_it(page: Page) -> None:
    scene = flat_scene()
    show(page, flat(), scene)
    mine = [f"u-{key}" for key, token in scene.tokens.items() if token.at == "0423"]
    order = "() => [...document.querySelectorAll('.token')].map(each => each.id)"

    def above() -> list[str]:
        return [each for each in page.evaluate(order) if each in mine]

    assert above() == mine
    page.evaluate("boards.select(svg, 'donop')")
    assert above() == [*mine[1:], mine[0]]
    page.evaluate("boards.select(svg, 'linsing')")
    assert above()[-1] == "u-linsing"
    page.evaluate("boards.select(svg, null)")
    assert above() == mine


def test_the_row_of_a_stack_is_in_sight_wherever_the_board_is_scrolled_to(page: Page) -> None:
    show(page, flat(), flat_scene())
    for _ in range(6):
        page.get_by_role("button", name="zoom in").click()
    page.evaluate("boards.go(svg, '0423')")
    page.evaluate("document.querySelector('.board').scrollTo(9999, 0)")
    page.locator("#sp-0423").dispatch_event("click")
    box = page.locator(".board").bounding_box()
    assert box is not None
    buttons = [each.bounding_box() for each in page.locator(".board-fan button").all()]
    assert len(buttons) == 4
    for each in buttons:
        assert each is not None and box["x"] < each["x"] < box["x"] + box["width"] - each["width"]
