"""Every question about the games of a title, in the order in which they are asked; blocks for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from projections.title_facts import TitleFacts, facts_of
from replays.balance_findings import apart, ends, handicap, judges, most_played
from replays.card_findings import card_use
from replays.fighting_findings import attacks, losses
from replays.figures import encoded
from replays.findings import Block, Name, Rate, blocks
from replays.opening_findings import openings

Row = Mapping[str, Any]
ORDER = (
    "balance", "judges", "apart", "handicap", "first", "openings", "cards", "uses", "standings", "rivals",
    "ratings", "programs", "luck", "attacks", "losses", "ends", "length", "pace",
)  # fmt: skip


def every_block(
    rows: Sequence[Row],
    title: str,
    name: Name,
    rate: Rate,
    language: str = "en",
    opened: Sequence[int] = (),
    others: Sequence[Row] = (),
) -> list[Block]:
    """What these games say. `opened` are the turns of games that are not over; `others` are more games of the
    scenario that comes up most, which are asked as judges only."""
    own = most_played(rows)
    found = [
        *blocks(rows, name, rate, language, opened),
        judges([*own, *others], name, rate, language),
        apart(own, name, language, rate),
        handicap(own, name, language, rate),
        ends(own, name, opened if len(own) == len(rows) else (), language),
        card_use(rows, name, language),
        openings(rows, title, name, rate, language),
        attacks(own, language),
        losses(own, name, language),
    ]
    never = _never_told(facts_of(title))
    return sorted((each for each in found if each.id not in never), key=lambda each: ORDER.index(each.id))


def _never_told(facts: TitleFacts) -> set[str]:
    """What is not asked of a title: no number of games would tell of cards, openings, attacks or losses that
    it does not have."""
    told = {
        "cards": facts.uses, "uses": facts.uses, "openings": facts.openings, "attacks": facts.attacks,
        "losses": facts.losses,
    }  # fmt: skip
    return {block for block, own in told.items() if not own}


def as_document(block: Block) -> dict[str, Any]:
    """A block for programs: the sentence, the table, the figure as Plotly has it, or None."""
    figure = None if block.figure is None else msgspec.json.decode(encoded(block.figure))
    return {
        "id": block.id,
        "games": block.games,
        "needed": block.needed,
        "headline": block.headline,
        "head": list(block.head),
        "rows": [list(row) for row in block.rows],
        "figure": figure,
    }
