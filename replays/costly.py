"""The costliest decisions of a finished game, and what the computer would have done in their place.

A decision's cost is what the command lost its side on average over all that dice and cards might have shown
(`Swing.play`): bad luck costs nothing. It is told from 5 points on, and only where 2 of them are left less
the error of the chances (`analytics.md` 4.5): of equal actions hardly one in 200 looks so costly. The command
that ends a game is left out: what it shows the chances had not seen coming. A command in which both sides
answered is nobody's alone. Where the computer would have done the same nothing is told: what was lost there
lay in what it cannot see, such as an attack that is declared and not yet fought.
"""

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from domain.bots import BOTS, USUAL_LEVEL, answer_of
from domain.kernel import Order, Seat
from domain.kernel.agenda import decision_at
from domain.kernel.history import History, resumed
from replays.swings import Planned, Swing

LEAST = 0.05
SURE, ERROR = 0.02, 1.96
"""So much must be left of the cost less so many times the noise."""
MOST, LOOKED_AT = 3, 9
"""So many are told of each side, of so many that are looked at."""


class Costly(msgspec.Struct, frozen=True):
    """A decision of `seat` that cost its side `lost` of the win chance: what was ordered, and what the
    computer would have (nothing where it cannot be asked)."""

    swing: Swing
    seat: Seat
    lost: float
    ordered: tuple[Order, ...]
    instead: tuple[Order, ...]


def costliest(
    found: Sequence[Swing], deciders: Mapping[int, Seat], side_of: Mapping[Seat, int], noise: float
) -> list[tuple[Swing, Seat, float]]:
    """(swing, who decided, what it cost), the costliest first, a few of each side.

    `deciders` says who alone decided in the command that begins with an event; `side_of` of each seat is 1
    for the side whose chance the swings tell, −1 for the other. `noise` is what a swing is wrong by, give or
    take.
    """
    own = [each for each in found if each.start in deciders and not each.is_last]
    lost = [-side_of[deciders[each.start]] * each.play for each in own]
    told = [
        (each, deciders[each.start], cost)
        for each, cost in zip(own, lost, strict=True)
        if cost >= LEAST and cost - ERROR * noise >= SURE
    ]
    told.sort(key=lambda each: (-each[2], each[0].start))
    kept = [[each for each in told if side_of[each[1]] == side][:LOOKED_AT] for side in (1, -1)]
    return sorted((each for own in kept for each in own), key=lambda each: (-each[2], each[0].start))


def deciders_of(history: History, found: Sequence[Swing], side_of: Mapping[Seat, int]) -> dict[int, Seat]:
    """First event of a command -> the seat that decided in it, where one side alone was asked."""
    asked = {each.start: _answered(history, each) for each in found}
    return {start: seats[0] for start, seats in asked.items() if len({side_of[seat] for seat in seats}) == 1}


def _answered(history: History, swing: Swing) -> list[Seat]:
    answers = history.recorded[swing.start - 1].answers or ()
    return list(dict.fromkeys(seat for each in answers for seat in each))


def with_advice(
    history: History, told: Sequence[tuple[Swing, Seat, float]], side_of: Mapping[Seat, int]
) -> list[Costly]:
    """Those of them in which the usual computer would have ordered something else, or cannot be asked; a few
    of each side. It knew what the seat knew, no more, and its own chance depends on the game alone."""
    found = [Costly(each, seat, lost, _ordered(history, each, seat), advice(history, each, seat))
             for each, seat, lost in told]  # fmt: skip
    other = [each for each in found if each.instead != each.ordered]
    kept = [each for side in (1, -1) for each in [it for it in other if side_of[it.seat] == side][:MOST]]
    return sorted(kept, key=lambda each: (-each.lost, each.swing.start))


def _ordered(history: History, swing: Swing, seat: Seat) -> tuple[Order, ...]:
    answers = history.recorded[swing.start - 1].answers or ()
    return next(tuple(each[seat]) for each in answers if seat in each)


def advice(history: History, swing: Swing, seat: Seat) -> tuple[Order, ...]:
    """What the computer would have answered where the command of a swing began; nothing where the seat was
    asked only later in it, or the rules can only be looked at."""
    rested = history.at(swing.start - 1)
    if not rested.is_playable:
        return ()
    decision = decision_at(rested.state, rested.agenda)
    ask = decision.asks.get(seat) if decision else None
    if ask is None:
        return ()
    play = resumed(rested, Planned((), lambda size: 0))
    random = Random(f"{history.recorded[0].game}:{swing.start}:{seat}")
    return tuple(answer_of(BOTS[USUAL_LEVEL], history.rule_set, play, ask, random))
