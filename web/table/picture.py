"""The board on a page: the drawing kit's markup, or nothing for a title that has no drawn board."""

from collections.abc import Sequence
from typing import Any

from flask import url_for
from markupsafe import Markup

from domain.kernel import RuleSet
from domain.kernel.prose import Prose, prose
from domain.kernel.scene import Scene
from web import boards
from web.base.recent import Recent
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
    return Markup(boards.board_html(scene, address, hints, words, names_of_spaces(rule_set, scene.board)))


def spoken_words(rule_set: RuleSet, scene: Any) -> dict[str, str]:
    """What a screen reader hears of the board, in the page's language; the board itself knows English, but
    for what the sides are called. Always in the same order, so that every process writes the same page."""
    words, plan = prose_of(rule_set), boards.plan_of(scene.board)
    sides = {*plan.armies, *(each.owner for each in scene.spaces.values())}
    if words.language == "en":
        used = sides | {*plan.kinds}
        told = used & words.names.keys() - plan.words.keys()
        return {word: words.names[word] for word in sorted(told)}
    used, english = {*plan.badges, *plan.words, *plan.kinds, *sides}, prose(rule_set).names
    for token in scene.tokens.values():
        used |= {*token.flags}
    for space in scene.spaces.values():
        used |= {*space.marks, *(str(value) for value in space.marks.values())}
    named = {each: words.names[each] for each in sorted(used & words.names.keys())}
    called = {english[side]: words.names[side] for side in sorted(sides & english.keys())}
    return {**_printed_words(rule_set, scene), **called, **named, **words.tables["board"]}


def _printed_words(rule_set: RuleSet, scene: Any) -> dict[str, str]:
    """What is printed on counters, in the page's language, where one counter alone has it: of many that have
    one name (all the soldiers of a side) the title says it."""
    found: dict[str, set[str]] = {}
    for id, token in scene.tokens.items():
        told = piece_name(id, {"name": token.name, "label": token.label}, rule_set)
        found.setdefault(token.name, set()).add(told)
    return {printed: min(told) for printed, told in found.items() if len(told) == 1 and told != {printed}}


def names_of_spaces(rule_set: RuleSet, board: str) -> dict[str, str]:
    """What each space of a board is called aloud, with its ground, in the page's language; empty in English,
    which the board itself knows."""
    words = prose_of(rule_set)
    if words.language == "en":
        return {}
    key = (rule_set.id, rule_set.data_digest, board, words.language)
    return _named.get(key, lambda: _names_of_spaces(rule_set, words, board))


_named: Recent[dict[str, str]] = Recent(64)


def _names_of_spaces(rule_set: RuleSet, words: Prose, board: str) -> dict[str, str]:
    """The same worked out: it takes some 20 ms."""
    plan = boards.plan_of(board)
    kit, english = drawn_by(plan), prose(rule_set).names
    grounds = {**words.tables["board"], **words.tables["places"]}

    def told(cell: str) -> str:
        whole = kit.called(plan, cell)
        own = {english.get(cell, cell): words.names.get(cell, cell)}
        rest = whole.removeprefix(f"{cell}, ")
        parts = [rest] if rest in own or rest in grounds else rest.split(", ")
        said = ", ".join(grounds.get(part) or own.get(part, part) for part in parts)
        return said if rest == whole else f"{cell}, {said}"

    return {cell: told(cell) for cell in kit.cells(plan)}


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
