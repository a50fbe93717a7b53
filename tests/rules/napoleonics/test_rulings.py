"""Rulings that no case of the examples tells."""

from collections import Counter

import pytest

from domain.kernel import Seat
from domain.kernel.events import rule_of
from domain.napoleonics.events.combat import AttackRolled, CombatEnded, FireDeclared, MeleeDeclared
from domain.napoleonics.facts import COMBAT, FACTS
from domain.napoleonics.facts.board import HEXES, SECTIONS
from domain.napoleonics.facts.scenarios import LEADERS
from domain.napoleonics.facts.units import SECTIONS as TABLES
from domain.napoleonics.orders.cards import ChooseSection
from domain.napoleonics.orders.combat import (
    AddBattery,
    Advance,
    Attack,
    BattleBack,
    EndBatteries,
    Fire,
    HoldGround,
    Retreat,
    RetreatLeader,
    StandFast,
    StrikeFirst,
)
from domain.napoleonics.orders.movement import EndMovement, MoveUnit
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.seen.names import names, texts
from tests.rules.napoleonics.position import combat, command, hand, movement, position, ranged_count

FAR = "fr_line A1, br_line I1"


def test_the_board_has_113_hexes_eight_of_them_cut() -> None:
    """R-01."""
    assert len(HEXES) == 113 and sum(len(sections) == 2 for sections in SECTIONS.values()) == 8


def test_the_box_has_leaders_for_each_nation() -> None:
    """R-04."""
    assert LEADERS == {"france": 4, "britain": 3, "portugal": 2} and "leader" in TABLES
    for scenario in FACTS.scenarios.values():
        count = Counter(piece.nation for piece in scenario.pieces.values() if piece.unit is None)
        assert all(count[nation] <= most for nation, most in LEADERS.items())


def test_a_british_leader_leads_portuguese() -> None:
    """R-08."""
    facts = {"ordered": {"wellesley": "apart"}}
    table = movement("pt_line F7, fr_line A1", "wellesley G7", **facts).move("wellesley", "F7")
    assert leader_of(table.state, "pt_line-1") == "wellesley"


def test_nobody_leaves_the_map_without_an_exit() -> None:
    """R-44."""
    table = movement("br_line I5, fr_line A1")
    assert all(isinstance(order, (MoveUnit, EndMovement)) for order in table.menu())


def test_each_ordered_unit_battles_once_fire_and_melee_in_any_order() -> None:
    """R-50, R-51, R-52."""
    table = combat(f"br_line E7, br_line F5, fr_line D7, fr_line D5, {FAR}", dice="AAAAA,AAAA,AAAA")
    table.fire("br_line-2", "fr_line-2").attack("br_line-1", "fr_line-1").until("command")
    kinds = [type(event) for event in table.game.events]
    assert kinds.index(FireDeclared) < kinds.index(CombatEnded) < kinds.index(MeleeDeclared)
    assert Counter(event.unit for event in table.all(FireDeclared)) == {"br_line-2": 1}


def test_a_first_strike_hits_the_leading_unit_and_costs_the_guns_their_dice() -> None:
    """R-56."""
    table = combat(
        f"br_line F6, br_foot_artillery F5, fr_line E6, {FAR}", dice="IFAAC",
        hands={"french": hand("first_strike")},
    )  # fmt: skip
    table.give(Attack("br_line-1", "fr_line-1"), AddBattery("br_foot_artillery-1"))
    table.give(StrikeFirst("first_strike_1"))
    table.give(Retreat("br_line-1", "G6"))
    assert table.blocks("br_foot_artillery-1") == 3 and len(table.all(AttackRolled)) == 1
    assert not table.melees("br_foot_artillery-1"), "it has battled"


