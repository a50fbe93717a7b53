"""What the panel says of combats with blocks: why so many dice, what ignores flags, and exact chances."""

from random import Random

import pytest

from domain.kernel import Recorded, Seat
from domain.kernel.battles import Battle, Course
from domain.kernel.fought import spans
from domain.napoleonics.events.combat import AttackRolled, FireDeclared, MeleeDeclared
from domain.napoleonics.orders.cards import PlayCard
from domain.napoleonics.orders.combat import (
    AddBattery,
    Attack,
    BattleBack,
    EndBatteries,
    Fire,
    FormSquare,
    RetireAndReform,
    StrikeFirst,
)
from domain.napoleonics.position.state import changed, fight_of
from domain.napoleonics.seen.battles import BATTLES
from tests.rules.napoleonics.position import Table, combat, command, hand, movement

MANY = 100_000
A_POINT = 0.01
FACES = ("infantry", "infantry", "cavalry", "artillery", "flag", "sabers")
VIEWER = Seat("british")


def panel(table: Table) -> Battle:
    """The last combat of the table as it stands."""
    events = table.game.events
    span = spans(BATTLES, [Recorded("", number, 0, event) for number, event in enumerate(events)])[-1]
    return BATTLES.tell(Course([events[version] for version in span.versions], table.state, VIEWER))


def lines(battle: Battle, role: int) -> dict[str, int | None]:
    """The lines of the attacker's (0) or the defender's (1) sum that count."""
    return {each.said.key: each.adds for each in battle.camps[role].factors if each and each.counts}


def said(battle: Battle) -> list[str]:
    return [each.said.key for camp in battle.camps for each in camp.throws]


# Why so many dice -----------------------------------------------------------------------------------


def test_blocks_kind_and_terrain_of_a_melee_and_of_the_battle_back() -> None:
    """R-144: blocks, the unit's own dice, the card's, then terrain of target and own hex."""
    table = combat("br_line E6, fr_line D6", terrain={"D6": "town"})
    table.give(Attack("br_line-1", "fr_line-1"))
    before = panel(table)
    assert lines(before, 0) == {"blocks": 4, "into": -2} and before.camps[0].total == 2
    assert lines(before, 1)["blocks"] == 4 and lines(before, 1)["kind"] == 1
    assert before.stage == "declared" and before.spaces == ("E6", "D6")


def test_an_attack_after_a_move_halves_the_blocks() -> None:
    """R-33: blocks are halved, the British light infantry's up, then the moving bonus is added."""
    table = movement("br_light F7, fr_line C7").move("br_light-1", "E7").to_combat()
    table.fire("br_light-1", "fr_line-1")
    battle = panel(table)
    assert battle.camps[0].total == len(table.last(AttackRolled).faces)
    assert lines(battle, 0)["blocks"] == 5 and lines(battle, 0)["halved"] == -2
    assert [each.said.key for each in battle.camps[1].factors if each] == ["silent"]


def test_the_card_of_the_turn_has_its_line() -> None:
    table = command("br_line E6, fr_line D6", cards=("give_them_the_cold_steel",))
    table.give(PlayCard("give_them_the_cold_steel_1")).until("combat")
    table.give(Attack("br_line-1", "fr_line-1"))
    assert lines(panel(table), 0) == {"blocks": 4, "card": 1}


def test_each_battery_of_a_combined_attack_has_its_line() -> None:
    """R-71: each part is worked out on its own, then all are rolled together."""
    table = combat("br_line F6, br_foot_artillery G5, fr_line E6, br_light G7, fr_line A1")
    table.give(Attack("br_line-1", "fr_line-1"), AddBattery("br_foot_artillery-1"))
    table.give(*(each for each in table.menu() if each == EndBatteries()))
    battle = panel(table)
    assert lines(battle, 0) == {"blocks": 4, "battery_of": 3} and battle.camps[0].total == 7
    assert battle.camps[0].pieces == ("br_line-1", "br_foot_artillery-1")
    table.stand()
    assert lines(panel(table), 0) == {"blocks": 4, "battery_of": 3}
    assert table.last(AttackRolled).batteries == {"br_foot_artillery-1": 3}


