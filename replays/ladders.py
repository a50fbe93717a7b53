"""Ladders: those who played a title lately, by their ratings, with what they won."""

from collections.abc import Iterable

import msgspec

from projections.title_facts import facts_of
from replays.ratings import Kind, Name, Rating, Ratings, Row, teams_of, why_unrated


class Results(msgspec.Struct):
    """How the rated games of somebody ended."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class Rung(msgspec.Struct, frozen=True):
    """Somebody on a ladder: the name as it was typed last, the rating, the results. `place` counts those
    whose ratings have settled; None while it is provisional."""

    place: int | None
    name: Name
    typed: str
    standing: Rating
    results: Results


def results_of(rows: Iterable[Row], title: str) -> dict[Name, Results]:
    """How the rated games among these ended for each player."""
    facts, found = facts_of(title), dict[Name, Results]()
    for row in rows:
        teams = teams_of(row, facts)
        if why_unrated(row, teams):
            continue
        is_drawn = len({team.has_won for team in teams}) == 1
        for team in teams:
            for player in team.players:
                own = found.setdefault(player, Results())
                own.drawn += is_drawn
                own.won += team.has_won and not is_drawn
                own.lost += not team.has_won and not is_drawn
    return found


def ladder(ratings: Ratings, results: dict[Name, Results], kind: Kind, since: int = 0) -> list[Rung]:
    """People or computers by rating, provisional ones last; only who played at or after `since` (milliseconds
    since 1970)."""
    found, place = [], 0
    for name, rating in ratings.latest([kind]):
        if rating.at < since:
            continue
        place += not rating.is_provisional
        number = None if rating.is_provisional else place
        found.append(Rung(number, name, ratings.typed[name], rating, results.get(name, Results())))
    return found
