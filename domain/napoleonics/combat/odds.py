"""What orders of combat lead to, reckoned exactly from what everybody sees. A combat is won if its target is
eliminated or driven off."""

from collections.abc import Sequence
from fractions import Fraction

from domain.kernel.battles import Factor, total
from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.chances import chances, met_by_square
from domain.napoleonics.combat.lines import Strike, lines, silent
from domain.napoleonics.combat.melees import as_bonus
from domain.napoleonics.combat.targets import attack_dice
from domain.napoleonics.facts.board import distance
from domain.napoleonics.orders.combat import AddBattery, Attack, BattleBack, EndBatteries, Fire
from domain.napoleonics.position.state import State, fight_of, is_leader, unit_fact


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The odds of fire, a melee or a battle back against whoever stands."""
    match order:
        case Fire(unit, target):
            return _told(state, "fire", Blow("ranged", unit, target))
        case Attack(unit, target):
            return _melee(state if state.fight is None else as_bonus(state), unit, target, ())
        case AddBattery(battery):
            fight = fight_of(state)
            return _melee(state, fight.attacker, fight.target, (*fight.batteries, battery))
        case EndBatteries():
            fight = fight_of(state)
            return _melee(state, fight.attacker, fight.target, fight.batteries)
        case BattleBack(unit):
            return _told(state, "battle_back", Blow("battle_back", unit, fight_of(state).attacker))
    return None


def percent(chance: Fraction) -> int:
    """A chance as people say it."""
    return round(100 * chance)


def _told(state: State, key: str, blow: Blow) -> Odds:
    found, factors = chances(state, blow), _factors(state, blow)
    about = {**_brings(factors), "flag": percent(found.flag), "eliminated": percent(found.eliminated)}
    win = found.eliminated if is_leader(state, blow.target) else found.gone
    return Odds(
        key=key, win=float(win), lost=float(found.lost), taken=float(found.taken),
        about={**about, "dice": found.dice, "hit": percent(found.hit)}, factors=factors,
    )  # fmt: skip


def _melee(state: State, unit: str, target: str, batteries: tuple[str, ...]) -> Odds | None:
    """A melee if the defender stands; against a square its die comes first (R-62, R-63)."""
    if not batteries and not attack_dice(state, unit, target).total:
        return None
    blow = Blow("melee", unit, target, batteries)
    if is_leader(state, target):
        return _told(state, "leader", blow)
    if target in state.squares and unit_fact(state, unit).arm == "cavalry":
        found, factors = chances(state, blow), _factors(state, blow)
        met = met_by_square(state, target, unit)
        goes_on = 1 - met.stopped
        about = {"dice": found.dice, "hit": percent(found.hit), "bounced": percent(met.stopped)}
        return Odds(
            key="square", win=float(found.eliminated * goes_on), lost=float(met.lost),
            taken=float(found.taken * goes_on), about={**_brings(factors), **about}, factors=factors,
        )  # fmt: skip
    return _told(state, "melee", blow)


# What both sides bring ------------------------------------------------------------------------------


def _factors(state: State, blow: Blow) -> tuple[tuple[Factor, ...], tuple[Factor, ...]]:
    """The dice of a roll, and those of the answer with all blocks that stand now, line by line."""
    answer = _answer(state, blow)
    if answer is None:
        return _lines_of(state, blow), tuple(silent(_why_not(state, blow)).values())
    return _lines_of(state, blow), _lines_of(state, answer)


def _lines_of(state: State, blow: Blow) -> tuple[Factor, ...]:
    start, hex = state.at[blow.unit], state.at[blow.target]
    strike = Strike(blow.unit, start, hex, blow.kind != "ranged", distance(start, hex))
    return tuple(lines(state, strike, *blow.dice(state)).values())


def _answer(state: State, blow: Blow) -> Blow | None:
    """What whoever is attacked rolls if he stands (R-62, R-106)."""
    if blow.kind != "melee" or is_leader(state, blow.target):
        return None
    is_met = blow.target in state.squares and unit_fact(state, blow.unit).arm == "cavalry"
    return Blow("square" if is_met else "battle_back", blow.target, blow.unit)


def _why_not(state: State, blow: Blow) -> str:
    if blow.kind == "ranged":
        return "silent"
    return "alone" if is_leader(state, blow.target) else "no_answer"


def _brings(factors: tuple[tuple[Factor, ...], tuple[Factor, ...]]) -> dict[str, int]:
    return dict(zip(("attack", "defence"), map(total, factors), strict=True))
