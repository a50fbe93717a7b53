"""The application service: open games, give orders, take back, fork, look at any point of the past."""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from secrets import token_hex
from threading import Lock, RLock
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

import msgspec

from domain.kernel import codec, endings, packs
from domain.kernel.agenda import Answers
from domain.kernel.chance import SealedChance, commitment, new_seed
from domain.kernel.errors import (
    IllegalOrder,
    InvalidOrder,
    InvalidSetup,
    NotAllowed,
    NotAsked,
    StaleOrder,
    StoreUnavailable,
)
from domain.kernel.events import (
    ENDINGS,
    SEAT_EVENTS,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    GameDrawn,
    Opened,
    Parent,
    SeatAsked,
    SeatFreed,
    SeatKept,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    TimeRanOut,
    Undone,
)
from domain.kernel.history import History, Recorded, Standing, command, forked, only_shown, resumed
from domain.kernel.orders import Order
from domain.kernel.packs import Pack
from domain.kernel.prose import refusal
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.kernel.time_control import TimeControl, checked_clock
from domain.store import clocks, marches, past, refusals, tournament_rounds
from domain.store.accounts import Account, Accounts
from domain.store.addresses import Addresses
from domain.store.answers import OpenAnswers, went_on
from domain.store.backends import open_backend
from domain.store.bans import Bans
from domain.store.changes import Mark, Remembered
from domain.store.desk import AskedAt, Desk, Takeback, is_complete
from domain.store.faults import Conflict, storing
from domain.store.heads import Head
from domain.store.hints import Hints
from domain.store.histories import Histories, Remembering
from domain.store.house import USUAL, House, Terms, checked_terms
from domain.store.leases import Leases
from domain.store.matches import Matches
from domain.store.openings import clean_cover, clean_holders, opening, replayed
from domain.store.packs import Packs
from domain.store.passes import Passes
from domain.store.passkeys import Passkeys
from domain.store.people import OPEN, Holder, clean_name, known_bot, likeness
from domain.store.proofs import Proofs
from domain.store.register import Register, topics_of
from domain.store.shelf import Shelf
from domain.store.standing_orders import ALWAYS, StandingOrder, checked
from domain.store.stream import Stream
from domain.store.subscriptions import Subscription
from domain.store.talk import Talk
from domain.store.tournaments import Tournaments
from domain.store.uploads import Uploads
from domain.store.uptime import Uptime
from domain.store.vault import DRAFT, KEY, SEED, STORE, TIMED, Notes, Within, subject
from domain.store.writing import Trial

ATTEMPTS = 20
"""How often an order is tried again when only the host wrote in between."""

log = logging.getLogger(__name__)
Clock = Callable[[], int]
OnChange = Callable[[str, str], None]
OnDue = Callable[[str, int], None]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def open_games(url: str, *, clock: Clock = now) -> "Games":
    """The games at an address: `memory:`, `sqlite:///data/grognard.db`, `postgresql://...`.

    See `domain.store.backends.open_backend` for the options. Raises InvalidSetup, StoreUnavailable.
    """
    codec.build_all()
    return Games(*open_backend(url), clock)


