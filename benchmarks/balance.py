"""How even the scenarios of a title are: `python -m benchmarks.balance TITLE BOT [--games N]`.

The same computer plays all seats. How many games each side won of every scenario lies in
`benchmarks/balance.json` after every few games, from where `make bench` takes it with a 95 % interval
(Wilson): stopped, the same command goes on with the next game. Scenarios of which the fewest games are
played come first, so that all are told about alike whenever it stops.
"""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.measuring import Figure
from domain.bots import BOTS
from domain.kernel import titled
from domain.titles import TITLES
from projections.title_facts import facts_of
from projections.winning import allied, results
from replays.simulation import Run, simulated
from replays.statistics import wilson
from web.server.options import progress_bar

SEED = 1808
AT_A_TIME = 10
KEPT = Path(__file__).parent / "balance.json"


class Balance(msgspec.Struct, frozen=True):
    """How many games the sides of a scenario won when `bot` played all of them. A game that is drawn nobody
    won."""

    title: str
    scenario: str
    bot: str
    games: int
    won: dict[str, int]


def kept() -> list[Balance]:
    """What was recorded."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Balance]) if KEPT.exists() else []


def figures() -> list[Figure]:
    """The lines of the table of benchmarks."""
    return [
        Figure(
            f"{each.bot} against itself: {each.title}, {each.scenario}; {each.games} games",
            "both sides told",
            "; ".join(f"{side} won {_told(count, each.games)}" for side, count in each.won.items()),
            bool(each.won),
        )
        for each in kept()
    ]


def went_on(before: Balance, games: int, workers: int) -> Balance:
    """The same after so many more games, each by its own number, so that none is played twice."""
    facts, seats = facts_of(before.title), Run(before.title, before.scenario, (), SEED).seats
    run = Run(before.title, before.scenario, (before.bot,) * len(seats), SEED).checked()
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    won = {side: before.won.get(side, 0) for side in sides}
    for row in _rows(run, range(before.games, before.games + games), workers):
        for side, (has_won, _even) in results(row, facts).items():
            if side in won:
                won[side] += int(has_won)
    return msgspec.structs.replace(before, games=before.games + games, won=won)


def _rows(run: Run, numbers: Sequence[int], workers: int) -> Iterator[Mapping[str, Any]]:
    if workers == 1:
        yield from (simulated(run, number)[0] for number in numbers)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from (row for row, _turns in pool.map(simulated, [run] * len(numbers), numbers))


def _told(count: int, games: int) -> str:
    share = wilson(count, games)
    assert share.low is not None and share.high is not None
    return f"{100 * share.estimate:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def record(found: Balance) -> None:
    """Keeps it in place of an older one of the same scenario and computer."""

    def same(each: Balance) -> tuple[str, ...]:
        return each.title, each.scenario, each.bot

    every = sorted([*(each for each in kept() if same(each) != same(found)), found], key=same)
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=2) + b"\n")


def main() -> None:
    """Play on, a few games of a scenario at a time, until so many of every scenario are played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=[title.id for title in TITLES])
    parser.add_argument("bot", choices=list(BOTS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    scenarios = [each.id for each in titled(asked.title).scenarios]
    found = {each: Balance(asked.title, each, asked.bot, 0, {}) for each in scenarios}
    found |= {each.scenario: each for each in kept() if (each.title, each.bot) == (asked.title, asked.bot)}
    with progress_bar(f"{asked.title}, {asked.bot}", asked.games * len(scenarios), quiet=False) as done:
        while (fewest := min((found[each] for each in scenarios), key=_games)).games < asked.games:
            more = went_on(fewest, min(AT_A_TIME, asked.games - fewest.games), asked.workers)
            found[more.scenario] = more
            record(more)
            done(sum(min(each.games, asked.games) for each in found.values()))
    for each in figures():
        print(f"{each.what}: {each.measured}")


def _games(balance: Balance) -> int:
    return balance.games


if __name__ == "__main__":
    main()
