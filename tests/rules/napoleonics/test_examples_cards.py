"""Cards and orders: EX-013 to EX-049."""

from collections import Counter

import pytest

from domain.napoleonics.events.cards import CardDrawn, CommandCardPlayed
from domain.napoleonics.events.movement import UnitMoved
from domain.napoleonics.facts import FACTS
from domain.napoleonics.orders.cards import (
    ChooseSection,
    EndOrders,
    KeepCard,
    LeaveSquare,
    OrderLeader,
    PlaceUnit,
    RestoreBlock,
    SendBack,
    UseCard,
)
from domain.napoleonics.orders.combat import Advance, Attack, Retreat
from domain.napoleonics.position.state import Command, draw_pile
from tests.rules.napoleonics.position import combat, command, hand, melee_count, ranged_count

FAR = "fr_line A1"


def test_ex_013_the_deck_has_70_cards() -> None:
    """R-10."""
    assert len(FACTS.deck) == 70
    kinds = Counter(FACTS.cards[kind].type for kind in FACTS.deck.values())
    assert kinds == {"section": 48, "tactic": 22}
    by_name = Counter(kind.rpartition("_")[0] for kind in FACTS.deck.values() if kind.count("_") == 1)
    assert (by_name["scout"], by_name["probe"], by_name["attack"], by_name["assault"]) == (6, 14, 14, 6)
    for kind in ("coordinated_advance", "flank_attack", "forward", "recon_in_force"):
        assert FACTS.cards[kind].count == 2


def test_ex_014_left_and_right_are_those_of_the_player() -> None:
    """R-03."""
    table = command("fr_light_cavalry C10, br_line I1", cards=("attack_left",), active="french")
    assert table.play("attack_left").orderable() == {"fr_light_cavalry-1"}


def test_ex_015_an_assault_orders_as_many_as_the_command_value() -> None:
    """R-13."""
    units = ", ".join(f"br_line {at}" for at in ("I1", "I2", "I3", "H1", "H2", "G1"))
    table = command(
        f"{units}, br_line G13, {FAR}", squares={"br_line-7": "forward"},
        cards=("assault_left", "scout_left", "probe_left", "attack_left", "rally"),
    )  # fmt: skip
    table.play("assault_left")
    assert table.state.command is not None and table.state.command.value == 5
    for number in range(1, 6):
        table.order(f"br_line-{number}")
    assert table.prompt == "movement" and len(table.ordered()) == 5


def test_ex_016_the_command_value_does_not_grow() -> None:
    """R-13, R-49, R-68."""
    units = "br_line G5, br_line G6, br_line G7, br_line G8, br_line G9"
    cards = ("assault_center", "rally", "forward")
    table = command(f"{units}, {FAR}", cards=cards, squares={"br_line-1": "elan"})
    table.play("assault_center").order("br_line-1").give(LeaveSquare("br_line-1"))
    assert table.in_hand("british") == 3
    table.order("br_line-2", "br_line-3")
    assert table.prompt == "movement" and len(table.ordered()) == 3


def test_ex_017_coordinated_advance_books_a_split_hex_once() -> None:
    """R-02, R-14."""
    units = "br_line I1, br_line I2, br_line I3, br_line I6, br_line I7, br_line I8, br_line F9"
    table = command(f"{units}, {FAR}", cards=("coordinated_advance",)).play("coordinated_advance")
    table.order("br_line-1")
    assert not {"br_line-2", "br_line-3"} & table.orderable(), "one on the left"
    table.order("br_line-4", "br_line-7")
    assert table.orderable() == {"br_line-5", "br_line-6"}, "F9 is booked to the right"
    table.order("br_line-5")
    assert table.prompt == "movement", "F9 cannot be ordered again"


def test_ex_018_a_card_that_orders_nobody() -> None:
    """R-12."""
    table = command(f"br_line I1, {FAR}", cards=("probe_right", "rally"), draws=("forward_1",))
    table.play("probe_right")
    assert table.state.active == "french" and table.in_hand("british") == 2
    assert table.last(CardDrawn).card == "forward_1" and not table.all(UnitMoved)


def test_ex_019_scout_draws_two_and_keeps_one() -> None:
    """R-15."""
    table = command(f"br_line I1, {FAR}", cards=("scout_center",), draws=("forward_1", "rally_1"))
    table.play("scout_center")
    assert table.prompt == "scout" and table.state.looked_at["british"] == ("forward_1", "rally_1")
    table.give(KeepCard("rally_1"))
    assert table.state.hands["british"] == ("rally_1",)
    assert table.state.discards == ("scout_center_1", "forward_1")


