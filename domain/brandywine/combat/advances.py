"""Advance after combat (12.1.15, R-78)."""

from typing import Literal

from domain.brandywine.events.combat import LeaderFollowed, UnitAdvanced
from domain.brandywine.facts.board import AROUND, Hex
from domain.brandywine.facts.sides import seat_of
from domain.brandywine.movement.areas import may_enter
from domain.brandywine.movement.watching import came
from domain.brandywine.orders.combat import Advance, AdvanceLeader, EndAdvance
from domain.brandywine.position.leaders import stays_with_washington
from domain.brandywine.position.pieces import fits, leaders_at, units_at
from domain.brandywine.position.state import State, fight_of, is_gun, side_of
from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order


class Advancing(Step, frozen=True):
    """Attackers that were not forced back enter hexes that were left; somebody must, then others may.

    `must`: the lead unit, any one, or nobody has to; `gone` are (from, to) of those who went.
    """

    must: Literal["lead", "any", ""]
    gone: tuple[tuple[Hex, Hex], ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        menu = self.menu(play.state)
        if menu == [EndAdvance()]:
            play.pop()
            return None
        side = play.state.active
        return Decision(Ask(seat_of(side), "advance", "12.1.15", menu, {"side": side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        match the_order(answers):
            case Advance(unit, to):
                start = play.state.at[unit]
                play.replace(Advancing("", (*self.gone, (start, to))))
                play.record(UnitAdvanced(unit, start, to))
                came(play, unit, (start, to))
            case AdvanceLeader(leader, to):
                lead_on(play, leader, to)
            case _:
                play.pop()

    def menu(self, state: State) -> list[Order]:
        moves = advances(state)
        lead = fight_of(state).attack_lead
        if self.must == "lead" and any(order.unit == lead for order in moves):
            return [order for order in moves if order.unit == lead]
        if self.must == "any" and moves:
            return list(moves)
        leaders = [
            AdvanceLeader(leader, to)
            for start, to in dict.fromkeys(self.gone)
            for leader in leaders_at(state, start)
            if side_of(state, leader) == state.active and may_lead_on(state, leader, to)
        ]
        return [*moves, *leaders, EndAdvance()]


def may_lead_on(state: State, leader: str, to: Hex) -> bool:
    """May a leader go along into a hex: within his limits, Lafayette with Washington alone until he is sent
    (12.1.15, 14.5, R-32)?"""
    return may_enter(state, leader, to) and not stays_with_washington(state, leader)


def lead_on(play: Play[State], leader: str, to: Hex) -> None:
    """A leader goes along; with Washington goes Lafayette, if he has not been sent (14.5)."""
    roles = play.state.units.role
    is_washington = leader == roles["washington"]
    with_him = is_washington and stays_with_washington(play.state, roles["lafayette"])
    play.record(LeaderFollowed(leader, to))
    if with_him:
        play.record(LeaderFollowed(roles["lafayette"], to))


def advances(state: State) -> list[Advance]:
    """Every advance of an attacker into a hex that was left; zones do not matter, the creek neither."""
    fight = fight_of(state)
    empty = [at for at in fight.targets if not units_at(state, at) or _is_own(state, at)]
    return [
        Advance(unit, at)
        for unit in fight.attackers
        if unit in state.at and unit not in fight.forced and not is_gun(state, unit)
        for at in empty
        if at in AROUND[state.at[unit]] and may_enter(state, unit, at) and fits(state, unit, at)
    ]


def _is_own(state: State, at: Hex) -> bool:
    return side_of(state, units_at(state, at)[0]) == state.active
