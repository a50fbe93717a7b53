"""What orders of combat lead to, reckoned exactly from what everybody sees."""

from collections.abc import Sequence
from fractions import Fraction

from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.chances import Chances, chances, met_by_square
from domain.napoleonics.combat.targets import attack_dice
from domain.napoleonics.orders.combat import AddBattery, Attack, BattleBack, EndBatteries, Fire
from domain.napoleonics.position.state import State, fight_of, is_leader, unit_fact


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The odds of fire, a melee or a battle back against whoever stands."""
    match order:
        case Fire(unit, target):
            return _told("fire", chances(state, Blow("ranged", unit, target)))
        case Attack(unit, target):
            return _melee(state, unit, target, ())
        case AddBattery(battery):
            fight = fight_of(state)
            return _melee(state, fight.attacker, fight.target, (*fight.batteries, battery))
        case EndBatteries():
            fight = fight_of(state)
            return _melee(state, fight.attacker, fight.target, fight.batteries)
        case BattleBack(unit):
            return _told("battle_back", chances(state, Blow("battle_back", unit, fight_of(state).attacker)))
    return None


def percent(chance: Fraction) -> int:
    """A chance as people say it."""
    return round(100 * chance)


def _told(key: str, found: Chances, **more: int) -> Odds:
    about = {
        "dice": found.dice,
        "hit": percent(found.hit),
        "flag": percent(found.flag),
        "gone": percent(found.gone),
        **more,
    }
    return Odds(
        key=key, win=float(found.eliminated), lost=float(found.lost), taken=float(found.taken), about=about
    )


def _melee(state: State, unit: str, target: str, batteries: tuple[str, ...]) -> Odds | None:
    """A melee if the defender stands; against a square its die comes first (R-62, R-63)."""
    if not batteries and not attack_dice(state, unit, target).total:
        return None
    found = chances(state, Blow("melee", unit, target, batteries))
    if is_leader(state, target):
        return _told("leader", found)
    if target in state.squares and unit_fact(state, unit).arm == "cavalry":
        met = met_by_square(state, target, unit)
        goes_on = 1 - met.stopped
        return Odds(
            key="square", win=float(found.eliminated * goes_on), lost=float(met.lost),
            taken=float(found.taken * goes_on),
            about={"dice": found.dice, "hit": percent(found.hit), "bounced": percent(met.stopped)},
        )  # fmt: skip
    return _told("melee", found)
