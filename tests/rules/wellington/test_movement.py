"""What may march: counters alone, and soldiers who are handed over on the way (9.1, R-33, R-36)."""

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.events.points import CommandPointSpent, FormationMoved
from domain.wellington.movement.may_march import chosen
from domain.wellington.orders.arrival import StandFast
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter, PlaceFlag
from domain.wellington.position.state import Troop, free_counters, sp_of
from tests.rules.wellington.built_in import MIX
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


# The worked first impulse -----------------------------------------------------------------------


def test_wellington_marches_to_almaraz_for_one_point_and_leaves_de_espana_behind() -> None:
    """EX-A step 10: the ally would cost a second point; entering costs no attrition, and Nord may evade."""
    table = given(
        leaders_at={"wellington": "ciudad_rodrigo", "de_espana": "ciudad_rodrigo"},
        soldiers_at={"ciudad_rodrigo": "britain 3 0 0, spain 1 0 0", "almaraz": "nord 1 0 0"},
        commanders=("wellington",), flags={"ciudad_rodrigo": "spain"}, points=1,
    )  # fmt: skip
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 3)).quiet()
    assert table.all(CommandPointSpent)[-1].amount == 1 and not table.all(Rolled)
    assert table.prompt == "answer_arrival" and table.seats == (Seat("nord"),)
    assert table.state.leaders["de_espana"].duchy == "ciudad_rodrigo"


def test_a_cavalry_marches_to_wellington_and_joins_his_army_for_nothing() -> None:
    """EX-A steps 13 and 14."""
    table = given(
        leaders_at={"beresford": "lisbon", "wellington": "almaraz"}, flags={"ciudad_rodrigo": "spain"},
        soldiers_at={"lisbon": "britain 0 1 0", "almaraz": "britain 3 0 0"}, points=5,
    )  # fmt: skip
    table.give(MoveCounter("lisbon", "fuentes_de_onoro", 2)).quiet()
    table.give(MoveCounter("fuentes_de_onoro", "ciudad_rodrigo", 2)).quiet()
    table.give(MoveArmy("wellington", "ciudad_rodrigo"), Carry("wellington", 3)).quiet()
    assert table.state.impulse is not None and table.state.impulse.points == 2
    table.give(MoveArmy("wellington", "salamanca"), Carry("wellington", 5)).quiet()
    assert {troop.marched for troop in table.state.troops["salamanca"]} == {2, 3}


def test_joseph_collects_a_cavalry_and_marches_four_duchies_without_attrition() -> None:
    """EX-A steps 39 to 43: two infantry are changed for a cavalry, De España does not intercept."""
    table = given(
        active="nord", track="nord", points=6, flags={"almaraz": "spain", "ciudad_rodrigo": "spain"},
        leaders_at={"clausel": "avila", "joseph": "madrid", "de_espana": "ciudad_rodrigo"},
        soldiers_at={
            "avila": "nord 0 1 0", "madrid": "nord 1 1 0", "talavera": "nord 2 0 0",
            "ciudad_rodrigo": "spain 1 1 0",
        },
    )  # fmt: skip
    table.give(MoveArmy("clausel", "madrid"), Carry("clausel", 2)).quiet()
    table.give(MoveArmy("joseph", "toledo"), Carry("joseph", 2)).quiet()
    assert sp_of(table.state, "madrid", "nord") == 3
    table.give(MoveArmy("joseph", "talavera"), Carry("joseph", 2)).quiet()
    table.give(MoveArmy("joseph", "almaraz"), Carry("joseph", 4)).quiet()
    table.give(StandFast(), seat=Seat("spain")).quiet()
    table.give(PlaceFlag("almaraz", "none")).quiet()
    table.give(MoveArmy("joseph", "ciudad_rodrigo"), Carry("joseph", 4)).quiet()
    assert table.state.leaders["joseph"].marched == 4 and not table.all(Rolled)
    assert table.prompt == "answer_arrival"
