"""The battlefields as they are drawn: one board for each scenario."""

from collections.abc import Sequence

from domain.kernel.maps import CellMap
from domain.napoleonics.facts import Facts
from domain.napoleonics.facts.board import ADJACENT, BOARD, Hex
from domain.napoleonics.facts.scenarios import Kind, ScenarioFact

WATER: tuple[Kind, ...] = ("river", "ford")
SECTION_LINES = (("A4", "A5"), ("A9", "A10"))


def battlefield(facts: Facts, scenario: str) -> CellMap:
    """Terrain, waters, bridges, fords, protected sides and names of a scenario."""
    fact = facts.scenarios[scenario].fact
    water = {hex for kind in WATER for hex in fact.terrain.get(kind, ())} | set(fact.bridges)
    fords = fact.terrain.get("ford", ())
    return CellMap(
        cells=BOARD,
        terrain={kind: hexes for kind, hexes in fact.terrain.items() if kind not in (*WATER, "bridge")},
        sides={
            "bridge": tuple((hex, hex) for hex in fact.bridges),
            "ford": tuple((hex, hex) for hex in fords),
            "section": SECTION_LINES,
            "works": tuple(
                (hex, near)
                for hex, words in fact.works.items()
                for word in words
                if (near := BOARD.beside[hex][word]) is not None
            ),
        },
        ways={"water": courses(water)},
        labels=tuple({name: (hex, name) for hex, name in fact.places.items()}.values()),
        names=spoken(fact),
    )


def courses(water: set[Hex]) -> tuple[tuple[Hex, ...], ...]:
    """The water as courses from hex to hex: each begins at an end of what is left."""
    left, found = set(water), list[tuple[Hex, ...]]()
    while left:
        ends = sorted(left, key=lambda hex: (len(_near(hex, left)), hex))
        course = [ends[0]]
        left.discard(ends[0])
        while near := _near(course[-1], left):
            course.append(near[0])
            left.discard(near[0])
        tail = [hex for hex in ADJACENT[course[0]] if hex in water and hex not in course]
        found.append((*tail[:1], *course) if len(course) == 1 and tail else tuple(course))
    return tuple(found)


def _near(hex: Hex, within: set[Hex]) -> Sequence[Hex]:
    """The neighbours in the water, those with fewest others first, so that no arm is left behind."""
    near = [each for each in ADJACENT[hex] if each in within]
    return sorted(near, key=lambda each: (sum(other in within for other in ADJACENT[each]), each))


def spoken(fact: ScenarioFact) -> dict[Hex, str]:
    """What a hex is called aloud: its terrain, and its name."""
    found: dict[Hex, str] = {}
    for kind, hexes in fact.terrain.items():
        found.update(dict.fromkeys(hexes, kind.replace("_", " ")))
    for hex in fact.works:
        found[hex] = f"{found[hex]}, field works" if hex in found else "field works"
    for hex, name in fact.places.items():
        found[hex] = f"{name}, {found[hex]}" if hex in found else name
    return found
