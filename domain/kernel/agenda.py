"""The agenda: what a game still has to do, and the working object that does it.

A title's rules are steps. The top step either advances by itself (records events, pushes,
replaces or pops steps) or asks for a decision. `advance` must not record anything when it
asks, so that a loaded game can be asked again.
"""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from domain.kernel.chance import Chance, Die, draw_event, roll_event
from domain.kernel.decisions import Decision, Draft
from domain.kernel.events import Event
from domain.kernel.orders import Order
from domain.kernel.seats import Seat

State = TypeVar("State")

Answers = Mapping[Seat, Draft]
"""Every asked seat's complete answer: one order, or a run of orders that the last one closes.

Seats without which the decision was settled are left out."""


class Step(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """One stage of the sequence of play that is under way. A value: change it with `play.replace`."""

    def advance(self, play: "Play[Any]") -> Decision | None:
        """Go on alone (and return None), or ask."""
        raise NotImplementedError

    def handle(self, play: "Play[Any]", answers: Answers) -> None:
        """Carry out the answers to the decision that `advance` asked for."""
        raise NotImplementedError(f"{type(self).__name__} asks for nothing, so it cannot be answered")

    def concealed(self, state: Any, seat: Seat, random: Random) -> "Step":
        """This step as it may be for all that `seat` knows, in a state that was dealt anew for it.

        A step that keeps a sealed answer says here whose it is. It goes by what the seat may know alone.
        """
        return self


class Play(Generic[State]):
    """The working object while orders are carried out.

    `state` is the present state, `events` what was recorded so far, `agenda` the stack of
    steps (top last), `ledger` how many rolls and draws each purpose has had.
    """

    __slots__ = ("agenda", "chance", "events", "ledger", "state")

    def __init__(
        self, state: State, agenda: Iterable[Step], chance: Chance, ledger: Mapping[str, int] | None = None
    ) -> None:
        self.state = state
        self.agenda = list(agenda)
        self.chance = chance
        self.ledger = dict(ledger or {})
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """The event happened: apply it and keep it."""
        self.state = event.apply(self.state)
        self.events.append(event)

    def push(self, *steps: Step) -> None:
        """Put steps on top of the agenda; the first one given is done first."""
        self.agenda.extend(reversed(steps))

    def pop(self) -> Step:
        """Take the top step off: it is done."""
        return self.agenda.pop()

    def replace(self, step: Step) -> None:
        """The top step goes on as `step`."""
        self.agenda[-1] = step

    def roll(
        self,
        seat: Seat,
        count: int,
        sides: int,
        purpose: str,
        rule: str,
        score: Callable[[int], float] = float,
    ) -> tuple[int, ...]:
        """Roll `count` dice; records `Rolled` and returns the faces (1 to `sides`)."""
        event = roll_event(
            self.chance,
            self._next(purpose),
            seat=seat,
            count=count,
            sides=sides,
            purpose=purpose,
            cites=rule,
            score=score,
        )
        self.record(event)
        return event.values

    def roll_faces(
        self, seat: Seat, count: int, die: Die, purpose: str, rule: str, score: Callable[[str], float]
    ) -> tuple[str, ...]:
        """Roll `count` of a die whose faces have names; records `Rolled` and returns the names."""
        event = roll_event(
            self.chance,
            self._next(purpose),
            seat=seat,
            count=count,
            sides=len(die.faces),
            purpose=purpose,
            cites=rule,
            score=lambda value: score(die.faces[value - 1]),
            die=die.id,
        )
        self.record(event)
        return die.shown(event.values)

    def draw(
        self,
        seat: Seat,
        pool: Iterable[str],
        count: int,
        purpose: str,
        rule: str,
        seen_by: tuple[Seat, ...] | None,
        score: Callable[[str], float] | None = None,
    ) -> tuple[str, ...]:
        """Draw from `pool` without putting back; records `Drawn` and returns the items."""
        event = draw_event(
            self.chance,
            self._next(purpose),
            seat=seat,
            pool=pool,
            count=count,
            purpose=purpose,
            cites=rule,
            seen_by=seen_by,
            score=score,
        )
        self.record(event)
        return event.items

    def run(self) -> Decision | None:
        """Do what is on the agenda until a step asks; None when the game is over."""
        agenda = self.agenda
        while agenda:
            decision = agenda[-1].advance(self)
            if decision is not None:
                return decision
        return None

    def answer(self, answers: Answers) -> Decision | None:
        """Carry out complete, legal answers to the present decision and go on to the next one."""
        self.agenda[-1].handle(self, answers)
        return self.run()

    def _next(self, purpose: str) -> int:
        index = self.ledger.get(purpose, 0)
        self.ledger[purpose] = index + 1
        return index


class _NoChance:
    def numbers(self, purpose: str, index: int, sizes: Any) -> tuple[int, ...]:
        raise AssertionError(f"a resting position rolled dice for {purpose!r}: its top step must ask")


NO_CHANCE: Chance = _NoChance()
"""For looking at a resting position, which never rolls."""


def decision_at(state: Any, agenda: Iterable[Step]) -> Decision | None:
    """The question that a resting position asks; None when the game is over."""
    play = Play(state, agenda, NO_CHANCE)
    if not play.agenda:
        return None
    decision = play.agenda[-1].advance(play)
    assert decision is not None and not play.events, "a resting position must ask and record nothing"
    return decision


def the_seat(answers: Answers) -> Seat:
    """The one seat that answered."""
    (seat,) = answers
    return seat


def the_order(answers: Answers) -> Order:
    """The one order of a decision of one seat."""
    (draft,) = answers.values()
    (order,) = draft
    return order
