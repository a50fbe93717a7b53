"""The computer always answers: whatever the store, another game or another worker does."""

import select
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event

import pytest

import tests.toy  # noqa: F401  (registers the title)
from domain.bots import BOTS
from domain.store import Holder, open_games
from domain.store.leases import LAPSES_SECONDS
from tests.patience import PATIENCE
from tests.thorough import IS_THOROUGH
from tests.web.serving import eventually, served
from web.hosting.bots import BotSeats

ROOT = Path(__file__).parents[2]
PEOPLE = {"red": Holder("person", "Ada"), "blue": Holder("bot", "random")}
LOCKED_SECONDS = 14.0 if IS_THOROUGH else 6.0
"""Longer than the five seconds that a writer of SQLite waits by itself."""


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def stored(address):
    games = open_games(address)
    yield games
    games.close()


@contextmanager
def bots_of(games, seconds=1.0):
    bots = BotSeats(games, seconds).start()
    try:
        yield bots
    finally:
        bots.stop()


def is_asked(games, game, kind="bot"):
    desk, holders = games.desk(game), games.holders(game)
    return any(holders[seat].kind == kind for seat in desk.waiting)


def until_a_bot_is_asked_alone(games, game, random):
    """Plays red's orders, and blue's by hand, until the game waits for the bot and for nobody else."""
    while (desk := games.desk(game)).waiting != ("blue",):
        assert not desk.is_over
        seat = desk.waiting[0]
        games.order(game, seat, random.choice(list(desk.menu(seat))))
    return desk.moment


def told(caplog, words):
    return [record for record in caplog.records if words in record.getMessage()]


# A store that fails


def test_a_bot_answers_once_a_locked_store_is_free_again(stored, tmp_path, caplog):
    game = stored.create("skirmish", "line", holders=PEOPLE)
    moment = until_a_bot_is_asked_alone(stored, game, Random(1))
    with sqlite3.connect(tmp_path / "games.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with bots_of(stored):
            time.sleep(LOCKED_SECONDS)
            eventually(lambda: told(caplog, "The store fails"), "the bot has met the lock")
            assert stored.desk(game).moment == moment
            other.execute("ROLLBACK")
            eventually(lambda: not is_asked(stored, game), "the bot has answered")
    assert len(told(caplog, "The store fails")) == 1, "one line for each trouble"


# Games that fail


def test_a_game_that_cannot_be_folded_is_set_aside_with_one_line_and_the_others_go_on(
    stored, monkeypatch, caplog
):
    poisoned, sound = (stored.create("skirmish", "line", holders=PEOPLE) for _ in range(2))
    for game in (poisoned, sound):
        until_a_bot_is_asked_alone(stored, game, Random(1))
    desk, looked = stored.desk, []

    def failing(game):
        if game == poisoned:
            looked.append(game)
            raise KeyError("no such piece")
        return desk(game)

    monkeypatch.setattr(stored, "desk", failing)
    with bots_of(stored):
        eventually(lambda: not is_asked(stored, sound), "the bot of the sound game has answered")
        eventually(lambda: len(looked) >= 3, "the poisoned one is tried again")
        assert len(told(caplog, f"Game {poisoned} is set aside")) == 1
        monkeypatch.undo()
        eventually(lambda: not is_asked(stored, poisoned), "the bot goes on once the game can be read")


def test_a_bot_that_fails_or_is_not_known_any_more_is_stood_in_for(stored, monkeypatch, caplog):
    monkeypatch.setitem(BOTS, "stockfish", BOTS["random"])
    holders = {**PEOPLE, "blue": Holder("bot", "stockfish")}
    game = stored.create("skirmish", "line", holders=holders)
    until_a_bot_is_asked_alone(stored, game, Random(1))
    monkeypatch.delitem(BOTS, "stockfish")
    with bots_of(stored):
        eventually(lambda: not is_asked(stored, game), "the seat has answered")
    assert len(told(caplog, "Bot 'stockfish' fails")) == 1


def test_a_bot_may_think_as_long_as_the_host_lets_it(stored, monkeypatch):
    given = []

    def told_how_long(situation, usual=BOTS["random"]):
        given.append(situation.seconds)
        return usual(situation)

    monkeypatch.setitem(BOTS, "marshal", told_how_long)
    game = stored.create("skirmish", "line", holders={**PEOPLE, "blue": Holder("bot", "marshal")})
    until_a_bot_is_asked_alone(stored, game, Random(1))
    with bots_of(stored, 7.5):
        eventually(lambda: not is_asked(stored, game), "the seat has answered")
    assert set(given) == {7.5}


def test_a_slow_bot_holds_up_nobody_else(stored, monkeypatch):
    slow, quick = (stored.create("skirmish", "line", holders=PEOPLE) for _ in range(2))
    for game in (slow, quick):
        until_a_bot_is_asked_alone(stored, game, Random(1))
    thinking, done = Event(), Event()

    def ponders(situation, usual=BOTS["random"]):
        if not done.is_set():
            thinking.set()
            assert done.wait(PATIENCE)
        return usual(situation)

    stored.take_seat(slow, "blue", Holder("bot", "greedy"))
    monkeypatch.setitem(BOTS, "greedy", ponders)
    with bots_of(stored):
        eventually(thinking.is_set, "the slow bot thinks")
        eventually(lambda: not is_asked(stored, quick), "the quick one has answered meanwhile")
        assert is_asked(stored, slow)
        done.set()
        eventually(lambda: not is_asked(stored, slow), "the slow one answers too")


def test_games_that_are_over_or_without_a_bot_are_not_folded_at_the_start(stored, address):
    over = stored.create("skirmish", "line", holders=PEOPLE)
    among_people = stored.create("skirmish", "line", holders=dict.fromkeys(PEOPLE, Holder("person", "Ada")))
    waits = stored.create("skirmish", "line", holders=PEOPLE)
    random = Random(3)
    while not (desk := stored.desk(over)).is_over:
        stored.order(over, desk.waiting[0], random.choice(list(desk.menu(desk.waiting[0]))))
    until_a_bot_is_asked_alone(stored, waits, Random(1))
    again, folded = open_games(address), []
    look = again._histories._looked_at
    again._histories._looked_at = lambda game: folded.append(game) or look(game)
    with bots_of(again):
        eventually(lambda: not is_asked(again, waits), "the bot has answered")
    assert set(folded) == {waits} and {over, among_people, waits} == set(again.ids())
    again.close()


# Other workers

WORKER = """
import sys, time
import tests.toy
from domain.bots import BOTS
from domain.store import open_games
from web.hosting.bots import BotSeats
seconds, usual = float(sys.argv[2]), BOTS["random"]
def thinks(situation):
    print("thinks", flush=True)
    time.sleep(seconds)
    return usual(situation)
BOTS["random"] = thinks
BotSeats(open_games(sys.argv[1])).start()
print("there", flush=True)
sys.stdin.read()
"""
"""A worker whose bots take some seconds for each choice."""


@contextmanager
def worker(address, seconds):
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, address, str(seconds)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    ) as process:  # fmt: skip
        try:
            assert process.stdout.readline() == "there\n"
            yield process
        finally:
            process.kill()


