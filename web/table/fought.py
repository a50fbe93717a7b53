"""The battles of a game as its tables ask for them after every order: what is new is looked at once."""

from collections.abc import Sequence
from threading import Lock

from domain.kernel import Recorded, Undone
from domain.kernel.battles import Battles
from domain.kernel.fought import NOTHING, Fought, Span, fought, spans
from web.base.recent import Recent
from web.base.site import rule_set_of, site

LOOKED_BACK = 600
"""In so many events a battle is looked for."""


class _Followed:
    """The battles of a game from event `start` on, up to the last event that somebody asked about."""

    def __init__(self) -> None:
        self.start, self.known = 0, NOTHING
        self.guard = Lock()

    def until(self, battles: Battles, game: str, version: int) -> tuple[int, Fought]:
        """The event before the first that was looked at, and the battles up to `version`."""
        with self.guard:
            start, known = self.start, self.known
        if known.version == version:
            return start, known
        new = site().games.recorded(game, known.version, version) if 0 < known.version < version else []
        if not new or _takes_back(new):
            start = max(0, version - LOOKED_BACK)
            new, before = site().games.recorded(game, start, version), NOTHING
        else:
            before = known
        found = fought(battles, new, before)
        with self.guard:
            if version > self.known.version:
                self.start, self.known = start, found
        return start, found


_games: Recent[_Followed] = Recent(256)


def spans_until(game: str, version: int, first: int) -> list[Span]:
    """The battles of a game up to `version`, those at least that are not over at event `first`."""
    battles = rule_set_of(game).battles
    if battles is None:
        return []
    start, found = _games.get((site().games.store_id, game), _Followed).until(battles, game, version)
    if start == 0 or first - start > LOOKED_BACK // 2:
        return found.spans
    return spans(battles, site().games.recorded(game, max(0, first - LOOKED_BACK // 2), version))


def _takes_back(new: Sequence[Recorded]) -> bool:
    """Whether something is taken back that happened before these events."""
    return any(isinstance(each.body, Undone) and each.body.to < new[0].version - 1 for each in new)
