"""At the table: the play page, orders, taking back, hand-over, links, joining, watching."""

from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import PUBLIC, SEAT_EVENTS, GrognardError, InvalidOrder, Seat
from domain.kernel.codec import codec
from domain.kernel.errors import NotAllowed
from projections.documents import told
from web.base import errors, limits, security, views
from web.base.security import Visitor, check_form, require_seat, visitor
from web.base.site import rule_set_of, site
from web.hosting import ending, hosting, pins_and_phrases, watching
from web.notices import notices, nudging
from web.table import counted_choices, logbook, miniature, shared_screen_windows
from web.table.menus import sorted_menu
from web.table.news import stamp
from web.table.picture import board_markup
from web.talk import talk

blueprint = Blueprint("tables", __name__)
LOG_LINES = 80
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
    if not desk.is_over and next_player(who, desk) is not None:
        return redirect(url_for(".handover", game=game), 303)
    return make_response(table_page(who, desk))


def next_player(who: Visitor, desk: Any) -> Seat | None:
    """The seat whose player must take the device now; None if the right person has it.

    In a response window the screen asks everybody first: nobody need take it.
    """
    if not who.shares_screen:
        return None
    together = shared_screen_windows.asked_together(who, desk)
    if together and not _consenting(desk):
        return None
    consenting = [seat for seat in _consenting(desk) if seat in who.seats]
    waiting = consenting or [seat for seat in desk.waiting if seat in who.seats]
    if any(seat in who.present for seat in waiting):
        return None
    if waiting:
        return waiting[0]
    return None if who.present else who.seats[0]


def _to_answer(desk: Any) -> list[Seat]:
    """The seats that somebody waits for, those that must consent to an undo first."""
    return [*_consenting(desk), *desk.waiting]


def _consenting(desk: Any) -> tuple[Seat, ...]:
    return desk.takeback.missing if desk.takeback is not None else ()


def table_page(who: Visitor, desk: Any, problem: GrognardError | None = None) -> str:
    """The play page (or the watch page, for a visitor without a seat) as HTML."""
    viewer = viewer_here(who, desk, request.args.get("as"))
    is_at_table = who.present or desk.is_over or shared_screen_windows.asked_together(who, desk)
    template = "play.html" if is_at_table else "watch.html"
    return render_template(template, problem=problem, **table(who, desk, viewer))


def viewer_here(who: Visitor, desk: Any, asked: str | None = None) -> Seat:
    """The seat whose view the table gets: nobody's while a question is put to everybody at the screen."""
    if shared_screen_windows.is_put_to_all(who, desk):
        return PUBLIC
    usual = Seat(asked) if asked in who.present else views.viewer_of(who, desk)
    return shared_screen_windows.speaker(who, desk) or usual


def table(who: Visitor, desk: Any, viewer: Seat) -> dict[str, Any]:
    """Everything that the play page shows to `viewer`."""
    rule_set, version, now = rule_set_of(who.game), desk.standing.version, site().games.now()
    document = views.desk_document(who.game, desk, viewer)
    speaker = shared_screen_windows.speaker(who, desk)
    together = () if speaker else shared_screen_windows.asked_together(who, desk)
    if together:  # who answers, if anybody, takes the device first
        document |= {"prompt": None, "trail": [], "draft": [], "options": []}
    scene = views.scene_document(rule_set, desk, viewer)
    holders = site().games.holders(who.game)
    rows = told(views.log_rows(desk, max(0, version - LOG_LINES), viewer))
    hands, piles = views.hands_of(scene, views.scene_document(rule_set, desk, PUBLIC))
    left = document["prompt"] and document["prompt"]["left"]
    menu = sorted_menu(document["options"], {card for cards in hands.values() for card in cards}, left)
    talked = talk.shown(who, upto=desk.version)
    return {
        "rules": rule_set,
        "game": who.game,
        "who": who,
        "viewer": viewer,
        "desk": document,
        "opened": desk.standing.opened,
        "holders": holders,
        "scene": scene,
        "menu": menu,
        "ending": ending.ending(who.game, desk),
        "counts": counted_choices.counts(menu, "suggest" in request.args),
        "hands": hands,
        "piles": piles,
        "board": board_markup(rule_set, desk.standing, viewer, document["options"]),
        "rows": views.with_undone(rows),
        "since": rows[-1]["at"] if rows else 0,
        "undo_to": hosting.undo_to(who, desk) if not desk.is_over else None,
        "stamp": stamp(desk, who.present),
        "talk": talked,
        "log": logbook.shown(desk, viewer, {version for version, _count in talked["noted"]}),
        "mine": [seat for seat in desk.waiting if seat in who.present],
        "answered": [seat for seat in desk.answers if seat in who.present and seat not in desk.automatic],
        "together": together,
        "has_answered": any(seat in desk.answers and seat not in desk.automatic for seat in together),
        "asks_in_battles": all(desk.standing_order(seat).level == "battles" for seat in together),
        "connected": site().presence.seats(who.game),
        "asked": any(seat in who.seats for seat in _to_answer(desk)),
        "nudges": nudging.received(desk, who.present),
        "nudgeable": {seat: due - now for seat, due in nudging.nudgeable(who, desk).items()},
        "asked_for": {
            seat: (asked.body, site().games.free_from(who.game, seat))
            for seat, asked in site().games.notices(who.game).items()
            if seat in who.present
        },
        "speaker": speaker,
        "only_hand": request.args.get("only") == "hand",
    }


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
        site().games.order(game, seat, given, request.form.get("moment") or None)

    return _changed(game, give)


