"""Whole games of Waterloo, clicked from the first bid to the end in a real browser."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from domain.kernel import Seat
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import (
    Person,
    button,
    has_one_use,
    is_asked_together,
    is_handover,
    moved_on,
    moved_or_raised,
    open_game,
    orders,
    press,
    show_my_hand,
    stamp,
)
from tests.browser.test_marches import VIEW

MOST = 400


def hidden_cards(grognard: Grognard, game: str) -> list[str]:
    """Every card that is in a hand now: by id, and by the name that a page would show."""
    rule_set = grognard.games.rule_set(game)
    cards = [card for hand in grognard.games.standing(game).state.hands.values() for card in hand]
    return [*cards, *(rule_set.names("en")[card] for card in cards)]


def holds_no_hand(page: Page, grognard: Grognard, game: str) -> None:
    """No hand can be found in the page, shown or not."""
    text = page.content()
    found = [card for card in hidden_cards(grognard, game) if re.search(rf"\b{re.escape(card)}(?!\d)", text)]
    assert not found, f"{page.url} holds {found}"


def respond(page: Page, person: Person, grognard: Grognard, game: str) -> None:
    """Half the time nobody answers; else the one who could takes the device."""
    assert not orders(page)
    if person.random.random() < 0.5:
        before = stamp(page)
        page.get_by_role("button", name="Nobody answers").click()
        page.wait_for_function(
            "before => document.getElementById('table')?.dataset.stamp !== before", arg=before
        )
        return
    with page.expect_navigation():
        page.get_by_role("button", name="answer …").click()
    assert is_handover(page)
    holds_no_hand(page, grognard, game)


def test_a_hotseat_game_is_clicked_to_its_end_and_hands_change_hidden(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    person, handed_to = Person(page, seed=3), []
    for _ in range(MOST):
        if grognard.games.desk(game).is_over:
            break
        if is_handover(page):
            holds_no_hand(page, grognard, game)
            asked = page.locator("h1").inner_text()
            handed_to.append(asked.removeprefix("Pass the device to "))
            show_my_hand(page)
            expect(page.locator("#hand")).to_contain_text("hand")
            continue
        if is_asked_together(page):
            respond(page, person, grognard, game)
            continue
        person.answer()
    assert len(handed_to) >= 4 and set(handed_to) == {"Anna", "Bruno"}
    expect(page.locator("#prompt")).to_contain_text("The game is over.")
    expect(page.locator("#prompt")).to_contain_text("Won by")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("#replay[data-ready]")).to_be_visible()


def test_going_back_after_a_hand_over_shows_no_hand(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    person = Person(page, seed=8)
    if is_handover(page):
        show_my_hand(page)
    while not is_handover(page):
        person.answer()
    for go in (page.go_back, page.go_forward):
        go()
        page.wait_for_load_state()
        assert is_handover(page)
        holds_no_hand(page, grognard, game)
    page.goto(f"/g/{game}")
    assert is_handover(page)
    holds_no_hand(page, grognard, game)


def test_hide_my_hand_hides_it(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    show_my_hand(page)
    with page.expect_navigation():
        page.locator("#menu > summary").click()
        page.get_by_role("button", name="Hide my hand").click()
    assert is_handover(page)
    holds_no_hand(page, grognard, game)


def two_players(opens: Opens) -> tuple[str, Page, Page]:
    """A game between two browsers: the second one joined by the first one's link."""
    host, guest = opens(is_new=True), opens(is_new=True)
    game = open_game(host, ("me", "Anna"), ("invitation", ""))
    link = host.locator("#link-coalition").input_value()
    guest.goto(link)
    guest.fill("#name", "Bruno")
    with guest.expect_navigation():
        guest.get_by_role("button", name="Take the seat").click()
    host.get_by_role("link", name="To the table").click()
    for page in (host, guest):
        expect(page.locator("#table")).to_be_visible()
    return game, host, guest


def follows(page: Page, version: int) -> None:
    """The page shows what stands after that event without having been touched (a quiet one has no line)."""
    page.wait_for_function(
        "version => Number(document.getElementById('table').dataset.stamp.split('/')[1]) === version",
        arg=version,
    )


