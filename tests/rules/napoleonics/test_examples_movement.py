"""Movement and lines of sight: EX-050 to EX-077."""

import pytest

from domain.napoleonics.combat.sight import sees
from domain.napoleonics.events.movement import UnitMoved
from domain.napoleonics.facts.board import ADJACENT
from domain.napoleonics.orders.combat import Attack
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.seen.sightlines import sight
from tests.rules.napoleonics.position import command, melee_count, movement, position, ranged_count

FAR = "fr_line A13"


def test_ex_050_line_moves_one_hex() -> None:
    table = movement("fr_line E7, br_line I1", active="french")
    assert table.moves("fr_line-1") == set(ADJACENT["E7"])


def test_ex_051_light_infantry_moves_two_and_does_not_battle() -> None:
    """R-46."""
    table = movement("br_light G7, fr_line D7, br_line D6")
    table.move("br_light-1", "E7").done()
    assert table.melees("br_light-1") == set() == table.shots("br_light-1")
    assert table.melees("br_line-1"), "others may battle"


def test_ex_052_a_forest_stops_and_bars_battle() -> None:
    """R-48."""
    terrain = {"D7": "forest"}
    table = movement(
        "fr_light_cavalry C7, br_line E7, fr_line I1, br_line H1", active="french", terrain=terrain
    )
    assert "F7" not in table.moves("fr_light_cavalry-1"), "only through the forest"
    table.move("fr_light_cavalry-1", "D7").to_combat()
    assert table.melees("fr_light_cavalry-1") == set()


def test_ex_053_light_infantry_battles_from_a_forest_that_it_entered() -> None:
    """R-47."""
    table = movement("br_light F7, fr_line D6", terrain={"E7": "forest"}).move("br_light-1", "E7")
    assert table.melees("br_light-1") == {"fr_line-1"}
    assert melee_count(table.state, "br_light-1", "fr_line-1") == 5


def test_ex_054_a_town_bars_battle_to_all() -> None:
    """R-47."""
    table = movement("br_rifle_light F7, fr_line C7, br_line C6", terrain={"E7": "town"})
    table.move("br_rifle_light-1", "E7").to_combat()
    assert table.shots("br_rifle_light-1") == set()


def test_ex_055_a_ford_stops_but_allows_battle() -> None:
    """R-48."""
    table = movement("fr_line D7, br_line F7", active="french", terrain={"E7": "ford"}).move(
        "fr_line-1", "E7"
    )
    assert table.melees("fr_line-1") == {"br_line-1"}
    assert melee_count(table.state, "fr_line-1", "br_line-1") == 4


@pytest.mark.parametrize("unit", ["br_line", "br_light_cavalry", "br_horse_artillery"])
def test_ex_056_nobody_enters_a_river(unit: str) -> None:
    table = movement(f"{unit} F7, {FAR}", terrain={"E7": "river"})
    assert table.moves(f"{unit}-1") and "E7" not in table.moves(f"{unit}-1")


def test_ex_057_artillery_enters_no_sand() -> None:
    """R-137."""
    table = movement(
        f"br_horse_artillery F7, br_line F9, {FAR}", terrain={"E7": "sand_quarry", "E9": "sand_quarry"}
    )
    assert "E7" not in table.moves("br_horse_artillery-1") and "E9" in table.moves("br_line-1")


def test_artillery_meets_no_leader_in_the_sand() -> None:
    """R-42, R-137: a lone leader opens no ground to a unit that may not enter it."""
    table = movement(f"br_horse_artillery F7, {FAR}", "wellesley E7", terrain={"E7": "sand_quarry"})
    assert table.moves("br_horse_artillery-1") and "E7" not in table.moves("br_horse_artillery-1")


def test_ex_058_friends_block() -> None:
    """R-45."""
    friends = ", ".join(f"br_line {at}" for at in ("E7", "E8", "F6", "F8", "G7", "G8"))
    table = movement(f"br_grenadier F7, {friends}, {FAR}")
    assert table.moves("br_grenadier-1") == set()


def test_ex_059_a_lone_leader_is_met_and_taken_up() -> None:
    """R-42."""
    table = movement(f"br_light G7, {FAR}", "wellesley F7")
    assert "E7" in table.moves("br_light-1"), "by another way"
    table.move("br_light-1", "F7")
    assert leader_of(table.state, "br_light-1") == "wellesley"
    assert table.last(UnitMoved).path == ("G7", "F7"), "one hex: it may battle"


def test_ex_060_a_leader_rides_through_friends() -> None:
    """R-43."""
    facts = {"ordered": {"wellesley": "apart"}}
    table = movement("br_line F7, br_line E7, fr_line A13", "wellesley G7, hill F7, picton E7", **facts)
    assert "D7" in table.moves("wellesley") and not {"F7", "E7"} & table.moves("wellesley")


def test_ex_061_a_leader_stays_with_his_unit_without_a_bicorne() -> None:
    """R-138."""
    table = command(f"br_line F7, {FAR}", "wellesley F7", cards=("bayonet_charge",)).play("bayonet_charge")
    assert table.orderable() == {"br_line-1"}
    table.order("br_line-1")
    assert table.moves("wellesley") == set() and table.moves("br_line-1")