@blueprint.post("/g/<game>/series")
@limits.orders
def choose_series(game: str) -> BaseResponse:
    """Several like choices at a stroke: each order as often as it was counted."""
    return _changed(game, lambda who: counted_choices.give(who, request.form))


def _changed(game: str, change: Any) -> BaseResponse:
    """Carries out a change asked for by a form, then shows the table; a refusal is shown on it."""
    who = visitor(game)
    check_form(game)
    try:
        change(who)
    except GrognardError as problem:
        status = errors.status_of(problem)
        if status >= 500 or not who.present or errors.wants_json():
            raise
        desk = site().games.desk(game)
        if next_player(who, desk) is not None:
            raise
        return make_response(table_page(who, desk, problem), status)
    return redirect(url_for(".play", game=game, **_log_asked()), 303)


def _log_asked() -> dict[str, str | None]:
    """The lines of the log that the page showed, or that it showed the hand only: so does the next one."""
    return {name: request.args.get(name) for name in ("log", "lines", "only")}


@blueprint.post("/g/<game>/retract")
@limits.orders
def retract(game: str) -> BaseResponse:
    """Withdraws an answer, or a part of one, that is not yet in effect."""

    def withdraw(who: Visitor) -> None:
        seat = require_seat(who, request.form.get("seat", ""))
        site().games.retract(game, seat, request.form.get("moment") or None)

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
    if seat in who.present:
        return redirect(url_for(".play", game=game, answers=seat, moment=desk.moment), 303)
    security.face(game, None)
    return redirect(url_for(".handover", game=game, answers=seat, moment=desk.moment), 303)


@blueprint.post("/g/<game>/standing-order")
@limits.orders
def stand_by(game: str) -> BaseResponse:
    """When a seat is asked in response windows, from now on."""

    def keep(who: Visitor) -> None:
        seat = require_seat(who, request.form.get("seat", ""))
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
    """Takes back the last order: at once where it is free, else by asking the others."""
    return _changed(game, lambda who: hosting.take_back(who, request.form.get("to", type=int)))


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
        scene=views.scene_document(rule_set, desk, PUBLIC),
        consents=seat in _consenting(desk),
        asks_pin=pins_and_phrases.asks_pin(who, seat),
        is_wrong="wrong" in request.args,
        opened=desk.standing.opened,
        stamp=stamp(desk, ()),
    )
    return make_response(page)


def _missed(who: Visitor, desk: Any, seat: Seat) -> list[dict[str, Any]]:
    """What happened in public since this player last had the screen: three events at most, newest first.

    Where there were more, those that the title marks (battles, captures, cards) go before the others.
    """
    mine = next((each for each in who.people if seat in each), (seat,))
    seen = security.passed(who.game).seen
    last = max(desk.version - MISSED, *(seen.get(each, 0) for each in (*mine, seat)))
    rows = told(views.log_rows(desk, last, PUBLIC))
    since = [row for row in rows if row["event"] not in OF_THE_TABLE]
    since.sort(key=lambda row: (bool(row["mark"]), row["version"]))
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
        asked = {"answers": seat if moment else None, "moment": moment}
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
    shown = {**table(Visitor(game), watching.desk(who), PUBLIC), "who": who}
    lateness = watching.lateness(game) if watching.is_late(who) else ""
    return make_response(render_template("watch.html", problem=None, lateness=lateness, **shown))


# Links and joining


@blueprint.get("/g/<game>/links")
def links(game: str) -> str:
    """The host's table of seats with invitations to copy; every player's own seat link."""
    who = visitor(game)
    if not who.seats and not who.is_host:
        raise NotAllowed(
            _("Only the host and the players see the links of a game. Open your seat's link first.")
        )
    holders = site().games.holders(game)
    rows = [(seat, holder, _link_of(who, seat)) for seat, holder in holders.items()]
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
        scene=views.scene_document(rule_set_of(game), seen, PUBLIC),
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
