"""What may march: counters alone, and soldiers who are handed over on the way (9.1, R-33, R-36)."""

from domain.kernel.chance import Rolled
from domain.wellington.events.points import FormationMoved
from domain.wellington.movement import chosen
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.state import Troop, free_counters
from domain.wellington.world import MIX
from tests.rules.wellington.position import Table, given, position


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
    assert "lisbon" not in {
        order.duchy for order in given(soldiers_at=everything, points=1).offers(MoveCounter)
    }


def dice(table: Table) -> int:
    """How many attrition dice fell."""
    return sum(len(event.values) for event in table.all(Rolled))


def test_a_cavalry_that_marches_alone_takes_attrition_in_the_fifth_and_sixth_duchy() -> None:
    table = given(soldiers_at={"lisbon": "britain 0 1 0"}, points=7, dice=[[1, 1], [1, 1]])
    for number in range(6):
        start, to = ("lisbon", "fuentes_de_onoro")[:: 1 if number % 2 == 0 else -1]
        table.give(MoveCounter(start, to, 2)).quiet()
        assert dice(table) == 2 * max(0, number - 3)


def test_a_cavalry_carried_by_two_leaders_tires_but_not_the_second_leader() -> None:
    table = given(
        leaders_at={"hill": "lisbon", "beresford": "fuentes_de_onoro"},
        soldiers_at={"lisbon": "britain 0 1 0"}, points=6, dice=[[1, 1]],
    )  # fmt: skip
    for number in range(5):
        leader = "hill" if number < 3 else "beresford"
        to = "fuentes_de_onoro" if number % 2 == 0 else "lisbon"
        assert dice(table) == 0
        table.give(MoveArmy(leader, to), Carry(leader, 2)).quiet()
    assert dice(table) == 2, "two strength points, and Beresford has marched two duchies only"


def test_clausel_and_joseph_hand_over_soldiers_where_they_stand() -> None:
    table = given(
        active="nord", track="nord", points=2, leaders_at={"clausel": "avila", "joseph": "madrid"},
        soldiers_at={"avila": "nord 0 1 0", "madrid": "nord 1 1 0", "talavera": "nord 2 0 0"},
    )  # fmt: skip
    table.give(MoveArmy("clausel", "madrid"), Carry("clausel", 2)).quiet()
    assert not table.all(Rolled), "a pass with both ends friendly"
    loads = [load for load in table.menu(draft=(MoveArmy("joseph", "toledo"),)) if isinstance(load, Carry)]
    assert max(load.sp for load in loads) == 4 and {1, 2, 3} <= {load.sp for load in loads}
