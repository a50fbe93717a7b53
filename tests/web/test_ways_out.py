"""Every page, picture, file and stream of a running game at a screen that two people share: none names a card
of who is not in front of it. The addresses come from the application itself."""

import json
import re
from html import unescape
from random import Random

import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import PUBLIC, Seat
from tests.thorough import times
from tests.web.conftest import Browser
from tests.web.test_secrets import named, secrets_from
from tests.web.test_windows import new_council

PIN = {"french": "1111", "coalition": "2222", "britain": "1111", "sud": "2222"}
SEATS = {"waterloo": ("french", "coalition"), "wellington": ("britain", "sud")}


def shared(app, games, title, orders):
    """(a game of two people with PINs at one screen after some random orders, its browser)."""
    browser, random = Browser(app), Random(f"{title} {orders}")
    first, second = SEATS[title]
    pairs = {first: "Ada", second: "Bruno"} if title == "waterloo" else dict(
        zip(("britain", "spain", "sud", "nord"), ("Ada", "Ada", "Bruno", "Bruno"), strict=True)
    )  # fmt: skip
    browser.open(f"/new?title={title}")
    fields = {f"name_{seat}": name for seat, name in pairs.items()}
    fields |= {f"kind_{seat}": "hotseat" for seat in pairs}
    pins = {f"pin_{seat}": PIN[seat] for seat in (first, second)}
    browser.send("/new", **fields, **pins)
    game = games.ids()[-1]
    for _ in range(orders):
        desk = games.desk(game)
        if desk.is_over:
            break
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(desk.menu(seat)))
    return game, browser, {name: tuple(s for s in pairs if pairs[s] == name) for name in ("Ada", "Bruno")}


def addresses(app, games, game):
    """An address for every way to read something of a game, with what a snoop would ask for."""
    version, seats = games.standing(game).version, games.standing(game).opened.seats
    known = {"game": game, "version": version, "seat": seats[0]}
    bound, moment = app.url_map.bind("localhost"), games.desk(game).moment
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or "game" not in rule.arguments:
            continue
        address = bound.build(rule.endpoint, {name: known[name] for name in rule.arguments})
        yield rule.endpoint, address
        for seat in (*seats, "all"):
            yield rule.endpoint, f"{address}?as={seat}&at={version}&answers={seat}&moment={moment}"
            yield rule.endpoint, f"{address}?view={seat}&seat={seat}"
    yield "pages.lobby", "/"
    yield "simulate.form", f"/simulate?game={game}"
    yield "compare.compare", f"/compare?a={game}&b={game}"
    yield "pages.new", f"/new?rematch={game}"
    for page in ("text", "text?say=hand", "text?say=cards", "?only=hand", "?log=all"):
        yield "page", f"/g/{game}/{page}".replace("/?", "?")


def read(browser, address):
    """What comes back, of a stream its beginning."""
    answer = browser.client.get(address, buffered=False)
    if answer.mimetype == "text/event-stream":
        told = iter(answer.response)
        text = "".join(str(next(told)) for _ in range(2))
        answer.close()
        return text
    return unescape(answer.get_data(as_text=True))


@pytest.mark.parametrize("title", SEATS)
@pytest.mark.parametrize("orders", [0, 60])
def test_no_way_out_names_a_card_of_who_is_not_in_front_of_the_screen(app, games, title, orders):
    game, browser, people = shared(app, games, title, orders)
    seen, looked = set(), 0
    for who in (None, "Ada", "Bruno"):
        if who is not None:
            seat = next(seat for seat in people[who] if seat in PIN)
            taken = {"token": _token(browser, game), "seat": seat, "pin": PIN[seat]}
            answer = browser.client.post(f"/g/{game}/handover", data=taken)
            assert answer.status_code == 303
        present = people[who] if who and not _is_put_to_all(browser, game) else ()
        secrets = secrets_from(games, game, (PUBLIC, *present))
        looked += len(secrets)
        for endpoint, address in addresses(app, games, game):
            seen.add(endpoint)
            found = named(secrets, read(browser, address))
            assert not found, (who, endpoint, address, found)
    assert looked and len(seen) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("title", SEATS)
def test_once_the_device_is_to_be_passed_nothing_shows_the_hand_of_who_played_last(app, games, title):
    game, browser, people = shared(app, games, title, 0)
    for _ in range(times(5, 12)):
        browser.open(f"/g/{game}")
        if "All hands are hidden." in browser.text:
            secrets = secrets_from(games, game, (PUBLIC,))
            for endpoint, address in addresses(app, games, game):
                found = named(secrets, read(browser, address))
                assert not found, (endpoint, address, found)
            browser.open(f"/g/{game}/handover")
            seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
            name = next(name for name, seats in people.items() if seat in seats)
            browser.send("/handover", pin=PIN[next(each for each in people[name] if each in PIN)])
            assert "All hands are hidden." not in browser.text
        browser.press(browser.orders()[0]) if browser.orders() else browser.send("/nobody")


def _token(browser, game):
    """The token of the forms of a game, whoever is in front of the screen."""
    browser.open(f"/g/{game}")
    return next(fields["token"] for action, fields, _ in browser.forms() if action.startswith(f"/g/{game}/"))


def _is_put_to_all(browser, game):
    return "Does anyone respond?" in browser.open(f"/g/{game}").text


def fork(browser, game, **fields):
    browser.open(f"/g/{game}/fork")
    kinds = {f"kind_{seat}": "me" for seat in ("french", "coalition")}
    names = {f"name_{seat}": "Ada" for seat in ("french", "coalition")}
    return browser.send("/fork", follow=False, **{**kinds, **names, **fields})


