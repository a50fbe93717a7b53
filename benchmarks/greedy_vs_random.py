"""The greedy bot against the random one: `python -m benchmarks.greedy_vs_random [games a side]`."""

import sys
import time

from domain.bots import greedy_bot, random_bot
from domain.bots.matches import wins
from domain.kernel import Seat
from domain.waterloo import WATERLOO
from replays.statistics import wilson


def main(games: int = 100) -> None:
    """Play and print the share of games won, with its 95 % Wilson interval."""
    start = time.perf_counter()
    total = 0
    for seat in ("french", "coalition"):
        won = wins(WATERLOO, "short", Seat(seat), greedy_bot, random_bot, range(games))
        total += won
        print(f"as {seat}: {report(won, games)}")
    seconds = (time.perf_counter() - start) / (2 * games)
    print(f"over both sides: {report(total, 2 * games)}; {seconds:.2f} s a game")


def report(won: int, games: int) -> str:
    """So many of so many, and the interval."""
    share = wilson(won, games)
    return f"{won} of {games} won = {share.estimate:.1%} (95 % Wilson {share.low:.1%} to {share.high:.1%})"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
