"""What the pages of comparing and simulating do, by the API: numbers, figures, tables, and refusals."""

import csv
import io
import time

import polars as pl
import pytest

from domain.waterloo.title import WATERLOO
from replays.simulating import Progress, told
from replays.simulation import Run, kept_game
from tests.web.test_api import HEADERS
from tests.web.test_compare import keep_simulation
from web.analysis.judging import others
from web.analysis.simulate import end_simulations

RUN = Run("waterloo", "short", ("random", "random"), 5)
ASKED = {
    "title": "waterloo", "scenario": "short", "seats": ["french", "coalition"], "bots": ["random"],
    "games": 12, "seed": 7,
}  # fmt: skip


@pytest.fixture
def app(make_app, tmp_path):
    made = make_app(simulations=tmp_path / "simulations")
    yield made
    end_simulations(made)


@pytest.fixture
def program(app):
    return app.test_client(use_cookies=False)


def test_two_games_are_laid_side_by_side_for_programs_as_on_the_page(program, games):
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    found = program.get(f"/api/compare/games?a={a}&b={b}&at=150").json
    assert (found["games"], found["view"], found["at"]) == ([a, b], "all", 150)
    assert found["first"] is not None and all(each["text"] for each in found["parting"])
    page = program.get(f"/compare?a={a}&b={b}&at=150").text
    assert page.count(" in the first game, ") >= len(found["differing"]) > 0
    for chart in found["charts"]:
        assert chart["figure"]["data"] and all(len(row) == len(chart["head"]) for row in chart["rows"])
    table = pl.read_parquet(program.get(f"/api/compare/games/table?a={a}&b={b}").data)
    assert table.height == len(found["moments"])
    assert table["apart"].to_list() == [each["apart"] for each in found["moments"]]


def test_two_groups_are_compared_for_programs_as_on_the_page(program, tmp_path):
    folder = tmp_path / "simulations"
    keep_simulation(folder, "one-aaaaaa", "greedy,random", 20)
    keep_simulation(folder, "two-bbbbbb", "random,random", 16)
    asked = "a_file=one-aaaaaa.parquet&b_file=two-bbbbbb.parquet"
    found = program.get(f"/api/compare/groups?{asked}").json
    page = program.get(f"/compare?do=groups&{asked}").text
    assert found["headline"] in page and found["title"] == "waterloo"
    assert [found["a"]["games"], found["b"]["games"]] == [20, 16]
    assert all(each["figure"]["data"] for each in found["figures"])
    table = pl.read_parquet(program.get(f"/api/compare/groups/table?{asked}").data)
    assert table["sentence"].to_list() == [each["sentence"] for each in found["findings"]]
    assert table["difference"].dtype == pl.Float64
    lines = program.get(f"/api/compare/groups/table?{asked}&form=csv")
    assert lines.mimetype == "text/csv"
    assert [row["name"] for row in csv.DictReader(io.StringIO(lines.text))] == table["name"].to_list()


@pytest.mark.parametrize("path, status, error", [
    ("/api/compare/games", 422, "unprocessable_entity"),
    ("/api/compare/games?a=0&b=1", 404, "unknown_game"),
    ("/api/compare/groups", 422, "cannot_compare"),
    ("/api/compare/groups?a_since=soon", 422, "cannot_compare"),
    ("/api/compare/groups/table?a_file=..%2Fsecret&form=csv", 422, "cannot_compare"),
    ("/api/simulations/nothing", 404, "unknown_simulation"),
    ("/api/simulations/nothing/games", 404, "unknown_simulation"),
    ("/api/simulations/nothing/turns?form=xlsx", 422, "unprocessable_entity"),
])  # fmt: skip
def test_what_cannot_be_told_is_refused_as_every_problem_is(program, path, status, error):
    answer = program.get(path)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert (answer.json["error"], answer.json["status"]) == (error, status) and answer.json["detail"]


def ended(program, name):
    """The simulation when it has ended."""
    while (found := program.get(f"/api/simulations/{name}").json)["state"] in ("waiting", "running"):
        time.sleep(0.1)
    return found