@pytest.mark.parametrize(("card", "joins"), [("assault_center", True), ("give_them_the_cold_steel", False)])
def test_guns_whose_enemy_has_gone_join_no_melee_from_afar_where_the_card_forbids_fire(
    card: str, joins: bool
) -> None:
    """R-70 with the card, which lets nobody fire: the guns could not battle that target now."""
    table = combat(
        f"br_line G9, br_line F6, br_foot_artillery G7, fr_line G8 1, fr_line E7, {FAR}",
        card=card, dice="IIIIA" if card == "give_them_the_cold_steel" else "IIII",
    )  # fmt: skip
    table.give(Attack("br_line-1", "fr_line-1"), EndBatteries(), StandFast(), HoldGround())
    assert "fr_line-1" not in table.state.at and table.prompt == "combat"
    table.give(Attack("br_line-2", "fr_line-2"))
    assert (AddBattery("br_foot_artillery-1") in table.menu()) is joins


def test_guns_that_join_a_bonus_melee_have_the_die_of_cold_steel_which_the_cavalry_has_had() -> None:
    """§Dategli del freddo acciaio!: "un Bonus Attack con il suo normale numero di dadi"; R-75, R-104."""
    table = combat(
        f"br_light_cavalry E6, br_foot_artillery C7, fr_line D6 1, fr_line C6, {FAR}",
        card="give_them_the_cold_steel", dice="IAAA,AAA AAAAA",
    )  # fmt: skip
    table.give(Attack("br_light_cavalry-1", "fr_line-1"), EndBatteries(), StandFast())
    table.give(Advance("br_light_cavalry-1", "D6"), Attack("br_light_cavalry-1", "fr_line-2"))
    table.give(AddBattery("br_foot_artillery-1"), StandFast())
    assert table.last(AttackRolled).batteries == {"br_foot_artillery-1": 5} and not table.game.dice


def test_a_card_never_overrules_terrain() -> None:
    """R-128."""
    table = movement(
        f"br_light G7, {FAR}", card="la_grande_manoeuvre", terrain={"F7": "forest", "F6": "river"}
    )
    assert {"F7", "E8"} <= table.moves("br_light-1") and "F6" not in table.moves("br_light-1")
    boxed_in = {hex: "river" for hex in ("F6", "F7", "G6", "G8", "H6")} | {"H7": "town"}
    assert movement(f"br_light G7, {FAR}", card="la_grande_manoeuvre", terrain=boxed_in).moves(
        "br_light-1"
    ) == {"H7"}


def test_who_is_ordered_at_once_is_named_in_one_event() -> None:
    """R-129."""
    table = command("br_line E7, fr_line D7, fr_line A1", cards=("give_them_the_cold_steel",))
    table.play("give_them_the_cold_steel")
    assert table.ordered() == {"br_line-1"} and table.prompt == "combat"


def test_attack_center_gives_three_orders() -> None:
    """R-131."""
    assert FACTS.cards["attack_center"].shares(mirrored=False) == {"centre": 3}


def test_the_cards_that_detach_a_leader() -> None:
    """R-138."""
    detaching = {card.id for card in FACTS.cards.values() if card.bicorne and card.type == "tactic"}
    assert detaching == {"elan", "leadership", "la_grande_manoeuvre"}
    assert all(card.bicorne for card in FACTS.cards.values() if card.type == "section")


def test_any_card_may_be_played() -> None:
    """R-139."""
    table = command(f"br_line E7, {FAR}", cards=("bombard", "attack_center", "first_strike"))
    assert len(table.menu()) == 3


def test_the_units_of_the_box() -> None:
    """R-140, R-141."""
    ranks = {(unit.arm, unit.rank) for unit in FACTS.units.units.values()}
    assert ("cavalry", "militia") not in ranks and ("artillery", "guard") not in ranks
    assert len(FACTS.units.units) == 29


def test_the_faces_of_the_die() -> None:
    """R-143."""
    assert Counter(COMBAT.faces) == {"infantry": 2, "cavalry": 1, "artillery": 1, "flag": 1, "sabers": 1}


def test_moves_and_retreats_are_told_apart_by_where_they_end() -> None:
    """R-146."""
    table = movement(f"br_light_cavalry E7, {FAR}")
    ends = [order.to for order in table.offers(MoveUnit) if order.unit == "br_light_cavalry-1"]
    assert len(ends) == len(set(ends)) == 36


