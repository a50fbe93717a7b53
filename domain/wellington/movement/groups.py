"""Armies, army groups and who commands them (1.6, 9.53, 9.6).

All friendly leaders in one duchy are together: one commands, the others are staff officers. If they are of
two powers they form a group (R-41). `state.commanders` are the leaders who were named; where none was, the
best leader of the power that R-42 lets decide commands, so that every seat can tell who it is.
"""

from collections.abc import Iterable

from domain.kernel.agenda import Play
from domain.wellington.events.groups import CommanderNamed
from domain.wellington.facts.world import POWER_OF, POWERS, POWERS_OF, SIDE_OF, SIDE_OF_LEADER, Power, Side
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import battle_value, command_value, lying
from domain.wellington.position.state import State, leaders_in, sp_of, stations


def commander(state: State, duchy: str, side: Side) -> str | None:
    """The leader whose values count for the side's formation there (9.5, 9.6, R-42).

    None without leaders, or if the commander fell by a card in this impulse (#32, #52).
    """
    if state.impulse is not None and f"{side} {duchy}" in state.impulse.headless:
        return None
    there = leaders_of_side(state, duchy, side)
    candidates = [leader for leader in there if leader in state.commanders] or there
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    return _best(state, _of_decider(state, duchy, side, candidates))


def may_lead(state: State, leader: str) -> bool:
    """May the leader take others along? Not where his commander fell beside him by a card (#32, #52)."""
    if state.impulse is None or leader not in state.impulse.headless:
        return True
    return f"{SIDE_OF_LEADER[leader]} {state.leaders[leader].duchy}" not in state.impulse.headless


def command_here(state: State, leader: str) -> int:
    """How many strength points and officers he leads: his command value, but where his commander has fallen
    nobody, or those beside him whom a leader thought to be there would lead (#32, #52).
    """
    if may_lead(state, leader):
        return command_value(state, leader)
    side = SIDE_OF_LEADER[leader]
    lies = [(each.target, command) for each, command in lying(state, card_table.stands_in)]
    gone = [(one, command) for one, command in lies if state.leaders[one].duchy is None]
    return max((command - 1 for one, command in gone if SIDE_OF_LEADER[one] == side), default=0)


def leaders_of_side(state: State, duchy: str, side: Side) -> tuple[str, ...]:
    """The leaders of a side in a duchy, in the order of the roster."""
    there = leaders_in(state, duchy)
    return tuple([leader for leader in there if SIDE_OF_LEADER[leader] == side]) if there else there


def is_two_power_group(state: State, duchy: str, side: Side) -> bool:
    """Are there armies of both powers of the side (9.6, R-41)?"""
    return len({POWER_OF[leader] for leader in leaders_of_side(state, duchy, side)}) > 1


def decider(state: State, duchy: str, side: Side) -> Power:
    """Who names the commander if they do not agree: most SP there, then last in impulse order (R-42)."""
    return max(POWERS_OF[side], key=lambda power: (sp_of(state, duchy, power), POWERS.index(power)))


def has_joined(state: State, duchy: str, side: Side) -> bool:
    """Has a leader come to the others in this impulse, or was none of them named yet (R-42)?"""
    there = leaders_of_side(state, duchy, side)
    named = any(leader in state.commanders for leader in there)
    raised = () if state.impulse is None else state.impulse.raised_leaders
    has_come_up = any(leader in raised for leader in there)
    return not named or has_come_up or len({state.leaders[leader].marched for leader in there}) > 1


def march_cost(state: State, armies: Iterable[str]) -> int:
    """Command points for a march of the armies of these leaders into one duchy (9.1, 9.63, #45, #82).

    The first of them leads the others. Soldiers without a leader go by the duchy that they leave.
    """
    every = tuple(armies)
    by_cards = (
        added(state, len(every) if each.target == every[0] else 1)
        for each, added in lying(state, card_table.march_cost)
        if each.target in every
    )
    return state.facts.tables.costs.march * len(every) + sum(by_cards)


def may_follow(state: State, leader: str, lead: str) -> bool:
    """May the leader's army be part of a group that the other one leads (#22)?"""
    power = POWER_OF[leader]
    if POWER_OF[lead] == power:
        return True
    return not any(parts(each, power) for each, parts in lying(state, card_table.parts_allies))


def _of_decider(state: State, duchy: str, side: Side, leaders: Iterable[str]) -> list[str]:
    """Those of the leaders who belong to the deciding power; all if none does."""
    candidates = list(leaders)
    power = decider(state, duchy, side)
    return [leader for leader in candidates if POWER_OF[leader] == power] or candidates


def _best(state: State, leaders: list[str]) -> str | None:
    """The highest battle value, then command value, then the first of the roster."""
    facts = state.facts
    return max(leaders, key=lambda one: (battle_value(state, one), facts.leaders[one].command), default=None)


def keep_command(play: Play[State], before: State, to: str, leader: str) -> None:
    """Who led others to a duchy where no friend commanded goes on commanding them (9.62, 10.9)."""
    side = SIDE_OF[POWER_OF[leader]]
    if commander(before, to, side) is None and commander(play.state, to, side) != leader:
        play.record(CommanderNamed(to, leader))
    settle_command(play, to, side)


def settle_command(play: Play[State], duchy: str, side: Side) -> None:
    """Who commands a group of two powers stays its commander, whatever it loses (9.62, R-42)."""
    state = play.state
    if not is_two_power_group(state, duchy, side):
        return
    named = any(each in state.commanders for each in leaders_of_side(state, duchy, side))
    leader = commander(state, duchy, side)
    if leader is not None and not named:
        play.record(CommanderNamed(duchy, leader))


def settle_commands(play: Play[State]) -> None:
    """The same for every group on the map."""
    for duchy in sorted(stations(play.state)):
        for side in POWERS_OF:
            settle_command(play, duchy, side)


def flagging_power(state: State, power: Power, duchy: str) -> Power:
    """Whose flags the power's pieces place there: a group's those of its commander's power (9.62, R-32)."""
    leader = commander(state, duchy, SIDE_OF[power])
    if leader is not None and is_two_power_group(state, duchy, SIDE_OF[power]):
        return POWER_OF[leader]
    return power


def chief(state: State, duchy: str, side: Side) -> Power:
    """The power that decides for a side in a battle: its commander's, else the one with most SP (R-42)."""
    leader = commander(state, duchy, side)
    return decider(state, duchy, side) if leader is None else POWER_OF[leader]
