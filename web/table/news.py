"""News: what a browser at a table is told when its game has moved on."""

import hashlib
from typing import Any

from domain.kernel import Seat
from web.base.security import Visitor
from web.base.views import events_since, viewer_of
from web.notices import nudging


def stamp(desk: Any, seats: tuple[Seat, ...]) -> str:
    """Names what the holder of `seats` sees: the moment, the version, and a digest of who has answered."""
    waiting = desk.seen_waiting(seats)
    mine = [(seat, len(desk.drafts.get(seat, ()))) for seat in seats]
    orders = [desk.standing_order(seat) for seat in seats]
    nudges = [(each.by, each.at) for each in nudging.received(desk, seats)]
    facts = repr((waiting, mine, orders, _takeback(desk), nudges))
    return f"{desk.moment}/{desk.standing.version}/{hashlib.sha256(facts.encode()).hexdigest()[:8]}"


def _takeback(desk: Any) -> Any:
    request_ = desk.takeback
    return None if request_ is None else (request_.to, request_.by, request_.needed, request_.granted)


def news(who: Visitor, desk: Any, now: str, since: int | None) -> dict[str, Any]:
    """Where the game is, and the events since the last news as this viewer may see them."""
    version = desk.standing.version
    rows = [] if since is None or since >= version else events_since(desk, since, viewer_of(who, desk))
    return {"stamp": now, "moment": desk.moment, "version": version, "events": rows}
