"""What computers think of a position: who can attack at good odds stands well, who must at bad ones badly."""

from domain.brandywine.seen.measures import evaluate
from domain.kernel.seats import Seat
from tests.rules.brandywine.position import position

BRITISH, AMERICAN = Seat("british"), Seat("american")


def worth(pieces: str) -> float:
    """How well the British stand."""
    return evaluate(position(pieces), BRITISH)


def test_two_who_touch_an_enemy_stand_better_than_one_with_the_other_behind_him() -> None:
    together = worth("33 1514, 44 1416, spencer 1515")
    assert together > worth("33 1514, 44 1413, spencer 1515") + 0.5


def test_who_touches_a_stronger_stack_stands_worse_for_he_must_attack_it() -> None:
    """12.1.1: combat is no choice for who is next to an enemy."""
    stack = "1_grenadiers 1515, 2_grenadiers 1515"
    touching = evaluate(position(f"spencer 1514, {stack}"), AMERICAN)
    assert touching < evaluate(position(f"spencer 1513, {stack}"), AMERICAN) - 0.5


def test_what_is_good_for_one_side_is_as_bad_for_the_other() -> None:
    state = position("33 1514, 44 1416, spencer 1515, patton 1516 reduced")
    assert evaluate(state, BRITISH) == -evaluate(state, AMERICAN)
