"""What an order leads to by public arithmetic: the battle at the end of a march, a die to intercept or to get
away (9.2, 7.8, 7.9)."""

from collections.abc import Sequence

from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.washingtons_war.battle.chances import battle_chances
from domain.washingtons_war.battle.modifiers import army_of
from domain.washingtons_war.battle.retreat import retreats
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.movement.avoiding import avoids_up_to
from domain.washingtons_war.movement.overrun import is_overrun
from domain.washingtons_war.orders.movement import AvoidBattle, Intercept, March
from domain.washingtons_war.position.conflict import Camp, Fight, Marching
from domain.washingtons_war.position.state import State, with_general
from domain.washingtons_war.position.units import cu, general_in, has_cu


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The exact chances, before battle cards that nobody has shown; None where no dice decide."""
    if isinstance(order, March) and state.marching is not None:
        return _of_march(state, state.marching, order)
    if isinstance(order, Intercept):
        return Odds(key="try", win=state.facts.generals[order.general].agility / 6)
    if isinstance(order, AvoidBattle):
        return Odds(key="try", win=min(6, avoids_up_to(state, order.general)) / 6)
    return None


def _of_march(state: State, marching: Marching, order: March) -> Odds | None:
    """The battle that follows if nobody intercepts and nobody slips away."""
    side, enemy = marching.side, OTHER[marching.side]
    if not marching.units or not has_cu(state, order.to, enemy):
        return None
    if is_overrun(state, order.to, side, marching.units):
        return None
    there = with_general(state, order.general, order.to)
    camps = {
        side: Camp(sum(marching.units.values()), order.general),
        enemy: Camp(cu(state, order.to, enemy), general_in(state, order.to, enemy)),
    }
    fight = Fight(order.to, side, marching.at, camps, winter_offensive=marching.winter_offensive)
    return _of_battle(there, fight)


def _of_battle(state: State, fight: Fight) -> Odds:
    attacker, defender = (
        army_of(state, fight, each, may_retreat=bool(retreats(state, fight, each, with_units=True)))
        for each in (fight.attacker, OTHER[fight.attacker])
    )
    found = battle_chances(attacker, defender)
    return Odds(
        key="battle",
        win=float(found.win),
        lost=float(found.attacker_lost),
        taken=float(found.defender_lost),
        about={"attack": attacker.units + attacker.modifiers, "defence": defender.units + defender.modifiers},
    )
