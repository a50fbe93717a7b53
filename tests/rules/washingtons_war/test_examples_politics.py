"""The worked cases of political control (10)."""

from collections.abc import Iterable
from typing import Any

import pytest

from domain.washingtons_war.events.markers import IsolatedMarkersRemoved, MarkerFlipped, MarkerPlaced
from domain.washingtons_war.events.pieces import CongressPlaced, CongressStayedOut
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.orders.impulses import SpendOnMarkers
from domain.washingtons_war.orders.markers import FlipMarker, PlaceCongress, PlaceMarker, StopMarkers
from domain.washingtons_war.politics.isolation import isolated, remove_isolated
from domain.washingtons_war.politics.phase import PoliticalControlPhase
from domain.washingtons_war.position.control import areas, colony_control
from domain.washingtons_war.position.state import State
from tests.playthroughs.told import ToldPlay
from tests.rules.washingtons_war.position import Table, given, markers, position

ONE, TWO, THREE = "ops_1_01", "ops_2_01", "ops_3_01"
STOP = StopMarkers()


def spending(side: Side, card: str, **facts: Any) -> Table:
    """The side spends this card on markers."""
    return given(side, hands={side: (card, "ops_1_18")}, **facts).give(SpendOnMarkers(card))


def placeable(table: Table) -> set[str]:
    return {order.space for order in table.offers(PlaceMarker)}


def flippable(table: Table) -> set[str]:
    return {order.space for order in table.offers(FlipMarker)}


def laid(american: str = "", british: str = "", /, **facts: Any) -> State:
    """Markers, and these pieces alone."""
    bare: dict[str, Any] = {"american": {}, "british": {}, "congress": None}
    return position(**{**bare, "markers": markers(american, british), **facts})


def around(*spaces: str, but: Iterable[str] = ()) -> str:
    """All neighbours of these spaces, for the enemy's markers."""
    near = {each for space in spaces for each in FACTS.adjacent[space]}
    return " ".join(sorted(near - set(spaces) - set(but)))


# OPS for markers (10.11) ------------------------------------------------------------------------


def test_e_47_no_garland_of_markers_of_one_card() -> None:
    table = spending("british", TWO, markers=markers("", "montreal"))
    assert "oswego" in placeable(table) and "fort_stanwix" not in placeable(table)
    assert "fort_stanwix" not in placeable(table.give(PlaceMarker("oswego")))


def test_e_48_three_spaces_for_a_three() -> None:
    """Rules 10.1, 10.11.A."""
    table = spending(
        "american", THREE, generals={"gates": "albany"}, british={"oswego": 1}, markers=markers("", "albany")
    )
    assert "oswego" not in placeable(table) and flippable(table) == {"albany"}
    table.give(FlipMarker("albany")).give(PlaceMarker("montreal")).give(PlaceMarker("salem"))
    assert table.prompt == "impulse", "at most three"
    assert [event.space for event in table.all(MarkerPlaced)] == ["montreal", "salem"]
    assert table.all(MarkerFlipped) == [MarkerFlipped("albany", "american", "ops")]


def test_a_lone_british_general_keeps_no_american_marker_away() -> None:
    """R-67."""
    assert "camden" in placeable(spending("american", ONE, generals={"clinton": "camden"}))


@pytest.mark.parametrize(
    ("units", "generals", "may"),
    [({"york": 1}, {"howe": "york"}, True), ({}, {"howe": "york"}, False), ({"york": 1}, {}, False)],
)
def test_e_49_a_british_army_flips_where_it_stands(
    units: dict[str, int], generals: dict[str, str], may: bool
) -> None:
    british = {"boston": 1, **units}
    table = spending("british", ONE, british=british, generals=generals, markers=markers("york"))
    assert ("york" in flippable(table)) == may


def test_a_british_army_places_without_adjacency() -> None:
    """10.11.B.iii, R-68."""
    table = spending("british", ONE, british={"york": 1}, generals={"howe": "york"})
    assert placeable(table) == {"york"}


def test_any_american_unit_keeps_british_markers_away() -> None:
    """10.11.B, 3.0."""
    table = spending(
        "british", ONE, generals={"lee": "new_haven"}, american={"newport": 1}, markers=markers("", "boston")
    )
    assert not placeable(table) & {"new_haven", "newport", "philadelphia"}
    assert "charleston" in placeable(table), "a fortified port is as good as any other (R-4)"


