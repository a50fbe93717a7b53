"""Ending a game oneself: resigning, and offering a draw, after one page that says what it does."""

from collections.abc import Collection
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import Seat
from domain.kernel.endings import may_offer_draw, must_agree, victors
from domain.kernel.errors import NotAllowed
from web.base import limits
from web.base.security import Visitor, check_form, require_seat, visitor
from web.base.site import rule_set_of, site
from web.hosting import clocks, lessons

blueprint = Blueprint("endings", __name__)


def resignable(who: Visitor, desk: Any) -> dict[Seat, tuple[Seat, ...]]:
    """The seats in front of the screen that may resign now, each with who would win by it."""
    rules = rule_set_of(who.game)
    if lessons.walk_of(who.game) is not None:
        return {}
    found = {seat: victors(rules, desk.standing, seat) for seat in who.present}
    return {seat: won for seat, won in found.items() if won}


def heard_of(desk: Any, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Those on the side of one of `seats` who would resign; nobody else hears of it."""
    if desk.is_over or not desk.resigning:
        return ()
    rules, standing = rule_set_of(desk.game), desk.standing
    sides = [rules.side_of(seat, standing.opened.seats, standing.state) for seat in seats]
    return tuple(each for each in desk.resigning if any(each in side for side in sides))


def together(who: Visitor, desk: Any) -> dict[Seat, dict[str, tuple[Seat, ...]]]:
    """Of each seat in front of the screen whose side somebody would resign: {willing, missing}, the seats
    that have said so and the people's seats that have not. Nobody but the side is told."""
    rules, standing = rule_set_of(who.game), desk.standing
    if desk.is_over or not desk.resigning:
        return {}
    people, found = site().games.people(who.game), {}
    for seat in who.present:
        side = rules.side_of(seat, standing.opened.seats, standing.state)
        willing = tuple(each for each in side if each in desk.resigning)
        missing = tuple(each for each in side if each in people and each not in willing)
        if willing:
            found[seat] = {"willing": willing, "missing": missing}
    return found


def allies(who: Visitor, desk: Any, seat: Seat) -> tuple[Seat, ...]:
    """The seats of its side that other people hold: it resigns only together with them."""
    others = site().games.people(who.game) - set(who.seats)
    return must_agree(rule_set_of(who.game), desk.standing, seat, others)


def resign(who: Visitor, seat: str) -> Any:
    """The seat's player gives the game up. Raises NotAllowed."""
    own = require_seat(who, seat)
    lessons.require_none(who.game)
    return site().games.resign(who.game, own, who.seats)


def may_offer(who: Visitor, desk: Any) -> list[Seat]:
    """The seats in front of the screen that may offer the others a draw: people alone sit at the table."""
    is_of_people = site().games.people(who.game) >= set(desk.standing.opened.seats)
    if not is_of_people or lessons.walk_of(who.game) is not None:
        return []
    return [seat for seat in who.present if may_offer_draw(desk.standing, seat)]


def offer(who: Visitor, seat: str) -> Any:
    """The seat's player offers a draw. Raises NotAllowed."""
    own = require_seat(who, seat)
    lessons.require_none(who.game)
    return site().games.offer_draw(who.game, own)


@blueprint.get("/g/<game>/resign")
def ask(game: str) -> str | BaseResponse:
    """What resigning would do, and the button that does it."""
    who = visitor(game)
    desk = site().games.desk(game)
    seats = resignable(who, desk)
    if not seats:
        return redirect(url_for("tables.play", game=game), 303)
    return render_template(
        "resign.html",
        game=game,
        rules=rule_set_of(game),
        seats=seats,
        allies={seat: allies(who, desk, seat) for seat in seats},
    )


@blueprint.post("/g/<game>/resign")
@limits.orders
def give_up(game: str) -> BaseResponse:
    """Resigns, and shows the table as it stands then."""
    who = visitor(game)
    check_form(game)
    if not who.present:
        raise NotAllowed(_("Only a player may resign. Open your seat's link first."))
    resign(who, request.form.get("seat", ""))
    return redirect(url_for("tables.play", game=game), 303)


@blueprint.post("/g/<game>/resign/answer")
@limits.orders
def answer_resigning(game: str) -> BaseResponse:
    """Resigns together with the own side, or plays on."""
    who = visitor(game)
    check_form(game)
    own = require_seat(who, request.form.get("seat", ""))
    if request.form.get("agree") == "yes":
        resign(who, own)
    else:
        site().games.play_on(game, own)
    return redirect(url_for("tables.play", game=game), 303)


@blueprint.get("/g/<game>/draw")
def ask_for_draw(game: str) -> str | BaseResponse:
    """What offering a draw would do, and the button that does it."""
    who = visitor(game)
    seats = may_offer(who, site().games.desk(game))
    if not seats:
        return redirect(url_for("tables.play", game=game), 303)
    return render_template("draw.html", game=game, rules=rule_set_of(game), seats=seats)


@blueprint.post("/g/<game>/draw")
@limits.orders
def offer_draw(game: str) -> BaseResponse:
    """Offers a draw, and shows the table."""
    who = visitor(game)
    check_form(game)
    offer(who, request.form.get("seat", ""))
    return redirect(url_for("tables.play", game=game), 303)


@blueprint.post("/g/<game>/draw/answer")
@limits.orders
def answer_draw(game: str) -> BaseResponse:
    """Agrees to the draw that is offered, declines it, or takes the own offer back."""
    who = visitor(game)
    check_form(game)
    own = require_seat(who, request.form.get("seat", ""))
    site().games.answer_draw(game, own, request.form.get("agree") == "yes")
    return redirect(url_for("tables.play", game=game), 303)


@blueprint.post("/g/<game>/claim")
@limits.orders
def claim_time(game: str) -> BaseResponse:
    """Claims the game from somebody who is out of time, and shows the table."""
    who = visitor(game)
    check_form(game)
    clocks.claim(who, request.form.get("seat", ""))
    return redirect(url_for("tables.play", game=game), 303)