def test_ex_020_counter_attack_exchanges_left_and_right() -> None:
    """R-16."""
    units = "fr_line C1, fr_line C2, fr_line C3, fr_line C4, fr_line C12, br_line I7"
    table = command(units, cards=("counter_attack",), active="french", last=Command("attack_left"))
    table.play("counter_attack")
    assert table.orderable() == {f"fr_line-{number}" for number in range(1, 5)}, "its right is in the west"
    table.order("fr_line-1", "fr_line-2", "fr_line-3")
    assert table.prompt == "movement"


def test_ex_021_a_copied_assault_has_the_command_of_its_player() -> None:
    """R-13, R-16."""
    table = command(
        f"br_line I7, {FAR}", last=Command("assault_center", value=5),
        cards=("counter_attack", "rally", "elan", "forward", "scout_left", "probe_left"),
    )  # fmt: skip
    table.play("counter_attack")
    assert table.state.command == Command("assault_center", True, 6)


def test_ex_022_a_counter_attack_of_a_counter_attack() -> None:
    """R-16."""
    table = command(
        f"br_foot_artillery I7, {FAR}", cards=("counter_attack",), last=Command("bombard", mirrored=True)
    )
    table.play("counter_attack")
    assert table.state.command is not None
    assert (table.state.command.kind, table.state.command.mirrored) == ("bombard", False)
    assert table.orderable() == {"br_foot_artillery-1"}


def test_ex_023_a_counter_attack_in_the_first_turn_orders_nobody() -> None:
    """R-16."""
    table = command(f"br_line I7, {FAR}", cards=("counter_attack",), turn=1).play("counter_attack")
    assert table.last(CommandCardPlayed).kind == "" and table.state.active == "french"


def test_ex_024_elan_orders_by_symbols() -> None:
    """R-17."""
    table = command(
        f"br_line F6, br_light_cavalry I2, br_light_cavalry I3, fr_line D6, {FAR}", "wellesley F6",
        cards=("elan", "rally", "forward", "scout_left", "probe_left"), dice="IICFS",
    )  # fmt: skip
    table.play("elan")
    assert table.orderable() == {"br_line-1", "br_light_cavalry-1", "br_light_cavalry-2", "wellesley"}
    table.order("br_line-1", "br_light_cavalry-1")
    assert table.orderable() == {"br_light_cavalry-2", "wellesley"}, "by the flag; the second I is lost"
    table.order("br_light_cavalry-2").to_combat()
    assert ranged_count(table.state, "br_line-1", "fr_line-1") == 4 + 1 + 1


def test_ex_025_elan_shuffles_when_it_is_discarded() -> None:
    """R-17."""
    others = [card for card in FACTS.deck if not card.startswith("elan")]
    table = command(
        f"br_line I7, {FAR}", cards=("elan",), discards=tuple(others[:34]), dice="S",
        hands={"french": tuple(others[34:40])},
    )  # fmt: skip
    before = len(draw_pile(table.state))
    assert before == 70 - 34 - 6 - 1
    table.play("elan")
    assert table.state.discards == () and len(draw_pile(table.state)) == before + 34 + 1 - 1
    assert table.state.active == "french"


def test_ex_026_rally_gives_blocks_back() -> None:
    """R-18."""
    table = command(
        f"br_line I7 2, br_foot_artillery I5 3, {FAR}", cards=("rally", "forward", "elan", "scout_left"),
        dice="IIAF",
    )  # fmt: skip
    table.play("rally")
    assert [order for order in table.menu() if isinstance(order, RestoreBlock)] == [RestoreBlock("br_line-1")]
    table.give(RestoreBlock("br_line-1"), RestoreBlock("br_line-1"))
    assert table.blocks("br_line-1") == 4 and table.prompt == "orders"
    assert table.orderable() == {"br_line-1"}


def test_ex_027_bayonet_charge_of_the_old_guard() -> None:
    """R-120."""
    table = command("fr_old_guard C6, br_line F7", cards=("bayonet_charge",), active="french")
    table.play("bayonet_charge").order("fr_old_guard-1")
    table.move("fr_old_guard-1", "E7")
    assert table.prompt == "combat" and table.melees("fr_old_guard-1") == {"br_line-1"}
    assert melee_count(table.state, "fr_old_guard-1", "br_line-1") == 7


