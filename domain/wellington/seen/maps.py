"""The Peninsula as it is drawn."""

from domain.kernel.maps import MapPlace, PlaceMap
from domain.wellington.facts.world import DuchyFact, Facts

SHAPES = {"plain": "duchy", "key": "key duchy", "capital": "capital", "box": "box"}


def peninsula(facts: Facts) -> PlaceMap:
    """The duchies and lines of march, the command values of leaders, the names of powers."""
    return PlaceMap(
        places=tuple(map(_place, facts.duchies.values())),
        lines=tuple((line.a, line.b, line.kind) for line in facts.map.lines),
        values={leader: fact.command for leader, fact in facts.leaders.items()},
        words={power: fact.name for power, fact in facts.forces.powers.items()},
    )


def _place(duchy: DuchyFact) -> MapPlace:
    return MapPlace(
        id=duchy.id,
        name=duchy.name,
        shape=duchy.shape,
        lon=duchy.lon,
        lat=duchy.lat,
        spoken=_spoken(duchy),
        home=duchy.home,
        port=duchy.port,
        defence=duchy.defence,
        printed=duchy.controller if duchy.is_occupied else None,
    )


def _spoken(duchy: DuchyFact) -> str:
    """What a duchy is called aloud."""
    shape = SHAPES.get(duchy.shape) or f"fortress {duchy.defence}"
    port = "" if duchy.port == "none" else f"{duchy.port} port"
    return ", ".join(part for part in (duchy.name, shape, port) if part)
