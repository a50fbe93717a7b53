"""Who is ahead, by points and tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from domain.tournaments.events import Pairing
from domain.tournaments.record import Tournament

TIE_BREAKS = {
    "round_robin": ("sonneborn_berger", "head_to_head", "margin"),
    "swiss": ("buchholz", "sonneborn_berger", "head_to_head", "margin"),
    "knockout": (),
}
"""By what those of equal points are told apart, one after the other."""


@dataclass(frozen=True)
class Line:
    """One of the table: `rank` is shared by those whom nothing tells apart; `breaks` by the tie-breaks' ids.

    In a knock-out `points` are the rounds that were won. What was won, drawn and lost are games.
    """

    entrant: int
    rank: int
    points: float
    won: int
    drawn: int
    lost: int
    breaks: dict[str, float]


@dataclass(frozen=True)
class Meeting:
    """What somebody has from a pairing that has games."""

    opponent: int
    points: float
    margin: float


def standings(found: Tournament) -> list[Line]:
    """Everybody who entered, the first one first; whom nothing tells apart stand in the order of seeds."""
    order = list(found.order or [each.number for each in found.entrants])
    if found.made.kind == "knockout":
        ways: dict[int, tuple[float, ...]] = {each: _way(found, each) for each in order}
        return _ranked(found, order, ways, {each: {} for each in order})
    points = {each: _points(found, each) for each in order}
    meetings = {each: _meetings(found, each) for each in order}
    breaks = {each: _breaks(meetings[each], points) for each in order}
    for each, shared in _head_to_head(found, order, points, breaks, meetings).items():
        breaks[each]["head_to_head"] = shared
    return _ranked(found, order, {each: (points[each],) for each in order}, breaks)


def _ranked(
    found: Tournament,
    order: Sequence[int],
    first: dict[int, tuple[float, ...]],
    breaks: dict[int, dict[str, float]],
) -> list[Line]:
    kept = TIE_BREAKS[found.made.kind]

    def key(entrant: int) -> tuple[float, ...]:
        return (*(-each for each in first[entrant]), *(-breaks[entrant][each] for each in kept))

    lines, rank = [], 0
    for _key, group in groupby(sorted(order, key=key), key=key):
        level = list(group)
        for each in level:
            points = first[each][-1]
            told = {name: breaks[each][name] for name in kept}
            lines.append(Line(each, rank + 1, points, *_games(found, each), told))
        rank += len(level)
    return lines


def _points(found: Tournament, entrant: int) -> float:
    return sum(_own(found.points(each), each, entrant) for each in found.pairings_of(entrant))


def _own(points: tuple[float, float], pairing: Pairing, entrant: int) -> float:
    return points[0] if pairing.first == entrant else points[1]


def _meetings(found: Tournament, entrant: int) -> list[Meeting]:
    """The pairings of somebody of which a game counts; points without a game are no meeting."""
    met = []
    for each in found.pairings_of(entrant):
        if each.second is not None and any(map(found.over, each.games)):
            sign = 1 if each.first == entrant else -1
            opponent = each.second if each.first == entrant else each.first
            met.append(Meeting(opponent, _own(found.points(each), each, entrant), sign * found.margin(each)))
    return met


def _breaks(meetings: Sequence[Meeting], points: dict[int, float]) -> dict[str, float]:
    return {
        "buchholz": sum(points[each.opponent] for each in meetings),
        "sonneborn_berger": sum(each.points * points[each.opponent] for each in meetings),
        "margin": sum(each.margin for each in meetings),
        "head_to_head": 0.0,
    }


def _head_to_head(
    found: Tournament,
    order: Sequence[int],
    points: dict[int, float],
    breaks: dict[int, dict[str, float]],
    meetings: dict[int, list[Meeting]],
) -> dict[int, float]:
    """The points of each against those whom points and the tie-breaks before this one do not tell apart."""
    names = TIE_BREAKS[found.made.kind]
    before = names[: names.index("head_to_head")]

    def level(entrant: int) -> tuple[float, ...]:
        return (points[entrant], *(breaks[entrant][name] for name in before))

    return {
        one: sum(each.points for each in meetings[one] if level(each.opponent) == level(one))
        for one in order
    }


def _games(found: Tournament, entrant: int) -> tuple[int, int, int]:
    """(games won, drawn, lost)."""
    counts = [0, 0, 0]
    for pairing in found.pairings_of(entrant):
        for game in pairing.games:
            if over := found.over(game):
                own = _own(over.points, pairing, entrant)
                counts[0 if own > 0.5 else 1 if own == 0.5 else 2] += 1
    return counts[0], counts[1], counts[2]


def _way(found: Tournament, entrant: int) -> tuple[float, ...]:
    """(how far somebody came in a knock-out, how many rounds they won)."""
    came, won = 0, 0
    for number, each in enumerate(found.rounds, start=1):
        for pairing in each:
            if entrant in pairing.people:
                came = number
                if found.is_played(pairing) and found.winner(pairing) == entrant:
                    won += 1
    return float(came), float(won)
