"""Battles in the open: cases E-03 to E-09, E-12, E-25 to E-37 of the rulings' examples."""

from domain.waterloo.events.battle import AttackerDroppedOut, BattleResolved, UnitAdvanced, UnitRetreated
from domain.waterloo.events.losses import UnitEliminated, UnitReduced
from domain.waterloo.orders import (
    AdvanceWith,
    Attack,
    NoAttack,
    ReduceUnit,
    RetreatTo,
    RevealCards,
    SetCard,
    Stand,
)
from tests.rules.waterloo.position import COALITION, FRENCH, Table, given, squares


def totals(battle: BattleResolved) -> tuple[int, int]:
    return battle.attack, battle.defence


def eliminated(game: Table) -> dict[str, tuple[int, str]]:
    return {event.unit: (event.full_value, event.scored_by) for event in game.all(UnitEliminated)}


def advancing(game: Table) -> set[str]:
    """The units that may advance."""
    return {order.unit for order in game.offers(AdvanceWith)}


# ---- The worked examples of the rulebook


def foy_attacked() -> Table:
    game = given(
        {"fr_inf_9_ii": "I7 N", "aa_inf_1_i": "I6 S", "aa_inf_3_i": "H7 E", "aa_inf_4_ii": "J7 S"},
        hands={"anglo_allied": "aa_01"},
        active="coalition",
    )
    return game.after_card("aa_01")


def test_e03_only_units_that_face_the_enemy_may_attack() -> None:
    game = foy_attacked()
    attackers = {unit for order in game.offers(Attack) for unit in order.attackers}
    assert attackers == {"aa_inf_1_i", "aa_inf_3_i"}
    battle = game.fight("fr_inf_9_ii", "aa_inf_1_i", "aa_inf_3_i")
    assert totals(battle) == (12, 4)
    assert battle.more_than_double
    assert game.unit("fr_inf_9_ii").reduced
    assert game.retreat_squares("fr_inf_9_ii") == {"I8"}


def section_9_7(second: str = "fr_inf_9_ii") -> Table:
    """The example of section 9.7, with the attack declared."""
    game = given(
        {"aa_inf_3_i": "N4 S", "fr_inf_4_i": "O4 W", second: "N5 N"},
        leaders={"wellington": "M4"},
        hands={"french": "fr_01 fr_02 fr_03 fr_11", "anglo_allied": "aa_07 aa_11 aa_13"},
    )
    return game.after_card("fr_01").attack("aa_inf_3_i", "fr_inf_4_i", second)


CARDS_9_7 = {"french": "fr_02 bp, fr_11 bp", "coalition": "aa_13 command, aa_07 bp"}


def test_e04_the_battle_of_section_9_7() -> None:
    game = section_9_7().set_cards(**CARDS_9_7)
    battle = game.resolved()
    assert totals(battle) == (14, 11)
    assert {part.unit: part.total for part in battle.attackers} == {"fr_inf_4_i": 5, "fr_inf_9_ii": 3}
    assert (battle.attacker_cards, battle.defender_cards) == (6, 3)
    assert (battle.defender.printed, battle.defender.command) == (4, 4)
    assert battle.winner == "attacker" and not battle.more_than_double
    game.order(RetreatTo("aa_inf_3_i", "N3", "S"))
    assert advancing(game) == {"fr_inf_4_i", "fr_inf_9_ii"}
    game.order(AdvanceWith("fr_inf_4_i", "N4", "W"))
    assert game.where("fr_inf_4_i") == "N4" and not game.unit("fr_inf_4_i").moved
    assert not game.unit("aa_inf_3_i").reduced


def test_e05_a_shot_after_the_cards_are_shown_saves_the_defender() -> None:
    game = section_9_7().set_cards(**CARDS_9_7)
    game.fire("aa_11", "aa_inf_3_i", "fr_inf_9_ii")
    battle = game.resolved()
    assert game.last(AttackerDroppedOut).unit == "fr_inf_9_ii"
    assert totals(battle) == (11, 11) and battle.winner == "defender"
    assert game.where("aa_inf_3_i") == "N4"
    assert not game.all(UnitReduced) and not game.all(UnitRetreated)
    assert game.unit("fr_inf_9_ii").disordered
    assert game.unit("fr_inf_9_ii").attacked and game.unit("fr_inf_4_i").attacked
    assert set(game.state.discards["anglo_allied"]) == {"aa_07", "aa_11", "aa_13"}
    assert set(game.state.discards["french"]) == {"fr_01", "fr_02", "fr_11"}


