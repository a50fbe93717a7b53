"""How often a seat had a hint of the computer. It is no event, as it changes nothing of how a game goes; but
whoever looks at a game is told, and such games stand apart from those that people played alone."""

import msgspec

from domain.kernel.seats import Seat
from domain.store.changes import Changes, Remembered
from domain.store.faults import storing
from domain.store.vault import HINT, Notes, subject


class Hinted(msgspec.Struct, frozen=True):
    """The hints of a seat: at how many questions it had one, and the last of these."""

    count: int
    last: str


_read = msgspec.json.Decoder(Hinted).decode


class Hints:
    """The notes about hints."""

    def __init__(self, notes: Notes, changes: Changes) -> None:
        self._notes = notes
        self._known: Remembered[dict[Seat, Hinted]] = Remembered(changes)

    def of(self, game: str) -> dict[Seat, int]:
        """At how many questions each seat had a hint; nothing of those that had none."""
        return {seat: hinted.count for seat, hinted in self._of(game).items()}

    def games(self) -> dict[str, list[Seat]]:
        """The games in which somebody had a hint, each with the seats that had one."""
        found: dict[str, list[Seat]] = {}
        with storing("Reading the hints"):
            for game, seat, _ in self._notes.everywhere(HINT):
                found.setdefault(game, []).append(Seat(seat))
        return found

    def count(self, game: str, seat: Seat, question: str) -> None:
        """The seat has a hint at this question: the first one there is counted."""
        was = self._of(game).get(seat)
        if was is not None and was.last == question:
            return
        now = Hinted(1 if was is None else was.count + 1, question)
        with storing("Counting the hint"):
            self._notes.write(HINT, game, seat, _written(now), was=None if was is None else _written(was))

    def _of(self, game: str) -> dict[Seat, Hinted]:
        def read() -> dict[Seat, Hinted]:
            return {Seat(seat): _read(body) for _, seat, body in self._notes.about(game, (HINT,))}

        with storing("Reading the hints"):
            return self._known.get(read, subject(HINT, game))


def _written(hinted: Hinted) -> str:
    return msgspec.json.encode(hinted).decode()
