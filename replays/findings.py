"""What the finished games of one filter say: one block of numbers, a figure and a sentence by rule for each
question (`analytics.md` 7.3 to 7.6).

Games come as rows: those of `projections.statistics` or of a simulation, with `dealt:<seat>` (cards, with
blanks between them) and `first` where they are known. Rates of games that are looked at again and again get
the interval that may be watched; a simulation whose number of games was fixed beforehand gets Wilson's.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from replays import verdicts
from replays.analysis_figures import gaps_figure, histogram, rates_figure
from replays.statistics import (
    Comparison,
    Estimate,
    compare_rates,
    detectable_difference,
    holm,
    mean_of,
    wilson,
)

NEEDED = 20
IN_GROUP = 10
SHOWN = 14
SEED = 1

Row = Mapping[str, Any]
Name = Callable[[Any], str]
Rate = Callable[[int, int], Estimate]


class Block(msgspec.Struct, frozen=True):
    """One question: how many games can speak to it, and what they say; below `needed` of them in grey."""

    id: str
    games: int
    headline: str
    figure: Any
    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    needed: int = NEEDED

    @property
    def has_enough(self) -> bool:
        return self.games >= self.needed


def say(language: str, key: str, **fields: Any) -> str:
    """The sentence `key` of `[findings]`, with a capital letter."""
    text = verdicts.sentence("findings", key, language, **fields)
    return text[:1].upper() + text[1:]


def words(language: str, *keys: str) -> tuple[str, ...]:
    """The headings of columns."""
    return tuple(verdicts.texts(language)["columns"][key] for key in keys)


def few(block: str, games: int, language: str) -> Block:
    """The block of so few games that nothing is said of them."""
    return Block(block, games, say(language, "few", have=games, need=NEEDED), None, (), ())


def seats_of(rows: Sequence[Row]) -> list[str]:
    """Every seat of these games, in the order in which they come up."""
    return list(dict.fromkeys(seat for row in rows for seat in row["seats"].split(",")))


def won(row: Row, seat: str) -> bool:
    """Whether a seat is among the winners."""
    return seat in (row.get("winners") or row["winner"]).split(",")


def points(share: float | None) -> str:
    """A share as whole percent; None is 0."""
    return verdicts.points(share or 0.0)


def shortly(called: str) -> str:
    """The name of a card without what stands in brackets behind it: room for the marks on a phone."""
    return called.split(" (")[0]


def rate_fields(rate: Estimate) -> dict[str, str]:
    """What sentences say of a rate."""
    return {"rate": points(rate.estimate), "low": points(rate.low), "high": points(rate.high)}


def balance(rows: Sequence[Row], name: Name, rate: Rate, language: str = "en") -> Block:
    """How often each seat wins, of the games that it was part of, and how many are drawn."""
    if len(rows) < NEEDED:
        return few("balance", len(rows), language)
    found, fair = [], {}
    for seat in seats_of(rows):
        own = [row for row in rows if seat in row["seats"].split(",")]
        found.append((seat, rate(sum(won(row, seat) for row in own), len(own))))
        fair[seat] = sum(1 / len(row["seats"].split(",")) for row in own) / len(own)
    best, leading = max(found, key=lambda each: each[1].estimate - fair[each[0]])
    key = "balance_differs" if (leading.low or 0.0) > fair[best] else "balance_same"
    visible = detectable_difference(len(rows), len(rows)) / math.sqrt(2)
    headline = say(language, key, side=name(best), n=leading.n, visible=points(visible),
                    **rate_fields(leading))  # fmt: skip
    draws = sum(row["winner"] == "draw" for row in rows)
    shown = [(name(seat), each) for seat, each in found]
    if draws:
        shown.append((verdicts.texts(language)["columns"]["draw"], rate(draws, len(rows))))
    return Block(
        "balance", len(rows), headline, rates_figure(shown),
        words(language, "side", "games", "share", "low", "high"),
        tuple((side, each.n, each.estimate, each.low, each.high) for side, each in shown),
    )  # fmt: skip


def first_move(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """Each seat's wins when it moved first against its wins when another did."""
    known = [row for row in rows if row.get("first")]
    if len(known) < NEEDED:
        return few("first", len(known), language)
    found: list[tuple[str, Comparison]] = []
    for seat in seats_of(known):
        own = [row for row in known if seat in row["seats"].split(",")]
        moved_first = [won(row, seat) for row in own if row["first"] == seat]
        later = [won(row, seat) for row in own if row["first"] != seat]
        if min(len(moved_first), len(later)) >= IN_GROUP:
            gap = compare_rates(sum(moved_first), len(moved_first), sum(later), len(later))
            found.append((seat, gap))
    if not found:
        usual = max(seats_of(known), key=lambda seat: sum(row["first"] == seat for row in known))
        count = sum(row["first"] == usual for row in known)
        headline = say(language, "first_always", side=name(usual), k=count, n=len(known))
        return Block("first", len(known), headline, None, (), ())
    seat, gap = max(found, key=lambda each: abs(each[1].estimate))
    key = "first_differs" if (gap.low or 0.0) > 0 or (gap.high or 0.0) < 0 else "first_same"
    headline = say(language, key, side=name(seat), n=len(known), **gap_fields(gap))
    return Block(
        "first", len(known), headline, gaps_figure([(name(s), *in_points(each)) for s, each in found]),
        words(language, "side", "first", "not_first", "gap", "low", "high", "p"),
        tuple((name(s), g.n_a, g.n_b, g.estimate, g.low, g.high, g.p) for s, g in found),
    )  # fmt: skip


