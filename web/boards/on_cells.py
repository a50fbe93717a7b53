"""The live layer of a board of squares or hexes: where counters stand, and what counters, marks and
highlights look like."""

from collections.abc import Mapping, Sequence
from typing import Any

from web.boards import blocks, counters
from web.boards.cells import outline
from web.boards.faces import grouped, lettered
from web.boards.ink import Point, moved_to, path, polygon, tag, text
from web.boards.lettering import NARROW, lettering
from web.boards.paper import view_box
from web.boards.plan import ON_CELLS, Kind, Plan, TokenShape, check_hints, kind_of, shown_flags

__all__ = [
    "counter",
    "counts",
    "definitions",
    "figures",
    "highlights",
    "holders",
    "lettering",
    "marks",
    "places",
    "view_box",
]

definitions = counters.definitions
EDGE, EDGES = 2.4, 3
"""By how much each unit of a stack stands off the one below, and how many edges show below the uppermost."""


def cells(plan: Plan) -> tuple[str, ...]:
    """The spaces in the order of the keyboard."""
    return plan.grid.cells


def spot(plan: Plan, cell: str) -> Point:
    return plan.grid.centre(cell)


def called(plan: Plan, cell: str) -> str:
    """What a space is called aloud."""
    return ", ".join(part for part in (cell, plan.names.get(cell, "")) if part)


def shape(plan: Plan, cell: str) -> str:
    """Path data of the area that takes the pointer."""
    return polygon(plan.grid.corners(cell))


def attributes(plan: Plan, cell: str) -> Mapping[str, str]:
    """What else the script must know of a space."""
    return {}


def off_board(plan: Plan, all_tokens: Mapping[str, TokenShape]) -> list[tuple[str, str]]:
    """Where counters stand that are beside the map: nowhere, they are hidden."""
    return []


def holders(plan: Plan, spaces: Mapping[str, Any]) -> str:
    """Owners that are drawn under the lettering: none, cells carry flags."""
    return ""


def figures(plan: Plan, scene: Any) -> str:
    """Figures beside the map: none."""
    return ""


def places(
    plan: Plan, cell: str, keys: Sequence[str], all_tokens: Mapping[str, TokenShape]
) -> list[tuple[str, str]]:
    """Where the counters of one space stand, as transforms: units in the middle, leaders at the lower right
    corner."""
    (x, y), beside = plan.grid.centre(cell), plan.grid.spots.corner
    corner = [key for key in keys if kind_of(plan, key, all_tokens[key]).in_corner]
    units = [key for key in keys if key not in corner]
    nudge = -5 if corner and units else 0
    found = []
    for k, key in enumerate(units):
        step = EDGE * (min(k, EDGES) - min(len(units) - 1, EDGES) / 2)
        found.append((key, moved_to((x + nudge + step, y + nudge - step))))
    for k, key in enumerate(corner):
        spot = (x + (k - (len(corner) - 1) / 2) * 32, y)
        if units:
            spot = (x + beside[0] - 6 * k, y + beside[1] - 32 * k)
        found.append((key, moved_to(spot, 0.62 if units else 0.84)))
    return found


def counts(
    plan: Plan, stacks: Mapping[str, Sequence[str]], all_tokens: Mapping[str, TokenShape]
) -> str:
    """The number of units on every space that has two or more; `drawCount` of board.js writes the same."""
    drawn = ""
    for cell, keys in stacks.items():
        units = [key for key in keys if not kind_of(plan, key, all_tokens[key]).in_corner]
        if len(units) > 1:
            x, y = plan.grid.centre(cell)
            badge = '<circle r="8" class="count-disc"/>' + tag("text", str(len(units)), y="4")
            drawn += tag("g", badge, id=f"q-{cell}", class_="count", transform=moved_to((x - 27, y)))
    return tag("g", drawn, class_="counts", aria_hidden="true", font_family=NARROW)


