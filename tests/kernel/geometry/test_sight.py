"""Lines of sight: through cells, along sides, at corners and at the edge of the map."""

from fractions import Fraction

from hypothesis import given

from domain.kernel.geometry import Cells, crossed, is_clear, line, squares, ways_in
from tests.kernel.geometry.boards import BOARDS, some_cells, unhurried

POINTY, FLAT = BOARDS["pointy"], BOARDS["flat, odd columns low"]


@unhurried
@given(some_cells(2))
def test_a_line_read_backwards_is_the_line_back(chosen: tuple[Cells, str, str]) -> None:
    board, a, b = chosen
    assert line(board, a, b) == line(board, b, a)[::-1]
    assert crossed(board, a, b) == tuple((to, frm) for frm, to in crossed(board, b, a)[::-1])


@unhurried
@given(some_cells(2))
def test_a_line_goes_on_from_cell_to_cell_and_never_leaves_the_shortest_way(
    chosen: tuple[Cells, str, str],
) -> None:
    board, a, b = chosen
    met = [cell for stretch in line(board, a, b) for cell in stretch if cell is not None]
    if board.shape.name != "square":
        assert all(board.distance(a, c) + board.distance(c, b) == board.distance(a, b) for c in met)
    assert len(set(met)) == len(met) and a not in met and b not in met
    assert all(to in board.adjacent[frm] for frm, to in crossed(board, a, b))
    if a != b:
        assert ways_in(board, a, b) and set(ways_in(board, a, b)) <= set(board.adjacent[b])


@unhurried
@given(some_cells(2))
def test_every_point_of_a_line_lies_in_the_cells_that_it_names(chosen: tuple[Cells, str, str]) -> None:
    """A point lies in the cell whose middle is nearest, in the true measures of squares and hexes."""
    board, a, b = chosen
    (ax, ay), (bx, by) = board.middle[a], board.middle[b]
    across, down = {"square": (1, 1), "flat": (1, 3), "pointy": (3, 1)}[board.shape.name]
    named, apart = set(line(board, a, b)) | {(a,), (b,)}, board.distance(a, b)
    near = [cell for cell in board.middle if board.distance(a, cell) + board.distance(cell, b) <= apart + 2]
    for k in range(30):
        x, y = (start + Fraction(k, 29) * (end - start) for start, end in ((ax, bx), (ay, by)))
        far = {
            cell: across * (x - cx) ** 2 + down * (y - cy) ** 2
            for cell, (cx, cy) in ((each, board.middle[each]) for each in near)
        }
        nearest = min(far.values())
        here = [cell for cell in far if far[cell] == nearest]
        beyond = [
            (cx + dx, cy + dy)
            for cx, cy in (board.middle[here[0]],)
            for dx, dy in board.shape.steps.values()
            if (cx + dx, cy + dy) not in board.named
        ]
        is_on_map = all(across * (x - cx) ** 2 + down * (y - cy) ** 2 > nearest for cx, cy in beyond)
        if len(here) == 1 and is_on_map:
            assert (here[0],) in named, (k, here)


def test_a_line_through_the_middles_of_a_row_runs_through_every_cell_of_it() -> None:
    assert line(POINTY, "E3", "E6") == (("E4",), ("E5",))
    assert line(FLAT, "0823", "1124") == (("0923",), ("1024",)), "one straight line, as the notes say"
    assert crossed(FLAT, "0823", "1124") == (("0823", "0923"), ("0923", "1024"), ("1024", "1124"))


def test_a_line_along_a_side_is_blocked_only_from_both_sides() -> None:
    assert line(POINTY, "E7", "G7") == (("F6", "F7"),)
    assert is_clear(POINTY, "E7", "G7", {"F6"}.__contains__)
    assert not is_clear(POINTY, "E7", "G7", {"F6", "F7"}.__contains__)
    assert line(FLAT, "1020", "0820") == (("0919", "0920"),)
    assert not is_clear(FLAT, "1020", "0820", {"0919", "0920"}.__contains__)
    assert crossed(FLAT, "1020", "0820") == ()


def test_what_lies_beyond_the_map_blocks_one_side_of_a_line_along_its_edge() -> None:
    assert line(POINTY, "A1", "C1") == ((None, "B1"),)
    assert is_clear(POINTY, "A1", "C1", set().__contains__)
    assert not is_clear(POINTY, "A1", "C1", {"B1"}.__contains__)


def test_a_cell_that_the_line_runs_through_blocks_it_and_the_ends_never_do() -> None:
    assert line(POINTY, "E7", "G8") == (("F7",),)
    assert not is_clear(POINTY, "E7", "G8", {"F7"}.__contains__)
    assert is_clear(POINTY, "G7", "E7", {"G7", "E7"}.__contains__)
    assert line(POINTY, "I5", "E5") == (("H4", "H5"), ("G5",), ("F4", "F5"))
    assert line(POINTY, "H6", "E7") == (("G7",), ("F6",))


def test_the_sight_lines_of_printed_examples() -> None:
    def sees(a: str, b: str, *blocking: str) -> bool:
        return is_clear(FLAT, a, b, blocking.__contains__) and is_clear(FLAT, b, a, blocking.__contains__)

    assert not sees("1519", "1516", "1517") and not sees("1519", "1516", "1518") and sees("1519", "1516")
    assert not sees("0923", "1124", "1024")
    assert sees("1127", "0928", "1029") and sees("1127", "0829", "1029")
    assert not sees("1127", "0929", "1029")


def test_a_corner_that_is_only_touched_is_not_met() -> None:
    board = squares("ABCD", 4)
    assert line(board, "A1", "C3") == (("B2",),)
    assert crossed(board, "A1", "C3") == () and ways_in(board, "A1", "C3") == ("C2", "B3")
    assert line(board, "A1", "B2") == () and is_clear(board, "A1", "B2", {"A2", "B1"}.__contains__)
    assert crossed(board, "A1", "A2") == (("A1", "A2"),) and ways_in(board, "A1", "A2") == ("A1",)


def test_a_line_comes_in_over_one_side_or_through_a_corner_over_two() -> None:
    assert ways_in(POINTY, "E7", "E9") == ("E8",)
    assert ways_in(POINTY, "E7", "G7") == ("F7", "F6")
    assert ways_in(POINTY, "A1", "C1") == ("B1",), "the other side is the edge of the map"
