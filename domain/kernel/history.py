"""History: what happened in a game, where it stood after each event, undo and fork.

A command is what one complete set of answers leads to. The first event of a command carries
the answers (with those before it that led to no event, such as windows that everybody let
pass); the last one carries the agenda, so a loaded game stands exactly where it stood.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.chance import Chance, Drawn, Rolled
from domain.kernel.errors import IllegalOrder, NotAllowed
from domain.kernel.events import (
    DRAW_EVENTS,
    ENDINGS,
    HOST_EVENTS,
    LESSON,
    DrawAgreed,
    DrawOffered,
    Event,
    Opened,
    Parent,
    SeatFreed,
    SeatResigned,
    SeatTaken,
    TimeRanOut,
    Undone,
)
from domain.kernel.orders import Order
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import Result, RuleSet
from domain.kernel.seats import Seat
from domain.kernel.time_control import Times


class Recorded(msgspec.Struct, frozen=True):
    """One stored event in its envelope.

    `at` is milliseconds since 1970; `left` counts the events of the command still to come
    (0 = the last one). `answers` stands on the first event of a command, `agenda` on the last. `goes_on`
    stands on the first one too, where the command goes on with the march of the command before it: they
    were given at a stroke, and are taken back so. In a game with a clock `spent` stands on the first event of
    what was decided: the milliseconds that each seat has thought about it.
    """

    game: str
    version: int
    at: int
    body: Event
    left: int = 0
    answers: tuple[Answers, ...] | None = None
    agenda: tuple[Step, ...] | None = None
    goes_on: bool = False
    spent: Mapping[Seat, int] | None = None

    @property
    def is_follow_up(self) -> bool:
        """Whether it follows from the same command as the event before it."""
        return self.answers is None and not isinstance(self.body, HOST_EVENTS)


class Offer(msgspec.Struct, frozen=True):
    """A draw that is offered: by whom, and who has agreed."""

    by: Seat
    agreed: tuple[Seat, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands after event `version`.

    `rest` is the version of the last event of the last command: positions between the events
    of one command do not rest. `ledger` counts the rolls and draws made, by purpose. `ended` is how the
    players ended the game themselves, if they did; the state knows nothing of it, nor of
    the draw that is offered (`offer`), nor of the clock: `times` are None where there is none.
    """

    version: int
    rest: int
    opened: Opened
    state: Any
    agenda: tuple[Step, ...]
    ledger: Mapping[str, int]
    ended: Result | None = None
    offer: Offer | None = None
    times: Times | None = None

    @property
    def is_over(self) -> bool:
        return not self.agenda

    @property
    def is_playable(self) -> bool:
        """Whether the rules may be run on it: not on a game that was imported only to be looked at."""
        return not self.opened.only_shown


Past = Callable[[int], Standing]
"""Gives the standing after an earlier version, for undo."""


def fold(rule_set: RuleSet, recorded: Iterable[Recorded], start: Standing | None, past: Past) -> Standing:
    """The standing after `recorded`, which go on from `start` (None: from the opening)."""
    standing = start
    for each in recorded:
        standing = _after(rule_set, standing, each, past)
    assert standing is not None, "a game has at least its opening event"
    return standing


def _after(rule_set: RuleSet, standing: Standing | None, recorded: Recorded, past: Past) -> Standing:
    after = _went_on(rule_set, standing, recorded, past)
    if after.opened.clock is None:
        return after
    return msgspec.structs.replace(after, times=_times(standing, recorded, past))


def _times(standing: Standing | None, recorded: Recorded, past: Past) -> Times:
    """What the clocks show after an event. Those of a fork begin with it."""
    if standing is None or standing.times is None:
        return Times(recorded.at)
    times, opened, body, spent = standing.times, standing.opened, recorded.body, recorded.spent or {}
    if opened.parent is not None and recorded.version <= opened.parent.version:
        return times
    if isinstance(body, Undone):
        target = past(body.to).times
        depth = 0 if target is None else target.depth
        return times.taken_back(spent, depth, recorded.at, is_agreed=bool(body.consented))
    if isinstance(body, ENDINGS):
        return times.thought(spent)
    if recorded.answers is not None:
        times = times.went_on(spent, () if recorded.goes_on else _speaking(recorded.answers))
    return times if recorded.agenda is None else times.asked(recorded.at)


def _speaking(rounds: Iterable[Answers]) -> set[Seat]:
    """The seats that did more in `rounds` than to let windows pass."""
    return {seat for answers in rounds for seat, number in said(answers).items() if number}


