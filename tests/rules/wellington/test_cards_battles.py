"""Battle cards: what they do while they lie in a battle or siege (5.3, 11.1, 12.23)."""

from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.wellington.events.battle import BattleDiceCounted, BattleRolled, CardStruck, PiecesLost
from domain.wellington.events.sieges import SiegeEnded, SiegeReinforced, SiegeRolled
from domain.wellington.facts.world import Power, Side, card_id
from domain.wellington.orders.answers import Choose, LetPass
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.points import Carry
from domain.wellington.orders.sieges import BesiegeFortress, FightOn
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Impulse, sp_of
from tests.rules.wellington.answering import FROM_RODRIGO, dice_of, result_of, see_through
from tests.rules.wellington.position import Table, fought, given

BRITAIN, SPAIN, SUD, NORD = map(Seat, ("britain", "spain", "sud", "nord"))
RODRIGO = "ciudad_rodrigo"
PLAIN = {"allied": 4, "french": 5}
"""Dice of three British against three French soldiers: their nationality is worth 1 and 2."""


def battle(hands: Any, *dice: list[int], soldiers: str = "britain 3 0 0, nord 3 0 0", **facts: Any) -> Table:
    """The Allies attack Salamanca from Ciudad Rodrigo."""
    base: dict[str, Any] = {"soldiers_at": {"salamanca": soldiers}, "flags": {RODRIGO: "britain"}}
    return fought(FROM_RODRIGO, hands=hands, dice=dice, **{**base, **facts})


def may_lay(table: Table, power: Power, number: int) -> list[str]:
    """What the power may lay the card on when it is asked in this round."""
    to_laying(table, power)
    return [order.target for order in table.offers(LayCard) if order.card == card_id(number)]


def to_laying(table: Table, power: Power) -> Table:
    while not (table.prompt == "lay_card" and table.seats == (Seat(power),)):
        pass_once(table)
    return table


def pass_once(table: Table) -> None:
    assert table.prompt in ("respond", "lay_card"), table.prompt
    if table.prompt == "lay_card":
        table.give(LayNone())
    else:
        table.answer({seat: (LetPass(),) for seat in table.seats})


def laid(table: Table, power: Power, number: int, target: str = "") -> Table:
    """The power lays the card and nobody answers; the fight is not yet rolled if it has more to lay."""
    return to_laying(table, power).give(LayCard(power, card_id(number), target)).quiet()


def fought_with(power: Power, number: int, *dice: list[int], target: str = "", **facts: Any) -> Table:
    """The battle in whose first round the power lays the card, to its end."""
    return see_through(laid(battle({power: (number,)}, *dice, **facts), power, number, target))


# Dice -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number, power, more", [(96, "britain", 2), (70, "britain", 1), (70, "nord", 1)])
def test_a_card_adds_dice_in_the_round_in_which_it_is_laid(number: int, power: Power, more: int) -> None:
    """Then nobody decides the tie of a round, and the next one is as usual."""
    table = laid(battle({power: (number,)}, *TIED_ROUND[power, more], [1] * 4, [1] * 5), power, number)
    while len(table.all(BattleDiceCounted)) < 4:
        nobody = [order for order in table.offers(Choose) if order.option == "nobody"]
        if nobody:
            table.give(*nobody)
        else:
            pass_once(table)
    side: Side = "french" if power == "nord" else "allied"
    assert dice_of(table, side) == [PLAIN[side] + more, PLAIN[side]]


TIED_ROUND = {
    ("britain", 2): ([1] * 6, [1] * 5), ("britain", 1): ([1] * 5, [1] * 5), ("nord", 1): ([1] * 4, [1] * 6),
}  # fmt: skip


def test_help_joins_with_a_strength_point_and_a_die() -> None:
    """#12: the die of the round besides that of the soldier."""
    leaders = {"hill": "salamanca", "marmont": "salamanca"}
    table = battle({"britain": (12,)}, leaders_at=leaders)
    assert may_lay(table, "britain", 12) == ["hill"]
    plain = dice_of(see_through(battle({}, leaders_at=leaders)), "allied")
    table = see_through(laid(table, "britain", 12, "hill"))
    assert dice_of(table, "allied")[0] == plain[0] + 2


