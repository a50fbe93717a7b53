"""Over HTTP: an order until the other browser is told, sustained orders, the first page."""

import gzip
import http.client
import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.measuring import Figure, median, p95
from domain.kernel import RuleSet

HEADERS = {"Content-Type": "application/json", "X-Grognard": "1"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Client:
    """One connection that holds every seat of one game."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
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


class Served(NamedTuple):
    """A server in another process: its port, the seconds from start to first page, its process."""

    port: int
    first_page: float
    process: int

    def cpu(self) -> float:
        """Milliseconds of processor time that the process has taken, its projector included."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(data: Path, projector: str = "thread") -> Iterator[Served]:
    """A server in another process."""
    port = free_port()
    start = time.perf_counter()
    server = subprocess.Popen([sys.executable, "-m", "benchmarks.server", str(data), str(port), projector])
    try:
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
                connection.request("GET", "/")
                assert connection.getresponse().status == 200
                break
            except ConnectionRefusedError:
                assert server.poll() is None and time.perf_counter() - start < 120, "the server did not start"
                time.sleep(0.01)
        yield Served(port, time.perf_counter() - start, server.pid)
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


def orders(port: int, title: str, scenario: str, seats: tuple[str, ...], number: int) -> Figure:
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
                at, seen = told.get(timeout=30)
                if seen >= version:
                    heard.append((at - start) * 1000)
                    break
    good = median(heard) <= 5 and p95(heard) <= 15
    return Figure(
        "order over HTTP, committed to SQLite, the other browser told",
        "median 5 ms, p95 15 ms",
        f"median {median(heard):.1f} ms, p95 {p95(heard):.1f}; its own answer {median(answered):.1f} ms",
        good,
    )


def _next(client: Client, game: str, seats: tuple[str, ...], random: Random) -> dict[str, Any] | None:
    for seat in seats:
        desk = client.send("GET", f"/api/games/{game}/desk?seat={seat}")
        if desk["options"]:
            order = random.choice(desk["options"])["order"]
            return {"seat": seat, "moment": desk["moment"], "order": order}
    return None


def sustained(
    server: Served, title: str, scenario: str, seats: tuple[str, ...], seconds: float, tables: int = 32
) -> Figure:
    """Clients play a game each as fast as they can: orders a second, each with its look at the desk."""
    port, cpu, own = server.port, server.cpu(), time.process_time()
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
    orders, rate = sum(count), sum(count) / (time.perf_counter() - start)
    each, ours = (server.cpu() - cpu) / orders, (time.process_time() - own) * 1000 / orders
    told = f"{rate:.0f}/s; {each:.2f} ms of the server's CPU each, {ours:.2f} of the clients'"
    what = f"sustained orders of {tables} tables of {title}, the projector apart"
    return Figure(what, "300/s", told, rate >= 300)


def _desk(client: Client, game: str, seat: str) -> Any:
    return client.send("GET", f"/api/games/{game}/desk?seat={seat}")


# Browsers at one table


class Seated:
    """A browser with one seat, as static/js/news.js follows a game: it keeps what it was told."""

    def __init__(self, port: int, game: str, seat: str) -> None:
        self.port, self.game, self.seat = port, game, seat
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.cookies: dict[str, str] = {}
        self.asked_again = 0
        self.heard: queue.Queue[tuple[float, int]] = queue.Queue()
        form = self.get(f"/g/{game}/seats/{seat}")
        self.send("POST", f"/g/{game}/seats/{seat}", {"token": last_token(form), "name": seat})
        self.lock = threading.Lock()
        table = self.get(f"/g/{game}").split('id="table"')[1].split(">")[0]
        data = dict(re.findall(r'data-(stamp|moment|token)="([^"]*)"', table))
        self.stamp, self.moment, self.token = data["stamp"], data["moment"], data["token"]
        of_version = self.stamp.rpartition("/")[0]  # no stamp: all parts are told
        told = json.loads(self.get(f"/g/{game}/changes?since={of_version}/&seen={seat}"))
        self.parts: dict[str, str] = told["parts"]

    def send(
        self, method: str, path: str, form: dict[str, str] | None = None, accept: str = "text/html"
    ) -> str:
        headers = {"Accept": accept, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, urlencode(form) if form is not None else None, headers)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        assert answer.status < 400, f"{method} {path}: {answer.status} {text[:300]}"
        return text

    def get(self, path: str) -> str:
        return self.send("GET", path)

    def follow(self) -> None:
        """Reads the stream and takes in what it tells; `heard` gets (when, bytes)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookies = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        connection.request("GET", f"/g/{self.game}/stream?since={self.stamp}", headers={"Cookie": cookies})
        stream, event = connection.getresponse(), b""
        while line := stream.readline():
            if line.startswith(b"event: "):
                event = line.strip()
            elif line.startswith(b"data: ") and event in (b"event: moved", b"event: reload"):
                with self.lock:
                    self._news(json.loads(line[6:]))
                self.heard.put((time.perf_counter(), len(line)))

    def _news(self, told: dict[str, Any]) -> None:
        if told["stamp"] == self.stamp:
            return
        if told.get("base", "?") not in (None, self.stamp):
            self.asked_again += 1
            told = json.loads(self.get(f"/g/{self.game}/changes?since={self.stamp}&seen={self.seat}"))
        self._take_in(told)

    def _take_in(self, told: dict[str, Any]) -> None:
        self.parts |= told["parts"]
        self.stamp, self.moment = told["stamp"], told["moment"]

    @property
    def version(self) -> int:
        return int(self.stamp.split("/")[1])

    def until(self, version: int) -> tuple[float, int]:
        """(when, bytes) of the news of that version."""
        found = self.heard.get(timeout=60)
        while self.version < version:
            found = self.heard.get(timeout=60)
        return found

    def orders(self) -> list[str]:
        """The orders on the buttons of the page."""
        text = "".join(self.parts.values())
        return [unescape(each) for each in re.findall(r'name="order" value="([^"]+)"', text)]

    def give(self, order: str) -> int:
        """Gives an order and takes in the answer; its bytes."""
        fields = {"token": self.token, "seat": self.seat, "moment": self.moment, "order": order}
        path = f"/g/{self.game}/order?since={self.stamp}&seen={self.seat}"
        with self.lock:
            text = self.send("POST", path, fields, "application/json")
            self._take_in(json.loads(text))
        return len(text)


def last_token(html: str) -> str:
    """The token of a page's own form: those of its header come before."""
    found: list[str] = re.findall(r'name="token" value="([^"]*)"', html)
    return found[-1]


def seated(server: Served, title: str, scenario: str, seats: tuple[str, ...]) -> list[Seated]:
    """The browsers of a new game, a seat each, that follow it."""
    places = {seat: {"kind": "open", "name": ""} for seat in seats}
    asked = {"title": title, "scenario": scenario, "name": "bench", "options": {}, "seats": places}
    game = Client(server.port).send("POST", "/api/games", asked)["game"]
    browsers = [Seated(server.port, game, seat) for seat in seats]
    for each in browsers:
        threading.Thread(target=each.follow, daemon=True).start()
    time.sleep(1)
    return browsers


def able_of(server: Served, browsers: list[Seated]) -> list[Seated]:
    """Those whose page offers an order, nobody once the game is over; waits while pages ask for changes.
    Raises TimeoutError where none comes to offer any."""
    client, game, end = Client(server.port), browsers[0].game, time.monotonic() + 10
    while not (able := [each for each in browsers if each.orders()]):
        if client.send("GET", f"/api/games/{game}")["over"]:
            return []
        if time.monotonic() > end:
            raise TimeoutError(f"game {game} is not over, and no page offers an order")
        time.sleep(0.01)
    return able


class Given(NamedTuple):
    """An order at a table: when it was sent, the bytes of its answer; when the last browser showed it and the
    bytes that each was told, or nothing where it is an answer in secret that nobody else is told of."""

    sent: float
    answer: int
    shown: float | None
    told: list[int]


def playing(server: Served, browsers: list[Seated], random: Random) -> Iterator[Given]:
    """Random orders of those who are asked, 50 ms apart, until the game is over."""
    while able := able_of(server, browsers):
        time.sleep(0.05)
        giver = random.choice(able)
        order = random.choice(giver.orders())
        version, start = giver.version, time.perf_counter()
        answer = giver.give(order)
        if giver.version == version:
            yield Given(start, answer, None, [])
            continue
        heard = [each.until(giver.version) for each in browsers]
        yield Given(start, answer, max(at for at, _ in heard), [size for _, size in heard])


def at_one_table(
    server: Served, title: RuleSet, scenario: str, seats: tuple[str, ...], number: int
) -> Figure:
    """`number` orders of people until every seat's browser shows them; whole games, one after another."""
    random, found, cpu, lost = Random(11), list[Given](), 0.0, 0
    while len(found) < number:
        browsers = seated(server, title.id, scenario, seats)
        before = server.cpu()
        found += islice(playing(server, browsers, random), number - len(found))
        cpu += server.cpu() - before
        lost += sum(each.asked_again for each in browsers)
    cpu /= number
    shown = [(each.shown - each.sent) * 1000 for each in found if each.shown is not None]
    answer = median([each.answer for each in found])
    told = median([size for each in found for size in each.told])
    return Figure(
        f"an order until {len(seats)} browsers show it, {title.name}",
        "median 12 ms, p95 25 ms, server CPU 5 ms",
        f"median {median(shown):.1f} ms, p95 {p95(shown):.1f}, server CPU {cpu:.1f} ms; "
        f"answer {answer:.0f} B, told {told:.0f} B, {lost} gaps",
        median(shown) <= 12 and p95(shown) <= 25 and cpu <= 5,
    )


def play_page(server: Served, title: RuleSet, scenario: str, seats: tuple[str, ...], orders: int) -> Figure:
    """The play page of the first seat, after so many orders."""
    browsers = seated(server, title.id, scenario, seats)
    for _ in islice(playing(server, browsers, Random(12)), orders):
        pass
    address, pages = f"/g/{browsers[0].game}", 40
    text = browsers[0].get(address)
    before = server.cpu()
    for _ in range(pages):
        browsers[0].get(address)
    cpu = (server.cpu() - before) / pages
    kb, packed = len(text) / 1000, len(gzip.compress(text.encode())) / 1000
    told = f"{cpu:.1f} ms; {kb:.0f} kB, {packed:.0f} gzip"
    return Figure(f"play page, {title.name}", "server CPU 25 ms", told, cpu <= 25)
