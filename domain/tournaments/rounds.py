"""The course of a tournament: what comes next, and when it is over."""

from collections.abc import Callable
from math import ceil, log2

from domain.tournaments import knockout, round_robin, swiss
from domain.tournaments.events import NOBODY, GameOver, Pairing
from domain.tournaments.record import Round, Tournament
from domain.tournaments.round_robin import Pair
from domain.tournaments.standings import standings

FEWEST = 2
"""Entrants that a tournament needs."""
MOST = {"round_robin": 16, "swiss": 128, "knockout": 128}
"""Entrants that there may be at most."""
LONGEST = 2
"""A Swiss tournament has at most so many times the rounds that it takes until one can be ahead of all."""
NewGame = Callable[[], str]


def rounds_due(found: Tournament) -> int:
    """How many rounds the tournament has with these entrants."""
    people = len(found.order or found.present)
    if people < FEWEST:
        return 0
    if found.made.kind == "round_robin":
        return people - 1 + people % 2
    needed = ceil(log2(people))
    if found.made.kind == "knockout":
        return needed
    return min(found.made.rounds or needed, people - 1, LONGEST * needed)


def games_due(found: Tournament) -> int:
    """How many games the tournament comes to with these entrants, without those that are played again."""
    people = len(found.order or found.present)
    pairings = people - 1 if found.made.kind == "knockout" else rounds_due(found) * (people // 2)
    return max(0, pairings) * found.made.games_each


def may_start(found: Tournament) -> bool:
    """Whether enough have entered a tournament that has not begun."""
    return found.is_open and len(found.present) >= FEWEST


def is_round_over(found: Tournament) -> bool:
    """Whether nothing of the rounds so far is left to play."""
    return all(map(found.is_played, found.pairings())) and not to_replay(found)


def is_over(found: Tournament) -> bool:
    """Whether the tournament is played out; also where fewer than two are left for a further round."""
    if found.is_open or not is_round_over(found):
        return False
    is_last = len(found.rounds) >= rounds_due(found)
    return is_last or (found.made.kind == "swiss" and len(found.present) < FEWEST)


def may_go_on(found: Tournament) -> bool:
    """Whether the next round can be paired now."""
    if found.is_open or is_over(found):
        return False
    return is_round_over(found) or is_all_at_once(found)


def is_all_at_once(found: Tournament) -> bool:
    """Whether all rounds begin together and some are not paired yet."""
    is_so = found.made.kind == "round_robin" and found.made.opening == "all"
    return is_so and len(found.rounds) < rounds_due(found)


def to_replay(found: Tournament) -> list[tuple[int, int]]:
    """The pairings (round, table) of a knock-out that are played and level: they are played again."""
    if found.made.kind != "knockout" or not found.rounds:
        return []
    last = len(found.rounds) - 1
    return [
        (last, table)
        for table, pairing in enumerate(found.rounds[last])
        if found.is_played(pairing)
        and found.winner(pairing) is None
        and not found.is_lost_by_all(pairing)
    ]


def next_round(found: Tournament, new_game: NewGame) -> Round:
    """The pairings of the next round, in games with the ids that `new_game` gives."""
    paired = {"round_robin": _round_robin, "swiss": _swiss, "knockout": _knockout}[found.made.kind](found)
    return tuple(_pairing(found, pair, new_game) for pair in paired)


def _round_robin(found: Tournament) -> list[Pair]:
    return round_robin.schedule(found.order)[len(found.rounds)]


def _swiss(found: Tournament) -> list[Pair]:
    table = standings(found)
    here = [each.entrant for each in table if not found.has_left(each.entrant)]
    points = {each.entrant: each.points for each in table}
    met = {frozenset(each.people) for each in found.pairings() if each.second is not None}
    byes = dict.fromkeys(here, 0)
    for each in found.pairings():
        if not each.games and any(each.given):  # a point that was not played for
            byes |= {one: byes[one] + 1 for one in each.people if one in byes}
    return swiss.pairs(here, points, met, {each: found.sides(each) for each in here}, byes)


def _knockout(found: Tournament) -> list[Pair]:
    if not found.rounds:
        return knockout.first_round(found.order)
    last = found.rounds[-1]
    winners = [None if found.is_lost_by_all(each) else found.winner(each) for each in last]
    places = {each: place for place, each in enumerate(found.order)}
    sides = {each: found.sides(each) for each in found.order}
    return [
        (one, other) if other is None else swiss.seated(one, other, sides, places)
        for one, other in knockout.next_round(winners)
    ]


def _pairing(found: Tournament, pair: Pair, new_game: NewGame) -> Pairing:
    """The pairing of two; whoever meets nobody, or somebody who has left, has the points without a game."""
    (one, other), all_points = pair, float(found.made.games_each)
    if one == NOBODY:
        return Pairing(NOBODY)
    points = (0.0 if found.has_left(one) else all_points, 0.0)
    if other is None:
        return Pairing(one, given=points)
    if found.has_left(one) or found.has_left(other):
        return Pairing(one, other, given=(points[0], 0.0 if found.has_left(other) else all_points))
    return Pairing(one, other, tuple(new_game() for _ in range(found.made.games_each)))


def forfeits(found: Tournament, entrant: int) -> list[GameOver]:
    """What the running games of somebody who leaves come to: the others have them."""
    games = found.games()
    ended = []
    for game in found.running():
        pairing, _place = games[game]
        if entrant in pairing.people:
            points = (float(pairing.first != entrant), float(pairing.second != entrant))
            ended.append(GameOver(game=game, points=points, how="forfeit"))
    return ended