def _went_on(rule_set: RuleSet, standing: Standing | None, recorded: Recorded, past: Past) -> Standing:
    body, version = recorded.body, recorded.version
    if standing is None:
        assert isinstance(body, Opened), f"version {version} is {type(body).__name__}, not Opened"
        state, agenda = rule_set.set_up(body)
        return Standing(version, version, body, state, agenda, {})
    if isinstance(body, Opened):  # a fork goes on under its own opening
        return standing
    if isinstance(body, Undone):
        target = past(body.to)
        ledger = target.ledger if standing.opened.dice_of == LESSON else standing.ledger
        return Standing(version, version, standing.opened, target.state, target.agenda, ledger)
    if isinstance(body, DRAW_EVENTS):
        offer = _offer(standing.offer, body)
        return msgspec.structs.replace(standing, version=version, offer=offer)
    if isinstance(body, ENDINGS):
        ended = _ended(body)
        return Standing(version, version, standing.opened, standing.state, (), standing.ledger, ended)
    ledger = standing.ledger
    if isinstance(body, (Rolled, Drawn)):
        ledger = {**ledger, body.purpose: body.index + 1}
    rest, agenda = standing.rest, standing.agenda
    if recorded.agenda is not None:
        rest, agenda = version, recorded.agenda
    state = body.apply(standing.state)
    offer = standing.offer
    if offer is not None and (
        isinstance(body, (SeatTaken, SeatFreed)) or not answering(recorded.answers or ()) <= {offer.by}
    ):
        offer = None  # somebody else has played on, or sits there
    return Standing(version, rest, standing.opened, state, agenda, ledger, standing.ended, offer)


def _offer(offer: Offer | None, body: Event) -> Offer | None:
    """The draw that is offered after somebody spoke of it."""
    if isinstance(body, DrawOffered):
        return Offer(body.seat)
    if isinstance(body, DrawAgreed) and offer is not None:
        return Offer(offer.by, (*offer.agreed, body.seat))
    return None


def _ended(body: Event) -> Result:
    """What it comes to that players ended the game: no rule has counted anything."""
    if isinstance(body, SeatResigned):
        return Result(body.winners, "", {}, reason="resignation")
    if isinstance(body, TimeRanOut):
        return Result(body.winners, "", {}, reason="time")
    return Result((), "", {}, reason="agreement")


def result_of(rule_set: RuleSet, standing: Standing) -> Result | None:
    """How a game ended, by its rules or by its players; None while it goes on."""
    if standing.ended is not None:
        return standing.ended
    result: Result | None = rule_set.result(standing.state)
    return result


class Asked(NamedTuple):
    """An answered decision: how deep in the agenda it was asked, by which kind of step, and the answers."""

    depth: int
    by: type[Step]
    answers: tuple[Answers, ...]


class Record(Protocol):
    """A game's events, and the agenda where it rested after each: a whole history, or what is read of it."""

    def event(self, version: int) -> Recorded: ...
    def agenda_at(self, version: int) -> tuple[Step, ...]: ...


class Remembers(Protocol):
    """Something that tells `asked_before`."""

    def asked_before(self, version: int) -> tuple[Asked, ...]: ...


NOTHING_KNOWN: tuple[int, tuple[Asked, ...]] = (0, ())


def asked_before(
    record: Record, version: int, known: tuple[int, tuple[Asked, ...]] = NOTHING_KNOWN
) -> tuple[Asked, ...]:
    """The decisions before event `version` that anything may still be a part of, the outermost first.

    Each was asked deeper in the agenda than the one before it: whatever was asked deeper than a later
    decision, or as deep, is done. `known` is what holds at an earlier version, so that one need not go back
    beyond it.
    """
    found: list[Asked] = []
    while version > 1 and (not found or found[0].depth > 1):
        if version == known[0]:
            found[:0] = [each for each in known[1] if not found or each.depth < found[0].depth]
            break
        each = record.event(version)
        version = each.body.to if isinstance(each.body, Undone) else version - 1
        if each.answers is None:
            continue
        agenda = record.agenda_at(version)
        if not found or len(agenda) < found[0].depth:
            found.insert(0, Asked(len(agenda), type(agenda[-1]), each.answers))
    return tuple(found)


class History:
    """A whole game in memory: every event, and the standing after each command."""

    def __init__(self, rule_set: RuleSet, recorded: Iterable[Recorded] = ()) -> None:
        self.rule_set = rule_set
        self.recorded: list[Recorded] = []
        self._rests: dict[int, Standing] = {}
        self._head: Standing | None = None
        self.extend(recorded)

    def extend(self, recorded: Iterable[Recorded]) -> None:
        """More events happened; their versions must follow on without a gap."""
        standing = self._head
        for each in recorded:
            assert each.version == len(self.recorded) + 1, "versions are gapless"
            standing = _after(self.rule_set, standing, each, self.at)
            self.recorded.append(each)
            if each.left == 0:
                self._rests[each.version] = standing
        self._head = standing

    def copy(self) -> "History":
        """Another history that goes its own way; the events and standings themselves are shared."""
        other = History(self.rule_set)
        other.recorded, other._rests, other._head = list(self.recorded), dict(self._rests), self._head
        return other

    @property
    def head(self) -> Standing:
        """Where the game stands now."""
        assert self._head is not None, "a history begins with an opening event"
        return self._head

    def at(self, version: int) -> Standing:
        """Where the game stood after `version`. Raises IllegalOrder for a version that is not there."""
        if version in self._rests:
            return self._rests[version]
        if not 1 <= version <= len(self.recorded):
            raise not_there(version, len(self.recorded))
        before = max(rest for rest in self._rests if rest < version)
        return fold(self.rule_set, self.recorded[before:version], self._rests[before], self.at)

    def event(self, version: int) -> Recorded:
        """The event `version`."""
        return self.recorded[version - 1]

    def agenda_at(self, version: int) -> tuple[Step, ...]:
        """What the game had to do after `version`."""
        return self.at(version).agenda

    def asked_before(self, version: int) -> tuple[Asked, ...]:
        """See `asked_before`."""
        return asked_before(self, version)

    def rests(self) -> list[int]:
        """The versions at which the game stood between commands."""
        return sorted(self._rests)


