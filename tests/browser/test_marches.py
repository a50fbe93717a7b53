"""Orders that lead several steps away, by the mouse: T8, T9 and T21 on the page."""

import json
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Page, Response, expect

from domain.bots import greedy_bot, situation
from domain.kernel import Seat, titled
from domain.kernel.reach import Way, reach
from domain.store import Holder
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import is_handover, moved_on, show_my_hand, sit, stamp


def sitting(page: Page, grognard: Grognard) -> tuple[str, tuple[Seat, ...]]:
    """A game of Waterloo that this browser holds all seats of."""
    seats = titled("waterloo").scenario("short").seatings[0]
    game = grognard.games.create("waterloo", "short", holders={seat: Holder("open") for seat in seats})
    sit(page, game, seats)
    return game, seats


def to_way(games: Any, game: str, fits: Any) -> tuple[Any, str, Way]:
    """Plays on to where a unit has a way that fits: (the desk, the unit, the way)."""
    rule_set, random = games.rule_set(game), Random(3)
    for _ in range(900):
        desk = games.desk(game)
        seat = desk.waiting[0]
        ask = desk.decision.ask(seat)
        if ask.prompt == "movement":
            state = desk.standing.state
            pieces = {rule_set.hint(state, order).piece or "" for order in desk.menu(seat)} - {""}
            for piece in sorted(pieces):
                found = reach(rule_set, state, desk.agenda, seat, piece)
                way = next((way for way in found.ways if fits(way) and found.start), None)
                if way is not None:
                    return desk, piece, way
        shown = situation(rule_set, desk.standing.state, desk.agenda, ask, desk.drafts.get(seat, ()), random)
        is_greedy = random.random() < 0.3
        games.order(game, seat, greedy_bot(shown) if is_greedy else random.choice(desk.menu(seat)))
    raise AssertionError("no way fits")


def at_way(page: Page, grognard: Grognard, fits: Any) -> tuple[str, Any, str, Way]:
    game, _ = sitting(page, grognard)
    desk, piece, way = to_way(grognard.games, game, fits)
    page.goto(f"/g/{game}")
    if page.locator("#table[data-handover], .handcard").count():
        with page.expect_navigation():
            page.locator(".handcard button.primary").click()
    return game, desk, piece, way


def is_plain(way: Way) -> bool:
    return len(way.orders) == 3 and way.stops is None and not way.is_final and len(way.spaces) == 4


def take_up(page: Page, piece: str) -> None:
    """Presses a counter, and waits until the board shows all that it can reach."""
    with page.expect_response(lambda answer: "/reach?" in answer.url) as told:
        page.locator(f"#u-{piece}").click()
    # asked again: the page may have dropped its own answer when the pointer moved on
    ways = page.request.get(told.value.url).json()["ways"]
    shown = {way["target"] for way in ways if way["cost"]}
    page.wait_for_function("n => document.querySelectorAll('.hl-cost').length >= n", arg=len(shown))


def visible_lines(page: Page) -> int:
    return page.locator("#log .line:visible").count()


def test_t8_a_press_three_squares_away_gives_three_orders_one_line_and_one_undo(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, piece, way = at_way(page, grognard, is_plain)
    take_up(page, piece)
    expect(page.locator(".hl-cost").first).to_be_visible()
    before, lines = stamp(page), visible_lines(page)
    page.locator(f"#sp-{way.target}").click()
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({desk.waiting[0]: (order,)},) for order in way.orders]
    steps = page.locator("#log .steps").first
    expect(steps).to_be_visible()
    assert visible_lines(page) == lines + 1
    steps.click()
    assert visible_lines(page) == lines + 3
    before = stamp(page)
    page.keyboard.press("u")
    moved_on(page, before)
    after = grognard.games.desk(game).standing
    assert (after.state, after.agenda) == (desk.standing.state, desk.standing.agenda)


def detour(games: Any, game: str, piece: str) -> tuple[str, Way]:
    """A way-point, and a way through it that is not the one that a press alone would go."""
    desk = games.desk(game)
    known = (games.rule_set(game), desk.standing.state, desk.agenda, desk.waiting[0], piece)
    plain = {way.target: way for way in reach(*known).ways if way.comes and not way.is_final}
    return next(
        (first.target, way)
        for first in plain.values()
        for way in reach(*known, (), first.orders).ways
        if way.target in plain and way.orders != plain[way.target].orders and way.stops is None
    )


