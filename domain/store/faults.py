"""What can go wrong with the store itself, in our own words."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.errors import StoreUnavailable

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
        raise StoreUnavailable(
            f"{what} failed: the store says {str(problem).strip()!r}. Nothing was changed; "
            "try again when it answers and has room."
        ) from problem
