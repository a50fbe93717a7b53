"""The projector among what can go wrong: a dying Redis, an empty one, an old one, a second projector."""

import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import redis

from domain.kernel import ALL, PUBLIC, Recorded, Seat, SeatFreed, SeatTaken
from domain.kernel.errors import NotAllowed, UnknownGame
from domain.kernel.events import seated
from domain.store import Holder, open_games
from projections import Projector, boards, lobby, silent, statistics, timelines
from projections.documents import scene_document
from projections.following import Followed, GapRefused, followed, same_as_stored
from projections.redis_server import RedisServer, find_or_start
from projections.views import SCHEMA, Head, Views
from replays.cohorts import COLUMNS
from tests.patience import PATIENCE
from tests.projections.play import opened, order, play, rule_set_of, until
from tests.toy import LetPass


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that the test may kill."""
    server = find_or_start(tmp_path / "mortal")
    yield server
    server.stop()


def is_current(client: "redis.Redis", games: Any, game: str) -> bool:
    """Whether Redis has the present board for every viewer; of a game that is over, its last row."""
    standing = games.standing(game)
    if standing.is_over:
        (row,) = (each for each in lobby.read(client, games) if each["game"] == game)
        return bool(row["source"] == "redis" and row["version"] == standing.version)
    seen = boards.viewers(standing)
    return all(boards.read(client, games, game, viewer)["source"] == "redis" for viewer in seen)


def test_views_follow_the_orders(games: Any, client: Any, projector: Projector) -> None:
    game = opened(games)
    until(lambda: is_current(client, games, game))
    play(games, game, Random(4))
    until(lambda: is_current(client, games, game))
    until(lambda: projector.lag() == 0)
    assert projector.failure is None
    assert not projector.faults


def test_boards_are_kept_of_games_in_play_only(games: Any, client: Any) -> None:
    running, finished = opened(games), opened(games)
    projector = Projector(games, client)
    projector.catch_up()
    assert len(client.keys("*:boards:*")) == 2
    play(games, finished, Random(1))
    for bring in (projector.catch_up, projector.rebuild):
        bring()
        (kept,) = client.keys("*:boards:*")
        assert kept.decode().endswith(f":{running}")
    standing = games.standing(finished)
    for viewer in boards.viewers(standing):
        made = scene_document(rule_set_of(games, finished), standing.state, viewer)
        assert boards.scene(client, games, finished, viewer, standing) == made
        assert boards.read(client, games, finished, viewer)["scene"] == same_as_stored(made)


def test_the_views_tell_nothing_more_of_a_person_who_was_forgotten(
    games: Any, client: Any, projector: Projector
) -> None:
    games.accounts.make("red's player", "a cold morning", "some words")
    game = opened(games, kind="person")
    play(games, game, Random(4))
    timelines.read(client, games, game, PUBLIC, 1, 20)

    def told(name: str) -> bool:
        tables = [*client.keys("*:statistics"), *client.keys("*:lobby"), *client.keys("*:boards:*")]
        views = [each for key in tables for each in client.hvals(key)]
        rows = [each for key in client.keys("*:timeline:*") for each in client.lrange(key, 0, -1)]
        return any(name.encode() in each for each in views + rows)

    until(lambda: projector.lag() == 0 and told("red's player"))
    games.forget_person(games.accounts.of("red's player"))
    until(lambda: not told("red's player"))
    until(lambda: is_current(client, games, game))
    assert told("blue's player") and told("somebody")
    assert [each["player:red"] for each in statistics.rows(client, games)] == ["somebody"]
    assert "red's player" not in str(timelines.read(client, games, game, PUBLIC, 1, 20))


def test_a_person_who_is_forgotten_while_the_views_are_built_again_does_not_come_back(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.accounts.make("red's player", "a cold morning", "some words")
    game = opened(games, kind="person")
    leader, other = Projector(games, client), Projector(games, client)
    assert leader._lead()
    leader.catch_up()
    leader._make_again()
    switch = other._views.switch

    def forgotten_first(*asked: Any) -> Any:
        games.forget_person(games.accounts.of("red's player"))
        leader._make_again()
        return switch(*asked)

    monkeypatch.setattr(other._views, "switch", forgotten_first)
    other.rebuild()
    (row,) = lobby.read(client, games)
    assert (row["source"], row["seats"][0]["holder"]) == ("redis", "somebody")
    assert "red's player" not in str(boards.read(client, games, game))


def test_a_commit_that_is_seen_before_its_writer_says_so_is_projected_whole(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, projector, changes = opened(games), Projector(games, client), games._stream.changes
    projector.catch_up()
    wrote = changes.wrote
    monkeypatch.setattr(changes, "wrote", lambda about: (projector.catch_up(), wrote(about)))
    for number in range(8):
        version = order(games, game, Random(number)).version
        projector.catch_up()
        assert is_current(client, games, game), f"event {version}"
        assert lobby.read(client, games)[0]["version"] == version


def test_orders_go_on_while_redis_is_killed_and_the_views_come_back_by_themselves(
    games: Any, mortal: RedisServer
) -> None:
    client, random = mortal.client(), Random(9)
    projector, game = Projector(games, client), opened(games)
    projector.start()
    until(lambda: is_current(client, games, game))
    for _ in range(3):
        before = mortal.pid
        assert before is not None
        os.kill(before, signal.SIGKILL)
        for _ in range(3):
            desk = order(games, game, random)
            assert boards.read(client, games, game)["version"] == desk.version
            assert lobby.read(client, games)[0]["version"] == desk.version
        until(lambda before=before: mortal.pid != before and mortal.answers())
        until(lambda: is_current(client, games, game))
        order(games, game, random)
        until(lambda: is_current(client, games, game))
    projector.stop()


def test_a_redis_that_hangs_does_not_hold_up_the_pages_one_by_one(games: Any, mortal: RedisServer) -> None:
    client, game = mortal.client(), opened(games)
    Projector(games, client).catch_up()
    assert mortal.pid is not None
    os.kill(mortal.pid, signal.SIGSTOP)
    try:
        for _ in range(20):
            assert boards.read(client, games, game)["source"] == "store"
            assert timelines.read(client, games, game)["source"] == "store"
    finally:
        os.kill(mortal.pid, signal.SIGCONT)
    until(lambda: is_current(client, games, game))


def test_an_emptied_redis_is_filled_again(games: Any, client: Any, projector: Projector) -> None:
    game = opened(games)
    until(lambda: is_current(client, games, game))
    client.flushall()
    assert boards.read(client, games, game)["source"] == "store"
    until(lambda: is_current(client, games, game))
    client.flushall()
    order(games, game, Random(1))
    until(lambda: is_current(client, games, game))
    assert lobby.read(client, games)[0]["source"] == "redis"


def test_redis_emptied_during_a_rebuild_does_not_leave_half_of_the_views(games: Any, client: Any) -> None:
    listed = [opened(games) for _ in range(20)]
    emptied = []

    def empty_once(done: int) -> None:
        if not emptied:
            emptied.append(done)
            client.flushall()

    Projector(games, client).rebuild(empty_once)
    assert emptied
    rows = lobby.read(client, games)
    assert {row["game"] for row in rows} == set(listed)
    assert {row["source"] for row in rows} == {"redis"}


def test_an_old_redis_says_nothing_to_a_new_store(games: Any, client: Any, tmp_path: Path) -> None:
    old = opened(games)
    Projector(games, client).catch_up()
    new_games = open_games(f"sqlite:///{tmp_path}/new.db")
    projector = Projector(new_games, client)
    assert projector.lag() == 0
    game = opened(new_games)
    assert projector.lag() == new_games.max_notification_id()
    projector.catch_up()
    assert projector.lag() == 0
    assert [row["game"] for row in lobby.read(client, new_games)] == [game]
    assert [row["game"] for row in lobby.read(client, games)] == [old]
    assert is_current(client, new_games, game)
    assert is_current(client, games, old)
    new_games.close()


def test_views_that_are_ahead_of_the_store_are_built_again(games: Any, client: Any) -> None:
    game = opened(games)
    Projector(games, client).catch_up()
    key = f"grognard:{games.store_id}:{SCHEMA}:head"
    before = client.hget(key, "generation")
    client.hset(key, "position", 10_000)
    assert lobby.read(client, games)[0]["source"] == "store"
    Projector(games, client).catch_up()
    assert int(client.hget(key, "position")) == games.max_notification_id()
    assert client.hget(key, "generation") != before
    assert is_current(client, games, game)


def test_of_two_projectors_one_leads_and_the_other_takes_over(games: Any, client: Any) -> None:
    first, second = Projector(games, client), Projector(games, client)
    first.start()
    until(lambda: first.is_leading)
    second.start()
    game = opened(games)
    until(lambda: is_current(client, games, game))
    assert first.is_leading
    assert not second.is_leading
    assert second.lag() == 0
    first.stop()
    until(lambda: second.is_leading)
    order(games, game, Random(1))
    until(lambda: is_current(client, games, game))
    second.stop()


def test_two_projectors_at_once_write_nothing_twice(games: Any, client: Any) -> None:
    """Without regard to the lead: the commit alone keeps the views right."""
    game, random = opened(games), Random(6)
    projectors = [Projector(games, client) for _ in range(2)]
    projectors[0].catch_up()
    timelines.read(client, games, game)
    while not games.desk(game).is_over:
        order(games, game, random)
        works = [projector.catch_up for projector in projectors]
        works += [lambda: timelines.read(client, games, game)] * 2  # a look carries the timeline on
        threads = [threading.Thread(target=work) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    rows = timelines.read(client, games, game)
    assert rows["source"] == "redis"
    assert [row["version"] for row in rows["rows"]] == list(range(1, rows["version"] + 1))
    assert is_current(client, games, game)


def test_a_commit_from_a_position_that_is_no_longer_the_position_is_refused(games: Any, client: Any) -> None:
    opened(games)
    Projector(games, client).catch_up()
    views = Views(client, games.store_id)
    head = views.head()
    assert head is not None
    stale = Head(head.generation, head.position - 1)
    other = Head("another", head.position)
    write = ("SET", "grognard:test", "written")
    for wrong in (stale, other):
        assert views.commit(wrong, head.position + 1, [write]) is None
    assert client.get("grognard:test") is None
    assert views.head() == head
    assert views.commit(head, head.position + 1, [write]) == Head(head.generation, head.position + 1)


def test_rows_that_do_not_follow_on_are_refused(games: Any, client: Any) -> None:
    views = Views(client, games.store_id)
    assert views.append("grognard:rows", 0, [b"1", b"2"])
    assert not views.append("grognard:rows", 0, [b"1"])
    assert not views.append("grognard:rows", 1, [b"2"])
    assert not views.append("grognard:rows", 3, [b"4"])
    assert client.lrange("grognard:rows", 0, -1) == [b"1", b"2"]


def test_events_that_are_known_or_do_not_follow_on_are_refused(games: Any) -> None:
    game = opened(games)
    recorded: list[Recorded] = games.recorded(game)
    followed = Followed(game, rule_set_of(games, game))
    assert followed.extend(recorded[:4])
    assert not followed.extend(recorded[:4])
    with pytest.raises(GapRefused, match="known up to event 4; event 6 came"):
        followed.extend(recorded[5:])
    assert followed.version == 4
    assert followed.extend(recorded[2:])
    assert followed.head == games.standing(game)


def test_a_page_of_news_may_end_inside_a_command(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.runner.PAGE", 3)
    Projector(games, client).catch_up()
    listed = [opened(games) for _ in range(3)]
    play(games, listed[1], Random(2), orders=20)
    assert {row["version"] for row in lobby.read(client, games)} == {
        games.standing(each).version for each in listed
    }
    Projector(games, client).catch_up()
    for game in listed:
        assert is_current(client, games, game)


def test_an_imported_game_gets_its_timeline_when_somebody_looks(
    games: Any, client: Any, tmp_path: Path
) -> None:
    elsewhere = open_games(f"sqlite:///{tmp_path}/elsewhere.db")
    long_game = opened(elsewhere)
    play(elsewhere, long_game, Random(1), takebacks=0.4)
    Projector(games, client).catch_up()
    game = games.adopt(elsewhere.recorded(long_game), elsewhere.seed(long_game))
    elsewhere.close()
    Projector(games, client).catch_up()
    assert is_current(client, games, game)
    first, second = (timelines.read(client, games, game) for _ in range(2))
    assert second["source"] == "redis"
    assert second["rows"] == first["rows"]
    assert len(second["rows"]) == games.standing(game).version


def test_a_game_of_a_title_that_is_not_installed_does_not_hold_up_the_others(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Projector(games, client).catch_up()
    lost, game = opened(games), opened(games)
    rule_set, known = rule_set_of(games, lost), games.head

    def head(asked: str) -> Any:
        if asked == lost:
            raise LookupError("There is no title 'lost'.")
        return known(asked)

    monkeypatch.setattr(games, "head", head)
    projector = Projector(games, client)
    projector.catch_up()
    assert projector.faults == {lost: "LookupError: There is no title 'lost'."}
    assert [row["game"] for row in lobby.read(client, games)] == [game]
    assert rule_set.id == "skirmish"


# Nudges


def heard(listener: Any, seconds: float = PATIENCE) -> dict[str, Any]:
    """The next nudge."""
    found: list[Any] = []

    def is_heard() -> bool:
        message = listener.get_message(ignore_subscribe_messages=True, timeout=0.05)
        if message is not None:
            found.append(json.loads(message["data"]))
        return bool(found)

    until(is_heard, seconds)
    return found[0]


@pytest.fixture
def listener(games: Any, client: Any, projector: Projector) -> Iterator[Any]:
    until(lambda: projector.is_leading)
    with client.pubsub() as listener:
        listener.subscribe(f"grognard:{games.store_id}:changed")
        until(lambda: listener.get_message(timeout=0.05) is not None)
        yield listener


def test_a_change_is_told_when_its_views_are_there(games: Any, client: Any, listener: Any) -> None:
    game = opened(games)
    desk = games.desk(game)
    told = heard(listener)
    assert told == {"game": game, "moment": desk.moment, "version": desk.version}
    until(lambda: is_current(client, games, game))


def test_an_answer_without_an_event_is_told_too(games: Any, client: Any, listener: Any) -> None:
    game = opened(games)
    version = games.desk(game).version
    while heard(listener)["version"] != version:
        pass
    until(lambda: lobby.read(client, games)[0]["waiting"] == ["red", "blue"])
    reveal = games.desk(game).menu("blue")[-1]
    desk = games.order(game, "blue", reveal)
    assert desk.version == version
    assert heard(listener) == {"game": game, "moment": desk.moment, "version": version}
    until(lambda: lobby.read(client, games)[0]["waiting"] == ["red"])
    Projector(games, client).rebuild()
    assert lobby.read(client, games)[0]["waiting"] == ["red"]


def answered(games: Any, game: str) -> None:
    """Blue's part of the first question: it leaves no event, for red is still to answer."""
    version = games.desk(game).version
    assert games.order(game, "blue", games.desk(game).menu("blue")[-1]).version == version


