"""Ends that players make themselves: who may resign, and who has won by it (R-116 of Napoleonics); draws.

No rulebook but that of Napoleonics speaks of it, and a player may do it in every title, at any time, whoever
is to decide. One resigns for one's whole side, when all people on it have said so, which their enemies do not
hear; it ends the game only where one side is left, which has won.
A draw is offered by one seat and agreed by all others; it is for games of people only, as computers decline.
"""

from collections.abc import Collection

from domain.kernel.history import Standing
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat


def victors(rule_set: RuleSet, standing: Standing, seat: Seat) -> tuple[Seat, ...]:
    """Who wins if the side of `seat` resigns now. Nobody where it may not: the game is over or can only be
    looked at, or more than one side would be left."""
    seats = standing.opened.seats
    if standing.is_over or not standing.is_playable or seat not in seats:
        return ()
    side = rule_set.side_of(seat, seats, standing.state)
    others = tuple(each for each in seats if each not in side)
    is_one_side = bool(others) and rule_set.side_of(others[0], seats, standing.state) == others
    return rule_set.foremost(standing.state, others) if is_one_side else ()


def winners_on_time(rule_set: RuleSet, standing: Standing, seat: Seat) -> tuple[Seat, ...]:
    """Who wins if the clock of `seat` has run out: those whom a resignation of its side would leave, of
    several sides all that are left. Nobody where the game is over, or nobody else plays it."""
    seats = standing.opened.seats
    if standing.is_over or not standing.is_playable or seat not in seats:
        return ()
    side = rule_set.side_of(seat, seats)
    others = tuple(each for each in seats if each not in side)
    return rule_set.foremost(standing.state, others) if others else ()


def must_agree(
    rule_set: RuleSet, standing: Standing, seat: Seat, people: Collection[Seat]
) -> tuple[Seat, ...]:
    """The other seats of the side of `seat` that `people` hold: it is not resigned without them."""
    side = rule_set.side_of(seat, standing.opened.seats, standing.state)
    return tuple(each for each in side if each != seat and each in people)


def may_offer_draw(standing: Standing, seat: Seat) -> bool:
    """Whether the seat may offer a draw now: no other offer stands."""
    seats = standing.opened.seats
    is_open = not standing.is_over and standing.is_playable
    return is_open and seat in seats and len(seats) > 1 and standing.offer is None


def to_agree(standing: Standing) -> tuple[Seat, ...]:
    """The seats that have not said yet whether they agree to the draw that is offered."""
    offer = standing.offer
    if offer is None or standing.is_over:
        return ()
    return tuple(each for each in standing.opened.seats if each not in (offer.by, *offer.agreed))
