"""Exact chances: the tables T-1 to T-5 of the examples, and what the table tells before an attack."""

from fractions import Fraction

import pytest

from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.chances import FLAG, at_least, chances, exactly, hit_chance, outcomes
from domain.napoleonics.combat.dice import scoring
from domain.napoleonics.combat.odds import odds
from domain.napoleonics.orders.combat import AddBattery, Advance, Attack, BattleBack, EndBatteries, Fire
from tests.rules.napoleonics.position import combat, position

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


@pytest.mark.parametrize(("dice", "chance", "hits", "wanted"), [
    (8, HALF, 4, Fraction(70, 256)), (5, THIRD, 2, Fraction(80, 243)),
    (8, THIRD, 0, Fraction(256, 6561)),
    (6, SIXTH, 1, Fraction(18750, 46656)), (8, SIXTH, 8, Fraction(1, 1679616)),
        (7, HALF, 3, Fraction(35, 128)),
])  # fmt: skip
def test_tables_of_exact_hits(dice: int, chance: Fraction, hits: int, wanted: Fraction) -> None:
    """T-1 to T-3."""
    assert exactly(dice, hits, chance) == wanted


@pytest.mark.parametrize(("told", "found", "wanted"), [
    ("British line standing, eliminated", at_least(5, 4, THIRD), Fraction(11, 243)),
    ("the same, a flag", at_least(5, 1, FLAG), Fraction(4651, 7776)),
    ("French line in melee, eliminated", at_least(5, 4, HALF), Fraction(3, 16)),
    ("Old Guard, eliminated", at_least(6, 4, HALF), Fraction(11, 32)),
    ("cuirassiers at artillery, eliminated", at_least(5, 3, THIRD), Fraction(17, 81)),
    ("British light standing, eliminated", at_least(6, 4, THIRD), Fraction(73, 729)),
    ("cavalry that retires", at_least(4, 1, SIXTH), Fraction(671, 1296)),
    ("a lone leader lives", 1 - at_least(5, 1, SIXTH), Fraction(3125, 7776)),
])  # fmt: skip
def test_chosen_cases(told: str, found: Fraction, wanted: Fraction) -> None:
    """T-5."""
    assert found == wanted, told


def test_the_chance_of_one_die() -> None:
    state = position("br_line E7, br_rifle_light E9, fr_line D7, fr_cuirassier D8, fr_line C7", "ney D6")
    cases = [
        ("br_line-1", "fr_line-2", False, THIRD), ("br_line-1", "fr_cuirassier-1", False, SIXTH),
        ("br_line-1", "fr_line-1", True, HALF), ("br_line-1", "fr_cuirassier-1", True, THIRD),
        ("br_rifle_light-1", "fr_line-1", True, THIRD), ("br_rifle_light-1", "fr_cuirassier-1", True, SIXTH),
        ("br_rifle_light-1", "ney", True, SIXTH),
    ]  # fmt: skip
    for unit, target, is_melee, chance in cases:
        assert hit_chance(scoring(state, unit, target, is_melee)) == chance
    retiring = scoring(state, "br_line-1", "fr_cuirassier-1", True, retires=True)
    assert hit_chance(retiring) == SIXTH


def test_all_outcomes_are_certain_together() -> None:
    assert sum(weight for _, _, weight in outcomes(5, HALF)) == 1
    neither = next(weight for hits, flags, weight in outcomes(5, HALF) if not hits and not flags)
    assert neither == Fraction(1, 243), "a melee of 5 dice: neither hit nor flag"


def test_the_preview_of_fire() -> None:
    state = position("br_line E7, fr_line C7")
    found = chances(state, Blow("ranged", "br_line-1", "fr_line-1"))
    assert (found.dice, found.hit, found.eliminated) == (5, Fraction(211, 243), Fraction(11, 243))
    assert found.flag == Fraction(4651, 7776) and found.lost == 0


def test_the_preview_of_a_melee_reckons_the_battle_back() -> None:
    state = position("br_line E6, fr_line D6")
    found = chances(state, Blow("melee", "br_line-1", "fr_line-1"))
    assert found.eliminated == Fraction(1, 16)
    assert found.taken == 2 + Fraction(1, 1296), "the fourth flag finds no hex behind row A"
    assert 0 < found.lost < Fraction(5, 2) and found.gone > found.eliminated


def test_a_unit_that_cannot_go_back_loses_blocks_to_flags() -> None:
    free = position("br_line B6, fr_line A6")
    found = chances(free, Blow("melee", "br_line-1", "fr_line-1"))
    assert found.taken > 2 and found.gone == found.eliminated


def test_what_the_table_tells_before_an_attack() -> None:
    table = combat("br_line F6, br_foot_artillery G5, fr_line E6, fr_line F4, br_light G7, fr_line A1")
    told = [odds(table.state, (), order) for order in table.menu()]
    keys = {type(order): each.key for order, each in zip(table.menu(), told, strict=True) if each}
    assert keys[Attack] == "melee" and (Fire not in keys or keys[Fire] == "fire")
    table.give(Attack("br_line-1", "fr_line-1"))
    for order in (AddBattery("br_foot_artillery-1"), EndBatteries()):
        if order in table.menu():
            found = odds(table.state, (), order)
            assert found is not None and found.about["dice"] == (7 if isinstance(order, AddBattery) else 4)


