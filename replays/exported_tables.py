"""The rows that a finished game gives to the tables of an export."""

from collections.abc import Iterator
from typing import Any

import msgspec
import polars as pl

from domain.kernel import Drawn, Recorded, Rolled
from domain.kernel.events import is_quiet, rule_of
from domain.kernel.history import standing_events
from domain.kernel.prose import prose
from projections.following import Followed, write_json
from projections.statistics import document

Row = dict[str, Any]
WHEN = pl.Datetime("ms", "UTC")
GAME = {"game": pl.String()}
KEPT = {"kept": pl.Boolean(), "own": pl.Boolean()}
TABLES: dict[str, dict[str, pl.DataType]] = {
    "games": GAME | {
        "title": pl.String(), "edition": pl.Int64(), "scenario": pl.String(), "name": pl.String(),
        "options": pl.String(), "pack": pl.String(), "data": pl.String(), "parent": pl.String(),
        "parent_version": pl.Int64(), "dice_of": pl.String(), "seats_kind": pl.String(), "opened_at": WHEN,
        "ended_at": WHEN, "turns": pl.Int64(), "orders": pl.Int64(), "events": pl.Int64(),
        "rule": pl.String(), "reason": pl.String(), "winners": pl.String(), "drawn": pl.Boolean(),
        "consented": pl.Int64(), "commitment": pl.String(),
    },
    "seats": GAME | {
        "title": pl.String(), "scenario": pl.String(), "seat": pl.String(), "kind": pl.String(),
        "player": pl.String(), "won": pl.Boolean(), "score": pl.Float64(), "orders": pl.Int64(),
        "rolls": pl.Int64(), "luck": pl.Float64(), "luck_z": pl.Float64(),
    },
    "events": GAME | {
        "version": pl.Int64(), "at": WHEN, "turn": pl.Int64(), "event": pl.String(), "seat": pl.String(),
        "rule": pl.String(), "text": pl.String(), "quiet": pl.Boolean(), "fields": pl.String(),
    } | KEPT,
    "orders": GAME | {
        "version": pl.Int64(), "at": WHEN, "turn": pl.Int64(), "round": pl.Int64(), "number": pl.Int64(),
        "seat": pl.String(), "order": pl.String(), "passes": pl.Boolean(), "fields": pl.String(),
    } | KEPT,
    "rolls": GAME | {
        "version": pl.Int64(), "turn": pl.Int64(), "kind": pl.String(), "seat": pl.String(),
        "purpose": pl.String(), "rule": pl.String(), "sides": pl.Int64(), "values": pl.List(pl.Int64()),
        "pool": pl.Int64(), "items": pl.List(pl.String()), "score": pl.Float64(), "mean": pl.Float64(),
        "variance": pl.Float64(),
    } | KEPT,
    "measures": GAME | {
        "version": pl.Int64(), "turn": pl.Int64(), "end": pl.Boolean(), "measure": pl.String(),
        "value": pl.Float64(),
    },
}  # fmt: skip
"""Each table with its columns."""


def rows_of(counted: Followed) -> dict[str, list[Row]]:
    """What a finished game gives to each table."""
    facts = document(counted)
    moments = list(_moments(counted))
    return {
        "games": [_game(counted, facts)],
        "seats": list(_seats(facts)),
        "events": [_event(counted, each, facts) for each, facts in moments],
        "orders": [row for each, facts in moments for row in _orders(each, facts)],
        "rolls": [
            _roll(each.body, facts) for each, facts in moments if isinstance(each.body, (Rolled, Drawn))
        ],
        "measures": list(_measures(counted)),
    }


def _game(counted: Followed, facts: Row) -> Row:
    opened, result = counted.opened, facts["result"]
    return {
        "game": counted.game, "title": facts["title"], "edition": opened.edition_of_rules,
        "scenario": facts["scenario"], "name": facts["name"], "options": _json(facts["options"]),
        "pack": facts["pack"], "data": facts["data"], "parent": facts["parent"],
        "parent_version": opened.parent.version if opened.parent else None, "dice_of": facts["dice_of"],
        "seats_kind": facts["seats_kind"], "opened_at": facts["opened_at"], "ended_at": facts["updated_at"],
        "turns": facts["turn"], "orders": sum(facts["orders"].values()),
        "events": sum(facts["events"].values()), "rule": result["rule"], "reason": result["reason"],
        "winners": ",".join(result["winners"]), "drawn": not result["winners"],
        "consented": facts["consented"], "commitment": opened.commitment,
    }  # fmt: skip


