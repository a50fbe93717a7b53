"""Following a game from its first event on: the game folded, and what was counted on the way."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from domain.kernel import Opened, Recorded, RuleSet, Seat, SeatFreed, SeatTaken, Standing, Undone
from domain.kernel.chance import Drawn, Rolled
from domain.kernel.events import seated
from domain.kernel.history import History, said
from projections.title_facts import TitleFacts, facts_of

if TYPE_CHECKING:
    from domain.store import Games

write_json = msgspec.json.Encoder().encode
read_json = msgspec.json.Decoder().decode


class GapRefused(Exception):
    """Events are missing between what is known of a game and what came."""


class Chance(msgspec.Struct, frozen=True):
    """One scored roll or draw: what it was worth to `seat` beside its exact mean and variance."""

    version: int
    seat: Seat
    score: float
    mean: float
    variance: float


def worth(body: Rolled | Drawn, facts: TitleFacts) -> tuple[float, float, float]:
    """(score, mean, variance) of a scored roll or draw, as luck counts it: pips that are looked up on a table
    are no losses, so such a roll is measured by its own standard deviation (`TitleFacts.on_tables`), and one
    that costs a piece with few of them by that piece (`TitleFacts.losing`)."""
    kind = body.purpose.split(":")[0]
    if isinstance(body, Rolled) and kind in facts.losing:
        pips, dice = facts.losing[kind], len(body.values)
        likely = pips / body.sides
        return -float(sum(each <= pips for each in body.values)), -dice * likely, dice * likely * (1 - likely)
    score, mean, variance = body.score or 0.0, body.mean or 0.0, body.variance or 0.0
    if kind not in facts.on_tables or not variance:
        return score, mean, variance
    spread = math.sqrt(variance)
    return score / spread, mean / spread, 1.0


class Line(msgspec.Struct, frozen=True):
    """The chance events that count at some moment, newest first: what an undo takes back is not on it."""

    chance: Chance
    before: "Line | None"


class Followed:
    """One game as far as its events are known.

    `holders` is who sits where, `counts` how many events of each type there were, `orders` how many
    orders each seat gave. A fork counts from its own first event: what it copied is its parent's.
    """

    def __init__(self, game: str, rule_set: RuleSet) -> None:
        self.game, self.rule_set = game, rule_set
        self.history = History(rule_set)
        self.holders: dict[Seat, SeatTaken] = {}
        self.counts: dict[str, int] = {}
        self.orders: dict[Seat, int] = {}
        self.chances: list[Chance] = []
        self._line: Line | None = None
        self._lines: dict[int, Line | None] = {}
        self._own_from = 1

    @property
    def version(self) -> int:
        return len(self.history.recorded)

    @property
    def opened(self) -> Opened:
        return self.head.opened

    @property
    def head(self) -> Standing:
        return self.history.head

    @property
    def last(self) -> Recorded:
        return self.history.recorded[-1]

    def extend(self, recorded: Sequence[Recorded]) -> bool:
        """More events came; those already known are refused. Whether any was new. Raises GapRefused."""
        new = [each for each in recorded if each.version > self.version]
        if not new:
            return False
        if [each.version for each in new] != list(range(self.version + 1, self.version + 1 + len(new))):
            first = new[0].version
            raise GapRefused(f"game {self.game} is known up to event {self.version}; event {first} came")
        self.history.extend(new)
        for each in new:
            self._count(each)
        return True

    def _count(self, recorded: Recorded) -> None:
        body, version = recorded.body, recorded.version
        if isinstance(body, Opened) and body.parent is not None and version == 1:
            self._own_from = body.parent.version + 1
        elif isinstance(body, (SeatTaken, SeatFreed)):
            self.holders = seated(self.holders, (body,))
        elif isinstance(body, Undone):
            self._line = self._lines[body.to]
        if version >= self._own_from or version == 1:
            name = type(body).__name__
            self.counts[name] = self.counts.get(name, 0) + 1
            for answers in recorded.answers or ():
                for seat, orders in said(answers).items():
                    self.orders[seat] = self.orders.get(seat, 0) + orders
            if isinstance(body, (Rolled, Drawn)) and body.score is not None:
                self._chance(version, body)
        if recorded.left == 0:
            self._lines[version] = self._line

    def _chance(self, version: int, body: Rolled | Drawn) -> None:
        chance = Chance(version, body.seat, *worth(body, facts_of(self.rule_set.id)))
        self.chances.append(chance)
        self._line = Line(chance, self._line)

    def kept(self) -> list[Chance]:
        """The rolls and draws that no undo took back, in order."""
        found, line = [], self._line
        while line is not None:
            found.append(line.chance)
            line = line.before
        return found[::-1]


def followed(games: "Games", game: str) -> Followed:
    """The whole game, counted from its first event to its last. Raises UnknownGame, SetAside."""
    found = Followed(game, games.rule_set(game))
    found.extend(games.recorded(game))
    return found


def same_as_stored(document: Any) -> Any:
    """`document` as it comes back from Redis: lists for tuples."""
    return read_json(write_json(document))
