"""The board on a page: the drawing kit's markup, or nothing for a title that has no drawn board."""

from collections.abc import Sequence
from typing import Any

from flask import url_for
from markupsafe import Markup

from domain.kernel import RuleSet, Seat
from web import boards


def board_markup(
    rule_set: RuleSet, standing: Any, viewer: Seat, options: Sequence[dict[str, Any]] = ()
) -> Markup | None:
    """The board as `viewer` sees it, with the spaces of the menu highlighted; None if none is drawn."""
    scene = rule_set.view(standing.state, viewer)
    try:
        picture = boards.picture_name(scene.board)
    except LookupError:
        return None
    hints = first_hints(options, scene.tokens)
    return Markup(boards.board_html(scene, url_for("assets.board_picture", name=picture), hints))


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
