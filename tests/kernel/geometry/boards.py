"""Boards of every kind for the tests of geometry, and ways to choose cells of them."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from domain.kernel.geometry import Cells, flat_hexes, pointy_hexes, squares

BOARDS: dict[str, Cells] = {
    "squares": squares("ABCDEFGHIJ", 8),
    "flat, even columns low": flat_hexes(9, 8, first=(4, 17)),
    "flat, odd columns low": flat_hexes(26, 33, low="odd"),
    "pointy": pointy_hexes(13, 9),
}
unhurried = settings(deadline=None, suppress_health_check=list(HealthCheck))
every_board = st.sampled_from(sorted(BOARDS))


@st.composite
def some_cells(draw: st.DrawFn, many: int) -> tuple[Cells, *tuple[str, ...]]:
    """A board and so many of its cells, some of them perhaps the same."""
    board = BOARDS[draw(every_board)]
    cell = st.sampled_from(tuple(board.middle))
    return board, *(draw(cell) for _ in range(many))