def test_ex_028_bayonet_charge_bars_fire() -> None:
    """R-120."""
    table = command("fr_line E7, br_line G7", cards=("bayonet_charge",), active="french")
    table.play("bayonet_charge").order("fr_line-1").to_combat()
    assert table.shots("fr_line-1") == set()


def test_ex_029_bayonet_charge_without_infantry_orders_one_unit() -> None:
    """R-19."""
    table = command(f"br_light_cavalry I7, br_foot_artillery I5, {FAR}", cards=("bayonet_charge",))
    assert table.play("bayonet_charge").orderable() == {"br_light_cavalry-1", "br_foot_artillery-1"}
    table.order("br_light_cavalry-1")
    assert table.prompt == "movement" and "F7" in table.moves("br_light_cavalry-1")


def test_ex_030_bombard_adds_two_dice() -> None:
    """R-121."""
    table = combat("fr_foot_artillery C7, br_line G7", active="french", card="bombard")
    assert ranged_count(table.state, "fr_foot_artillery-1", "br_line-1") == 4
    assert table.shots("fr_foot_artillery-1") == {"br_line-1"}


def test_ex_031_bombard_of_the_guard_in_melee() -> None:
    """R-121."""
    table = combat("fr_guard_foot_artillery E7, br_line F7", active="french", card="bombard")
    assert melee_count(table.state, "fr_guard_foot_artillery-1", "br_line-1") == 8


def test_ex_032_bombard_moving_bars_battle() -> None:
    """R-121."""
    table = command("fr_foot_artillery A7, fr_line D7, br_line E7", cards=("bombard",), active="french")
    table.play("bombard").order("fr_foot_artillery-1").move("fr_foot_artillery-1", "C7")
    assert table.state.active == "british", "the turn is over without a combat"


def test_ex_033_cavalry_charge_of_heavy_cavalry() -> None:
    """R-122."""
    table = command("br_heavy_cavalry G7, fr_line D6", cards=("cavalry_charge",)).play("cavalry_charge")
    table.order("br_heavy_cavalry-1").move("br_heavy_cavalry-1", "D7")
    assert melee_count(table.state, "br_heavy_cavalry-1", "fr_line-1") == 5
    assert table.melees("br_heavy_cavalry-1") == {"fr_line-1"}


def test_ex_034_cavalry_charge_of_the_guard() -> None:
    """R-122."""
    table = combat("fr_guard_cavalry E7, br_line F7", active="french", card="cavalry_charge")
    assert melee_count(table.state, "fr_guard_cavalry-1", "br_line-1") == 6


def test_ex_035_cavalry_charge_into_a_town() -> None:
    """R-122."""
    table = combat(
        "fr_light_cavalry E7, br_line F7", active="french", card="cavalry_charge", terrain={"F7": "town"}
    )
    assert melee_count(table.state, "fr_light_cavalry-1", "br_line-1") == 1


def test_ex_036_cavalry_charge_counts_in_a_bonus_melee() -> None:
    """R-104."""
    table = combat(
        "fr_light_cavalry D6, br_line E6 1, br_line F6", active="french", card="cavalry_charge", dice="IAAAA"
    )
    table.attack("fr_light_cavalry-1", "br_line-1").give(Advance("fr_light_cavalry-1", "E6"))
    assert table.prompt == "bonus" and melee_count(table.state, "fr_light_cavalry-1", "br_line-2") == 5


def test_ex_037_fire_and_hold() -> None:
    """R-123."""
    table = command("br_line E7, fr_line C7", cards=("fire_and_hold",)).play("fire_and_hold")
    table.order("br_line-1")
    assert table.prompt == "combat", "it may not move"
    assert ranged_count(table.state, "br_line-1", "fr_line-1") == 6


def test_ex_038_fire_and_hold_beside_the_enemy() -> None:
    """R-19, R-123."""
    table = command("br_line E7, fr_line D7", cards=("fire_and_hold",)).play("fire_and_hold")
    assert table.state.active == "french", "nobody could be ordered"


