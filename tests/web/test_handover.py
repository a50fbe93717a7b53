"""The hand-over: what the next player missed, the PIN, and the words that give a seat back."""

import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from werkzeug.exceptions import TooManyRequests

from domain.kernel import Seat
from domain.store import Holder
from tests.web.conftest import Browser
from tests.web.tables import SEED, lose_seat, sat_down
from web.base.limits import is_proven


def two_at_a_screen(browser, title="waterloo", **fields):
    """Opens a game of two people at this screen; gives its id."""
    browser.open(f"/new?title={title}")
    names = {"name_french": "Ada", "name_coalition": "Bruno"}
    browser.send("/new", **names, **fields)
    return re.search(r"/g/([0-9a-f]{32})", browser.page.request.path).group(1)


def test_it_tells_at_most_three_public_events_since_the_player_had_the_screen(browser, games):
    game, random, left, handed, had = two_at_a_screen(browser), Random(4), {}, 0, None
    for _step in range(60):
        browser.open(f"/g/{game}")
        if "Pass the device" in browser.text:
            seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
            told = [int(each) for each in re.findall(r"\(event (\d+)\)", browser.text)]
            assert len(told) <= 3 and told == sorted(told, reverse=True)
            assert all(each > left.get(seat, 0) for each in told)
            handed += seat in left and bool(told)
            if had is not None:
                left[had] = games.standing(game).version
            had = seat
            browser.take_device()
        elif "Does anyone respond?" in browser.text:
            browser.send("/nobody")
        else:
            browser.press(random.choice(browser.orders()))
    assert handed


def test_it_names_what_awaits_but_no_menu(browser, games):
    game = two_at_a_screen(browser)
    browser.open(f"/g/{game}/handover")
    assert "Your decision, turn 1: “Choose a card to play (5 at most), or end the round.”" in browser.text
    assert not browser.orders() and "no-store" in browser.page.headers["Cache-Control"]


@pytest.mark.parametrize("title, seats, asked, named", [
    ("wellington", ("allied", "french"), "mulligan", "Your decision, 1812: “Keep the hand of "),
    ("washingtons_war", ("american", "british"), "impulse", "Your decision, 1775: “The impulse of "),
    ("napoleonics", ("british", "french"), "command", "Which command card?”"),
    ("brandywine", ("british", "american"), "bid", "Your decision: Initiative"),
])  # fmt: skip
def test_the_question_is_told_where_its_words_tell_of_no_hand(browser, games, title, seats, asked, named):
    browser.open(f"/new?title={title}")
    browser.send("/new", **{f"name_{seat}": f"Player {number}" for number, seat in enumerate(seats)})
    game = re.search(r"/g/([0-9a-f]{32})", browser.page.request.path).group(1)
    random = Random(3)
    while (desk := games.desk(game)).decision.ask(desk.waiting[0]).prompt != asked:
        games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))
    browser.open(f"/g/{game}/handover")
    assert named in browser.text


def test_a_pin_opens_the_seat_and_nothing_else_does(browser, games):
    game = two_at_a_screen(browser, pin_french="1234", pin_coalition="1234")
    browser.open(f"/g/{game}")
    for wrong in ("", "4321", "12345"):
        browser.send("/handover", pin=wrong)
        assert "This is not the PIN" in browser.text and not browser.orders()
    assert "no-store" in browser.page.headers["Cache-Control"]
    browser.send("/handover", pin=" 1234 ")
    assert browser.orders()


def test_a_seat_without_a_pin_asks_for_none(browser):
    game = two_at_a_screen(browser)
    browser.open(f"/g/{game}")
    assert 'name="pin"' not in browser.page.text
    browser.send("/handover")
    assert browser.orders()


