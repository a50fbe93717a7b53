"""Cases E31 to E56 and E60: exact chances of close combats."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from domain.brandywine.combat.strength import column, modifiers, plain_column
from domain.brandywine.combat.tactics import swing
from domain.brandywine.facts import FACTS
from domain.brandywine.facts.tables import TACTICS, Tactic
from domain.brandywine.morale.checks import passing
from domain.brandywine.position.state import Combat
from tests.rules.brandywine.position import combat_of, every, of, position, shares, told_shares


class Case(NamedTuple):
    pieces: str
    attackers: str
    targets: str
    leads: tuple[str, str]
    chits: tuple[Tactic, Tactic]
    column: str
    total: int
    results: str
    gains: tuple[int, int]
    facts: dict[str, Any] = {}
    shifts: int = 0


GRANT = "5 0526, 40 0526, grant 0526, porterfield 0527, parker 0527, maxwell 0527"
CASES = {
    "E31": Case(GRANT, "5 40", "0527", ("5", "porterfield"), ("frontal_assault", "stand_fast"), "3-2", -1,
                "1/- 2, D/- 1, R/- 2, PIN 1, R/R 1, -/R 2, -/D 1", (1, 0)),
    "E32": Case(GRANT, "5 40", "0527", ("5", "porterfield"), ("turn_flank", "stand_fast"), "3-2", 2,
                "R/- 2, PIN 1, R/R 1, -/R 2, -/D 2, -/1 1, -/DC 1", (0, 2)),
    "E33": Case(GRANT, "5 40", "0527", ("5", "porterfield"), ("turn_flank", "refuse_flank"), "3-2", -2,
                "AC/- 1, 1/- 2, D/- 1, R/- 2, PIN 1, R/R 1, -/R 2", (2, 0)),
    "E36": Case("donop 1027, stirn 1027, leib 1028, n_carolina 1127, proctor_artillery 1127", "donop leib",
                "1127", ("donop", "n_carolina"), ("frontal_assault", "stand_fast"), "3-2", -2,
                "AC/- 1, 1/- 2, D/- 1, R/- 2, PIN 1, R/R 1, -/R 2", (2, 0)),
    "E37": Case("ry_welsh_fus 0827, 55 0827, old_eleventh 0927, 2_penn_regiment 0927", "ry_welsh_fus 55",
                "0927", ("ry_welsh_fus", "old_eleventh"), ("attack_en_echelon", "stand_fast"), "2-1", 0,
                "D/- 2, R/- 2, PIN 1, R/R 1, -/R 1, -/D 2, -/1 1", (0, 0)),
    "E38": Case("49 0829, 55 0829, 28 0828, old_eleventh 0928, 2_penn_regiment 0928", "49 55 28", "0928",
                ("49", "old_eleventh"), ("stand_fast", "stand_fast"), "3-1", 0,
                "D/- 1, R/- 2, PIN 1, R/R 1, -/R 2, -/D 2, -/1 1", (0, 0)),
    "E39": Case("3_qns_lt_drgn 1728, patton 1727 disrupted", "3_qns_lt_drgn", "1727",
                ("3_qns_lt_drgn", "patton"), ("skirmish", "skirmish"), "1-1", 3,
                "R/- 2, PIN 1, R/R 1, -/R 1, -/D 2, -/1 1, -/DC 2", (0, 3)),
    "E40": Case("33 1728, 17 1728, 8th_chester_county 1727", "33 17", "1727", ("33", "8th_chester_county"),
                ("skirmish", "skirmish"), "3-1", 4, "R/R 1, -/R 2, -/D 2, -/1 1, -/DC 1, -/AC 3", (0, 4),
                {"army": (20, 12)}),
    "E41": Case("1_light_infantry 1728, stephenson 1727, 4_virginia 1727", "1_light_infantry", "1727",
                ("1_light_infantry", "stephenson"), ("attack_en_echelon", "stand_fast"), "3-2", 3,
                "R/- 1, PIN 1, R/R 1, -/R 2, -/D 2, -/1 1, -/DC 2", (0, 3)),
    "E42": Case("stephenson 1728, grayson 1728, 17 1727, 1_guards 1727", "stephenson grayson", "1727",
                ("stephenson", "17"), ("attack_en_echelon", "skirmish"), "1-2", -2,
                "AC/- 1, 1/- 2, D/- 3, R/- 1, PIN 1, R/R 1, -/R 1", (2, 0), {"active": "american"}),
    "E43": Case("37 1728, 46 1728, n_carolina 1727, 33 1726, 64 1827, 15 1627", "37 46", "1727",
                ("37", "n_carolina"), ("stand_fast", "stand_fast"), "1-1", 3,
                "R/- 2, PIN 1, R/R 1, -/R 1, -/D 2, -/1 1, -/DC 2", (0, 3), {"army": (20, 5)}),
    "E44": Case("1_grenadiers 1909, cornwallis 1909, 2_grenadiers 2010, 3_virginia 1910, lord_stirling 1910",
                "1_grenadiers 2_grenadiers", "1910", ("1_grenadiers", "3_virginia"),
                ("frontal_assault", "stand_fast"), "5-1", -1,
                "R/- 2, PIN 1, R/R 1, -/R 2, -/D 2, -/1 2", (1, 0)),
    "E45": Case("64 2418, spencer 2419", "64", "2419", ("64", "spencer"), ("skirmish", "skirmish"), "2-1", 0,
                "D/- 2, R/- 2, PIN 1, R/R 1, -/R 1, -/D 2, -/1 1", (0, 0)),
    "E46": Case("15 1521, 44 1521, 3_pennsylvania 1520", "15 44", "1520", ("15", "3_pennsylvania"),
                ("stand_fast", "stand_fast"), "1-1", -2,
                "AC/- 1, 1/- 2, D/- 2, R/- 2, PIN 1, R/R 1, -/R 1", (2, 0)),
    "E47": Case("mirbach 1728, hartley 1727, 10_pennsylvania 1727, patton 1829", "mirbach", "1727",
                ("mirbach", "hartley"), ("stand_fast", "attack_en_echelon"), "1-2", -1,
                "1/- 2, D/- 3, R/- 1, PIN 1, R/R 1, -/R 2", (1, 0), {"diverted": "1829"}),
    "E48": Case("n_carolina 1728, lafayette 1728, leib 1727 reduced, 5 1727 reduced, 10 1727 reduced",
                "n_carolina", "1727", ("n_carolina", "leib"), ("stand_fast", "stand_fast"), "3-2", 0,
                "1/- 1, D/- 1, R/- 2, PIN 1, R/R 1, -/R 2, -/D 2", (0, 0), {"active": "american"}, 1),
    "E49": Case("delaware 1728, 64 1727, 33 1829", "delaware", "1727 1829", ("delaware", "64"),
                ("stand_fast", "stand_fast"), "1-3", 0, "1/- 3, D/- 2, R/- 1, PIN 1, R/R 1, -/R 2", (0, 0),
                {"active": "american"}),
    "E50": Case("1_ry_highland 1511, 2_ry_highland 1511, 1_maryland 1512 shattered",
                "1_ry_highland 2_ry_highland", "1512", ("1_ry_highland", "1_maryland"),
                ("stand_fast", "stand_fast"), "5-1", 3,
                "-/R 2, -/D 2, -/1 2, -/DC 1, -/AC 1, -/2 2", (0, 3), {"army": (20, 4)}),
    "E51": Case("1_guards 1728, 17 1728, howe 1728, new_jersey 1727, lord_stirling 1726", "1_guards 17",
                "1727", ("1_guards", "new_jersey"), ("commit_reserve", "frontal_assault"), "1-1", 5,
                "PIN 1, R/R 1, -/R 1, -/D 2, -/1 1, -/DC 4", (0, 5), {"army": (20, 10)}),
    "E52": Case("potter_a 1728, 8th_chester_county 1728, 2_frasers 1727", "potter_a 8th_chester_county",
                "1727", ("potter_a", "2_frasers"), ("skirmish", "attack_en_echelon"), "2-1", -2,
                "1/- 2, D/- 2, R/- 2, PIN 1, R/R 1, -/R 1, -/D 1", (2, 0), {"active": "american"}),
}  # fmt: skip


@pytest.mark.parametrize("name", list(CASES))
def test_the_chances_of_a_combat(name: str) -> None:
    """E31 to E33 and E36 to E52: E31, E32, E33, E36, E37, E38, E39, E40, E41, E42, E43, E44, E45, E46, E47,
    E48, E49, E50, E51, E52. R-72, R-76, R-77."""
    case = CASES[name]
    state = position(case.pieces, **case.facts)
    fight, found = combat_of(state, case.attackers, case.targets, case.leads, case.chits, case.shifts)
    assert (found.column, found.total) == (case.column, case.total), modifiers(state, fight)
    assert shares(found.results) == told_shares(case.results)
    assert (found.defender_gains, found.attacker_gains) == tuple(Fraction(each, 10) for each in case.gains)


def plain(odds: str, die: int) -> str:
    table = FACTS.tables.close_combat
    return table.result(table.columns.index(odds), die)


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        ("1-2", "1/- 1, D/- 3, R/- 1, PIN 1, R/R 1, -/R 2, -/D 1"),
        ("1-1", "1/- 1, D/- 2, R/- 2, PIN 1, R/R 1, -/R 1, -/D 2"),
    ],
)
def test_the_columns_without_modifiers(odds: str, told: str) -> None:
    """E34, E35."""
    found: dict[str, int] = {}
    for die in range(10):
        found[plain(odds, die)] = found.get(plain(odds, die), 0) + 1
    assert found == told_shares(told)


@pytest.mark.parametrize(
    ("attack", "defence", "told"),
    [(5, 4, "1-1"), (4, 5, "1-2"), (11, 6, "3-2"), (8, 6, "1-1"), (7, 2, "3-1"), (2, 3, "1-2"),
     (1, 4, "1-3"), (9, 2, "4-1"), (12, 2, "5-1")],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, told: str) -> None:
    """E01, E02, E04. R-68."""
    columns = FACTS.tables.close_combat.columns
    assert columns[plain_column(position(), attack, defence)] == told


@pytest.mark.parametrize(
    ("pieces", "attackers", "shifts", "told"),
    [
        ("1_grenadiers 1728, 2_grenadiers 1828, spencer 1727", "1_grenadiers 2_grenadiers", -1, "4-1"),
        ("3_qns_lt_drgn 1728, stephenson 1727, 4_virginia 1727, 7_virginia 1727", "3_qns_lt_drgn", -1, "1-3"),
        ("4_maryland 1728, 1_guards 1727, 17 1727", "4_maryland", 1, "1-2"),
        ("4_maryland 1728, 37 1727", "4_maryland", 0, "1-2"),
    ],
)
def test_shifts_go_along_the_columns_and_stop_at_the_ends(
    pieces: str, attackers: str, shifts: int, told: str
) -> None:
    """E03, E110. R-68."""
    state = position(pieces, active="american" if "maryland" in attackers else "british")
    defenders = tuple(unit for unit, at in state.at.items() if at == "1727")
    fight = Combat(every(*attackers.split()), ("1727",), defenders)
    assert FACTS.tables.close_combat.columns[column(state, with_shifts(fight, shifts))] == told
    six_to_three = position("1_grenadiers 1728, spencer 1727, patton 1727, grayson 1828", diverted="1828")
    shifted, _ = combat_of(six_to_three, "1_grenadiers", "1727", ("1_grenadiers", "spencer"),
                           ("stand_fast", "stand_fast"))  # fmt: skip
    assert FACTS.tables.close_combat.columns[column(six_to_three, shifted)] == "3-2"


def with_shifts(fight: Combat, shifts: int) -> Combat:
    return Combat(fight.attackers, fight.targets, fight.defenders, shifts=shifts)


def test_a_reroll_of_every_loss() -> None:
    """E53, E121: the die is rolled once more exactly when the first result is the wrong one. R-21."""
    found: dict[str, Fraction] = {}
    for first in range(10):
        again = plain("1-1", first).endswith("/-")
        for die in range(10) if again else (first,):
            share = Fraction(1, 100 if again else 10)
            found[plain("1-1", die)] = found.get(plain("1-1", die), Fraction(0)) + share
    assert {name: int(chance * 100) for name, chance in found.items()} == {
        "1/-": 5, "D/-": 10, "R/-": 10, "PIN": 15, "R/R": 15, "-/R": 15, "-/D": 30,
    }  # fmt: skip
    hurt: dict[str, Fraction] = {}
    for first in range(10):
        again = plain("2-1", first).startswith("-/")
        for die in range(10) if again else (first,):
            share = Fraction(1, 100 if again else 10)
            hurt[plain("2-1", die)] = hurt.get(plain("2-1", die), Fraction(0)) + share
    assert {name: int(chance * 100) for name, chance in hurt.items()} == {
        "D/-": 28, "R/-": 28, "PIN": 14, "R/R": 14, "-/R": 4, "-/D": 8, "-/1": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pieces", "unit", "terrain", "faces"),
    [
        ("hartley 1727", "hartley", 0, 5),
        ("hartley 1727", "hartley", 1, 6),
        ("hartley 1727, greene 1727", "hartley", 0, 7),
        ("hartley 1727, washington 1727", "hartley", 0, 9),
        ("hartley 1727 reduced, greene 1727, washington 1728", "hartley", 0, 7),
        ("3_virginia 1727", "3_virginia", 0, 7),
        ("8th_chester_county 1727", "8th_chester_county", 0, 4),
        ("8th_chester_county 1727 reduced", "8th_chester_county", 0, 3),
    ],
)
def test_the_chance_to_pass_a_check(pieces: str, unit: str, terrain: int, faces: int) -> None:
    """E54, E55. R-9, R-91, R-93: the table of section F."""
    assert passing(position(pieces), of(unit), terrain) == faces


def test_an_illegal_chit_helps_the_other_side() -> None:
    """E56. R-74."""
    state = position("5 1728, porterfield 1727, maxwell 1727")
    fight, _ = combat_of(state, "5", "1727", ("5", "porterfield"), ("turn_flank", "stand_fast"))
    assert fight.swing == -1
    both = position("5 1728, porterfield 1727")
    assert swing(both, fight, "turn_flank", "refuse_flank") == (0, ("british", "american"))
    basic = position("5 1728, porterfield 1727", advanced=False)
    assert swing(basic, fight, "turn_flank", "stand_fast") == (2, ())


def test_the_matrix_is_the_same_seen_from_the_other_side() -> None:
    """E60."""
    tactics = FACTS.tables.tactics
    for one in TACTICS:
        for other in TACTICS:
            here, there = tactics.outcome(one, other), tactics.outcome(other, one)
            assert (here is None and there is None) or (here is not None and there == -here)
