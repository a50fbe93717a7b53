"""The costliest decisions of a game: told only where they stand out, never bad luck, with what a computer
would have ordered that knew no more than the seat."""

from random import Random

import pytest

from domain.kernel import Seat
from replays.costly import LEAST, MOST, costliest, deciders_of, with_advice
from replays.swings import Swing, swings
from tests.replays.test_swings import game_of, wrong_worth
from tests.toy import BLUE, RED

NOISE = 0.02
SIDES = {RED: 1, BLUE: -1}


def played(*costs: float, who: Seat = RED) -> tuple[list[Swing], dict[int, Seat]]:
    """Commands of one seat that cost its side so much each."""
    found = [
        Swing(10 * n + 1, 10 * n + 9, 0.5, 0.5 - SIDES[who] * cost, 0.5 - SIDES[who] * cost, 0.0, False)
        for n, cost in enumerate(costs)
    ]
    return found, {each.start: who for each in found}


@pytest.mark.parametrize("who", [RED, BLUE])
def test_a_decision_is_told_for_what_it_cost_its_own_side_the_costliest_first(who: Seat) -> None:
    found, deciders = played(0.2, -0.3, 0.0, 0.12, 0.3, 0.25, LEAST - 0.001, who=who)
    told = costliest(found, deciders, SIDES, 0.001)
    assert [(seat, round(lost, 2)) for _, seat, lost in told] == [
        (who, 0.3), (who, 0.25), (who, 0.2), (who, 0.12),
    ]  # fmt: skip


def test_bad_luck_and_the_end_of_a_game_and_what_both_decided_cost_nobody_anything() -> None:
    unlucky = Swing(1, 9, 0.5, 0.1, 0.5, 0.0, True)
    last = Swing(11, 19, 0.5, 0.0, 0.0, 0.0, False, True)
    both = Swing(21, 29, 0.5, 0.1, 0.1, 0.0, False)
    assert costliest([unlucky, last, both], {1: RED, 11: RED}, SIDES, NOISE) == []


def test_A14_equal_actions_are_seldom_told_as_costly() -> None:
    random, marked, actions = Random(14), 0, 20_000
    for noise in (0.02, 0.03):
        for _ in range(actions):
            found, deciders = played(random.gauss(0, noise))
            marked += len(costliest(found, deciders, SIDES, noise))
    assert 0 < marked / (2 * actions) <= 0.01


def test_the_computer_is_asked_where_the_command_began_and_gives_the_same_answer_again() -> None:
    history = game_of(3)
    found = swings(history, wrong_worth(history, RED))
    deciders = deciders_of(history, found, SIDES)
    assert deciders
    for each in found:
        answers = history.recorded[each.start - 1].answers or ()
        assert (each.start in deciders) == (len({seat for own in answers for seat in own}) == 1)
    told = [(each, deciders[each.start], 0.1) for each in found if each.start in deciders]
    advised = with_advice(history, told, SIDES)
    assert advised and len(advised) <= 2 * MOST
    assert all(each.instead and each.instead[-1].closes and each.ordered for each in advised)
    assert all(each.instead != each.ordered for each in advised), "who did as the computer lost nothing by it"
    assert advised == with_advice(history, told, SIDES)
