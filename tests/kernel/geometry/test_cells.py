"""Cells of every shape: numbering, neighbours, distances and ranges."""

import pytest
from hypothesis import given

from domain.kernel.geometry import Cells, flat_hexes, pointy_hexes, squares
from domain.kernel.geometry.paths import distances
from tests.kernel.geometry.boards import BOARDS, some_cells, unhurried

LETTERS = "ABCDEFGHIJKLMNOPQRST"
each_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


@each_board
def test_a_name_leads_to_a_place_and_back(board: Cells) -> None:
    assert len(board.named) == len(board.middle)
    assert all(board.named[at] == cell for cell, at in board.middle.items())
    places = [board.column_and_row(cell) for cell in board.middle]
    assert len(set(places)) == len(places) and places[0] == (0, 0)
    assert places == sorted(places, key=lambda each: (each[1], each[0])), "row by row from the north-west"


def test_cells_are_numbered_by_column_and_row() -> None:
    for cell, (column, row) in ((each, squares(LETTERS, 14).column_and_row(each)) for each in ("J5", "T14")):
        assert cell == f"{LETTERS[column]}{row + 1}"
    for name in ("flat, even columns low", "flat, odd columns low"):
        board = BOARDS[name]
        first = next(iter(board.middle))
        for cell in board.middle:
            column, row = board.column_and_row(cell)
            assert cell == f"{column + int(first[:2]):02}{row + int(first[2:]):02}"
    for cell in BOARDS["pointy"].middle:
        column, row = BOARDS["pointy"].column_and_row(cell)
        assert cell == f"{LETTERS[row]}{column + 1}"
    assert tuple(squares("AB", 2).middle) == ("A1", "B1", "A2", "B2")
    assert tuple(flat_hexes(2, 2, first=(3, 18)).middle) == ("0318", "0418", "0319", "0419")
    assert tuple(pointy_hexes(3, 2).middle) == ("A1", "A2", "A3", "B1", "B2")


def test_the_neighbours_of_printed_boards_are_those_of_their_notes() -> None:
    assert squares(LETTERS, 14).adjacent["J5"] == ("J4", "K5", "J6", "I5")
    odd = BOARDS["flat, odd columns low"]
    assert odd.adjacent["0928"] == ("0927", "1028", "1029", "0929", "0829", "0828")
    assert odd.adjacent["1024"] == ("1023", "1123", "1124", "1025", "0924", "0923")
    assert odd.beside["0101"]["N"] is None and odd.beside["0101"]["NE"] == "0201"
    pointy = BOARDS["pointy"]
    assert pointy.beside["E7"] == {"NE": "D7", "E": "E8", "SE": "F7", "SW": "F6", "W": "E6", "NW": "D6"}
    assert pointy.beside["D6"] == {"NE": "C7", "E": "D7", "SE": "E7", "SW": "E6", "W": "D5", "NW": "C6"}


@each_board
def test_neighbours_are_mutual_share_two_corners_and_lie_in_opposite_directions(board: Cells) -> None:
    opposite = board.shape.opposite
    for (cell, near), word in board.direction.items():
        assert board.direction[near, cell] == opposite[word]
        assert len(set(board.corners(cell)) & set(board.corners(near))) == 2
        assert board.distance(cell, near) == 1


@unhurried
@given(some_cells(3))
def test_distance_is_a_metric(chosen: tuple[Cells, str, str, str]) -> None:
    board, a, b, c = chosen
    assert board.distance(a, b) == board.distance(b, a)
    assert (board.distance(a, b) == 0) == (a == b)
    assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)


@each_board
def test_a_distance_is_the_number_of_steps_from_cell_to_cell(board: Cells) -> None:
    for start in list(board.middle)[:: max(1, len(board.middle) // 12)]:
        steps = distances(board.adjacent.__getitem__, start)
        assert steps == {cell: board.distance(start, cell) for cell in board.middle}


def test_an_area_has_its_cells_in_the_order_of_the_board() -> None:
    pointy = BOARDS["pointy"]
    assert pointy.cells(pointy.area(("E7", "A2", "A1"))) == ["A1", "A2", "E7"] and not pointy.cells(0)
    both = pointy.area(("A1", "B1")) & pointy.area(("B1", "C1"))
    assert both == pointy.bit["B1"]


@each_board
def test_an_area_within_a_distance_has_the_cells_that_are_so_near(board: Cells) -> None:
    for centre in list(board.middle)[:: max(1, len(board.middle) // 5)]:
        for most in range(4):
            near = [cell for cell in board.middle if board.distance(centre, cell) <= most]
            assert board.cells(board.area_within(centre, most)) == near
    assert board.with_neighbours(board.bit[centre]) == board.area_within(centre, 1)


@each_board
def test_steps_that_are_taken_together_lead_where_each_of_them_leads(board: Cells) -> None:
    cells = list(board.middle)
    some = [(cell, near) for cell in cells[::2] for near in board.adjacent[cell][::2]]
    area = board.area(cells[::3])
    ends = {to for frm, to in some if board.bit[frm] & area}
    assert board.spread(some).of(area) == board.area(ends) and not board.spread(some).of(0)
    beside = {near for cell in cells[::3] for near in board.adjacent[cell]}
    assert board.beside_all.of(area) == board.area(beside)
    assert [board.cell(area, number) for number in range(len(cells[::3]))] == cells[::3]
