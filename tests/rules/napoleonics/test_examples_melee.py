"""First strike, retiring, squares, combined arms: EX-132 to EX-169."""

import pytest

from domain.napoleonics.combat.retreats import ignorable
from domain.napoleonics.combat.targets import attack_dice, battery_dice
from domain.napoleonics.events.cards import CardDrawn, SquareFormed
from domain.napoleonics.events.combat import AttackRolled, GroundTaken
from domain.napoleonics.orders.cards import EndOrders, LeaveSquare, OrderLeader
from domain.napoleonics.orders.combat import (
    AddBattery,
    Advance,
    Attack,
    BattleBack,
    EndBatteries,
    EndCombat,
    Fire,
    FormSquare,
    HoldGround,
    IgnoreFlags,
    RetireAndReform,
    Retreat,
    StandFast,
    StrikeFirst,
)
from domain.napoleonics.position.state import State
from tests.rules.napoleonics.position import Table, combat, command, hand, melee_count, position, ranged_count

STRIKE = {"french": hand("first_strike", "rally"), "british": hand("forward")}
SQUARE = {"british": hand("rally", "forward", "elan", "short_supply"), "french": hand("bombard")}
STRIKES = StrikeFirst("first_strike_1")


def struck(dice: str, **facts: object) -> Table:
    """British line attacks French line, which strikes first."""
    table = combat("br_line E7, fr_line D7, fr_line A1, br_line I1", hands=STRIKE, dice=dice, **facts)
    return table.give(Attack("br_line-1", "fr_line-1"), STRIKES)


def test_ex_132_a_first_strike_drives_the_attacker_off() -> None:
    """R-53."""
    table = struck("IIFCA")
    assert table.blocks("br_line-1") == 2 and table.prompt == "retreat" and table.seat == "british"
    table.give(Retreat("br_line-1", "F7"))
    assert len(table.all(AttackRolled)) == 1 and not table.all(GroundTaken)


def test_ex_133_a_first_strike_that_does_not_stop_the_attack() -> None:
    """R-55."""
    table = struck("ICCAA,AAC")
    assert table.blocks("br_line-1") == 3 and table.last(AttackRolled).faces == ("artillery",) * 2 + (
        "cavalry",
    )
    assert table.prompt == "battle_back" and table.seat == "french"


def test_ex_134_a_first_strike_has_no_card_dice() -> None:
    """R-53."""
    struck("ICCAA", card="bayonet_charge")


def test_ex_135_who_struck_first_draws_first() -> None:
    """R-110."""
    table = struck("IIFCA").give(Retreat("br_line-1", "F7"))
    table.until("command")
    assert [event.side for event in table.all(CardDrawn)] == ["french"], "the British played no card here"
    assert table.in_hand("french") == 2


def test_ex_136_no_first_strike_against_a_battle_back() -> None:
    """R-57."""
    hands = {"british": hand("first_strike"), "french": hand("rally")}
    table = combat("br_line E7, fr_line D7", hands=hands, dice="AAAA,AAAAA")
    table.attack("br_line-1", "fr_line-1").give(BattleBack("fr_line-1"))
    assert table.in_hand("british") == 1 and not table.game.dice, "nobody was asked"


def test_ex_137_no_first_strike_from_the_track() -> None:
    """R-61."""
    table = combat(
        "br_line E7, fr_line D7, fr_line A1", hands={"french": hand("rally")},
        squares={"fr_line-2": "first_strike"},
    )  # fmt: skip
    table.give(Attack("br_line-1", "fr_line-1"))
    assert table.menu() == [StandFast()]


def test_ex_138_a_unit_that_strikes_forms_no_square() -> None:
    """R-54."""
    hands = {"british": hand("first_strike", "rally", "elan", "forward")}
    table = combat(
        "fr_light_cavalry E7, br_line F7, fr_line A1", active="french", hands=hands, dice="IIAA,ICAA"
    )
    table.give(Attack("fr_light_cavalry-1", "br_line-1"))
    assert FormSquare("br_line-1") in table.menu()
    table.give(STRIKES)
    assert not table.state.squares and not table.game.dice


def test_ex_139_struck_infantry_forms_no_square() -> None:
    """R-58."""
    hands = {**STRIKE, "british": hand("rally", "elan", "forward")}
    table = combat("br_line E7, fr_light_cavalry D7", hands=hands, dice="IAAA,AAA")
    table.give(Attack("br_line-1", "fr_light_cavalry-1"), STRIKES)
    assert not table.state.squares and table.blocks("br_line-1") == 3


