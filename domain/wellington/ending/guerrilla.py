"""The guerrilla phase (4.4), at the end of a turn and before an Allied victory is counted (18.2, 18.32)."""

from domain.kernel.agenda import Play
from domain.wellington.events.endings import GuerrillaRolled
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import SIDE_OF
from domain.wellington.position.control import controller, flag_choices, is_fortress
from domain.wellington.position.state import State, has_formation, seat_of


def guerrilla_phase(play: Play[State]) -> None:
    """A die for every duchy outside France, no fortress, that the French control without a piece (4.4, R-17).

    Where Allied pieces stand nobody controls it (3.1).
    """
    state = play.state
    for duchy, fact in play.state.facts.duchies.items():
        if fact.region not in ("spain", "portugal") or is_fortress(state, duchy):
            continue
        power = controller(state, duchy)
        if power is not None and SIDE_OF[power] == "french" and not has_formation(state, duchy, "french"):
            _attack(play, duchy)


def _attack(play: Play[State], duchy: str) -> None:
    state = play.state
    facts = state.facts
    table = facts.tables.guerrilla
    near = table.adjacent * any(has_formation(state, other, "allied") for other in facts.adjacent[duchy])

    def falls(die: int) -> float:
        return float(table.row(die + near).flag_falls)

    (die,) = play.roll(seat_of(state, "spain"), 1, 6, "guerrilla", "4.4", score=falls)
    play.record(GuerrillaRolled(duchy, die, near, bool(falls(die))))
    if not falls(die):
        return
    if not facts.duchies[duchy].is_occupied:
        play.record(FlagPlaced("spain", duchy, None, "guerrilla"))
    elif "spain" in flag_choices(state, "spain", duchy):
        play.record(FlagPlaced("spain", duchy, "spain", "guerrilla"))
