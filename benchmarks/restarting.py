"""Starting with many finished games stored: how long until the first page is there."""

import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import msgspec

from benchmarks.core import whole_game
from benchmarks.http import free_port
from benchmarks.measuring import Figure
from domain.kernel import RuleSet
from domain.kernel.chance import commitment
from domain.store import open_games
from projections.redis_server import SAVED_NAME

BAR_SECONDS = 2.0
KINDS = 5
"""Different games played; the stored ones are copies of them."""


def fill(folder: Path, rule_set: RuleSet, scenario: str, games: int) -> int:
    """Stores so many finished games; gives the number of their events."""
    store = open_games(f"sqlite:///{folder}/grognard.db?synchronous=normal")
    played = [whole_game(rule_set, scenario, number) for number in range(KINDS)]
    for number in range(games):
        seed, game = (number % KINDS).to_bytes(32, "big"), f"{1_000_000 + number:032x}"
        recorded = [msgspec.structs.replace(each, game=game) for each in played[number % KINDS]]
        opened = msgspec.structs.replace(recorded[0].body, commitment=commitment(game, seed))  # type: ignore[type-var]
        store.adopt([msgspec.structs.replace(recorded[0], body=opened), *recorded[1:]], seed)
    events = store.max_notification_id()
    store.close()
    return events


class Started:
    """A server that was just started; `first_page` is after how many seconds its lobby came."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        began = time.perf_counter()
        command = [sys.executable, "-c", "from web.server.cli import main; main()", "serve"]
        place = ["--port", str(self.port), "--data", str(folder)]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([*command, *place], stdout=quiet, stderr=quiet)
        while not self.page("/"):
            assert self.process.poll() is None, "the server ended"
            time.sleep(0.01)
        self.first_page = time.perf_counter() - began

    def page(self, path: str) -> bytes:
        """What the server answers; nothing while it does not."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=600)
        try:
            line.request("GET", path)
            answer = line.getresponse()
            return answer.read() if answer.status == 200 else b""
        except (OSError, HTTPException):
            return b""
        finally:
            line.close()

    def wait_for_the_views(self) -> float:
        """Seconds until the projector has caught up."""
        began = time.perf_counter()
        while msgspec.json.decode(self.page("/healthz"))["lag"]:
            time.sleep(0.2)
        return time.perf_counter() - began

    def end(self, *, kill: bool = False) -> None:
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(60)


def restarts(rule_set: RuleSet, scenario: str, games: int) -> list[Figure]:
    """Start to first page with the views lost, kept, and after kill -9."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        events = fill(folder, rule_set, scenario, games)
        server = Started(folder)
        found.append(("Redis lost", server.first_page))
        built = server.wait_for_the_views()
        server.end()
        size = (folder / SAVED_NAME).stat().st_size
        server = Started(folder)
        found.append(("views kept", server.first_page))
        server.end(kill=True)
        server = Started(folder)
        found.append(("kill -9 before", server.first_page))
        server.end(kill=True)
    slowest = max(seconds for _, seconds in found)
    told = "; ".join(f"{how} {seconds:.2f} s" for how, seconds in found)
    what = f"start to first page, {games:,} finished games stored ({events:,} events)"
    rest = f"; all views built after {built:.0f} s, saved in {size / 1e6:.0f} MB"
    return [Figure(what, f"{BAR_SECONDS:.0f} s", told + rest, slowest <= BAR_SECONDS)]