def test_a_fork_of_a_running_game_needs_the_pin_of_everybody_at_the_screen(app, games):
    game, browser, _ = shared(app, games, "waterloo", 5)
    assert fork(browser, game).status_code == 403
    browser.open(f"/g/{game}/handover")
    seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
    other = "coalition" if seat == "french" else "french"
    browser.send("/handover", pin=PIN[seat])
    assert fork(browser, game).status_code == 403
    assert fork(browser, game, **{f"pin_of_{other}": "9999"}).status_code == 403
    assert games.ids() == [game]
    assert "PIN of Bruno" in unescape(browser.open(f"/g/{game}/fork").text) or other == "french"
    assert fork(browser, game, **{f"pin_of_{other}": PIN[other]}).status_code == 303
    child = games.ids()[-1]
    assert games.proofs.has(child, Seat("french"), "pin")  # Ada keeps her seat and her PIN
    assert not games.proofs.has(child, Seat("coalition"), "pin")


def test_no_field_of_a_form_makes_a_wrong_pin_a_new_one(make_app, games, tmp_path):
    app = make_app(limits_on=True, pin_limit="3 per hour", simulations=tmp_path)
    game, browser, _ = shared(app, games, "waterloo", 5)
    browser.open(f"/g/{game}/handover")
    seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
    browser.send("/handover", pin=PIN[seat])
    other = "coalition" if seat == "french" else "french"
    wrong = [{"seat": f"s{number}", f"pin_of_{other}": f"{number:04}"} for number in range(5)]
    answers = [fork(browser, game, **fields).status_code for fields in wrong]
    assert answers == [403, 403, 403, 429, 429]
    browser.open(f"/simulate?game={game}")
    told = browser.send("/simulate", follow=False, seat="another", **{f"pin_of_{other}": PIN[other]})
    assert told.status_code == 429 and games.ids() == [game] and not list(tmp_path.glob("*.json"))


def test_a_program_and_a_script_fork_no_running_game_past_the_pin(app, games):
    game, browser, _ = shared(app, games, "waterloo", 5)
    browser.open(f"/g/{game}/handover")
    seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
    browser.send("/handover", pin=PIN[seat])
    places = {each: {"kind": "me", "name": "Ada"} for each in ("french", "coalition")}
    asked = {"version": games.standing(game).version, "seats": places, "same_fate": False, "name": ""}
    answer = browser.client.post(f"/api/games/{game}/forks", json=asked, headers={"X-Grognard": "1"})
    assert answer.status_code == 403 and games.ids() == [game]


def test_a_simulation_of_a_running_game_needs_the_pin_of_everybody_at_the_screen(make_app, games, tmp_path):
    app = make_app(simulations=tmp_path)
    game, browser, _ = shared(app, games, "waterloo", 5)
    browser.open(f"/g/{game}/handover")
    seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
    browser.send("/handover", pin=PIN[seat])
    browser.open(f"/simulate?game={game}")
    answer = browser.send("/simulate", follow=False)
    assert answer.status_code == 403 and not list(tmp_path.glob("*.json"))


def test_a_question_to_all_at_the_screen_shows_only_what_everybody_may_see(browser, games):
    game = new_council(browser)
    assert "Does anyone respond?" in browser.text
    for page in ("", "/text", "/replay", "/talk"):
        browser.open(f"/g/{game}{page}")
        assert "When may I answer?" not in browser.text
    assert browser.open(f"/api/games/{game}").json["yours"] == []
    scene = json.dumps(browser.open(f"/api/games/{game}/scene").json)
    assert "yes_1" not in scene


@pytest.mark.thorough
@pytest.mark.parametrize("title", SEATS)
def test_windows_at_one_screen_show_no_hand_through_a_random_game(app, games, title):
    game, browser, people = shared(app, games, title, 0)
    random, asked = Random(8), 0
    everybody = secrets_from(games, game, (PUBLIC,))
    browser.open(f"/g/{game}")
    for _ in range(times(50, 150)):
        if "Pass the device" in browser.text:
            seat = re.search(r'name="seat" value="(\w+)"', browser.page.text).group(1)
            (person,) = (name for name, seats in people.items() if seat in seats)
            browser.send("/handover", pin=next(PIN[each] for each in people[person] if each in PIN))
        elif "Does anyone respond?" in browser.text:
            asked += 1
            everybody = secrets_from(games, game, (PUBLIC,))
            for page in ("", "/text", "/replay", "/links", "/talk", "/export"):
                assert not named(everybody, unescape(browser.open(f"/g/{game}{page}").text)), page
            browser.open(f"/g/{game}")
            browser.send("/nobody")
        elif orders := browser.orders():
            browser.press(random.choice(orders))
        else:
            seat = games.desk(game).waiting[0]
            games.order(game, seat, random.choice(games.desk(game).menu(seat)))
            browser.open(f"/g/{game}")
    assert everybody and (asked or title == "waterloo")


def test_who_sits_in_front_takes_nothing_back_for_the_other_at_the_screen(browser, games):
    """After a reveal the others consent, also at one screen."""
    game = browser.new_game(kind_red="hotseat", name_red="Ada", kind_blue="hotseat", name_blue="Bruno")
    for _ in range(2):
        browser.open(f"/g/{game}")
        browser.take_device()
        browser.press(next(order for order in browser.orders() if "Reveal" in order[2]))
    browser.open(f"/g/{game}")
    browser.take_device()
    before = games.standing(game)
    browser.send("/undo")
    assert games.standing(game).version == before.version
    browser.take_device()
    assert "is to be taken back" in browser.text
    browser.send("/consent", agree="yes")
    assert games.standing(game).version > before.version
