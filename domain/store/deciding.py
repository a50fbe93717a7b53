"""Orders: what is asked for is tried at one decision point, and carried out when all answers are in."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import RLock
from typing import Any

import msgspec

from domain.kernel import endings
from domain.kernel.agenda import Answers
from domain.kernel.chance import SealedChance
from domain.kernel.errors import (
    IllegalOrder,
    InvalidOrder,
    NotAllowed,
    NotAsked,
    StaleOrder,
    StoreUnavailable,
)
from domain.kernel.events import ENDINGS, Event, SeatKept, SeedRevealed, TimeRanOut
from domain.kernel.history import Recorded, command, only_shown, resumed
from domain.kernel.orders import Order
from domain.kernel.prose import refusal
from domain.kernel.seats import Seat
from domain.store import clocks, marches, refusals
from domain.store.answers import went_on
from domain.store.desk import AskedAt, Desk, is_complete
from domain.store.faults import Conflict, storing
from domain.store.heads import Head
from domain.store.people import Holder
from domain.store.reading import Reading
from domain.store.standing_orders import StandingOrder, checked
from domain.store.vault import DRAFT, TIMED, subject

ATTEMPTS = 20
"""How often an order is tried again when only the host wrote in between."""

log = logging.getLogger(__name__)


class Deciding(Reading):
    """Every game of one store, to give orders in.

    Of two orders for the same decision point, from whichever process, the second is refused with StaleOrder.
    """

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
                raise refusals.no_seat(desk.standing.opened, seat)
            if not self._answers.write_standing_order(desk, seat, clean):
                raise Conflict("the standing order has changed")

        return self._try(game, None, "standing_by", keep)

    # Clocks

    def clocks_at(self, desk: Desk) -> clocks.Watch | None:
        """What the clocks show at a desk, now if it asks somebody; None if the game has none."""
        if desk.standing.times is None:
            return None
        seating, stopped = self._histories.seating(desk.game), self.shelf.times_away(desk.game)
        away = partial(self.uptime.away, stopped=stopped)
        return clocks.watched(self.rule_set(desk.game), desk, seating, self._clock(), away)

    def untimed(self, game: str) -> None:
        """The game is over: nobody need keep its time."""
        with storing("Listing the games with a clock"):
            self._notes.remove(TIMED, game)

    def _spent(self, desk: Desk, out: Seat | None = None) -> dict[Seat, int] | None:
        watch = self.clocks_at(desk)
        return None if watch is None else watch.spent(out)

    def _may_run_out(self, desk: Desk) -> bool:
        """Whether somebody could have played: not where the host has put the game away, or closed play."""
        return self.shelf.closed() is None and desk.game not in self.shelf.away()

    def _fallen(self, desk: Desk) -> Desk:
        """The desk, after a seat has lost the game whose clock ran out; whoever looks finds it."""
        clock = desk.standing.opened.clock
        if clock is None or clock.on_time != "lost" or desk.is_over or not self.uptime.keeps_time():
            return desk
        watch = self.clocks_at(desk)
        if watch is None or not watch.out or not self._may_run_out(desk):
            return desk
        return self._settled(desk, lambda: self._out_of_time(desk, watch.out[0]))

    def _out_of_time(self, desk: Desk, seat: Seat, claimed_by: str = "") -> None:
        """The game is over for a seat whose clock has run out. Raises Conflict."""
        won = endings.winners_on_time(self.rule_set(desk.game), desk.standing, seat)
        assert won, "a clock runs only against somebody"
        self._end(desk, TimeRanOut(seat, won, claimed_by))

    def _end(self, desk: Desk, *events: Event) -> None:
        """The players end the game; what lies on the table is void. Raises Conflict."""
        revealed = SeedRevealed(self._secret(desk.game).hex())
        first, *others = self._added(desk.game, desk.version, [*events, revealed])
        if isinstance(first.body, ENDINGS):
            out = first.body.seat if isinstance(first.body, TimeRanOut) else None
            first = msgspec.structs.replace(first, spent=self._spent(desk, out))
        self._record(desk, [first, *others])

    # One decision

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

    def _gone_on(self, desk: Desk) -> Desk:
        """The desk after all that needs no answer any more: windows that are due or passed ahead."""
        while self._may_go_on(desk):
            before, desk = desk.moment, self._settled(desk)
            if desk.moment == before:
                break
        return self._fallen(desk)

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

    # Recording

    def keep_seat(self, game: str, seat: Seat) -> Desk:
        """The holder of a seat that was asked for is here; nothing happens if it was not."""

        def keep(desk: Desk) -> None:
            if seat in self.notices(game):
                self._by_host(desk, SeatKept(seat, self._holder(game, seat).name))

        return self._try(game, None, "seating", keep)

    def _holder(self, game: str, seat: Seat) -> Holder:
        if seat not in (found := self.holders(game)):
            raise refusals.no_seat(self._histories.opened(game)[1], seat)
        return found[seat]

    def _record(self, desk: Desk, events: Sequence[Recorded]) -> None:
        """Events that end the decision on the desk. Raises Conflict if anything was decided in between."""
        check, clear = self._answers.untouched(desk), self._answers.clearing(desk)
        self._histories.append(self._head_of(desk), events, check, clear)

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

    def _tidy(self, clear: Callable[[], object]) -> None:
        """Clears what is void already; if it cannot, the order stands all the same."""
        try:
            with storing("Clearing the table"):
                clear()
        except StoreUnavailable as problem:
            log.warning("%s", problem)

    def _tell(self, desk: Desk) -> None:
        """Tells who listens of a change that is kept."""
        for listener in self._listeners:
            with kept_anyway(desk):
                listener(desk.game, desk.moment)
        for told in self._due_listeners if desk.due is not None else ():
            assert desk.due is not None
            with kept_anyway(desk):
                told(desk.game, desk.due)
        if desk.is_over and desk.standing.opened.clock is not None:
            self._tidy(lambda: self.untimed(desk.game))


@contextmanager
def kept_anyway(desk: Desk) -> Iterator[None]:
    """A listener that fails is logged: the change that it is told of is kept already."""
    try:
        yield
    except Exception:
        log.exception("A listener failed on the change of game %s at %s", desk.game, desk.moment)
