"""Orders: what a player tells the game to do."""

from typing import ClassVar

import msgspec


class Order(msgspec.Struct, frozen=True, tag=True, tag_field="order", forbid_unknown_fields=True):
    """A player's command, e.g. `PlayCard(card="fr_11", use="movement")`. Name it in the imperative.

    In JSON its name stands in the field `order`.
    """

    closes: ClassVar[bool] = True
    """Whether this order completes the seat's answer. An answer of several parts (cards set
    aside one by one) is a run of orders with `closes = False` that one closing order ends."""

    passes: ClassVar[bool] = False
    """Whether this order only lets a response window pass. It says nothing, and nobody is told of it."""

    leaves: ClassVar[str] = ""
    """What could still be used and this order gives up, whatever the position: an entry of the prose's table
    `lost`."""
