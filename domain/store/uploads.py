"""Games that somebody uploaded. Their rules and rolls are checked, but not who sat at their table: they are
shown and counted like others, but no rating follows from them."""

from domain.store.commits import Cursor
from domain.store.faults import storing
from domain.store.vault import UPLOADED, Notes


class Uploads:
    """The notes about uploaded games."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def note(self, cursor: Cursor, game: str) -> None:
        """This game is uploaded: noted within the transaction that stores its events."""
        self._notes.put(cursor, UPLOADED, game, "", "")

    def games(self) -> set[str]:
        """All that were uploaded."""
        with storing("Reading the uploads"):
            return {game for game, _, _ in self._notes.everywhere(UPLOADED)}
