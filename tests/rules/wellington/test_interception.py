"""Interception (10.1 to 10.41)."""

import pytest

from domain.kernel.chance import Rolled
from domain.wellington.arrival.interception import bands, interception_modifier, interceptors
from domain.wellington.events.arrival import (
    ArrivalEnded,
    InterceptionDeclared,
    InterceptionFailed,
    InterceptionRolled,
    InterceptionSucceeded,
)
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.points import FormationMoved
from domain.wellington.orders.arrival import Intercept, StandFast
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.position.conflict import Arrival, Attempt, Part
from domain.wellington.position.state import General, Lasting, State, changed, sp_of, troops_of
from tests.rules.wellington.position import Table, given, position

INTO_SALAMANCA = (MoveArmy("wellington", "salamanca"), Carry("wellington", 2))


def wellington_marches(**facts: object) -> Table:
    """Wellington at Ciudad Rodrigo, held by Spain, may be met at Salamanca by Clausel from Avila."""
    leaders = {"wellington": "ciudad_rodrigo", "clausel": "avila"}
    soldiers = {"ciudad_rodrigo": "britain 2 0 0", "avila": "nord 1 1 0"}
    chosen = {
        "leaders_at": leaders,
        "soldiers_at": soldiers,
        "flags": {"ciudad_rodrigo": "spain"},
        "points": 2,
    }
    return given(**{**chosen, **facts})  # type: ignore[arg-type]


def trying(leader: str, start: str, into: str, **facts: object) -> State:
    """A leader wants to go from start into a duchy that a French or British army has entered."""
    state = position(leaders_at={leader: start}, **facts)  # type: ignore[arg-type]
    enemy = "nord" if leader in ("hill", "wellington", "de_espana") else "britain"
    return changed(state, arrivals=(Arrival(enemy, into, None, "march", (), was_friendly=True),))  # type: ignore[arg-type]


def attempt(leader: str, start: str, into: str) -> Attempt:
    power = "nord" if leader in ("clausel", "marmont") else "britain"
    return Attempt("interception", power, (start, into), (Part(power, 0, (leader,)),), leader)  # type: ignore[arg-type]


def test_an_inactive_army_may_come_between_when_the_enemy_enters_a_duchy_beside_it() -> None:
    table = wellington_marches().give(*INTO_SALAMANCA).quiet()
    assert table.prompt == "answer_arrival" and table.seats == ("nord",)
    assert table.offers(Intercept) == [Intercept("clausel")]


def test_it_says_what_it_takes_along_within_the_command_value() -> None:
    state = position(leaders_at={"clausel": "avila"}, soldiers_at={"avila": "nord 5 0 0"})
    assert max(band.sp for band in bands(state, "clausel")) == 4
    assert min(band.sp for band in bands(state, "clausel")) == 0


def test_nine_with_the_modifiers_is_enough() -> None:
    """EX-A 20: 7 + 2 (battle value) + 1 (friendly) - 1 (pass) = 9."""
    table = wellington_marches(dice=[[3, 4]]).give(*INTO_SALAMANCA).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 3)).quiet()
    rolled = table.all(InterceptionRolled)[0]
    assert rolled.modifier == 2 and rolled.is_success
    assert table.all(FormationMoved)[-1].means == "interception"
    assert table.all(InterceptionSucceeded)[0].into == "salamanca"


def test_eight_is_not_and_whoever_is_left_where_it_began_is_marked() -> None:
    table = wellington_marches(dice=[[3, 3]]).give(*INTO_SALAMANCA).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 1)).quiet()
    assert table.all(InterceptionFailed)
    assert sp_of(table.state, "avila", "nord") == 3
    assert table.state.leaders["clausel"].marked
    assert all(troop.marked for troop in troops_of(table.state, "avila", "nord"))
    assert table.state.arrivals == () and table.prompt == "spend_point"


def test_a_failed_interception_costs_no_attrition() -> None:
    table = wellington_marches(dice=[[1, 1]]).give(*INTO_SALAMANCA).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 3)).quiet()
    assert [event.purpose for event in table.all(Rolled)] == ["interception"]


def test_the_interception_is_rolled_before_the_attrition_of_the_march() -> None:
    """EX-13: here the march from one French duchy into the other is an ambush."""
    leaders = {"wellington": "salamanca", "clausel": "burgos"}
    table = given(leaders_at=leaders, points=2, dice=[[1, 1], [1]])
    table.give(MoveArmy("wellington", "valladolid"), Carry("wellington", 0)).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 0)).quiet()
    assert [event.purpose for event in table.all(Rolled)] == ["interception", "attrition"]


