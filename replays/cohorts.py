"""Two groups of games compared: win rates, means, distributions, luck, and what may be said of them.

Games are independent only if their players are: see `replays.people`. Who wins is asked first, in a family
of its own; the measures are another. The p-values of a family are adjusted together (Holm), because one page
shows them together, and what would have shown is said of the adjusted test. What never varies asks nothing.
"""

import hashlib
import math
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
import polars as pl

from projections.title_facts import facts_of
from projections.winning import DRAW, is_drawn, results, subjects
from replays import verdicts
from replays.findings import played_by
from replays.people import (
    Unit,
    compare_tangled,
    delta_of_tangled,
    independent,
    is_tangled,
    mean_of_tangled,
    per_unit,
    rate_of_tangled,
    unit_of,
)
from replays.several_questions import clearest, holm
from replays.statistics import (
    Z80,
    Comparison,
    Ecdf,
    Estimate,
    cliffs_delta,
    compare_means,
    compare_rates,
    detectable_difference,
    ecdf,
    mean_of,
    newcombe,
    wilson,
    wilson_bounds,
    z_of,
)
from replays.watched import luck_once

COLUMNS = (
    "game",
    "title",
    "scenario",
    "seats",
    "seats_kind",
    "players",
    "winners",
    "margin",
    "turns",
    "orders",
    "luck_z",
)
MEASURES = ("margin", "turns", "orders", "luck_z")
KNOWN_EARLY = ("luck_z",)
"""What is as well known of a game that was resigned as of one played to its end."""
KINDS = ("bots", "people", "mixed")

Question = Literal["rate", "draws", "mean", "distribution"]
Values = list[tuple[Unit, float]]
"""The independent unit (the people, or the game of computers) and the number of each game."""
RATES: tuple[Question, ...] = ("rate", "draws")


class Group(msgspec.Struct, frozen=True):
    """One group: its size, how its numbers are drawn, and the digest of its game ids."""

    label: str
    games: int
    pairs: int
    """Distinct pairs among games with people."""
    independent: int
    """Pairs of people and games of bots."""
    mark: verdicts.Mark
    digest: str


class Side(msgspec.Struct, frozen=True):
    """What one group says to one question. `count` (wins, draws; for means the games) is always there,
    the estimate from 5 games on."""

    count: int
    games: int
    mark: verdicts.Mark
    estimate: Estimate | None
    ecdf: Ecdf | None = None


class Finding(msgspec.Struct, frozen=True):
    """One number of the page: both groups, their difference (first minus second) if it may be shown,
    and the sentence that says what it amounts to. `name` is a seat, "draw" or a measure."""

    question: Question
    name: str
    a: Side
    b: Side
    verdict: verdicts.Verdict
    difference: Comparison | None
    delta: Comparison | None
    adjusted: float | None
    sentence: str


class Funnel(msgspec.Struct, frozen=True):
    """Luck of a group: mean Z with the width chance alone gives it (one deviation, 95 %), spread of
    Z, and the share of games with Z beyond 1.96 (about 5 to 7 % by chance)."""

    label: str
    games: int
    mean: float | None
    inner: float | None
    outer: float | None
    spread: float | None
    beyond: Estimate | None
    sentence: str


class GroupComparison(msgspec.Struct, frozen=True):
    """Everything a page of two groups shows, with what is needed to compute it again."""

    a: Group
    b: Group
    findings: tuple[Finding, ...]
    luck: tuple[Funnel, ...]
    headline: str
    notes: tuple[str, ...]
    seed: int

    @property
    def of_winning(self) -> tuple[str, ...]:
        """The sentences on wins, draws and the margin, each once, without the one that is the headline."""
        told = [each.sentence for each in self.findings if each.question in RATES or each.name == "margin"]
        return tuple(each for each in dict.fromkeys(told) if each != self.headline)


class _Games(msgspec.Struct, frozen=True):
    """The rows of a group, by game id, and the independent unit of each row."""

    label: str
    rows: list[dict[str, Any]]
    units: list[Unit]
    results: list[dict[str, bool]]
    """Of each row every side and seat with whether it won."""

    def values(self, name: str) -> Values:
        """Unit and number of every game that has it.

        A game that its players ended themselves has its winner and its luck; how long it would have taken and
        how it would have ended nobody knows.
        """
        pairs = zip(self.units, self.rows, strict=True)
        return [
            (unit, float(row[name]))
            for unit, row in pairs
            if row.get(name) is not None and (name in KNOWN_EARLY or not row.get("reason"))
        ]

    def outcomes(self, subject: str) -> Values:
        """Unit and 1 or 0 of every game that this side or seat was part of: whether it won, or for `DRAW`
        whether nobody did."""
        pairs = zip(self.units, self.results, strict=True)
        return [(unit, float(found[subject])) for unit, found in pairs if subject in found]


