"""Answers about losses and retreats (#31, #48, #49, #51, #52, #54, #68, #75, #79, #84, #95)."""

from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.wellington.events.battle import (
    BattleBegan,
    FormationRetreated,
    HitsScored,
    PiecesLost,
    PiecesReturned,
    PlunderRolled,
    SoldiersRallied,
)
from domain.wellington.events.cards import CardDrawn
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.sieges import BesiegerHarmed, SiegeEnded, SiegeRolled
from domain.wellington.facts.world import Power, card_id
from domain.wellington.orders.answers import Choose, RemoveSoldier
from domain.wellington.orders.arrival import Evade, StandFast
from domain.wellington.orders.points import BuildLeader, Carry, MoveArmy, RegroupLeader
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.state import sp_of
from domain.wellington.sequence.endturn import Attrition
from tests.rules.wellington.answering import (
    answered,
    battle_with,
    dice_of,
    offered,
    reach,
    result_of,
    see_through,
    window,
)
from tests.rules.wellington.position import Table, given

LED = {"leaders_at": {"marmont": "salamanca"}}
FIVE = {"salamanca": "britain 3 0 0, nord 5 0 0"}
FRENCH_ROUTED = ([6, 5, 5, 1], [1] * 5)
FRENCH_BEATEN = ([6, 5, 1, 1], [1] * 5)


def lost(table: Table) -> list[tuple[Power, int, str]]:
    return [(each.power, each.sp, each.cause) for each in table.all(PiecesLost)]


# Save Yourselves, Panic, Rally, Rearguard -----------------------------------------------------------


def test_who_saves_himself_takes_attrition_that_counts_for_the_winner() -> None:
    """The Allies led by one hit to none and lose after two more losses."""
    table = battle_with({"sud": (31,)}, [6, 1, 1, 1], [1] * 5, [6, 6, 1])
    assert offered(reach(table, "battle_round_end"), "sud", 31) == ["allied", "french"]
    answered(table, "battle_round_end", "sud", 31, "allied")
    result = result_of(see_through(table))
    assert (result.winner, result.hits["allied"], result.losses["allied"]) == ("french", 2, 2)


def test_panic_costs_the_beaten_attrition_that_may_make_a_rout() -> None:
    table = battle_with({"britain": (54,)}, *FRENCH_BEATEN, [6, 1])
    answered(table, "battle_result", "britain", 54)
    result = result_of(see_through(table))
    assert result.is_rout and result.hits["french"] == 3


def test_panic_is_worse_from_the_sixth_die_on() -> None:
    """Seven are left: five dice need a 6, two a 5."""
    many = {"salamanca": "britain 3 0 0, nord 4 2 0"}
    table = battle_with({"spain": (54,)}, [6, 5, 1, 1], [1] * 10, [5] * 5, [5, 5], soldiers_at=many)
    answered(table, "battle_result", "spain", 54)
    assert ("nord", 2, "flight") in lost(table)


def test_rally_undoes_disorganisations_and_may_change_the_winner() -> None:
    table = battle_with({"nord": (48,)}, [5, 5, 1, 1], [6, 1, 1, 1, 1])
    answered(table, "battle_result", "nord", 48, "french")
    assert table.all(SoldiersRallied) == [SoldiersRallied("salamanca", "french", 2)]
    assert result_of(see_through(table)).winner == "french"


def test_rally_undoes_the_fives_that_were_just_rolled() -> None:
    table = battle_with({"nord": (48,)}, [5, 5, 5, 6], [1] * 5)
    answered(table, "battle_dice", "nord", 48, "french")
    assert table.all(HitsScored) == [HitsScored("salamanca", "french", 1, 0, ("rally",))]


@pytest.mark.parametrize(("number", "target"), [(48, "french"), (49, "")])
def test_rally_and_rearguard_bring_back_what_panic_has_cost(number: int, target: str) -> None:
    table = battle_with({"britain": (54,), "nord": (number,)}, *FRENCH_BEATEN, [6, 1])
    answered(table, "battle_result", "britain", 54)
    answered(table, "battle_result", "nord", number, target)
    assert [(each.power, each.troop.sp, each.hits) for each in table.all(PiecesReturned)] == [("nord", 1, 1)]
    result = result_of(see_through(table))
    assert not result.is_rout and result.losses["french"] == 1


@pytest.mark.parametrize(("number", "target"), [(48, "french"), (49, "")])
def test_rally_and_rearguard_keep_panic_away(number: int, target: str) -> None:
    table = battle_with({"britain": (54,), "nord": (number,)}, [6, 6, 5, 1], [1] * 5)
    answered(table, "battle_result", "nord", number, target)
    assert window(table) == "battle_result" and offered(table, "britain", 54) == []


