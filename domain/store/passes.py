"""What each browser was given: its seats of each game, and who sits in front of it.

A browser is known here by a random name that its cookie carries, signed; the rest is kept beside the games,
so that the cookie stays as small as it is however many games are joined.
"""

from collections.abc import Callable

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
        theirs, moved = self.of(to), self.of(browser)
        for game, each in moved.items():
            had = theirs.get(game, Pass(game))
            new = {place: key for place, key in each.keys.items()
                   if place not in had.keys or is_good(game, place, key)}  # fmt: skip
            keys, seen = {**had.keys, **new}, {**each.seen, **had.seen}
            facing = had.facing or each.facing
            self.keep(to, Pass(game, keys, had.host or each.host, facing, seen, had.took))
        self.drop(browser)
        return list(moved)

    def drop(self, browser: str) -> None:
        """A browser has nothing any more."""
        with storing("Forgetting what a browser was given"):
            for _, game, _body in self._notes.about(browser, (PASS,)):
                self._notes.remove(PASS, browser, game)

    def keep(self, browser: str, new: Pass) -> None:
        """Puts a pass in the place of whatever the browser had of that game. Raises StoreUnavailable."""
        body = msgspec.json.encode(new).decode()
        with storing("Keeping what this browser was given"):
            for _ in range(ATTEMPTS):
                was = self._notes.read(PASS, browser, new.game)
                if was == body or self._notes.write(PASS, browser, new.game, body, was=was):
                    return
        raise StoreUnavailable(plain_refusal("busy"))