def compare_groups(
    a: pl.DataFrame,
    b: pl.DataFrame,
    label_a: str,
    label_b: str,
    seed: int,
    names: Mapping[str, str] | None = None,
    language: str = "en",
) -> GroupComparison:
    """Compare finished games, one a row, with the columns of `COLUMNS` and any numeric ones named
    `measure:...`; see `projections.winning` for `winners` and whom `margin` counts for.

    `names` says how to call seats and measures. Raises ValueError for missing columns, unfinished
    games, and games that come up twice.
    """
    groups = _games(a, label_a), _games(b, label_b)
    _check_apart(*groups)
    page = _Page(groups, seed, dict(names or {}), language)
    rates = page.rates()
    found = [*rates, *page.measures(_measure_names(a, b))]
    findings = page.worded(_adjusted(found, page.repeated(rates)))
    return GroupComparison(
        a=_group(groups[0]),
        b=_group(groups[1]),
        findings=findings,
        luck=tuple(_funnel(games, language) for games in groups),
        headline=page.headline(findings),
        notes=(
            *(page.played_by(each) for each in groups if each.rows),
            verdicts.sentence("luck", "winners", language),
        ),
        seed=seed,
    )


def bands(per_turn: pl.DataFrame) -> pl.DataFrame:
    """Median and the middle 50 % and 90 % of games, per measure and turn.

    From columns game, turn, measure, value to measure, turn, n, low90, low50, median, high50,
    high90; a turn that fewer than 5 games reached has only its count. Raises ValueError for NaN.
    """
    if per_turn.get_column("value").cast(pl.Float64).is_nan().any():
        raise ValueError("a value is not a number; leave turns without it out")
    quantiles = {"low90": 0.05, "low50": 0.25, "median": 0.5, "high50": 0.75, "high90": 0.95}
    enough = pl.len() >= verdicts.COUNTS_ONLY
    value = pl.col("value").cast(pl.Float64)
    return (
        per_turn.drop_nulls("value")
        .group_by("measure", "turn")
        .agg(
            pl.len().alias("n"),
            *(
                pl.when(enough).then(value.quantile(share, "linear")).otherwise(None).alias(name)
                for name, share in quantiles.items()
            ),
        )
        .sort("measure", "turn")
    )


# Reading the games


def _games(frame: pl.DataFrame, label: str) -> _Games:
    missing = [name for name in COLUMNS if name not in frame.columns]
    if missing:
        raise ValueError(f"the games of {label} have no column {', '.join(missing)}")
    rows = frame.sort("game").to_dicts()
    seen: set[str] = set()
    for row in rows:
        if row["game"] in seen:
            raise ValueError(f"game {row['game']} comes up twice in {label}; give each game once")
        seen.add(row["game"])
        if not row["winners"]:
            raise ValueError(f"game {row['game']} of {label} has no result; compare finished games")
        if row["seats_kind"] not in KINDS:
            raise ValueError(f"game {row['game']} has seats {row['seats_kind']!r}; known: {', '.join(KINDS)}")
    units = [unit_of(row) for row in rows]
    found = []
    for row in rows:
        decided = {subject: has_won for subject, (has_won, _) in results(row, facts_of(row["title"])).items()}
        found.append({**decided, DRAW: is_drawn(row)})
    return _Games(label, rows, units, found)


def _check_apart(a: _Games, b: _Games) -> None:
    both = {row["game"] for row in a.rows} & {row["game"] for row in b.rows}
    if both:
        raise ValueError(
            f"{len(both)} games are in {a.label} and in {b.label} (first: {min(both)}); "
            "a game can be on one side of a comparison only"
        )


def _measure_names(a: pl.DataFrame, b: pl.DataFrame) -> list[str]:
    own = {name for frame in (a, b) for name in frame.columns if name.startswith("measure:")}
    return [*MEASURES, *sorted(own)]


def _group(games: _Games) -> Group:
    ids = "\n".join(row["game"] for row in games.rows)
    return Group(
        label=games.label,
        games=len(games.rows),
        pairs=len({unit_of(row) for row in games.rows if row["seats_kind"] != "bots"}),
        independent=independent(games.units),
        mark=verdicts.mark(len(games.rows)),
        digest=hashlib.sha256(ids.encode()).hexdigest(),
    )


