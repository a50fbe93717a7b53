"""Ratings of those who play, from finished games (`analytics.md` 7.8), by openskill's Plackett-Luce model.

The side that somebody commands counts as a team mate with a rating of its own, for each scenario: playing
the better side is not taken for skill. A rating is of a name as it was typed at the table: names are not
accounts. Computers are rated under their policy's name, so that people see themselves against them.

Numbers are points like Elo's: of two that are well known, one with 400 points more wins ten times as often
as it loses; everybody starts at 1500.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from domain.store.people import SOMEBODY
from projections.title_facts import TitleFacts, facts_of
from projections.winning import powers_at, together, won

START = 1500.0
SETTLED = 10
"""Below this many rated games a rating is provisional."""
SURE = 110.0
"""As long as its standard deviation exceeds so many points it is provisional too."""
SIDE_SIGMA = 0.5
"""How far apart sides are expected to be, as a part of the same for players."""

# a rating begins at 0, so that a team of two has no lead over a team of one
MODEL = PlackettLuce(mu=0.0)
POINTS = 400 / math.log(10) / (math.sqrt(2) * MODEL.beta)
"""Points in one unit of the model: the strength of two teams is compared over the root of 2 beta squared."""

DEVIATION = POINTS * MODEL.sigma
"""The standard deviation that every player starts with, in points."""

Kind = Literal["person", "bot", "side"]
Row = Mapping[str, Any]


class Name(msgspec.Struct, frozen=True, order=True):
    """Who is rated: a person or a computer by its name, or a side (its powers, and the scenario)."""

    kind: Kind
    name: str
    scenario: str = ""


class Rating(msgspec.Struct, frozen=True):
    """A rating after a game, in points: the middle, its standard deviation, and after how many games."""

    middle: float
    deviation: float
    games: int
    game: str
    at: int

    @property
    def low(self) -> float:
        return self.middle - 2 * self.deviation

    @property
    def high(self) -> float:
        return self.middle + 2 * self.deviation

    @property
    def is_provisional(self) -> bool:
        return self.games < SETTLED or self.deviation > SURE


class Team(msgspec.Struct, frozen=True):
    """Those who win or lose together: the players, and the sides that they command."""

    players: tuple[Name, ...]
    sides: tuple[Name, ...]
    has_won: bool

    @property
    def names(self) -> tuple[Name, ...]:
        return (*self.players, *self.sides)


class Ratings(msgspec.Struct, frozen=True):
    """The ratings of a title: of everybody the rating after each rated game, and how each was typed last.

    `rated` games count; `unrated` says why others do not, and how many there are.
    """

    histories: dict[Name, tuple[Rating, ...]]
    typed: dict[Name, str]
    rated: int
    unrated: dict[str, int]

    def latest(self, kinds: Iterable[Kind]) -> list[tuple[Name, Rating]]:
        """The present ratings, highest middle first, provisional ones after the others."""
        found = [(name, history[-1]) for name, history in self.histories.items() if name.kind in kinds]
        return sorted(found, key=lambda each: (each[1].is_provisional, -each[1].middle, each[0]))


def known_as(name: str) -> str:
    """The form by which a typed name is known: neither case nor surplus blanks make another player."""
    return " ".join(name.split()).casefold()


def player_of(row: Row, seat: str) -> Name:
    """Who sat at a seat; its name may be empty, as that of a person is who was forgotten."""
    kind: Kind = "bot" if row[f"kind:{seat}"] == "bot" else "person"
    name = row[f"player:{seat}"] or ""
    return Name(kind, "" if kind == "person" and name == SOMEBODY else known_as(name))


def teams_of(row: Row, facts: TitleFacts) -> list[Team]:
    """Who played with whom, in the order of the seats."""
    return [
        Team(
            tuple(dict.fromkeys(player_of(row, seat) for seat in seats)),
            tuple(Name("side", " ".join(powers_at(row, seat)), row["scenario"]) for seat in seats),
            any(won(row, seat) for seat in seats),
        )
        for seats in together(row, facts).values()
    ]


def why_unrated(row: Row, teams: Sequence[Team]) -> str:
    """The reason why a game is not rated; empty if it is."""
    everybody = [player for team in teams for player in team.players]
    if row["parent"]:
        return "fork"
    if row["dice_of"]:
        return "known_dice"
    if row.get("handicap"):
        return "handicap"
    if _has_hint_counted(row, teams):
        return "hinted"
    if row.get("uploaded"):
        return "uploaded"
    if row["consented"]:
        return "taken_back"
    if not all(player.name for player in everybody):
        return "nameless"
    if len(set(everybody)) < len(everybody):
        return "against_oneself"
    return "alone" if len(teams) < 2 else ""


def _has_hint_counted(row: Row, teams: Sequence[Team]) -> bool:
    """Whether a hint helped somebody to win or draw; who lost in spite of one has lost."""
    is_drawn = len({team.has_won for team in teams}) == 1
    return any(is_drawn or won(row, seat) for seat in (row.get("hinted") or "").split())


def rated_names(team: Team, ratings: Mapping[Name, PlackettLuceRating]) -> list[PlackettLuceRating]:
    """The model's ratings of a team, players first; whoever is new starts in the middle."""
    return [
        ratings.get(name) or MODEL.rating(sigma=MODEL.sigma * (SIDE_SIGMA if name.kind == "side" else 1))
        for name in team.names
    ]


def updated(teams: Sequence[Team], ratings: dict[Name, PlackettLuceRating]) -> None:
    """Changes the model's ratings by one game. Teams that all won, or none of which did, have drawn."""
    given = [rated_names(team, ratings) for team in teams]
    ranks = [0.0 if team.has_won else 1.0 for team in teams]
    for team, found in zip(teams, MODEL.rate(given, ranks=ranks), strict=True):
        ratings.update(zip(team.names, found, strict=True))


def rate_games(rows: Iterable[Row], title: str) -> Ratings:
    """The ratings of a title after these finished games (rows of `projections.statistics`)."""
    facts, ratings = facts_of(title), dict[Name, PlackettLuceRating]()
    histories: dict[Name, list[Rating]] = {}
    typed: dict[Name, str] = {}
    unrated: dict[str, int] = {}
    rated = 0
    for row in sorted(rows, key=lambda each: (each["ended_at"], each["game"])):
        teams = teams_of(row, facts)
        if reason := why_unrated(row, teams):
            unrated[reason] = unrated.get(reason, 0) + 1
            continue
        rated += 1
        updated(teams, ratings)
        typed |= {player_of(row, seat): row[f"player:{seat}"] for seat in row["seats"].split(",")}
        for name in (each for team in teams for each in team.names):
            history = histories.setdefault(name, [])
            history.append(_rating(ratings[name], len(history) + 1, row))
    return Ratings({name: tuple(each) for name, each in histories.items()}, typed, rated, unrated)


def _rating(rating: PlackettLuceRating, games: int, row: Row) -> Rating:
    return Rating(START + POINTS * rating.mu, POINTS * rating.sigma, games, row["game"], row["ended_at"])
