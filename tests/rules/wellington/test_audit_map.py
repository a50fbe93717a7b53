"""What a player who knows the map and the command points by heart would try (5 to 9, 14, 15)."""

from domain.wellington.control import building_places
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.points import CommandPointSpent
from domain.wellington.orders.arrival import FinishPlacing
from domain.wellington.orders.impulses import PlayForPoints
from domain.wellington.orders.points import BuildLeader, BuildSoldier, PlaceFlag
from domain.wellington.state import sp_of
from domain.wellington.world import FACTS, card_id
from tests.rules.wellington.position import given, position

NORDS = FACTS.map.home["nord"]
ROGERS = FACTS.map.home["sud"]


# Command points (5.5) ---------------------------------------------------------------------------


def test_the_points_of_two_cards_are_put_together_for_one_step() -> None:
    """5.5, 5.6: a plus card adds its points to those of the ordinary card."""
    table = given(hands={"britain": (1, 93), "sud": (7,)}, points=0)
    table.give(PlayForPoints(card_id(1))).quiet()
    assert BuildLeader("wellington", "lisbon") not in table.menu()
    table.give(PlayForPoints(card_id(93))).quiet()
    assert not table.offers(PlayForPoints)
    table.give(BuildLeader("wellington", "lisbon")).quiet()
    assert table.all(CommandPointSpent)[-1].amount == 5


def test_a_second_ordinary_card_is_not_added() -> None:
    table = given(hands={"britain": (1, 2), "sud": (7,)})
    table.give(PlayForPoints(card_id(1))).quiet()
    assert not table.offers(PlayForPoints)


# Building (6.3) ---------------------------------------------------------------------------------


def test_whose_only_national_duchy_is_a_besieged_hasty_fort_builds_with_the_other_french_power() -> None:
    """6.3, R-29."""
    fort, *lost = NORDS
    flags = {duchy: "britain" for duchy in lost}
    besieged = position(flags=flags, hasty_fort=fort, soldiers_at={fort: "britain 1 0 0"})
    assert {fort, "toulouse"} <= set(building_places(besieged, "nord", for_leader=False))
    free = position(flags=flags, hasty_fort=fort)
    assert building_places(free, "nord", for_leader=False) == (fort,)


def test_pieces_in_a_besieged_fortress_wait_for_those_of_a_second_card() -> None:
    """6.3: the battle comes when all formations are placed, also with more than one card (R-27)."""
    table = given(
        active="spain", track="spain",
        soldiers_at={"valencia": "sud 1 0 0"}, hands={"spain": (1, 87), "sud": (7,)},
    )  # fmt: skip
    table.give(PlayForPoints(card_id(1))).quiet().give(BuildSoldier("valencia")).quiet()
    assert not table.all(BattleBegan)
    table.give(PlayForPoints(card_id(87))).quiet()
    assert {type(order) for order in table.menu()} == {BuildSoldier, BuildLeader, FinishPlacing}
    table.give(BuildSoldier("valencia")).quiet().give(FinishPlacing("valencia")).quiet()
    assert sp_of(table.state, "valencia", "spain") == 2
    assert table.prompt == "answer_arrival" or table.all(BattleBegan)


# Flags (7) --------------------------------------------------------------------------------------


def test_a_group_flags_a_duchy_beside_it_for_its_commanders_power_too() -> None:
    """9.62: the group places flags of its commander's power alone."""
    group = {"wellington": "merida", "castanos": "merida"}
    mine = {"merida": "spain"}
    led = given(
        active="spain", track="spain", leaders_at=group, points=1, flags=mine, commanders=("wellington",)
    )
    assert {o.flag for o in led.offers(PlaceFlag) if o.duchy == "caceres"} == {"britain", "spain"}
    own = given(
        active="britain", leaders_at=group, points=1, flags=mine, commanders=("castanos",)
    )
    assert {o.flag for o in own.offers(PlaceFlag) if o.duchy == "caceres"} == {"spain"}
