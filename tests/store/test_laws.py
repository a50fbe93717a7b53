"""Law 10 (several writers at once) and law 12 (the same script gives the same on every store)."""

import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

from domain.kernel import GrognardError, Seat, StaleOrder
from domain.store import Games, Holder, open_games
from tests.store.parley import SEATS, Hush, Speak
from tests.store.play import BLUE, RED, written
from tests.toy import Reveal, SetCard, Shoot

ROOT = Path(__file__).parents[2]


def script(games: Games) -> list[Any]:
    """A game with everything that may happen, legal or not, and what it says."""
    said: list[Any] = []

    def attempt(what: Callable[[], Any]) -> None:
        try:
            what()
        except GrognardError as refusal:
            said.append((type(refusal).__name__, refusal.message))

    random = Random(12)
    holders = {RED: Holder("person", "Ann"), BLUE: Holder("person", "Bob")}
    game = games.create("skirmish", "line", holders=holders, seed=b"12" * 16)
    first = games.desk(game)
    for turn in range(400):
        desk = games.desk(game)
        said.append((desk.moment, desk.version, desk.asked, desk.waiting, sorted(desk.drafts)))
        if desk.is_over:
            break
        seat = random.choice(desk.waiting)
        for wrong in (Shoot(BLUE), SetCard("red_9"), Reveal()):
            if wrong not in desk.menu(seat):
                attempt(lambda seat=seat, wrong=wrong: games.order(game, seat, wrong))
        attempt(lambda: games.order(game, RED, Reveal(), "1.0"))
        order = random.choice(desk.menu(seat))
        games.order(game, seat, order, desk.moment)
        if turn % 7 == 3 and turn < 40:
            attempt(lambda seat=seat: games.retract(game, seat))
        if turn % 11 == 5 and turn < 60:
            target = games.undo_target(game, (RED,))
            said.append(target)
            attempt(lambda target=target: games.take_back(game, (RED,), target or 1))
            attempt(lambda: games.consent(game, BLUE, True))
    attempt(lambda: games.take_back(game, (RED,), first.standing.rest))
    fork = games.fork(game, first.standing.rest, same_fate=True)
    said.append(games.standing(fork).state)
    attempt(lambda: games.order(fork, RED, Reveal(), first.moment))
    return [*said, written(games, game), [id for id, _ in games.notifications(1, 1000)]]


def test_the_same_script_gives_the_same_events_and_errors_on_every_store(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    results = []
    for url in (
        "memory:",
        f"sqlite:///{tmp_path}/a.db",
        f"sqlite:///{tmp_path}/b.db?synchronous=normal",
        postgres(),
    ):
        games = open_games(url, clock=itertools.count(1).__next__)
        results.append(script(games))
        games.close()
    assert results[0] == results[1] == results[2] == results[3]
    assert len([each for each in results[0] if isinstance(each, tuple) and each[0] == "StaleOrder"]) > 10


def hammer(games: Games, game: str, seat: Seat, seed: int, tries: int) -> int:
    """Speaks whenever it can, always for the moment it looked at; how often it was accepted."""
    random, accepted = Random(seed), 0
    for _ in range(tries):
        desk = games.desk(game)
        try:
            games.order(game, seat, random.choice((Speak(1), Speak(2), Hush())), desk.moment)
            accepted += 1
        except GrognardError as refusal:
            assert refusal.code in ("stale_order", "not_asked")
        if desk.is_over:
            break
    return accepted


def assert_whole(games: Games, game: str, accepted: int) -> None:
    """Gapless versions; every accepted order is in the events, in a silent round or still open, once."""
    recorded = games.recorded(game)
    assert [each.version for each in recorded] == list(range(1, len(recorded) + 1))
    desk = games.desk(game)
    used = [answers for each in recorded for answers in each.answers or ()]
    count = sum(len(draft) for answers in (*used, *desk.rounds, desk.drafts) for draft in answers.values())
    assert count == accepted > 0


def test_threads_on_one_game_never_lose_or_double_an_order(games: Games) -> None:
    game = games.create("parley", "talk")
    accepted: list[int] = []
    start = Barrier(4)

    def play(number: int) -> None:
        start.wait()
        accepted.append(hammer(games, game, SEATS[number % 2], number, 30))

    threads = [Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(accepted) == 4
    assert_whole(games, game, sum(accepted))


PROCESS = """
import sys, tests.toy
from domain.store import open_games
from tests.store.parley import SEATS
from tests.store.test_laws import hammer
url, game, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
games = open_games(url)
print(hammer(games, game, SEATS[number % 2], number, 60))
games.close()
"""


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_processes_on_one_game_never_lose_or_double_an_order(
    tmp_path: Path, store: str, request: pytest.FixtureRequest
) -> None:
    url = (
        request.getfixturevalue("postgres")()
        if store == "postgres"
        else f"sqlite:///{tmp_path}/games.db?synchronous=normal"
    )
    games = open_games(url)
    game = games.create("parley", "talk")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, url, game, str(number)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    accepted = [int(process.communicate()[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert_whole(games, game, sum(accepted))
    games.close()


def test_of_two_programs_that_close_the_last_answers_at_once_both_take_effect(tmp_path: Path) -> None:
    one, two = (open_games(f"sqlite:///{tmp_path}/games.db") for _ in range(2))
    game = one.create("parley", "talk")
    for number in range(20):
        start = Barrier(2)

        def answer(games: Games, seat: Seat, start: Barrier = start) -> None:
            start.wait()
            games.order(game, seat, Speak(1))

        threads = [Thread(target=answer, args=each) for each in zip((one, two), SEATS, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert one.desk(game).version == two.desk(game).version == number + 2
    one.close()
    two.close()


def test_a_host_event_in_between_does_not_refuse_an_order(sqlite: Games, tmp_path: Path) -> None:
    game = sqlite.create("parley", "talk")
    other = open_games(f"sqlite:///{tmp_path}/games.db")
    moment = sqlite.desk(game).moment
    sqlite.order(game, SEATS[0], Speak(1), moment)
    other.take_seat(game, SEATS[0], Holder("person", "Ann"))
    assert sqlite.order(game, SEATS[1], Hush(), moment).version == 3
    try:
        other.order(game, SEATS[1], Hush(), moment)
        raise AssertionError("the moment is gone")
    except StaleOrder as refusal:
        assert refusal.facts["moment"] == "3.0"
    other.close()


def test_who_clears_up_late_takes_nothing_newer(games: Games) -> None:
    game = games.create("parley", "talk")
    old = games.order(game, SEATS[0], Speak(1))
    games.order(game, SEATS[1], Hush())
    games.order(game, SEATS[0], Speak(2))
    clearing = games._answers.clearing(old)
    assert clearing is not None
    games._notes.commits.write(clearing)
    games._notes.commits.write(lambda within: games._answers._clear(old, within))
    assert games.desk(game).drafts == {SEATS[0]: (Speak(2),)}


def test_an_answer_for_a_decision_that_is_over_is_not_written(sqlite: Games) -> None:
    game = sqlite.create("parley", "talk")
    old = sqlite.desk(game)
    for west in (Hush(), Speak(1)):  # a silent round, then an event
        sqlite.order(game, SEATS[0], Hush())
        sqlite.order(game, SEATS[1], west)
        assert not sqlite._answers.write_draft(old, SEATS[0], (Hush(),))
