"""What orders of marches and battles lead to, reckoned exactly from what everybody sees (7.8, 7.9, 9).

`odds` tells a march into a battle, an overrun or the reach of interceptors; an interception; an attempt to
avoid battle; and what a card changes in the battle at hand. What the enemy may hold in his hand is left out.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.washingtons_war.battle.battle import Battle, is_called_off, start_of
from domain.washingtons_war.battle.chances import Army, Chances, battle_chances
from domain.washingtons_war.battle.lines import lines
from domain.washingtons_war.battle.modifiers import army_of
from domain.washingtons_war.battle.retreat import retreats
from domain.washingtons_war.decks.in_battle import battle_steps, modifier_of
from domain.washingtons_war.events.battle import CardUse
from domain.washingtons_war.events.movement import ArmyIntercepted, ArmyMoved
from domain.washingtons_war.events.pieces import GeneralRemoved
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER, WASHINGTON
from domain.washingtons_war.movement.avoiding import avoids_up_to, may_avoid
from domain.washingtons_war.movement.interception import interceptors, is_open_to_interception
from domain.washingtons_war.movement.overrun import is_overrun
from domain.washingtons_war.movement.ways import most_units
from domain.washingtons_war.orders.battle import DiscardForBattle, PlayBattleCard
from domain.washingtons_war.orders.movement import AvoidBattle, Intercept, March
from domain.washingtons_war.position.conflict import Fight
from domain.washingtons_war.position.state import (
    State,
    changed,
    fight_of,
    marching_of,
    with_general,
    without_card,
)
from domain.washingtons_war.position.units import cu_by_nation, general_in, generals_in, has_cu


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The odds of an order of these two chapters; None for others, and where nothing is at stake."""
    match order:
        case March(_, to):
            return _march(state, to)
        case Intercept(general, to):
            return _interception(state, general, to)
        case AvoidBattle(general):
            needed = avoids_up_to(state, general)
            return Odds(key="avoid_battle", win=needed / 6, about={"needed": needed})
        case PlayBattleCard(card):
            return _with_card(state, card, "battle_card")
        case DiscardForBattle(card):
            return _with_card(state, card, "discard")
    return None


# Marches --------------------------------------------------------------------------------------------


def _march(state: State, to: str) -> Odds | None:
    """An overrun, a battle, or only the chance that somebody comes in between."""
    marching = marching_of(state)
    caught = 0
    if is_open_to_interception(state, marching, to):
        caught = percent(_intercepted(state, to))
    used = marching.used + state.facts.cost[marching.at, to]
    start = marching.at
    state = ArmyMoved(marching.general, start, to, marching.units, used).apply(state)
    if not has_cu(state, to, OTHER[marching.side]):
        return Odds(key="march", about={"caught": caught}) if caught else None
    if is_overrun(state, to, marching.side, marching.units):
        return Odds(key="overrun", taken=1.0, about={"caught": caught})
    fight = _fight(state, Battle(to, marching.side, start))
    moved = marching_of(state)
    avoider = general_in(state, to, "american") if may_avoid(state, moved) else None
    avoids = 0 if avoider is None else avoids_up_to(state, avoider)
    return _battle(state, fight, {"caught": caught, "avoids": avoids})


def _intercepted(state: State, to: str) -> Fraction:
    """The chance that one of the armies near enough comes in between, if all try."""
    agilities = [state.facts.generals[general].agility for general in interceptors(state, to)]
    return 1 - prod((Fraction(6 - agility, 6) for agility in agilities), start=Fraction(1))


def _interception(state: State, general: str, to: str) -> Odds:
    """The chance to be there first, and that of holding the space then."""
    marching, needed = marching_of(state), state.facts.generals[general].agility
    start = state.generals[general]
    units = most_units(state, cu_by_nation(state, start, "american"))
    there = ArmyIntercepted(general, start, to, units).apply(state)
    battle = Battle(to, "british", marching.came_from, intercepted=True)
    won = max(1 - reckoned(each, _fight(each, battle)).win for each in _who_stays(there, to, start))
    return Odds(key="interception", win=needed / 6, about={"needed": needed, "holds": percent(won)})


