"""The colonies as they are drawn."""

from domain.kernel.maps import MapPlace, PlaceMap
from domain.washingtons_war.facts import Facts
from domain.washingtons_war.seen.scene import BOXES

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
        places=(*(_place(facts, space) for space in facts.spaces), *zones, *boxes),
        lines=tuple(lines),
        values={general: fact.agility for general, fact in facts.generals.items()},
        circled={general: fact.strategy for general, fact in facts.generals.items()},
    )


def _place(facts: Facts, space: str) -> MapPlace:
    fact = facts.space[space]
    port = "port" if fact.zone and fact.kind != "fortified_port" else ""
    told = (fact.name, facts.colony[fact.colony].name, CALLED.get(fact.kind, ""), port)
    return MapPlace(
        id=space,
        name=fact.name,
        shape=SHAPES[fact.kind],
        at=(fact.x, fact.y),
        port="major" if fact.zone else "none",
        spoken=", ".join(word for word in told if word),
    )
