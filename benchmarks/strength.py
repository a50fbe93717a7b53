"""One computer player against another: `python -m benchmarks.strength TITLE BOT OTHER [--pairs N]`.

Games go in pairs with the same dice, in which the two swap sides (the first seat's side against all others):
sides that are not even, and luck at the dice, weigh on neither. Printed are the share of games that BOT won,
by how much its score was above the other's, and in how many pairs it was above: where sides are uneven, each
of two players wins one game of a pair, and its points tell who played better. All have 95 % intervals over
the pairs. With `--kept FILE` a run that was stopped goes on where it was. `--record` keeps what was found in
`benchmarks/strength.json`, from where `make bench` takes it.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np

from benchmarks.measuring import Figure
from domain.bots import BOTS
from domain.bots.learned import folder_of, sheets
from domain.titles import TITLES
from projections.title_facts import facts_of
from projections.winning import DRAW, allied
from replays.simulation import Run, simulated
from replays.statistics import Estimate, mean_of
from web.server.options import progress_bar

SEED = 1815
KEPT = Path(__file__).parent / "strength.json"


class Strength(msgspec.Struct, frozen=True):
    """How one computer did against another."""

    title: str
    scenario: str
    bot: str
    other: str
    pairs: int
    won: str
    margin: str
    is_ahead: bool
    """Whether the whole interval of its margin is above 0."""
    ahead: str = ""
    """In how many pairs its points of both games were above the other's, equal ones as a half; empty where
    it was not kept."""


def kept() -> list[Strength]:
    """What was recorded."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Strength]) if KEPT.exists() else []


def record(found: Strength) -> None:
    """Keeps a strength, in place of an older one of the same two in the same scenario."""

    def same(each: Strength) -> tuple[str, ...]:
        return each.title, each.scenario, each.bot, each.other

    every = sorted([*(each for each in kept() if same(each) != same(found)), found], key=same)
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=2) + b"\n")


def figures() -> list[Figure]:
    """The lines of the table of benchmarks: what was found when computers were trained, and since."""
    return trained() + [
        Figure(
            f"{each.bot} against {each.other}: {each.title}, {each.scenario}; {each.pairs} pairs",
            "margin above 0",
            f"won {each.won}, margin {each.margin}"
            + (f"; ahead in the pairs: {each.ahead}" if each.ahead else ""),
            each.is_ahead,
        )
        for each in kept()
    ]


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same dice in which the players swapped sides: how much of them `bot` won, and by how
    many of the title's own points it was above the other in the mean."""

    number: int
    won: float
    margin: float


def pair(title: str, scenario: str, bot: str, other: str, number: int) -> Pair:
    """Pair `number`."""
    facts, seats = facts_of(title), Run(title, scenario, (), SEED).seats
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    first, won, margin = next(iter(sides)), 0.0, 0.0
    for has_first in (True, False):
        own = {seat for side, each in sides.items() if (side == first) == has_first for seat in each}
        run = Run(title, scenario, tuple(bot if seat in own else other for seat in seats), SEED).checked()
        row, _ = simulated(run, number)
        winners, is_first = {*row["winners"].split(",")}, row["first_side"] == first
        won += 0.25 if winners == {DRAW} else 0.5 * bool(winners & own)
        margin += (1 if is_first == has_first else -1) * row["margin"] / 2
    return Pair(number, won, margin)


def pairs(
    title: str, scenario: str, bot: str, other: str, count: int, workers: int, kept: Path | None = None
) -> tuple[Estimate, Estimate, Estimate]:
    """(share of games that `bot` wins, its margin in the title's own points, share of pairs in which that is
    above 0), over `count` pairs. Those that stand in the file `kept` are not played again, the others are
    written into it as they end."""
    found = {each.number: each for each in read_pairs(kept)} if kept else {}
    left = [number for number in range(count) if number not in found]
    play = partial(pair, title, scenario, bot, other)
    with (
        progress_bar(f"{bot} against {other}: {title}, {scenario}", len(left), quiet=False) as done,
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool,
    ):
        ended = as_completed([pool.submit(play, number) for number in left] if workers > 1 else [])
        played = map(play, left) if workers == 1 else (each.result() for each in ended)
        for finished, this in enumerate(played, start=1):
            found[this.number] = this
            if kept:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode(this) + b"\n")
            done(finished)
    every = [found[number] for number in range(count)]
    shares, margins = np.array([each.won for each in every]), np.array([each.margin for each in every])
    return mean_of(shares, SEED), mean_of(margins, SEED), mean_of((np.sign(margins) + 1) / 2, SEED)


def read_pairs(file: Path) -> list[Pair]:
    """The pairs that were kept there; none if the file is not there yet."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Pair) for line in lines]


def trained() -> list[Figure]:
    """How strong the computers were found to be that have learnt what is in use."""
    return [
        Figure(
            f"{who}: {title.id}, {', '.join(sheet.scenarios)}; {found['pairs']} pairs",
            "margin above 0",
            f"won {_three(found['won'], ' %', 100)}, margin {_three(found['margin'], '')}",
            len(found["margin"]) == 3 and found["margin"][1] > 0,
        )
        for title in TITLES
        for sheet in sheets(folder_of(title)).values()
        for who, found in sheet.strength.items()
    ]


def _three(found: list[float], unit: str, scale: float = 1.0) -> str:
    """A mean with its interval."""
    sign = "" if unit else "+"
    mean, *ends = (f"{scale * each:{sign}.1f}" for each in found)
    return f"{mean}{unit} ({' to '.join(ends)})" if ends else f"{mean}{unit}"


def told(found: Estimate, unit: str, scale: float = 1.0) -> str:
    """An estimate with its interval, or why it has none; a share's ends at none and all."""
    sign = "" if unit else "+"
    value = f"{scale * found.estimate:{sign}.1f}{unit}"
    if found.low is None or found.high is None:
        return f"{value} ({found.method})"
    low, high = (max(0.0, found.low), min(1.0, found.high)) if unit else (found.low, found.high)
    return f"{value} ({scale * low:{sign}.1f} to {scale * high:{sign}.1f})"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=[title.id for title in TITLES])
    parser.add_argument("bot", choices=list(BOTS))
    parser.add_argument("other", choices=list(BOTS))
    parser.add_argument("--scenario", help="the title's first one if not given")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kept", type=Path, help="a file of pairs: those in it are not played again")
    parser.add_argument("--record", action="store_true", help="keep what was found for the benchmarks")
    asked = parser.parse_args()
    rules = next(title for title in TITLES if title.id == asked.title)
    scenario, start = asked.scenario or rules.scenarios[0].id, time.process_time()
    who = (asked.title, scenario, asked.bot, asked.other)
    share, margin, ahead = pairs(*who, asked.pairs, asked.workers, asked.kept)
    print(f"{asked.title}, {scenario}: {asked.bot} against {asked.other}, {asked.pairs} pairs")
    print(f"  won {told(share, ' %', 100)}; margin {told(margin, '')}; ahead {told(ahead, ' %', 100)}")
    if asked.record:
        is_ahead = margin.low is not None and margin.low > 0
        found = (told(share, " %", 100), told(margin, ""), is_ahead, told(ahead, " %", 100))
        record(Strength(*who, asked.pairs, *found))
    if asked.workers == 1:
        print(f"  {(time.process_time() - start) / (2 * asked.pairs):.2f} s of a core a game")


if __name__ == "__main__":
    main()
