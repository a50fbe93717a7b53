"""The colonies as they are drawn."""

from domain.kernel.maps import MapPlace, PlaceMap
from domain.washingtons_war.facts import Facts, SpaceFact
from domain.washingtons_war.seen.scene import BOXES, look_of

SHAPES = {"plain": "plain", "winter_quarters": "key", "fortified_port": "fortress"}
CALLED = {"winter_quarters": "winter quarters", "fortified_port": "fortified port"}


def thirteen_colonies(facts: Facts) -> PlaceMap:
    """The spaces and their lines, the zones with their ports, the boxes; the ratings of generals."""
    zones = [
        MapPlace(id=zone, name=fact.name, shape="zone", spoken=f"{fact.name}, blockade zone")
        for zone, fact in facts.map.zones.items()
    ]
    boxes = [MapPlace(id=box, name="", shape="box", spoken=name) for box, name in BOXES.items()]
    lines = [
        (line.a, line.b, "trail" if line.arnold_only else "broken" if line.wilderness else "open")
        for line in facts.map.connections
    ]
    lines += [(zone, port, "berth") for zone, fact in facts.map.zones.items() for port in fact.ports]
    return PlaceMap(
        places=(*map(_place, facts.spaces, facts.space.values()), *zones, *boxes),
        lines=tuple(lines),
        values={general: fact.agility for general, fact in facts.generals.items()},
        circled={general: fact.strategy for general, fact in facts.generals.items()},
        words={look_of(nation): name for nation, name in NATIONS.items()},
    )


NATIONS = {"american": "American", "british": "British", "french": "French"}


def _place(space: str, fact: SpaceFact) -> MapPlace:
    told = (fact.name, CALLED.get(fact.kind, ""), "port" if fact.zone and fact.kind == "plain" else "")
    return MapPlace(
        id=space,
        name=fact.name,
        shape=SHAPES[fact.kind],
        at=(fact.x, fact.y),
        port="major" if fact.zone else "none",
        spoken=", ".join(word for word in told if word),
    )
