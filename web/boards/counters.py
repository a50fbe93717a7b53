"""Counters: the parts from which the page and its script put every counter together.

Each part is a `<g id>` in the definitions, named by the word that a scene uses: `c-<side>` body (of a unit of
blocks and of a leader `c-<kind>-<side>`), `i-<kind>` icon, `f-<kind>` front, `v-<counter>` what is printed on
one counter, `s-<flag>` state, `o-<owner>` flag on a space, `k-<mark>` badge on a space. So neither the
template nor the script knows a title.
"""

from collections.abc import Mapping
from types import MappingProxyType

from web.boards import blocks
from web.boards.icons import CREAM, DARK, ICONS
from web.boards.ink import Point, num, polygon, tag, text
from web.boards.plan import Army, Badge, Kind, Plan

FACINGS = {"dark": ("#1B1510", "#F7F0DF", 2.4), "light": ("#FFFFFF", DARK, 2.4)}
STAR = "M0-5.6L1.6-1.8 5.6-1.6 2.5 1 3.5 5 0 2.8-3.5 5-2.5 1-5.6-1.6-1.6-1.8z"


def definitions(plan: Plan, words: Mapping[str, str] = MappingProxyType({})) -> str:
    """All parts that the counters and markers of a plan can need; what stands on a band is in the reader's
    `words` where those have it."""
    cards = {name: kind for name, kind in plan.kinds.items() if kind.stripe is None}
    leaders = [name for name, kind in cards.items() if kind.in_corner]
    has_blocks = len(cards) < len(plan.kinds)
    parts = [body(side, army) for side, army in plan.armies.items()]
    parts += [
        roundel(name, side, army, has_blocks) for name in leaders for side, army in plan.armies.items()
    ]
    parts += [icon(plan, name, kind) for name, kind in cards.items()]
    parts += [facing(plan, name, kind.facing) for name, kind in cards.items() if kind.facing]
    parts += [elite(), moved(), reduced(), halo(), *bands(plan, words)]
    parts += [halo(f"s-{name}-selected", 30) for name in leaders]
    parts += [blocks.parts(plan, name, kind) for name, kind in plan.kinds.items() if kind.stripe]
    parts += [printed(plan, key) for key in sorted({*plan.printed, *plan.two_sided})]
    parts += [corner(f"v-{key}-reduced", words) for key, words in sorted(plan.printed_reduced.items())]
    parts += [pennant(side, army) for side, army in plan.armies.items()]
    parts += [badge(mark, look) for mark, look in plan.badges.items()]
    return tag("defs", "".join(parts) + HATCHES)


HATCHES = "".join(
    f'<pattern id="hatch-{kind}" x="{x}" width="7" height="7" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)">'
    f'<path d="M0 0v7" stroke="{colour}" stroke-width="2.2" opacity=".42"/></pattern>'
    for kind, colour, x in (("risk", "#9A5600", 0), ("zone", "#A60F2B", 3.5))
)


def body(side: str, army: Army) -> str:
    """The die-cut card of 60 by 60: a shadow, a cream face, a band in the side's colour for its name."""
    inner = (
        '<rect x="-27.8" y="-26.8" width="60" height="60" rx="4" fill="#120D06" opacity=".38"/>'
        f'<rect x="-30" y="-30" width="60" height="60" rx="4" fill="{CREAM}" stroke="{army.edge}"'
        ' stroke-width="1.8"/>'
        '<path d="M-29.1-9.6V-25.8a3.3 3.3 0 0 1 3.3-3.3h51.6a3.3 3.3 0 0 1 3.3 3.3v16.2z"'
        f' fill="{army.fill}"/>'
    )
    return tag("g", inner, id=f"c-{side}", data_on=army.on_fill, data_fill=army.fill)