def test_ex_062_foot_artillery_that_moved_does_not_battle() -> None:
    """R-46."""
    table = movement("br_foot_artillery H6, br_line F6, fr_line E6, fr_line C6")
    table.move("br_foot_artillery-1", "G6").done()
    assert table.shots("br_foot_artillery-1") == set()
    table.give(Attack("br_line-1", "fr_line-1"))
    assert table.prompt == "answer", "it cannot join"


def test_ex_063_horse_artillery_moves_one_and_fires() -> None:
    """R-34."""
    table = movement("br_horse_artillery H6, fr_line D6").move("br_horse_artillery-1", "G6")
    assert table.shots("br_horse_artillery-1") == {"fr_line-1"}
    assert ranged_count(table.state, "br_horse_artillery-1", "fr_line-1") == 2


def test_ex_064_horse_artillery_of_one_block_moves_or_fires() -> None:
    """R-34, R-133."""
    table = movement("br_horse_artillery G6 1, fr_line D6")
    assert ranged_count(table.state, "br_horse_artillery-1", "fr_line-1") == 1
    stays = movement("br_horse_artillery G6 1, fr_line D6").done()
    assert stays.shots("br_horse_artillery-1") == {"fr_line-1"}
    table.move("br_horse_artillery-1", "G5")
    assert table.state.active == "french", "nothing was left to do"


def can_see(units: str, leaders: str = "", terrain: dict[str, str] | None = None) -> bool:
    """Does the first unit see the hex of the second?"""
    state = position(units, leaders, terrain=terrain)
    shooter, target = list(state.blocks)[:2]
    found = sees(state, shooter, state.at[target])
    asked = sight(state, state.at[shooter], state.at[target])
    assert asked.is_open == found == (not asked.hides), "the board says the same to whoever asks"
    return found


def test_ex_065_a_line_between_two_hexes_is_clear_if_one_is_empty() -> None:
    """R-21."""
    assert can_see("br_line E7, fr_line G7, br_line F6")


def test_ex_066_a_line_between_two_hexes_is_blocked_by_both() -> None:
    """R-21."""
    assert not can_see("br_line E7, fr_line G7, br_line F6, br_line F7")


def test_ex_067_a_lone_leader_blocks() -> None:
    """R-24."""
    assert not can_see("br_line E7, fr_line G8", "wellesley F7") and can_see("br_line E7, fr_line G8")


def test_ex_068_a_line_along_the_border() -> None:
    """R-22."""
    assert not can_see("br_line A1, fr_line C1", terrain={"B1": "forest"})
    assert can_see("br_line A1, fr_line C1")


def test_ex_069_the_hex_of_the_target_never_blocks() -> None:
    """R-24, R-29."""
    assert can_see("br_line G7, fr_line E7", terrain={"E7": "forest"})


def test_ex_070_the_first_hill_hex_is_seen() -> None:
    """R-20, R-25."""
    assert can_see("br_foot_artillery I5, fr_line F5", terrain={"F5": "hill", "E5": "hill"})


def test_ex_071_the_second_hill_hex_is_not() -> None:
    """R-21, R-25."""
    hills = {"F5": "hill", "E5": "hill", "F4": "hill"}
    assert not can_see("br_foot_artillery I5, fr_line E5", terrain=hills)


def test_ex_072_one_does_not_look_down_over_the_hill_itself() -> None:
    """R-25."""
    assert not can_see("br_line E5, fr_line E8", terrain={"E5": "hill", "E6": "hill"})


def test_ex_073_a_plateau() -> None:
    """R-26."""
    assert can_see("br_line E5, fr_line E7", terrain={"E5": "hill", "E6": "hill", "E7": "hill"})


def test_ex_074_a_valley_between_hills() -> None:
    """R-27."""
    hills = {"C3": "hill", "F5": "hill"}
    assert can_see("br_foot_artillery C3, fr_line F5", terrain=hills)
    for first, second in (("D3", "D4"), ("E4", "E5")):
        both = {**hills, first: "forest", second: "forest"}
        assert not can_see("br_foot_artillery C3, fr_line F5", terrain=both)
    apart = {**hills, "D3": "hill", "D4": "hill", "E4": "hill", "E5": "hill", "C4": "hill"}
    assert can_see("br_foot_artillery C3, fr_line F5", terrain=apart), "all of them one plateau"


def test_ex_075_artillery_fires_over_friends() -> None:
    """R-28."""
    state = position("br_foot_artillery H6, fr_line E7, br_line G7", terrain={"H6": "hill"})
    assert sees(state, "br_foot_artillery-1", "E7")
    assert ranged_count(state, "br_foot_artillery-1", "fr_line-1") == 2


def test_ex_076_a_shot_overhead_joins_no_melee() -> None:
    """R-28, R-70, R-135."""
    table = movement(
        "br_foot_artillery H6, br_line G7, br_line F7, fr_line E7", terrain={"H6": "hill"}
    ).done()
    table.give(Attack("br_line-2", "fr_line-1"))
    assert table.prompt == "answer"


def test_ex_077_overhead_is_only_next_to_the_battery() -> None:
    """R-28."""
    assert not can_see("br_foot_artillery H6, fr_line E7, br_line F6", terrain={"H6": "hill"})
