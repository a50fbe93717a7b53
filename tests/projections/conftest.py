"""A real Redis for all tests of this folder, emptied before each; a fresh event store for each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

import tests.toy  # noqa: F401  (registers the toy title)
from domain.store import open_games
from projections import Projector
from projections.redis_server import RedisServer, find_or_start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("GROGNARD_REDIS_URL", raising=False)
        server = find_or_start(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture
def client(server: RedisServer) -> "Iterator[redis.Redis]":
    client = server.client(timeout=5)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Any]:
    games = open_games(f"sqlite:///{tmp_path}/grognard.db")
    yield games
    games.close()


@pytest.fixture
def projector(games: Any, client: "redis.Redis") -> Iterator[Projector]:
    """A running projector."""
    projector = Projector(games, client)
    projector.start()
    yield projector
    projector.stop()
