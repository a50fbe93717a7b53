"""The events of Wellington: what happened, and how each changes the state."""

from domain.kernel.events import Event
from domain.wellington.events import (
    arrival,
    battle,
    bids,
    cards,
    debts,
    endings,
    groups,
    impulses,
    interphase,
    losses,
    points,
    sea,
    setup,
    sieges,
)

EVENTS: tuple[type[Event], ...] = (
    *setup.EVENTS, *bids.EVENTS, *impulses.EVENTS, *cards.EVENTS, *points.EVENTS, *losses.EVENTS,
    *groups.EVENTS,
    *debts.EVENTS, *interphase.EVENTS, *endings.EVENTS,
    *sieges.EVENTS, *sea.EVENTS, *battle.EVENTS, *arrival.EVENTS,
)  # fmt: skip