def test_ex_140_retire_and_reform() -> None:
    """R-77 to R-79."""
    table = combat("br_line E7, fr_light_cavalry D7, fr_line A1", dice="CISF")
    table.give(Attack("br_line-1", "fr_light_cavalry-1"), RetireAndReform("fr_light_cavalry-1"))
    assert table.blocks("fr_light_cavalry-1") == 3 and table.prompt == "retire"
    table.give(Retreat("fr_light_cavalry-1", "B6"))
    assert table.prompt == "advance"
    table.give(Advance("br_line-1", "D7"))
    assert table.at("br_line-1") == "D7" and len(table.all(AttackRolled)) == 1


def test_ex_141_no_room_to_retire() -> None:
    """R-76."""
    table = combat("br_line C7, fr_light_cavalry B6").give(Attack("br_line-1", "fr_light_cavalry-1"))
    assert table.menu() == [StandFast()]


def test_ex_142_no_retiring_from_cavalry_or_guns() -> None:
    """R-76."""
    units = "br_light_cavalry E7, br_foot_artillery E8, fr_light_cavalry D7, fr_line A1"
    for attacker in ("br_light_cavalry-1", "br_foot_artillery-1"):
        table = combat(units).give(Attack(attacker, "fr_light_cavalry-1"))
        if table.prompt == "batteries":
            table.give(AddBattery("br_foot_artillery-1"))
        assert table.until("answer").menu() == [StandFast()]


def test_ex_143_retiring_from_combined_arms() -> None:
    """R-76, R-77."""
    table = combat("br_line E7, br_foot_artillery F8, fr_light_cavalry D7, fr_line A1", dice="CISFAAS")
    table.give(Attack("br_line-1", "fr_light_cavalry-1"), AddBattery("br_foot_artillery-1"))
    table.give(RetireAndReform("fr_light_cavalry-1"))
    assert table.blocks("fr_light_cavalry-1") == 3


def test_ex_144_a_leader_with_retiring_cavalry_is_checked() -> None:
    """R-77, R-83."""
    for check, lives in (("SS", False), ("SI", True)):
        table = combat("br_line E7, fr_light_cavalry D7, fr_line A1", "ney D7", dice=f"CISF,{check}")
        table.give(Attack("br_line-1", "fr_light_cavalry-1"), RetireAndReform("fr_light_cavalry-1"))
        table.give(Retreat("fr_light_cavalry-1", "B6"))
        assert (table.at("ney") == "B6") == lives


# Squares ------------------------------------------------------------------------------------------


def charged(
    dice: str = "", hands: object = None, cavalry: str = "fr_light_cavalry", **facts: object
) -> Table:
    """French cavalry in E6 attacks a British line in F6; the question to the defender is open."""
    table = combat(
        f"{cavalry} E6, br_line F6, fr_line A1, br_line I13", active="french", dice=dice,
        hands=SQUARE if hands is None else hands, **facts,
    )  # fmt: skip
    return table.give(Attack(f"{cavalry}-1", "br_line-1"))


def test_ex_145_forming_square() -> None:
    """R-60, R-61."""
    table = charged("A,A", draws=("rally_1",)).give(FormSquare("br_line-1"))
    formed = table.last(SquareFormed)
    assert (formed.unit, formed.place, formed.card) == ("br_line-1", 1, "rally_1")
    assert table.in_hand("british") == 3 and table.state.track["british"] == ("rally_1",)


def test_ex_146_two_cards_are_too_few() -> None:
    """R-60."""
    assert charged(hands={"british": hand("rally", "elan")}).menu() == [StandFast()]


@pytest.mark.parametrize(("terrain", "may"), [
    ("town", False), ("windmill", False), ("forest", True), ("hill", True), ("ford", True), ("bridge", True),
    ("sand_quarry", True),
])  # fmt: skip
def test_ex_147_where_squares_are_formed(terrain: str, may: bool) -> None:
    """R-60."""
    table = combat(
        "fr_cuirassier E6, br_line F6, fr_line A1", active="french", hands=SQUARE, terrain={"F6": terrain},
    )  # fmt: skip
    table.give(Attack("fr_cuirassier-1", "br_line-1"))
    assert (FormSquare("br_line-1") in table.menu()) == may


def test_ex_147_no_square_in_field_works() -> None:
    assert FormSquare("br_line-1") not in charged(works={"F6": ("SE",)}).menu()


def test_ex_148_a_square_drives_cavalry_off() -> None:
    """R-63, R-96, R-119."""
    table = combat(
        "fr_cuirassier E6, fr_line E5, fr_line E7, br_line F6", "ney E6", active="french", hands=SQUARE,
        dice="F",
    )  # fmt: skip
    table.give(Attack("fr_cuirassier-1", "br_line-1"), FormSquare("br_line-1"))
    assert table.prompt == "retreat", "nothing ignores it"
    table.give(Retreat("fr_cuirassier-1", "D6"))
    assert len(table.all(AttackRolled)) == 1 and table.at("ney") == "D6"


