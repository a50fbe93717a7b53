"""Seats: who takes one, asks for one that nobody answers at, or is forgotten."""

import logging
from collections.abc import Callable
from functools import partial

import msgspec

from domain.kernel.errors import NotAllowed
from domain.kernel.events import SEAT_EVENTS, SeatAsked, SeatFreed, SeatTaken
from domain.kernel.prose import refusal
from domain.kernel.seats import Seat
from domain.store.accounts import Account
from domain.store.desk import Desk
from domain.store.ending import Ending
from domain.store.faults import storing
from domain.store.openings import clean_holders
from domain.store.people import Holder, clean_name, likeness
from domain.store.register import topics_of
from domain.store.standing_orders import ALWAYS

log = logging.getLogger(__name__)


class Seating(Ending):
    """Every game of one store, and who sits at its table."""

    def take_seat(
        self, game: str, seat: Seat, holder: Holder, check: Callable[[Holder], None] | None = None
    ) -> Desk:
        """Somebody holds a seat from now on. Raises InvalidSetup, and what `check` raises.

        `check` is shown who holds the seat, and nobody can take it between that and the taking.
        """

        def take(desk: Desk) -> None:
            if check is not None:
                check(self._holder(game, seat))
            clean = clean_holders(desk.standing.opened.seats, {seat: holder})[seat]
            taken = msgspec.structs.replace(taken_by(seat, clean), was=self.former(game, seat))
            self._by_host(desk, taken)
            self._tidy(lambda: self._answers.write_standing_order(desk, seat, ALWAYS))
            self._tidy(lambda: self._answers.play_on(game, desk.resigning))

        return self._try(game, None, "seating", take)

    def ask_for_seat(self, game: str, seat: Seat, by: str) -> Desk:
        """A public notice: unless its holder answers within the table's waiting time the seat may be freed.

        `by` names who asks. Raises NotAllowed where it was asked for already, or nobody holds it.
        """

        def ask(desk: Desk) -> None:
            title, holder = desk.standing.opened.title, self._holder(game, seat)
            if holder.kind not in ("person", "hotseat") or not holder.name:
                raise NotAllowed(refusal(title, "seat_is_free", seat=seat))
            if seat in self.notices(game):
                raise NotAllowed(refusal(title, "seat_asked_already", seat=seat))
            self._by_host(desk, SeatAsked(seat, holder.name, clean_name(by), self.house.terms(game).pace))

        return self._try(game, None, "seating", ask)

    def free_seat(self, game: str, seat: Seat, by: str) -> Desk:
        """Takes a seat from a holder who did not answer in time: links, proofs and addresses end.

        Raises NotAllowed where nobody asked for it, or too short a time ago.
        """

        def free(desk: Desk) -> None:
            title, due = desk.standing.opened.title, self.free_from(game, seat)
            holder = self._holder(game, seat)
            if due is None:
                raise NotAllowed(refusal(title, "seat_not_asked", seat=seat))
            if self._clock() < due:
                left = -(-(due - self._clock()) // 60_000)
                raise NotAllowed(refusal(title, "seat_waits", seat=seat, name=holder.name, minutes=left))
            self._by_host(desk, SeatFreed(seat, holder.name, clean_name(by)))
            self._tidy(lambda: self._answers.write_standing_order(desk, seat, ALWAYS))

        desk = self._try(game, None, "seating", free)
        self.forget_holder(game, seat)
        return desk

    def forget_holder(self, game: str, seat: Seat) -> None:
        """Links, browsers, PIN, phrase and addresses of whoever held the seat are worthless from now on."""
        while self.new_seat_key(game, seat) is None:
            log.info("Game %s: the key of %s was changed by somebody else; changed again", game, seat)
        self.addresses.drop(game, seat)
        self.proofs.drop(game, seat)

    # People

    def forget_person(self, account: Account) -> None:
        """The account is gone, with its log-ins and what it was given: seats, addresses, PINs and words. The
        games stay, and what was written at their tables; where its name was they say `people.SOMEBODY`.

        What was begun and not ended can be done again: the account goes last.
        """
        alike, mine = likeness(account.name), self._seats_of(account)
        known = {
            game: {holder.name for seat, holder in self.holders(game).items() if seat in seats
                   and holder.kind == "person"} - {""}
            for game, seats in mine.items()
        }  # fmt: skip
        topics = [topic for event in SEAT_EVENTS for topic in topics_of(event)]
        with storing("Forgetting a person"):
            raw = (each for game in self.ids() for each in self._stream.raw_of_topics(game, topics, 0)[1])
            told = self._stream.names.forget(alike, raw, known)
            self.talk.forget(alike, known)
            self.tournaments.forget(alike, self._entered_by(account))
            for game, seat in ((game, seat) for game, seats in mine.items() for seat in seats):
                self.forget_holder(game, seat)
            self.passes.drop(account.person)
            self.accounts.forget(account)
            self._stream.names.tell(told)
            for game in told:
                self._register.forget(game)
            self._notes.scrub()

    def _seats_of(self, account: Account) -> dict[str, list[Seat]]:
        """The seats that an account has, by game."""
        here = set(self.ids())
        return {
            game: [Seat(seat) for seat, key in each.keys.items() if key == self.seat_key(game, Seat(seat))]
            for game, each in self.passes.of(account.person).items()
            if game in here
        }

    def _entered_by(self, account: Account) -> dict[str, set[int]]:
        """The entrants that an account is, by tournament."""
        return {
            tournament: {int(place) for place, key in each.keys.items()
                         if place.isdecimal() and key == self.tournaments.key(tournament, place)}
            for tournament, each in self.passes.of(account.person).items()
            if self.tournaments.is_here(tournament)
        }  # fmt: skip

    def take_name(self, game: str, why: str, *, is_back: bool = False) -> None:
        """The host takes from a game the name that somebody gave it, or gives it back; wherever it is met it
        is called as games without a name are. Raises StoreUnavailable."""
        names = self._stream.names
        try:
            call = partial(names.call, game=game, is_taken=not is_back)
            self.shelf.put(game, "named" if is_back else "unnamed", why, call)
        finally:
            names.called(game)

    def forgotten(self, after: int) -> tuple[int, list[str]]:
        """How often a person was forgotten or a game lost its name, and the games that told of those after
        the first so many."""
        with storing("Reading who was forgotten"):
            return self._stream.names.forgotten(after)


def taken_by(seat: Seat, holder: Holder) -> SeatTaken:
    """The event that a holder sits down."""
    return SeatTaken(seat, holder.kind, holder.name)
