"""Computers think in processes of their own: the same answers, whatever happens to a process."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from domain.bots.questions import Question, answer, question
from domain.kernel import GrognardError, Order
from domain.kernel.ruleset import titled
from domain.store import Games, Holder, open_games
from tests.patience import PATIENCE
from tests.web.serving import eventually, living, parent_of, served
from web.hosting.bots import BotSeats
from web.hosting.thinkers import NobodyThinks, PolicyFailed, Thinkers

ROOT = Path(__file__).parents[2]


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    found = open_games(f"sqlite:///{tmp_path}/games.db")
    yield found
    found.close()


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers()
    yield found
    found.stop()


def asked_of(games: Games, title: str, policy: str) -> Question:
    """What the first seat is asked that has a choice at the beginning of a game."""
    rule_set = titled(title)
    desk = games.desk(games.create(title, rule_set.scenarios[0].id))
    seat = desk.waiting[0]
    return question(rule_set, desk.standing, desk.agenda, seat, (), policy, "luck", None)


def processes() -> list[int]:
    """The processes in which somebody thinks for us."""
    return [each for each in living() if parent_of(each) == os.getpid() and "spawn_main" in command_of(each)]


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:  # it has just ended
        return ""


@pytest.mark.parametrize("title", ["waterloo", "skirmish"])
def test_a_computer_orders_the_same_in_another_process(games: Games, thinkers: Thinkers, title: str) -> None:
    asked = asked_of(games, title, "veteran")
    assert thinkers.think(asked) == answer(asked)


def test_a_process_that_is_killed_is_replaced(games: Games, thinkers: Thinkers) -> None:
    asked = asked_of(games, "skirmish", "veteran")
    thinkers.think(asked)
    first = processes()
    for each in first:
        os.kill(each, signal.SIGKILL)
    assert first and thinkers.think(asked) == answer(asked)
    assert not set(first) & set(processes())


def test_who_stops_leaves_no_process_and_answers_nobody(games: Games) -> None:
    thinkers, asked = Thinkers(), asked_of(games, "skirmish", "recruit")
    thinkers.think(asked)
    assert processes()
    thinkers.stop()
    assert not processes()
    with pytest.raises(NobodyThinks):
        thinkers.think(asked)


def test_who_stops_does_not_wait_for_a_process_that_stands_still(games: Games) -> None:
    thinkers, asked, found = Thinkers(), asked_of(games, "skirmish", "recruit"), list[Exception]()
    thinkers.think(asked)
    os.kill(processes()[0], signal.SIGSTOP)

    def waits() -> None:
        try:
            thinkers.think(asked)
        except NobodyThinks as problem:
            found.append(problem)

    waiting = threading.Thread(target=waits)
    waiting.start()
    eventually(lambda: thinkers._busy, "it is asked")
    thinkers.stop()
    waiting.join(PATIENCE)
    assert found and not processes()


def test_a_policy_that_fails_is_told_and_harms_no_other(games: Games, thinkers: Thinkers) -> None:
    asked = asked_of(games, "skirmish", "recruit")
    with pytest.raises(PolicyFailed, match="KeyError: 'stockfish'"):
        thinkers.think(asked._replace(policy="stockfish"))
    with pytest.raises(GrognardError, match="chess"):
        thinkers.think(asked._replace(title="chess"))
    assert len(processes()) == 1 and thinkers.think(asked) == answer(asked)


def test_the_computers_of_a_server_think_in_processes_that_end_with_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        seats = dict.fromkeys(("french", "coalition"), {"kind": "bot", "name": "marshal"})
        body = {"title": "waterloo", "scenario": "short", "name": "", "options": {}, "seats": seats}
        server.post("/api/games", body)
        eventually(lambda: any("spawn_main" in command_of(each) for each in server.family()), "they think")
        family = server.family()
        os.killpg(server.process.pid, signal.SIGINT)  # as Ctrl-C does
        assert server.process.wait(PATIENCE) == 0
        assert server.last_words() == ""
    eventually(lambda: not set(family) & set(living()), "they are gone")


SERVER = """
import sys, time
from domain.titles import WATERLOO
from domain.store import open_games
from tests.web.test_thinkers import asked_of
from web.hosting.thinkers import Thinkers
if __name__ == "__main__":
    Thinkers().think(asked_of(open_games(sys.argv[1]), "waterloo", "recruit"))
    print("thought", flush=True)
    time.sleep(600)
"""


def test_the_processes_end_with_their_server_however_that_ends(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, address], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as server:
        assert server.stdout is not None and server.stdout.readline() == "thought\n"
        family = [each for each in living() if parent_of(each) == server.pid]
        assert family
        server.kill()
    eventually(lambda: not set(family) & set(living()), "they are gone")


ASKS = """
import sys
from domain.store import open_games
from domain.titles import WATERLOO
from tests.web.test_thinkers import asked_of
from web.hosting.thinkers import Thinker
if __name__ == "__main__":
    thinker = Thinker()
    thinker._pipe.send(asked_of(open_games("memory:"), "waterloo", "recruit"))
    print("asked", flush=True)
    sys.stdin.read()
"""


def test_a_process_whose_server_is_killed_while_it_thinks_ends_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ASKS], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, cwd=ROOT
    ) as server:
        assert server.stdout is not None and server.stdout.readline() == "asked\n"
        assert server.stderr is not None
        server.kill()
        assert server.stderr.read() == ""  # which its processes have too: that is when the last one has ended


def test_no_random_order_stands_in_for_a_computer_whose_process_has_ended(
    games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    broken: list[str] = []

    def think(asked: Question) -> Order:
        if not broken:
            broken.append(asked.policy)
            raise NobodyThinks("killed")
        broken.append(asked.policy)
        return answer(asked)

    holders = {"red": Holder("bot", "recruit"), "blue": Holder("person", "Ada")}
    game = games.create("skirmish", "line", holders=holders)
    bots = BotSeats(games, think=think).start()
    try:
        eventually(lambda: games.desk(game).waiting == ("blue",), "red has answered")
    finally:
        bots.stop()
    assert set(broken) == {"recruit"}
    assert f"Game {game} is set aside" in caplog.text
