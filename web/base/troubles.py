"""The last warnings and errors of this process, kept in memory for whoever looks after the server."""

import logging
from collections import deque
from typing import NamedTuple

MOST = 200
"""How many are kept: the newest."""
LONGEST = 500


class Trouble(NamedTuple):
    """A line of the log: when (milliseconds since 1970), how bad, who says it, in which request, and what."""

    at: int
    level: str
    logger: str
    request: str
    text: str


class Kept(logging.Handler):
    """Keeps the newest lines that are warnings or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines: deque[Trouble] = deque(maxlen=MOST)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text} ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
        number = str(getattr(record, "request", ""))
        level = record.levelname.lower()
        self._lines.append(Trouble(int(record.created * 1000), level, record.name, number, text[:LONGEST]))

    def newest_first(self) -> list[Trouble]:
        """What is kept."""
        self.acquire()
        try:
            return list(reversed(self._lines))
        finally:
            self.release()


kept = Kept()
"""That of this process; `web.server.logs.set_up` lets it listen."""
