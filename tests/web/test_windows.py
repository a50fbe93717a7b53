"""Response windows on pages and over the API: one question for a screen, standing orders, cover times."""

import re

import pytest

from domain.store import Holder, StandingOrder
from tests.council import EAST, NORTH, SEATS, SOUTH, LetPass, Propose
from tests.web.serving import eventually
from tests.web.test_api import HEADERS, bearer
from web.table.windows import OpenWindows

THREE = {f"name_{seat}": name for seat, name in zip(SEATS, ("Nora", "Emil", "Sofia"), strict=True)}


def new_council(browser, **fields):
    """A council at one screen that stands in a window, opened by North."""
    browser.open("/new?title=council")
    page = browser.send("/new", follow=False, **{**THREE, **fields})
    game = re.search(r"/g/([0-9a-f]{32})", page.headers["Location"]).group(1)
    browser.open(f"/g/{game}")
    browser.take_device()
    propose(browser)
    return game


def propose(browser):
    browser.press(next(order for order in browser.orders() if '"talk"' in order[2]))


def test_a_screen_asks_once_whether_anybody_responds_without_a_hand_over(browser, games):
    game = new_council(browser)
    assert "Does anyone respond?" in browser.text and "Pass the device" not in browser.text
    assert not browser.orders()
    assert [value for _, value, _ in browser.form("/respond")[2]] == list(SEATS)
    browser.speak_up(None)
    assert games.desk(game).asked == (NORTH,)
    assert "Propose or adjourn" in browser.text


def test_a_screen_may_be_asked_only_in_battles_until_it_wants_to_be_asked_always(browser, games):
    game = new_council(browser)
    browser.send("/nobody", level="battles")
    assert games.desk(game).asked == (NORTH,) and "Propose or adjourn" in browser.text
    propose(browser)
    assert games.desk(game).window is None  # it has passed already
    browser.press(next(order for order in browser.orders() if "battle_talk" in order[2]))
    assert "Does anyone respond?" in browser.text
    browser.send("/nobody", level="ask")
    propose(browser)
    assert games.desk(game).waiting == SEATS


def test_who_speaks_up_takes_the_device_and_answers(browser, games):
    game = new_council(browser)
    browser.send("/respond", seat=EAST)
    assert "Pass the device to Emil" in browser.text and "Object?" not in browser.text
    browser.take_device()
    assert "Object?" in browser.text
    browser.press(next(order for order in browser.orders() if "yes_2" in order[2]))
    assert games.standing(game).state.hands[EAST] == ("yes_1",)
    assert "Does anyone respond?" in browser.text  # the window is opened afresh
    browser.speak_up(None)
    assert "Pass the device to Nora" in browser.text


def test_an_offer_waits_for_those_who_come_before_it(browser, games):
    game = new_council(browser)
    browser.send("/respond", seat=NORTH)
    assert "Pass the device to Nora" in browser.text  # nobody knows who reads the question
    browser.take_device()
    browser.press(next(order for order in browser.orders() if "yes_1" in order[2]))
    assert "Nobody else answers" in browser.text and "You have answered" not in browser.text
    browser.speak_up(NORTH)
    assert "You have answered" in browser.text
    browser.send("/retract")
    assert "Object?" in browser.text and games.desk(game).waiting == SEATS
    browser.press(next(order for order in browser.orders() if "yes_1" in order[2]))
    browser.speak_up(None)
    assert games.standing(game).state.hands[NORTH] == ("yes_2",)


def test_a_device_that_is_handed_over_for_an_answer_shows_no_hand_on_the_way_back(browser):
    game = new_council(browser)
    browser.send("/respond", seat=SOUTH)
    browser.open(f"/g/{game}")
    assert "Does anyone respond?" in browser.text and not browser.orders()
    assert "When may I answer?" not in browser.text


def test_an_old_page_cannot_pass_a_newer_window(browser, games):
    game = new_council(browser)
    old = browser.form("/nobody")
    browser.speak_up(None)
    browser.take_device()
    propose(browser)
    browser.client.post(old[0], data=old[1])
    assert games.desk(game).waiting == SEATS


def test_one_person_with_all_seats_is_asked_once(browser, games):
    game = new_council(browser, **dict.fromkeys(THREE, "Nora"), **{f"kind_{seat}": "me" for seat in SEATS})
    assert "Does anyone respond?" in browser.text
    browser.speak_up(SOUTH)
    assert "Object?" in browser.text
    browser.press(next(order for order in browser.orders() if "LetPass" in order[2]))
    browser.speak_up(None)
    assert games.desk(game).asked == (NORTH,)


@pytest.fixture
def apart(browser, open_browser, games):
    """(game, North's and South's browser, East's browser): a window of a game between two screens."""
    browser.open("/new?title=council")
    kinds = {"kind_north": "me", "kind_east": "invitation", "name_east": "", "kind_south": "bot"}
    browser.send("/new", **{**THREE, **kinds, "policy_south": "random"})
    game = re.search(r"/g/([0-9a-f]{32})", browser.text).group(1)
    link = re.findall(r'value="(http://[^"]+/join/[^"]+)"', browser.page.text)[0]
    guest = open_browser()
    guest.open(link)
    guest.send(link.removeprefix("http://localhost"), name="Emil")
    browser.open(f"/g/{game}")
    propose(browser)
    return game, browser, guest


