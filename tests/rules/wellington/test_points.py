"""Command points: marches and their attrition, flags, building and regrouping (5.5, 6, 7, 9)."""

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.events.losses import RemovalPaid
from domain.wellington.events.points import (
    CommandPointSpent,
    CommandPointsReturned,
    FlagPlaced,
    FormationMoved,
    PiecePlaced,
)
from domain.wellington.facts.world import card_id
from domain.wellington.movement.may_march import chosen, loads, ways
from domain.wellington.orders.answers import Respond
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    Carry,
    LeavePoints,
    MoveArmy,
    MoveCounter,
    PlaceFlag,
    RegroupLeader,
    RegroupSoldier,
)
from domain.wellington.position.state import Troop, free_counters, sp_of, unbuilt_sp
from tests.rules.wellington.built_in import MIX
from tests.rules.wellington.position import Table, given, position

WELLINGTON = {"wellington": "ciudad_rodrigo"}


def moved(table: Table) -> FormationMoved:
    return table.all(FormationMoved)[-1]


def dice(table: Table) -> int:
    """How many attrition dice fell."""
    return sum(len(event.values) for event in table.all(Rolled))


# Marches ----------------------------------------------------------------------------------------


def test_a_leader_takes_his_army_along_for_one_point() -> None:
    table = given(leaders_at=WELLINGTON, soldiers_at={"ciudad_rodrigo": "britain 1 0 1"}, points=2)
    table.give(MoveArmy("wellington", "fuentes_de_onoro"), Carry("wellington", 5)).quiet()
    assert table.all(CommandPointSpent)[0].amount == 1
    assert sp_of(table.state, "fuentes_de_onoro", "britain") == 5
    assert table.state.leaders["wellington"].duchy == "fuentes_de_onoro"


def test_an_army_holds_strength_points_and_staff_up_to_the_command_value() -> None:
    leaders = {**WELLINGTON, "hill": "ciudad_rodrigo"}
    state = position(leaders_at=leaders, soldiers_at={"ciudad_rodrigo": "britain 10 0 0"})
    assert max(load.sp for load in loads(state, "wellington")) == 9
    assert max(load.sp for load in loads(state, "wellington") if load.staff) == 8
    assert max(load.sp for load in loads(state, "hill")) == 4


def test_soldiers_of_the_ally_are_no_part_of_the_army() -> None:
    state = position(leaders_at=WELLINGTON, soldiers_at={"ciudad_rodrigo": "britain 1 0 0, spain 4 0 0"})
    assert max(load.sp for load in loads(state, "wellington")) == 1


def test_counters_are_changed_to_carry_fewer_points_than_they_are_worth() -> None:
    table = given(leaders_at=WELLINGTON, soldiers_at={"ciudad_rodrigo": "britain 0 0 1"}, points=1)
    table.give(MoveArmy("wellington", "fuentes_de_onoro"), Carry("wellington", 3)).quiet()
    assert moved(table).troops == (Troop("britain", 1, 1),)
    assert moved(table).left == (Troop("britain", 1),)


def test_counters_are_a_hard_limit() -> None:
    inf = MIX["britain"][0]
    full = {"lisbon": f"britain {inf} 5 0", "elvas": "britain 0 1 0"}
    state = position(soldiers_at=full)
    assert chosen(state, "elvas", "britain", 1) is None
    assert chosen(state, "elvas", "britain", 2) is not None


def test_infantry_and_cavalry_march_alone_and_artillery_only_when_changed() -> None:
    table = given(soldiers_at={"lisbon": "britain 0 1 0"}, points=2)
    table.give(MoveCounter("lisbon", "fuentes_de_onoro", 2)).quiet()
    assert sp_of(table.state, "fuentes_de_onoro", "britain") == 2
    artillery = given(soldiers_at={"lisbon": "britain 0 0 1"}, points=1)
    assert {order.sp for order in artillery.offers(MoveCounter)} == {1, 2}


def test_nobody_marches_where_no_line_leads() -> None:
    assert ways(position(), "allied", "palma") == ()


def test_a_formation_that_enters_an_enemy_fortress_must_stop_there() -> None:
    table = given(leaders_at={"wellington": "fuentes_de_onoro"}, points=3)
    table.give(MoveArmy("wellington", "ciudad_rodrigo"), Carry("wellington", 0)).quiet()
    assert not table.offers(MoveArmy)


