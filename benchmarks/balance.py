"""How even the scenarios of a title are: `python -m benchmarks.balance TITLE BOT [--games N]`.

The same computer plays all seats. What each side won of every scenario, with a 95 % interval (Wilson), lies
in `benchmarks/balance.json` as soon as a scenario is done, from where `make bench` takes it: stopped, the
same command goes on with the next scenario.
"""

import argparse
import os
from pathlib import Path

import msgspec

from benchmarks.measuring import Figure
from domain.bots import BOTS
from domain.kernel import titled
from domain.titles import TITLES
from projections.title_facts import facts_of
from projections.winning import allied, results
from replays.simulation import Run, simulate
from replays.statistics import wilson
from web.server.options import progress_bar

SEED = 1808
KEPT = Path(__file__).parent / "balance.json"


class Balance(msgspec.Struct, frozen=True):
    """What the sides of a scenario won when `bot` played all of them. A game that is drawn nobody won."""

    title: str
    scenario: str
    bot: str
    games: int
    won: dict[str, str]


def kept() -> list[Balance]:
    """What was recorded."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Balance]) if KEPT.exists() else []


def figures() -> list[Figure]:
    """The lines of the table of benchmarks."""
    return [
        Figure(
            f"{each.bot} against itself: {each.title}, {each.scenario}; {each.games} games",
            "both sides told",
            "; ".join(f"{side} won {share}" for side, share in each.won.items()),
            bool(each.won),
        )
        for each in kept()
    ]


def balance(title: str, scenario: str, bot: str, games: int, workers: int) -> Balance:
    """Plays and counts."""
    facts, seats = facts_of(title), Run(title, scenario, (), SEED).seats
    with progress_bar(f"{title}, {scenario}", games, quiet=False) as done:
        rows, _ = simulate(Run(title, scenario, (bot,) * len(seats), SEED), games, workers, done)
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    won = dict.fromkeys(sides, 0)
    for row in rows.iter_rows(named=True):
        for side, (has_won, _even) in results(row, facts).items():
            if side in won:
                won[side] += int(has_won)
    return Balance(title, scenario, bot, games, {side: _told(count, games) for side, count in won.items()})


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
    """Play every scenario that was not played yet by so many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=[title.id for title in TITLES])
    parser.add_argument("bot", choices=list(BOTS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    is_done = {each.scenario for each in kept() if (each.title, each.bot) == (asked.title, asked.bot)}
    for scenario in (each.id for each in titled(asked.title).scenarios):
        if scenario not in is_done:
            record(balance(asked.title, scenario, asked.bot, asked.games, asked.workers))
    for each in figures():
        print(f"{each.what}: {each.measured}")


if __name__ == "__main__":
    main()
