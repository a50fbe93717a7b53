"""At the table: the play page, orders, taking back, hand-over, links, joining, watching."""

from typing import Any

from flask import Blueprint, jsonify, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.bots import EASY
from domain.kernel import PUBLIC, SEAT_EVENTS, GrognardError, InvalidOrder, RuleSet, Seat
from domain.kernel.codec import codec
from domain.kernel.errors import NotAllowed
from domain.kernel.scene import from_plain
from projections.documents import told
from web.base import errors, limits, security, views
from web.base.language import language
from web.base.security import Visitor, check_form, require_seat, visitor
from web.base.site import prose_of, rule_set_of, site
from web.hosting import hosting, lessons, pins_and_phrases, watching
from web.notices import notices, nudging
from web.table import (
    changes,
    counted_choices,
    endings,
    hinting,
    logbook,
    marching,
    miniature,
    shared_screen_windows,
    shown,
)
from web.table.news import stamp
from web.table.picture import board_markup
from web.table.shown import consenting, next_player, passes_on, viewer_here
from web.talk import talk

blueprint = Blueprint("tables", __name__)
OF_THE_TABLE = {"Opened", *(each.__name__ for each in SEAT_EVENTS)}
"""Events that are no part of the play."""
MISSED = 60
"""How many events a hand-over looks back for what its player has missed."""


# Playing


@blueprint.get("/g/<game>")
def play(game: str) -> BaseResponse:
    """The play page of the person in front of the screen; a hand-over first where another one is next."""
    who = visitor(game)
    if not who.seats:
        return redirect(url_for(".watch", game=game), 303)
    desk = site().games.desk(game)
    if passes_on(who, desk):
        return redirect(url_for(".handover", game=game), 303)
    return make_response(table_page(who, desk))


def table_page(who: Visitor, desk: Any, problem: GrognardError | None = None) -> str:
    """The play page (or the watch page, for a visitor without a seat) as HTML."""
    viewer = viewer_here(who, desk, request.args.get("as"))
    is_at_table = who.present or desk.is_over or shared_screen_windows.asked_together(who, desk)
    template = "play.html" if is_at_table else "watch.html"
    return render_template(template, problem=problem, **page(who, desk, viewer))


def page(who: Visitor, desk: Any, viewer: Seat) -> dict[str, Any]:
    """Everything that the whole page shows to `viewer`."""
    scene, now = views.scene_document(desk, viewer), stamp(desk, who.present)
    facts = shown.table(who, desk, viewer, scene)
    changes.remember(who, now, facts)
    talked = talk.shown(who, upto=desk.version)
    return {
        **facts,
        "stamp": now,
        "connected": site().presence.seats(who.game),
        "is_usual": changes.is_usual(),
        "undo_terms": watching.terms(who.game).undo,
        "asks_to_undo": _asks_to_undo(who),
        "may_resign": bool(endings.resignable(who, desk)),
        "may_offer_draw": bool(endings.may_offer(who, desk)),
        "board": board_markup(facts["rules"], from_plain(scene), _on_board(facts)),
        "talk": talked,
        "log": logbook.shown(desk, viewer, {version for version, _count in talked["noted"]}),
    }


def _asks_to_undo(who: Visitor) -> bool:
    """Whether anybody else would be asked before something is taken back: a computer is not."""
    others = site().games.holders(who.game)
    return any(seat not in who.seats and each.kind not in ("bot", "open") for seat, each in others.items())


