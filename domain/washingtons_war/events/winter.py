"""Winter (11)."""

from domain.kernel.events import Event
from domain.washingtons_war.facts import Side


class StackSurvived(Event, frozen=True):
    """A CU that had to roll, alone or the sixth with Washington, came through the winter (11.1, 11.2)."""

    space: str
    side: Side
    die: int
    cites: str = "11.1"
