"""Losses that a power chooses itself: for events (5.12) and for attrition (13.1)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.cards import EffectEnded
from domain.wellington.events.losses import LossesTaken, RemovalOwed
from domain.wellington.orders.answers import ProposeLosses, RemoveLeader, RemoveSoldier
from domain.wellington.state import State, duchies_of, seat_of, sp_of, sp_on_map
from domain.wellington.world import Power


class RemoveSoldiers(Step, frozen=True):
    """A power eliminates so many strength points of its choice for an event (5.12, R-19)."""

    power: Power
    left: int
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        power, state = self.power, play.state
        if self.left == 0:
            play.pop()
            return None
        if sp_on_map(state, power) == 0:
            play.pop()
            play.record(RemovalOwed(power, self.card, self.left))
            return None
        places = [duchy for duchy in duchies_of(state, power) if sp_of(state, duchy, power)]
        about = {"power": power, "left": self.left, "card": self.card}
        menu = [RemoveSoldier(power, duchy) for duchy in places]
        return Decision(Ask(seat_of(state, power), "remove_soldier", "5.12", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        play.replace(RemoveSoldiers(self.power, self.left - 1, self.card))
        play.record(LossesTaken(self.power, order.duchy, 1, (), self.card))


class ShareLosses(Step, frozen=True):
    """The French share losses between Sud and Nord; if they disagree, `arbiter` does (#4, #5, R-20)."""

    total: int
    card: str
    arbiter: Power
    disagreed: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        asked: tuple[Power, ...] = (self.arbiter,) if self.disagreed else ("sud", "nord")
        about = {"total": self.total, "card": self.card}
        menu = self._menu(state)
        seats = {seat_of(state, power): None for power in asked}
        return Decision(*(Ask(seat, "share_losses", f"#{self.card}", menu, about) for seat in seats))

    def _menu(self, state: State) -> Sequence[Order]:
        sud, nord = sp_on_map(state, "sud"), sp_on_map(state, "nord")
        total = self.total
        if sud + nord < total:
            return [ProposeLosses(each, total - each) for each in range(total + 1)]
        return [ProposeLosses(s, total - s) for s in range(total + 1) if s <= sud and total - s <= nord]

    def handle(self, play: Play[State], answers: Answers) -> None:
        offers = {order for draft in answers.values() for order in draft if isinstance(order, ProposeLosses)}
        if len(offers) > 1:
            play.replace(ShareLosses(self.total, self.card, self.arbiter, disagreed=True))
            return
        (offer,) = offers
        play.pop()
        play.push(RemoveSoldiers("sud", offer.sud, self.card), RemoveSoldiers("nord", offer.nord, self.card))


class TakeAttrition(Step, frozen=True):
    """A formation loses so many strength points; leaders only after its last soldier (13.1, R-81)."""

    power: Power
    duchy: str
    sp: int
    leaders: tuple[str, ...]
    losses: int

    def advance(self, play: Play[State]) -> Decision | None:
        soldiers = min(self.losses, self.sp, sp_of(play.state, self.duchy, self.power))
        if soldiers:
            left = self.losses - soldiers
            play.replace(TakeAttrition(self.power, self.duchy, 0, self.leaders, left))
            play.record(LossesTaken(self.power, self.duchy, soldiers, (), "attrition"))
            return None
        if self.losses == 0 or not self.leaders:
            play.pop()
            return None
        if self.losses >= len(self.leaders) or len(self.leaders) == 1:
            play.pop()
            self._lose(play, self.leaders)
            return None
        menu = [RemoveLeader(leader) for leader in self.leaders]
        about = {"power": self.power, "duchy": self.duchy, "left": self.losses}
        return Decision(Ask(seat_of(play.state, self.power), "remove_leader", "13.1", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveLeader)
        rest = tuple(leader for leader in self.leaders if leader != order.leader)
        play.replace(TakeAttrition(self.power, self.duchy, 0, rest, self.losses - 1))
        self._lose(play, (order.leader,))

    def _lose(self, play: Play[State], leaders: tuple[str, ...]) -> None:
        play.record(LossesTaken(self.power, self.duchy, 0, leaders, "attrition"))
        for each in play.state.lasting:
            if each.target in leaders:
                play.record(EffectEnded(each.card))
