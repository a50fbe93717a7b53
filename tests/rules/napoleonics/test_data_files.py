"""What the data files say, what a data pack may correct, and a scenario of a reader's own."""

from collections import Counter

import pytest

from domain.kernel.errors import DataError
from domain.kernel.packs import Pack
from domain.kernel.packs import learn as learn_pack
from domain.napoleonics.facts import DATA, FACTS
from domain.napoleonics.facts.packs import FILES, learn
from domain.napoleonics.facts.sides import SEATS, SIDES
from domain.napoleonics.title import NAPOLEONICS
from tests.laws.games import opened_game

CONTENTS = {name: (DATA / name).read_bytes() for name in FILES}
OWN = """
[[scenario]]
id = "my_own"
title = "A scenario of my own"
title_it = "Uno scenario mio"
date = "1811-05-16"
number = 0
top = "french"
first = "french"
src = "reconstruction"
notes = []
notes_it = []
british = { commander = "Beresford", cards = 5, banners = 1 }
french = { commander = "Soult", cards = 5, banners = 1 }
terrain = { hill = ["E7"] }
works = { E7 = ["NW"] }
bridges = {}
places = { E7 = "Albuera" }
places_it = {}
units = [{ unit = "fr_line", at = ["C7", "C8"] }, { unit = "br_line", at = ["G7"] }]
leaders = [{ name = "Soult", nation = "france", at = "C7" }]
objectives = []
exits = []
"""


def corrected(file: str, before: str, after: str) -> dict[str, bytes]:
    assert before.encode() in CONTENTS[file], before
    return {**CONTENTS, file: CONTENTS[file].replace(before.encode(), after.encode(), 1)}


def test_fifteen_scenarios_with_their_public_numbers() -> None:
    """R-09, R-148."""
    assert len(FACTS.scenarios) == 15
    numbers = sorted(each.fact.number for each in FACTS.scenarios.values())
    assert numbers == [0, 0, *range(1, 12), 14, 15]


UNITS = {
    "rolica_first": (9, 14), "rolica_second": (9, 14), "vimiero": (16, 15), "corunna": (15, 12),
    "talavera": (20, 16), "river_coa": (14, 13), "bussaco_reynier": (17, 14), "bussaco_ney": (17, 14),
    "redinha": (13, 17), "fuentes_de_onoro": (20, 17), "salamanca": (17, 20), "salamanca_right": (14, 17),
    "vitoria": (20, 23), "quatre_bras": (23, 22), "waterloo": (27, 26),
}  # fmt: skip


@pytest.mark.parametrize("scenario", list(FACTS.scenarios))
def test_the_forces_of_each_scenario(scenario: str) -> None:
    field = FACTS.scenarios[scenario]
    assert (len(field.units["french"]), len(field.units["british"])) == UNITS[scenario]
    starts = Counter(piece.start for piece in field.pieces.values() if piece.unit is not None)
    assert max(starts.values()) == 1
    state = opened_game(NAPOLEONICS, scenario, SEATS, bytes(32)).head.state
    for side in SIDES:
        assert len(state.hands[side]) == field.fact.army(side).cards
    assert state.active == field.fact.first


def test_a_pack_corrects_a_value() -> None:
    files = corrected("units.toml", "blocks = 4", "blocks = 5")
    assert learn(files, "a pack of this test").units.units["fr_line"].blocks == 5


def test_a_pack_brings_a_scenario_of_its_own() -> None:
    files = {**CONTENTS, "scenarios.toml": CONTENTS["scenarios.toml"] + OWN.encode()}
    rules = learn_pack(Pack("napoleonics", "mine", files))
    assert "my_own" in [each.id for each in rules.scenarios] and len(rules.scenarios) == 16
    assert any(name.startswith("field_my_own@") for name in rules.maps)


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ('at = ["C7", "C8"]', 'at = ["C7", "Z8"]', "units"),
        ('at = ["C7", "C8"]', 'at = ["C7", "C7"]', "units"),
        ('unit = "br_line"', 'unit = "br_lancers"', "units"),
        ('hill = ["E7"]', 'swamp = ["E7"]', "terrain"),
        ('hill = ["E7"]', 'river = ["C7"]', "units"),
        ('hill = ["E7"]', 'forest = ["E7"]', "works"),
        ('hill = ["E7"]', 'bridge = ["E8"]', "bridges"),
        ('E7 = ["NW"]', 'E7 = ["N"]', "works"),
        ("banners = 1 }\nfrench", "banners = 9 }\nfrench", "british"),
        ('nation = "france", at = "C7"', 'nation = "france", at = "G7"', "leaders"),
        ("cards = 5", "cards = 50", "british"),
        ('id = "my_own"', 'id = "vimiero"', "id"),
        ('date = "1811-05-16"', 'date = "May"', "date"),
    ],
)
def test_a_mistake_in_a_scenario_is_named(before: str, after: str, field: str) -> None:
    assert before in OWN
    text = CONTENTS["scenarios.toml"] + OWN.replace(before, after, 1).encode()
    with pytest.raises(DataError) as refused:
        learn({**CONTENTS, "scenarios.toml": text}, "a pack with a mistake")
    assert "scenarios.toml" in str(refused.value) and field in str(refused.value)


@pytest.mark.parametrize(
    ("file", "before", "after", "field"),
    [
        ("units.toml", 'nation = "portugal"', 'nation = "britain"', "nation"),
        ("units.toml", "blocks = 4", "blocks = 9", "blocks"),
        ("units.toml", "range = 4", "range = 6", "range"),
        ("units.toml", "move_and_battle = 1", "move_and_battle = 3", "move_and_battle"),
        ("cards.toml", "count = 2", "count = 3", "count"),
        ("cards.toml", 'doing = "elan"', 'doing = "rally"', "doing"),
        ("terrain.toml", 'passable = ["infantry", "cavalry", "leader"]', "passable = []", "passable"),
        ("terrain.toml", "infantry = 0, cavalry = 0,", "infantry = 0,", "into_melee"),
        ("scenarios.toml", 'id = "vimiero"', 'id = "vimeiro"', "vimiero"),
    ],
)
def test_a_mistake_is_refused_with_its_field(file: str, before: str, after: str, field: str) -> None:
    with pytest.raises(DataError) as refused:
        learn(corrected(file, before, after), "another pack with a mistake")
    assert file in str(refused.value) and field in str(refused.value)
