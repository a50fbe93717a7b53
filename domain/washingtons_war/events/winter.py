"""Winter (11)."""

from domain.kernel.events import Event
from domain.washingtons_war.facts import Side


class StackSurvived(Event, frozen=True):
    """A lone CU came through the winter (11.1)."""

    rule = "11.1"

    space: str
    side: Side
    die: int