def test_two_browsers_play_a_game_to_its_end_and_follow_each_other_live(
    opens: Opens, grognard: Grognard
) -> None:
    game, host, guest = two_players(opens)
    watcher = opens(is_new=True)
    watcher.goto(f"/g/{game}/watch")
    loads: list[str] = []
    for page in (host, guest, watcher):
        page.on("load", lambda page: loads.append(page.url))
    people = {"french": Person(host, seed=11), "coalition": Person(guest, seed=12)}
    for _ in range(MOST):
        desk = grognard.games.desk(game)
        if desk.is_over:
            break
        person = people[desk.waiting[0]]
        expect(person.page.locator("#prompt .ask").first).to_be_visible()
        person.page.wait_for_function(
            "() => document.querySelectorAll('.orders button[name=order]').length > 0"
        )
        person.answer()
        version = grognard.games.desk(game).version
        for page in (host, guest, watcher):
            follows(page, version)
    for page in (host, guest):
        expect(page.locator("#prompt")).to_contain_text("The game is over.")
    expect(watcher.locator("#prompt")).to_contain_text("The game is over.")
    assert not loads, "nobody had to load a page again"


def test_neither_a_player_nor_a_watcher_finds_the_other_hand(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_players(opens)
    watcher = opens()
    watcher.goto(f"/g/{game}/watch")
    state = grognard.games.standing(game).state
    hands = {seat: state.hands[army] for seat, army in (("french", "french"), ("coalition", "anglo_allied"))}
    assert all(hands.values())
    for page, others in ((host, ["coalition"]), (guest, ["french"]), (watcher, ["french", "coalition"])):
        text = page.content()
        for card in (card for seat in others for card in hands[seat]):
            assert not re.search(rf"\b{card}(?!\d)", text), f"{page.url} holds {card}"


def test_a_second_tab_of_a_seat_follows_and_a_stale_button_is_refused_in_words(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("me", "Anna"))
    tab = page.context.new_page()
    tab.route("**/stream*", lambda route: route.abort())
    tab.goto(f"/g/{game}")
    first = next(order for order in orders(page) if order["order"] == "PlayCard")
    stale = button(tab, first)
    press(page, first)
    version = grognard.games.desk(game).version
    stale.click()
    expect(tab.locator("#prompt [role=alert]")).to_contain_text("Not done.")
    assert grognard.games.desk(game).version == version
    tab.unroute_all(behavior="ignoreErrors")


def turn_of(grognard: Grognard, game: str) -> int:
    desk = grognard.games.desk(game)
    return int(grognard.games.rule_set(game).clock(desk.standing.state)[0])


def test_a_turn_is_played_with_scripts_off(opens: Opens, grognard: Grognard) -> None:
    page = opens(java_script_enabled=False)
    game = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    person = Person(page, seed=6, patience=20)
    handovers = 0
    for _ in range(MOST):
        if turn_of(grognard, game) > 1:
            break
        if is_handover(page):
            handovers += 1
            holds_no_hand(page, grognard, game)
            show_my_hand(page)
            continue
        with page.expect_navigation():
            button(page, person.choice()).click()
    assert turn_of(grognard, game) == 2 and handovers >= 2


def test_a_turn_is_played_with_the_keyboard_alone(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("me", "Anna"))
    person = Person(page, seed=2, patience=12)
    for _ in range(60):
        if turn_of(grognard, game) > 1:
            return
        type_order(page, person.choice())
    raise AssertionError("the turn did not end")


WHERE = """wanted => {
    const found = [...document.querySelectorAll('.orders button[name=order]')]
        .find(each => JSON.stringify(JSON.parse(each.value)) === wanted);
    const now = document.activeElement;
    if (now === found) return 'here';
    for (let fold = found.closest('details'); fold; fold = fold.parentElement.closest('details')) {
        if (!fold.open && now === fold.querySelector('summary')) return 'fold';
    }
    return '';
}"""


def card_is_next(page: Page) -> bool:
    """Whether the focus is on a card."""
    return bool(page.evaluate("document.activeElement.matches('.card > summary')"))


def type_order(page: Page, order: dict[str, Any]) -> None:
    """Walks to an order's button with Tab, opens its section with Enter, presses it with Enter."""
    before, wanted = stamp(page), json.dumps(order, separators=(",", ":"), ensure_ascii=False)
    page.keyboard.press("Home")
    for _ in range(600):
        page.keyboard.press("Tab")
        where = page.evaluate(WHERE, wanted)
        if where == "fold":
            is_only = has_one_use(page, order) is not None and card_is_next(page)
            page.keyboard.press("Enter")
            if is_only and moved_or_raised(page, before):
                return
        if where == "here":
            page.keyboard.press("Enter")
            moved_on(page, before)
            return
    raise AssertionError(f"the button of {order} cannot be reached with Tab")


def test_a_counter_is_moved_on_the_board_with_two_clicks(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("me", "Anna"))
    moves = start_movement(page)
    unit, to = next((order["unit"], order["to"]) for order in moves if order["order"] == "MoveUnit")
    before = stamp(page)
    page.locator(f"#u-{unit}").click()
    expect(page.locator(f'details.piece[data-piece="{unit}"]')).to_have_attribute("open", "")
    way = page.locator(".way-line")
    page.locator("#orders > summary").click()
    button = page.locator(f'.orders button[data-piece="{unit}"][data-target="{to}"]').first
    button.focus()
    expect(way).to_have_attribute("d", re.compile(r"^M.+L.+"))
    shown = way.get_attribute("d")
    button.blur()
    expect(way).to_have_attribute("d", "")
    page.locator(f"#sp-{to}").hover()
    expect(way).to_have_attribute("d", shown or "")
    page.keyboard.press("Escape")
    expect(way).to_have_attribute("d", "")
    page.locator(f"#u-{unit}").click()
    page.locator(f"#sp-{to}").click()
    moved_on(page, before)
    assert grognard.games.desk(game).standing.state.units[unit].square == to


def start_movement(page: Page) -> list[dict[str, Any]]:
    """Plays a card of many points for movement; gives the orders that follow."""
    cards = [order for order in orders(page) if order["order"] == "PlayCard" and order["use"] == "movement"]
    press(page, cards[0])
    while not any(order["order"] == "MoveUnit" for order in orders(page)):
        press(page, next(order for order in orders(page) if order["order"] == "LetPass"))
    return orders(page)


def test_an_undo_takes_a_move_back_and_the_log_keeps_it(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("me", "Anna"))
    moves = start_movement(page)
    move = next(order for order in moves if order["order"] == "MoveUnit")
    unit = move["unit"]
    start = grognard.games.desk(game).standing.state.units[unit].square
    press(page, move)
    before = stamp(page)
    page.keyboard.press("u")
    moved_on(page, before)
    assert grognard.games.desk(game).standing.state.units[unit].square == start
    expect(page.locator("#log .undone").first).to_be_visible()


def asked(person: Person) -> Person:
    """The person, once their page has the buttons of a question."""
    person.page.wait_for_function("() => document.querySelectorAll('.orders button[name=order]').length > 0")
    return person


def test_a_take_back_after_a_reveal_asks_the_other_player(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_players(opens)
    people = {"french": Person(host, seed=21), "coalition": Person(guest, seed=22)}
    while grognard.games.undo_target(game, ("french",)) is None or grognard.games.desk(game).waiting != (
        "coalition",
    ):
        asked(people[grognard.games.desk(game).waiting[0]]).answer()
    asked(people["coalition"]).answer()
    follows(host, grognard.games.desk(game).version)
    host.locator("#undo button").click()
    expect(guest.locator("#prompt")).to_contain_text("is to be taken back")
    before = stamp(host)
    guest.get_by_role("button", name="Agree").click()
    moved_on(host, before)
    assert "Undone" in {type(each.body).__name__ for each in grognard.games.recorded(game)}


def test_a_standing_order_is_kept_without_leaving_the_page(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game = open_game(page, ("me", "Anna"), ("bot", ""))
    page.locator("#menu > summary").click()
    page.get_by_text("When may I answer?").click()
    page.get_by_label("Ask me").select_option("kinds")
    page.get_by_label("Artillery", exact=True).check()
    with page.expect_response(lambda answer: answer.request.method == "POST") as kept_order:
        page.get_by_role("button", name="Keep this").click()
    assert kept_order.value.ok
    expect(page.locator("#when summary")).to_contain_text("●")
    expect(page.locator("#when form")).not_to_be_visible()
    kept = grognard.games.desk(game).standing_order(Seat("french"))
    assert (kept.level, kept.kinds) == ("kinds", ("artillery",))


def test_t6_zoom_and_position_stay_over_a_hand_over(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    person = Person(page, seed=8)
    if is_handover(page):
        show_my_hand(page)
    for _ in range(2):
        page.get_by_role("button", name="zoom in").click()
    view = page.evaluate(VIEW)
    while not is_handover(page):
        person.answer()
    show_my_hand(page)
    expect(page.locator("#board .board.mounted")).to_be_visible()
    page.wait_for_function(
        f"was => {{ const now = ({VIEW})(); return now.every((each, k) => Math.abs(each - was[k]) < 3); }}",
        arg=view,
    )
