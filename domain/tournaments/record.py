"""What is known of a tournament: its events, folded."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import msgspec

from domain.tournaments.events import (
    AnyEvent,
    Entered,
    GameOver,
    Made,
    Pairing,
    Points,
    Replayed,
    RoundPaired,
    Started,
    Withdrawn,
)

Round = tuple[Pairing, ...]


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays in the tournament, or did before they left."""

    number: int
    name: str
    has_left: bool = False
    is_computer: bool = False


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands. `ended` are the games that count already, each as it came to that; `seen` is
    how much was done about it so far."""

    id: str
    made: Made
    entrants: tuple[Entrant, ...] = ()
    order: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    ended: dict[str, GameOver] | None = None
    seen: int = 0

    @property
    def is_open(self) -> bool:
        """Whether people may still enter."""
        return not self.order

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Who has not left."""
        return tuple(each for each in self.entrants if not each.has_left)

    def entrant(self, number: int) -> Entrant:
        """The entrant of a number."""
        return self.entrants[number - 1]

    def has_left(self, number: int) -> bool:
        return self.entrant(number).has_left

    def over(self, game: str) -> GameOver | None:
        """How a game of the tournament came to its points; None while it is played."""
        return (self.ended or {}).get(game)

    def points(self, pairing: Pairing) -> Points:
        """What both have from a pairing so far."""
        first, second = pairing.given
        for game in pairing.games:
            if found := self.over(game):
                first, second = first + found.points[0], second + found.points[1]
        return first, second

    def margin(self, pairing: Pairing) -> float:
        """What the first has more than the second by what the title counts, in the games of a pairing."""
        return sum(found.margin for game in pairing.games if (found := self.over(game)))

    def is_played(self, pairing: Pairing) -> bool:
        """Whether all games of a pairing count."""
        return all(self.over(game) for game in pairing.games)

    def winner(self, pairing: Pairing) -> int | None:
        """Who goes on from a pairing that is played: by points, then whoever has not left, then by what the
        title counts where several games have it. None if it is level, or nobody goes on."""
        if pairing.second is None:
            return pairing.first or None
        if gone_on := self._gone_on(pairing):
            return gone_on
        points = self.points(pairing)
        lead = points[0] - points[1] or self.has_left(pairing.second) - self.has_left(pairing.first)
        lead = lead or (self.margin(pairing) if len(pairing.games) > 1 else 0.0)
        return None if not lead else pairing.first if lead > 0 else pairing.second

    def _gone_on(self, pairing: Pairing) -> int | None:
        """Who of a pairing stands in the round after it: that stays so, also if they leave later."""
        for before, later in pairwise(self.rounds):
            if pairing in before:
                there = {each for one in later for each in one.people}
                return next((each for each in pairing.people if each in there), None)
        return None

    def is_lost_by_all(self, pairing: Pairing) -> bool:
        """Whether nobody goes on from a pairing that is played: nobody has a point, or all have left."""
        has_points = any(self.points(pairing)) or pairing.second is None
        return not pairing.people or not has_points or all(map(self.has_left, pairing.people))

    def sides(self, number: int) -> int:
        """How many more games somebody had on the first seat than on the second."""
        odd = [each for each in self.pairings_of(number) if len(each.games) % 2]
        return sum(1 if each.first == number else -1 for each in odd)

    def pairings_of(self, number: int) -> list[Pairing]:
        """The pairings of somebody in every round so far."""
        return self._by_entrant.get(number, [])

    @cached_property
    def _by_entrant(self) -> dict[int, list[Pairing]]:
        found: dict[int, list[Pairing]] = {}
        for pairing in self.pairings():
            for each in pairing.people:
                found.setdefault(each, []).append(pairing)
        return found

    def pairings(self) -> list[Pairing]:
        """The pairings of every round so far."""
        return [pairing for each in self.rounds for pairing in each]

    def games(self) -> dict[str, tuple[Pairing, int]]:
        """Every game of the tournament: its pairing, and which game of that it is."""
        return {
            game: (pairing, place) for pairing in self.pairings() for place, game in enumerate(pairing.games)
        }

    def running(self) -> list[str]:
        """The games that do not count yet."""
        return [game for game in self.games() if not self.over(game)]


def seated(pairing: Pairing, place: int) -> tuple[int, int]:
    """Who sits on the first and on the second seat of a game of a pairing; sides change with each."""
    assert pairing.second is not None, "a bye has no game"
    pair = (pairing.first, pairing.second)
    return pair if place % 2 == 0 else (pair[1], pair[0])


def folded(tournament: str, events: Iterable[AnyEvent], seen: int) -> Tournament:
    """The tournament after all that was done about it; the first is that it was made."""
    first, *others = events
    assert isinstance(first, Made), "a tournament begins with its making"
    found = Tournament(tournament, first, ended={}, seen=seen)
    for event in others:
        found = after(found, event)
    return found


def after(found: Tournament, event: AnyEvent) -> Tournament:
    """The tournament after one more event."""
    match event:
        case Entered():
            return replace(found, entrants=(*found.entrants, _entrant(event)))
        case Withdrawn():
            gone = [
                replace(each, has_left=True) if each.number == event.entrant else each
                for each in found.entrants
            ]
            return replace(found, entrants=tuple(gone))
        case Started():
            return replace(found, order=event.order)
        case RoundPaired():
            return replace(found, rounds=(*found.rounds, event.pairings))
        case Replayed():
            return replace(found, rounds=_with_game(found.rounds, event))
        case GameOver():  # the first word about a game stands
            return replace(found, ended={event.game: event, **(found.ended or {})})
        case Made():
            raise AssertionError("a tournament is made once")


def _entrant(event: Entered) -> Entrant:
    return Entrant(event.entrant, event.name, is_computer=event.is_computer)


def _with_game(rounds: tuple[Round, ...], event: Replayed) -> tuple[Round, ...]:
    tables = list(rounds[event.round])
    old = tables[event.table]
    tables[event.table] = msgspec.structs.replace(old, games=(*old.games, event.game))
    return (*rounds[: event.round], tuple(tables), *rounds[event.round + 1 :])
