"""A seat that somebody plays goes to somebody else only after a public notice and a time to answer."""

import re
from itertools import count
from threading import Thread

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import SEAT_EVENTS, Seat
from domain.kernel.prose import prose
from domain.store import Holder, Terms
from domain.store.house import WAITS
from tests.toy import SKIRMISH
from tests.web.conftest import Browser
from tests.web.tables import as_sent, late

BLUE = Seat("blue")
MINUTE = 60_000


def log_of(games, game, language="en"):
    """The sentences of a game; the skirmish speaks no Italian, so Waterloo says those."""
    words = prose("skirmish" if language == "en" else "waterloo", language)
    told = [each.body for each in games.recorded(game) if isinstance(each.body, SEAT_EVENTS)]
    return [words.event(each) for each in told]


def ask(host, game, seat="blue"):
    host.open(f"/g/{game}/links")
    return host.send(f"/seats/{seat}/ask")


def link_of(host, seat):
    return re.search(rf'id="link-{seat}"[^>]*value="http://localhost([^"]+)"', host.page.text).group(1)


def test_the_first_link_is_the_guests_and_the_hosts_own_stands_below(app):
    """Who copies the first link and sends it gives away no seat of their own."""
    host = Browser(app)
    host.new_game(kind_red="me", name_red="Ada", kind_blue="invitation", name_blue="")
    assert re.findall(r'id="link-(\w+)"', host.page.text) == ["blue", "red"]


def test_the_host_gets_no_link_of_a_taken_seat_at_once(two_browsers, games):
    game, host, guest = two_browsers
    key = games.seat_key(game, BLUE)
    ask(host, game)
    token = host.form("/links/red")[1]["token"]
    for path in (f"/g/{game}/links/blue", f"/g/{game}/seats/blue/free"):
        answer = host.client.post(path, data={"token": token})
        assert answer.status_code == 403
    assert games.seat_key(game, BLUE) == key and games.holders(game)[BLUE].name == "Bruno"
    guest.open(f"/g/{game}")
    assert guest.orders()


def test_the_notice_names_seat_and_people_in_the_log_in_both_languages(two_browsers, games):
    game, host, guest = two_browsers
    ask(host, game)
    assert "Ada asks for the seat of Blue, which Bruno holds" in log_of(games, game)[-1]
    assert "Ada chiede il posto" in log_of(games, game, "it")[-1] and "Bruno" in log_of(games, game, "it")[-1]
    assert "Ada asks whether you are still here" in guest.open(f"/g/{game}").text
    assert "Ada asks whether you are still here" not in host.open(f"/g/{game}").text


def test_who_says_i_am_here_keeps_the_seat(two_browsers, games):
    game, host, guest = two_browsers
    ask(host, game)
    guest.open(f"/g/{game}")
    guest.send("/here")
    assert log_of(games, game)[-1] == "Bruno is here and keeps the seat of Blue."
    assert "still here" not in guest.text
    late(games, 2 * WAITS["live"])
    host.open(f"/g/{game}/links")
    assert "Free the seat" not in host.text and "Ask for this seat" in host.text


def test_an_order_keeps_the_seat_also_one_that_is_not_in_effect_yet(two_browsers, games):
    game, host, guest = two_browsers
    ask(host, game)
    guest.open(f"/g/{game}")
    guest.press(guest.orders()[0])
    assert log_of(games, game)[-1] == "Bruno is here and keeps the seat of Blue."
    assert games.notices(game) == {}


@pytest.mark.parametrize("pace", WAITS)
def test_the_waiting_time_is_the_pace_of_the_table_and_the_log_says_it(games, pace):
    holders = {Seat("red"): Holder("person", "Ada"), BLUE: Holder("person", "Bruno")}
    game = games.create("skirmish", "line", holders=holders, terms=Terms(pace=pace))
    games.ask_for_seat(game, BLUE, "Ada")
    english = {"live": "within 10 minutes", "fast": "within a day", "slow": "within 3 days"}
    italian = {"live": "entro 10 minuti", "fast": "entro un giorno", "slow": "entro 3 giorni"}
    assert english[pace] in log_of(games, game)[-1] and italian[pace] in log_of(games, game, "it")[-1]
    late(games, WAITS[pace] - MINUTE)
    with pytest.raises(Exception, match="1 minute to"):
        games.free_seat(game, BLUE, "Ada")
    late(games, MINUTE)
    games.free_seat(game, BLUE, "Ada")
    assert games.holders(game)[BLUE] == Holder("person", "")


