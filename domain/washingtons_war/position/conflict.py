"""What is under way on the map: the card's activations, the general on the march, the battle at hand."""

import msgspec

from domain.washingtons_war.facts.sides import NATIONS, Nation, Side

Units = dict[Nation, int]
"""CU by nation; a nation without any is left out."""


def added(units: Units, more: Units) -> Units:
    """Both together."""
    return _counted({nation: units.get(nation, 0) + more.get(nation, 0) for nation in {**units, **more}})


def less(units: Units, fewer: Units) -> Units:
    """What is left; no nation has less than none."""
    return _counted({nation: max(0, count - fewer.get(nation, 0)) for nation, count in units.items()})


def _counted(units: Units) -> Units:
    return {nation: units[nation] for nation in NATIONS if units.get(nation)}


class Activations(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card that activates generals has done so far (7.2).

    `moved` are the CU that came with a general, where they stand now: no other may take them along (7.4.E).
    """

    side: Side
    activated: tuple[str, ...] = ()
    landed: bool = False
    """Has the Landing Party been made (7.2.B)?"""
    moved: dict[str, Units] = {}


class Marching(msgspec.Struct, frozen=True, omit_defaults=True):
    """The general who is activated, and what he has with him (7.3).

    Movement is counted in spaces; he fights in none beyond `battle_within`. `brought` are the CU that he
    came into this space with, none where he set out; `left` those that he brought to a space and left there,
    which he may take again (R-40).
    """

    general: str
    side: Side
    at: str
    allowance: int
    battle_within: int
    used: int = 0
    units: Units = {}
    came_from: str = ""
    """The space that he was in before this one, if he has left the first."""
    brought: Units = {}
    left: dict[str, Units] = {}
    loaded: bool = False
    """Has he said in this space what goes on with him?"""
    met: bool = False
    """Has he been intercepted?"""
    overran: bool = False
    winter_offensive: bool = False
    over: bool = False
    """His movement has ended, whatever is left of it."""


class Camp(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle: what it began with, and what was rolled for it.

    `value` is what its general was worth; `lost` counts those who surrendered as well.
    """

    units: int
    general: str | None = None
    cards: dict[str, int] = {}
    """`battle_card` or `discard`, and what it adds."""
    value: int = 0
    lost: int = 0


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle at hand (9)."""

    where: str
    attacker: Side
    came_from: str
    camps: dict[Side, Camp]
    intercepted: bool = False
    winter_offensive: bool = False
    winner: Side | None = None
