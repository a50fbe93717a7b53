"""The live layer of a map of places: where pieces stand beside their place, who holds it, marks, highlights.

`board.js` writes the same; both sort what stands on a place by id, so that a place looks the same whatever
came before."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from web.boards.engraving import view_box
from web.boards.faces import grouped, lettered
from web.boards.ink import Point, disc, middle, moved_to, num, path, tag, text
from web.boards.pieces import definitions
from web.boards.placenames import lettering
from web.boards.plan import TokenShape, check_hints, kind_of, shown_flags
from web.boards.points import REACH, Lot, PointPlan

__all__ = [
    "counter",
    "definitions",
    "figures",
    "highlights",
    "holders",
    "lettering",
    "marks",
    "places",
    "view_box",
]

STRIP = 12.8
"""How much of a tag shows above the tag in front of it."""
ALONE = 0.72
"""Soldiers without a leader stand nearer to their place than a tag, by this share of the way."""
TICKS = "M-22-11V-22H-11M11-22H22V-11M22 11V22H11M-11 22H-22V11"


def cells(plan: PointPlan) -> tuple[str, ...]:
    """The spaces in the order of the keyboard."""
    return tuple(plan.places)


def spot(plan: PointPlan, cell: str) -> Point:
    return plan.places[cell].at


def called(plan: PointPlan, cell: str) -> str:
    """What a space is called aloud."""
    return plan.places[cell].spoken


def shape(plan: PointPlan, cell: str) -> str:
    """Path data of the area that takes the pointer."""
    return disc(plan.places[cell].at, REACH)


def attributes(plan: PointPlan, cell: str) -> Mapping[str, str | None]:
    """What else the script must know of a space."""
    place = plan.places[cell]
    return {
        "data_slot": f"{num(place.slot[0])} {num(place.slot[1])}",
        "data_pill": f"{num(place.pill[0])} {num(place.pill[1])}",
        "data_badges": f"{num(place.badges[0])} {num(place.badges[1])}",
        "data_shape": place.shape,
        "data_home": place.home,
    }


# ---- pieces


def places(
    plan: PointPlan, cell: str, keys: Sequence[str], all_tokens: Mapping[str, TokenShape]
) -> list[tuple[str, str]]:
    """Where the pieces of one place stand, as transforms, those in front last.

    Each power has a group: leaders one behind the other, the commander in front, soldiers on his tag."""
    place, found = plan.places[cell], list[tuple[str, str]]()
    (x, y), (sx, sy) = place.at, place.slot
    side_of = {key: all_tokens[key].side for key in keys}
    outwards, gone = 1 if sx >= x else -1, 0.0
    for side in sorted(set(side_of.values())):
        mine = sorted(key for key in keys if side_of[key] == side)
        tags = [key for key in mine if kind_of(plan, key, all_tokens[key]).shape == "tag"]
        tags.sort(key=lambda key: "commander" not in all_tokens[key].flags)
        discs = [key for key in mine if key not in tags]
        low = STRIP * max(0, len(tags) - 1) if sy >= y else 0
        for k in range(len(tags) - 1, -1, -1):
            found.append((tags[k], moved_to((sx + gone, sy + low - STRIP * k))))
        near = ALONE if not gone and not tags else 1.0
        for k, key in enumerate(discs):
            step = (14.5 + 26 * k, 5 + low) if tags else (26 * k, 0)
            found.append(
                (key, moved_to((x + (sx - x) * near + gone + step[0], y + (sy - y) * near + step[1])))
            )
        gone += outwards * (60 if tags else 30)
    return found


def off_board(plan: PointPlan, all_tokens: Mapping[str, TokenShape]) -> list[tuple[str, str]]:
    """Where the counters stand that wait in a lot beside the map."""
    found = []
    for lot in plan.lots:
        waiting = sorted(key for key, token in all_tokens.items() if waits(token, lot))
        found += [(key, moved_to((lot.at[0] + 33 * k, lot.at[1]), 0.8)) for k, key in enumerate(waiting)]
    return found


def waits(token: TokenShape, lot: Lot) -> bool:
    return token.at is None and token.side == lot.side and lot.flag in token.flags


def counts(
    plan: PointPlan, stacks: Mapping[str, Sequence[str]], all_tokens: Mapping[str, TokenShape]
) -> str:
    """Counts of stacks: none, every piece shows."""
    return ""


def counter(plan: PointPlan, key: str, token: TokenShape, place: str | None) -> str:
    """One counter; `face` of board.js writes the same."""
    look = kind_of(plan, key, token).shape
    face = tag("use", href=f"#c-{token.kind}-{token.side}")
    if look == "tag":
        on = plan.armies[token.side].on_fill
        face += lettered(token.label or token.name, 42, on, "tag", x="-25", y="-9.9")
        face += tag("use", href=f"#i-{token.kind}")
    if token.strength is not None:
        x, y = ("-20.5", "16.6") if look == "tag" else ("0", "8.6")
        face += tag("text", str(token.strength), class_=f"strength {look}", x=x, y=y)
    if key in plan.values:
        face += tag("use", href=f"#v-{key}")
    face += "".join(tag("use", href=f"#s-{token.kind}-{flag}") for flag in shown_flags(plan, token))
    return grouped(key, token, face, place)


# ---- places


def holders(plan: PointPlan, spaces: Mapping[str, Any]) -> str:
    """Every place in the colours of who holds it, with a pip of its home when that is another."""
    drawn = ""
    for cell, place in plan.places.items():
        owner = spaces[cell].owner if cell in spaces else None
        inner = tag("use", href=f"#n-{place.shape}-{owner or 'none'}")
        if place.home and owner != place.home:
            inner += tag("use", href=f"#p-{place.home}", transform="translate(9.5 8.5)")
        drawn += tag("g", inner, id=f"n-{cell}", transform=moved_to(place.at))
    return tag("g", drawn, class_="holders")


def marks(plan: PointPlan, cell: str, space: Any) -> str:
    """Badges over a space, away from its pieces; a mark whose value is another space lies half-way to it,
    drawn once."""
    (x, y), (dx, dy) = plan.places[cell].at, plan.places[cell].badges
    drawn, k = "", 0
    for mark, value in space.marks.items():
        if value in plan.places:
            if cell < value:
                half = middle((x, y), plan.places[value].at)
                drawn += tag("use", href="#k-between", transform=moved_to(half))
            continue
        over = moved_to((x + dx + math.copysign(18 * k, dx), y + dy))
        drawn += tag("g", badge(plan, mark, value), class_="badge", transform=over)
        k += 1
    return tag("g", drawn, id=f"m-{cell}") if drawn else ""


def badge(plan: PointPlan, mark: str, value: int | str) -> str:
    """What a mark looks like: in the colour of a power, with a number, or a card that lasts."""
    if mark in plan.coloured and value in plan.armies:
        return tag("use", href=f"#k-{mark}-{value}")
    if mark in plan.badges:
        return tag("use", href=f"#k-{mark}") + tag("text", text(value), y="4.2")
    if value == 1:
        return tag("use", href="#k-lasting")
    return tag("circle", r="8.5", class_="plain-badge") + tag("text", text(value), y="4.2")


# ---- highlights


def highlights(plan: PointPlan, hints: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Rings under the pieces, pills with the cost over them: told apart by line form, colour second.

    safe: solid; risk: long dashes; fight: dots; act: ticks at the corners."""
    check_hints(plan.title, plan.places, hints)
    under = over = ""
    for hint in hints:
        place = plan.places[hint["space"]]
        (x, y), kind = place.at, hint["kind"]
        under += tag(
            "g",
            ring("hl-cream", kind) + ring(f"hl-line {kind}", kind),
            class_="hl-ring",
            transform=moved_to((x, y)),
        )
        if hint.get("cost") is not None:
            pill = tag("rect", x="-11", y="-8.5", width="22", height="17", rx="8.5", class_=f"hl-disc {kind}")
            pill += tag("text", text(hint["cost"]), y="4")
            over += tag(
                "g", pill, class_="hl-cost", transform=moved_to((x + place.pill[0], y + place.pill[1]))
            )
    return under, over