def test_the_rearguard_saves_the_routed_but_not_the_day() -> None:
    table = battle_with({"nord": (49,)}, *FRENCH_ROUTED)
    answered(table, "battle_result", "nord", 49)
    result = result_of(see_through(table))
    assert result.is_rout and result.winner == "allied" and result.losses["french"] == 1


# To the Death -----------------------------------------------------------------------------------


def test_nobody_retreats_to_the_death_and_a_new_battle_is_fought() -> None:
    table = battle_with({"britain": (51,)}, *FRENCH_BEATEN, [6, 6, 1, 1], [1] * 4)
    answered(table, "battle_result", "britain", 51)
    see_through(table)
    assert len(table.all(BattleBegan)) == 2 and not table.all(FormationRetreated)


def test_a_declared_retreat_is_stopped() -> None:
    table = battle_with({"britain": (51,)}, *FRENCH_BEATEN, [6, 6, 1, 1], [1] * 4)
    reach_retreat(table)
    answered(table, "retreat_declared", "britain", 51)
    see_through(table)
    assert len(table.all(BattleBegan)) == 2 and not table.all(FormationRetreated)


def reach_retreat(table: Table) -> None:
    """The beaten declare the first retreat that they may choose."""
    while table.prompt != "retreat":
        reach(table, "battle_result")
        table.give(table.menu()[0])
    table.give(table.menu()[0])


def test_whoever_evaded_stays_and_fights() -> None:
    table = given(
        points=1,
        soldiers_at={"ciudad_rodrigo": "britain 3 0 0", "salamanca": "nord 2 0 0"},
        leaders_at={"wellington": "ciudad_rodrigo", "marmont": "salamanca"},
        flags={"ciudad_rodrigo": "britain"}, hands={"britain": (51,)}, dice=[[6, 6]],
    )  # fmt: skip
    table.give(MoveArmy("wellington", "salamanca"), Carry("wellington", 3)).quiet()
    table.give(Evade("marmont", "valladolid"))
    assert offered(reach(table, "evade_rolled"), "britain", 51) == ["marmont"]
    answered(table, "evade_rolled", "britain", 51, "marmont")
    assert table.all(BattleBegan) and table.state.leaders["marmont"].duchy == "salamanca"


# Leader Wounded ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "dice"), [(1, 6), (2, 5), (4, 5), (5, 5), (6, 5)])
def test_a_wounded_leader_gives_fewer_dice_or_none(die: int, dice: int) -> None:
    """Marmont's battle value is 2."""
    table = battle_with({"britain": (52,)}, [die], **LED)
    answered(table, "battle_round_start", "britain", 52, "marmont")
    assert dice_of(table, "french")[0] == dice
    places = {5: "regroup", 6: "unbuilt"}
    assert die < 5 or table.all(PiecesLost)[0].regrouped == (places[die] == "regroup")


def test_a_killed_leader_counts_as_a_loss_and_nobody_takes_his_command() -> None:
    both = {"marmont": "salamanca", "clausel": "salamanca"}
    table = battle_with({"britain": (52,)}, [6], [1] * 4, [1] * 6, leaders_at=both)
    answered(table, "battle_round_start", "britain", 52, "marmont")
    assert table.all(HitsScored) == [HitsScored("salamanca", "french", 1, 0)]
    assert dice_of(table, "french") == [3 + 1 + 2]
    assert table.state.battles[-1].camps["french"].headless


@pytest.mark.parametrize(("die", "value"), [(1, 5), (3, 0)])
def test_a_leader_may_be_wounded_at_a_quiet_moment_for_the_impulse(die: int, value: int) -> None:
    table = given(
        points=4, soldiers_at={"lisbon": "britain 1 0 0"}, leaders_at={"wellington": "lisbon"},
        hands={"nord": (52,)}, dice=[[die]],
    )  # fmt: skip
    build_a_soldier(table)
    answered(table, "cp_spent", "nord", 52, "wellington")
    assert battle_value(table.state, "wellington") == value


def build_a_soldier(table: Table) -> None:
    order = next(each for each in table.menu() if type(each).__name__ == "BuildSoldier")
    table.give(order)


@pytest.mark.parametrize("die", [5, 6])
def test_a_leader_taken_away_does_not_come_back_in_this_impulse(die: int) -> None:
    table = given(
        points=9, soldiers_at={"lisbon": "britain 1 0 0"}, leaders_at={"wellington": "lisbon"},
        hands={"nord": (52,)}, dice=[[die]],
    )  # fmt: skip
    build_a_soldier(table)
    answered(table, "cp_spent", "nord", 52, "wellington")
    builds = [*table.offers(BuildLeader), *table.offers(RegroupLeader)]
    assert builds and "wellington" not in {each.leader for each in builds}


def test_a_siege_ends_when_its_leader_is_wounded_away() -> None:
    table = besieging({"nord": (52,)}, [6])
    answered(table, "siege_start", "nord", 52, "wellington")
    (ended,) = table.all(SiegeEnded)
    assert not ended.taken and not table.all(SiegeRolled)