def test_ex_039_force_march() -> None:
    """R-124."""
    units = "br_light G5, br_rifle_light G6, br_grenadier G7, br_line G8, br_line G9, br_line I12"
    enemies = "fr_line C6, fr_line C7, fr_line C8, fr_line C9"
    table = command(f"{units}, {enemies}", "wellesley G9", cards=("force_march",)).play("force_march")
    table.give(ChooseSection("centre"))
    assert table.ordered() == {"br_light-1", "br_rifle_light-1", "br_grenadier-1", "br_line-1", "br_line-2"}
    for unit, to in (("br_light-1", "E5"), ("br_rifle_light-1", "E6"), ("br_grenadier-1", "E7"),
                     ("br_line-1", "E8"), ("br_line-2", "E9")):  # fmt: skip
        assert to in table.moves(unit)
        table.move(unit, to)
    assert {unit for unit in table.ordered() if table.shots(unit)} == {
        "br_light-1", "br_rifle_light-1", "br_grenadier-1", "br_line-2",
    }  # fmt: skip


def test_ex_040_cold_steel_fixes_its_list() -> None:
    """R-125."""
    table = command(
        "br_line E6, br_line E7, br_line B7, fr_line D6, fr_line A1", cards=("give_them_the_cold_steel",),
        dice="FAAAC",
    )  # fmt: skip
    table.play("give_them_the_cold_steel")
    assert table.ordered() == {"br_line-1", "br_line-2"} and table.prompt == "combat"
    table.attack("br_line-1", "fr_line-1").give(Retreat("fr_line-1", "C7")).done()
    assert table.state.active == "french", "the second has no target, the third no order"


def test_ex_041_cold_steel_does_not_count_in_a_bonus_melee() -> None:
    """R-104, R-125."""
    table = combat(
        "br_light_cavalry E6, fr_line D6 1, fr_line C6", card="give_them_the_cold_steel", dice="IAAA,AAA"
    )
    assert melee_count(table.state, "br_light_cavalry-1", "fr_line-1") == 4
    table.attack("br_light_cavalry-1", "fr_line-1").give(Advance("br_light_cavalry-1", "D6"))
    table.attack("br_light_cavalry-1", "fr_line-2")
    assert not table.game.dice, "the bonus melee had three dice"


def test_ex_042_leadership_orders_leaders_and_their_units() -> None:
    """R-126."""
    table = command("br_line F7, fr_line D7", "wellesley F7, hill I7", cards=("leadership",))
    table.play("leadership")
    assert table.ordered() == {"br_line-1", "wellesley", "hill"}
    assert ranged_count(table.state, "br_line-1", "fr_line-1") == 6
    table.move("wellesley", "F8")
    assert "br_line-1" not in table.ordered()


def test_ex_043_la_grande_manoeuvre() -> None:
    """R-127."""
    table = command(
        "fr_line A5, br_line F5", cards=("la_grande_manoeuvre",), active="french"
    ).play("la_grande_manoeuvre")  # fmt: skip
    table.give(UseCard("card")).order("fr_line-1")
    assert {"E5", "E6"} <= table.moves("fr_line-1") and "F6" not in table.moves("fr_line-1")
    table.move("fr_line-1", "E5")
    assert table.state.active == "british", "no battle, though the enemy is adjacent"


def test_ex_044_la_grande_manoeuvre_orders_no_square() -> None:
    """R-127."""
    table = command(
        f"br_line F7, br_line F9, {FAR}", cards=("la_grande_manoeuvre",), squares={"br_line-1": "rally"}
    )
    table.play("la_grande_manoeuvre").give(UseCard("card"))
    assert table.orderable() == {"br_line-2"}


def test_ex_045_short_supply() -> None:
    """R-11."""
    table = command("br_line I7, fr_line E6", "ney E6", cards=("short_supply",)).play("short_supply")
    table.give(SendBack("fr_line-1"))
    assert table.seat == "french"
    assert {order.to for order in table.offers(PlaceUnit)} == {"A5", "A6", "A7", "A8", "A9"}
    table.give(PlaceUnit("fr_line-1", "A7"))
    assert table.at("fr_line-1") == table.at("ney") == "A7" and table.blocks("fr_line-1") == 4
    assert table.state.active == "french", "nobody was ordered"


def test_ex_046_short_supply_with_a_full_base_row() -> None:
    """R-11."""
    full = ", ".join(f"fr_line A{column}" for column in range(5, 10))
    table = command(f"{full}, fr_light E6, br_line I7", cards=("short_supply",)).play("short_supply")
    table.give(SendBack("fr_light-1"))
    assert {order.to for order in table.offers(PlaceUnit)} == {f"B{column}" for column in range(4, 10)}


def test_ex_047_short_supply_takes_no_square() -> None:
    """R-11."""
    table = command(
        "br_line I7, fr_line E6, fr_line E8", cards=("short_supply",), squares={"fr_line-1": "rally"}
    ).play("short_supply")
    assert SendBack("fr_line-1") not in table.menu() and SendBack("fr_line-2") in table.menu()


