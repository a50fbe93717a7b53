"""The live layer: spaces, counters, markers and highlights as SVG that works with scripts off.

The script `static/js/board.js` keeps the same picture up to date from scenes; what it writes is what is
written here.
A scene is `domain.kernel.scene.Scene` or anything of its shape; this module imports no rules.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from web.boards import counters
from web.boards.ink import Point, num, path, polygon, tag, text
from web.boards.lettering import NARROW, lettering
from web.boards.paper import view_box
from web.boards.pictures import plan_of
from web.boards.plan import Plan
from web.boards.squares import outline

WORDS = {
    "N": "facing north",
    "E": "facing east",
    "S": "facing south",
    "W": "facing west",
    "reduced": "reduced",
    "held": "held by",
    "safe": "you can go here",
    "risk": "you can go here at a risk",
    "fight": "you can fight here",
    "act": "can act",
    "cost": "cost",
    "board": "Board",
}
HIGHLIGHTS = {"safe": "#176B43", "risk": "#9A5600", "fight": "#A60F2B", "act": "#176B43"}


class TokenShape(Protocol):
    """The fields of a counter that are drawn."""

    at: str | None
    kind: str
    side: str
    label: str
    name: str
    strength: int | None
    facing: str | None
    reduced: bool
    flags: tuple[str, ...]


def board_html(
    scene: Any,
    picture_url: str,
    menu_hints: Sequence[Mapping[str, Any]] = (),
    words: Mapping[str, str] = WORDS,
) -> str:
    """The whole board for a page: the cached picture under the live layer, in a box that scrolls by
    itself."""
    grid_box = view_box(plan_of(scene.board)).split()
    image = tag(
        "img",
        class_="board-picture",
        src=picture_url,
        alt="",
        width=grid_box[2],
        height=grid_box[3],
        decoding="async",
    )
    sheet = tag("div", image + live_svg(scene, menu_hints, words), class_="board-sheet")
    return tag("div", sheet, class_="board", data_board=scene.board)


def live_svg(
    scene: Any, menu_hints: Sequence[Mapping[str, Any]] = (), words: Mapping[str, str] = WORDS
) -> str:
    """The live layer of a scene.

    `menu_hints` are highlights: {"space": "J5", "kind": "safe" | "risk" | "fight" | "act", "cost": 2 or
    absent}.
    `words` are the spoken words in the reader's language. A kind, side or space that the plan does not know
    raises
    LookupError."""
    plan = plan_of(scene.board)
    spoken_words = {**WORDS, **{mark: badge.words for mark, badge in plan.badges.items()}, **words}
    under, over = highlights(plan, menu_hints)
    stacks = stacked(plan, scene.tokens)
    inner = (
        counters.definitions(plan)
        + tag("g", under, class_="hl-under")
        + lettering(plan)
        + spaces(plan, scene, stacks, menu_hints, spoken_words)
        + tokens(plan, scene.tokens, stacks)
        + tag("g", "".join(marks(plan, key, space) for key, space in scene.spaces.items()), class_="marks")
        + tag("g", over, class_="hl-over", font_family=NARROW)
    )
    return tag(
        "svg",
        inner,
        xmlns="http://www.w3.org/2000/svg",
        class_="board-live",
        viewBox=view_box(plan),
        role="group",
        aria_label=spoken_words["board"],
        data_board=plan.title,
        data_words=json.dumps(spoken_words, ensure_ascii=False),
    )


def stacked(plan: Plan, all_tokens: Mapping[str, TokenShape]) -> dict[str, list[str]]:
    """The counters on each space, in the scene's order. Raises LookupError for a space that is not on the
    map."""
    known, stacks = frozenset(plan.grid.cells), dict[str, list[str]]()
    for key, token in all_tokens.items():
        if token.at is None:
            continue
        if token.at not in known:
            raise LookupError(
                f"counter {key!r} stands on {token.at!r}, which is no space of the {plan.title} board"
            )
        stacks.setdefault(token.at, []).append(key)
    return stacks


# ---- spaces


def spaces(
    plan: Plan,
    scene: Any,
    stacks: Mapping[str, Sequence[str]],
    hints: Iterable[Mapping[str, Any]],
    words: Mapping[str, str],
) -> str:
    """One button per space; the first has the tab stop."""
    hint_of = {hint["space"]: hint for hint in hints}
    drawn = []
    for k, cell in enumerate(plan.grid.cells):
        called = ", ".join(part for part in (cell, plan.names.get(cell, "")) if part)
        here = [scene.tokens[key] for key in stacks.get(cell, ())]
        x, y = plan.grid.centre(cell)
        drawn.append(
            tag(
                "g",
                path(polygon(plan.grid.corners(cell))),
                class_="sp",
                id=f"sp-{cell}",
                role="button",
                tabindex="-1" if k else "0",
                aria_label=spoken(called, here, scene.spaces.get(cell), hint_of.get(cell), words),
                data_name=called,
                data_at=f"{num(x)} {num(y)}",
            )
        )
    return tag("g", "".join(drawn), class_="spaces")


def spoken(
    called: str,
    here: Iterable[TokenShape],
    space: Any,
    hint: Mapping[str, Any] | None,
    words: Mapping[str, str],
) -> str:
    """What a screen reader says of a space; `spoken` of board.js says the same."""
    parts = [called, *(spoken_token(token, words) for token in here)]
    if space is not None:
        if space.owner:
            parts.append(f"{words['held']} {words.get(space.owner, space.owner)}")
        parts += [f"{words.get(mark, mark)} {value}" for mark, value in space.marks.items()]
    if hint is not None:
        cost = hint.get("cost")
        parts.append(words[hint["kind"]] + ("" if cost is None else f", {words['cost']} {cost}"))
    return "; ".join(parts)


def spoken_token(token: TokenShape, words: Mapping[str, str]) -> str:
    told = [
        token.side,
        token.label,
        token.name if token.name != token.label else "",
        token.kind,
        "" if token.strength is None else str(token.strength),
        token.facing or "",
        "reduced" if token.reduced else "",
        *token.flags,
    ]
    return " ".join(words.get(word, word.replace("_", " ")) for word in told if word)


# ---- counters


def tokens(plan: Plan, all_tokens: Mapping[str, TokenShape], stacks: Mapping[str, Sequence[str]]) -> str:
    """Every counter of the scene, those off the board hidden, so that the script only changes attributes."""
    placed = {
        key: place for cell, keys in stacks.items() for key, place in places(plan, cell, keys, all_tokens)
    }
    drawn = "".join(counter(plan, key, token, placed.get(key)) for key, token in all_tokens.items())
    return tag("g", drawn, class_="tokens", aria_hidden="true", font_family=NARROW, font_weight="600")


def places(
    plan: Plan, cell: str, keys: Sequence[str], all_tokens: Mapping[str, TokenShape]
) -> list[tuple[str, str]]:
    """Where the counters of one space stand, as transforms: units in the middle, leaders at the lower right
    corner."""
    x, y = plan.grid.centre(cell)
    corner = [key for key in keys if kind_of(plan, key, all_tokens[key]).in_corner]
    units = [key for key in keys if key not in corner]
    nudge = -5 if corner and units else 0
    found = [
        (
            key,
            moved_to(
                (x + nudge + (k - (len(units) - 1) / 2) * 7, y + nudge - (k - (len(units) - 1) / 2) * 7)
            ),
        )
        for k, key in enumerate(units)
    ]
    for k, key in enumerate(corner):
        spot = (x + 22 - 6 * k, y + 21 - 32 * k) if units else (x + (k - (len(corner) - 1) / 2) * 32, y)
        found.append((key, moved_to(spot, 0.62 if units else 0.84)))
    return found


def kind_of(plan: Plan, key: str, token: TokenShape) -> Any:
    if token.kind not in plan.kinds:
        raise LookupError(
            f"counter {key!r} is a {token.kind!r}; the {plan.title} board draws {', '.join(plan.kinds)}"
        )
    return plan.kinds[token.kind]


def moved_to(spot: Point, scale: float = 1.0) -> str:
    return f"translate({num(spot[0])} {num(spot[1])})" + (f" scale({scale})" if scale != 1 else "")


def counter(plan: Plan, key: str, token: TokenShape, place: str | None) -> str:
    """One counter; `tokenMarkup` of board.js writes the same."""
    kind = kind_of(plan, key, token)
    if token.side not in plan.armies:
        raise LookupError(
            f"counter {key!r} is of {token.side!r}; the {plan.title} board has {', '.join(plan.armies)}"
        )
    turn = None if token.facing is None else f"rotate({counters.TURNS[token.facing]})"
    face = (
        tag("use", href=f"#f-{token.kind}", class_="facing", transform=turn) if kind.facing and turn else ""
    ) + tag("use", href=f"#c-{token.side}")
    face += tag(
        "text",
        text(token.label or token.name),
        class_="label",
        y="-14.2",
        fill=plan.armies[token.side].on_fill,
        textLength="46" if len(token.label or token.name) > 9 else None,
        lengthAdjust="spacingAndGlyphs" if len(token.label or token.name) > 9 else None,
    )
    face += tag("use", href=f"#i-{token.kind}")
    if token.strength is not None:
        face += tag("text", str(token.strength), class_="strength", x="-18", y="21.5")
    face += "".join(tag("use", href=f"#s-{flag}") for flag in shown_flags(plan, token))
    return tag(
        "g",
        f"<title>{text(token.name or token.label)}</title>" + tag("g", face, class_="face"),
        id=f"u-{key}",
        class_=f"token {token.side} {token.kind}",
        data_space=token.at,
        transform=place,
        display="none" if place is None else None,
    )


def shown_flags(plan: Plan, token: TokenShape) -> list[str]:
    """The states that the board draws a sign for, in order; the veil of a moved unit lies under its bands."""
    known = [flag for flag in token.flags if flag in plan.flags or flag in ("elite", "moved")]
    return ["reduced"] * token.reduced + sorted(known, key=lambda flag: (flag in plan.flags, flag == "moved"))


# ---- markers and highlights


def marks(plan: Plan, cell: str, space: Any) -> str:
    """The owner's flag at the upper right, badges at the upper left of a space; `marksMarkup` of board.js."""
    x, y = plan.grid.centre(cell)
    drawn = ""
    if space.owner:
        drawn += tag("use", href=f"#o-{space.owner}", transform=moved_to((x + 28, y - 26)))
    for k, (mark, value) in enumerate(space.marks.items()):
        known = mark in plan.badges
        shape = tag("use", href=f"#k-{mark}") if known else tag("circle", r="8.5", class_="plain-badge")
        drawn += tag(
            "g",
            shape + tag("text", text(value), y="4.2"),
            class_="badge",
            transform=moved_to((x - 29 + 17 * k, y - 25)),
        )
    return tag("g", drawn, id=f"m-{cell}") if drawn else ""


