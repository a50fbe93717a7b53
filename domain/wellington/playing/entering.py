"""What lasting cards do when pieces have just entered a duchy, by sea or by land."""

from collections.abc import Sequence

from domain.kernel.agenda import Play
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import lying
from domain.wellington.position.conflict import Part
from domain.wellington.position.state import State


def have_entered(play: Play[State], duchy: str, parts: Sequence[Part]) -> None:
    """The pieces have just entered the duchy (#93)."""
    for each, work in lying(play.state, card_table.entered):
        work(play, each, duchy, parts)
