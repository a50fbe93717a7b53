"""What can go wrong, in words that a player can act on.

Every message says what was tried, what stands against it and what would work. The
`code` is for programs; `rule` is the paragraph that stands against it, if one does. A message is an
English sentence, or a function that tells it in the language that it is given.
"""

from collections.abc import Callable
from typing import Any


class GrognardError(Exception):
    """The root of all errors that Grognard raises on purpose."""

    code = "error"

    def __init__(self, message: str | Callable[[str], str], rule: str | None = None, **facts: Any) -> None:
        self.telling = message if callable(message) else None
        self.message = message("en") if callable(message) else message
        super().__init__(self.message)
        self.rule = rule
        self.facts = facts

    def said(self, language: str) -> str:
        """The message in `language`; in English if it was raised as an English sentence."""
        return self.message if self.telling is None else self.telling(language)


class InvalidOrder(GrognardError):
    """The order cannot be read: not JSON, an unknown name, a missing or wrong field."""

    code = "invalid_order"


class IllegalOrder(GrognardError):
    """The order can be read, but the menu does not offer it now."""

    code = "illegal_order"


class StaleOrder(GrognardError):
    """The order was made for a position that is no longer there."""

    code = "stale_order"


class NotAsked(IllegalOrder):
    """The seat may not answer now: the rules ask somebody else, or nobody."""

    code = "not_asked"


class NotAllowed(GrognardError):
    """The asker may not do this here (a fork of somebody else's running game, an undo without consent)."""

    code = "not_allowed"


class UnknownGame(GrognardError):
    """There is no game with this id."""

    code = "unknown_game"


class InvalidSetup(GrognardError):
    """A new game was asked for with a title, scenario, option or seat that does not exist."""

    code = "invalid_setup"


class StoreUnavailable(GrognardError):
    """The store cannot be read or written now: no room, no answer. Nothing was changed."""

    code = "store_unavailable"


class SetAside(GrognardError):
    """The game's record cannot be read, played through or drawn by this program: it waits for a mended one.

    Nothing but this game is concerned; go on with the others.
    """

    code = "set_aside"


class DataError(GrognardError):
    """A data file of a title has a wrong value."""

    code = "data_error"

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{file}, entry {entry!r}, field {field!r}: {problem}")
        self.file, self.entry, self.field, self.problem = file, entry, field, problem
