"""The scenarios of 1812 and 1813, their set-up, and who plays which powers (2)."""

from collections.abc import Mapping

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Positive, Source
from domain.wellington.facts.cards import Cards
from domain.wellington.facts.forces import SOLDIERS, Forces, Soldier
from domain.wellington.facts.iberia import Duchy, Iberia
from domain.wellington.facts.powers import POWERS, Power
from domain.wellington.facts.tables import Tables, Year

SECTIONS = ("seating", "scenario")


class SeatingFact(Entry, frozen=True, kw_only=True):
    """The powers of each player (2.1); with three there are two ways to share them."""

    id: Name
    players: Positive
    powers: tuple[tuple[Power, ...], ...]
    src: Source


class FlagFact(Entry, frozen=True, kw_only=True):
    """A flag on the map at the start: what the map's own colours and symbols do not say."""

    duchy: Duchy
    power: Power
    src: Source


class GroupFact(Entry, frozen=True, kw_only=True):
    """An army group at the start: who commands, and the leaders on his staff."""

    duchy: Duchy
    commander: Name
    staff: tuple[Name, ...]
    src: Source


class PlacementFact(Entry, frozen=True, kw_only=True):
    """The pieces of one power in one duchy at the start, in counters."""

    power: Power
    duchy: Duchy
    leader: Name | None = None
    inf: NotNegative = 0
    cav: NotNegative = 0
    art: NotNegative = 0
    src: Source

    @property
    def counters(self) -> dict[Soldier, int]:
        return {"infantry": self.inf, "cavalry": self.cav, "artillery": self.art}


class ScenarioFact(Entry, frozen=True, kw_only=True):
    """A scenario. `keys` are the key duchies of each power, which follow from map and flags (1.9, 2.3)."""

    id: Name
    name: Name
    first_turn: Year
    last_turn: Year
    resources: Mapping[Power, NotNegative]
    keys: Mapping[Power, NotNegative]
    removed_cards: tuple[Positive, ...]                   # 2.7
    played_cards: tuple[Positive, ...]                    # of those, the ones whose effects are in force
    preemption_from_round: Positive                       # 4.22, R-12
    off_map_leaders: tuple[Name, ...]                     # to be built (6.1)
    empty: tuple[Duchy, ...]                              # known to hold no piece
    flags: tuple[FlagFact, ...]
    army_groups: tuple[GroupFact, ...]
    placement: tuple[PlacementFact, ...]
    src: Source