def test_from_a_besieged_enemy_fortress_one_may_not_go_on_into_enemy_duchies() -> None:
    ends = ways(position(leaders_at=WELLINGTON), "allied", "ciudad_rodrigo")
    assert "fuentes_de_onoro" in ends and "salamanca" not in ends


def test_a_pass_between_friendly_duchies_costs_nothing_and_else_attrition() -> None:
    french = given(active="nord", leaders_at={"clausel": "avila"}, points=2)
    french.give(MoveArmy("clausel", "madrid"), Carry("clausel", 0)).quiet()
    assert dice(french) == 0
    british = given(leaders_at={"wellington": "avila"}, flags={"avila": "britain"}, points=2)
    british.give(MoveArmy("wellington", "madrid"), Carry("wellington", 0)).quiet()
    assert dice(british) == 1


def test_entering_an_enemy_duchy_from_one_that_is_not_friendly_is_an_ambush() -> None:
    ambush = given(
        active="spain", track="spain", leaders_at={"castanos": "caceres"},
        soldiers_at={"caceres": "spain 2 0 0"}, flags={"merida": "sud"}, points=2,
    )  # fmt: skip
    ambush.give(MoveArmy("castanos", "merida"), Carry("castanos", 2)).quiet()
    assert dice(ambush) == 3


def test_the_fifth_duchy_of_an_impulse_is_a_forced_march() -> None:
    table = given(leaders_at={"wellington": "lisbon"}, points=6)
    for number in range(5):
        to = "fuentes_de_onoro" if number % 2 == 0 else "lisbon"
        table.give(MoveArmy("wellington", to), Carry("wellington", 0)).quiet()
        assert dice(table) == (number == 4)


# Flags, building --------------------------------------------------------------------------------


def test_a_flag_costs_one_point() -> None:
    table = given(active="spain", leaders_at={"castanos": "merida"}, points=2)
    table.give(PlaceFlag("caceres", "spain")).quiet()
    assert table.all(FlagPlaced) == [FlagPlaced("spain", "caceres", "spain", "points")]


def test_a_strength_point_costs_two_to_build_and_one_to_regroup() -> None:
    table = given(points=3, regroup={"britain": 1})
    table.give(BuildSoldier("lisbon")).quiet()
    assert table.state.impulse is not None and table.state.impulse.points == 1
    table.give(RegroupSoldier("lisbon")).quiet()
    assert table.state.regroup["britain"] == 0 and sp_of(table.state, "lisbon", "britain") == 2


def test_a_leader_costs_half_his_command_value_to_build_and_one_to_regroup() -> None:
    orders = given(active="sud", points=3).offers(BuildLeader)
    assert {order.leader for order in orders} == {"suchet", "drouet"}
    table = given(points=5)
    table.give(BuildLeader("wellington", "lisbon")).quiet()
    assert table.all(CommandPointSpent)[0].amount == 5
    assert table.all(PiecePlaced) == [PiecePlaced("britain", "lisbon", leader="wellington")]
    assert not given(points=5).offers(RegroupLeader)


def test_what_lies_in_the_regroup_box_cannot_be_built() -> None:
    everything = MIX["britain"][0] + 2 * MIX["britain"][1] + 4 * MIX["britain"][2]
    state = position(regroup={"britain": everything})
    assert unbuilt_sp(state, "britain") == 0 and free_counters(state, "britain") == MIX["britain"]


def test_a_debt_is_paid_from_the_first_strength_point_gained() -> None:
    owed = {"britain": {card_id(64): 2}, "sud": {}, "spain": {}, "nord": {}}
    table = given(points=3, debts=owed)
    table.give(BuildSoldier("lisbon")).quiet()
    assert table.all(RemovalPaid) == [RemovalPaid("britain", card_id(64), 1, "lisbon")]
    assert sp_of(table.state, "lisbon", "britain") == 0


def test_points_come_back_if_an_answer_makes_the_step_impossible() -> None:
    hands = {"nord": (9,), "britain": (1,)}
    table = given(
        leaders_at={"wellington": "avila"}, flags={"avila": "britain"}, points=2, hands=hands,
    )  # fmt: skip
    table.give(MoveArmy("wellington", "madrid"), Carry("wellington", 0))
    table.give(Respond("nord", card_id(9), "avila-madrid"), seat=Seat("nord")).quiet()
    assert table.all(CommandPointsReturned) == [CommandPointsReturned("britain", 1)]
    assert not table.all(FormationMoved) and table.state.impulse is not None
    assert table.state.impulse.points == 2
    assert MoveArmy("wellington", "madrid") not in table.offers(MoveArmy)
    table.give(LeavePoints())
