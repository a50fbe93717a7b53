"""The drawing kit: a plan becomes the static picture of a map. Pure and deterministic; names no title."""

from collections.abc import Iterable
from itertools import chain

from web.boards import countryside, earthworks, lines, paper, terrain
from web.boards.ink import Curve, Point, tag
from web.boards.plan import Plan


def picture(plan: Plan) -> bytes:
    """The terrain of a map as a whole SVG document without any lettering (letters are in the live layer,
    where the
    page's fonts reach). The same plan gives the same bytes."""
    roads, streams = lines.road_curves(plan), lines.stream_curves(plan)
    rivers = lines.river_curves(plan, streams)
    creeks = lines.creek_curves(plan)
    water = [*streams, *rivers, *creeks]
    trails = lines.trail_curves(plan, roads)
    on_roads, on_water = dots([*roads, *trails]), dots(water)
    groves = terrain.wood_curves(plan)
    land = "".join(
        (
            paper.ground(plan),
            terrain.fields(plan) if plan.is_farmland else "",
            countryside.crops(plan, [*on_roads, *on_water]),
            terrain.hills(plan),
            terrain.slopes(plan, lines.ridge_curves(plan)),
            terrain.wood_floor(groves),
            lines.water(rivers, 7.4),
            lines.water(streams, plan.water_width),
            lines.water(creeks, 2.4 * plan.water_width),
            lines.ponds(plan),
            lines.paths(plan, [*roads, *trails]),
            lines.trails(trails),
            lines.roads(roads),
            lines.bridges(plan, water, roads),
            lines.fords(plan, water),
            terrain.lone_trees(plan, [*on_roads, *on_water, *settled(plan)]) if plan.is_farmland else "",
            countryside.orchards(plan, [*on_roads, *on_water]),
            terrain.wood_canopy(plan, groves, [*on_roads, *on_water]),
            terrain.villages(plan, [*on_roads, *on_water]),
            terrain.farms(plan),
            countryside.chapels(plan),
            earthworks.works(plan),
            paper.lattice(plan),
            lines.sections(plan),
            earthworks.bounds(plan),
            countryside.stars(plan),
        )
    )
    body = tag("defs", paper.noises(plan.seed)) + land + paper.beyond(plan)
    body += paper.noise(plan) + paper.frame(plan)
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=paper.view_box(plan)).encode()


def dots(curves: Iterable[Curve]) -> list[Point]:
    """Points along curves, close enough to measure distances from."""
    return [point for curve in curves for point, _ in curve.samples(4)]


def settled(plan: Plan) -> list[Point]:
    """Points that cover villages and farms, which lone trees keep off."""
    spread = (-28, -14, 0, 14, 28)
    return [
        (x + dx, y + dy)
        for cell in (*plan.villages, *chain(*plan.farms.values()))
        for x, y in [plan.grid.centre(cell)]
        for dx in spread
        for dy in spread
    ]
