"""What cannot be taken back is pinned by the first press and ordered by the second."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.kernel import Seat, titled
from domain.kernel.reach import Reach, Way, is_final, reach
from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_edges import pieces_of
from tests.browser.test_skeleton import asks, played_on
from tests.browser.test_table import table

TITLES = [("wellington", "1812", 0, "spend_point"), ("washingtons_war", "campaign", 0, "march")]


def at_way(
    page: Page, grognard: Grognard, title: str, scenario: str, seating: int, prompt: str,
    fits: Callable[[Way], bool],
) -> tuple[str, Any, Seat, str, Way]:  # fmt: skip
    """A table where a counter has a way or a fight that fits."""
    rule_set, is_asked = titled(title), asks(prompt)

    def found(desk: Any) -> tuple[str, Way] | None:
        ways = (
            (piece, way)
            for piece, found in pieces_of(rule_set, desk, desk.waiting[0])
            for way in (*found.acts, *found.ways)
            if fits(way) and not (len(way.orders) == 1 and _is_one_of_many(rule_set, desk, piece, way))
        )
        return next(ways, None)

    game, seat = table(
        page, grognard, title, scenario, seating, lambda desk: is_asked(desk) and found(desk) is not None
    )
    desk = grognard.games.desk(game)
    chosen = found(desk)
    assert chosen is not None
    return game, desk, seat, *chosen


def _is_one_of_many(rule_set: Any, desk: Any, piece: str, way: Way) -> bool:
    """Whether the list must say which order is meant."""
    hints = [rule_set.hint(desk.standing.state, order) for order in desk.menu(desk.waiting[0])]
    return sum((hint.piece, hint.target) == (piece, way.target) for hint in hints) != 1


def target_of(page: Page, way: Way) -> Any:
    """Where the way is pressed: at its pill if it is a fight."""
    if way.kind != "fight":
        return page.locator(f"#sp-{way.target}")
    return page.locator(f".edge-pill[data-target='{way.target}'][data-from='{way.origin}']")


def hold(page: Page, piece: str, way: Way) -> None:
    page.locator(f"#u-{piece}").dispatch_event("click")
    if way.kind == "fight":
        expect(target_of(page, way)).to_be_attached()
    else:
        expect(page.locator(".hl-cost").first).to_be_attached()


def given(grognard: Grognard, game: str, desk: Any) -> list[Any]:
    """The orders since, in the order in which they were given."""
    return [
        order for each in grognard.games.recorded(game, desk.version)
        for answers in each.answers or () for orders in answers.values() for order in orders
    ]  # fmt: skip


@pytest.mark.parametrize(("title", "scenario", "seating", "prompt"), TITLES)
def test_the_first_press_pins_and_the_second_orders(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int, prompt: str
) -> None:
    page = opens()
    game, desk, _, piece, way = at_way(
        page, grognard, title, scenario, seating, prompt,
        lambda way: way.is_final and way.kind == "fight" and way.stops in (None, len(way.orders)),
    )  # fmt: skip
    hold(page, piece, way)
    before = stamp(page)
    target_of(page, way).dispatch_event("click")
    expect(page.locator(".edge-pill .again").last).to_have_text("again")
    expect(page.locator("#odds")).to_be_visible()
    expect(page.locator("#go")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".edge-pill .again")).to_have_count(0)
    expect(page.locator("#go")).to_have_count(0)
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    target_of(page, way).dispatch_event("click")
    target_of(page, way).dispatch_event("click")
    moved_on(page, before)
    assert given(grognard, game, desk)[0] == way.orders[0]


def test_what_is_pinned_keeps_its_forecast_while_the_pointer_passes_over_other_orders(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    _, _, _, piece, way = at_way(
        page, grognard, *TITLES[1], lambda way: way.is_final and way.kind == "fight" and len(way.orders) == 1
    )
    hold(page, piece, way)
    other = page.locator(".orders button[name=order]:visible").last
    with page.expect_response(re.compile("/odds")):
        other.hover()
    target_of(page, way).dispatch_event("click")
    expect(page.locator("#odds .head")).to_be_visible()
    page.locator("#asked").hover()
    expect(page.locator("#odds .head")).to_be_visible()


def alone(desk: Any, is_last: bool) -> tuple[Any, str] | None:
    """A marker that the only order of its place puts there; whether that can be taken back, as wanted."""
    seat, rule_set, state = desk.waiting[0], titled("washingtons_war"), desk.standing.state
    if len(desk.waiting) > 1 or desk.window is not None:
        return None
    hints = [(order, rule_set.hint(state, order)) for order in desk.menu(seat)]
    targets = [hint.target for _, hint in hints]
    standing = {each.at for each in rule_set.tokens_of(state, seat).values()}
    return next(
        (
            (order, hint.target) for order, hint in hints
            if type(order).__name__ == "PlaceMarker" and hint.target and targets.count(hint.target) == 1
            and hint.target not in standing
            and is_final(rule_set, state, desk.agenda, seat, order, desk.drafts.get(seat, ())) == is_last
        ),
        None,
    )  # fmt: skip


@pytest.mark.parametrize("is_last", [False, True])
def test_with_nothing_in_hand_a_press_pins_what_cannot_be_taken_back_and_orders_what_can(
    opens: Opens, grognard: Grognard, is_last: bool
) -> None:
    page = opens()
    game, seat = table(
        page, grognard, "washingtons_war", "campaign", 0, lambda desk: alone(desk, is_last), bytes(32)
    )
    desk = grognard.games.desk(game)
    found = alone(desk, is_last)
    assert found is not None
    order, target = found
    expect(page.locator(".token.selected")).to_have_count(0)
    before, place = stamp(page), page.locator(f"#sp-{target}")
    place.dispatch_event("click")
    if is_last:
        expect(page.locator("#asked")).to_contain_text("press again to order it")
        expect(page.locator("#go.primary")).to_be_visible()
        assert stamp(page) == before and grognard.games.desk(game).version == desk.version
        place.dispatch_event("click")
    moved_on(page, before)
    assert given(grognard, game, desk)[0] == order


def beside_another(desk: Any) -> Any:
    """A march to a space where another general gives way to him, or he to the other, if he stays."""
    rule_set, state = titled("washingtons_war"), desk.standing.state
    for order in desk.menu(desk.waiting[0]):
        if type(order).__name__ == "March" and rule_set.hint(state, order).stays is not None:
            return order
    return None


def test_the_way_of_a_march_that_the_rules_end_elsewhere_is_drawn_when_it_is_pinned(
    opens: Opens, grognard: Grognard
) -> None:
    """A general who ends his march beside Washington goes to his box (7.4.C): no way comes there."""
    page = opens()
    game, seat = table(page, grognard, "washingtons_war", "campaign", 0, beside_another)
    desk = grognard.games.desk(game)
    order, rule_set = beside_another(desk), titled("washingtons_war")
    start = rule_set.tokens_of(desk.standing.state, seat)[order.general].at
    back = type(order)(order.general, start)
    while not is_last_point(desk, seat, order):
        for each in (order, back):
            desk = grognard.games.order(game, seat, each)
    page.reload()
    expect(page.locator(f"#u-{order.general}.selected")).to_be_attached()
    page.locator(f"#sp-{order.to}").dispatch_event("click")
    expect(page.locator("#go.primary")).to_be_visible()
    expect(page.locator(".way-line")).to_have_attribute("d", re.compile(r"^M"))


def is_last_point(desk: Any, seat: Any, order: Any) -> bool:
    """Whether the march ends there: whoever goes on could go back."""
    return is_final(titled("washingtons_war"), desk.standing.state, desk.agenda, seat, order)


def test_enter_gives_the_green_answer_where_nothing_else_has_the_focus(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, _, piece, way = at_way(
        page, grognard, *TITLES[0], lambda way: way.is_final and way.kind == "fight" and len(way.orders) == 1
    )
    hold(page, piece, way)
    before = stamp(page)
    target_of(page, way).dispatch_event("click")
    expect(page.locator("#go.primary")).to_be_visible()
    page.locator("#prompt").focus()
    page.keyboard.press("Enter")
    moved_on(page, before)
    assert given(grognard, game, desk)[0] == way.orders[0]


def test_who_wants_quick_orders_presses_once(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, _, piece, way = at_way(
        page, grognard, *TITLES[0], lambda way: way.is_final and way.kind == "fight" and len(way.orders) == 1
    )
    page.locator("#menu > summary").click()
    page.get_by_label("Quick orders").check()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_label("Quick orders")).to_be_checked()
    hold(page, piece, way)
    before = stamp(page)
    target_of(page, way).dispatch_event("click")
    moved_on(page, before)
    assert given(grognard, game, desk)[0] == way.orders[0]


def test_t17_on_a_phone_a_tap_pins_and_the_sheet_orders(opens: Opens, grognard: Grognard) -> None:
    """The counter in hand and the pinned target stay in sight above the sheet; the page never scrolls."""
    page = opens(viewport=PHONE, has_touch=True, is_mobile=True)
    game, seat = table(page, grognard, "waterloo", "short", 0, asks("movement"))
    rule_set, taps = titled("waterloo"), 0
    for _ in range(20):
        desk = grognard.games.desk(game)
        if desk.waiting != (seat,) or desk.decision.ask(seat).prompt != "movement":
            break
        piece, found = next(each for each in pieces_of(rule_set, desk, seat) if each[1].ways)
        way = found.ways[0]
        if not page.locator(f"#u-{piece}.selected").count():
            page.locator(f"#u-{piece}").scroll_into_view_if_needed()
            page.locator(f"#u-{piece}").tap()
        expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
        expect(page.locator(f"#sp-{way.target}")).to_have_attribute("aria-label", seen_cost(way))
        before, board = stamp(page), page.locator("#board").bounding_box()
        above_sheet(page, f"#u-{piece}")
        page.locator(f"#sp-{way.target}").dispatch_event("pointerdown", {"pointerType": "touch"})
        page.locator(f"#sp-{way.target}").dispatch_event("click")
        expect(page.locator("#go")).to_be_visible()
        assert stamp(page) == before, "a tap orders nothing by itself"
        go = page.locator("#go").bounding_box()
        assert go is not None and min(go["width"], go["height"]) >= 44
        above_sheet(page, f"#u-{piece}")
        assert page.locator("#board").bounding_box() == board
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]
        page.locator("#go").tap()
        moved_on(page, before)
        assert given(grognard, game, desk) == list(way.orders)
        taps += 1
    assert taps


def seen_cost(way: Way) -> re.Pattern[str]:
    return re.compile(rf"cost {way.cost}\b")


def above_sheet(page: Page, part: str) -> None:
    box, sheet = page.locator(part).bounding_box(), page.locator("#explained").bounding_box()
    assert box is not None and sheet is not None
    assert box["y"] + box["height"] <= sheet["y"] + 1, "under the sheet"
    assert box["y"] >= 100, "above the board"


MOST_TRIED = 400
"""So many orders are given in search of a position."""

COUNTED = """() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"""


def for_points(games: Any, game: str) -> tuple[Any, str, Way] | None:
    """A card that is played for its points, and an attack of an army that these pay: tried in a fork."""
    desk = games.desk(game)
    seat, rule_set = desk.waiting[0], titled("wellington")
    if not asks("play_impulse")(desk):
        return None
    for order in [each for each in desk.menu(seat) if type(each).__name__ == "PlayForPoints"]:
        fork = games.fork(game, desk.version, same_fate=False)
        tried = games.order(fork, seat, order)
        while tried.window is not None:
            asked = tried.waiting[0]
            tried = games.order(fork, asked, tried.decision.ask(asked).silence)
        if tried.waiting != (seat,) or tried.decision.ask(seat).prompt != "spend_point":
            continue
        for piece, found in pieces_of(rule_set, tried, seat):
            fights = [way for way in found.acts if way.is_final and len(way.orders) == 1]
            alone = [way for way in fights if not _is_one_of_many(rule_set, tried, piece, way)]
            if alone and piece in rule_set.tokens_of(tried.standing.state, seat):
                return order, piece, alone[0]
    return None


def test_t1_a_card_for_its_points_an_army_and_a_fight_are_five_presses(
    opens: Opens, grognard: Grognard
) -> None:
    """Questions to all between them are answered by the key N: a row of their own."""
    page, games = opens(is_new=True), grognard.games
    game, _ = table(page, grognard, "wellington", "1812", 0, lambda desk: True, bytes(32))
    random = Random(1812)
    for _ in range(MOST_TRIED):
        if (found := for_points(games, game)) is not None:
            break
        played_on(games, game, 1, random)
    assert found is not None
    order, piece, way = found
    seat = games.desk(game).waiting[0]
    page.goto(f"/g/{game}?as={seat}")
    desk = games.desk(game)
    page.evaluate(COUNTED)

    def gives(press: Callable[[], None]) -> None:
        before = stamp(page)
        press()
        moved_on(page, before)
        while page.locator("#nobody").count():
            before = stamp(page)
            page.keyboard.press("n")
            moved_on(page, before)

    card = page.locator(f".hand .card[data-card={order.card}]")
    card.locator("> summary").click()
    gives(card.locator(".uses button[value*=PlayForPoints]").click)
    page.locator(f"#u-{piece}").click(position={"x": 6, "y": 6})
    target = target_of(page, way)
    target.wait_for()
    target.click(force=True)
    expect(page.locator(".edge-pill .again").last).to_have_text("again")
    gives(lambda: target.click(force=True))
    assert page.evaluate("window.presses") <= 5
    told = [each for each in given(grognard, game, desk) if type(each).__name__ != "LetPass"]
    assert told[:2] == [order, way.orders[0]]


def marches_on(desk: Any) -> tuple[str, Way, Way] | None:
    """An army that marches to a place beside and may then march on, as far as nobody answers."""
    if not asks("spend_point")(desk):
        return None
    rule_set, seat, state = titled("wellington"), desk.waiting[0], desk.standing.state

    def steps(found: Reach, places: int) -> list[Way]:
        return [way for way in found.ways if len(way.spaces) == places and way.comes and not way.risks]

    for piece, found in pieces_of(rule_set, desk, seat):
        for way in steps(found, 2):
            then = steps(reach(rule_set, state, desk.agenda, seat, piece, (), way.orders), 3)
            if then and not way.is_final and then[0].target != way.spaces[0]:
                return piece, way, then[0]
    return None


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE])
def test_t1_the_same_army_again_is_at_most_two_presses(opens: Opens, grognard: Grognard, size: Any) -> None:
    """It is still in hand; questions to all are answered by the key N: a row of their own."""
    page = opens(is_new=True, viewport=size)
    game, _ = table(page, grognard, "wellington", "1812", 0, marches_on, bytes(32))
    desk = grognard.games.desk(game)
    found = marches_on(desk)
    assert found is not None
    piece, first, second = found

    def march(way: Way) -> None:
        before, target = stamp(page), page.locator(f"#sp-{way.target}")
        target.click(force=True)
        if way.is_final:
            target.click(force=True)
        moved_on(page, before)
        while page.locator("#nobody").count():
            before = stamp(page)
            page.keyboard.press("n")
            moved_on(page, before)

    hold(page, piece, first)
    march(first)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.evaluate(COUNTED)
    march(second)
    assert 0 < page.evaluate("window.presses") <= 2
    told = [each for each in given(grognard, game, desk) if type(each).__name__ != "LetPass"]
    assert told[: len(second.orders)] == list(second.orders)
