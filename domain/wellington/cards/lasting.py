"""Responses whose card lies open beside what it was played on; the rules look there while it lasts."""

from domain.kernel.agenda import Play
from domain.wellington.effects import Moment, Targets, answer
from domain.wellington.state import State, battle_value, is_blocked
from domain.wellington.world import LEADERS, PASSES, RIVERS, Power


def _open_lines(lines: tuple[str, ...]) -> Targets:
    def targets(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
        return () if moment.card else tuple(line for line in lines if not is_blocked(state, line))

    return targets


def _brave(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Leaders with a printed battle value of 1 or 2 who are in play (#59)."""
    if moment.card:
        return ()
    return tuple(
        leader
        for leader, fact in LEADERS.items()
        if fact.battle in (1, 2) and state.leaders[leader].place == "map"
        if battle_value(state, leader) == fact.battle
    )


@answer("blocked_passes", _open_lines(PASSES))
@answer("bridges_washed_away", _open_lines(RIVERS))
@answer("the_bravest_of_the_brave", _brave)
def _lies_open(play: Play[State], power: Power, target: str) -> None:
    """`after` in the facts keeps the card; nothing else happens now."""
