"""Simulations on the pages: asked for by form, played by a process of the server, kept, varied."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from domain.kernel.looks import looks_of
from replays.simulating import Plan, progress_of
from replays.simulation import Run, Start, kept_game, simulated
from tests.web.conftest import Browser
from tests.web.serving import eventually
from web.analysis.simulate import end_simulations
from web.analysis.simulations import MOST_TRIES, Simulations, UnknownSimulation

ROOT = Path(__file__).parents[2]

RUN = Run("waterloo", "short", ("random", "random"), 5)


@pytest.fixture
def app(make_app, tmp_path):
    made = make_app(simulations=tmp_path / "simulations")
    yield made
    end_simulations(made)


def simulates(browser, follow=False, **fields):
    """Sends the open form with players that are quick."""
    quick = {name: "random" for name in browser.form("/simulate")[1] if name.startswith("bot_")}
    return browser.send("/simulate", follow=follow, **{**quick, **fields})


def asks(browser, **fields):
    """Fills the form of the short Waterloo and sends it; gives the simulation's name."""
    browser.open("/simulate?title=waterloo&scenario=short")
    answer = simulates(browser, games="custom", custom="12", **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rsplit("/", 1)[1]


def waits(browser, name, done=lambda text: 'data-state="running"' not in text and "waiting" not in text):
    """Reloads the page, as it does itself, until it shows an end."""
    for _ in range(600):
        page = browser.open(f"/simulate/{name}")
        assert page.status_code == 200, page.text
        if done(browser.text):
            return browser.text
        time.sleep(0.1)
    raise AssertionError("the simulation did not end")


def test_a_simulation_is_played_and_shows_every_rate_with_its_interval(browser, app, tmp_path):
    name = asks(browser)
    text = waits(browser, name)
    assert "12 of 12 games" in text
    assert "Win rates" in text
    assert "How the games ended" in text
    assert "Length: orders in a game" in text
    for rate in re.findall(r"<li>.*?</li>", text.split('class="rates"', 1)[1].split("</ul>")[0], re.S):
        assert "95 % interval" in rate
    assert (tmp_path / "simulations" / f"{name}.parquet").exists()
    assert f"{name}.parquet" in browser.open("/compare").text


@pytest.mark.parametrize("seats, sides", [
    ("britain,spain,french", ("allied", "french")), ("player_1,player_2", ("allied", "french")),
])  # fmt: skip
def test_the_seats_that_were_asked_for_are_simulated_those_who_bid_included(
    browser, app, tmp_path, seats, sides
):
    browser.open(f"/simulate?title=wellington&scenario=1813&seats={seats}")
    answer = simulates(browser, games="custom", custom="10")
    name = answer.headers["Location"].rsplit("/", 1)[1]
    text = waits(browser, name)
    found = progress_of(tmp_path / "simulations", name)
    assert (found.state, found.seats) == ("done", tuple(seats.split(",")))
    assert set(found.played) >= {*sides, *seats.split(",")}
    assert sum(found.wins[side] for side in sides) == 10 - found.draws
    assert "in games between random computers: " in text and "Even share" in text


def test_while_it_runs_the_page_reloads_itself_and_stop_keeps_what_was_played(browser, app, tmp_path):
    browser.open("/simulate?title=waterloo&scenario=short")
    answer = simulates(browser, games="custom", custom="5000")
    name = answer.headers["Location"].rsplit("/", 1)[1]
    text = waits(browser, name, lambda text: 'data-state="running"' in text and 'data-done="0"' not in text)
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in text
    browser.send("/stop")
    text = waits(browser, name)
    found = progress_of(tmp_path / "simulations", name)
    assert found.state == "stopped"
    assert 0 < found.done < 5000
    assert "stopped and kept" in text
    assert found.rate("french").method == "always valid"


FIRST, SECOND = ({"REMOTE_ADDR": each} for each in ("192.0.2.77", "198.51.100.1"))


def test_only_who_began_a_simulation_stops_it(app):
    first, second = Browser(app), Browser(app)
    first.client.environ_base.update(FIRST)
    second.client.environ_base.update(SECOND)
    first.open("/simulate?title=waterloo&scenario=short")
    name = simulates(first, games="custom", custom="5000").headers["Location"].rsplit("/", 1)[1]
    assert "Stop and keep" not in second.open(f"/simulate/{name}").text
    second.open("/simulate?title=waterloo&scenario=short")
    token = second.form("/simulate")[1]["token"]
    refused = second.client.post(f"/simulate/{name}/stop", data={"token": token})
    assert refused.status_code == 403 and "Somebody else began this simulation" in refused.text
    stops = {"path": f"/api/simulations/{name}/stops", "headers": {"X-Grognard": "1"}}
    for nobody in (SECOND, {"REMOTE_ADDR": ""}):
        refused = app.test_client().post(**stops, environ_base=nobody)
        assert refused.status_code == 403 and refused.json["error"] == "not_allowed"

    first.client.environ_base.update(SECOND)  # a phone on its way: it is the browser that counts
    first.open(f"/simulate/{name}")
    assert first.send("/stop").status_code == 200
    waits(first, name)


def test_a_program_stops_what_its_address_began_and_who_sits_at_the_machine_stops_all(app, tmp_path):
    asked = {"title": "waterloo", "scenario": "short", "seats": ["french", "coalition"], "bots": ["random"],
             "games": 5000}  # fmt: skip
    program = app.test_client(use_cookies=False)
    for stopper in (FIRST, {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "::ffff:127.0.0.1"}):
        sent = {"headers": {"X-Grognard": "1"}}
        name = program.post("/api/simulations", json=asked, environ_base=FIRST, **sent).json["name"]
        assert program.post(f"/api/simulations/{name}/stops", environ_base=stopper, **sent).status_code == 200
        eventually(lambda name=name: progress_of(tmp_path / "simulations", name).is_finished, "it stops")
        eventually(lambda: not [*(tmp_path / "simulations").glob("*.by")], "who asked is forgotten")


def test_a_variant_meets_the_same_dice_and_shows_the_paired_difference(browser, app):
    name = asks(browser, seed="7")
    waits(browser, name)
    browser.open(f"/simulate?like={name}")
    answer = simulates(browser)
    variant = answer.headers["Location"].rsplit("/", 1)[1]
    text = waits(browser, variant)
    assert "Against the simulation that it varies" in text
    assert "+0.0 points" in text, "nothing was changed: the same dice give the same games"
    assert "12 pairs of games" in text


def test_a_variant_with_other_seats_says_so_and_compares_the_sides(browser, app):
    browser.open("/simulate?title=waterloo&scenario=long&seats=french,coalition")
    simulates(browser, follow=True, games="custom", custom="10")
    name = browser.page.request.path.rsplit("/", 1)[1]
    waits(browser, name)
    browser.open(f"/simulate?like={name}&seats=french,anglo_allied,prussian")
    answer = simulates(browser)
    text = waits(browser, answer.headers["Location"].rsplit("/", 1)[1])
    assert "instead of the French and the coalition" in text
    assert text.count("10 pairs of games") == 2, "the French and the coalition"


def test_an_address_has_one_simulation_at_a_time(browser, app):
    browser.open("/simulate?title=waterloo&scenario=short")
    first = simulates(browser, games="custom", custom="5000")
    browser.open("/simulate?title=waterloo&scenario=short")
    assert simulates(browser, games="custom", custom="20").status_code == 429
    browser.open(first.headers["Location"])
    browser.send("/stop")
    waits(browser, first.headers["Location"].rsplit("/", 1)[1])


@pytest.mark.parametrize("number", ["9", "5001", "many"])
def test_a_number_of_games_that_does_not_fit_is_refused_in_words(browser, app, number):
    browser.open("/simulate?title=waterloo&scenario=short")
    page = simulates(browser, games="custom", custom=number)
    assert page.status_code == 422
    assert "a whole number from 10 to 5000" in browser.text


def test_a_simulation_goes_on_from_an_event_of_a_finished_game(browser, app, games):
    game = games.adopt(kept_game(RUN, 0, 0), None)
    browser.open(f"/simulate?link=http://localhost/g/{game}/replay%23e300")
    assert "From event 300" in browser.text
    answer = simulates(browser, games="custom", custom="10")
    text = waits(browser, answer.headers["Location"].rsplit("/", 1)[1])
    assert "10 of 10 games" in text
    assert "from event 300 of a game" in text


def test_nobody_simulates_a_running_game_without_holding_all_its_seats(two_browsers, app):
    game, host, guest = two_browsers
    host.open(f"/simulate?game={game}")
    assert host.send("/simulate", games="custom", custom="10").status_code == 403


def test_from_a_position_the_past_is_the_games_and_the_seed_decides_the_rest():
    from domain.kernel import ALL
    from replays.archive import write

    recorded = kept_game(RUN, 0, 0)
    start = Start(recorded[0].game, 500, write(RUN.rule_set, recorded[:500], ALL))
    run = Run("waterloo", "short", RUN.bots, 3, start)
    first, again, other = simulated(run, 0)[0], simulated(run, 0)[0], simulated(run, 1)[0]
    assert first == again
    assert first["game"] != other["game"]
    assert first["events"] < len(recorded)
    assert not [name for name in first if name.startswith("dealt:")], "hands of a game stay its players' own"


def test_the_process_ends_with_the_server_and_the_simulation_says_so(tmp_path):
    queue = Simulations(tmp_path)
    name = queue.ask(Plan(RUN, 5000), "here")
    while queue.progress(name).done == 0:
        time.sleep(0.1)
    process = queue._process
    queue.stop()
    assert process.poll() is not None
    assert Simulations(tmp_path).progress(name).state == "ended"


KILLED = """
import os, sys
from pathlib import Path
from replays.simulating import Plan
from replays.simulation import Run
from web.analysis.simulations import Simulations
name = Simulations(Path(sys.argv[1])).ask(Plan(Run("waterloo", "short", ("random", "random"), 5), 10), "here")
print(name, flush=True)
os.kill(os.getpid(), 9)
"""
"""A server that is asked for ten games and dies."""


def ended(simulations, name):
    """Waits for the end of a simulation; how it ended."""
    eventually(lambda: simulations.progress(name).is_finished, "the simulation ends")
    return simulations.progress(name)


def test_what_a_killed_server_left_is_played_by_the_next_one_to_the_same_games(tmp_path):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True, cwd=ROOT
    )
    name = killed.stdout.strip()
    assert killed.returncode == -9 and Simulations(tmp_path).progress(name).state == "ended"
    simulations = Simulations(tmp_path).begin()
    eventually(lambda: simulations.progress(name).state != "ended", "it is taken up")
    found = ended(simulations, name)
    simulations.stop()
    assert (found.state, found.done, found.tries) == ("done", 10, 1)
    games = pl.read_parquet(tmp_path / f"{name}.parquet")["game"].to_list()
    assert games == [simulated(RUN, number)[0]["game"] for number in range(10)]
    assert not [path for kind in ("job", "try*", "*claim") for path in tmp_path.glob(f"{name}.{kind}")]


