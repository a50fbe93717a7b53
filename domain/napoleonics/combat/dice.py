"""How many dice an attack has (R-33 to R-39, R-144), and what their faces mean."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from domain.napoleonics.events.combat import Base
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.board import BOARD, Hex, comes_in_from, distance
from domain.napoleonics.facts.sides import Arm
from domain.napoleonics.facts.terrain import Ground, Terrain
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import State, card_of, command_of, is_leader, unit_fact


class Dice(msgspec.Struct, frozen=True):
    """The dice of one unit: for its blocks, its kind, the card, and fewer for the terrain. `full` are its
    blocks where `base` says that they are not what is rolled."""

    blocks: int
    bonus: int = 0
    card: int = 0
    terrain: int = 0
    base: Base = "blocks"
    full: int = 0

    @property
    def total(self) -> int:
        return max(0, self.blocks + self.bonus + self.card - self.terrain)


# Counting -----------------------------------------------------------------------------------------


def ranged_dice(state: State, unit: str, target: Hex) -> Dice:
    """The dice of fire at a hex (R-33, R-34, R-144)."""
    fact, blocks, start = unit_fact(state, unit), state.blocks[unit], state.at[unit]
    fewer = terrain_dice(state, fact.arm, start, target, is_melee=False)
    if unit in state.squares:
        return Dice(1, terrain=fewer, base="one", full=blocks)
    card = card_dice(state, unit, "ranged", start, target)
    if fact.arm == "artillery":
        battery = state.facts.units.batteries[fact.rank]
        return Dice(battery.at_range(blocks, distance(start, target)), 0, card, fewer, "distant", blocks)
    if state.moved.get(unit, 0):
        return Dice(fact.half(blocks), fact.ranged_moving, card, fewer, "halved", blocks)
    return Dice(blocks, fact.ranged_standing, card, fewer)


def melee_dice(
    state: State, unit: str, target: str, start: Hex, hex: Hex, with_card: bool, plain: bool = False
) -> Dice:
    """The dice of a melee of a unit in `start` against a unit or lone leader in `hex`.

    `with_card`: it is an attack of the active player, which has the dice of his card; `plain` leaves out
    terrain (an escape, R-87). A square has one die, and so has cavalry against a square (R-64, R-69).
    """
    fact, blocks = unit_fact(state, unit), state.blocks[unit]
    fewer = 0 if plain else terrain_dice(state, fact.arm, start, hex, is_melee=True)
    if unit in state.squares or (fact.arm == "cavalry" and target in state.squares):
        return Dice(1, terrain=fewer, base="one", full=blocks)
    card = card_dice(state, unit, "melee", start, hex) if with_card else 0
    if fact.arm == "artillery":
        battery = state.facts.units.batteries[fact.rank]
        return Dice(battery.in_melee(blocks), fact.melee, card, fewer, "battery", blocks)
    own = fact.melee
    if not is_leader(state, target) and unit_fact(state, target).arm == "infantry":
        own += fact.melee_vs_infantry
    return Dice(blocks, own, card, fewer)


def card_dice(state: State, unit: str, kind: str, start: Hex, target: Hex) -> int:
    """What the card of the turn adds to an attack of an ordered unit."""
    if state.command is None or not state.command.kind or unit not in state.ordered:
        return 0
    command, card, fact = command_of(state), card_of(state), unit_fact(state, unit)
    if command.plain or kind not in card.bonus_in:
        return 0
    if not card.whole and _is_again(state, unit):
        return 0
    if card.place == "led" and leader_of(state, unit) is None:
        return 0
    ground = state.ground.facts
    if not card.towns and not (ground[start].charge_bonus and ground[target].charge_bonus):
        return 0
    if fact.guard and fact.arm in _guarded(card.bonus, card.whom):
        return card.guard_bonus
    return card.bonus.get(fact.arm, 0)


def _is_again(state: State, unit: str) -> bool:
    """Is it the bonus melee of this unit? A battery that joins it battles for the first time (R-104)."""
    return state.fight is not None and state.fight.bonus and state.fight.attacker == unit


def _guarded(bonus: dict[Arm, int], whom: tuple[str, ...]) -> tuple[str, ...]:
    """The arms whose guards have their own bonus: those of the bonus, or, without one, those of the card."""
    return tuple(bonus) or whom


# Terrain ------------------------------------------------------------------------------------------


def is_protected(state: State, start: Hex, target: Hex) -> bool:
    """Does an attack from `start` cross a protected side of the field works in `target` (R-38)?"""
    return _is_across(state.ground, start, target)


def _is_across(ground: Ground, start: Hex, target: Hex) -> bool:
    sides = ground.works.get(target)
    return sides is not None and any(word in sides for word in comes_in_from(start, target))


def terrain_dice(state: State, arm: Arm, start: Hex, target: Hex, is_melee: bool) -> int:
    """How many dice fewer: for the target's hex and for one's own, added up (R-35)."""
    return sum(fewer for _way, _kind, fewer in terrain_terms(state, arm, start, target, is_melee))


class TerrainTerm(NamedTuple):
    """So many dice fewer for an attack into terrain of this kind, or out of it."""

    way: Literal["into", "out_of", "level"]
    kind: str
    fewer: int


def terrain_terms(
    state: State, arm: Arm, start: Hex, target: Hex, is_melee: bool
) -> tuple[TerrainTerm, ...]:
    """What each piece of terrain takes from an attack. The ground never changes, so it is worked out once."""
    known: dict[Any, tuple[TerrainTerm, ...]] = state.ground.fewer
    key = (arm, start, target, is_melee)
    if key not in known:
        found = _terms(state.facts.terrain, state.ground, arm, start, target, is_melee)
        known[key] = tuple(term for term in found if term.fewer)
    return known[key]


def _terms(
    facts: Terrain, ground: Ground, arm: Arm, start: Hex, target: Hex, is_melee: bool
) -> Iterator[TerrainTerm]:
    """Across protected sides the hills on both sides do not count (R-38)."""
    across, works = False, facts.kinds["field_works"]
    if _is_across(ground, start, target):
        across = True
        yield TerrainTerm("into", "field_works", works.into(is_melee).get(arm, 0))
    if is_melee and BOARD.direction[start, target] in ground.works.get(start, ()):
        across = True
        yield TerrainTerm("out_of", "field_works", works.out_of(is_melee).get(arm, 0))
    own, other = ground.kind(start), ground.kind(target)
    if own == other == "hill":
        level = facts.hill_to_hill.melee if is_melee else facts.hill_to_hill.ranged
        if not across:
            yield TerrainTerm("level", "hill", level.get(arm, 0))
        return
    if not (across and other == "hill"):
        yield TerrainTerm("into", other, facts.kinds[other].into(is_melee).get(arm, 0))
    if not (across and own == "hill"):
        yield TerrainTerm("out_of", own, facts.kinds[own].out_of(is_melee).get(arm, 0))


# Faces --------------------------------------------------------------------------------------------


def scoring(state: State, unit: str, target: str, is_melee: bool, retires: bool = False) -> frozenset[str]:
    """The faces that hit a target; `unit` leads the attack (R-72). A lone leader falls to any saber
    (R-59)."""
    if is_leader(state, target):
        return frozenset(("sabers",))
    arm = unit_fact(state, target).arm
    if retires or not is_melee or not unit_fact(state, unit).sabers_hit:
        return frozenset((arm,))
    return frozenset((arm, "sabers"))


def chance_of(faces: frozenset[str]) -> float:
    """How probable it is that a die shows one of these."""
    return sum(face in faces for face in COMBAT.faces) / len(COMBAT.faces)