def test_a_press_with_shift_sends_the_march_through_a_way_point(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, piece, _ = at_way(page, grognard, is_plain)
    point, way = detour(grognard.games, game, piece)
    take_up(page, piece)
    with page.expect_response(lambda answer: "first=" in answer.url):
        page.locator(f"#sp-{point}").click(modifiers=["Shift"])
    expect(page.locator("#asked")).to_contain_text("By way of")
    expect(page.locator("#go")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#go")).to_have_count(0)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.keyboard.press("Shift+Enter")  # the focus is on the space still
    expect(page.locator("#go")).to_be_visible()
    page.wait_for_function("n => document.querySelectorAll('.hl-cost').length >= n", arg=1)
    before = stamp(page)
    page.locator(f"#sp-{way.target}").click()
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({desk.waiting[0]: (order,)},) for order in way.orders]


VIEW = """() => { const box = document.querySelector('#board .board');
    return [box.querySelector('.board-sheet').clientWidth, box.scrollLeft, box.scrollTop]; }"""


def test_t6_zoom_and_position_stay_and_a_counter_stays_in_hand_while_it_can_act(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, piece, way = at_way(page, grognard, lambda way: is_plain(way) and way.cost == 3)
    take_up(page, piece)
    page.get_by_role("button", name="zoom in").click()
    page.get_by_role("button", name="zoom in").click()
    view, before = page.evaluate(VIEW), stamp(page)
    page.locator(f"#sp-{way.target}").dispatch_event("click")
    moved_on(page, before)
    assert page.evaluate(VIEW) == view
    can_act = any(
        grognard.games.rule_set(game).hint(grognard.games.desk(game).standing.state, order).piece == piece
        for order in grognard.games.desk(game).menu(desk.waiting[0])
    )
    assert page.locator(f"#u-{piece}.selected").count() == can_act
    before = stamp(page)
    page.keyboard.press("u")
    moved_on(page, before)
    assert page.evaluate(VIEW) == view
    page.reload()
    expect(page.locator("#board .board.mounted")).to_be_visible()
    page.wait_for_function(
        f"was => {{ const now = ({VIEW})(); return now.every((each, k) => Math.abs(each - was[k]) < 3); }}",
        arg=view,
    )


def test_t9_a_march_that_a_window_stops_says_why(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, piece, way = at_way(
        page,
        grognard,
        lambda way: len(way.orders) == 3 and (way.stops, way.why) == (2, "window") and not way.is_final,
    )
    take_up(page, piece)
    with page.expect_response(lambda answer: answer.url.split("?")[0].endswith("/march")) as sent:
        page.locator(f"#sp-{way.target}").click()
    assert sent.value.json()["march"]["done"] == 2 and "Stopped" in sent.value.json()["march"]["stopped"]
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({desk.waiting[0]: (order,)},) for order in way.orders[:2]]


def test_a_march_that_everybody_let_pass_goes_on(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, piece, way = at_way(
        page,
        grognard,
        lambda way: len(way.orders) == 3 and (way.stops, way.why) == (2, "window") and not way.is_final,
    )
    take_up(page, piece)
    before = stamp(page)
    page.locator(f"#sp-{way.target}").click()
    moved_on(page, before)
    seat = desk.waiting[0]
    with page.expect_response(lambda answer: answer.url.split("?")[0].endswith("/march")) as sent:
        page.locator(".prompt button[name=order][value*=LetPass]").first.click()
    assert sent.value.json()["march"]["done"] == 1
    given = [
        order
        for each in grognard.games.recorded(game, desk.version)
        for answers in each.answers or ()
        for order in answers.get(seat, ())
    ]
    assert given == list(way.orders)


def test_t6_the_counter_in_hand_lies_there_again_after_a_hand_over_and_a_reload(
    opens: Opens, grognard: Grognard
) -> None:
    page, seats = opens(), titled("waterloo").scenario("short").seatings[0]
    game = grognard.games.create("waterloo", "short", holders={seat: Holder("open") for seat in seats})
    for seat, name in zip(seats, ("Anna", "Bruno"), strict=True):
        sit(page, game, (seat,), name)
    _, piece, way = to_way(
        grognard.games,
        game,
        lambda way: len(way.orders) == 3 and (way.stops, way.why) == (2, "window") and not way.is_final,
    )
    page.goto(f"/g/{game}")
    if is_handover(page):
        show_my_hand(page)
    take_up(page, piece)
    before = stamp(page)
    page.locator(f"#sp-{way.target}").click()
    moved_on(page, before)
    page.locator("#prompt button[name=seat]").first.click()  # who is asked speaks up, and takes the device
    page.locator(".handcard").wait_for()
    show_my_hand(page)
    page.locator("#prompt button[name=order][value*=LetPass]").first.click()
    page.locator(".handcard").wait_for()
    show_my_hand(page)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.reload()
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#board .board.mounted")).to_be_visible()
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(0)


def test_a_march_does_not_go_on_where_something_has_happened(opens: Opens, grognard: Grognard) -> None:
    """The server looks: what the page awaits is not what its seat sees."""
    page = opens()
    game, desk, _, way = at_way(page, grognard, is_plain)
    given = {
        "seat": desk.waiting[0], "moment": desk.moment, "awaited": "another position",
        "orders": json.dumps([msgspec.to_builtins(order) for order in way.orders]),
        "token": str(page.locator("#table").get_attribute("data-token")),
    }  # fmt: skip
    answer = page.request.post(
        f"{grognard.url}/g/{game}/march", form=given, headers={"Accept": "application/json"}
    )
    assert "position has changed" in answer.text()
    assert grognard.games.desk(game).version == desk.version


def test_t21_a_press_that_overtakes_the_pointer_ends_in_no_error(opens: Opens, grognard: Grognard) -> None:
    """On a slow network: pointing asks, and the press comes before the answer."""
    page = opens(is_new=True)
    wrong: list[str] = []
    page.on("response", lambda answer: wrong.append(answer.url) if _is_bad(answer) else None)
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    at_way(page, grognard, is_plain)

    network = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 60, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    pieces = page.eval_on_selector_all(
        "details.piece[data-piece]", "found => found.map(each => each.dataset.piece)"
    )
    shown = [piece for piece in pieces if page.locator(f"#u-{piece}").count()][:8]
    for piece in shown:
        page.locator(f"#u-{piece}").hover(force=True)
        page.locator(f"#u-{piece}").click(force=True)
        page.keyboard.press("Escape")
    page.locator(f"#u-{shown[0]}").click()
    expect(page.locator(f"#u-{shown[0]}.selected")).to_have_count(1)
    for _ in range(4):
        button = page.locator(".orders button[name=order]:visible").first
        button.hover()
        before = stamp(page)
        button.click()
        moved_on(page, before)
        if page.locator(".handcard").count():
            break
    page.wait_for_load_state("networkidle")
    assert not wrong, wrong


def _is_bad(answer: Response) -> bool:
    return bool(answer.status >= 400)
