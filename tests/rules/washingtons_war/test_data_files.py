"""The data files: what they must say, and what a data pack may correct."""

from collections import Counter

import pytest

from domain.kernel.errors import DataError
from domain.washingtons_war.facts import DATA, FACTS
from domain.washingtons_war.facts.packs import FILES, learn

CONTENTS = {name: (DATA / name).read_bytes() for name in FILES}


def corrected(file: str, before: str, after: str) -> dict[str, bytes]:
    assert before.encode() in CONTENTS[file], before
    return {**CONTENTS, file: CONTENTS[file].replace(before.encode(), after.encode(), 1)}


def test_the_box_holds_110_cards_and_13_generals() -> None:
    """2.0, 4.0."""
    assert len(FACTS.cards) == 110 and len(FACTS.generals) == 13
    kinds = Counter(card.kind for card in FACTS.cards.values())
    assert kinds == {"ops": 54, "campaign": 4, "event": 40, "battle": 12}
    assert sum(card.must_play for card in FACTS.cards.values()) == 7


def test_twenty_ports_in_seven_zones_four_of_them_fortified() -> None:
    """2.1.C, 12.3."""
    assert len(FACTS.ports) == 20 and len(FACTS.zones) == 7
    assert FACTS.fortified == {"quebec", "montreal", "charleston", "philadelphia"}


def test_the_line_of_attrition_lies_south_of_virginia() -> None:
    """2.1.B."""
    assert {FACTS.colony_of[space] for space in FACTS.southern} == {
        "north_carolina", "south_carolina", "georgia",
    }  # fmt: skip


def test_only_arnold_walks_his_trail() -> None:
    """7.4.D, 10.3."""
    assert "falmouth" not in FACTS.adjacent["quebec"] and "falmouth" in FACTS.arnold_adjacent["quebec"]
    assert FACTS.cost["falmouth", "quebec"] == 3


def test_a_pack_corrects_a_rating() -> None:
    files = corrected("units.toml", "strategy = 3, battle = 6", "strategy = 2, battle = 5")
    facts = learn(files, "a pack of this test")
    assert (facts.generals["howe"].strategy, facts.generals["howe"].battle) == (2, 5)


@pytest.mark.parametrize(
    ("file", "before", "after", "field"),
    [
        ("units.toml", 'nation = "french"', 'nation = "british"', "nation"),
        ("units.toml", "strategy = 3", "strategy = 9", "strategy"),
        ("map.toml", 'a = "quebec"', 'a = "atlantis"', "a"),
        ("map.toml", 'kind = "fortified_port"', 'kind = "castle"', "kind"),
        ("cards.toml", 'side = "british"', 'side = "american"', "side"),
        ("scenarios.toml", "last_year = 1783", "last_year = 1784", "year"),
        ("scenarios.toml", 'space = "quebec"', 'space = "utopia"', "placement"),
    ],
)
def test_a_mistake_is_refused_with_its_field(file: str, before: str, after: str, field: str) -> None:
    with pytest.raises(DataError) as refused:
        learn(corrected(file, before, after), "a pack with a mistake")
    assert file in str(refused.value) and field in str(refused.value)