class Games:
    """Every game of one store.

    Safe for threads. Other processes may write to the same store: a loaded game is brought up
    to date each time it is looked at, and of two orders for the same decision point the second
    is refused with StaleOrder. Histories and standings that are handed out never change.
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

    def desk(self, game: str) -> Desk:
        """The decision that a game waits for; none in one that can only be looked at.

        Raises UnknownGame, SetAside.
        """
        with self._lock(game):
            found = self._desk(game)
            desk = self._gone_on(found)
        if desk.moment != found.moment:
            self._tell(desk)
        return desk

    # Opening

    def create(
        self,
        title: str,
        scenario: str,
        *,
        seats: Sequence[Seat] | None = None,
        options: Mapping[str, str] | None = None,
        name: str = "",
        holders: Mapping[Seat, Holder] | None = None,
        seed: bytes | None = None,
        cover: int = 0,
        terms: Terms = USUAL,
        dice_of: str = "",
        pack: str = "",
        game: str = "",
        clock: TimeControl | None = None,
    ) -> str:
        """A new game, played on to its first decision; gives its id. Raises InvalidSetup.

        Its response windows stay open for about `cover` milliseconds, even if all have let them pass.
        With `dice_of` it is an experiment for ever: it has the dice of that finished game, or those of
        `seed` if it is `CHOSEN`. Raises UnknownGame, NotAllowed for a game that is not over. `pack` is the
        name or digest of a data pack that is offered; empty for the built-in data. `game` is the id that it
        was promised before, if any (32 hexadecimal digits): then `pack` may be offered no more. `clock` says
        how long the seats may think.
        """
        clean_cover(cover)
        checked_terms(terms)
        rule_set, pack_name = (self.packs.agreed if game else self.packs.chosen)(title, pack)
        game = game or uuid4().hex
        secret = seed or (self.seed(dice_of) if dice_of else new_seed())
        opened = opening(rule_set, scenario, seats, options, name, game, secret)
        timed = checked_clock(clock, opened.seats)
        opened = msgspec.structs.replace(opened, dice_of=dice_of, pack=pack_name, clock=timed)
        taken = clean_holders(opened.seats, holders)
        history = History(rule_set, [Recorded(game, 1, self._clock(), opened)])
        history.extend(self._added(game, history.head.version, [_taken(seat, taken[seat]) for seat in taken]))
        play = resumed(history.head, SealedChance(secret))
        play.run()
        if play.events:
            history.extend(command(game, history.head.version, self._clock(), play, ()))
        if not play.agenda:
            history.extend(self._added(game, history.head.version, [SeedRevealed(secret.hex())]))
        return self._opened(history, secret, cover, terms)

    def fork(
        self,
        game: str,
        version: int,
        *,
        same_fate: bool,
        name: str = "",
        holders: Mapping[Seat, Holder] | None = None,
        asking: tuple[Seat, ...] | None = None,
        clock: TimeControl | None = None,
    ) -> str:
        """A new game that goes on from another after `version`; gives its id.

        `asking` are the seats that whoever asks holds in the parent (None: the host). Seats
        without a holder in `holders` are open; cover time and terms are the parent's, its clock is not.
        Raises NotAllowed, IllegalOrder, InvalidSetup.
        """
        parent = self.history(game)
        past.may_fork(parent, version, same_fate, asking)
        child, secret = uuid4().hex, self.seed(game) if same_fate else new_seed()
        origin = Parent(game, version, same_fate)
        opened = msgspec.structs.replace(
            parent.head.opened,
            commitment=commitment(child, secret),
            name=clean_name(name),
            parent=origin,
            clock=checked_clock(clock, parent.head.opened.seats),
        )
        given = clean_holders(opened.seats, holders)
        history = History(parent.rule_set, forked(parent.recorded, child, opened, origin, self._clock()))
        asked = past.notices({}, history.recorded)
        changes = [
            _taken(seat, given.get(seat, OPEN))
            for seat, before in past.all_holders(history).items()
            if given.get(seat, OPEN) != before or seat in asked
        ]
        history.extend(self._added(child, history.head.version, changes))
        return self._opened(history, secret, self.cover(game), self.house.terms(game))

    def adopt(
        self,
        recorded: Sequence[Recorded],
        seed: bytes | None,
        pack: Pack | None = None,
        *,
        is_upload: bool = False,
    ) -> str:
        """An imported game, stored as it is; gives its id. `pack` are the data that it is played on, if they
        are not the built-in ones: they are kept for it. `is_upload`: somebody brought it who is not the host.

        Without its seed it can be looked at and forked, but not played on; if its opening says that it is
        `only_shown`, not even forked. Raises InvalidSetup if it cannot be replayed, is here already, has
        another seed than it committed to, or waits for a computer player that there is not; DataError.
        """
        if pack is not None:
            packs.learn(pack)
        history = replayed(recorded, self.packs.rules_of)
        if not history.head.is_over:
            for holder in past.all_holders(history).values():
                known_bot(holder)
        game = recorded[0].game
        if seed is not None and commitment(game, seed) != history.head.opened.commitment:
            raise InvalidSetup(plain_refusal("other_seed"))
        if self._histories.read(game, 0, 1):
            raise InvalidSetup(plain_refusal("here_already", game=game))
        if pack is not None:
            self.packs.keep(pack)
        if history.head.opened.clock is not None and not history.head.is_over:  # clocks stood on the way here
            self._answers.write_asked(game, f"{history.head.rest}.0", AskedAt(self._clock()))
        return self._opened(
            history, seed, then=(lambda cursor: self.uploads.note(cursor, game)) if is_upload else None
        )

    # Playing

    def order(self, game: str, seat: Seat, order: Order, moment: str | None = None) -> Desk:
        """Carries out an order, or adds it to the seat's open answer; gives the new desk.

        `moment` is the decision point that the order was made for. Raises NotAsked, IllegalOrder,
        StaleOrder, StoreUnavailable; then nothing was recorded.
        """
        desk = self._try(game, moment, order, lambda desk: self._answer(desk, seat, order))
        return self.keep_seat(game, seat) if seat in self.notices(game) else desk

    def march(self, game: str, seat: Seat, orders: Sequence[Order], moment: str) -> marches.Marched:
        """Carries out orders one after the other, and stops where something comes between: a window, dice,
        cards, a reveal, another seat's decision, or an order that the menu offers no more.

        What was carried out stays, and undo takes it back as one. `moment` is the decision point that
        all were made for. Raises what `order` raises if the first answer is not possible; then nothing was
        recorded.
        """
        if not 0 < len(orders) <= marches.MOST:
            raise InvalidOrder(refusal(self.rule_set(game).id, "march_length", most=marches.MOST))
        with self._lock(game):
            first = before = self.desk(game)
            desk, given, done = self.order(game, seat, orders[0], moment), 1, 0
            stop: marches.Stop | None = None
            try:
                while True:
                    done = given if is_complete(tuple(orders[:given])) else done
                    if given == len(orders):
                        break
                    events = self._histories.recorded(game, before.version, desk.version)
                    stop = marches.stop(
                        self.rule_set(game), before, desk, seat, events, orders[given - 1 : given + 1]
                    )
                    if stop is not None:
                        break
                    before = desk
                    if desk.version > first.version:  # something to belong to
                        self._marching.add(game)
                    desk = self.order(game, seat, orders[given], desk.moment)
                    given += 1
            except (IllegalOrder, StaleOrder):
                desk = self.desk(game)
                stop = marches.overtaken(self.rule_set(game), desk, seat, orders[given])
            except StoreUnavailable:
                if not done:
                    raise
                stop = marches.unstored(self.rule_set(game), desk, seat, orders[given])
                return marches.Marched(desk, done, stop)
            finally:
                self._marching.discard(game)
            if stop is not None and given > done and seat in desk.asked and seat in desk.drafts:
                desk = self._without_parts(first, desk, seat, orders[given], done)
        awaited = None
        if stop is not None and stop.key == "stopped_window":
            awaited = marches.awaited(self.rule_set(game), desk, seat)
        return marches.Marched(desk, done, stop, awaited)

    def _without_parts(self, first: Desk, desk: Desk, seat: Seat, order: Order, done: int) -> Desk:
        """A march that stopped in the middle of an answer leaves no part of it lying, only what lay there
        before it began, on the desk `first`."""
        refused = refusals.illegal(self.rule_set(desk.game), desk, seat, order)
        desk = self.retract(desk.game, seat, desk.moment)
        if not done:
            for part in first.drafts.get(seat, ()):
                desk = self.order(desk.game, seat, part, desk.moment)
            raise refused
        return desk

    def retract(self, game: str, seat: Seat, moment: str | None = None, keep: int = 0) -> Desk:
        """Withdraws a seat's answer that is not in effect yet, all but its first `keep` parts. Raises
        NotAsked, StaleOrder."""

        def withdraw(desk: Desk) -> None:
            thinks = clocks.goes_on(desk, seat, self._clock())
            if seat not in desk.drafts:
                raise NotAsked(refusal(self.rule_set(game).id, "nothing_to_withdraw", seat=seat))
            if seat in desk.automatic:
                raise NotAsked(refusal(self.rule_set(game).id, "passed_by_standing_order"))
            if kept := desk.drafts[seat][: max(keep, 0)]:
                is_done = self._answers.write_draft(desk, seat, kept)
            else:
                is_done = self._answers.drop_draft(desk, seat)
            if not is_done or self._desk(game).moment != desk.moment:
                raise Conflict("the answer took effect")
            if thinks is not None:
                self._tidy(lambda: self._answers.write_thought(desk, seat, thinks))

        return self._try(game, moment, "withdrawing", withdraw)

    def retract_part(self, game: str, seat: Seat, part: Order, moment: str | None = None) -> Desk:
        """Withdraws one part of a seat's answer that is not complete yet; the others stay, as far as they are
        still offered. Raises NotAsked, StaleOrder."""
        with self._lock(game):
            parts = self.desk(game).drafts.get(seat, ())
            if part not in parts:
                raise NotAsked(refusal(self.rule_set(game).id, "nothing_to_withdraw", seat=seat))
            at = parts.index(part)
            desk = self.retract(game, seat, moment)
            for kept in (*parts[:at], *parts[at + 1 :]):
                if kept in desk.menu(seat):
                    desk = self.order(game, seat, kept, desk.moment)
        return desk

    def stand_by(self, game: str, seat: Seat, order: StandingOrder) -> Desk:
        """When a seat is asked in response windows, from now on, the open one included.

        Raises InvalidSetup for windows that the title does not have.
        """
        clean = checked(order, self.rule_set(game))

        def keep(desk: Desk) -> None:
            if seat not in desk.standing.opened.seats:
                raise _no_seat(desk.standing.opened, seat)
            if not self._answers.write_standing_order(desk, seat, clean):
                raise Conflict("the standing order has changed")

        return self._try(game, None, "standing_by", keep)

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

    def undo_target(self, game: str, seats: Iterable[Seat], is_whole: bool = True) -> int | None:
        """The rest before the last command, still in effect, that one of `seats` answered.

        A march goes back as one, or by its last step if not `is_whole`. None if there is none, or if the
        table's terms do not let them go back so far.
        """
        lately, mine = self._histories.lately(game), tuple(seats)
        to = lately.undo_target(mine, is_whole)
        if to is None or self.house.terms(game).undo != "unrevealed":
            return to
        return to if past.is_alone_since(lately.since(to), self.desk(game), mine) else None

    def take_back(self, game: str, seats: tuple[Seat, ...], to: int) -> Desk:
        """Undo to the rest after version `to`, for whoever holds `seats`.

        By the usual terms at once if they were alone since then; else a request lies on the desk until
        the others consent or anybody goes on. Raises NotAllowed, IllegalOrder, StaleOrder.
        """

        def ask(desk: Desk) -> None:
            history = self.history(game)
            undo = self.house.terms(game).undo
            past.may_take_back(history, desk, seats, to, undo)
            request = Takeback(to, seats, past.consents(history, desk, seats, to, undo))
            if not request.needed:
                self._undo(desk, request)
            elif desk.takeback is not None and desk.takeback.by != seats:
                by, before = desk.takeback.by, desk.takeback.to
                raise NotAllowed(refusal(history.rule_set.id, "asked_already", seats=by, to=before))
            elif not self._answers.write_takeback(desk, request):
                raise Conflict("the request has changed")

        return self._try(game, None, "taking_back", ask)

    def consent(self, game: str, seat: Seat, agree: bool) -> Desk:
        """A seat answers the request on the desk; who made it may withdraw it. Raises NotAllowed."""

        def reply(desk: Desk) -> None:
            request = desk.takeback
            if request is None:
                raise NotAllowed(refusal(self.rule_set(game).id, "nobody_asked"))
            if seat not in request.needed and (agree or seat not in request.by):
                missing, title = request.missing, self.rule_set(game).id
                raise NotAllowed(refusal(title, "request_waits", seats=missing, seat=seat))
            if not agree:
                self._answers.drop_takeback(desk)
                return
            granted = tuple(each for each in request.needed if each in (*request.granted, seat))
            answered = msgspec.structs.replace(request, granted=granted)
            if not answered.missing:
                self._undo(desk, answered)
            elif not self._answers.write_takeback(desk, answered):
                raise Conflict("the request has changed")

        return self._try(game, None, "consenting", reply)

    def resign(self, game: str, seat: Seat, held: Collection[Seat]) -> Desk:
        """The side of `seat` gives the game up, which is over; `held` are all seats of whoever says so.

        Whatever is asked, and of whom. Where others play on the same side it is kept on the desk until all
        of them have said so, or one plays on. Raises NotAllowed where it would not leave one side alone.
        """

        def give_up(desk: Desk) -> None:
            rules, standing = self.rule_set(game), desk.standing
            if desk.is_over:
                raise NotAllowed(refusal(rules.id, "over_already"))
            won = endings.victors(rules, standing, seat)
            if not won:
                raise NotAllowed(refusal(rules.id, "may_not_resign", seat=seat))
            allies = endings.must_agree(rules, standing, seat, self.people(game) - set(held))
            if not allies or set(allies) <= self._answers.would_resign(game, (seat,)):
                self._end(desk, SeatResigned(seat, won))
                self._tidy(lambda: self._answers.play_on(game, desk.standing.opened.seats))

        return self._try(game, None, "resigning", give_up)

    def clocks_at(self, desk: Desk) -> clocks.Watch | None:
        """What the clocks show at a desk, now if it asks somebody; None if the game has none."""
        if desk.standing.times is None:
            return None
        seating, stopped = self._histories.seating(desk.game), self.shelf.times_away(desk.game)
        away = partial(self.uptime.away, stopped=stopped)
        return clocks.watched(self.rule_set(desk.game), desk, seating, self._clock(), away)

    def timed(self) -> list[str]:
        """The games with a clock that are not over; some may be by now."""
        with storing("Listing the games with a clock"):
            return [game for game, _, _ in self._notes.everywhere(TIMED)]

    def untimed(self, game: str) -> None:
        """The game is over: nobody need keep its time."""
        with storing("Listing the games with a clock"):
            self._notes.remove(TIMED, game)

    def claim_time(self, game: str, seat: Seat) -> Desk:
        """The seat claims the game from one of another side that is out of time. Raises NotAllowed."""

        def claim(desk: Desk) -> None:
            rules, watch = self.rule_set(game), self.clocks_at(desk)
            if desk.is_over or watch is None or seat not in desk.standing.opened.seats:
                raise NotAllowed(refusal(rules.id, "over_already" if desk.is_over else "nothing_to_claim"))
            out = clocks.foes_out(rules, watch, seat, desk.standing.opened.seats)
            if not out or not self._may_run_out(desk):
                raise NotAllowed(refusal(rules.id, "no_time_to_claim", seat=seat))
            self._out_of_time(desk, out[0], seat)

        return self._try(game, None, "claiming", claim)

    def play_on(self, game: str, seat: Seat) -> Desk:
        """A seat takes back that it would resign, or does not agree with its side. Raises NotAllowed."""

        def refuse(desk: Desk) -> None:
            rules, standing = self.rule_set(game), desk.standing
            side = rules.side_of(seat, standing.opened.seats, standing.state)
            if desk.is_over or not set(side) & set(desk.resigning):
                raise NotAllowed(refusal(rules.id, "nobody_resigns", seat=seat))
            self._answers.play_on(game, side)

        return self._try(game, None, "resigning", refuse)

    def offer_draw(self, game: str, seat: Seat) -> Desk:
        """The seat offers all others a draw, in games of people only. Raises NotAllowed."""

        def offer(desk: Desk) -> None:
            title = self.rule_set(game).id
            if not endings.may_offer_draw(desk.standing, seat):
                raise NotAllowed(refusal(title, "over_already" if desk.is_over else "draw_is_offered"))
            if set(desk.standing.opened.seats) - self.people(game):
                raise NotAllowed(refusal(title, "draw_needs_people"))
            self._by_host(desk, DrawOffered(seat))

        return self._try(game, None, "offering_draw", offer)

    def answer_draw(self, game: str, seat: Seat, agree: bool) -> Desk:
        """A seat agrees to the draw that is offered or declines it; who offered it may take it back.

        Raises NotAllowed.
        """

        def answer(desk: Desk) -> None:
            offer, missing = desk.standing.offer, endings.to_agree(desk.standing)
            if offer is None or (seat not in missing and (agree or seat != offer.by)):
                raise NotAllowed(refusal(self.rule_set(game).id, "no_draw_offered", seat=seat))
            if not agree:
                self._by_host(desk, DrawDeclined(seat))
            elif missing == (seat,):
                self._end(desk, DrawAgreed(seat), GameDrawn(offer.by))
            else:
                self._by_host(desk, DrawAgreed(seat))

        return self._try(game, None, "answering_draw", answer)

    def people(self, game: str) -> set[Seat]:
        """The seats that people hold."""
        holders = self.holders(game).items()
        return {seat for seat, holder in holders if holder.kind not in ("bot", "open") and holder.name}

    def _end(self, desk: Desk, *events: Event) -> None:
        """The players end the game; what lies on the table is void. Raises Conflict."""
        revealed = SeedRevealed(self._secret(desk.game).hex())
        first, *others = self._added(desk.game, desk.version, [*events, revealed])
        if isinstance(first.body, ENDINGS):
            out = first.body.seat if isinstance(first.body, TimeRanOut) else None
            first = msgspec.structs.replace(first, spent=self._spent(desk, out))
        self._record(desk, [first, *others])

    def _out_of_time(self, desk: Desk, seat: Seat, claimed_by: str = "") -> None:
        """The game is over for a seat whose clock has run out. Raises Conflict."""
        won = endings.winners_on_time(self.rule_set(desk.game), desk.standing, seat)
        assert won, "a clock runs only against somebody"
        self._end(desk, TimeRanOut(seat, won, claimed_by))

    def _spent(self, desk: Desk, out: Seat | None = None) -> dict[Seat, int] | None:
        watch = self.clocks_at(desk)
        return None if watch is None else watch.spent(out)

    def _may_run_out(self, desk: Desk) -> bool:
        """Whether somebody could have played: not where the host has put the game away, or closed play."""
        return self.shelf.closed() is None and desk.game not in self.shelf.away()

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
            taken = msgspec.structs.replace(_taken(seat, clean), was=self.former(game, seat))
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

    def keep_seat(self, game: str, seat: Seat) -> Desk:
        """The holder of a seat that was asked for is here; nothing happens if it was not."""

        def keep(desk: Desk) -> None:
            if seat in self.notices(game):
                self._by_host(desk, SeatKept(seat, self._holder(game, seat).name))

        return self._try(game, None, "seating", keep)

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

    def _holder(self, game: str, seat: Seat) -> Holder:
        if seat not in (found := self.holders(game)):
            raise _no_seat(self._histories.opened(game)[1], seat)
        return found[seat]

    # Secrets

    def seat_key(self, game: str, seat: Seat) -> str:
        """The nonce that a seat's links are made of; made when first asked for. Raises UnknownGame."""
        opened = self._histories.opened(game)[1]
        if seat not in opened.seats:
            raise _no_seat(opened, seat)
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

    # Within

    def _lock(self, game: str) -> Any:
        with self._guard:
            return self._locks.setdefault(game, RLock())

    def _desk(self, game: str) -> Desk:
        with storing(f"Reading the open answers of the game {game}"):
            return self._desks.get(
                lambda: self._answers.desk(game, lambda: self.head(game).standing), game, subject(DRAFT, game)
            )

    def _try(self, game: str, moment: str | None, tried: Order | str, change: Callable[[Desk], None]) -> Desk:
        """Makes a change at one decision point; once more if only the host wrote in between."""
        gone_on: list[Desk] = []
        try:
            after = self._tried(game, moment, tried, change, gone_on)
        except Exception:
            for desk in gone_on[-1:]:  # refused, because the game has gone on by itself
                self._tell(desk)
            raise
        self._tell(after)
        return after

    def _tried(
        self, game: str, moment: str | None, tried: Order | str, change: Callable[[Desk], None],
        gone_on: list[Desk],
    ) -> Desk:  # fmt: skip
        """As `_try`, and nobody is told; where the game went on by itself its desk is put into `gone_on`."""
        with self._lock(game), self._stream.changes.one_look():
            for _ in range(ATTEMPTS):
                found = self._desk(game)
                desk = self._gone_on(found)
                if desk.moment != found.moment:
                    gone_on.append(desk)
                if not desk.standing.is_playable:
                    raise only_shown(desk.standing)
                moment = desk.moment if moment is None else moment
                if moment != desk.moment:
                    raise self._stale(desk, moment, tried)
                try:
                    with storing("The order"):
                        change(desk)
                    break
                except Conflict:
                    self._stream.changes.look_again()
                    self._histories.forget(game)
                except StoreUnavailable:
                    self._trial.doubt()
                    raise
            else:
                raise self._stale(desk, desk.moment, tried)
            return self._gone_on(self._desk(game))

    def _stale(self, desk: Desk, moment: str, tried: Order | str) -> StaleOrder:
        return refusals.stale(self.rule_set(desk.game), desk, moment, tried)

    def _answer(self, desk: Desk, seat: Seat, order: Order) -> None:
        rule_set = self.rule_set(desk.game)
        if seat not in desk.waiting:
            raise refusals.not_asked(rule_set, desk, seat, order)
        # The menu's own order is the one that is stored: `True` equals `1`, but is not the same.
        offered = next((each for each in desk.menu(seat) if each == order), None)
        if offered is None:
            raise refusals.illegal(rule_set, desk, seat, order)
        draft = (*desk.drafts.get(seat, ()), offered)
        if desk.window is None and is_complete(draft):
            self._tidy(lambda: self._lapse(desk, seat))
        stands = clocks.stopped(self.clocks_at(desk), desk, seat) if is_complete(draft) else None
        answered = replace(desk, drafts={**desk.drafts, seat: draft})
        if self._may_go_on(answered):  # nothing of it need lie on the table before
            self._carry_out(desk, answered.answers)
        elif not self._answers.write_draft(desk, seat, draft):
            raise Conflict("the open answer or the game has changed")
        elif stands is not None:
            self._tidy(lambda: self._answers.write_thought(desk, seat, stands))

    def _lapse(self, desk: Desk, seat: Seat) -> None:
        """A standing order may end when its seat answers something that is not a window."""
        self._answers.write_standing_order(desk, seat, desk.standing_order(seat).lapsed)

    def _carry_out(self, desk: Desk, answers: Answers) -> None:
        """The answers are enough: the game goes on. Raises Conflict if another process was first."""
        assert desk.decision is not None, "a game that is over asks nobody"
        if self._answers.drop_illegal(desk):
            raise Conflict("an open answer was damaged")
        secret, watch = self._secret(desk.game), self.clocks_at(desk)
        spent = None if watch is None else watch.spent()
        rounds = (*desk.rounds, desk.decision.counting(answers))
        play = resumed(desk.standing, SealedChance(secret))
        decision = went_on(play, rounds)
        if not play.events:
            assert decision is not None, "a game ends with an event"
            then = None if watch is None else AskedAt(watch.at, spent or {})
            if not self._answers.write_round(desk, rounds[-1], then):
                raise Conflict("the round is over")
            return
        goes_on = desk.game in self._marching
        at = self._clock() if watch is None else watch.at
        events = command(desk.game, desk.version, at, play, rounds, goes_on, spent)
        if not play.agenda:
            last = events[-1]
            events.append(Recorded(last.game, last.version + 1, last.at, SeedRevealed(secret.hex())))
        self._record(desk, events)

    def _undo(self, desk: Desk, request: Takeback) -> None:
        undone, spent = Undone(request.to, request.by[0], request.granted), self._spent(desk)
        self._record(desk, [Recorded(desk.game, desk.version + 1, self._clock(), undone, spent=spent)])

    def _record(self, desk: Desk, events: Sequence[Recorded]) -> None:
        """Events that end the decision on the desk. Raises Conflict if anything was decided in between."""
        check, clear = self._answers.untouched(desk), self._answers.clearing(desk)
        self._histories.append(self._head_of(desk), events, check, clear)

    def _gone_on(self, desk: Desk) -> Desk:
        """The desk after all that needs no answer any more: windows that are due or passed ahead."""
        while self._may_go_on(desk):
            before, desk = desk.moment, self._settled(desk)
            if desk.moment == before:
                break
        return self._fallen(desk)

    def _fallen(self, desk: Desk) -> Desk:
        """The desk, after a seat has lost the game whose clock ran out; whoever looks finds it."""
        clock = desk.standing.opened.clock
        if clock is None or clock.on_time != "lost" or desk.is_over or not self.uptime.keeps_time():
            return desk
        watch = self.clocks_at(desk)
        if watch is None or not watch.out or not self._may_run_out(desk):
            return desk
        return self._settled(desk, lambda: self._out_of_time(desk, watch.out[0]))

    def _may_go_on(self, desk: Desk) -> bool:
        return desk.is_settled and (desk.due is None or desk.due <= self._clock())

    def _settled(self, desk: Desk, settle: Callable[[], None] | None = None) -> Desk:
        """The answers are enough, but not in effect: standing orders gave the last ones, a window was due,
        two processes took the last two answers, or one was killed. Or `settle` says what is due."""
        try:
            if settle is not None:
                settle()
            else:
                self._carry_out(desk, desk.answers)
        except Conflict as problem:
            log.info("Game %s: another process carried out the answers first (%s)", desk.game, problem)
            self._stream.changes.look_again()
            self._histories.forget(desk.game)
        except (StoreUnavailable, NotAllowed) as problem:
            if self._unsettled.get(desk.game) != desk.moment:  # whoever looks at the game tries again
                self._unsettled[desk.game] = desk.moment
                log.warning("Game %s: all answers are in, but cannot take effect yet: %s", desk.game, problem)
        else:
            self._unsettled.pop(desk.game, None)
        return self._desk(desk.game)

    def _tidy(self, clear: Callable[[], object]) -> None:
        """Clears what is void already; if it cannot, the order stands all the same."""
        try:
            with storing("Clearing the table"):
                clear()
        except StoreUnavailable as problem:
            log.warning("%s", problem)

    def _head_of(self, desk: Desk) -> Head:
        """The head that the desk was laid at. Raises Conflict if the game has gone on."""
        head = self.head(desk.game)
        if head.version != desk.version:
            raise Conflict("the game has gone on")
        return head

    def _by_host(self, desk: Desk, event: Event) -> None:
        """Records what the host did between commands. Raises Conflict if the game has gone on."""
        self._histories.append(self._head_of(desk), self._added(desk.game, desk.version, [event]))

    def _added(self, game: str, version: int, events: Sequence[Event]) -> list[Recorded]:
        at = self._clock()
        return [Recorded(game, version + number, at, event) for number, event in enumerate(events, start=1)]

    def _opened(
        self,
        history: History,
        secret: bytes | None,
        cover: int = 0,
        terms: Terms = USUAL,
        then: Within | None = None,
    ) -> str:
        """Stores a new game: first its seed, then all its events at once, with what `then` notes."""
        game = history.recorded[0].game
        try:
            with storing("Opening the game"):
                if secret is not None:
                    self._notes.write(SEED, game, "", secret.hex())
                if cover:
                    self._answers.write_cover(game, cover)
                self.house.open(game, terms)
                if history.head.opened.clock is not None and not history.head.is_over:
                    self._notes.write(TIMED, game, "", "")
                self._histories.begin(history, then)
        except Conflict as problem:
            raise InvalidSetup(plain_refusal("here_already", game=game)) from problem
        self._tell(self.desk(game))
        return game

    def _secret(self, game: str) -> bytes:
        with storing("Reading the seed"):
            found = self._seeds.get(lambda: self._notes.read(SEED, game), subject(SEED, game))
        if found is None:
            raise NotAllowed(plain_refusal("no_seed"))
        return bytes.fromhex(found)

    def _tell(self, desk: Desk) -> None:
        for listener in self._listeners:
            with _kept_anyway(desk):
                listener(desk.game, desk.moment)
        for told in self._due_listeners if desk.due is not None else ():
            assert desk.due is not None
            with _kept_anyway(desk):
                told(desk.game, desk.due)
        if desk.is_over:
            if desk.standing.opened.clock is not None:
                self._tidy(lambda: self.untimed(desk.game))
            with _kept_anyway(desk):
                tournament_rounds.game_ended(self, desk.game)

    def _identity(self) -> str:
        """Made once: the projections of another store must not be taken for this one's."""
        with storing("Opening the store"):
            return self._notes.made_once(STORE, "", "id", uuid4().hex)


@contextmanager
def _kept_anyway(desk: Desk) -> Iterator[None]:
    """A listener that fails is logged: the change that it is told of is kept already."""
    try:
        yield
    except Exception:
        log.exception("A listener failed on the change of game %s at %s", desk.game, desk.moment)


def _no_seat(opened: Opened, seat: Seat) -> InvalidSetup:
    return InvalidSetup(plain_refusal("no_such_seat", seat=seat, seats=", ".join(opened.seats)))


def _taken(seat: Seat, holder: Holder) -> SeatTaken:
    return SeatTaken(seat, holder.kind, holder.name)