def _size(games: _Games, values: Values) -> verdicts.Size:
    units = [unit for unit, _ in values]
    return verdicts.Size(games.label, len(values), len({*units}), independent(units))


# Asking the questions


class _Page:
    """One comparison on its way: the groups, the seed, the names, the language."""

    def __init__(self, groups: tuple[_Games, _Games], seed: int, names: dict[str, str], language: str):
        self.groups, self.seed, self.names, self.language = groups, seed, names, language

    def rates(self) -> list[Finding]:
        """Wins of each side and each seat, and draws if there are any."""
        rows = [row for games in self.groups for row in games.rows]
        sides, seats = subjects(rows, facts_of(rows[0]["title"])) if rows else ([], [])
        has_draws = any(map(is_drawn, rows))
        found = [self._rate("rate", each) for each in (*sorted(sides), *sorted(seats))]
        return found + [self._rate("draws", DRAW)] * has_draws

    def repeated(self, rates: Sequence[Finding]) -> dict[int, int]:
        """Rates that an earlier one answers, as allies win together and one of two sides if the other does
        not: their places, each with that of the earlier one."""
        first: dict[Any, int] = {}
        found = {}
        for place, each in enumerate(rates):
            own = tuple(games.outcomes(each.name) for games in self.groups)
            other = tuple([(unit, 1 - value) for unit, value in values] for values in own)
            same = next((first[key] for key in map(_key, (own, other)) if key in first), place)
            if same < place:
                found[place] = same
            else:
                first[_key(own)] = place
        return found

    def played_by(self, games: _Games) -> str:
        """Who played the games of a group."""
        who = played_by(games.rows, self._name, self.language)
        return self._say("players", "group", label=games.label, who=who)

    def measures(self, names: list[str]) -> list[Finding]:
        """Mean and distribution of every measure that some game has."""
        found = []
        for name in names:
            values = tuple(games.values(name) for games in self.groups)
            if any(values):
                found += [self._mean(name, *values), self._distribution(name, *values)]
        return found

    def _seed(self, name: str) -> list[int]:
        """A stream of its own for every name, so that one more measure changes no other."""
        return [self.seed, zlib.crc32(name.encode())]

    def _verdict(self, values: Sequence[Values]) -> verdicts.Verdict:
        sizes = [_size(games, each) for games, each in zip(self.groups, values, strict=True)]
        return verdicts.verdict(sizes[0], sizes[1], self.language)

    def _rate(self, question: Question, winner: str) -> Finding:
        values = [games.outcomes(winner) for games in self.groups]
        shares = [per_unit(each) for each in values]
        verdict = self._verdict(values)
        difference = self._rate_gap(winner, values, shares) if verdict.may_compare else None
        sides = [_rate_side(each, own) for each, own in zip(values, shares, strict=True)]
        return Finding(question, winner, sides[0], sides[1], verdict, difference, None, None, "")

    def _rate_gap(
        self, winner: str, values: Sequence[Values], shares: Sequence[Mapping[Unit, float]]
    ) -> Comparison:
        if is_tangled(*shares):
            return _bounded(compare_tangled(*shares), *shares)
        if all(len(own) == len(each) for own, each in zip(shares, values, strict=True)):
            wins = [round(sum(value for _, value in each)) for each in values]
            return compare_rates(wins[0], len(values[0]), wins[1], len(values[1]))
        a, b = ([*each.values()] for each in shares)
        means = compare_means(a, b, self._seed(winner))
        method = f"{means.method}; one share for each pair of players"
        return _bounded(msgspec.structs.replace(means, method=method), *shares)

    def _mean(self, name: str, a: Values, b: Values) -> Finding:
        verdict, own = self._verdict((a, b)), (per_unit(a), per_unit(b))
        sides = [
            Side(
                len(each),
                len(each),
                verdicts.mark(len(each)),
                self._mean_side(units, f"{name} {label}") if len(each) >= verdicts.COUNTS_ONLY else None,
            )
            for each, units, label in zip((a, b), own, "ab", strict=True)
        ]
        difference = None
        if verdict.may_compare and is_tangled(*own):
            difference = compare_tangled(*own)
        elif verdict.may_compare:
            difference = compare_means([*own[0].values()], [*own[1].values()], self._seed(name))
        return Finding("mean", name, sides[0], sides[1], verdict, difference, None, None, "")

    def _mean_side(self, units: Mapping[Unit, float], name: str) -> Estimate:
        return mean_of_tangled(units) if is_tangled(units) else mean_of([*units.values()], self._seed(name))

    def _distribution(self, name: str, a: Values, b: Values) -> Finding:
        verdict, own = self._verdict((a, b)), (per_unit(a), per_unit(b))
        sides = [
            Side(
                len(each),
                len(each),
                verdicts.mark(len(each)),
                None,
                ecdf([*units.values()]) if len(each) >= verdicts.COUNTS_ONLY else None,
            )
            for each, units in zip((a, b), own, strict=True)
        ]
        delta = None
        if verdict.may_compare and is_tangled(*own):
            delta = delta_of_tangled(*own)
        elif verdict.may_compare:
            delta = cliffs_delta([*own[0].values()], [*own[1].values()], self._seed(name))
        return Finding("distribution", name, sides[0], sides[1], verdict, delta, delta, None, "")

    # Saying what was found

    def worded(self, findings: list[Finding]) -> tuple[Finding, ...]:
        """The findings with their sentences."""
        return tuple(msgspec.structs.replace(each, sentence=self._sentence(each)) for each in findings)

    def headline(self, findings: tuple[Finding, ...]) -> str:
        """What the win rates say, as people ask that first; that nothing stands out; or why nothing can be
        compared yet."""
        rates = [each for each in findings if each.question in RATES and each.adjusted is not None]
        if not rates:
            sizes = [_size(games, games.outcomes(DRAW)) for games in self.groups]
            reason = verdicts.verdict(sizes[0], sizes[1], self.language).reason
            varied = [each for each in findings if each.question in RATES and not self._is_alike(each)]
            if not reason:
                return varied[0].sentence if varied else self._say("headline", "never_varies")
            return self._say("headline", "nothing_to_compare", reason=reason)
        gaps = [each.difference for each in rates if each.difference is not None]
        own = [1.0 if each.p is None else each.p for each in gaps]
        return rates[clearest(own, [each.estimate for each in gaps])].sentence

    def _is_alike(self, finding: Finding) -> bool:
        """Whether every game of both groups has one number. That every pair of players has one average does
        not say so."""
        is_rate, name = finding.question in RATES, finding.name
        own = [games.outcomes(name) if is_rate else games.values(name) for games in self.groups]
        return len({value for values in own for _, value in values}) == 1

    def _visible(self, finding: Finding, gap: Comparison) -> str:
        """The gap that would have shown, in the units of the question; of any size where nothing varies."""
        if gap.visible is not None and finding.question != "mean":
            shown = min(1.0, gap.visible)
            return verdicts.points(shown if finding.question in RATES else shown / 2)
        return verdicts.number(gap.visible, self.language)

    def _say(self, table: str, key: str, **fields: str) -> str:
        return verdicts.sentence(table, key, self.language, **fields)

    def _name(self, name: str) -> str:
        own = verdicts.texts(self.language)["measures"]
        return self.names.get(name) or own.get(name) or name.removeprefix("measure:").replace("_", " ")

    def _first(self, name: str) -> str:
        """The same at the beginning of a sentence."""
        called = self._name(name)
        return called[:1].upper() + called[1:]

    def _sentence(self, finding: Finding) -> str:
        gap = finding.difference
        if gap is not None and gap.p is None:
            key = "alike" if self._is_alike(finding) else "alike_on_average"
            value = verdicts.number(_level(finding), self.language)
            return self._say("headline", key, Measure=self._first(finding.name), value=value)
        if gap is None or gap.p is None or finding.adjusted is None:
            return self._say("headline", "nothing_to_compare", reason=finding.verdict.reason)
        labels = [games.label for games in self.groups]
        sides, turn = [finding.a, finding.b], 1
        if gap.estimate < 0:  # templates name the group with the higher number first
            labels, sides, turn = labels[::-1], sides[::-1], -1
        is_share = finding.question != "mean"
        text = verdicts.points if is_share else partial(verdicts.number, language=self.language)
        fields = {
            "a": labels[0],
            "b": labels[1],
            "side": self._name(finding.name),
            "measure": self._name(finding.name),
            "Measure": self._first(finding.name),
            "p": verdicts.p_text(finding.adjusted, self.language),
            "visible": self._visible(finding, gap),
        }
        if finding.question != "distribution":
            estimates = [side.estimate for side in sides]
            level = verdicts.percent if is_share else text
            fields["high"], fields["low"] = (level(each.estimate) for each in estimates if each is not None)
        key = "differs" if verdicts.stands_out(finding.adjusted) else "same"
        if gap.low is None or gap.high is None:
            return self._say(finding.question, f"{key}_always", gap=text(turn * gap.estimate), **fields)
        numbers = [turn * gap.estimate, *sorted((turn * gap.low, turn * gap.high))]
        if finding.question == "distribution":  # of pairs of games, one of each group: ties count half
            numbers = [(1 + each) / 2 for each in numbers]
        fields |= dict(zip(("gap", "from", "to"), map(text, numbers), strict=True))
        return self._say(finding.question, key, **fields)


