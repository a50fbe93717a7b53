"""The Heart of Oak: ports that British formations enter in the impulse of the card (#93)."""

from collections.abc import Iterable

from domain.kernel.agenda import Play
from domain.wellington.events.sea import PortFavoured
from domain.wellington.facts.world import DUCHIES
from domain.wellington.position.conflict import Part
from domain.wellington.position.state import State, is_played_on

ADMIRALTY = "admiralty_heart_of_oak"
CONVOYS = "convoys"
"""The use of the card that sends free convoys, and favours ports until the impulse ends."""


def is_oak_port(state: State, duchy: str) -> bool:
    """Do British formations there suffer half the attrition, and roll a die more, now (#93)?"""
    return state.impulse is not None and duchy in state.impulse.oak_ports


def favour_port(play: Play[State], duchy: str, parts: Iterable[Part]) -> None:
    """The pieces have just entered the duchy, by sea or by land: a port may be favoured from now on (#93)."""
    state = play.state
    lasts = state.impulse is not None and is_played_on(state, ADMIRALTY, CONVOYS)
    entered = DUCHIES[duchy].is_port and any(part.power == "britain" for part in parts)
    if lasts and entered and not is_oak_port(state, duchy):
        play.record(PortFavoured(duchy))