def test_e06_the_cavalry_of_the_same_label_gives_the_same_numbers() -> None:
    assert totals(section_9_7("fr_cav_9_2").set_cards(**CARDS_9_7).resolved()) == (14, 11)
    game = section_9_7("fr_cav_9_2").set_cards(**CARDS_9_7)
    assert totals(game.fire("aa_11", "aa_inf_3_i", "fr_cav_9_2").resolved()) == (11, 11)


def test_e07_flank_and_elite_make_four_times() -> None:
    game = given(
        {"aa_inf_br_r": "I7 S", "fr_inf_gr_g": "J7 W", "fr_inf_1_i": "I8 N"}, hands={"french": "fr_01 fr_20"}
    )
    game.after_card("fr_01")
    battle = game.fight("aa_inf_br_r", "fr_inf_gr_g", french="fr_20 elite")
    assert totals(battle) == (20, 3)
    assert (battle.attackers[0].elite, battle.attackers[0].side) == (2, 2)


def test_e07_an_elite_unit_that_was_doubled_must_advance() -> None:
    game = given(
        {"aa_inf_br_r": "I7 S", "fr_inf_gr_g": "J7 W", "fr_inf_1_i": "I8 N"}, hands={"french": "fr_01 fr_20"}
    )
    game.after_card("fr_01").fight("aa_inf_br_r", "fr_inf_gr_g", "fr_inf_1_i", french="fr_20 elite")
    game.order(RetreatTo("aa_inf_br_r", "I6", "S"))
    assert advancing(game) == {"fr_inf_gr_g"}


def test_e08_command_reaches_the_four_sides_and_not_the_corners() -> None:
    for square in ("J4", "J3", "I4", "K4", "J5", "I3", "K3", "I5", "K5"):
        game = given(
            {"aa_inf_6_r": f"{square} S", "fr_inf_6_ii": f"{square[0]}{int(square[1:]) + 1} N"},
            leaders={"wellington": "J4"},
            hands={"french": "fr_01", "anglo_allied": "aa_13"},
        )
        game.after_card("fr_01").attack("aa_inf_6_r", "fr_inf_6_ii").hold_fire()
        reached = square in ("J4", "J3", "I4", "K4", "J5")
        assert (SetCard("aa_13", "command") in game.menu(COALITION)) == reached, square
        if reached:
            battle = game.set_cards(coalition="aa_13 command").resolved()
            assert battle.defender.command == 4


def test_e09_an_eliminated_unit_gives_its_full_value() -> None:
    game = given({"aa_inf_3_i": "I7 S reduced", "fr_inf_6_ii": "I8 N"}, hands={"french": "fr_01"})
    game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_6_ii")
    assert eliminated(game) == {"aa_inf_3_i": (4, "french")}
    assert game.state.eliminated == {"aa_inf_3_i": "french"}


def test_e12_a_unit_of_value_one_has_no_reduced_side() -> None:
    game = given({"aa_inf_4_ii": "I7 S", "fr_inf_6_ii": "I8 N"}, hands={"french": "fr_01"})
    game.after_card("fr_01").fight("aa_inf_4_ii", "fr_inf_6_ii")
    assert not game.all(UnitReduced)
    assert eliminated(game) == {"aa_inf_4_ii": (1, "french")}


# ---- Hills, slopes and losses


def test_e25_a_hill_doubles_and_exactly_double_costs_nothing() -> None:
    game = given({"aa_inf_2_ii": "E4 S", "fr_inf_9_ii": "E5 N"}, hands={"french": "fr_01"})
    battle = game.after_card("fr_01").fight("aa_inf_2_ii", "fr_inf_9_ii")
    assert totals(battle) == (4, 8)
    assert battle.winner == "defender" and not battle.more_than_double
    assert not game.all(UnitReduced)


def test_e26_one_attacker_on_a_hill_takes_the_doubling_away() -> None:
    game = given(
        {"aa_inf_2_ii": "E4 S", "fr_inf_9_ii": "E5 N", "fr_inf_6_ii": "F4 W"}, hands={"french": "fr_01"}
    )
    battle = game.after_card("fr_01").fight("aa_inf_2_ii", "fr_inf_9_ii", "fr_inf_6_ii")
    assert totals(battle) == (14, 4)
    assert battle.more_than_double and game.unit("aa_inf_2_ii").reduced
    assert game.retreat_squares("aa_inf_2_ii") == {"D4", "E3"}


def test_e27_an_attacker_who_loses_by_more_than_double_is_reduced_then_eliminated() -> None:
    for start, left in (("J6 N", True), ("J6 N reduced", False)):
        game = given({"aa_inf_3_i": "J5 S", "fr_inf_20_vi": start}, hands={"french": "fr_01"})
        battle = game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_20_vi")
        assert totals(battle) == (2 if left else 1, 8)
        assert battle.winner == "defender" and battle.more_than_double
        if left:
            assert game.unit("fr_inf_20_vi").reduced
        else:
            assert eliminated(game) == {"fr_inf_20_vi": (2, "coalition")}


