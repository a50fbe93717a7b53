"""Simulations of more games than fit into memory: parts in Parquet, written as they are played.

A folder `<name>.parts` holds what is played (`run.json`) and two files for every 500 games: one row a game
(`games-...parquet`) and the measures by turn (`turns-...parquet`). A part is there whole or not at all:
who starts the same simulation again plays only what is missing. Each worker writes its own parts, so nobody
holds more than one of them.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path

import msgspec
import polars as pl

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from replays import whole_files
from replays.cluster import each_on
from replays.simulation import Run, frames, simulated

PART = 500
"""Games in one part."""
SUFFIX = ".parts"
PLAN = "run.json"
MOST_COMPARED = 5000
"""So many games of one simulation are compared with those of another: the first ones, which are any, for a
game's number says nothing of how it went. What more of them would tell is less than what anybody asks."""
NICE = 10
"""Whoever works at the machine goes first."""


class Vast(msgspec.Struct, frozen=True):
    """What a folder of parts is to hold: so many games of a run."""

    run: Run
    games: int
    part: int = PART

    @property
    def firsts(self) -> range:
        """The number of the first game of every part."""
        return range(0, self.games, self.part)

    def numbers(self, first: int) -> range:
        """The games of a part."""
        return range(first, min(first + self.part, self.games))


_read = msgspec.json.Decoder(Vast).decode


def plan_of(folder: Path) -> Vast:
    """What a folder holds. Raises FileNotFoundError."""
    return _read((folder / PLAN).read_bytes())


def games_in(folder: Path, vast: Vast, first: int) -> Path:
    """The file of a part's games; that of the last part says how many it has."""
    return folder / f"games-{first:09}-{len(vast.numbers(first))}.parquet"


def turns_in(folder: Path, vast: Vast, first: int) -> Path:
    """The file of a part's measures by turn."""
    return folder / f"turns-{first:09}-{len(vast.numbers(first))}.parquet"


def written(folder: Path, vast: Vast) -> list[int]:
    """The first numbers of the parts that are there."""
    return [first for first in vast.firsts if games_in(folder, vast, first).exists()]


def is_whole(folder: Path) -> bool:
    """Whether every game that was asked for is there."""
    vast = plan_of(folder)
    return len(written(folder, vast)) == len(vast.firsts)


def play_parts(
    run: Run,
    games: int,
    folder: Path,
    workers: int,
    progress: Callable[[int], None],
    part: int = PART,
    scheduler: str = "",
) -> Vast:
    """Plays what is missing of so many games, in so many processes or on the cluster of a `scheduler`;
    `progress` is told how many are there.

    Raises InvalidSetup if the folder holds games of another run, and if the cluster cannot play.
    """
    vast = Vast(run.checked(), games, part)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / PLAN).exists() and plan_of(folder).run != run:
        raise InvalidSetup(plain_refusal("other_parts", folder=folder))
    whole_files.put(folder / PLAN, lambda path: path.write_bytes(msgspec.json.encode(vast)))
    done = written(folder, vast)
    progress(_count(vast, done))
    missing = [first for first in vast.firsts if first not in set(done)]
    played = _on_cluster(vast, folder, missing, scheduler) if scheduler else _played(
        vast, folder, missing, workers
    )
    for first in played:
        done.append(first)
        progress(_count(vast, done))
    return vast


def _count(vast: Vast, firsts: list[int]) -> int:
    return sum(len(vast.numbers(first)) for first in firsts)


def _played(vast: Vast, folder: Path, missing: list[int], workers: int) -> Iterator[int]:
    """The parts as they are written, by so many processes; who ends early leaves the rest for later."""
    if workers == 1 or len(missing) < 2:
        for first in missing:
            yield write_part(vast, folder, first)
        return
    with ProcessPoolExecutor(
        min(workers, len(missing)), mp_context=get_context("spawn"), initializer=_behind
    ) as pool:
        waiting = [pool.submit(write_part, vast, folder, first) for first in missing]
        try:
            for each in as_completed(waiting):
                yield each.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _behind() -> None:
    os.nice(NICE)


def _on_cluster(vast: Vast, folder: Path, missing: list[int], scheduler: str) -> Iterator[int]:
    """The same on a cluster: the workers play, this process writes. They need not see the folder."""
    for first, part in each_on(scheduler, partial(played_part, vast), missing):
        _keep(vast, folder, first, part)
        yield first


def write_part(vast: Vast, folder: Path, first: int) -> int:
    """Plays one part and writes it."""
    _keep(vast, folder, first, played_part(vast, first))
    return first


def played_part(vast: Vast, first: int) -> tuple[bytes, bytes]:
    """The files of a part: its games, and their measures by turn."""
    found = [simulated(vast.run, number) for number in vast.numbers(first)]
    games, turns = frames([row for row, _ in found], [turn for _, own in found for turn in own])
    return _packed(games), _packed(turns)


def _packed(frame: pl.DataFrame) -> bytes:
    with BytesIO() as file:
        frame.write_parquet(file)
        return file.getvalue()


def _keep(vast: Vast, folder: Path, first: int, part: tuple[bytes, bytes]) -> None:
    """The games come last: a part counts once they are there."""
    games, turns = part
    whole_files.put(turns_in(folder, vast, first), lambda path: path.write_bytes(turns))
    whole_files.put(games_in(folder, vast, first), lambda path: path.write_bytes(games))


def scanned(folder: Path) -> pl.LazyFrame:
    """The games of every part that is there, without reading them. Raises FileNotFoundError."""
    vast = plan_of(folder)
    found = [pl.scan_parquet(games_in(folder, vast, first)) for first in written(folder, vast)]
    if not found:
        raise FileNotFoundError(folder)
    return pl.concat(found, how="diagonal_relaxed")


def in_parts(folder: Path) -> list[str]:
    """The simulations in parts of a folder, by name."""
    return sorted(path.parent.name for path in folder.glob(f"*{SUFFIX}/{PLAN}"))


def first_games(folder: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The first games, `MOST_COMPARED` at most, and their measures by turn. Raises FileNotFoundError where
    some of them are missing: those that were played sooner may not be like the others."""
    vast = plan_of(folder)
    firsts = [first for first in vast.firsts if first < MOST_COMPARED]
    games, turns = (
        pl.concat([pl.read_parquet(file(folder, vast, first)) for first in firsts], how="diagonal_relaxed")
        .filter(pl.col("number") < MOST_COMPARED)
        for file in (games_in, turns_in)
    )
    return games, turns
