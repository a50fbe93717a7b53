"""Units of blocks: as many wooden blocks as the unit is strong, its code and their number in a pill below."""

import json

from web.boards.faces import lettered
from web.boards.icons import CREAM, DARK, ICONS
from web.boards.ink import Point, moved_to, tag
from web.boards.plan import Army, Kind, Plan, TokenShape

SPOTS: dict[int, list[Point]] = {
    1: [(0, -4)],
    2: [(-13, -4), (13, -4)],
    3: [(0, -18), (-13, 8.5), (13, 8.5)],
    4: [(-13, -18), (13, -18), (-13, 8.5), (13, 8.5)],
    5: [(-19, -18), (19, -18), (0, -18), (-13, 8.5), (13, 8.5)],
    6: [(-19, -18), (19, -18), (0, -18), (-19, 8.5), (19, 8.5), (0, 8.5)],
}
"""By their number, where the blocks stand about the middle of a cell, those behind first."""
STATES = ("moved", "selected")
"""The signs that a unit of blocks has of its own; bands are those of every counter."""


def parts(plan: Plan, name: str, kind: Kind) -> str:
    """What the units of one kind are put together from: a block for each side, the pill, veil and halo."""
    if kind.icon not in ICONS:
        raise LookupError(f"block unit {name!r} wants the icon {kind.icon!r}; there are {', '.join(ICONS)}")
    return "".join(block(name, kind, side, army) for side, army in plan.armies.items()) + states(name)


def block(name: str, kind: Kind, side: str, army: Army) -> str:
    """One block from above, its front face darker, the stripe in the colour of its arm."""
    stripe = tag("rect", x="-8.9", y="4.4", width="17.8", height="4.5", fill=kind.stripe)
    inner = (
        '<rect x="-10" y="-8.2" width="23" height="25" rx="3" fill="#120D06" opacity=".36"/>'
        f'<rect x="-11.5" y="-11.5" width="23" height="25.6" rx="2.6" fill="{army.edge}" stroke="#14100A"'
        ' stroke-width=".7"/>'
        f'<rect x="-11.2" y="-11.2" width="22.4" height="22.4" rx="2.4" fill="{army.fill}"/>'
        f'<rect x="-8.9" y="-8.9" width="17.8" height="17.8" rx="1" fill="{CREAM}"/>{stripe}'
        '<path d="M-10.6 9.6v-18.6a1.6 1.6 0 0 1 1.6-1.6h18.6" fill="none" stroke="#fff" stroke-width=".9"'
        ' opacity=".55"/>'
    ) + tag(
        "g",
        ICONS[kind.icon],
        transform="translate(-7.9 -7.6) scale(.66)",
        color="#2E271C",
        stroke="currentColor",
        fill="none",
        stroke_linecap="round",
    )
    places = {count: [moved_to(spot) for spot in spots] for count, spots in SPOTS.items()}
    return tag(
        "g",
        inner,
        id=f"c-{name}-{side}",
        data_look="blocks",
        data_places=json.dumps(places),
        data_on="#FFF6E8",
        data_fill=army.fill,
        data_label="0 31.9",
        data_long="9",
        data_fit="36",
    )


def states(name: str) -> str:
    """The pill under the blocks, the sign that they have moved, and the halo of a chosen unit."""
    drawn = ""
    for gap, line, width in ((6, "#FFD34D", "5"), (3.6, DARK, "2.5"), (1.6, "#fff", "2")):
        edge = {"x": -25.0 - gap, "y": -30.0 - gap, "width": 50.0 + 2 * gap, "height": 66.0 + 2 * gap}
        drawn += tag("rect", "", rx=f"{4 + gap}", stroke=line, stroke_width=width, **edge)
    return (
        f'<rect id="p-{name}" x="-20.5" y="22.2" width="41" height="12.6" rx="6.3" fill="#221D17"'
        ' stroke="#F4ECD8" stroke-width=".8"/>'
        f'<g id="s-{name}-moved"><circle cx="22" cy="28.5" r="6.6" fill="#2B241A" stroke="#F4ECD8"/>'
        '<path d="M19 28.5l2.2 2.4 4-4.6" fill="none" stroke="#F4ECD8" stroke-width="1.6"/></g>'
        f'<g id="s-{name}-selected" fill="none">{drawn}</g>'
    )


def face(key: str, token: TokenShape) -> str:
    """The blocks and the pill. Raises LookupError when the strength is no number of blocks."""
    if token.strength is None or token.strength not in SPOTS:
        raise LookupError(f"block unit {key!r} has {token.strength} blocks; there can be 1 to {max(SPOTS)}")
    body, words = f"#c-{token.kind}-{token.side}", f"{token.label} · {token.strength}"
    drawn = "".join(tag("use", href=body, transform=moved_to(spot)) for spot in SPOTS[token.strength])
    drawn += tag("use", href=f"#p-{token.kind}")
    return drawn + lettered(words, 36, "#FFF6E8", "blocks", x="0", y="31.9")