def roundel(name: str, side: str, army: Army, is_named: bool) -> str:
    """A leader: a disc in the side's colour, 60 across, in its darker one where that colour is too light for
    his hat; `is_named` gives him a pill with his name below."""
    fill = army.fill if int(army.on_fill[1:3], 16) > 127 else army.edge
    inner = (
        '<circle cx="1.6" cy="2.6" r="30" fill="#120D06" opacity=".38"/>'
        f'<circle r="30" fill="{army.edge}"/><circle r="28.4" fill="{CREAM}"/>'
        f'<circle r="25.6" fill="{fill}"/>'
    )
    return tag(
        "g",
        inner,
        id=f"c-{name}-{side}",
        data_on="#FFF6E8" if is_named else army.on_fill,
        data_fill=army.fill,
        data_look="pill" if is_named else None,
        data_label="0 50" if is_named else "",
        data_long="16" if is_named else None,
        data_fit="90" if is_named else None,
        data_strength="",
    )


def icon(plan: Plan, name: str, kind: Kind) -> str:
    """The sign of an arm at the lower right, higher up where a value is printed below it; a leader's hat in
    the middle of his disc, in the colour of the letters of his side."""
    if kind.icon not in ICONS:
        raise LookupError(f"counter kind {name!r} wants the icon {kind.icon!r}; there are {', '.join(ICONS)}")
    place = "translate(1.2 2.4) scale(1.1)"
    if plan.printed:
        place = "translate(4 -7.6) scale(.98)"
    if kind.in_corner:
        place = "translate(-21.6 -15.6) scale(1.8)"
    return tag(
        "g",
        tag("g", ICONS[kind.icon], class_="arm"),
        id=f"i-{name}",
        transform=place,
        color="#FFF6E8" if kind.in_corner else "#2E271C",
        stroke="currentColor",
        fill="none",
        stroke_linecap="round",
        data_corner="yes" if kind.in_corner else None,
    )


def printed(plan: Plan, key: str) -> str:
    """What one counter has in its lower right corner; a dot in the middle, or where more than a value stands
    above it, when it has a reduced side."""
    place = 'cx="-3.6" cy="-1.6"' if len(plan.printed.get(key, "")) > 2 else 'cx="-.5" cy="21"'
    dot = f'<circle {place} r="2.4" fill="{DARK}"/>' if key in plan.two_sided else ""
    return corner(f"v-{key}", plan.printed.get(key), dot)


def corner(name: str, words: str | None, beside: str = "") -> str:
    """A value in the lower right corner of a counter."""
    is_long = words is not None and len(words) > 3
    look = {
        "x": "14.4" if is_long else "16", "y": "25.4", "font_size": "15.6" if is_long else "17",
        "text_anchor": "middle", "fill": DARK,
    }  # fmt: skip
    drawn = "" if words is None else tag("text", text(words), **look)
    return tag("g", drawn + beside, id=name)


def facing(plan: Plan, name: str, tint: str) -> str:
    """The front, drawn for north; the counter turns it. A bar along the edge and a point, which the page
    draws in so far that both stay inside the cell (`--front`) and no neighbour hides them.

    In a hex, where a counter may face a corner, the bar is as wide as the point."""
    fill, line, width = FACINGS[tint]
    reach = 28 if all(turn.endswith("0)") for turn in plan.grid.spots.turns.values()) else 13
    point: list[Point] = [(-12.5, -27.4), (0, -36.6), (12.5, -27.4)]
    bar = f"M{-reach}-30H{reach}"
    drawn = (
        tag("path", d=bar, stroke=line, stroke_width="6", stroke_linecap="round")
        + tag("path", d=bar, stroke=fill, stroke_width="3.8", stroke_linecap="round")
        + tag("path", class_="front-point", d=polygon(point), fill=fill, stroke=line, stroke_width=width,
              stroke_linejoin="round", paint_order="stroke")
    )  # fmt: skip
    return tag("g", drawn, id=f"f-{name}", class_="front", fill="none")


def elite() -> str:
    return f'<path id="s-elite" d="{STAR}" transform="translate(-1.6 1.4)" fill="#8A6A12"/>'


