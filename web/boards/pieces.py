"""Pieces of maps of places: the parts from which the page and its script put tags, discs, holders and badges
together.

Each part is a `<g id>` in the definitions, named by the words that a scene uses: `c-<kind>-<side>` body,
`i-<kind>` icon, `v-<counter>` what is printed on one counter, `s-<kind>-<flag>` state, `n-<shape>-<side>` a
place in the colours of its holder, `p-<side>` the pip of its home, `k-<mark>-<value>` or `k-<mark>` badge.
"""

from collections.abc import Mapping
from types import MappingProxyType

from web.boards.counters import HATCHES, badge
from web.boards.engraving import FORTRESS, GLYPHS, INK, SHIP
from web.boards.icons import CREAM, DARK, ICONS
from web.boards.ink import box, disc, num, path, polygon, tag, text
from web.boards.plan import Army
from web.boards.points import PointPlan

HEXAGON = polygon([(0, -8.5), (7.4, -4.2), (7.4, 4.2), (0, 8.5), (-7.4, 4.2), (-7.4, -4.2)])
FILLS = {
    "plain": disc((0, 0), 8.6),
    "key": polygon(box(19.6, 19.6)),
    "fortress": polygon([(x * 0.88, y * 0.88) for x, y in FORTRESS]),
    "capital": polygon(box(25.6, 25.6)),
    "box": polygon(box(19.6, 19.6)),
    "zone": disc((0, 0), 15.4),
}
STAR = "M0-11L2.6-3.6 10.5-3.4 4.2 1.4 6.5 8.9 0 4.4-6.5 8.9-4.2 1.4-10.5-3.4-2.6-3.6z"
SIGNS = {
    "tick": '<path d="M-3 0l2.2 2.6 4-5" fill="none" stroke="#F4ECD8" stroke-width="1.7"/>',
    "half": '<path d="M-3.4 0H3.4" stroke="#F4ECD8" stroke-width="1.7"/>',
    "dots": '<path d="M-3.6 0h.1M0 0h.1M3.5 0h.1" stroke="#F4ECD8" stroke-width="2.1"'
    ' stroke-linecap="round"/>',
    "bars": '<path d="M-2.2-3.6v7.2M2.2-3.6v7.2" stroke="#F4ECD8" stroke-width="1.7"/>',
    "card": '<rect x="-2.6" y="-3.6" width="5.2" height="7.2" rx=".8" fill="#F4ECD8"/>',
}
"""The signs of states, in a dark roundel."""
CORNERS = {
    "tag": ((-33, 17), (-33, 3), (-20, 18.5), (-33, -11), (0, 18.5)),
    "disc": ((-8, 9.5), (-8, 9.5), (-11, -5), (-11, 4), (8, 9.5)),
}
"""Where the roundels of the first, second, ... state lie on a piece of this shape."""


def definitions(plan: PointPlan, words: Mapping[str, str] = MappingProxyType({})) -> str:
    """All parts that the pieces, places and markers of a plan can need; states are signs, not `words`."""
    parts = []
    for kind, piece in plan.kinds.items():
        draw = tag_body if piece.shape == "tag" else disc_body
        parts += [draw(plan, kind, side) for side in plan.armies]
        if piece.shape == "tag":
            parts.append(tag("g", bicorne() if piece.icon == "hat" else "", id=f"i-{kind}"))
        parts.append(halo(kind, piece.shape))
        parts += [
            state(kind, flag, sign, CORNERS[piece.shape][k % len(CORNERS[piece.shape])])
            for k, (flag, sign) in enumerate(plan.flags.items())
        ]
    parts += [values(key, command, plan.circled.get(key)) for key, command in plan.values.items()]
    for side, army in plan.armies.items():
        parts += [holder(plan, shape, side) for shape in FILLS]
        parts += [
            tag("g", glyph(plan, side, army.on_fill, "scale(.8)"), id=f"g-{side}"),
            pip(side, army),
            flag_badge(plan, side),
            *(coloured(plan, mark, side) for mark in SHAPES if mark in plan.coloured),
        ]
    parts += [nobody(shape) for shape in FILLS]
    parts += [badge(mark, look) for mark, look in plan.badges.items()]
    parts += [BETWEEN, LASTING]
    return tag("defs", "".join(parts) + HATCHES + FREE)


