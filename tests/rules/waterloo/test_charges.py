"""Cavalry charges: cases E-51 to E-60 of the rulings' examples."""

import pytest

from domain.waterloo.events.battle import BattleResolved, CavalryCharged
from domain.waterloo.events.losses import UnitDisordered, UnitReduced
from domain.waterloo.orders import (
    AdvanceWith,
    Attack,
    Charge,
    ForceCharge,
    LetPass,
    PlayCard,
    RetreatTo,
    SetCard,
    Stand,
)
from tests.rules.waterloo.position import COALITION, FRENCH, Table, given

DECOY = {"fr_cav_5_1": "A9 N", "aa_cav_2n": "A6 S"}
"""A charge that is always there, so that the card can be played and the menu be looked at."""


def charging(units: dict[str, str], hand: str = "fr_24", **rest: object) -> Table:
    game = given({**DECOY, **units}, hands={"french": hand}, **rest)  # type: ignore[arg-type]
    return game.play("fr_24", "cavalry_charge")


def charges(units: dict[str, str]) -> set[tuple[str, str, str]]:
    """Every charge offered but the decoy's: (cavalry, square it runs to, target)."""
    return {
        (order.unit, order.to, order.target)
        for order in charging(units).offers(Charge)
        if order.unit != "fr_cav_5_1"
    }


def points(battle: BattleResolved) -> tuple[int, int]:
    return battle.attack, battle.defence


def test_e51_heavy_cavalry_in_the_flank_of_infantry() -> None:
    game = charging(
        {"aa_inf_br_r": "I7 S", "fr_cav_14_4": "L7 W", "fr_inf_1_i": "C6 N", "aa_inf_6_r": "C5 S"}
    )
    battle = game.charge("fr_cav_14_4", "J7", "aa_inf_br_r")
    assert points(battle) == (24, 3) and battle.charge
    assert game.unit("aa_inf_br_r").reduced
    assert game.retreat_squares("aa_inf_br_r") == {"H7", "I6", "I8"}
    game.order(RetreatTo("aa_inf_br_r", "H7", "S"))
    game.order(AdvanceWith("fr_cav_14_4", "I7", "W"))
    cavalry = game.unit("fr_cav_14_4")
    assert (cavalry.square, cavalry.disordered, cavalry.moved) == ("I7", True, True)
    assert {order.attackers for order in game.offers(Attack)} == {("fr_inf_1_i",)}, "one more ordinary attack"


def test_e52_light_cavalry_in_the_rear_of_infantry() -> None:
    game = charging({"aa_inf_br_r": "H7 W", "fr_cav_9_2": "K7 W"})
    assert points(game.charge("fr_cav_9_2", "I7", "aa_inf_br_r")) == (24, 3)


def test_e53_no_bonus_against_the_front_of_infantry() -> None:
    game = charging({"aa_inf_br_r": "I7 E", "fr_cav_14_4": "L7 W"})
    assert points(game.charge("fr_cav_14_4", "J7", "aa_inf_br_r")) == (4, 3)
    game.order(Stand("aa_inf_br_r"))
    assert game.unit("aa_inf_br_r").reduced
    assert game.unit("fr_cav_14_4").disordered and game.where("fr_cav_14_4") == "J7"


def test_e54_no_bonus_against_cavalry_only_the_side() -> None:
    game = charging({"aa_cav_3": "I7 S", "fr_cav_14_4": "L7 W"})
    assert points(game.charge("fr_cav_14_4", "J7", "aa_cav_3")) == (8, 2)


def test_e55_no_run_over_a_slope_but_an_attack_over_one() -> None:
    assert ("fr_cav_13_4", "K7", "aa_inf_6_r") not in charges({"fr_cav_13_4": "K9 N", "aa_inf_6_r": "K6 N"})
    game = charging({"fr_cav_13_4": "K9 N", "aa_inf_6_r": "K7 N"})
    assert points(game.charge("fr_cav_13_4", "K8", "aa_inf_6_r")) == (26, 2)


@pytest.mark.parametrize(
    ("square", "cavalry"), [("O5", "O8 N"), ("G8", "G11 N"), ("P6", "P9 N"), ("G8", "J8 W")]
)
def test_e56_no_charge_at_village_woods_or_chateau(square: str, cavalry: str) -> None:
    assert charges({"fr_cav_14_4": cavalry, "aa_inf_br_r": f"{square} S"}) == set()


def test_e57_no_charge_at_one_or_four_squares() -> None:
    assert charges({"fr_cav_14_4": "I8 N", "aa_inf_br_r": "I7 S"}) == set()
    assert charges({"fr_cav_14_4": "L7 W", "aa_inf_br_r": "H7 S"}) == set()
    assert charges({"fr_cav_14_4": "L7 W", "aa_inf_br_r": "J7 S"}) == {("fr_cav_14_4", "K7", "aa_inf_br_r")}
    assert charges({"fr_cav_14_4": "L7 W", "aa_inf_br_r": "I7 S"}) == {("fr_cav_14_4", "J7", "aa_inf_br_r")}


def test_e58_the_guard_cavalry_with_an_elite_card() -> None:
    game = given(
        {"aa_inf_br_r": "I7 S", "fr_cav_hv_g": "L7 W", "fr_inf_1_i": "C6 N", "aa_inf_6_r": "C5 S", **DECOY},
        leaders={"napoleon": "L7"},
        hands={"french": "fr_24 fr_20 fr_11 fr_18", "anglo_allied": "aa_11 aa_06 aa_15"},
    )
    game.play("fr_24", "cavalry_charge").order(Charge("fr_cav_hv_g", "J7", "aa_inf_br_r"))
    assert game.offers(LetPass) == [], "no artillery fire in a charge"
    assert FRENCH in game.seats
    assert game.offers(SetCard, FRENCH) == [SetCard("fr_20", "elite")]
    assert COALITION not in game.seats, "Brunswick is no elite: there is nothing to set"
    assert points(game.set_cards(french="fr_20 elite").resolved()) == (48, 3)


def test_e59_the_enemy_must_charge_over_the_slope() -> None:
    game = given(
        {"aa_inf_5_r": "L4 S", "fr_cav_5_1": "L7 N", "fr_inf_1_i": "C6 N", "aa_inf_6_r": "C5 S"},
        hands={"anglo_allied": "aa_18 aa_01"},
        active="coalition",
    )
    game.play("aa_18", "enemy_must_charge")
    force = ForceCharge("fr_cav_5_1", "L5", "aa_inf_5_r")
    if game.offers(ForceCharge):
        game.order(force)
    game.set_cards()
    battle = game.resolved()
    assert points(battle) == (1, 4) and battle.more_than_double
    assert game.last(CavalryCharged).forced_by == "anglo_allied"
    cavalry = game.unit("fr_cav_5_1")
    assert cavalry.reduced and cavalry.disordered and cavalry.moved
    assert game.last(UnitReduced).unit == game.last(UnitDisordered).unit == "fr_cav_5_1"
    assert game.offers(Attack), "the attack of the card is still there"
    game.end_round()
    assert not game.unit("fr_cav_5_1").moved and game.unit("fr_cav_5_1").disordered


def test_e60_disordered_cavalry_can_neither_charge_nor_be_forced() -> None:
    assert charges({"aa_inf_br_r": "I7 S", "fr_cav_14_4": "L7 W disordered"}) == set()
    game = given(
        {"aa_inf_5_r": "L4 S", "fr_cav_5_1": "L7 N disordered"},
        hands={"anglo_allied": "aa_18"},
        active="coalition",
    )
    assert PlayCard("aa_18", "enemy_must_charge") not in game.menu()
