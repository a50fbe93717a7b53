"""A formation comes into a duchy: marches to enemies, attrition, placing, and what follows (9, 10.9, 13)."""

from domain.kernel.chance import Rolled
from domain.wellington.events.arrival import ArrivalEnded, FormationArrived
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FormationMoved
from domain.wellington.losses.losses import ShareAttrition, SufferAttrition
from domain.wellington.movement.may_march import ways
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.arrival import EvadeNow, EvadeSingly, FinishPlacing, Intercept, StandFast
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    Carry,
    MoveArmy,
    MoveCounter,
)
from domain.wellington.placing.placing import PlaceSoldiers
from domain.wellington.position.conflict import Battle, Part, Toll
from domain.wellington.position.state import sp_of
from tests.rules.wellington.position import Table, given, position

HELD = {"ciudad_rodrigo": "spain"}
WELLINGTON = {"wellington": "ciudad_rodrigo"}


def steps(table: Table) -> list[str]:
    """What happened, without dice of battles and what follows them."""
    names = [type(event).__name__ for event in table.game.events]
    return names[: names.index("BattleBegan") + 1] if "BattleBegan" in names else names


def battle(table: Table) -> Battle:
    return table.all(BattleBegan)[-1].battle


def purposes(table: Table) -> list[str]:
    return [event.purpose for event in table.all(Rolled)]


# Where one may go -------------------------------------------------------------------------------


def test_a_march_may_lead_to_an_enemy_formation() -> None:
    state = position(leaders_at=WELLINGTON, soldiers_at={"salamanca": "nord 1 0 0"}, flags=HELD)
    assert "salamanca" in ways(state, "allied", "ciudad_rodrigo")


def test_from_an_enemy_fortress_one_goes_to_no_enemy_duchy() -> None:
    """R-39."""
    state = position(leaders_at=WELLINGTON)
    assert ways(state, "allied", "ciudad_rodrigo") == ("fuentes_de_onoro",)


def test_a_battle_that_is_no_overrun_ends_the_march() -> None:
    """9.51: every die of the defender hits, so that Wellington is beaten or at least marked."""
    table = given(leaders_at=WELLINGTON, soldiers_at={"almaraz": "nord 9 0 0"}, flags=HELD, points=3)
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 0)).quiet()
    table.give(StandFast()).quiet()
    while table.prompt not in ("spend_point", "respond"):
        table.give(table.menu()[-1]).quiet()
    assert MoveArmy("wellington", "talavera") not in table.offers(MoveArmy)


# The order of a step ----------------------------------------------------------------------------


def test_answers_come_first_then_the_attrition_of_all_who_moved_then_the_battle() -> None:
    """R-38: an ambush on two pieces, and Clausel comes from Burgos."""
    leaders = {"wellington": "salamanca", "clausel": "burgos"}
    soldiers = {"salamanca": "britain 1 0 0", "valladolid": "nord 2 0 0"}
    table = given(
        leaders_at=leaders, soldiers_at=soldiers, points=2, dice=[[6, 6], [1, 1]], seats=("allied", "french")
    )
    table.give(MoveArmy("wellington", "valladolid"), Carry("wellington", 1)).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 0)).quiet()
    names = steps(table)
    order = ["FormationMoved", "FormationArrived", "InterceptionRolled", "ArrivalEnded", "BattleBegan"]
    assert [name for name in names if name in order] == [order[0], *order[1:3], order[0], *order[3:]]
    assert purposes(table)[:2] == ["interception", "attrition"]


def test_the_attrition_of_the_way_may_leave_nobody_to_fight() -> None:
    table = given(
        soldiers_at={"salamanca": "spain 1 0 0", "valladolid": "nord 2 0 0"},
        active="spain",
        points=2,
        dice=[[6]],
    )
    table.give(MoveCounter("salamanca", "valladolid", 1)).quiet().give(StandFast()).quiet()
    assert table.all(LossesTaken)[0].cause == "attrition"
    assert not table.all(BattleBegan) and table.state.arrivals == ()


def test_a_march_that_meets_nobody_asks_nobody() -> None:
    table = given(leaders_at=WELLINGTON, points=2)
    table.give(MoveArmy("wellington", "fuentes_de_onoro"), Carry("wellington", 0))
    assert table.prompt == "spend_point" and table.all(ArrivalEnded)


def test_everybody_may_answer_when_a_formation_has_entered() -> None:
    table = given(leaders_at=WELLINGTON, hands={"nord": (3,)}, points=2)
    table.give(MoveArmy("wellington", "fuentes_de_onoro"), Carry("wellington", 0))
    table.give(table.menu()[0])
    assert table.prompt == "respond" and table.all(FormationMoved)
    assert table.state.arrivals[-1].duchy == "fuentes_de_onoro"


# Forced marches and shared attrition ------------------------------------------------------------


def test_the_fifth_and_each_later_duchy_of_a_march_cost_attrition() -> None:
    """EX-47: a leaderless cavalry."""
    way = ["abrantes", "lisbon", "fuentes_de_onoro", "almeida", "fuentes_de_onoro", "lisbon"]
    table = given(soldiers_at={"fuentes_de_onoro": "britain 0 1 0"}, points=7, dice=[[1, 1], [1, 1]])
    here = "fuentes_de_onoro"
    for number, to in enumerate(way, start=1):
        table.give(MoveCounter(here, to, 2)).quiet()
        here = to
        assert len(purposes(table)) == max(0, number - 4)


