"""Names of people, kept beside the events, so that a person can be forgotten while the games stay; and which
games have lost the name that somebody gave them.

An event about a seat has a sign in the place of each name; the name itself is a note, and is put back as the
event is read. Where it was forgotten the event says `SOMEBODY`. Games of before have names in their events:
these are never changed, but a note by the name's hash says which of them are forgotten, and nobody is told
them again. What a game is called stands in its opening, and is left out as that is read.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from secrets import token_hex

import msgspec

from domain.kernel.events import SEAT_EVENTS, Opened, SeatTaken
from domain.kernel.history import Recorded, Standing
from domain.store.changes import Changes, Remembered
from domain.store.commits import Cursor
from domain.store.people import SOMEBODY, likeness
from domain.store.vault import FORGOTTEN, NAME, Notes, subject

SIGN = "\ue000"
"""A sign begins with it; no name has it (`people.clean_name`)."""
OF_GAME, TAKEN, GIVEN_BACK = "game", "taken", ""
"""The place of the note about a game's own name, and what it says."""
FIELDS = ("name", "was", "by")
"""Where events about seats name people."""
FORGETTING = subject(FORGOTTEN, FORGOTTEN)
"""What a change is about that makes a person forgotten."""
LOOK_SECONDS = 1.0
"""How long after another process a store that does not tell of changes is asked who was forgotten."""

_read_games = msgspec.json.Decoder(list[str]).decode