def test_e_96_a_blockade_does_not_matter_for_markers() -> None:
    table = spending(
        "british", ONE, markers=markers("", "quebec"), navy="st_lawrence", allied_in=1776, alliance=9,
        congress="albany",
    )  # fmt: skip
    assert placeable(table) == set(FACTS.ports) - {"quebec"}


def test_without_congress_the_americans_place_nothing_and_still_flip() -> None:
    """10.11.A.iv, R-67."""
    held = markers("", "albany")
    table = spending("american", ONE, congress=None, generals={"gates": "albany"}, markers=held)
    assert placeable(table) == set() and flippable(table) == {"albany"}
    mutiny = spending("american", ONE, mutinies=True)
    assert mutiny.menu() == [STOP]


# The Political Control Phase (10.2) -------------------------------------------------------------


def test_e_50_only_an_army_sets_a_marker() -> None:
    """Rules 5.6, 10.2."""
    table = given(
        generals={"gates": "albany", "greene": "newport"}, american={"hartford": 3, "newport": 1},
        markers=markers("philadelphia", "albany newport boston"), hands={"american": (ONE,)},
        then=[PoliticalControlPhase()],
    )  # fmt: skip
    assert table.all(MarkerFlipped) == [MarkerFlipped("newport", "american", "army", "10.2")]
    assert not table.all(MarkerPlaced)


def test_e_74_congress_returns_before_the_armies_set_their_markers() -> None:
    table = given(
        congress=None, generals={"howe": "philadelphia"}, british={"philadelphia": 5},
        markers=markers("philadelphia york newport"), hands={"american": (ONE,)},
        then=[PoliticalControlPhase()],
    )  # fmt: skip
    assert table.menu() == [PlaceCongress("newport"), PlaceCongress("york")]
    table.give(PlaceCongress("york"))
    assert table.all(CongressPlaced) == [CongressPlaced("york")]
    assert table.all(MarkerFlipped) == [MarkerFlipped("philadelphia", "british", "army", "10.2")]


def test_e_75_congress_has_no_home() -> None:
    table = given(
        congress=None, british={"richmond": 1}, markers=markers("montreal richmond"),
        hands={"american": (ONE,)}, then=[PoliticalControlPhase()],
    )  # fmt: skip
    assert table.all(CongressStayedOut) == [CongressStayedOut()] and table.state.congress is None
    assert not table.give(SpendOnMarkers(ONE)).offers(PlaceMarker)


# Isolation (10.3) -------------------------------------------------------------------------------


def test_e_51_a_way_to_an_empty_space_saves() -> None:
    british = around("boston", "barnstable", but=["newport"])
    assert not isolated(laid("boston barnstable", british), "american")
    shut = laid("boston barnstable", british, british={"newport": 1})
    assert set(isolated(shut, "american")) == {"boston", "barnstable"}


def test_congress_saves_its_neighbours_from_a_space_that_nobody_controls() -> None:
    """10.31: «uno spazio contenente il Congresso Continentale», controlled or not, and British CU or not."""
    where: dict[str, Any] = {"congress": "savannah", "british": {"savannah": 1}}
    held = ("augusta", around("augusta", but=("savannah",)))
    assert isolated(laid(*held, **where), "american") == ()
    assert isolated(laid(*held, british={"savannah": 1}), "american") == ("augusta",)


def test_e_52_congress_saves_its_group() -> None:
    british = around("boston", "barnstable", "newport")
    three = "boston barnstable newport"
    assert not isolated(laid(three, british, congress="newport"), "american")
    assert set(isolated(laid(three, british), "american")) == set(three.split())


@pytest.mark.parametrize(
    "pieces",
    [{"american": {"boston": 1}}, {"french": {"boston": 1}}, {"generals": {"lee": "boston"}},
     {"american": {"boston": 1}, "british": {"barnstable": 1}}],
)  # fmt: skip
def test_e_53_a_unit_saves_its_group(pieces: dict[str, Any]) -> None:
    british = around("boston", "barnstable", "newport")
    assert not isolated(laid("boston barnstable newport", british, **pieces), "american")


