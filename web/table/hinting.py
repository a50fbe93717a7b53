"""A hint on request, where the table allows it: what the computer would order in the asker's place.

It is shown a position dealt anew, as every computer is, so it knows no more than the seat, and thinks as long
as the computers at the tables do; nothing is ordered for anybody. That hints were given is counted
(`domain/store/hints.py`).
"""

from typing import Any

import msgspec
from flask_babel import gettext as _

from domain.bots import ADVISER
from domain.kernel import Order, Seat, StaleOrder
from domain.kernel.errors import NotAllowed, NotAsked
from domain.store import Desk
from web.base.site import prose_of, rule_set_of, site
from web.hosting import bots, lessons
from web.hosting.thinkers import NobodyThinks


def may_ask(game: str) -> bool:
    """Whether the players of the game may ask for hints."""
    return bool(site().games.house.terms(game).hints) and lessons.walk_of(game) is None


def given(game: str) -> int:
    """At how many questions of the game somebody had a hint."""
    return sum(site().games.hints.of(game).values())


def hint(game: str, seat: Seat, moment: str | None) -> tuple[Desk, dict[str, Any]]:
    """What the computer would order for the seat, which is asked; counted.

    {said, order (as a button sends it), piece, target, card}. Raises NotAllowed, NotAsked, StaleOrder,
    NobodyThinks.
    """
    games = site().games
    if not may_ask(game):
        raise NotAllowed(_("No hints were agreed at this table."))
    desk: Desk = games.desk(game)
    if moment not in (None, desk.moment):
        raise StaleOrder(_("The position has changed. Look at it again and choose anew."))
    if seat not in desk.waiting or not desk.menu(seat):
        raise NotAsked(_("This seat has nothing to decide now."))
    try:
        order = bots.chosen(games, desk, seat, ADVISER, site().settings.thinking_seconds, site().think)
    except NobodyThinks as problem:
        raise NobodyThinks(_("The computer cannot be asked just now. Try again in a moment.")) from problem
    games.hints.count(game, seat, f"{desk.moment}.{len(desk.drafts.get(seat, ()))}")
    return desk, _told(desk, order)


def _told(desk: Desk, order: Order) -> dict[str, Any]:
    rules = rule_set_of(desk.game)
    on_board = rules.hint(desk.standing.state, order)
    return {
        "said": _("The computer would: %(order)s", order=prose_of(rules).order(order)),
        "order": msgspec.json.encode(order).decode(),
        "piece": on_board.piece,
        "target": on_board.target,
        "card": getattr(order, "card", None),
    }
