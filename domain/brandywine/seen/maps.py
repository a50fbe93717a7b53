"""The battlefield as it is drawn, and what a hex is called aloud."""

from collections.abc import Mapping

from domain.brandywine.facts import Facts
from domain.brandywine.facts.board import ADJACENT, BOARD, HEXES, Hex
from domain.brandywine.facts.terrain import Ground, Pair
from domain.brandywine.facts.units import UnitFact
from domain.kernel.maps import CellMap

LETTERED = {
    "wilmington_philadelphia_pike": "1428", "starved_gut_road": "0323", "street_road": "1410",
    "birmingham_road": "1804", "rings_lane": "1722", "creek_road": "1023", "ferry_road_east": "1331",
    "dungeon_bottom": "0509",
}  # fmt: skip
"""The ways whose names stand on the map, each at a hex that it runs through or near."""
CAMPS = ("sullivan_camp", "md_start")
"""Places that only the set-up knows."""
AREAS = ({"b", "e"}, {"m", "w"})
"""Zones that a line on the map parts, besides the creek (9.4, 9.5)."""


def battlefield(facts: Facts) -> CellMap:
    """Terrain, creek and runs, fords, slopes, ways, names, the lines of the areas and what is fought for."""
    ground = facts.ground
    kinds: dict[str, tuple[Hex, ...]] = {}
    for at in HEXES:
        kinds[ground.kind[at]] = (*kinds.get(ground.kind[at], ()), at)
    kinds.pop("clear")
    ways: dict[str, tuple[tuple[Hex, ...], ...]] = {}
    for way in ground.roads:
        ways[way.kind] = (*ways.get(way.kind, ()), way.cells)
    units = facts.units.units
    return CellMap(
        cells=BOARD,
        terrain={**kinds, "objective": objectives(facts)},
        sides=sides(ground),
        ways=ways,
        labels=labels(ground),
        names=spoken(ground),
        printed={name: values(unit, 0) for name, unit in units.items()},
        printed_reduced={name: values(unit, 1) for name, unit in units.items() if unit.has_two_steps},
        two_sided=frozenset(name for name, unit in units.items() if unit.has_two_steps),
    )


def values(unit: UnitFact, face: int) -> str:
    """Morale and movement of a face as they are printed."""
    morale = unit.morale[face]
    told = f"+{morale}" if morale > 0 else str(morale).replace("-", "−")
    return f"{told}/{unit.ma}"


def objectives(facts: Facts) -> tuple[Hex, ...]:
    """The hexes that decide a scenario, and Proctor's Battery (4.3.1)."""
    tests = [test for each in facts.scenarios.values() for test in each.fact.tests]
    wanted = {at for test in tests for group in test.hexes for at in group}
    return tuple(at for at in HEXES if at in {*wanted, *facts.ground.places["proctors_battery"].cells})


def sides(ground: Ground) -> Mapping[str, tuple[Pair, ...]]:
    """What lies along the sides of hexes."""
    found: dict[str, tuple[Pair, ...]] = {"area": bounds(ground)}
    for each in ground.sides:
        found[each.kind] = (*found.get(each.kind, ()), *each.pairs)
    for ford in ground.fords:
        kind = f"{ford.kind}_ford"
        found[kind] = (*found.get(kind, ()), ford.pair)
    return found


def bounds(ground: Ground) -> tuple[Pair, ...]:
    """The lines of the bivouac and of Maxwell's area where the creek does not draw them."""
    return tuple(
        (at, near)
        for at in HEXES
        for near in ADJACENT[at]
        if at < near and (at, near) not in ground.creek and {ground.zone[at], ground.zone[near]} in AREAS
    )


def labels(ground: Ground) -> tuple[tuple[Hex, str], ...]:
    """The names of places, fords and ways, and the letters of the entries."""
    places = {each.name: each.cells[0] for name, each in ground.places.items() if name not in CAMPS} | {
        each.name: each.pair[1] for each in ground.fords
    }
    ways = {
        each.name.removesuffix(" (east)"): LETTERED[each.id] for each in ground.roads if each.id in LETTERED
    }
    entries: dict[str, Hex] = {letter: each.hex for letter, each in ground.entries.items()}
    return tuple((at, name) for name, at in {**places, **ways, **entries}.items())


def spoken(ground: Ground) -> dict[Hex, str]:
    """What a hex is called aloud: its names, its terrain and its way."""
    told: dict[Hex, list[str]] = {at: [] for at in HEXES}
    for place in ground.places.values():
        for at in place.cells:
            told[at].append(place.name)
    for at, kind in ground.kind.items():
        if kind not in ("clear", "meeting_house"):
            told[at].append(kind.replace("_", " "))
    for way in ground.roads:
        for at in way.cells:
            if way.kind not in told[at]:
                told[at].append(way.kind)
    return {at: ", ".join(words) for at, words in told.items() if words}
