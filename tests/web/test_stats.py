"""The statistics page: its address is its filter, every number has an interval, few games say so."""

import csv
import io
import json
import re
from html import unescape
from random import Random

import msgspec
import polars as pl
import pytest

from domain.kernel import PUBLIC, titles
from domain.store import Holder
from projections import statistics
from projections.title_facts import facts_of
from replays.selection import Choice, chosen_rows
from replays.simulating import Progress, told
from replays.simulation import Run, kept_game, simulate
from scripts.handicaps import handicap_in
from tests.thorough import times
from tests.web.test_secrets import a_table, named, secrets_from
from web.analysis import judging, stats
from web.analysis.judging import is_fixed

RUN = Run("waterloo", "short", ("random", "random"), 5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("simulations")
    rows, turns = simulate(RUN, 40)
    rows.write_parquet(made / "forty.parquet")
    turns.write_parquet(made / "forty.turns.parquet")
    return made


@pytest.fixture
def app(make_app, folder):
    return make_app(simulations=folder)


def test_few_games_are_counted_and_say_nothing_more(browser, app, games):
    for number in range(3):
        games.adopt(kept_game(RUN, number, 0), None)
    assert browser.open("/stats?title=waterloo").status_code == 200
    assert "Too few games (3 of 20)." in browser.text
    assert "block=balance" not in browser.text
    assert "One answer so far: in games between random computers" in browser.text, "a simulation may speak"


def test_the_page_says_where_older_games_fall_out_of_what_is_watched(browser, app, games, monkeypatch):
    """An interval that may be watched holds for a set that grows, not for one that moves on."""
    monkeypatch.setattr(stats, "MOST", 2)
    games.adopt(kept_game(RUN, 0, 0), None)
    assert "intervals of one look" not in browser.open("/stats?title=waterloo").text
    for number in (1, 2):
        games.adopt(kept_game(RUN, number, 0), None)
    browser.open("/stats?title=waterloo")
    assert "These are the newest 2 games: who looks again when older ones have fallen out" in browser.text
    assert "These are the newest" not in browser.open("/stats?title=waterloo&file=forty.parquet").text


def test_the_page_says_where_the_same_people_come_up_too_often():
    def rows(groups, each):
        return [
            {"game": f"{group}-{game}", "seats": "french,coalition", "seats_kind": "people",
             "players": f"A{group},B{group}"}
            for group in range(groups) for game in range(each)
        ]  # fmt: skip

    told = [(7, 1), (12, 30), (8, 11)], [(8, 10), (30, 10)]
    assert all(stats.depend_on_each_other(rows(*each)) for each in told[0])
    assert not any(stats.depend_on_each_other(rows(*each)) for each in told[1])
    bots = [{**row, "seats_kind": "bots"} for row in rows(1, 50)]
    assert not stats.depend_on_each_other(bots) and not stats.depend_on_each_other([])


def test_the_page_begins_with_the_title_of_most_finished_games(browser, app, games):
    games.adopt(kept_game(RUN, 0, 0), None)
    browser.open("/stats")
    assert "1 game." in browser.text and '<option value="waterloo" selected>' in browser.text


def test_a_simulation_fills_every_block_with_a_sentence_a_table_and_a_file(browser, app):
    browser.open("/stats?title=waterloo&file=forty.parquet")
    blocks = ("balance", "judges", "handicap", "ends", "first", "openings", "cards", "uses", "luck", "length")
    for block in blocks:
        assert f'id="{block}"' in browser.text
    assert re.search(r"of 40 games \(95 % interval \d+ to \d+; an even share is 50 %\)", browser.text)
    assert "in games between random computers: " in browser.text, "who plays decides who wins"
    assert browser.text.count("Download as CSV") >= 3
    assert "a played card is not" in browser.text
    assert "points for the French" in browser.text, "what would make it even"
    assert 'id="ratings"' not in browser.text, "a simulation has no players"


def test_the_file_of_a_block_holds_the_numbers_of_its_table(browser, app):
    page = browser.open("/stats.csv?title=waterloo&file=forty.parquet&block=balance")
    assert page.mimetype == "text/csv"
    head, *rows = csv.reader(io.StringIO(page.text))
    assert head == ["Side", "Games", "Share", "95 % from", "95 % to", "Even share"]
    assert sum(float(row[2]) for row in rows) == pytest.approx(1)
    assert all(float(row[3]) <= float(row[2]) <= float(row[4]) for row in rows)


def test_a_program_gets_the_same_with_figures_and_tables_with_their_types(browser, app):
    asked = "/api/statistics?title=waterloo&file=forty.parquet"
    found = browser.open(asked).json
    page = browser.open("/stats?title=waterloo&file=forty.parquet").text
    assert found["games"] == 40 and len(found["blocks"]) > 8
    for block in found["blocks"]:
        assert unescape(page).count(block["headline"]), block["id"]
    (balance,) = browser.open(f"{asked}&block=balance").json["blocks"]
    assert balance["figure"]["data"] and len(balance["head"]) == len(balance["rows"][0])
    table = pl.read_parquet(browser.open(asked.replace("?", "/table?") + "&block=balance").data)
    assert table.columns == balance["head"] and table["Share"].dtype == pl.Float64
    assert browser.open("/api/statistics?title=waterloo&since=soon").status_code == 422
    odd = browser.open(f"{asked}&block=blance")
    assert odd.status_code == 422 and "no block 'blance'" in odd.json["message"]


def test_a_simulation_that_was_stopped_has_the_interval_of_what_is_watched(folder):
    assert is_fixed(folder, "forty.parquet"), "the command line plays as many games as it is told"
    (folder / "stopped.run.json").touch()
    progress = Progress("stopped", "waterloo", "short", ("french", "coalition"), ("random",) * 2, 1, 100, 0.0,
                        "stopped", 1, 1, done=40)  # fmt: skip
    for state, fixed in (("stopped", False), ("narrow", False), ("done", True)):
        told(folder, msgspec.structs.replace(progress, state=state))
        assert is_fixed(folder, "stopped.parquet") is fixed
    (folder / "stopped.run.json").unlink()


def test_the_address_is_the_filter(browser, app, games):
    games.adopt(kept_game(RUN, 0, 0), None)
    for field in ("players=nobody", "kind=people", "scenario=long", "since=2030-01-01", "least=100000"):
        browser.open(f"/stats?title=waterloo&{field}")
        assert "0 games." in browser.text, field
    browser.open("/stats?title=waterloo&kind=bots&players=random&scenario=short&until=2030-01-01")
    assert "1 game." in browser.text
    assert '<option value="bots" selected>' in browser.text


@pytest.mark.parametrize("field", ["since=soon", "file=missing.parquet"])
def test_a_filter_that_does_not_fit_is_answered_in_words(browser, app, field):
    page = browser.open(f"/stats?title=waterloo&{field}")
    assert page.status_code == 200
    assert 'role="alert"' in browser.text


def test_the_lobby_links_the_analysis_pages(browser, app):
    browser.open("/")
    for address in ("/stats", "/simulate", "/compare"):
        assert f'href="{address}"' in browser.text


@pytest.mark.thorough
@pytest.mark.parametrize("title", ["waterloo", "wellington"])
def test_A38_no_statistic_of_a_running_game_tells_a_hand(open_browser, app, games, title):
    """Neither the page, which counts running games, nor what is counted of the game itself."""
    random, looked = Random(38), 0
    for _ in range(times(4, 40)):
        game, (host, _seats), _guest = a_table(open_browser, games, title, random)
        secrets = secrets_from(games, game, (PUBLIC,))
        looked += len(secrets)
        counted = statistics.read(app.extensions["site"].redis, games, game)
        assert counted["luck"] is None and counted["measures"] is None
        assert not named(secrets, json.dumps(counted))
        assert not named(secrets, host.open(f"/stats?title={title}").text)
    assert looked


def test_a_simulation_in_parts_is_typed_resumed_and_shown_by_command_page_and_api(
    make_app, tmp_path, monkeypatch
):
    from click.testing import CliRunner

    from tests.web.conftest import Browser
    from web.server import simulate_command, statistics_command

    monkeypatch.setattr(simulate_command, "MANY", 20)
    words = ["waterloo", "--scenario", "short", "--bots", "random", "--games", "24", "--workers", "1"]
    words += ["--out", str(tmp_path / "vast.parquet"), "--json"]
    said = [json.loads(CliRunner().invoke(simulate_command.simulate, words).stdout) for _ in range(2)]
    assert said[0] == said[1] and said[0]["out"] == str(tmp_path / "vast.parts")
    assert said[0]["wins"]["french"] + said[0]["wins"]["coalition"] == 24
    command = [str(tmp_path / "vast.parts"), "--json"]
    told = json.loads(CliRunner().invoke(statistics_command.statistics, command).stdout)
    assert [each["id"] for each in told] == ["balance", "handicap", "ends", "length"]
    browser = Browser(make_app(simulations=tmp_path))
    found = browser.open("/api/statistics?file=vast.parts").json
    assert (found["title"], found["games"]) == ("waterloo", 24)
    assert [each["headline"] for each in found["blocks"]] == [each["headline"] for each in told]
    page = unescape(browser.open("/stats?file=vast.parts").text)
    assert all(each["headline"] in page for each in told) and "random against random, 24 games" in page
    assert "vast.parts" in browser.open("/compare").text, "whole parts are compared as a group"


def test_a_handicap_is_offered_with_what_it_was_worth_recorded_and_told_apart(browser, app, games):
    browser.open("/new?title=waterloo&scenario=short")
    assert "Of 60 games of computers (marshal) among themselves" in browser.text
    browser.send("/new", name_french="Ada", name_coalition="Bruno", option_handicap="one_place")
    opened = games.standing(games.ids()[-1], 1).opened
    assert opened.options == {"handicap": "one_place"}
    assert statistics.handicap_of(opened.options) == "one_place"
    assert statistics.handicap_of({"handicap": "none"}) == statistics.handicap_of({}) == ""
    rows = simulate(RUN, 2)[0].to_dicts()
    helped = [{**row, "parent": None, "dice_of": None, "handicap": "one_place"} for row in rows]
    assert chosen_rows(helped, Choice(title="waterloo")).is_empty()


def test_running_games_are_reckoned_in_only_if_they_would_count_once_they_are_over(app, games):
    """A running game with a handicap or a hint was reckoned in, and left out as soon as it was over."""
    plain, _helped, hinted = (
        games.create("waterloo", "short", options=options, holders={"french": Holder("person", "Ada"),
                     "coalition": Holder("person", "Bruno")})
        for options in ({}, {"handicap": "one_place"}, {})
    )  # fmt: skip
    fields = dict.fromkeys(stats.FIELDS, "") | {"title": "waterloo"}
    with app.test_request_context():
        assert len(judging.open_turns(fields)) == 2, "one of them may have a hint yet"
        games.hints.count(hinted, "french", "1")
        assert len(judging.open_turns(fields)) == 1
    assert not games.standing(plain).is_over


def test_what_a_handicap_was_worth_is_told_of_choices_that_there_are_and_never_falls(app):
    for rule_set in titles():
        for each in facts_of(rule_set.id).handicaps:
            option = handicap_in(rule_set, each.scenario)
            counts = [each.won[choice] for choice in option.choices]
            assert counts == sorted(counts) and max(counts) <= each.games, "more help wins no fewer games"