def test_a_process_that_dies_is_begun_again_and_given_up_after_some_tries(tmp_path):
    simulations = Simulations(tmp_path)
    name = simulations.ask(Plan(RUN, 5000), "here")
    eventually(lambda: simulations.progress(name).done, "games are played")
    simulations._process.kill()
    eventually(lambda: simulations.progress(name).tries == 1, "it is begun again")
    eventually(lambda: simulations.progress(name).done, "games are played again")
    for number in range(2, MOST_TRIES + 1):
        (tmp_path / f"{name}.try{number}").write_text(str(os.getpid()))
    simulations._process.kill()
    assert ended(simulations, name).state == "failed"
    simulations.stop()


def test_a_job_is_taken_up_by_one_worker_alone(tmp_path):
    simulations = Simulations(tmp_path)
    assert simulations._claimed("job", 0) == 1
    with subprocess.Popen(["sleep", "600"]) as other:
        (tmp_path / "job.try1").write_text(str(other.pid))
        assert simulations._claimed("job", 0) is None, "whoever was first lives"
        other.kill()
    assert simulations._claimed("job", 0) == 2, "he died before he could say that he plays it"


def test_files_that_the_host_has_cleared_away_stand_in_nobodys_way(tmp_path):
    simulations = Simulations(tmp_path)
    name = simulations.ask(Plan(RUN, 10), "here")
    ended(simulations, name)
    (tmp_path / f"{name}.run.json").unlink()
    again = simulations.ask(Plan(RUN, 10), "here")
    assert ended(simulations, again).state == "done"
    simulations.stop()


