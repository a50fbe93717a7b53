"""Winter attrition (11)."""

from typing import NamedTuple

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.winter import StackSurvived
from domain.washingtons_war.events.years import PhaseStarted
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import WASHINGTON, seat_of
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import cu, general_in, has_cu
from domain.washingtons_war.winter.losses import lose

DEADLY = 3
"""A lone CU is lost on this roll or less (11.1)."""


class Exposed(NamedTuple):
    """How many CU of a side in a space winter takes for certain, and whether a lone one must roll."""

    lost: int
    rolls: bool


def exposure(state: State, space: str, side: Side) -> Exposed:
    """What winter does to a side in a space (11.1 to 11.3, R-74 to R-76)."""
    count = cu(state, space, side)
    facts = state.facts
    is_sheltered = space in facts.winter_quarters or space in facts.southern
    if side == "british" or space not in state.american:
        count = 0 if is_sheltered else count                # French without Americans: as the British (11.3)
    general = general_in(state, space, side)
    if general == WASHINGTON and is_sheltered:
        count = max(0, count - facts.moving_limit)          # his five are safe, the others have no general
        general = None
    if count == 1:
        return Exposed(0, general is None)
    return Exposed(count // 2, False)


def paragraph(state: State, space: str, side: Side) -> str:
    """Whose attrition it is: the British, that of American CU and those with them, or of French alone."""
    if side == "british":
        return "11.1"
    return "11.2" if space in state.american else "11.3"


class WinterAttritionPhase(Step, frozen=True):
    """Every stack is checked on what stands there as the phase begins (5.4, R-77)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(PhaseStarted("winter"))
        stacks = tuple(
            [(space, side) for space in play.state.facts.spaces for side in SIDE_ORDER
             if has_cu(play.state, space, side)]
        )
        play.push(Winter(stacks))
        return None


SIDE_ORDER: tuple[Side, ...] = ("american", "british")


class Winter(Step, frozen=True):
    """One stack after the other, in map order (RP8)."""

    stacks: tuple[tuple[str, Side], ...]

    def advance(self, play: Play[State]) -> Decision | None:
        if check(play):
            return None
        if not self.stacks:
            play.pop()
            return None
        (space, side), *rest = self.stacks
        play.replace(Winter(tuple(rest)))
        exposed, rule = exposure(play.state, space, side), paragraph(play.state, space, side)
        lost = exposed.lost
        if exposed.rolls:
            (die,) = play.roll(seat_of(side), 1, 6, "attrition", rule)
            lost = int(die <= DEADLY)
            if not lost:
                play.record(StackSurvived(space, side, die, rule))
        lose(play, space, side, lost, "winter", rule)
        return None