def test_the_pin_of_one_seat_locks_the_other_seats_of_the_same_person(browser, games):
    names = {"name_britain": "Ada", "name_spain": "Ada", "name_sud": "Bruno", "name_nord": "Bruno"}
    browser.open("/new?title=wellington")
    kinds = {f"kind_{seat}": "hotseat" for seat in ("britain", "spain", "sud", "nord")}
    browser.send("/new", **names, **kinds, pin_britain="1234")
    game = games.ids()[-1]
    browser.open(f"/g/{game}/handover")
    browser.send("/handover", seat="spain")
    browser.open(f"/g/{game}/links")
    assert "Your own seat" not in browser.text
    browser.open(f"/g/{game}/handover")
    browser.send("/handover", seat="spain", pin="1234")
    browser.open(f"/g/{game}/links")
    assert browser.text.count("Your own seat") == 2


def test_a_pin_has_four_digits(browser, games):
    browser.open("/new?title=waterloo")
    answer = browser.send("/new", pin_french="12")
    assert answer.status_code == 422 and "four digits" in browser.text
    assert not games.ids()


def test_wrong_pins_are_limited_and_right_ones_are_free(make_app, games):
    browser = Browser(make_app(limits_on=True, pin_limit="3 per hour"))
    game = two_at_a_screen(browser, pin_french="1234", pin_coalition="1234")
    for _time in range(5):
        browser.open(f"/g/{game}/handover")
        browser.send("/handover", pin="1234")
        assert browser.orders()
        browser.send("/away")
    for _time in range(3):
        browser.open(f"/g/{game}/handover")
        assert browser.send("/handover", pin="0000").status_code == 200
    browser.open(f"/g/{game}/handover")
    assert browser.send("/handover", pin="1234").status_code == 429


def test_many_tries_that_come_at_once_are_no_more_tries(make_app):
    app = make_app(limits_on=True, pin_limit="3 per hour")
    tried = []

    def guess(number):
        with app.test_request_context():
            try:
                return is_proven("a PIN", lambda: time.sleep(0.01) or tried.append(number) is not None)
            except TooManyRequests:
                return None

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(guess, range(16)))
    assert len(tried) == 3 and Counter(found) == {False: 3, None: 13}


def test_nothing_that_is_kept_tells_a_pin_or_words(browser, games):
    game = two_at_a_screen(browser, pin_french="8461", pin_coalition="8461")
    words = words_of(browser, game, "8461")
    kept = " ".join(body for _kind, _place, body in games._notes.about(game, ("pin", "phrase")))
    assert kept and "8461" not in re.findall(r"\b\d{4}\b", kept)
    assert not any(word in kept for word in words.split())
    assert words not in browser.open(f"/g/{game}/links").text


def words_of(browser, game, pin=""):
    """Asks for the words of the seat of the person in front of the screen."""
    browser.open(f"/g/{game}")
    if 'name="pin"' in browser.page.text:
        browser.send("/handover", pin=pin)
    else:
        browser.take_device()
    browser.open(f"/g/{game}/links")
    browser.send("/phrase")
    return re.search(r'id="phrase"[^>]*value="([^"]+)"', browser.page.text).group(1)


@pytest.fixture
def remote(app, games):
    """(a game, the browser of its French player)."""
    holders = {Seat("french"): Holder("person", "Ada"), Seat("coalition"): Holder("person", "Bruno")}
    game = games.create("waterloo", "short", holders=holders, seed=SEED)
    return game, sat_down(app, game, Seat("french"))


def given_back(browser, game, words, seat="french"):
    browser.open(f"/g/{game}/recover")
    return browser.send("/recover", seat=seat, phrase=words)


def test_four_words_give_the_seat_to_another_browser_and_the_old_one_keeps_it(app, remote):
    game, mine = remote
    words = words_of(mine, game)
    assert len(words.split()) == 4
    other = Browser(app)
    assert given_back(other, game, words.upper().replace(" ", "  ")).status_code == 200
    for browser in (mine, other):
        browser.open(f"/g/{game}/links")
        assert "Your own seat" in browser.text


def test_new_words_make_the_old_ones_worthless(app, remote):
    game, mine = remote
    old, new = words_of(mine, game), words_of(mine, game)
    assert given_back(Browser(app), game, old).status_code == 403
    assert given_back(Browser(app), game, new, seat="coalition").status_code == 403
    assert given_back(Browser(app), game, new).status_code == 200