def test_a_simulation_is_asked_for_followed_and_read_and_a_variant_of_it_compared(program):
    first = program.post("/api/simulations", json=ASKED, headers=HEADERS)
    assert first.status_code == 201, first.json
    found = ended(program, name := first.json["name"])
    assert (found["state"], found["done"], found["file"]) == ("done", 12, f"{name}.parquet")
    assert {each["who"] for each in found["rates"]} >= {"french", "coalition"}
    assert all(0 <= each["low"] <= each["estimate"] <= each["high"] <= 1 for each in found["rates"])
    page = program.get(f"/simulate/{name}").text
    assert found["report"]["headline"] in page and f"/api/simulations/{name}/games" in page
    assert found["report"]["charts"][0]["figure"]["data"]
    rows = pl.read_parquet(program.get(f"/api/simulations/{name}/games").data)
    turns = pl.read_parquet(program.get(f"/api/simulations/{name}/turns").data)
    assert rows["number"].to_list() == list(range(12)) and set(turns["game"]) == set(rows["game"])
    assert name in [each["name"] for each in program.get("/api/simulations").json["simulations"]]

    varied = program.post("/api/simulations", json={**ASKED, "variant_of": name}, headers=HEADERS)
    paired = ended(program, varied.json["name"])["paired"]
    assert (paired["name"], paired["changed"]) == (name, [])
    assert all("+0.0 points" in each for each in paired["sentences"])


def test_a_simulation_is_stopped_by_a_program_and_keeps_what_it_has_played(program):
    name = program.post("/api/simulations", json={**ASKED, "games": 5000}, headers=HEADERS).json["name"]
    while not program.get(f"/api/simulations/{name}").json["done"]:
        time.sleep(0.1)
    assert program.post(f"/api/simulations/{name}/stops", headers=HEADERS).status_code == 200
    found = ended(program, name)
    assert found["state"] == "stopped" and 0 < found["done"] < 5000


@pytest.mark.parametrize("field, value", [
    ("title", "chess"), ("scenario", "endless"), ("seats", ["french"]), ("bots", ["genius"]),
    ("bots", ["random"] * 3), ("games", 9), ("games", 5001), ("seed", -1), ("narrower", "wide"), ("more", 1),
    ("game", "f" * 32), ("pack", "none"),
])  # fmt: skip
def test_a_simulation_that_cannot_be_played_is_refused_in_words(program, field, value):
    answer = program.post("/api/simulations", json={**ASKED, field: value}, headers=HEADERS)
    assert answer.status_code in (404, 422) and answer.mimetype == "application/problem+json"
    assert answer.json["detail"]


def test_a_running_game_is_simulated_only_by_whoever_holds_all_of_its_seats(program, two_browsers):
    game, _host, _guest = two_browsers
    answer = program.post("/api/simulations", json={"game": game, "games": 10}, headers=HEADERS)
    assert (answer.status_code, answer.json["error"]) == (403, "not_allowed")


def test_the_games_of_a_simulation_from_a_running_game_are_for_whoever_holds_all_of_its_seats(
    program, two_browsers, games, tmp_path
):
    game, _host, _guest = two_browsers
    folder = tmp_path / "simulations"
    keep_simulation(folder, "from-running", "random,random", 12)
    seats, bots = ("french", "coalition"), ("random", "random")
    told(folder, Progress("from-running", "waterloo", "short", seats, bots, 1, 12, 0.0, "done", 1, 1,
                          game=game, at=3, done=12, played={"french": 12}, wins={"french": 5}))  # fmt: skip
    for table in ("games", "turns"):
        answer = program.get(f"/api/simulations/from-running/{table}")
        assert (answer.status_code, answer.json["error"]) == (403, "not_allowed")
    file = "file=from-running.parquet"
    for address in (
        "/api/simulations/from-running", "/simulate/from-running", "/simulate/from-running/progress",
        f"/stats?{file}", f"/stats.csv?{file}", f"/api/statistics?{file}",
        f"/api/statistics/table?{file}&block=balance",
        f"/compare?do=groups&a_{file}&b_{file}", f"/api/compare/groups?a_{file}&b_{file}",
        f"/api/compare/groups/table?a_{file}&b_{file}",
    ):  # fmt: skip
        assert program.get(address).status_code == 403, address
    (row,) = program.get("/api/simulations").json["simulations"]
    assert (row["name"], row["rates"]) == ("from-running", [])
    games.resign(game, "red", ("red",))
    assert program.get("/api/simulations/from-running").json["report"]


def test_a_simulation_from_the_middle_of_a_game_is_none_of_the_others_of_its_scenario(make_app, tmp_path):
    folder = tmp_path / "simulations"
    for name, game in (("whole", ""), ("from-middle", "f" * 32)):
        keep_simulation(folder, name, "random,random", 12)
        told(folder, Progress(name, "waterloo", "short", ("french", "coalition"), ("random", "random"), 1, 12,
                              0.0, "done", 1, 1, game=game, done=12))  # fmt: skip
    with make_app(simulations=folder).test_request_context():
        found = others(WATERLOO, [], {"scenario": "short", "file": "", "data": ""})
    assert {each["game"] for each in found} == {f"whole{number}" for number in range(12)}
