"""The application service: open games, give orders, take back, fork, look at any point of the past."""

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from threading import Lock, RLock
from typing import Any
from uuid import UUID, uuid4
from weakref import WeakValueDictionary

import msgspec

from domain.kernel.agenda import Answers
from domain.kernel.chance import SealedChance, commitment, new_seed
from domain.kernel.errors import (
    IllegalOrder,
    InvalidSetup,
    NotAllowed,
    NotAsked,
    StaleOrder,
    StoreUnavailable,
    UnknownGame,
)
from domain.kernel.events import Event, Opened, Parent, SeatTaken, SeedRevealed, Undone
from domain.kernel.history import (
    History,
    Recorded,
    Standing,
    command,
    consents_needed,
    fold,
    forked,
    resumed,
)
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, titled, titles
from domain.kernel.seats import Seat
from domain.store import refusals
from domain.store.answers import OpenAnswers, went_on
from domain.store.backends import Conflict, Stream, open_backend, storing
from domain.store.desk import Desk, Takeback, is_complete
from domain.store.mapper import Snapshot, Titled, game_of
from domain.store.openings import clean_holders, opening
from domain.store.people import OPEN, Holder, clean_name
from domain.store.subscriptions import Subscription
from domain.store.vault import KEY, SEED, STORE, Notes

SNAPSHOT_EVERY = 100
"""Versions between two snapshots."""

LOADED_GAMES = 64
"""How many whole games stay in memory."""

ATTEMPTS = 20
"""How often an order is tried again when only the host wrote in between."""

