"""How well a seat stands (for computers): what a side has, and what its orders of this turn may yet win."""

from fractions import Fraction
from functools import cache

from domain.kernel.memory import LatestTogether
from domain.kernel.seats import Seat
from domain.napoleonics.combat.chances import at_least, taken_by
from domain.napoleonics.combat.dice import melee_dice, ranged_dice
from domain.napoleonics.combat.melees import may_form_square
from domain.napoleonics.combat.targets import attack_dice, battles_how, may_battle, ranged_targets
from domain.napoleonics.command.eligible import candidates
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.board import BESIDE, BIT, BOARD, ROWS_AHEAD
from domain.napoleonics.facts.sides import ENEMY, Side
from domain.napoleonics.movement.allowance import allowance
from domain.napoleonics.position.pieces import enemies_beside, leaders_of, standing, units_of
from domain.napoleonics.position.state import (
    State,
    card_of,
    edge_of,
    is_leader,
    needed,
    side_of,
    total,
    unit_fact,
)

WON = 1000.0
BANNER = 12.0
BLOCK = {"infantry": 1.6, "cavalry": 1.7, "artillery": 2.0}
LEADER = 3.0
CONTACT = 0.35
STRENGTH = 0.25
ADVANCE = 0.12
WORTH_AHEAD = {
    edge: {at: ADVANCE * min(ahead, 6) for at, ahead in rows.items()} for edge, rows in ROWS_AHEAD.items()
}
WEAK = 1.2
"""A unit of one block next to the enemy is nearly lost."""
LOCKED = 0.4
"""A card on the square track."""
TARGET = 5.5
"""A unit on an objective that will count."""
GUARD = 4.0
"""A unit on an objective of the enemy: there it gives him nothing."""
PROSPECT = 0.8
"""A combat that may still be had this turn, of what it wins on average."""
CHARGE = 0.5
"""One that a unit must move for: the way may be closed, the ground may cost dice."""
SQUARE = 0.4
"""Cavalry that attacks infantry which may form square."""


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands: its side's worth less the other's. The higher the better."""
    side: Side = "british" if seat == "british" else "french"
    if state.winner is not None:
        return WON if state.winner == side else -WON
    coming = PROSPECT * prospects(state)
    return _worth(state, side) - _worth(state, ENEMY[side]) + (coming if side == state.active else -coming)


def _worth(state: State, side: Side) -> float:
    field, here, blocks_of, at_of = state.field, standing(state), state.blocks, state.at
    banners, enemy, ahead = total(state, side), ENEMY[side], WORTH_AHEAD[edge_of(state, side)]
    enemies, led = here.units[enemy] | here.alone[enemy], here.led[side]
    worth = BANNER * banners * (1 + banners / (2 * needed(state, side)))
    worth += LEADER * len(leaders_of(state, side))
    for unit in units_of(state, side):
        blocks, at = blocks_of[unit], at_of[unit]
        worth += BLOCK[field.pieces[unit].mover] * blocks
        if near := enemies & BESIDE[at]:
            worth += CONTACT * (blocks - 2.5) - (WEAK * near.bit_count() if blocks == 1 else 0.0)
        if blocks > 1:
            worth += ahead[at]
        if led & BIT[at]:
            worth += STRENGTH * blocks
    for each in field.fact.objectives:
        if here.units[side] & BIT[each.hex] and each.hex not in state.held:
            worth += (TARGET if each.side == side else GUARD) * each.banners
    return worth - LOCKED * len(state.track[side])


# What may still be won this turn --------------------------------------------------------------------


def prospects(state: State) -> float:
    """What the combats that are still to come in this turn win on average: of the units that are ordered, and
    before that of the best that can be ordered still."""
    command = state.command
    if command is None or not command.kind or battles_how(state) == "none":
        return 0.0
    parts = (state.at, state.blocks, state.squares, command, state.ordered, state.moved, state.battled)
    return _prospects.of((*parts, state.phase), state)


def _of_all(state: State) -> float:
    may_move = state.phase != "combat"
    found = sum(_of_one(state, unit, may_move) for unit in state.ordered if _may_battle(state, unit))
    if state.phase in ("command", "orders"):
        units = [piece for piece in candidates(state) if not is_leader(state, piece)]
        best = sorted((_of_one(state, unit, may_move) for unit in units), reverse=True)
        found += sum(best[: _orders_left(state)])
    return found


_prospects = LatestTogether(_of_all)


def _may_battle(state: State, unit: str) -> bool:
    return not is_leader(state, unit) and may_battle(state, unit)


def _orders_left(state: State) -> int:
    """How many more the card orders, its sections aside."""
    command, card, given = state.command, card_of(state), len(state.ordered)
    assert command is not None
    if command.plain:
        return 1 - given
    if card.doing == "elan":
        return max(0, sum(symbol != "sabers" for symbol in command.symbols) - given)
    most = {"number": card.orders, "command": command.value}
    return max(0, most.get(card.by, card.left + card.centre + card.right) - given)


def _of_one(state: State, unit: str, may_move: bool) -> float:
    """The best combat of a unit: where it stands, or, if it may still move, where it can charge to."""
    how, at, side = battles_how(state), state.at[unit], side_of(state, unit)
    beside = enemies_beside(state, at, side)
    best = 0.0
    if beside and how != "ranged":
        best = max(
            _of_melee(state, unit, target, attack_dice(state, unit, target).total) for target in beside
        )
    elif how != "melee":
        best = max((_of_fire(state, unit, target) for target in ranged_targets(state, unit)), default=0.0)
    if may_move and how != "ranged" and unit not in state.moved and unit not in state.squares:
        best = max(best, CHARGE * _of_charge(state, unit))
    return best


def _of_charge(state: State, unit: str) -> float:
    """The best melee that a unit can move to, with the dice of open ground."""
    fact, here = unit_fact(state, unit), standing(state)
    far = allowance(state, unit).to_battle
    foes = here.units[ENEMY[fact.side]] & BOARD.area_within(state.at[unit], far + 1) & ~BESIDE[state.at[unit]]
    if not far or not foes or fact.arm == "artillery":
        return 0.0
    dice = state.blocks[unit] + fact.melee
    return max(_of_melee(state, unit, here.unit[at], dice) for at in BOARD.cells(foes))


def _of_fire(state: State, unit: str, target: str) -> float:
    dice = ranged_dice(state, unit, state.at[target]).total
    return _lost(state, target, dice, _faces(state, target))


def _of_melee(state: State, unit: str, target: str, dice: int) -> float:
    """What so many dice win, less what the battle back costs."""
    if is_leader(state, target):
        return (LEADER + BANNER) * outcome(dice, 1, 1)[1]
    fact, foe = unit_fact(state, unit), unit_fact(state, target)
    won = _lost(state, target, dice, _faces(state, target) + fact.sabers_hit)
    start, hex = state.at[target], state.at[unit]
    is_far = not BIT[start] & BESIDE[hex]
    back = melee_dice(state, target, unit, start, hex, with_card=False, plain=is_far).total
    back -= round(outcome(dice, _faces(state, target) + fact.sabers_hit, state.blocks[target])[0])
    stays = (1 - 1 / len(COMBAT.faces)) ** dice
    won -= stays * _lost(state, unit, max(0, back), _faces(state, unit) + foe.sabers_hit)
    return max(0.0, won * (SQUARE if may_form_square(state, target, unit) else 1.0))


def _faces(state: State, target: str) -> int:
    """How many faces of the die show the arm of a target."""
    return COMBAT.faces.count(unit_fact(state, target).arm)


def _lost(state: State, unit: str, dice: int, faces: int) -> float:
    """What a unit loses on average to so many dice."""
    taken, falls = outcome(dice, faces, state.blocks[unit])
    return BLOCK[unit_fact(state, unit).arm] * taken + BANNER * falls


@cache
def outcome(dice: int, faces: int, blocks: int) -> tuple[float, float]:
    """The blocks that so many dice take on average, and the chance that they take all."""
    chance = Fraction(faces, len(COMBAT.faces))
    return float(taken_by(dice, blocks, chance)), float(at_least(dice, blocks, chance))
