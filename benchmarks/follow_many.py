"""Many watchers of many games at several workers, a process of its own: `python -m benchmarks.follow_many`.

Reads {ports, games, count} as a line of JSON, prints `ready`, and at the end of its input {events, again}:
which event of which game each watcher was told and when (of the monotonic clock), and how many streams came
again.
"""

import json
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from web.server.sockets import open_files

RETRY_SECONDS = 1.0
READY_SECONDS = 120.0


class Heard(NamedTuple):
    """(game, event, when) for each watcher; how many streams came again."""

    events: list[tuple[str, int, float]]
    again: int


class Told:
    """The process, as the benchmark sees it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    @classmethod
    @contextmanager
    def of(cls, ports: list[int], games: list[str], count: int) -> Iterator["Told"]:
        """So many watchers, spread over games and workers; they follow once this begins."""
        command = [sys.executable, "-m", "benchmarks.follow_many"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps({"ports": ports, "games": games, "count": count}) + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == "ready\n"
            yield cls(process)
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()

    def end(self) -> Heard:
        """What all of them were told."""
        told = json.loads(self._process.communicate("", timeout=60)[0])
        return Heard([(game, version, at) for game, version, at in told["events"]], told["again"])


class Watchers:
    """The open streams, by the number of their socket: (socket, game, which worker)."""

    def __init__(self, ports: list[int], games: list[str], count: int) -> None:
        self.ports, self.poll = ports, select.epoll()
        self.lines: dict[int, tuple[socket.socket, str, int]] = {}
        self.known: dict[int, int] = {}
        self.events: list[tuple[str, int, float]] = []
        self.again = 0
        self.missing = [(time.monotonic(), games[n % len(games)], n) for n in range(count)]

    def ask(self) -> None:
        """Opens a few of the streams that are missing."""
        now = time.monotonic()
        due, self.missing = [e for e in self.missing if e[0] <= now], [e for e in self.missing if e[0] > now]
        self.missing += due[20:]
        for _, game, worker in due[:20]:
            try:
                line = socket.create_connection(("127.0.0.1", self.ports[worker % len(self.ports)]), 10)
            except OSError:
                self.missing.append((now + RETRY_SECONDS, game, worker + 1))
                continue
            line.sendall(f"GET /g/{game}/stream?as=public HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            line.setblocking(False)
            self.lines[line.fileno()] = line, game, worker
            self.poll.register(line, select.EPOLLIN)

    def look(self, seconds: float) -> None:
        """Reads what has come."""
        for number, _ in self.poll.poll(seconds):
            line, game, worker = self.lines[number]
            data = b""
            with suppress(OSError):
                data = line.recv(262144)
            if not data:
                self._gone(number)
                continue
            start = data.rfind(b"\nid: ")
            if start < 0:
                continue
            version = int(data[start : start + 60].split(b"/", 2)[1])
            if number in self.known and version > self.known[number]:
                self.events.append((game, version, time.monotonic()))
            self.known[number] = version

    def _gone(self, number: int) -> None:
        """It comes again at the next worker."""
        line, game, worker = self.lines.pop(number)
        self.known.pop(number, None)
        self.poll.unregister(number)
        line.close()
        self.again += 1
        self.missing.append((time.monotonic() + RETRY_SECONDS, game, worker + 1))


def main() -> None:
    """Follow until the input ends."""
    open_files()
    asked: Any = json.loads(sys.stdin.readline())
    watchers, end = Watchers(**asked), time.monotonic() + READY_SECONDS
    while len(watchers.known) < asked["count"] and time.monotonic() < end:
        watchers.ask()
        watchers.look(0.05)
    print("ready", flush=True)
    said = select.poll()
    said.register(sys.stdin, select.POLLIN | select.POLLHUP)
    while not said.poll(0):
        watchers.ask()
        watchers.look(0.05)
    json.dump({"events": watchers.events, "again": watchers.again}, sys.stdout)


if __name__ == "__main__":
    main()