def not_there(version: int, last: int) -> IllegalOrder:
    """The refusal to look at an event that is not there."""
    return IllegalOrder(plain_refusal("no_such_event", version=version, last=last))


def standing_events(recorded: Iterable[Recorded]) -> list[Recorded]:
    """The events of a game in order, without undos and what they took back."""
    found: list[Recorded] = []
    for each in recorded:
        if isinstance(each.body, Undone):
            while found and found[-1].version > each.body.to:
                found.pop()
        else:
            found.append(each)
    return found


def under_way(told: Remembers, version: int, agenda: Sequence[Step], seat: Seat) -> tuple[Order, ...]:
    """The orders of `seat` that the decision after `version` is a part of, the outermost first.

    An order is over when the step that asked for it is done: a card lasts through the marches that it
    pays for, a march through the losses that it costs. `agenda` is the one that asks. Orders that let a
    chance pass are left out.
    """
    found: list[Order] = []
    for each in told.asked_before(version):
        if each.depth < len(agenda) and type(agenda[each.depth - 1]) is each.by:
            found += orders_of(each.answers, seat)
    return tuple(found)


def orders_of(rounds: Iterable[Answers], seat: Seat) -> list[Order]:
    """What the seat ordered in `rounds`, but for orders that let a chance pass."""
    return [order for answers in rounds for order in answers.get(seat, ()) if not type(order).passes]


def command(
    game: str,
    version: int,
    at: int,
    play: "Play[Any]",
    rounds: Sequence[Answers],
    goes_on: bool = False,
    spent: Mapping[Seat, int] | None = None,
) -> list[Recorded]:
    """The events of `play` as they are stored after `version`, led to by the answers in `rounds`.

    `goes_on` says that they go on with the march of the command before; `spent` is what the seats thought.
    """
    last = len(play.events) - 1
    return [
        Recorded(
            game=game,
            version=version + 1 + number,
            at=at,
            body=event,
            left=last - number,
            answers=tuple(rounds) if number == 0 else None,
            agenda=tuple(play.agenda) if number == last else None,
            goes_on=goes_on and number == 0,
            spent=spent if number == 0 else None,
        )
        for number, event in enumerate(play.events)
    ]


def resumed(standing: Standing, chance: Chance) -> "Play[Any]":
    """A working object that goes on from a resting position. Raises NotAllowed where no rules may be run."""
    if not standing.is_playable:
        raise only_shown(standing)
    return Play(standing.state, standing.agenda, chance, standing.ledger)


def only_shown(standing: Standing) -> NotAllowed:
    """The refusal to do anything but look at a game that these rules and data cannot play."""
    return NotAllowed(plain_refusal(f"only_shown_{standing.opened.only_shown}"))


def was_alone(since: Iterable[Recorded], seats: Iterable[Seat]) -> bool:
    """Whether in `since` was no roll, draw or reveal, and no answer of other seats than `seats`.

    A response window that everybody let pass was no answer.
    """
    mine = set(seats)
    return not any(each.body.reveals or not answering(each.answers or ()) <= mine for each in since)


def answering(rounds: Iterable[Answers]) -> set[Seat]:
    """The seats that answered in `rounds`, but for windows that everybody let pass."""
    return {seat for answers in rounds if not is_silent(answers) for seat in answers}


def said(answers: Answers) -> dict[Seat, int]:
    """How many orders each seat gave, but for those that only let a window pass."""
    return {seat: sum(not type(order).passes for order in draft) for seat, draft in answers.items()}


def is_silent(answers: Answers) -> bool:
    """Whether everybody let a response window pass."""
    return not any(said(answers).values())


def is_host_event(event: Event) -> bool:
    """Whether the host recorded it between commands."""
    return isinstance(event, HOST_EVENTS)


def forked(
    recorded: Sequence[Recorded], game: str, opened: Opened, parent: Parent, at: int
) -> list[Recorded]:
    """The first events of a fork: its own opening, then the parent's events 2 to `parent.version`."""
    first = Recorded(game=game, version=1, at=at, body=opened, agenda=recorded[0].agenda)
    copied = [msgspec.structs.replace(each, game=game, spent=None) for each in recorded[1 : parent.version]]
    return [first, *copied]
