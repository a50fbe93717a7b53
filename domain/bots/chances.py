"""How likely each side is to win from a position, as far as that can be told.

The worth of a position (`domain.bots.learned`) is the margin by which the first side is expected to win; how
often such a margin is won was counted in games of computers. `learned/chances/<name>.toml` in a title's
folder keeps both, and by how much the chances were wrong in games that they were not fitted to. Where that is
more than `MOST_WRONG` points, nothing is told. `python -m scripts.chances` writes the file.
"""

import math
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from domain.bots.learned import Value
from domain.bots.yardstick import yardstick_of
from domain.kernel.once import once
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat

MOST_WRONG = 4.0
"""Points by which the chances may be wrong on average over the tenths of the positions."""

FEWEST_GAMES = 150
"""Fewer held-out games than that cannot show how wrong the chances are."""


class Link(msgspec.Struct, frozen=True):
    """How a margin becomes a chance: the logarithm of the odds, in parts that grow with the game."""

    even: float
    late: float
    margin: float
    margin_late: float

    def chance(self, margin: float, late: float) -> float:
        """How likely the first side is to win."""
        odds = self.even + self.late * late + (self.margin + self.margin_late * late) * margin
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


class Chances(msgspec.Struct, frozen=True):
    """The file: what it is for, how it was made, how wrong it was, and the chances themselves."""

    title: str
    edition: int
    data: str
    scenarios: tuple[str, ...]
    made: dict[str, Any]
    held_out: dict[str, int]
    """Whose games -> so many that nothing was fitted to."""
    errors: dict[str, float]
    """By how many points the tenths were wrong in these games, on average."""
    noise: dict[str, float]
    """By how many points the swing of a command is wrong, give or take."""
    link: Link
    value: Value
    yardstick: str = ""
    """How positions were judged (`domain.bots.yardstick`)."""

    @property
    def are_sure(self) -> bool:
        """Whether the chances were right enough in everybody's games."""
        many = all(self.held_out.get(level, 0) >= FEWEST_GAMES for level in self.errors)
        return bool(self.errors) and many and max(self.errors.values()) <= MOST_WRONG

    @property
    def swing_noise(self) -> float:
        """By how much a swing is wrong, give or take, in the games where it was most; 1 is certainty."""
        return max(self.noise.values()) / 100

    def of(self, rule_set: RuleSet, state: Any, seat: Seat) -> float:
        """How likely the side of `seat` is to win; 1 or 0 where the game is over, a half for a draw."""
        sign = self.value.sides[seat]
        result = rule_set.result(state)
        if result is not None:
            own = [self.value.sides[each] for each in result.winners if each in self.value.sides]
            return 0.5 if not own else float(own[0] == sign)
        first = Seat(next(each for each, side in self.value.sides.items() if side > 0))
        late = self.value.progress(rule_set.clock(state)[0])
        found = self.link.chance(self.value.of(rule_set, state, first), late)
        return found if sign > 0 else 1 - found


@once
def _files(folder: Path) -> tuple[Chances, ...]:
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("*.toml"))]
    return tuple(msgspec.convert(tomllib.loads(text), Chances) for text in texts)


def chances_of(rule_set: RuleSet, scenario: str) -> Chances | None:
    """The chances for these rules, this scenario and these data; None where nobody can tell yet."""
    for each in _files(rule_set.folder / "learned" / "chances"):
        fits = (each.edition, each.data) == (rule_set.edition, rule_set.data_digest)
        if not (scenario in each.scenarios and fits and each.are_sure):
            continue
        if each.yardstick == yardstick_of(rule_set, each.scenarios[0]):
            return each
    return None
