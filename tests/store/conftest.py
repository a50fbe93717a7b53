import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.store import Games, open_games


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
