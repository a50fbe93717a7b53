"""What an ordered unit may attack, and which artillery may join it (R-30, R-36, R-46 to R-50, R-70)."""

from domain.napoleonics.combat.dice import Dice, melee_dice, ranged_dice
from domain.napoleonics.combat.sight import sees
from domain.napoleonics.facts.board import ADJACENT, BOARD, distance
from domain.napoleonics.facts.sides import ENEMY
from domain.napoleonics.movement.allowance import allowance
from domain.napoleonics.position.pieces import enemies_beside, standing
from domain.napoleonics.position.state import State, card_of, command_of, is_leader, side_of, unit_fact


def battles_how(state: State) -> str:
    """Which combats the card of the turn allows: any, melee, ranged or none."""
    command = command_of(state)
    return "any" if command.plain or not command.kind else card_of(state).battles


def may_battle(state: State, unit: str) -> bool:
    """Has an ordered unit still a combat this turn, for all that it did (R-34, R-46, R-47, R-50)?"""
    if unit in state.battled or unit not in state.ordered or unit == state.supplied or unit not in state.at:
        return False
    moved = state.moved.get(unit, 0)
    if not moved:
        return True
    fact = unit_fact(state, unit)
    if moved > allowance(state, unit).to_battle:
        return False
    if fact.is_horse_artillery and state.blocks[unit] == 1:
        return False
    return not is_barred(state, unit)


def is_barred(state: State, unit: str) -> bool:
    """Does the hex that it entered this turn forbid battle (R-47)?"""
    ground = state.ground.facts[state.at[unit]]
    light = unit_fact(state, unit).light_troops and ground.light_troops_battle
    return ground.no_battle_on_entry and not light


def melee_targets(state: State, unit: str) -> list[str]:
    """The adjacent enemies that a unit has dice to attack, alone or with artillery (R-36)."""
    found = []
    for target in enemies_beside(state, state.at[unit], side_of(state, unit)):
        if attack_dice(state, unit, target).total or any(
            battery_dice(state, battery, target).total for battery in batteries(state, unit, target)
        ):
            found.append(target)
    return found


def attack_dice(state: State, unit: str, target: str) -> Dice:
    """The dice of a melee that a unit would declare now."""
    return melee_dice(state, unit, target, state.at[unit], state.at[target], with_card=True)


def ranged_targets(state: State, unit: str) -> list[str]:
    """The units that a unit may fire at: in range and sight, nobody beside it, with dice (R-30, R-36)."""
    fact, start, side = unit_fact(state, unit), state.at[unit], side_of(state, unit)
    here = standing(state)
    within = here.units[ENEMY[side]] & BOARD.area_within(start, fact.range)
    if not within or not fact.range or enemies_beside(state, start, side):
        return []
    return [
        here.unit[at]
        for at in BOARD.cells(within)
        if ranged_dice(state, unit, at).total and sees(state, unit, at)
    ]


def batteries(state: State, unit: str, target: str) -> list[str]:
    """The artillery that may join a melee of this unit against this target (R-70)."""
    if unit_fact(state, unit).arm == "artillery":
        return []
    chosen = state.fight.batteries if state.fight is not None else ()
    return [
        battery
        for battery in state.ordered
        if "-" in battery
        and unit_fact(state, battery).arm == "artillery"
        and battery not in chosen
        and may_battle(state, battery)
        and _may_join(state, battery, target)
    ]


def _may_join(state: State, battery: str, target: str) -> bool:
    """Beside the target, or where it could fire at it, unless the card forbids all fire."""
    at, hex = state.at[battery], state.at[target]
    if hex in ADJACENT[at]:
        return True
    fact = unit_fact(state, battery)
    return (
        not is_leader(state, target)
        and battles_how(state) != "melee"
        and distance(at, hex) <= fact.range
        and not enemies_beside(state, at, side_of(state, battery))
        and sees(state, battery, hex, overhead=False)
    )


def battery_dice(state: State, battery: str, target: str) -> Dice:
    """What a battery adds to a melee: its melee dice beside the target, else its dice by range (R-70)."""
    at, hex = state.at[battery], state.at[target]
    if hex in ADJACENT[at]:
        return melee_dice(state, battery, target, at, hex, with_card=True)
    return ranged_dice(state, battery, hex)