log = logging.getLogger(__name__)
Clock = Callable[[], int]
OnChange = Callable[[str, str], None]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def open_games(url: str, *, clock: Clock = now) -> "Games":
    """The games at an address: `memory:`, `sqlite:///data/grognard.db`, `postgresql://...`.

    See `domain.store.backends.open_backend` for the options. Raises InvalidSetup, StoreUnavailable.
    """
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
        self._answers = OpenAnswers(notes)
        self._clock = clock
        self._histories: OrderedDict[str, History] = OrderedDict()
        self._guard = Lock()
        self._locks: WeakValueDictionary[str, Any] = WeakValueDictionary()
        self._listeners: list[OnChange] = []
        self._subscriptions: list[Subscription] = []
        self._ids: dict[str, None] = {}
        self._ids_seen = 0
        self.store_id = self._named()

    # Looking

    def history(self, game: str) -> History:
        """Every event of a game and its standing after each command. Raises UnknownGame."""
        with self._guard:
            known = self._histories.get(game)
        new = self._read(game, known.head.version if known else 0)
        if known is None:
            if not new:
                raise UnknownGame(f"There is no game {game!r}.")
            known = History(_rules_of(new[0]), new)
        elif new:
            known = _extended(known, new)
        self._keep(game, known)
        return known

    def standing(self, game: str, version: int | None = None) -> Standing:
        """Where a game stands now, or stood after `version`.

        Raises UnknownGame, or IllegalOrder for a version that is not there.
        """
        with self._guard:
            loaded = game in self._histories
        if not loaded:
            standing = self._from_snapshot(game, version)
            if standing is not None and version in (None, standing.version):
                return standing
        history = self.history(game)
        return history.head if version is None else history.at(version)

    def recorded(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """The events with versions above `after`, up to and with `upto`. Raises UnknownGame."""
        found = self._read(game, after, upto)
        if not found:
            self.rule_set(game)
        return found

    def rule_set(self, game: str) -> RuleSet:
        """The title that a game plays. Raises UnknownGame."""
        return self._rules_and_opening(game)[0]

    def holders(self, game: str) -> dict[Seat, Holder]:
        """Who holds each seat. Raises UnknownGame."""
        return _holders(self.history(game))

    def ids(self) -> list[str]:
        """The ids of all games of registered titles, oldest first."""
        topics = [f"{each.id}:Opened/{Opened.edition}" for each in titles()]
        with self._guard, storing("Listing the games"):
            upto = self._stream.recorder.max_notification_id() or 0
            found = self._stream.recorder.select_notifications(
                self._ids_seen, 1_000_000_000, upto, topics, inclusive_of_start=False
            )
            self._ids.update({game_of(each): None for each in found if each.originator_version == 1})
            self._ids_seen = upto
            return list(self._ids)

    def desk(self, game: str) -> Desk:
        """The decision that a game waits for. Raises UnknownGame."""
        with self._lock(game):
            desk = self._desk(self.history(game))
            if desk.decision is None or desk.waiting:
                return desk
            return self._settled(desk)

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
    ) -> str:
        """A new game, played on to its first decision; gives its id. Raises InvalidSetup."""
        rule_set, game, secret = titled(title), uuid4().hex, seed or new_seed()
        opened = opening(rule_set, scenario, seats, options, name, game, secret)
        taken = clean_holders(opened.seats, holders)
        at = self._clock()
        history = History(rule_set, [Recorded(game, 1, at, opened)])
        history.extend(self._host_events(history, [_taken(seat, taken[seat]) for seat in taken]))
        play = resumed(history.head, SealedChance(secret))
        play.run()
        if play.events:
            history.extend(command(game, history.head.version, at, play, ()))
        self._open(history, secret)
        return game

    def fork(
        self,
        game: str,
        version: int,
        *,
        same_fate: bool,
        name: str = "",
        holders: Mapping[Seat, Holder] | None = None,
        asking: tuple[Seat, ...] | None = None,
    ) -> str:
        """A new game that goes on from another after `version`; gives its id.

        `asking` are the seats that whoever asks holds in the parent (None: the host). Seats
        without a holder in `holders` are open. Raises NotAllowed, IllegalOrder, InvalidSetup.
        """
        parent = self.history(game)
        self._may_fork(parent, version, same_fate, asking)
        child = uuid4().hex
        secret = self.seed(game) if same_fate else new_seed()
        opened = msgspec.structs.replace(
            parent.head.opened,
            commitment=commitment(child, secret),
            name=clean_name(name),
            parent=Parent(game, version, same_fate),
        )
        given = clean_holders(opened.seats, holders)
        recorded = forked(parent.recorded, child, opened, opened.parent, self._clock())  # type: ignore[arg-type]
        history = History(parent.rule_set, recorded)
        before = _holders(history)
        after = {seat: given.get(seat, OPEN) for seat in opened.seats}
        changed = [_taken(seat, after[seat]) for seat in after if after[seat] != before[seat]]
        history.extend(self._host_events(history, changed))
        self._open(history, secret)
        return child

    def adopt(self, recorded: Sequence[Recorded], seed: bytes | None) -> str:
        """An imported game, stored as it is; gives its id.

        Without its seed it can be looked at and forked, but not played on. Raises InvalidSetup
        if it cannot be replayed, is here already, or has another seed than it committed to.
        """
        history = _replayed(recorded)
        game = recorded[0].game
        if seed is not None and commitment(game, seed) != history.head.opened.commitment:
            raise InvalidSetup("The seed of the imported game is not the one that its opening committed to.")
        if self._read(_id(game), 0, 1):
            raise InvalidSetup(f"The game {game} is here already.")
        self._open(history, seed, over=False)
        return game

    # Playing

    def order(self, game: str, seat: Seat, order: Order, moment: str | None = None) -> Desk:
        """Carries out an order, or adds it to the seat's open answer; gives the new desk.

        `moment` is the decision point that the order was made for. Raises NotAsked, IllegalOrder,
        StaleOrder, StoreUnavailable; then nothing was recorded.
        """
        return self._try(game, moment, order, lambda desk: self._answered(desk, seat, order))

    def retract(self, game: str, seat: Seat, moment: str | None = None) -> Desk:
        """Withdraws a seat's answer that is not in effect yet. Raises NotAsked, StaleOrder."""

        def withdraw(desk: Desk) -> None:
            if seat not in desk.drafts:
                raise NotAsked(
                    f"There is no open answer of {refusals.called(self.rule_set(game), [seat])} to withdraw; "
                    "what is in effect can be taken back by an undo."
                )
            if not self._answers.drop_draft(desk, seat):
                raise Conflict("the open answer is gone")

        return self._try(game, moment, "Withdrawing the answer", withdraw)

    def undo_target(self, game: str, seats: Iterable[Seat]) -> int | None:
        """The rest before the last command, still in effect, that one of `seats` answered; None if none."""
        history, mine = self.history(game), set(seats)
        if history.head.is_over:
            return None
        version = history.head.version
        while version > 1:
            last = history.recorded[version - 1]
            if isinstance(last.body, Undone):
                version = last.body.to
                continue
            first = version
            while (
                first > 1
                and history.recorded[first - 1].answers is None
                and not _stands_alone(history, first)
            ):
                first -= 1
            answers = history.recorded[first - 1].answers
            if answers and any(mine & set(each) for each in answers):
                return history.at(first - 1).rest
            version = first - 1
        return None

    def take_back(self, game: str, seats: tuple[Seat, ...], to: int) -> Desk:
        """Undo to the rest after version `to`, for whoever holds `seats`.

        At once if they were alone since then; else a request lies on the desk until the others
        consent or anybody goes on. Raises NotAllowed, IllegalOrder, StaleOrder.
        """

        def ask(desk: Desk) -> None:
            history = self.history(game)
            self._may_take_back(history, desk, seats, to)
            needed = self._consents(history, desk, seats, to)
            if not needed:
                self._undo(history, desk, Takeback(to, seats, ()))
            elif desk.takeback is not None and desk.takeback.by != seats:
                raise NotAllowed(
                    f"{refusals.called(history.rule_set, desk.takeback.by)} already asked to return to event "
                    f"{desk.takeback.to}; answer that first."
                )
            elif not self._answers.write_takeback(desk, Takeback(to, seats, needed)):
                raise Conflict("the request has changed")

        return self._try(game, None, "Taking back", ask)

    def consent(self, game: str, seat: Seat, agree: bool) -> Desk:
        """A seat answers the request on the desk; who made it may withdraw it. Raises NotAllowed."""

        def reply(desk: Desk) -> None:
            request = desk.takeback
            if request is None:
                raise NotAllowed("Nobody has asked to take anything back, or the game has gone on since.")
            if seat not in request.needed and (agree or seat not in request.by):
                names = refusals.called(self.rule_set(game), request.missing)
                raise NotAllowed(f"The request waits for {names}, not for {seat!r}.")
            if not agree:
                self._answers.drop_takeback(desk)
                return
            granted = tuple(each for each in request.needed if each in (*request.granted, seat))
            answered = msgspec.structs.replace(request, granted=granted)
            if not answered.missing:
                self._undo(self.history(game), desk, answered)
            elif not self._answers.write_takeback(desk, answered):
                raise Conflict("the request has changed")

        return self._try(game, None, "Consenting", reply)

    def take_seat(self, game: str, seat: Seat, holder: Holder) -> Desk:
        """Somebody holds a seat from now on. Raises InvalidSetup."""

        def take(desk: Desk) -> None:
            history = self.history(game)
            clean = clean_holders(history.head.opened.seats, {seat: holder})[seat]
            self._append(history, self._host_events(history, [_taken(seat, clean)]))

        return self._try(game, None, "Taking a seat", take)

    # Secrets

    def seat_key(self, game: str, seat: Seat) -> str:
        """The nonce that a seat's links are made of; made when first asked for. Raises UnknownGame."""
        opened = self._rules_and_opening(game)[1]
        if seat not in opened.seats:
            raise InvalidSetup(f"This game has no seat {seat!r}; its seats are {', '.join(opened.seats)}.")
        with storing("Reading a seat's key"):
            known = self._notes.read(KEY, game, seat)
            if known is None:
                self._notes.write(KEY, game, seat, token_hex(16))
                known = self._notes.read(KEY, game, seat)
        assert known is not None
        return known

    def new_seat_key(self, game: str, seat: Seat) -> str:
        """A new nonce: links made of the old one end. Raises UnknownGame."""
        old = self.seat_key(game, seat)
        with storing("Changing a seat's key"):
            self._notes.write(KEY, game, seat, token_hex(16), was=old)
        return self.seat_key(game, seat)

    def seed(self, game: str, host: bool = False) -> bytes:
        """A finished game's seed; a running one's for the host only. Raises NotAllowed."""
        history = self.history(game)
        if not history.head.is_over and not host:
            raise NotAllowed("The seed stays secret until the game is over: it tells every roll and draw.")
        last = history.recorded[-1].body
        found = self._seed(game) or (bytes.fromhex(last.seed) if isinstance(last, SeedRevealed) else None)
        if found is None:
            raise NotAllowed("This game was imported without its seed; only whoever exported it has it.")
        return found

    # Following

    def on_change(self, callback: OnChange) -> None:
        """Calls `callback(game, moment)` after each change made through this object, in the same thread."""
        self._listeners.append(callback)

    def notifications(self, start: int, limit: int) -> list[tuple[int, Recorded]]:
        """Up to `limit` (notification id, event) from id `start` on, of all games. Ids grow, with gaps."""
        with storing("Reading the events"):
            found = self._stream.recorder.select_notifications(start, limit)
            return [(each.id, self._stream.mapper.to_domain_event(each)) for each in found]  # type: ignore[misc]

    def max_notification_id(self) -> int:
        """The id of the last event of all; 0 in an empty store."""
        with storing("Reading the events"):
            return self._stream.recorder.max_notification_id() or 0

    def subscribe(self, start: int) -> Subscription:
        """Every (notification id, event) from id `start` on, as they come, from all processes."""
        gt = start - 1 if start > 1 else None
        with storing("Subscribing"):
            made = Subscription(
                lambda: self._stream.recorder.subscribe(gt),
                lambda n: self._stream.mapper.to_domain_event(n),  # type: ignore[arg-type,return-value]
            )
        with self._guard:
            self._subscriptions = [each for each in self._subscriptions if not each.is_stopped]
            self._subscriptions.append(made)
        return made

    def close(self) -> None:
        """Stops the subscriptions and lets the store go."""
        with self._guard:
            open_ones, self._subscriptions = self._subscriptions, []
        for each in open_ones:
            each.stop()
        self._stream.close()
        self._notes.close()

    # Within

    def _lock(self, game: str) -> Any:
        with self._guard:
            return self._locks.setdefault(game, RLock())

    def _read(self, game: str, after: int, upto: int | None = None) -> list[Recorded]:
        with storing(f"Reading the game {game}"):
            return list(self._stream.events.get(UUID(_id(game)), gt=after, lte=upto))  # type: ignore[arg-type]

    def _rules_and_opening(self, game: str) -> tuple[RuleSet, Opened]:
        with self._guard:
            known = self._histories.get(game)
        if known is not None:
            return known.rule_set, known.head.opened
        first = self._read(game, 0, 1)
        if not first:
            raise UnknownGame(f"There is no game {game!r}.")
        assert isinstance(first[0].body, Opened)
        return _rules_of(first[0]), first[0].body

    def _keep(self, game: str, history: History) -> None:
        with self._guard:
            known = self._histories.get(game)
            if known is None or known.head.version <= history.head.version:
                self._histories[game] = history
            self._histories.move_to_end(game)
            while len(self._histories) > LOADED_GAMES:
                self._histories.popitem(last=False)

    def _forget(self, game: str) -> None:
        with self._guard:
            self._histories.pop(game, None)

    def _desk(self, history: History) -> Desk:
        game = history.recorded[0].game
        with storing(f"Reading the open answers of the game {game}"):
            return self._answers.desk(game, history.head)

    def _try(self, game: str, moment: str | None, tried: Order | str, change: Callable[[Desk], None]) -> Desk:
        """Makes a change at one decision point, again if only the host wrote in between."""
        with self._lock(game):
            for _ in range(ATTEMPTS):
                desk = self.desk(game)
                moment = moment or desk.moment
                if moment != desk.moment:
                    raise self._stale(desk, moment, tried)
                try:
                    with storing("The order"):
                        change(desk)
                    break
                except Conflict:
                    self._forget(game)
            else:
                raise self._stale(desk, moment, tried)
            after = self.desk(game)
        self._tell(after)
        return after

    def _stale(self, desk: Desk, moment: str, tried: Order | str) -> StaleOrder:
        rule_set = self.rule_set(desk.game)
        words = tried if isinstance(tried, str) else refusals.in_words(rule_set, tried)
        return refusals.stale(rule_set, desk, moment, words)

    def _answered(self, desk: Desk, seat: Seat, order: Order) -> None:
        rule_set = self.rule_set(desk.game)
        if seat not in desk.waiting:
            raise refusals.not_asked(rule_set, desk, seat, refusals.in_words(rule_set, order))
        offered = next((each for each in desk.menu(seat) if each == order), None)
        if offered is None:
            raise refusals.illegal(rule_set, desk, seat, order)
        draft = (*desk.drafts.get(seat, ()), offered)
        answers = {**desk.drafts, seat: draft}
        if all(is_complete(answers.get(each, ())) for each in desk.asked):
            self._carry_out(desk, answers)
            return
        if not self._answers.write_draft(desk, seat, draft):
            raise Conflict("the open answer has changed")
        self._answers.drop_takeback(desk)

    def _carry_out(self, desk: Desk, answers: Answers) -> None:
        """All have answered: the game goes on. Raises Conflict if another process was first."""
        if self._drops_foreign(desk, answers):
            raise Conflict("an open answer was damaged")
        secret = self._seed(desk.game)
        if secret is None:
            raise NotAllowed(
                "This game was imported without its seed, so it cannot be played on here; fork it with fresh dice."
            )
        together = {seat: answers[seat] for seat in desk.asked}
        rounds = (*desk.rounds, together)
        play = resumed(desk.standing, SealedChance(secret))
        decision = went_on(play, rounds)
        if not play.events:
            assert decision is not None, "a game ends with an event"
            if not self._answers.write_round(desk, together):
                raise Conflict("the round is over")
            self._answers.clear(desk)
            return
        history = self.history(desk.game)
        if history.head.version != desk.version:
            raise Conflict("the game has gone on")
        events = command(desk.game, desk.version, self._clock(), play, rounds)
        after = self._append(history, [*events, *self._revealed(events[-1], secret)])
        self._answers.clear_rest(desk, after.head.rest)

    def _drops_foreign(self, desk: Desk, answers: Answers) -> bool:
        """Whether an answer from the table is not one that its seat was offered; it is asked again."""
        dropped = False
        for seat, draft in desk.drafts.items():
            assert desk.decision is not None
            ask = desk.decision.asks[seat]
            if not all(each in ask.menu(draft[:number]) for number, each in enumerate(draft)):
                log.warning(
                    "Game %s: the open answer of %s is not legal; it is asked again.", desk.game, seat
                )
                self._answers.drop_draft(desk, seat)
                dropped = True
        return dropped

    def _settled(self, desk: Desk) -> Desk:
        """All answers are in, but not in effect: two processes took the last ones at once, or one was killed."""
        with suppress(Conflict):  # the other one was first: the same answers are in effect
            self._carry_out(desk, desk.drafts)
        self._forget(desk.game)
        return self._desk(self.history(desk.game))

    def _revealed(self, last: Recorded, secret: bytes) -> list[Recorded]:
        if last.agenda:
            return []
        return [Recorded(last.game, last.version + 1, last.at, SeedRevealed(secret.hex()))]

    def _host_events(self, history: History, events: Sequence[Event]) -> list[Recorded]:
        game, version, at = history.recorded[0].game, history.head.version, self._clock()
        return [Recorded(game, version + number, at, event) for number, event in enumerate(events, start=1)]

    def _append(self, history: History, recorded: Sequence[Recorded]) -> History:
        """Stores events in one transaction; if that fails, nothing changes."""
        game, title = history.recorded[0].game, history.rule_set.id
        try:
            with storing("Recording the order"):
                self._stream.events.put([Titled(title, each) for each in recorded])  # type: ignore[misc]
        except BaseException:
            self._forget(game)
            raise
        after = _extended(history, recorded)
        self._keep(game, after)
        if after.head.version // SNAPSHOT_EVERY > history.head.version // SNAPSHOT_EVERY:
            self._put_snapshot(game, title, after.head)
        return after

    def _put_snapshot(self, game: str, title: str, standing: Standing) -> None:
        """Puts a standing by. A snapshot is a luxury: without one, the game is folded from its events."""
        assert self._stream.snapshots is not None
        try:
            with storing("Putting a snapshot by"):
                self._stream.snapshots.put([Snapshot(game, title, standing.version, standing)])  # type: ignore[misc]
        except (Conflict, StoreUnavailable) as problem:
            log.warning("Game %s has no snapshot at version %d: %s", game, standing.version, problem)

    def _from_snapshot(self, game: str, version: int | None) -> Standing | None:
        assert self._stream.snapshots is not None
        with storing(f"Reading the game {game}"):
            found: Any = self._stream.snapshots.get(UUID(_id(game)), lte=version, desc=True)
            standing: Standing | None = next((each.standing for each in found if each.standing), None)
        if standing is None:
            return None
        rule_set = titled(standing.opened.title)
        rest = self._read(game, standing.version, version)
        return fold(rule_set, rest, standing, lambda past: self.standing(game, past))

    def _open(self, history: History, secret: bytes | None, over: bool = True) -> None:
        """Stores a new game: first its seed, then all its events at once."""
        game, title, head = history.recorded[0].game, history.rule_set.id, history.head
        if over and head.is_over and secret is not None:
            history.extend(self._host_events(history, [SeedRevealed(secret.hex())]))
        with storing("Opening the game"):
            if secret is not None:
                self._notes.write(SEED, game, "", secret.hex())
            try:
                self._stream.events.put([Titled(title, each) for each in history.recorded])  # type: ignore[misc]
            except Conflict as problem:
                raise InvalidSetup(f"The game {game} is here already.") from problem
        self._keep(game, history)
        self._tell(self.desk(game))

    def _seed(self, game: str) -> bytes | None:
        with storing("Reading the seed"):
            found = self._notes.read(SEED, game)
        return None if found is None else bytes.fromhex(found)

    def _may_fork(
        self, parent: History, version: int, same_fate: bool, asking: tuple[Seat, ...] | None
    ) -> None:
        standing, over = parent.at(version), parent.head.is_over
        if same_fate and not over:
            raise NotAllowed(
                "A fork with the same dice would show what this game will roll; wait until it is over, "
                "or fork with fresh dice."
            )
        if asking is not None and not over and not set(parent.head.opened.seats) <= set(asking):
            raise NotAllowed(
                "This game is still running and others play in it; whoever holds all its seats may fork it, "
                "everybody may when it is over."
            )
        if parent.recorded[version - 1].left:
            raise IllegalOrder(_no_rest(parent, version, "fork"))
        if standing.is_over:
            raise IllegalOrder(f"The game is over at event {version}; fork it from an earlier one.")

    def _may_take_back(self, history: History, desk: Desk, seats: tuple[Seat, ...], to: int) -> None:
        game_seats = history.head.opened.seats
        if not seats or not set(seats) <= set(game_seats):
            raise InvalidSetup(f"The seats of this game are {', '.join(game_seats)}, not {', '.join(seats)}.")
        if desk.is_over:
            raise NotAllowed(
                "The game is over and its seed is public: nothing can be taken back. Fork it instead."
            )
        floor = _first_rest(history)
        target = history.at(to)
        if target.rest != to or to < floor:
            raise IllegalOrder(_no_rest(history, to, "return"))
        if to >= desk.standing.rest:
            raise IllegalOrder(f"The game stands at event {to}: there is nothing to take back.")

    def _consents(self, history: History, desk: Desk, seats: tuple[Seat, ...], to: int) -> tuple[Seat, ...]:
        """Who must agree; bots and open seats have nobody to ask."""
        others = tuple(seat for seat in history.head.opened.seats if seat not in seats)
        needed = consents_needed(history.recorded[to:], history.head.opened.seats, seats)
        answered = {seat for each in (*desk.rounds, desk.drafts) for seat in each}
        if not needed and answered - set(seats):
            needed = others
        holders = _holders(history)
        return tuple(seat for seat in needed if holders[seat].kind not in ("bot", "open"))

    def _undo(self, history: History, desk: Desk, request: Takeback) -> None:
        if history.head.version != desk.version:
            raise Conflict("the game has gone on")
        undone = Undone(request.to, request.by[0], request.granted)
        after = self._append(history, self._host_events(history, [undone]))
        self._answers.clear_rest(desk, after.head.rest)

    def _tell(self, desk: Desk) -> None:
        for listener in self._listeners:
            try:
                listener(desk.game, desk.moment)
            except Exception:
                log.exception(
                    "A listener failed after the change of the game %s at %s", desk.game, desk.moment
                )

    def _named(self) -> str:
        """The store's identity, made once: projections of another store must not be taken for this one's."""
        with storing("Opening the store"):
            self._notes.write(STORE, "", "id", uuid4().hex)
            found = self._notes.read(STORE, "", "id")
        assert found is not None
        return found


