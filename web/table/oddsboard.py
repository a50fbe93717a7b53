"""The odds of one order, for the seat that may give it: worked out when somebody points at it."""

from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask_babel import format_decimal, format_percent
from flask_babel import gettext as _

from domain.kernel import Seat, StaleOrder
from domain.kernel.codec import codec
from domain.kernel.errors import IllegalOrder
from web.base import limits
from web.base.security import require_seat, visitor
from web.base.site import prose_of, rule_set_of, site

blueprint = Blueprint("odds", __name__)


@blueprint.get("/g/<game>/odds")
@limits.previews
def odds(game: str) -> Response:
    """`?seat=&moment=&order=`: {text, win, rout, nobody, lost, taken}, or 204 if there is nothing to tell.

    So it is of a position that is past: then the asker has ordered something meanwhile.
    """
    seat = require_seat(visitor(game), request.args.get("seat", ""))
    if request.args.get("moment", "") not in ("", site().games.desk(game).moment):
        return Response(status=204)
    found = odds_document(game, seat, request.args.get("order", ""), request.args.get("moment"))
    return jsonify(found) if found is not None else Response(status=204)


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
    words = prose_of(rule_set).odds(found, _decimal, _percent)
    numbers = {name: getattr(found, name) for name in ("win", "rout", "nobody", "lost", "taken")}
    return {"text": words, **numbers}


def _decimal(value: float) -> str:
    return str(format_decimal(value, format="0.0"))


def _percent(value: float) -> str:
    return str(format_percent(value, format="0 %"))