def test_e_54_a_port_is_never_isolated_for_the_british() -> None:
    assert not isolated(laid("new_york", "new_haven"), "british")
    assert not isolated(laid("new_york hartford", "new_haven"), "british")


@pytest.mark.parametrize(
    ("pieces", "safe"),
    [({"british": {"genesee": 1}}, True), ({}, False), ({"generals": {"howe": "genesee"}}, False)],
)
def test_e_55_a_british_cu_saves_and_a_lone_general_does_not(pieces: dict[str, Any], safe: bool) -> None:
    """Rule 10.32."""
    state = laid("fort_niagara fort_stanwix wyoming_valley oswego", "genesee", **pieces)
    assert (isolated(state, "british") == ()) == safe


@pytest.mark.parametrize(
    ("pieces", "safe"),
    [({"american": {"wyoming_valley": 1}}, False), ({"generals": {"gates": "wyoming_valley"}}, False),
     ({}, True)],
)  # fmt: skip
def test_e_56_the_empty_space_must_hold_neither_cu_nor_general(pieces: dict[str, Any], safe: bool) -> None:
    american = around("genesee", but=["wyoming_valley"])
    assert (isolated(laid(american, "genesee", **pieces), "british") == ()) == safe


def test_e_57_the_americans_first_then_the_british() -> None:
    state = laid(
        "fort_niagara fort_stanwix wyoming_valley montreal",
        "genesee oswego fort_detroit pittsburgh albany",
        british={"fort_detroit": 1, "pittsburgh": 1, "albany": 1},
        american={"wyoming_valley": 1, "montreal": 1},
    )
    assert set(isolated(state, "american")) == {"fort_niagara", "fort_stanwix"}
    assert set(isolated(state, "british")) == {"genesee", "oswego"}
    play: ToldPlay[State] = ToldPlay(state, (), (), ())
    remove_isolated(play)
    assert play.events == [IsolatedMarkersRemoved("american", ("fort_niagara", "fort_stanwix"))]


@pytest.mark.parametrize("has_cu", [True, False])
def test_e_110_markers_of_armies_come_before_isolation(has_cu: bool) -> None:
    table = given(
        generals={"greene": "reading"}, american={"reading": 1} if has_cu else {"salem": 1},
        markers=markers("wyoming_valley york", "reading genesee morristown philadelphia carlisle"),
        congress="york", hands={"american": (ONE,)}, then=[PoliticalControlPhase()],
    )  # fmt: skip
    assert (table.state.markers.get("wyoming_valley") == "american") == has_cu
    assert (table.state.markers.get("reading") == "american") == has_cu


@pytest.mark.parametrize(
    ("genesee", "pieces", "safe"),
    [("american", {}, False), (None, {}, True), (None, {"american": {"genesee": 1}}, False),
     ("american", {"british": {"fort_detroit": 1}}, True)],
)  # fmt: skip
def test_e_111_wilderness_joins_the_british_markers(
    genesee: str | None, pieces: dict[str, Any], safe: bool
) -> None:
    american = "bassett_town pittsburgh oswego" + (" genesee" if genesee else "")
    state = laid(american, "fort_detroit fort_niagara", **pieces)
    assert set(isolated(state, "british")) == (set() if safe else {"fort_detroit", "fort_niagara"})


def test_e_25_the_trail_of_arnold_is_no_adjacency_for_markers() -> None:
    british = around("falmouth")
    assert isolated(laid("falmouth", british), "american") == ("falmouth",)


# Control (10.0) ---------------------------------------------------------------------------------


def test_e_73_canada_needs_montreal_and_quebec() -> None:
    assert colony_control(laid("quebec", "montreal fort_detroit"), "canada") is None
    assert colony_control(laid("fort_detroit", "montreal quebec"), "canada") == "british"


def test_a_colony_goes_to_the_majority_of_markers() -> None:
    """10.0."""
    assert colony_control(laid("newport"), "rhode_island") == "american"
    assert colony_control(laid("boston", "falmouth"), "massachusetts") is None
    assert areas(laid("newport wilmington_de", "montreal quebec")) == {"american": 2, "british": 1}
