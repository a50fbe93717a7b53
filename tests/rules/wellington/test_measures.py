"""What the numbers say, and how well a seat stands."""

from functools import cache
from random import Random

import pytest

from domain.kernel import PUBLIC, Seat
from domain.wellington.events.losses import LossesTaken
from domain.wellington.facts.world import POWERS
from domain.wellington.position.control import control, controller
from domain.wellington.position.holdings import holdings
from domain.wellington.position.state import State, changed, sp_on_map
from domain.wellington.seen.measures import CAUSES, losses
from domain.wellington.seen.scene import view
from domain.wellington.title import WELLINGTON as RULES
from tests.rules.wellington.built_in import DUCHIES
from tests.rules.wellington.position import FOUR, TWO, position, started


@cache
def states() -> list[State]:
    """Positions of a random game."""
    table, random = started("1813", FOUR, bytes(range(1, 33))), Random(6)
    found = []
    while table.decision is not None and len(found) < 60:
        found.append(table.state)
        table.play_on(random, most=15)
    return found


def test_every_measure_has_a_value_from_the_first_position_on() -> None:
    named = {measure.id for measure in RULES.measures}
    assert set(RULES.measure(State("1812", FOUR))) == named
    for state in states():
        assert set(RULES.measure(state)) == named


def test_measures_count_the_same_as_the_board_shows() -> None:
    for state in states()[::6]:
        measured, scene = RULES.measure(state), view(state, PUBLIC)
        for power in POWERS:
            soldiers = [t for t in scene.tokens.values() if (t.kind, t.side) == ("soldiers", power)]
            assert measured[f"strength_{power}"] == sum(token.strength or 0 for token in soldiers)
            held = [duchy for duchy, space in scene.spaces.items() if space.owner == power]
            assert measured[f"keys_{power}"] == sum(DUCHIES[duchy].is_key for duchy in held)
            assert measured[f"duchies_{power}"] == sum(DUCHIES[duchy].shape != "box" for duchy in held)
            assert measured[f"cards_{power}"] == scene.hands[power].count


def test_the_chart_says_what_the_rules_of_control_say() -> None:
    for state in states()[::6]:
        assert control(state) == {duchy: controller(state, duchy) for duchy in DUCHIES}
        assert {power: sp_on_map(state, power) for power in POWERS} == {
            power: holding.sp for power, holding in holdings(state).items()
        }


def test_at_the_start_of_1812_the_keys_are_held_as_the_rulebook_prints_them() -> None:
    measured = RULES.measure(started("1812").state)
    total = sum(DUCHIES[duchy].is_key for duchy in DUCHIES)
    assert sum(measured[f"keys_{power}"] for power in POWERS) == total


@pytest.mark.parametrize(
    ("cause", "counts_as"),
    [("attrition", "attrition"), ("battle", "battle"), ("siege", "siege"), ("russian_front", "cards")],
)
def test_strength_points_lost_are_counted_by_cause(cause: str, counts_as: str) -> None:
    state = position(soldiers_at={"madrid": "nord 4 0 1"})
    state = LossesTaken("nord", "madrid", 3, (), cause).apply(state)
    state = LossesTaken("nord", "madrid", 1, (), cause).apply(state)
    assert losses(state, "nord") == {each: 4 if each == counts_as else 0 for each in CAUSES}
    assert RULES.measure(state)[f"losses_{counts_as}_nord"] == 4


def test_two_players_value_the_game_as_the_other_fears_it() -> None:
    for state in states()[::6]:
        two = changed(state, seats=TWO)
        assert RULES.evaluate(two, Seat("allied")) == pytest.approx(-RULES.evaluate(two, Seat("french")))


def test_a_key_more_and_soldiers_nearer_to_one_are_better() -> None:
    far = position(soldiers_at={"lisbon": "britain 4 0 0"})
    near = position(soldiers_at={"fuentes_de_onoro": "britain 4 0 0"})
    flagged = changed(near, flags={"salamanca": "britain"})
    britain = Seat("britain")
    assert RULES.evaluate(far, britain) < RULES.evaluate(near, britain) < RULES.evaluate(flagged, britain)


def test_what_an_ally_has_counts_but_less_than_ones_own() -> None:
    state = position()
    mine = changed(state, resources={**state.resources, "britain": 2})
    his = changed(state, resources={**state.resources, "spain": 2})
    britain, nord = Seat("britain"), Seat("nord")
    none, ally, own = (RULES.evaluate(each, britain) for each in (state, his, mine))
    assert none < ally < own
    assert RULES.evaluate(his, nord) < RULES.evaluate(state, nord)


def test_who_has_won_stands_best() -> None:
    over = changed(position(), ended="peace", winners=(Seat("spain"),))
    assert RULES.evaluate(over, Seat("spain")) > 0 > RULES.evaluate(over, Seat("britain"))
