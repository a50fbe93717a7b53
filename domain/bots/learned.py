"""What computers have learnt of a title, kept in small files in its own folder (`learned`).

`<name>.toml` says what it is for, how it was made, how strong it was found to be, and what a position is
worth; `<name>.json.gz` which orders good players give. `python -m scripts.train` writes both. They hold for
one edition of the rules, one set of data and one judgement of positions (`domain.bots.yardstick`): on others
a computer plays as if it had learnt nothing, and `why_untrained` says so.
"""

import gzip
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.bots.order_features import KINDS, features_of
from domain.bots.yardstick import yardstick_of
from domain.kernel.once import once
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat


class Column(msgspec.Struct, frozen=True):
    """A number of a position: the measures `plus` less the measures `minus`, as the first side sees it. What
    one of it is worth is `weight`, and by the last turn `late` more."""

    name: str
    plus: tuple[str, ...]
    minus: tuple[str, ...]
    weight: float
    late: float


class Value(msgspec.Struct, frozen=True):
    """What a position is worth: the margin by which the first side is expected to win in the end."""

    sides: dict[str, int]
    """Seat -> 1 for those of the first side, -1 for the others."""
    first_turn: int
    turns: int
    even: float
    """The margin if all columns were 0."""
    even_late: float
    yardstick: float
    """What one point of the title's own `evaluate` is worth, and by the last turn `yardstick_late` more."""
    yardstick_late: float
    won: float
    """What winning is worth beside the margin."""
    columns: tuple[Column, ...] = ()

    def progress(self, turn: int) -> float:
        """How far a game is at this turn: 1 in the last one."""
        return min(1.0, (turn - self.first_turn + 1) / self.turns)

    def numbers(self, measured: dict[str, float]) -> list[float]:
        """The columns of a position, from its measures."""
        return [
            sum(measured.get(name, 0.0) for name in column.plus)
            - sum(measured.get(name, 0.0) for name in column.minus)
            for column in self.columns
        ]

    def of(self, rule_set: RuleSet, state: Any, seat: Seat) -> float:
        """The expected margin for `seat`."""
        sign = self.sides[seat]
        result = rule_set.result(state)
        if result is not None:
            own = [self.sides[each] for each in result.winners if each in self.sides]
            outcome = 0 if not own else own[0] * sign
            return outcome * (self.won + abs(_margin(result.scores)))
        late = self.progress(rule_set.clock(state)[0])
        worth = self.even + late * self.even_late
        for column, number in zip(self.columns, self.numbers(rule_set.measure(state)), strict=True):
            worth += (column.weight + late * column.late) * number
        own_eyes = rule_set.evaluate(state, seat)
        return sign * worth + (self.yardstick + late * self.yardstick_late) * own_eyes


def _margin(scores: dict[str, float]) -> float:
    first, *others = scores.values() if scores else (0.0,)
    return first - sum(others)


class Prior(msgspec.Struct, frozen=True):
    """How much good players of each side like which orders."""

    sides: dict[str, str]
    """Seat -> the side that it learnt with."""
    weights: dict[str, list[float]]
    """Side -> the weight of each feature."""

    def scores(
        self, rule_set: RuleSet, state: Any, seat: Seat, prompt: str, menu: Sequence[Order]
    ) -> list[float]:
        """How likely each order is to be given, as logarithms up to a constant."""
        weights = self.weights[self.sides[seat]]
        return [
            sum([weights[each] for each in found]) for found in features_of(rule_set, state, prompt, menu)
        ]


class Learned(msgspec.Struct, frozen=True):
    """All that a computer has learnt of some scenarios of a title."""

    prior: Prior
    value: Value | None


class Sheet(msgspec.Struct, frozen=True):
    """The readable file: what it is for, how it was made, how strong it was found to be."""

    title: str
    edition: int
    data: str
    yardstick: str
    scenarios: tuple[str, ...]
    made: dict[str, Any]
    strength: dict[str, dict[str, Any]]
    sides: dict[str, str]
    levels: tuple[str, ...] = ()
    """The computers that play better so than untrained."""
    value: Value | None = None


class Weights(msgspec.Struct, frozen=True):
    """The other file: side -> features that matter and their weights."""

    weights: dict[str, tuple[list[int], list[float]]]


WEIGHTS = msgspec.json.Decoder(Weights)


def written_prior(weights: dict[str, list[float]], least: float = 0.02) -> bytes:
    """The file of these weights, always the same bytes for the same ones."""
    kept = {side: [n for n, weight in enumerate(own) if abs(weight) > least] for side, own in weights.items()}
    sparse = {side: (own, [round(weights[side][n], 2) for n in own]) for side, own in kept.items()}
    return gzip.compress(msgspec.json.encode(Weights(sparse)), 9, mtime=0)


def read_prior(data: bytes, sides: dict[str, str]) -> Prior:
    """The prior of such a file."""
    found = WEIGHTS.decode(gzip.decompress(data))
    dense = {}
    for side, (places, weights) in found.weights.items():
        dense[side] = [0.0] * KINDS
        for place, weight in zip(places, weights, strict=True):
            dense[side][place] = weight
    return Prior(sides, dense)


def sheet_of(text: str) -> Sheet:
    """The readable file, read. Raises msgspec.ValidationError."""
    return msgspec.convert(tomllib.loads(text), Sheet)


def folder_of(rule_set: RuleSet) -> Path:
    """Where the files of a title are."""
    return rule_set.folder / "learned"


@once
def sheets(folder: Path) -> dict[str, Sheet]:
    """The readable files of a folder, by name."""
    return {path.stem: sheet_of(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))}


@once
def _read(folder: Path, name: str) -> Learned:
    sheet = sheets(folder)[name]
    prior = read_prior((folder / f"{name}.json.gz").read_bytes(), sheet.sides)
    return Learned(prior, sheet.value)


def why_untrained(rule_set: RuleSet, scenario: str) -> str:
    """`none` if nothing was learnt for this scenario, `rules`, `data` or `yardstick` if it was for others of
    these; empty if a computer plays as it has learnt to."""
    sheet = _for(rule_set, scenario)
    if sheet is None:
        return "none"
    if sheet[1].edition != rule_set.edition:
        return "rules"
    if sheet[1].data != rule_set.data_digest:
        return "data"
    return "" if sheet[1].yardstick == yardstick_of(rule_set, sheet[1].scenarios[0]) else "yardstick"


def levels_of(rule_set: RuleSet, scenario: str) -> tuple[str, ...]:
    """The levels that play this scenario as they have learnt to."""
    sheet = None if why_untrained(rule_set, scenario) else _for(rule_set, scenario)
    return () if sheet is None else sheet[1].levels


def learned_of(rule_set: RuleSet, scenario: str, level: str) -> Learned | None:
    """What helps this level with these rules, scenario and data; None if nothing does."""
    if why_untrained(rule_set, scenario):
        return None
    sheet = _for(rule_set, scenario)
    assert sheet is not None
    return _read(folder_of(rule_set), sheet[0]) if level in sheet[1].levels else None


def _for(rule_set: RuleSet, scenario: str) -> tuple[str, Sheet] | None:
    found = sheets(folder_of(rule_set)).items()
    return next(((name, sheet) for name, sheet in found if scenario in sheet.scenarios), None)
