"""What a command of a finished game was worth, played out: the usual computer plays on from before it and
from after it, many times.

Both begin with what really lay there, hands and all, for the game is over; every computer sees only what its
seat might know (`RuleSet.conceal`). Game n from before and game n from after meet the same dice: a number
belongs to its purpose and to how many of that purpose came before, so some of chance is the same in both and
falls out of their difference. How many games are played is fixed beforehand, and the command was chosen by
something else (`replays.swings`): nothing was chosen for its size here.
"""

from pathlib import Path

import msgspec
import polars as pl

from domain.bots import USUAL_LEVEL
from domain.kernel import Seat
from projections.title_facts import facts_of
from projections.winning import results
from replays.paired import paired_gap
from replays.simulating import Plan
from replays.simulation import Run, Start
from replays.statistics import Estimate, wilson

GAMES = 100
"""So many games are played from either side of a command."""
SEED = 1


def plan(title: str, scenario: str, seats: tuple[Seat, ...], whole: Start, start: int, stop: int) -> Plan:
    """The games from before the command that has the events `start` to `stop`, and beside each one from after
    it; `whole` is the archive of the game to its end."""
    before, after = (
        Run(title, scenario, (USUAL_LEVEL,) * len(seats), SEED,
            msgspec.structs.replace(whole, version=version, dice=start), seats)
        for version in (start - 1, stop)
    )  # fmt: skip
    return Plan(before, GAMES, beside=after)


class PlayedOut(msgspec.Struct, frozen=True):
    """How often a side won from before a command and from after it, and the difference, with 95 % intervals;
    shares of 1."""

    games: int
    before: Estimate
    after: Estimate
    gap: Estimate


def played_out(folder: Path, name: str, title: str, seat: Seat) -> PlayedOut:
    """What a finished job has found, as the side of `seat` sees it. Raises FileNotFoundError."""
    before, after = (_won(folder / f"{name}{end}", title, seat) for end in (".parquet", ".beside.parquet"))
    pairs = [(before[number], after[number]) for number in sorted(before)]
    return compared(pairs)


def compared(pairs: list[tuple[bool, bool]]) -> PlayedOut:
    """What pairs of games with the same dice say: whether each was won from before, and from after."""
    count = len(pairs)
    return PlayedOut(
        count,
        wilson(sum(before for before, _ in pairs), count),
        wilson(sum(after for _, after in pairs), count),
        paired_gap(pairs.count((False, True)), pairs.count((True, False)), count),
    )


def _won(path: Path, title: str, seat: Seat) -> dict[int, bool]:
    """Number of a game -> whether the side of `seat` won it."""
    facts = facts_of(title)
    return {row["number"]: bool(results(row, facts)[seat][0]) for row in pl.read_parquet(path).to_dicts()}
