"""The set-up, the turn track and the numbers by which the game is won (4, 5.1, 8, 12, 13)."""

from collections.abc import Collection, Mapping
from typing import Annotated

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Source
from domain.washingtons_war.facts.armies import Armies
from domain.washingtons_war.facts.cards import CardFact
from domain.washingtons_war.facts.colonies import Colonies
from domain.washingtons_war.facts.sides import Side

Some = Annotated[int, msgspec.Meta(ge=1, le=20)]
Calendar = Annotated[int, msgspec.Meta(ge=1775, le=1800)]
SECTIONS = ("scenario", "reinforcements", "alliance", "victory")


class PlacementFact(Entry, frozen=True, kw_only=True):
    """What stands in a space when the game begins (4.0)."""

    space: str
    side: Side
    general: str = ""
    cu: NotNegative = 0
    marker: bool = False
    src: Source


class MarkersFact(Entry, frozen=True, kw_only=True):
    """Markers that a side places before the first year (4.0)."""

    side: Side
    markers: NotNegative
    forbidden_colonies: tuple[str, ...] = ()
    src: Source


class YearFact(Entry, frozen=True, kw_only=True):
    """A space of the turn track (5.1)."""

    year: Calendar
    british_reinforcements: NotNegative
    src: Source


class ScenarioFact(Entry, frozen=True, kw_only=True):
    """A scenario (4.0)."""

    id: Name
    name: Name
    first_year: Calendar
    last_year: Calendar
    hand_size: Annotated[int, msgspec.Meta(ge=1, le=15)]
    set_aside_cards: tuple[str, ...]
    placement: tuple[PlacementFact, ...]
    congress: str
    british_box: tuple[str, ...]
    american_box: tuple[str, ...]
    french_box: tuple[str, ...]
    committees_of_correspondence: MarkersFact
    for_the_king: MarkersFact
    year: tuple[YearFact, ...]
    src: Source


class ReinforcementsFact(Entry, frozen=True, kw_only=True):
    """How often in a year each side brings reinforcements (8.1, 8.2)."""

    american_actions: NotNegative
    british_actions: NotNegative
    src: Source


class AllianceFact(Entry, frozen=True, kw_only=True):
    """The alliance track and what moves its marker (12)."""

    trigger: Some
    regulars_lost: NotNegative
    battle_won: NotNegative
    heavy_losses: Some
    european_war_losses: NotNegative
    src: Source


class VictoryFact(Entry, frozen=True, kw_only=True):
    """The areas that each side needs at the end (13.2)."""

    american_needs: NotNegative
    british_needs: NotNegative
    src: Source


class Scenarios(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    scenarios: Mapping[str, ScenarioFact]
    reinforcements: ReinforcementsFact
    alliance: AllianceFact
    victory: VictoryFact


def read_scenarios(
    file: DataFile, land: Colonies, armies: Armies, cards: Mapping[str, CardFact]
) -> Scenarios:
    """The set-ups of a `scenarios.toml`. Raises DataError."""
    scenarios = {scenario.id: scenario for scenario in file.read_list("scenario", ScenarioFact)}
    for scenario in scenarios.values():
        _check(file, scenario, land, armies, cards)
    return Scenarios(
        scenarios=scenarios, reinforcements=file.read_table("reinforcements", ReinforcementsFact),
        alliance=file.read_table("alliance", AllianceFact), victory=file.read_table("victory", VictoryFact),
    )


def _check(
    file: DataFile, scenario: ScenarioFact, land: Colonies, armies: Armies, cards: Mapping[str, CardFact]
) -> None:
    name = scenario.id
    placed = [each.general for each in scenario.placement if each.general]
    boxed = [*scenario.british_box, *scenario.american_box, *scenario.french_box]
    file.require(sorted([*placed, *boxed]) == sorted(armies.generals), name, "placement",
                 "must give every general one place")
    spaces = [each.space for each in scenario.placement]
    _all_known(file, name, "placement", [*spaces, scenario.congress], land.spaces)
    file.require(len(set(spaces)) == len(spaces), name, "placement", "names a space twice")
    _all_known(file, name, "set_aside_cards", scenario.set_aside_cards, cards)
    _all_known(file, name, "for_the_king", scenario.for_the_king.forbidden_colonies, land.colonies)
    years = [year.year for year in scenario.year]
    file.require(years == list(range(scenario.first_year, scenario.last_year + 1)), name, "year",
                 "must go from the first year to the last")


def _all_known(
    file: DataFile, entry: str, field: str, found: Collection[str], known: Collection[str]
) -> None:
    for each in found:
        file.require(each in known, entry, field, f"{each!r} is unknown")
