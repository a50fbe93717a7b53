"""The state, its counters, and that a game can be written down at any rest and read back."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.kernel.chance import Drawn, Rolled
from domain.kernel.codec import any_of
from domain.kernel.events import Event
from domain.wellington.position.state import (
    State,
    Troop,
    after,
    counters_for,
    merged,
    parted,
    sp_of,
    without_pieces,
)
from domain.wellington.title import WELLINGTON
from tests.rules.wellington.position import position, started

TYPES: dict[str, type[Event]] = {event.__name__: event for event in (*WELLINGTON.events, Rolled, Drawn)}


def written_and_read(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def test_every_rest_is_written_down_and_read_back() -> None:
    steps: Any = tuple[any_of(WELLINGTON.steps), ...]
    order: Any = any_of(WELLINGTON.orders)
    table, random = started(), Random(3)
    while table.decision is not None:
        agenda = tuple(table.game.agenda)
        assert written_and_read(agenda, steps) == agenda
        assert written_and_read(table.state, State) == table.state
        for seat in table.seats:
            draft = table.any_draft(seat, random)
            assert written_and_read(draft, tuple[order, ...]) == draft
        table.play_on(random, most=1)
    for event in table.game.events:
        assert written_and_read(event, TYPES[type(event).__name__]) == event


def test_the_events_alone_rebuild_the_state() -> None:
    table = started().play_on(Random(4))
    state = State("1812", table.state.seats)
    for event in table.game.events:
        state = event.apply(state)
    assert state == table.state


def test_answers_come_in_impulse_order_after_the_active_power() -> None:
    assert after("spain") == ("nord", "britain", "sud", "spain")


@pytest.mark.parametrize(
    ("sp", "free", "expected"),
    [(4, (9, 9, 9), (0, 0, 1)), (3, (9, 9, 9), (1, 1, 0)), (3, (0, 9, 9), None), (4, (2, 1, 0), (2, 1, 0))],
)
def test_fewest_counters_for_strength_points(
    sp: int, free: tuple[int, int, int], expected: tuple[int, int, int] | None
) -> None:
    assert counters_for(sp, free) == expected


def test_troops_are_parted_without_changing_counters_if_they_fit() -> None:
    parts = parted((5, 5, 5), Troop("britain", 2, 1), 2)
    assert parts == (Troop("britain", 0, 1), Troop("britain", 2), (5, 5, 5))


def test_troops_of_one_history_stand_together() -> None:
    assert merged([Troop("sud", 1), Troop("britain", 1), Troop("sud", 0, 1)]) == (
        Troop("britain", 1),
        Troop("sud", 1, 1),
    )


def test_without_change_a_power_loses_the_next_larger_amount() -> None:
    """R-4: all infantry counters stand elsewhere, so a cavalry counter cannot lose one strength point."""
    state = position(soldiers_at={"lisbon": "britain 14 0 0", "elvas": "britain 0 1 0"})
    assert sp_of(without_pieces(state, "britain", "elvas", 1), "elvas", "britain") == 0
