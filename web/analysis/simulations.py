"""The queue of simulations: one process at a time plays the jobs that people ask for.

What a simulation is told and has found is kept as files in its folder, so any web worker that has the
folder can show it; the process is a child of the worker that was asked, and ends with it. The job lies
there until it is finished: what a worker leaves undone, however it ended, is begun again by the next one
that looks, with the same seed and so with the same games. `NAME.tryN` says who took it up the Nth time.
"""

import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Set as AbstractSet
from pathlib import Path
from uuid import uuid4

import msgspec

from domain.kernel import GrognardError
from domain.kernel.prose_files import plain_refusal
from replays import simulating
from replays.simulating import Plan, Progress, plan_of, progress_of, told

log = logging.getLogger("grognard.simulations")
LONGEST_QUEUE = 8
ENDING_SECONDS = 5
WATCH_SECONDS = 10.0
"""How often a worker with nothing to do looks for what another one has left."""
MOST_TRIES = 5
"""A job that was begun so often, and ended none of these times, is given up."""


class TooManySimulations(GrognardError):
    """Too many simulations wait already, here or from this address."""

    code = "too_many_simulations"


class UnknownSimulation(GrognardError):
    """There is no simulation of this name."""

    code = "unknown_simulation"


class Simulations:
    """The simulations of a folder. The thread that starts processes begins with the first job, or `begin`."""

    def __init__(self, folder: Path, most: int = LONGEST_QUEUE) -> None:
        self.folder, self._most = folder, most
        self._jobs: queue.Queue[str | None] = queue.Queue()
        self._asked: dict[str, str] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ending = False

    def ask(
        self, plan: Plan, address: str, name: str = "", asked_by: AbstractSet[str] = frozenset()
    ) -> str:
        """Puts a job into the queue and gives its name: `name`, if one is given. `asked_by` are the marks of
        those who may stop it. Raises TooManySimulations, InvalidSetup."""
        run = plan.run.checked()
        with self._lock:
            if name and self._is_there(name):
                return name
            self._forget_finished()
            if address in self._asked.values():
                raise TooManySimulations(plain_refusal("one_simulation_each"))
            if len(self._asked) >= self._most:
                raise TooManySimulations(plain_refusal("too_many_simulations"))
            name = name or _name(plan)
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{name}.by").write_text("\n".join(sorted(asked_by)))
            (self.folder / f"{name}.job").write_bytes(msgspec.json.encode(plan))
            told(self.folder, _asked_now(name, plan, run.seats))
            self._asked[name] = address
        self.begin()
        self._jobs.put(name)
        return name

    def _forget_finished(self) -> None:
        """Only those that wait or are played count; one whose files the host has cleared away is neither."""
        for name in [*self._asked]:
            if not self.is_known(name) or self.progress(name).is_finished:
                del self._asked[name]

    def _is_there(self, name: str) -> bool:
        """Whether a job of this name waits, is played, or has found something."""
        if not self.is_known(name):
            return False
        found = self.progress(name)
        return not found.is_finished or found.has_result

    def begin(self) -> "Simulations":
        """Plays what is asked for, and from time to time takes up what workers left that are no more."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="simulations", daemon=True)
                self._thread.start()
        return self

    def progress(self, name: str) -> Progress:
        """How far a simulation is. Raises UnknownSimulation."""
        if not self.is_known(name):
            raise UnknownSimulation(plain_refusal("unknown_simulation"))
        found = progress_of(self.folder, name)
        if not found.is_finished and not self._is_alive(found):
            found = msgspec.structs.replace(found, state="ended")
        return found

    def _is_alive(self, found: Progress) -> bool:
        return found.name in self._asked if found.server == os.getpid() else _is_running(found.server)

    def is_known(self, name: str) -> bool:
        """Whether there is a simulation of this name."""
        return os.path.basename(name) == name and os.path.isfile(self.folder / f"{name}.run.json")

    def names(self) -> list[str]:
        """Every simulation that was asked for on a page, the newest first."""
        found = self.folder.glob("*.run.json") if self.folder.is_dir() else ()
        paths = sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
        return [path.name.removesuffix(".run.json") for path in paths]

    def asked_by(self, name: str) -> frozenset[str]:
        """The marks of whoever asked for a simulation; none once it is over, or of an older server."""
        try:
            kept = (self.folder / f"{os.path.basename(name)}.by").read_text()
        except FileNotFoundError:
            kept = ""
        return frozenset(kept.split())

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
        self._take_up()
        while not self._ending:
            try:
                name = self._jobs.get(timeout=WATCH_SECONDS)
            except queue.Empty:
                self._take_up()
                continue
            if name is None:
                return
            try:
                self._play(name)
            except Exception:
                log.exception("simulation %s could not be played", name)
                self._fail(name)

    def _play(self, name: str) -> None:
        if (self.folder / f"{name}.stop").exists():  # while it waited
            told(self.folder, msgspec.structs.replace(progress_of(self.folder, name), state="stopped"))
        else:
            command = [sys.executable, "-m", simulating.__name__, str(self.folder.resolve()), name]
            with subprocess.Popen(command, stdin=subprocess.PIPE) as self._process:
                self._process.wait()
        found = progress_of(self.folder, name)
        if found.is_finished:
            self._clear(name)
        elif not self._ending:  # the process has died: this worker takes the job up again itself
            self._begin_again(name, found)

    # Taken up again

    def _take_up(self) -> None:
        """The jobs that nobody plays any more are this worker's from now on."""
        with self._lock:
            self._take_up_those_left()

    def _take_up_those_left(self) -> None:
        for job in sorted(self.folder.glob("*.job")) if self.folder.is_dir() else ():
            try:
                found = progress_of(self.folder, job.stem)
                if job.stem not in self._asked and not found.is_finished and not self._is_alive(found):
                    self._begin_again(job.stem, found)
            except FileNotFoundError:  # finished and cleared by another worker meanwhile
                continue
            except Exception:
                log.exception("simulation %s could not be taken up", job.stem)

    def _begin_again(self, name: str, found: Progress) -> None:
        """Begins a job anew, unless another worker was first or it was tried too often."""
        number = self._claimed(name, found.tries)
        if number is None:
            return
        if number > MOST_TRIES:
            log.warning("simulation %s is given up after %s tries", name, MOST_TRIES)
            self._fail(name)
            return
        plan = plan_of(self.folder, name)
        anew = _asked_now(name, plan, found.seats)
        told(self.folder, msgspec.structs.replace(anew, asked_at=found.asked_at, tries=number))
        log.info("simulation %s is begun again", name)
        self._asked.setdefault(name, "")
        self._jobs.put(name)

    def _claimed(self, name: str, tries: int) -> int | None:
        """Which try of a job is this worker's; None if another one that lives was first."""
        own = self.folder / f"{name}.{os.getpid()}.claim"
        own.write_text(str(os.getpid()))
        try:
            for number in range(tries + 1, MOST_TRIES + 2):
                path = self.folder / f"{name}.try{number}"
                try:
                    os.link(own, path)
                except FileExistsError:
                    claimer = int(path.read_text())
                    if claimer != os.getpid() and _is_running(claimer):
                        return None
                else:
                    return number
            return MOST_TRIES + 1
        finally:
            own.unlink()

    def _clear(self, name: str) -> None:
        """Takes away what is only of use while a job is played."""
        for leftover in (*(f"{name}.try{number}" for number in range(1, MOST_TRIES + 2)), f"{name}.stop",
                         f"{name}.by", f"{name}.job"):  # fmt: skip
            (self.folder / leftover).unlink(missing_ok=True)

    def _fail(self, name: str) -> None:
        """It comes to no end; nothing is told of one whose files the host has cleared away."""
        if self.is_known(name):
            told(self.folder, msgspec.structs.replace(progress_of(self.folder, name), state="failed"))
        self._clear(name)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is there, and somebody else's
        return True
    return True


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
