"""Who of the people at this server's tables wins, against whom, and how lucky they were."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from projections.title_facts import TitleFacts, facts_of
from projections.winning import is_drawn, seats_at, together, won
from replays import verdicts
from replays.always_valid import always_valid
from replays.analysis_figures import histogram, rates_figure
from replays.findings import SHOWN, Block, few, rate_fields, say, words
from replays.luck import percentile
from replays.ratings import Name as Rated
from replays.ratings import player_of
from replays.several_questions import clearest, holm
from replays.statistics import Estimate
from replays.watched import even_p

Row = Mapping[str, Any]
MET = 5
"""So many games of two people are put beside one another."""
WORST = 5


class Wins(msgspec.Struct, frozen=True):
    """What somebody has won. Draws count for neither, so they are left out of the rate."""

    name: str
    games: int
    won: int
    drawn: int

    @property
    def rate(self) -> Estimate:
        return always_valid(self.won, self.games - self.drawn)

    @property
    def share(self) -> tuple[float | None, float | None, float | None]:
        """The rate with its interval; nothing where every game was drawn."""
        found = self.rate
        return (found.estimate, found.low, found.high) if found.n else (None, None, None)


def sides_of(row: Row, facts: TitleFacts) -> list[tuple[list[Rated], bool]]:
    """The people of each side, with whether it won; without those who have no name."""
    found = []
    for seats in together(row, facts).values():
        people = [player_of(row, seat) for seat in seats if row.get(f"kind:{seat}") != "bot"]
        found.append(([each for each in people if each.name], any(won(row, seat) for seat in seats)))
    return found


def meetings(rows: Sequence[Row], facts: TitleFacts) -> dict[tuple[Rated, Rated], tuple[int, int, int]]:
    """Of every two people that sat on different sides: (games, wins of the first, wins of the second)."""
    found: dict[tuple[Rated, Rated], tuple[int, int, int]] = {}
    for row in rows:
        known = sides_of(row, facts)
        met = {
            tuple(sorted(((one, has_won), (other, other_won))))
            for place, (people, has_won) in enumerate(known)
            for others, other_won in known[place + 1 :]
            for one in people
            for other in others
            if one != other
        }
        for (one, has_won), (other, other_won) in met:
            games, first, second = found.get((one, other), (0, 0, 0))
            found[one, other] = games + 1, first + has_won, second + other_won
    return found


def head_to_head(
    rows: Sequence[Row],
    title: str,
    typed: Mapping[Rated, str],
    language: str = "en",
    who: Rated | None = None,
) -> Block:
    """Of every two people who met often enough, who won how often; all p are adjusted, whenever one looks.
    Those of `who` alone if that is given."""
    met = meetings(rows, facts_of(title))
    known = {pair: each for pair, each in met.items() if who is None or who in pair}
    found = {pair: each for pair, each in known.items() if each[0] >= MET}
    if not found:
        return few("rivals", max((games for games, _, _ in known.values()), default=0), language, MET)
    ranked = sorted(found.items(), key=lambda each: (-each[1][0], each[0]))
    own = [even_p(first, first + second) for _, (_, first, second) in ranked]
    adjusted = holm(own)
    leads = [(first - second) / max(1, first + second) for _, (_, first, second) in ranked]
    at = clearest(own, leads)
    headline = _of_rivals(ranked[at], adjusted[at], typed, language)
    rates = [
        (f"{typed[a]} – {typed[b]}", always_valid(k, k + losses))
        for (a, b), (_, k, losses) in ranked if k + losses
    ]  # fmt: skip
    return Block(
        "rivals", sum(games for games, _, _ in found.values()), headline,
        rates_figure(rates[:SHOWN], [0.5] * len(rates[:SHOWN])),
        words(language, "name", "rival", "games", "won", "lost", "low", "high", "adjusted"),
        tuple(
            (typed[a], typed[b], n, k, losses, rate.low, rate.high, each)
            for ((a, b), (n, k, losses)), each in zip(ranked, adjusted, strict=True)
            for rate in (always_valid(k, k + losses),)
        ), MET,
    )  # fmt: skip


def _of_rivals(
    clear: tuple[tuple[Rated, Rated], tuple[int, int, int]],
    p: float,
    typed: Mapping[Rated, str],
    language: str,
) -> str:
    """What is said of the two of whom one is ahead most clearly; of nobody if they won as often."""
    (one, other), (games, first, second) = clear
    if first == second:
        return say(language, "rivals_even", need=MET, one=typed[one], other=typed[other], n=games,
                   wins=first, losses=second)  # fmt: skip
    if second > first:
        one, other, first, second = other, one, second, first
    return say(
        language, "rivals_differ" if verdicts.stands_out(p) else "rivals_same", one=typed[one],
        other=typed[other], n=games, wins=first, losses=second, p=verdicts.p_text(p, language),
        **rate_fields(always_valid(first, first + second)),
    )  # fmt: skip


def standings(rows: Sequence[Row], title: str, typed: Mapping[Rated, str], language: str = "en") -> Block:
    """Of everybody the games, the share won of those that were not drawn, and the interval that may be
    watched."""
    facts = facts_of(title)
    counts: dict[Rated, list[int]] = {}
    for row in rows:
        for people, has_won in sides_of(row, facts):
            for each in {*people}:
                own = counts.setdefault(each, [0, 0, 0])
                for place, more in enumerate((1, has_won, is_drawn(row))):
                    own[place] += more
    if not counts or max(own[0] for own in counts.values()) < MET:
        return few("standings", max((own[0] for own in counts.values()), default=0), language, MET)
    found = [Wins(typed[who], n, k, drawn) for who, (n, k, drawn) in sorted(counts.items())]
    ranked = sorted(found, key=lambda each: (-(each.rate.low or 0.0), -each.games))
    drawn_up = [(each.name, each.rate) for each in ranked if each.games >= MET and each.rate.n]
    return Block(
        "standings", len(rows), _of_standings(ranked, language), rates_figure(drawn_up[:SHOWN]),
        words(language, "name", "games", "won", "draws", "share", "low", "high"),
        tuple((each.name, each.games, each.won, each.drawn, *each.share) for each in ranked), MET,
    )  # fmt: skip


def _of_standings(ranked: Sequence[Wins], language: str) -> str:
    """Who leads those with enough games, and who shares the lead."""
    enough = [each for each in ranked if each.games >= MET]
    best = enough[0]
    if not best.won:
        return say(language, "standings_none", need=MET)
    first = [each for each in enough if (each.won, each.rate.n) == (best.won, best.rate.n)]
    names = verdicts.texts(language)["words"]["listed"].join(each.name for each in first)
    return say(language, "standings" if len(first) == 1 else "standings_tied", name=names, need=MET,
               n=best.rate.n, wins=best.won, **rate_fields(best.rate))  # fmt: skip


def luck_of(
    rows: Sequence[Row], who: Rated, reference: Mapping[str, Sequence[float]], language: str = "en"
) -> Block:
    """A player's luck game by game: that of his side against the others', and the share of games of the same
    scenario that had less. `reference` has the luck of each scenario's first side."""
    found: list[tuple[float, Row]] = []
    for row in rows:
        own = [seat for seat in seats_at(row) if player_of(row, seat) == who]
        if own and row.get("luck_z") is not None:
            sides = together(row, facts_of(row["title"]))
            side = next(side for side, seats in sides.items() if own[0] in seats)
            found.append((row["luck_z"] if side == row["first_side"] else -row["luck_z"], row))
    if len(found) < MET:
        return few("fortune", len(found), language, MET)
    ranked = sorted(found, key=lambda each: (each[0], each[1]["game"]))

    def share(z: float, row: Row) -> float:
        known = reference.get(row["scenario"], ())
        turned = z if z == row["luck_z"] else -z
        below = percentile(turned, known).share
        return below if turned == z else 1 - below

    shares = [share(z, row) for z, row in ranked]
    headline = say(language, "fortune", n=len(ranked), share=verdicts.percent(sum(shares) / len(shares)),
                   least=verdicts.percent(min(shares)), most=verdicts.percent(max(shares)))  # fmt: skip
    listed = ranked if len(ranked) <= 2 * WORST else [*ranked[:WORST], *ranked[-WORST:]]
    return Block(
        "fortune", len(found), headline,
        histogram([z for z, _ in ranked], verdicts.texts(language)["columns"]["luck"]),
        words(language, "game", "luck", "percentile"),
        tuple((row["name"] or row["game"][:8], z, share(z, row)) for z, row in listed), MET,
    )  # fmt: skip
