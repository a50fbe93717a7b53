"""Power cuts, full disks, damaged rows: the game stays whole."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import Seat
from domain.kernel.errors import InvalidSetup, NotAsked, StoreUnavailable
from domain.store import Games, open_games
from tests.store.parley import Hush, Speak, talk
from tests.store.play import BLUE
from tests.toy import Reveal

ROOT = Path(__file__).parents[2]
EAST, WEST = Seat("east"), Seat("west")


def change(path: Path, statement: str, *params: Any) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, params)
    connection.close()


KILLED = """
import os, signal, sys, tests.toy
from domain.store import open_games
from tests.store.parley import *
games = open_games(sys.argv[1])
game = games.create("parley", "talk")
talk(games, game, Speak(1), Hush())
talk(games, game, Hush(), Hush())
games.order(game, SEATS[0], Speak(2))
print(game, flush=True)
if sys.argv[2] == "both":
    desk = games.desk(game)
    games._answers.write_draft(desk, SEATS[1], (Hush(),))
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(url: str, answers: str) -> str:
    process = subprocess.run(
        [sys.executable, "-c", KILLED, url, answers], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    assert process.returncode == -signal.SIGKILL
    return process.stdout.strip()


def test_what_was_accepted_survives_kill_9(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    game = killed(url, "one")
    games = open_games(url)
    desk = games.desk(game)
    assert desk.moment == "2.1" and desk.drafts == {EAST: (Speak(2),)} and desk.waiting == (WEST,)
    assert games.order(game, WEST, Hush()).version == 3
    games.close()


def test_a_game_killed_between_the_last_answer_and_its_effect_goes_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    game = killed(url, "both")
    games = open_games(url)
    desk = games.desk(game)
    assert desk.moment == "3.0" and desk.drafts == {}
    games.close()


def test_a_full_disk_refuses_the_order_and_leaves_the_game_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    games = open_games(f"sqlite:///{path}")
    several = [games.create("skirmish", "line") for _ in range(12)]
    games.close()
    size = sqlite3.connect(path)
    (pages,) = size.execute("PRAGMA page_count").fetchone()
    size.close()
    full = open_games(f"sqlite:///{path}?max_pages={pages}")
    with pytest.raises(StoreUnavailable, match="failed: the store says .*full.*Nothing was changed"):
        for game in several:  # until the room in the last pages is used up
            while not (desk := full.desk(game)).is_over:
                before, seat = (desk, full.max_notification_id()), desk.waiting[0]
                full.order(game, seat, desk.menu(seat)[-1])
    desk = full.desk(game)
    assert (desk.moment, desk.drafts, desk.version) == (before[0].moment, before[0].drafts, before[0].version)
    assert full.max_notification_id() == before[1]
    full.close()
    again = open_games(f"sqlite:///{path}")
    assert again.order(game, seat, again.desk(game).menu(seat)[-1]).version >= desk.version
    again.close()


def test_a_store_without_room_for_a_game_has_no_game(tmp_path: Path) -> None:
    games = open_games(f"sqlite:///{tmp_path}/games.db?max_pages=16")
    with pytest.raises(StoreUnavailable):
        for _ in range(100):
            known = games.ids()
            games.create("skirmish", "line")
    assert games.ids() == known
    games.close()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "no json",
        "{}",
        "[1]",
        '[{"order":"Fly"}]',
        '[{"order":"Speak","loud":"very"}]',
        '[{"order":"Speak","loud":9}]',
    ],
)
def test_a_damaged_open_answer_is_asked_again(
    sqlite: Games, tmp_path: Path, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = sqlite.create("parley", "talk")
    sqlite.order(game, EAST, Speak(1))
    change(tmp_path / "games.db", "UPDATE notes SET body=? WHERE kind='draft'", body)
    desk = sqlite.order(game, WEST, Hush())
    assert desk.version == 1 and desk.waiting == (EAST,) and desk.drafts == {WEST: (Hush(),)}
    assert "asked again" in caplog.text
    assert sqlite.order(game, EAST, Speak(1)).version == 2


def test_a_damaged_silent_round_and_those_after_it_are_asked_again(
    sqlite: Games, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = sqlite.create("parley", "talk")
    talk(sqlite, game, Hush(), Hush())
    talk(sqlite, game, Hush(), Hush())
    change(tmp_path / "games.db", "UPDATE notes SET body='[' WHERE kind='round' AND place='1.0'")
    assert sqlite.desk(game).moment == "1.0"
    assert talk(sqlite, game, Hush(), Hush()).moment == "1.1"
    assert caplog.text.count("the round at") == 2


def test_a_damaged_request_is_gone(sqlite: Games, tmp_path: Path) -> None:
    from domain.store import Holder

    game = sqlite.create("parley", "talk", holders={EAST: Holder("person"), WEST: Holder("person")})
    talk(sqlite, game, Speak(1), Speak(1))
    assert sqlite.take_back(game, (EAST,), 1).takeback is not None
    change(tmp_path / "games.db", "UPDATE notes SET body='{' WHERE kind='takeback'")
    assert sqlite.desk(game).takeback is None


def test_a_store_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "text.db").write_text("this is no database, but long enough to look at twice" * 50)
    for name in ("folder.db", "text.db", "text.db/below/games.db"):
        with pytest.raises(StoreUnavailable, match=name.split("/")[0]):
            open_games(f"sqlite:///{tmp_path}/{name}")
    with pytest.raises(StoreUnavailable, match=r"postgresql://ann:\.\.\.@127.0.0.1:1/games"):
        open_games("postgresql://ann:secret@127.0.0.1:1/games")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.db",
        "mysql://here",
        "sqlite://",
        "sqlite:///",
        "sqlite:///a.db?synchronous=off",
        "sqlite:///a?x=1",
        "sqlite:///a.db?max_pages=²",
    ],
)
def test_an_address_that_cannot_be_read_says_what_would_work(url: str) -> None:
    with pytest.raises(InvalidSetup, match="sqlite:///"):
        open_games(url)


def test_answers_of_the_other_seat_are_shown_to_nobody_in_a_refusal(sqlite: Games) -> None:
    game = sqlite.create("skirmish", "line", seed=b"1" * 32)
    card = sqlite.desk(game).menu(BLUE)[0]
    sqlite.order(game, BLUE, card)
    sqlite.order(game, BLUE, Reveal())
    with pytest.raises(NotAsked) as refusal:
        sqlite.order(game, BLUE, Reveal())
    assert card.card not in refusal.value.message  # type: ignore[attr-defined]


def test_a_new_store_is_its_owners_alone(tmp_path: Path) -> None:
    games = open_games(f"sqlite:///{tmp_path}/data/games.db")
    games.create("parley", "talk")
    found = [tmp_path / "data", *(tmp_path / "data").iterdir()]
    assert {path.name for path in found} >= {"data", "games.db", "games.db-wal"}
    assert not [path.name for path in found if path.stat().st_mode & 0o077]
    games.close()
