"""Cases about fire and sight."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from domain.brandywine.events.combat import StepLost, UnitDisrupted, UnitEliminated, UnitRetreated
from domain.brandywine.events.fire import FireDeclared, HitRolled, LeaderHit
from domain.brandywine.facts import FACTS
from domain.brandywine.facts.board import distance
from domain.brandywine.fire.sight import sees
from domain.brandywine.fire.targets import dice, hitting, modifiers, needed, target_hexes
from domain.brandywine.orders.combat import Retreat
from domain.brandywine.orders.fire import EndGroup, FireAt, HoldFire, JoinFire, LoseLeader
from domain.brandywine.position.state import State, band_of
from domain.brandywine.seen.odds import odds, percent
from domain.brandywine.seen.sightlines import sight
from tests.rules.brandywine.position import every, movement, of, position, shooting, shot, ways_back


def damage(kind: str, hit: Fraction) -> dict[str, Fraction]:
    """Each damage -> its chance, among all shots."""
    table = FACTS.tables.rifle_fire if kind == "rifle" else FACTS.tables.artillery_fire
    found: dict[str, Fraction] = {"miss": 1 - hit}
    for each in table.damage:
        found[each] = found.get(each, Fraction(0)) + hit / 10
    return found


def percents(found: dict[str, Fraction]) -> dict[str, int]:
    return {name: int(100 * chance) for name, chance in found.items()}


def chance(state: State, kind: str, firers: Iterable[str], target: str, first: bool = False) -> Fraction:
    group = every(*firers)
    one = Fraction(10 - hitting(state, kind, group, of(target), first), 10)  # type: ignore[arg-type]
    count = dice(state, group, of(target)) if kind == "rifle" else 1
    return 1 - one**count


# Numbers --------------------------------------------------------------------------------------------


def test_the_forecast_of_a_shot_tells_each_result() -> None:
    """11.1.4 to 11.1.6, 13.1.10."""
    state = position("reserve_a_artillery 1728, spencer 1727", active="american", phase="artillery")
    told = odds(state, (), FireAt(of("reserve_a_artillery"), of("spencer")))
    each = damage("artillery", chance(state, "artillery", ["reserve_a_artillery"], "spencer"))
    assert told is not None
    assert told.about["hit"] == percent(1 - each["miss"]) and told.about["back"] == percent(each["R"])
    assert told.about["steps"] == percent(each["1"] + each["1*"] + each["2"])
    assert told.about["leader"] == percent(each["1*"])


def test_the_first_fire_of_a_rifle() -> None:
    """E69, E70. R-53."""
    state = position("nelson 1727, 33 1728")
    assert needed(state, "rifle", every("nelson"), of("33")) == 8
    assert percents(damage("rifle", chance(state, "rifle", ["nelson"], "33", True))) == {
        "miss": 70, "-": 3, "AM": 6, "R": 6, "R*": 3, "D": 3, "D*": 3, "1": 3, "1*": 3,
    }  # fmt: skip
    in_forest = position("nelson 1222, 33 1223")
    assert chance(in_forest, "rifle", ["nelson"], "33") == 0


def test_a_group_has_first_fire_only_if_all_of_it_has() -> None:
    """E71. R-49, R-53."""
    table = shooting("stephenson 1727, nelson 1828, 33 1728", "rifle", fired=every("nelson"), dice="0")
    table.give(FireAt(of("stephenson"), of("33")), JoinFire(of("nelson")))
    declared = table.last(FireDeclared)
    assert not declared.first and set(table.state.fired) == set(every("nelson", "stephenson"))
    assert table.last(HitRolled).needed == 6


def test_jaegers_under_cover_roll_twice() -> None:
    """E29, E72, E108. R-54."""
    state = position("ewald 0624, spencer 0625")
    assert FACTS.ground.kind["0624"] == "forest"
    assert dice(state, every("ewald"), of("spencer")) == 2
    blocked = position("ewald 0624, spencer 0625, 33 0724, 17 0524")
    assert dice(blocked, every("ewald"), of("spencer")) == 1
    assert dice(position("ewald 1728, spencer 1727"), every("ewald"), of("spencer")) == 1
    assert dice(position("ewald 0624, spencer 0625", advanced=False), every("ewald"), of("spencer")) == 1
    mixed = position("ewald 1222, ab_jaegers 1121, spencer 1221")
    group = every("ewald", "ab_jaegers")
    assert needed(mixed, "rifle", group, of("spencer")) == 5 and dice(mixed, group, of("spencer")) == 1
    assert chance(mixed, "rifle", ("ewald", "ab_jaegers"), "spencer", True) == Fraction(6, 10)
    both = position("ewald 1222, ab_jaegers 1222, spencer 1221")
    assert chance(both, "rifle", ("ewald", "ab_jaegers"), "spencer", True) == Fraction(84, 100)
    hits = sum(max(pair) >= 6 for pair in product(range(10), repeat=2))
    assert hits == 64, "three points without modifiers"


def test_artillery_hits_by_points_and_distance() -> None:
    """E73, E74. R-49, R-57."""
    state = position("proctor_artillery 1127, 33 0928")
    assert distance("1127", "0928") == 2 and sees(state, "1127", "0928")
    assert needed(state, "artillery", every("proctor_artillery"), of("33")) == 6
    hit = damage("artillery", Fraction(1))
    assert percents(hit) == {"miss": 0, "-": 10, "AM": 10, "R": 30, "D": 20, "1": 10, "1*": 10, "2": 10}
    two = position("reserve_a_artillery 1730, cleveland_a_artillery 1728, spencer 1727")
    group = every("reserve_a_artillery", "cleveland_a_artillery")
    assert needed(two, "artillery", group, of("spencer")) == 6


def test_dragoons_are_easy_and_works_hard_to_hit() -> None:
    """E103, E104."""
    state = position("penn_rifle_rgt 1727, penn_state_rifle 1828, 3_qns_lt_drgn 1728")
    group = ("penn_rifle_rgt", "penn_state_rifle")
    assert modifiers(state, "rifle", every(*group), of("3_qns_lt_drgn"), True) == {
        "first_fire": 1, "dragoon_target": 1,
    }  # fmt: skip
    assert percents(damage("rifle", chance(state, "rifle", group, "3_qns_lt_drgn", True))) == {
        "miss": 40, "-": 6, "AM": 12, "R": 12, "R*": 6, "D": 6, "D*": 6, "1": 6, "1*": 6,
    }  # fmt: skip
    works = position("reserve_a_artillery 0828, proctor_artillery 1127")
    assert modifiers(works, "artillery", every("reserve_a_artillery"), of("proctor_artillery"), False) == {
        "breastwork": -2
    }
    assert needed(works, "artillery", every("reserve_a_artillery"), of("proctor_artillery")) == 7
    assert chance(works, "artillery", ["reserve_a_artillery"], "proctor_artillery") == Fraction(1, 10)


# Results --------------------------------------------------------------------------------------------


def test_a_star_without_a_leader_is_ignored() -> None:
    """E75. R-8, R-55."""
    table = shot("nelson 1727, 33 1728", "rifle", "nelson", "33", dice="9 9", active="american")
    assert table.last(StepLost).unit == of("33") and not table.all(LeaderHit)
    assert table.morale() == (19, 21)


def test_both_rifles_fall_and_both_have_fired() -> None:
    """E76. R-52."""
    table = shooting("nelson 1727, ewald 1728", "rifle", active="british", dice="9 9 8 8")
    table.give(FireAt(of("ewald"), of("nelson")))
    table.give(FireAt(of("nelson"), of("ewald")))
    assert {event.unit for event in table.all(UnitEliminated)} == set(every("nelson", "ewald"))
    assert table.morale() == (20, 20), "each -1 and +1"


def test_only_the_target_goes_back() -> None:
    """E77. R-50, R-55."""
    table = shot("nelson 1727, 33 1728, 17 1728", "rifle", "nelson", "33", dice="9 3", active="american")
    assert table.prompt == "retreat" and table.seat == "british"
    table.give(table.menu()[0])
    assert [event.unit for event in table.all(UnitRetreated)] == [of("33")]
    assert table.morale() == (20, 20)


def test_a_second_loss_is_never_passed_on() -> None:
    """E105. R-55."""
    table = shot("smith 1727, 1_maryland 1727, reserve_a_artillery 1728", "artillery",
                 "reserve_a_artillery", "smith", dice="9 9", active="american")  # fmt: skip
    assert [event.unit for event in table.all(UnitEliminated)] == [of("smith")]
    assert of("1_maryland") not in table.state.reduced and table.morale() == (21, 18)


def test_fire_drives_proctor_off_who_stays_bound() -> None:
    """E106. R-43, R-57."""
    table = shot("proctor_artillery 1127, reserve_a_artillery 1128", "artillery", "reserve_a_artillery",
                 "proctor_artillery", dice="9 5", active="american")  # fmt: skip
    assert {"1426", "1427", "1428"} <= ways_back(table)
    table.give(Retreat(of("proctor_artillery"), "1427"))
    assert table.last(UnitDisrupted).unit == of("proctor_artillery") and table.morale() == (20, 19)
    later = movement("proctor_artillery 1427", active="american")
    assert not later.ends("proctor_artillery")


def test_a_leader_of_the_owners_choice_is_hit() -> None:
    """E107. R-55."""
    pieces = "hartley 1727, greene 1727, wayne 1727, ewald 1728"
    table = shot(pieces, "rifle", "ewald", "hartley", dice="9 5", active="british")
    assert set(table.menu()) == {LoseLeader(of("greene")), LoseLeader(of("wayne"))}
    table.give(LoseLeader(of("wayne")))
    table.give(table.menu()[0])
    while table.prompt == "follow":
        table.give(table.menu()[-1])
    assert table.morale() == (21, 19) and table.state.gone == {of("wayne"): "hit"}
    alone = shot("hartley 1727, washington 1727, ewald 1728", "rifle", "ewald", "hartley", dice="9 5",
                 active="british", momentum={"british": 0, "american": 2})  # fmt: skip
    alone.give(alone.menu()[0])
    assert alone.morale() == (21, 17) and alone.state.momentum == {"british": 0, "american": 0}


def test_simultaneous_fire_is_booked_together() -> None:
    """E109. R-56, R-105: the band of the start counts for all of it; the non-active player goes first."""
    table = shooting("nelson 1727, 33 1728, ewald 1827, smith 1927", "rifle", active="british",
                     army=(15, 15), dice="9 9 6 6")  # fmt: skip
    table.give(FireAt(of("ewald"), of("smith")))
    table.give(FireAt(of("nelson"), of("33")))
    assert table.seat == "american" and table.state.army == {"british": 15, "american": 15}
    while table.menu():
        table.give(table.menu()[0])
    assert table.morale() == (14, 14)
    assert band_of(table.state, "british").id == band_of(table.state, "american").id == "fatigued"


def test_who_fires_when() -> None:
    """R-48, R-50, R-51: only the side that is not active fires artillery; each target once."""
    table = shooting("reserve_a_artillery 1728, spencer 1727, jones_artillery 1727", "artillery",
                     active="british", dice="0")  # fmt: skip
    assert {order.unit for order in table.offers(FireAt)} == {of("jones_artillery")}
    held = shooting("nelson 1727 disrupted, 33 1728", "rifle")
    assert not held.menu()
    twice = shooting("nelson 1727, doyle 1828, 33 1728, 17 1728", "rifle", active="american", dice="0 0")
    twice.give(FireAt(of("nelson"), of("33")), EndGroup())
    assert twice.menu() == [FireAt(of("doyle"), of("17")), HoldFire()]


# Sight ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "clear"),
    [
        ("1519", "1521", False), ("1519", "1516", True), ("0923", "1124", False), ("0906", "0909", False),
        ("1510", "1513", False), ("1510", "1508", True), ("1510", "1507", True), ("0823", "1124", True),
        ("1020", "0820", False), ("1127", "0928", True), ("1127", "0829", True), ("1127", "0929", False),
        ("1023", "1124", False), ("0928", "1030", True), ("0727", "0927", True), ("1609", "1612", True),
        ("0905", "0908", False), ("0828", "1127", True),
    ],
)  # fmt: skip
def test_what_the_ground_lets_one_see(one: str, other: str, clear: bool) -> None:
    """E78, E79, E81, E82, E101, E102. R-58, R-59, R-60, R-61, R-62, R-63."""
    assert sees(position(), one, other) == sees(position(), other, one) == clear
    asked = sight(position(), one, other)
    assert asked.is_open == clear == (not asked.hides)
    assert asked.told.about.get("kind") in ((None,) if clear else ("slope", "ground"))


@pytest.mark.parametrize(
    ("one", "other", "pieces", "clear"),
    [
        ("1519", "1516", "spencer 1517", False), ("1519", "1516", "33 1518", False),
        ("0823", "1124", "33 0923, spencer 1024", True), ("1510", "1508", "spencer 1509", False),
        ("0928", "1030", "spencer 0929", False), ("1609", "1612", "spencer 1611", False),
        ("0828", "1127", "33 0927, spencer 1028", True), ("1519", "1516", "wayne 1517", True),
    ],
)  # fmt: skip
def test_units_hide_what_is_behind_them(one: str, other: str, pieces: str, clear: bool) -> None:
    """E78, E80, E101, E102. R-32: leaders hide nothing."""
    assert sees(position(pieces), one, other) == clear
    asked = sight(position(pieces), one, other)
    assert asked.is_open == clear
    if not clear and sees(position(), one, other):
        assert asked.told.about["kind"] == "units" and asked.hides == (pieces.split()[1],)


def test_the_range_of_artillery_is_three() -> None:
    """E82. R-57."""
    state = position("new_york_a_artillery 0918, 33 0517, 17 0718")
    assert distance("0918", "0517") == 4
    assert "0517" not in target_hexes(state, of("new_york_a_artillery"), "artillery")
