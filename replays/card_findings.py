"""What cards were used for in finished games, and how long they were held (`analytics.md` 7.6)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from projections.card_use import UNUSED, CardUse
from replays import verdicts
from replays.analysis_figures import shares_figure
from replays.findings import NEEDED, Block, Name, few, say, shortly, words

Row = Mapping[str, Any]
read_uses = msgspec.json.Decoder(list[CardUse]).decode
MOST_CARDS = 24


class Used(msgspec.Struct, frozen=True):
    """One card over all games: how often it was used for each thing, and how often not at all.

    `turns` is for how many turns it was held before `known` of its uses, together.
    """

    card: str
    uses: dict[str, int]
    unused: int
    known: int
    turns: int

    @property
    def times(self) -> int:
        return sum(self.uses.values())


def totals(rows: Sequence[Row]) -> list[Used]:
    """Every card of these games, those used most often first."""
    counts: dict[str, dict[str, list[int]]] = {}
    for row in rows:
        for each in read_uses(row["cards"]):
            own = counts.setdefault(each.card, {}).setdefault(each.use, [0, 0, 0])
            for place, number in enumerate((each.times, each.known, each.turns)):
                own[place] += number
    found = []
    for card, uses in counts.items():
        unused = uses.pop(UNUSED, [0])[0]
        times = {use: numbers[0] for use, numbers in sorted(uses.items())}
        known, turns = (sum(numbers[place] for numbers in uses.values()) for place in (1, 2))
        found.append(Used(card, times, unused, known, turns))
    return sorted(found, key=lambda each: (-each.times, each.card))


def use_called(use: str, name: Name, language: str) -> str:
    """What a card was used for, in words: as in every title, as the title names it, or else in ours."""
    told = verdicts.texts(language)
    titles_own = name(use)
    return told["uses"].get(use) or (titles_own if titles_own != use else told["other_uses"].get(use, use))


def card_use(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """For each card the share of its uses by what it was used for, and for how many turns it was held."""
    telling = [row for row in rows if row.get("cards") not in (None, "", "[]")]
    if len(telling) < NEEDED:
        return few("uses", len(telling), language)
    found = totals(telling)
    kinds: dict[str, int] = {}
    for each in found:
        for use, times in each.uses.items():
            kinds[use] = kinds.get(use, 0) + times
    order = sorted(kinds, key=lambda use: -kinds[use])
    called = [use_called(use, name, language) for use in order]
    whole = sum(kinds.values())
    headline = say(language, "uses", n=whole, games=len(telling), use=called[0],
                   share=verdicts.percent(kinds[order[0]] / whole),
                   each=f"{whole / len(telling):.0f}")  # fmt: skip
    shown = [each for each in found if each.times][:MOST_CARDS]
    columns = verdicts.texts(language)["columns"]
    bars = [(shortly(name(each.card)), each.uses) for each in shown]
    return Block(
        "uses", len(telling), headline,
        shares_figure(bars, list(zip(order, called, strict=True)), columns["used"]),
        (*words(language, "card", "used"), *(columns["used_for"].format(use=text) for text in called),
         *words(language, "unused", "held")),
        tuple(
            (name(each.card), each.times, *(each.uses.get(use, 0) / max(each.times, 1) for use in order),
             each.unused, each.turns / each.known if each.known else None)
            for each in found
        ),
    )  # fmt: skip
