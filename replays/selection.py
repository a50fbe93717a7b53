"""Choosing the games of a group: finished games of a server by their facts, or a file of simulated ones."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from domain.kernel.history import History
from projections.title_facts import facts_of
from projections.winning import allied, winners_column, with_allies
from replays.kinship import CannotCompare
from replays.parts import first_games, in_parts

KINDS = ("", "bots", "people", "mixed")
MOST_CURVES = 300
"""Curves are drawn from at most so many games of a server: each is folded from its events."""


class Choice(msgspec.Struct, frozen=True):
    """What a group holds. Empty fields leave nothing out; `file` names a simulation and stands alone.

    `since` and `until` are days (2026-11-21), both included, of the end of the game. `data` is the digest of
    the data pack that all of them are played on; empty: the built-in data.
    """

    title: str = ""
    scenario: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    file: str = ""
    data: str = ""

    @property
    def is_empty(self) -> bool:
        return self == Choice()


def chosen_rows(rows: Iterable[Mapping[str, Any]], choice: Choice) -> pl.DataFrame:
    """The finished games (rows of `projections.statistics`) that fit. Raises CannotCompare for a bad day."""
    since, until = _moment(choice.since, 0), _moment(choice.until, 1)
    found = [
        dict(row)
        for row in rows
        if choice.title in ("", row["title"])
        and choice.scenario in ("", row["scenario"])
        and choice.kind in ("", row["seats_kind"])
        and choice.data == row["data"]
        and (since is None or row["ended_at"] >= since)
        and (until is None or row["ended_at"] < until)
        and not row["parent"]  # forks share their past with another game: they are not independent
        and not row["dice_of"]  # and experiments their dice
        and not row.get("handicap")  # with a handicap it is another question who wins
        and not row.get("hinted")  # and with hints a computer has played along
    ]
    return pl.DataFrame(found, infer_schema_length=None)


def _moment(day: str, days_later: int) -> int | None:
    """Midnight of a day, or of a later one, in milliseconds since 1970."""
    if not day:
        return None
    try:
        begins = datetime.combine(date.fromisoformat(day), time(), UTC) + timedelta(days=days_later)
    except (ValueError, OverflowError) as problem:
        raise CannotCompare("not_a_day", day=day) from problem
    return int(begins.timestamp() * 1000)


def simulations(folder: Path | None) -> list[str]:
    """The names of the simulation files in a folder."""
    if folder is None or not folder.is_dir():
        return []
    return sorted(path.name for path in folder.glob("*.parquet") if not path.name.endswith(".turns.parquet"))


class Made(msgspec.Struct, frozen=True):
    """How a simulation was made: who played each seat, how many games it has, the name of its data pack."""

    title: str
    scenario: str
    bots: tuple[str, ...]
    games: int
    pack: str = ""


def made_of(folder: Path | None, name: str) -> Made | None:
    """How one of `simulations(folder)` was made; None if its file does not tell."""
    assert folder is not None, "a folder that is not there has no simulations"
    try:
        return _made_of(folder / name, (folder / name).stat().st_mtime_ns)
    except (OSError, pl.exceptions.PolarsError):
        return None


@lru_cache(maxsize=256)
def _made_of(path: Path, _changed_at: int) -> Made:
    told = ["title", "scenario", "players", *({"pack"} & set(pl.read_parquet_schema(path)))]
    first = pl.col(told).first()
    (found,) = pl.scan_parquet(path).select(first, pl.len().alias("games")).collect().to_dicts()
    players = tuple(found["players"].split(","))
    return Made(found["title"], found["scenario"], players, found["games"], found.get("pack", ""))


def read_rows(path: Path) -> pl.DataFrame:
    """The games of a simulation's file, all played on the same data.

    Raises OSError, PolarsError, CannotCompare.

    A file of before 2026-11-22 tells the first winner alone, and counted an ally's luck against his side: the
    winners are completed, and that luck is left out.
    """
    frame = _on_one_data_set(pl.read_parquet(path), path)
    if "winner" not in frame.columns or frame.is_empty():
        return frame
    facts, seats = facts_of(frame["title"][0]), frame["seats"][0].split(",")
    winners = {each: winners_column(with_allies(each, seats, facts)) for each in frame["winner"].unique()}
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    completed = frame.with_columns(
        pl.col("winner").replace(winners).alias("winners"),
        pl.lit(next((each for each in facts.teams if each in sides), next(iter(sides)))).alias("first_side"),
    ).drop("winner")
    if len(sides) < len(seats) and "luck_z" in frame.columns:
        completed = completed.with_columns(pl.lit(None, pl.Float64).alias("luck_z"))
    return completed


def _on_one_data_set(frame: pl.DataFrame, path: Path) -> pl.DataFrame:
    """The rows; those from before there were data packs are of built-in data."""
    if "data" not in frame.columns:
        return frame.with_columns(pl.lit("").alias("pack"), pl.lit("").alias("data"))
    if frame["data"].n_unique() > 1:
        raise CannotCompare("several_packs", file=path.name)
    return frame


def simulation(folder: Path | None, name: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A simulation's rows and its measures by turn, of one in parts the first. Raises CannotCompare if it is
    not there."""
    if folder is not None and name in in_parts(folder):
        return first_of_parts(folder / name)
    if folder is None or name not in simulations(folder):
        known = ", ".join(simulations(folder)) or "-"
        raise CannotCompare("no_simulation", name=name, known=known)
    path = folder / name
    try:
        return read_rows(path), pl.read_parquet(path.with_suffix(".turns.parquet"))
    except (OSError, pl.exceptions.PolarsError) as problem:
        raise CannotCompare("unreadable", file=name, problem=problem) from problem


def first_of_parts(path: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The same of a folder of parts. Raises CannotCompare as long as its first games are not all there."""
    try:
        return first_games(path)
    except FileNotFoundError as problem:
        raise CannotCompare("parts_missing", file=path.name) from problem
    except (OSError, msgspec.DecodeError, pl.exceptions.PolarsError) as problem:
        raise CannotCompare("unreadable", file=path.name, problem=problem) from problem


def turns_of(histories: Iterable[History]) -> pl.DataFrame:
    """The measures at the end of each turn of played games, in the form of a simulation's."""
    rows: list[dict[str, Any]] = []
    for history in histories:
        rule_set, game = history.rule_set, history.recorded[0].game
        last: dict[int, dict[str, float]] = {}
        for rest in history.rests():
            state = history.at(rest).state
            last[rule_set.clock(state)[0]] = rule_set.measure(state)
        rows += [{"game": game, "turn": turn, **measures} for turn, measures in last.items() if turn]
    return pl.DataFrame(rows, infer_schema_length=None)