def counter(plan: Plan, key: str, token: TokenShape, place: str | None) -> str:
    """One counter; `face` of board.js writes the same."""
    kind = kind_of(plan, key, token)
    face = blocks.face(key, token) if kind.stripe else card(plan, key, token, kind)
    own = {flag for flag in blocks.STATES if kind.stripe}
    face += "".join(
        tag("use", href=f"#s-{token.kind}-{flag}" if flag in own else f"#s-{flag}")
        for flag in shown_flags(plan, token)
        if flag != "reduced"
    )
    return grouped(key, token, face, place)


def card(plan: Plan, key: str, token: TokenShape, kind: Kind) -> str:
    """The face of a square counter without the signs of its states, save that it is reduced."""
    face = ""
    if kind.facing and token.facing is not None:
        turn = plan.grid.spots.turns[token.facing]
        face += tag("use", href=f"#f-{token.kind}", class_="facing", transform=turn)
    face += tag("use", href=f"#c-{token.side}")
    face += lettered(token.label or token.name, 46, plan.armies[token.side].on_fill, y="-14.2")
    face += tag("use", href=f"#i-{token.kind}")
    if token.strength is not None:
        face += tag("text", str(token.strength), class_="strength", x="-18", y="21.5")
    if token.reduced:
        face += tag("use", href="#s-reduced")
    if key in plan.printed or key in plan.two_sided:
        face += tag("use", href=f"#v-{key}")
    return face


def marks(plan: Plan, cell: str, space: Any) -> str:
    """The owner's flag at the upper right, badges at the upper left of a space; `drawMarks` of board.js."""
    (x, y), spots = plan.grid.centre(cell), plan.grid.spots
    drawn = ""
    if space.owner:
        corner = moved_to((x + spots.owner[0], y + spots.owner[1]))
        drawn += tag("use", href=f"#o-{space.owner}", transform=corner)
    for k, (mark, value) in enumerate(space.marks.items()):
        known = mark in plan.badges
        shape = tag("use", href=f"#k-{mark}") if known else tag("circle", r="8.5", class_="plain-badge")
        drawn += tag(
            "g",
            shape + tag("text", text(value), y="4.2"),
            class_="badge",
            transform=moved_to((x + spots.mark[0] + 17 * k, y + spots.mark[1])),
        )
    return tag("g", drawn, id=f"m-{cell}") if drawn else ""


def highlights(plan: Plan, hints: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """What lies under the counters and what over them: told apart by line form and sign, colour second.

    safe: one solid outline; risk: long dashes and hatch; fight: ring of dots; act: ticks at the corners;
    zone: red hatch alone, of cells where the enemy hinders moving."""
    check_hints(plan.title, plan.grid.cells, hints, ON_CELLS)
    under = over = ""
    ticks = plan.grid.spots.ticks
    for kind in ("zone", "safe", "risk"):
        cells = [hint["space"] for hint in hints if hint["kind"] == kind]
        edge = "".join(polygon(loop) for loop in outline(plan.grid, cells))
        under += path(edge, class_=f"hl-tint {kind}")
        if kind != "zone":
            under += path(edge, class_="hl-cream") + path(edge, class_=f"hl-line {kind}")
    for hint in hints:
        x, y = plan.grid.centre(hint["space"])
        spot = moved_to((x, y))
        if hint["kind"] == "fight":
            over += tag(
                "g",
                '<circle r="36.5" class="hl-cream"/><circle r="36.5" class="hl-line fight"/>',
                transform=spot,
            )
        if hint["kind"] == "act":
            over += tag(
                "g",
                f'<path class="hl-cream" d="{ticks}"/><path class="hl-line act" d="{ticks}"/>',
                transform=spot,
            )
        if hint.get("cost") is not None:
            pill = tag("circle", r="8.2", class_=f"hl-disc {hint['kind']}") + tag(
                "text", text(hint["cost"]), y="4"
            )
            over += tag("g", pill, class_="hl-cost", transform=moved_to((x, y + plan.grid.spots.cost)))
    return under, over