def test_ex_048_short_supply_on_an_own_unit() -> None:
    """R-11."""
    table = command(f"br_line E2, {FAR}", cards=("short_supply",)).play("short_supply")
    table.give(SendBack("br_line-1"))
    assert table.seat == "british"
    assert {order.to for order in table.offers(PlaceUnit)} == {"I1", "I2", "I3", "I4"}
    table.give(PlaceUnit("br_line-1", "I2"))
    assert table.at("br_line-1") == "I2"


def test_ex_049_first_strike_as_the_card_of_a_turn() -> None:
    """R-12."""
    table = command(f"br_line I7, {FAR}", cards=("first_strike", "rally")).play("first_strike")
    assert table.state.active == "french" and table.in_hand("british") == 2


CARDS = [
    # card, who may be ordered first: line F7 with a leader, light cavalry C3, horse artillery G11, leader I12
    ("scout_left", {"br_light_cavalry-1"}), ("scout_center", {"br_line-1", "wellesley"}),
    ("scout_right", {"br_horse_artillery-1", "hill"}), ("probe_left", {"br_light_cavalry-1"}),
    ("probe_center", {"br_line-1", "wellesley"}), ("probe_right", {"br_horse_artillery-1", "hill"}),
    ("attack_left", {"br_light_cavalry-1"}), ("attack_center", {"br_line-1", "wellesley"}),
    ("attack_right", {"br_horse_artillery-1", "hill"}), ("assault_left", {"br_light_cavalry-1"}),
    ("assault_center", {"br_line-1", "wellesley"}), ("assault_right", {"br_horse_artillery-1", "hill"}),
    ("coordinated_advance", {"br_light_cavalry-1", "br_line-1", "wellesley", "br_horse_artillery-1", "hill"}),
    ("flank_attack", {"br_light_cavalry-1", "br_horse_artillery-1", "hill"}),
    ("forward", {"br_light_cavalry-1", "br_line-1", "wellesley", "br_horse_artillery-1", "hill"}),
    ("recon_in_force", {"br_light_cavalry-1", "br_line-1", "wellesley", "br_horse_artillery-1", "hill"}),
    ("bayonet_charge", {"br_line-1"}), ("bombard", {"br_horse_artillery-1"}),
    ("cavalry_charge", {"br_light_cavalry-1", "br_horse_artillery-1"}),
    ("fire_and_hold", {"br_line-1", "br_horse_artillery-1"}),
    ("elan", {"br_light_cavalry-1", "br_line-1", "wellesley", "br_horse_artillery-1", "hill"}),
    ("counter_attack", set()), ("first_strike", set()),
    ("la_grande_manoeuvre", {"br_light_cavalry-1", "br_line-1", "wellesley", "br_horse_artillery-1", "hill"}),
]  # fmt: skip
AT_ONCE = [
    ("force_march", {"br_line-1"}), ("leadership", {"br_line-1", "wellesley", "hill"}),
    ("give_them_the_cold_steel", set()), ("rally", set()), ("short_supply", set()),
]  # fmt: skip
FOUR = "br_line F7, br_light_cavalry C3, br_horse_artillery G11, fr_line A7"


@pytest.mark.parametrize(("card", "whom"), CARDS, ids=[row[0] for row in CARDS])
def test_whom_each_card_lets_its_player_order(card: str, whom: set[str]) -> None:
    table = command(FOUR, "wellesley F7, hill I12", cards=(card,), dice="F").play(card)
    if table.prompt == "use":
        table.give(UseCard("card"))
    assert table.orderable() == whom


@pytest.mark.parametrize(("card", "whom"), AT_ONCE, ids=[row[0] for row in AT_ONCE])
def test_whom_each_card_orders_at_once(card: str, whom: set[str]) -> None:
    table = command(FOUR, "wellesley F7, hill I12", cards=(card,), dice="S").play(card)
    if table.prompt == "section":
        table.give(ChooseSection("centre"))
    assert table.ordered() == whom


def test_every_kind_of_card_has_a_row() -> None:
    assert {row[0] for row in (*CARDS, *AT_ONCE)} == set(FACTS.cards)


def test_the_hand_of_a_test_names_cards_of_the_deck() -> None:
    assert set(hand("rally", "forward", "forward")) <= set(FACTS.deck)
    assert EndOrders().closes and OrderLeader("wellesley").closes and Attack("a", "b").closes
