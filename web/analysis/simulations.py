"""The queue of simulations: one process at a time plays the jobs that people ask for.

What a simulation is told and has found is kept as files in the data folder, so any web worker can show it;
the process is a child of the one that was asked, and ends with it.
"""

import logging
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from uuid import uuid4

import msgspec

from domain.kernel import GrognardError
from domain.kernel.prose_files import plain_refusal
from replays.simulating import Plan, Progress, progress_of, told

log = logging.getLogger("grognard.simulations")
LONGEST_QUEUE = 8
ENDING_SECONDS = 5


class TooManySimulations(GrognardError):
    """Too many simulations wait already, here or from this address."""

    code = "too_many_simulations"


class UnknownSimulation(GrognardError):
    """There is no simulation of this name."""

    code = "unknown_simulation"


class Simulations:
    """The simulations of a data folder. The thread that starts processes begins with the first job."""

    def __init__(self, folder: Path, most: int = LONGEST_QUEUE) -> None:
        self.folder, self._most = folder, most
        self._jobs: queue.Queue[str | None] = queue.Queue()
        self._asked: dict[str, str] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ending = False

    def ask(self, plan: Plan, address: str) -> str:
        """Puts a job into the queue and gives its name. Raises TooManySimulations, InvalidSetup."""
        run = plan.run.checked()
        with self._lock:
            waiting = [name for name in self._asked if not self.progress(name).is_finished]
            if any(self._asked[name] == address for name in waiting):
                raise TooManySimulations(plain_refusal("one_simulation_each"))
            if len(waiting) >= self._most:
                raise TooManySimulations(plain_refusal("too_many_simulations"))
            name = _name(plan)
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{name}.job").write_bytes(msgspec.json.encode(plan))
            told(self.folder, _asked_now(name, plan, run.seats))
            self._asked[name] = address
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="simulations", daemon=True)
                self._thread.start()
        self._jobs.put(name)
        return name

    def progress(self, name: str) -> Progress:
        """How far a simulation is. Raises UnknownSimulation."""
        if name not in self.names():
            raise UnknownSimulation(plain_refusal("unknown_simulation"))
        found = progress_of(self.folder, name)
        if not found.is_finished and not self._is_alive(found):
            found = msgspec.structs.replace(found, state="ended")
        return found

    def _is_alive(self, found: Progress) -> bool:
        if found.server == os.getpid():
            return found.name in self._asked
        try:
            os.kill(found.server, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # it is there, and somebody else's
            return True
        return True

    def names(self) -> list[str]:
        """Every simulation that was asked for on a page, the newest first."""
        found = self.folder.glob("*.run.json") if self.folder.is_dir() else ()
        paths = sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
        return [path.name.removesuffix(".run.json") for path in paths]

    def end(self, name: str) -> None:
        """Ends a simulation; what it has played is kept. Raises UnknownSimulation."""
        if not self.progress(name).is_finished:
            (self.folder / f"{name}.stop").touch()

    def stop(self) -> None:
        """No more jobs; the one that runs ends now."""
        self._ending = True
        self._jobs.put(None)
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
        if self._thread is not None:
            self._thread.join(ENDING_SECONDS)

    def _serve(self) -> None:
        while (name := self._jobs.get()) is not None and not self._ending:
            try:
                self._play(name)
            except Exception:
                log.exception("simulation %s could not be played", name)
                self._fail(name)

    def _play(self, name: str) -> None:
        stopped = self.folder / f"{name}.stop"
        if stopped.exists():  # while it waited
            told(self.folder, msgspec.structs.replace(progress_of(self.folder, name), state="stopped"))
        else:
            command = [sys.executable, "-m", "replays.simulating", str(self.folder.resolve()), name]
            with subprocess.Popen(command, stdin=subprocess.PIPE) as self._process:
                self._process.wait()
            if not self._ending and not progress_of(self.folder, name).is_finished:
                self._fail(name)
        for leftover in (stopped, self.folder / f"{name}.job"):
            leftover.unlink(missing_ok=True)

    def _fail(self, name: str) -> None:
        told(self.folder, msgspec.structs.replace(progress_of(self.folder, name), state="failed"))


def _name(plan: Plan) -> str:
    run = plan.run
    bots = "-".join(dict.fromkeys(run.bots))
    return f"{run.title}-{run.scenario}-{bots}-{uuid4().hex[:6]}"


def _asked_now(name: str, plan: Plan, seats: tuple[str, ...]) -> Progress:
    run = plan.run
    return Progress(
        name=name, title=run.title, scenario=run.scenario, seats=seats, bots=run.bots, seed=run.seed,
        games=plan.games, narrower=plan.narrower, state="waiting", server=os.getpid(),
        asked_at=int(time.time() * 1000), game=run.start.game if run.start else "",
        at=run.start.version if run.start else 0, variant_of=plan.variant_of,
        pack=run.data[0], data=run.data[1],
    )  # fmt: skip
