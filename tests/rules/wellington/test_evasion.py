"""Evasion (10.5 to 10.8)."""

from collections import Counter
from itertools import product

import pytest

from domain.kernel.chance import Rolled
from domain.kernel.prose import prose
from domain.wellington.arrival.evasion import army, evasion_modifier, refuges, single_evasions
from domain.wellington.events.arrival import EvasionDeclared, EvasionEnded, EvasionRolled
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.points import FormationMoved
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import Power
from domain.wellington.orders.arrival import Evade, EvadeNow, EvadeSingly, Intercept, StandFast
from domain.wellington.orders.points import Carry, MoveArmy
from domain.wellington.position.conflict import Arrival, Attempt, Part
from domain.wellington.position.state import General, State, changed, sp_of
from domain.wellington.seen.hints import hint
from tests.rules.wellington.position import Table, given, position

INTO_SALAMANCA = (MoveArmy("wellington", "salamanca"), Carry("wellington", 0))
INTO_ALMARAZ = (MoveArmy("wellington", "almaraz"), Carry("wellington", 0))
HELD = {"ciudad_rodrigo": "spain"}


def at_almaraz(soldiers: str, **facts: object) -> Table:
    """Wellington enters Almaraz from Ciudad Rodrigo."""
    chosen = {"soldiers_at": {"almaraz": soldiers}, "leaders_at": {"wellington": "ciudad_rodrigo"}}
    table = given(**{**chosen, "flags": HELD, "points": 3, **facts})  # type: ignore[arg-type]
    return table.give(*INTO_ALMARAZ).quiet()


def entered(duchy: str, start: str | None = None, by: Power = "britain", **facts: object) -> State:
    """An enemy of the pieces there has entered the duchy, which was friendly to them."""
    state = position(**facts)  # type: ignore[arg-type]
    return changed(state, arrivals=(Arrival(by, duchy, start, "march", (), was_friendly=True),))


def singly(state: State, power: Power) -> list[EvadeSingly]:
    return single_evasions(state, power, state.arrivals[-1], ())


def test_a_counter_without_a_leader_slips_away() -> None:
    """EX-A 11: 8 + 1 (friendly) = 9, no battle."""
    table = at_almaraz("nord 1 0 0", dice=[[5, 3]])
    table.give(EvadeSingly(1, "talavera"), EvadeNow()).quiet()
    assert table.all(EvasionRolled)[0].modifier == 1
    assert sp_of(table.state, "talavera", "nord") == 1
    assert table.state.battles == () and table.prompt == "spend_point"


def test_the_duchy_just_entered_is_not_yet_uncontrolled() -> None:
    """W-24."""
    state = entered("almaraz", "ciudad_rodrigo", soldiers_at={"almaraz": "nord 1 0 0"})
    attempt = Attempt("evasion", "nord", ("almaraz", "talavera"), (Part("nord", 1),))
    assert evasion_modifier(state, attempt) == 1


@pytest.mark.parametrize(("to", "modifier"), [("fuentes_de_onoro", 1), ("almaraz", -1)])
def test_a_roll_of_eight_suffices_over_an_open_line_into_friendly_land_and_not_over_a_broken_one(
    to: str, modifier: int
) -> None:
    """EX-15: into Almaraz, held by the enemy, over a broken line."""
    state = entered(
        "ciudad_rodrigo", "salamanca", "nord", soldiers_at={"ciudad_rodrigo": "spain 1 0 0"}, flags=HELD
    )
    attempt = Attempt("evasion", "spain", ("ciudad_rodrigo", to), (Part("spain", 1),))
    assert evasion_modifier(state, attempt) == modifier


def test_an_army_adds_its_commanders_battle_value() -> None:
    """EX-A 16: 5 + 2 + 1 = 8 < 9."""
    state = entered("valladolid", by="spain", leaders_at={"marmont": "valladolid"})
    attempt = Attempt(
        "evasion", "nord", ("valladolid", "salamanca"), (Part("nord", 0, ("marmont",)),), "marmont"
    )
    assert evasion_modifier(state, attempt) == 3


