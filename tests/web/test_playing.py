"""Games played through the pages alone, without scripts."""

import re
from html import unescape
from random import Random
from time import sleep

import pytest

from tests.thorough import times
from tests.web.conftest import Browser, play_on
from tests.web.tables import new_table, play_some, prompt, sat_down


def test_two_clicks_start_a_hotseat_game_with_a_hand_over(browser):
    browser.new_game()
    assert "Pass the device to Player 1" in browser.text
    browser.take_device()
    assert "set cards aside" in browser.text


def test_the_hand_over_page_holds_no_card_no_menu_and_may_not_be_kept(browser, games):
    game = browser.new_game()
    state = games.standing(game).state
    assert browser.page.headers["Cache-Control"] == "no-store"
    assert not [card for hand in state.hands.values() for card in hand if card in browser.page.text]
    assert not browser.orders()


def test_the_device_goes_to_the_other_player_after_an_answer(browser, games):
    game = browser.new_game(name_red="Ada", name_blue="Bruno")
    browser.take_device()
    browser.press(next(order for order in browser.orders() if "Reveal" in order[2]))
    assert "Pass the device to Bruno" in browser.text
    hands = games.standing(game).state.hands
    assert not [card for hand in hands.values() for card in hand if card in browser.page.text]


def test_one_person_with_both_seats_meets_no_hand_over(browser):
    browser.new_game(kind_red="hotseat", name_red="Ada", kind_blue="hotseat", name_blue="Ada")
    assert "Pass the device" not in browser.text
    assert browser.orders()


@pytest.mark.parametrize("seed", range(3))
def test_a_hotseat_game_is_played_to_its_end_by_forms(browser, games, seed):
    game = browser.new_game()
    play_on([browser], games, game, Random(seed))
    browser.open(f"/g/{game}")
    assert "The game is over" in browser.text


def test_a_game_between_two_browsers_is_played_to_its_end_by_forms(two_browsers, games):
    game, host, guest = two_browsers
    play_on([host, guest], games, game, Random(4))
    assert "The game is over" in guest.open(f"/g/{game}").text


def test_an_answer_can_be_changed_until_the_other_seat_has_answered(two_browsers, games):
    game, host, _ = two_browsers
    host.press(next(order for order in host.orders() if "SetCard" in order[2]))
    assert "Chosen so far" in host.text
    host.press(next(order for order in host.orders() if "Reveal" in order[2]))
    assert "You have answered" in host.text
    host.send("/retract")
    assert games.desk(game).waiting == ("red", "blue")
    assert host.orders()


def test_a_crumb_that_is_pressed_goes_back_to_that_part_of_the_answer(two_browsers, games):
    game, host, _ = two_browsers
    for _ in range(2):
        host.press(next(order for order in host.orders() if "SetCard" in order[2]))
    first, second = games.desk(game).drafts["red"]
    assert host.text.count('form="up" name="keep"') == 2
    host.send("/retract", keep="1")
    assert games.desk(game).drafts["red"] == (first,) != (first, second)
    host.send("/retract", keep="0")
    assert not games.desk(game).drafts.get("red")


def test_an_order_of_a_moment_that_has_passed_is_refused_and_the_page_says_so(two_browsers, games):
    game, host, guest = two_browsers
    tab = next(order for order in host.orders() if "Reveal" in order[2])
    for browser in (host, guest):
        browser.open(f"/g/{game}")
        browser.press(next(order for order in browser.orders() if "Reveal" in order[2]))
    version = games.standing(game).version
    answer = host.press(tab)
    assert answer.status_code == 409
    assert "Not done." in host.text
    assert games.standing(game).version == version


def test_two_tabs_cannot_answer_the_same_decision_twice(two_browsers, games):
    _, host, _ = two_browsers
    order = next(order for order in host.orders() if "Reveal" in order[2])
    assert host.press(order).status_code == 200
    assert host.press(order).status_code == 409


