"""Armies, army groups and their commanders (1.6, 9.53, 9.6)."""

from domain.kernel.seats import Seat
from domain.wellington.events.groups import CommanderNamed
from domain.wellington.events.points import CommandPointSpent, FormationMoved
from domain.wellington.movement.groups import commander, is_two_power_group
from domain.wellington.orders.arrival import Evade
from domain.wellington.orders.groups import AgreeToGroup, JoinArmy, NameCommander, RefuseGroup
from domain.wellington.orders.points import Carry, MoveArmy, PlaceFlag
from domain.wellington.position.state import Lasting, changed, sp_of
from tests.rules.wellington.position import TWO, Table, given, position, soldiers

TOGETHER = {"wellington": "lisbon", "castanos": "lisbon"}


def test_of_one_powers_leaders_the_best_commands_unless_another_is_named() -> None:
    state = position(leaders_at={"hill": "lisbon", "wellington": "lisbon"})
    assert commander(state, "lisbon", "allied") == "wellington"
    assert commander(state, "lisbon", "french") is None
    named = position(leaders_at={"hill": "lisbon", "wellington": "lisbon"}, commanders=("hill",))
    assert commander(named, "lisbon", "allied") == "hill"


def test_without_agreement_the_power_with_more_strength_points_names_the_commander() -> None:
    more = position(leaders_at=TOGETHER, soldiers_at={"lisbon": "britain 1 0 0, spain 2 0 0"})
    assert is_two_power_group(more, "lisbon", "allied")
    assert commander(more, "lisbon", "allied") == "castanos"
    fewer = position(leaders_at=TOGETHER, soldiers_at={"lisbon": "britain 2 0 0, spain 1 0 0"})
    assert commander(fewer, "lisbon", "allied") == "wellington"


def test_at_equal_strength_the_power_later_in_impulse_order_names_the_commander() -> None:
    assert commander(position(leaders_at=TOGETHER), "lisbon", "allied") == "castanos"


def test_a_named_commander_stays_whoever_has_more_strength_points() -> None:
    state = position(
        leaders_at=TOGETHER, soldiers_at={"lisbon": "britain 1 0 0, spain 2 0 0"}, commanders=("wellington",)
    )
    assert commander(state, "lisbon", "allied") == "wellington"


# Marches ----------------------------------------------------------------------------------------


def spent(table: Table) -> int:
    return table.all(CommandPointSpent)[-1].amount


WITH_HILL = {"wellington": "lisbon", "hill": "lisbon"}
TO = "fuentes_de_onoro"


def test_two_armies_of_one_power_march_as_a_group_for_a_point_each() -> None:
    table = given(leaders_at=WITH_HILL, soldiers_at={"lisbon": "britain 13 0 0"}, points=2)
    table.give(MoveArmy("wellington", TO), JoinArmy("hill", 4), Carry("wellington", 9)).quiet()
    assert spent(table) == 2 and len(table.all(FormationMoved)) == 1
    assert sp_of(table.state, TO, "britain") == 13
    assert commander(table.state, TO, "allied") == "wellington"


def test_as_a_staff_officer_the_second_leader_costs_nothing() -> None:
    table = given(leaders_at=WITH_HILL, soldiers_at={"lisbon": "britain 13 0 0"}, points=1)
    assert not any(isinstance(order, JoinArmy) for order in table.menu(draft=(MoveArmy("wellington", TO),)))
    table.give(MoveArmy("wellington", TO), Carry("wellington", 8, ("hill",))).quiet()
    assert spent(table) == 1 and sp_of(table.state, TO, "britain") == 8


def test_a_leader_of_the_ally_is_never_staff_but_an_army_of_his_own() -> None:
    table = given(
        leaders_at={"wellington": "lisbon", "de_espana": "lisbon"}, commanders=("wellington",),
        soldiers_at={"lisbon": "britain 9 0 0, spain 4 0 0"}, points=2,
    )  # fmt: skip
    loads = table.menu(draft=(MoveArmy("wellington", TO),))
    assert not any(isinstance(load, Carry) and load.staff for load in loads)
    table.give(MoveArmy("wellington", TO), JoinArmy("de_espana", 4), Carry("wellington", 9)).quiet()
    assert spent(table) == 2
    assert [event.power for event in table.all(FormationMoved)] == ["britain", "spain"]
    assert sp_of(table.state, TO, "spain") == 4 and sp_of(table.state, TO, "britain") == 9


def test_who_led_a_group_of_two_powers_goes_on_commanding_it() -> None:
    table = given(
        leaders_at={"wellington": "lisbon", "de_espana": "lisbon"}, commanders=("wellington",),
        soldiers_at={"lisbon": "spain 4 0 0"}, points=2,
    )  # fmt: skip
    table.give(MoveArmy("wellington", TO), JoinArmy("de_espana", 4), Carry("wellington", 0)).quiet()
    assert commander(table.state, TO, "allied") == "wellington"


def test_an_army_of_the_ally_joins_another_commander_only_if_the_ally_agrees() -> None:
    both = {"wellington": "lisbon", "castanos": "lisbon"}
    march = MoveArmy("wellington", TO), JoinArmy("castanos", 0), Carry("wellington", 0)
    table = given(leaders_at=both, points=2).give(*march)
    assert table.prompt == "agree_to_join" and table.seats == (Seat("spain"),)
    table.give(RefuseGroup())
    assert not table.all(CommandPointSpent) and table.state.impulse is not None
    assert table.state.impulse.points == 2
    assert not any(isinstance(order, JoinArmy) for order in table.menu(draft=march[:1]))
    agreed = given(leaders_at=both, points=2).give(*march).give(AgreeToGroup()).quiet()
    assert agreed.state.leaders["castanos"].duchy == TO
    assert commander(agreed.state, TO, "allied") == "wellington"


