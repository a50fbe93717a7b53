"""What versions of before have written: today's program opens it, tells the same of it, verifies it, and the
games go on.

`versions/` holds stores and an archive as they were written then. `0.1`: events as plain JSON; `november-22`:
events packed; `november-23`: the last one before names of people were kept apart, and before clocks. Each
store has games of people after 25 orders and a finished one; what stood then is told beside it. When a
format changes again, a store of the version before comes to these.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.store import Games, open_games
from projections.lobby import glanced
from replays.archive import write
from replays.importing import adopt
from replays.verification import verify

VERSIONS = Path(__file__).parent / "versions"
ARCHIVE = gzip.decompress((VERSIONS / "0.1.jsonl.gz").read_bytes())


@pytest.fixture(params=sorted(path.stem for path in VERSIONS.glob("*.json")))
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """(a store of a version of before, what stood in it then by game)."""
    store = tmp_path / "grognard.db"
    store.write_bytes(gzip.decompress((VERSIONS / f"{request.param}.db.gz").read_bytes()))
    yield store, json.loads((VERSIONS / f"{request.param}.json").read_text("utf-8"))


def stands(games: Games, game: str) -> dict[str, Any]:
    """What is told of a game beside the stores."""
    desk = games.desk(game)
    return {
        "title": desk.standing.opened.title,
        "version": desk.version,
        "over": desk.is_over,
        "waiting": sorted(desk.waiting),
        "moment": desk.moment,
        "holders": {seat: [each.kind, each.name] for seat, each in games.holders(game).items()},
    }


def test_a_store_of_before_opens_verifies_and_goes_on(kept: tuple[Path, dict[str, Any]]) -> None:
    store, then = kept
    games, random, at = open_games(f"sqlite:///{store}"), Random(3), {}
    assert sorted(games.ids()) == sorted(then) and len(then) >= 3
    for game, told in then.items():
        winners = told.pop("winners", None)
        assert stands(games, game) == told
        assert glanced(games, game)["winners"] == (winners or [])
        archive = write(games.rule_set(game), games.recorded(game), seed=games.seed(game, host=True))
        checked = verify(archive)
        assert (checked.events, checked.over, checked.only_shown) == (told["version"], told["over"], "")
        assert checked.orders > 0
        for _ in range(0 if told["over"] else 8):
            desk = games.desk(game)
            games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])), desk.moment)
        assert told["over"] or games.desk(game).version > told["version"]
        at[game] = stands(games, game)
    games.close()
    again = open_games(f"sqlite:///{store}")
    assert {game: stands(again, game) for game in at} == at
    again.close()


def test_an_archive_of_before_verifies_is_taken_in_and_written_as_it_was() -> None:
    checked = verify(ARCHIVE)
    assert checked.over and checked.orders > 100 and checked.draws > 10 and not checked.only_shown
    games = open_games("memory:")
    game = adopt(games, ARCHIVE)
    assert games.desk(game).is_over
    assert write(games.rule_set(game), games.recorded(game)) == ARCHIVE
    games.close()
