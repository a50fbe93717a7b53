"""The clocks of games for pages and programs: chosen in a form, told in words, shown as they run, claimed."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Flask
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from domain.kernel import Seat, TimeControl
from domain.kernel.errors import InvalidSetup
from domain.store import Desk
from domain.store.clocks import Watch, foes_out
from web.base.forms import number_in
from web.base.security import Visitor, require_seat
from web.base.site import rule_set_of, site
from web.hosting import lessons

MINUTE, HOUR, DAY = 60, 3600, 86400
KINDS = {
    "none": lazy_gettext("no clock"),
    "move": lazy_gettext("so long for each move"),
    "game": lazy_gettext("so long for the whole game"),
}
MOVES = (MINUTE, 3 * MINUTE, 10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""Seconds for a move that the form offers."""
ON_TIME = {
    "lost": lazy_gettext("loses"),
    "claim": lazy_gettext("may be claimed to have lost"),
}
LAST_MINUTE = 60_000
"""Milliseconds below which a clock is marked."""


# Chosen


def clock_in(form: Mapping[str, str]) -> TimeControl | None:
    """The clock that a form chooses; None for no clock. Raises InvalidSetup."""
    kind, on_time = form.get("clock", "none"), form.get("on_time", "lost")
    if kind not in KINDS or on_time not in ON_TIME:
        raise InvalidSetup(_("There is no such clock."))
    rule: Any = on_time
    if kind == "move":
        return TimeControl(per_move=number_in(form, "clock_move", DAY), on_time=rule)
    if kind == "game":
        minutes, increment = number_in(form, "clock_minutes", 60), number_in(form, "clock_increment", 30)
        return TimeControl(per_game=MINUTE * minutes, increment=increment, on_time=rule)
    return None


def fields_of(control: TimeControl | None) -> dict[str, str]:
    """What fills the form in with this clock."""
    if control is None:
        return {}
    own = {"clock": "move" if control.per_move else "game", "on_time": control.on_time}
    if control.per_move:
        return {**own, "clock_move": str(control.per_move)}
    minutes = str(control.per_game // MINUTE)
    return {**own, "clock_minutes": minutes, "clock_increment": str(control.increment)}


# In words


def lasting(seconds: int) -> str:
    """A length of time in the largest unit that it is a whole number of."""
    if seconds % DAY == 0:
        return ngettext("%(num)d day", "%(num)d days", seconds // DAY)
    if seconds % HOUR == 0:
        return ngettext("%(num)d hour", "%(num)d hours", seconds // HOUR)
    if seconds % MINUTE == 0:
        return ngettext("%(num)d minute", "%(num)d minutes", seconds // MINUTE)
    return ngettext("%(num)d second", "%(num)d seconds", seconds)


def said(control: TimeControl | None) -> str:
    """What is agreed about the clock, in a sentence or two."""
    if control is None:
        return _("No clock.")
    if control.per_move:
        given = _("Clock: %(time)s for each move.", time=lasting(control.per_move))
    elif control.increment:
        time, more = lasting(control.per_game), lasting(control.increment)
        given = _(
            "Clock: %(time)s for the whole game, and %(more)s more for each answer.", time=time, more=more
        )
    else:
        given = _("Clock: %(time)s for the whole game.", time=lasting(control.per_game))
    claimed = _("Whoever runs out of time may be claimed to have lost.")
    lost = _("Whoever runs out of time loses.")
    return f"{given} {claimed if control.on_time == 'claim' else lost}"


def time_left(milliseconds: int) -> str:
    """What a clock shows: days and hours, else hours, minutes and seconds."""
    seconds = max(0, -(-milliseconds // 1000))
    if seconds >= DAY:
        return _("%(days)s d %(hours)s h", days=seconds // DAY, hours=seconds % DAY // HOUR)
    minutes = f"{seconds % HOUR // MINUTE}:{seconds % MINUTE:02}"
    return f"{seconds // HOUR}:{minutes:0>5}" if seconds >= HOUR else minutes


# As they run


class Shown(NamedTuple):
    """A seat's clock: the milliseconds that are left, and when it is over (since 1970) if it runs."""

    left: int
    until: int | None

    @property
    def is_low(self) -> bool:
        """Whether the last minute runs."""
        return self.until is not None and self.left <= LAST_MINUTE

    @property
    def mark(self) -> tuple[str, int]:
        """Equal for clocks that show the same, whenever one looks."""
        return ("until", self.until) if self.until is not None else ("left", self.left)


def watch_of(desk: Desk) -> Watch | None:
    """The clocks at a desk as somebody may see it; None where the game has none."""
    found: Watch | None = site().games.clocks_at(desk)
    return found


def shown(desk: Desk) -> dict[Seat, Shown]:
    """The clock of each seat that has one."""
    watch = watch_of(desk)
    if watch is None:
        return {}
    return {
        seat: Shown(max(0, left), watch.at + left if seat in watch.runs else None)
        for seat, left in watch.left.items()
    }


def document(desk: Desk) -> dict[str, Any]:
    """What the API tells: the `clock` that was chosen, and the `clocks` as they run."""
    control = desk.standing.opened.clock
    if control is None:
        return {"clock": None, "clocks": None}
    clocks = {seat: {"left": each.left, "until": each.until} for seat, each in shown(desk).items()}
    return {"clock": chosen_document(control), "clocks": clocks}


def chosen_document(control: TimeControl | None) -> dict[str, Any] | None:
    """A clock as the API takes and tells it."""
    if control is None:
        return None
    return {
        "per_move": control.per_move,
        "per_game": control.per_game,
        "increment": control.increment,
        "on_time": control.on_time,
    }


# Claimed


class Claim(NamedTuple):
    """Who may claim the game on time now, and in how many milliseconds somebody may if nothing happens."""

    seats: tuple[Seat, ...] = ()
    due: int | None = None


def claimable(who: Visitor, desk: Desk) -> Claim:
    """Which seats in front of the screen may claim the game from somebody out of time."""
    watch = watch_of(desk) if who.present else None
    if watch is None or watch.control.on_time != "claim" or desk.is_over:
        return Claim()
    rules, seats = rule_set_of(desk.game), desk.standing.opened.seats
    may = tuple(seat for seat in who.present if foes_out(rules, watch, seat, seats))
    wait = None if may or watch.due is None else max(0, watch.due - watch.at)
    return Claim(may, wait)


def claim(who: Visitor, seat: str) -> Any:
    """The seat's player claims the game. Raises NotAllowed."""
    own = require_seat(who, seat)
    lessons.require_none(who.game)
    return site().games.claim_time(who.game, own)


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(time_left=time_left, lasting=lasting)
    app.jinja_env.globals.update(clock_said=said, clock_kinds=KINDS, clock_moves=MOVES, clock_on_time=ON_TIME)
    app.jinja_env.globals.update(time_now=lambda: site().games.now())
