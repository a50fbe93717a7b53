"""Timelines: one row for each event of a game, as each viewer may know it, with the board in step.

A row holds its sentence and the reversible changes of the scene (`domain.kernel.scene.applied`).
Every 64th row, the first one included, is a keyframe: it also holds the whole scene and all
measures after its event. A timeline is made, or carried on, when somebody looks; one that nobody looked at
for a day goes.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from domain.kernel import PUBLIC, Recorded, Rolled, RuleSet, Scene, Seat, Standing
from domain.kernel.history import History, fold
from domain.kernel.prose import prose
from domain.kernel.scene import changes
from projections.boards import may_look
from projections.documents import Document, event_row, shared_plain, told
from projections.following import read_json, write_json
from projections.views import TIMELINE_SECONDS, Views, reached

if TYPE_CHECKING:
    import redis

    from domain.store import Games

KEYFRAME_EVERY = 64


def is_keyframe(version: int) -> bool:
    """Versions 1, 65, 129 ..."""
    return version % KEYFRAME_EVERY == 1


def keyframe_before(version: int) -> int:
    """The last keyframe at or before `version`."""
    return version - (version - 1) % KEYFRAME_EVERY


class Moment(msgspec.Struct, frozen=True):
    """What stands after an event, the same for every viewer."""

    recorded: Recorded
    state: Any
    clock: tuple[int, int]
    measures: dict[str, float]


def moments(history: History, start: int, stop: int) -> list[Moment]:
    """The moments after events `start - 1` (unless `start` is the first event) to `stop`."""
    rule_set, first = history.rule_set, max(1, start - 1)
    standing: Standing | None = history.at(first - 1) if first > 1 else None
    found = []
    for recorded in history.recorded[first - 1 : stop]:
        standing = fold(rule_set, [recorded], standing, history.at)
        state = standing.state
        found.append(Moment(recorded, state, rule_set.clock(state), rule_set.measure(state)))
    return found


def rows(rule_set: RuleSet, found: Sequence[Moment], viewer: Seat, start: int) -> Iterator[Document]:
    """The rows of the events from `start` on, as `viewer` may know them."""
    scene: Scene | None = None
    measures: dict[str, float] = {}
    for moment in found:
        after = rule_set.view(moment.state, viewer)
        seen = rule_set.shown_measures(moment.state, viewer, moment.measures)
        if moment.recorded.version >= start:
            yield _row(rule_set, moment, viewer, (scene, after), (measures, seen))
        scene, measures = after, seen


def _row(
    rule_set: RuleSet,
    moment: Moment,
    viewer: Seat,
    scenes: tuple[Scene | None, Scene],
    measures: tuple[dict[str, float], dict[str, float]],
) -> Document:
    (before, after), (then, now) = scenes, measures
    row = event_row(rule_set, moment.recorded, viewer)
    row["turn"], row["round"] = moment.clock
    row["changes"] = changes(before, after) if before is not None else []
    if is_keyframe(moment.recorded.version):
        row["measures"], row["scene"] = now, shared_plain(after)
    elif now != then:
        row["measures"] = {name: value for name, value in now.items() if then.get(name) != value}
    return row


def written(history: History, viewers: Sequence[Seat], start: int, stop: int) -> list[list[bytes]]:
    """For each viewer the rows of events `start` to `stop`, both included, as they are stored."""
    found = moments(history, start, stop)
    return [[write_json(row) for row in rows(history.rule_set, found, viewer, start)] for viewer in viewers]


def read(
    redis: "redis.Redis",
    games: "Games",
    game: str,
    viewer: Seat = PUBLIC,
    start: int = 1,
    stop: int | None = None,
    *,
    newest: int | None = None,
    language: str = "en",
) -> Document:
    """{game, viewer, version, start, stop, keyframes: {version: scene}, rows, source}.

    Events `start` to `stop` (the last one if None), both included. The rows begin at the keyframe at
    or before `start`, so that the first one's scene is always there. In `rows`, `measures` holds those
    that changed (all of them at a keyframe). The game is shown as if `newest` were its last event (None:
    what is its last event). Sentences are told in `language`. Raises UnknownGame, NotAllowed.
    """
    standing = games.standing(game)
    may_look(game, standing, viewer)
    last = standing.version if newest is None else min(newest, standing.version)
    stop = last if stop is None else max(0, min(stop, last))
    start = keyframe_before(max(1, min(start, last)))
    source, found = _found(redis, games, game, viewer, start, stop)
    if language != "en":
        _retell(games, game, viewer, found, language)
    return {
        "game": game,
        "viewer": viewer,
        "version": last,
        "start": start,
        "stop": stop,
        "keyframes": {row["version"]: row.pop("scene") for row in found if "scene" in row},
        "rows": found,
        "source": source,
    }


def _retell(games: "Games", game: str, viewer: Seat, found: list[Document], language: str) -> None:
    """The sentences of stored rows, which are English, in another language."""
    if not found:
        return
    rule_set, words = games.rule_set(game), prose(games.rule_set(game), language)
    events = games.recorded(game, found[0]["version"] - 1, found[-1]["version"])
    for row, recorded in zip(found, events, strict=True):
        body = rule_set.redact(recorded.body, viewer)
        row["text"] = words.event(body)
        if isinstance(body, Rolled) and "faces" in row["dice"]:
            row["dice"]["faces"] = list(map(words.name, rule_set.faces_of(body)))


def log(
    redis: "redis.Redis", games: "Games", game: str, viewer: Seat = PUBLIC, last: int = 40
) -> list[Document]:
    """Those of the last rows that a log shows, without scenes and changes, oldest first.

    Raises UnknownGame, NotAllowed.
    """
    version = games.standing(game).version
    start = max(1, version - last + 1)
    found: list[Document] = read(redis, games, game, viewer, start)["rows"]
    for row in found:
        del row["changes"]
    return told([row for row in found if row["version"] >= start])


def _found(
    redis: "redis.Redis", games: "Games", game: str, viewer: Seat, start: int, stop: int
) -> tuple[str, list[Document]]:
    views = Views(redis, games.store_id)
    stored = reached(redis, lambda: _stored(views, game, viewer, start, stop))
    if stored is None:
        (lines,) = written(games.history(game), [viewer], start, stop)
        return "store", _parsed(lines)
    key, length, lines = stored
    if length >= stop:
        return "redis", _parsed(lines)
    (new,) = written(games.history(game), [viewer], length + 1, stop)
    reached(redis, lambda: views.append(key, length, new))
    return "store", _parsed([*lines, *new][-(stop - start + 1) :])


def _stored(
    views: Views, game: str, viewer: Seat, start: int, stop: int
) -> tuple[str, int, list[bytes]] | None:
    head = views.head()
    if head is None:
        return None
    key = views.timeline(head.generation, game, viewer)
    with views.client.pipeline(transaction=True) as pipe:
        pipe.llen(key)
        pipe.lrange(key, start - 1, stop - 1)
        pipe.expire(key, TIMELINE_SECONDS)
        length, lines, _ = pipe.execute()
    return key, length, lines


def _parsed(lines: list[bytes]) -> list[Any]:
    found: list[Any] = read_json(b"[" + b",".join(lines) + b"]")
    return found