def test_e28_the_strongest_attacker_pays() -> None:
    game = given(
        {"aa_inf_3_i": "J5 S", "fr_inf_20_vi": "J6 N", "fr_inf_4_i": "K5 W"},
        hands={"french": "fr_01", "anglo_allied": "aa_06"},
    )
    game.after_card("fr_01")
    battle = game.fight("aa_inf_3_i", "fr_inf_20_vi", "fr_inf_4_i", coalition="aa_06 bp")
    assert totals(battle) == (5, 12)
    assert game.offers(ReduceUnit) == []
    assert game.last(UnitReduced).unit == "fr_inf_4_i"
    assert not game.unit("fr_inf_20_vi").reduced


def test_attackers_of_equal_strength_leave_the_choice_to_their_owner() -> None:
    game = given(
        {"aa_inf_3_i": "J5 S", "fr_inf_3_i": "J6 N", "fr_inf_4_i": "K5 W"},
        hands={"french": "fr_01", "anglo_allied": "aa_06 aa_09"},
    )
    game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_3_i", "fr_inf_4_i", coalition="aa_06 bp, aa_09 bp")
    assert set(game.menu()) == {ReduceUnit("fr_inf_3_i"), ReduceUnit("fr_inf_4_i")}
    game.order(ReduceUnit("fr_inf_3_i"))
    assert game.unit("fr_inf_3_i").reduced and not game.unit("fr_inf_4_i").reduced


def test_e29_nothing_is_left_after_the_slope() -> None:
    game = given({"fr_inf_20_vi": "K5 N reduced", "aa_inf_6_r": "K4 S"}, hands={"french": "fr_01"})
    battle = game.after_card("fr_01").fight("aa_inf_6_r", "fr_inf_20_vi")
    assert totals(battle) == (0, 2)
    assert eliminated(game) == {"fr_inf_20_vi": (2, "coalition")}


def test_e30_a_bridge_does_not_help_an_attack() -> None:
    game = given({"fr_inf_1_i": "O6 N", "aa_inf_2n_i": "O5 S"}, hands={"french": "fr_01"})
    battle = game.after_card("fr_01").fight("aa_inf_2n_i", "fr_inf_1_i")
    assert totals(battle) == (3, 6)
    assert battle.attackers[0].edge == 1 or battle.attackers[0].edge == -1
    assert battle.winner == "defender" and not battle.more_than_double
    game = given({"fr_inf_1_i": "O6 N"}, hands={"french": "fr_01"}).play("fr_01").move("fr_inf_1_i", "O5")
    assert game.spent() == {"fr_inf_1_i": [2]}


def lambert_shut_in() -> Table:
    game = given(
        {
            "aa_inf_6_r": "K4 S",
            "aa_inf_1_i": "J4 S",
            "aa_inf_5_r": "L4 S",
            "aa_inf_3_i": "K3 S",
            "fr_inf_gr_g": "K5 N",
        },
        hands={"french": "fr_01 fr_11"},
    )
    return game.after_card("fr_01")


def test_e31_a_blocked_unit_that_is_routed_is_eliminated() -> None:
    game = lambert_shut_in()
    battle = game.fight("aa_inf_6_r", "fr_inf_gr_g", french="fr_11 bp")
    assert totals(battle) == (8, 2) and battle.more_than_double
    assert eliminated(game) == {"aa_inf_6_r": (2, "french")}
    game.order(AdvanceWith("fr_inf_gr_g", "K4", "N"))
    assert game.where("fr_inf_gr_g") == "K4"


def test_e32_a_blocked_unit_that_is_only_beaten_stands_and_is_reduced_once() -> None:
    game = lambert_shut_in()
    battle = game.fight("aa_inf_6_r", "fr_inf_gr_g")
    assert totals(battle) == (4, 2) and not battle.more_than_double
    if game.offers(Stand):
        game.order(Stand("aa_inf_6_r"))
    assert [event.unit for event in game.all(UnitReduced)] == ["aa_inf_6_r"]
    assert game.where("aa_inf_6_r") == "K4"
    assert not game.all(UnitAdvanced) and game.offers(AdvanceWith) == []


def test_e33_a_one_sided_unit_cannot_stand() -> None:
    game = given({"aa_inf_4_ii": "E6 S", "fr_inf_20_vi": "E7 N"}, hands={"french": "fr_01"})
    battle = game.after_card("fr_01").fight("aa_inf_4_ii", "fr_inf_20_vi")
    assert totals(battle) == (2, 1) and not battle.more_than_double
    assert game.offers(Stand) == []
    assert game.retreat_squares("aa_inf_4_ii") == {"D6", "F6", "E5"}