def freed(host, games, game):
    ask(host, game)
    late(games, WAITS["live"])
    host.open(f"/g/{game}/links")
    host.send("/seats/blue/free")
    return link_of(host, "blue")


def test_after_the_time_the_seat_is_free_and_the_next_player_is_told_with_the_one_before(
    two_browsers, games, open_browser
):
    game, host, guest = two_browsers
    games.proofs.keep(game, BLUE, "pin", "1234")
    link = freed(host, games, game)
    assert "Ada frees the seat of Blue, which Bruno held" in log_of(games, game)[-1]
    assert not games.proofs.has(game, BLUE, "pin")
    assert guest.open(f"/g/{game}").request.path == f"/g/{game}/watch"
    third = open_browser()
    third.open(link)
    third.send(link, name="Carla")
    assert log_of(games, game)[-1] == "Carla takes the seat of Blue, which Bruno held before."
    assert log_of(games, game, "it")[-1] == "Il posto «blue», prima di Bruno, va a Carla."
    assert third.open(f"/g/{game}").request.path == f"/g/{game}"
    assert third.orders()


def test_a_browser_that_plays_against_a_seat_never_gets_it(two_browsers, games):
    game, host, guest = two_browsers
    link = freed(host, games, game)
    host.open(link)
    assert host.send(link, name="Ada again").status_code == 403
    assert games.holders(game)[BLUE].name == ""
    answer = host.client.post(
        f"/api/games/{game}/seats/blue", headers={"X-Grognard": "1"},
        json={"name": "Ada again", "token": link.removeprefix("/join/")},
    )  # fmt: skip
    assert answer.status_code == 403 and games.holders(game)[BLUE].name == ""


def test_nobody_but_the_host_asks_for_a_seat_and_nobody_for_a_free_one(two_browsers, games, open_browser):
    game, host, guest = two_browsers
    guest.open(f"/g/{game}/links")
    token = guest.form("/links/blue")[1]["token"]
    for seat in ("red", "blue"):
        answer = guest.client.post(f"/g/{game}/seats/{seat}/ask", data={"token": token})
        assert answer.status_code == 403
    host.open(f"/g/{game}/links")
    token = host.form("/links/red")[1]["token"]
    for seat, status in (("red", 403), ("green", 422)):
        assert host.client.post(f"/g/{game}/seats/{seat}/ask", data={"token": token}).status_code == status
    assert games.notices(game) == {}


def test_an_invitation_that_nobody_used_is_renewed_at_once(app, games):
    host = Browser(app)
    game = host.new_game(kind_red="me", name_red="Ada", kind_blue="invitation", name_blue="")
    host.open(f"/g/{game}/links")
    old = link_of(host, "blue")
    host.send("/links/blue")
    assert link_of(host, "blue") != old
    guest = Browser(app)
    assert guest.open(old).status_code == 403
    assert log_of(games, game)[1].startswith("The seat of Blue is kept for")


def test_the_holder_renews_the_own_link_at_once(two_browsers, games):
    game, _, guest = two_browsers
    old = games.seat_key(game, BLUE)
    guest.open(f"/g/{game}/links")
    guest.send("/links/blue")
    assert games.seat_key(game, BLUE) != old
    guest.open(f"/g/{game}")
    assert guest.orders()


