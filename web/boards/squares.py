"""Square grids: where a square is, what it touches, and the outline of many squares together."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from web.boards.ink import Point

Edge = tuple[Point, Point]


@dataclass(frozen=True)
class Squares:
    """A board of squares named by column letter and row number, row 1 in the north."""

    letters: str
    rows: int
    size: float = 74.0

    @property
    def width(self) -> float:
        return len(self.letters) * self.size

    @property
    def height(self) -> float:
        return self.rows * self.size

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """All squares, row by row from the north-west."""
        return tuple(f"{letter}{row}" for row in range(1, self.rows + 1) for letter in self.letters)

    def corner(self, cell: str) -> Point:
        """The north-west corner."""
        return (self.letters.index(cell[0]) * self.size, (int(cell[1:]) - 1) * self.size)

    def centre(self, cell: str) -> Point:
        x, y = self.corner(cell)
        return (x + self.size / 2, y + self.size / 2)

    def corners(self, cell: str) -> list[Point]:
        """Clockwise on the screen from the north-west."""
        x, y = self.corner(cell)
        s = self.size
        return [(x, y), (x + s, y), (x + s, y + s), (x, y + s)]

    def edge(self, first: str, second: str) -> Edge:
        """The side that two squares share, with the first square on its right hand.

        Raises ValueError when they do not touch."""
        mine, theirs = sides(self.corners(first)), set(sides(self.corners(second)))
        for a, b in mine:
            if (b, a) in theirs:
                return (a, b)
        raise ValueError(f"squares {first} and {second} share no side; an edge names two squares that touch")


def sides(corners: Sequence[Point]) -> list[Edge]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def outline(grid: Squares, cells: Collection[str]) -> list[list[Point]]:
    """The loops around a set of cells, clockwise on the screen; cells that only touch at a corner stay
    apart."""
    owner = {side: cell for cell in sorted(cells) for side in sides(grid.corners(cell))}
    rim = {side: cell for side, cell in owner.items() if (side[1], side[0]) not in owner}
    return [[a for a, _ in loop] for loop in chains(rim)]


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
