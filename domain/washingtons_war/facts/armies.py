"""The generals and the limits of armies (2.2, 7.3.A, 7.6.B)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Source
from domain.washingtons_war.facts.sides import Nation

Rating = Annotated[int, msgspec.Meta(ge=1, le=6)]
Few = Annotated[int, msgspec.Meta(ge=1, le=3)]
SECTIONS = ("general", "armies", "washington_captured")


class GeneralFact(Entry, frozen=True, kw_only=True):
    """A general and his ratings (2.2.C); the bonus adds to his agility when he avoids battle (7.9.A)."""

    id: Name
    name: Name
    nation: Nation
    strategy: Few
    battle: Rating
    agility: Few
    avoid_battle_bonus: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    src: Source
    note: str = ""


class ArmiesFact(Entry, frozen=True, kw_only=True):
    """How many CU a general leads (7.3.A), and how many the French have (4.0)."""

    moving_limit: Annotated[int, msgspec.Meta(ge=1, le=20)]
    french_total: Annotated[int, msgspec.Meta(ge=1, le=20)]
    src: Source


class CaptureFact(Entry, frozen=True, kw_only=True):
    """What the capture of Washington costs: markers, and spaces of the alliance track (7.6.B)."""

    markers: NotNegative
    alliance: NotNegative
    src: Source


class Armies(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    generals: Mapping[str, GeneralFact]
    armies: ArmiesFact
    washington_captured: CaptureFact


def read_armies(file: DataFile) -> Armies:
    """The generals of a `units.toml`. Raises DataError."""
    generals = {general.id: general for general in file.read_list("general", GeneralFact)}
    file.require("washington" in generals, "general", "id", "Washington is missing (7.6.B)")
    return Armies(generals=generals, armies=file.read_table("armies", ArmiesFact),
                  washington_captured=file.read_table("washington_captured", CaptureFact))
