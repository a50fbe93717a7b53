"""The odds of orders, for the seat that may give them: of one when somebody points at it, of all attacks of a
menu at the edges of the board that they come through."""

from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify, request
from flask_babel import format_decimal
from flask_babel import gettext as _

from domain.kernel import RuleSet, Seat, StaleOrder
from domain.kernel.battles import total
from domain.kernel.codec import codec
from domain.kernel.errors import IllegalOrder
from domain.kernel.reach import is_final
from domain.kernel.ruleset import Odds
from web.base import limits
from web.base.security import is_covered, require_seat, visitor
from web.base.site import prose_of, rule_set_of, site
from web.table import battles

blueprint = Blueprint("odds", __name__)
UNTOLD, CERTAIN = "⚔", "✓"


@blueprint.get("/g/<game>/odds")
@limits.previews
def odds(game: str) -> Response:
    """`?seat=&moment=&order=`: {text, win, rout, nobody, lost, taken, sums}; 204 if there is nothing to tell.

    So it is of a position that is past, of an answer that has gone on, or where others have the device: then
    the asker has ordered something meanwhile.
    """
    seat, moment = _asker(game), request.args.get("moment", "")
    if seat is None:
        return Response(status=204)
    desk = site().games.desk(game)
    order = codec(rule_set_of(game).id).read_order(request.args.get("order", ""))
    if moment and (moment != desk.moment or seat not in desk.waiting or order not in desk.menu(seat)):
        return Response(status=204)
    found = odds_document(game, seat, request.args.get("order", ""), request.args.get("moment"))
    return jsonify(found) if found is not None else Response(status=204)


def _asker(game: str) -> Seat | None:
    """The seat that the query asks for; None where others have the device now. Raises NotAllowed."""
    who, seat = visitor(game), request.args.get("seat", "")
    return None if is_covered(who, seat) else require_seat(who, seat)


def odds_document(game: str, seat: Seat, text: str, moment: str | None = None) -> dict[str, Any] | None:
    """What an order (as JSON) of the seat's present menu leads to. Raises IllegalOrder, StaleOrder."""
    rule_set, desk = rule_set_of(game), site().games.desk(game)
    order = codec(rule_set.id).read_order(text)
    if moment is not None and moment != desk.moment:
        raise StaleOrder(_("The position has changed. Look at it again and choose anew."))
    ask = desk.decision.ask(seat) if desk.decision is not None else None
    if ask is None or order not in desk.menu(seat):
        raise IllegalOrder(_("Nobody may give this order now."))
    found = rule_set.odds(desk.standing.state, desk.drafts.get(seat, ()), order)
    if found is None:
        return None
    words = odds_words(rule_set, found)
    numbers = {name: getattr(found, name) for name in ("win", "rout", "nobody", "lost", "taken")}
    return {"text": words, "pill": pill(found), "sums": sums(rule_set, found), **numbers}


@blueprint.get("/g/<game>/final")
@limits.previews
def final(game: str) -> Response:
    """`?seat=&moment=&order=`: {final}: whether the order cannot be taken back; 204 where the position has
    changed or the order is not on the seat's menu."""
    seat = _asker(game)
    if seat is None:
        return Response(status=204)
    rule_set, desk = rule_set_of(game), site().games.desk(game)
    order = codec(rule_set.id).read_order(request.args.get("order", ""))
    is_now = seat in desk.waiting and request.args.get("moment") == desk.moment
    if not is_now or order not in desk.menu(seat):
        return Response(status=204)
    draft = desk.drafts.get(seat, ())
    return jsonify({"final": is_final(rule_set, desk.standing.state, desk.agenda, seat, order, draft)})


def odds_words(rule_set: RuleSet, found: Odds) -> str:
    """The odds as a sentence."""
    return prose_of(rule_set).odds(found, _decimal, battles.percent)


def sums(rule_set: RuleSet, found: Odds | None) -> list[dict[str, Any]]:
    """What comes to the figures of both sides, of the one who orders first: [{rows, total}]; nothing where
    the title does not tell it."""
    if found is None or not all(found.factors):
        return []
    words = prose_of(rule_set)
    return [
        {"rows": [row for row in battles.rows(lines, words) if row["counts"]], "total": total(lines)}
        for lines in found.factors
    ]


def pill(found: Odds | None) -> dict[str, Any]:
    """{text, ahead}: the figure that stands on the board: a chance where dice decide, else what both sides
    bring. An attack whose odds the title does not tell, or that nobody can lose, has a sign instead.
    """
    if found is None:
        return {"text": UNTOLD, "ahead": False}
    if found.win is not None:
        return {"text": battles.percent(found.win), "ahead": found.is_ahead}
    if found.sides is not None:
        return {"text": "{}:{}".format(*found.sides), "ahead": found.is_ahead}
    return {"text": CERTAIN if found.is_ahead else UNTOLD, "ahead": found.is_ahead}


@blueprint.get("/g/<game>/attacks")
@limits.previews
def attacks(game: str) -> Response:
    """`?seat=&moment=`: {attacks: [{piece, target, from, order, pill, words, sums}]} of the seat's menu.

    Several ways of one piece to attack a place are one, the first of the menu. 204 where the position has
    changed.
    """
    seat, desk = _asker(game), site().games.desk(game)
    if seat is None or seat not in desk.waiting or request.args.get("moment") != desk.moment:
        return Response(status=204)
    return jsonify({"attacks": attacks_document(rule_set_of(game), desk, seat)})


def attacks_document(rule_set: RuleSet, desk: Any, seat: Seat) -> list[dict[str, Any]]:
    """See `attacks`."""
    state, draft = desk.standing.state, desk.drafts.get(seat, ())
    tokens = rule_set.tokens_of(state, seat)
    found: dict[Any, dict[str, Any]] = {}
    for order in desk.menu(seat):
        hint = rule_set.hint(state, order)
        if hint.kind != "fight" or hint.target is None or (hint.piece, hint.target) in found:
            continue
        odds, token = rule_set.odds(state, draft, order), tokens.get(hint.piece or "")
        found[hint.piece, hint.target] = {
            "piece": hint.piece,
            "target": hint.target,
            "from": token.at if token is not None else None,
            "order": msgspec.to_builtins(order),
            "pill": pill(odds),
            "words": odds_words(rule_set, odds) if odds is not None else None,
            "sums": sums(rule_set, odds),
        }
    return list(found.values())


def _decimal(value: float) -> str:
    return str(format_decimal(value, format="0.0"))
