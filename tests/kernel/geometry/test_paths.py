"""Ways from space to space: steps, least cost, where a movement must stop."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.geometry import Cells, cheapest, distances, joined, reach, within
from tests.kernel.geometry.boards import BOARDS, some_cells, unhurried

MAP = joined(
    ["lisbon", "elvas", "badajoz", "palma", "toledo"],
    [("elvas", "lisbon"), ("badajoz", "elvas"), ("badajoz", "toledo")],
)


def test_lines_join_places_both_ways_in_the_order_of_the_map() -> None:
    assert MAP == {
        "lisbon": ("elvas",),
        "elvas": ("lisbon", "badajoz"),
        "badajoz": ("elvas", "toledo"),
        "palma": (),
        "toledo": ("badajoz",),
    }


def test_steps_are_counted_and_what_no_line_leads_to_is_not_there() -> None:
    assert distances(MAP.__getitem__, "lisbon") == {"lisbon": 0, "elvas": 1, "badajoz": 2, "toledo": 3}
    assert distances(MAP.__getitem__, "lisbon", most=1) == {"lisbon": 0, "elvas": 1}
    assert within(MAP.__getitem__, "badajoz", 1) == {"badajoz", "elvas", "toledo"}
    assert distances(MAP.__getitem__, "palma") == {"palma": 0}


def test_a_closed_line_is_left_out_by_its_cost() -> None:
    def cost(frm: str, to: str) -> int | None:
        return None if {frm, to} == {"badajoz", "toledo"} else 2

    assert reach(MAP.__getitem__, "lisbon", 9, cost) == {"lisbon": 0, "elvas": 2, "badajoz": 4}
    assert reach(MAP.__getitem__, "lisbon", 3, cost) == {"lisbon": 0, "elvas": 2}
    assert cheapest(MAP.__getitem__, "lisbon", "toledo", cost) is None
    assert cheapest(MAP.__getitem__, "lisbon", "badajoz", cost) == ("lisbon", "elvas", "badajoz")
    assert cheapest(MAP.__getitem__, "lisbon", "badajoz", cost, points=3) is None


def test_who_enters_a_space_that_stops_him_goes_no_further() -> None:
    board = BOARDS["pointy"]
    found = reach(board.adjacent.__getitem__, "E7", 2, lambda frm, to: 1, lambda cell: cell == "E8")
    assert "E8" in found and "E9" not in found and "D8" in found, "round it one may go"
    out = reach(board.adjacent.__getitem__, "E7", 1, lambda frm, to: 1, lambda cell: cell == "E7")
    assert len(out) == 7, "from where he stands everybody may set out"


@unhurried
@given(some_cells(2), st.integers(0, 2**16), st.integers(0, 12))
def test_a_reach_costs_what_its_cheapest_ways_cost_and_nothing_cheaper_is_left(
    chosen: tuple[Cells, str, str], seed: int, points: int
) -> None:
    board, start, end = chosen
    price = {cell: random.Random(f"{seed}{cell}").choice((1, 1, 2, 3, None)) for cell in board.middle}
    near = board.adjacent.__getitem__
    found = reach(near, start, points, lambda frm, to: price[to])
    way = cheapest(near, start, end, lambda frm, to: price[to], points)
    assert (way is not None) == (end in found)
    if way is not None:
        assert all(to in near(frm) for frm, to in pairwise(way)) and (way[0], way[-1]) == (start, end)
        assert found[end] == sum(price[cell] or 0 for cell in way[1:]) <= points
    for cell, spent in found.items():
        for to in near(cell):
            step = price[to]
            if step is not None and spent + step <= points:
                assert found[to] <= spent + step
