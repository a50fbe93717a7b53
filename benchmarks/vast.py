"""A hundred thousand simulated games: what playing them holds in memory, and how long statistics scan them.

The games are made up from one part that is played: what they take to read does not depend on who won them.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import polars as pl

from benchmarks.measuring import Figure, median, times_of
from domain.kernel import RuleSet
from domain.kernel.prose import prose
from replays.parts import PART, Vast, games_in, plan_of, play_parts, scanned
from replays.simulation import Run
from replays.statistics import wilson
from replays.vast import vast_blocks

SEED = 1815
WORKERS = 2
MOST_MIB, MOST_SECONDS = 300, 2.0


def figures(rule_set: RuleSet, scenario: str, games: int, played: int) -> list[Figure]:
    """Both lines of the table."""
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept) / "vast.parts"
        command = [sys.executable, "-m", "benchmarks.vast", str(folder), rule_set.id, scenario, str(played)]
        told = subprocess.run(command, capture_output=True, check=True).stdout
        own, worker = msgspec.json.decode(told, type=tuple[float, float])
        make_up(folder, games)
        name = prose(rule_set).name
        seconds = median(times_of(lambda: vast_blocks(folder, name, wilson), 3)) / 1000
    named = f"{rule_set.name}, {scenario}"
    return [
        Figure(
            f"memory of `grognard simulate` in parts of {PART} games, {WORKERS} workers ({named})",
            f"{MOST_MIB} MiB in each process",
            f"{own:.0f} MiB, each worker {worker:.0f} MiB; {own + WORKERS * worker:.0f} MiB together",
            max(own, worker) <= MOST_MIB,
        ),
        Figure(
            f"statistics over {games:,} games in parts ({named})",
            f"{MOST_SECONDS:g} s",
            f"{seconds:.2f} s",
            seconds <= MOST_SECONDS,
        ),
    ]


def make_up(folder: Path, games: int) -> None:
    """Fills a folder up to so many games with those that were played in it, under other names."""
    run, rows = plan_of(folder).run, scanned(folder).sort("number").head(PART).collect()
    vast = Vast(run, games)
    for first in vast.firsts:
        numbers = vast.numbers(first)
        more = pl.concat([rows] * (len(numbers) // rows.height + 1)).head(len(numbers))
        named = more.with_columns(
            pl.concat_str(pl.col("game"), pl.lit(f"-{first}")), pl.Series("number", list(numbers))
        )
        named.write_parquet(games_in(folder, vast, first))
    (folder / "run.json").write_bytes(msgspec.json.encode(vast))


def main(folder: Path, title: str, scenario: str, games: int) -> None:
    """Plays so many games in parts, and tells how many MiB this process and the largest worker held."""
    seats = len(Run(title, scenario, (), SEED).seats)
    run = Run(title, scenario, ("random",) * seats, SEED)
    play_parts(run, games, folder, WORKERS, lambda done: None, max(1, min(PART, games // WORKERS)))
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print([resource.getrusage(each).ru_maxrss / 1024 for each in whose])


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:4], int(sys.argv[4]))
