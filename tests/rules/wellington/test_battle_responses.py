"""Answers in battle about cards and dice (#1, #2, #32, #42, #55, #61, #99, #106, #107)."""

from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.wellington.events.battle import (
    CardSettled,
    CardStruck,
    CardTurned,
    DisorganisedFell,
    HitsScored,
    PiecesLost,
    PlunderRolled,
    SoldiersDisorganised,
    SoldiersRallied,
)
from domain.wellington.events.cards import CardCancelled
from domain.wellington.events.sieges import SiegeRoundEnded
from domain.wellington.facts.world import card_id
from domain.wellington.orders.answers import LetPass
from domain.wellington.orders.arrival import CallArmy
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.points import Carry
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Camp
from domain.wellington.position.state import Lasting, changed, sp_of
from tests.rules.wellington.answering import (
    FROM_RODRIGO,
    answered,
    battle_with,
    dice_of,
    offered,
    reach,
    respond,
    result_of,
    see_through,
    window,
)
from tests.rules.wellington.position import Table, fought, given

SQUARE, BRIGADE, LANCERS, DRAGOONS = map(card_id, (1, 2, 61, 106))
DUEL, SAPPERS, GEESE = map(card_id, (28, 71, 91))
WITH_SPAIN = {"salamanca": "britain 3 0 0, spain 1 0 0, nord 3 0 0"}
NOTHING = ([1] * 4, [1] * 5)
"""A round in which nobody hits."""
FRENCH_ROUTED = ([6, 5, 5, 1], [1] * 5)
"""Three hits more than the Allies suffer, two pieces disorganised."""
LED = {"leaders_at": {"marmont": "salamanca"}}
MARMONT_RIDES = (Lasting(DRAGOONS, "nord", "marmont"),)


# Form Square ------------------------------------------------------------------------------------


def test_squares_take_the_cavalry_brigade_its_dice() -> None:
    table = reach(battle_with({"britain": (1,), "nord": (2,)}), "battle_round_start")
    respond(table, "nord", 2, "dice")
    assert offered(table, "britain", 1) == ["allied"]
    respond(table, "britain", 1, "allied")
    assert dice_of(table, "french")[0] == 5 and table.state.lasting[0].card == SQUARE


def test_squares_come_too_late_when_the_dice_lie_there() -> None:
    """5.2: "una volta che l'azione si è spostata ... tiro di dadi, è troppo tardi"."""
    table = battle_with({"britain": (1,), "nord": (2,)}, [1] * 4, [6, 6, 1, 1, 1, 1, 5])
    answered(table, "battle_round_start", "nord", 2, "dice")
    assert not offered(reach(table, "battle_dice"), "britain", 1)
    assert see_through(table).all(HitsScored)[0] == HitsScored("salamanca", "allied", 2, 1)


def test_squares_cancel_lancers() -> None:
    table = reach(battle_with({"britain": (1,), "nord": (61,)}), "battle_round_start")
    respond(table, "nord", 61, "raise")
    assert offered(table, "britain", 1) == ["cancel"]
    respond(table, "britain", 1, "cancel")
    assert table.all(CardCancelled) == [CardCancelled(LANCERS, SQUARE, "britain")]


def test_squares_drive_off_lancers_that_lie_there() -> None:
    table = battle_with({"britain": (1,), "nord": (61,)})
    answered(table, "battle_round_start", "nord", 61, "raise")
    answered(table, "battle_round_start", "britain", 1, "allied")
    assert [each.card for each in table.all(CardStruck)] == [LANCERS]


def test_squares_keep_lancers_cuirassiers_and_the_brigade_away_for_the_impulse() -> None:
    table = battle_with({"britain": (1,), "nord": (2, 61, 107)})
    answered(table, "battle_round_start", "britain", 1, "allied")
    assert [offered(table, "nord", number) for number in (2, 61, 107)] == [[], [], []]


