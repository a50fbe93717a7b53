"""The projector in a process of its own follows orders, comes back when it dies, and ends with the server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.titles import TITLES
from projections import lobby
from projections.apart import ProjectorApart
from tests.projections.play import opened, order, play, until
from tests.projections.test_runner import is_current

ROOT = Path(__file__).parents[2]
WINDOWED = next(each for each in TITLES if each.windows)
TITLE, SCENARIO = WINDOWED.id, WINDOWED.scenarios[0].id


@pytest.fixture
def apart(games: Any, client: Any, redis_server: Any, tmp_path: Path) -> Iterator[ProjectorApart]:
    projector = ProjectorApart(games, client, f"sqlite:///{tmp_path}/grognard.db", redis_server.url)
    projector.start()
    yield projector
    projector.stop()


def test_views_follow_the_orders_and_silent_answers(games: Any, client: Any, apart: ProjectorApart) -> None:
    game = opened(games, TITLE, SCENARIO)
    until(lambda: is_current(client, games, game))
    play(games, game, Random(4), orders=60)
    until(lambda: is_current(client, games, game) and apart.lag() == 0)
    assert lobby.read(client, games)[0]["source"] == "redis"
    random = Random(5)
    while not games.desk(game).rounds or games.desk(game).is_over:
        order(games, game, random)
    desk = games.desk(game)
    until(lambda: lobby.read(client, games)[0]["waiting"] == list(desk.seen_waiting()))


def test_a_projector_that_was_killed_is_started_again(games: Any, client: Any, apart: ProjectorApart) -> None:
    game = opened(games, TITLE, SCENARIO)
    until(lambda: is_current(client, games, game))
    assert apart.process is not None
    before = apart.process.pid
    os.kill(before, signal.SIGKILL)
    order(games, game, Random(1))
    until(lambda: apart.process is not None and apart.process.pid != before)
    until(lambda: is_current(client, games, game))


KILLED = """
import os, signal, sys, time
from domain.store import open_games
from projections.apart import ProjectorApart
from projections.redis_server import RedisServer
projector = ProjectorApart(open_games(sys.argv[1]), RedisServer(sys.argv[2]).client(), *sys.argv[1:])
projector.start()
while projector.process is None:
    time.sleep(0.01)
print(projector.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_ends_with_a_server_that_was_killed(games: Any, redis_server: Any, tmp_path: Path) -> None:
    arguments = [f"sqlite:///{tmp_path}/grognard.db", redis_server.url]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    child = int(killed.stdout)
    until(lambda: not is_alive(child))


def is_alive(pid: int) -> bool:
    """Whether a process runs; not one that has ended and that nobody has waited for."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