class Start(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What follows from a scenario: who controls what, and what stands where and in the box."""

    controller: Mapping[Duchy, Power]
    flag: Mapping[Duchy, Power]
    counters: Mapping[Duchy, Mapping[Power, Mapping[Soldier, int]]]
    leaders: Mapping[str, Duchy]
    unbuilt: Mapping[Power, Mapping[Soldier, int]]        # counters that are not on the map
    sp: Mapping[Power, int]                               # on the map, leaders not counted


class Scenarios(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    seatings: Mapping[str, SeatingFact]
    seatings_of: Mapping[int, tuple[str, ...]]            # by number of players
    scenarios: Mapping[str, ScenarioFact]
    start: Mapping[str, Start]                            # by scenario


def read_scenarios(file: DataFile, iberia: Iberia, forces: Forces, cards: Cards, tables: Tables) -> Scenarios:
    """The scenarios of a `scenarios.toml`. Raises DataError."""
    seatings = {one.id: one for one in file.read_list("seating", SeatingFact)}
    for seating in seatings.values():
        _check_seating(file, seating, forces)
    scenarios = {one.id: one for one in file.read_list("scenario", ScenarioFact)}
    start: dict[str, Start] = {}
    for scenario in scenarios.values():
        _check_scenario(file, scenario, iberia, cards, tables)
        start[scenario.id] = _start(file, scenario, iberia, forces)
    return Scenarios(
        seatings=seatings, scenarios=scenarios, start=start,
        seatings_of={count: tuple(one.id for one in seatings.values() if one.players == count)
                     for count in sorted({one.players for one in seatings.values()})},
    )


def _check_seating(file: DataFile, seating: SeatingFact, forces: Forces) -> None:
    played = [power for powers in seating.powers for power in powers]
    file.require(sorted(played) == sorted(POWERS), seating.id, "powers", "must give each power to one player")
    file.require(len(seating.powers) == seating.players, seating.id, "players",
                 f"says {seating.players}, but {len(seating.powers)} have powers")
    for powers in seating.powers:
        file.require(len({forces.side[power] for power in powers}) == 1, seating.id, "powers",
                     f"{', '.join(powers)} are not of one side (1.1)")


def _check_scenario(
    file: DataFile, scenario: ScenarioFact, iberia: Iberia, cards: Cards, tables: Tables,
) -> None:
    file.require(scenario.first_turn <= scenario.last_turn, scenario.id, "last_turn", "is before the first")
    for field in ("resources", "keys"):
        file.require(set(getattr(scenario, field)) == set(POWERS), scenario.id, field, "needs every power")
    for power, number in scenario.resources.items():
        file.require(number <= tables.resources.limit, scenario.id, "resources",
                     f"{power} has {number}, more than {tables.resources.limit} (4.5)")
    for number in scenario.removed_cards:
        file.require(number in cards.cards, scenario.id, "removed_cards", f"there is no card {number}")
    file.require(set(scenario.played_cards) <= set(scenario.removed_cards), scenario.id, "played_cards",
                 "must be removed cards")
    for counted in tables.appeal_to_the_emperor.modifiers:
        file.require(counted.once or counted.card not in scenario.removed_cards
                     or counted.card in scenario.played_cards, scenario.id, "played_cards",
                     f"lacks card {counted.card}: the Appeal counts it once it is removed (16.21)")
    named = [("empty", duchy) for duchy in scenario.empty]
    named += [("flags", flag.duchy) for flag in scenario.flags]
    named += [("army_groups", group.duchy) for group in scenario.army_groups]
    named += [("placement", place.duchy) for place in scenario.placement]
    for field, duchy in named:
        file.require(duchy in iberia.duchies, scenario.id, field, f"{duchy!r} is no duchy")


def _start(file: DataFile, scenario: ScenarioFact, iberia: Iberia, forces: Forces) -> Start:
    flag = _flags(file, scenario, iberia, forces)
    controller = {duchy: flag.get(duchy, fact.controller) for duchy, fact in iberia.duchies.items()}
    for power in POWERS:
        count = sum(controller[duchy] == power for duchy in iberia.keys)
        file.require(scenario.keys[power] == count, scenario.id, "keys",
                     f"says {scenario.keys[power]} for {power}, but map and flags give {count}")
    leaders = _leaders(file, scenario, forces)
    counters = _counters(file, scenario, iberia, forces, controller)
    _check_groups(file, scenario, leaders)
    on_map: dict[Power, dict[Soldier, int]] = {
        power: {soldier: sum(there.get(power, {}).get(soldier, 0) for there in counters.values())
                for soldier in SOLDIERS} for power in POWERS}
    unbuilt: dict[Power, Mapping[Soldier, int]] = {
        power: {soldier: forces.counters[power][soldier] - on_map[power][soldier] for soldier in SOLDIERS}
        for power in POWERS}
    for power in POWERS:
        for soldier, left in unbuilt[power].items():
            file.require(left >= 0, scenario.id, "placement",
                         f"{power} has {-left} {soldier} more than the game (1.5)")
    return Start(
        controller=controller, flag=flag, counters=counters, leaders=leaders, unbuilt=unbuilt,
        sp={power: sum(count * forces.sp[soldier] for soldier, count in on_map[power].items())
            for power in POWERS},
    )


def _flags(file: DataFile, scenario: ScenarioFact, iberia: Iberia, forces: Forces) -> dict[Duchy, Power]:
    flag: dict[Duchy, Power] = {}
    for one in scenario.flags:
        file.require(one.duchy not in flag, scenario.id, "flags", f"{one.duchy} has two flags (7)")
        file.require(iberia.duchies[one.duchy].controller != one.power, scenario.id, "flags",
                     f"{one.power} held {one.duchy} in 1812 and never places a flag there (7)")
        flag[one.duchy] = one.power
    for side, limit in forces.flags.items():
        count = sum(forces.side[power] == side for power in flag.values())
        file.require(count <= limit, scenario.id, "flags", f"has {count} {side} flags of {limit} (1.7)")
    return flag


def _leaders(file: DataFile, scenario: ScenarioFact, forces: Forces) -> dict[str, Duchy]:
    leaders: dict[str, Duchy] = {}
    for place in scenario.placement:
        if place.leader is None:
            continue
        file.require(place.leader in forces.leaders, scenario.id, "placement",
                     f"{place.leader!r} is no leader")
        file.require(forces.leaders[place.leader].power == place.power, scenario.id, "placement",
                     f"{place.leader} does not belong to {place.power}")
        file.require(place.leader not in leaders, scenario.id, "placement",
                     f"{place.leader} stands there twice")
        leaders[place.leader] = place.duchy
    for leader in scenario.off_map_leaders:
        file.require(leader in forces.leaders and leader not in leaders, scenario.id, "off_map_leaders",
                     f"{leader!r} is no leader, or is on the map")
    for leader in forces.leaders:
        file.require(leader in leaders or leader in scenario.off_map_leaders, scenario.id, "off_map_leaders",
                     f"{leader} is neither on the map nor off it")
    return leaders


def _counters(
    file: DataFile, scenario: ScenarioFact, iberia: Iberia, forces: Forces, controller: Mapping[Duchy, Power],
) -> dict[Duchy, dict[Power, dict[Soldier, int]]]:
    counters: dict[Duchy, dict[Power, dict[Soldier, int]]] = {}
    for place in scenario.placement:
        there = counters.setdefault(place.duchy, {})
        file.require(place.power not in there, scenario.id, "placement",
                     f"{place.power} stands in {place.duchy} twice")
        file.require(place.leader is not None or any(place.counters.values()), scenario.id, "placement",
                     f"{place.power} in {place.duchy} has no piece")
        file.require(all(forces.side[other] == forces.side[place.power] for other in there), scenario.id,
                     "placement", f"{place.duchy} has pieces of both sides")
        is_friend = forces.side[place.power] == forces.side[controller[place.duchy]]
        file.require(is_friend or iberia.duchies[place.duchy].is_fortress, scenario.id, "placement",
                     f"{place.power} stands in {place.duchy}, which {controller[place.duchy]} controls")
        file.require(place.duchy not in scenario.empty, scenario.id, "empty",
                     f"{place.power} is in {place.duchy}")
        there[place.power] = place.counters
    return counters


def _check_groups(file: DataFile, scenario: ScenarioFact, leaders: Mapping[str, Duchy]) -> None:
    for group in scenario.army_groups:
        named = (group.commander, *group.staff)
        for leader in named:
            file.require(leaders.get(leader) == group.duchy, scenario.id, "army_groups",
                         f"{leader} is not in {group.duchy}")
        for leader, duchy in leaders.items():
            file.require(duchy != group.duchy or leader in named, scenario.id, "army_groups",
                         f"{leader} is in {duchy} too: he commands there, or is on the staff")