def test_ex_149_cavalry_answers_a_square_with_one_die() -> None:
    """R-64."""
    table = charged("C,A", cavalry="fr_cuirassier", card="cavalry_charge").give(FormSquare("br_line-1"))
    assert table.blocks("fr_cuirassier-1") == 3 and not table.game.dice
    assert table.prompt != "battle_back"


def test_ex_150_a_bounce_on_the_base_row() -> None:
    """R-63."""
    table = combat(
        "fr_light_cavalry A6, br_line B6, fr_line A1, br_line I1", active="french", hands=SQUARE, dice="F,A"
    )
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), FormSquare("br_line-1"))
    assert table.blocks("fr_light_cavalry-1") == 3 and table.at("fr_light_cavalry-1") == "A6"
    assert len(table.all(AttackRolled)) == 2


def test_ex_151_no_dice_for_a_square_below_nor_for_the_cavalry() -> None:
    """R-36, R-62."""
    table = charged(terrain={"E6": "hill"}).give(FormSquare("br_line-1"))
    assert not table.all(AttackRolled) and table.prompt != "battle_back"


def combined_at_a_square(dice: str) -> Table:
    table = combat(
        "fr_light_cavalry E6, fr_foot_artillery F4, br_line F6", active="french", hands=SQUARE, dice=dice
    )
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), AddBattery("fr_foot_artillery-1"))
    return table.give(FormSquare("br_line-1"))


def test_ex_152_guns_add_their_dice_against_a_square() -> None:
    """R-64."""
    table = combined_at_a_square("I,AAAC")
    assert len(table.last(AttackRolled).faces) == 4


def test_ex_153_guns_are_lost_with_the_cavalry() -> None:
    """R-74."""
    table = combined_at_a_square("F")
    assert table.prompt == "retreat" and "fr_foot_artillery-1" in table.state.battled
    table.give(table.menu()[0])
    assert len(table.all(AttackRolled)) == 1 and not table.shots("fr_foot_artillery-1")


def at_square(units: str, dice: str, leaders: str = "", **facts: object) -> Table:
    """The French turn; the first British line is in square."""
    return combat(units, leaders, active="french", dice=dice, squares={"br_line-1": "rally"}, **facts)


def test_ex_154_infantry_attacks_a_square() -> None:
    """R-66, R-67, R-132."""
    table = at_square("fr_line E6, br_line F6 3, br_line I1", "ISCFC").attack("fr_line-1", "br_line-1")
    assert table.blocks("br_line-1") == 0 and table.banners("french") == 1


def test_ex_155_a_square_battles_back() -> None:
    """R-66."""
    table = at_square("fr_line E6, br_line F6 3, br_line I1", "IACCA,A").attack("fr_line-1", "br_line-1")
    table.give(BattleBack("br_line-1"))
    assert table.blocks("br_line-1") == 2 and not table.game.dice


def test_ex_156_two_flags_on_a_square_with_a_leader() -> None:
    """R-67."""
    table = at_square("fr_line E6, br_line F6", "FFCCC,AA", "wellesley F6").attack("fr_line-1", "br_line-1")
    table.give(IgnoreFlags(1))
    assert table.blocks("br_line-1") == 3


def test_ex_157_a_square_supports_and_is_not_supported() -> None:
    """R-95."""
    state = position(
        "br_line F6, br_line F5, br_line F7, fr_line D6", active="french",
        squares={"br_line-2": "rally", "br_line-3": "elan"},
    )  # fmt: skip
    assert ignorable(state, "br_line-1", "E6") == 1
    assert ignorable(state.changed(at={**state.at, "br_line-1": "G6"}), "br_line-2", "E6") == 0


def ordered_square(units: str, cards: tuple[str, ...] = ("attack_center",), leaders: str = "") -> Table:
    table = command(units, leaders, cards=cards, squares={"br_line-1": "rally"})
    return table.play(cards[0]).order("br_line-1")


def test_ex_158_leaving_a_square() -> None:
    """R-32, R-68."""
    table = ordered_square("br_line F6, br_line I7, fr_line D6").give(LeaveSquare("br_line-1"))
    assert table.state.hands["british"] == ("rally_1",) and not table.state.squares
    table.done()
    assert table.moves("br_line-1")
    table.done()
    assert table.shots("br_line-1") == {"fr_line-1"}
    assert ranged_count(table.state, "br_line-1", "fr_line-1") == 5, "leaving is no move"


def test_ex_159_cavalry_holds_a_square() -> None:
    """R-68, R-69."""
    table = ordered_square("br_line F6, br_line I7, fr_light_cavalry E6")
    assert LeaveSquare("br_line-1") not in table.menu()
    table.done()
    assert table.prompt == "combat" and melee_count(table.state, "br_line-1", "fr_light_cavalry-1") == 1