def test_squares_make_dragoons_worth_nothing() -> None:
    """Marmont's battle value counts as printed, and nobody is pursued."""
    table = battle_with({"britain": (1,)}, *([1] * 4, [6] + [1] * 6), lasting=MARMONT_RIDES, **LED)
    answered(table, "battle_round_start", "britain", 1, "allied")
    assert dice_of(table, "french") == [7]
    assert see_through(table).all(HitsScored) == [HitsScored("salamanca", "allied", 1, 0)]


# The Cavalry Brigade ------------------------------------------------------------------------------


def test_the_brigade_adds_two_dice_for_one_round() -> None:
    table = battle_with({"nord": (2,)}, [1] * 4, [1] * 7, *NOTHING)
    answered(table, "battle_round_start", "nord", 2, "dice")
    assert dice_of(table, "french") == [7, 5]


def test_the_brigade_takes_away_an_enemy_battle_card() -> None:
    table = battle_with({"spain": (91,), "nord": (2,)}, soldiers_at=WITH_SPAIN)
    table.give(LayCard("spain", GEESE))
    answered(table, "battle_round_start", "nord", 2, GEESE)
    assert dice_of(table, "allied")[0] == 3 + 1 + 1


def test_the_brigade_takes_a_battle_card_away_as_it_is_played() -> None:
    table = battle_with({"spain": (91,), "nord": (2,)}, soldiers_at=WITH_SPAIN)
    table.give(LayCard("spain", GEESE))
    respond(table, "nord", 2, "cancel")
    assert table.all(CardCancelled) == [CardCancelled(GEESE, BRIGADE, "nord")]
    assert dice_of(table, "allied")[0] == 5


def test_the_brigade_makes_a_retreat_of_a_rout() -> None:
    table = battle_with({"nord": (2,)}, *FRENCH_ROUTED)
    answered(table, "battle_result", "nord", 2, "retreat")
    result = result_of(see_through(table))
    assert result.winner == "allied" and not result.is_rout and result.losses["french"] == 1


# Lancers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "is_rout"), [("raise", False), ("lower", True)])
def test_lancers_change_the_margin_of_a_rout(target: str, is_rout: bool) -> None:
    """Three hits more are no rout if it needs four, two are one if it needs two."""
    roll = [6, 5, 5, 1] if target == "raise" else [6, 5, 1, 1]
    table = battle_with({"britain": (61,)}, roll, [1] * 5)
    answered(table, "battle_result", "britain", 61, target)
    assert result_of(see_through(table)).is_rout == is_rout


def test_lancers_pursue_those_who_were_routed() -> None:
    table = battle_with({"britain": (61,)}, [6, 5, 1, 1], [1] * 5, [6])
    answered(table, "battle_result", "britain", 61, "lower")
    lost = [(each.sp, each.cause) for each in table.all(PiecesLost)]
    assert lost == [(1, "battle"), (1, "rout"), (1, "attrition")]
    assert result_of(see_through(table)).hits["french"] == 2


def test_the_winner_adds_two_to_the_plunder_after_lancers() -> None:
    table = battle_with({"britain": (61,)}, [6, 5, 5, 1], [1] * 7, [1], [4], **LED)
    answered(table, "battle_result", "britain", 61, "lower")
    assert see_through(table).all(PlunderRolled)[0].bonus == 2


def test_lancers_undo_whatever_the_brigade_did() -> None:
    table = battle_with({"spain": (91,), "nord": (2,), "britain": (61,)}, soldiers_at=WITH_SPAIN)
    table.give(LayNone()).give(LayCard("spain", GEESE))
    answered(table, "battle_round_start", "nord", 2, GEESE)
    answered(table, "battle_round_start", "britain", 61, "raise")
    assert dice_of(table, "allied")[0] == 3 + 1 + 1 + 2


# Dragoons, cuirassiers ----------------------------------------------------------------------------


def test_dragoons_pursue_the_beaten_enemy_and_may_make_it_a_rout() -> None:
    dice = ([1] * 4, [6] + [1] * 7, [6, 5, 1])
    table = battle_with({}, *dice, lasting=MARMONT_RIDES, **LED)
    result = result_of(see_through(table))
    assert result.is_rout and result.hits["allied"] == 3 and result.losses["allied"] == 3


