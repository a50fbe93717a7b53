"""How attacks went by their odds, where it cost what, and how long people think."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from scipy import stats

from projections.fighting import MOST, RATIOS
from projections.title_facts import facts_of
from projections.winning import seats_at
from replays import verdicts
from replays.analysis_figures import histogram, rates_figure
from replays.findings import IN_GROUP, NEEDED, Block, Name, few, rate_fields, say, words
from replays.ratings import Name as Rated
from replays.ratings import player_of
from replays.statistics import Z95, Estimate, wilson_bounds

Row = Mapping[str, Any]
LEAST_PACE = 5
"""So many games of people, and something is said of how long they think."""
TINY = 1e-9
_read = msgspec.json.Decoder(dict[str, Any]).decode
IN_ORDER = (*(odds for odds, _ in RATIOS), MOST)


def read_counts(text: str | None) -> dict[str, Any] | None:
    """What a row holds as JSON; None in rows of before it was counted."""
    return None if text is None else _read(text)


def by_games(counts: Sequence[tuple[float, float]]) -> Estimate:
    """The sum of the second numbers over that of the first, of one pair for each game: attacks of one game
    are no independent ones, so the games are what varies. No interval below ten games, nor of games all
    alike."""
    known = np.array([each for each in counts if each[0]], dtype=np.float64)
    share, games = float(known[:, 1].sum() / known[:, 0].sum()), len(known)
    rest = known[:, 1] - share * known[:, 0]
    if games < IN_GROUP or not np.abs(rest).max() > TINY:
        return Estimate(share, None, None, games, "few games, or all alike")
    error = math.sqrt(float((rest**2).sum()) * games / (games - 1)) / float(known[:, 0].sum())
    wide = float(stats.t.ppf(0.975, games - 1)) * error
    return Estimate(share, max(0.0, share - wide), share + wide, games, "ratio by game; Student's t")


def share_by_games(counts: Sequence[tuple[float, float]]) -> Estimate:
    """The same of a share, the second numbers being some of the first: Wilson's interval of as many attacks
    as would know it as well."""
    found = by_games(counts)
    if found.high is None:
        return found
    share, error = found.estimate, (found.high - found.estimate) / Z95
    known = max(1.0, min(share * (1 - share) / error**2, math.fsum(each for each, _ in counts)))
    low, high = (float(each) for each in wilson_bounds(share * known, known))
    return Estimate(share, low, high, found.n, "ratio by game; Wilson")


def attacks(rows: Sequence[Row], language: str = "en") -> Block:
    """Of all attacks at some odds the share that succeeded."""
    telling = [counts for row in rows if (counts := read_counts(row.get("attacks")))]
    if len(telling) < NEEDED:
        return few("attacks", len(telling), language)
    found: list[tuple[str, int, Estimate]] = []
    for odds in sorted({odds for each in telling for odds in each}, key=_in_order):
        pairs = [(met, won) for met, won in (each[odds] for each in telling if odds in each)]
        found.append((odds, sum(met for met, _ in pairs), share_by_games(pairs)))
    usual, count, rate = max(found, key=lambda each: each[1])
    whole = sum(count for _, count, _ in found)
    key = "attacks" if rate.low is not None else "attacks_alone"
    headline = say(language, key, n=whole, games=len(telling), odds=_called(usual, language), k=count,
                   **rate_fields(rate))
    shown = [(odds, rate) for odds, _, rate in found if rate.low is not None]
    return Block(
        "attacks", len(telling), headline, rates_figure(shown),
        words(language, "odds", "attacks", "games", "succeeded", "low", "high"),
        tuple((odds, count, each.n, each.estimate, each.low, each.high) for odds, count, each in found),
    )  # fmt: skip


def _called(odds: str, language: str) -> str:
    """Odds as they stand in a sentence: a number alone is one of dice."""
    return verdicts.sentence("words", "dice", language, n=int(odds)) if odds.isdecimal() else odds


def _in_order(odds: str) -> tuple[float, str]:
    """From the worst odds to the best: ours, those of a title's table, numbers of dice."""
    if odds in IN_ORDER:
        return float(IN_ORDER.index(odds)), odds
    first, _, second = odds.partition("-")
    is_told = first.isdecimal() and (not second or second.isdecimal())
    return (int(first) / int(second or 1) if is_told else math.inf), odds


