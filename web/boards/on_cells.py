"""The live layer of a board of squares or hexes: where counters stand, and what counters, marks and
highlights look like."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from web.boards import blocks, counters
from web.boards.cells import outline
from web.boards.faces import Stand, grouped, lettered
from web.boards.ink import Point, moved_to, path, polygon, tag, text
from web.boards.lettering import NARROW, lettering
from web.boards.lettering import placenames as lettered_names
from web.boards.namespots import front
from web.boards.paper import view_box
from web.boards.plan import DRAWN, ON_CELLS, Kind, Plan, TokenShape, check_hints, kind_of, shown_flags

__all__ = [
    "counter",
    "counts",
    "definitions",
    "figures",
    "highlights",
    "holders",
    "lettering",
    "marks",
    "placenames",
    "standing",
    "ties",
    "view_box",
]

definitions = counters.definitions
FRAMED = ("risk", "fight", "act")
LOZENGE = "M0-9L9 0 0 9-9 0z"
"""In each cell where something can be done, as round places: its outline alone is of cells to go to."""
CORNERS = {"se": 135, "ne": 45, "nw": 315, "sw": 225}
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
    return _shapes(plan)[cell]


@lru_cache(maxsize=DRAWN)
def _shapes(plan: Plan) -> dict[str, str]:
    return {cell: polygon(plan.grid.corners(cell)) for cell in plan.grid.cells}


def attributes(plan: Plan, cell: str) -> Mapping[str, str]:
    """What else the script must know of a space."""
    return {}


def off_board(plan: Plan, all_tokens: Mapping[str, TokenShape]) -> list[tuple[str, str]]:
    """Where counters stand that are beside the map: nowhere, they are hidden."""
    return []


def told(plan: Plan) -> Mapping[str, str | None]:
    """What else the script must know of the map, as attributes of the layer."""
    return {
        "data_map": None,
        "data_opens": json.dumps(plan.opens) if plan.opens != (0.5, 0.5) else None,
        "data_spots": json.dumps(asdict(plan.grid.spots)),
        "data_letters": json.dumps([plan.letters, plan.briefs], ensure_ascii=False),
    }


def areas(plan: Plan, scene: Any) -> str:
    """Areas that somebody holds: a map of cells has none."""
    return ""


def holders(plan: Plan, spaces: Mapping[str, Any]) -> str:
    """Owners that are drawn under the lettering: none, cells carry flags."""
    return ""


def figures(plan: Plan, scene: Any) -> str:
    """Figures beside the map: none."""
    return ""


def standing(
    plan: Plan, stacks: Mapping[str, Sequence[str]], all_tokens: Mapping[str, TokenShape]
) -> dict[str, Stand]:
    """Where all counters stand, from below: units in the middle of their cell, then all leaders, `beside`
    them in a corner that hides no front, the lower right if may be."""
    found, leading = dict[str, Stand](), dict[str, Stand]()
    for cell, keys in stacks.items():
        x, y = plan.grid.centre(cell)
        corner = [key for key in keys if kind_of(plan, key, all_tokens[key]).in_corner]
        units = [key for key in keys if key not in corner]
        for k, key in enumerate(units):
            step = EDGE * (min(k, EDGES) - min(len(units) - 1, EDGES) / 2)
            found[key] = Stand((x + step, y - step), "led" if corner else "")
        angle = angle_of(plan, all_tokens[units[-1]]) if units else None
        for k, key in enumerate(corner):
            aside = 0 if units else (k - (len(corner) - 1) / 2) * plan.grid.spots.body / 2
            alone = "alone" if len(corner) == 1 else "alone pair"
            how = f"beside {corners(angle)[k % 2]}" if units else alone
            leading[key] = Stand((x + aside, y), how)
    return found | leading


def angle_of(plan: Plan, token: TokenShape) -> int | None:
    """Where a counter faces, in degrees clockwise from the north; None if nowhere."""
    if token.facing is None or not kind_of(plan, "", token).facing:
        return None
    return int(plan.grid.spots.turns[token.facing].removeprefix("rotate(").split(")")[0])


def corners(angle: int | None) -> list[str]:
    """The corners of a cell in which a leader hides no front at this angle, those first where he hides
    neither strength nor name."""
    return [
        name for name, at in CORNERS.items() if angle is None or 90 <= (at - angle) % 360 <= 270
    ]


def ties(plan: Plan, stand: Mapping[str, Stand], all_tokens: Mapping[str, TokenShape]) -> str:
    """Lines from cells to their counters: none, these stand on them."""
    return ""


def placenames(
    plan: Plan, words: Mapping[str, str], stand: Mapping[str, Stand], all_tokens: Mapping[str, TokenShape]
) -> str:
    """The names of places, over the counters but off their fronts."""
    angles = {key: angle_of(plan, all_tokens[key]) for key in stand}
    fronts = [front(stand[key].at, angle) for key, angle in angles.items() if angle is not None]
    bodies = [each.at for key, each in stand.items() if not kind_of(plan, key, all_tokens[key]).in_corner]
    return lettered_names(plan, words, fronts, bodies)


def counts(
    plan: Plan, stacks: Mapping[str, Sequence[str]], all_tokens: Mapping[str, TokenShape]
) -> str:
    """The number of units on every space that has two or more; `drawCount` of board.js writes the same."""
    drawn = ""
    for cell, keys in stacks.items():
        units = [key for key in keys if not kind_of(plan, key, all_tokens[key]).in_corner]
        if len(units) > 1:
            badge = '<circle r="12" class="count-disc"/>' + tag("text", str(len(units)), y="6.4")
            badge = tag("g", tag("g", badge, transform="translate(29 -29)"), class_="face")
            spot = moved_to(plan.grid.centre(cell))
            drawn += tag("g", badge, id=f"q-{cell}", class_="count", transform=spot)
    return tag("g", drawn, class_="counts", aria_hidden="true", font_family=NARROW)


def counter(
    plan: Plan, key: str, token: TokenShape, place: str | None, how: str = "", inner: str | None = None
) -> str:
    """One counter; `face` of board.js writes the same."""
    kind = kind_of(plan, key, token)
    if kind.stripe:
        face = blocks.face(key, token)
    else:
        face = roundel(plan, token) if kind.in_corner else card(plan, key, token, kind)
    own = {flag for flag in blocks.STATES if kind.stripe}
    face += "".join(
        tag("use", href=f"#s-{token.kind}-{flag}" if flag in own else f"#s-{flag}")
        for flag in shown_flags(plan, token)
        if flag != "reduced"
    )
    return grouped(key, token, face, place, how)


def card(plan: Plan, key: str, token: TokenShape, kind: Kind) -> str:
    """The face of a square counter without the signs of its states, save that it is reduced."""
    face = tag("use", href=f"#c-{token.side}")
    if kind.facing and token.facing is not None:
        turn = plan.grid.spots.turns[token.facing]
        face += tag("use", href=f"#f-{token.kind}", class_="facing", transform=turn)
    words = token.label or token.name
    on, brief = plan.armies[token.side].on_fill, plan.briefs.get(words)
    face += lettered(plan.letters.get(words, words), 54, on, most=7, brief=brief, y="-20")
    face += tag("use", href=f"#i-{token.kind}")
    if token.strength is not None:
        face += tag("text", str(token.strength), class_="strength", x="-24.6", y="24.4")
    if token.reduced:
        face += tag("use", href="#s-reduced")
    if token.reduced and key in plan.printed_reduced:
        face += tag("use", href=f"#v-{key}-reduced")
    elif key in plan.printed or key in plan.two_sided:
        face += tag("use", href=f"#v-{key}")
    return face


def roundel(plan: Plan, token: TokenShape) -> str:
    """A leader's disc, with his name under it where units are blocks and tell theirs in the same way."""
    face = tag("use", href=f"#c-{token.kind}-{token.side}")
    if any(kind.stripe for kind in plan.kinds.values()):
        face += lettered(token.label or token.name, 90, "#FFF6E8", "pill", most=16, x="0", y="50")
    return face + tag("use", href=f"#i-{token.kind}")


