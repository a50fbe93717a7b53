"""What the ratings of a title say: who stands clear of whom, and how one rating went (`analytics.md` 7.8)."""

from collections.abc import Callable, Sequence

from replays import verdicts
from replays.analysis_figures import band_over_games, bands_figure
from replays.findings import NEEDED, SHOWN, Block, few, say, words
from replays.ratings import DEVIATION, SETTLED, START, SURE, Kind, Rating, Ratings
from replays.ratings import Name as Rated

Label = Callable[[Rated], str]


def _band(rating: Rating) -> dict[str, str]:
    return {"low": f"{rating.low:.0f}", "high": f"{rating.high:.0f}"}


def _headline(players: Sequence[tuple[Rated, Rating]], label: Label, language: str) -> str:
    """One sentence on those whose ratings have settled: whether the first stands clear of all others."""
    settled = [each for each in players if not each[1].is_provisional]
    if not settled:
        name, best = min(players, key=lambda each: each[1].deviation)
        return say(language, "ratings_none", name=label(name), n=best.games, need=round(4 * SURE),
                   **_band(best))  # fmt: skip
    (first, best), others = settled[0], settled[1:]
    if not others:
        return say(language, "ratings_one", name=label(first), n=best.games, **_band(best))
    next_name, highest = max(others, key=lambda each: each[1].high)
    key = "ratings_clear" if best.low > highest.high else "ratings_overlap"
    return say(language, key, name=label(first), other=label(next_name), other_low=f"{highest.low:.0f}",
               other_high=f"{highest.high:.0f}", **_band(best))  # fmt: skip


def ratings(found: Ratings, label: Label, language: str = "en", kind: Kind = "person") -> Block:
    """The bands of people, or of programs: each kind by itself, whoever played whom."""
    block = "ratings" if kind == "person" else "programs"
    players = found.latest((kind,))
    if found.rated < NEEDED or not players:
        return few(block, found.rated if players else 0, language)
    columns = verdicts.texts(language)["columns"]
    bands = [(label(name), each.low, each.high, each.is_provisional) for name, each in players[:SHOWN]]
    return Block(
        block, found.rated, _headline(players, label, language), bands_figure(bands, columns["points"]),
        words(language, "name", "games", "band_from", "band_to", "settled"),
        tuple(
            (label(name), s.games, round(s.low), round(s.high), columns["no" if s.is_provisional else "yes"])
            for name, s in players
        ),
    )  # fmt: skip


def rating_over_games(history: Sequence[Rating], day: Callable[[int], str], language: str = "en") -> Block:
    """One player's band after every rated game; `day` writes a moment in milliseconds since 1970."""
    if not history:
        return Block("rating", 0, say(language, "rating_none"), None, (), (), SETTLED)
    last, columns = history[-1], verdicts.texts(language)["columns"]
    key = "rating_provisional" if last.is_provisional else "rating_settled"
    settled = next((each.games for each in history if not each.is_provisional), len(history) + 1)
    lows = [START - 2 * DEVIATION, *(each.low for each in history)]
    highs = [START + 2 * DEVIATION, *(each.high for each in history)]
    return Block(
        "rating", len(history), say(language, key, n=last.games, need=round(4 * SURE), **_band(last)),
        band_over_games(lows, highs, settled, (columns["rated_games"], columns["points"])),
        words(language, "rated_games", "day", "band_from", "band_to"),
        tuple((each.games, day(each.at), round(each.low), round(each.high)) for each in history), SETTLED,
    )  # fmt: skip
