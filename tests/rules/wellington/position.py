"""Small positions to try the rules of Wellington on: `given(...)` lays out pieces, the table plays orders."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from domain.kernel import Answers, Decision, Event, Order, Play, SealedChance, Seat, Step
from domain.kernel.agenda import decision_at
from domain.kernel.events import Opened
from domain.wellington.battle.battle import fight
from domain.wellington.facts.world import POWERS, SEATINGS, Power, card_id
from domain.wellington.orders.answers import LetPass
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import General, Impulse, State, Troop, by_number
from domain.wellington.sequence.endturn import EndTurn
from domain.wellington.sequence.setup import set_up
from domain.wellington.sequence.turn import PlayImpulse, Rounds
from tests.playthroughs.told import SEED, ToldPlay
from tests.rules.wellington.built_in import LEADERS

FOUR, TWO = SEATINGS[0], SEATINGS[-1]
E = TypeVar("E", bound=Event)


def soldiers(text: str) -> tuple[Troop, ...]:
    """`"britain 2 1 0, spain 1 0 0"`: infantry, cavalry and artillery counters of each power."""
    troops = []
    for part in filter(None, text.split(",")):
        name, *counters = part.split()
        power = next(each for each in POWERS if each == name)
        troops.append(Troop(power, *map(int, counters)))
    return tuple(troops)


def position(
    *,
    soldiers_at: Mapping[str, str] | None = None,
    leaders_at: Mapping[str, str] | None = None,
    hands: Mapping[Power, tuple[int, ...]] | None = None,
    active: Power | None = "britain",
    points: int = 0,
    seats: tuple[Seat, ...] = FOUR,
    **rest: Any,
) -> State:
    """`active` is in its scheduled impulse. Hands are card numbers; hands, pieces not named are not there."""
    cards = {power: by_number(card_id(n) for n in (hands or {}).get(power, ())) for power in POWERS}
    at = leaders_at or {}
    facts: dict[str, Any] = {
        "scenario": "1812",
        "seats": seats,
        "year": 1812,
        "last_year": 1814,
        "round": 1,
        "preemption_from": 2,
        "track": active or "britain",
        "impulse": Impulse(active, "scheduled", points=points) if active else None,
        "troops": {duchy: soldiers(text) for duchy, text in (soldiers_at or {}).items()},
        "leaders": {each: General("map", at[each]) if each in at else General() for each in LEADERS},
        "hands": cards,
        "resources": {**dict.fromkeys(POWERS, 0), **rest.pop("resources", {})},
        "regroup": {**dict.fromkeys(POWERS, 0), **rest.pop("regroup", {})},
        "debts": {power: {} for power in POWERS},
    }
    return State(**{**facts, **rest})


def given(
    active: Power | None = "britain",
    *,
    dice: Iterable[Sequence[int]] = (),
    draws: Iterable[str] = (),
    then: Iterable[Step] = (),
    **facts: Any,
) -> "Table":
    """A table on which play goes on from this `position`, with the rest of the turn still to come.

    `dice` and `draws` tell the first rolls and drawn cards; `then` are steps to be done at once, in order.
    """
    steps: list[Step] = [EndTurn(), Rounds()]
    if active is not None:
        steps.append(PlayImpulse(active))
    steps.extend(reversed(tuple(then)))
    return Table(ToldPlay(position(active=active, **facts), steps, dice, draws))


class StartBattle(Step, frozen=True):
    """A battle begins at once."""

    battle: Battle

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        fight(play, self.battle)
        return None


def fought(battle: Battle, **facts: Any) -> "Table":
    """A table at which this battle is fought in `given(**facts)`; a point is left to spend after it."""
    return given(then=[StartBattle(battle)], **{"points": 1, **facts})


def started(scenario: str = "1812", seats: tuple[Seat, ...] = FOUR, seed: bytes = SEED) -> "Table":
    """A new game at its first decision."""
    opened = Opened("wellington", 1, scenario, seats, {}, "")
    return Table(Play(*set_up(opened), SealedChance(seed)))


class Table:
    """A game under way. Every order must stand in the menu; nobody answers in windows unless told."""

    def __init__(self, play: "Play[State]") -> None:
        self.game = play
        self.decision: Decision | None = play.run()

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def prompt(self) -> str:
        """What is asked."""
        return next(iter(self.decision.asks.values())).prompt if self.decision else ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.decision.seats if self.decision else ()

    def all(self, kind: type[E]) -> list[E]:
        """The events of this type, in order."""
        return [event for event in self.game.events if isinstance(event, kind)]

    def menu(self, seat: Seat | None = None, draft: tuple[Order, ...] = ()) -> list[Order]:
        """What may be ordered now by `seat`, or by the first seat that is asked."""
        assert self.decision is not None, "the game is over"
        return list(self.decision.asks[seat or self.seats[0]].menu(draft))

    def offers(self, kind: type[Order], seat: Seat | None = None) -> list[Any]:
        """The orders of this type in the menu."""
        return [order for order in self.menu(seat) if isinstance(order, kind)]

    def give(self, *orders: Order, seat: Seat | None = None) -> "Table":
        """One answer, made of these parts; other seats that are asked too let pass."""
        assert self.decision is not None, "the game is over"
        seat = seat or self.seats[0]
        for number, order in enumerate(orders):
            menu = self.menu(seat, orders[:number])
            assert order in menu, f"{order} is not among {menu}"
        answers: dict[Seat, tuple[Order, ...]] = {each: (LetPass(),) for each in self.seats}
        return self.answer({**answers, seat: orders})

    def answer(self, answers: Answers) -> "Table":
        """These answers, whatever they are."""
        self.decision = self.game.answer(answers)
        return self

    def quiet(self) -> "Table":
        """Everybody lets pass until something else is asked."""
        while self.prompt == "respond":
            self.answer({seat: (LetPass(),) for seat in self.seats})
        return self

    def play_on(self, random: Random, most: int = 100_000) -> "Table":
        """Random legal answers until the game stops."""
        while self.decision is not None and most:
            self.answer({seat: self.any_draft(seat, random) for seat in self.seats})
            most -= 1
        return self

    def any_draft(self, seat: Seat, random: Random) -> tuple[Order, ...]:
        """A random complete answer."""
        draft: tuple[Order, ...] = ()
        while not draft or not draft[-1].closes:
            draft = (*draft, random.choice(self.menu(seat, draft)))
        return draft

    def asked_again(self) -> Decision | None:
        """The question of the resting position, from state and agenda alone."""
        return decision_at(self.state, tuple(self.game.agenda))
