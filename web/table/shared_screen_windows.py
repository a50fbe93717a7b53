"""Response windows at one screen: it asks "Does anyone respond?" once, and only who speaks up takes it."""

from typing import Any

from flask import request
from flask_babel import gettext as _

from domain.kernel import Seat
from domain.kernel.errors import InvalidSetup, NotAllowed
from domain.kernel.numbers import whole_number
from domain.store import StandingOrder
from web.base.security import Visitor
from web.base.site import site


def asked_together(who: Visitor, desk: Any) -> tuple[Seat, ...]:
    """The seats of this screen that a window asks at once, whoever of them has answered.

    None where the person in front of it answers for one seat alone, or when all of them have answered.
    """
    here = tuple(seat for seat in desk.asked if seat in who.seats) if desk.window else ()
    is_alone = len(here) == 1 and here[0] in who.present
    return here if not is_alone and any(seat in desk.waiting for seat in here) else ()


def is_put_to_all(who: Visitor, desk: Any) -> bool:
    """Whether the screen asks several people at once and none of them has spoken up: it shows no hand."""
    together = asked_together(who, desk)
    return who.shares_screen and bool(together) and speaker(who, desk) is None


def speaker(who: Visitor, desk: Any) -> Seat | None:
    """The seat of the person in front of the screen that speaks up in this window: it sees its menu."""
    asked, moment = request.args.get("answers"), request.args.get("moment")
    together = asked_together(who, desk)
    took_it = who.shares_screen and not set(together) <= set(who.present)
    for seat in together:
        begun = took_it or bool(desk.drafts.get(seat)) or (seat == asked and moment == desk.moment)
        if begun and seat in who.present and seat in desk.waiting:
            return seat
    return None


def speaks_next(who: Visitor, desk: Any) -> Seat | None:
    """The seat whose player takes the device to speak up; None if the page asks for no such thing."""
    asked, moment = request.args.get("answers"), request.args.get("moment")
    if asked in asked_together(who, desk) and moment == desk.moment:
        return Seat(asked) if asked else None
    return None


def let_all_pass(who: Visitor, moment: str, level: str | None) -> None:
    """Nobody at this screen answers. `level` is the standing order of all its seats from now on, if given."""
    games = site().games
    desk = games.desk(who.game)
    here = asked_together(who, desk)
    for seat in here if level else ():
        order = StandingOrder(level, pass_empty=desk.standing_order(seat).pass_empty)  # type: ignore[arg-type]
        games.stand_by(who.game, seat, order)
    desk = games.desk(who.game)
    for seat in here:
        if seat in desk.waiting and desk.moment == moment:
            desk = games.order(who.game, seat, desk.decision.ask(seat).silence, moment)


def require_asked(who: Visitor, desk: Any, seat: str) -> Seat:
    """`seat`, if this screen holds it and the window asks it. Raises NotAllowed."""
    if seat not in asked_together(who, desk):
        raise NotAllowed(_("Nothing asks %(seat)r at this screen now. Look at the board again.", seat=seat))
    return Seat(seat)


def standing_order_in(form: Any) -> StandingOrder:
    """The standing order of the page's form; kinds and cards count only with the level that names them."""
    level = form.get("level", "ask")
    return StandingOrder(
        level,
        tuple(form.getlist("kinds")) if level == "kinds" else (),
        tuple(form.getlist("cards")) if level == "cards" else (),
        form.get("pass_empty") == "yes",
    )


def cover_in(form: Any) -> int:
    """How many seconds windows stay open, as the form says. Raises InvalidSetup."""
    text = form.get("cover", "0")
    number = whole_number(text)
    if number is None:
        raise InvalidSetup(_("Windows stay open for a number of seconds, not %(text)r.", text=text))
    return number