FREE = (
    '<pattern id="hatch-free" width="4.5" height="4.5" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)">'
    f'<path d="M0 0v4.5" stroke="{INK}" stroke-width="1.3" opacity=".55"/></pattern>'
)
BETWEEN = (
    '<g id="k-between"><circle r="11" fill="#F6EEDB"/><circle r="9" fill="#A60F2B" stroke="#221D17"/>'
    '<path d="M-5.4 0H5.4" stroke="#FFF6E8" stroke-width="3.4"/></g>'
)
"""A closed line."""
LASTING = (
    '<g id="k-lasting"><rect x="-5.5" y="-8" width="11" height="16" rx="1.6" fill="#F9F3E3" stroke="#3F2A1A"'
    ' stroke-width="1.2"/>'
    '<path d="M-2.8-4.5H2.8M-2.8-1H2.8M-2.8 2.5H1" stroke="#7A1F2B" stroke-width="1.3"/></g>'
)
"""A card that lies on a place."""


# ---- counters


def glyph(plan: PointPlan, side: str, fill: str, place: str) -> str:
    return path(GLYPHS[plan.glyphs[side]], fill=fill, transform=place or None)


def tag_body(plan: PointPlan, kind: str, side: str) -> str:
    """A leader's card of 66 by 37: a band in the colour of his power over a cream field. A longer name draws
    it wider."""
    army = plan.armies[side]
    inner = (
        '<rect x="-31.4" y="-16.3" width="66" height="37" rx="3" fill="#120D06" opacity=".38"/>'
        f'<rect x="-33" y="-18.5" width="66" height="37" rx="3" fill="{CREAM}" stroke="{army.edge}"'
        ' stroke-width="1.2"/>'
        f'<path d="M-32.4-4V-15.5a2.4 2.4 0 0 1 2.4-2.4h60a2.4 2.4 0 0 1 2.4 2.4V-4z" fill="{army.fill}"/>'
    )
    return tag("g", inner, id=f"c-{kind}-{side}", data_on=army.on_fill, data_fill=army.fill, data_look="tag")


def disc_body(plan: PointPlan, kind: str, side: str) -> str:
    """Soldiers: a cream disc of 22 in a ring of the colour of their power with its sign; on the card of their
    leader (`aboard`) a disc in that colour."""
    army = plan.armies[side]
    alone = (
        '<circle cx="1" cy="1.6" r="12.6" fill="#120D06" opacity=".35"/>'
        f'<circle r="12.9" fill="{INK}"/><circle r="12" fill="{army.fill}"/><circle r="9.3" fill="{CREAM}"/>'
        f'<g transform="translate(9 -9) scale(.66)"><circle r="7" fill="{army.fill}" stroke="{INK}"'
        f' stroke-width="1.2"/>{glyph(plan, side, army.on_fill, "")}</g>'
    )
    aboard = f'<circle r="9.4" fill="{army.fill}" stroke="{INK}"/>'
    inner = tag("g", alone, class_="ashore") + tag("g", aboard, class_="aboard")
    return tag("g", inner, id=f"c-{kind}-{side}", data_on=army.on_fill, data_fill=army.fill, data_look="disc")


def bicorne() -> str:
    return tag(
        "g",
        ICONS["leader"],
        transform="translate(-29.8 .2) scale(.71)",
        color="#7A1F2B",
        stroke="currentColor",
        fill="none",
        stroke_linecap="round",
    )


def values(key: str, command: int, circled: int | None) -> str:
    """What is printed on a leader's card beside his battle value: one value boxed, another in a circle."""
    round_ = (
        f'<circle cx="-23.6" cy="8.8" r="7" fill="{CREAM}" stroke="{DARK}" stroke-width=".9"/>'
        f'<text x="-23.6" y="12.7" text-anchor="middle" font-size="11" fill="{DARK}">{circled}</text>'
    )
    return (
        f'<g id="v-{text(key)}">{round_ if circled is not None else ""}'
        f'<rect x="-1.8" y="2.2" width="11" height="13" fill="{CREAM}" stroke="{DARK}"'
        f' stroke-width=".9"/><text x="3.7" y="12.7" text-anchor="middle" font-size="11" fill="{DARK}">'
        f"{command}</text></g>"
    )