def marks(plan: Plan, cell: str, space: Any, is_taken: bool) -> str:
    """The owner's flag at the upper right, badges at the upper left of a space, which small counters hide;
    `drawMarks` of board.js."""
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
            tag("g", shape + tag("text", text(value), y="4.2"), class_="sign"),
            class_="badge",
            transform=moved_to((x + spots.mark[0] + 17 * k, y + spots.mark[1])),
        )
    return tag("g", drawn, id=f"m-{cell}", class_="taken" if is_taken else None) if drawn else ""


def highlights(
    plan: Plan, hints: Sequence[Mapping[str, Any]], taken: Collection[str] = ()
) -> tuple[str, str]:
    """What lies under the counters and what over them: told apart by line form and sign, colour second.

    safe: one solid outline round all that can be reached; here: one round all where something can be done,
    with a lozenge in each; risk: long dashes within the sides of each cell;
    fight: dots round the counter; act: a solid frame round it; zone: red hatch alone, of cells where the
    enemy hinders moving. A cost stands in the middle of a cell, or lower where counters stand (`taken`)."""
    check_hints(plan.title, plan.grid.cells, hints, ON_CELLS)
    under = over = ""
    spots = plan.grid.spots
    for kind, joined in (("zone", ("zone",)), ("safe", ("safe", "risk")), ("here", ("here",))):
        cells = [hint["space"] for hint in hints if hint["kind"] in joined]
        edge = "".join(polygon(loop) for loop in outline(plan.grid, cells))
        under += path(edge, class_=f"hl-tint {kind}")
        if kind != "zone":
            under += path(edge, class_="hl-cream") + path(edge, class_=f"hl-line {kind}")
    for hint in hints:
        x, y = plan.grid.centre(hint["space"])
        kind = hint["kind"]
        if kind in FRAMED:
            d = spots.inset if kind == "risk" else spots.frame
            frame = path(d, class_="hl-cream") + path(d, class_=f"hl-line {kind}")
            frame = tag("g", frame, transform=moved_to((x, y)))
            under, over = (under + frame, over) if kind == "risk" else (under, over + frame)
        pill = ""
        if hint.get("cost") is not None:
            pill = tag("circle", r="9.5", class_=f"hl-disc {kind}") + tag("text", text(hint["cost"]), y="4.4")
        elif kind == "here":
            pill = path(LOZENGE, class_="hl-lozenge")
        if pill:
            low = kind in ("fight", "act") or hint["space"] in taken
            place = moved_to((x, y + spots.cost * low))
            over += tag("g", tag("g", pill, class_="sign"), class_="hl-cost", transform=place)
    return under, over