def _seats(facts: Row) -> Iterator[Row]:
    result = facts["result"]
    for seat, holder in facts["seats"].items():
        kept = facts["luck"][seat]["kept"]
        yield {
            "game": facts["game"], "title": facts["title"], "scenario": facts["scenario"], "seat": seat,
            "kind": holder["kind"], "player": holder["name"], "won": seat in result["winners"],
            "score": result["scores"].get(seat), "orders": facts["orders"][seat], "rolls": kept["rolls"],
            "luck": kept["score"] - kept["mean"], "luck_z": kept["z"],
        }  # fmt: skip


def _moments(counted: Followed) -> Iterator[tuple[Recorded, Row]]:
    """Every event, with what its row shares with those of its orders and rolls: the turn in which its
    command began, whether it stands (`kept`), whether it was played here, not in the game forked (`own`)."""
    history, opened = counted.history, counted.opened
    standing = {each.version for each in standing_events(history.recorded)}
    copied = opened.parent.version if opened.parent else 1
    turn = 0
    for each in history.recorded:
        yield each, {
            "game": counted.game, "version": each.version, "turn": turn, "kept": each.version in standing,
            "own": each.version == 1 or each.version > copied,
        }  # fmt: skip
        if each.left == 0:
            turn = counted.rule_set.clock(history.at(each.version).state)[0]


def _event(counted: Followed, recorded: Recorded, facts: Row) -> Row:
    body = recorded.body
    return {
        **facts, "at": recorded.at, "event": type(body).__name__, "seat": getattr(body, "seat", None),
        "rule": rule_of(body), "text": prose(counted.rule_set).event(body), "quiet": is_quiet(body),
        "fields": _json(msgspec.to_builtins(body)),
    }  # fmt: skip


def _orders(recorded: Recorded, facts: Row) -> Iterator[Row]:
    for round, answers in enumerate(recorded.answers or (), 1):
        for seat, draft in answers.items():
            for number, order in enumerate(draft, 1):
                yield {
                    **facts, "at": recorded.at, "round": round, "number": number, "seat": seat,
                    "order": type(order).__name__, "passes": type(order).passes,
                    "fields": _json(msgspec.to_builtins(order)),
                }  # fmt: skip


def _roll(body: Rolled | Drawn, facts: Row) -> Row:
    is_roll = isinstance(body, Rolled)
    return {
        **facts, "kind": "roll" if is_roll else "draw", "seat": body.seat, "purpose": body.purpose,
        "rule": body.cites, "sides": body.sides if isinstance(body, Rolled) else None,
        "values": list(body.values) if isinstance(body, Rolled) else None,
        "pool": None if isinstance(body, Rolled) else body.pool,
        "items": None if isinstance(body, Rolled) else list(body.items),
        "score": body.score, "mean": body.mean, "variance": body.variance,
    }  # fmt: skip


def _measures(counted: Followed) -> Iterator[Row]:
    """The measures where each turn began, and at the end; what was taken back is left out."""
    history, last = counted.history, 0
    for each in standing_events(history.recorded):
        if each.left:
            continue
        state = history.at(each.version).state
        turn, is_end = counted.rule_set.clock(state)[0], each.version == counted.head.rest
        if turn == last and not is_end:
            continue
        last = turn
        for measure, value in counted.rule_set.measure(state).items():
            yield {
                "game": counted.game, "version": each.version, "turn": turn, "end": is_end,
                "measure": measure, "value": float(value),
            }  # fmt: skip


def _json(value: Any) -> str:
    return write_json(value).decode()


def frame(table: str, rows: list[Row]) -> pl.DataFrame:
    """Rows of a table, with the types of its columns."""
    return pl.DataFrame(rows, schema=TABLES[table])
