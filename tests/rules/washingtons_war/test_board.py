"""The thirteen colonies as they are drawn: every space where the map puts it, every kind of line."""

import json
import math
from itertools import combinations

import pytest

from domain.kernel import PUBLIC
from domain.washingtons_war.facts import FACTS
from domain.washingtons_war.seen.maps import thirteen_colonies
from domain.washingtons_war.seen.scene import BOARD, BOXES, view
from domain.washingtons_war.title import WASHINGTONS_WAR as RULES
from tests.laws.games import opened_game
from tests.rules.washingtons_war.position import markers, position
from web.boards import live_svg, plan_of, static_picture
from web.boards.looks import PlaceLooks, read
from web.boards.place_plans import ground
from web.boards.points import PointPlan

LOOK = read(RULES.id, PlaceLooks)
PARTS = {"plain": "plain", "winter_quarters": "key", "fortified_port": "fortress"}


def plan() -> PointPlan:
    found = plan_of(BOARD)
    assert isinstance(found, PointPlan)
    return found


def inside(point: tuple[float, float], ring: tuple[tuple[float, float], ...]) -> bool:
    """Is a point within a ring (an odd number of its sides lies to the right)?"""
    (x, y), odd = point, False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def test_every_space_zone_and_box_is_drawn_once() -> None:
    assert set(plan().places) == {*FACTS.spaces, *FACTS.zones, *BOXES}
    assert len(plan().roads) == len(FACTS.map.connections) + len(FACTS.ports)


def test_every_space_stands_at_its_drawing_position() -> None:
    for space, fact in FACTS.space.items():
        wanted = (fact.x * LOOK.grown, fact.y * LOOK.grown)
        assert math.dist(plan().places[space].at, wanted) < 2, space


def test_shapes_and_anchors_tell_what_a_space_is() -> None:
    """2.1: circles, squares and stars; ports have an anchor."""
    for space, fact in FACTS.space.items():
        place = plan().places[space]
        assert place.shape == PARTS[fact.kind] and (place.port == "major") == bool(fact.zone), space


def test_wilderness_is_dashed_and_the_trail_to_quebec_is_arnolds() -> None:
    kinds = {frozenset((a, b)): kind for a, b, kind in thirteen_colonies(FACTS).lines}
    for line in FACTS.map.connections:
        wanted = "trail" if line.arnold_only else "broken" if line.wilderness else "open"
        assert kinds[frozenset((line.a, line.b))] == wanted
    assert list(kinds.values()).count("trail") == 1


@pytest.mark.parametrize("space", [each for each in FACTS.spaces if FACTS.colony_of[each] != "canada"])
def test_every_space_lies_in_its_colony(space: str) -> None:
    """The coast and the state lines are bent with the spaces; a port may stand a step off its shore."""
    at, reach = plan().places[space].at, 14
    rings = ground(RULES.id).land[FACTS.colony_of[space]]
    around = [(at[0] + reach * dx, at[1] + reach * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    assert any(inside(point, ring) for point in around for ring in rings)


def test_spaces_and_berths_keep_their_distance() -> None:
    inland = [place for place in plan().places.values() if place.shape != "box"]
    assert min(math.dist(a.at, b.at) for a, b in combinations(inland, 2)) >= 80


def test_no_panel_covers_a_space_or_a_berth() -> None:
    for place in plan().places.values():
        for panel in plan().panels if place.shape != "box" else ():
            across = panel.x - 20 < place.at[0] < panel.x + panel.width + 20
            down = panel.y - 20 < place.at[1] < panel.y + panel.height + 20
            assert not (across and down), (place.id, panel.words)


def test_the_tracks_have_a_box_for_every_year_and_every_step_of_the_alliance() -> None:
    tracks = {each.name: each for each in LOOK.tracks}
    years = FACTS.scenarios["campaign"].year
    assert tracks["year"].values == tuple(str(each.year) for each in years)
    assert tracks["year"].under == tuple(str(each.british_reinforcements) for each in years)
    assert tracks["alliance"].values == tuple(map(str, range(FACTS.alliance.trigger + 1)))


def test_a_colony_is_tinted_by_who_controls_it() -> None:
    """10.0: by the majority of its markers."""
    svg = live_svg(view(position(markers=markers("newport")), PUBLIC))
    shown = '<g data-section="colonies" data-name="rhode_island" data-value="{}">'
    assert shown.format("american") in svg and shown.format("british") not in svg
    assert set(ground(RULES.id).areas) == set(FACTS.colony)


def test_the_lines_from_the_fleet_to_its_ports_show_where_it_is() -> None:
    """12.3: a blockaded zone."""
    svg = live_svg(view(position(navy="carolinas"), PUBLIC))
    assert '<g data-section="track" data-name="navy" data-value="carolinas">' in svg
    assert 'display="none" data-section="track" data-name="navy" data-value="delaware"' in svg


def test_a_card_has_strategy_in_a_circle_and_agility_in_a_box() -> None:
    """2.2.C."""
    assert (plan().circled["washington"], plan().values["washington"]) == (1, 3)
    svg = live_svg(view(position(generals={"washington": "york"}), PUBLIC))
    assert 'id="v-washington"' in svg and 'id="u-washington"' in svg


def test_the_opening_is_drawn_whole_and_the_picture_is_no_larger_than_a_photograph() -> None:
    scenario = RULES.scenarios[0]
    state = opened_game(RULES, scenario.id, scenario.seatings[0], bytes(32)).head.state
    assert "u-howe" in live_svg(view(state, PUBLIC))
    assert len(static_picture(BOARD)) < 300_000


def test_the_ground_names_where_it_comes_from() -> None:
    told = json.loads((RULES.folder / LOOK.ground).read_text("utf-8"))
    assert "public domain" in told["source"]