class Names:
    """The notes about names."""

    def __init__(self, notes: Notes, changes: Changes) -> None:
        self._notes, self._changes = notes, changes
        self._known: Remembered[dict[str, str]] = Remembered(changes)
        self._lists: Remembered[list[list[str]]] = Remembered(changes, 1)
        self._looked: tuple[float, list[list[str]]] = (0.0, [])

    # Writing and reading events

    def apart(self, recorded: Sequence[Recorded]) -> tuple[list[Recorded], dict[str, str]]:
        """The events with signs in the place of names, and the name of each sign."""
        signs: dict[str, str] = {}

        def signed(name: str) -> str:
            return signs.setdefault(name, SIGN + token_hex(8)) if name else ""

        found = [_changed(each, signed) for each in recorded]
        return found, {sign: name for name, sign in signs.items()}

    def keep(self, cursor: Cursor, game: str, names: dict[str, str]) -> None:
        """Keeps names of signs within the transaction that stores the events."""
        for sign, name in names.items():
            self._notes.put(cursor, NAME, game, sign, name)

    def kept(self, game: str) -> None:
        """To be called when that transaction has ended."""
        self._changes.wrote(subject(NAME, game))

    def joined(self, recorded: list[Recorded]) -> list[Recorded]:
        """The events as they were told, with their names."""
        return [self.told(each) for each in recorded]

    def told(self, recorded: Recorded) -> Recorded:
        """The event with its names."""
        if isinstance(recorded.body, Opened):
            return msgspec.structs.replace(recorded, body=self._called(recorded.game, recorded.body))
        if not isinstance(recorded.body, SEAT_EVENTS):
            return recorded
        known = self._of(recorded.game)

        def named(text: str) -> str:
            if text.startswith(SIGN):
                if text not in known:  # it was written a moment ago
                    known.update(self._read(recorded.game))
                return known.get(text) or SOMEBODY
            return SOMEBODY if known and _hash(recorded.game, text) in known else text

        return _changed(recorded, named)

    def standing(self, game: str, standing: Standing) -> Standing:
        """What was put by of a game, called as it is called now."""
        return msgspec.structs.replace(standing, opened=self._called(game, standing.opened))

    def _called(self, game: str, opened: Opened) -> Opened:
        if not opened.name or self._of(game).get(OF_GAME) != TAKEN:
            return opened
        return msgspec.structs.replace(opened, name="")

    def call(self, cursor: Cursor, game: str, *, is_taken: bool) -> None:
        """The name that somebody gave a game is taken from it, or given back, and every process is told.

        Within a transaction; `called` is for whoever ends it to call. Raises Conflict where others tell too.
        """
        self._notes.say(cursor, NAME, game, OF_GAME, TAKEN if is_taken else GIVEN_BACK)
        place = _place(len(self._notes.about(FORGOTTEN, (FORGOTTEN,), within=cursor)))
        self._notes.put(cursor, FORGOTTEN, FORGOTTEN, place, msgspec.json.encode([game]).decode())

    def called(self, game: str) -> None:
        """To be called when that transaction has ended."""
        self._looked = (0.0, [])
        for about in (subject(NAME, game), game, FORGETTING):
            self._changes.wrote(about)

    def _of(self, game: str) -> dict[str, str]:
        return dict(self._known.get(lambda: self._read(game), subject(NAME, game)))

    def _read(self, game: str) -> dict[str, str]:
        return {sign: name for _, sign, name in self._notes.about(game, (NAME,))}

    # Forgetting

    def forget(self, alike: str, raw: Iterable[Recorded], known: Mapping[str, Set[str]]) -> list[str]:
        """Nobody is told again a name that looks like this, nor in one game each of those in `known`; gives
        the games that have told them.

        `raw` are the events about seats of all games as they are stored.
        """

        def is_meant(game: str, name: str) -> bool:
            return likeness(name) == alike or name in known.get(game, ())

        told: dict[str, None] = {}
        for game, sign, name in self._notes.everywhere(NAME):
            if sign != OF_GAME and name and is_meant(game, name):
                self._notes.write(NAME, game, sign, "", was=name)
                told[game] = None
        for game, name in ((each.game, name) for each in raw for name in _names(each)):
            if not name.startswith(SIGN) and is_meant(game, name):
                self._notes.write(NAME, game, _hash(game, name), "")
                told[game] = None
        return list(told)

    def tell(self, games: list[str]) -> None:
        """Every process is told that what it remembers of these games is to be read again."""
        body, is_told = msgspec.json.encode(games).decode(), False
        while not is_told:
            self._looked = (0.0, [])
            is_told = self._notes.write(FORGOTTEN, FORGOTTEN, _place(len(self._every())), body)
        self._looked = (0.0, [])

    def forgotten(self, after: int) -> tuple[int, list[str]]:
        """How often somebody was forgotten, and the games that told of those after the first so many."""
        every = self._every()
        return len(every), [game for games in every[after:] for game in games]

    def _every(self) -> list[list[str]]:
        def read() -> list[list[str]]:
            found = self._notes.about(FORGOTTEN, (FORGOTTEN,))
            return [_read_games(body) for _, _, body in found]

        if self._changes.mark(FORGETTING) is not None:
            return self._lists.get(read, FORGETTING)
        at, known = self._looked
        if time.monotonic() - at >= LOOK_SECONDS or not at:
            known = read()
            self._looked = (time.monotonic(), known)
        return known


def _place(told: int) -> str:
    """Where what comes after so many is told."""
    return f"{told + 1:08d}"


def _changed(recorded: Recorded, change: Callable[[str], str]) -> Recorded:
    """The event with other names; a computer's name is no person's."""
    body = recorded.body
    if not isinstance(body, SEAT_EVENTS):
        return recorded
    is_computer = isinstance(body, SeatTaken) and body.kind == "bot"
    fields = {
        field: change(text)
        for field in FIELDS
        if (text := getattr(body, field, "")) and not (is_computer and field == "name")
    }
    if not fields:
        return recorded
    return msgspec.structs.replace(recorded, body=msgspec.structs.replace(body, **fields))


def _names(recorded: Recorded) -> list[str]:
    """The names that an event tells."""
    found: list[str] = []

    def seen(name: str) -> str:
        found.append(name)
        return name

    _changed(recorded, seen)
    return found


def _hash(game: str, name: str) -> str:
    return hashlib.sha256(f"{game} {name}".encode()).hexdigest()[:32]
