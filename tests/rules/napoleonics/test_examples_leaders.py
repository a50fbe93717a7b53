"""Leaders, flags and retreats, after the melee, turn's end and victory: EX-170 to EX-204."""

import pytest

from domain.napoleonics.combat.retreats import ignorable
from domain.napoleonics.events.cards import DeckShuffled
from domain.napoleonics.events.combat import (
    AttackRolled,
    LeaderChecked,
    LeaderEliminated,
    LeaderEscaped,
    LeaderRetreated,
)
from domain.napoleonics.events.turns import BannerGained, BannerLost
from domain.napoleonics.facts import FACTS
from domain.napoleonics.facts.scenarios import ExitFact, ObjectiveFact
from domain.napoleonics.orders.combat import (
    Advance,
    Attack,
    BattleBack,
    EndBonus,
    FormSquare,
    HoldGround,
    IgnoreFlags,
    Retreat,
    RetreatLeader,
)
from domain.napoleonics.orders.movement import ExitMap
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import draw_pile
from tests.rules.napoleonics.position import combat, command, hand, melee_count, movement, position

SPARE_UNITS = "fr_line A1, br_line I1"


@pytest.mark.parametrize(("check", "falls"), [("SS", True), ("SI", False), ("IS", False)])
def test_ex_170_the_check_of_a_unit_that_lives(check: str, falls: bool) -> None:
    """R-83, R-84."""
    table = combat(f"br_line F7, fr_line D7, {SPARE_UNITS}", "ney D7", dice=f"IAACC,{check}")
    table.fire("br_line-1", "fr_line-1")
    assert table.last(LeaderChecked).falls == falls and table.banners("british") == falls


def test_ex_171_the_check_of_a_unit_that_is_eliminated() -> None:
    """R-83, R-86."""
    table = combat(f"br_line F7, fr_line D7 1, {SPARE_UNITS}", "ney D7", dice="IFFFC,I")
    table.fire("br_line-1", "fr_line-1")
    assert table.prompt == "leader_retreat" and table.seat == "french"
    table.give(RetreatLeader("ney", ("C7", "B6")))
    assert table.at("ney") == "B6" and table.banners("british") == 1


def test_ex_172_from_the_base_row_a_leader_leaves_the_map() -> None:
    """R-86, R-115, R-136."""
    table = combat(f"br_line C7, fr_line A7 1, {SPARE_UNITS}", "ney A7", dice="IAAAC,I")
    table.fire("br_line-1", "fr_line-1")
    assert table.last(LeaderRetreated).off and table.at("ney") is None and table.banners("british") == 1


def test_ex_173_a_lone_leader_is_attacked() -> None:
    """R-59, R-89."""
    table = combat(f"fr_line E7, {SPARE_UNITS}", "wellesley F7", active="french", dice="IICF")
    table.attack("fr_line-1", "wellesley").give(RetreatLeader("wellesley", ("G7",)))
    assert table.prompt == "advance"
    table.give(Advance("fr_line-1", "F7"))
    assert table.at("fr_line-1") == "F7" and table.at("wellesley") == "G7"


def test_ex_174_a_leader_escapes_through_cavalry() -> None:
    """R-87."""
    table = combat(
        f"fr_line E7, fr_light_cavalry G7, {SPARE_UNITS}", "wellesley F7", active="french",
        terrain={"G8": "river"}, dice="IICF,ICAF",
    )  # fmt: skip
    table.attack("fr_line-1", "wellesley").give(RetreatLeader("wellesley", ("G7", "H6")))
    assert not table.last(LeaderEscaped).falls and table.at("wellesley") == "H6"


def test_ex_175_three_enemies_in_a_row_are_the_end() -> None:
    """R-87, R-88."""
    units = "fr_line E7, fr_line G7, fr_line G8, fr_line H6, fr_line H7, fr_line H8, fr_line I6, fr_line I7"
    table = combat(
        f"{units}, fr_line I8, fr_line I9, br_line A1", "wellesley F7", active="french", dice="IICF"
    )
    table.attack("fr_line-1", "wellesley")
    assert table.last(LeaderEliminated).reason == "no_way" and not table.all(LeaderEscaped)


