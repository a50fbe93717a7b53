"""The plan of a map of places: what the title tells of it, laid out and drawn as its `board.toml` says."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

from domain.kernel import titled
from domain.kernel.maps import MapPlace, PlaceMap
from web.boards import layout, looks
from web.boards.berths import NOMINAL, anchored, rounded
from web.boards.conic import Conic
from web.boards.ink import Point
from web.boards.looks import PlaceLooks
from web.boards.points import Ground, Place, PointPlan, Road

KEYS = ("key", "fortress", "capital")
"""The shapes whose names are lettered in wider capitals."""


def plan(board: str, title: str, told: PlaceMap) -> PointPlan:
    """The plan of a board of a title. Raises DataError for a mistake in `board.toml`."""
    look = looks.read(title, PlaceLooks)
    lies = ground(title)
    boxes = {place: box.at for place, box in look.boxes.items()}
    true = {place.id: boxes.get(place.id) or drawn_at(place, look) for place in told.places}
    at = layout.spread(true, look.apart, fixed=boxes)
    found = {place.id: place for place in told.places}
    roads = tuple(Road(*line) for line in told.lines)
    laid = layout.Layout(
        {place: spot for place, spot in at.items() if place not in boxes},
        {place.id: (width * NOMINAL, height * NOMINAL) for place in told.places
         for width, height in (name_size(place),)},
        [(road.a, road.b) for road in roads if road.kind != "berth"],
        [(each.x, each.y, each.x + each.width, each.y + each.height) for each in look.panels],
        (6.0, 6.0, lies.width - 6, lies.height - 6),
    )
    inland = tuple(
        replace(each, at=laid.clear_spot(each.at, (len(each.words) * 17.0, 18.0)))
        for each in lies.provinces
    )
    return PointPlan(
        title=board,
        seed=look.seed,
        ground=replace(lies, provinces=inland),
        places={
            key: drawn(found[key], at[key], look, laid)
            for key in sorted(at, key=lambda key: (at[key][1] // 80, at[key][0]))
        },
        roads=roads,
        panels=look.panels,
        kinds=look.kinds,
        armies=looks.armies(title),
        glyphs=looks.glyphs(title),
        values=told.values,
        circled=told.circled,
        flags=look.flags,
        badges=look.badges,
        coloured=look.coloured,
        words={**look.words, **told.words},
        legend=look.legend,
        headings=look.headings,
        figures=look.figures,
        lots=look.lots,
        tracks=look.tracks,
        held=look.held,
        opens=look.opens,
        fleet=look.fleet,
    )


@cache
def ground(title: str) -> Ground:
    """The coast, borders, ranges and names of a title's map in board pixels.

    Raises FileNotFoundError without the prepared file."""
    look = looks.read(title, PlaceLooks)
    data: dict[str, Any] = json.loads((titled(title).folder / look.ground).read_text("utf-8"))
    crests = [list(each) for each in look.relief.crests]
    rivers = [list(each) for each in look.relief.rivers]
    if look.projection:
        lies = conic(look)
        width, height = lies.width, lies.height
        crests, rivers = ([[lies.at(*point) for point in line] for line in each] for each in (crests, rivers))
        seas, provinces = (
            tuple(replace(script, at=lies.at(*script.at)) for script in each)
            for each in (look.seas, look.provinces)
        )
    else:
        (width, height), seas, provinces = look.size, look.seas, look.provinces
        crests, rivers = ([list(pairs(line)) for line in data[name]] for name in ("crests", "rivers"))
    return Ground(
        width=width,
        height=height,
        land={name: tuple(map(pairs, rings)) for name, rings in data["land"].items()},
        tints=look.tints,
        coast=tuple(map(pairs, data["coast"])),
        borders=tuple(map(pairs, data["borders"])),
        crests=tuple(map(tuple, crests)),
        rivers=tuple(map(tuple, rivers)),
        seas=seas,
        provinces=provinces,
        areas={name: tuple(map(pairs, rings)) for name, rings in data.get("areas", {}).items()},
    )


def drawn_at(place: MapPlace, look: PlaceLooks) -> Point:
    """Where a place lies: where `board.toml` or the title draws it, or where the projection puts it."""
    if place.id in look.spots:
        return look.spots[place.id]
    if place.at is not None:
        return (place.at[0] * look.grown, place.at[1] * look.grown)
    return conic(look).at(place.lon, place.lat)


def conic(look: PlaceLooks) -> Conic:
    """The projection of a map. Raises LookupError if it has none."""
    told = look.projection
    if told is None:
        raise LookupError("board.toml has no projection, and the places no drawing positions")
    return Conic(told.south, told.north, told.middle, told.scale, told.width, told.height)


def pairs(flat: list[float]) -> tuple[Point, ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def drawn(place: MapPlace, at: Point, look: PlaceLooks, laid: layout.Layout) -> Place:
    """A place as it is drawn; a box has its counters and its name in its panel."""
    box = look.boxes.get(place.id)
    badges = (12.0, 25.0) if box else laid.clear_step(place.id, layout.BADGES, layout.BADGE)
    first = layout.around(layout.offset(at, badges), layout.BADGE)
    return Place(
        id=place.id,
        name="" if box else place.name,
        shape=place.shape,
        at=at,
        slot=box.slot if box else at,
        name_at=None if box else anchored(laid.names[place.id], *name_size(place), at, place.shape in KEYS),
        pill=(-17.0, 16.0) if box else laid.clear_step(place.id, layout.PILLS, layout.PILL, [first]),
        badges=badges,
        spoken=place.spoken,
        home=place.home,
        port=place.port,
        defence=place.defence,
        printed=place.printed,
        row=box.row if box else 0,
    )


def name_size(place: MapPlace) -> tuple[int, int]:
    """The room that a name in small capitals takes on the screen."""
    wide, high = (7.1, 16) if place.shape in KEYS else (6.1, 14)
    return rounded(len(place.name) * wide) + 4, high
