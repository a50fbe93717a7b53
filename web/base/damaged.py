"""Games that are set aside: an error that one game's record causes is told as such, once in the log."""

import logging
from typing import Any

from flask import current_app, request

from domain.kernel import GrognardError
from domain.kernel.errors import SetAside
from domain.kernel.prose_files import plain_refusal
from replays.errors import ArchiveError
from replays.trial import show_once

log = logging.getLogger("grognard.web")


def told_once(game: str, problem: SetAside) -> None:
    """Writes it into the log, unless that was done since this server started."""
    known: set[str] = current_app.extensions.setdefault("set_aside", set())
    if game not in known:
        known.add(game)
        log.error("Game %s is set aside: %s", game, problem.message)


def cause(games: Any) -> SetAside | None:
    """Why the game that the request is about cannot be shown; None if the error is not its record's fault."""
    game = (request.view_args or {}).get("game", "")
    try:
        recorded = games.recorded(game)
        show_once(recorded, None)
    except SetAside as problem:
        return problem
    except ArchiveError as problem:
        return SetAside(plain_refusal("set_aside", game=game, problem=problem.problem))
    except GrognardError:
        return None
    return None
