"""What the library leaves out on PostgreSQL: events that are appended within a transaction of ours."""

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's, for transactions that do more than append events."""

    def put(self, cursor: Any, stored_events: Sequence[StoredEvent]) -> None:
        """Insert events within a transaction; listeners hear of them when it is committed."""
        self._insert_stored_events(cursor, stored_events)

    def wake(self) -> None:
        """The database does."""
