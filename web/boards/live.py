"""The live layer: spaces, counters, markers and highlights as SVG that works with scripts off.

The script `static/js/board.js` keeps the same picture up to date from scenes; what it writes is what is
written here.
A scene is `domain.kernel.scene.Scene` or anything of its shape; this module imports no rules.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType, ModuleType
from typing import Any

from web.boards import on_cells, on_points
from web.boards.faces import Stand
from web.boards.ink import moved_to, num, path, tag, text
from web.boards.lettering import NARROW
from web.boards.pictures import plan_of
from web.boards.plan import DRAWN, Plan, TokenShape
from web.boards.points import Piece, PointPlan

AnyPlan = Plan | PointPlan

WORDS = {
    "N": "facing north",
    "E": "facing east",
    "S": "facing south",
    "W": "facing west",
    "NNE": "facing north-north-east",
    "NE": "facing north-east",
    "ENE": "facing east-north-east",
    "ESE": "facing east-south-east",
    "SE": "facing south-east",
    "SSE": "facing south-south-east",
    "SSW": "facing south-south-west",
    "SW": "facing south-west",
    "WSW": "facing west-south-west",
    "WNW": "facing west-north-west",
    "NW": "facing north-west",
    "NNW": "facing north-north-west",
    "reduced": "reduced",
    "held": "held by",
    "safe": "you can go here",
    "here": "you can do it here",
    "risk": "you can go here at a risk",
    "fight": "you can fight here",
    "act": "can act",
    "zone": "enemy zone of control",
    "cost": "cost",
    "board": "Board",
    "stack": "Counters of this space",
    "zoom in": "zoom in",
    "zoom out": "zoom out",
    "whole board": "whole board",
    "legend": "what the marks mean",
}


HERE = "\x1f"
"""Where what is said comes in."""
ENGLISH: Mapping[str, str] = MappingProxyType({})
"""The names of spaces as the plan has them."""
WAY = (
    '<marker id="way-head" viewBox="-2 -2 14 14" refY="5" markerWidth="5" markerHeight="5" orient="auto">'
    '<path d="M0 0L10 5 0 10z"/></marker>'
    f'<g class="way" aria-hidden="true" font-family="{text(NARROW)}">'
    '<path class="way-cream"/><path class="way-line"/></g>'
)
"""Where the script draws the way to a target: cream under blue, with an arrow's head."""


def board_html(
    scene: Any,
    picture_url: str,
    menu_hints: Sequence[Mapping[str, Any]] = (),
    words: Mapping[str, str] = WORDS,
    names: Mapping[str, str] = ENGLISH,
) -> str:
    """The whole board for a page: the cached picture under the live layer, in a box that scrolls by
    itself."""
    return sheet_html(plan_of(scene.board), scene, picture_url, menu_hints, words, names)


def sheet_html(
    plan: AnyPlan,
    scene: Any,
    picture_url: str,
    menu_hints: Sequence[Mapping[str, Any]] = (),
    words: Mapping[str, str] = WORDS,
    names: Mapping[str, str] = ENGLISH,
) -> str:
    """The same for a plan at hand."""
    grid_box = drawn_by(plan).view_box(plan).split()
    image = tag(
        "img",
        class_="board-picture",
        src=picture_url,
        alt="",
        width=grid_box[2],
        height=grid_box[3],
        decoding="async",
    )
    sheet = tag("div", image + layer(plan, scene, menu_hints, words, names), class_="board-sheet")
    return tag("div", sheet, class_="board", data_board=scene.board)


def live_svg(
    scene: Any, menu_hints: Sequence[Mapping[str, Any]] = (), words: Mapping[str, str] = WORDS
) -> str:
    """The live layer of a scene.

    `menu_hints` are highlights: {"space": "J5", "kind": "safe" | "here" | "risk" | "fight" | "act" | "zone",
    "cost": 2 or absent}; a zone is of cells only, and a cell of it may have another highlight.
    `words` are the spoken words in the reader's language. A kind, side or space that the plan does not know
    raises
    LookupError."""
    return layer(plan_of(scene.board), scene, menu_hints, words)


def layer(
    plan: AnyPlan,
    scene: Any,
    menu_hints: Sequence[Mapping[str, Any]] = (),
    words: Mapping[str, str] = WORDS,
    names: Mapping[str, str] = ENGLISH,
) -> str:
    """The live layer of a scene over a plan at hand; `names` are what spaces are called aloud in the reader's
    language, where that is not English."""
    kit = drawn_by(plan)
    spoken_words = {
        **WORDS,
        **{mark: badge.words for mark, badge in plan.badges.items()},
        **plan.words,
        **words,
    }
    stacks = stacked(plan, scene.tokens)
    stand = kit.standing(plan, stacks, scene.tokens)
    under, over = kit.highlights(plan, menu_hints, stacks)
    inner = (
        kit.definitions(plan, spoken_words)
        + kit.areas(plan, scene)
        + kit.holders(plan, scene.spaces)
        + tag("g", under, class_="hl-under")
        + kit.lettering(plan, spoken_words)
        + kit.figures(plan, scene)
        + spaces(plan, scene, stacks, menu_hints, spoken_words, names)
        + WAY
        + kit.ties(plan, stand, scene.tokens)
        + tokens(plan, scene.tokens, stand)
        + kit.placenames(plan, spoken_words, stand, scene.tokens)
        + tag(
            "g",
            "".join(kit.marks(plan, key, space, key in stacks) for key, space in scene.spaces.items()),
            class_="marks",
            aria_hidden="true",
        )
        + tag("g", over, class_="hl-over", font_family=NARROW, aria_hidden="true")
        + kit.counts(plan, stacks, scene.tokens)
    )
    return tag(
        "svg",
        inner,
        xmlns="http://www.w3.org/2000/svg",
        class_="board-live",
        viewBox=kit.view_box(plan),
        role="group",
        aria_label=spoken_words["board"],
        data_board=plan.title,
        **kit.told(plan),
        data_words=json.dumps(spoken_words, ensure_ascii=False),
    )