def highlights(plan: Plan, hints: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """What lies under the counters and what over them: told apart by line form and sign, colour second.

    safe: one solid outline; risk: long dashes and hatch; fight: ring of dots; act: ticks at the corners."""
    known = frozenset(plan.grid.cells)
    for hint in hints:
        if hint["space"] not in known:
            raise LookupError(f"highlight on {hint['space']!r}, which is no space of the {plan.title} board")
    under = over = ""
    for kind in ("safe", "risk"):
        cells = [hint["space"] for hint in hints if hint["kind"] == kind]
        edge = "".join(polygon(loop) for loop in outline(plan.grid, cells))
        if edge:
            under += (
                path(edge, class_=f"hl-tint {kind}")
                + path(edge, class_="hl-cream")
                + path(edge, class_=f"hl-line {kind}")
            )
    for hint in hints:
        if hint["kind"] not in HIGHLIGHTS:
            raise LookupError(
                f"highlight {hint['kind']!r} of {hint['space']}; there are {', '.join(HIGHLIGHTS)}"
            )
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
                f'<path class="hl-cream" d="{TICKS}"/><path class="hl-line act" d="{TICKS}"/>',
                transform=spot,
            )
        if hint.get("cost") is not None:
            pill = tag("circle", r="8.2", class_=f"hl-disc {hint['kind']}") + tag(
                "text", text(hint["cost"]), y="4"
            )
            over += tag("g", pill, class_="hl-cost", transform=moved_to((x, y + plan.grid.size / 2 - 8)))
    return under, over


TICKS = "M-32-20V-32H-20M20-32H32V-20M32 20V32H20M-20 32H-32V20"
