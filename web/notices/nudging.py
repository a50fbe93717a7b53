"""Nudges: who waits longer than the table's pace allows may remind the seat that is asked, once a limit.

In a response window nobody can be nudged: whom one can nudge would tell who has not answered.
"""

from typing import Any

from flask_babel import gettext as _

from domain.kernel import Seat
from domain.kernel.errors import NotAllowed
from domain.store.house import Nudge
from web.base.security import Visitor
from web.base.site import site
from web.notices import notices


def nudgeable(who: Visitor, desk: Any) -> dict[Seat, int]:
    """The seats that this visitor waits for, and from when on each may be nudged (ms since 1970)."""
    games = site().games
    if not who.present or desk.is_over or desk.window or set(desk.waiting) & set(who.seats):
        return {}
    holders, limit = games.holders(who.game), games.house.terms(who.game).limit
    (last,) = games.recorded(who.game, desk.version - 1, desk.version)
    nudges = games.house.nudges(who.game)
    return {
        seat: max(last.at, nudges[seat].at if seat in nudges else 0) + limit
        for seat in desk.waiting
        if holders[seat].kind in ("person", "hotseat") and holders[seat].name
    }


def nudge(who: Visitor, seat: str) -> None:
    """Reminds `seat`. Raises NotAllowed if it is not asked, not yet or not again."""
    games = site().games
    desk = games.desk(who.game)
    due = nudgeable(who, desk).get(Seat(seat))
    if due is None:
        raise NotAllowed(_("You do not wait for this seat alone now, so you cannot nudge it."))
    made = Nudge(who.present[0], games.now(), desk.moment)
    if made.at < due or not games.house.nudge(who.game, Seat(seat), made):
        raise NotAllowed(_("It is too early to nudge: each seat has its time, and is nudged once in it."))
    site().hub.announce(who.game)
    notices.announce(notices.Task(who.game, Seat(seat)))


def received(desk: Any, seats: tuple[Seat, ...]) -> list[Nudge]:
    """The nudges that remind the holder of `seats` of the decision on the desk."""
    if not seats or desk.window or not set(desk.waiting) & set(seats):
        return []
    found = site().games.house.nudges(desk.game)
    return [
        found[seat]
        for seat in seats
        if seat in found and seat in desk.waiting and found[seat].moment == desk.moment
    ]