def test_nobody_evades_where_the_enemy_came_from_or_across_a_river_or_into_enemies() -> None:
    """EX-A 22: only Lumbrales is left to Marmont, once Avila is blocked; here it is not."""
    state = entered(
        "salamanca",
        "ciudad_rodrigo",
        leaders_at={"marmont": "salamanca"},
        soldiers_at={"valladolid": "spain 1 0 0"},
    )
    assert set(refuges(state, "nord", state.arrivals[0])) == {"avila", "lumbrales"}


def test_nobody_evades_into_a_fortress_of_the_enemy_unless_it_is_besieged() -> None:
    state = entered("almaraz", "talavera", flags=HELD, leaders_at={"clausel": "almaraz"})
    assert "ciudad_rodrigo" not in refuges(state, "nord", state.arrivals[0])
    besieged = changed(state, leaders={**state.leaders, "joseph": General("map", "ciudad_rodrigo")})
    assert "ciudad_rodrigo" in refuges(besieged, "nord", state.arrivals[0])


def test_artillery_does_not_evade_unless_it_can_be_changed() -> None:
    """EX-48: a lone artillery is changed into two cavalry, each for itself."""
    state = entered("almaraz", "ciudad_rodrigo", soldiers_at={"almaraz": "nord 0 0 1"})
    assert EvadeSingly(2, "talavera") in singly(state, "nord")
    inf, cav, _ = (FACTS.forces.counters["nord"][kind] for kind in ("infantry", "cavalry", "artillery"))
    full = {"almaraz": "nord 0 0 1", "madrid": f"nord {inf} {cav} 0"}
    assert singly(entered("almaraz", "ciudad_rodrigo", soldiers_at=full), "nord") == []


def test_counters_try_each_for_itself_and_all_at_once() -> None:
    """EX-A 48: 9 succeeds, 7 fails."""
    table = at_almaraz("nord 1 1 0", dice=[[4, 4], [3, 3]])
    table.give(EvadeSingly(1, "talavera"), EvadeSingly(2, "talavera"), EvadeNow())
    table.quiet()
    assert [event.is_success for event in table.all(EvasionRolled)] == [True, False]
    assert [sum(troop.sp for troop in event.troops) for event in table.all(FormationMoved)[1:]] == [1]
    assert len(table.all(EvasionDeclared)) == 1


def test_a_failed_evasion_costs_the_terrain() -> None:
    table = at_almaraz("nord 1 0 0", dice=[[1, 1]])
    table.give(EvadeSingly(1, "talavera"), EvadeNow()).quiet()
    battle = table.all(BattleBegan)[0].battle
    assert battle.evasion_failed and battle.line is None
    assert table.all(EvasionEnded)[0].failed == 1


def test_who_stands_fast_has_the_terrain() -> None:
    table = at_almaraz("nord 1 0 0").give(StandFast()).quiet()
    battle = table.all(BattleBegan)[0].battle
    assert not battle.evasion_failed and battle.line == "broken"


def test_an_army_goes_as_one_with_all_that_its_leaders_can_lead() -> None:
    state = position(
        leaders_at={"clausel": "salamanca", "marmont": "salamanca"}, soldiers_at={"salamanca": "nord 8 2 0"}
    )
    assert army(state, "salamanca", "marmont") == (Part("nord", 10, ("marmont", "clausel")),)


def test_soldiers_beyond_the_command_value_are_counters_without_a_leader() -> None:
    state = entered(
        "almaraz", "ciudad_rodrigo", leaders_at={"clausel": "almaraz"}, soldiers_at={"almaraz": "nord 5 0 0"}
    )
    assert singly(state, "nord") == [EvadeSingly(1, "talavera")]
    few = entered(
        "almaraz", "ciudad_rodrigo", leaders_at={"clausel": "almaraz"}, soldiers_at={"almaraz": "nord 4 0 0"}
    )
    assert singly(few, "nord") == []


def test_soldiers_of_an_ally_without_a_leader_roll_for_themselves() -> None:
    state = entered(
        "almaraz",
        "ciudad_rodrigo",
        leaders_at={"clausel": "almaraz"},
        soldiers_at={"almaraz": "nord 1 0 0, sud 1 0 0"},
    )
    assert singly(state, "sud") == [EvadeSingly(1, "talavera")]
    assert army(state, "almaraz", "clausel") == (Part("nord", 1, ("clausel",)),)