def test_one_seat_with_both_powers_agrees_by_itself() -> None:
    table = given(leaders_at={"wellington": "lisbon", "castanos": "lisbon"}, points=2, seats=TWO)
    table.give(MoveArmy("wellington", TO), JoinArmy("castanos", 0), Carry("wellington", 0)).quiet()
    assert table.state.leaders["castanos"].duchy == TO


def test_soldiers_of_the_ally_without_a_leader_do_not_march_with_the_group() -> None:
    table = given(leaders_at=WITH_HILL, soldiers_at={"lisbon": "spain 4 0 0"}, points=2, seats=TWO)
    loads = table.menu(draft=(MoveArmy("wellington", TO),))
    assert all(load.sp == 0 for load in loads)


def test_ally_insulted_keeps_a_powers_armies_out_of_the_ally_s_group() -> None:
    insulted = (Lasting("ally_insulted", "sud", "spain"),)
    table = given(leaders_at={"wellington": "lisbon", "castanos": "lisbon"}, points=2, lasting=insulted)
    assert not any(isinstance(o, JoinArmy) for o in table.menu(draft=(MoveArmy("wellington", TO),)))


def test_an_army_of_scum_pays_double_and_nothing_for_half_a_move() -> None:
    scum = (Lasting("scum_of_the_earth", "sud", "wellington"),)
    table = given(leaders_at=WITH_HILL, points=3, lasting=scum)
    table.give(MoveArmy("wellington", TO), Carry("wellington", 0)).quiet()
    assert spent(table) == 2
    assert {order.leader for order in table.offers(MoveArmy)} == {"hill"}


# Naming -----------------------------------------------------------------------------------------


def test_a_power_names_its_commander_for_nothing_and_each_leader_once_in_an_impulse() -> None:
    table = given(leaders_at=WITH_HILL, points=1).give(NameCommander("lisbon", "hill"))
    assert commander(table.state, "lisbon", "allied") == "hill"
    table.give(NameCommander("lisbon", "wellington"))
    assert not table.offers(NameCommander) and not table.all(CommandPointSpent)


def test_a_new_commander_of_a_two_power_group_needs_both_powers() -> None:
    both = {"wellington": "lisbon", "castanos": "lisbon"}
    table = given(leaders_at=both, points=1, commanders=("castanos",))
    table.give(NameCommander("lisbon", "wellington"))
    assert table.prompt == "agree_on_commander" and table.seats == (Seat("spain"),)
    table.give(RefuseGroup())
    assert commander(table.state, "lisbon", "allied") == "castanos" and not table.offers(NameCommander)
    table = given(leaders_at=both, points=1, commanders=("castanos",))
    table.give(NameCommander("lisbon", "wellington")).give(AgreeToGroup())
    assert commander(table.state, "lisbon", "allied") == "wellington"


def test_the_power_with_more_strength_points_is_not_refused_when_nobody_was_named_yet() -> None:
    table = given(
        leaders_at={"wellington": "lisbon", "castanos": "lisbon"}, points=1,
        soldiers_at={"lisbon": "britain 1 0 0"},
    )  # fmt: skip
    table.give(NameCommander("lisbon", "castanos"))
    assert table.prompt == "spend_point" and commander(table.state, "lisbon", "allied") == "castanos"


def test_a_commander_may_be_named_before_any_card_is_played() -> None:
    table = given(leaders_at=WITH_HILL, hands={"britain": (17,)})
    table.give(NameCommander("lisbon", "hill"))
    assert table.prompt == "play_impulse" and commander(table.state, "lisbon", "allied") == "hill"


def test_the_commander_of_a_group_stays_although_the_strength_points_change() -> None:
    both = {"wellington": "lisbon", "castanos": "lisbon"}
    table = given(active=None, track="britain", leaders_at=both, hands={"britain": (17,)}).quiet()
    assert table.all(CommanderNamed) == [CommanderNamed("lisbon", "castanos")]
    stronger = changed(table.state, troops={"lisbon": soldiers("britain 3 0 0")})
    assert commander(stronger, "lisbon", "allied") == "castanos"


def test_a_group_of_two_powers_flags_for_the_power_of_its_commander() -> None:
    both = {"wellington": "salamanca", "castanos": "salamanca"}
    table = given(leaders_at=both, points=1, commanders=("castanos",))
    flags = {order.flag for order in table.offers(PlaceFlag) if order.duchy == "salamanca"}
    assert flags == {"spain"}
    alone = given(leaders_at={"wellington": "salamanca"}, points=1)
    assert {o.flag for o in alone.offers(PlaceFlag) if o.duchy == "salamanca"} == {"britain", "spain"}


def test_a_group_that_evades_keeps_its_commander() -> None:
    both = {"wellington": "salamanca", "castanos": "salamanca", "marmont": "valladolid"}
    table = given(
        active="nord", track="nord", points=1, leaders_at=both, commanders=("wellington",),
        dice=[[6, 6]], soldiers_at={"salamanca": "spain 3 0 0", "valladolid": "nord 1 0 0"},
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 1)).quiet()
    table.give(next(order for order in table.offers(Evade) if order.leader == "wellington")).quiet()
    where = table.state.leaders["wellington"].duchy
    assert where is not None and where != "salamanca" == table.state.leaders["marmont"].duchy
    assert commander(table.state, where, "allied") == "wellington"
