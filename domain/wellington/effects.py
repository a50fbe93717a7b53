"""Which function does what a card says. The cards stand in `cards/`; one that is not there does nothing.

A card of one's own impulse is an `event`, a response an `answer`; both say what they may be played on in a
`Moment`: the open window, or one's own impulse. Targets are ids (a duchy, a leader, a power, a line, or
words that say which of several uses is meant, as "cancel"); "" is a card that is played on nothing.
"""

from collections.abc import Callable

import msgspec

from domain.kernel.agenda import Play
from domain.wellington.state import State
from domain.wellington.world import Power


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a card may be played: the kind of the window, and in `card_played` the card and who played it."""

    window: str = "own_impulse"
    card: str = ""
    by: Power | None = None


Effect = Callable[[Play[State], Power, str], None]
"""What happens: `effect(play, power, target)`."""
Targets = Callable[[State, Power, Moment], tuple[str, ...]]
"""Everything that a card may be played on now; empty if it may not be played."""


class CardEffect(msgspec.Struct, frozen=True):
    """What a card does and what it may be played on."""

    effect: Effect
    targets: Targets


EVENTS: dict[str, CardEffect] = {}
ANSWERS: dict[str, CardEffect] = {}


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
