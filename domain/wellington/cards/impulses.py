"""Cards that give an impulse (#34)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.events.impulses import ImpulseGranted
from domain.wellington.facts.world import POWERS, Power, power_named
from domain.wellington.playing.lasting import end_at_start
from domain.wellington.position.card_table import Moment, answer, event
from domain.wellington.position.state import State
from domain.wellington.sequence.turn import PlayImpulse

POINTS = 3


def _powers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Every power that would not have two impulses in a row (#34, C-34)."""
    if state.impulse is not None:
        return tuple(each for each in POWERS if each != state.impulse.power)
    return tuple(each for each in POWERS if each not in (moment.by, state.last))


class GrantImpulse(Step, frozen=True):
    """The power takes an impulse of 3 points at once; this card is its plus card (#34, C-34)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        play.replace(PlayImpulse(self.power))
        play.record(ImpulseGranted(self.power, POINTS, may_add=True))
        end_at_start(play, self.power)
        return None


@answer("seize_the_initiative", _powers)
@event("seize_the_initiative", _powers)
def _seize_the_initiative(play: Play[State], power: Power, target: str) -> None:
    play.push(GrantImpulse(power_named(target)))
