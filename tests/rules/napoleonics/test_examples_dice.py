"""Dice of ranged combat and melee, and what their faces do: EX-078 to EX-131."""

import pytest

from domain.napoleonics.combat.dice import melee_dice, ranged_dice
from domain.napoleonics.events.combat import AttackRolled, LeaderEliminated
from domain.napoleonics.facts import FACTS
from tests.rules.napoleonics.position import combat, melee_count, position, ranged_count

FIRE = [
    # case, unit, blocks, distance, hexes moved, dice
    ("EX-078", "br_line", 4, 2, 0, 5), ("EX-079", "br_line", 4, 2, 1, 2), ("EX-080", "fr_line", 3, 2, 1, 2),
    ("EX-081", "pt_line", 3, 2, 1, 1), ("EX-082", "pt_line", 1, 2, 1, 0), ("EX-083", "br_light", 5, 2, 0, 6),
    ("EX-084", "br_light", 5, 2, 1, 4), ("EX-085", "br_rifle_light", 3, 3, 0, 4),
    ("EX-086", "br_rifle_light", 3, 3, 1, 3), ("EX-087", "pt_light", 3, 2, 1, 2),
    ("EX-088", "fr_grenadier", 4, 2, 0, 5), ("EX-089", "fr_militia", 3, 2, 1, 2),
    ("EX-090", "pt_militia", 3, 2, 1, 1),
]  # fmt: skip
AWAY = {2: "C7", 3: "B7", 4: "A7"}
FOE = {"british": "fr_line", "french": "br_line"}


@pytest.mark.parametrize(
    ("case", "unit", "blocks", "distance", "moved", "dice"), FIRE, ids=[r[0] for r in FIRE]
)
def test_dice_of_fire(case: str, unit: str, blocks: int, distance: int, moved: int, dice: int) -> None:
    """R-05, R-33."""
    side = FACTS.units.units[unit].side
    state = position(
        f"{unit} E7 {blocks}, {FOE[side]} {AWAY[distance]}", active=side,
        moved={f"{unit}-1": moved} if moved else {},
    )  # fmt: skip
    assert ranged_count(state, f"{unit}-1", f"{FOE[side]}-1") == dice
    table = combat(
        f"{unit} E7 {blocks}, {FOE[side]} {AWAY[distance]}, br_line I1, fr_line H1", active=side,
        moved={f"{unit}-1": moved} if moved else {},
    )  # fmt: skip
    assert bool(table.shots(f"{unit}-1")) == bool(dice)


def test_ex_091_infantry_fires_two_hexes() -> None:
    table = combat("br_line E7, br_rifle_light E9, fr_line B7")
    assert table.shots("br_line-1") == set() and table.shots("br_rifle_light-1") == {"fr_line-1"}


def test_ex_092_an_adjacent_enemy_bars_fire() -> None:
    """R-30."""
    table = combat("br_line E7, fr_line D7, fr_line C6")
    assert table.shots("br_line-1") == set() and table.melees("br_line-1") == {"fr_line-1"}


def test_ex_093_so_does_a_lone_leader() -> None:
    """R-30."""
    assert combat("br_rifle_light E7, fr_line C7", "ney D6").shots("br_rifle_light-1") == set()


def test_ex_094_a_lone_leader_is_no_target_of_fire() -> None:
    table = combat("br_line E7, fr_line A1, br_line B1", "ney C7")
    assert table.shots("br_line-1") == set() and table.melees("br_line-2") == {"fr_line-1"}


def test_ex_095_sabers_do_not_hit_at_range() -> None:
    table = combat("br_line E7, fr_line C7", dice="ISSCA").fire("br_line-1", "fr_line-1")
    assert table.blocks("fr_line-1") == 3


def test_ex_096_each_arm_is_hit_by_its_symbol() -> None:
    table = combat("br_line E7, fr_light_cavalry C7", dice="IICFS").fire("br_line-1", "fr_light_cavalry-1")
    assert table.blocks("fr_light_cavalry-1") == 3 and table.prompt == "retreat"
    assert table.last(AttackRolled).flags == 1


