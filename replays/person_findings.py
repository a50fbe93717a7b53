"""What the finished games of one player say: how often each side was won with, and how games were opened."""

from collections.abc import Mapping, Sequence
from typing import Any

from projections.title_facts import facts_of
from projections.winning import powers_at, seats_at, won_by_team
from replays import verdicts
from replays.always_valid import always_valid
from replays.analysis_figures import rates_figure
from replays.findings import Block, Name, rate_fields, say, words
from replays.opening_findings import label, played
from replays.ratings import Name as Rated
from replays.ratings import player_of
from replays.statistics import Estimate

Row = Mapping[str, Any]


def games_of(rows: Sequence[Row], who: Rated) -> list[Row]:
    """The games that somebody had a seat in."""
    return [row for row in rows if seats_of(row, who)]


def seats_of(row: Row, who: Rated) -> list[str]:
    """The seats that somebody had in a game."""
    return [seat for seat in seats_at(row) if player_of(row, seat) == who]


def known_rates(rates: Sequence[tuple[str, Estimate]]) -> Any:
    """The figure of those rates that may be drawn; None if there are none."""
    drawn = [each for each in rates if verdicts.mark(each[1].n) != "counts"]
    return rates_figure(drawn) if drawn else None


def sides(rows: Sequence[Row], title: str, who: Rated, name: Name, language: str = "en") -> Block:
    """How often the player's side won, by the powers that the player commanded."""
    facts = facts_of(title)
    results: dict[tuple[str, ...], list[bool]] = {}
    for row in rows:
        for seat in seats_of(row, who):
            results.setdefault(powers_at(row, seat), []).append(won_by_team(row, facts, seat))
    by_powers = sorted(results.items(), key=lambda each: -len(each[1]))
    found = [(name(powers), always_valid(sum(own), len(own))) for powers, own in by_powers]
    return Block(
        "sides", len(rows), _said_of_sides(found, language), known_rates(found),
        words(language, "side", "games", "share", "low", "high"),
        tuple((side, each.n, each.estimate, each.low, each.high) for side, each in found), verdicts.SOLID,
    )  # fmt: skip


def _said_of_sides(found: Sequence[tuple[str, Estimate]], language: str) -> str:
    """Whether one side is won with more often than another: their intervals must lie apart."""
    enough = [each for each in found if verdicts.mark(each[1].n) != "counts"]
    if not enough:
        most = max(each.n for _, each in found)
        return say(language, "sides_few", have=most, need=verdicts.COUNTS_ONLY)
    enough.sort(key=lambda each: -each[1].estimate)
    (side, best), (other, worst) = enough[0], enough[-1]
    fields = {"side": side, "n": best.n, **rate_fields(best)}
    if len(enough) == 1:
        return say(language, "sides_one", **fields)
    if (best.low or 0.0) > (worst.high or 1.0):
        return say(language, "sides_differ", other=other, other_rate=rate_fields(worst)["rate"], **fields)
    return say(language, "sides_same", **fields)


def habits(rows: Sequence[Row], title: str, who: Rated, language: str = "en") -> Block:
    """The openings that the player chose, and how often each was won with."""
    facts = facts_of(title)
    found: list[tuple[str, int, Estimate]] = []
    for opening in facts.openings:
        own = [each for each in played(rows, facts, opening) if player_of(each[0], each[1]) == who]
        results: dict[str, list[bool]] = {}
        for _, _, chosen, has_won in own:
            results.setdefault(label(title, opening, chosen, language), []).append(has_won)
        found += [(name, len(own), always_valid(sum(won), len(won))) for name, won in results.items()]
    if not found:
        return Block("habits", 0, say(language, "habits_none"), None, (), (), verdicts.SOLID)
    found.sort(key=lambda each: -each[2].n)
    usual, asked, rate = found[0]
    return Block(
        "habits", asked, say(language, "habits", opening=usual, k=rate.n, n=asked),
        known_rates([(name, each) for name, _, each in found]),
        words(language, "opening", "games", "share", "low", "high"),
        tuple((name, each.n, each.estimate, each.low, each.high) for name, _, each in found), verdicts.SOLID,
    )  # fmt: skip