def besieging(hands: dict[Power, tuple[int, ...]], *dice: list[int], **facts: Any) -> Table:
    """Wellington besieges Ciudad Rodrigo with five strength points."""
    table = given(
        soldiers_at={"ciudad_rodrigo": "britain 3 1 0"}, leaders_at={"wellington": "ciudad_rodrigo"},
        hands=hands, dice=dice, **facts,
    )  # fmt: skip
    return table.give(BesiegeFortress("wellington", "ciudad_rodrigo"), Carry("wellington", 5))


# Cautious Generals --------------------------------------------------------------------------------


def test_half_of_the_eliminated_of_both_sides_come_back() -> None:
    """Three French lost: two stay lost, one is back, and it is no rout any more; one Briton stays lost."""
    table = battle_with({"sud": (79,)}, [6, 6, 6, 6], [6, 1, 1, 1, 1, 1, 1], soldiers_at=FIVE)
    answered(table, "battle_round_end", "sud", 79)
    assert table.prompt == "choose"
    table.give(Choose(card_id(79), "nord"), seat=Seat("nord"))
    table.give(Choose(card_id(79), "nord"), seat=Seat("nord"))
    result = result_of(see_through(table))
    assert result.hits == {"allied": 1, "french": 2} and not result.is_rout
    assert result.losses == {"allied": 1, "french": 2}


def test_cautious_generals_make_no_use_of_an_overrun() -> None:
    table = battle_with({"sud": (79,)}, [6, 6, 6, 6], [1] * 5)
    answered(table, "battle_round_end", "sud", 79)
    table.give(Choose(card_id(79), "nord"), seat=Seat("nord"))
    see_through(table)
    assert all(troop.marked for troop in table.state.troops["salamanca"])


# Beaten and Scattered -----------------------------------------------------------------------------


def test_half_the_beaten_and_a_weak_leader_go_to_the_regroup_box() -> None:
    """Two of three are left: one goes, and Marmont, battle value 2."""
    table = battle_with({"spain": (84,)}, [6, 5, 1, 1], [1] * 7, **LED)
    answered(table, "battle_result", "spain", 84)
    assert table.state.regroup["nord"] == 1 and table.state.leaders["marmont"].place == "regroup"


def test_the_owner_chooses_which_weak_leader_goes() -> None:
    both = {"marmont": "salamanca", "clausel": "salamanca"}
    table = battle_with({"spain": (84,)}, [6, 5, 1, 1], [1] * 8, leaders_at=both)
    reach_retreat(table)
    answered(table, "retreat_declared", "spain", 84)
    table.give(Choose(card_id(84), "clausel"), seat=Seat("nord"))
    assert table.state.leaders["clausel"].place == "regroup"
    assert table.state.regroup["nord"] == 1


def test_soldiers_alone_are_no_army_to_scatter() -> None:
    table = reach(battle_with({"spain": (84,)}, *FRENCH_BEATEN), "battle_result")
    assert offered(table, "spain", 84) == []


# Train des Equipages --------------------------------------------------------------------------------


def test_the_train_cancels_attrition_in_a_duchy() -> None:
    table = battle_with({"sud": (68,), "britain": (54,)}, *FRENCH_BEATEN, [6, 6])
    answered(table, "battle_result", "britain", 54)
    answered(table, "attrition_rolled", "sud", 68, "attrition")
    assert result_of(see_through(table)).losses["french"] == 1


def test_the_train_cancels_the_attrition_of_one_duchy_at_the_end_of_the_turn() -> None:
    table = given(
        None, soldiers_at={"salamanca": "spain 1 0 0", "avila": "spain 1 0 0"},
        flags={"salamanca": "nord", "avila": "nord"}, hands={"sud": (68,)},
        then=[Attrition()], dice=[[6], [6]],
    )  # fmt: skip
    answered(table, "attrition_rolled", "sud", 68, "attrition")
    table.give(Choose(card_id(68), "avila"), seat=Seat("sud"))
    assert [each.duchy for each in table.all(LossesTaken)] == ["salamanca"]
    assert sp_of(table.state, "avila", "spain") == 1


def test_the_train_keeps_the_plunder_from_the_victor() -> None:
    table = battle_with({"sud": (68,)}, [6, 6, 6, 6], [1] * 7, [6], **LED)
    answered(table, "battle_won", "sud", 68, "plunder")
    (rolled,) = see_through(table).all(PlunderRolled)
    assert rolled.denied_by == (card_id(68),)
    assert rolled.resources == 0


# Baggage Train Captured -----------------------------------------------------------------------------


