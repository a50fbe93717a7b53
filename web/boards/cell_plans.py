"""The plan of a map of squares or hexes: what the title tells of it, drawn as its `board.toml` says."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.geometry import SQUARE
from domain.kernel.maps import CellMap
from web.boards import looks
from web.boards.cells import Grid
from web.boards.hexes import Hexes
from web.boards.looks import CellLooks, LabelLook
from web.boards.plan import Kind, Label, Plan
from web.boards.squares import Squares


def plan(board: str, title: str, told: CellMap) -> Plan:
    """The plan of a board of a title. Raises DataError for a mistake in `board.toml`."""
    look = looks.read(title, CellLooks)
    return Plan(
        title=board,
        seed=look.seed,
        grid=grid(told, look.size),
        water_width=look.water_width,
        is_farmland=look.is_farmland,
        crown=look.crown,
        opens=look.opens,
        farms={kind: cells for kind, cells in told.terrain.items() if look.terrain.get(kind) == "farms"},
        labels=tuple(label(cell, words, look) for cell, words in told.labels),
        waters=look.waters,
        names=told.names,
        kinds={name: kind_of(kind) for name, kind in look.kinds.items()},
        armies=looks.armies(title),
        flags=look.flags,
        badges=look.badges,
        printed=told.printed,
        printed_reduced=told.printed_reduced,
        two_sided=told.two_sided,
        words=look.words,
        letters=look.letters,
        briefs=look.briefs,
        **drawn_as(told.terrain, {kind: to for kind, to in look.terrain.items() if to != "farms"}),
        **drawn_as(told.sides, look.sides),
        **drawn_as(told.ways, look.ways),
    )


def grid(told: CellMap, size: float) -> Grid:
    """The cells at the size at which they are drawn."""
    return Squares(told.cells, size) if told.cells.shape is SQUARE else Hexes(told.cells, size)


def kind_of(told: Kind) -> Kind:
    """A kind of counter; "none" is how a file says that it faces nowhere."""
    return replace(told, facing=None) if told.facing == "none" else told


def label(cell: str, words: str, look: CellLooks) -> Label:
    """A name of the map as it is lettered."""
    style = look.labels.get(cell) or LabelLook()
    return Label(cell, words, style.style, style.dx, style.dy)


def drawn_as(told: Mapping[str, Iterable[Any]], kinds: Mapping[str, str]) -> dict[str, tuple[Any, ...]]:
    """What is drawn -> all that the map has of the kinds that are drawn so."""
    return {
        drawn: tuple(each for kind, to in kinds.items() if to == drawn for each in told.get(kind, ()))
        for drawn in dict.fromkeys(kinds.values())
    }
