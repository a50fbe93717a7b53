"""Turning points of a finished game are played out by whoever asks, in the background, once."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from msgspec.structs import replace

from domain.bots.chances import Chances, Link
from domain.bots.learned import Value
from domain.waterloo.title import WATERLOO
from replays import rollouts as played
from replays import swings
from replays.simulation import Run, kept_game
from tests.patience import PATIENCE
from web.admin import workplace
from web.analysis.simulate import end_simulations
from web.lookback import win_chance

RUN = Run("waterloo", "short", ("random", "random"), 5)
SIDES = {"french": 1, "coalition": -1}
KNOWN = Chances("waterloo", 2, "", ("short",), {}, {}, {"any": 2}, {"any": 0.1}, Link(0, 0, 0.1, 0),
                Value(SIDES, 1, 4, 0, 0, 0.1, 0, 9))  # fmt: skip
LATE = -4
"""The turning point is one of the last commands: little is left to play."""


@pytest.fixture
def app(make_app, tmp_path, monkeypatch):
    monkeypatch.setattr(win_chance, "chances_of", lambda rules, scenario: KNOWN)
    monkeypatch.setattr(swings, "turning_points", lambda found, noise: [found[LATE], found[-1]])
    monkeypatch.setattr(played, "GAMES", 3)
    made = make_app(simulations=tmp_path / "simulations")
    yield made
    end_simulations(made)


def told(browser, game):
    answer = browser.client.get(f"/g/{game}/turning")
    return answer.text, browser.client.get(f"/api/games/{game}/turning").json["turning"]["points"]


def waits(browser, game):
    """The page and the points, once it has been played out."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        text, points = told(browser, game)
        if points[0]["played_out"]["is_finished"]:
            return text, points
        assert "The computer plays on from before and after it" in text
        time.sleep(0.1)
    raise AssertionError("it was not played out")


def test_a_turning_point_is_played_out_on_request_and_told_with_its_interval(browser, app, games, tmp_path):
    game = games.adopt(kept_game(RUN, 0, 0), None)
    text, (point, last) = told(browser, game)
    assert text.count("Play it out") == 1, "nothing is left to play after the command that ends the game"
    assert (point["may_play_out"], last["may_play_out"], point["played_out"]) == (True, False, None)
    browser.open(f"/g/{game}/turning")
    answer = browser.send(f"/g/{game}/turning/{point['start']}/games", follow=False)
    assert answer.status_code == 303 and "turning=shown" in answer.headers["Location"]
    assert '<details class="turning" open>' in browser.open(answer.headers["Location"]).text
    text, (point, _last) = waits(browser, game)
    found = point["played_out"]
    assert found["done"] == found["games"] == 3 and found["low"] <= found["gap"] <= found["high"]
    assert found["gap"] == pytest.approx(found["after"] - found["before"])
    assert "3 games from either side of it with the same dice" in text and "Play it out" not in text
    assert not [*(tmp_path / "simulations").glob("*.parquet")], "it is in no list and in no statistics"
    assert browser.client.get("/api/simulations").json["simulations"] == []


def test_what_the_end_shows_that_was_not_foreseen_is_nobodys_decision(browser, app, games, monkeypatch):
    """The table below the points has it in a column of its own: the sentence calls it the same."""

    def by_chance(found, noise):
        last = found[-1]
        return [replace(last, is_chancy=True, on_average=last.after - (last.after - last.before) / 4)]

    monkeypatch.setattr(swings, "turning_points", by_chance)
    game = games.adopt(kept_game(RUN, 2, 0), None)
    browser.open(f"/g/{game}/turning")
    for language, unforeseen, decisions in (
        ("en", " was not foreseen.", ", decisions "), ("it", " non erano previsti.", ", le decisioni ")
    ):  # fmt: skip
        text = browser.client.get(f"/g/{game}/turning", headers={"Accept-Language": language}).text
        last = text.split("<ol")[1].split("</ol>")[0].split("<li>")[-1]
        assert unforeseen in last and decisions not in last


def test_a_program_has_a_turning_point_played_out_too_and_the_host_sees_it(app, browser, games):
    game = games.adopt(kept_game(RUN, 0, 0), None)
    point = told(browser, game)[1][0]
    asked = app.test_client().post(
        f"/api/games/{game}/turning/{point['start']}/games", headers={"X-Grognard": "1"}
    )
    assert asked.status_code == 200
    assert asked.json["turning"]["points"][0]["played_out"]["games"] == 3
    with app.test_request_context():
        (listed,) = workplace.state()["rollouts"]
    assert (listed["game"], listed["games"]) == (game, 3)


def test_only_turning_points_of_finished_games_are_played_out(browser, app, games):
    game = games.adopt(kept_game(RUN, 0, 0), None)
    _text, (point, last) = told(browser, game)
    browser.open(f"/g/{game}/turning")
    token = dict(browser.form(f"/g/{game}/turning/{point['start']}/games")[1])
    for start, status in ((point["start"] + 1, 403), (last["start"], 422)):
        answer = browser.client.post(f"/g/{game}/turning/{start}/games", data=token)
        assert answer.status_code == status, answer.text
    running = games.create("waterloo", "short", seats=WATERLOO.scenario("short").seatings[0])
    assert browser.client.post(f"/g/{running}/turning/5/games", data=token).status_code == 403


def test_a_game_is_judged_once_though_all_ask_at_its_end(app, games, monkeypatch):
    game, many, judged = games.adopt(kept_game(RUN, 1, 0), None), 4, []
    monkeypatch.setattr(swings, "turning_points", lambda found, noise: judged.append(game) or [])
    together = Barrier(many)

    def picture(_number):
        with app.test_client() as client:
            together.wait(PATIENCE)
            return client.get(f"/g/{game}/curve.svg").text

    with ThreadPoolExecutor(many) as pool:
        pictures = {*pool.map(picture, range(many))}
    assert judged == [game] and len(pictures) == 1 and "<svg" in pictures.pop()


def test_a_judgement_that_is_known_waits_for_no_other_game(app, games, monkeypatch):
    known, other = (games.adopt(kept_game(RUN, n, 0), None) for n in (3, 4))
    begun, known_again = Event(), Event()
    with app.app_context():
        version = games.desk(known).version
        before = win_chance.judged(known, version)

    def slow(found, noise):
        begun.set()
        assert known_again.wait(PATIENCE)
        return []

    monkeypatch.setattr(swings, "turning_points", slow)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(app.test_client().get, f"/g/{other}/curve.svg")
        assert begun.wait(PATIENCE)
        with app.app_context():
            assert win_chance.judged(known, version) is before
        known_again.set()
        assert asked.result().status_code == 200
