"""What people made of single cells: crops, orchards, houses of prayer; stars of what is fought for."""

import math
from collections.abc import Sequence
from random import Random

from web.boards.ink import Point, box, dice, distance_to, num, path, polygon, turned
from web.boards.plan import Plan
from web.boards.terrain import ploughed, roofs, trees

TILLED = ("#D9C067", "#CFB95E", "#E2CC7C")
STAR = tuple(
    (math.sin(k * math.pi / 5) * r, -math.cos(k * math.pi / 5) * r)
    for k in range(10)
    for r in [9.5 if k % 2 == 0 else 3.9]
)


def crops(plan: Plan, keep_off: Sequence[Point]) -> str:
    """Three ploughed strips to a cell, off the roads and the water."""
    strips: dict[str, str] = {tint: "" for tint in TILLED}
    furrows = ""
    for cell in plan.crops:
        chance = dice(plan.seed, f"crops {cell}")
        for centre, angle in strips_of(plan.grid.centre(cell), chance):
            corners = box(chance.uniform(30, 40), chance.uniform(15, 19))
            if distance_to(centre, keep_off) < 17:
                continue
            strips[chance.choice(TILLED)] += polygon(turned(corners, angle, centre))
            furrows += ploughed(corners, 4.2, angle, centre)
    drawn = "".join(
        path(shapes, fill=tint, stroke="#8C8450", stroke_width=".8") for tint, shapes in strips.items()
    )
    return drawn + path(furrows, stroke="#8A7433", stroke_width=".8", opacity=".75")


def strips_of(centre: Point, chance: Random) -> list[tuple[Point, float]]:
    """Middle and angle of three strips side by side, the middle one across the others now and then."""
    angle = chance.gauss(0, 0.35)
    spots = turned([(-6, -21), (9, -1), (-5, 20)], angle, centre)
    return [(spot, angle + chance.gauss(0, 0.12)) for spot in spots]


def orchards(plan: Plan, keep_off: Sequence[Point]) -> str:
    """Trees in rows."""
    chance = dice(plan.seed, "orchards")
    crowns: list[tuple[Point, float]] = []
    for cell in plan.orchards:
        rows = [(x, y) for y in (-26, -9, 8, 25) for x in (-25, -9, 8, 25) if abs(x) + abs(y) < 48]
        crowns += [
            (spot, chance.uniform(4.6, 5.6))
            for spot in turned(rows, chance.gauss(0, 0.1), plan.grid.centre(cell))
            if distance_to(spot, keep_off) > 9
        ]
    return trees(crowns, chance)


def chapels(plan: Plan) -> str:
    """A long house in a walled yard."""
    drawn = ""
    for cell in plan.chapels:
        x, y = plan.grid.centre(cell)
        tilt = dice(plan.seed, f"chapel {cell}").uniform(-0.2, 0.2)
        yard = polygon(turned(box(52, 44), tilt, (x, y)))
        drawn += path(yard, fill="#C9C58E", stroke="#5B5340", stroke_width="3.4", stroke_linejoin="round")
        drawn += path(yard, fill="none", stroke="#B7AC8E", stroke_width="1.4", stroke_linejoin="round")
        ((hx, hy), *stones) = turned(
            [(2, -6), *((a, b) for b in (11, 17) for a in (-19, -12, -5, 2, 9, 16))], tilt, (x, y)
        )
        drawn += path(
            "".join(f"M{num(a)} {num(b)}v-3.4" for a, b in stones), stroke="#6B6350", stroke_width="2.2"
        )
        drawn += roofs([((hx, hy), tilt, 30.0, 15.0), ((hx - 17, hy + 1), tilt, 8.0, 9.0)])
    return drawn


def stars(plan: Plan) -> str:
    """A red star under the upper left side of a cell, where no counter and no number lies."""
    drawn = ""
    for cell in plan.stars:
        x, y = plan.grid.centre(cell)
        dx, dy = plan.grid.spots.mark
        drawn += polygon([(x + dx + a, y + dy + b) for a, b in STAR])
    return path(drawn, fill="#B3122B", stroke="#F6EEDB", stroke_width="2.6", paint_order="stroke")
