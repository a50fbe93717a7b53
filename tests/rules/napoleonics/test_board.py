"""The battlefields as they are drawn, and what the table shows and measures."""

from xml.etree import ElementTree

import pytest

from domain.kernel import PUBLIC, Seat
from domain.napoleonics.events.combat import UnitEliminated
from domain.napoleonics.facts import FACTS
from domain.napoleonics.facts.board import ADJACENT, HEXES
from domain.napoleonics.facts.sides import SEATS
from domain.napoleonics.orders.movement import MoveLeader, MoveUnit
from domain.napoleonics.seen.hints import hint
from domain.napoleonics.seen.maps import battlefield, courses
from domain.napoleonics.seen.measures import MEASURES, measure
from domain.napoleonics.seen.scene import board_of, view
from domain.napoleonics.seen.told import lead, piece_card
from domain.napoleonics.seen.worth import evaluate
from domain.napoleonics.title import NAPOLEONICS
from tests.laws.games import opened_game
from tests.rules.napoleonics.position import combat, movement, position
from tests.web.test_boards import SVG, ids
from web.boards import live_svg, plan_of, static_picture

SCENARIOS = list(FACTS.scenarios)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_battlefield_is_drawn_with_its_armies(scenario: str) -> None:
    ElementTree.fromstring(static_picture(board_of(scenario)))
    state = opened_game(NAPOLEONICS, scenario, SEATS, bytes(32)).head.state
    root = ElementTree.fromstring(live_svg(view(state, PUBLIC)))
    assert set(ids(root, "sp-")) == set(HEXES) and set(ids(root, "u-")) == set(state.at)
    assert len(plan_of(board_of(scenario)).grid.cells) == 113  # type: ignore[union-attr]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_water_runs_from_hex_to_hex_and_none_is_left_out(scenario: str) -> None:
    told, fact = battlefield(FACTS, scenario), FACTS.scenarios[scenario].fact
    water = {*fact.terrain.get("river", ()), *fact.terrain.get("ford", ()), *fact.bridges}
    assert {hex for course in told.ways["water"] for hex in course} == water
    for course in told.ways["water"]:
        assert all(near in ADJACENT[hex] for hex, near in zip(course, course[1:], strict=False))
    assert courses(set()) == ()


def test_field_works_and_places_are_told() -> None:
    told = battlefield(FACTS, "river_coa")
    assert {hex for hex, _ in told.sides["works"]} == {"G5", "G6"}
    assert told.names["I5"] == "Coa bridge, bridge" and told.names["G5"] == "field works"


def test_a_unit_of_blocks_shows_its_strength_and_leaves_the_board_with_its_last_block() -> None:
    state = position("br_line F6 3, fr_line E6", "ney E6", squares={"br_line-1": "rally"})
    scene = view(state, PUBLIC)
    assert (scene.tokens["br_line-1"].strength, scene.tokens["br_line-1"].flags[0]) == (3, "square")
    assert scene.tokens["ney"].kind == "leader"
    after = UnitEliminated("fr_line-1", "E6").apply(state)
    assert "fr_line-1" not in view(after, PUBLIC).tokens and piece_card(after, "fr_line-1") is not None


def test_the_measures_are_those_that_are_declared() -> None:
    state = position(
        "br_line F6 3, pt_light_cavalry F3, fr_line E6", "ney E6", banners={"british": 2, "french": 1}
    )
    found = measure(state)
    assert set(found) == {each.id for each in MEASURES}
    assert found["blocks_infantry_british"] == 3 and found["units_left_british"] == 1
    assert found["banners_british"] == 2 and found["leaders_french"] == 1


def test_dice_are_counted_against_expectation() -> None:
    table = combat("br_line E7, fr_line C7, fr_line A1", dice="IIIAA").fire("br_line-1", "fr_line-1")
    found = measure(table.state)
    assert (found["dice_british"], found["hits_british"]) == (5, 3)
    assert found["luck_british"] == pytest.approx(3 - 5 / 3, abs=1e-5)
    assert found["lost_infantry_french"] == 3


def test_who_has_more_banners_is_ahead() -> None:
    state = position(
        "br_line F6, fr_line E6", needs={"british": 5, "french": 6}, banners={"british": 2, "french": 2}
    )
    found = lead(state)
    assert found is not None and found.ahead == "british"
    assert evaluate(state, Seat("british")) > evaluate(state, Seat("french"))


def test_every_order_of_a_menu_has_a_hint() -> None:
    table = combat("br_line E7, fr_line D7, fr_line A1", dice="AAAA")
    assert [hint(table.state, order).kind for order in table.menu()] == ["fight", "safe"]


def test_a_move_round_others_costs_the_hexes_of_its_way() -> None:
    """§Movimento: "Una unità non può muovere entro o attraverso un hex occupato da un'unità nemica o leader
    avversario o anche unità amiche": two hexes east lie three hexes away round whoever stands between."""
    charge = movement("br_light_cavalry F6, br_line E7, br_line F7, fr_line A1, br_line I1")
    ways = {"G7": 1, "G8": 2, "F8": 3}
    assert {to: hint(charge.state, MoveUnit("br_light_cavalry-1", to)).cost for to in ways} == ways
    ride = movement("fr_line E7, fr_line F7, br_line I1", "hill F6", ordered={"hill": "apart"})
    assert {to: hint(ride.state, MoveLeader("hill", to)).cost for to in ways} == ways


def test_a_board_has_a_name_in_svg() -> None:
    assert SVG.startswith("{http")
