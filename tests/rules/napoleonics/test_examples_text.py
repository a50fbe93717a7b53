"""Worked examples of the text: EX-001 to EX-012."""

from domain.kernel import Opened
from domain.napoleonics.combat.targets import attack_dice, battery_dice
from domain.napoleonics.facts.sides import SEATS
from domain.napoleonics.orders.cards import OrderUnit
from domain.napoleonics.orders.combat import AddBattery, Attack, BattleBack, IgnoreFlags, Retreat
from domain.napoleonics.orders.movement import EndMovement
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import draw_pile, needed
from domain.napoleonics.title import NAPOLEONICS
from tests.laws.games import opened_game
from tests.rules.napoleonics.position import combat, command, melee_count, movement, position

LEADERS_AND_UNITS = "br_grenadier F7, br_heavy_cavalry F5, fr_line D6"


def test_ex_001_a_leader_joins_cavalry_that_has_moved_and_all_battle() -> None:
    """R-41, case A."""
    table = command(LEADERS_AND_UNITS, "wellesley F7", cards=("attack_center", "probe_left"))
    table.play("attack_center").order("br_grenadier-1", "wellesley", "br_heavy_cavalry-1")
    assert table.prompt == "movement" and len(table.state.ordered) == 3, "three orders are used up"
    table.move("br_heavy_cavalry-1", "E6").move("wellesley", "E6").move("br_grenadier-1", "E7")
    assert leader_of(table.state, "br_heavy_cavalry-1") == "wellesley"
    table.to_combat()
    assert table.melees("br_heavy_cavalry-1") == {"fr_line-1"} == table.melees("br_grenadier-1")


def test_ex_002_a_leader_who_joins_cavalry_that_has_not_moved_pins_it() -> None:
    """R-40, R-41, case B."""
    table = command(LEADERS_AND_UNITS, "wellesley F7", cards=("attack_center", "probe_left"))
    table.play("attack_center").order("br_grenadier-1", "wellesley", "br_heavy_cavalry-1")
    table.move("br_grenadier-1", "E7").move("wellesley", "F5")
    assert table.prompt == "combat", "nobody is left who could move"
    assert "br_heavy_cavalry-1" in table.ordered() and "br_heavy_cavalry-1" not in table.state.moved


def test_ex_003_one_order_moves_unit_and_leader() -> None:
    table = command("br_grenadier F7, br_line G2, br_line I7", "wellesley F7", cards=("probe_center",))
    table.play("probe_center").order("br_grenadier-1")
    assert OrderUnit("br_line-2") in table.menu(), "one order is left"
    table.done().move("br_grenadier-1", "E7")
    assert table.at("br_grenadier-1") == table.at("wellesley") == "E7"


def test_ex_004_the_starting_scenario() -> None:
    """R-09, R-148."""
    history = opened_game(NAPOLEONICS, "rolica_first", SEATS, bytes(32))
    state = history.head.state
    assert isinstance(history.recorded[0].body, Opened)
    assert (len(state.hands["british"]), len(state.hands["french"])) == (6, 5)
    assert state.active == "british" and needed(state, "british") == needed(state, "french") == 5
    assert len(draw_pile(state)) == 59


def test_ex_005_a_unit_on_a_split_hex_is_ordered_by_either_section() -> None:
    """R-02."""
    for card in ("attack_left", "attack_center"):
        table = command("br_line D4, fr_line A1", cards=(card,)).play(card)
        assert table.orderable() == {"br_line-1"}


def test_ex_006_two_flags_are_two_hexes_to_the_rear() -> None:
    """R-90."""
    table = combat("br_line E6, fr_line C7", dice="FFCCA")
    table.fire("br_line-1", "fr_line-1")
    assert {order.to for order in table.offers(Retreat)} == {"A6", "A7", "A8"}
    table.give(Retreat("fr_line-1", "A7"))
    assert table.blocks("fr_line-1") == 4 and table.at("fr_line-1") == "A7"


def test_ex_007_militia_runs_three_hexes() -> None:
    """R-98."""
    table = combat("br_line F6, fr_militia D6", dice="FCCCA").fire("br_line-1", "fr_militia-1")
    assert table.prompt == "retreat"
    table.give(table.menu()[0])
    assert table.at("fr_militia-1")[0] == "A" and table.blocks("fr_militia-1") == 4  # type: ignore[index]


def test_ex_008_one_check_for_a_hit_and_a_blocked_retreat() -> None:
    """R-82, R-99."""
    table = combat("fr_grenadier H6, br_line I7 4", "wellesley I7", active="french", dice="IFFCA,SI")
    table.attack("fr_grenadier-1", "br_line-1")
    assert {order.count for order in table.offers(IgnoreFlags)} == {0, 1}
    table.give(IgnoreFlags(1))
    assert table.blocks("br_line-1") == 2 and table.at("wellesley") == "I7"
    assert not table.game.dice, "no second check is rolled"


def test_ex_009_combined_arms_with_a_clear_sight() -> None:
    """R-70."""
    table = combat("br_line F6, br_foot_artillery G5, fr_line E6")
    table.give(Attack("br_line-1", "fr_line-1"))
    assert table.prompt == "batteries" and AddBattery("br_foot_artillery-1") in table.menu()
    state = table.state
    assert attack_dice(state, "br_line-1", "fr_line-1").total == 4
    assert battery_dice(state, "br_foot_artillery-1", "fr_line-1").total == 3


def test_ex_010_combined_arms_with_the_sight_blocked() -> None:
    """R-24, R-70."""
    table = combat("br_line F6, br_line F5, br_foot_artillery G5, fr_line E6, fr_line A1")
    table.give(Attack("br_line-1", "fr_line-1"))
    assert table.prompt != "batteries"


def test_ex_011_field_works_on_a_hill_count_instead_of_the_hill() -> None:
    """R-38."""
    ground = {"terrain": {"E7": "hill"}, "works": {"E7": ("SW", "SE")}}
    state = position("br_line F6, fr_line E7", **ground)  # type: ignore[arg-type]
    assert melee_count(state, "br_line-1", "fr_line-1") == 3


def test_ex_012_a_battle_back_wins_the_game() -> None:
    """R-112."""
    table = combat(
        "br_line F6 1, fr_line E6", dice="A,IIACC", needs={"british": 9, "french": 5},
        banners={"british": 0, "french": 4},
    )  # fmt: skip
    table.attack("br_line-1", "fr_line-1").give(BattleBack("fr_line-1"))
    assert table.decision is None and table.state.winner == "french" and table.state.active == "british"


def test_the_movement_phase_is_skipped_when_nobody_can_move() -> None:
    table = movement("br_line F6, fr_line E6")
    assert EndMovement() in table.menu()
