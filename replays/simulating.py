"""One simulation as a process of its own, for the server: `python -m replays.simulating FOLDER NAME`.

It reads `NAME.job`, plays, and tells how far it is in `NAME.run.json`; at the end it keeps the games in
`NAME.parquet` and `NAME.turns.parquet`. It ends when a file `NAME.stop` appears (what was played is kept) and
when its standard input does: that is a pipe from the server, so it never outlives it.
"""

import logging
import os
import select
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import domain.titles  # noqa: F401  (this is a process of its own: it registers the titles)
from domain.kernel import GrognardError
from projections.title_facts import facts_of
from projections.winning import Row, is_drawn, results, winners_column, with_allies
from replays import whole_files
from replays.simulation import Run, frames, simulated

if TYPE_CHECKING:  # scipy takes a second to import: a server that starts need not wait for it
    from replays.findings import Rate
    from replays.statistics import Estimate

TELL_SECONDS = 0.2
NICE = 10
UNFINISHED = ("waiting", "running")
log = logging.getLogger("grognard.simulating")


class Plan(msgspec.Struct, frozen=True):
    """What a job is to play: the run, how many games, and the width (in points of a percent) of every win
    rate's interval at which it may end earlier (0: never). `variant_of` names the simulation it varies. Where
    there is a run `beside`, its game of the same number is played with each (`NAME.beside.parquet`)."""

    run: Run
    games: int
    narrower: float = 0.0
    variant_of: str = ""
    beside: Run | None = None


class Progress(msgspec.Struct, frozen=True):
    """How far a simulation is. `state`: waiting, running, done, narrow, stopped, failed, ended.

    `server` is the process that asked for it: a job that is not finished is dead once that is gone. `wins`
    counts of each side and each seat the games that it won, of `draws` those that nobody won, and `played`
    the games that it was part of: who bids for powers plays another side each time. `pack` and `data` are
    name and digest of the data pack, if it is played on one; `tries` is how often it was begun again.
    """

    name: str
    title: str
    scenario: str
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    games: int
    narrower: float
    state: str
    server: int
    asked_at: int
    game: str = ""
    at: int = 0
    variant_of: str = ""
    done: int = 0
    seconds: float = 0.0
    wins: dict[str, int] = {}
    problem: str = ""
    draws: int = 0
    played: dict[str, int] = {}
    pack: str = ""
    data: str = ""
    tries: int = 0

    @property
    def is_finished(self) -> bool:
        return self.state not in UNFINISHED

    @property
    def has_result(self) -> bool:
        return self.state in ("done", "narrow", "stopped") and self.done > 0

    @property
    def interval(self) -> "Rate":
        """Wilson's interval stands for a number of games fixed beforehand; while a simulation is watched, and
        where it ended early, only the wider one that may be watched is honest."""
        from replays.always_valid import always_valid
        from replays.statistics import wilson

        return wilson if self.state == "done" else always_valid

    def rate(self, subject: str) -> "Estimate":
        """The win rate of a side or a seat, of the games that it was part of."""
        return self.interval(self.wins.get(subject, 0), self.played[subject])

    @property
    def widest(self) -> float:
        """The width of the widest interval, in points of a percent."""
        from replays.always_valid import always_valid

        found = [always_valid(self.wins.get(each, 0), games) for each, games in self.played.items()]
        return max(100 * ((each.high or 0.0) - (each.low or 0.0)) for each in found)


_read_plan = msgspec.json.Decoder(Plan).decode
_read_progress = msgspec.json.Decoder(Progress).decode


def plan_of(folder: Path, name: str) -> Plan:
    """What is to be simulated. Raises FileNotFoundError."""
    return _read_plan((folder / f"{name}.job").read_bytes())


def progress_of(folder: Path, name: str) -> Progress:
    """What a simulation last told. Raises FileNotFoundError."""
    found = _read_progress((folder / f"{name}.run.json").read_bytes())
    return _completed(found) if found.wins and not found.played else found


def _completed(found: Progress) -> Progress:
    """What was told before 2026-11-22, when only the first winner of a game was counted, with all of them."""
    facts, counts = facts_of(found.title), msgspec.structs.replace(found, wins={})
    for winner, games in found.wins.items():
        winners = winners_column(with_allies(winner, found.seats, facts))
        counts = counted(counts, {"seats": ",".join(found.seats), "winners": winners}, games)
    return counts


def counted(before: Progress, row: Row, games: int = 1) -> Progress:
    """The counts after so many games more that ended like this one."""
    wins, played = dict(before.wins), dict(before.played)
    for subject, (has_won, _) in results(row, facts_of(before.title)).items():
        wins[subject] = wins.get(subject, 0) + games * has_won
        played[subject] = played.get(subject, 0) + games
    draws = before.draws + games * is_drawn(row)
    return msgspec.structs.replace(before, wins=wins, played=played, draws=draws)


def told(folder: Path, progress: Progress) -> None:
    """Writes it where everybody can read it, in one piece."""
    path = folder / f"{progress.name}.run.json"
    whole_files.put(path, lambda fresh: fresh.write_bytes(msgspec.json.encode(progress)))


def play(folder: Path, name: str) -> Progress:
    """Plays the job to its end and keeps the games."""
    plan = plan_of(folder, name)
    now = msgspec.structs.replace(progress_of(folder, name), state="running")
    rows: list[Any] = []
    turns: list[Any] = []
    others: list[Any] = []
    begun = last_told = time.monotonic()
    told(folder, now)
    while now.state == "running":
        row, own = simulated(plan.run, len(rows))
        if plan.beside is not None:
            others.append(simulated(plan.beside, len(rows))[0])
        rows.append(row)
        turns += own
        now = msgspec.structs.replace(
            counted(now, row), done=len(rows), seconds=round(time.monotonic() - begun, 2)
        )
        now = msgspec.structs.replace(now, state=_state(folder, plan, now))
        if now.state == "running" and time.monotonic() - last_told >= TELL_SECONDS:
            last_told = time.monotonic()
            told(folder, now)
    found, by_turn = frames(rows, turns)
    if others:
        frames(others, [])[0].write_parquet(folder / f"{name}.beside.parquet")
    found.write_parquet(folder / f"{name}.parquet")
    by_turn.write_parquet(folder / f"{name}.turns.parquet")
    told(folder, now)
    return now


def _state(folder: Path, plan: Plan, now: Progress) -> str:
    if now.done >= plan.games:
        return "done"
    if plan.narrower and now.widest < plan.narrower:
        return "narrow"
    return "stopped" if (folder / f"{now.name}.stop").exists() else "running"


def _end_with_server() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


def main(folder: Path, name: str) -> int:
    if select.select([0], [], [], 0)[0]:  # the server has gone already: somebody else may play it by now
        return 1
    threading.Thread(target=_end_with_server, daemon=True).start()
    os.nice(NICE)
    try:
        play(folder, name)
    except GrognardError as problem:
        failed = msgspec.structs.replace(progress_of(folder, name), state="failed", problem=problem.message)
        told(folder, failed)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