def gap_fields(gap: Comparison) -> dict[str, str]:
    """What sentences say of a difference of rates."""
    estimate, low, high = in_points(gap)
    return {"gap": f"{estimate:+.0f}", "low": f"{low:+.0f}", "high": f"{high:+.0f}",
            "visible": points(gap.visible)}  # fmt: skip


def in_points(gap: Comparison) -> tuple[float, float, float]:
    """A difference of rates and its interval in percentage points."""
    return 100 * gap.estimate, 100 * (gap.low or 0.0), 100 * (gap.high or 0.0)


def cards(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """The dealt effect of each card: wins of a seat that was dealt it minus its wins without, all p adjusted.

    The shuffle decides who is dealt what, so this compares like with like, as cards played do not.
    """
    dealt = [row for row in rows if any(row.get(f"dealt:{seat}") for seat in row["seats"].split(","))]
    if len(dealt) < NEEDED:
        return few("cards", len(dealt), language)
    found: list[tuple[str, str, Comparison, float, float]] = []
    for seat in seats_of(dealt):
        own = [(set((row.get(f"dealt:{seat}") or "").split()), won(row, seat)) for row in dealt]
        own = [(hand, victory) for hand, victory in own if hand]
        for card in sorted({card for hand, _ in own for card in hand}):
            groups = [[victory for hand, victory in own if (card in hand) == held] for held in (True, False)]
            if min(map(len, groups)) < IN_GROUP:
                continue
            (k1, n1), (k2, n2) = [(sum(group), len(group)) for group in groups]
            found.append((seat, card, compare_rates(k1, n1, k2, n2), k1 / n1, k2 / n2))
    if not found:
        return few("cards", 0, language)
    adjusted = holm([1.0 if each[2].p is None else each[2].p for each in found])
    ranked = sorted(zip(found, adjusted, strict=True), key=lambda each: (each[1], -abs(each[0][2].estimate)))
    (seat, card, gap, _, _), smallest = ranked[0]
    key = "cards_differ" if verdicts.stands_out(smallest) else "cards_same"
    headline = say(language, key, side=name(seat), card=name(card), p=verdicts.p_text(smallest, language),
                   **gap_fields(gap))  # fmt: skip
    shown = [(f"{shortly(name(c))} ({name(s)})", *in_points(g)) for (s, c, g, _, _), _ in ranked[:SHOWN]]
    return Block(
        "cards", len(dealt), headline, gaps_figure(shown),
        words(language, "card", "side", "with", "without", "rate_with", "rate_without", "gap", "low", "high",
               "adjusted"),
        tuple((name(c), name(s), g.n_a, g.n_b, a, b, g.estimate, g.low, g.high, p)
              for (s, c, g, a, b), p in ranked),
    )  # fmt: skip


def luck(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """The first seat's luck in standard deviations: its mean, and how many games lie beyond 1.96."""
    values = [float(row["luck_z"]) for row in rows if row.get("luck_z")]
    n = len(values)
    if n < NEEDED:
        return few("luck", n, language)
    mean, chance = sum(values) / n, 1.96 / math.sqrt(n)
    beyond = wilson(sum(abs(value) > 1.96 for value in values), n)
    key = "luck_unusual" if abs(mean) > chance else "luck_usual"
    headline = say(language, key, mean=f"{mean:+.2f}", outer=f"{chance:.2f}", n=n, **rate_fields(beyond))
    return Block(
        "luck", n, headline, histogram(values, verdicts.texts(language)["columns"]["luck"]),
        words(language, "games", "mean", "chance", "beyond", "low", "high"),
        ((n, mean, chance, beyond.estimate, beyond.low, beyond.high),),
    )  # fmt: skip


def length(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """How many orders a game takes."""
    values = sorted(float(row["orders"]) for row in rows)
    if len(values) < NEEDED:
        return few("length", len(values), language)
    marks = [values[round(share * (len(values) - 1))] for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    mean = mean_of(values, SEED)
    headline = say(language, "length", n=len(values), middle=f"{marks[2]:g}", lower=f"{marks[1]:g}",
                    upper=f"{marks[3]:g}", least=f"{marks[0]:g}", most=f"{marks[4]:g}")  # fmt: skip
    return Block(
        "length", len(values), headline, histogram(values, verdicts.texts(language)["columns"]["orders"]),
        words(language, "games", "mean", "low", "high", "five", "quarter", "half", "three_quarters", "most"),
        ((len(values), mean.estimate, mean.low, mean.high, *marks),),
    )  # fmt: skip


def blocks(rows: Sequence[Row], name: Name, rate: Rate, language: str = "en") -> list[Block]:
    """Every block of the statistics page."""
    return [
        balance(rows, name, rate, language),
        first_move(rows, name, language),
        cards(rows, name, language),
        luck(rows, name, language),
        length(rows, name, language),
    ]
