"""A real server in a process of its own, and a program that plays on it over HTTP."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from projections.redis_server import socket_path
from tests.patience import PATIENCE
from tests.web.console import GROGNARD, surroundings


def eventually(holds: Callable[[], Any], what: str) -> Any:
    """The first true value of `holds()`."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, f"still not so: {what}"
        time.sleep(0.02)
    return found


class Refused(Exception):
    """An answer with an error status."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"{status}: {body[:300]}")
        self.status, self.body = status, body


class Server:
    """`grognard serve` as a child process."""

    def __init__(self, process: "subprocess.Popen[str]", data: Path) -> None:
        self.process, self.data = process, data
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first.startswith("Grognard is at http"), first + self.last_words()
        self.banner, self.url = first.strip(), first.split()[-1].rstrip("/")
        self.second = process.stdout.readline()

    def last_words(self) -> str:
        if self.process.poll() is None:
            return ""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def get(self, path: str, token: str = "") -> Any:
        """The JSON at `path`. Raises Refused."""
        return json.loads(self.page(path, token))

    def page(self, path: str, token: str = "") -> str:
        """The body at `path`. Raises Refused."""
        return _sent(urllib.request.Request(self.url + path, headers=_bearer(token)))

    def post(self, path: str, body: Any, token: str = "") -> Any:
        """The JSON answer to JSON. Raises Refused."""
        headers = {"Content-Type": "application/json", "X-Grognard": "1", **_bearer(token)}
        asked = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        return json.loads(_sent(asked))

    def redis_pids(self) -> list[int]:
        """The Redis processes of this server's data folder."""
        socket = os.fsencode(socket_path(self.data.resolve()))
        return [pid for pid in living() if socket in _proc(pid, "cmdline")]

    def family(self) -> list[int]:
        """The server's process and all its descendants."""
        parents = {pid: parent_of(pid) for pid in living()}
        found = [self.process.pid]
        for pid in found:
            found.extend(child for child, parent in parents.items() if parent == pid)
        return found

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Ends it with a signal; gives its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                stream.close()
        return status


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _sent(asked: urllib.request.Request) -> str:
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as problem:
        with problem:
            raise Refused(problem.code, problem.read().decode()) from None


def _proc(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def living() -> list[int]:
    """Every process that runs (zombies do not)."""
    pids = [int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal()]
    return [pid for pid in pids if _state(pid) not in ("", "Z", "X")]


def _stat(pid: int) -> list[str]:
    """What follows the name in /proc/<pid>/stat: state, parent ..."""
    return _proc(pid, "stat").decode("utf-8", "replace").rpartition(")")[2].split()


def _state(pid: int) -> str:
    return (_stat(pid) or [""])[0]


def parent_of(pid: int) -> int:
    return int((_stat(pid) or ["", "0"])[1])


def launched(command: list[str], cwd: Path | None = None, **env: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd,
        env=surroundings(PYTHONUNBUFFERED="1", **env), start_new_session=True,
    )  # fmt: skip


@contextmanager
def served(data: Path, *words: str, module: str = "", **env: str) -> Iterator[Server]:
    """A server on a free port; `module` is run in the place of `grognard`."""
    program = [sys.executable, "-m", module] if module else [GROGNARD]
    process = launched([*program, "serve", "--port", "0", "--data", str(data), *words], **env)
    try:
        server = Server(process, data)
        yield server
        server.stop()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(PATIENCE)
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()


SEATS = {
    "french": {"kind": "me", "name": "Anna"},
    "coalition": {"kind": "me", "name": "Anna"},
}


class Player:
    """A program that holds both seats of a short game of Waterloo and gives orders by chance."""

    def __init__(self, server: Server, seed: int = 1) -> None:
        self.server, self.random = server, Random(seed)
        opened = server.post("/api/games", {"title": "waterloo", "scenario": "short", "seats": SEATS})
        self.game, self.token = opened["game"], opened["token"]
        self.accepted: list[Any] = []

    def desk(self, seat: str = "") -> Any:
        return self.server.get(f"/api/games/{self.game}/desk" + (f"?seat={seat}" if seat else ""), self.token)

    def choice(self) -> dict[str, Any] | None:
        """An order that may be given now, as the API takes it; None when the game is over."""
        desk = self.desk()
        if desk["over"]:
            return None
        option = self.random.choice(desk["options"])
        return {"seat": desk["prompt"]["seat"], "order": option["order"], "moment": desk["moment"]}

    def give(self, asked: dict[str, Any]) -> Any:
        """Sends an order and keeps it in `accepted` once the server says that it was."""
        found = self.server.post(f"/api/games/{self.game}/orders", asked, self.token)
        self.accepted.append(asked["order"])
        return found

    def play(self, orders: int) -> None:
        """Gives so many orders, or plays to the end if that comes first."""
        for _ in range(orders):
            asked = self.choice()
            if asked is None:
                return
            self.give(asked)
