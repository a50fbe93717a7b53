"""What the cards of a finished game were used for, and for how many turns they were held before.

Which events show a card is data, see `projections.title_facts`.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.kernel.events import Event
from projections.first_decisions import fits
from projections.title_facts import CardFields, TitleFacts

UNUSED = ""


class CardUse(msgspec.Struct, frozen=True, array_like=True):
    """How often a card was used for one thing; `UNUSED` if it left the hand, or the game ended, without use.

    `turns` is for how many turns it was held before, all `known` times together whose gain was seen.
    """

    card: str
    use: str
    times: int
    known: int
    turns: int


def card_uses(facts: TitleFacts, events: Iterable[Event]) -> list[CardUse]:
    """Every use of every card, by card and use; empty for a title that names no such events."""
    turn, held = 0, dict[str, int]()
    found: dict[tuple[str, str], list[int]] = {}
    for event in events:
        turn += fits(event, facts.turn, {})
        for card, use in _shown(facts.uses, event):
            _count(found, card, use, held.pop(card, None), turn)
        for card, _ in _shown(facts.gains, event):
            if card in held:
                _count(found, card, UNUSED, held[card], turn)
            held[card] = turn
    for card, since in held.items():
        _count(found, card, UNUSED, since, turn)
    return [CardUse(*key, *counts) for key, counts in sorted(found.items())]


def _count(
    found: dict[tuple[str, str], list[int]], card: str, use: str, since: int | None, turn: int
) -> None:
    counts = found.setdefault((card, use), [0, 0, 0])
    counts[0] += 1
    if since is not None:
        counts[1] += 1
        counts[2] += turn - since


def _shown(kinds: Iterable[CardFields], event: Event) -> Iterator[tuple[str, str]]:
    """(card, use) of every card that an event shows."""
    for fields in kinds:
        if not fits(event, fields.event, {}):
            continue
        parts: list[Any] = [each for name in fields.within for each in getattr(event, name)]
        for part in parts if fields.within else [event]:
            cards = getattr(part, fields.card)
            use = getattr(part, fields.use) if fields.use else fields.called
            for card in (cards,) if isinstance(cards, str) else cards or ():
                yield card, use
