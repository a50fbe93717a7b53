"""Answers that are not in effect yet: durable, changeable until the last one is in, shown to nobody else."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from secrets import SystemRandom
from typing import Any
from zlib import crc32

import msgspec

from domain.kernel.agenda import NO_CHANCE, Answers, Play
from domain.kernel.codec import Codec, codec
from domain.kernel.decisions import Decision, Draft
from domain.kernel.errors import InvalidOrder
from domain.kernel.history import Standing, resumed
from domain.kernel.packs import rules_of
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat
from domain.store.changes import Changes, Remembered
from domain.store.commits import Cursor
from domain.store.desk import AskedAt, Desk, Takeback, Thought, Timing
from domain.store.faults import Conflict, reading_game
from domain.store.standing_orders import ALWAYS, StandingOrder, read_standing_order
from domain.store.vault import (
    CLOCK,
    COVER,
    DECIDING,
    DRAFT,
    RESIGNING,
    ROUND,
    STANDING,
    TAKEBACK,
    WINDOW,
    Notes,
    Point,
    Within,
    subject,
)

OPEN_KINDS = (ROUND, DRAFT, TAKEBACK, WINDOW, CLOCK)
LYING = (ROUND, DRAFT, TAKEBACK)
"""What people put on a table that no event tells of."""
CHANCE = SystemRandom()
log = logging.getLogger(__name__)
_read_takeback = msgspec.json.Decoder(Takeback).decode
_read_asked = msgspec.json.Decoder(AskedAt).decode
_read_thought = msgspec.json.Decoder(Thought).decode


class OpenAnswers:
    """The notes about decisions that games wait for."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int]) -> None:
        self._notes = notes
        self._tables: Remembered[list[tuple[str, str, str]]] = Remembered(changes)
        self._clock = clock

    def desk(self, game: str, load: Callable[[], Standing]) -> Desk:
        """What the game asks, with everything that lies on the table.

        The table is read before the standing: when another process goes on in between, its
        notes are of an old rest, never of the new one and incomplete. A game that can only be looked at
        asks nobody. Raises SetAside.
        """
        kinds = (*OPEN_KINDS, STANDING, COVER, RESIGNING)
        lying = self._tables.get(lambda: self._notes.about(game, kinds), subject(DRAFT, game))
        standing = load()
        if not standing.is_playable:
            return Desk(game, standing, (), None, {})
        with reading_game(game):
            return self._asked(game, standing, lying)

    def _asked(self, game: str, standing: Standing, lying: list[tuple[str, str, str]]) -> Desk:
        """The desk with the decision that the rules ask."""
        reader = codec(standing.opened.title)
        notes = {(kind, place): body for kind, place, body in lying if place.startswith(f"{standing.rest}.")}
        rounds = self._rounds(game, reader, standing, notes)
        play = resumed(standing, NO_CHANCE)
        decision = went_on(play, rounds)
        moment = f"{standing.rest}.{len(rounds)}"
        drafts: dict[Seat, Draft] = {}
        for seat in decision.seats if decision else ():
            body = notes.get((DRAFT, f"{moment}.{seat}"))
            if body is not None:
                drafts[seat] = self._draft(game, reader, f"{moment}.{seat}", body)
        body = notes.get((TAKEBACK, moment))
        takeback = None if body is None else self._takeback(game, moment, body)
        given = {seat: draft for seat, draft in drafts.items() if draft}
        standing_orders = self._standing_orders(game, lying)
        automatic = _automatic(decision, given, standing_orders, rules_of(standing.opened).fights)
        desk = Desk(
            game,
            standing,
            rounds,
            decision,
            {**given, **automatic},
            tuple(play.agenda),
            takeback,
            standing_orders,
            frozenset(automatic),
            timing=_timing(notes, moment, decision.seats if decision else ()),
            resigning=tuple(seat for seat in standing.opened.seats if (RESIGNING, seat, "yes") in lying),
        )
        cover = next((int(body) for kind, _, body in lying if kind == COVER), 0)
        return self._covered(desk, cover, notes)

    def _standing_orders(self, game: str, lying: Iterable[tuple[str, str, str]]) -> dict[Seat, StandingOrder]:
        found: dict[Seat, StandingOrder] = {}
        for kind, seat, body in lying:
            if kind == STANDING:
                try:
                    found[Seat(seat)] = read_standing_order(body)
                except msgspec.DecodeError as problem:
                    self._drop_damaged(STANDING, game, seat, problem)
        return found

    def _covered(self, desk: Desk, cover: int, notes: Mapping[tuple[str, str], str]) -> Desk:
        """In a window of a table with a cover time, how long it stays open: drawn once, within limits."""
        if not cover or desk.window is None:
            return desk
        body = notes.get((WINDOW, desk.moment))
        if body is None:
            due = self._clock() + round(cover * CHANCE.uniform(0.5, 1.5))
            body = self._notes.made_once(WINDOW, desk.game, desk.moment, str(due))
        return replace(desk, due=int(body))

    def write_standing_order(self, desk: Desk, seat: Seat, order: StandingOrder) -> bool:
        """Keeps when a seat is asked in windows. False if it was changed since `desk`."""
        was = desk.standing_orders.get(seat)
        if order == desk.standing_order(seat):
            return True
        if order == ALWAYS:
            return self._notes.remove(STANDING, desk.game, seat)
        before = None if was is None else msgspec.json.encode(was).decode()
        return self._notes.write(STANDING, desk.game, seat, msgspec.json.encode(order).decode(), was=before)

    def note_cover(self, cursor: Cursor, game: str, cover: int) -> None:
        """About how long each window of a new game stays open, in milliseconds: noted within the transaction
        that stores its events."""
        self._notes.say(cursor, COVER, game, "", str(cover))

    def cover(self, game: str) -> int:
        """About how long each window of a game stays open, in milliseconds."""
        return int(self._notes.read(COVER, game) or 0)

    def dues(self) -> dict[str, int]:
        """Until when windows stay open, by game: the latest of each. Some may be closed already."""
        found: dict[str, int] = {}
        for game, _, body in self._notes.everywhere(WINDOW):
            found[game] = max(int(body), found.get(game, 0))
        return found

    def silent_rounds(self) -> list[tuple[str, str]]:
        """Every decision that was answered and left no event yet, as (game, moment)."""
        return [(game, moment) for game, moment, _ in self._notes.everywhere(ROUND)]

    def lying(self) -> dict[str, int]:
        """The games on whose tables lies what no event tells of, with a digest of it: answers and
        requests to take back."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for kind in sorted(LYING):
            for game, place, body in self._notes.everywhere(kind):
                found.setdefault(game, []).append((kind, place, body))
        return {game: _digest(lying) for game, lying in sorted(found.items())}

    def lies(self, game: str) -> int:
        """The same digest of one game; 0 if nothing lies there."""
        return _digest(self._notes.about(game, LYING))

    def _rounds(
        self, game: str, reader: Codec, standing: Standing, notes: dict[tuple[str, str], str]
    ) -> tuple[Answers, ...]:
        rounds: list[Answers] = []
        while (body := notes.get((ROUND, f"{standing.rest}.{len(rounds)}"))) is not None:
            try:
                rounds.append(_read_answers(reader, body))
            except (InvalidOrder, msgspec.DecodeError, TypeError, AttributeError) as problem:
                kept = [place for kind, place in notes if kind == ROUND]
                for place in sorted(place for place in kept if _number(place) >= len(rounds)):
                    self._drop_damaged(ROUND, game, place, problem)
                break
        return tuple(rounds)

    def _draft(self, game: str, reader: Codec, place: str, body: str) -> Draft:
        try:
            draft = _read_draft(reader, msgspec.json.decode(body))
        except (InvalidOrder, msgspec.DecodeError, TypeError) as problem:
            self._drop_damaged(DRAFT, game, place, problem)
            return ()
        if _write_draft(draft) != body:  # an older program wrote it; compare-and-set needs one form
            self._notes.write(DRAFT, game, place, _write_draft(draft), was=body)
        return draft

    def _takeback(self, game: str, moment: str, body: str) -> Takeback | None:
        try:
            return _read_takeback(body)
        except msgspec.DecodeError as problem:
            self._drop_damaged(TAKEBACK, game, moment, problem)
            return None

    def _drop_damaged(self, kind: str, game: str, place: str, problem: Exception) -> None:
        log.warning("Game %s: the %s at %s is damaged (%s); asked again.", game, kind, place, problem)
        self._notes.remove(kind, game, place)

    def write_thought(self, desk: Desk, seat: Seat, thought: Thought) -> None:
        """Notes what a seat has thought about the question on the desk; nothing if the game has gone on."""
        was = desk.timing.thought.get(seat)
        before = None if was is None else msgspec.json.encode(was).decode()
        self._write(CLOCK, desk, f"{desk.moment}.{seat}", msgspec.json.encode(thought).decode(), before)

    def write_asked(self, game: str, moment: str, asked: AskedAt) -> None:
        """Notes when a question was put that no event tells of."""
        self._notes.write(CLOCK, game, moment, msgspec.json.encode(asked).decode())

    def write_draft(self, desk: Desk, seat: Seat, draft: Draft) -> bool:
        """Keeps a seat's answer so far. False if it or the game is not as `desk` shows any more.

        A request on the desk is void then, but not in a window: it would tell that somebody has answered.
        """
        was = desk.drafts.get(seat)
        before = None if was is None else _write_draft(was)
        place, then = f"{desk.moment}.{seat}", None
        if desk.takeback is not None and desk.window is None:
            then = partial(self._notes.clear, desk.game, (TAKEBACK,), desk.moment)
        return self._write(DRAFT, desk, place, _write_draft(draft), before, then=then)

    def _write(
        self,
        kind: str,
        desk: Desk,
        place: str,
        body: str,
        was: str | None,
        check: Within | None = None,
        then: Within | None = None,
    ) -> bool:
        point = Point(desk.game, desk.version, desk.moment)
        return self._notes.write_at(kind, place, body, was, point, check, then)

    def untouched(self, desk: Desk) -> Within:
        """Raises Conflict, within the transaction that ends the decision on the desk, unless all that led
        to it lies there as `desk` shows it: the same answers, the same standing orders that let it pass,
        and no round that another process has closed silently."""

        def check(within: Cursor) -> None:
            lying = self._notes.about(desk.game, DECIDING, within)
            if any(kind == ROUND and place == desk.moment for kind, place, _ in lying):
                raise Conflict("the round is over")
            self._check_answers(desk, lying)

        return check

    def _check_answers(self, desk: Desk, lying: Iterable[tuple[str, str, str]]) -> None:
        """Raises Conflict unless the answers on the desk are those of the notes."""
        drafts = {place: body for kind, place, body in lying if kind == DRAFT}
        for seat in desk.asked:
            by_hand = seat in desk.drafts and seat not in desk.automatic
            shown = _write_draft(desk.drafts[seat]) if by_hand else None
            if drafts.get(f"{desk.moment}.{seat}") != shown:
                raise Conflict("an answer has changed")
        now = self._standing_orders(desk.game, lying)
        if any(now.get(seat, ALWAYS) != desk.standing_order(seat) for seat in desk.automatic):
            raise Conflict("a standing order has changed")

    def drop_draft(self, desk: Desk, seat: Seat) -> bool:
        """Takes a seat's answer back. False if there is none."""
        return self._notes.remove(DRAFT, desk.game, f"{desk.moment}.{seat}")

    def write_round(self, desk: Desk, answers: Answers, then: AskedAt | None = None) -> bool:
        """Keeps answers that led to no event, in the place of those on the desk; `then` is when the next
        question was put, in a game with a clock. False if another process was first; raises Conflict if an
        answer has changed."""
        body = msgspec.json.encode(answers).decode()

        def check(within: Cursor) -> None:
            self._check_answers(desk, self._notes.about(desk.game, DECIDING, within))

        clear = partial(self._clear, desk, then=then)
        return self._write(ROUND, desk, desk.moment, body, None, check, clear)

    def write_takeback(self, desk: Desk, takeback: Takeback) -> bool:
        """Puts a request on the desk, in the place of the one `desk` shows. False if that has changed."""
        was = None if desk.takeback is None else msgspec.json.encode(desk.takeback).decode()
        return self._write(TAKEBACK, desk, desk.moment, msgspec.json.encode(takeback).decode(), was)

    def would_resign(self, game: str, seats: Iterable[Seat]) -> set[Seat]:
        """Keeps that these seats would resign; all that would, as the notes have it after that."""
        for seat in seats:
            self._notes.write(RESIGNING, game, seat, "yes")
        return {Seat(seat) for _, seat, _ in self._notes.about(game, (RESIGNING,))}

    def play_on(self, game: str, seats: Iterable[Seat]) -> None:
        """None of these seats would resign any more."""
        for seat in seats:
            self._notes.remove(RESIGNING, game, seat)

    def drop_takeback(self, desk: Desk) -> None:
        """The request on the desk is void."""
        if desk.takeback is not None:
            self._notes.remove(TAKEBACK, desk.game, desk.moment)

    def drop_illegal(self, desk: Desk) -> bool:
        """Whether an open answer holds an order that its seat is not offered; it is asked again."""
        dropped = False
        for seat, draft in desk.drafts.items():
            assert desk.decision is not None
            ask = desk.decision.asks[seat]
            if not all(each in ask.menu(draft[:number]) for number, each in enumerate(draft)):
                log.warning("Game %s: an open answer of %s is not legal; asked again.", desk.game, seat)
                dropped |= self.drop_draft(desk, seat)
        return dropped

    def _clear(self, desk: Desk, within: Cursor, then: AskedAt | None = None) -> None:
        """A silent round is over: its answers and requests go, the round itself stays."""
        self._notes.clear(desk.game, (DRAFT, TAKEBACK, CLOCK), desk.moment, within)
        if then is not None:
            place = f"{desk.standing.rest}.{len(desk.rounds) + 1}"
            self._notes.add(CLOCK, desk.game, place, msgspec.json.encode(then).decode(), within)

    def clearing(self, desk: Desk) -> Within | None:
        """The game goes on to another rest: takes away what belonged to the old one, and nothing newer.

        None if there is nothing.
        """
        if desk.rounds or desk.drafts or desk.takeback or desk.due or desk.timing != Timing():
            return partial(self._notes.clear, desk.game, OPEN_KINDS, str(desk.standing.rest))
        return None