def test_ex_176_an_impassable_rear() -> None:
    """R-88."""
    table = combat(
        f"fr_line E7, {SPARE_UNITS}", "wellesley F7", active="french", dice="IICF",
        terrain={"G7": "river", "G8": "river"},
    )  # fmt: skip
    table.attack("fr_line-1", "wellesley")
    assert table.at("wellesley") is None and table.banners("french") == 1


def test_ex_177_a_unit_lost_to_impassable_terrain_takes_its_leader_along() -> None:
    """R-85."""
    table = combat(
        f"fr_line E7, br_line F7 1, {SPARE_UNITS}", "wellesley F7", active="french", dice="FFCAA",
        terrain={"G7": "river", "G8": "river"},
    )  # fmt: skip
    table.attack("fr_line-1", "br_line-1").give(IgnoreFlags(1))
    assert table.last(LeaderEliminated).reason == "terrain" and table.banners("french") == 2
    assert not table.all(LeaderChecked)


@pytest.mark.parametrize(("check", "most"), [("SI", 1), ("SS", 0)])
def test_ex_178_a_leader_who_lives_lets_his_unit_ignore_a_flag(check: str, most: int) -> None:
    """R-81, R-94."""
    table = combat(f"br_line F7, fr_line D7, {SPARE_UNITS}", "ney D7", dice=f"IFACC,{check}")
    table.fire("br_line-1", "fr_line-1")
    assert table.prompt == ("flags" if most else "retreat")


# Flags and retreats -------------------------------------------------------------------------------


def test_ex_179_what_lets_a_unit_ignore_flags_adds_up() -> None:
    """R-94."""
    state = position("fr_old_guard D6, fr_line D5, fr_line D7, br_line F6", "ney D6")
    assert ignorable(state, "fr_old_guard-1", "E6") == 4


def test_ex_180_ignoring_is_optional() -> None:
    """R-94."""
    table = combat(f"br_line F6, fr_grenadier D6, {SPARE_UNITS}", dice="FFCCA").fire(
        "br_line-1", "fr_grenadier-1"
    )
    table.give(IgnoreFlags(0)).give(Retreat("fr_grenadier-1", "B6"))
    assert table.at("fr_grenadier-1") == "B6"


def test_ex_181_one_supporter_is_not_enough() -> None:
    """R-95."""
    alone = position("fr_line D6, fr_line D5, br_line F6")
    assert ignorable(alone, "fr_line-1", "E6") == 0
    assert ignorable(position("fr_line D6, fr_line D5, br_line F6", "ney D7"), "fr_line-1", "E6") == 1


def test_ex_182_to_the_rear_only() -> None:
    """R-90, R-92, R-108."""
    table = combat(
        f"fr_line E7, br_line F7, br_line G7, br_line G8, {SPARE_UNITS}", active="french", dice="FCCAA"
    )
    table.attack("fr_line-1", "br_line-1").give(IgnoreFlags(0))
    assert table.blocks("br_line-1") == 3 and table.at("br_line-1") == "F7"
    assert table.prompt == "battle_back"


def test_ex_183_a_retreat_that_is_partly_blocked() -> None:
    """R-91, R-108."""
    table = combat(
        f"fr_line F7, br_line G7, br_line H7, br_line I6, br_line I7, {SPARE_UNITS}", active="french",
        dice="FFCAA",
    )  # fmt: skip
    table.attack("fr_line-1", "br_line-1")
    assert table.at("br_line-1") == "H6" and table.blocks("br_line-1") == 3
    assert table.prompt == "advance", "no battle back"


def test_ex_184_a_lone_leader_stops_the_flight() -> None:
    """R-93."""
    table = combat(f"fr_line C7, br_line E7, {SPARE_UNITS}", "wellesley F7", active="french", dice="FFFC")
    table.fire("fr_line-1", "br_line-1").give(Retreat("br_line-1", "F7"))
    assert leader_of(table.state, "br_line-1") == "wellesley" and table.blocks("br_line-1") == 4


def test_ex_185_passable_terrain_does_not_slow_a_retreat() -> None:
    terrain = {"F6": "forest", "F7": "forest", "G6": "ford", "G7": "ford", "G8": "ford"}
    table = combat(f"fr_line C7, br_line E7, {SPARE_UNITS}", active="french", dice="FFCC", terrain=terrain)
    table.fire("fr_line-1", "br_line-1").give(Retreat("br_line-1", "G7"))
    assert table.at("br_line-1") == "G7" and table.blocks("br_line-1") == 4