def test_dragoons_do_not_pursue_where_their_leader_is_not() -> None:
    table = battle_with({}, [1] * 4, [6] + [1] * 4, lasting=MARMONT_RIDES, leaders_at={"marmont": "madrid"})
    assert result_of(see_through(table)).hits["allied"] == 1


def test_cuirassiers_add_two_dice_and_cut_down_the_disorganised() -> None:
    """Two of the three disorganised are eliminated; the hits stay three."""
    table = battle_with({"nord": (107,)}, [6, 1, 1, 1], [5, 5, 5, 1, 1, 1, 1], [2])
    answered(table, "battle_round_start", "nord", 107, "dice")
    assert dice_of(table, "french") == [7]
    assert table.all(DisorganisedFell)[0].amount == 2
    result = result_of(see_through(table))
    assert (result.winner, result.hits["allied"], result.losses["allied"]) == ("french", 3, 2)


def test_cuirassiers_may_charge_after_a_round_drawn_or_won() -> None:
    table = battle_with({"nord": (107,)}, [1] * 4, [5, 1, 1, 1, 1], [6])
    answered(table, "battle_round_end", "nord", 107, "charge")
    assert [(each.sp, each.cause) for each in table.all(PiecesLost)] == [(1, "card")]


def test_cuirassiers_do_not_charge_after_a_round_that_was_lost() -> None:
    table = battle_with({"nord": (107,)}, [6, 6, 1, 1], [5, 1, 1, 1, 1])
    assert offered(reach(table, "battle_round_end"), "nord", 107) == []


# Fog of War, Outflanked ----------------------------------------------------------------------------


def test_fog_of_war_cancels_a_battle_card_and_a_response_of_another_power() -> None:
    table = battle_with({"spain": (91,), "nord": (42,)}, soldiers_at=WITH_SPAIN)
    table.give(LayCard("spain", GEESE))
    assert offered(table, "nord", 42) == ["cancel"]
    table = reach(battle_with({"spain": (2,), "nord": (42,)}), "battle_round_start")
    respond(table, "spain", 2, "dice")
    respond(table, "nord", 42, "cancel")
    assert table.all(CardCancelled) == [CardCancelled(BRIGADE, card_id(42), "nord")]
    assert dice_of(table, "allied")[0] == 4


def test_outflanked_turns_a_battle_card_and_wins_its_duel() -> None:
    table = battle_with({"britain": (28,), "nord": (55,)}, *([1] * 2, [1] * 5))
    table.give(LayCard("britain", DUEL))
    answered(table, "battle_round_start", "nord", 55, DUEL)
    assert table.all(CardTurned) == [CardTurned("salamanca", DUEL, "nord")]
    assert table.all(CardSettled)[0].target == "won"
    assert table.all(SoldiersDisorganised) == [SoldiersDisorganised("salamanca", "allied", 2)]


def turned_as_played(number: int, target: str = "", on: str = "", **facts: Any) -> Table:
    """Britain lays a card, and the Nord turns it `on` something as it is played."""
    table = battle_with({"britain": (number, 17), "nord": (55, 18)}, **{**LED_BOTH, **facts})
    table.give(LayCard("britain", card_id(number), target))
    respond(table, "nord", 55, on)
    while window(table) == "card_played":
        table.answer({seat: (LetPass(),) for seat in table.seats})
    return table


LED_BOTH: Any = {"leaders_at": {"hill": "salamanca", "marmont": "salamanca"}}


@pytest.mark.parametrize("number", [12, 73])
def test_soldiers_of_a_card_turned_as_it_is_played_come_to_the_other_side(number: int) -> None:
    """#55: "è di beneficio ora all'avversario nella battaglia"."""
    table = turned_as_played(number, "hill", "marmont")
    assert table.all(CardTurned) == [CardTurned("salamanca", card_id(number), "nord")]
    came = {12: 1, 73: 2}[number]
    assert sp_of(table.state, "salamanca", "nord") == 3 + came
    assert sp_of(table.state, "salamanca", "britain") == 3


