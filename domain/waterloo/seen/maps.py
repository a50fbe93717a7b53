"""The battlefield as it is drawn."""

from domain.kernel.maps import CellMap
from domain.waterloo.facts import Facts
from domain.waterloo.facts.battlefield import TERRAINS, Square


def battlefield(facts: Facts) -> CellMap:
    """The map with its roads and waters, and the names on it."""
    return CellMap(
        cells=facts.board,
        terrain={kind: _squares_of(facts, kind) for kind in TERRAINS if kind != "clear"},
        sides={
            "slope": tuple(_downhill(facts, *edge) for edge in facts.edges["slope"]),
            **{kind: facts.edges[kind] for kind in ("stream", "bridge", "pond")},
        },
        ways={"road": tuple(road.squares for road in facts.roads)},
        labels=(
            *((place.squares[0], place.name) for place in facts.places),
            *((label.square, label.text) for label in facts.labels),
        ),
        names=_names(facts),
    )


def _squares_of(facts: Facts, terrain: str) -> tuple[Square, ...]:
    return tuple(square for square in facts.squares if facts.terrain[square] == terrain)


def _downhill(facts: Facts, first: Square, second: Square) -> tuple[Square, Square]:
    """A slope as (high, low). The allied crest and the hollow of Plancenoit fall to the south and east, the
    French ridge, which lies between them, to the north and west (map.toml); the rules do not care which side
    is high."""
    column, row = facts.position[second]
    is_french_ridge = 7 <= row + 1 <= 9 and column < facts.grid.column_letters.index("N")
    return (second, first) if is_french_ridge else (first, second)


def _names(facts: Facts) -> dict[Square, str]:
    """What each square is called aloud: its place or label, then its terrain when it is not clear."""
    called = {label.square: label.text for label in facts.labels}
    called |= {square: place.name for square, place in facts.place_of.items()}
    return {
        square: ", ".join(part for part in (called.get(square), "" if kind == "clear" else kind) if part)
        for square, kind in facts.terrain.items()
        if square in called or kind != "clear"
    }