_ID = re.compile(r"[0-9a-f]{32}")


def _id(game: str) -> str:
    if not _ID.fullmatch(game):
        raise UnknownGame(f"There is no game {game!r}; ids have 32 hexadecimal digits.")
    return game


def _rules_of(first: Recorded) -> RuleSet:
    assert isinstance(first.body, Opened)
    return titled(first.body.title)


def _extended(history: History, recorded: Sequence[Recorded]) -> History:
    """Another history: those that were handed out stay as they are."""
    after = history.copy()
    after.extend(recorded)
    return after


def _taken(seat: Seat, holder: Holder) -> SeatTaken:
    return SeatTaken(seat, holder.kind, holder.name)


def _holders(history: History) -> dict[Seat, Holder]:
    holders = dict.fromkeys(history.head.opened.seats, OPEN)
    for each in history.recorded:
        if isinstance(each.body, SeatTaken):
            holders[each.body.seat] = Holder(each.body.kind, each.body.name)
    return holders


def _stands_alone(history: History, version: int) -> bool:
    return version == 1 or history.recorded[version - 2].left == 0


def _first_rest(history: History) -> int:
    """Where the game first asked somebody."""
    setup = next((each for each in history.recorded if each.answers is not None), None)
    if setup is None or setup.answers:
        return 1
    return setup.version + setup.left