def test_conscripts_join_before_the_first_round_alone() -> None:
    """#73, C-73."""
    table = battle({"britain": (73,)}, [1] * 9, [1] * 5, leaders_at={"hill": "salamanca"})
    laid(table, "britain", 73, "hill")
    assert sp_of(table.state, "salamanca", "britain") == 5
    assert not may_lay(battle({"britain": (73,)}), "britain", 73)  # nobody leads


def test_the_militia_fights_with_spaniards_in_every_round() -> None:
    """#87, C-87."""
    spaniards = {"soldiers": "spain 3 0 0, nord 3 0 0"}
    plain = dice_of(see_through(battle({}, [1] * 3, [1] * 5, [1] * 3, [1] * 5, **spaniards)), "allied")
    table = fought_with("spain", 87, [1] * 5, [1] * 5, [1] * 5, [1] * 5, **spaniards)
    assert dice_of(table, "allied") == [count + 2 for count in plain]


def test_the_french_have_no_benefit_of_an_overrun_of_the_militia() -> None:
    attack = Battle("salamanca", "french", "nord", ("valladolid",))
    facts: Any = {"soldiers_at": {"salamanca": "spain 1 0 0, nord 3 0 0"}, "flags": {"salamanca": "spain"}}
    rolls: Any = {"dice": [[6] * 5, [1] * 3]}
    table = fought(attack, hands={"spain": (87,)}, **facts, **rolls)
    see_through(laid(table, "spain", 87))
    assert all(troop.marked for troop in table.state.troops["salamanca"])


# Fives and sixes --------------------------------------------------------------------------------


def test_bagpipes_ignore_two_disorganisations() -> None:
    """#96."""
    table = fought_with("britain", 96, [1] * 6, [5, 5, 5, 1, 1])
    assert result_of(table).hits["allied"] == 1


def test_bagpipes_make_a_retreat_of_a_rout_of_the_allies() -> None:
    table = fought_with("britain", 96, [1] * 6, [6, 6, 6, 1, 1])
    assert result_of(table).winner == "french" and not result_of(table).is_rout


def test_field_fortifications_ignore_two_disorganisations() -> None:
    """#74."""
    assert result_of(fought_with("nord", 74, [5, 5, 5, 1], [1] * 5)).hits["french"] == 1


def test_good_ground_turns_half_of_the_sixes_into_fives() -> None:
    """#97, C-97: rounded up, so that one of three is left."""
    table = fought_with("britain", 97, [6, 6, 6, 1], [6, 6, 6, 1, 1])
    assert table.all(PiecesLost)[0] == PiecesLost("britain", "salamanca", 1, (), "battle")


def wellington_wins(**facts: Any) -> Table:
    """Wellington routs Marmont on ground that he likes."""
    leaders = {"wellington": "salamanca", "marmont": "salamanca"}
    table = battle({"britain": (97,)}, [6, 6, 6, 6, *[1] * 5], [1] * 7, leaders_at=leaders, **facts)
    return see_through(laid(table, "britain", 97))


def test_good_ground_comes_back_when_wellington_has_routed_an_army() -> None:
    table = wellington_wins()
    assert table.state.hands["britain"] == (card_id(97),) and card_id(97) not in table.state.played
    assert table.state.impulse and table.state.impulse.spent == (card_id(97),)


def test_it_is_not_laid_again_in_the_same_impulse() -> None:
    assert may_lay(battle({"britain": (97,)}), "britain", 97) == [""]
    impulse = Impulse("britain", "scheduled", points=1, spent=(card_id(97),))
    assert not may_lay(battle({"britain": (97,)}, impulse=impulse), "britain", 97)


def test_it_does_not_come_back_to_another_commander() -> None:
    leaders = {"hill": "salamanca", "marmont": "salamanca"}
    table = battle({"britain": (97,)}, [6, 6, 6, 6, *[1] * 3], [1] * 7, leaders_at=leaders)
    assert not see_through(laid(table, "britain", 97)).state.hands["britain"]


