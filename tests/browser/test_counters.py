"""T15: what lies over what in the opening view of a board, and how large its letters are."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Grognard, Opens
from tests.browser.greedy import played

SIZES = ((1440, 900), (1280, 800), (768, 1024), (390, 844))
POSITIONS = [
    *(("waterloo", "short", orders) for orders in (60, 160)),
    *(("wellington", "1812", orders) for orders in (0, 140)),
]
SEEN = """() => {
    const frame = document.querySelector('.board').getBoundingClientRect();
    const within = r => r.width && r.right > frame.left && r.left < frame.right
        && r.bottom > frame.top && r.top < frame.bottom;
    const shown = node => node.checkVisibility() && within(node.getBoundingClientRect());
    const all = (where, of) => [...document.querySelectorAll(`.board-live ${where}`)].filter(shown).map(of);
    const box = node => (r => [r.left, r.top, r.right, r.bottom])(node.getBoundingClientRect());
    const size = node => (m => parseFloat(getComputedStyle(node).fontSize) * Math.hypot(m.a, m.b))(
        node.getScreenCTM());
    const line = node => { const [l, t, r, b] = box(node), half = size(node) * .31;  // capitals, halo
        return [l, (t + b) / 2 - half, r, (t + b) / 2 + half]; };
    const token = node => node.closest('.token');
    return {
        bodies: all('.token:not(.waits) .face use[href^="#c-"]', node => ({box: box(node),
            key: token(node).id, space: token(node).dataset.space, aboard: token(node).matches('.aboard')})),
        fronts: all('.token .facing', node => ({key: token(node).id, box: box(node)})),
        places: all('.holders > g', node => ({key: node.id, box: box(node.firstElementChild)})),
        names: all('.names text', node => ({key: node.textContent, box: line(node),
            isKey: node.matches('.key, .town, .place')})),
        letters: all('.token text, .names text, .count text',
            node => ({key: node.textContent, size: size(node)})),
    };
}"""


@pytest.fixture(scope="session")
def games_played(grognard: Grognard) -> dict[tuple[str, str, int], str]:
    return {position: played(grognard.games, *position) for position in POSITIONS}


def seen(page: Page, address: str) -> dict[str, list[dict[str, Any]]]:
    """What the opening view of a board shows, in pixels of the screen."""
    page.goto(address)
    page.locator(".board.mounted").wait_for()
    page.evaluate("document.fonts.ready")
    found: dict[str, list[dict[str, Any]]] = page.evaluate(SEEN)
    return found


def shared(a: list[float], b: list[float]) -> float:
    """The area that two boxes share beyond a pixel along each side."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 1 and high > 1 else 0.0


def area(box: list[float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position[0]}-{position[2]}")
def test_t15_no_counter_lies_over_another_and_every_front_and_letter_can_be_read(
    opens: Opens,
    games_played: dict[tuple[str, str, int], str],
    position: tuple[str, str, int],
    size: tuple[int, int],
) -> None:
    page = opens(viewport={"width": size[0], "height": size[1]})
    found = seen(page, f"/g/{games_played[position]}/watch")
    bodies = found["bodies"]
    assert len(bodies) > 8, "the opening view has counters"
    over = [
        (one["key"], other["key"])
        for k, one in enumerate(bodies)
        for other in bodies[:k]
        if shared(one["box"], other["box"])
        and not (one["space"] == other["space"] and (one["aboard"] or other["aboard"] or not found["places"]))
    ]
    assert over == []
    assert found["places"] or len(found["fronts"]) > 8
    for front in found["fronts"]:
        others = [each["box"] for each in bodies if each["key"] != front["key"]]
        hidden = sum(shared(front["box"], box) for box in others)
        assert hidden <= 0.05 * area(front["box"]), front["key"]
    assert [each for each in found["letters"] if each["size"] < 10] == []
    if not found["places"]:
        return
    cards = [each for each in bodies if area(each["box"]) > 2000]
    assert cards and len(found["places"]) > 8
    for card in cards:
        assert not [place["key"] for place in found["places"] if shared(card["box"], place["box"])], card
        keys = [name["key"] for name in found["names"] if name["isKey"] and shared(card["box"], name["box"])]
        assert not keys, (card, keys)
    names = found["names"]
    touching = [
        (one["key"], other["key"])
        for k, one in enumerate(names)
        for other in names[:k]
        if not (one["isKey"] and other["isKey"]) and shared(one["box"], other["box"])
    ]
    assert touching == [], "a name below key places that would touch another is left out"


def test_a_board_opens_as_it_was_left_in_this_browser(opens: Opens, grognard: Grognard) -> None:
    address = f"/g/{played(grognard.games, 'wellington', '1812', 12)}/watch"  # before anybody fights
    page = opens(viewport={"width": 1280, "height": 800})
    seen(page, address)
    expect(page.locator("#battle:not([hidden])")).to_have_count(0)
    view = """() => { const board = document.querySelector('.board');
        return [board.querySelector('.board-sheet').clientWidth, board.scrollLeft, board.scrollTop]; }"""
    at_first = page.evaluate(view)
    page.get_by_role("button", name="zoom in").click()
    page.get_by_role("button", name="zoom in").click()
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(380, 330, steps=4)
    page.mouse.up()
    left = page.evaluate(view)
    page.wait_for_function(
        """([wide, x, y]) => {
            const kept = JSON.parse(localStorage.getItem('view:' + location.pathname));
            const board = document.querySelector('.board');
            return kept?.zoom && Math.abs(kept.at[0] * wide - x - board.clientWidth / 2) < 2;
        }""",
        arg=left,
    )
    seen(page, address)
    again = page.evaluate(view)
    assert left[0] > at_first[0]
    assert [abs(a - b) <= 2 for a, b in zip(left, again, strict=True)] == [True] * 3, (left, again)
    page.get_by_role("button", name="whole board").click()
    edges = "where => (r => [r.top, r.bottom])(document.querySelector(where).getBoundingClientRect())"
    box, frame = page.evaluate(edges, ".board-sheet"), page.evaluate(edges, ".board")
    assert frame[0] - 1 <= box[0] and box[1] <= frame[1] + 1
    assert abs((box[0] - frame[0]) - (frame[1] - box[1])) <= 2, "fitted boards stand in the middle"
