"""The tests of victory, when each is made, and the end of the game (4.1, 4.2, R-11 to R-13, R-99)."""

from domain.brandywine.ending.points import half_points, points
from domain.brandywine.events.turns import GameEnded
from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.scenarios import TestFact
from domain.brandywine.facts.sides import SIDES, Side, seat_of
from domain.brandywine.position.pieces import foe, units_at
from domain.brandywine.position.state import Level, State, side_of, strength, unit_fact
from domain.kernel import Play
from domain.kernel.ruleset import Result


def finish(play: Play[State], winner: Side | None, level: Level, cites: str) -> None:
    """The game is over: nothing is left to do."""
    state = play.state
    if state.is_over:
        return
    play.record(GameEnded(winner, level, points(state, "british"), points(state, "american"), cites))
    play.agenda.clear()


def line_at(state: State, at: Hex, side: Side = "british") -> list[str]:
    """The infantry and light infantry of a side in parade order in a hex."""
    return [
        unit
        for unit in units_at(state, at)
        if side_of(state, unit) == side and unit_fact(state, unit).is_line and unit not in state.condition
    ]


def holds(state: State, at: Hex) -> bool:
    """Are British infantry there, and no Americans adjacent?"""
    return bool(line_at(state, at)) and at not in foe(state, "british").near


def is_met(state: State, test: TestFact) -> bool:
    """Does a condition of a decisive victory hold now?"""
    near = foe(state, "british").near
    if test.kind == "strength":
        return any(
            at not in near and sum(strength(state, unit) for unit in line_at(state, at)) >= test.sp
            for group in test.hexes
            for at in group
        )
    if test.kind == "together":
        return all(any(holds(state, at) for at in group) for group in test.hexes)
    zone = foe(state, "british").zone
    return not any(
        line_at(state, at) and not (test.free and at in zone) for group in test.hexes for at in group
    )


def has_broken_the_british(state: State) -> bool:
    """The losses of 4.2.1: points of British and German infantry, and twice one's own (R-14)."""
    worth = state.tables.victory
    taken, given = state.lost["british"], state.lost["american"]
    return taken >= worth.decisive_strength and taken >= worth.decisive_times * given


def check_after_american_turn(play: Play[State]) -> None:
    """4.1.1, 18.4.3(7)."""
    for test in play.state.field.fact.tests:
        if test.when == "american_turn" and is_met(play.state, test):
            finish(play, test.winner, "decisive", test.rule)
            return


def check_after_turn(play: Play[State]) -> None:
    """At the end of a game turn; the British conditions come first (R-13)."""
    state = play.state
    is_last = state.turn == state.field.fact.last_turn
    for side in SIDES:
        for test in state.field.fact.tests:
            due = test.when == "turn" or (test.when == "end" and is_last)
            if test.winner == side and due and is_met(state, test):
                finish(play, side, "decisive", test.rule)
                return
        if side == "american" and has_broken_the_british(state):
            finish(play, side, "decisive", "4.2.1")
            return
    if is_last:
        count_points(play)


def count_points(play: Play[State]) -> None:
    """More points win marginally; as many are a draw (4.0, R-3)."""
    british, american = (half_points(play.state, side) for side in SIDES)
    if british == american:
        finish(play, None, "draw", "R-3")
    else:
        finish(play, "british" if british > american else "american", "marginal", "4")


def result(state: State) -> Result | None:
    """How the game ended; None while it goes on."""
    if not state.is_over:
        return None
    winners = () if state.winner is None else (seat_of(state.winner),)
    scores: dict[str, float] = {side: points(state, side) for side in SIDES}
    return Result(winners, state.won_by, scores, "points")


# Proctor's Battery (4.3, R-16) --------------------------------------------------------------------


def is_battery_occupied(state: State) -> bool:
    """A British unit in parade order, no artillery, stands there, and no American is adjacent."""
    at = state.tables.battery.hex
    ready = any(
        side_of(state, unit) == "british"
        and unit not in state.condition
        and unit_fact(state, unit).type != "artillery"
        for unit in units_at(state, at)
    )
    return ready and at not in foe(state, "british").near
