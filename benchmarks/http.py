"""Over HTTP: an order until the other browser is told, sustained orders, the first page."""

import http.client
import json
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measuring import Figure, median, p95

HEADERS = {"Content-Type": "application/json", "X-Grognard": "1"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Client:
    """One connection that holds every seat of one game."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.headers = dict(HEADERS)

    def send(self, method: str, path: str, body: Any = None) -> Any:
        self.connection.request(method, path, json.dumps(body) if body is not None else None, self.headers)
        answer = self.connection.getresponse()
        data = answer.read()
        assert answer.status < 300, f"{method} {path}: {answer.status} {data[:300]!r}"
        return json.loads(data)

    def open_game(self, title: str, scenario: str, seats: tuple[str, ...]) -> str:
        places = {seat: {"kind": "me", "name": "Bench"} for seat in seats}
        opened = self.send(
            "POST", "/api/games",
            {"title": title, "scenario": scenario, "name": "bench", "options": {}, "seats": places},
        )  # fmt: skip
        self.headers["Authorization"] = f"Bearer {opened['token']}"
        return str(opened["game"])


@contextmanager
def served(data: Path, projector: str = "thread") -> Iterator[tuple[int, float]]:
    """A server in another process: its port, and the seconds from start to first page."""
    port = free_port()
    start = time.perf_counter()
    server = subprocess.Popen([sys.executable, "-m", "benchmarks.server", str(data), str(port), projector])
    try:
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", "/")
                assert connection.getresponse().status == 200
                break
            except ConnectionRefusedError:
                assert server.poll() is None and time.perf_counter() - start < 30, "the server did not start"
                time.sleep(0.01)
        yield port, time.perf_counter() - start
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def follow(port: int, game: str, told: "queue.Queue[tuple[float, int]]") -> None:
    """Another browser: puts (time, version) into `told` each time that the game has moved."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/g/{game}/stream?as=public")
    stream = connection.getresponse()
    event = b""
    while line := stream.readline():
        if line.startswith(b"event: "):
            event = line.strip()
        elif line.startswith(b"data: ") and event == b"event: moved":
            told.put((time.perf_counter(), json.loads(line[6:])["version"]))


def orders(port: int, title: str, scenario: str, seats: tuple[str, ...], number: int) -> list[Figure]:
    """`number` orders 20 ms apart, each timed until the answer and until the other browser knew."""
    client, random = Client(port), Random(5)
    game = client.open_game(title, scenario, seats)
    told: queue.Queue[tuple[float, int]] = queue.Queue()
    threading.Thread(target=follow, args=(port, game, told), daemon=True).start()
    time.sleep(0.5)
    answered, heard = [], []
    version = client.send("GET", f"/api/games/{game}")["version"]
    for _ in range(number):
        chosen = _next(client, game, seats, random)
        if chosen is None:
            break
        time.sleep(0.02)
        start = time.perf_counter()
        now = client.send("POST", f"/api/games/{game}/orders", chosen)["version"]
        answered.append((time.perf_counter() - start) * 1000)
        if now > version:
            version = now
            while True:
                at, seen = told.get(timeout=5)
                if seen >= version:
                    heard.append((at - start) * 1000)
                    break
    good = median(heard) <= 5 and p95(heard) <= 15
    return [
        Figure(
            "order over HTTP, committed to SQLite, the other browser told",
            "median 5 ms, p95 15 ms",
            f"median {median(heard):.1f} ms, p95 {p95(heard):.1f}; its own answer {median(answered):.1f} ms",
            good,
        )
    ]


def _next(client: Client, game: str, seats: tuple[str, ...], random: Random) -> dict[str, Any] | None:
    for seat in seats:
        desk = client.send("GET", f"/api/games/{game}/desk?seat={seat}")
        if desk["options"]:
            order = random.choice(desk["options"])["order"]
            return {"seat": seat, "moment": desk["moment"], "order": order}
    return None


def sustained(
    port: int, title: str, scenario: str, seats: tuple[str, ...], seconds: float, tables: int = 32
) -> Figure:
    """Clients play a game each as fast as they can: orders a second, each with its look at the desk."""
    count = [0] * tables
    end = time.perf_counter() + seconds

    def play(place: int) -> None:
        client, random = Client(port), Random(place)
        game = client.open_game(title, scenario, seats)
        asked = 0
        desk = _desk(client, game, seats[asked])
        while time.perf_counter() < end:
            if not desk["options"]:
                if desk["over"]:
                    game = client.open_game(title, scenario, seats)
                # in a window all are waited for, whoever has answered: each is looked at in turn
                asked = (asked + 1) % len(seats)
                desk = _desk(client, game, seats[asked])
                continue
            order = random.choice(desk["options"])["order"]
            given = {"seat": seats[asked], "moment": desk["moment"], "order": order}
            desk = client.send("POST", f"/api/games/{game}/orders", given)
            count[place] += 1

    start = time.perf_counter()
    players = [threading.Thread(target=play, args=(place,)) for place in range(tables)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    rate = sum(count) / (time.perf_counter() - start)
    return Figure(f"sustained orders of {tables} tables of {title}", "300/s", f"{rate:.0f}/s", rate >= 300)


def _desk(client: Client, game: str, seat: str) -> Any:
    return client.send("GET", f"/api/games/{game}/desk?seat={seat}")
