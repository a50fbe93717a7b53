"""What the host has put away: games out of the lists, or out of sight, and play itself for a while.

Events are never changed for it, and nothing is forgotten: each note keeps everything that was done, when and
why, so that whoever looks after a server can be asked about it, and can undo it.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from domain.kernel.errors import StoreUnavailable
from domain.store.changes import Changes, Remembered
from domain.store.faults import storing
from domain.store.vault import SHELF, Notes, subject

Deed = Literal["hidden", "removed", "shown", "closed", "opened"]
ALL = "shelf"
"""Every note of this kind is kept under one name, so that one look finds them all."""
PLAY = "play"
"""The place of the note about play itself."""
ATTEMPTS = 20


class Done(msgspec.Struct, frozen=True):
    """Something that the host did: when (milliseconds since 1970), and why in his own words."""

    did: Deed
    at: int
    why: str = ""


_read = msgspec.json.Decoder(list[Done]).decode


class Shelf:
    """The notes about what is put away."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int]) -> None:
        self._notes, self._clock = notes, clock
        self._known: Remembered[dict[str, list[Done]]] = Remembered(changes, 1)

    def _all(self) -> dict[str, list[Done]]:
        def read() -> dict[str, list[Done]]:
            return {place: _read(body) for _, place, body in self._notes.about(ALL, (SHELF,))}

        with storing("Reading what the host has put away"):
            return self._known.get(read, subject(SHELF, ALL))

    def trace(self, game: str) -> list[Done]:
        """Everything that the host did about a game, oldest first."""
        return self._all().get(game, [])

    def away(self) -> dict[str, Deed]:
        """The games that are hidden or removed now."""
        last = {game: trace[-1].did for game, trace in self._all().items() if game != PLAY}
        return {game: did for game, did in last.items() if did != "shown"}

    def closed(self) -> Done | None:
        """When and why play was closed; None while it is open."""
        trace = self._all().get(PLAY, [])
        return trace[-1] if trace and trace[-1].did == "closed" else None

    def put(self, game: str, did: Deed, why: str = "") -> None:
        """Notes what the host did about a game, or about `PLAY`."""
        with storing("Noting what the host did"):
            for _ in range(ATTEMPTS):
                was = self._notes.read(SHELF, ALL, game)
                trace = [*(_read(was) if was else []), Done(did, self._clock(), why)]
                if self._notes.write(SHELF, ALL, game, msgspec.json.encode(trace).decode(), was=was):
                    return
        raise StoreUnavailable("Others keep writing this note; nothing was noted. Try again.")
