"""The facts of data packs: other values for what the built-in data have, by the digest of the pack."""

from collections.abc import Mapping

from domain.kernel.datafiles import same_ids
from domain.kernel.errors import DataError
from domain.waterloo.facts import ARMIES, FACTS, SECTIONS, Facts, read

FACTS_OF: dict[str, Facts] = {"": FACTS}
"""Digest of the pack -> its facts; without a digest the built-in ones."""
FILES = tuple(SECTIONS)


def learn(files: Mapping[str, bytes], digest: str) -> Facts:
    """The facts of a pack, which states find from now on by its digest.

    Raises DataError if a file is wrong, or has other units, cards, places and so on than the box.
    """
    facts = read(files)
    _check_pieces(facts)
    _check_map(facts)
    _check_scenarios(facts)
    return FACTS_OF.setdefault(digest, facts)


def _check_pieces(facts: Facts) -> None:
    for army in ARMIES:
        mine = (unit for unit, fact in facts.units.items() if fact.army == army)
        same_ids("units.toml", army, mine, (unit for unit, fact in FACTS.units.items() if fact.army == army))
        same_ids("cards.toml", army, facts.decks[army], FACTS.decks[army])
    same_ids("units.toml", "leader", facts.leaders, FACTS.leaders)
    for leader, fact in FACTS.leaders.items():
        _keep("units.toml", leader, "army", facts.leaders[leader].army, fact.army)
    for action, known in FACTS.actions.items():
        _keep("cards.toml", action, "rule", facts.actions[action].rule, known.rule)
        _keep("cards.toml", action, "play", facts.actions[action].play, known.play)


def _check_map(facts: Facts) -> None:
    _keep("map.toml", "grid", "columns", facts.grid.columns, FACTS.grid.columns)
    _keep("map.toml", "grid", "rows", facts.grid.rows, FACTS.grid.rows)
    _keep("map.toml", "grid", "column_letters", facts.grid.column_letters, FACTS.grid.column_letters)
    same_ids("map.toml", "place", (place.id for place in facts.places), (place.id for place in FACTS.places))


def _check_scenarios(facts: Facts) -> None:
    """Values of scenarios may change; who plays them and how they are won is in the rules."""
    same_ids("scenarios.toml", "scenario", facts.scenarios, FACTS.scenarios)
    same_ids("scenarios.toml", "seating", map(str, facts.seatings), map(str, FACTS.seatings))
    for players, seating in FACTS.seatings.items():
        mine = facts.seatings[players]
        _keep("scenarios.toml", str(players), "armies", mine.armies, seating.armies)
        _keep("scenarios.toml", str(players), "tie_breaker", mine.tie_breaker, seating.tie_breaker)
    for name, scenario in FACTS.scenarios.items():
        changed = facts.scenarios[name]
        _keep("scenarios.toml", name, "players", changed.players, scenario.players)
        _keep("scenarios.toml", name, "armies", changed.armies, scenario.armies)
        _keep("scenarios.toml", name, "victory", type(changed.victory), type(scenario.victory))


def _keep(file: str, entry: str, field: str, value: object, built_in: object) -> None:
    if value != built_in:
        raise DataError(file, entry, field, "is part of the rules; a pack cannot change it")
