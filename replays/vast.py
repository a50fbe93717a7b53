"""What a simulation in parts shows: its parts are scanned, and only what ended differently is looked at.

Questions to each single game (openings, cards, luck) are left to simulations that fit into memory.
"""

from pathlib import Path
from typing import Any

import polars as pl

from replays.balance_findings import ends, handicap
from replays.findings import Block, Name, Rate, balance, length_of
from replays.parts import in_parts, plan_of, scanned, written
from replays.selection import Made

ENDED = ("title", "scenario", "seats", "seats_kind", "players", "winners", "first_side", "rule", "reason",
         "turns", "margin", "data")  # fmt: skip
"""What two games have in common that ended alike; beside these, who had which powers."""


def endings(folder: Path) -> list[dict[str, Any]]:
    """One row for all games that ended alike, with how many they are (`games`)."""
    alike = [pl.col(ENDED), pl.col("^powers:.*$")]
    found = scanned(folder).group_by(alike).agg(pl.len().alias("games"))
    return found.sort("games", "winners", "rule", "turns", "margin", descending=True).collect().to_dicts()


def orders(folder: Path) -> list[float]:
    """How many orders each game took."""
    return scanned(folder).select(pl.col("orders").cast(pl.Float64)).collect()["orders"].to_list()


def vast_blocks(folder: Path, name: Name, rate: Rate, language: str = "en") -> list[Block]:
    """Who wins, what would make it even, when games end and how long they are."""
    rows = endings(folder)
    return [
        balance(rows, name, rate, language),
        handicap(rows, name, language, rate),
        ends(rows, name, (), language),
        length_of(orders(folder), language),
    ]


def vast_files(folder: Path | None) -> list[str]:
    """The simulations in parts of a folder that have games, by name."""
    if folder is None or not folder.is_dir():
        return []
    return [name for name in in_parts(folder) if written(folder / name, plan_of(folder / name))]


def made_in_parts(folder: Path, file: str) -> Made:
    """How a simulation in parts was made, and how many games of it there are by now."""
    run = plan_of(folder / file).run
    games: int = scanned(folder / file).select(pl.len()).collect().item()
    return Made(run.title, run.scenario, run.bots, games, run.data[0])
