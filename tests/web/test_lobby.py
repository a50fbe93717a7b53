"""Lists of games: miniature boards, filters, order and pages by links; nothing that watchers may not see."""

import re
from random import Random

import pytest

from domain.kernel import Seat
from domain.store import Holder, Terms
from tests.web.conftest import Browser
from tests.web.tables import SEED, new_table, play_some, sat_down


@pytest.fixture
def three(games):
    """Games that nobody waits for: two of Waterloo, one of Wellington with an open seat."""
    named = {}
    for name, title, scenario in (
        ("Beta", "waterloo", "short"), ("alpha", "waterloo", "long"), ("Gamma", "wellington", "1812"),
    ):  # fmt: skip
        holders = {Seat("french"): Holder("person", "Ada"), Seat("coalition"): Holder("person", "Bruno")}
        given = holders if title == "waterloo" else {}
        named[name] = games.create(title, scenario, name=name, holders=given, seed=SEED)
    return named


def names_on(browser, address):
    """The names of the games on a page of the lobby, from the top."""
    browser.open(address)
    return re.findall(r'scope="row" class="game"><a href="[^"]+">([^<]+)</a>', browser.text)


def test_a_game_that_waits_for_me_shows_its_board_in_miniature(app, games):
    game, seats = new_table(games, "waterloo", "short")
    waiting = games.desk(game).waiting[0]
    browser = sat_down(app, game, waiting)
    browser.open("/games")
    version = games.standing(game).version
    assert f"/g/{game}/miniature/{version}.svg" in browser.page.text
    assert re.search(r'<img src="/boards/waterloo\.\w+\.svg"', browser.page.text)
    picture = browser.open(f"/g/{game}/miniature/{version}.svg")
    assert picture.mimetype == "image/svg+xml" and "immutable" in picture.headers["Cache-Control"]
    assert picture.text.count("<g transform=") > 20


@pytest.mark.parametrize("watchers, upto", [("later", 10), ("end", None)])
def test_a_miniature_is_as_late_as_watchers_are(app, games, watchers, upto):
    seats = ("french", "coalition")
    holders = {Seat(seat): Holder("person", seat) for seat in seats}
    game = games.create("waterloo", "short", holders=holders, seed=SEED, terms=Terms(watchers, 10))
    play_some(games, game, Random(1), 20)
    version = games.standing(game).version
    newest = version - upto if upto else 1
    stranger, player = Browser(app), sat_down(app, game, Seat("french"))
    assert stranger.open(f"/g/{game}/miniature/{newest}.svg").status_code == 200
    for hidden in (newest + 1, version):
        assert stranger.open(f"/g/{game}/miniature/{hidden}.svg").status_code == 403
        assert player.open(f"/g/{game}/miniature/{hidden}.svg").status_code == 200
    assert player.open(f"/g/{game}/miniature/{version + 1}.svg").status_code == 403


def test_a_miniature_is_the_same_for_every_eye(app, games):
    game, seats = new_table(games, "wellington", "1812")
    play_some(games, game, Random(3), 30)
    address = f"/g/{game}/miniature/{games.standing(game).version}.svg"
    browsers = [Browser(app), *(sat_down(app, game, seat) for seat in seats)]
    seen = {each.open(address).text for each in browsers}
    assert len(seen) == 1


def test_hidden_results_hide_the_last_board_too(app, games):
    game, _seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(2), 5000)
    version = games.standing(game).version
    assert games.desk(game).is_over and version > 200
    stranger = Browser(app)
    stranger.open("/games")
    stranger.send("/results", results="hidden")
    assert stranger.open(f"/g/{game}/miniature/{version}.svg").status_code == 403
    assert f"miniature/{version}" not in stranger.open("/").text + stranger.open("/games").text


def test_filters_are_links_with_a_query(browser, three):
    assert sorted(names_on(browser, "/games")) == ["Beta", "Gamma", "alpha"]
    for address in ("/games?show=open", "/games?title=waterloo"):
        assert f'href="{address}"' in browser.page.text
    assert sorted(names_on(browser, "/games?title=waterloo")) == ["Beta", "alpha"]
    assert names_on(browser, "/games?show=open") == ["Gamma"]
    assert names_on(browser, "/games?show=finished") == [] and "No game is like that now." in browser.text


def test_the_heads_of_the_table_sort_it(browser, three):
    assert names_on(browser, "/games?title=waterloo&sort=game") == ["alpha", "Beta"]
    assert 'aria-sort="ascending"' in browser.page.text
    assert "/games?title=waterloo&sort=-game" in browser.text
    assert names_on(browser, "/games?title=waterloo&sort=-game") == ["Beta", "alpha"]
    assert 'aria-sort="descending"' in browser.page.text


def test_fifty_games_fill_a_page(browser, games):
    holders = {Seat(seat): Holder("person", seat) for seat in ("red", "blue")}
    for number in range(52):
        games.create("skirmish", "line", name=f"Game {number:02}", holders=holders)
    first = names_on(browser, "/games?sort=game")
    assert first == [f"Game {number:02}" for number in range(50)]
    assert "page 1 of 2" in browser.text
    rest = re.search(r'href="(/games\?[^"]*page=2[^"]*)"', browser.text).group(1)
    assert names_on(browser, rest) == ["Game 50", "Game 51"]
    assert names_on(browser, rest.replace("page=2", "page=99")) == ["Game 50", "Game 51"]


def test_an_unknown_order_or_page_is_no_fault(browser, three):
    for query in ("?sort=size", "?page=-4&show=open", "?page=x", "?show=nothing", "?title=chess"):
        assert browser.open(f"/games{query}").status_code == 200


def test_a_row_tells_pace_and_who_is_asked(browser, games):
    holders = {Seat("french"): Holder("person", "Ada"), Seat("coalition"): Holder("person", "Bruno")}
    game = games.create("waterloo", "short", holders=holders, seed=SEED, terms=Terms(pace="slow"))
    browser.open("/games")
    assert "Pace: slow" in browser.text
    asked = holders[games.desk(game).waiting[0]].name
    assert re.search(rf'class="when-at">{asked}<small>asked <time', browser.page.text)
