"""Events that place soldiers (5.11, R-40, C-P)."""

from domain.kernel.agenda import Play
from domain.wellington.control import building_places, is_besieged
from domain.wellington.effects import Moment, event
from domain.wellington.placing import place_by_card
from domain.wellington.state import State
from domain.wellington.world import Power


def _national(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The power's national duchies without an enemy (6.3); a besieged one would bring on a battle."""
    places = building_places(state, power, for_leader=False)
    return tuple(duchy for duchy in places if not is_besieged(state, duchy))


@event("call_up_the_next_class", _national)
def _call_up_the_next_class(play: Play[State], power: Power, target: str) -> None:
    place_by_card(play, power, target, 4, "call_up_the_next_class")


@event("german_conscripts", _national)
def _german_conscripts(play: Play[State], power: Power, target: str) -> None:
    place_by_card(play, power, target, 4, "german_conscripts")
