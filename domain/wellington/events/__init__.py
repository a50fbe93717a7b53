"""The events of Wellington: what happened, and how each changes the state."""

from domain.kernel.events import Event
from domain.wellington.events import cards, groups, impulses, losses, points, setup

EVENTS: tuple[type[Event], ...] = (
    *setup.EVENTS, *impulses.EVENTS, *cards.EVENTS, *points.EVENTS, *losses.EVENTS, *groups.EVENTS,
)  # fmt: skip
