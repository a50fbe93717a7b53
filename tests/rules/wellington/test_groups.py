"""Armies, army groups and their commanders (1.6, 9.53, 9.6)."""

from domain.wellington.groups import commander, is_two_power_group
from tests.rules.wellington.position import position

TOGETHER = {"wellington": "lisbon", "castanos": "lisbon"}


def test_of_one_powers_leaders_the_best_commands_unless_another_is_named() -> None:
    state = position(leaders_at={"hill": "lisbon", "wellington": "lisbon"})
    assert commander(state, "lisbon", "allied") == "wellington"
    assert commander(state, "lisbon", "french") is None
    named = position(leaders_at={"hill": "lisbon", "wellington": "lisbon"}, commanders=("hill",))
    assert commander(named, "lisbon", "allied") == "hill"


def test_without_agreement_the_power_with_more_strength_points_names_the_commander() -> None:
    more = position(leaders_at=TOGETHER, soldiers_at={"lisbon": "britain 1 0 0, spain 2 0 0"})
    assert is_two_power_group(more, "lisbon", "allied")
    assert commander(more, "lisbon", "allied") == "castanos"
    fewer = position(leaders_at=TOGETHER, soldiers_at={"lisbon": "britain 2 0 0, spain 1 0 0"})
    assert commander(fewer, "lisbon", "allied") == "wellington"


def test_at_equal_strength_the_power_later_in_impulse_order_names_the_commander() -> None:
    assert commander(position(leaders_at=TOGETHER), "lisbon", "allied") == "castanos"


def test_a_named_commander_stays_whoever_has_more_strength_points() -> None:
    state = position(
        leaders_at=TOGETHER, soldiers_at={"lisbon": "britain 1 0 0, spain 2 0 0"}, commanders=("wellington",)
    )
    assert commander(state, "lisbon", "allied") == "wellington"
