"""Banners gained and lost, and the moment at which a game is won (R-112, R-113, R-118)."""

from domain.kernel.agenda import Play
from domain.kernel.ruleset import Result
from domain.napoleonics.events.turns import BannerGained, BannerLost, GameWon, Reason
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.facts.sides import SIDES, Side, seat_of
from domain.napoleonics.position.pieces import unit_at
from domain.napoleonics.position.state import State, needed, side_of, total


def gain(play: Play[State], side: Side, reason: Reason, hex: Hex, cites: str, count: int = 1) -> bool:
    """A side gains banners; says whether the game is over by it. Then nothing is left to do."""
    now = total(play.state, side) + count
    play.record(BannerGained(side, reason, hex, count, now, cites))
    if now < needed(play.state, side):
        return False
    play.record(GameWon(side, total(play.state, "british"), total(play.state, "french")))
    play.agenda.clear()
    return True


def settle(play: Play[State]) -> None:
    """Temporary banners are lost whose hex was left, after what was gained in the same step (R-118)."""
    for hex, side in play.state.held.items():
        if is_temporary(play.state, hex) and not is_held(play.state, hex, side):
            play.record(BannerLost(side, hex, total(play.state, side) - banners_of(play.state, hex)))


def is_held(state: State, hex: Hex, side: Side) -> bool:
    """Does a unit of the side stand there? A lone leader does not hold (R-113)."""
    unit = unit_at(state, hex)
    return unit is not None and side_of(state, unit) == side


def is_temporary(state: State, hex: Hex) -> bool:
    return any(each.hex == hex and each.kind == "temporary" for each in state.field.fact.objectives)


def banners_of(state: State, hex: Hex) -> int:
    return next(each.banners for each in state.field.fact.objectives if each.hex == hex)


def result(state: State) -> Result | None:
    """Who has won: the side that had its banners first (R-112)."""
    if state.winner is None:
        return None
    scores = {str(side): float(total(state, side)) for side in SIDES}
    return Result((seat_of(state.winner),), "R-112", scores, "banners")
