"""News: what a browser at a table is told when its game has moved on."""

import hashlib
from typing import Any

from flask import current_app, has_request_context
from flask.testing import EnvironBuilder

from domain.kernel import Seat
from web.base.language import SPOKEN, language
from web.base.security import Visitor
from web.base.views import events_since, viewer_of
from web.notices import nudging
from web.table import changes, endings


def stamp(desk: Any, seats: tuple[Seat, ...]) -> str:
    """Names what the holder of `seats` sees: the moment, the version, and a digest of who has answered."""
    waiting = desk.seen_waiting(seats)
    mine = [(seat, len(desk.drafts.get(seat, ()))) for seat in seats]
    orders = [desk.standing_order(seat) for seat in seats]
    nudges = [(each.by, each.at) for each in nudging.received(desk, seats)]
    facts = repr((waiting, mine, orders, _takeback(desk), nudges, endings.heard_of(desk, seats)))
    return f"{desk.moment}/{desk.standing.version}/{hashlib.sha256(facts.encode()).hexdigest()[:8]}"


def _takeback(desk: Any) -> Any:
    request_ = desk.takeback
    return None if request_ is None else (request_.to, request_.by, request_.needed, request_.granted)


def news(who: Visitor, desk: Any, now: str, since: str | int | None) -> dict[str, Any]:
    """Where the game is (`stamp`, `moment`, `version`), the `events` since the last news as this viewer may
    see them, and what has changed on their page since then: see `changes.answer`.

    `since` is the stamp of the last news, or its version; None: nothing was told before, the place is enough.
    """
    version = desk.standing.version
    before = changes.version_of(since) if isinstance(since, str) else since
    rows = [] if before is None or before >= version else events_since(desk, before, viewer_of(who, desk))
    told = {"stamp": now, "moment": desk.moment, "version": version, "events": rows}
    if before is None:
        return told
    if has_request_context():
        return told | changes.answer(who, desk, now, since)
    with current_app.request_context(_asked_for(who.game)):
        return told | changes.answer(who, desk, now, since)


def _asked_for(game: str) -> dict[str, Any]:
    """The WSGI environment in which the table's page is asked for, in the language of its stream."""
    known = current_app.extensions.get("stream_environ")
    if known is None:
        known = EnvironBuilder(current_app._get_current_object()).get_environ()  # type: ignore[attr-defined]
        current_app.extensions["stream_environ"] = known
    path = f"/g/{game}"
    return {**known, "PATH_INFO": path, "REQUEST_URI": path, "RAW_URI": path, SPOKEN: language()}
