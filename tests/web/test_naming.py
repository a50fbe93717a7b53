"""What games are called: a given name, else title, scenario, players and day; nobody is shown an id."""

import re
from datetime import datetime

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import Seat
from domain.store import Holder
from replays.simulation import Run, kept_game
from tests.web.conftest import Browser
from tests.web.tables import SEED
from web.base import naming

ID = re.compile(r"\b[0-9a-f]{8}")


class TwoDaysLater(datetime):
    """A clock that shows 5 March 2025."""

    @classmethod
    def now(cls, tz=None):
        return cls(2025, 3, 5, tzinfo=tz)


def seated(*people):
    """Holders of the French and the coalition: names, "bot" for the computer, "" for a free seat."""
    kinds = {"bot": Holder("bot", "greedy"), "": Holder("person", "")}
    holders = [kinds.get(each, Holder("person", each)) for each in people]
    return {Seat(seat): holder for seat, holder in zip(("french", "coalition"), holders, strict=True)}


@pytest.mark.parametrize("people, told", [
    (("Anna", "Bruno"), "Waterloo, short: Anna against Bruno, "),
    (("Anna", "bot"), "Waterloo, short: Anna against the computer, "),
    (("Anna", ""), "Waterloo, short: Anna against a free seat, "),
    (("", ""), "Waterloo, short, "),
    (("Anna", "Anna"), "Waterloo, short: Anna, "),
    (("bot", "bot"), "Waterloo, short: the computer against itself, "),
])  # fmt: skip
def test_a_game_without_a_name_is_called_by_title_scenario_players_and_day(app, games, people, told):
    game = games.create("waterloo", "short", holders=seated(*people), seed=SEED)
    with app.test_request_context():
        assert naming.called(game) == told + naming.day(games.recorded(game)[0].at)


def test_allies_stand_on_one_side_of_the_name(app, games):
    seats = ("britain", "sud", "spain", "nord")
    holders = {Seat(seat): Holder("person", name) for seat, name in zip(seats, "ABCD", strict=True)}
    game = games.create("wellington", "1813", seats=seats, holders=holders, seed=SEED)
    with app.test_request_context():
        assert naming.called(game).startswith("Wellington, from 1813: A and C against B and D, ")


def test_a_game_is_called_in_the_readers_language(app, games):
    game = games.create("waterloo", "short", holders=seated("Anna", "Bruno"), seed=SEED)
    with app.test_request_context(headers={"Accept-Language": "it"}):
        assert naming.called(game).startswith("Waterloo, breve: Anna contro Bruno, ")
        assert naming.within_title(game) == "breve: Anna contro Bruno"


def test_a_day_of_another_year_has_its_year(app):
    with app.test_request_context():
        assert naming.day(1_741_000_000_000) == "3 March 2025"


def test_a_day_of_this_year_has_none(app, monkeypatch):
    monkeypatch.setattr(naming, "datetime", TwoDaysLater)
    with app.test_request_context():
        assert naming.day(1_741_000_000_000) == "3 March"


def test_a_given_name_is_kept_and_a_game_that_is_not_here_has_no_id(app, games):
    game = games.create("waterloo", "short", name="Sunday evening", seed=SEED)
    with app.test_request_context():
        assert naming.called(game) == naming.within_title(game) == "Sunday evening"
        assert naming.called("0" * 32) == "a game that is not here"
        assert naming.apart(["A", "B", "A"]) == ("A (1)", "B", "A (2)")


def test_a_fork_says_where_it_left_and_its_comparison_has_no_id(app, games):
    holders = seated("Anna", "Bruno")
    game = games.create("waterloo", "short", holders=holders, seed=SEED)
    for _ in range(6):
        desk = games.desk(game)
        games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[0])
    version = games.standing(game).rest
    forked = games.fork(game, version, same_fate=False, name="", holders=holders, asking=tuple(holders))
    browser = Browser(app)
    with app.test_request_context():
        assert naming.called(forked) == f"{naming.called(game)} (from event {version})"
    page = browser.open(f"/compare?a={game}&b={forked}")
    assert page.status_code == 200
    headings = re.findall(r"<h[1-6][^>]*>(.*?)</h[1-6]>", browser.text, re.S)
    assert len(headings) >= 3 and not [each for each in headings if ID.search(re.sub(r"<[^>]+>", "", each))]


@pytest.mark.parametrize("page", ["", "/watch", "/replay", "/text", "/report"])
def test_pages_of_a_game_are_titled_and_shared_by_its_name(app, games, page):
    game = games.create("waterloo", "short", holders=seated("Anna", "Bruno"), seed=SEED)
    browser = Browser(app)
    browser.open(f"/g/{game}{page}")
    title, shared = re.search(r"<title>(.*?)</title>", browser.text)[1], "Anna against Bruno"
    assert shared in title and not ID.search(title)
    assert shared in re.search(r'og:title" content="([^"]*)"', browser.text)[1]


def test_a_game_of_the_library_has_its_name_there(app, games):
    browser = Browser(app)
    browser.open("/games?show=finished")
    browser.send("/samples/waterloo_short_game")
    assert "Replay of Waterloo, the short game" in browser.text
    assert "simulated game" not in browser.open("/").text


def test_a_game_of_a_simulation_has_its_name_in_the_pages_language(app, games):
    game = games.adopt(kept_game(Run("waterloo", "short", ("random", "random"), 5), 0, 0), None)
    browser = Browser(app)
    browser.client.set_cookie("language", "it")
    browser.open(f"/g/{game}/replay")
    assert "partita simulata 0 del seme 5" in browser.text and "simulated game" not in browser.text
