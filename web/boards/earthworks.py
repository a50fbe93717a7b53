"""What lies along the sides of cells but water and ridges: breastworks, and bounds that no ground marks."""

import math

from web.boards.cells import edge, strung
from web.boards.ink import Curve, Point, num, path, polygon, polyline
from web.boards.plan import Plan

INSIDE = 6.5
"""How far inside the side that it defends a breastwork lies."""


def works(plan: Plan) -> str:
    """A bank of earth inside the defended cell, its pales towards the enemy."""
    bank = pales = ""
    for defended, before in plan.works:
        (ax, ay), (bx, by) = edge(plan.grid, defended, before)
        far = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / far, (by - ay) / far
        nx, ny = -uy, ux
        line = [(ax + ux * k + nx * INSIDE, ay + uy * k + ny * INSIDE) for k in (3.0, far - 3.0)]
        bank += polyline(line)
        for k in range(6, int(far) - 3, 6):
            x, y = ax + ux * k + nx * INSIDE, ay + uy * k + ny * INSIDE
            pales += polygon(
                [(x - ux * 2.4, y - uy * 2.4), (x + ux * 2.4, y + uy * 2.4), (x - nx * 8, y - ny * 8)]
            )
    return (
        path(pales, fill="#4B3A20")
        + path(bank, stroke="#3D2F1C", stroke_width="7", stroke_linecap="round")
        + path(bank, stroke="#A98A55", stroke_width="3.6", stroke_linecap="round")
    )


def bounds(plan: Plan) -> str:
    """Lines of long and short dashes along the sides of cells, rounded where they turn."""
    lines = [rounded(line) for line in strung(edge(plan.grid, *pair) for pair in plan.bounds)]
    data = "".join(lines)
    return path(data, fill="none", stroke="#F6EEDB", stroke_width="4", opacity=".5") + path(
        data, fill="none", stroke="#7A1F2B", stroke_width="2", stroke_dasharray="11 4 2 4", opacity=".8"
    )


def rounded(line: list[Point]) -> str:
    """Path data through the middles of the sides, from end to end."""
    if len(line) < 3:
        return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line)
    return Curve(line).data()
