"""Which function does what a card says. The cards stand in `cards/`; one that is not there does nothing.

A card of one's own impulse is an `event`, a response an `answer`; both say what they may be played on in a
`Moment`: the open window, or one's own impulse. Targets are ids (a duchy, a leader, a power, a line, or
words that say which of several uses is meant, as "cancel"); "" is a card that is played on nothing.

A battle card is a `battle_card`: it lies in the battle (`Laid`) when its function is called, and what it
changes in dice, hits, rout and plunder the tables of `hooks` say.
"""

from collections.abc import Callable

import msgspec

from domain.kernel.agenda import Play
from domain.wellington.facts.world import Power
from domain.wellington.position.state import State


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a card may be played: the window, and in `card_played` the card, by whom and what for.

    In `impulse_start` it is `by` the power whose impulse is about to begin.
    """

    window: str = "own_impulse"
    card: str = ""
    by: Power | None = None
    mode: str = ""


Effect = Callable[[Play[State], Power, str], None]
"""What happens: `effect(play, power, target)`."""
Targets = Callable[[State, Power, Moment], tuple[str, ...]]
"""Everything that a card may be played on now; empty if it may not be played."""


Chosen = tuple[str, ...]
Options = Callable[[State, Power, str, Chosen], tuple[str, ...]]
"""What may be chosen next: `options(state, power, target, chosen so far)`; nothing left ends the choosing."""
Outcome = Callable[[Play[State], Power, str, Chosen], None]
"""What happens with the choices: `outcome(play, power, target, chosen)`."""


class CardChoices(msgspec.Struct, frozen=True):
    """Further choices of a card, made one by one after it was announced (D-06)."""

    options: Options
    outcome: Outcome


class CardEffect(msgspec.Struct, frozen=True):
    """What a card does and what it may be played on."""

    effect: Effect
    targets: Targets


EVENTS: dict[str, CardEffect] = {}
ANSWERS: dict[str, CardEffect] = {}
BATTLE_CARDS: dict[str, CardEffect] = {}
CHOICES: dict[str, CardChoices] = {}
ENOUGH = "enough"
"""The option that ends choosing before the most is reached."""


def on_nothing(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A card that may always be played, and on nothing in particular."""
    return ("",)


def event(card: str, targets: Targets = on_nothing) -> Callable[[Effect], Effect]:
    """The decorated function is what a card does as the event of one's own impulse."""

    def enter(effect: Effect) -> Effect:
        EVENTS[card] = CardEffect(effect, targets)
        return effect

    return enter


def answer(card: str, targets: Targets) -> Callable[[Effect], Effect]:
    """The decorated function is what a card does as a response."""

    def enter(effect: Effect) -> Effect:
        ANSWERS[card] = CardEffect(effect, targets)
        return effect

    return enter


def battle_card(card: str, targets: Targets = on_nothing) -> Callable[[Effect], Effect]:
    """The decorated function is what a battle card does once it lies in the battle (5.3, 11.1)."""

    def enter(effect: Effect) -> Effect:
        BATTLE_CARDS[card] = CardEffect(effect, targets)
        return effect

    return enter


def choices(card: str, options: Options) -> Callable[[Outcome], Outcome]:
    """The decorated function is what a card does once its choices are made; push `MakeChoices` to ask."""

    def enter(outcome: Outcome) -> Outcome:
        CHOICES[card] = CardChoices(options, outcome)
        return outcome

    return enter