def test_what_the_table_tells_of_squares_and_battle_back() -> None:
    table = combat(
        "fr_light_cavalry E6, br_line F6, fr_line A1", active="french", squares={"br_line-1": "rally"}
    )
    found = odds(table.state, (), Attack("fr_light_cavalry-1", "br_line-1"))
    assert found is not None and found.key == "square" and found.about["bounced"] == 17
    alone = position("br_line E6, fr_line D6")
    melee = odds(alone, (), Attack("br_line-1", "fr_line-1"))
    known = chances(alone, Blow("melee", "br_line-1", "fr_line-1"))
    assert melee is not None and melee.win == pytest.approx(float(known.gone)), "driven off is won as well"
    fight = combat("br_line E6, fr_line D6", dice="AAAA").attack("br_line-1", "fr_line-1")
    back = odds(fight.state, (), BattleBack("fr_line-1"))
    assert back is not None and back.key == "battle_back" and back.about["dice"] == 5


def test_cavalry_with_one_block_that_a_square_hits_attacks_no_more() -> None:
    """§Quadrati: "Se la cavalleria non è eliminata o costretta a lasciare l'esagono", two faces hit, one is a
    flag; the square of one block falls to two faces of six."""
    table = combat(
        "fr_light_cavalry E6 1, br_line F6 1, br_line I1, fr_line A1", active="french",
        squares={"br_line-1": "rally"},
    )  # fmt: skip
    found = odds(table.state, (), Attack("fr_light_cavalry-1", "br_line-1"))
    assert found is not None and found.about["bounced"] == 50
    assert found.win == pytest.approx(1 / 2 * 4 / 6) and found.lost == pytest.approx(1 / 3)


def test_cavalry_that_cannot_be_bounced_loses_a_block_and_attacks() -> None:
    """§Contropiede di bandiera: "Se la cavalleria non riesce a ritirarsi, perde un blocchetto"."""
    table = combat(
        "fr_light_cavalry A6, br_line B6 1, br_line I1, fr_line A1", active="french",
        squares={"br_line-1": "rally"},
    )  # fmt: skip
    found = odds(table.state, (), Attack("fr_light_cavalry-1", "br_line-1"))
    assert found is not None and found.about["bounced"] == 0
    assert found.lost == pytest.approx(1 / 2)


def test_a_leader_who_may_fall_is_reckoned_with_the_flag_that_he_lets_ignore() -> None:
    """§Tenere alto il Morale 1: the leader must live through his check. One hit and one flag of two dice
    have 2 * 1/2 * 1/6; both dice of the check must then show sabers."""
    led = chances(position("br_line E6 2, fr_line D6", "ney D6"), Blow("melee", "br_line-1", "fr_line-1"))
    assert led.gone == 2 * Fraction(1, 2) * SIXTH * Fraction(1, 36) + SIXTH**2
    assert led.eliminated == 0


def test_the_battle_back_costs_blocks_also_by_flags_that_find_no_way() -> None:
    """§Ritirate: a unit that cannot go back loses a block for each hex."""
    state = position("br_line I6, fr_line H6 1, fr_line A1", terrain={"H6": "town"})
    back = chances(state, Blow("battle_back", "fr_line-1", "br_line-1"))
    fight = chances(state, Blow("melee", "br_line-1", "fr_line-1"))
    stays = 1 - fight.gone
    assert back.taken > back.dice * HALF, "its flags cost blocks too"
    assert fight.lost == stays * back.taken


@pytest.mark.parametrize(("card", "dice"), [("give_them_the_cold_steel", 3), ("cavalry_charge", 4)])
def test_what_is_told_before_a_bonus_melee_are_the_dice_that_it_will_have(card: str, dice: int) -> None:
    """§Carte Tattiche: under Give Them the Cold Steel "un Bonus Attack con il suo normale numero di dadi";
    the die of Cavalry Charge is "per l'intero turno"."""
    table = combat(
        "br_light_cavalry E6, fr_line D6 1, fr_line C6, fr_line A1", card=card, dice="IAAA," + "A" * dice
    )
    table.attack("br_light_cavalry-1", "fr_line-1").give(Advance("br_light_cavalry-1", "D6"))
    found = odds(table.state, (), Attack("br_light_cavalry-1", "fr_line-2"))
    assert table.prompt == "bonus" and found is not None and found.about["dice"] == dice
    table.attack("br_light_cavalry-1", "fr_line-2")
    assert not table.game.dice, "so many were rolled"


@pytest.mark.parametrize(("behind", "falls"), [({}, Fraction(11, 36)), ({"D6": "river", "D5": "river"}, 1)])
def test_a_leader_without_a_way_back_falls_for_certain(behind: dict[str, str], falls: Fraction) -> None:
    """§Ritirate dei Leaders c: "un leader incapace di arretrare un hex, a causa di terreno impraticabile,
    viene eliminato", R-88: two dice for his sabers, or none needed."""
    state = position("br_line F6 2", "ney E6", terrain=behind)
    found = odds(state, (), Attack("br_line-1", "ney"))
    assert found is not None and found.win == float(falls)
    table = combat("br_line F6 2", "ney E6", terrain=behind, dice="IF").attack("br_line-1", "ney")
    assert (table.banners("british") == 1) is bool(behind)
