"""A server starts on stored games: several threads load their desks at once, and nothing crashes."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import titles
from domain.store import open_games
from tests.thorough import times

START = dedent(
    """
    import sys
    import threading

    import domain.titles
    from domain.store import open_games

    sys.setswitchinterval(0.0005)  # as web.server.serve does
    games = open_games(sys.argv[1])
    ids = games.ids()
    together = threading.Barrier(4)
    done = []

    def load(first):
        together.wait()
        for game in (*ids[first:], *ids[:first]):
            games.desk(game)
            games.house.terms(game)
        done.append(first)

    threads = [threading.Thread(target=load, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 4
    """
)


@pytest.fixture
def stored(tmp_path: Path) -> str:
    """The address of a store with games of every title, some orders each."""
    address = f"sqlite:///{tmp_path / 'grognard.db'}"
    games = open_games(address)
    for title in titles():
        for _ in range(2):
            game = games.create(title.id, title.scenarios[0].id)
            for _ in range(10):
                desk = games.desk(game)
                games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[0])
    games.close()
    return address


@pytest.mark.thorough
def test_four_threads_that_load_stored_games_at_once_never_crash_a_start(stored: str) -> None:
    failed = []
    for number in range(times(6, 500)):
        ran = subprocess.run([sys.executable, "-c", START, stored], capture_output=True, text=True)
        if ran.returncode:
            failed.append((number, ran.returncode, ran.stderr[-400:]))
    assert failed == []