def _on_board(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The options that the board shows before anything is chosen: what a card does, once that is raised."""
    cards = facts["menu"].by_card
    return [option for option in facts["desk"]["options"] if option["order"].get("card") not in cards]


@blueprint.get("/g/<game>/changes")
@limits.looks
def changed(game: str) -> BaseResponse:
    """What has changed for the page that asks (`since` its stamp, `seen` its viewer): see `changes.answer`.

    With `parts` only those parts: {parts}. `page=watch` is the page of watchers. Where nothing can be told it
    says where to `go`.
    """
    who = visitor(game)
    if not who.seats or request.args.get("page") == "watch":
        if watching.hidden_part(who):
            return jsonify(go=url_for("replay.replay", game=game))
        desk, who = watching.desk(who), Visitor(game)
    else:
        desk = site().games.desk(game)
    if "parts" in request.args:
        return jsonify(changes.parts(who, desk, request.args["parts"].split()))
    return jsonify(_answer(who, desk))


def _answer(who: Visitor, desk: Any, problem: GrognardError | None = None) -> dict[str, Any]:
    since, seen_as = request.args.get("since"), request.args.get("seen", "")
    return changes.answer(who, desk, stamp(desk, who.present), since, seen_as, problem)


@blueprint.post("/g/<game>/order")
@limits.orders
def order(game: str) -> BaseResponse:
    """One order from the page's form."""

    def give(who: Visitor) -> None:
        seat = require_seat(who, request.form.get("seat", ""))
        text = request.form.get("order", "")
        if not text:
            raise InvalidOrder(_("No order was sent: press one of the page's buttons."))
        given = codec(rule_set_of(game).id).read_order(text)
        lessons.order(game, seat, given, request.form.get("moment") or None)

    return _changed(game, give)


@blueprint.post("/g/<game>/hint")
@limits.orders
def ask_for_hint(game: str) -> BaseResponse:
    """What the computer would order in the asker's place: said, and ordered by nobody."""
    who = visitor(game)
    check_form(game)
    seat = require_seat(who, request.form.get("seat", ""))
    desk, told = hinting.hint(game, seat, request.form.get("moment") or None)
    if errors.wants_json():
        return jsonify(told)
    shown_now = page(who, desk, viewer_here(who, desk, seat)) | {"hint": told}
    return make_response(render_template("play.html", problem=None, **shown_now))


@blueprint.post("/g/<game>/march")
@limits.orders
def march(game: str) -> BaseResponse:
    """Several orders at a stroke, for the page's script: what has changed, and how the march went."""
    told: dict[str, Any] = {}

    def give(who: Visitor) -> None:
        seat = require_seat(who, request.form.get("seat", ""))
        orders = marching.orders_in(request.form.get("orders", ""))
        moment, awaited = request.form.get("moment"), request.form.get("awaited")
        told.update(marching.march(game, seat, orders, moment, awaited)[1])

    answer = _changed(game, give)
    if told and errors.wants_json():
        return jsonify({**answer.get_json(), "march": told})
    return answer


@blueprint.post("/g/<game>/series")
@limits.orders
def choose_series(game: str) -> BaseResponse:
    """Several like choices at a stroke: each order as often as it was counted."""
    return _changed(game, lambda who: counted_choices.give(who, request.form))


def _changed(game: str, change: Any) -> BaseResponse:
    """Carries out a change asked for by a form, then shows the table, or tells the page's script what has
    changed; a refusal is shown on it."""
    who = visitor(game)
    check_form(game)
    try:
        change(who)
    except GrognardError as problem:
        status = errors.status_of(problem)
        desk = site().games.desk(game) if status < 500 else None
        if desk is None or not who.present or next_player(who, desk) is not None:
            raise
        if errors.wants_json():
            said = problem.said(language())
            refused = errors.problem_document(status, problem.code, said, rule=problem.rule)
            return make_response(jsonify({**_answer(who, desk, problem), **refused}), status)
        return make_response(table_page(who, desk, problem), status)
    if errors.wants_json():
        return jsonify(_answer(visitor(game), site().games.desk(game)))
    return redirect(url_for(".play", game=game, **_log_asked()), 303)


def _log_asked() -> dict[str, Any]:
    """The lines of the log that the page showed, or that it showed the hand only: so does the next one."""
    return {name: request.args.get(name) for name in ("log", "lines", "only")}


@blueprint.post("/g/<game>/retract")
@limits.orders
def retract(game: str) -> BaseResponse:
    """Withdraws an answer that is not yet in effect: all of it, all but so many parts as the form says to
    `keep`, its last part if it asks for a `step`, or what was said of one `card`."""

    def withdraw(who: Visitor) -> None:
        seat, games = require_seat(who, request.form.get("seat", "")), site().games
        moment, card = request.form.get("moment") or None, request.form.get("card")
        parts = games.desk(game).drafts.get(seat, ())
        said = next((part for part in parts if card and getattr(part, "card", None) == card), None)
        if said is None:
            last = len(parts) - 1 if request.form.get("step") else 0
            games.retract(game, seat, moment, keep=request.form.get("keep", last, type=int))
        else:
            games.retract_part(game, seat, said, moment)

    return _changed(game, withdraw)


@blueprint.post("/g/<game>/nobody")
@limits.orders
def nobody(game: str) -> BaseResponse:
    """Nobody at this screen answers: the window passes for all its seats."""
    moment, level = request.form.get("moment", ""), request.form.get("level")
    return _changed(game, lambda who: shared_screen_windows.let_all_pass(who, moment, level))


@blueprint.post("/g/<game>/respond")
def respond(game: str) -> BaseResponse:
    """Somebody at this screen speaks up in a window: to the own menu, after a hand-over if need be."""
    who = visitor(game)
    check_form(game)
    desk = site().games.desk(game)
    seat = shared_screen_windows.require_asked(who, desk, request.form.get("seat", ""))
    asked = {"answers": seat, "moment": desk.moment}
    if seat in who.present:
        if errors.wants_json():
            return jsonify(asks=asked)
        return redirect(url_for(".play", game=game, **asked), 303)
    security.face(game, None)
    handed = url_for(".handover", game=game, **asked)
    return jsonify(go=handed) if errors.wants_json() else redirect(handed, 303)


@blueprint.post("/g/<game>/standing-order")
@limits.orders
def stand_by(game: str) -> BaseResponse:
    """When a seat is asked in response windows, from now on."""

    def keep(who: Visitor) -> None:
        seat = require_seat(who, request.form.get("seat", ""))
        lessons.require_none(game)
        site().games.stand_by(game, seat, shared_screen_windows.standing_order_in(request.form))

    return _changed(game, keep)


@blueprint.post("/g/<game>/nudge")
@limits.orders
def nudge(game: str) -> BaseResponse:
    """Reminds the seat that is asked."""
    return _changed(game, lambda who: nudging.nudge(who, request.form.get("seat", "")))


@blueprint.post("/g/<game>/undo")
@limits.orders
def undo(game: str) -> BaseResponse:
    """Takes back the last order or march: at once where it is free, else by asking the others."""
    return _changed(game, lambda who: hosting.take_back(who, request.form.get("to", type=int)))


@blueprint.post("/g/<game>/lesson")
@limits.orders
def teach(game: str) -> BaseResponse:
    """The coach's buttons: does the step for the learner, goes back one, or opens an ordinary game."""
    if request.form.get("do") == "play":
        check_form(game)
        who = visitor(game)
        require_seat(who, request.form.get("seat", ""))
        name = site().games.holders(game)[who.seats[0]].name
        opened = hosting.open_usual(rule_set_of(game), name, hosting.SeatPlan("bot", EASY))
        there = url_for(".play", game=opened)
        return jsonify(go=there) if errors.wants_json() else redirect(there, 303)

    def go(who: Visitor) -> None:
        require_seat(who, request.form.get("seat", ""))
        if request.form.get("do") == "back":
            lessons.back(game)
        else:
            lessons.show(game)

    return _changed(game, go)


@blueprint.post("/g/<game>/consent")
@limits.orders
def consent(game: str) -> BaseResponse:
    """Agrees or refuses that another player takes back."""

    def answer(who: Visitor) -> None:
        seat = require_seat(who, request.form.get("seat", ""))
        site().games.consent(game, seat, request.form.get("agree") == "yes")

    return _changed(game, answer)


# Handing over


@blueprint.get("/g/<game>/handover")
def handover(game: str) -> BaseResponse:
    """The screen between two players at one device: it holds no hand, no scene and no menu.

    From here on nobody is in front of the device: the hand of who played last is hidden everywhere.
    """
    who = visitor(game)
    desk = site().games.desk(game)
    speaks = shared_screen_windows.speaks_next(who, desk)
    seat = next_player(who, desk) or speaks
    if seat is None or desk.is_over:
        return redirect(url_for(".play", game=game), 303)
    if who.present and seat not in who.present:
        security.face(game, None)
    rule_set = rule_set_of(game)
    page = render_template(
        "handover.html",
        game=game,
        rules=rule_set,
        seat=seat,
        moment=desk.moment if seat == speaks else None,
        holder=site().games.holders(game)[seat],
        rows=_missed(who, desk, seat),
        scene=views.scene_document(desk, PUBLIC),
        consents=seat in consenting(desk),
        question=_question(rule_set, desk, seat),
        asks_pin=pins_and_phrases.asks_pin(who, seat),
        is_wrong="wrong" in request.args,
        opened=desk.standing.opened,
        stamp=stamp(desk, ()),
    )
    return make_response(page)


def _question(rule_set: RuleSet, desk: Any, seat: Seat) -> str:
    """What `seat` is asked, where everybody may read it; empty where the words may tell of a hand."""
    ask = desk.decision.ask(seat) if desk.decision is not None else None
    return prose_of(rule_set).prompt(ask, ()) if ask and ask.prompt in rule_set.open_questions else ""


def _missed(who: Visitor, desk: Any, seat: Seat) -> list[dict[str, Any]]:
    """What happened in public since this player last had the screen: three events at most, newest first.

    Where there were more, those that the title marks (battles, captures, cards) go before the others.
    """
    mine = next((each for each in who.people if seat in each), (seat,))
    seen = security.passed(who.game).seen
    last = max(desk.version - MISSED, *(seen.get(each, 0) for each in (*mine, seat)))
    rows = told(views.log_rows(desk, last, PUBLIC))
    since = [row for row in rows if row["event"] not in OF_THE_TABLE]
    since.sort(key=lambda row: (row["mark"] not in ("", "phase"), row["version"]))
    return sorted(since[-3:], key=lambda row: -int(row["version"]))


@blueprint.post("/g/<game>/handover")
def take_device(game: str) -> BaseResponse:
    """The next player has the device and asks for the hand."""
    who = visitor(game)
    check_form(game)
    seat = request.form.get("seat", "")
    if seat not in who.seats:
        raise NotAllowed(_("This browser does not hold the seat %(seat)r.", seat=seat))
    moment = request.form.get("moment")
    if not pins_and_phrases.opens(who, Seat(seat), request.form.get("pin", "")):
        asked: dict[str, Any] = {"answers": seat if moment else None, "moment": moment}
        return redirect(url_for(".handover", game=game, wrong=1, **asked), 303)
    security.face(game, Seat(seat))
    return redirect(url_for(".play", game=game, answers=seat if moment else None, moment=moment), 303)


@blueprint.post("/g/<game>/away")
def away(game: str) -> BaseResponse:
    """Nobody is in front of the device: hands are hidden until somebody says who it is."""
    visitor(game)
    check_form(game)
    security.face(game, None)
    leave = request.form.get("leave") == "yes"
    return redirect(url_for("pages.lobby") if leave else url_for(".play", game=game), 303)


# Watching


@blueprint.get("/g/<game>/watch")
def watch(game: str) -> BaseResponse:
    """The game as everybody may see it."""
    who = visitor(game)
    if watching.hidden_part(who):
        return redirect(url_for("replay.replay", game=game), 303)
    facts = {**page(Visitor(game), watching.desk(who), PUBLIC), "who": who}
    return make_response(render_template("watch.html", problem=None, **facts))


# Links and joining


@blueprint.get("/g/<game>/links")
def links(game: str) -> str:
    """The host's table of seats with invitations to copy; every player's own seat link, below them: the first
    link is the one that people send."""
    who = visitor(game)
    if not who.seats and not who.is_host:
        raise NotAllowed(
            _("Only the host and the players see the links of a game. Open your seat's link first.")
        )
    holders = site().games.holders(game)
    seats = sorted(holders, key=lambda seat: seat in who.present)
    rows = [(seat, holders[seat], _link_of(who, seat)) for seat in seats]
    opened = site().games.standing(game).opened
    return render_template(
        "links.html",
        game=game,
        rules=rule_set_of(game),
        rows=rows,
        holders=holders,
        who=who,
        opened=opened,
        terms=watching.terms(game),
        cover=site().games.cover(game) // 1000,
        watch_url=url_for(".watch", game=game, _external=True),
        ways=notices.means().ways,
        addresses=notices.shown(game, who.present),
        to_ask=[seat for seat in holders if hosting.may_ask_for(who, seat)],
        due={seat: site().games.free_from(game, seat) for seat in site().games.notices(game)},
        now=site().games.now(),
    )


def _link_of(who: Visitor, seat: Seat) -> str | None:
    """The link that this visitor may see for `seat`: an unused invitation (the host), or one's own seat."""
    token = hosting.seat_link(who, seat)
    return url_for(".join", token=token, _external=True) if token else None


@blueprint.post("/g/<game>/links/<seat>")
@limits.joins
def renew(game: str, seat: str) -> BaseResponse:
    """Replaces the link of a seat; the old one is dead from now on."""
    who = visitor(game)
    check_form(game)
    renewed = hosting.renew_link(who, seat)
    if seat in who.seats:
        security.give_keys(game, renewed)
    return redirect(url_for(".links", game=game), 303)


@blueprint.post("/g/<game>/seats/<seat>/ask")
@limits.joins
def ask_for(game: str, seat: str) -> BaseResponse:
    """The host asks in public for a seat whose player seems to be gone."""
    who = visitor(game)
    check_form(game)
    hosting.ask_for_seat(who, seat)
    return redirect(url_for(".links", game=game), 303)


@blueprint.post("/g/<game>/seats/<seat>/free")
@limits.joins
def free(game: str, seat: str) -> BaseResponse:
    """The host frees a seat whose player did not answer in time."""
    who = visitor(game)
    check_form(game)
    hosting.free_seat(who, seat)
    return redirect(url_for(".links", game=game), 303)


@blueprint.post("/g/<game>/here")
@limits.orders
def here(game: str) -> BaseResponse:
    """The holder of a seat that was asked for is here and keeps it."""

    def stay(who: Visitor) -> None:
        site().games.keep_seat(game, require_seat(who, request.form.get("seat", "")))

    return _changed(game, stay)


@blueprint.get("/join/<token>")
@limits.joins
def join(token: str) -> BaseResponse:
    """An invitation asks for a name; the link of one's own seat opens it at once."""
    link = security.opened_token(token)
    holders = site().games.holders(link.game)
    free = [seat for seat in link.keys if hosting.is_free(holders[Seat(seat)], invited=True)]
    if free:
        return make_response(_join_page(link.game, Seat(free[0]), url_for(".accept", token=token)))
    security.give_keys(link.game, link.keys)
    return redirect(url_for(".play", game=link.game), 303)


def _join_page(game: str, seat: Seat, action: str) -> str:
    opened = site().games.standing(game).opened
    seen = watching.desk(Visitor(game))
    row = {"game": game, "scenario": opened.scenario, "version": seen.version}
    return render_template(
        "join.html",
        game=game,
        rules=rule_set_of(game),
        seat=seat,
        action=action,
        opened=opened,
        holders=site().games.holders(game),
        scenario=rule_set_of(game).scenario(opened.scenario),
        board=miniature.of_row(row),
        scene=views.scene_document(seen, PUBLIC),
        terms=watching.terms(game),
        cover=site().games.cover(game) // 1000,
        free=[each for each, holder in site().games.holders(game).items() if hosting.is_free(holder, False)],
    )


@blueprint.post("/join/<token>")
@limits.joins
def accept(token: str) -> BaseResponse:
    """Takes the seat of an invitation; the invitation is used up."""
    check_form("join")
    link = security.opened_token(token)
    holders = site().games.holders(link.game)
    for seat, key in ((Seat(name), key) for name, key in link.keys.items()):
        if hosting.is_free(holders[seat], invited=True):
            pin = pins_and_phrases.pin_in(request.form)
            hosting.sit_down(visitor(link.game), seat, request.form.get("name", ""), invited=True)
            pins_and_phrases.set_pin(link.game, seat, pin)
            security.give_seats(link.game, seat, facing=seat)
        else:
            security.give_keys(link.game, {seat: key}, facing=seat)
    return redirect(url_for(".play", game=link.game), 303)


@blueprint.get("/g/<game>/seats/<seat>")
def free_seat(game: str, seat: str) -> str:
    """An open seat that anybody may take."""
    holder = site().games.holders(game).get(Seat(seat))
    if holder is None or not hosting.is_free(holder, invited=False):
        raise NotAllowed(_("This seat is not open. Watch the game, or ask its host for an invitation."))
    return _join_page(game, Seat(seat), url_for(".take_seat", game=game, seat=seat))


@blueprint.post("/g/<game>/seats/<seat>")
@limits.joins
def take_seat(game: str, seat: str) -> BaseResponse:
    """Sits down on an open seat."""
    check_form("join")
    pin = pins_and_phrases.pin_in(request.form)
    hosting.sit_down(visitor(game), Seat(seat), request.form.get("name", ""), invited=False)
    pins_and_phrases.set_pin(game, Seat(seat), pin)
    security.give_seats(game, Seat(seat), facing=Seat(seat))
    return redirect(url_for(".play", game=game), 303)
