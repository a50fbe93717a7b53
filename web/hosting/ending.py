"""The end of a game in a few numbers: the score, luck, how long it took."""

from typing import Any

from domain.bots.chances import chances_of
from projections import statistics
from projections.winning import one_of_each_side
from web.base.site import site


def ending(game: str, desk: Any) -> dict[str, Any] | None:
    """What the table shows of a finished game; None while it runs."""
    if not desk.is_over or not desk.standing.is_playable:
        return None
    counted = statistics.read(site().redis, site().games, game)
    return {
        "orders": sum(counted["orders"].values()),
        "is_judged": chances_of(site().games.rule_set(game), desk.standing.opened.scenario) is not None,
        "judged_side": one_of_each_side(desk.standing.opened.title, desk.standing.opened.seats)[0],
        "luck": {seat: luck["kept"]["z"] for seat, luck in counted["luck"].items()},
    }