def test_a_square_and_the_cavalry_at_it_have_one_die_each() -> None:
    """R-62, R-64: the square fights first with one die, then the cavalry with one."""
    cards = {"british": hand("rally", "bombard", "flank_attack")}
    table = combat(
        "fr_light_cavalry E6, br_line F6, fr_line A1", active="french", hands=cards, dice="A,A",
    )  # fmt: skip
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), FormSquare("br_line-1"))
    battle = panel(table)
    assert lines(battle, 0) == {"one": 1} and lines(battle, 1) == {"one": 1}
    assert said(battle) == ["rolled", "square"] and battle.result is not None
    assert [each.hits for camp in battle.camps for each in camp.throws] == [(False,), (False,)]


def test_a_first_strike_shows_its_card_and_its_dice() -> None:
    """R-53: the target makes a melee attack before any die of the attacker."""
    cards = {"french": hand("first_strike", "bombard")}
    table = combat("br_line E6, fr_line D6, fr_line A1", hands=cards, dice="IAAAA,AAA")
    table.give(Attack("br_line-1", "fr_line-1"), StrikeFirst("first_strike_1"))
    battle = panel(table)
    assert [each.card for each in battle.camps[1].cards] == ["first_strike_1"]
    assert said(battle) == ["rolled", "first_strike"] and lines(battle, 0) == {"blocks": 3}


def test_a_roll_of_an_older_game_that_says_less_is_told_as_well() -> None:
    """What was stored before the dice of each part were: blocks, and all batteries together."""
    table = combat("br_line F6, br_foot_artillery G5, fr_line E6, fr_line A1")
    rolled = AttackRolled(
        "melee", "br_line-1", "fr_line-1", 4, 0, 0, 1, 3, ("flag",) * 6, 0, 6, expected=3.0
    )
    told = BATTLES.tell(Course([MeleeDeclared("br_line-1", "fr_line-1"), rolled], table.state, VIEWER))
    assert lines(told, 0) == {"blocks": 4, "terrain": -1, "combined": 3} and told.camps[0].total == 6


# Flags ----------------------------------------------------------------------------------------------


def test_what_ignores_flags_is_named_before_the_dice() -> None:
    """R-94: attached leader, support, field works and own quality add up."""
    table = combat("br_line E6, fr_old_guard D6, fr_line C6, fr_line C7", "ney D6")
    table.give(Attack("br_line-1", "fr_old_guard-1"))
    about = panel(table).notes[0].about
    assert about["flags"] == 4 and about["by"] == ("flags_quality", "flags_leader", "flags_support")


@pytest.mark.parametrize(("dice", "result"), [
    ("AAAA", "holds"), ("FAAA", "is_driven_back"), ("IISS", "is_eliminated"),
])  # fmt: skip
def test_the_result_says_what_became_of_the_target(dice: str, result: str) -> None:
    table = combat("br_line E6, fr_line D6, fr_line A1", dice=dice).attack("br_line-1", "fr_line-1")
    if table.prompt == "retreat":
        table.give(table.menu()[0])
    told = panel(table).result
    assert told is not None and told.key == result and told.about["unit"] == "fr_line-1"


# Chances against as many rolls (T14) ----------------------------------------------------------------


def before_fire(table: Table, unit: str, target: str) -> Battle:
    """The panel between the declaration of fire and its dice."""
    start, hex = table.state.at[unit], table.state.at[target]
    declared = FireDeclared(unit, target, 2, start, hex)
    return BATTLES.tell(Course([declared], declared.apply(table.state), VIEWER))


def roll(random: Random, dice: int) -> list[str]:
    return [random.choice(FACES) for _ in range(dice)]


def struck(
    random: Random, dice: int, hitting: set[str], blocks: int, room: int, ignores: int = 0, led: bool = False
) -> tuple[int, bool, bool]:  # fmt: skip
    """The blocks that are left, whether the unit still stands in its hex, and whether anything hit it
    (R-81 to R-83, R-91, R-92, R-94); `room`: so many hexes it can go back."""
    faces = roll(random, dice)
    hits = sum(face in hitting for face in faces)
    left = max(0, blocks - hits)
    if left and hits and led and roll(random, 2) == ["sabers", "sabers"]:
        ignores -= 1
    due = max(0, faces.count("flag") - ignores) if left else 0
    made = min(due, room)
    left = max(0, left - (due - made))
    return left, bool(left) and not made, hits > 0


def shares_of(battle: Battle) -> dict[str, float]:
    return {each.said.key: each.share for each in battle.chances}


