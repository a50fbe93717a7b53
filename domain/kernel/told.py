"""A sentence that a title says by the key of its template."""

from typing import Any

import msgspec


class Told(msgspec.Struct, frozen=True):
    """Something that the table says: the template `key` of a table of the prose, filled with `about`."""

    key: str
    about: dict[str, Any] = {}