def is_waiting_for_red(client: Any, games: Any) -> bool:
    (row,) = lobby.read(client, games)
    return bool(row["waiting"] == ["red"])


def test_an_answer_that_comes_while_the_views_are_built_again_is_known_in_the_new_ones(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, server, builder = opened(games), Projector(games, client), Projector(games, client)
    server.catch_up()
    switch = builder._views.switch

    def answered_first(*asked: Any) -> Any:
        answered(games, game)
        silent.tell(games, server._views, game)
        assert is_waiting_for_red(client, games)
        return switch(*asked)

    monkeypatch.setattr(builder._views, "switch", answered_first)
    builder.rebuild()
    assert is_waiting_for_red(client, games)


def test_an_answer_told_to_views_that_no_longer_count_is_told_to_those_that_do(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, server, builder = opened(games), Projector(games, client), Projector(games, client)
    server.catch_up()
    builds, look = [builder.rebuild], server._views.head

    def head() -> Any:
        found = look()
        while builds:
            builds.pop()()
            answered(games, game)
        return found

    monkeypatch.setattr(server._views, "head", head)
    silent.tell(games, server._views, game)
    assert not builds and is_waiting_for_red(client, games)


def test_an_answer_that_came_while_redis_was_away_is_told_when_it_is_back(
    games: Any, mortal: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "projections.runner")
    client, game = mortal.client(), opened(games)
    projector = Projector(games, client)
    projector.start()
    until(lambda: is_current(client, games, game))
    assert mortal.pid is not None
    os.kill(mortal.pid, signal.SIGSTOP)
    try:
        answered(games, game)
        until(lambda: any("was told of an answer" in each.getMessage() for each in caplog.records))
    finally:
        os.kill(mortal.pid, signal.SIGCONT)
    until(lambda: is_waiting_for_red(client, games))
    projector.stop()


def test_an_answer_that_a_server_had_no_time_to_tell_is_told_by_the_next_one(games: Any, client: Any) -> None:
    game = opened(games)
    Projector(games, client).catch_up()
    answered(games, game)
    projector = Projector(games, client)
    projector.start()
    until(lambda: is_waiting_for_red(client, games))
    projector.stop()


def test_an_answer_that_a_server_died_before_it_told_of_is_told_by_the_leader(
    games: Any, client: Any, tmp_path: Path, projector: Projector, listener: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("projections.runner.TELL_SECONDS", 0.05)
    game = opened(games)
    until(lambda: is_current(client, games, game))
    until(lambda: not is_waiting_for_red(client, games))
    dying = open_games(f"sqlite:///{tmp_path}/grognard.db")  # no projector is told of what is done here
    answered(dying, game)
    until(lambda: is_waiting_for_red(client, games))
    dying.retract(game, "blue")
    until(lambda: not is_waiting_for_red(client, games))
    dying.close()


def test_a_table_that_cannot_be_read_is_not_tried_again_and_again(
    games: Any, client: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("INFO", "projections.silent")
    game, projector = opened(games), Projector(games, client)
    projector.catch_up()
    answered(games, game)
    hopeless: dict[str, int] = {}
    with monkeypatch.context() as patched:
        patched.setattr(games, "desk", lambda game: games.history("0" * 32))
        for _ in range(3):
            silent.tell_all(games, projector._views, hopeless)
    assert len([each for each in caplog.records if game in each.getMessage()]) == 1
    games.retract(game, "blue")
    answered(games, game)
    silent.tell_all(games, projector._views, hopeless)
    assert not is_waiting_for_red(client, games), "the same lies there"
    games.retract(game, "blue")
    games.order(game, "red", games.desk(game).menu("red")[-1])
    silent.tell_all(games, projector._views, hopeless)
    assert lobby.read(client, games)[0]["waiting"] == ["blue"] and not hopeless


def test_a_start_looks_only_at_tables_where_something_is_still_to_be_told(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, withdrawn, gone_on, new = (opened(games) for _ in range(4))
    projector = Projector(games, client)
    projector.catch_up()
    for game in (known, withdrawn, gone_on):
        answered(games, game)
        silent.tell(games, projector._views, game)
    games.retract(withdrawn, "blue")
    order(games, gone_on, Random(1))
    for game in (gone_on, new):
        while games.desk(game).waiting:
            order(games, game, Random(1))
            if games.lying().keys() >= {game}:
                break
    looked: list[str] = []
    desk = games.desk
    monkeypatch.setattr(games, "desk", lambda game: looked.append(game) or desk(game))
    silent.tell_all(games, projector._views)
    assert set(looked) == {withdrawn, gone_on, new}
    looked.clear()
    silent.tell_all(games, projector._views)
    assert not looked
    waiting = {row["game"]: row["waiting"] for row in lobby.read(client, games)}
    assert waiting == {game: list(desk(game).seen_waiting()) for game in waiting}


def test_a_game_whose_answers_cannot_be_read_does_not_hold_up_the_answers_of_others(
    games: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, game, projector = opened(games), opened(games), Projector(games, client)
    projector.catch_up()
    for each in (lost, game):
        answered(games, each)
    known = games.desk

    def desk(asked: str) -> Any:
        if asked == lost:
            raise LookupError("There is no title 'lost'.")
        return known(asked)

    monkeypatch.setattr(games, "desk", desk)
    projector.rebuild()
    waiting = {row["game"]: row["waiting"] for row in lobby.read(client, games)}
    assert waiting == {lost: ["red", "blue"], game: ["red"]}


def test_nothing_is_kept_of_answers_once_a_game_is_over(games: Any, client: Any) -> None:
    game, projector = opened(games), Projector(games, client)
    projector.catch_up()
    answered(games, game)
    silent.tell(games, projector._views, game)
    assert len(client.keys("*:waiting")) == 1
    play(games, game, Random(1))
    projector.catch_up()
    silent.tell(games, projector._views, game)
    assert client.keys("*:waiting") == []


# What the tables say


def test_everybody_tells_alike_who_sits_where(games: Any) -> None:
    game = games.create("skirmish", "line", holders={"red": Holder("person", "Ada")})

    def told() -> dict[str, tuple[str, str]]:
        holders = {seat: (each.kind, each.name) for seat, each in games.holders(game).items()}
        counted = followed(games, game)
        assert holders == {seat: lobby.holder(counted, Seat(seat)) for seat in holders}
        assert holders == {**dict.fromkeys(holders, ("open", "")), **games.seated(game)}
        return holders

    assert told() == {"red": ("person", "Ada"), "blue": ("open", "")}
    games.take_seat(game, "blue", Holder("bot", "random"))
    assert told()["blue"] == ("bot", "random")
    games._by_host(games.desk(game), SeatFreed(Seat("red"), "Ada", "Bruno"))
    assert told() == {"red": ("person", ""), "blue": ("bot", "random")}
    assert seated(seated({}, [SeatTaken(Seat("red"), "person", "Ada")]), []) == {
        "red": SeatTaken(Seat("red"), "person", "Ada")
    }


def test_the_lobby_tells_open_running_and_finished_games(games: Any, client: Any) -> None:
    waiting = games.create("skirmish", "line", name="Waiting")
    running, finished = opened(games), opened(games)
    play(games, finished, Random(1))
    Projector(games, client).catch_up()
    rows = {row["game"]: row for row in lobby.read(client, games)}
    assert [rows[game]["status"] for game in (waiting, running, finished)] == ["open", "running", "finished"]
    assert rows[waiting]["name"] == "Waiting"
    assert rows[running]["asked"] == ["red", "blue"]
    assert rows[running]["seats"][0] == {
        "seat": "red",
        "name": "Red",
        "kind": "hotseat",
        "holder": "red's player",
    }
    assert rows[finished]["asked"] == rows[finished]["waiting"] == []
    assert rows[finished]["version"] == games.standing(finished).version


def test_statistics_tell_nothing_of_luck_before_the_end(games: Any, client: Any) -> None:
    game = opened(games)
    for _ in range(15):
        Projector(games, client).catch_up()
        counted = statistics.read(client, games, game)
        over = games.standing(game).is_over
        assert (counted["luck"] is None) == (counted["measures"] is None) == (not over)
        assert bool(statistics.rows(client, games)) == over
        if not over:
            assert "score" not in json.dumps(counted)
            play(games, game, Random(1), orders=5)


def test_a_finished_game_is_a_row_with_the_columns_that_comparisons_want(games: Any, client: Any) -> None:
    listed = [opened(games, kind=kind) for kind in ("bot", "person")]
    for number, game in enumerate(listed):
        play(games, game, Random(number))
    Projector(games, client).catch_up()
    rows = statistics.rows(client, games, title="skirmish")
    assert {row["seats_kind"] for row in rows} == {"bots", "people"}
    for row in rows:
        assert set(COLUMNS) <= row.keys()
        state = games.standing(row["game"]).state
        assert {name: row[f"measure:{name}"] for name in ("hits_red", "hits_blue")} == rule_set_of(
            games, row["game"]
        ).measure(state)
        given = [r.answers for r in games.recorded(row["game"]) if r.answers]
        said = [order for rounds in given for answers in rounds for d in answers.values() for order in d]
        assert row["orders"] == sum(not isinstance(order, LetPass) for order in said)
    by_seat = statistics.results(client, games)
    assert sum(group["games"] for group in by_seat) == 4
    assert statistics.rows(client, games, title="chess") == []


def test_luck_tells_the_rolls_that_stand_from_those_taken_back(games: Any, client: Any) -> None:
    game = opened(games)
    play(games, game, Random(8), takebacks=0.2)
    counted = statistics.read(client, games, game)
    assert counted["events"]["Undone"] > 0
    for seat in ("red", "blue"):
        assert counted["luck"][seat]["kept"]["rolls"] < counted["luck"][seat]["all"]["rolls"]
        assert counted["luck"][seat]["kept"]["variance"] > 0


def test_a_fork_counts_from_its_own_first_event(games: Any, client: Any) -> None:
    parent = opened(games)
    play(games, parent, Random(3))
    rests = [rest for rest in games.history(parent).rests() if games.history(parent).at(rest).rest == rest]
    fork = games.fork(parent, rests[-2], same_fate=False)
    play(games, fork, Random(4))
    Projector(games, client).catch_up()
    counted = statistics.read(client, games, fork)
    assert counted["parent"] == parent
    own = [each for each in games.recorded(fork) if each.version > rests[-2]]
    assert sum(counted["events"].values()) == len(own) + 1
    assert games.standing(fork).state.round >= counted["turn"]


def test_nobody_sees_every_hand_before_the_end(games: Any, client: Any) -> None:
    game = opened(games)
    for read in (boards.read, timelines.read):
        with pytest.raises(NotAllowed, match="'all' cannot look"):
            read(client, games, game, ALL)
        with pytest.raises(NotAllowed, match="'green' cannot look"):
            read(client, games, game, "green")
    play(games, game, Random(1))
    for read in (boards.read, timelines.read):
        assert read(client, games, game, ALL)["version"] == games.standing(game).version


def test_a_game_that_is_not_there_is_unknown(games: Any, client: Any) -> None:
    for read in (boards.read, timelines.read, statistics.read):
        with pytest.raises(UnknownGame):
            read(client, games, "0" * 32)


def test_the_public_board_is_the_default(games: Any, client: Any) -> None:
    game = opened(games)
    assert boards.read(client, games, game) == boards.read(client, games, game, PUBLIC)
