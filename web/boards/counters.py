"""Counters: the parts from which the page and its script put every counter together.

Each part is a `<g id>` in the definitions, named by the word that a scene uses: `c-<side>` body (of a unit of
blocks `c-<kind>-<side>`), `i-<kind>` icon, `f-<kind>` facing triangle, `v-<counter>` what is printed on one
counter, `s-<flag>` state, `o-<owner>` flag on a space, `k-<mark>` badge on a space. So neither the template
nor the script knows a title.
"""

from web.boards import blocks
from web.boards.icons import CREAM, DARK, ICONS
from web.boards.ink import Point, polygon, tag, text
from web.boards.plan import Army, Badge, Kind, Plan

FACINGS = {"dark": (DARK, CREAM, 1.5), "light": ("#FFFFFF", DARK, 1.2)}
STAR = "M0-5.6L1.6-1.8 5.6-1.6 2.5 1 3.5 5 0 2.8-3.5 5-2.5 1-5.6-1.6-1.6-1.8z"


def definitions(plan: Plan) -> str:
    """All parts that the counters and markers of a plan can need."""
    cards = {name: kind for name, kind in plan.kinds.items() if kind.stripe is None}
    parts = [body(side, army) for side, army in plan.armies.items()]
    parts += [icon(name, kind) for name, kind in cards.items()]
    parts += [facing(name, kind.facing) for name, kind in cards.items() if kind.facing]
    parts += [elite(), moved(), reduced(), halo(), *bands(plan)]
    parts += [blocks.parts(plan, name, kind) for name, kind in plan.kinds.items() if kind.stripe]
    parts += [printed(plan, key) for key in sorted({*plan.printed, *plan.two_sided})]
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
    """The die-cut card: plain offset shadow, cream face, a band in the side's colour, light line top and
    left."""
    inner = (
        '<rect x="-23.4" y="-22.4" width="50" height="50" rx="3" fill="#120D06" opacity=".36"/>'
        f'<rect x="-25" y="-25" width="50" height="50" rx="3" fill="{CREAM}" stroke="{army.edge}"/>'
        f'<path d="M-24.5-11.5V-22a2.5 2.5 0 0 1 2.5-2.5h44a2.5 2.5 0 0 1 2.5 2.5v10.5z" fill="{army.fill}"/>'
        f'<path d="M-24.5-11.5h49" stroke="{army.edge}" stroke-width=".8"/>'
        '<path d="M-24 23V-22a2 2 0 0 1 2-2h45" fill="none" stroke="#fff" stroke-width="1.1" opacity=".55"/>'
    )
    return tag("g", inner, id=f"c-{side}", data_on=army.on_fill)


def icon(name: str, kind: Kind) -> str:
    if kind.icon not in ICONS:
        raise LookupError(f"counter kind {name!r} wants the icon {kind.icon!r}; there are {', '.join(ICONS)}")
    colour = "#7A1F2B" if kind.icon == "leader" else "#2E271C"
    scale, top = (1.5, -8.5) if kind.icon == "leader" else (1.25, -9.2)
    return tag(
        "g",
        ICONS[kind.icon],
        id=f"i-{name}",
        transform=f"translate({-12 * scale} {top}) scale({scale})",
        color=colour,
        stroke="currentColor",
        fill="none",
        stroke_linecap="round",
        data_corner="yes" if kind.in_corner else None,
    )


def printed(plan: Plan, key: str) -> str:
    """What one counter has in its lower right corner; a dot in the middle when it has a reduced side."""
    words, drawn = plan.printed.get(key), ""
    if words is not None:
        drawn = tag("text", text(words), x="15", y="21.5", font_size="16", text_anchor="middle", fill=DARK)
    if key in plan.two_sided:
        drawn += f'<circle cx="-1.5" cy="17.4" r="2.1" fill="{DARK}"/>'
    return tag("g", drawn, id=f"v-{key}")


def facing(name: str, tint: str) -> str:
    """A triangle outside the front edge, drawn for north; the counter turns it."""
    fill, line, width = FACINGS[tint]
    triangle: list[Point] = [(-8.5, -26.5), (0, -36), (8.5, -26.5)]
    return tag(
        "path",
        id=f"f-{name}",
        d=polygon(triangle),
        fill=fill,
        stroke=line,
        stroke_width=width,
        stroke_linejoin="round",
    )


def elite() -> str:
    return f'<path id="s-elite" d="{STAR}" transform="translate(17 17)" fill="{DARK}"/>'


def moved() -> str:
    """A veil of ink and a tick."""
    return (
        '<g id="s-moved"><rect x="-25" y="-25" width="50" height="50" rx="3" fill="#1B160F" opacity=".28"/>'
        '<circle cx="20" cy="22" r="6.6" fill="#2B241A" stroke="#F4ECD8"/>'
        '<path d="M17 22l2.2 2.4 4-4.6" fill="none" stroke="#F4ECD8" stroke-width="1.6"/></g>'
    )


def reduced() -> str:
    """The lower left number underlined, a corner cut away."""
    return (
        '<g id="s-reduced"><path d="M25.6 12V22a3 3 0 0 1-3 3H12z" fill="#B9A87F"'
        ' stroke="#5A4A30" stroke-width=".8"/>'
        '<path d="M-22.5 23h9" stroke="#2B241A" stroke-width="1.6"/></g>'
    )


def halo() -> str:
    """Round a chosen counter: glow, ink ring, white ring."""
    return (
        '<g id="s-selected" fill="none"><rect x="-31" y="-31" width="62" height="62" rx="8" stroke="#FFD34D"'
        ' stroke-width="5" opacity=".75"/><rect x="-28.6" y="-28.6" width="57.2" height="57.2" rx="5.5"'
        ' stroke="#2B241A" stroke-width="2.5"/><rect x="-26.6" y="-26.6" width="53.2" height="53.2" rx="4"'
        ' stroke="#fff" stroke-width="2"/></g>'
    )


def band(flag: str, letters: str, slot: int) -> str:
    """A band with the first letters of the state; each state has its slot, so that none hides another."""
    x, y = ((2, 4), (10, -4), (-6, 12))[slot % 3]
    return (
        f'<g id="s-{text(flag)}" transform="translate({x} {y}) rotate(45)">'
        '<rect x="-19.5" y="-5.5" width="39" height="11" rx="1" fill="#7A1F2B"'
        ' stroke="#F4ECD8" stroke-width=".9"/>'
        '<text y="3.4" text-anchor="middle" font-size="9.6" fill="#FFF6E8"'
        f' letter-spacing=".5">{text(letters)}</text></g>'
    )


def bands(plan: Plan) -> list[str]:
    return [band(flag, letters, slot) for slot, (flag, letters) in enumerate(plan.flags.items())]


def pennant(side: str, army: Army) -> str:
    """A small flag: who holds a space."""
    return (
        f'<g id="o-{side}"><path d="M-6 9V-9" stroke="#2B241A" stroke-width="1.7" stroke-linecap="round"/>'
        f'<path d="M-5.2-8.4H8l-3 4 3 4H-5.2z" fill="{army.fill}" stroke="#F4ECD8" stroke-width="2.4"'
        f' paint-order="stroke"/><path d="M-5.2-8.4H8l-3 4 3 4H-5.2z" fill="{army.fill}" stroke="#2B241A"'
        ' stroke-width=".8"/></g>'
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
