"""A page that follows a game over a socket, as a browser's EventSource does, or worse."""

import json
import socket
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.web.serving import PATIENCE


class Message(NamedTuple):
    """One message of a stream; `event` is empty for a heartbeat."""

    event: str
    id: str
    data: Any


class Follower:
    """One stream. `last` is the id of the last whole message that came."""

    def __init__(
        self, address: tuple[str, int], game: str, query: str = "", *, buffer: int = 0, **headers: str
    ) -> None:
        """Asks for the stream; headers are named as in Python (`last_event_id`). `buffer` is how many bytes
        the system keeps for who does not read."""
        self.line = socket.socket()
        if buffer:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.line.settimeout(PATIENCE)
        self.line.connect(address)
        named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.line.sendall(f"GET /g/{game}/stream{query} HTTP/1.1\r\nHost: x\r\n{named}\r\n".encode())
        self.last = headers.get("last_event_id", "")
        self._rest = b""

    def __enter__(self) -> "Follower":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.line.close()

    def _more(self, size: int = 65536) -> bool:
        try:
            data = self.line.recv(size)
        except ConnectionError:
            return False
        self._rest += data
        return bool(data)

    def status(self) -> int:
        """The status of the answer, whose header it reads."""
        while b"\r\n\r\n" not in self._rest:
            assert self._more(), self._rest
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        return int(head.split()[1])

    def messages(self) -> Iterator[Message]:
        """The messages until the stream ends."""
        while True:
            yield from self._whole()
            if not self._more():
                return

    def cut_after(self, size: int) -> Iterator[Message]:
        """The whole messages among so many bytes that come next, or have come until nothing comes."""
        self.line.settimeout(0.2)
        try:
            while size > 0:
                before = len(self._rest)
                if not self._more(size):
                    break
                size -= len(self._rest) - before
        except TimeoutError:
            pass
        self.close()
        yield from self._whole()

    def _whole(self) -> Iterator[Message]:
        while b"\n\n" in self._rest:
            text, _, self._rest = self._rest.partition(b"\n\n")
            yield self._message(text.decode())

    def _message(self, text: str) -> Message:
        fields = dict(line.split(": ", 1) for line in text.split("\n") if not line.startswith(":"))
        self.last = fields.get("id", self.last)
        return Message(fields.get("event", ""), fields.get("id", ""), json.loads(fields.get("data", "null")))

    def next(self, event: str) -> Message:
        """The next message of this kind; those of other kinds before it are left out."""
        return next(each for each in self.messages() if each.event == event)

    def told(self, version: int) -> list[dict[str, Any]]:
        """The rows of all events until this one is told."""
        rows: list[dict[str, Any]] = []
        for each in self.messages():
            if each.event == "moved":
                rows += each.data["events"]
                if each.data["version"] >= version:
                    return rows
        raise AssertionError(f"the stream ended before event {version}")
