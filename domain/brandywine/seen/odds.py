"""What orders of fire and combat lead to, reckoned exactly from what everybody sees."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from domain.brandywine.combat.chances import (
    NO_COMBAT,
    Chances,
    against,
    chances,
    odds_of,
    supposed_fight,
)
from domain.brandywine.combat.strength import line_of, points_of
from domain.brandywine.combat.tactics import is_legal
from domain.brandywine.events.fire import Kind
from domain.brandywine.facts.tables import DICE
from domain.brandywine.fire.targets import dice, hitting, is_first_fire, table_of
from domain.brandywine.orders.combat import Attack, ChooseTactic, FightCombat, Reroll
from domain.brandywine.orders.fire import FireAt
from domain.brandywine.position.pieces import units_at
from domain.brandywine.position.state import Combat, State, fight_of, is_gun, is_hidden
from domain.brandywine.seen.stacks import closed_hexes, without_closed_leaders
from domain.kernel.battles import Factor
from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.kernel.told import Told

DAMAGES = {"steps": ("1", "2"), "broken": ("D",), "back": ("R",), "morale": ("AM",)}
"""What a hit does, by the codes of the tables of damage."""


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The odds of a shot, of a combat without tactics, of a chit against each of the enemy's, of a reroll."""
    match order:
        case FireAt(unit, target):
            return _fire(state, "artillery" if is_gun(state, unit) else "rifle", (unit,), target)
        case Attack(unit, targets):
            if not is_open(state, targets):
                return None
            return _combat(state, _declared(state, unit, targets))
        case FightCombat(targets):
            return _combat(state, next(each for each in state.combats if each.targets == targets))
        case ChooseTactic():
            return _tactic(state, order)
        case Reroll():
            fight = fight_of(state)
            return _told("reroll", chances(state, fight, fight.swing), {})
    return None


def is_open(state: State, targets: tuple[str, ...]) -> bool:
    """May who attacks look into these stacks? The American only once the attack is declared (7.1.3, R-44)."""
    hidden = state.active == "american" and is_hidden(state)
    return not hidden or closed_hexes(state).isdisjoint(targets)


def percent(chance: Fraction) -> int:
    """A chance as people say it."""
    return round(100 * chance)


def _fire(state: State, kind: Kind, firers: tuple[str, ...], target: str) -> Odds:
    """A shot hits or misses; two dice of Jaegers hit at most once (R-54)."""
    first = kind == "rifle" and is_first_fire(state, firers)
    hit, count = hit_chance(state, kind, firers, target, first)
    damage = table_of(state, kind).damage
    each = {
        name: percent(hit * Fraction(sum(code.rstrip("*") in codes for code in damage), DICE))
        for name, codes in DAMAGES.items()
    }
    leader = percent(hit * Fraction(sum(code.endswith("*") for code in damage), DICE))
    return Odds(
        key="fire", win=float(hit), about={"hit": percent(hit), "dice": count, "leader": leader, **each}
    )


def hit_chance(
    state: State, kind: Kind, firers: tuple[str, ...], target: str, first: bool
) -> tuple[Fraction, int]:
    """The chance that a shot hits, and with how many dice."""
    count = dice(state, firers, target) if kind == "rifle" else 1
    return 1 - Fraction(DICE - hitting(state, kind, firers, target, first), DICE) ** count, count


def _declared(state: State, unit: str, targets: tuple[str, ...]) -> Combat:
    """The combat that an attack would make, or join."""
    before = next((each.attackers for each in state.combats if each.targets == targets), ())
    return Combat((*before, unit), targets)


def _combat(state: State, declared: Combat) -> Odds | None:
    """A combat with equal tactics; artillery alone is taken without a roll."""
    defenders = tuple(
        unit for at in declared.targets for unit in units_at(state, at) if unit not in state.refugees
    )
    fight = Combat(declared.attackers, declared.targets, defenders)
    if not line_of(state, defenders):
        return Odds(key="guns", win=1.0)
    attack, defence, shifted = odds_of(state, fight)
    found = chances(state, supposed_fight(state, shifted), 0)
    told = _told("combat", found, {"attack": attack, "defence": defence})
    points = points_of(state, fight)
    own, enemy = (
        tuple(Factor(Told("unit", {"unit": unit}), points[unit]) for unit in units if unit in points)
        for units in (fight.attackers, fight.defenders)
    )
    return msgspec.structs.replace(told, factors=(own, enemy))


def _told(key: str, found: Chances, more: dict[str, int]) -> Odds:
    about = {
        "column": found.column,
        "total": found.total,
        "theirs": percent(found.hurts_defender),
        "ours": percent(found.hurts_attacker),
        "pin": percent(found.results.get("PIN", Fraction(0))),
        "results": ", ".join(f"{code} {percent(share)}" for code, share in found.results.items()),
        **more,
    }
    return Odds(key=key, win=float(found.hurts_defender), about=about)


def _tactic(state: State, order: ChooseTactic) -> Odds:
    """The matrix: against each chit of the enemy, how probable it is that he suffers, and oneself."""
    is_attacker = order.side == state.active
    fight = fight_of(state)
    state = state if order.side == "british" else without_closed_leaders(state)
    cells: dict[str, str] = {}
    wins = []
    for other, found in against(state, fight, order.chit, is_attacker).items():
        theirs, ours = found.hurts_defender, found.hurts_attacker
        if not is_attacker:
            theirs, ours = ours, theirs
        cells[other] = "NC" if found is NO_COMBAT else f"{percent(theirs)}/{percent(ours)}"
        wins.append(theirs)
    legal = is_legal(state, fight, order.side, order.chit)
    mean = sum(wins, start=Fraction(0)) / len(wins)
    return Odds(key="tactic", win=float(mean), about={**cells, "legal": legal})