GROUND = [
    # case, unit, blocks, own terrain, target's terrain, distance, dice
    ("EX-097", "br_line", 4, "clear", "forest", 2, 4),
    ("EX-098", "br_foot_artillery", 3, "clear", "town", 2, 2),
    ("EX-099", "br_line", 4, "hill", "hill", 2, 4), ("EX-100", "br_line", 4, "clear", "ford", 2, 5),
    ("EX-101", "br_line", 4, "ford", "clear", 2, 4),
    ("EX-102", "br_foot_artillery", 3, "clear", "hill", 2, 3),
    ("EX-102", "br_foot_artillery", 3, "hill", "clear", 2, 3),
    ("EX-103", "br_horse_artillery", 3, "forest", "clear", 2, 2),
    ("EX-249", "br_foot_artillery", 3, "town", "hill", 4, 1),
    ("EX-250", "br_line", 4, "ford", "sand_quarry", 2, 4),
    ("windmill", "br_line", 4, "clear", "windmill", 2, 3), ("bridge", "br_line", 4, "bridge", "bridge", 2, 5),
    ("sand", "br_line", 4, "sand_quarry", "clear", 2, 4),
    ("sand", "br_foot_artillery", 3, "clear", "sand_quarry", 2, 2),
]  # fmt: skip


@pytest.mark.parametrize(("case", "unit", "blocks", "own", "other", "distance", "dice"), GROUND)
def test_dice_of_fire_over_terrain(
    case: str, unit: str, blocks: int, own: str, other: str, distance: int, dice: int
) -> None:
    """R-35, R-144."""
    to = AWAY[distance]
    state = position(f"{unit} E7 {blocks}, fr_line {to}", terrain={"E7": own, to: other})
    assert ranged_count(state, f"{unit}-1", "fr_line-1") == dice


MELEES = [
    # case, unit, blocks, own terrain, the target's, kind of target, dice
    ("EX-104", "fr_line", 4, "clear", "clear", "line", 5),
    ("EX-105", "fr_line", 4, "clear", "clear", "light_cavalry", 4),
    ("EX-106", "fr_old_guard", 4, "clear", "clear", "line", 6),
    ("EX-107", "fr_young_guard", 4, "clear", "clear", "line", 5),
    ("EX-108", "br_guard_grenadier", 5, "clear", "clear", "line", 6),
    ("EX-109", "fr_cuirassier", 4, "clear", "clear", "line", 5),
    ("EX-110", "fr_guard_cavalry", 4, "clear", "clear", "line", 4),
    ("EX-111", "br_heavy_cavalry", 1, "clear", "clear", "line", 2),
    ("EX-112", "fr_foot_artillery", 2, "clear", "clear", "line", 4),
    ("EX-113", "fr_foot_artillery", 1, "clear", "clear", "line", 3),
    ("EX-114", "br_horse_artillery", 3, "clear", "clear", "line", 3),
    ("EX-115", "br_horse_artillery", 1, "clear", "clear", "line", 2),
    ("EX-116", "fr_guard_foot_artillery", 3, "clear", "clear", "line", 5),
    ("EX-117", "br_line", 4, "clear", "hill", "line", 3),
    ("EX-118", "br_light_cavalry", 3, "hill", "clear", "line", 2),
    ("EX-119", "br_light_cavalry", 3, "hill", "hill", "line", 3),
    ("EX-120", "br_line", 4, "hill", "hill", "line", 4),
    ("EX-121", "fr_light_cavalry", 4, "clear", "forest", "line", 2),
    ("EX-122", "fr_heavy_cavalry", 4, "forest", "forest", "line", 1),
    ("EX-123", "fr_line", 4, "clear", "town", "line", 3),
    ("EX-124", "fr_line", 4, "ford", "forest", "line", 3),
    ("EX-125", "br_heavy_cavalry", 3, "clear", "sand_quarry", "line", 2),
    ("EX-126", "br_line", 4, "bridge", "clear", "line", 4),
    ("EX-127", "br_light_cavalry", 3, "clear", "town", "line", 0),
    ("EX-128", "br_line", 4, "clear", "clear", "line", 4),
    ("EX-250", "br_line", 4, "ford", "sand_quarry", "line", 2),
    ("town", "br_foot_artillery", 3, "town", "town", "line", 2),
    ("town", "br_heavy_cavalry", 3, "town", "clear", "line", 1),
]  # fmt: skip


