"""The chart of who was winning, of games that are over and of scenarios where that can be told."""

from functools import lru_cache
from typing import Any

from flask_babel import gettext as _

from domain.bots.chances import chances_of
from domain.kernel import RuleSet, Seat
from domain.kernel.history import History
from projections import timelines
from replays import figures, win_chance
from web.base.site import rule_set_of, site

GROUP = win_chance.GROUP


def can_tell(desk: Any, rule_set: RuleSet) -> bool:
    """Whether the chart can be drawn."""
    return desk.is_over and chances_of(rule_set, desk.standing.opened.scenario) is not None


@lru_cache(maxsize=32)
def figure_bytes(game: str, version: int, viewer: Seat, spoken: str, along: str) -> bytes:
    """The chart of a finished game, in the words of a language and by an axis."""
    rule_set, recorded = rule_set_of(game), site().games.recorded(game)
    history = History(rule_set, recorded)
    opened = history.at(1).opened
    chances = chances_of(rule_set, opened.scenario)
    assert chances is not None, "a chart is offered only where chances can be told"
    seats = win_chance.one_of_each_side(rule_set, opened.seats)
    curves = {seat: win_chance.curve(history, chances, seat) for seat in seats}
    found = timelines.read(
        site().redis, site().games, game, viewer, 1, version, newest=version, language=spoken
    )
    drawn = win_chance.figure(rule_set, found["rows"], curves, _("Win chance"), spoken, along)
    return figures.encoded(drawn)
