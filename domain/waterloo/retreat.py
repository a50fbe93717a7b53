"""What a lost battle costs: losses, chateau points, retreat and advance (9.4, 9.5, 10, W-54 to W-68)."""

from collections.abc import Sequence
from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.waterloo import leaders, places
from domain.waterloo.events.battle import (
    BattleResolved,
    ChateauPointRemoved,
    RetreatBlocked,
    UnitAdvanced,
    UnitRetreated,
)
from domain.waterloo.events.losses import UnitEliminated, UnitReduced
from domain.waterloo.facts import FACINGS, Square
from domain.waterloo.facts.ids import FRONT_OF, NEIGHBOUR, OTHER_FRONT
from domain.waterloo.orders import AbsorbLoss, AdvanceWith, Part, ReduceUnit, RetreatTo, Stand
from domain.waterloo.position.state import (
    State,
    empty_beside,
    has_all_round_front,
    leader_on,
    may_be_reduced,
    seat_of_unit,
)

_retreat_order = cache(RetreatTo)
_advance_order = cache(AdvanceWith)


def reduce(play: Play[State], unit: str, blocked: bool = False) -> None:
    """The unit is reduced, or eliminated if it has no reduced side left to turn to (9.5); then a leader who
    was with it goes before anything else on the agenda."""
    at = play.state.units[unit]
    assert at.square is not None
    if may_be_reduced(play.state, unit):
        play.record(UnitReduced(unit, "blocked" if blocked else "battle"))
        return
    leader = leader_on(play.state, at.square, FRONT_OF[unit])
    play.record(
        UnitEliminated(
            unit=unit,
            square=at.square,
            was_reduced=at.reduced,
            full_value=play.state.facts.units[unit].full,
            cause="blocked" if blocked else "battle",
            scored_by=OTHER_FRONT[FRONT_OF[unit]],
        )
    )
    leaders.lose_unit(play, leader)