def test_formations_are_called_by_who_turned_the_card_as_it_was_played() -> None:
    near = {"leaders_at": {"hill": "salamanca", "marmont": "salamanca", "clausel": "avila"}}
    table = turned_as_played(40, **near)
    assert table.prompt == "call_formation" and table.seats == (Seat("nord"),)
    assert {call.leader for call in table.offers(CallArmy)} == {"clausel"}


def test_traitors_turned_as_they_are_played_betray_the_other_side() -> None:
    table = reach(turned_as_played(60, dice=[[6, 1, 1, 1], [1] * 6, [1] * 8]), "battle_dice")
    assert sp_of(table.state, "salamanca", "britain") == 2 and sp_of(table.state, "salamanca", "nord") == 3
    assert dice_of(table, "french")[0] == 3 + 2 + 2 + 1  # soldiers, Marmont, nationality, the traitor


def test_what_the_traitors_have_cost_rewards_nobody_when_they_are_turned_later() -> None:
    """The attrition is done (5.2); the French have no dice of their own losses."""
    table = battle_with({"britain": (60, 17), "nord": (55,)}, [6, 1, 1, 1], [1] * 7, [1] * 6, **LED_BOTH)
    table.give(LayCard("britain", card_id(60)))
    answered(table, "battle_round_start", "nord", 55, card_id(60))
    reach(table, "battle_dice")
    assert (dice_of(table, "allied")[0], dice_of(table, "french")[0]) == (3 + 3 + 1, 2 + 2 + 2)


def test_a_duel_turned_as_it_is_played_is_won() -> None:
    table = turned_as_played(28, dice=[[1] * 5, [1] * 7])
    reach(table, "battle_dice")
    assert table.all(SoldiersDisorganised) == [SoldiersDisorganised("salamanca", "allied", 2)]


def test_a_card_that_the_other_side_cannot_use_is_cancelled() -> None:
    """Nobody leads the French."""
    facts = {"leaders_at": {"hill": "salamanca"}}
    table = turned_as_played(73, "hill", "cancel", **facts)
    assert [each.card for each in table.all(CardCancelled)] == [card_id(73)]
    assert sp_of(table.state, "salamanca", "britain") == sp_of(table.state, "salamanca", "nord") == 3


@pytest.mark.parametrize(("number", "target"), [(40, ""), (53, ""), (73, "hill"), (81, "salamanca")])
def test_outflanked_is_not_offered_on_what_has_done_its_work_or_helps_both(number: int, target: str) -> None:
    """5.2: "è troppo tardi per giocare una Risposta che influenza l'azione precedente"."""
    table = battle_with({"britain": (number, 17), "nord": (55,)}, **LED_BOTH)
    table.give(LayCard("britain", card_id(number), target))
    while table.prompt == "call_formation" or (table.prompt == "respond" and window(table) == "card_played"):
        if table.prompt == "call_formation":
            table.give(table.menu()[-1])
        else:
            table.answer({seat: (LetPass(),) for seat in table.seats})
    assert offered(reach(table, "battle_round_start"), "nord", 55) == []


def test_nor_on_a_card_of_an_earlier_round_that_does_no_more() -> None:
    table = battle_with({"britain": (14, 17), "nord": (55,)}, [2] * 3, [1] * 7, [1] * 7, **LED_BOTH)
    table.give(LayCard("britain", card_id(14)))
    table = reach(reach(table, "battle_dice"), "battle_round_start")
    assert offered(table, "nord", 55) == []


def test_outflanked_discards_a_national_card_even_as_it_is_played() -> None:
    hands = {"spain": (91,), "nord": (55,)}
    table = battle_with(hands, soldiers_at=WITH_SPAIN)
    table.give(LayCard("spain", GEESE))
    assert offered(table, "nord", 55) == ["cancel"]
    answered(table, "battle_round_start", "nord", 55, GEESE)
    assert [each.card for each in table.all(CardStruck)] == [GEESE]
    assert dice_of(table, "allied")[0] == 5