def _level(finding: Finding) -> float | None:
    """What every game of both groups has."""
    own = finding.a.ecdf or finding.b.ecdf
    if own is not None:
        return own.values[0]
    return finding.a.estimate.estimate if finding.a.estimate is not None else None


def _rate_side(values: Values, shares: Mapping[Unit, float]) -> Side:
    count, games = round(sum(value for _, value in values)), len(values)
    estimate = None
    if games >= verdicts.COUNTS_ONLY and is_tangled(shares):
        estimate = rate_of_tangled(shares)
    elif games >= verdicts.COUNTS_ONLY:
        units, wins = len(shares), math.fsum(shares.values())
        low, high = (float(each) for each in wilson_bounds(min(wins, units), units))
        method = "Wilson" if units == games else "Wilson; one share for each pair of players"
        estimate = Estimate(wins / units, low, high, units, method)
    return Side(count, games, verdicts.mark(games), estimate)


def _bounded(gap: Comparison, a: Mapping[Unit, float], b: Mapping[Unit, float]) -> Comparison:
    """A difference of shares, within what shares can differ by. Of two groups that have one share each no
    spread is known: Newcombe's interval of as many games as there are people or units bounds it."""
    if gap.p is None:
        return gap
    if gap.low is not None and gap.high is not None:
        visible = None if gap.visible is None else min(1.0, gap.visible)
        low, high = max(-1.0, gap.low), min(1.0, gap.high)
        return msgspec.structs.replace(gap, low=low, high=high, visible=visible)
    (first, n1), (second, n2) = ((next(iter(own.values())), independent([*own])) for own in (a, b))
    low, high = newcombe(first * n1, n1, second * n2, n2)
    return msgspec.structs.replace(gap, low=low, high=high, visible=detectable_difference(n1, n2))