def test_ex_186_field_works_and_flags() -> None:
    """R-97."""
    units = "fr_line E6, fr_light_cavalry E8, br_line G6, br_line G8"
    state = position(units, works={"E6": ("SE", "SW"), "E8": ("SE", "SW")})
    assert ignorable(state, "fr_line-1", "F6") == 1 and ignorable(state, "fr_light_cavalry-1", "F8") == 0


def test_ex_187_field_works_from_behind() -> None:
    """R-38, R-97."""
    state = position("fr_line E6, br_line D6", works={"E6": ("SE", "SW")})
    assert ignorable(state, "fr_line-1", "D6") == 0 and melee_count(state, "br_line-1", "fr_line-1") == 4


def test_ex_188_cuirassiers_ignore_a_flag_of_fire_and_none_of_a_square() -> None:
    """R-94, R-96."""
    assert ignorable(position("fr_cuirassier E6, br_line G6"), "fr_cuirassier-1", "G6") == 1
    hands = {"british": hand("rally", "elan", "forward")}
    table = combat(f"fr_cuirassier E6, br_line F6, {SPARE_UNITS}", active="french", hands=hands, dice="F")
    table.give(Attack("fr_cuirassier-1", "br_line-1"), FormSquare("br_line-1"))
    assert table.prompt == "retreat"


# After the melee ----------------------------------------------------------------------------------


def test_ex_189_taking_ground() -> None:
    """R-100."""
    for order, at in ((Advance("br_line-1", "D6"), "D6"), (HoldGround(), "E6")):
        table = combat(f"br_line E6, fr_line D6, {SPARE_UNITS}", dice="FAAC").attack("br_line-1", "fr_line-1")
        table.give(Retreat("fr_line-1", "C6"), order)
        assert table.at("br_line-1") == at


def test_ex_190_no_ground_after_a_stop() -> None:
    """R-48, R-100."""
    table = movement(f"br_line F6, fr_line D6 1, {SPARE_UNITS}", terrain={"E6": "ford"}, dice="IAA")
    table.move("br_line-1", "E6").done().attack("br_line-1", "fr_line-1")
    assert table.blocks("fr_line-1") == 0 and table.prompt != "advance"


def test_ex_191_artillery_stays() -> None:
    """R-100."""
    table = combat(f"br_foot_artillery E6, fr_line D6 1, {SPARE_UNITS}", dice="IAAC")
    assert table.attack("br_foot_artillery-1", "fr_line-1").prompt != "advance"


def test_ex_192_breakthrough() -> None:
    """R-101, R-102."""
    for to in ("E6", "D6", "F6"):
        table = combat(
            f"fr_light_cavalry D6, br_line E6 1, br_line E5, br_line E7, {SPARE_UNITS}", active="french",
            dice="IAAA",
        )  # fmt: skip
        table.attack("fr_light_cavalry-1", "br_line-1").give(Advance("fr_light_cavalry-1", to))
        assert table.at("fr_light_cavalry-1") == to and table.prompt == "bonus", "either way"


def test_ex_193_breakthrough_into_a_forest() -> None:
    """R-101, R-102."""
    table = combat(
        f"fr_light_cavalry D6, br_line E6 1, br_line F6, {SPARE_UNITS}", active="french", dice="II",
        terrain={"E6": "forest"},
    )  # fmt: skip
    table.attack("fr_light_cavalry-1", "br_line-1")
    assert table.offers(Advance) == [Advance("fr_light_cavalry-1", "E6")]
    table.give(Advance("fr_light_cavalry-1", "E6"))
    assert table.prompt != "bonus"


def test_ex_194_no_bonus_melee_without_the_hex() -> None:
    """R-103."""
    table = combat(
        f"fr_light_cavalry D6, br_line E6 1, br_line D7, {SPARE_UNITS}", active="french", dice="IAAA"
    )
    table.attack("fr_light_cavalry-1", "br_line-1").give(HoldGround())
    assert table.prompt != "bonus" and not table.melees("fr_light_cavalry-1")