def test_e34_a_unit_attacked_from_the_flank_may_retreat_to_its_front() -> None:
    game = given({"aa_inf_2_ii": "G5 S", "fr_inf_19_vi": "F5 E"}, hands={"french": "fr_01"})
    battle = game.after_card("fr_01").fight("aa_inf_2_ii", "fr_inf_19_vi")
    assert totals(battle) == (6, 4)
    assert Stand("aa_inf_2_ii") in game.menu()
    assert game.retreat_squares("aa_inf_2_ii") == {"H5", "G4", "G6"}
    assert len(game.offers(RetreatTo)) == 12, "any facing"


def test_a_unit_attacked_from_two_sides_may_not_retreat_to_its_front() -> None:
    """9.5: «Essa non potrà ritirarsi in avanti (frontalmente). Eccezione: un'unità attaccata solamente da uno
    dei suoi fianchi o dal suo retro, potrà ritirarsi anche in direzione del suo fronte.»"""
    beset = {"aa_inf_2_ii": "G5 S", "fr_inf_19_vi": "F5 E", "fr_inf_5_ii": "H5 W", "fr_inf_4_i": "G4 S"}
    for attackers, ways in (
        (("fr_inf_19_vi",), {"G6"}),
        (("fr_inf_4_i",), {"G6"}),
        (("fr_inf_19_vi", "fr_inf_5_ii"), set()),
        (("fr_inf_19_vi", "fr_inf_4_i"), set()),
    ):
        game = given(beset, hands={"french": "fr_01 fr_11"})
        game.after_card("fr_01").fight("aa_inf_2_ii", *attackers, french="fr_11 bp")
        assert game.retreat_squares("aa_inf_2_ii") == ways, attackers
        assert ("aa_inf_2_ii" in eliminated(game)) == (not ways), "with no way out its rout is its end (W-58)"


def test_an_attacker_driven_out_leaves_the_defender_attacked_from_one_side() -> None:
    game = given(
        {"aa_inf_2_ii": "G5 S", "fr_inf_19_vi": "F5 E", "fr_inf_5_ii": "H5 W", "aa_inf_6_r": "H4 S"},
        hands={"french": "fr_01", "anglo_allied": "aa_11"},
    )
    game.after_card("fr_01").attack("aa_inf_2_ii", "fr_inf_19_vi", "fr_inf_5_ii")
    game.fire("aa_11", "aa_inf_6_r", "fr_inf_5_ii").hold_fire().set_cards().resolved()
    assert game.retreat_squares("aa_inf_2_ii") == {"G4", "G6"}


def test_e35_napoleon_adds_two_to_those_beside_him_only() -> None:
    game = given(
        {"aa_inf_5_r": "L4 S", "fr_inf_2_i": "L5 N", "fr_inf_1_i": "K4 E"},
        leaders={"napoleon": "L5"},
        hands={"french": "fr_01 fr_18"},
    )
    game.after_card("fr_01")
    battle = game.fight("aa_inf_5_r", "fr_inf_2_i", "fr_inf_1_i", french="fr_18 command")
    assert totals(battle) == (13, 4)
    assert {part.unit: part.command for part in battle.attackers} == {"fr_inf_2_i": 2, "fr_inf_1_i": 0}


# ---- How many attacks


def two_fronts() -> Table:
    return given(
        {"aa_inf_3_i": "H6 S", "aa_inf_1_i": "M6 S", "fr_inf_1_i": "H7 N", "fr_inf_2_i": "M7 N"},
        hands={"french": "fr_01 fr_02 fr_03"},
    )


def test_e36_each_card_gives_one_attack() -> None:
    game = two_fronts().after_card("fr_01")
    game.fight("aa_inf_3_i", "fr_inf_1_i")
    assert game.offers(Attack) == []
    game = two_fronts().after_card("fr_01").order(NoAttack()).after_card("fr_02")
    game.fight("aa_inf_3_i", "fr_inf_1_i")
    assert game.offers(Attack) == []
    game.after_card("fr_03")
    assert {order.target for order in game.offers(Attack)} == {"aa_inf_1_i"}, "a unit attacks once a round"


def test_e37_no_attack_without_a_card() -> None:
    game = two_fronts()
    assert game.prompt != "attack" and game.offers(Attack) == []


def test_both_sides_set_their_cards_at_the_same_time() -> None:
    game = section_9_7().hold_fire()
    assert set(game.seats) == {FRENCH, COALITION}
    assert RevealCards() in game.menu(FRENCH) and RevealCards() in game.menu(COALITION)
    assert squares(game.offers(RetreatTo)) == set()
