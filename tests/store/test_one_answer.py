"""One decision point, one answer: whoever else writes, in this program or in another one."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import Order, Seat
from domain.kernel.errors import NotAsked, StaleOrder
from domain.store import Desk, Games, Holder, StandingOrder, open_games
from tests.council import EAST as E
from tests.council import NORTH as N
from tests.council import SEATS as CHAIRS
from tests.council import SOUTH as S
from tests.council import LetPass, Object, Propose
from tests.store.parley import SEATS, Hush, Speak
from tests.thorough import times

EAST, WEST = SEATS
PASS, YES = LetPass(), Object("yes_1")


@pytest.fixture(params=["sqlite", "postgres"])
def workers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Games, Games]]:
    """Two programs on one store."""
    url = (
        request.getfixturevalue("postgres")()
        if request.param == "postgres"
        else f"sqlite:///{tmp_path}/games.db?synchronous=normal"
    )
    one, two = open_games(url), open_games(url)
    yield one, two
    one.close()
    two.close()


def between(monkeypatch: pytest.MonkeyPatch, games: Games, other: Callable[[], object]) -> None:
    """Once: what `other` does falls between what `games` has looked at and what it writes."""
    append, write_round = games._histories.append, games._answers.write_round

    def first(write: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*words: Any) -> Any:
            monkeypatch.undo()
            other()
            return write(*words)

        return wrapped

    monkeypatch.setattr(games._histories, "append", first(append))
    monkeypatch.setattr(games._answers, "write_round", first(write_round))


ALONE = [(Speak(1), Hush()), (Hush(), Speak(1)), (Hush(), Hush()), (Speak(1), Speak(2))]


@pytest.mark.parametrize(("late", "early"), ALONE)
def test_of_two_orders_for_one_moment_the_second_is_stale_even_after_a_silent_one(
    workers: tuple[Games, Games], monkeypatch: pytest.MonkeyPatch, late: Order, early: Order
) -> None:
    one, two = workers
    game = one.create("parley", "alone")
    moment = one.desk(game).moment
    between(monkeypatch, one, lambda: two.order(game, EAST, early, moment))
    with pytest.raises(StaleOrder):
        one.order(game, EAST, late, moment)
    held(one.desk(game), moment, EAST, early, one)
    held(two.desk(game), moment, EAST, early, two)


def held(desk: Desk, moment: str, seat: Seat, order: Order, games: Games) -> None:
    """That order, and no other, ended that moment."""
    rest, number = map(int, moment.split("."))
    rounds = desk.rounds if desk.standing.rest == rest else games.recorded(desk.game)[rest].answers
    assert rounds is not None
    assert rounds[number][seat] == (order,), f"{rounds} at {moment}, not {order}"


def test_an_answer_that_was_withdrawn_does_not_take_effect(
    workers: tuple[Games, Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = workers
    game = one.create("parley", "talk")
    before = one.order(game, EAST, Speak(1))
    moment = before.moment
    between(monkeypatch, one, lambda: two._answers.drop_draft(before, EAST))
    desk = one.order(game, WEST, Hush(), moment)
    assert (desk.moment, desk.version, desk.drafts) == (moment, 1, {WEST: (Hush(),)})
    assert two.order(game, EAST, Speak(2), moment).version == 2
    held(one.desk(game), moment, EAST, Speak(2), one)


def test_a_window_does_not_pass_over_a_seat_that_has_just_taken_its_standing_order_back(
    workers: tuple[Games, Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = workers
    game = one.create("council", "hall", holders={seat: Holder("person", seat) for seat in CHAIRS})
    one.order(game, N, Propose("talk"))
    one.stand_by(game, E, StandingOrder("all"))
    before = one.order(game, S, PASS)
    moment = before.moment
    between(monkeypatch, one, lambda: two._answers.write_standing_order(before, E, StandingOrder()))
    desk = one.order(game, N, PASS, moment)
    assert desk.moment == moment and desk.waiting == (E,)
    assert two.order(game, E, YES, moment).version > desk.version


# Many pairs, as they come


def together(*ways: Callable[[], object]) -> list[bool]:
    """Which of these went through, all begun at once."""
    start, done = Barrier(len(ways)), [False] * len(ways)

    def go(number: int, way: Callable[[], object]) -> None:
        start.wait()
        try:
            way()
            done[number] = True
        except (StaleOrder, NotAsked):
            pass

    threads = [Thread(target=go, args=each) for each in enumerate(ways)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def test_of_two_orders_at_once_exactly_one_is_accepted_and_stands(workers: tuple[Games, Games]) -> None:
    one, two = workers
    game, found = "", Counter[str]()
    for number in range(times(80, 1000)):
        if not game or one.desk(game).is_over:
            game = one.create("parley", "alone")
        moment = one.desk(game).moment
        orders = ALONE[number % len(ALONE)]
        ways = [partial(each.order, game, EAST) for each in workers]
        done = together(*(partial(way, order, moment) for way, order in zip(ways, orders, strict=True)))
        assert done.count(True) == 1, f"{orders} at {moment}: {done}"
        held(two.desk(game), moment, EAST, orders[done.index(True)], two)
        found[f"{type(orders[0]).__name__} {done.index(True)}"] += 1
    assert len(found) >= 3, found


def test_an_answer_is_either_withdrawn_or_in_effect(workers: tuple[Games, Games]) -> None:
    one, two = workers
    game, found = "", Counter[bool]()
    for number in range(times(60, 1000)):
        if not game or one.desk(game).is_over:
            game = one.create("parley", "talk")
        moment = one.order(game, EAST, (Speak(1), Hush())[number % 2]).moment
        other = (Hush(), Speak(2), Hush())[number % 3]
        _, withdrawn = together(
            partial(one.order, game, WEST, other, moment), partial(two.retract, game, EAST, moment)
        )
        desk = one.desk(game)
        assert (desk.moment == moment and EAST not in desk.drafts) == withdrawn
        found[withdrawn] += 1
        if withdrawn:
            one.order(game, EAST, Hush(), moment)
    assert set(found) == {True, False}


def test_in_a_window_a_seat_passes_or_speaks_never_both(workers: tuple[Games, Games]) -> None:
    one, two = workers
    game, found = "", Counter[int]()
    for _ in range(times(40, 500)):
        if not game or one.desk(game).is_over or one.desk(game).asked != (N,):
            game = one.create("council", "hall", holders={seat: Holder("person", seat) for seat in CHAIRS})
        moment = one.order(game, N, Propose("talk")).moment
        for seat in (N, S):
            one.order(game, seat, PASS, moment)
        done = together(partial(one.order, game, E, PASS, moment), partial(two.order, game, E, YES, moment))
        assert done.count(True) == 1
        held(two.desk(game), moment, E, (PASS, YES)[done.index(True)], two)
        found[done.index(True)] += 1
    assert set(found) <= {0, 1}