def test_whose_dice_they_are() -> None:
    """R-147."""
    table = combat(f"br_line E7, fr_line C7, {FAR}", "ney C7", dice="IAACC,SI").fire("br_line-1", "fr_line-1")
    rolls = [event for event in table.game.events if type(event).__name__ == "Rolled"]
    assert {(roll.purpose, roll.seat) for roll in rolls} == {  # type: ignore[attr-defined]
        ("ranged", Seat("british")), ("check", Seat("british")),
    }  # fmt: skip
    assert all(rule_of(event) for event in table.game.events)


def test_every_card_and_piece_has_a_name_and_every_card_a_text() -> None:
    for language in ("en", "it"):
        named = names(FACTS, language)
        assert all(named[piece] != piece for field in FACTS.scenarios.values() for piece in field.pieces)
        assert set(texts(FACTS, language)) == set(FACTS.deck)


def test_an_order_out_of_range_is_not_offered() -> None:
    table = combat(f"br_line E7, fr_line B7, {FAR}")
    assert Fire("br_line-1", "fr_line-1") not in (table.menu() if table.prompt == "combat" else [])
    assert StandFast.passes
    assert ranged_count(position("br_line E7, fr_line C7"), "br_line-1", "fr_line-1") == 5


def test_who_came_to_a_lone_leader_moves_no_further_in_that_turn() -> None:
    """R-42, R-48: it takes no ground; who was led when it moved may."""
    for leader, advances in (("E6", False), ("F6", True)):
        table = movement(f"br_line F6, fr_line D6 1, {FAR}", f"wellesley {leader}", dice="IAAA")
        table.move("br_line-1", "E6").done().attack("br_line-1", "fr_line-1")
        assert leader_of(table.state, "br_line-1") == "wellesley"
        assert (table.prompt == "advance") is advances


def test_cavalry_that_breaks_through_to_a_lone_leader_takes_no_more_ground() -> None:
    """R-48, R-101, R-102."""
    for leader, advances in (("F6", False), ("D6", True)):
        table = combat(
            f"fr_light_cavalry D6, br_line E6 1, br_line G6 1, {FAR}", f"ney {leader}", active="french",
            dice="IAAA,IAAA",
        )  # fmt: skip
        table.attack("fr_light_cavalry-1", "br_line-1").give(Advance("fr_light_cavalry-1", "F6"))
        table.attack("fr_light_cavalry-1", "br_line-2")
        assert (table.prompt == "advance") is advances


def test_a_forced_march_to_a_lone_leader_is_no_march_with_him() -> None:
    """R-124: only who has the leader with it moves two hexes and battles."""
    for leader, battles in (("E7", False), ("G7", True)):
        table = movement(f"br_line G7, fr_line D7, {FAR}", f"wellesley {leader}", card="force_march")
        table.move("br_line-1", "E7").done()
        assert bool(table.melees("br_line-1")) is battles


def test_a_leader_who_falls_back_to_a_unit_did_not_march_with_it() -> None:
    """§Marcia forzata, R-124: "le unità di fanteria con leader aggregato possono muovere 2 esagoni e
    combattere", others "muovere 2 esagoni senza combattere", also if his own regiment is lost."""
    table = command("br_line H6 1, br_line I7, fr_line E6, fr_line G8", "hill H6", cards=("force_march",),
                    dice="C,IIIIC,I")  # fmt: skip
    table.play("force_march").give(ChooseSection("centre"))
    table.move("br_line-1", "F6").move("br_line-2", "G7").to_combat()
    assert table.melees("br_line-1") == {"fr_line-1"} and not table.melees("br_line-2")
    table.attack("br_line-1", "fr_line-1").give(BattleBack("fr_line-1"), RetreatLeader("hill", ("G7",)))
    assert table.at("hill") == table.at("br_line-2") == "G7"
    assert not table.melees("br_line-2")