def test_an_unknown_simulation_is_not_found(browser, app, tmp_path):
    assert browser.open("/simulate/nothing").status_code == 404
    assert browser.open(f"/simulate/{'n' * 400}").status_code == 404
    (tmp_path / "secret.run.json").touch()
    (tmp_path / "known").mkdir()
    for name in ("../secret", "..", ""):
        with pytest.raises(UnknownSimulation):
            Simulations(tmp_path / "known").progress(name)


def test_the_replay_leads_to_a_simulation_from_its_event_where_the_viewer_may_ask_for_one(
    two_browsers, app, games
):
    running, host, _ = two_browsers
    over = games.adopt(kept_game(RUN, 0, 0), None)
    page = host.open(f"/g/{over}/replay?at=300")
    link = re.search(r'id="simulate" href="([^"]+)"', page.text).group(1).replace("&amp;", "&")
    host.open(link)
    assert "From event 300 of" in host.text
    assert 'id="simulate"' not in host.open(f"/g/{running}/replay").text


def test_t25_no_chart_shows_what_never_differs_and_sides_have_their_colours(browser):
    browser.open("/simulate?title=waterloo&scenario=short")
    answer = simulates(browser, games="custom", custom="60")
    waits(browser, answer.headers["Location"].rsplit("/", 1)[1])
    text = browser.page.text
    charts = [json.loads(each) for each in re.findall(r'application/json">(\{"data".*?)</script>', text)]
    assert charts
    for chart in charts:
        axes = [trace.get(axis, ()) for trace in chart["data"] for axis in ("x", "y")]
        assert len({str(value) for values in axes for value in values}) > 1
    sides = looks_of("waterloo").sides
    drawn = {trace["marker"]["color"] for trace in charts[0]["data"] if trace.get("x")}
    assert drawn >= {sides["french"].line, sides["coalition"].line}
    assert "in games between random computers" in text
    assert "Also looked at" in text
    assert re.search(r"Of the \d+ games that reached turn \d the middle one has", text), "some end before"
    words = re.sub(r"<script.*?</script>|<[^>]+>", " ", text, flags=re.S)
    assert not re.search(r"(?<![\w–-])-\d|−0(?![\d.,])", words)