def losses(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """What was lost where, a game."""
    telling = [counts for row in rows if (counts := read_counts(row.get("lost"))) is not None]
    if len(telling) < NEEDED:
        return few("losses", len(telling), language)
    places = dict.fromkeys(place for each in telling for place in each)
    whole = sum(sum(each.values()) for each in telling)
    if not whole:
        return few("losses", 0, language)
    found: list[tuple[str, int, int, Estimate]] = []
    for place in places:
        own = [each.get(place, 0) for each in telling]
        found.append((place, sum(map(bool, own)), sum(own), by_games([(1, amount) for amount in own])))
    found.sort(key=lambda each: (-each[2], each[0]))
    place, games, lost, rate = found[0]
    mean = verdicts.number(whole / len(telling), language)
    amounts = {kind.amount or "one" for kind in facts_of(rows[0]["title"]).losses}
    called = verdicts.texts(language)["lost"]
    what = called.get(amounts.pop(), called["other"]) if len(amounts) == 1 else called["other"]
    headline = say(language, "losses", n=len(telling), each=mean, what=what, place=name(place),
                   share=verdicts.percent(lost / whole), games=games)  # fmt: skip
    return Block(
        "losses", len(telling), headline,
        histogram([float(sum(each.values())) for each in telling],
                  verdicts.texts(language)["columns"]["lost_in_all"]),
        words(language, "place", "games", "lost_in_all", "a_game", "low", "high", "share"),
        tuple((name(place), games, lost, each.estimate, each.low, each.high, lost / whole)
              for place, games, lost, each in found),
    )  # fmt: skip


def lost_where(rows: Sequence[Row]) -> dict[str, float]:
    """Place -> what was lost there, in a hundred games."""
    telling = [counts for row in rows if (counts := read_counts(row.get("lost"))) is not None]
    places = {place for each in telling for place in each}
    return {place: 100 * sum(each.get(place, 0) for each in telling) / len(telling) for place in places}


def pace(rows: Sequence[Row], typed: Mapping[Rated, str], language: str = "en") -> Block:
    """How long people take for an answer, and for a game; those who have a name and are no computers."""
    times: dict[Rated, list[tuple[int, float]]] = {}
    games = 0
    for row in rows:
        asked = [(seat, row.get(f"answers:{seat}") or 0) for seat in seats_at(row)]
        people = [
            (player_of(row, seat), answers, row[f"thought:{seat}"] / 1000)
            for seat, answers in asked
            if answers and row.get(f"kind:{seat}") not in (None, "bot")
        ]
        games += bool(people)
        for who, answers, seconds in people:
            if who in typed:
                times.setdefault(who, []).append((answers, seconds))
    if games < LEAST_PACE or not times:
        return few("pace", games, language, LEAST_PACE)
    found = [
        (typed[who], by_games(own), sum(each for _, each in own) / 60 / len(own))
        for who, own in times.items()
    ]
    found.sort(key=lambda each: (-each[1].n, each[0]))
    every = [each for own in times.values() for each in own]
    headline = say(
        language, "pace", people=len(found), games=games,
        seconds=verdicts.number(by_games(every).estimate, language),
        minutes=verdicts.number(sum(each for _, each in every) / 60 / len(every), language),
    )  # fmt: skip
    return Block(
        "pace", games, headline,
        histogram([each.estimate for _, each, _ in found], verdicts.texts(language)["columns"]["seconds"]),
        words(language, "name", "games", "seconds", "low", "high", "minutes"),
        tuple((who, each.n, each.estimate, each.low, each.high, minutes) for who, each, minutes in found),
        LEAST_PACE,
    )  # fmt: skip