def test_a_notice_ends_with_a_fork_and_lives_through_an_undo(games):
    holders = {Seat("red"): Holder("person", "Ada"), BLUE: Holder("person", "Bruno")}
    game = games.create("skirmish", "line", holders=holders)
    rest = games.standing(game).rest
    reveal = next(each for each in games.desk(game).menu("red") if "Reveal" in as_sent(each))
    games.order(game, "red", reveal)
    games.ask_for_seat(game, BLUE, "Ada")
    child = games.fork(game, rest + 1, same_fate=False, holders=holders)
    assert games.notices(child) == {} and BLUE in games.notices(game)
    assert games.desk(game).drafts and SKIRMISH.id == "skirmish"


# Two at one moment


@pytest.fixture
def at_once(games, monkeypatch):
    """Lets something happen once, just before or after a call of a method of the games: the next one, or
    one that comes `later`."""

    def between(name, happens, *, after=False, later=0):
        kept, left, calls = getattr(games, name), [happens], count()

        def called(*words, **named):
            if after:
                found = kept(*words, **named)
            if left and next(calls) == later:  # in a thread of its own, as requests are
                elsewhere = Thread(target=left.pop())
                elsewhere.start()
                elsewhere.join()
            return found if after else kept(*words, **named)

        monkeypatch.setattr(games, name, called)
        return left

    return between


def open_seat(games):
    holders = {Seat("red"): Holder("person", "Ada"), BLUE: Holder("open")}
    return games.create("skirmish", "line", holders=holders)


def holds(browser, game, seat="Blue"):
    return "Your own seat" in browser.open(f"/g/{game}/links").text if browser.page else False


def test_of_two_who_sit_down_at_once_one_has_the_seat(open_browser, games, at_once):
    game, first, second = open_seat(games), open_browser(), open_browser()
    for browser in (first, second):
        browser.open(f"/g/{game}/seats/blue")
    at_once("take_seat", lambda: second.send("/seats/blue", name="Zoe"))
    assert first.send("/seats/blue", name="Bruno").status_code == 403
    assert games.holders(game)[BLUE].name == "Zoe"
    assert not holds(first, game) and holds(second, game)


@pytest.mark.parametrize("later", range(8))
@pytest.mark.parametrize("name", ["holders", "seat_key"])
def test_a_link_that_is_shown_while_its_guest_sits_down_gives_nothing(
    open_browser, games, at_once, name, later
):
    host, guest, spare = open_browser(), open_browser(), open_browser()
    game = host.new_game(kind_red="me", name_red="Ada", kind_blue="invitation")
    host.open(f"/g/{game}/links")
    link = link_of(host, "blue")
    guest.open(link)
    to_come = at_once(name, lambda: guest.send(link, name="Bruno"), later=later)
    host.open(f"/g/{game}/links")
    to_come.clear()
    shown = re.search(r'id="link-blue"[^>]*value="http://localhost([^"]+)"', host.page.text)
    if games.holders(game)[BLUE].name != "Bruno":
        guest.send(link, name="Bruno")
    for old in {link, shown.group(1)} if shown else {link}:
        assert spare.open(old).status_code == 403
    assert holds(guest, game)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("kind", ["invitation", "open"])
def test_a_new_link_that_is_made_while_somebody_sits_down_gives_nothing(
    open_browser, games, at_once, kind, after
):
    host, guest, spare = open_browser(), open_browser(), open_browser()
    game = host.new_game(kind_red="me", name_red="Ada", kind_blue=kind)
    host.open(f"/g/{game}/links")
    link = link_of(host, "blue") if kind == "invitation" else f"/g/{game}/seats/blue"
    guest.open(link)
    at_once("new_seat_key", lambda: guest.send(link, name="Bruno"), after=after)
    answer = host.client.post(f"/api/games/{game}/seats/blue/link", headers={"X-Grognard": "1"})
    if answer.status_code == 200:
        headers = {"Authorization": f"Bearer {answer.json['token']}"}
        told = spare.client.get(f"/api/games/{game}", headers=headers)
        assert told.status_code == 403 or games.holders(game)[BLUE].name == ""
    if games.holders(game)[BLUE].name:
        assert holds(guest, game)