class AttackerLoses(Step, frozen=True):
    """The attacker lost by more than double: one of his strongest units is reduced (W-54, D-16)."""

    units: tuple[str, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        if len(self.units) == 1:
            self._suffer(play, self.units[0])
            return None
        seat = seat_of_unit(play.state, self.units[0])
        return Decision(Ask(seat, "reduce_attacker", "9.4", [ReduceUnit(unit) for unit in self.units]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, ReduceUnit)
        self._suffer(play, order.unit)

    def _suffer(self, play: Play[State], unit: str) -> None:
        play.pop()
        reduce(play, unit)


class DefenderLoses(Step, frozen=True):
    """The defender lost: its owner absorbs, stands or retreats (9.4, W-55 to W-64, D-12 to D-15).

    `parts` are what it still has to suffer; `may_absorb`: chateau points were not yet asked for.
    `advancing` are the attackers of whom one advances if the square is vacated (W-60).
    """

    unit: str
    square: Square
    advancing: tuple[str, ...]
    parts: tuple[Part, ...]
    may_absorb: bool = True

    @classmethod
    def by(cls, battle: BattleResolved, advancing: tuple[str, ...]) -> "DefenderLoses":
        """As this battle demands: two parts if it was lost by more than double (W-63)."""
        parts: tuple[Part, ...] = ("reduction", "retreat") if battle.more_than_double else ("loss",)
        return cls(battle.target, battle.square, advancing, parts)

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if not self.parts or state.units[self.unit].square != self.square:
            self._finish(play)
            return None
        menu = self._menu(state)
        if len(menu) > 1:
            about = {"unit": self.unit, "square": self.square}
            return Decision(Ask(seat_of_unit(state, self.unit), "loss", "9.4", menu, about))
        if menu:
            self._do(play, menu[0])
        else:
            self._suffer(play)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        self._do(play, the_order(answers))

    def _points(self, state: State) -> int:
        """The destruction points that can absorb (10); only infantry has them (W-67)."""
        if self.may_absorb and has_all_round_front(state, self.unit):
            return state.chateaux.get(self.square, 0)
        return 0

    def _menu(self, state: State) -> Sequence[Order]:
        """The choices; none where the rules leave no choice but to suffer the next part."""
        points = self._points(state)
        if self.parts[0] == "reduction":
            return self._absorb_two(state, points) if points else ()
        retreats = [
            _retreat_order(self.unit, to, facing)
            for to in self._ways_out(state)
            for facing in FACINGS
        ]
        if self.parts[0] == "retreat":
            return retreats
        orders: list[Order] = [AbsorbLoss(self.unit, ("loss",))] if points else []
        if may_be_reduced(state, self.unit):
            orders.append(Stand(self.unit))
        if points and len(orders) == 1 and not retreats:
            orders.append(AbsorbLoss(self.unit, ()))  # or be eliminated
        return [*orders, *retreats]

    def _ways_out(self, state: State) -> Sequence[Square]:
        """Flanks and rear; the front too, if it was attacked from one flank or the rear alone (9.5, W-57).

        Who attacks from the front stands there; infantry in a chateau has neither flanks nor rear (10).
        """
        empty = empty_beside(state, self.square)
        if not state.beset or has_all_round_front(state, self.unit):
            return empty
        ahead = NEIGHBOUR[self.square][state.units[self.unit].facing]
        return [to for to in empty if to != ahead]

    def _absorb_two(self, state: State, points: int) -> Sequence[Order]:
        choices: list[tuple[Part, ...]] = [("reduction", "retreat")] if points > 1 else []
        choices.append(("reduction",))
        if may_be_reduced(state, self.unit):  # else the reduction eliminates it (W-64)
            choices.append(("retreat",))
        choices.append(())
        return [AbsorbLoss(self.unit, parts) for parts in choices]

    def _do(self, play: Play[State], order: Order) -> None:
        if isinstance(order, AbsorbLoss):
            self._absorb(play, order.parts)
        elif isinstance(order, Stand):
            play.record(UnitReduced(self.unit, "stand"))
            self._go_on(play, ())
        else:
            assert isinstance(order, RetreatTo)
            leader = leader_on(play.state, self.square, FRONT_OF[self.unit])
            play.record(UnitRetreated(self.unit, self.square, order.to, order.facing, leader))
            places.enter(play, self.unit, order.to)
            self._go_on(play, ())
            leaders.make_way(play, self.unit, order.to)

    def _absorb(self, play: Play[State], absorbed: tuple[Part, ...]) -> None:
        for part in absorbed:
            left = play.state.chateaux[self.square] - 1
            play.record(ChateauPointRemoved(self.square, part, left))
        self._go_on(play, tuple(part for part in self.parts if part not in absorbed))

    def _suffer(self, play: Play[State]) -> None:
        """No choice: the reduction of a worse loss, or a retreat that is blocked (W-56, W-58)."""
        if self.parts[0] == "reduction":
            self._go_on(play, self.parts[1:])
            reduce(play, self.unit)
        else:
            self._go_on(play, ())
            play.record(RetreatBlocked(self.unit))
            reduce(play, self.unit, blocked=True)

    def _go_on(self, play: Play[State], parts: tuple[Part, ...]) -> None:
        play.replace(DefenderLoses(self.unit, self.square, self.advancing, parts, may_absorb=False))

    def _finish(self, play: Play[State]) -> None:
        play.pop()
        if play.state.units[self.unit].square != self.square:
            play.push(Advance(self.square, self.advancing))


class Advance(Step, frozen=True):
    """One attacker enters the vacated square and takes any facing (9.4, W-60, D-17, D-18)."""

    square: Square
    units: tuple[str, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        orders = [_advance_order(unit, self.square, facing) for unit in self.units for facing in FACINGS]
        seat = seat_of_unit(play.state, self.units[0])
        return Decision(Ask(seat, "advance", "9.4", orders, {"square": self.square}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, AdvanceWith)
        start = play.state.units[order.unit].square
        assert start is not None
        play.pop()
        play.record(UnitAdvanced(order.unit, start, order.to, order.facing))
        places.enter(play, order.unit, order.to)
        leaders.make_way(play, order.unit, order.to)
