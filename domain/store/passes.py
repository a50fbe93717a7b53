"""What each browser was given: its seats of each game, and who sits in front of it.

A browser is known here by a random name that its cookie carries, signed; the rest is kept beside the games,
so that the cookie stays as small as it is however many games are joined.
"""

from collections.abc import Callable
from functools import partial

import msgspec

from domain.kernel.errors import StoreUnavailable
from domain.kernel.prose_files import plain_refusal
from domain.store.changes import Changes, Remembered
from domain.store.faults import storing
from domain.store.vault import PASS, Notes, subject

KEPT = 1024
ATTEMPTS = 20


class Pass(msgspec.Struct, frozen=True):
    """What a browser was given for one game: keys of seats, whether it opened the game, and which
    seat's player sits in front of it (for several people at one screen).

    `seen` is the event at which the player of a seat last gave the screen away. `took` says for which
    decision point the device was last taken, and how many seats of that player had answered there.
    """

    game: str
    keys: dict[str, str] = {}
    host: bool = False
    facing: str | None = None
    seen: dict[str, int] = {}
    took: tuple[str, int] = ("", 0)


_read_pass = msgspec.json.Decoder(Pass).decode


class Passes:
    """The notes about browsers."""

    def __init__(self, notes: Notes, changes: Changes) -> None:
        self._notes = notes
        self._known: Remembered[dict[str, Pass]] = Remembered(changes, KEPT)

    def of(self, browser: str) -> dict[str, Pass]:
        """What a browser was given, by game."""

        def read() -> dict[str, Pass]:
            found = self._notes.about(browser, (PASS,))
            return {game: _read_pass(body) for _, game, body in found}

        with storing("Reading what this browser was given"):
            return self._known.get(read, subject(PASS, browser))

    def about(self, game: str) -> dict[str, Pass]:
        """What every browser was given of a game, by browser. Slow: it is asked when somebody is banned."""
        with storing("Reading who was given something of a game"):
            found = self._notes.everywhere(PASS)
        return {browser: _read_pass(body) for browser, place, body in found if place == game}

    def move(self, browser: str, to: str, is_good: Callable[[str, str, str], bool]) -> list[str]:
        """What a browser was given is another's, beside what that has; gives the games. Of two keys of one
        place the one that `is_good` (game, place, key) stays. Raises StoreUnavailable."""
        with storing("Reading what this browser was given"):
            moved = {game: body for _, game, body in self._notes.about(browser, (PASS,))}
        for game, body in moved.items():
            self.change(to, game, partial(_beside, _read_pass(body), is_good))
            with storing("Moving what this browser was given"):
                self._notes.remove(PASS, browser, game, was=body)
        return list(moved)

    def drop(self, browser: str) -> None:
        """A browser has nothing any more."""
        with storing("Forgetting what a browser was given"):
            for _, game, _body in self._notes.about(browser, (PASS,)):
                self._notes.remove(PASS, browser, game)

    def change(self, browser: str, game: str, how: Callable[[Pass], Pass]) -> None:
        """A browser's pass of a game is what `how` makes of the one that it has just then: another request of
        the same browser may be giving it something too. Raises StoreUnavailable."""
        with storing("Keeping what this browser was given"):
            for _ in range(ATTEMPTS):
                was = self._notes.read(PASS, browser, game)
                body = msgspec.json.encode(how(Pass(game) if was is None else _read_pass(was))).decode()
                if was == body or self._notes.write(PASS, browser, game, body, was=was):
                    return
        raise StoreUnavailable(plain_refusal("busy"))


def _beside(moved: Pass, is_good: Callable[[str, str, str], bool], had: Pass) -> Pass:
    """What was moved beside what somebody had of the same game."""
    new = {place: key for place, key in moved.keys.items()
           if place not in had.keys or is_good(had.game, place, key)}  # fmt: skip
    keys, seen = {**had.keys, **new}, {**moved.seen, **had.seen}
    return Pass(had.game, keys, had.host or moved.host, had.facing or moved.facing, seen, had.took)
