"""Cards that lie in a battle or siege (5.3, 11.1)."""

from domain.kernel.agenda import Play
from domain.wellington.events.battle import CardLaid
from domain.wellington.facts.world import Power
from domain.wellington.position.conflict import Battle, Laid, Siege
from domain.wellington.position.state import State


def under_way(state: State) -> Battle | Siege:
    """The battle at hand, else the siege."""
    fight = state.battles[-1] if state.battles else state.siege
    assert fight is not None, "a battle or a siege is under way"
    return fight


def lay(play: Play[State], power: Power, card: str, target: str = "") -> None:
    """The card lies in the fight from its present round on (0: before the first)."""
    fight = under_way(play.state)
    play.record(CardLaid(fight.duchy, Laid(card, power, fight.round, target)))