def test_a_captured_baggage_train_is_a_resource_and_a_card_for_the_victor() -> None:
    table = battle_with({"spain": (75,)}, [6, 6, 6, 6], [1] * 7, **LED)
    answered(table, "battle_won", "spain", 75)
    assert table.state.resources["britain"] == 1
    assert [each.power for each in table.all(CardDrawn)] == ["britain"]


def test_no_baggage_without_an_army() -> None:
    table = reach(battle_with({"spain": (75,)}, [6, 6, 6, 6], [1] * 5), "battle_won")
    assert offered(table, "spain", 75) == []


# The Rifle Brigade --------------------------------------------------------------------------------


def test_riflemen_wear_down_the_french_before_a_round() -> None:
    """The losses go to the Regroup Box and are hits."""
    table = battle_with({"britain": (95,)}, [6, 6, 1], [1] * 4, [1] * 3)
    answered(table, "battle_round_start", "britain", 95, "salamanca")
    result = result_of(see_through(table))
    assert (result.winner, result.hits["french"], result.losses["french"]) == ("allied", 2, 2)
    assert ("nord", 2, "card") in lost(table) and table.all(PiecesLost)[0].regrouped


def test_riflemen_shoot_at_a_march_and_it_counts_in_the_battle_at_its_end() -> None:
    table = given(
        "nord", points=1,
        soldiers_at={"valladolid": "nord 4 0 0", "salamanca": "britain 2 0 0"},
        leaders_at={"marmont": "valladolid"}, hands={"britain": (95,)}, dice=[[6, 1, 1, 1]],
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 3))
    answered(table, "cp_spent", "britain", 95, "valladolid")
    table.give(StandFast())
    (battle,) = table.all(BattleBegan)
    assert battle.battle.camps["french"].hits == 1 and table.state.regroup["nord"] == 1


def test_riflemen_shoot_at_those_who_try_to_evade() -> None:
    table = given(
        points=1,
        soldiers_at={"ciudad_rodrigo": "britain 3 0 0", "salamanca": "nord 2 0 0"},
        leaders_at={"wellington": "ciudad_rodrigo", "marmont": "salamanca"},
        flags={"ciudad_rodrigo": "britain"}, hands={"britain": (95,)}, dice=[[6, 1, 1], [1, 1]],
    )  # fmt: skip
    table.give(MoveArmy("wellington", "salamanca"), Carry("wellington", 3)).quiet()
    table.give(Evade("marmont", "valladolid"))
    answered(table, "evade_declared", "britain", 95, "salamanca")
    (battle,) = table.all(BattleBegan)
    assert battle.battle.camps["french"].hits == 1


def test_riflemen_shoot_at_french_besiegers() -> None:
    table = given(
        "nord", soldiers_at={"ciudad_rodrigo": "nord 4 0 0", "salamanca": "britain 1 0 0"},
        leaders_at={"marmont": "ciudad_rodrigo"}, flags={"ciudad_rodrigo": "spain"},
        hands={"britain": (95,)}, dice=[[6, 1, 1, 1, 1]],
    )  # fmt: skip
    table.give(BesiegeFortress("marmont", "ciudad_rodrigo"), Carry("marmont", 4))
    answered(table, "siege_round_start", "britain", 95, "ciudad_rodrigo")
    assert table.all(BesiegerHarmed) == [BesiegerHarmed("ciudad_rodrigo", 1)]
    assert table.state.regroup["nord"] == 1


def test_what_the_ally_of_the_besieger_loses_to_riflemen_is_no_hit_in_the_siege() -> None:
    """12.31: one army besieges; Marmont's power says who falls (13.1), and Sud's man is no loss of Nord's."""
    table = given(
        "nord", soldiers_at={"ciudad_rodrigo": "nord 3 0 0, sud 3 0 0", "salamanca": "britain 1 0 0"},
        leaders_at={"marmont": "ciudad_rodrigo"}, flags={"ciudad_rodrigo": "spain"},
        hands={"britain": (95,)}, dice=[[6, 6, 1, 1, 1, 1, 1]],
    )  # fmt: skip
    table.give(BesiegeFortress("marmont", "ciudad_rodrigo"), Carry("marmont", 3))
    answered(table, "siege_round_start", "britain", 95, "ciudad_rodrigo")
    table.give(RemoveSoldier("sud", "ciudad_rodrigo")).give(RemoveSoldier("nord", "ciudad_rodrigo"))
    assert table.all(BesiegerHarmed) == [BesiegerHarmed("ciudad_rodrigo", 1)]
    assert (table.state.regroup["nord"], table.state.regroup["sud"]) == (1, 1)


def test_riflemen_need_british_soldiers_nearby() -> None:
    far = {"salamanca": "spain 3 0 0, nord 3 0 0", "lisbon": "britain 1 0 0"}
    table = battle_with({"britain": (95,)}, soldiers_at=far)
    assert offered(reach(table, "battle_round_start"), "britain", 95) == []
