"""What is under way on the map: the card's activations, the general on the march, the battle at hand."""

import msgspec

from domain.washingtons_war.facts.sides import Nation, Side

Units = dict[Nation, int]
"""CU by nation; a nation without any is left out."""


class Campaign(msgspec.Struct, frozen=True, omit_defaults=True):
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

    Movement is counted in spaces. `left` are CU that he led and left behind, which he may take again (R-40).
    """

    general: str
    side: Side
    allowance: int
    used: int = 0
    units: Units = {}
    came_from: str | None = None
    """The space that he was in before this one."""
    left: dict[str, Units] = {}
    loaded: bool = False
    """Has he said in this space what goes on with him?"""
    overran: bool = False
    fights_to_the_last: bool = False
    """May he fight in the last space that he reaches (Glover, 7.3.C)?"""
    winter_offensive: bool = False
    over: bool = False
    """His movement has ended, whatever is left of it."""


class Camp(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle: what it began with, and what was rolled for it.

    `modifiers` are the cards used; `value` is what its general was worth; `lost` counts those who surrendered.
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
