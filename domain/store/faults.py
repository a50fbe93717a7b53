"""What can go wrong with the store itself, in our own words."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.errors import SetAside, StoreUnavailable, UnknownGame
from domain.kernel.prose_files import plain_refusal

Conflict = IntegrityError
"""Another writer was first."""


@contextmanager
def storing(what: str) -> Iterator[None]:
    """Turns the library's errors, conflicts apart, into StoreUnavailable."""
    try:
        yield
    except IntegrityError:
        raise
    except PersistenceError as problem:
        told = plain_refusal("store_failed", what=what, problem=str(problem).strip())
        raise StoreUnavailable(told) from problem


@contextmanager
def reading_game(game: str) -> Iterator[None]:
    """Whatever goes wrong with one game's record becomes SetAside, so that everybody can go on without it.

    That the store is away or the game unknown is not the record's fault.
    """
    try:
        yield
    except (SetAside, StoreUnavailable, UnknownGame, PersistenceError):
        raise
    except Exception as problem:
        found = f"{type(problem).__name__}: {problem}"
        raise SetAside(plain_refusal("set_aside", game=game, problem=found[:200])) from problem
