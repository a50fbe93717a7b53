"""Formations come into a duchy: by a march, built or placed by an event (6.3, 9, R-27, R-40)."""

from typing import Literal

from domain.kernel.agenda import Play
from domain.wellington.arrival.arrival import arrive
from domain.wellington.arrival.attempts import reasons
from domain.wellington.events.cards import EffectFollowed
from domain.wellington.events.points import FormationMoved
from domain.wellington.facts.world import SIDE_OF, Power
from domain.wellington.losses.losses import is_straggling
from domain.wellington.movement.groups import keep_command
from domain.wellington.movement.may_march import chosen
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import lying
from domain.wellington.position.conflict import Arrival, Part
from domain.wellington.position.control import holder, is_besieged, line_kind, standing
from domain.wellington.position.state import State, Troop, duchies_of, leaders_of, sp_of


def march(play: Play[State], power: Power, start: str, to: str, parts: tuple[Part, ...]) -> None:
    """The formation enters; then come answers, attrition of all who moved, and battle (R-37, R-38).

    `parts` are those of `power`, which leads, and in a group of two powers of its ally.
    """
    state = play.state
    pieces = sum(part.sp + len(part.leaders) for part in parts)
    dice = way_reasons(state, power, start, to) * pieces
    dice += pieces * is_straggling(state, parts, start)
    for part in parts:
        dice += _enter(play, start, to, part)
    if parts[0].leaders:
        keep_command(play, state, to, parts[0].leaders[0])
    else:
        _follow(play, start, to)
    arrive(play, Arrival(power, to, start, "march", parts, (start,), dice))


def _follow(play: Play[State], start: str, to: str) -> None:
    """What was played on soldiers without a leader stays with those who go on (#41, #45)."""
    for each, _ in lying(play.state, card_table.goes_along):
        if each.target == start:
            play.record(EffectFollowed(each.card, start, to))


def come_into_play(play: Play[State], part: Part, duchy: str, means: Literal["build", "event"]) -> None:
    """Pieces were built or placed: they may be intercepted, and fight an enemy there (10.1, R-40).

    Those built in a besieged fortress wait until all are placed: see `besieged_builders` (R-27).
    """
    if means == "event" or not is_besieged(play.state, duchy):
        arrive(play, Arrival(part.power, duchy, None, means, (part,)))


def besieged_builders(state: State, power: Power) -> str | None:
    """The besieged fortress in which the power has built and not yet attacked the besieger (R-27)."""
    return next(
        (
            duchy
            for duchy in duchies_of(state, power)
            if is_besieged(state, duchy) and SIDE_OF[holder(state, duchy)] == SIDE_OF[power]
        ),
        None,
    )


def sally(play: Play[State], power: Power, duchy: str) -> None:
    """What the power has built in a besieged fortress attacks the besieger (R-27)."""
    part = Part(power, sp_of(play.state, duchy, power), leaders_of(play.state, duchy, power))
    arrive(play, Arrival(power, duchy, None, "build", (part,)))


def way_reasons(state: State, power: Power, start: str, to: str) -> int:
    """How many reasons for attrition lie in the way of a march (R-34, R-35)."""
    side = SIDE_OF[power]
    line = line_kind(state, power, start, to)
    return reasons(line, standing(state, side, start), standing(state, side, to))


def _enter(play: Play[State], start: str, to: str, part: Part) -> int:
    """The pieces of one power move; returns the attrition dice for forced marches."""
    state = play.state
    moved = chosen(state, start, part.power, part.sp, alone=not part.leaders)
    assert moved is not None, "the order was legal"
    play.record(FormationMoved(part.power, start, to, part.leaders, *moved))
    return _forced(state, moved[0], part.leaders)


def _forced(state: State, troops: tuple[Troop, ...], leaders: tuple[str, ...]) -> int:
    """One die for each piece that now enters its fifth duchy or a later one (9.42, R-36)."""
    facts = state.facts
    tired = sum(troop.sp for troop in troops if troop.marched >= facts.free_marches)
    return tired + sum(state.leaders[leader].marched >= facts.free_marches for leader in leaders)
