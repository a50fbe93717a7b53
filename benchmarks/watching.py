"""Two thousand watchers of one game: how long an order takes beside them, and until all of them know of it.

`python -m benchmarks.watching [--watchers 2000] [--rate 10] [--rounds 3]`
"""

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import domain.titles  # noqa: F401  (registers every title)
from benchmarks.http import Client, _next, served
from benchmarks.measuring import Figure, median, p95
from domain.kernel import titled

ORDERS = 100
"""Orders of one measurement."""


def paced(client: Client, game: str, seats: tuple[str, ...], rate: float) -> dict[int, tuple[float, float]]:
    """Orders at a steady pace: by the event that each led to, when it was sent and the seconds it took."""
    found: dict[int, tuple[float, float]] = {}
    random, due = Random(5), time.monotonic()
    for _ in range(ORDERS):
        chosen = _next(client, game, seats, random)
        if chosen is None:
            break
        due = max(due + 1 / rate, time.monotonic())
        time.sleep(max(0.0, due - time.monotonic()))
        start = time.monotonic()
        version = client.send("POST", f"/api/games/{game}/orders", chosen)["version"]
        found.setdefault(version, (start, time.monotonic() - start))
    return found


@contextmanager
def watched(port: int, game: str, watchers: int) -> Iterator[dict[int, float]]:
    """So many watchers from another process; when all of them know of an event, by event."""
    command = [sys.executable, "-m", "benchmarks.crowd", str(port), game, str(watchers)]
    crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert crowd.stdout is not None
    assert crowd.stdout.readline() == "ready\n"
    known: dict[int, float] = {}

    def read(lines: Any) -> None:
        for line in lines:
            version, at = line.split()
            known[int(version)] = float(at)

    reading = threading.Thread(target=read, args=(crowd.stdout,))
    reading.start()
    try:
        yield known
        time.sleep(1)
    finally:
        crowd.terminate()
        crowd.wait()
        reading.join()
        crowd.stdout.close()


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def measured(title: str, scenario: str, watchers: int, rate: float, rounds: int) -> list[Figure]:
    """Quiet and watched in turn, in one server."""
    seats = titled(title).scenario(scenario).seatings[0]
    quiet: list[float] = []
    busy: list[float] = []
    heard: list[float] = []
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        port = server.port
        for _ in range(rounds):
            client = Client(port)
            game = client.open_game(title, scenario, seats)
            quiet += [took for _, took in paced(client, game, seats, rate).values()]
            client = Client(port)
            game = client.open_game(title, scenario, seats)
            with watched(port, game, watchers) as known:
                sent = paced(client, game, seats, rate)
            busy += [took for _, took in sent.values()]
            assert set(sent) <= set(known), f"all of them never heard of {sorted(set(sent) - set(known))}"
            heard += [known[version] - start for version, (start, _) in sent.items()]
    calm, full, all_know = ([each * 1000 for each in found] for found in (quiet, busy, heard))
    return [
        Figure(
            f"order while {watchers} watch the game, {rate:g} orders/s",
            "p95 at most twice the quiet one",
            f"median {median(full):.0f} ms, p95 {p95(full):.0f}; quiet {median(calm):.0f}, {p95(calm):.0f}",
            p95(full) <= 2 * p95(calm),
        ),
        Figure(
            "until all of them know",
            "300 ms",
            f"median {median(all_know):.0f} ms, p95 {p95(all_know):.0f}, most {max(all_know):.0f}",
            p95(all_know) <= 300,
        ),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watching", description=__doc__)
    parser.add_argument("--title", default="waterloo")
    parser.add_argument("--scenario", default="long")
    parser.add_argument("--watchers", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    for each in measured(asked.title, asked.scenario, asked.watchers, asked.rate, asked.rounds):
        print(f"{each.what}: {each.measured} (bar: {each.bar}: {'met' if each.met else 'missed'})")


if __name__ == "__main__":
    main()
