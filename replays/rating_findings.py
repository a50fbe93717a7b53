"""What the ratings of a title say: who stands clear of whom, and how one rating went (`analytics.md` 7.8)."""

from collections.abc import Callable, Sequence

from replays import verdicts
from replays.analysis_figures import band_over_games, bands_figure
from replays.findings import NEEDED, SHOWN, Block, few, say, words
from replays.ratings import DEVIATION, SETTLED, START, Ratings, Standing
from replays.ratings import Name as Rated

Label = Callable[[Rated], str]


def _band(standing: Standing) -> dict[str, str]:
    return {"low": f"{standing.low:.0f}", "high": f"{standing.high:.0f}"}


def _headline(players: Sequence[tuple[Rated, Standing]], label: Label, language: str) -> str:
    """One sentence on those whose ratings have settled: whether the first stands clear of all others."""
    settled = [each for each in players if not each[1].is_provisional]
    if not settled:
        name, most = max(players, key=lambda each: each[1].games)
        return say(language, "ratings_none", name=label(name), have=most.games, need=SETTLED)
    (first, best), others = settled[0], settled[1:]
    if not others:
        return say(language, "ratings_one", name=label(first), n=best.games, need=SETTLED, **_band(best))
    next_name, highest = max(others, key=lambda each: each[1].high)
    key = "ratings_clear" if best.low > highest.high else "ratings_overlap"
    return say(language, key, name=label(first), other=label(next_name), other_low=f"{highest.low:.0f}",
               other_high=f"{highest.high:.0f}", **_band(best))  # fmt: skip


def ratings(found: Ratings, label: Label, language: str = "en") -> Block:
    """Everybody's band, and those of the sides, which are rated like team mates."""
    if found.rated < NEEDED:
        return few("ratings", found.rated, language)
    players, sides = found.latest(("person", "bot")), found.latest(("side",))
    shown = [*players[: SHOWN - len(sides[:4])], *sides[:4]]
    columns = verdicts.texts(language)["columns"]
    bands = [(label(name), each.low, each.high, each.is_provisional) for name, each in shown]
    return Block(
        "ratings", found.rated, _headline(players, label, language), bands_figure(bands, columns["points"]),
        words(language, "name", "kind", "games", "band_from", "band_to", "settled"),
        tuple(
            (label(name), columns[f"kind_{name.kind}"], s.games, round(s.low), round(s.high),
             columns["no" if s.is_provisional else "yes"])
            for name, s in (*players, *sides)
        ),
    )  # fmt: skip


def rating_over_games(
    history: Sequence[Standing], day: Callable[[int], str], language: str = "en"
) -> Block:
    """One player's band after every rated game; `day` writes a moment in milliseconds since 1970."""
    if not history:
        return Block("rating", 0, say(language, "rating_none"), None, (), (), SETTLED)
    last, columns = history[-1], verdicts.texts(language)["columns"]
    key = "rating_provisional" if last.is_provisional else "rating_settled"
    lows = [START - 2 * DEVIATION, *(each.low for each in history)]
    highs = [START + 2 * DEVIATION, *(each.high for each in history)]
    return Block(
        "rating", len(history), say(language, key, n=last.games, need=SETTLED, **_band(last)),
        band_over_games(lows, highs, SETTLED, (columns["rated_games"], columns["points"])),
        words(language, "rated_games", "day", "band_from", "band_to"),
        tuple((each.games, day(each.at), round(each.low), round(each.high)) for each in history), SETTLED,
    )  # fmt: skip
