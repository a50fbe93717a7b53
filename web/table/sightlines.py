"""Lines of sight, for whoever asks the board for one."""

from flask import Blueprint, Response, abort, jsonify, request

from web.base import limits
from web.base.security import Visitor, visitor
from web.base.site import prose_of, rule_set_of, site
from web.hosting import watching

blueprint = Blueprint("sightlines", __name__)


@blueprint.get("/g/<game>/sight")
@limits.previews
def sight(game: str) -> Response:
    """`?from=&to=`: {open, text, hides}: whether one sees from a space to another, in a sentence, and which
    spaces hide what is behind. Watchers are told of the position that they see (204 while they see none)."""
    who, rule_set = visitor(game), rule_set_of(game)
    if rule_set.sight is None:
        abort(404)
    if not who.seats and watching.hidden_part(who):
        return Response(status=204)
    desk = site().games.desk(game) if who.seats else watching.desk(Visitor(game))
    try:
        found = rule_set.sight(desk.standing.state, request.args.get("from", ""), request.args.get("to", ""))
    except LookupError:
        abort(404)
    return jsonify(open=found.is_open, text=prose_of(rule_set).told(found.told), hides=found.hides)
