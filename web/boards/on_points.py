"""The live layer of a map of places: where pieces stand beside their place, who holds it, marks, highlights.

`board.js` writes the same; both sort what stands on a place by id, so that a place looks the same whatever
came before."""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from web.boards.berths import Piece, rounded
from web.boards.engraving import ring as ring_of
from web.boards.engraving import view_box
from web.boards.faces import Stand, grouped, lettered
from web.boards.ink import Point, disc, middle, moved_to, num, path, polyline, tag, text
from web.boards.pieces import definitions
from web.boards.placenames import lettering
from web.boards.placenames import placenames as lettered_names
from web.boards.plan import TokenShape, check_hints, kind_of, shown_flags
from web.boards.points import REACH, Lot, Panel, Place, PointPlan, Track

__all__ = [
    "counter",
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

CARD = 66
"""How wide a card is at least, in pixels of the screen; its height is that of `berths`."""
STRIP = 15
"""How much of a card shows above the card in front of it in a box."""
ROW, LINE = 150, 70
"""How far apart cards stand beside each other in a box, and its rows."""
LOT = 66
"""How far apart the cards of leaders stand who wait in a lot."""
SHAPES = {
    "act": "M-22-11V-22H-11M11-22H22V-11M22 11V22H11M-11 22H-22V11",
    "here": "M0-25L25 0 0 25-25 0z",
}
"""Around a place, by kind: all others are rings."""


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
        "data_slot": f"{num(place.slot[0])} {num(place.slot[1])}" if place.shape == "box" else None,
        "data_row": str(place.row) if place.row else None,
        "data_name_at": json.dumps(place.name_at) if place.name_at else None,
        "data_pill": f"{num(place.pill[0])} {num(place.pill[1])}",
        "data_badges": f"{num(place.badges[0])} {num(place.badges[1])}",
        "data_shape": place.shape,
        "data_home": place.home,
    }


def told(plan: PointPlan) -> Mapping[str, str | None]:
    """What else the script must know of the map, as attributes of the layer."""
    return {
        "data_map": "points",
        "data_panels": json.dumps([plan.harbour.sheet, *plan.harbour.panels]),
        "data_opens": None if plan.opens == (0.5, 0.5) else json.dumps(plan.opens),
    }


# ---- pieces


def standing(
    plan: PointPlan, stacks: Mapping[str, Sequence[str]], all_tokens: Mapping[str, TokenShape]
) -> dict[str, Stand]:
    """Where all pieces stand, those in front last: each leader's card in its berth, the soldiers of his power
    on the card of the commander, other soldiers in a disc beside the place."""
    pieces, boxes = list[Piece](), dict[str, Stand]()
    order = list[tuple[str, str | None]]()
    for cell, keys in stacks.items():
        row = 0
        for tags, discs in groups(plan, keys, all_tokens):
            order += [(key, None) for key in reversed(tags)]
            order += [(key, tags[0] if tags else None) for key in discs]
            if plan.places[cell].shape == "box":
                boxes |= in_box(plan.places[cell], tags, discs, row)
                row += len(tags) + len(discs[bool(tags) :])
                continue
            pieces += [Piece(key, cell, card_width(all_tokens[key])) for key in tags]
            pieces += [Piece(key, cell, None) for key in discs[bool(tags) :]]
    berths = plan.harbour.berths(pieces)
    found = dict[str, Stand]()
    for key, commander in order:
        if key in berths:
            found[key] = Stand(berths[key].middle, berth=berths[key])
        elif key in boxes:
            found[key] = boxes[key]
        elif commander is not None:
            found[key] = Stand(found[commander].at, "aboard", seat(all_tokens[commander]))
    return found


def groups(
    plan: PointPlan, keys: Sequence[str], all_tokens: Mapping[str, TokenShape]
) -> list[tuple[list[str], list[str]]]:
    """The leaders of each power on a place, the commander first, and its soldiers."""
    found = []
    for side in sorted({all_tokens[key].side for key in keys}):
        mine = sorted(key for key in keys if all_tokens[key].side == side)
        tags = [key for key in mine if kind_of(plan, key, all_tokens[key]).shape == "tag"]
        tags.sort(key=lambda key: "commander" not in all_tokens[key].flags)
        found.append((tags, [key for key in mine if key not in tags]))
    return found


