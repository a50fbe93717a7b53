"""Who wins with whom in finished games (rows of `projections.statistics` or of a simulation), and what share
of them an even player would win.

A side wins as one; of its seats all win, or the one that the title's rules name (`TitleFacts.one_winner`).
Whoever bid for powers counts as the seat that commands them where nobody bids.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from projections.title_facts import TitleFacts, facts_of

Row = Mapping[str, Any]
DRAW = "draw"


def winners_column(winners: Iterable[str]) -> str:
    """What a row holds: the winning seats with commas between them, or `draw`."""
    return ",".join(winners) or DRAW


def seats_at(row: Row) -> list[str]:
    """The seats of a game."""
    found: list[str] = row["seats"].split(",")
    return found


def is_drawn(row: Row) -> bool:
    """Whether nobody has won."""
    return bool(row["winners"] == DRAW)


def won(row: Row, seat: str) -> bool:
    """Whether a seat is among the winners that the rules name."""
    return seat in row["winners"].split(",")


def powers_at(row: Row, seat: str) -> tuple[str, ...]:
    """The powers that a seat commanded; the seat itself where the row does not tell."""
    return tuple((row.get(f"powers:{seat}") or seat).split())


def together(row: Row, facts: TitleFacts) -> dict[str, list[str]]:
    """Each side with its seats, which win or lose together."""
    return allied({seat: powers_at(row, seat) for seat in seats_at(row)}, facts)


def allied(powers: Mapping[str, tuple[str, ...]], facts: TitleFacts) -> dict[str, list[str]]:
    """The same from the powers of each seat."""
    found: dict[str, list[str]] = {}
    for seat, own in powers.items():
        found.setdefault(facts.team_of(own), []).append(seat)
    return found


def one_of_each_side(title: str, seats: Iterable[str]) -> list[str]:
    """The first seat of every side of a game."""
    facts = facts_of(title)
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    return [own[0] for own in sides.values()]


def won_by_team(row: Row, facts: TitleFacts, seat: str) -> bool:
    """Whether a seat's side won: of allies only one may be the winner by name."""
    return any(won(row, each) for seats in together(row, facts).values() if seat in seats for each in seats)


def played_as(row: Row, facts: TitleFacts, seat: str) -> str:
    """The seat that commands the same powers where nobody bids for them; else the seat itself."""
    own = powers_at(row, seat)
    return next((each for each, powers in facts.seats.items() if {*powers} == {*own}), seat)


def results(row: Row, facts: TitleFacts) -> dict[str, tuple[bool, float]]:
    """Of each side and each seat: whether it won, and how often one would that is no better than the others
    if no game were drawn. Sides come first; a seat that is a whole side stands once, one that bid for its
    powers under both its names."""
    sides = together(row, facts)
    found: dict[str, tuple[bool, float]] = {}
    for side, seats in sides.items():
        found[side] = any(won(row, seat) for seat in seats), 1 / len(sides)
    for seats in sides.values():
        share = 1 / len(sides) / (len(seats) if facts.one_winner else 1)
        for seat in seats:
            for name in (played_as(row, facts, seat), seat):
                found.setdefault(name, (won(row, seat), share))
    return found


def subjects(rows: Sequence[Row], facts: TitleFacts) -> tuple[list[str], list[str]]:
    """(every side of these games, every seat that is not a whole side), each in the order they come up."""
    sides = dict.fromkeys(side for row in rows for side in together(row, facts))
    everybody = dict.fromkeys(name for row in rows for name in results(row, facts))
    return list(sides), [name for name in everybody if name not in sides]


def with_allies(winner: str, seats: Sequence[str], facts: TitleFacts) -> tuple[str, ...]:
    """The winners, where only the first of them is known (or `draw`): rows of before 2026-11-22."""
    if winner == DRAW:
        return ()
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    own = next(each for each in sides.values() if winner in each)
    return (winner,) if facts.one_winner else tuple(own)


def result_columns(
    facts: TitleFacts,
    powers: Mapping[str, tuple[str, ...]],
    winners: Iterable[str],
    scores: Mapping[str, float],
    lucks: Mapping[str, tuple[float, float]],
) -> dict[str, Any]:
    """What a row says of the result: `winners`, and as seen by `first_side` the `margin` of its score over
    the others' and `luck_z`, how much luckier its seats were than the others, in standard deviations
    (None where nothing was left to chance).

    `powers` are those of each seat; `lucks` has for each seat by how much chance gave it more than expected,
    and the variance of that.
    """
    sides = allied(powers, facts)
    first = next((side for side in scores if side in sides), next(iter(sides)))
    surplus = math.fsum(
        found if seat in sides[first] else -found for seat, (found, _) in lucks.items() if seat in powers
    )
    variance = math.fsum(spread for seat, (_, spread) in lucks.items() if seat in powers)
    return {
        "winners": winners_column(winners),
        "first_side": first,
        "margin": math.fsum(score if side == first else -score for side, score in scores.items()),
        "luck_z": surplus / math.sqrt(variance) if variance else None,
    }