def test_ex_160_the_card_comes_back_with_the_last_block() -> None:
    """R-68."""
    table = at_square("fr_line E6, br_line F6 1, br_line I1", "IACCA").attack("fr_line-1", "br_line-1")
    assert "rally_1" in table.state.hands["british"] and table.state.track["british"] == ()


def test_ex_161_a_square_fires_one_die() -> None:
    """R-69."""
    units = "br_light F6, fr_line D6, br_line I1, fr_line H1"
    open_ground = combat(units, squares={"br_light-1": "rally"}, dice="A")
    assert open_ground.shots("br_light-1") == {"fr_line-1"}
    open_ground.fire("br_light-1", "fr_line-1")
    assert not combat(units, squares={"br_light-1": "rally"}, terrain={"D6": "forest"}).shots("br_light-1")


def test_ex_162_a_leader_in_a_square() -> None:
    """R-68."""
    table = ordered_square("br_line F6, br_line I7, fr_line A1", leaders="wellesley F6")
    assert OrderLeader("wellesley") not in table.menu()
    table.give(LeaveSquare("br_line-1"))
    assert OrderLeader("wellesley") in table.menu() and EndOrders() in table.menu()


# Combined arms ------------------------------------------------------------------------------------


def parts(state: State, unit: str, battery: str, target: str) -> tuple[int, int]:
    return attack_dice(state, unit, target).total, battery_dice(state, battery, target).total


def test_ex_163_reductions_are_separate() -> None:
    """R-71."""
    state = position("br_line F6, br_foot_artillery G5, fr_line E6", terrain={"E6": "town"})
    assert parts(state, "br_line-1", "br_foot_artillery-1", "fr_line-1") == (2, 2)


def test_ex_164_a_leading_unit_without_dice() -> None:
    """R-36, R-71."""
    table = combat(
        "br_light_cavalry F6, br_foot_artillery F5, fr_line E6", terrain={"E6": "town"}, dice="AAA"
    )
    table.give(Attack("br_light_cavalry-1", "fr_line-1"))
    assert EndBatteries() not in table.menu(), "it has no dice of its own"
    table.give(AddBattery("br_foot_artillery-1")).stand()
    assert not table.game.dice


def test_ex_165_rifles_lead() -> None:
    """R-72, R-134."""
    table = combat("br_rifle_light F6, br_foot_artillery G5, fr_line E6, fr_line A1", dice="SSICAF")
    table.give(Attack("br_rifle_light-1", "fr_line-1"), AddBattery("br_foot_artillery-1")).stand()
    assert table.last(AttackRolled).hits == 1


def test_ex_166_the_battle_back_goes_against_the_line() -> None:
    """R-73."""
    table = combat("br_line F6, br_foot_artillery F5, fr_line E6", dice="AAAACCCC,IAAAA")
    table.give(Attack("br_line-1", "fr_line-1"), AddBattery("br_foot_artillery-1")).stand()
    table.give(BattleBack("fr_line-1"))
    assert table.blocks("br_line-1") == 3 and table.blocks("br_foot_artillery-1") == 3


def test_ex_167_a_gun_battles_once() -> None:
    """R-70."""
    table = combat("br_line F6, br_foot_artillery G5, fr_line E6, fr_line A1", dice="AAC")
    table.fire("br_foot_artillery-1", "fr_line-1").give(Attack("br_line-1", "fr_line-1"))
    assert table.prompt == "answer"


def test_ex_168_a_battery_with_an_enemy_of_its_own() -> None:
    """R-70."""
    table = combat("br_line F6, br_foot_artillery G5, fr_line E6, fr_line G4")
    table.give(Attack("br_line-1", "fr_line-1"))
    assert table.prompt == "answer"


def test_ex_169_a_second_battery_in_a_bonus_melee() -> None:
    """R-75."""
    table = combat(
        "br_light_cavalry E6, br_foot_artillery E5, br_foot_artillery D4, fr_line D6 1, fr_line C6",
        dice="IAAAAC",
    )  # fmt: skip
    table.give(Attack("br_light_cavalry-1", "fr_line-1"), AddBattery("br_foot_artillery-1"))
    table.give(EndBatteries()).stand()
    table.give(Advance("br_light_cavalry-1", "D6"), Attack("br_light_cavalry-1", "fr_line-2"))
    assert table.offers(AddBattery) == [AddBattery("br_foot_artillery-2")]


def test_a_combat_that_is_over_leaves_nothing_open() -> None:
    table = combat("br_line E7, fr_line C7, fr_line D6, br_line I1", dice="AAAA,AAAAA")
    assert Fire("br_line-1", "fr_line-1") not in table.menu()
    table.attack("br_line-1", "fr_line-2").give(BattleBack("fr_line-2"))
    assert table.state.fight is None and HoldGround().closes and EndCombat().closes
