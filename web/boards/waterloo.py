"""The plan of the Waterloo map and counters."""

from functools import cache

from domain.waterloo.facts import Facts, load
from web.boards.plan import Army, Badge, Kind, Label, Plan
from web.boards.squares import Squares

KINDS = {
    "infantry": Kind("infantry", "dark"),
    "heavy_cavalry": Kind("cavalry", "dark"),
    "light_cavalry": Kind("cavalry", "light"),
    "leader": Kind("leader", None, in_corner=True),
}
ARMIES = {
    "french": Army("#12407A", "#0A2749"),
    "anglo_allied": Army("#AB122E", "#6E0A1D"),
    "prussian": Army("#97A0B1", "#4E5666", on_fill="#221D17"),
    "coalition": Army("#AB122E", "#6E0A1D"),
}
FLAGS = {"disordered": "DISORD", "rallied": "RALLY", "attacked": "FOUGHT"}
BADGES = {
    "chateau": Badge("castle points", "wall"),
    "entry": Badge("reinforcements enter in turn", "arrow"),
}
WATERS = {
    "Hain": ("B5", "D5"),
    "Smohain brook": ("Q5", "T5"),
    "Lasne": ("Q11", "T11"),
}  # comments of map.toml
LABEL_STYLES = {
    "A3": ("town", 36, -37),
    "F3": ("town", 0, -37),
    "N5": ("hamlet", -20, 38),
    "O5": ("hamlet", 26, 38),
    "N1": ("hamlet", 0, 38),
    "S9": ("wood", -2, -37),
    "J14": ("hamlet", 0, 35),
    "C8": ("hamlet", 0, 38),
    "J8": ("hamlet", -32, 38),
    "L13": ("wood", -32, 38),
    "J4": ("elm", -88, 38),
}
"""Names lie in the bands between rows, off counters and square numbers."""


@cache
def plan() -> Plan:
    """The plan drawn from the checked facts (map.toml, units.toml)."""
    facts = load()
    return Plan(
        title="waterloo",
        seed=1815,
        grid=Squares(facts.board),
        woods=squares_of(facts, "woods"),
        hills=squares_of(facts, "hill"),
        villages=squares_of(facts, "village"),
        chateaux=squares_of(facts, "chateau"),
        slopes=tuple(downhill(facts, *edge) for edge in facts.edges["slope"]),
        streams=facts.edges["stream"],
        bridges=facts.edges["bridge"],
        ponds=facts.edges["pond"],
        roads=tuple(road.squares for road in facts.roads),
        labels=labels(facts),
        waters=WATERS,
        names=names(facts),
        kinds=KINDS,
        armies=ARMIES,
        flags=FLAGS,
        badges=BADGES,
    )


def squares_of(facts: Facts, terrain: str) -> tuple[str, ...]:
    return tuple(square for square in facts.squares if facts.terrain[square] == terrain)


def downhill(facts: Facts, first: str, second: str) -> tuple[str, str]:
    """A slope as (high, low). The allied crest and the hollow of Plancenoit fall to the south and east, the
    French
    ridge, which lies between them, to the north and west (map.toml); the rules do not care which side is
    high."""
    column, row = facts.position[second]
    is_french_ridge = 7 <= row + 1 <= 9 and column < facts.grid.column_letters.index("N")
    return (second, first) if is_french_ridge else (first, second)


def labels(facts: Facts) -> tuple[Label, ...]:
    found = []
    for place in facts.places:
        style = "town" if place.cdp is None else "place"
        dx, dy = (36, -37) if len(place.squares) > 1 else (0, 40)
        found.append(Label(place.squares[0], place.name, style, dx, dy))
    for label in facts.labels:
        style, dx, dy = LABEL_STYLES.get(label.square, ("hamlet", 0, 36))
        found.append(Label(label.square, label.text, style, dx, dy))
    return tuple(found)


def names(facts: Facts) -> dict[str, str]:
    """What each square is called aloud: its place or label, then its terrain when it is not clear."""
    called = {label.square: label.text for label in facts.labels}
    called |= {square: place.name for square, place in facts.place_of.items()}
    return {
        square: ", ".join(part for part in (called.get(square), "" if kind == "clear" else kind) if part)
        for square, kind in facts.terrain.items()
        if square in called or kind != "clear"
    }
