"""Turning points played out on request, in the background, by whoever looks at a finished game."""

from typing import TYPE_CHECKING

import msgspec
from flask_babel import gettext as _

from domain.kernel import ALL, Seat
from domain.kernel.errors import InvalidSetup
from replays import archive
from replays.swings import Swing
from web.analysis.simulate import rollouts
from web.base import limits
from web.base.site import rule_set_of, site

if TYPE_CHECKING:
    from replays.statistics import Estimate


class RollOut(msgspec.Struct, frozen=True):
    """How far a command is played out, in pairs of games, and what came of it: how often a side won from
    before and from after, and the difference with its interval; shares of 1, None while it runs."""

    is_finished: bool
    done: int
    games: int
    before: float | None = None
    after: float | None = None
    gap: float | None = None
    low: float | None = None
    high: float | None = None


def can_play_out() -> bool:
    """Whether this server keeps what is played out."""
    return site().settings.simulations is not None


def ask(game: str, version: int, swing: Swing) -> None:
    """Puts a command of a finished game into the queue, unless it is there. Raises TooManySimulations,
    InvalidSetup."""
    from replays.rollouts import plan
    from replays.simulation import Start

    if swing.is_last:
        raise InvalidSetup(_("The game ended with this: there is nothing to play on from."))
    rules, opened = rule_set_of(game), site().games.standing(game, 1).opened
    whole = Start(game, version, archive.write(rules, site().games.recorded(game, 0, version), ALL))
    job = plan(rules.id, opened.scenario, opened.seats, whole, swing.start, swing.stop)
    rollouts().ask(job, limits.asker(), _name(game, swing))


def told(game: str, swing: Swing, side: Seat) -> RollOut | None:
    """What is known by now, as `side` sees it; None if nobody has asked."""
    from replays.rollouts import played_out

    name = _name(game, swing)
    if not can_play_out() or not rollouts().is_known(name):
        return None
    found = rollouts().progress(name)
    if not found.is_finished:
        return RollOut(False, found.done, found.games)
    if not found.has_result:
        return None
    all_of_it = played_out(rollouts().folder, name, rule_set_of(game).id, side)
    before, after, gap = all_of_it.before, all_of_it.after, all_of_it.gap
    return RollOut(True, found.done, found.games, before.estimate, after.estimate, *_bounds(gap))


def _bounds(gap: "Estimate") -> tuple[float, float | None, float | None]:
    return gap.estimate, gap.low, gap.high


def _name(game: str, swing: Swing) -> str:
    return f"{game}-{swing.start}"
