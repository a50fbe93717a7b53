"""Laws 8 and 9, for every registered title: rebuilt equals live, and the timeline equals the boards."""

from random import Random
from typing import Any

import pytest

from domain.kernel import ALL, PUBLIC
from domain.kernel.scene import applied
from projections import Projector, boards, lobby, statistics, timelines
from projections.documents import scene_document
from projections.following import same_as_stored
from projections.views import SCHEMA
from tests.projections.play import every_title, opened, play, rule_set_of

TITLES = every_title()
BY_TITLE = pytest.mark.parametrize(
    ("title", "scenario"), [(t.id, s) for t, s in TITLES], ids=[f"{t.id}-{s}" for t, s in TITLES]
)

MANY = 250
"""Orders enough for the end of a toy game and several keyframes of a long one."""


def viewers(games: Any, game: str) -> tuple[Any, ...]:
    return boards.viewers(games.standing(game))


def everything_stored(client: Any, games: Any) -> dict[str, Any]:
    """All views in Redis, by their keys without the generation."""
    root = f"grognard:{games.store_id}:{SCHEMA}"
    generation = client.hget(f"{root}:head", "generation").decode()
    found: dict[str, Any] = {}
    for key in map(bytes.decode, client.keys(f"{root}:{generation}:*")):
        name = key.removeprefix(f"{root}:{generation}:")
        if name != "waiting":
            is_list = client.type(key) == b"list"
            found[name] = client.lrange(key, 0, -1) if is_list else client.hgetall(key)
    assert len(client.keys(f"{root}:*")) <= len(found) + 3, "no other generation is left behind"
    return found


def look_everywhere(client: Any, games: Any) -> None:
    for game in games.ids():
        for viewer in viewers(games, game):
            timelines.read(client, games, game, viewer)


@BY_TITLE
def test_views_rebuilt_from_zero_equal_the_live_ones_byte_for_byte(
    games: Any, client: Any, title: str, scenario: str
) -> None:
    projector, random = Projector(games, client), Random(7)
    finished, running = opened(games, title, scenario), opened(games, title, scenario)
    for _ in range(40):
        play(games, running, random, orders=1, takebacks=0.2)
        projector.catch_up()
    play(games, finished, random, orders=MANY, takebacks=0.05)
    projector.catch_up()
    look_everywhere(client, games)
    live = everything_stored(client, games)

    Projector(games, client).rebuild()
    look_everywhere(client, games)
    rebuilt = everything_stored(client, games)

    assert live.keys() == rebuilt.keys()
    for name, value in live.items():
        assert rebuilt[name] == value, name
    assert {f"timeline:{finished}:{viewer}" for viewer in viewers(games, finished)} <= live.keys()
    for game in (finished, running):  # chance may end the running one too
        assert (f"timeline:{game}:{ALL}" in live) == games.standing(game).is_over


@BY_TITLE
def test_a_keyframe_with_the_changes_after_it_is_the_scene_at_every_event_for_every_viewer(
    games: Any, client: Any, title: str, scenario: str
) -> None:
    game = opened(games, title, scenario)
    play(games, game, Random(3), orders=MANY, takebacks=0.1)
    rule_set, history = rule_set_of(games, game), games.history(game)
    Projector(games, client).catch_up()
    for viewer in viewers(games, game):
        timeline = timelines.read(client, games, game, viewer)
        scene: Any = None
        for row in timeline["rows"]:
            version = row["version"]
            folded = same_as_stored(scene_document(rule_set, history.at(version).state, viewer))
            if scene is not None:
                before, scene = scene, applied(scene, row["changes"])
                assert applied(scene, row["changes"], backwards=True) == before
                assert scene == folded, f"event {version} as {viewer} sees it"
            scene = timeline["keyframes"].get(version, scene)
            assert scene == folded, f"keyframe {version} as {viewer} sees it"
        assert scene == boards.read(client, games, game, viewer)["scene"]


@BY_TITLE
def test_what_redis_holds_and_what_the_store_gives_are_the_same_documents(
    games: Any, client: Any, redis_server: Any, title: str, scenario: str
) -> None:
    game = opened(games, title, scenario)
    play(games, game, Random(11), orders=60)
    Projector(games, client).catch_up()
    away = redis_server.client()
    away.connection_pool.connection_kwargs["path"] += ".away"

    def documents(redis: Any) -> tuple[list[str], list[Any]]:
        is_over = games.standing(game).is_over
        seen = [] if is_over else viewers(games, game)  # boards of what is over are made when somebody looks
        found = [boards.read(redis, games, game, viewer) for viewer in seen]
        found += [timelines.read(redis, games, game, viewer, 3) for viewer in viewers(games, game)]
        found += lobby.read(redis, games)
        if is_over:  # who asks for those of a running game has them counted
            found.append(statistics.read(redis, games, game))
        return [each.pop("source") for each in found], found

    timelines.read(client, games, game, PUBLIC)
    documents(client)
    sources, stored = documents(client)
    other_sources, computed = documents(away)
    assert set(sources) == {"redis"}
    assert set(other_sources) == {"store"}
    assert stored == computed


def test_a_timeline_asked_for_from_the_middle_begins_at_its_keyframe(games: Any, client: Any) -> None:
    game = opened(games)
    version = play(games, game, Random(5)).version
    whole = timelines.read(client, games, game)
    part = timelines.read(client, games, game, start=version, stop=version)
    assert part["start"] == timelines.keyframe_before(version)
    assert part["rows"] == whole["rows"][part["start"] - 1 :]
    assert list(part["keyframes"]) == [part["start"]]
    assert [row["version"] for row in timelines.log(client, games, game, last=5)] == list(
        range(version - 4, version + 1)
    )


def test_measures_stand_on_a_row_when_they_change_and_all_of_them_on_keyframes(
    games: Any, client: Any
) -> None:
    game = opened(games)
    play(games, game, Random(1))
    history, rule_set = games.history(game), rule_set_of(games, game)
    known: dict[str, float] = {}
    for row in timelines.read(client, games, game)["rows"]:
        known.update(row.get("measures", {}))
        assert known == rule_set.measure(history.at(row["version"]).state)


def test_a_seat_learns_from_its_views_no_card_of_another(games: Any, client: Any) -> None:
    game = opened(games)
    play(games, game, Random(2), orders=1)
    Projector(games, client).catch_up()
    for viewer, hidden in (("red", ["blue_"]), ("blue", ["red_"]), (PUBLIC, ["red_", "blue_"])):
        timeline = timelines.read(client, games, game, viewer)
        board = boards.read(client, games, game, viewer)
        text = str([timeline["rows"], timeline["keyframes"], board["scene"]["hands"]])
        assert not [card for card in hidden if card in text]