def ring(name: str, kind: str) -> str:
    return path(TICKS, class_=name) if kind == "act" else tag("circle", r="20", class_=name)


# ---- figures


def figures(plan: PointPlan, scene: Any) -> str:
    """The figures beside the map, from the numbers of the scene, and the lots' places."""
    drawn = ""
    for figure in plan.figures:
        told = scene.numbers.get(figure.section, {}).get(figure.name, "")
        about = {"data_section": figure.section, "data_name": figure.name}
        if figure.value is None:
            drawn += tag("text", text(told), class_="figure", x=figure.at[0], y=figure.at[1], **about)
        else:
            hidden = None if told == figure.value else "none"
            drawn += path(
                "M-6-6L6 0-6 6z",
                class_="pointer",
                transform=moved_to(figure.at),
                data_value=figure.value,
                display=hidden,
                **about,
            )
    for lot in plan.lots:
        drawn += tag("use", href=f"#k-flag-{lot.side}", transform=moved_to((lot.flag_x, lot.at[1])))
        drawn += tag(
            "g",
            class_="lot",
            data_flag=lot.flag,
            data_side=lot.side,
            data_at=f"{num(lot.at[0])} {num(lot.at[1])}",
        )
    return tag("g", drawn, class_="figures", aria_hidden="true")