def test_wrong_words_are_limited(make_app, remote):
    game, mine = remote
    words, guesser = words_of(mine, game), Browser(make_app(limits_on=True, pin_limit="2 per hour"))
    for _time in range(2):
        assert given_back(guesser, game, "bado lumi seno tifa").status_code == 403
    assert given_back(guesser, game, words).status_code == 429


def test_wrong_words_of_a_stranger_lock_nobody_else_out(make_app, remote):
    game, mine = remote
    app = make_app(limits_on=True, pin_limit="2 per hour")
    words, guesser, elsewhere = words_of(mine, game), Browser(app), Browser(app)
    for _time in range(3):
        given_back(guesser, game, "bado lumi seno tifa")
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert given_back(elsewhere, game, words).status_code == 200


def test_whoever_holds_a_seat_may_always_say_its_words(make_app, remote):
    game, mine = remote
    app = make_app(limits_on=True, pin_limit="2 per hour")
    words, guesser, holder = words_of(mine, game), Browser(app), Browser(app)
    assert given_back(holder, game, words).status_code == 200
    for _time in range(3):
        given_back(guesser, game, "bado lumi seno tifa")
    assert given_back(guesser, game, words).status_code == 429
    assert given_back(holder, game, words).status_code == 200


def test_a_household_of_ipv6_counts_as_one_address(make_app, remote):
    game, mine = remote
    app = make_app(limits_on=True, pin_limit="2 per hour")
    words_of(mine, game)
    answers = []
    for number in range(4):
        guesser = Browser(app)
        guesser.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2:{number}::1"
        answers.append(given_back(guesser, game, "bado lumi seno tifa").status_code)
    assert answers == [403, 403, 429, 429]


def test_a_seat_that_changes_hands_forgets_pin_and_words(app, browser, games):
    browser.open("/new?title=waterloo")
    browser.send("/new", name_french="Ada", kind_coalition="invitation")
    game = games.ids()[-1]
    browser.open(f"/g/{game}/links")
    link = re.search(r'id="link-coalition"[^>]*value="http://localhost([^"]+)"', browser.page.text).group(1)
    guest = Browser(app)
    guest.open(link)
    guest.send(link, name="Bruno", pin="1234")
    words = words_of(guest, game)
    lose_seat(browser, games, game, "coalition")
    assert not games.proofs.has(game, Seat("coalition"), "pin")
    assert given_back(Browser(app), game, words, seat="coalition").status_code != 200


def test_an_invitation_says_what_it_gives_and_what_is_agreed(app, browser, games):
    browser.open("/new?title=wellington&play=invitation")
    browser.send("/new", watchers="later", delay="7", pace="slow", cover="8")
    assert "Copy" in browser.text and "Watchers see the public view 7 events later." in browser.text
    link = re.search(r'value="http://localhost(/join/[^"]+)"[^>]*><button[^>]*>Copy</button></span><small>Send',
                     browser.page.text).group(1)  # fmt: skip
    guest = Browser(app)
    guest.open(link)
    for words in ("this seat is yours if you take it", "one seat", "about 8 seconds", "after 3 days"):
        assert words in guest.text
    assert re.search(r"/miniature/\d+\.svg", guest.page.text)


def test_two_presses_start_a_game_at_one_screen(browser):
    browser.open("/")
    assert 'href="/new"' in browser.page.text
    browser.open("/new")
    assert browser.page.text.count("<legend>") == 2
    browser.send("/new")
    assert "Pass the device to" in browser.text


def test_who_watches_finds_the_way_back_to_a_seat(app, remote):
    game, mine = remote
    words, other = words_of(mine, game), Browser(app)
    other.open(f"/g/{game}/watch")
    other.open(re.search(r'href="(/g/\w+/recover)"', other.page.text).group(1))
    other.send("/recover", seat="french", phrase=words)
    assert "/recover" not in other.open(f"/g/{game}/watch").text