def moved() -> str:
    """A veil of ink, and a tick at the upper right."""
    return (
        '<g id="s-moved"><rect x="-30" y="-30" width="60" height="60" rx="4" fill="#1B160F" opacity=".3"/>'
        '<circle cx="25.2" cy="-25.2" r="8.6" fill="#2B241A" stroke="#F4ECD8" stroke-width="1.6"/>'
        '<path d="M21-25.2l3.2 3.4 5.4-6.4" fill="none" stroke="#F4ECD8" stroke-width="2.4"/></g>'
    )


def reduced() -> str:
    """The strength underlined."""
    return '<g id="s-reduced"><path d="M-25.4 26.9h15.4" stroke="#2B241A" stroke-width="2.6"/></g>'


def halo(name: str = "s-selected", radius: float = 7) -> str:
    """Round a chosen counter: glow, ink ring, white ring; `radius` is that of the corners."""
    drawn = ""
    for gap, line, width in ((8, "#FFD34D", "6"), (5.4, DARK, "3.6"), (2.6, "#fff", "4.6")):
        drawn += tag(
            "rect", x=-30.0 - gap, y=-30.0 - gap, width=60 + 2.0 * gap, height=60 + 2.0 * gap,
            rx=num(radius + gap), stroke=line, stroke_width=width,
        )  # fmt: skip
    return tag("g", drawn, id=name, fill="none")


def band(flag: str, letters: str, slot: int) -> str:
    """A slanting band with the first letters of the state: between the name and the strength, else at the
    foot or over the name, so that none hides another or a strength."""
    y = (-3, 30, -19.5)[slot % 3]
    return (
        f'<g id="s-{text(flag)}" transform="translate(0 {y}) rotate(5)">'
        '<rect x="-29" y="-8.2" width="58" height="16.4" rx="2" fill="#7A1F2B"'
        ' stroke="#F4ECD8" stroke-width="1.4"/>'
        f'<text class="band" dy=".35em" text-anchor="middle" fill="#FFF6E8">{text(letters)}</text></g>'
    )


def bands(plan: Plan, words: Mapping[str, str]) -> list[str]:
    return [
        band(flag, words.get(letters, letters), slot)
        for slot, (flag, letters) in enumerate(plan.flags.items())
    ]


def pennant(side: str, army: Army) -> str:
    """A small flag: who holds a space."""
    staff, cloth = "M-6 11V-9", "M-5.2-8.8H11l-4.2 5.4 4.2 5.4H-5.2z"
    return (
        f'<g id="o-{side}"><path d="{staff}" stroke="#fff" stroke-width="4.6" stroke-linecap="round"/>'
        f'<path d="{staff}" stroke="#2B241A" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="{army.fill}" stroke="#F4ECD8" stroke-width="2.4" paint-order="stroke"/>'
        f'<path d="{cloth}" fill="{army.fill}" stroke="#2B241A" stroke-width=".8"/></g>'
    )


SHAPES = {
    "wall": "M-8-4v-5h3.4v2.4h2.9V-9h3.4v2.4h2.9V-9H8v9a8 8.6 0 0 1-16 0z",
    "arrow": "M-11 0L-3-9V-5.5H9.5V6.5H-3V10z",
    "die": "M-8-6a2 2 0 0 1 2-2H6a2 2 0 0 1 2 2V6a2 2 0 0 1-2 2H-6a2 2 0 0 1-2-2z",
    "swords": "M-11-9L-7-9 0-3.6 7-9 11-9 11-5 8-2V9H-8V-2L-11-5z",
}


def badge(mark: str, look: Badge) -> str:
    """A badge that a number is written on."""
    if look.shape not in SHAPES:
        raise LookupError(f"badge {mark!r} wants the shape {look.shape!r}; there are {', '.join(SHAPES)}")
    return tag(
        "path",
        id=f"k-{mark}",
        d=SHAPES[look.shape],
        fill=CREAM,
        stroke="#3F2A1A",
        stroke_width="1.2",
        stroke_linejoin="round",
    )