@pytest.mark.parametrize(("case", "unit", "blocks", "own", "other", "arm", "dice"), MELEES)
def test_dice_of_melee(case: str, unit: str, blocks: int, own: str, other: str, arm: str, dice: int) -> None:
    """R-06, R-34 to R-37, R-130, R-144. A move changes nothing."""
    side = FACTS.units.units[unit].side
    foe = f"{'fr' if side == 'british' else 'br'}_{arm}"
    for moved in (0, 1):
        state = position(
            f"{unit} E7 {blocks}, {foe} D7", terrain={"E7": own, "D7": other}, active=side,
            moved={f"{unit}-1": moved} if moved else {},
        )  # fmt: skip
        assert melee_count(state, f"{unit}-1", f"{foe}-1") == dice


def test_ex_127_no_dice_no_attack() -> None:
    """R-36."""
    table = combat("br_light_cavalry E7, fr_line D7, br_line I1, fr_line H1", terrain={"D7": "town"})
    assert table.melees("br_light_cavalry-1") == set()


def test_ex_129_rifles_do_not_hit_with_sabers() -> None:
    """R-109."""
    table = combat("br_rifle_light E7, fr_line D7", dice="SSI").attack("br_rifle_light-1", "fr_line-1")
    assert table.blocks("fr_line-1") == 3


def test_ex_130_any_saber_eliminates_a_lone_leader() -> None:
    """R-39, R-59."""
    table = combat("pt_militia E7, fr_line A1", "ney D7", dice="IICS")
    table.attack("pt_militia-1", "ney")
    assert table.last(LeaderEliminated).leader == "ney" and table.banners("british") == 1


def test_ex_131_hits_beyond_the_last_block_are_lost() -> None:
    """R-80."""
    table = combat("br_guard_grenadier E7, fr_line D7 2, fr_line A1", dice="IIIIIA")
    table.attack("br_guard_grenadier-1", "fr_line-1")
    assert table.blocks("fr_line-1") == 0 and table.banners("british") == 1


FULL = [
    # T-4: fire standing, fire moved (None: none), melee at infantry, at cavalry
    ("fr_line", 4, 2, 5, 4), ("fr_light", 5, 3, 4, 4), ("fr_grenadier", 5, 3, 5, 5),
    ("fr_young_guard", 5, 3, 5, 5), ("fr_old_guard", 5, 3, 6, 6), ("fr_militia", 4, 2, 4, 4),
    ("fr_light_cavalry", None, None, 4, 4), ("fr_cuirassier", None, None, 5, 5),
    ("fr_heavy_cavalry", None, None, 5, 5), ("fr_guard_cavalry", None, None, 4, 4),
    ("fr_horse_artillery", 3, 3, 3, 3), ("fr_foot_artillery", 3, None, 4, 4),
    ("fr_guard_foot_artillery", 3, None, 5, 5), ("br_line", 5, 2, 4, 4), ("br_light", 6, 4, 5, 5),
    ("br_rifle_light", 4, 3, 3, 3), ("br_grenadier", 5, 3, 5, 5), ("br_guard_grenadier", 6, 4, 6, 6),
    ("br_light_cavalry", None, None, 3, 3), ("br_heavy_cavalry", None, None, 4, 4),
    ("br_guard_heavy_cavalry", None, None, 4, 4), ("br_horse_artillery", 3, 3, 3, 3),
    ("br_foot_artillery", 3, None, 4, 4), ("pt_line", 4, 2, 4, 4), ("pt_light", 4, 2, 3, 3),
    ("pt_militia", 4, 2, 4, 4), ("pt_light_cavalry", None, None, 3, 3),
    ("pt_heavy_cavalry", None, None, 4, 4),
    ("pt_foot_artillery", 3, None, 4, 4),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "standing", "moved", "foot", "horse"), FULL)
def test_dice_at_full_strength(
    unit: str, standing: int | None, moved: int | None, foot: int, horse: int
) -> None:
    """T-4."""
    side = FACTS.units.units[unit].side
    nation = "fr" if side == "british" else "br"
    name = f"{unit}-1"
    state = position(f"{unit} E7, {nation}_line C7, {nation}_line D7, {nation}_light_cavalry D6", active=side)
    assert melee_dice(state, name, f"{nation}_line-2", "E7", "D7", with_card=True).total == foot
    assert melee_dice(state, name, f"{nation}_light_cavalry-1", "E7", "D6", with_card=True).total == horse
    if standing is not None:
        assert ranged_dice(state, name, "C7").total == standing
    if moved is not None:
        assert ranged_dice(state.changed(moved={name: 1}), name, "C7").total == moved


def test_every_unit_has_a_row() -> None:
    assert {row[0] for row in FULL} == set(FACTS.units.units)
