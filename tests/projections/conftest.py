"""The real Redis emptied before each test; a fresh event store for each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from domain.store import open_games
from projections import Projector
from projections.redis_server import RedisServer
from tests.patience import PATIENCE


@pytest.fixture
def client(redis_server: RedisServer) -> "Iterator[redis.Redis]":
    client = redis_server.client(timeout=PATIENCE)
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
