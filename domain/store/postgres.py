"""What the library leaves out on PostgreSQL: a check within the transaction that appends events."""

from collections.abc import Callable, Sequence
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's, which appends only while the table beside the events lies still."""

    def _insert_stored_events(
        self,
        curs: Any,
        stored_events: Sequence[StoredEvent],
        check: Callable[[Any], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """`check` looks at the table beside the events and raises Conflict to let nothing be written."""
        if check is not None:
            with curs.connection.cursor() as look:
                self._lock_table(look)  # from here on nobody else decides
                check(look)
        super()._insert_stored_events(curs, stored_events, **kwargs)