def in_box(place: Place, tags: Sequence[str], discs: Sequence[str], before: int) -> dict[str, Stand]:
    """Where a power's pieces stand in a box beside the map: one behind the other, or in rows."""
    steps = {key: before + k for k, key in enumerate([*tags, *discs[bool(tags) :]])}
    return {key: Stand(in_row(place, k)) for key, k in steps.items()}


def in_row(place: Place, k: int) -> Point:
    x, y = place.slot
    if not place.row:
        return (x + 9 * k, y + STRIP * k)
    return (x + ROW * (k % place.row), y + LINE * (k // place.row))


def card_width(token: TokenShape) -> int:
    """How wide the card of a leader is on the screen."""
    return max(CARD, rounded(len(token.label or token.name) * 5.6) + 24)


def seat(leader: TokenShape) -> str:
    """Where the soldiers of a leader stand on his card, from its middle."""
    return moved_to((card_width(leader) / 2 - 10.5, 8))


def ties(plan: PointPlan, stand: Mapping[str, Stand], all_tokens: Mapping[str, TokenShape]) -> str:
    """The lines from the places to their cards, and a dot on each place, under all pieces."""
    d = dots = ""
    for key, each in stand.items():
        if each.berth is not None and kind_of(plan, key, all_tokens[key]).shape == "tag":
            x, y = plan.places[all_tokens[key].at or ""].at
            d += f"M{num(x)} {num(y)}L{num(each.at[0])} {num(each.at[1])}"
            dots += f"M{num(x)} {num(y)}h0"
    lines = tag("path", d=d, class_="tie-cream") + tag("path", d=d, class_="tie")
    lines += tag("path", d=dots, class_="tie-dot-cream") + tag("path", d=dots, class_="tie-dot")
    return tag("g", lines, class_="ties", aria_hidden="true", fill="none")


def placenames(
    plan: PointPlan,
    words: Mapping[str, str],
    stand: Mapping[str, Stand],
    all_tokens: Mapping[str, TokenShape],
) -> str:
    """The names of places over the pieces, without those that pieces leave no room for."""
    boxes = [each.berth.box for each in stand.values() if each.berth]
    return lettered_names(plan, plan.harbour.left_out(boxes))


def off_board(plan: PointPlan, all_tokens: Mapping[str, TokenShape]) -> list[tuple[str, str]]:
    """Where the counters stand that wait in a lot beside the map."""
    found = []
    for lot in plan.lots:
        waiting = sorted(key for key, token in all_tokens.items() if waits(token, lot))
        found += [(key, moved_to((lot.at[0] + LOT * k, lot.at[1]))) for k, key in enumerate(waiting)]
    return found


def waits(token: TokenShape, lot: Lot) -> bool:
    return token.at is None and token.side == lot.side and lot.flag in token.flags


def counts(
    plan: PointPlan, stacks: Mapping[str, Sequence[str]], all_tokens: Mapping[str, TokenShape]
) -> str:
    """Counts of stacks: none, every piece shows."""
    return ""


def counter(
    plan: PointPlan, key: str, token: TokenShape, place: str | None, how: str = "", inner: str | None = None
) -> str:
    """One counter; `face` of board.js writes the same."""
    look = kind_of(plan, key, token).shape
    face = card(plan, key, token) if look == "tag" else loose(plan, token)
    left = edge(plan, key, token)
    face += "".join(tag("use", href=f"#s-{token.kind}-{flag}", **left) for flag in shown_flags(plan, token))
    return grouped(key, token, tag("g", face, transform=inner), place, how)


def edge(plan: PointPlan, key: str, token: TokenShape) -> dict[str, str]:
    """What brings the signs of a narrow card to the left edge of a wider one."""
    wide = card_width(token) - CARD if kind_of(plan, key, token).shape == "tag" else 0
    return {"transform": moved_to((-wide / 2, 0))} if wide else {}


def card(plan: PointPlan, key: str, token: TokenShape) -> str:
    """An army card: name and sign of its power on a band, hat, battle value, command value boxed."""
    wide, left = card_width(token), edge(plan, key, token)
    face = tag("use", href=f"#c-{token.kind}-{token.side}", transform=f"scale({num3(wide / CARD)} 1)")
    face += tag("use", href=f"#g-{token.side}", transform=moved_to((wide / 2 - 8, -11.2)))
    words, on = token.label or token.name, plan.armies[token.side].on_fill
    face += lettered(words, 42, on, "tag", most=99, x=num(-wide / 2 + 5), y="-7.1")
    face += tag("use", href=f"#i-{token.kind}", **left)
    if token.strength is not None:
        face += tag("text", str(token.strength), class_="strength tag", x=num(-wide / 2 + 23), y="13.4")
    return face + (tag("use", href=f"#v-{key}", **left) if key in plan.values else "")


def loose(plan: PointPlan, token: TokenShape) -> str:
    """Soldiers: their strength on a disc."""
    face = tag("use", href=f"#c-{token.kind}-{token.side}")
    if token.strength is not None:
        on = plan.armies[token.side].on_fill
        face += tag("text", str(token.strength), class_="strength disc", y="4.8")
        face += tag("text", str(token.strength), class_="strength seated", y="4.8", fill=on)
    return face


def num3(value: float) -> str:
    """A factor to a thousandth, without idle zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


# ---- areas


def areas(plan: PointPlan, scene: Any) -> str:
    """Each area in the tint of who holds it, with a rim; the lines from the berth of a fleet, where it is."""
    drawn = parts = ""
    for name, rings in plan.ground.areas.items() if plan.held else ():
        data = "".join(ring_of(each) for each in rings)
        parts += path(data, id=f"a-{name}")
        parts += tag("clipPath", tag("use", href=f"#a-{name}"), id=f"within-{name}")
        holder = scene.numbers.get(plan.held, {}).get(name)
        for side, army in plan.armies.items():
            look = {"data_section": plan.held, "data_name": name, "data_value": side}
            tint = tag("use", href=f"#a-{name}", fill=army.fill, fill_opacity=".13")
            tint += tag(
                "use",
                href=f"#a-{name}",
                fill="none",
                stroke=army.fill,
                stroke_width="17",
                stroke_opacity=".25",
                clip_path=f"url(#within-{name})",
            )
            drawn += tag("g", tint, display=None if holder == side else "none", **look)
    section, called = plan.fleet
    at = scene.numbers.get(section, {}).get(called)
    for place in plan.places.values() if section else ():
        lines = [road for road in plan.roads if road.kind == "berth" and road.a == place.id]
        if lines:
            data = "".join(polyline([place.at, plan.places[road.b].at]) for road in lines)
            shown = {"data_section": section, "data_name": called, "data_value": place.id}
            shut = path(data, stroke="#22594F", stroke_width="3.4", fill="none")
            drawn += tag("g", shut, display=None if at == place.id else "none", **shown)
    if not drawn:
        return ""
    parts += clip("off-panels", plan, (rectangle(each) for each in plan.panels))
    parts += clip("ashore", plan, map(ring_of, plan.ground.land.get("lakes", ())))
    inner = tag("g", drawn, clip_path="url(#ashore)")
    return tag("defs", parts) + tag(
        "g", inner, class_="areas", aria_hidden="true", clip_path="url(#off-panels)"
    )


def clip(name: str, plan: PointPlan, holes: Iterable[str]) -> str:
    """The sheet without some parts of it, which do not touch each other."""
    whole = f"M0 0h{num(plan.ground.width)}v{num(plan.ground.height)}H0z"
    return tag("clipPath", tag("path", d=whole + "".join(holes), clip_rule="evenodd"), id=name)


def rectangle(each: Panel) -> str:
    return f"M{num(each.x)} {num(each.y)}h{num(each.width)}v{num(each.height)}h-{num(each.width)}z"


# ---- places


def holders(plan: PointPlan, spaces: Mapping[str, Any]) -> str:
    """Every place in the colours of who holds it, with a pip of its home when that is another."""
    drawn = ""
    for cell, place in plan.places.items():
        if place.row:  # a box for counters alone
            continue
        owner = spaces[cell].owner if cell in spaces else None
        inner = tag("use", href=f"#n-{place.shape}-{owner or 'none'}")
        if place.home and owner != place.home:
            inner += tag("use", href=f"#p-{place.home}", transform="translate(9.5 8.5)")
        drawn += tag("g", inner, id=f"n-{cell}", transform=moved_to(place.at))
    return tag("g", drawn, class_="holders")


def marks(plan: PointPlan, cell: str, space: Any, is_taken: bool) -> str:
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
        over = moved_to((x + dx + math.copysign(24 * k, dx), y + dy))
        drawn += tag("g", tag("g", badge(plan, mark, value), class_="sign"), class_="badge", transform=over)
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


def highlights(
    plan: PointPlan, hints: Sequence[Mapping[str, Any]], taken: Collection[str] = ()
) -> tuple[str, str]:
    """Rings under the pieces, pills with the cost over them: told apart by line form, colour second.

    safe: solid; here: solid, a lozenge; risk: long dashes; fight: dots; act: ticks at the corners."""
    check_hints(plan.title, plan.places, hints)
    under = over = ""
    for hint in hints:
        place = plan.places[hint["space"]]
        (x, y), kind = place.at, hint["kind"]
        if kind == "act" and place.shape == "box":
            continue  # each counter in it has a frame of its own, which the script draws
        under += tag(
            "g",
            ring("hl-cream", kind) + ring(f"hl-line {kind}", kind),
            class_="hl-ring",
            transform=moved_to((x, y)),
        )
        if hint.get("cost") is not None:
            pill = tag("rect", x="-12", y="-9.5", width="24", height="19", rx="9.5", class_=f"hl-disc {kind}")
            pill = tag("g", pill + tag("text", text(hint["cost"]), y="4.4"), class_="sign")
            spot = moved_to((x + place.pill[0], y + place.pill[1]))
            over += tag("g", pill, class_="hl-cost", transform=spot)
    return under, over


def ring(name: str, kind: str) -> str:
    drawn = SHAPES.get(kind)
    return path(drawn, class_=name) if drawn else tag("circle", r="20", class_=name)


# ---- figures


def figures(plan: PointPlan, scene: Any) -> str:
    """The tracks and figures beside the map, from the numbers of the scene, and the lots' places."""
    drawn = "".join(track(plan, each, scene) for each in plan.tracks)
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


def track(plan: PointPlan, each: Track, scene: Any) -> str:
    """A row of boxes; over each what it is like when it is lit."""
    told = str(scene.numbers.get(each.section, {}).get(each.name, ""))
    army = plan.armies.get(each.lit)
    fill, on = (army.fill, army.on_fill) if army else ("#7A1F2B", "#FFF6E8")
    drawn = ""
    for k, value in enumerate(each.values):
        x, y = each.at[0] + each.step[0] * k, each.at[1] + each.step[1] * k
        for is_lit in (False, True):
            inner = tag(
                "rect",
                x=-each.width / 2,
                y=-each.height / 2,
                width=each.width,
                height=each.height,
                rx="3",
                fill=fill if is_lit else "#FBF5E4",
                stroke="#3D3421",
            )
            word, ink = each.words[k] if each.words else value, on if is_lit else None
            inner += tag("text", text(word), class_="figure boxed", y=-4 if each.under else 7, fill=ink)
            if each.under:
                inner += tag("text", text(each.under[k]), class_="figure boxed", y=19, fill=ink)
            shown = {"data_section": each.section, "data_name": each.name, "data_value": value}
            hidden = None if told == value else "none"
            where = moved_to((x, y))
            drawn += (
                tag("g", inner, transform=where, display=hidden, **shown)
                if is_lit
                else tag("g", inner, transform=where)
            )
    return drawn
