"""What a table explains: who is ahead and what wins, what an order gives up, and every piece on the board."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from domain.kernel import PUBLIC, Order, RuleSet
from domain.kernel.memory import Memory
from domain.kernel.told import Loss
from web.base import limits, views
from web.base.language import language
from web.base.recent import Recent
from web.base.security import Visitor, visitor
from web.base.site import prose_of, rule_set_of, site
from web.base.words import alone, piece_name
from web.hosting import watching

blueprint = Blueprint("explained", __name__)
Document = dict[str, Any]
_known: Recent[Document] = Recent(64)
"""The cards of all pieces, of the positions that were asked for last."""
_victories = Memory()


def victory(rule_set: RuleSet, state: Any) -> Document | None:
    """{turn, turns, ahead (an id, None if nobody is), counts and goal (sentences)}; None where a title tells
    nothing. All viewers of a position share it: never change it in place."""
    return _victories.get((rule_set, state), (language(),), lambda: _victory(rule_set, state))


def _victory(rule_set: RuleSet, state: Any) -> Document | None:
    found, words = rule_set.lead(state), prose_of(rule_set)
    if found is None:
        return None
    return {
        "turn": found.turn,
        "turns": found.turns,
        "ahead": found.ahead,
        "counts": [words.told(each) for each in found.counts],
        "goal": words.told(found.goal),
    }


def given_up(rule_set: RuleSet, state: Any, order: Order) -> Document:
    """{lost, costs}: what an order gives up that could still be used, empty if it gives nothing up; whether
    pieces are lost by it."""
    lost = rule_set.forfeit(state, order)
    words = "" if lost is None else prose_of(rule_set).lost(lost)
    return {"lost": words, "costs": isinstance(lost, Loss)}


@blueprint.get("/g/<game>/pieces")
@limits.previews
def pieces(game: str) -> Response:
    """{version, pieces: {id: {name, side, chips, lines}}}: what everybody may know of each piece.

    `?page=watch` is of the position that watchers see; while they see none there is nothing to tell (204).
    """
    who = visitor(game)
    if not who.seats or request.args.get("page") == "watch":
        if watching.hidden_part(who):
            return Response(status=204)
        desk = watching.desk(Visitor(game))
    else:
        desk = site().games.desk(game)
    return jsonify(version=desk.version, pieces=_pieces(desk))


def _pieces(desk: Any) -> Document:
    key = (site().games.store_id, desk.game, desk.version, language())
    return _known.get(key, lambda: _cards(desk))


def _cards(desk: Any) -> Document:
    rule_set, state = rule_set_of(desk.game), desk.standing.state
    words, found = prose_of(rule_set), {}
    for id, piece in views.scene_document(desk, PUBLIC)["tokens"].items():
        card = rule_set.piece_card(state, id)
        found[id] = {
            "name": piece_name(id, piece, rule_set),
            "side": alone(piece["side"], rule_set),
            "chips": [words.told(each) for each in card.chips] if card else [],
            "lines": [words.told(each) for each in card.lines] if card else [],
        }
    return found
