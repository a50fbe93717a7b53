"""Many watchers of one game on one poll: `python -m benchmarks.crowd PORT GAME COUNT`.

Prints `ready` when every stream has begun, then a line `VERSION SECONDS` (of the monotonic clock) whenever
all of them know of an event.
"""

import contextlib
import select
import socket
import sys
import time
from collections import Counter

from web.server.sockets import open_files

AT_ONCE = 25
"""Streams that are asked for together."""


class Crowd:
    """The open streams and the newest event that each has been told."""

    def __init__(self, port: int, game: str) -> None:
        self.poll = select.epoll()
        self.lines: dict[int, socket.socket] = {}
        self.known: dict[int, int] = {}
        self.waiting: set[int] = set()
        self._where, self._game = ("127.0.0.1", port), game
        self._count: Counter[int] = Counter()

    def ask(self) -> None:
        """One more stream."""
        line = socket.create_connection(self._where)
        line.sendall(f"GET /g/{self._game}/stream?as=public HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        line.setblocking(False)
        self.lines[line.fileno()] = line
        self.waiting.add(line.fileno())
        self.poll.register(line, select.EPOLLIN)

    def look(self, size: int, *, is_told: bool) -> None:
        """Reads what has come; with `is_told` prints which events `size` streams know now."""
        for number, _ in self.poll.poll(1.0):
            try:
                data = self.lines[number].recv(65536)
            except BlockingIOError:
                continue
            assert data, f"a stream ended ({len(self.lines)} are open)"
            start = data.rfind(b"\nid: ")
            if start < 0:
                continue
            version = int(data[start : start + 60].split(b"/", 2)[1])
            self.waiting.discard(number)
            for each in range(self.known.get(number, version if not is_told else 0) + 1, version + 1):
                self._count[each] += 1
                if is_told and self._count[each] == size:
                    print(each, time.monotonic(), flush=True)
            self.known[number] = version


def main(port: str, game: str, count: str) -> None:
    """Follow until killed."""
    open_files()
    crowd, size = Crowd(int(port), game), int(count)
    while len(crowd.lines) < size:
        for _ in range(min(AT_ONCE, size - len(crowd.lines))):
            crowd.ask()
        while crowd.waiting:
            crowd.look(size, is_told=False)
    print("ready", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            crowd.look(size, is_told=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
