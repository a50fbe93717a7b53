"""What can go wrong with the store itself, in our own words."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.errors import StoreUnavailable
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
