"""The text board: the whole table as headings, lists and sortable tables, with a line to type in.

It works without scripts and is what a screen reader or a slow line wants; the play page says all of it too.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import PUBLIC, GrognardError
from domain.kernel.codec import codec
from domain.store import Desk
from projections.documents import told
from web.base import errors, limits, views
from web.base.security import Visitor, check_form, require_seat, visitor
from web.base.site import rule_set_of, site
from web.base.words import alone, name, piece_name, state_of
from web.hosting import lessons, watching
from web.table import logbook
from web.table.commands import LISTED, Reply, answered, matching, neighbour_words
from web.table.picture import drawn_spaces
from web.table.shown import next_player, table, viewer_here

blueprint = Blueprint("textboard", __name__)
LOG_LINES = 80
Row = dict[str, Any]


@blueprint.get("/g/<game>/text")
def text(game: str) -> BaseResponse:
    """The table, or with `at` and `as` the position after that event as that view has it.

    `say` asks a question; `sort` names a column.
    """
    who = visitor(game)
    if "at" in request.args:
        return make_response(_page(**_then(who)))
    desk = watching.desk(who)
    if not desk.is_over and next_player(who, desk) is not None:
        return redirect(url_for("tables.handover", game=game), 303)
    return make_response(_said(who, desk, request.args.get("say", "")))


@blueprint.post("/g/<game>/text")
@limits.orders
def type_in(game: str) -> BaseResponse:
    """What was typed: an order is given if only one is meant, a question is answered."""
    who = visitor(game)
    check_form(game)
    desk, said = watching.desk(who), request.form.get("say", "")
    if not desk.is_over and next_player(who, desk) is not None:
        return redirect(url_for("tables.handover", game=game), 303)
    shown = _now(who, desk)
    found = matching(said, shown["desk"]["options"])
    if len(found) != 1 or _answer(said, shown) is not None:
        return make_response(_said(who, desk, said))
    try:
        seat = require_seat(who, shown["viewer"])
        order = codec(rule_set_of(game).id).read_order(found[0]["value"])
        lessons.order(game, seat, order, request.form.get("moment") or None)
    except GrognardError as problem:
        status = errors.status_of(problem)
        if status >= 500:
            raise
        return make_response(_page(**_now(who, watching.desk(who)), problem=problem, said=said), status)
    return redirect(url_for(".text", game=game, done="yes"), 303)


def _now(who: Visitor, desk: Any) -> dict[str, Any]:
    viewer = viewer_here(who, desk)
    facts = table(who, desk, viewer, views.scene_document(desk, viewer), is_whole=True)
    rows = told(views.log_rows(desk, max(0, desk.version - LOG_LINES), viewer))
    return {**facts, "rows": views.with_undone(rows), "at": None}


def _then(who: Visitor) -> dict[str, Any]:
    """The position after an event, for the view that the request may choose."""
    desk = watching.desk(who)
    viewer = views.chosen_view(who, desk, request.args.get("as"))
    at = min(max(request.args.get("at", desk.version, type=int), 1), desk.version)
    rule_set, scene = rule_set_of(who.game), views.scene_at(desk, viewer, at)
    hands, piles = views.hands_of(scene, views.scene_at(desk, PUBLIC, at)["hands"], viewer)
    seen = Desk(who.game, site().games.standing(who.game, at), (), None, {})
    rows = told(views.log_rows(seen, max(0, at - LOG_LINES), viewer))
    return {
        "rules": rule_set, "game": who.game, "who": who, "viewer": viewer, "desk": {"options": []},
        "opened": desk.standing.opened, "scene": scene, "hands": hands, "piles": piles,
        "rows": views.with_undone(rows), "at": at, "menu": None,
    }  # fmt: skip


def _answer(said: str, shown: Mapping[str, Any]) -> Reply | None:
    options = shown["desk"]["options"] if shown["viewer"] in shown.get("mine", ()) else []
    return answered(
        said, shown["game"], shown["rules"], shown["viewer"], shown["scene"], shown["hands"], options
    )


def _said(who: Visitor, desk: Any, said: str) -> str:
    """The page with the answer to what was typed, if anything was."""
    shown = _now(who, desk)
    if not said.strip():
        return _page(**shown)
    reply = _answer(said, shown)
    if reply is None:
        found = matching(said, shown["desk"]["options"])
        words = _("Several orders begin so:") if len(found) > 1 else _("Is this what you mean?")
        reply = Reply([words if found else _("No order and no question begins so.")], found[:LISTED])
    return _page(**shown, reply=reply, said=said)


def _page(**shown: Any) -> str:
    rule_set, scene = shown["rules"], shown["scene"]
    spaces, pieces = _spaces(rule_set, scene), _pieces(rule_set, scene)
    sort = request.args.get("sort", "")
    for rows, keys in ((spaces, SPACE_KEYS), (pieces, PIECE_KEYS)):
        if sort in keys:
            rows.sort(key=keys[sort])
    extra = {"reply": None, "said": "", "problem": None, "done": request.args.get("done") == "yes"}
    lines = logbook.newest_first(shown["rows"])
    return render_template("text.html", spaces=spaces, pieces=pieces, lines=lines, **{**extra, **shown})


SPACE_KEYS: Mapping[str, Callable[[Row], Any]] = {
    "space": lambda row: row["name"],
    "owner": lambda row: (row["owner"], row["name"]),
    "counters": lambda row: (-row["count"], row["name"]),
}
PIECE_KEYS: Mapping[str, Callable[[Row], Any]] = {
    "piece": lambda row: row["name"],
    "place": lambda row: (row["place"], row["name"]),
    "side": lambda row: (row["side"], row["name"]),
    "strength": lambda row: (-(row["strength"] or 0), row["name"]),
}


def _spaces(rule_set: Any, scene: Mapping[str, Any]) -> list[Row]:
    """Every space: its name, owner, marks, how many counters, its neighbours."""
    counts: dict[str, int] = {}
    for piece in scene["tokens"].values():
        counts[piece.get("at")] = counts.get(piece.get("at"), 0) + 1
    rows = []
    for space in drawn_spaces(scene["board"]) or scene["spaces"]:
        live = scene["spaces"].get(space, {})
        found = (live.get("marks") or {}).items()
        marks = [f"{name(mark, rule_set)} {name(value, rule_set)}" for mark, value in found]
        rows.append(
            {
                "id": space,
                "name": name(space, rule_set),
                "owner": name(live["owner"], rule_set) if live.get("owner") else "",
                "marks": ", ".join(marks),
                "count": counts.get(space, 0),
                "neighbours": neighbour_words(rule_set, scene, space),
            }
        )
    return rows


def _pieces(rule_set: Any, scene: Mapping[str, Any]) -> list[Row]:
    """Every counter on the board: what it is called, where it stands, its side, strength and state."""
    return [
        {
            "id": id,
            "name": piece_name(id, piece, rule_set),
            "place": name(piece["at"], rule_set),
            "side": alone(piece["side"], rule_set),
            "strength": piece.get("strength"),
            "state": state_of(piece, rule_set),
        }
        for id, piece in scene["tokens"].items()
        if piece.get("at")
    ]

