"""The board on a page: the drawing kit's markup, or nothing for a title that has no drawn board."""

from collections.abc import Sequence
from typing import Any

from flask import url_for
from markupsafe import Markup

from domain.kernel import RuleSet
from domain.kernel.scene import Scene
from web import boards
from web.base.site import prose_of
from web.base.words import piece_name
from web.boards.live import drawn_by


def board_markup(rule_set: RuleSet, scene: Scene, options: Sequence[dict[str, Any]] = ()) -> Markup | None:
    """A scene's board with the spaces of the menu highlighted; None if none is drawn."""
    try:
        picture = boards.picture_name(scene.board)
    except LookupError:
        return None
    hints = first_hints(options, scene.tokens)
    address, words = url_for("assets.board_picture", name=picture), spoken_words(rule_set, scene)
    return Markup(boards.board_html(scene, address, hints, words))


def spoken_words(rule_set: RuleSet, scene: Any) -> dict[str, str]:
    """What a screen reader hears of the board, in the page's language; the board itself knows English, but
    for what the sides are called."""
    words, plan = prose_of(rule_set), boards.plan_of(scene.board)
    if words.language == "en":
        sides = {each.side for each in scene.tokens.values()}
        sides |= {each.owner for each in scene.spaces.values()}
        return {side: words.names[side] for side in sides if side in words.names and side not in plan.words}
    used, pieces = {*plan.badges, *plan.words}, {}
    for id, token in scene.tokens.items():
        used |= {token.side, token.kind, *token.flags}
        pieces[token.name] = piece_name(id, {"name": token.name, "label": token.label}, rule_set)
    for space in scene.spaces.values():
        used |= {space.owner, *space.marks, *(str(value) for value in space.marks.values())}
    named = {each: words.names[each] for each in used if each in words.names}
    changed = {printed: told for printed, told in pieces.items() if told != printed}
    return {**changed, **named, **words.tables["board"]}


def first_hints(options: Sequence[dict[str, Any]], tokens: Any) -> list[dict[str, Any]]:
    """What to highlight before anything is chosen: the counters that can act, targets without a counter."""
    found: dict[str, dict[str, Any]] = {}
    for option in options:
        token = tokens.get(option["piece"]) if option["piece"] else None
        if token is not None and token.at is not None:
            found.setdefault(token.at, {"space": token.at, "kind": "act"})
        elif option["target"]:
            hint = {"space": option["target"], "kind": option["kind"]}
            if option["cost"] is not None:
                hint["cost"] = option["cost"]
            found[option["target"]] = hint
    return list(found.values())


def drawn_spaces(board: str) -> tuple[str, ...]:
    """Every space of a drawn board, in its order; none for a board that is not drawn."""
    try:
        plan = boards.plan_of(board)
    except LookupError:
        return ()
    return tuple(drawn_by(plan).cells(plan))