@pytest.fixture(params=["sqlite", "postgres"])
def shared(request, tmp_path):
    """The address of a store of several workers."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    return str(request.getfixturevalue("postgres")())


def test_a_bots_seat_is_taken_over_when_its_worker_is_killed_in_thought(shared):
    games = open_games(shared)
    with worker(shared, 600) as first:
        game = games.create("skirmish", "line", holders=PEOPLE)
        moment = until_a_bot_is_asked_alone(games, game, Random(1))
        assert first.stdout.readline() == "thinks\n"
        with worker(shared, 0) as second:
            first.send_signal(signal.SIGKILL)
            first.wait()
            eventually(lambda: games.desk(game).moment != moment, "another worker goes on")
            assert second.stdout.readline() == "thinks\n"
    games.close()


def test_one_worker_at_a_time_plays_the_bots_of_a_game(address):
    games = open_games(address)
    with worker(address, LAPSES_SECONDS + 2) as first:
        game = games.create("skirmish", "line", holders=PEOPLE)
        moment = until_a_bot_is_asked_alone(games, game, Random(1))
        assert first.stdout.readline() == "thinks\n"
        with worker(address, 0) as second:
            eventually(lambda: games.desk(game).moment != moment, "the first one has thought")
            said, _, _ = select.select([second.stdout], [], [], 0)
            assert not said, "the second one did not think about it too"
    games.close()


def test_a_game_goes_on_at_another_server_when_its_own_is_killed(tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    seats = {"french": {"kind": "me", "name": "Anna"}, "coalition": {"kind": "bot", "name": "greedy"}}
    for folder in (tmp_path / "a", tmp_path / "b"):  # all workers sign with the same secret
        folder.mkdir()
        (folder / "secret.key").write_text("ab" * 32 + "\n")
    with served(tmp_path / "a", "--database", database) as first:
        opened = first.post("/api/games", {"title": "waterloo", "scenario": "short", "seats": seats})
        game, token, random = opened["game"], opened["token"], Random(1)
        with served(tmp_path / "b", "--database", database) as second:
            for server in (first, second):
                desk = eventually(lambda: asked(server, game, token), "Anna is asked")  # noqa: B023
                option = random.choice(desk["options"])
                order = {"seat": "french", "order": option["order"], "moment": desk["moment"]}
                server.post(f"/api/games/{game}/orders", order, token)
                if server is first:
                    server.stop(signal.SIGKILL)
            eventually(lambda: asked(second, game, token), "Anna is asked again")


def asked(server, game, token):
    desk = server.get(f"/api/games/{game}/desk?seat=french", token)
    return desk if desk["options"] else None


def test_who_watches_reads_which_computer_is_waited_for_in_one_pair_of_brackets(app, games):
    """It said "Waiting for Blue (Computer (random))."."""
    holders = dict.fromkeys(("red", "blue"), Holder("bot", "random"))
    game = games.create("skirmish", "line", holders=holders)
    told = app.test_client().get(f"/g/{game}/watch").text
    assert "(computer, random)" in told and "(Computer (random))" not in told