def test_the_marker_does_not_prevent_an_evasion_and_goes_along() -> None:
    table = given(
        leaders_at={"wellington": "ciudad_rodrigo", "marmont": "almaraz"}, flags=HELD, points=2, dice=[[6, 6]]
    )
    marked = {**table.state.leaders, "marmont": General("map", "almaraz", marked=True)}
    table.game.state = changed(table.state, leaders=marked)
    table.give(*INTO_ALMARAZ).quiet().give(Evade("marmont", "talavera")).quiet()
    assert table.state.leaders["marmont"] == General("map", "talavera", marked=True)


def test_an_evasion_into_enemy_land_costs_attrition_once() -> None:
    """EX-32: from an uncontrolled into an enemy duchy."""
    table = given(
        "nord",
        leaders_at={"joseph": "almaraz", "de_espana": "ciudad_rodrigo"},
        flags={"ciudad_rodrigo": "spain"},
        points=2,
        dice=[[6, 6], [1]],
    )
    table.give(MoveArmy("joseph", "ciudad_rodrigo"), Carry("joseph", 0)).quiet()
    table.give(Evade("de_espana", "salamanca")).quiet()
    assert [event.purpose for event in table.all(Rolled)] == ["evasion", "attrition"]
    assert table.all(FormationMoved)[-1].means == "evasion"


def test_an_evasion_into_friendly_land_costs_none() -> None:
    table = at_almaraz("", leaders_at={"wellington": "ciudad_rodrigo", "clausel": "almaraz"}, dice=[[6, 6]])
    table.give(Evade("clausel", "talavera")).quiet()
    assert [event.purpose for event in table.all(Rolled)] == ["evasion"]


def test_an_army_that_is_followed_may_evade_again() -> None:
    table = at_almaraz(
        "", leaders_at={"wellington": "ciudad_rodrigo", "clausel": "almaraz"}, dice=[[6, 6], [6, 6]]
    )
    table.give(Evade("clausel", "talavera")).quiet()
    table.give(MoveArmy("wellington", "talavera"), Carry("wellington", 0)).quiet()
    table.give(Evade("clausel", "toledo")).quiet()
    assert table.state.leaders["clausel"].duchy == "toledo" and table.prompt == "spend_point"


def test_a_formation_tries_only_once_against_the_same_enemy() -> None:
    leaders = {"wellington": "ciudad_rodrigo", "clausel": "almaraz", "marmont": "talavera"}
    table = at_almaraz("", leaders_at=leaders, dice=[[1, 1]])
    table.give(Evade("clausel", "talavera")).quiet()
    assert table.offers(Evade) == [] and table.offers(Intercept) == [Intercept("marmont")]


def test_who_has_come_in_to_fight_does_not_slip_away() -> None:
    table = given(
        leaders_at={"wellington": "ciudad_rodrigo", "clausel": "almaraz", "marmont": "talavera"},
        flags=HELD, points=1, dice=[[6, 6]],
    )  # fmt: skip
    table.give(*INTO_ALMARAZ).quiet().give(Intercept("marmont"), Carry("marmont", 0)).quiet()
    assert table.prompt != "answer_arrival"


def test_the_chances_are_those_of_two_dice() -> None:
    """EX-P1."""
    table = FACTS.tables.evasion
    totals = Counter(one + other for one, other in product(range(1, 7), repeat=table.dice))
    ways = {add: sum(n for total, n in totals.items() if total + add >= table.target) for add in range(-1, 8)}
    assert list(ways.values()) == [6, 10, 15, 21, 26, 30, 33, 35, 36]


def test_a_way_out_shows_as_a_way_and_not_as_a_fight() -> None:
    """10.5: friends of those who evade stand in Talavera; who evades there fights nobody."""
    table = at_almaraz("nord 3 0 0", soldiers_at={"almaraz": "nord 1 1 0", "talavera": "nord 2 0 0"})
    hints = {order: hint(table.state, order) for order in table.menu() if isinstance(order, EvadeSingly)}
    assert {order.sp for order in hints} == {1, 2}
    assert {each.target for each in hints.values()} >= {"talavera"}
    assert all(each.kind == "safe" for each in hints.values() if each.target == "talavera")
    words = prose("wellington", "en")
    assert words.order(EvadeSingly(1, "talavera")).startswith("Infantry there, a counter of 1 SP: evade to")
    assert words.order(EvadeSingly(2, "talavera")).startswith("Cavalry there, a counter of 2 SP: evade to")
