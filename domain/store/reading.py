"""What is known of games: where they stand, who holds their seats, what has become of them."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from secrets import token_hex
from threading import Lock
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

from domain.kernel.errors import NotAllowed, StoreUnavailable
from domain.kernel.events import SeatTaken, SeedRevealed
from domain.kernel.history import History, Recorded, Standing
from domain.kernel.prose import refusal
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.store import past, refusals
from domain.store.accounts import Accounts
from domain.store.addresses import Addresses
from domain.store.answers import OpenAnswers
from domain.store.bans import Bans
from domain.store.changes import Mark, Remembered
from domain.store.desk import Desk
from domain.store.faults import storing
from domain.store.heads import Head
from domain.store.hints import Hints
from domain.store.histories import Histories, Remembering
from domain.store.house import House
from domain.store.leases import Leases
from domain.store.matches import Matches
from domain.store.packs import Packs
from domain.store.passes import Passes
from domain.store.passkeys import Passkeys
from domain.store.people import Holder
from domain.store.proofs import Proofs
from domain.store.register import Register
from domain.store.shelf import Shelf
from domain.store.stream import Stream
from domain.store.subscriptions import Subscription
from domain.store.talk import Talk
from domain.store.tournaments import Tournaments
from domain.store.uploads import Uploads
from domain.store.uptime import Uptime
from domain.store.vault import KEY, SEED, STORE, TIMED, Notes, subject
from domain.store.writing import Trial

Clock = Callable[[], int]
OnChange = Callable[[str, str], None]
OnDue = Callable[[str, int], None]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Reading:
    """Every game of one store, as far as one only looks.

    Other processes may write to the same store: a loaded game is brought up to date each time it is looked
    at. Histories and standings that are handed out never change.
    """

    def __init__(self, stream: Stream, notes: Notes, clock: Clock = now) -> None:
        self._stream = stream
        self._notes = notes
        self.packs = Packs(notes, clock)
        self._histories = Histories(stream, self.packs.rules_of)
        self._answers = OpenAnswers(notes, stream.changes, clock)
        self.house = House(notes, stream.changes)
        self.addresses = Addresses(notes)
        self.proofs = Proofs(notes)
        self.matches = Matches(notes)
        self.hints = Hints(notes, stream.changes)
        self.uploads = Uploads(notes)
        self.tournaments = Tournaments(notes, stream.changes)
        self._trial = Trial(notes)
        self.passes = Passes(notes, stream.changes)
        self.shelf = Shelf(notes, stream.changes, clock)
        self.accounts = Accounts(notes, stream.changes, clock)
        self.passkeys = Passkeys(notes, self.accounts, clock)
        self.bans = Bans(notes, stream.changes, clock)
        self._desks: Remembered[Desk] = Remembered(stream.changes)
        self._keys: Remembered[str] = Remembered(stream.changes, keep=1024)
        self._seeds: Remembered[str | None] = Remembered(stream.changes)
        self._clock = clock
        self.talk = Talk(
            notes, stream.changes, clock, self._histories, self.house.terms, self.shelf.texts_away
        )
        self._guard = Lock()
        self._locks: WeakValueDictionary[str, Any] = WeakValueDictionary()
        self._listeners: list[OnChange] = []
        self._due_listeners: list[OnDue] = []
        self._subscriptions: list[Subscription] = []
        self.is_closed = False
        self._unsettled: dict[str, str] = {}
        self._marching: set[str] = set()
        """The games in which, under their lock, a march goes on."""
        self._register = Register(stream)
        self.leases = Leases(notes)
        self.uptime = Uptime(notes, stream.changes, clock)
        self.store_id = self._identity()

    def write_problem(self) -> StoreUnavailable | None:
        """Why the store takes nothing that is written; None while it does. Tried every few seconds at most,
        and at once after an order was refused for it."""
        return self._trial.problem()

    # Looking

    def one_look(self) -> AbstractContextManager[None]:
        """Within, this thread looks only once whether another process has written: for whoever does what was
        asked for at the beginning. An order that meets what was written since then looks again."""
        return self._stream.changes.one_look()

    def look_again(self) -> None:
        """Within one look: another process has written, and what it wrote is looked at."""
        self._stream.changes.look_again()

    def mark_of(self, game: str) -> Mark | None:
        """Equal marks: nothing that is kept of a game has been written in between, by nobody. None: it is not
        known. Take it before you look at the game."""
        return self._stream.changes.mark_of(game)

    def now(self) -> int:
        """Milliseconds since 1970 by the clock that the events bear."""
        return self._clock()

    def history(self, game: str) -> History:
        """Every event of a game and its standing after each command, to look back. Raises UnknownGame."""
        return self._histories.load(game)

    def head(self, game: str) -> Head:
        """Where a game stands now, with its last events. Raises UnknownGame."""
        return self._histories.head(game)

    def earlier(self, game: str, version: int) -> Head:
        """Where a game stood after `version`, for those who see it some events later: it costs the events
        since they last looked. Raises UnknownGame, IllegalOrder."""
        return self._histories.earlier(game, version)

    def lately(self, game: str) -> Remembering:
        """The events of a game from the last one back, as far as one asks. Raises UnknownGame."""
        return self._histories.lately(game)

    def standing(self, game: str, version: int | None = None) -> Standing:
        """Where a game stands now, or stood after `version`.

        Raises UnknownGame, or IllegalOrder for a version that is not there.
        """
        return self._histories.standing(game, version)

    def recorded(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """The events with versions above `after`, up to and with `upto`. Raises UnknownGame."""
        return self._histories.recorded(game, after, upto)

    def rule_set(self, game: str) -> RuleSet:
        """The title that a game plays. Raises UnknownGame."""
        return self._histories.opened(game)[0]

    def holders(self, game: str) -> dict[Seat, Holder]:
        """Who holds each seat. Raises UnknownGame."""
        return dict(self._histories.seating(game).holders)

    def people(self, game: str) -> set[Seat]:
        """The seats that people hold."""
        holders = self.holders(game).items()
        return {seat for seat, holder in holders if holder.kind not in ("bot", "open") and holder.name}

    def notices(self, game: str) -> dict[Seat, Recorded]:
        """The seats that were asked for in public and whose holders have not answered, each with the event.

        Raises UnknownGame.
        """
        return dict(self._histories.seating(game).notices)

    def opened_at(self, game: str) -> int:
        """When a game was opened (milliseconds since 1970). Raises UnknownGame."""
        return self._histories.seating(game).opened_at

    def played_from(self, game: str, seat: Seat) -> int:
        """From when on the present holder of a seat has played (milliseconds since 1970), in a fork from when
        that was opened. Raises UnknownGame."""
        seating = self._histories.seating(game)
        taken = [each.at for each in seating.events
                 if isinstance(each.body, SeatTaken) and each.body.seat == seat]  # fmt: skip
        return max(seating.opened_at, *taken)

    def free_from(self, game: str, seat: Seat) -> int | None:
        """From when on a seat that was asked for may be freed (milliseconds since 1970), or None."""
        asked = self.notices(game).get(seat)
        return None if asked is None else asked.at + self.house.terms(game).wait

    def former(self, game: str, seat: Seat) -> str:
        """Who held a seat before it was freed; empty if nobody did, or somebody holds it."""
        return past.former(self._histories.seating(game).events, seat)

    def ids(self) -> list[str]:
        """The ids of all games of registered titles, oldest first."""
        return self._register.ids()

    def unfinished(self) -> list[str]:
        """The games that are not over, as far as their last events tell, oldest first; none is folded."""
        return self._register.unfinished()

    def has_ended(self, game: str) -> bool:
        """Whether a game's last events tell that it is over; it is not folded, and need not be there."""
        return self._register.is_over(game)

    def seated(self, game: str) -> dict[Seat, tuple[str, str]]:
        """(kind, name) of who holds each seat that was ever taken; the game is not folded."""
        return self._register.seated(game)

    def has_bots(self, game: str) -> bool:
        """Whether a bot holds a seat; the game is not folded."""
        return any(kind == "bot" for kind, _ in self.seated(game).values())

    def changed(self, after: int, limit: int = 10_000) -> tuple[int, list[str]]:
        """Up to which notification one has looked, and the games of the `limit` events after `after`."""
        last, versions = self._stream.changed(after, limit)
        self._histories.expect(versions)
        return last, list(versions)

    def cover(self, game: str) -> int:
        """About how long windows of a game stay open at least, in milliseconds. Raises UnknownGame."""
        self.rule_set(game)
        with storing("Reading the cover time"):
            return self._answers.cover(game)

    def dues(self) -> dict[str, int]:
        """Until when response windows stay open (milliseconds since 1970), by game; look at each then.

        Windows that are closed already may be among them.
        """
        with storing("Reading the open windows"):
            return self._answers.dues()

    def silent_rounds(self) -> list[tuple[str, str]]:
        """Every answered decision that left no event yet, as (game, moment)."""
        with storing("Reading the silent rounds"):
            return self._answers.silent_rounds()

    def lying(self) -> dict[str, int]:
        """The games on whose tables lies what no event tells of, each with a digest of it: answers,
        whole ones or parts, and requests to take back."""
        with storing("Reading the open answers"):
            return self._answers.lying()

    def lies(self, game: str) -> int:
        """The same digest of one game; 0 if nothing lies on its table."""
        with storing("Reading the open answers"):
            return self._answers.lies(game)

    def timed(self) -> list[str]:
        """The games with a clock that are not over; some may be by now."""
        with storing("Listing the games with a clock"):
            return [game for game, _, _ in self._notes.everywhere(TIMED)]

    # Secrets

    def seat_key(self, game: str, seat: Seat) -> str:
        """The nonce that a seat's links are made of; made when first asked for. Raises UnknownGame."""
        opened = self._histories.opened(game)[1]
        if seat not in opened.seats:
            raise refusals.no_seat(opened, seat)
        return self.promised_key(game, seat)

    def promised_key(self, game: str, seat: Seat) -> str:
        """The same, also of a game that is promised only; it must be one that will have the seat."""
        with storing("Reading the seat's key"):
            return self._keys.get(
                lambda: self._notes.made_once(KEY, game, seat, token_hex(16)), subject(KEY, game), part=seat
            )

    def new_seat_key(self, game: str, seat: Seat, was: str | None = None) -> str | None:
        """A new nonce: links made of the old one end. Raises UnknownGame.

        None if it is not `was` any more, or was changed at the same time: then nothing happens.
        """
        old, new = was or self.seat_key(game, seat), token_hex(16)
        with storing("Changing the seat's key"):
            return new if self._notes.write(KEY, game, seat, new, was=old) else None

    def seed(self, game: str, host: bool = False) -> bytes:
        """A finished game's seed; a running one's for the host only. Raises NotAllowed."""
        head = self.head(game)
        if not head.standing.is_over and not host:
            raise NotAllowed(refusal(head.rule_set.id, "seed_is_secret"))
        if isinstance(head.last.body, SeedRevealed):
            return bytes.fromhex(head.last.body.seed)
        return self._secret(game)

    def _secret(self, game: str) -> bytes:
        with storing("Reading the seed"):
            found = self._seeds.get(lambda: self._notes.read(SEED, game), subject(SEED, game))
        if found is None:
            raise NotAllowed(plain_refusal("no_seed"))
        return bytes.fromhex(found)

    def _identity(self) -> str:
        """Made once: the projections of another store must not be taken for this one's."""
        with storing("Opening the store"):
            return self._notes.made_once(STORE, "", "id", uuid4().hex)

    # Following

    def on_change(self, callback: OnChange) -> None:
        """Calls `callback(game, moment)` after each change made through this object, in the same thread."""
        self._listeners.append(callback)

    def on_due(self, callback: OnDue) -> None:
        """Calls `callback(game, due)` after each change that leaves a window open until `due`: look then."""
        self._due_listeners.append(callback)

    def notifications(self, start: int, limit: int) -> list[tuple[int, Recorded]]:
        """Up to `limit` (notification id, event) from id `start` on, of all games. Ids grow, with gaps."""
        return self._stream.notifications(start, limit)

    def fingerprint(self, number: int) -> str:
        """What the event with a notification id is known by; empty if there is none."""
        return self._stream.fingerprint(number)

    def max_notification_id(self) -> int:
        """The id of the last event of all; 0 in an empty store."""
        return self._stream.last_id()

    def subscribe(self, start: int) -> Subscription:
        """Every (notification id, event) from id `start` on, as they come, from all processes."""
        made = self._stream.subscribe(start)
        with self._guard:
            self._subscriptions = [each for each in self._subscriptions if not each.is_stopped]
            self._subscriptions.append(made)
        return made

    def close(self) -> None:
        """Stops the subscriptions and lets the store go."""
        self.is_closed = True
        with self._guard:
            running, self._subscriptions = self._subscriptions, []
        for each in running:
            each.stop()
        self._histories.close()
        self._stream.close()
        self._notes.close()
