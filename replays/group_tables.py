"""What two groups, or two games, say beside each other as tables for programs: one column, one type."""

import csv
import io
from typing import Any

import polars as pl

from replays.cohorts import Finding, GroupComparison, Side
from replays.side_by_side import SideBySide

NUMBER = pl.Float64()
SCHEMA: dict[str, Any] = {
    "question": pl.String(), "name": pl.String(),
    "games_a": pl.Int64(), "a": NUMBER, "a_low": NUMBER, "a_high": NUMBER,
    "games_b": pl.Int64(), "b": NUMBER, "b_low": NUMBER, "b_high": NUMBER,
    "difference": NUMBER, "low": NUMBER, "high": NUMBER, "p_adjusted": NUMBER, "method": pl.String(),
    "sentence": pl.String(),
}  # fmt: skip
"""The table of two groups: what each of them says with its interval, the difference (first less second)."""


def findings_table(found: GroupComparison) -> pl.DataFrame:
    """One row for each question that was asked of both groups."""
    return pl.DataFrame([_row(each) for each in found.findings], schema=SCHEMA)


def _row(each: Finding) -> dict[str, Any]:
    gap = each.difference or each.delta
    return {
        "question": each.question, "name": each.name, **_said_by("a", each.a), **_said_by("b", each.b),
        "difference": gap.estimate if gap else None, "low": gap.low if gap else None,
        "high": gap.high if gap else None, "p_adjusted": each.adjusted, "method": gap.method if gap else None,
        "sentence": each.sentence,
    }  # fmt: skip


def _said_by(group: str, side: Side) -> dict[str, Any]:
    own = side.estimate
    return {
        f"games_{group}": side.games,
        group: own.estimate if own else None,
        f"{group}_low": own.low if own else None,
        f"{group}_high": own.high if own else None,
    }


def moments_table(found: SideBySide) -> pl.DataFrame:
    """One row for each moment of two games: when, after which events, how far apart, the measures of both."""
    rows = [
        {
            "turn": moment.turn, "round": moment.round, "phase": moment.phase, "event_a": moment.a,
            "event_b": moment.b, "apart": moment.apart,
            **{
                f"{name}_{game}": float(value)
                for game, own in zip("ab", measures, strict=True)
                for name, value in (own or {}).items()
            },
        }
        for moment, measures in zip(found.moments, found.measures, strict=True)
    ]  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def csv_of_frame(frame: pl.DataFrame) -> str:
    """A table as CSV, as that of a block is written."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(frame.columns)
    writer.writerows(frame.rows())
    return out.getvalue()


def parquet_of_frame(frame: pl.DataFrame) -> bytes:
    """The same as Parquet."""
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()