def drawn_by(plan: AnyPlan) -> ModuleType:
    """The module that draws the live layer of a plan of this kind."""
    return on_points if isinstance(plan, PointPlan) else on_cells


def stacked(plan: AnyPlan, all_tokens: Mapping[str, TokenShape]) -> dict[str, list[str]]:
    """The counters on each space in the scene's order; discs, which come and go, behind them by id.

    `stack` of board.js does the same. Raises LookupError for a space that is not on the map."""
    known, stacks = frozenset(drawn_by(plan).cells(plan)), dict[str, list[str]]()
    for key, token in all_tokens.items():
        if token.at is None:
            continue
        if token.at not in known:
            raise LookupError(
                f"counter {key!r} stands on {token.at!r}, which is no space of the {plan.title} board"
            )
        stacks.setdefault(token.at, []).append(key)
    discs = [name for name, kind in plan.kinds.items() if isinstance(kind, Piece) and kind.shape == "disc"]
    for here in stacks.values():
        loose = sorted(key for key in here if all_tokens[key].kind in discs)
        here[:] = [*(key for key in here if key not in loose), *loose]
    return stacks


def spaces(
    plan: AnyPlan,
    scene: Any,
    stacks: Mapping[str, Sequence[str]],
    hints: Iterable[Mapping[str, Any]],
    words: Mapping[str, str],
    names: Mapping[str, str],
) -> str:
    """One button per space; the first has the tab stop."""
    hints_of = dict[str, list[Mapping[str, Any]]]()
    for hint in hints:
        hints_of.setdefault(hint["space"], []).append(hint)
    drawn = []
    for cell, english, (before, between, after) in _buttons(plan):
        called = names.get(cell, english)
        here = [scene.tokens[key] for key in stacks.get(cell, ())]
        label = spoken(called, here, scene.spaces.get(cell), hints_of.get(cell, ()), words)
        drawn.append(f"{before}{text(label)}{between}{text(called)}{after}")
    return tag("g", "".join(drawn), class_="spaces")


@lru_cache(maxsize=DRAWN)
def _buttons(plan: AnyPlan) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Of each space its id, its name, its button around what a screen reader says and what it is called."""
    kit, found = drawn_by(plan), []
    for k, cell in enumerate(kit.cells(plan)):
        called = kit.called(plan, cell)
        x, y = kit.spot(plan, cell)
        button = tag(
            "g",
            path(kit.shape(plan, cell)),
            class_="sp",
            id=f"sp-{cell}",
            role="button",
            tabindex="-1" if k else "0",
            aria_label=HERE,
            data_name=HERE,
            data_at=f"{num(x)} {num(y)}",
            **kit.attributes(plan, cell),
        )
        found.append((cell, called, tuple(button.split(HERE))))
    return tuple(found)


def spoken(
    called: str,
    here: Iterable[TokenShape],
    space: Any,
    hints: Iterable[Mapping[str, Any]],
    words: Mapping[str, str],
) -> str:
    """What a screen reader says of a space; `spoken` of board.js says the same."""
    parts = [called, *(spoken_token(token, words) for token in here)]
    if space is not None:
        if space.owner:
            parts.append(f"{words['held']} {said(space.owner, words)}")
        parts += [f"{said(mark, words)} {said(value, words)}" for mark, value in space.marks.items()]
    for hint in hints:
        cost = hint.get("cost")
        parts.append(words[hint["kind"]] + ("" if cost is None else f", {words['cost']} {cost}"))
    return "; ".join(parts)


def spoken_token(token: TokenShape, words: Mapping[str, str]) -> str:
    name, side, kind = (said(word, words) for word in (token.name, token.side, token.kind))
    is_told = name != side and token.side and token.side in token.name.lower()  # "British CU" says whose
    told = [
        "" if is_told else token.side,
        "" if token.label in token.name else token.label,
        "" if name == side else token.name,
        "" if name.startswith(kind) or name.endswith(kind) else token.kind,
        "" if token.strength is None else str(token.strength),
        token.facing or "",
        "reduced" if token.reduced else "",
        *token.flags,
    ]
    return " ".join(said(word, words) for word in told if word)


def said(word: object, words: Mapping[str, str]) -> str:
    """A word of a scene as it is spoken."""
    return words.get(str(word), str(word).replace("_", " "))


def tokens(plan: AnyPlan, all_tokens: Mapping[str, TokenShape], stand: Mapping[str, Stand]) -> str:
    """Every counter of the scene, those off the board hidden, so that the script only changes attributes."""
    kit = drawn_by(plan)
    placed = {key: (moved_to(each.at), each.how, each.inner) for key, each in stand.items()}
    placed |= {key: (place, "waits", None) for key, place in kit.off_board(plan, all_tokens)}
    keys = [*placed, *(key for key in all_tokens if key not in placed)]
    drawn = "".join(kit.counter(plan, key, all_tokens[key], *placed.get(key, (None,))) for key in keys)
    return tag("g", drawn, class_="tokens", aria_hidden="true", font_family=NARROW, font_weight="600")
