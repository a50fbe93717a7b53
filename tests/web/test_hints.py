"""A hint on request: where the table allows it the computer says what it would order, to the asker alone; it
is ordered by nobody, counted, and told to whoever looks at the game."""

import pytest

from domain.kernel import titled
from domain.kernel.codec import codec
from domain.store import Holder, Terms
from domain.titles import TITLES
from projections import statistics
from replays.ratings import rate_games
from replays.selection import Choice, chosen_rows
from tests.web.tables import SEED, new_table, sat_down


def table_with_hints(games, title, scenario):
    """A new game whose maker allows hints: (its id, its seats)."""
    seats = titled(title).scenario(scenario).seatings[0]
    holders = {seat: Holder("person", f"Player of {seat}") for seat in seats}
    game = games.create(title, scenario, holders=holders, seed=SEED, terms=Terms(hints=True))
    return game, seats


@pytest.mark.parametrize("title", [each.id for each in TITLES])
def test_the_hint_is_an_order_of_the_askers_menu_and_nothing_is_ordered(app, games, title):
    game, _seats = table_with_hints(games, title, titled(title).scenarios[0].id)
    seat, version = games.desk(game).waiting[0], games.desk(game).version
    page = sat_down(app, game, seat)
    page.open(f"/g/{game}")
    _action, fields, _buttons = page.form("/hint")
    told = page.client.post(f"/g/{game}/hint", data=fields, headers={"Accept": "application/json"}).json
    assert codec(title).read_order(told["order"]) in games.desk(game).menu(seat)
    assert told["said"].startswith("The computer would: ")
    assert games.desk(game).version == version and not games.desk(game).drafts
    assert games.hints.of(game) == {seat: 1}


def test_whoever_looks_at_the_game_sees_how_many_hints_were_given(app, games):
    game, _seats = table_with_hints(games, "waterloo", "short")
    page = sat_down(app, game, games.desk(game).waiting[0])
    page.open(f"/g/{game}")
    page.send("/hint")
    assert "The computer would: " in page.text and 'id="table"' in page.page.text
    page.send("/hint")
    assert "with 1 hint<" in page.open(f"/g/{game}/watch").text, "the same question counts once"


def test_nobody_has_a_hint_out_of_turn_or_where_none_was_agreed(app, games):
    game, seats = table_with_hints(games, "waterloo", "short")
    idle = next(seat for seat in seats if seat not in games.desk(game).waiting)
    page = sat_down(app, game, idle)
    page.open(f"/g/{game}")
    assert page.send("/hint").status_code == 409
    other, seats = new_table(games, "waterloo", "short")
    page = sat_down(app, other, games.desk(other).waiting[0])
    assert f"/g/{other}/hint" not in page.open(f"/g/{other}").text
    assert not games.hints.games()


def test_the_maker_allows_hints_by_the_form_and_programs_by_the_api(app, games):
    browser = app.test_client()
    page = browser.get("/new?title=waterloo&scenario=short").text
    assert 'name="hints"' in page and "checked" not in page.split('name="hints"')[1].split(">")[0]
    assert 'name="hints"' not in browser.get("/tournaments/new").text
    example = {
        "title": "waterloo",
        "scenario": "short",
        "seats": {"french": {"kind": "me", "name": "Ada"}, "coalition": {"kind": "bot"}},
        "hints": True,
    }
    program, headers = app.test_client(use_cookies=False), {"X-Grognard": "1"}
    opened = program.post("/api/games", json=example, headers=headers).json
    address = f"/api/games/{opened['game']}"
    headers |= {"Authorization": f"Bearer {opened['token']}"}
    told = program.post(f"{address}/hints", json={"seat": "french"}, headers=headers).json
    assert codec("waterloo").read_order(told["order"]) in games.desk(opened["game"]).menu("french")
    head = program.get(address, headers=headers).json
    assert (head["hints"], head["hinted"]) == (True, {"french": 1})


def test_a_game_with_hints_stands_apart_in_statistics_and_ratings(app, games):
    site, found = app.extensions["site"], []
    for whose_hint in ("who wins", "who loses", "nobody"):
        game, (first, second) = table_with_hints(games, "waterloo", "short")
        if whose_hint != "nobody":
            games.hints.count(game, second if whose_hint == "who wins" else first, "1.0.0")
        games.resign(game, first, (first,))
        found.append(game)
    rows = statistics.rows(site.redis, games)
    assert {row["game"]: row["hinted"] for row in rows} == dict(zip(found, (second, first, ""), strict=True))
    assert chosen_rows(rows, Choice(title="waterloo"))["game"].to_list() == [found[2]]
    assert rate_games(rows, "waterloo").unrated == {"hinted": 1}, "who loses in spite of a hint has lost"
