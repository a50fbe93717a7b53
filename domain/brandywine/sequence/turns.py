"""Turn after turn, player turn after player turn, phase after phase (5.0)."""

from domain.brandywine.combat.phase import DeclareAttacks, Diversion, EndAttacksPhase, FightAll
from domain.brandywine.ending.victory import check_after_american_turn, check_after_turn
from domain.brandywine.events.turns import (
    LafayetteLeft,
    PhaseBegan,
    PlayerTurnBegan,
    PlayerTurnEnded,
    StackThinned,
    TurnBegan,
)
from domain.brandywine.facts.sides import ENEMY, Side, seat_of
from domain.brandywine.fire.phases import FireOrders, RollVolleys
from domain.brandywine.morale.army import adjust
from domain.brandywine.morale.checks import RallyPhase
from domain.brandywine.morale.losses import lose_step
from domain.brandywine.movement.arrivals import Arrivals, BuyReleases, Reveal, release_freely
from domain.brandywine.movement.phase import MovementPhase
from domain.brandywine.movement.pins import PinChoices
from domain.brandywine.movement.watching import end_phase, send_stirn, stirn_must_go, stirns_hexes
from domain.brandywine.orders.turns import GiveStep, PlaceStirn
from domain.brandywine.position.pieces import is_overstacked, layout, load, units_at
from domain.brandywine.position.state import Phase, State, is_gun
from domain.brandywine.sequence.initiative import Initiative
from domain.kernel import Answers, Ask, Decision, Play, Step, the_order


class Turns(Step, frozen=True):
    """The next turn; after the last one the game is over."""

    def advance(self, play: Play[State]) -> None:
        state = play.state
        turn = state.turn + 1 if state.turn else state.field.fact.first_turn
        play.record(TurnBegan(turn))
        release_freely(play)
        play.push(Initiative(), PlayerTurn(1), PlayerTurn(2), EndTurn())


class PlayerTurn(Step, frozen=True):
    """One player's phases (5.0)."""

    half: int

    def advance(self, play: Play[State]) -> None:
        play.pop()
        first = play.state.first
        side = first if self.half == 1 else ENEMY[first]
        play.record(PlayerTurnBegan(side, self.half))
        play.push(
            BeginPhase("movement"), Reveal(), Arrivals(), BuyReleases(), PinChoices(), MovementPhase(),
            PhaseEnd(),
            BeginPhase("rally"), RallyPhase(), PhaseEnd(),
            BeginPhase("artillery"), FireOrders("artillery", ENEMY[side]), PhaseEnd(),
            BeginPhase("rifles"), FireOrders("rifle", side), FireOrders("rifle", ENEMY[side]),
            RollVolleys("rifle"), PhaseEnd(),
            BeginPhase("combat"), Diversion(), DeclareAttacks(), FightAll(), EndAttacksPhase(), PhaseEnd(),
            Thin(side), EndPlayerTurn(side),
        )  # fmt: skip


class BeginPhase(Step, frozen=True):
    """A phase begins."""

    phase: Phase

    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(PhaseBegan(self.phase, play.state.active))


class PhaseEnd(Step, frozen=True):
    """The battery is looked at, and Stirn goes where German is spoken (R-16, R-95)."""

    def advance(self, play: Play[State]) -> Decision | None:
        if stirn_must_go(play.state):
            hexes = stirns_hexes(play.state)
            if len(hexes) > 1:
                menu = [PlaceStirn(at) for at in hexes]
                return Decision(Ask(seat_of("british"), "stirn", "14.6", menu))
            send_stirn(play, hexes[0])
        play.pop()
        end_phase(play)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceStirn)
        send_stirn(play, order.hex)


class Thin(Step, frozen=True):
    """Stacks above the limit give steps until they fit (7.1.2, 9.3.3, R-25)."""

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        units = too_many(play.state, self.side)
        if not units:
            play.pop()
            return None
        about = {"side": self.side, "hex": play.state.at[units[0]]}
        return Decision(Ask(seat_of(self.side), "thin", "7.1.2", [GiveStep(unit) for unit in units], about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, GiveStep)
        play.record(StackThinned(order.unit, play.state.at[order.unit]))
        lose_step(play, order.unit)
        adjust(play, self.side, play.state.tables.army.overstacked)


def too_many(state: State, side: Side) -> list[str]:
    """Who can give a step in the first stack of a side that holds too many: guns if there are too many of
    them, else others."""
    for at in sorted(layout(state).force(side).held):
        if is_overstacked(state, at):
            units = units_at(state, at)
            many_guns = load(state, units)[1] > state.tables.stacking.artillery
            return [unit for unit in units if is_gun(state, unit) == many_guns]
    return []


class EndPlayerTurn(Step, frozen=True):
    """Lafayette without Washington leaves; the American's turn has a test of victory (14.5, 4.1.1)."""

    side: Side

    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(PlayerTurnEnded(self.side))
        if self.side == "american":
            lafayette_leaves(play)
            check_after_american_turn(play)


def lafayette_leaves(play: Play[State]) -> None:
    state = play.state
    lafayette, washington = state.units.role["lafayette"], state.units.role["washington"]
    at = state.at.get(lafayette)
    if at is not None and state.at.get(washington) != at:
        play.record(LafayetteLeft(lafayette))


class EndTurn(Step, frozen=True):
    """The tests at the end of a game turn."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        check_after_turn(play)


def clock(state: State) -> tuple[int, int]:
    """The turn, and whose half of it."""
    return state.turn, state.half
