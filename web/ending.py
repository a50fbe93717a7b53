"""The end of a game in a few numbers: the score, how it went, luck, where it turned, how long it took."""

from functools import lru_cache
from typing import Any

from flask_babel import format_percent
from markupsafe import Markup

from domain.kernel import Seat
from projections import statistics
from replays.course import Course, course_of
from web.site import site

WIDE, HIGH = 132, 28
"""The drawing of the course, in its own units."""


def ending(game: str, desk: Any) -> dict[str, Any] | None:
    """What the table shows of a finished game; None while it runs.

    `first` is the side that the drawing of the course is about, by its first seat.
    """
    if not desk.is_over or not desk.standing.is_playable:
        return None
    counted = statistics.read(site().redis, site().games, game)
    first = desk.standing.opened.seats[0]
    went = _course(site().games.store_id, game, desk.version, first)
    return {
        "first": site().games.rule_set(game).side_of(first, desk.standing.opened.seats),
        "better": format_percent(went.better, format="0 %"),
        "line": line(went),
        "turned": went.turned,
        "orders": sum(counted["orders"].values()),
        "luck": {seat: luck["kept"]["z"] for seat, luck in counted["luck"].items()},
    }


@lru_cache(maxsize=64)
def _course(store: str, game: str, version: int, seat: Seat) -> Course:
    """`store` and `version` only tell one game's course from another's: a finished game may be taken back."""
    return course_of(site().games.history(game), seat)


def line(went: Course) -> Markup:
    """The course as the path of a drawing `WIDE` x `HIGH`; half way up, all is as at the start."""
    values = [value for _, value in went.stands]
    most = max(map(abs, values), default=0.0) or 1.0
    step = WIDE / max(1, len(values) - 1)
    points = (f"{x * step:.1f} {HIGH / 2 * (1 - y / most):.1f}" for x, y in enumerate(values))
    return Markup("M{}").format("L".join(points)) if values else Markup()
