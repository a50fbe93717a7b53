"""What this server is at: its parts with their queues, its disk, who is connected, how far the views are."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import current_app

from web.analysis.simulate import rollouts, simulations
from web.base import troubles
from web.base.site import site
from web.hosting.minding import Work

if TYPE_CHECKING:
    from web.analysis.simulations import Simulations

RECENT_SIMULATIONS = 20


@dataclass(frozen=True)
class Workplace:
    """The data folder, and what each part that works beside the pages is at."""

    data: Path | None = None
    parts: Mapping[str, Callable[[], Work]] = field(default_factory=dict)


def workplace() -> Workplace:
    """That of the present application; an empty one where only pages are served."""
    found: Workplace = current_app.extensions.get("workplace", Workplace())
    return found


def state() -> dict[str, Any]:
    """How this server is, as JSON: of streams, parts and errors this process alone is told."""
    here = site()
    return {
        "play": play(),
        "parts": [{"part": name, **work()._asdict()} for name, work in workplace().parts.items()],
        "simulations": _jobs(simulations),
        "rollouts": _jobs(rollouts),
        "streams": here.hub.places.open,
        "addresses": [
            {"address": each, "streams": count} for each, count in here.hub.places.by_address().items()
        ],
        "tables": [
            {"game": game, "seats": sorted(seats)} for game, seats in here.presence.games().items()
        ],
        "games": len(here.games.ids()),
        "unfinished": len(here.games.unfinished()),
        "events": here.games.max_notification_id(),
        "lag": here.lag() if here.lag is not None else None,
        "store_problem": _store_problem(),
        "disk": _disk(),
        "errors": [each._asdict() for each in troubles.kept.newest_first()],
    }  # fmt: skip


def play() -> dict[str, Any]:
    """Whether play is open; if not, since when and why."""
    closed = site().games.shelf.closed()
    if closed is None:
        return {"open": True, "since": None, "why": ""}
    return {"open": False, "since": closed.at, "why": closed.why}


def _store_problem() -> str:
    problem = site().games.write_problem()
    return "" if problem is None else str(problem)


def _jobs(queue: Callable[[], "Simulations"]) -> list[dict[str, Any]]:
    """The jobs of a queue that run or wait, and the last ones."""
    if site().settings.simulations is None:
        return []
    known = queue()
    found = [known.progress(name) for name in known.names()[:RECENT_SIMULATIONS]]
    return [
        {
            "name": each.name,
            "title": each.title,
            "game": each.game,
            "state": each.state,
            "done": each.done,
            "games": each.games,
        }
        for each in found
    ]


def _disk() -> dict[str, int] | None:
    """Bytes of the store in the data folder, and of the disk that it lies on; None without a folder."""
    data = workplace().data
    if data is None:
        return None
    usage = shutil.disk_usage(data)
    store = sum(each.stat().st_size for each in data.glob("grognard.db*"))
    return {"store": store, "free": usage.free, "total": usage.total}
