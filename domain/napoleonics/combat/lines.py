"""Dice line by line, as a table reckons them aloud: blocks, kind, card, terrain, batteries (R-144)."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.battles import Factor, total
from domain.kernel.told import Told
from domain.napoleonics.combat.dice import Dice, terrain_terms
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.position.state import State, unit_fact

Lines = dict[str, Factor]


class Strike(NamedTuple):
    """Who rolls, from where at which hex (None where an older event does not say it); how far fire goes."""

    unit: str
    start: Hex | None
    hex: Hex | None
    is_melee: bool
    distance: int = 1


def lines(state: State, strike: Strike, dice: Dice, batteries: Mapping[str, int]) -> Lines:
    """Where the dice come from; the lines come to all of them."""
    found = _of_blocks(strike.distance, dice)
    if dice.bonus:
        fact = unit_fact(state, strike.unit)
        found["bonus"] = Factor(Told("kind", {"rank": f"{fact.arm}_{fact.rank}"}), dice.bonus)
    if dice.card:
        found["card"] = Factor(Told("card"), dice.card)
    found |= _of_terrain(state, strike, dice.terrain)
    floor = dice.total - total(found.values())
    if floor:
        found["floor"] = Factor(Told("floor"), floor)
    for battery, count in batteries.items():
        told = Told("battery_of", {"unit": battery}) if battery else Told("combined")
        found[battery or "combined"] = Factor(told, count, bool(count))
    return found


def _of_blocks(distance: int, dice: Dice) -> Lines:
    fewer = dice.blocks - dice.full
    match dice.base:
        case "halved":
            halved = Factor(Told("halved"), fewer, bool(fewer))
            return {"blocks": Factor(Told("blocks"), dice.full), "halved": halved}
        case "distant":
            away = Factor(Told("distant", {"distance": distance}), fewer, bool(fewer))
            return {"blocks": Factor(Told("blocks"), dice.full), "distant": away}
        case "battery":
            return {"blocks": Factor(Told("battery", {"blocks": dice.full}), dice.blocks)}
        case "one":
            return {"blocks": Factor(Told("one"), dice.blocks)}
    return {"blocks": Factor(Told("blocks"), dice.blocks)}


def _of_terrain(state: State, strike: Strike, fewer: int) -> Lines:
    """A line for each piece of terrain; one for all where nobody knows where they stood."""
    if strike.start and strike.hex:
        arm = unit_fact(state, strike.unit).arm
        terms = terrain_terms(state, arm, strike.start, strike.hex, strike.is_melee)
        if sum(term.fewer for term in terms) == fewer:
            told = (Told(term.way, {"kind": f"ground_{term.kind}"}) for term in terms)
            return {
                f"{term.way} {term.kind}": Factor(said, -term.fewer)
                for said, term in zip(told, terms, strict=True)
            }
    return {"terrain": Factor(Told("terrain"), -fewer)} if fewer else {}


def silent(key: str) -> Lines:
    """Why whoever is attacked has no dice at all: `silent`, `alone` or `no_answer`."""
    return {"blocks": Factor(Told(key), 0, counts=False)}