def test_several_reasons_give_a_set_of_dice_each_rolled_together() -> None:
    """EX-31, R-37: a pass between two French duchies is an ambush too."""
    table = given(
        leaders_at={"wellington": "salamanca"}, soldiers_at={"salamanca": "britain 3 1 0"}, points=2,
        dice=[[6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    )  # fmt: skip
    table.give(MoveArmy("wellington", "avila"), Carry("wellington", 5)).quiet()
    assert sum(event.sp for event in table.all(LossesTaken)) == 3
    assert table.state.leaders["wellington"].duchy == "avila"


def test_the_commanders_power_chooses_the_losses_of_a_group() -> None:
    """R-81: unevenly if it likes."""
    toll = Toll("britain", "elvas", (Part("britain", 2), Part("spain", 2)), 4)
    table = given(
        soldiers_at={"elvas": "britain 2 0 0, spain 2 0 0"}, points=1, dice=[[6, 6, 1, 1]],
        then=[SufferAttrition(toll)],
    )  # fmt: skip
    table.quiet()
    assert table.seats == ("britain",)
    table.give(RemoveSoldier("spain", "elvas")).give(RemoveSoldier("spain", "elvas"))
    assert sp_of(table.state, "elvas", "britain") == 2 and sp_of(table.state, "elvas", "spain") == 0


def test_leaders_of_a_group_are_lost_only_after_all_its_soldiers() -> None:
    parts = (Part("britain", 1, ("hill",)), Part("spain", 1, ("blake",)))
    table = given(
        soldiers_at={"elvas": "britain 1 0 0, spain 1 0 0"}, leaders_at={"hill": "elvas", "blake": "elvas"},
        points=1, then=[ShareAttrition("britain", "elvas", parts, 3)],
    )  # fmt: skip
    assert table.prompt == "remove_leader" and table.state.troops == {}


# The battle that follows ------------------------------------------------------------------------


def test_who_enters_attacks_and_the_defender_has_the_terrain_of_his_own_duchy() -> None:
    """R-54, R-55: Ciudad Rodrigo-Almaraz is broken."""
    table = given(leaders_at=WELLINGTON, soldiers_at={"almaraz": "nord 1 0 0"}, flags=HELD, points=1)
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 0)).quiet().give(StandFast()).quiet()
    found = battle(table)
    assert (found.attacker, found.power, found.origins) == ("allied", "britain", ("ciudad_rodrigo",))
    assert found.line == "broken"


def test_there_is_no_terrain_in_a_duchy_that_is_not_the_defenders() -> None:
    table = given(
        leaders_at=WELLINGTON,
        soldiers_at={"almaraz": "nord 1 0 0"},
        flags={**HELD, "almaraz": "spain"},
        points=1,
    )
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 0)).quiet().give(StandFast()).quiet()
    assert battle(table).line is None


# Placing ----------------------------------------------------------------------------------------


def test_what_is_built_may_be_intercepted() -> None:
    """10.1, R-45: Fuentes de Onoro is a British duchy beside French Ciudad Rodrigo."""
    table = given(leaders_at={"clausel": "ciudad_rodrigo"}, points=2, dice=[[6, 6]])
    table.give(BuildSoldier("fuentes_de_onoro")).quiet()
    assert table.prompt == "answer_arrival"
    table.give(Intercept("clausel"), Carry("clausel", 0)).quiet()
    assert battle(table).duchy == "fuentes_de_onoro" and battle(table).attacker == "allied"
    assert battle(table).line is None


def test_what_an_event_places_among_enemies_attacks_them() -> None:
    """R-40, R-54: no origin and no terrain."""
    table = given(
        soldiers_at={"salamanca": "nord 1 0 0"}, points=1,
        then=[PlaceSoldiers("britain", "salamanca", 2, "reversal_of_fortune")],
    )  # fmt: skip
    table.quiet().give(StandFast()).quiet()
    found = battle(table)
    assert (found.attacker, found.origins, found.line) == ("allied", (), None)


def besieged(**facts: object) -> Table:
    """Clausel alone besieges Elvas, a British fortress."""
    return given(**{"leaders_at": {"clausel": "elvas"}, "points": 4, **facts})  # type: ignore[arg-type]


def test_what_is_built_in_a_besieged_fortress_attacks_when_all_is_placed() -> None:
    """R-27."""
    table = besieged().give(BuildSoldier("elvas")).quiet()
    assert table.all(FormationArrived) == []
    assert set(map(type, table.menu())) == {BuildSoldier, BuildLeader, FinishPlacing}
    table.give(FinishPlacing("elvas")).quiet()
    arrival = table.all(FormationArrived)[0].arrival
    assert (arrival.power, arrival.start, arrival.parts) == ("britain", None, (Part("britain", 1),))


def test_it_attacks_at_once_when_no_more_can_be_placed() -> None:
    table = besieged(points=2).give(BuildSoldier("elvas")).quiet()
    assert table.all(FormationArrived)[0].arrival.duchy == "elvas" and table.prompt == "answer_arrival"


def test_the_besieger_may_evade_what_is_placed() -> None:
    table = besieged(leaders_at={}, soldiers_at={"elvas": "nord 1 0 0"}, points=2, dice=[[6, 6]])
    table.give(BuildSoldier("elvas")).quiet()
    to = table.offers(EvadeSingly)[0].to
    table.give(EvadeSingly(1, to), EvadeNow()).quiet()
    assert sp_of(table.state, to, "nord") == 1 and not table.all(BattleBegan)
