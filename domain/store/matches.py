"""Matches: a game and its return game, the same battle with everybody on the other side."""

from uuid import uuid4

from domain.store.faults import storing
from domain.store.vault import MATCH, Notes

RETURN, FIRST = "return", "first"
"""What a note is of: the return game of a game, or the game that a return game belongs to."""


class Matches:
    """The notes about which games belong together."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def return_of(self, game: str) -> str | None:
        """The return game of a game; None if it has none. It may not be open yet."""
        return self._read(game, RETURN)

    def first_of(self, game: str) -> str | None:
        """The game whose return game this is; None if it is none."""
        return self._read(game, FIRST)

    def claim(self, game: str) -> str:
        """The id of the return game, the same for everybody who asks."""
        with storing("Opening the return game"):
            new = uuid4().hex
            if not self._notes.write(MATCH, game, RETURN, new):
                new = self._notes.read(MATCH, game, RETURN) or new
            self._notes.write(MATCH, new, FIRST, game)
        return new

    def announce(self, first: str, second: str) -> None:
        """The first game of a match may come from elsewhere after its return game: then `return_of` tells."""
        with storing("Announcing the match"):
            self._notes.write(MATCH, first, RETURN, second)

    def join(self, first: str, second: str) -> None:
        """Two games that were opened as a match are one."""
        with storing("Joining the match"):
            self._notes.write(MATCH, first, RETURN, second)
            self._notes.write(MATCH, second, FIRST, first)

    def _read(self, game: str, place: str) -> str | None:
        with storing("Reading the match"):
            return self._notes.read(MATCH, game, place)