def shown(browser, game):
    """The page without what differs from one request to the next."""
    return re.sub(r'name="token" value="[^"]+"', "", browser.open(f"/g/{game}").text)


def test_the_page_of_others_is_the_same_whoever_has_answered(apart, games):
    game, host, guest = apart
    games.order(game, NORTH, LetPass())
    before = shown(host, game)
    assert "Answers are being gathered" in before and "You have answered" in before
    games.order(game, EAST, LetPass())
    assert shown(host, game) == before
    assert "You have answered" in guest.open(f"/g/{game}").text


def test_a_watcher_reads_that_answers_are_gathered(apart, open_browser):
    game, _, _ = apart
    assert "Answers are being gathered" in open_browser().open(f"/g/{game}/watch").text


def test_a_standing_order_is_given_by_the_page_and_shown_to_nobody_else(apart, games):
    game, host, guest = apart
    before = shown(host, game)
    guest.open(f"/g/{game}")
    guest.send("/standing-order", level="kinds", kinds=["talk"], pass_empty="yes")
    order = StandingOrder("kinds", kinds=("talk",), pass_empty=True)
    assert games.desk(game).standing_order(EAST) == order
    assert "Your standing order lets this chance pass" in guest.text
    assert '<option value="kinds" selected>' in guest.text
    assert shown(host, game) == before
    guest.send("/standing-order", level="ask")
    assert not games.desk(game).automatic and "Object?" in guest.text


def test_a_title_with_battles_offers_to_be_asked_only_there(apart):
    _, _, guest = apart
    assert '<option value="battles"' in guest.open(f"/g/{apart[0]}").text


def test_a_wrong_standing_order_is_refused_with_a_sentence(apart, games):
    game, _, guest = apart
    guest.open(f"/g/{game}")
    assert guest.send("/standing-order", level="kinds", kinds="siege").status_code == 422
    assert "no window 'siege'" in guest.text


def open_by_api(program, **more):
    seats = {seat: {"kind": "me", "name": "Ada"} for seat in SEATS}
    asked = {"title": "council", "scenario": "hall", "seats": seats, **more}
    return program.post("/api/games", json=asked, headers=HEADERS)


def test_a_program_gives_standing_orders_and_sees_its_own_only(app, games):
    program = app.test_client(use_cookies=False)
    opened = open_by_api(program).json
    game, headers = opened["game"], bearer(opened["token"])
    games.order(game, NORTH, Propose("talk"))
    asked = {"seat": "east", "level": "cards", "cards": ["no_1"]}
    answer = program.post(f"/api/games/{game}/standing-orders", json=asked, headers=headers)
    assert answer.json["standing"] == {"level": "cards", "kinds": [], "cards": ["no_1"], "pass_empty": False}
    assert answer.json["automatic"] and answer.json["window"] == "talk"
    other = program.get(f"/api/games/{game}/desk?seat=south", headers=headers).json
    assert other["standing"]["level"] == "ask" and other["waiting"] == list(SEATS)
    assert program.get(f"/api/games/{game}/desk").json["standing"] is None
    asked["level"] = "never"
    assert program.post(f"/api/games/{game}/standing-orders", json=asked, headers=headers).status_code == 422


def test_a_table_chooses_how_long_its_windows_stay_open(browser, app, games):
    game = new_council(browser, cover="8")
    assert games.desk(game).due is not None
    browser.open("/new?title=council")
    assert browser.send("/new", cover="soon").status_code == 422
    program = app.test_client(use_cookies=False)
    game = open_by_api(program, cover=3).json["game"]
    assert games.order(game, NORTH, Propose("talk")).due is not None
    assert program.get(f"/api/games/{game}").json["cover"] == 3
    assert open_by_api(program, cover=61).status_code == 422


def test_the_server_closes_windows_when_they_are_due_also_those_from_before_it_started(games):
    holders = {seat: Holder("person", "Ada") for seat in SEATS}
    passing = [games.create("council", "hall", holders=holders, cover=200) for _ in range(2)]
    for seat in SEATS:
        games.stand_by(passing[0], seat, StandingOrder("battles"))
        games.stand_by(passing[1], seat, StandingOrder("battles"))
    games.order(passing[0], NORTH, Propose("talk"))
    windows = OpenWindows(games).start()
    games.order(passing[1], NORTH, Propose("talk"))
    heard = []
    games.on_change(lambda game, _: heard.append(game))
    eventually(lambda: len(heard) >= 2, "both windows are told of")
    windows.stop()
    assert sorted(heard) == sorted(passing)
    assert [games.desk(game).asked for game in passing] == [(NORTH,)] * 2