def _no_rest(history: History, version: int, verb: str) -> str:
    floor = _first_rest(history)
    rests = [each for each in history.rests() if each >= floor and history.at(each).rest == each]
    near = [*[each for each in rests if each < version][-1:], *[each for each in rests if each > version][:1]]
    where = " or ".join(str(each) for each in near)
    return f"One cannot {verb} to the middle of a command (event {version}); the nearest rests are events {where}."


def _replayed(recorded: Sequence[Recorded]) -> History:
    """The history of an imported game. Raises InvalidSetup if it cannot be replayed."""
    if not recorded or not isinstance(recorded[0].body, Opened) or not _ID.fullmatch(recorded[0].game):
        raise InvalidSetup(
            "An imported game begins with its opening event, under an id of 32 hexadecimal digits."
        )
    for number, each in enumerate(recorded, start=1):
        if each.version != number or each.game != recorded[0].game:
            raise InvalidSetup(
                f"The imported game has event {each.version} of {each.game} in place {number}."
            )
    if recorded[-1].left:
        raise InvalidSetup("The imported game ends in the middle of a command; take the whole command.")
    try:
        return History(_rules_of(recorded[0]), recorded)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as problem:
        raise InvalidSetup(f"The imported game cannot be replayed: {problem!r}.") from problem