def halo(kind: str, shape: str) -> str:
    """Round a chosen counter: glow, ink ring, white ring; round a card as wide as that."""
    drawn = ""
    for gap, line, width in ((6, "#FFD34D", "4"), (4, DARK, "2.2"), (2, "#fff", "3")):
        drawn += (
            tag("circle", r=13.0 + gap, stroke=line, stroke_width=width)
            if shape == "disc"
            else tag(
                "rect",
                x=-33.0 - gap,
                y=-18.5 - gap,
                width=66 + 2.0 * gap,
                height=37 + 2.0 * gap,
                rx=num(3 + gap),
                stroke=line,
                stroke_width=width,
            )
        )
    return tag("g", drawn, id=f"s-{kind}-selected", fill="none")


def state(kind: str, flag: str, sign: str, spot: tuple[float, float]) -> str:
    """A dark roundel with the sign of a state."""
    inner = '<circle r="6.2" fill="#2B241A" stroke="#F4ECD8"/>' + SIGNS[sign]
    return tag("g", inner, id=f"s-{kind}-{text(flag)}", transform=f"translate({spot[0]} {spot[1]})")


# ---- places and markers


def holder(plan: PointPlan, shape: str, side: str) -> str:
    """A place in the colour of who holds it, with his glyph (in a capital a star, at sea a ship)."""
    army = plan.armies[side]
    if shape == "zone":
        ship = path(SHIP, fill=army.on_fill, stroke=army.on_fill, stroke_width=".6")
        return tag("g", path(FILLS[shape], fill=army.fill) + ship, id=f"n-{shape}-{side}")
    inner = path(FILLS[shape], fill=army.fill)
    if shape == "capital":
        inner += path(STAR, fill=CREAM, stroke=INK, stroke_width=".8") + glyph(
            plan, side, army.edge, "scale(.72)"
        )
    else:
        inner += glyph(plan, side, army.on_fill, "scale(.86)")
    return tag("g", inner, id=f"n-{shape}-{side}")


def nobody(shape: str) -> str:
    """A place that nobody holds: paper under ink hatch; at sea nothing."""
    if shape == "zone":
        return tag("g", id=f"n-{shape}-none")
    return tag(
        "g",
        path(FILLS[shape], fill="#F6EEDB") + path(FILLS[shape], fill="url(#hatch-free)"),
        id=f"n-{shape}-none",
    )


def pip(side: str, army: Army) -> str:
    """Whose colour the place has, when another holds it."""
    return f'<circle id="p-{side}" r="4.2" fill="{army.fill}" stroke="{INK}" stroke-width="1.1"/>'


def flag_badge(plan: PointPlan, side: str) -> str:
    """A flag counter: a hexagon with the glyph of its power."""
    army = plan.armies[side]
    inner = path(HEXAGON, fill=army.fill, stroke="#F4ECD8", stroke_width="3", paint_order="stroke")
    inner += path(HEXAGON, fill=army.fill, stroke=INK, stroke_width=".9")
    return tag("g", inner + glyph(plan, side, army.on_fill, "scale(.8)"), id=f"k-flag-{side}")


SHAPES = {
    "siege": "M-5 4V-4H-2.6V-1.8H-1.2V-4H1.2V-1.8H2.6V-4H5V4z",
    "entry": "M-5-1.6H0V-4.6L5.4 0 0 4.6V1.6H-5z",
    "congress": "M-5.6-1.6L0-5.6 5.6-1.6zM-4.6-.6H-2.8V3.4H-4.6zM-.9-.6H.9V3.4H-.9z"
    "M2.8-.6H4.6V3.4H2.8zM-5.6 4H5.6V5.6H-5.6z",
}
"""What coloured marks show: battlements of a siege, an arrow, the house of an assembly."""


def coloured(plan: PointPlan, mark: str, side: str) -> str:
    """A roundel in the colour of a power: who besieges, who has just come in, whose assembly sits there."""
    army = plan.armies[side]
    shape = SHAPES[mark]
    inner = f'<circle r="8.6" fill="{army.fill}" stroke="{CREAM}" stroke-width="3.4" paint-order="stroke"/>'
    inner += f'<circle r="8.6" fill="none" stroke="{INK}"/>'
    return tag("g", inner + path(shape, fill=army.on_fill), id=f"k-{mark}-{side}")
