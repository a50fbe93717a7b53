"""What finished games say of their openings: how often those who chose each one won (`analytics.md` 7.7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.prose import prose
from projections.title_facts import Opening, TitleFacts, facts_of
from projections.winning import powers_at, seats_at, won_by_team
from replays import verdicts
from replays.analysis_figures import rates_figure
from replays.findings import (
    NEEDED,
    Block,
    Name,
    Rate,
    alone,
    few,
    gap_fields,
    points,
    rate_fields,
    say,
    words,
)
from replays.several_questions import clearest, holm
from replays.statistics import Comparison, Estimate
from replays.watched import gap_by

Row = Mapping[str, Any]


class Chosen(msgspec.Struct, frozen=True):
    """One opening: of a power, named in data; how often its side won with it, and against all others of the
    same question if both are frequent enough. `adjusted` is Holm's p over everything compared."""

    opening: Opening
    name: str
    rate: Estimate
    others: int
    gap: Comparison | None
    adjusted: float | None


def label(title: str, opening: Opening, name: str, language: str) -> str:
    """What an opening is called."""
    return prose(title, language).tables["openings"][f"{opening.id}_{name}"]


def seat_of(row: Row, power: str) -> str:
    """The seat that commands a power in this game; empty if none does."""
    return next((seat for seat in seats_at(row) if power in powers_at(row, seat)), "")


def played(rows: Sequence[Row], facts: TitleFacts, opening: Opening) -> Iterator[tuple[Row, str, str, bool]]:
    """(game, seat, name, whether the seat's side won) of every game that answers this question."""
    for row in rows:
        name, seat = row.get(f"opening:{opening.id}"), seat_of(row, opening.power)
        if name and seat:
            yield row, seat, name, won_by_team(row, facts, seat)


def _compared(rows: Sequence[Row], facts: TitleFacts, rate: Rate) -> list[Chosen]:
    """Every opening that was played, those of one question together, each against the rest."""
    found: list[Chosen] = []
    for opening in facts.openings:
        results: dict[str, list[bool]] = {}
        for _, _, name, has_won in played(rows, facts, opening):
            results.setdefault(name, []).append(has_won)
        wins, total = sum(map(sum, results.values())), sum(map(len, results.values()))
        for number, (name, own) in enumerate(sorted(results.items(), key=lambda each: -len(each[1]))):
            k, n = sum(own), len(own)
            # of two alternatives the second says what the first does
            is_new = len(results) > 2 or number == 0
            gap = None
            if is_new and min(n, total - n) >= verdicts.GAMES:
                gap = gap_by(rate)(k, n, wins - k, total - n)
            found.append(Chosen(opening, name, rate(k, n), total - n, gap, None))
    asked = [each.gap.p for each in found if each.gap is not None]
    adjusted = iter(holm([1.0 if p is None else p for p in asked]))
    return [
        msgspec.structs.replace(each, adjusted=next(adjusted)) if each.gap is not None else each
        for each in found
    ]


def _headline(title: str, found: Sequence[Chosen], rate: Rate, language: str) -> str:
    compared = [each for each in found if each.gap is not None and each.adjusted is not None]
    if not compared:
        most = max(found, key=lambda each: each.rate.n)
        return say(language, "openings_alone", opening=label(title, most.opening, most.name, language),
                   k=most.rate.n, n=most.rate.n + most.others, need=verdicts.GAMES)  # fmt: skip
    gaps = [each.gap for each in compared if each.gap is not None]
    own = [1.0 if each.p is None else each.p for each in gaps]
    best = compared[clearest(own, [each.estimate for each in gaps])]
    assert best.gap is not None and best.adjusted is not None
    p = verdicts.p_text(best.adjusted, language)
    if verdicts.stands_out(best.adjusted):
        fields = {**rate_fields(best.rate), **gap_fields(best.gap)}
        return say(language, "openings_differ", opening=label(title, best.opening, best.name, language), p=p,
                   n=best.rate.n, **fields)  # fmt: skip
    among = gap_by(rate, len(compared))
    visible = min(among(0, each.gap.n_a, 0, each.gap.n_b).visible or 1.0 for each in compared if each.gap)
    return say(language, "openings_same", p=p, visible=points(visible))


def openings(rows: Sequence[Row], title: str, name: Name, rate: Rate, language: str = "en") -> Block:
    """How often each named opening won for the side that chose it."""
    facts = facts_of(title)
    answering = [row for row in rows if any(row.get(f"opening:{each.id}") for each in facts.openings)]
    if len(answering) < NEEDED:
        return few("openings", len(answering), language)
    found = _compared(answering, facts, rate)
    called = [label(title, each.opening, each.name, language) for each in found]
    rates = zip(called, (each.rate for each in found), strict=True)
    drawn = [(text, each) for text, each in rates if verdicts.mark(each.n) != "counts"]
    return Block(
        "openings", len(answering), _headline(title, found, rate, language), rates_figure(drawn),
        words(language, "opening", "side", "games", "share", "low", "high", "others", "gap", "adjusted"),
        tuple(
            (text, alone(name(facts.team_of((each.opening.power,)))), each.rate.n, each.rate.estimate,
             each.rate.low, each.rate.high, each.others, each.gap.estimate if each.gap else None,
             each.adjusted)
            for text, each in zip(called, found, strict=True)
        ),
    )  # fmt: skip
