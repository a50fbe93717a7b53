"""Pieces lost in a battle, or sent to the Regroup Box: shared among allies, leaders last (11.51)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.events.battle import Cause, PiecesLost
from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power
from domain.wellington.movement.groups import chief, commander
from domain.wellington.orders.answers import RemoveLeader
from domain.wellington.orders.battle import TakeOddLoss
from domain.wellington.playing.how_often import how_often
from domain.wellington.playing.lasting import end_with_leader
from domain.wellington.position.state import State, leaders_of, seat_of, sp_of


class LosePieces(Step, frozen=True):
    """These powers lose so many pieces in a duchy, shared as evenly as can be (11.51, R-58, R-59).

    Leaders fall only after all soldiers, the commander last. More losses than pieces are lost.
    """

    duchy: str
    powers: tuple[Power, ...]
    left: int
    cause: Cause
    regrouped: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        soldiers = {power: sp_of(state, self.duchy, power) for power in self.powers}
        losses = min(self.left, sum(soldiers.values()))
        if losses == 0:
            return self._leaders(play)
        shares = shared(losses, soldiers)
        if shares is not None:
            self._soldiers(play, shares)
            return None
        return self._odd(state)

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, TakeOddLoss)
        soldiers = {power: sp_of(play.state, self.duchy, power) for power in self.powers}
        losses = min(self.left, sum(soldiers.values()))
        half = (losses or self.left) // 2
        shares = {power: half + (power == order.power) for power in self.powers}
        if losses:
            self._soldiers(play, shares)
        else:
            self._officers(play, shares)

    def _odd(self, state: State) -> Decision:
        """The commander's power says where an odd loss falls (11.51)."""
        seat = seat_of(state, chief(state, self.duchy, SIDE_OF[self.powers[0]]))
        about = {"duchy": self.duchy, "left": self.left}
        return Decision(Ask(seat, "odd_loss", "11.51", [TakeOddLoss(power) for power in self.powers], about))

    def _soldiers(self, play: Play[State], shares: dict[Power, int]) -> None:
        left = self.left - sum(shares.values())
        play.replace(LosePieces(self.duchy, self.powers, left, self.cause, self.regrouped))
        for power in self.powers:
            if shares.get(power):
                play.record(PiecesLost(power, self.duchy, shares[power], (), self.cause, self.regrouped))

    def _leaders(self, play: Play[State]) -> Decision | None:
        """Staff officers are shared like soldiers; the commander falls when nobody else is left (R-58)."""
        state = play.state
        there = [leader for power in self.powers for leader in leaders_of(state, self.duchy, power)]
        if self.left >= len(there):
            play.pop()
            lose_leaders(play, self.duchy, tuple(there), self.cause, self.regrouped)
            return None
        staff = {power: len(staff_of(state, self.duchy, power)) for power in self.powers}
        losses = min(self.left, sum(staff.values()))
        shares = shared(losses, staff) if losses else {}
        if shares is None:
            return self._odd(state)
        self._officers(play, shares)
        return None

    def _officers(self, play: Play[State], shares: dict[Power, int]) -> None:
        play.pop()
        losses = ((power, count) for power, count in shares.items() if count)
        play.push(*(LoseOfficers(power, self.duchy, n, self.cause, self.regrouped) for power, n in losses))


class LoseOfficers(Step, frozen=True):
    """A power loses so many leaders in a duchy, of its own choice, but not the commander there (R-58)."""

    power: Power
    duchy: str
    left: int
    cause: Cause
    regrouped: bool

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        staff = staff_of(state, self.duchy, power)
        if 0 < self.left < len(staff):
            about = {"power": power, "duchy": self.duchy, "left": self.left}
            menu = [RemoveLeader(leader) for leader in staff]
            often = how_often(state, menu)
            return Decision(Ask(seat_of(state, power), "remove_leader", "11.51", menu, about, most=often))
        play.pop()
        lose_leaders(play, self.duchy, staff[: self.left], self.cause, self.regrouped)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveLeader)
        play.replace(LoseOfficers(self.power, self.duchy, self.left - 1, self.cause, self.regrouped))
        lose_leaders(play, self.duchy, (order.leader,), self.cause, self.regrouped)


def staff_of(state: State, duchy: str, power: Power) -> tuple[str, ...]:
    """The power's leaders there but for the commander."""
    chief_leader = commander(state, duchy, SIDE_OF[power])
    return tuple(leader for leader in leaders_of(state, duchy, power) if leader != chief_leader)


def lose_leaders(
    play: Play[State], duchy: str, leaders: tuple[str, ...], cause: Cause, regrouped: bool = False
) -> None:
    """Leaders fall, and the cards that lie with them go."""
    for leader in leaders:
        play.record(PiecesLost(POWER_OF[leader], duchy, 0, (leader,), cause, regrouped))
        end_with_leader(play, leader)


def shared(losses: int, soldiers: dict[Power, int]) -> dict[Power, int] | None:
    """How many strength points each power loses; None if somebody must say where an odd one falls."""
    having = [power for power, sp in soldiers.items() if sp]
    if len(having) == 1:
        return {having[0]: losses}
    low, (poor, rich) = losses // 2, sorted(having, key=lambda power: soldiers[power])
    if soldiers[poor] <= low:
        return {poor: soldiers[poor], rich: losses - soldiers[poor]}
    return {poor: low, rich: low} if losses % 2 == 0 else None
