"""Where tournaments are kept: each is a row of notes, one for each time that something was done about it.

A note bears the number after the last one, and nobody writes the same number twice: what is done is done
about the tournament as it was seen, by whichever process.
"""

import re
from collections.abc import Mapping, Set
from contextlib import AbstractContextManager
from secrets import token_hex
from threading import Lock, RLock
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

import msgspec

from domain.kernel.errors import UnknownGame
from domain.kernel.prose_files import plain_refusal
from domain.store.changes import Changes, Remembered
from domain.store.faults import Conflict, storing
from domain.store.people import SOMEBODY, likeness
from domain.store.vault import ENTRANT, KEY, PLAYED_IN, TOURNAMENT, Notes, subject
from domain.tournaments.events import AnyEvent, Entered, Made
from domain.tournaments.record import Tournament, folded

ID = re.compile("[0-9a-f]{32}")
_read = msgspec.json.Decoder(list[AnyEvent]).decode


class UnknownTournament(UnknownGame):
    """There is no such tournament."""

    code = "unknown_tournament"


class Tournaments:
    """The notes about tournaments."""

    def __init__(self, notes: Notes, changes: Changes) -> None:
        self._notes = notes
        self._known: Remembered[Tournament | None] = Remembered(changes)
        self._games: Remembered[str | None] = Remembered(changes)
        self._guard = Lock()
        self._locks: WeakValueDictionary[str, Any] = WeakValueDictionary()

    def made(self, made: Made) -> str:
        """Keeps a new tournament; gives its id."""
        new = uuid4().hex
        self.record(new, 0, made)
        return new

    def of(self, tournament: str) -> Tournament:
        """The tournament as it stands. Raises UnknownTournament."""

        def read() -> Tournament | None:
            return _folded(tournament, [body for _, _, body in self._notes.about(tournament, (TOURNAMENT,))])

        if not ID.fullmatch(tournament):
            raise UnknownTournament(plain_refusal("no_tournament"))
        with storing("Reading the tournament"):
            found = self._known.get(read, subject(TOURNAMENT, tournament))
        if found is None:
            raise UnknownTournament(plain_refusal("no_tournament"))
        return found

    def is_here(self, tournament: str) -> bool:
        """Whether there is such a tournament."""
        with storing("Reading the tournament"):
            return bool(self._notes.about(tournament, (TOURNAMENT,)))

    def every(self) -> list[Tournament]:
        """All tournaments, the one that was made last first."""
        bodies: dict[str, list[str]] = {}
        with storing("Reading the tournaments"):
            for tournament, _place, body in self._notes.everywhere(TOURNAMENT):
                bodies.setdefault(tournament, []).append(body)
        found = [each for one, own in bodies.items() if (each := _folded(one, own))]
        return sorted(found, key=lambda each: (-each.made.at, each.id))

    def record(self, tournament: str, seen: int, *events: AnyEvent) -> None:
        """Keeps what was done about a tournament as it was `seen`. Raises Conflict if it has gone on."""
        body = msgspec.json.encode(events).decode()
        with storing("Keeping what was done about the tournament"):
            if not self._notes.write(TOURNAMENT, tournament, f"{seen + 1:08d}", body):
                raise Conflict("the tournament has gone on")

    def forget(self, alike: str, entered: Mapping[str, Set[int]]) -> None:
        """Whoever entered under a name that looks like this, or in a tournament as one of those in `entered`,
        is somebody from now on; what proved the places in `entered` is worthless."""
        with storing("Forgetting an entrant"):
            for tournament, place, body in self._notes.everywhere(TOURNAMENT):
                own = entered.get(tournament, frozenset())
                events = [_without(each, alike, own) for each in _read(body)]
                anew = msgspec.json.encode(events).decode()
                if anew != body:
                    self._notes.write(TOURNAMENT, tournament, place, anew, was=body)
            for tournament, entrant in ((each, number) for each in entered for number in entered[each]):
                was = self.key(tournament, str(entrant))
                self._notes.write(KEY, tournament, str(entrant), token_hex(16), was=was)
                for browser in self.browsers(tournament, entrant):
                    self._notes.remove(ENTRANT, tournament, f"{entrant} {browser}")

    def one_at_a_time(self, tournament: str) -> AbstractContextManager[object]:
        """Within, no other thread of this process is: two that opened the same games would do all twice."""
        with self._guard:
            lock: AbstractContextManager[object] = self._locks.setdefault(tournament, RLock())
        return lock

    # What belongs to it

    def promise(self, tournament: str, game: str) -> None:
        """Notes that a game belongs to a tournament, before it is opened."""
        with storing("Noting the games of the tournament"):
            self._notes.write(PLAYED_IN, game, "", tournament)

    def played_in(self, game: str) -> str | None:
        """The tournament that a game belongs to."""
        with storing("Reading the game's tournament"):
            return self._games.get(lambda: self._notes.read(PLAYED_IN, game), subject(PLAYED_IN, game))

    def key(self, tournament: str, place: str) -> str:
        """What proves a place in a tournament: an entrant's number, or `maker`; made when first asked for."""
        with storing("Reading the key of the tournament"):
            return self._notes.made_once(KEY, tournament, place, token_hex(16))

    def let_browser(self, tournament: str, entrant: int, browser: str) -> None:
        """A browser is known to be an entrant's: seats are given to it as games are opened."""
        with storing("Noting the entrant's browser"):
            self._notes.write(ENTRANT, tournament, f"{entrant} {browser}", "")

    def browsers(self, tournament: str, entrant: int) -> list[str]:
        """The browsers that are known to be an entrant's."""
        with storing("Reading the entrant's browsers"):
            places = [place for _, place, _ in self._notes.about(tournament, (ENTRANT,))]
        return [place.split()[1] for place in places if place.split()[0] == str(entrant)]


def _without(event: AnyEvent, alike: str, entered: Set[int]) -> AnyEvent:
    """The event without the name of somebody; a computer's name is no person's."""
    if not isinstance(event, Entered) or event.is_computer:
        return event
    is_meant = likeness(event.name) == alike or event.entrant in entered
    return msgspec.structs.replace(event, name=SOMEBODY) if is_meant else event


def _folded(tournament: str, bodies: list[str]) -> Tournament | None:
    if not bodies:
        return None
    return folded(tournament, [event for body in bodies for event in _read(body)], len(bodies))
