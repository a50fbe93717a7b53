"""Armies, army groups and who commands them (1.6, 9.53, 9.6).

All friendly leaders in one duchy are together: one commands, the others are staff officers. If they are of
two powers they form a group (R-41). `state.commanders` are the leaders who were named; where none was, the
best leader of the power that R-42 lets decide commands, so that every seat can tell who it is.
"""

from collections.abc import Iterable

from domain.kernel.agenda import Play
from domain.wellington.conflict import Part
from domain.wellington.events.groups import CommanderNamed
from domain.wellington.state import State, battle_value, leaders_in, sp_of
from domain.wellington.world import LEADERS, POWERS, POWERS_OF, SIDE_OF, Power, Side


def commander(state: State, duchy: str, side: Side) -> str | None:
    """The leader whose values count for the side's formation there (9.5, 9.6, R-42); None without leaders."""
    there = leaders_of_side(state, duchy, side)
    named = [leader for leader in there if leader in state.commanders]
    return _best(state, _of_decider(state, duchy, side, named or there))


def leaders_of_side(state: State, duchy: str, side: Side) -> tuple[str, ...]:
    """The leaders of a side in a duchy, in the order of the roster."""
    return tuple(leader for leader in leaders_in(state, duchy) if SIDE_OF[LEADERS[leader].power] == side)


def is_two_power_group(state: State, duchy: str, side: Side) -> bool:
    """Are there armies of both powers of the side (9.6, R-41)?"""
    return len({LEADERS[leader].power for leader in leaders_of_side(state, duchy, side)}) > 1


def decider(state: State, duchy: str, side: Side) -> Power:
    """Who names the commander if they do not agree: most SP there, then last in impulse order (R-42)."""
    return max(POWERS_OF[side], key=lambda power: (sp_of(state, duchy, power), POWERS.index(power)))


def _of_decider(state: State, duchy: str, side: Side, leaders: Iterable[str]) -> list[str]:
    """Those of the leaders who belong to the deciding power; all if none does."""
    candidates = list(leaders)
    power = decider(state, duchy, side)
    return [leader for leader in candidates if LEADERS[leader].power == power] or candidates


def _best(state: State, leaders: list[str]) -> str | None:
    """The highest battle value, then command value, then the first of the roster."""
    return max(leaders, key=lambda one: (battle_value(state, one), LEADERS[one].command), default=None)


def keep_command(play: Play[State], before: State, to: str, part: Part) -> None:
    """Who led more than one leader to a duchy where no friend commanded goes on commanding them (9.62)."""
    if not part.leaders:
        return
    leader = part.leaders[0]
    side = SIDE_OF[part.power]
    if commander(before, to, side) is None and commander(play.state, to, side) != leader:
        play.record(CommanderNamed(to, leader))