def _digest(lying: Sequence[tuple[str, str, str]]) -> int:
    return crc32(msgspec.json.encode(lying)) if lying else 0


def _timing(notes: Mapping[tuple[str, str], str], moment: str, seats: Iterable[Seat]) -> Timing:
    """What is noted about the clocks."""
    asked = notes.get((CLOCK, moment))
    bodies = {seat: notes.get((CLOCK, f"{moment}.{seat}")) for seat in seats}
    if asked is None and not any(bodies.values()):
        return Timing()
    thought = {seat: _read_thought(body) for seat, body in bodies.items() if body is not None}
    return Timing(None if asked is None else _read_asked(asked), thought)


def _automatic(
    decision: Decision | None,
    given: Mapping[Seat, Draft],
    standing_orders: Mapping[Seat, StandingOrder],
    fights: Collection[str],
) -> dict[Seat, Draft]:
    """The silence of every seat that lets this window pass by its standing order and says nothing itself."""
    found: dict[Seat, Draft] = {}
    for ask in decision.asks.values() if decision else ():
        order = standing_orders.get(ask.seat, ALWAYS)
        if ask.silence is not None and ask.seat not in given and order.lets_pass(ask, fights):
            found[ask.seat] = (ask.silence,)
    return found


def went_on(play: "Play[Any]", rounds: Iterable[Answers]) -> Decision | None:
    """Takes a resting position through complete answers, to the next decision."""
    decision = play.run()
    for answers in rounds:
        decision = play.answer(answers)
    return decision


def _read_answers(reader: Codec, body: str) -> Answers:
    return {Seat(seat): _read_draft(reader, draft) for seat, draft in msgspec.json.decode(body).items()}


def _read_draft(reader: Codec, values: Any) -> Draft:
    if not isinstance(values, list) or not values:
        raise InvalidOrder(plain_refusal("not_an_answer"))
    return tuple(reader.convert_order(value) for value in values)


def _write_draft(draft: Draft) -> str:
    return msgspec.json.encode(draft).decode()


def _number(place: str) -> int:
    return int(place.split(".")[1])