def compare(battle: Battle, found: list[tuple[int, bool, bool]], blocks: int) -> None:
    shares, about = shares_of(battle), battle.head.about if battle.head else {}
    rolled = {
        "no_hit": sum(not hit for _left, _stays, hit in found),
        "eliminated": sum(not left for left, _stays, _hit in found),
        "gone": sum(not stays for _left, stays, _hit in found),
    }
    for key, count in rolled.items():
        assert abs(shares[key] - count / MANY) < A_POINT, key
    taken = sum(blocks - left for left, _stays, _hit in found) / MANY
    assert abs(float(about["taken"]) - taken) < 0.05 + A_POINT, "told with one decimal"


def test_t14_fire_against_as_many_rolls() -> None:
    battle = before_fire(combat("br_line E7, fr_line C7"), "br_line-1", "fr_line-1")
    random = Random("fire")
    found = [struck(random, 5, {"infantry"}, 4, 2) for _ in range(MANY)]
    assert battle.camps[0].total == 5
    compare(battle, found, 4)


def test_t14_a_melee_with_its_battle_back_against_as_many_rolls() -> None:
    table = combat("br_line E6 3, fr_line D6 3", "ney D6")
    table.give(Attack("br_line-1", "fr_line-1"))
    battle, random, found, lost = panel(table), Random("melee"), [], 0
    for _ in range(MANY):
        left, stays, hit = struck(random, 3, {"infantry", "sabers"}, 3, 3, ignores=1, led=True)
        found.append((left, stays, hit))
        if stays:  # it battles back with its blocks and a die against infantry
            lost += 3 - struck(random, left + 1, {"infantry", "sabers"}, 3, 4)[0]
    compare(battle, found, 3)
    assert battle.head is not None
    assert abs(float(battle.head.about["lost"]) - lost / MANY) < 0.05 + A_POINT


def test_t14_a_battle_back_against_as_many_rolls() -> None:
    table = combat("br_line E6, fr_line D6 2, fr_line A1", dice="AAAA").attack("br_line-1", "fr_line-1")
    assert BattleBack("fr_line-1") in table.menu()
    battle, random = panel(table), Random("battle back")
    found = [struck(random, 3, {"infantry", "sabers"}, 4, 4) for _ in range(MANY)]
    assert battle.camps[1].total == 3 and shares_of(battle)
    compare(battle, found, 4)


def test_t14_cavalry_that_retires_against_as_many_rolls() -> None:
    """R-77: the attack is rolled with its full dice, only cavalry symbols hit."""
    table = combat("br_line E6, fr_light_cavalry D6 2, fr_line A1")
    table.give(Attack("br_line-1", "fr_light_cavalry-1"))
    chosen = RetireAndReform("fr_light_cavalry-1")
    assert chosen in table.menu()
    declared = [event for event in table.game.events if isinstance(event, MeleeDeclared)]
    state = table.state.changed(fight=changed(fight_of(table.state), answer="retire"))
    shares = shares_of(BATTLES.tell(Course(declared, state, VIEWER)))
    random = Random("retires")
    hits = [roll(random, 4).count("cavalry") for _ in range(MANY)]
    assert abs(shares["no_hit"] - hits.count(0) / MANY) < A_POINT
    assert abs(shares["eliminated"] - sum(hit >= 2 for hit in hits) / MANY) < A_POINT
    assert "gone" not in shares


def test_t14_a_square_that_meets_cavalry_against_as_many_rolls() -> None:
    """R-62, R-63: one die; a hit may be the last block, a flag always drives the cavalry back."""
    table = combat(
        "fr_light_cavalry E6 1, br_line F6 2, br_line I1, fr_line A1", active="french",
        squares={"br_line-1": "rally"},
    )  # fmt: skip
    table.give(Attack("fr_light_cavalry-1", "br_line-1"))
    shares, random = shares_of(panel(table)), Random("square")
    met = [roll(random, 1)[0] for _ in range(MANY)]
    stopped = sum(face in ("cavalry", "sabers", "flag") for face in met) / MANY
    assert abs(shares["stopped"] - stopped) < A_POINT


def test_a_fire_that_is_rolled_tells_no_chance_any_more() -> None:
    table = combat("br_line E7, fr_line C7, fr_line A1", dice="AAAAA")
    table.give(Fire("br_line-1", "fr_line-1"))
    assert not panel(table).chances and panel(table).stage in ("dice", "losses")
