"""A board in miniature: its counters, cards and discs without letters, to lie over the board's picture."""

from typing import Any

from web.boards import counters, on_cells, on_points, pieces
from web.boards.berths import Piece
from web.boards.faces import Stand
from web.boards.ink import moved_to, num, tag
from web.boards.live import AnyPlan, drawn_by, stacked
from web.boards.plan import Plan, kind_of
from web.boards.points import PointPlan

SCALE = 1.25
"""How large the cards of a map of places are drawn, in board pixels to one of the screen."""


def marks_svg(plan: AnyPlan, scene: Any) -> str:
    """The counters of a scene in the box of its board's picture, as a whole SVG document."""
    left, top, width, height = (float(each) for each in drawn_by(plan).view_box(plan).split())
    stacks = stacked(plan, scene.tokens)
    over = over_places if isinstance(plan, PointPlan) else over_cells
    drawn = over(plan, scene, stacks)  # type: ignore[arg-type]
    box = f"{num(left)} {num(top)} {num(width)} {num(height)}"
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, width=width, height=height)


# ---- maps of cells


def over_cells(plan: Plan, scene: Any, stacks: dict[str, list[str]]) -> str:
    """Each cell's uppermost unit, or its leaders where no unit stands, and the flags of who holds a place."""
    stand = on_cells.standing(plan, stacks, scene.tokens)
    shown = dict[str, Stand]()
    for keys in stacks.values():
        units = [key for key in keys if not kind_of(plan, key, scene.tokens[key]).in_corner]
        shown |= {key: stand[key] for key in units[-1:] or keys}
    drawn = "".join(small(plan, scene.tokens[key], each) for key, each in shown.items())
    for cell, space in scene.spaces.items():
        if space.owner in plan.armies and cell not in stacks:
            drawn += tag("use", href=f"#o-{space.owner}", transform=moved_to(plan.grid.centre(cell), 2.2))
    return counters.definitions(plan) + drawn


def small(plan: Plan, token: Any, stand: Stand) -> str:
    """One counter with its arm and its front, large for its cell."""
    kind = kind_of(plan, "", token)
    own = f"#c-{token.kind}-{token.side}" if kind.in_corner or kind.stripe else f"#c-{token.side}"
    drawn = tag("use", href=own)
    if token.facing is not None and kind.facing:
        drawn += tag("use", href=f"#f-{token.kind}", transform=plan.grid.spots.turns[token.facing])
    if not kind.stripe:
        middle = None if kind.in_corner else "translate(-13.4 -1)"
        drawn += tag("use", href=f"#i-{token.kind}", transform=middle)
    size = 2.2 if kind.stripe else plan.grid.spots.body / 60
    return tag("g", drawn, transform=moved_to(stand.at, round(size, 3)))


# ---- maps of places


def over_places(plan: PointPlan, scene: Any, stacks: dict[str, list[str]]) -> str:
    """Who holds each place, the cards of armies and the discs of soldiers beside the places."""
    drawn = pieces.definitions(plan) + on_points.holders(plan, scene.spaces)
    wanted = list[Piece]()
    for cell, keys in stacks.items():
        for tags, discs in on_points.groups(plan, keys, scene.tokens):
            if plan.places[cell].shape != "box":
                wanted.append(Piece((tags or discs)[0], cell, on_points.CARD if tags else None))
    berths = plan.harbour.berths(wanted, SCALE)
    for key, berth in berths.items():
        token = scene.tokens[key]
        if kind_of(plan, key, token).shape == "tag":
            x, y = plan.places[token.at].at
            d = f"M{num(x)} {num(y)}L{num(berth.middle[0])} {num(berth.middle[1])}"
            drawn += tag("path", d=d, stroke="#221D17", stroke_width="4")
    for key, berth in berths.items():
        drawn += tag("g", army(plan, key, scene.tokens[key]), transform=moved_to(berth.middle, SCALE))
    return drawn


def army(plan: PointPlan, key: str, token: Any) -> str:
    """A card with the sign of its power and a hat, or a disc in the colour of its power."""
    if kind_of(plan, key, token).shape == "tag":
        sign = tag("use", href=f"#g-{token.side}", transform="translate(23 -11.2)")
        hat = tag("use", href=f"#i-{token.kind}", transform="translate(27 2)")
        return tag("use", href=f"#c-{token.kind}-{token.side}") + sign + hat
    look = plan.armies[token.side]
    ring = tag("circle", r="12.5", fill=look.fill, stroke="#221D17", stroke_width="1.6")
    return ring + tag("circle", r="6.5", fill="#F4ECD8")
