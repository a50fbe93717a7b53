"""Small positions to try the rules on: `given(...)` lays out pieces, the table plays orders."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from domain.kernel import Answers, Decision, Event, Order, Seat, Step
from domain.kernel.agenda import decision_at
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.facts.ids import NUMBER_OF, OTHER, OUT_OF_PLAY, SEATS
from domain.washingtons_war.position.state import Impulse, State
from domain.washingtons_war.sequence.impulses import Impulses, TakeImpulse
from tests.playthroughs.told import ToldPlay

AMERICAN, BRITISH = SEATS
E = TypeVar("E", bound=Event)


def markers(american: str = "", british: str = "") -> dict[str, Side]:
    """The markers of both sides, by their spaces: `markers("newport hartford", "boston")`."""
    found: dict[str, Side] = dict.fromkeys(american.split(), "american")
    return {**found, **dict.fromkeys(british.split(), "british")}


def position(
    *,
    generals: Mapping[str, str] | None = None,
    hands: Mapping[Side, Iterable[str]] | None = None,
    active: Side = "british",
    **rest: Any,
) -> State:
    """The Strategy Phase of 1777, Regulars held, Congress in Philadelphia, no marker anywhere.

    Generals that are not named are out of play, hands empty. An American CU in Wrightsborough and a British
    one in St. Marys keep the war going (13.1), unless the test says where CU are.
    """
    at = generals or {}
    facts: dict[str, Any] = {
        "scenario": "campaign",
        "seats": SEATS,
        "year": 1777,
        "phase": "strategy",
        "impulses": 1,
        "impulse": Impulse(active, 1),
        "american": {"wrightsborough": 1},
        "british": {"st_marys": 1},
        "generals": {general: at.get(general, OUT_OF_PLAY) for general in FACTS.generals},
        "congress": "philadelphia",
        "hands": {side: in_hand(*(hands or {}).get(side, ())) for side in OTHER},
    }
    return State(**{**facts, **rest})


def in_hand(*cards: str) -> tuple[str, ...]:
    """These cards in the order of a hand."""
    return tuple(sorted(cards, key=NUMBER_OF.__getitem__))


def given(
    active: Side = "british",
    *,
    dice: Iterable[Sequence[int]] = (),
    draws: Iterable[str] = (),
    then: Iterable[Step] = (),
    **facts: Any,
) -> "Table":
    """A table at which this side is about to play a card in this `position`; the impulses go on after it.

    `dice` and `draws` tell the first rolls and drawn cards; with `then` these steps are done at once instead.
    """
    steps: list[Step] = [Impulses(OTHER[active])]
    steps.extend(reversed(tuple(then) or (TakeImpulse(active),)))
    return Table(ToldPlay(position(active=active, **facts), steps, dice, draws))


class Table:
    """A game under way. Every order must stand in the menu."""

    def __init__(self, play: "ToldPlay[State]") -> None:
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
        """Who is asked."""
        return self.decision.seats if self.decision else ()

    def all(self, kind: type[E]) -> list[E]:
        """The events of this type, in order."""
        return [event for event in self.game.events if isinstance(event, kind)]

    def menu(self, draft: tuple[Order, ...] = ()) -> list[Order]:
        """What may be ordered now."""
        assert self.decision is not None, "the game is over"
        return list(self.decision.asks[self.seats[0]].menu(draft))

    def offers(self, kind: type[Order]) -> list[Any]:
        """The orders of this type in the menu."""
        return [order for order in self.menu() if isinstance(order, kind)]

    def give(self, *orders: Order) -> "Table":
        """One answer, made of these parts."""
        for number, order in enumerate(orders):
            menu = self.menu(orders[:number])
            assert order in menu, f"{order} is not among {menu}"
        return self.answer({self.seats[0]: orders})

    def answer(self, answers: Answers) -> "Table":
        """These answers, whatever they are."""
        self.decision = self.game.answer(answers)
        return self

    def until(self, prompt: str, random: Random | None = None) -> "Table":
        """The silence of every window, else a random order, until this is asked."""
        chance = random or Random(1)
        while self.decision is not None and self.prompt != prompt:
            self.answer({self.seats[0]: self.any_draft(chance)})
        assert self.decision is not None, f"nobody is asked {prompt}"
        return self

    def any_draft(self, random: Random) -> tuple[Order, ...]:
        """A complete answer: silence in a window, else a random one."""
        assert self.decision is not None, "the game is over"
        silence = self.decision.asks[self.seats[0]].silence
        if silence is not None:
            return (silence,)
        draft: tuple[Order, ...] = ()
        while not draft or not draft[-1].closes:
            draft = (*draft, random.choice(self.menu(draft)))
        return draft

    def asked_again(self) -> Decision | None:
        """The question of the resting position, from state and agenda alone."""
        return decision_at(self.state, tuple(self.game.agenda))