def test_a_fortified_village_is_for_the_defender_who_chooses_before_the_dice() -> None:
    """#30, C-30."""
    assert not may_lay(battle({"britain": (30,)}), "britain", 30)
    assert may_lay(battle({"nord": (30,)}), "nord", 30) == ["fewer_dice", "softer_hits"]
    table = fought_with("nord", 30, [1], [1] * 5, target="fewer_dice")
    assert dice_of(table, "allied")[0] == PLAIN["allied"] - 3
    table = fought_with("nord", 30, [6, 5, 1, 1], [1] * 5, target="softer_hits")
    assert result_of(table).hits["french"] == 1 and result_of(table).losses["french"] == 0


# Rolled apart -----------------------------------------------------------------------------------


def test_cold_steel_rolls_apart_and_a_one_costs_one_of_its_own() -> None:
    """#14, C-14."""
    table = fought_with("britain", 14, [6, 1, 1], [1] * 4, [1] * 5)
    assert result_of(table).losses == {"allied": 1, "french": 1}
    table = fought_with("britain", 14, [6, 2, 2], [1] * 4, [1] * 5)
    assert result_of(table).losses == {"allied": 0, "french": 1}


def test_twelve_pounders_strike_before_the_round_and_whom_they_hit_does_not_roll() -> None:
    """#110, C-110."""
    table = fought_with("nord", 110, [6, 6, 1, 1], [1] * 2, [1] * 5)
    assert dice_of(table, "allied")[0] == PLAIN["allied"] - 2
    assert result_of(table).losses["allied"] == 2


# Duels ------------------------------------------------------------------------------------------


def test_an_artillery_duel_shakes_the_loser_before_the_battle_and_the_french_win_ties() -> None:
    """#28, C-28: a die each, the bonus of nationality, 2 for who laid it."""
    table = fought_with("britain", 28, [1], [2], [1] * 2, [1] * 5)  # 1 + 1 + 2 against 2 + 2
    assert result_of(table).hits["allied"] == 2
    assert dice_of(table, "allied")[0] == PLAIN["allied"] - 2


def test_skirmishers_of_the_british_win_ties() -> None:
    """#29."""
    table = fought_with("nord", 29, [1], [3], [1] * 4, [1] * 3)
    assert result_of(table).hits["french"] == 2


def test_who_gains_the_heights_has_three_dice_or_takes_a_battle_card_away() -> None:
    """#58: half the battle value is added, rounded up; the card wins ties."""
    table = laid(battle({"britain": (58,), "nord": (74,)}, [1], [3]), "britain", 58)
    laid(table, "nord", 74)
    while table.prompt != "choose":
        pass_once(table)
    assert {order.option for order in table.offers(Choose)} == {"dice", card_id(74)}
    table.give(Choose(card_id(58), card_id(74)))
    assert table.all(CardStruck)[0].card == card_id(74)


def test_three_dice_for_the_heights() -> None:
    table = laid(battle({"britain": (58,)}, [6], [1]), "britain", 58)
    while table.prompt != "choose":
        pass_once(table)
    see_through(table.give(Choose(card_id(58), "dice")))
    assert dice_of(table, "allied")[0] == PLAIN["allied"] + 3


# Traitors, Field Fortifications -------------------------------------------------------------------


def test_traitors_cost_attrition_and_give_a_die_for_each_loss_in_every_round() -> None:
    """#60, C-60: these losses are no hits."""
    table = fought_with("britain", 60, [6, 1, 1], [1] * 5, [1] * 4, [1] * 5, [1] * 4)
    assert dice_of(table, "allied") == [PLAIN["allied"] + 1] * 2
    assert dice_of(table, "french")[0] == PLAIN["french"] - 1 and result_of(table).hits["french"] == 0


def test_field_fortifications_make_the_attacker_retreat_after_one_round() -> None:
    """#74, C-74."""
    assert not may_lay(battle({"britain": (74,)}), "britain", 74)
    table = fought_with("nord", 74, [6, 1, 1, 1], [1] * 5)
    assert result_of(table).winner == "french" and len(dice_of(table, "allied")) == 1


