"""What the host did about somebody or something, each with when and why; nothing of it is ever forgotten."""

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec

from domain.kernel.errors import StoreUnavailable
from domain.kernel.prose_files import plain_refusal
from domain.store.changes import Changes, Remembered
from domain.store.faults import Conflict, storing
from domain.store.vault import Notes, Within, subject

Deed = Literal["hidden", "removed", "shown", "unnamed", "named", "closed", "opened", "banned", "lifted"]
ATTEMPTS = 20


class Done(msgspec.Struct, frozen=True):
    """Something that the host did: when (milliseconds since 1970), and why in his own words."""

    did: Deed
    at: int
    why: str = ""


_read = msgspec.json.Decoder(list[Done]).decode


class Traces:
    """The notes of one kind: what was done, by what it was done about, oldest first."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int], kind: str) -> None:
        self._notes, self._clock, self._kind = notes, clock, kind
        self._known: Remembered[dict[str, list[Done]]] = Remembered(changes, 1)

    def all(self) -> dict[str, list[Done]]:
        """Every trace. They are kept under one name, so that one look finds them all."""

        def read() -> dict[str, list[Done]]:
            found = self._notes.about(self._kind, (self._kind,))
            return {place: _read(body) for _, place, body in found}

        with storing("Reading what the host has done"):
            return self._known.get(read, subject(self._kind, self._kind))

    def put(self, about: str, did: Deed, why: str, doing: Within | None = None) -> None:
        """Notes that something was done, and does it by `doing` in the same transaction, once more if that
        raises Conflict. Raises StoreUnavailable."""
        with storing("Noting what the host did"):
            for _ in range(ATTEMPTS):
                was = self._notes.read(self._kind, self._kind, about)
                trace = [*(_read(was) if was else []), Done(did, self._clock(), why)]
                body = msgspec.json.encode(trace).decode()
                with suppress(Conflict):
                    if self._notes.write(self._kind, self._kind, about, body, was=was, then=doing):
                        return
        raise StoreUnavailable(plain_refusal("busy"))
