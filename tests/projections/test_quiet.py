"""Events that tell nothing: a log leaves them out, a timeline keeps one row an event."""

from random import Random
from typing import Any

from domain.kernel import PUBLIC
from domain.kernel.events import is_quiet
from domain.wellington.events.arrival import ArrivalEnded
from projections import documents, timelines
from replays.showing import log_lines
from tests.projections.play import opened, play


def test_the_log_of_a_game_tells_only_what_happened(games: Any, client: Any) -> None:
    """10.9: nobody tried to come between, so nothing is over."""
    game = opened(games, "wellington", "1812")
    version = play(games, game, Random(2), 120).version
    recorded = games.recorded(game)
    quiet = {each.version for each in recorded if is_quiet(each.body)}
    assert any(isinstance(recorded[n - 1].body, ArrivalEnded) for n in quiet)
    told = [n for n in range(1, version + 1) if n not in quiet]
    assert [line["version"] for line in log_lines(recorded, PUBLIC)] == told
    assert [row["version"] for row in timelines.log(client, games, game, last=version)] == told
    rows = timelines.read(client, games, game)["rows"]
    assert [row["version"] for row in rows] == list(range(1, version + 1))
    assert all(row["text"] for row in rows)
    assert {row["version"] for row in rows if row.get("quiet")} == quiet


def test_a_command_that_begins_quietly_keeps_a_head() -> None:
    rows: list[dict[str, Any]] = [
        {"version": 1},
        {"version": 2, "follow_up": True},
        {"version": 3, "quiet": True},
        {"version": 4, "follow_up": True},
        {"version": 5, "follow_up": True, "quiet": True},
        {"version": 6, "follow_up": True},
    ]
    expected = [{"version": 1}, {"version": 2, "follow_up": True}, {"version": 4}]
    assert documents.told(rows) == [*expected, {"version": 6, "follow_up": True}]


def test_a_turn_and_a_phase_are_heads_though_they_follow_from_a_command() -> None:
    rows: list[dict[str, Any]] = [
        {"version": 1, "mark": "card"},
        {"version": 2, "mark": "loss", "follow_up": True},
        {"version": 3, "mark": "phase", "follow_up": True},
        {"version": 4, "mark": "", "follow_up": True},
        {"version": 5, "mark": "turn", "follow_up": True},
    ]
    assert [row["version"] for row in documents.told(rows) if "follow_up" not in row] == [1, 3, 5]
