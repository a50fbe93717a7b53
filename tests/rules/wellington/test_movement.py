"""Marches of counters without a leader (9.1, R-33)."""

from domain.wellington.events.points import FormationMoved
from domain.wellington.movement import chosen
from domain.wellington.orders.points import MoveCounter
from domain.wellington.state import Troop, free_counters
from domain.wellington.world import MIX
from tests.rules.wellington.position import given, position


def test_two_infantry_march_as_one_counter_only_when_changed_for_a_cavalry() -> None:
    table = given(soldiers_at={"lisbon": "britain 2 0 0"}, points=1)
    table.give(MoveCounter("lisbon", "fuentes_de_onoro", 2)).quiet()
    assert table.all(FormationMoved)[-1].troops == (Troop("britain", 0, 1),)
    assert free_counters(table.state, "britain")[1] == MIX["britain"][1] - 1


def test_without_a_cavalry_in_the_pool_two_infantry_march_one_by_one() -> None:
    cavalry = MIX["britain"][1]
    state = position(soldiers_at={"lisbon": "britain 2 0 0", "elvas": f"britain 0 {cavalry} 0"})
    assert chosen(state, "lisbon", "britain", 2, alone=True) is None
    assert chosen(state, "lisbon", "britain", 1, alone=True) is not None


def test_a_cavalry_is_changed_for_infantry_only_if_the_pool_has_two() -> None:
    infantry = MIX["britain"][0]
    counters = {"lisbon": "britain 0 1 0", "elvas": f"britain {infantry - 1} 0 0"}
    assert chosen(position(soldiers_at=counters), "lisbon", "britain", 1, alone=True) is None
    counters["elvas"] = f"britain {infantry - 2} 0 0"
    assert chosen(position(soldiers_at=counters), "lisbon", "britain", 1, alone=True) is not None


def test_a_lone_artillery_marches_only_when_changed_for_two_cavalry() -> None:
    state = position(soldiers_at={"lisbon": "britain 0 0 1"})
    moved = chosen(state, "lisbon", "britain", 2, alone=True)
    assert moved == ((Troop("britain", 0, 1),), (Troop("britain", 0, 1),))
    cavalry, infantry = MIX["britain"][1], MIX["britain"][0]
    everything = {"lisbon": "britain 0 0 1", "elvas": f"britain {infantry} {cavalry} 0"}
    assert not given(soldiers_at=everything, points=1).offers(MoveCounter) or all(
        order.duchy != "lisbon" for order in given(soldiers_at=everything, points=1).offers(MoveCounter)
    )