def test_a_free_undo_takes_effect_at_once_for_a_table_of_its_own(browser, games):
    game = browser.new_game(kind_red="hotseat", name_red="Ada", kind_blue="hotseat", name_blue="Ada")
    before = games.standing(game).state
    for _ in range(2):
        browser.press(next(order for order in browser.orders() if "Reveal" in order[2]))
    browser.send("/undo")
    assert browser.page.status_code == 200
    assert games.standing(game).state == before
    assert "is taken back" in browser.text


def test_an_undo_after_a_reveal_asks_the_other_player(two_browsers, games):
    game, host, guest = two_browsers
    before = games.standing(game).state
    for browser in (host, guest):
        browser.open(f"/g/{game}")
        browser.press(next(order for order in browser.orders() if "Reveal" in order[2]))
    host.open(f"/g/{game}")
    host.send("/undo")
    assert games.standing(game).state != before
    guest.open(f"/g/{game}")
    assert "is to be taken back" in guest.text
    guest.send("/consent", agree="yes")
    assert games.standing(game).state == before


def test_a_bot_answers_for_its_seat(browser, games):
    from web.hosting.bots import BotSeats

    bots = BotSeats(games).start()
    try:
        game = browser.new_game(kind_red="me", kind_blue="bot", policy_blue="random")
        random = Random(1)
        for _ in range(2000):
            desk = games.desk(game)
            if desk.is_over:
                break
            if "red" in desk.waiting:
                browser.open(f"/g/{game}")
                if orders := browser.orders():
                    browser.press(random.choice(orders))
            else:
                sleep(0.01)  # the bot has a thread of its own
        assert games.desk(game).is_over
    finally:
        bots.stop()


def test_a_watcher_sees_the_game_and_no_hand(two_browsers, games, open_browser):
    game, _, _ = two_browsers
    watcher = open_browser()
    watcher.open(f"/g/{game}")
    assert watcher.page.request.path == f"/g/{game}/watch"
    assert not watcher.orders()
    assert "You are watching" in watcher.text


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(times(1, 4)))
def test_no_page_of_anybody_holds_a_card_that_only_another_seat_may_see(two_browsers, games, app, seed):
    game, host, guest = two_browsers
    watcher = Browser(app)
    addresses = [
        f"/g/{game}/{page}" for page in ("watch", "replay", "timeline.json", "figure.json", "export", "links")
    ]
    addresses += [
        f"/api/games/{game}{page}"
        for page in ("", "/desk", "/scene", "/events", "/timeline", "/figure", "/archive")
    ]

    def hidden_from(seat, version):
        state = games.standing(game, version).state
        shown = set(state.used)
        return {
            card for each, hand in state.hands.items() if each != seat for card in hand if card not in shown
        }

    def look(browser):
        version = games.standing(game).version
        seat = "red" if browser is host else "blue"
        found = [(browser.page.text, hidden_from(seat, version))]
        found += [(browser.client.get(address).text, hidden_from(seat, version)) for address in addresses]
        found += [(watcher.client.get(address).text, hidden_from(None, version)) for address in addresses]
        for text, cards in ((unescape(each), cards) for each, cards in found):
            # what an earlier round showed is no secret: look into the last one
            assert not [card for card in cards if re.search(rf'"{card}"|card={card}\b', _last_round(text))]

    play_on(
        [host, guest], games, game, Random(seed), look=lambda b: None if games.desk(game).is_over else look(b)
    )


def _last_round(text):
    """What was said since the last round began (earlier deals named the same cards in the open)."""
    return text if "RoundStarted" not in text else text[text.rindex("RoundStarted") :]


def test_a_second_device_shows_only_what_is_asked_and_the_hand(app, games):
    game, seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(1), 30, lambda desk: prompt(desk) == "play_card")
    seat = games.desk(game).waiting[0]
    phone = sat_down(app, game, seat)
    page = phone.open(f"/g/{game}?only=hand").text
    assert 'id="board"' not in page and 'id="log"' not in page
    order = next(order for order in phone.orders() if '"PlayCard"' in order[2])
    assert phone.press(order).status_code == 200
    assert games.desk(game).decision.ask(seat).prompt != "play_card"