def _who_stays(state: State, space: str, start: str) -> list[State]:
    """As it would be with each general who may stay in the space; the others go back (7.8.D)."""
    found = []
    generals = generals_in(state, space, "american")
    for stays in [each for each in generals if each == WASHINGTON] or generals:
        kept = state
        for other in generals:
            kept = kept if other == stays else with_general(kept, other, start)
        found.append(kept)
    return found


# Battles --------------------------------------------------------------------------------------------


def _fight(state: State, battle: Battle) -> Fight:
    """The battle as it would be fought."""
    return fight_of(start_of(state, battle).apply(state))


def armies(state: State, fight: Fight) -> tuple[Army, Army]:
    """Attacker and defender as their chances are reckoned."""
    attacker, defender = fight.attacker, OTHER[fight.attacker]
    return _army(state, fight, attacker), _army(state, fight, defender)


def _army(state: State, fight: Fight, side: Side) -> Army:
    return army_of(state, fight, side, may_retreat=bool(retreats(state, fight, side, with_units=True)))


def reckoned(state: State, fight: Fight) -> Chances:
    """The chances of a battle before its dice."""
    return battle_chances(*armies(state, fight))


def percent(chance: Fraction) -> int:
    """A chance as people say it."""
    return round(100 * chance)


def _battle(state: State, fight: Fight, more: dict[str, int]) -> Odds:
    """The battle as its attacker sees it."""
    own, enemy = armies(state, fight)
    found = battle_chances(own, enemy)
    about = {
        "attack": own.units + own.modifiers,
        "defence": enemy.units + enemy.modifiers,
        "surrender": not own.may_retreat,
        "regulars": _regulars(state, fight, found),
        **more,
    }
    return Odds(
        key="battle", win=float(found.win), lost=float(found.attacker_lost), taken=float(found.defender_lost),
        about=about,
        factors=(
            tuple(lines(state, fight, fight.attacker).values()),
            tuple(lines(state, fight, OTHER[fight.attacker]).values()),
        ),
    )  # fmt: skip


def _regulars(state: State, fight: Fight, found: Chances) -> int:
    """The chance, in percent, that the Regulars lose their name in it (9.41)."""
    if not state.regulars:
        return 0
    return percent(found.attacker_heavy if fight.attacker == "british" else found.defender_heavy)


def _with_card(state: State, card: str, use: CardUse) -> Odds:
    """The battle at hand as the owner of the card sees it, with the card; `without` tells it without.

    A card that takes the defender's general away may lead to an overrun instead (9.2, 9.7, R-55).
    """
    fight = fight_of(state)
    after = _without_removed(state, card, use)
    if is_called_off(after, fight):
        return Odds(key="overrun", taken=1.0, about={"caught": 0})
    side: Side = "british" if card in state.hands["british"] else "american"
    added = modifier_of(state, card, use)
    camp = changed(fight.camps[side], cards={use: added})
    if use == "discard":
        after = without_card(after, side, card)  # with the last one Washington's is an offensive of winter
    found = reckoned(after, changed(fight, camps={**fight.camps, side: camp}))
    without = reckoned(state, fight).win
    win, lost, taken = found.win, found.attacker_lost, found.defender_lost
    if side != fight.attacker:
        win, without, lost, taken = 1 - win, 1 - without, taken, lost
    about = {"modifier": added, "without": percent(without)}
    return Odds(key="battle_card", win=float(win), lost=float(lost), taken=float(taken), about=about)


def _without_removed(state: State, card: str, use: CardUse) -> State:
    """The position when the general whom a battle card takes out of the war is gone (6.33.D)."""
    for step in battle_steps(state, card) if use == "battle_card" else ():
        if step.do == "remove_general_for_good":
            state = GeneralRemoved(step.general, state.generals[step.general], "6.33.D").apply(state)
    return state
