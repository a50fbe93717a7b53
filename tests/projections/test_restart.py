"""A start finds the views of the last run, catches up on what has changed, and lists what it can."""

import os
import shutil
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.store import open_games
from projections import Projector, boards, lobby, statistics
from projections.following import followed
from projections.redis_server import SAVED_NAME, find_or_start
from projections.runner import GAMES_PER_TRIP
from projections.views import SCHEMA, Views
from tests.projections.play import every_title, opened, order, play, until


def head_of(client: Any, games: Any) -> Any:
    return Views(client, games.store_id).head()


def head_of_views(projector: Projector) -> Any:
    return projector._views.head()


def followed_by(projector: Projector, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that the projector looks at from now on."""
    seen: list[str] = []
    look = projector._seen
    monkeypatch.setattr(projector, "_seen", lambda game: (seen.append(game), look(game))[1])
    return seen


def test_a_restart_catches_up_from_the_saved_position_and_folds_only_what_changed(
    games: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, changed = opened(games), opened(games)
    play(games, over, Random(1))
    server = find_or_start(tmp_path / "data")
    Projector(games, server.client()).catch_up()
    before = head_of(server.client(), games)
    server.stop()
    play(games, changed, Random(2), orders=8)
    server = find_or_start(tmp_path / "data")
    client = server.client()
    until(server.answers)
    assert head_of(client, games) == before
    projector = Projector(games, client)
    folded = followed_by(projector, monkeypatch)
    projector.catch_up()
    assert head_of(client, games).generation == before.generation
    assert set(folded) == {changed}
    assert {row["source"] for row in lobby.read(client, games)} == {"redis"}
    server.stop()


def test_after_a_kill_the_views_of_the_last_save_are_caught_up(games: Any, tmp_path: Path) -> None:
    server = find_or_start(tmp_path / "data")
    client, game = server.client(), opened(games)
    projector = Projector(games, client)
    projector.catch_up()
    generation = head_of(client, games).generation
    client.save()
    order(games, game, Random(1))
    projector.catch_up()
    before = server.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    until(lambda: server.pid != before and server.answers())
    projector.catch_up()
    assert head_of(client, games).generation == generation
    assert lobby.read(client, games)[0]["version"] == games.standing(game).version
    assert lobby.read(client, games)[0]["source"] == "redis"
    server.stop()


def test_saved_views_that_cannot_be_read_are_dropped_and_built_again(
    games: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "data").mkdir()
    saved = tmp_path / "data" / SAVED_NAME
    saved.write_bytes(b"REDIS0009 and then nothing of use")
    server = find_or_start(tmp_path / "data")
    assert len([each for each in caplog.records if "saved views" in each.getMessage()]) == 1
    game = opened(games)
    Projector(games, server.client()).catch_up()
    assert [row["game"] for row in lobby.read(server.client(), games)] == [game]
    server.stop()


def test_what_another_edition_or_a_killed_save_left_is_removed(tmp_path: Path) -> None:
    left = [tmp_path / "views-1.rdb", tmp_path / "temp-4711.rdb"]
    for each in left:
        each.touch()
    find_or_start(tmp_path).stop()
    assert not any(each.exists() for each in left)


def test_views_of_a_store_that_was_put_back_from_a_copy_are_built_again(client: Any, tmp_path: Path) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    games = open_games(f"sqlite:///{path}")
    game = opened(games)
    games.close()
    shutil.copy(path, copy)
    games = open_games(f"sqlite:///{path}")
    for _ in range(6):
        order(games, game, Random(1))
    Projector(games, client).catch_up()
    ahead = games.max_notification_id()
    games.close()
    shutil.copy(copy, path)
    games = open_games(f"sqlite:///{path}")
    random = Random(2)
    while games.max_notification_id() <= ahead:
        order(games, game, random)
    before = head_of(client, games)
    Projector(games, client).catch_up()
    assert head_of(client, games).generation != before.generation
    (row,), made = lobby.read(client, games), lobby.glanced(games, game)
    assert row["source"] == "redis" and row.items() >= {each: made[each] for each in ("text", "turn")}.items()
    assert boards.read(client, games, game)["source"] == "redis"
    games.close()


def test_far_behind_only_the_games_that_changed_are_looked_at(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.runner.FAR_BEHIND", 5)
    still, changed = opened(games), opened(games)
    projector = Projector(games, client)
    projector.catch_up()
    generation = head_of(client, games).generation
    play(games, changed, Random(1), takebacks=0.2)
    folded = followed_by(projector, monkeypatch)
    assert projector.catch_up() > 5
    assert folded == [changed] and still not in folded
    assert head_of(client, games).generation == generation
    rows = {row["game"]: row for row in lobby.read(client, games)}
    assert rows[changed]["status"] == "finished" and rows[changed]["source"] == "redis"


def test_what_a_killed_rebuild_left_in_redis_is_removed_by_the_next_leader(games: Any, client: Any) -> None:
    opened(games)
    views = Views(client, games.store_id)
    left = views.key("deadbeef", "lobby")
    client.hset(left, "game", "row")
    projector = Projector(games, client)
    projector.start()
    until(lambda: not client.exists(left))
    projector.stop()
    assert [row["source"] for row in lobby.read(client, games)] == ["redis"]


def older(games: Any, client: Any) -> Projector:
    """The projector of a server from before the form of the views was changed."""
    projector = Projector(games, client)
    projector._views = Views(client, games.store_id, SCHEMA - 1)
    return projector


def test_views_in_an_older_form_are_removed_and_nothing_else_is(games: Any, client: Any) -> None:
    opened(games)
    older(games, client).catch_up()
    others = [f"grognard:another:{SCHEMA - 1}:head", f"grognard:{games.store_id}:{SCHEMA + 1}:ab:lobby"]
    others += [f"grognard:{games.store_id}:present:{'0' * 32}", f"grognard:{games.store_id}:12th:ab:lobby"]
    for each in others:
        client.hset(each, "game", "row")
    gone = f"grognard:{games.store_id}:{SCHEMA - 1}:*"
    assert len(client.keys(gone)) >= 3
    projector = Projector(games, client)
    projector.start()
    until(lambda: not client.keys(gone))
    projector.stop()
    assert client.exists(*others) == len(others)
    assert [row["source"] for row in lobby.read(client, games)] == ["redis"]


def test_views_of_an_older_server_that_runs_beside_stay_until_it_ends(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.runner.TIDY_SECONDS", 0.0)
    opened(games)
    old, new = older(games, client), Projector(games, client)
    old.start()
    until(lambda: head_of_views(old) is not None)
    for each in (new.catch_up, new._lead, new._tidy):
        each()
    assert client.exists(old._views.key(head_of_views(old).generation, "lobby"))
    old.stop()
    new._tidy()
    assert not client.keys(f"{old._views.root}:*") and head_of_views(new) is not None


def test_views_that_an_older_program_is_building_stay(games: Any, client: Any) -> None:
    opened(games)
    old, new = older(games, client), Projector(games, client)
    new.catch_up()
    old.rebuild(lambda done: new._views.tidy(head_of_views(new).generation))
    head = head_of_views(old)
    assert head is not None and client.exists(old._views.key(head.generation, "lobby"))


def test_of_views_in_an_older_form_the_head_goes_first(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who reads them at that moment finds none, never some."""
    opened(games)
    old, new = older(games, client), Projector(games, client)
    for each in (old, new):
        each.catch_up()
    seen, drop = [], Views.drop
    monkeypatch.setattr(
        Views, "drop", lambda views, other: (seen.append(head_of_views(old)), drop(views, other))[1]
    )
    new._views.tidy(head_of_views(new).generation)
    assert seen == [None]


def test_what_is_left_behind_later_is_removed_too(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.runner.TIDY_SECONDS", 0.0)
    opened(games)
    projector = Projector(games, client)
    projector.start()
    for name in ("deadbeef", "deadbee5"):
        left = Views(client, games.store_id).key(name, "waiting")
        client.hset(left, "game", "told")
        until(lambda left=left: not client.exists(left))
    projector.stop()


def test_views_that_come_to_count_while_another_projector_tidies_stay(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen once in a busy run: the lobby was empty after a rebuild."""
    opened(games)
    first, second = Projector(games, client), Projector(games, client)
    first.catch_up()
    views, old = Views(client, games.store_id), head_of(client, games)
    rebuilds, scan = [second.rebuild], client.scan_iter

    def scanned(**asked: Any) -> Any:
        while rebuilds:
            rebuilds.pop()()
        return scan(**asked)

    monkeypatch.setattr(client, "scan_iter", scanned)
    views.tidy(old.generation)
    now = head_of(client, games)
    assert now.generation != old.generation and client.exists(views.key(now.generation, "lobby"))
    assert [row["source"] for row in lobby.read(client, games)] == ["redis"]


def test_a_table_is_read_whole_while_the_views_are_built_again(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(games)
    projector = Projector(games, client)
    projector.catch_up()
    looks = [projector.rebuild]
    look = Views.head

    def head(views: Views) -> Any:
        found = look(views)
        if looks:
            looks.pop()()
        return found

    monkeypatch.setattr(Views, "head", head)
    assert [row["source"] for row in lobby.read(client, games)] == ["redis"]
    assert not looks


def test_a_projector_can_be_stopped_in_the_midst_of_a_rebuild(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(GAMES_PER_TRIP + 4):
        opened(games)
    projector = Projector(games, client)
    look, begun = projector._seen, []

    def slowly(game: str) -> Any:
        begun.append(game)
        projector._stopping.wait(20)
        return look(game)

    monkeypatch.setattr(projector, "_seen", slowly)
    projector.start()
    until(lambda: bool(begun))
    projector.stop()
    assert len(begun) == 1 and head_of(client, games) is None
    Projector(games, client).catch_up()
    assert {row["source"] for row in lobby.read(client, games)} == {"redis"}


@pytest.mark.parametrize(("title", "scenario"), every_title())
def test_a_row_at_a_glance_is_the_row_of_the_whole_game(title: Any, scenario: str, tmp_path: Path) -> None:
    games = open_games(f"sqlite:///{tmp_path}/glance.db")
    listed = [opened(games, title.id, scenario) for _ in range(2)]
    play(games, listed[0], Random(1), orders=150, takebacks=0.05)
    games.close()
    games = open_games(f"sqlite:///{tmp_path}/glance.db")
    for game in listed:
        assert lobby.glanced(games, game) == lobby.row(lobby.glance_of(followed(games, game)))
    games.close()


def test_nobody_waits_for_the_rows_of_all_games_and_all_of_them_come(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = {opened(games) for _ in range(8)}
    monkeypatch.setattr("projections.fallback.LOOK_SECONDS", 0.0)
    first = lobby.read(client, games)
    assert len(first) + lobby.missing(games) >= len(listed) > len(first)
    until(lambda: {row["game"] for row in lobby.read(client, games)} == listed)
    assert lobby.missing(games) == 0
    Projector(games, client).catch_up()
    assert {row["source"] for row in lobby.read(client, games)} == {"redis"}
    assert lobby.missing(games) == 0


def test_games_in_play_are_listed_before_those_that_are_over(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = opened(games)
    for _ in range(3):
        play(games, opened(games), Random(1))
    made: list[str] = []
    glanced = lobby.glanced
    monkeypatch.setattr(
        lobby, "glanced", lambda *asked: (made.append(asked[1]), glanced(*asked))[1]
    )
    assert len(lobby.read(client, games)) == 4
    assert made[0] == running


def test_statistics_count_what_they_can_and_tell_how_many_are_missing(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        play(games, opened(games), Random(1))
    monkeypatch.setattr("projections.statistics.LOOK_SECONDS", 0.0)
    assert len(statistics.rows(client, games)) + statistics.missing(games) >= 4
    until(lambda: len(statistics.rows(client, games)) == 4)
    assert statistics.missing(games) == 0