def test_ex_195_after_the_bonus_melee_one_hex() -> None:
    """R-102."""
    table = combat(
        f"fr_light_cavalry D6, br_line E6 1, br_line F6 1, br_line G6, {SPARE_UNITS}", active="french",
        dice="IAAA,IAAA",
    )  # fmt: skip
    table.attack("fr_light_cavalry-1", "br_line-1").give(Advance("fr_light_cavalry-1", "E6"))
    table.attack("fr_light_cavalry-1", "br_line-2")
    assert table.offers(Advance) == [Advance("fr_light_cavalry-1", "F6")]
    table.give(Advance("fr_light_cavalry-1", "F6"))
    assert table.prompt not in ("bonus", "advance")


def test_ex_196_battle_back() -> None:
    """R-106."""
    table = combat(f"br_line E6, fr_line D6, {SPARE_UNITS}", dice="IAAC,FCAA").attack(
        "br_line-1", "fr_line-1"
    )
    table.give(BattleBack("fr_line-1"))
    assert table.prompt == "retreat" and table.seat == "british"
    table.give(Retreat("br_line-1", "F6"))
    assert table.prompt not in ("advance", "battle_back")


def test_ex_197_battle_back_uphill() -> None:
    """R-106."""
    state = position("br_line E6, fr_line D6", terrain={"E6": "hill"})
    assert melee_count(state, "fr_line-1", "br_line-1", with_card=False) == 4 + 1 - 1


def test_ex_198_no_chain() -> None:
    """R-106."""
    table = combat(f"br_line E6, fr_line D6, {SPARE_UNITS}", dice="AAAC,AAAAA")
    table.attack("br_line-1", "fr_line-1").give(BattleBack("fr_line-1"))
    assert len(table.all(AttackRolled)) == 2 and table.melees("br_line-1") == set()


# Turn's end, deck, victory ------------------------------------------------------------------------


def test_ex_199_hand_and_track_make_up_the_hand_size() -> None:
    """R-110."""
    cards = ("probe_left", "rally", "elan", "forward", "short_supply")
    table = command(f"br_line F6, {SPARE_UNITS}", cards=cards, squares={"br_line-1": "bombard"})
    table.play("probe_left").until("command")
    assert table.in_hand("british") == 5 and len(table.state.track["british"]) == 1


def test_ex_200_an_empty_draw_pile() -> None:
    """R-111."""
    deck = list(FACTS.deck)
    hands = {"british": tuple(deck[:5]), "french": tuple(deck[5:11])}
    state = position(f"br_line I7, {SPARE_UNITS}", hands=hands, played=deck[11], discards=tuple(deck[12:]))
    assert draw_pile(state) == ()
    table = combat(
        f"br_line I7, {SPARE_UNITS}", hands=hands, played=deck[11], discards=tuple(deck[12:]), ordered={}
    )
    assert table.last(DeckShuffled).size == 59 and len(draw_pile(table.state)) == 58


HILL_A11 = (ObjectiveFact(hex="A11", side="british", kind="temporary", banners=1),)


def test_ex_201_a_temporary_objective() -> None:
    """R-113."""
    table = combat("pt_line A11, fr_line A1, br_line I1", objectives=HILL_A11, active="french", ordered={})
    assert table.last(BannerGained).reason == "objective" and table.banners("british") == 1
    leaving = movement("pt_line A11, fr_line A1, br_line I1", objectives=HILL_A11, held={"A11": "british"})
    leaving.move("pt_line-1", "B10")
    assert leaving.last(BannerLost).total == 0 and leaving.banners("british") == 0


def test_ex_202_a_leader_does_not_hold() -> None:
    """R-113."""
    table = combat(
        "fr_line A1, br_line I1", "wellesley A11", objectives=HILL_A11, active="french", ordered={}
    )
    assert not table.all(BannerGained) and table.state.active == "british"


BRIDGE = (ExitFact(hex="I5", side="british", banners=1),)


def test_ex_203_over_the_exit() -> None:
    """R-114, R-115."""
    table = movement("br_light I5, fr_line A1, br_line H1", "wellesley I5", exits=BRIDGE)
    table.give(ExitMap("br_light-1", "I5"))
    assert table.banners("british") == 1 and table.at("br_light-1") is None is table.at("wellesley")


def test_ex_204_an_exit_needs_an_order() -> None:
    """R-114."""
    table = movement("pt_line I5, br_line H1, fr_line A1", exits=BRIDGE, ordered={"br_line-1": "own"})
    assert ExitMap("pt_line-1", "I5") not in table.menu()


def test_no_bonus_melee_is_asked_of_cavalry_that_stays() -> None:
    assert EndBonus().closes
