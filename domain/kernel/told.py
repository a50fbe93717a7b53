"""A sentence that a title says by the key of its template."""

from typing import Any

import msgspec


class Told(msgspec.Struct, frozen=True):
    """Something that the table says: the template `key` of a table of the prose, filled with `about`."""

    key: str
    about: dict[str, Any] = {}


class Loss(Told, frozen=True):
    """What an order gives up, and pieces with it: whoever gives it is asked twice."""