def test_an_interceptor_takes_attrition_for_a_pass_unless_both_ends_are_friendly() -> None:
    table = wellington_marches(dice=[[6, 6]]).give(*INTO_SALAMANCA).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 3)).quiet()
    assert "attrition" not in [event.purpose for event in table.all(Rolled)]
    table = wellington_marches(
        flags={"ciudad_rodrigo": "spain", "salamanca": "spain"}, dice=[[6, 6], [1] * 4]
    )
    table.give(*INTO_SALAMANCA).quiet().give(Intercept("clausel"), Carry("clausel", 3)).quiet()
    assert [event.purpose for event in table.all(Rolled)][1] == "attrition"


def test_after_it_has_come_in_there_is_a_battle() -> None:
    table = wellington_marches(dice=[[6, 6]]).give(*INTO_SALAMANCA).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 3)).quiet()
    battle = table.all(BattleBegan)[0].battle
    assert (battle.attacker, battle.power, battle.origins) == ("allied", "britain", ("ciudad_rodrigo",))
    assert battle.line == "broken"


@pytest.mark.parametrize(
    ("start", "into", "modifier"),
    [("ciudad_rodrigo", "fuentes_de_onoro", 3 + 1 - 1), ("abrantes", "fuentes_de_onoro", 3 + 1 - 1)],
)
def test_the_battle_value_the_target_the_origin_and_the_line_count(
    start: str, into: str, modifier: int
) -> None:
    """EX-14; from Ciudad Rodrigo, held by the enemy, over an open line it comes to the same."""
    state = trying("hill", start, into)
    assert interception_modifier(state, attempt("hill", start, into)) == modifier


def test_nobody_intercepts_across_a_river() -> None:
    state = trying("clausel", "valladolid", "lerma")
    assert interceptors(state, "nord", state.arrivals[0]) == ()


def test_nobody_intercepts_along_a_blocked_line() -> None:
    state = trying("clausel", "avila", "salamanca")
    assert interceptors(state, "nord", state.arrivals[0]) == ("clausel",)
    lasting = (Lasting("blocked_passes", "spain", "avila-salamanca"),)
    assert interceptors(changed(state, lasting=lasting), "nord", state.arrivals[0]) == ()


def test_a_marked_leader_does_not_intercept() -> None:
    state = trying("clausel", "avila", "salamanca")
    leaders = {**state.leaders, "clausel": General("map", "avila", marked=True)}
    assert interceptors(changed(state, leaders=leaders), "nord", state.arrivals[0]) == ()


def test_soldiers_without_a_leader_do_not_intercept() -> None:
    table = given(
        leaders_at={"wellington": "ciudad_rodrigo"},
        soldiers_at={"avila": "nord 2 0 0"},
        flags={"ciudad_rodrigo": "spain"},
        points=1,
    ).give(MoveArmy("wellington", "salamanca"), Carry("wellington", 0))
    assert table.quiet().prompt != "answer_arrival"


def test_the_active_side_does_not_intercept() -> None:
    leaders = {"wellington": "ciudad_rodrigo", "de_espana": "valladolid"}
    table = given(leaders_at=leaders, flags={"ciudad_rodrigo": "spain"}, points=2)
    table.give(MoveArmy("wellington", "salamanca"), Carry("wellington", 0))
    assert table.quiet().prompt == "spend_point"


def test_the_inactive_powers_are_asked_one_at_a_time_until_all_decline() -> None:
    """Sud comes after Britain in impulse order; a new attempt lets everybody think again."""
    leaders = {"wellington": "guadalajara", "soult": "toledo", "joseph": "madrid"}
    table = given(leaders_at=leaders, flags={"guadalajara": "spain"}, points=2)
    table.give(MoveArmy("wellington", "madrid"), Carry("wellington", 0)).quiet()
    asked = []
    while table.prompt == "answer_arrival":
        asked.append(table.seats[0])
        table.give(StandFast()).quiet()
    assert asked == ["sud", "nord"]
    assert table.all(ArrivalEnded)


def test_an_interception_is_declared_before_it_is_rolled_and_may_be_answered() -> None:
    table = wellington_marches(hands={"spain": (11,)}).give(*INTO_SALAMANCA).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 3))
    assert table.prompt == "respond" and table.all(InterceptionDeclared)
    assert not table.all(InterceptionRolled)


def test_a_counter_alone_can_be_met_too() -> None:
    table = wellington_marches().give(MoveCounter("ciudad_rodrigo", "salamanca", 1)).quiet()
    assert table.offers(Intercept) == [Intercept("clausel")]