def _key(values: Sequence[Values]) -> tuple[tuple[tuple[Unit, float], ...], ...]:
    return tuple(map(tuple, values))


def _adjusted(findings: list[Finding], repeated: Mapping[int, int]) -> list[Finding]:
    """The findings with the p-values of rates, and those of measures, adjusted together, and with the gap
    that the adjusted test would find; `repeated` ones are no question of their own."""
    found = [*findings]
    for family in (True, False):
        asked = {
            index: each.difference.p
            for index, each in enumerate(findings)
            if (each.question in RATES) == family
            and each.difference is not None
            and each.difference.p is not None
            and index not in repeated
        }
        adjusted = dict(zip(asked, holm([*asked.values()]), strict=True))
        adjusted |= {place: adjusted[earlier] for place, earlier in repeated.items() if earlier in adjusted}
        for index, p in adjusted.items():
            found[index] = msgspec.structs.replace(
                found[index], adjusted=p, difference=_among(found[index].difference, len(asked))
            )
    return found


def _among(gap: Comparison | None, questions: int) -> Comparison | None:
    """A difference with what would be visible among so many questions."""
    if gap is None or gap.visible is None:
        return gap
    wider = (z_of(questions) + Z80) / (z_of(1) + Z80)
    return msgspec.structs.replace(gap, visible=gap.visible * wider)


def _funnel(games: _Games, language: str) -> Funnel:
    """Luck is no habit: every game counts, whoever played it."""
    z = sorted(value for _, value in games.values("luck_z"))
    n = len(z)
    if n < verdicts.COUNTS_ONLY:
        need = verdicts.COUNTS_ONLY
        said = verdicts.sentence("verdict", "few_games", language, label=games.label, have=n, need=need)
        return Funnel(games.label, n, None, None, None, None, None, said)
    mean = math.fsum(z) / n
    spread = math.sqrt(math.fsum((each - mean) ** 2 for each in z) / (n - 1))
    beyond = wilson(sum(abs(each) > 1.96 for each in z), n)
    outer = luck_once(n)
    width = verdicts.signed(outer, language).replace("+", "±")
    mean_said = verdicts.signed(mean, language)
    said = verdicts.sentence("luck", "funnel", language, label=games.label, mean=mean_said, n=n, outer=width)
    return Funnel(games.label, n, mean, outer / 1.96, outer, spread, beyond, said)
