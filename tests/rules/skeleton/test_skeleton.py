"""Skeleton: its rules, each a sentence of `rules.md`. The laws of every title are in tests/laws."""

import pytest

from domain.kernel import Play, SealedChance
from domain.kernel.events import Opened
from domain.kernel.prose import languages, prose
from domain.skeleton import SKELETON
from domain.skeleton.events import AttackResolved, GameEnded, TurnBegan, UnitMoved
from domain.skeleton.orders import AttackUnit, MoveUnit, Rest
from domain.skeleton.state import NORTH, SEATS, SOUTH, State, result
from domain.skeleton.turns import TURNS, menu, set_up

FIELD = {"north_1": "B2", "south_1": "B3"}


def started(seed: bytes = bytes(32)) -> "Play[State]":
    """A new game at its first decision."""
    play = Play(*set_up(Opened("skeleton", 1, "field", SEATS, {}, "")), SealedChance(seed))
    play.run()
    return play


def test_north_plays_first_and_then_south() -> None:
    play = started()
    assert [type(event) for event in play.events] == [TurnBegan]
    decision = play.answer({NORTH: (Rest(),)})
    assert decision is not None and decision.seats == (SOUTH,)


def test_a_unit_moves_to_an_empty_square_that_touches_its_own() -> None:
    assert set(menu(State(FIELD), NORTH)) == {
        AttackUnit("north_1", "south_1"), MoveUnit("north_1", "A2"), MoveUnit("north_1", "C2"),
        MoveUnit("north_1", "B1"), Rest(),
    }  # fmt: skip
    play = started()
    play.answer({NORTH: (MoveUnit("north_1", "B2"),)})
    assert UnitMoved("north_1", "B1", "B2") in play.events


@pytest.mark.parametrize(("die", "left"), [(3, True), (4, False)])
def test_a_die_of_four_or_more_drives_the_enemy_off(die: int, left: bool) -> None:
    after = AttackResolved("north_1", "south_1", die, die >= 4).apply(State(FIELD))
    assert ("south_1" in after.at) is left


def test_an_attack_is_rolled_and_recorded() -> None:
    play = started()
    for seat, order in ((NORTH, MoveUnit("north_1", "B2")), (SOUTH, AttackUnit("south_1", "north_1"))):
        play.answer({seat: (order,)})
    (attack,) = (event for event in play.events if isinstance(event, AttackResolved))
    assert attack.is_hit == (attack.die >= 4)


def test_after_eight_turns_whoever_has_more_units_wins() -> None:
    play = started()
    while play.agenda:
        play.answer({play.run().seats[0]: (Rest(),)})  # type: ignore[union-attr]
    assert play.state.turn == TURNS and play.events[-1] == GameEnded(None)
    ended = State({"north_1": "B2"}, TURNS, is_over=True)
    assert (found := result(ended)) is not None and found.winners == (NORTH,)


@pytest.mark.parametrize("language", languages(SKELETON))
def test_it_is_told_in_every_language(language: str) -> None:
    told = prose("skeleton", language).event(UnitMoved("north_1", "B1", "B2"))
    assert "B1" in told and "north_1" not in told
