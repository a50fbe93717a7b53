"""What the host has put away: games out of the lists, or out of sight, texts, and play itself for a while.

Events are never changed for it, and nothing is forgotten: each note keeps everything that was done, when and
why, so that whoever looks after a server can be asked about it, and can undo it.
"""

from collections.abc import Callable, Iterable

from domain.store.changes import Changes
from domain.store.traces import Deed, Done, Traces
from domain.store.vault import SHELF, TEXTS, Notes, Within

PLAY = "play"
"""The place of the note about play itself."""
OF_NAMES: tuple[Deed, ...] = ("unnamed", "named")
"""What is done about the name of a game: it is seen as it was."""


def _seen(trace: Iterable[Done]) -> list[Deed]:
    """What was done about whether a game is seen, oldest first."""
    return [each.did for each in trace if each.did not in OF_NAMES]


class Shelf:
    """The notes about what is put away."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int]) -> None:
        self._traces = Traces(notes, changes, clock, SHELF)
        self._texts = Traces(notes, changes, clock, TEXTS)

    def trace(self, game: str) -> list[Done]:
        """Everything that the host did about a game, oldest first."""
        return self._traces.all().get(game, [])

    def away(self) -> dict[str, Deed]:
        """The games that are hidden or removed now."""
        last = {
            game: did for game, trace in self._traces.all().items() for did in _seen(trace) if game != PLAY
        }
        return {game: did for game, did in last.items() if did != "shown"}

    def is_unnamed(self, game: str) -> bool:
        """Whether the host has taken the name from a game."""
        named = [each.did for each in self.trace(game) if each.did in OF_NAMES]
        return named[-1:] == ["unnamed"]

    def times_away(self, game: str) -> list[tuple[int, int | None]]:
        """From when to when a game was put away (milliseconds since 1970); to None if it still is."""
        found: list[tuple[int, int | None]] = []
        since: int | None = None
        for each in self.trace(game):
            if each.did in OF_NAMES:
                continue
            if each.did != "shown":
                since = each.at if since is None else since
            elif since is not None:
                found.append((since, each.at))
                since = None
        return found if since is None else [*found, (since, None)]

    def closed(self) -> Done | None:
        """When and why play was closed; None while it is open."""
        trace = self._traces.all().get(PLAY, [])
        return trace[-1] if trace and trace[-1].did == "closed" else None

    def put(self, game: str, did: Deed, why: str = "", doing: Within | None = None) -> None:
        """Notes what the host did about a game, or about `PLAY`; `doing` does it in the same transaction."""
        self._traces.put(game, did, why, doing)

    # Texts

    def text_trace(self, text: str) -> list[Done]:
        """Everything that the host did about a note or line, by its id, oldest first."""
        return self._texts.all().get(text, [])

    def texts_away(self) -> set[str]:
        """The notes and lines that are removed now, by their ids."""
        return {text for text, trace in self._texts.all().items() if trace[-1].did == "removed"}

    def put_text(self, text: str, did: Deed, why: str = "") -> None:
        """Notes that the host removed a note or line, or showed it again."""
        self._texts.put(text, did, why)
