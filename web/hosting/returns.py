"""A match: a game of two and its return game, the same battle with the same people on the other side."""

from typing import NamedTuple

from flask_babel import gettext as _

from domain.kernel import Opened, Result, Seat, result_of
from domain.kernel.errors import InvalidSetup, NotAllowed, UnknownGame
from domain.store import Holder
from domain.store.standing_orders import StandingOrder
from web.base import security
from web.base.security import Visitor
from web.base.site import rule_set_of, site
from web.hosting import lessons

PLAYERS = 2


class Match(NamedTuple):
    """The first game, and its return game once somebody opened it."""

    first: str
    second: str | None


class Person(NamedTuple):
    """Somebody in a match: the seats in both games, the points in each (None while it is not over), whether
    they won it."""

    name: str
    kind: str
    seats: tuple[Seat, Seat]
    points: tuple[float | None, float | None]
    won: tuple[bool, bool]

    @property
    def total(self) -> float:
        """The points of both games together."""
        return sum(each for each in self.points if each is not None)


def match_of(game: str) -> Match:
    """The match that a game is the first or the return game of."""
    matches = site().games.matches
    first = matches.first_of(game) or game
    second = matches.return_of(first)
    return Match(first, second if second is not None and _is_open(second) else None)


def may_return(who: Visitor) -> bool:
    """Whether this visitor may open the return game of a game, or sit down in it."""
    games = site().games
    desk = games.desk(who.game)
    opened = desk.standing.opened
    return (
        bool(who.seats)
        and desk.is_over
        and desk.standing.is_playable
        and is_of_two(opened)
        and lessons.walk_of(who.game) is None
        and games.matches.first_of(who.game) is None
        and not _is_decided(match_of(who.game))
    )


def _is_decided(match: Match) -> bool:
    """Whether the return game is over as well."""
    return match.second is not None and site().games.desk(match.second).is_over


def is_of_two(opened: Opened) -> bool:
    """Only two can change sides."""
    return len(opened.seats) == PLAYERS


def open_return(who: Visitor) -> str:
    """The return game, opened if it was not yet, in which this browser has the seats opposite its own.

    Raises NotAllowed, InvalidSetup.
    """
    if not may_return(who):
        raise NotAllowed(_("The return game is for those who played a game of two to its end."))
    second: str = site().games.matches.claim(who.game)
    if is_new := not _is_open(second):
        _create(who, second)
    opened = site().games.standing(who.game).opened
    others = [_opposite(opened, seat) for seat in who.seats]
    for seat in others:
        _come(who.game, second, seat)
    security.give_seats(second, *others, host=is_new)
    return second


def _is_open(game: str) -> bool:
    try:
        site().games.holders(game)
    except UnknownGame:
        return False
    return True


def _opposite(opened: Opened, seat: Seat) -> Seat:
    return next(each for each in opened.seats if each != seat)


def _create(who: Visitor, second: str) -> None:
    """Scenario, options, data, terms, cover time and clock are those of the first game; nobody knows its
    dice. Where there is a clock the seat of whoever is not here has no name until they come: nobody loses
    on time a game that they do not know of."""
    games, first = site().games, who.game
    opened, before = games.standing(first).opened, games.holders(first)
    holders = {}
    for seat in opened.seats:
        other = _opposite(opened, seat)
        is_awaited = opened.clock is not None and other not in who.seats and before[other].kind == "person"
        holders[seat] = Holder("person") if is_awaited else _again(before[other])
    for seat in opened.seats:  # before there is anything to tell of
        games.addresses.carry_over(first, second, seat, _opposite(opened, seat))
    try:
        games.create(
            opened.title,
            opened.scenario,
            seats=opened.seats,
            options=opened.options,
            holders=holders,
            cover=games.cover(first),
            terms=games.house.terms(first),
            pack=opened.pack_data,
            game=second,
            clock=opened.clock,
        )
    except InvalidSetup:
        if _is_open(second):  # the other player was quicker
            return
        raise
    for seat in opened.seats:
        other = _opposite(opened, seat)
        games.proofs.carry_over(first, second, seat, other)
        if holders[seat].kind == "bot" and holders[other].kind == "person":
            games.stand_by(second, other, StandingOrder(pass_empty=True))


def _come(first: str, second: str, seat: Seat) -> None:
    """The person of a seat that waits without a name is here. Raises NotAllowed if it was given to somebody
    else."""
    games = site().games
    own = _again(games.holders(first)[_opposite(games.standing(first).opened, seat)])

    def check(now: Holder) -> None:
        if now not in (own, Holder("person")):
            raise NotAllowed(_("This seat is taken. Watch the game, or ask its host for another seat."))

    check(games.holders(second)[seat])
    if games.holders(second)[seat] != own:
        games.take_seat(second, seat, own, check)


def _again(holder: Holder) -> Holder:
    """The same person in another seat; it waits for the browser that held the seat before."""
    return Holder(holder.kind, holder.name)


# The sum -------------------------------------------------------------------------------------------


def people_in(match: Match) -> tuple[list[Person], str]:
    """Both people with what they have in each game, and what the points are: the id that the results of both
    games give to their scores, empty for points without a name, `wins` for games won where scores cannot be
    added up."""
    games = site().games
    opened, sitting = games.standing(match.first).opened, games.holders(match.first)
    results = [_result(match.first), None if match.second is None else _result(match.second)]
    over = [each for each in results if each is not None]
    is_sum = all(set(opened.seats) <= set(each.scores) for each in over)
    is_sum = is_sum and len({each.counts for each in over}) <= 1
    found = []
    for seat in opened.seats:
        seats = (seat, _opposite(opened, seat))
        points = [_points(each, at, is_sum) for each, at in zip(results, seats, strict=True)]
        won = [each is not None and at in each.winners for each, at in zip(results, seats, strict=True)]
        holder = sitting[seat]
        found.append(Person(holder.name, holder.kind, seats, (points[0], points[1]), (won[0], won[1])))
    return found, (over[0].counts if over else "") if is_sum else "wins"


def _points(result: Result | None, seat: Seat, is_sum: bool) -> float | None:
    if result is None:
        return None
    return result.scores[seat] if is_sum else float(seat in result.winners)


def _result(game: str) -> Result | None:
    """How a game ended; None while it goes on."""
    desk = site().games.desk(game)
    return result_of(rule_set_of(game), desk.standing) if desk.is_over else None