def test_they_do_not_help_who_is_routed() -> None:
    table = fought_with("nord", 74, [6, 6, 6, 1], [1] * 5)
    assert result_of(table).winner == "allied"


# Massed Grenadiers ----------------------------------------------------------------------------------


def grenadiers(*options: str) -> Table:
    """Nobody hits anybody; the French choose who has won tied rounds."""
    table = laid(battle({"nord": (70,)}, [1] * 4, [1] * 6, [1] * 4, [1] * 5), "nord", 70)
    for option in options:
        while table.prompt != "choose":
            pass_once(table)
        table.give(Choose(card_id(70), option))
    return table


def test_massed_grenadiers_decide_one_tied_round() -> None:
    """#70, C-70: a hit more for the side."""
    table = see_through(grenadiers("french"))
    assert result_of(table).winner == "french" and result_of(table).hits["allied"] == 1
    assert len(dice_of(table, "french")) == 1


def test_the_choice_may_be_kept_for_a_later_round_but_not_made_twice() -> None:
    table = see_through(grenadiers("nobody", "french"))
    assert len(dice_of(table, "french")) == 2 and result_of(table).winner == "french"


def besieging(hands: Any, *dice: list[int], **facts: Any) -> Table:
    """Wellington besieges Ciudad Rodrigo with five strength points."""
    table = given(
        soldiers_at={RODRIGO: "britain 3 1 0"}, leaders_at={"wellington": RODRIGO}, points=1,
        hands=hands, dice=dice, **facts,
    )  # fmt: skip
    return table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5))


def test_in_a_siege_they_carry_it_on_once() -> None:
    """C-70: after a second tied round it ends."""
    none = [2] * 12, [1] * 3, [2] * 11, [1] * 3
    table = laid(besieging({"britain": (70,)}, *none), "britain", 70)
    while table.prompt != "fight_on":
        pass_once(table)
    table.give(FightOn())
    while table.state.siege is not None:
        pass_once(table)
    assert len(table.all(SiegeRolled)) == 2
    assert table.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, False, 2, False)]


def test_conscripts_join_a_siege() -> None:
    table = laid(besieging({"britain": (73,)}), "britain", 73, "wellington")
    assert table.all(SiegeReinforced) == [SiegeReinforced(RODRIGO, 2)]


# Thunder & Lightning --------------------------------------------------------------------------------


def test_a_storm_halves_all_dice_of_both_sides_once_in_every_round() -> None:
    """#81, C-81, C-H."""
    table = fought_with("nord", 81, [1] * 2, [1] * 3, [1] * 2, [1] * 3, target="salamanca")
    assert [(len(roll.allied), len(roll.french)) for roll in table.all(BattleRolled)] == [(2, 3), (2, 3)]


def test_a_rout_in_a_storm_is_a_retreat() -> None:
    table = fought_with("britain", 81, [6, 6], [1] * 3, target="salamanca")
    assert not result_of(table).is_rout


def test_a_storm_that_was_struck_is_over() -> None:
    """#58 takes it away from where it lies, too."""
    table = laid(battle({"nord": (81,), "britain": (58,)}, [6], [1]), "britain", 58)
    laid(table, "nord", 81, "salamanca")
    while table.prompt != "choose":
        pass_once(table)
    table.give(Choose(card_id(58), card_id(81)))
    assert not table.state.lasting and card_id(81) in table.state.discards


def test_the_wild_geese_fight_for_spain_alone() -> None:
    """#91."""
    spaniards = {"soldiers": "spain 3 0 0, nord 3 0 0"}
    plain = dice_of(see_through(battle({}, [1] * 3, [1] * 5, **spaniards)), "allied")[0]
    table = fought_with("spain", 91, [1] * 5, [5, 1, 1, 1, 1], **spaniards)
    assert dice_of(table, "allied")[0] == plain + 2 and result_of(table).hits["allied"] == 0
