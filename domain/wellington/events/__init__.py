"""The events of Wellington: what happened, and how each changes the state."""

from domain.kernel.events import Event
from domain.wellington.events import (
    arrival,
    battle,
    cards,
    debts,
    endings,
    groups,
    impulses,
    interphase,
    losses,
    points,
    setup,
    sieges,
)

EVENTS: tuple[type[Event], ...] = (
    *setup.EVENTS, *impulses.EVENTS, *cards.EVENTS, *points.EVENTS, *losses.EVENTS, *groups.EVENTS,
    *debts.EVENTS, *interphase.EVENTS, *endings.EVENTS,
    *sieges.EVENTS, *battle.EVENTS, *arrival.EVENTS,
)  # fmt: skip