# Young Guard, the Grenadier -------------------------------------------------------------------------


def test_the_young_guard_hits_and_heals_after_all_other_dice() -> None:
    table = battle_with({"nord": (99,)}, [5, 5, 1, 1], [1] * 7, [6, 4, 1], **LED)
    answered(table, "battle_dice", "nord", 99)
    assert table.all(SoldiersRallied) == [SoldiersRallied("salamanca", "french", 1)]
    assert [event for event in table.all(HitsScored) if event.side == "allied"][0].sixes == 1


def test_the_young_guard_needs_a_french_leader() -> None:
    table = reach(battle_with({"nord": (99,)}), "battle_dice")
    assert offered(table, "nord", 99) == []


def test_the_grenadier_hits_and_heals() -> None:
    """Marmont, of battle value 2, in the round's dice."""
    table = battle_with({"nord": (32,)}, [5, 5, 1, 1], [1] * 7, [6, 3], **LED)
    answered(table, "battle_dice", "nord", 32, "marmont")
    assert table.all(SoldiersRallied) == [SoldiersRallied("salamanca", "french", 1)]
    assert table.all(HitsScored)[0] == HitsScored("salamanca", "allied", 1, 0)


def test_the_grenadier_strikes_at_once_when_the_round_is_over() -> None:
    table = battle_with({"nord": (32,)}, [5, 5, 1, 1], [1] * 7, [6, 4], **LED)
    answered(table, "battle_round_end", "nord", 32, "marmont")
    assert HitsScored("salamanca", "allied", 1, 0) in table.all(HitsScored)
    assert table.all(SoldiersRallied) == [SoldiersRallied("salamanca", "french", 1)]


def test_the_grenadier_falls_and_nobody_takes_his_command() -> None:
    """He counts as a hit, goes to the Regroup Box, and is not built again in this impulse."""
    leaders = {"marmont": "salamanca", "clausel": "salamanca"}
    table = battle_with({"nord": (32,)}, [1, 2], [1] * 4, [1] * 6, leaders_at=leaders)
    answered(table, "battle_round_start", "nord", 32, "marmont")
    assert dice_of(table, "french")[0] == 3 + 1 + 2
    assert table.state.leaders["marmont"].place == "regroup"
    result = result_of(see_through(table))
    assert (result.winner, result.hits["french"], result.losses["french"]) == ("allied", 1, 1)


def test_only_one_s_own_leaders_with_a_battle_value_play_the_grenadier() -> None:
    table = battle_with({"sud": (32,), "nord": (32,)}, **LED)
    reach(table, "battle_round_start")
    assert offered(table, "sud", 32) == [] and offered(table, "nord", 32) == ["marmont"]


def test_soldiers_whom_the_grenadier_rallies_before_the_dice_roll_again() -> None:
    """Two were disorganised."""
    shaken = changed(FROM_RODRIGO, camps={"french": Camp(hits=2, disorganised=2, shaken=2)})
    table = fought(
        shaken, soldiers_at={"salamanca": "britain 3 0 0, nord 3 0 0"}, hands={"nord": (32,)},
        dice=[[3, 4]], **LED,
    )  # fmt: skip
    answered(table, "battle_round_start", "nord", 32, "marmont")
    assert dice_of(table, "french")[0] == 7


def test_outflanked_turns_a_siege_card() -> None:
    """The six of the sappers counts against the fortress now (C-55)."""
    table = given(
        soldiers_at={"ciudad_rodrigo": "britain 3 1 0"}, leaders_at={"wellington": "ciudad_rodrigo"},
        hands={"spain": (55,), "nord": (71,)}, dice=[[1] * 11, [1] * 3],
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", "ciudad_rodrigo"), Carry("wellington", 5))
    table.quiet().give(LayCard("nord", SAPPERS), seat=Seat("nord"))
    answered(table, "siege_round_start", "spain", 55, SAPPERS)
    assert table.all(SiegeRoundEnded)[0].sixes == 1
