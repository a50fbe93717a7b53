"""Cells of a board, square or hex: what they share, the outline of many together, the lines along their
sides."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.kernel.geometry import Cells
from web.boards.ink import Point, num

Edge = tuple[Point, Point]


@dataclass(frozen=True)
class Spots:
    """Where signs lie, as steps from the middle of a cell: the owner's flag, the first mark, the disc of a
    cost where a counter stands.

    `frame` is path data round the counters, `inset` the same within the sides of a cell. `turns` are the
    words of a facing with the transform of a front drawn for north. `body` is how wide a counter is, `room`
    how far the middles of two cells are apart where they are nearest: what no counter may exceed; `row` how
    far the gap above a cell is from that below it, where names go (0: cells have no such gaps)."""

    owner: Point
    mark: Point
    cost: float
    frame: str
    inset: str
    turns: Mapping[str, str]
    body: float
    room: float
    row: float


class Grid(Protocol):
    """A board of cells as it is drawn; lengths are board pixels, y grows downwards."""

    @property
    def board(self) -> Cells: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def cells(self) -> tuple[str, ...]:
        """All cells in the order of the keyboard."""

    @property
    def spots(self) -> Spots: ...
    @property
    def wood_shake(self) -> float:
        """How far the outline of a wood strays from the sides of its cells."""

    @property
    def hill_shake(self) -> float: ...
    @property
    def shares(self) -> tuple[float, ...]:
        """Where on a side the points of an organic outline lie, as shares of its length."""

    @property
    def land(self) -> str:
        """Path data of the whole map."""

    @property
    def lines(self) -> str:
        """Path data of the thin grid."""

    @property
    def letters_beside(self) -> list[tuple[str, float, float]]:
        """Letters in the frame with their places."""

    @property
    def number_style(self) -> Mapping[str, str]:
        """How the numbers of cells are lettered besides: attributes."""

    def number_at(self, cell: str) -> Point:
        """Where the number of a cell is lettered."""

    def centre(self, cell: str) -> Point: ...
    def corners(self, cell: str) -> list[Point]:
        """Clockwise on the screen."""

    def outside(self, point: Point, by: float) -> Point:
        """A point of the rim moved over it by so many pixels; any other point as it is."""

    def way_out(self, cell: str, end: Point, before: Point) -> Point:
        """Where a road that comes from `before` and ends at `end` in a cell of the rim leaves the map."""


def is_on_rim(grid: Grid, cell: str) -> bool:
    """Does the edge of the map run along one of its sides?"""
    return None in grid.board.beside[cell].values()


def edge(grid: Grid, first: str, second: str) -> Edge:
    """The side that two cells share, with the first cell on its right hand.

    Raises ValueError when they do not touch."""
    mine, theirs = sides(grid.corners(first)), set(sides(grid.corners(second)))
    for a, b in mine:
        if (b, a) in theirs:
            return (a, b)
    raise ValueError(f"cells {first} and {second} share no side; an edge names two cells that touch")


def sides(corners: Sequence[Point]) -> list[Edge]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def rim(grid: Grid, cells: Collection[str]) -> dict[Edge, str]:
    """The sides round a set of cells, each with the cell that it belongs to."""
    owner = {side: cell for cell in sorted(cells) for side in sides(grid.corners(cell))}
    return {side: cell for side, cell in owner.items() if (side[1], side[0]) not in owner}


def outline(grid: Grid, cells: Collection[str]) -> list[list[Point]]:
    """The loops around a set of cells, clockwise on the screen; cells that only touch at a corner stay
    apart."""
    return [[a for a, _ in loop] for loop in chains(rim(grid, cells))]


def between(a: Point, b: Point, share: float) -> Point:
    return (a[0] * (1 - share) + b[0] * share, a[1] * (1 - share) + b[1] * share)


def stretch(a: Point, b: Point) -> str:
    """Path data of one straight line."""
    return f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"


def chains(edges: Iterable[Edge] | dict[Edge, str]) -> list[list[Edge]]:
    """Directed edges strung end to start. Where several go on, the one of the same cell is taken."""
    cell_of = edges if isinstance(edges, dict) else dict.fromkeys(edges, "")
    left = dict(cell_of)
    ends = {b for _, b in left}
    strings: list[list[Edge]] = []
    while left:
        first = next((edge for edge in left if edge[0] not in ends), next(iter(left)))
        string = [first]
        cell = left.pop(first)
        while going_on := [edge for edge in left if edge[0] == string[-1][1]]:
            chosen = next((edge for edge in going_on if left[edge] == cell), going_on[0])
            string.append(chosen)
            cell = left.pop(chosen)
        strings.append(string)
    return strings


def strung(edges: Iterable[Edge]) -> list[list[Point]]:
    """Undirected edges strung into lines of points, as long as they go; a branch starts a new line."""
    left = [edge for edge in edges]
    lines: list[list[Point]] = []
    while left:
        line = list(left.pop(0))
        grown = True
        while grown:
            grown = False
            for edge in left:
                for end, index in ((line[-1], len(line)), (line[0], 0)):
                    if end in edge:
                        line.insert(index, edge[1] if edge[0] == end else edge[0])
                        left.remove(edge)
                        grown = True
                        break
                if grown:
                    break
        lines.append(line)
    return lines
