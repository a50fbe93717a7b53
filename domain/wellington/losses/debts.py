"""A power that has too few soldiers for an event builds and loses them at once, or owes them (5.12, R-19).

The soldiers need a place where they could be built (6.3), but never come to stand there. It happens outside
the order of impulses, so nobody may answer the cards and they use up no play of an impulse.
"""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.cards import CardPlayed
from domain.wellington.events.debts import RemovalBought, ResourcePaid
from domain.wellington.events.losses import RemovalOwed
from domain.wellington.facts.world import Facts, Power
from domain.wellington.orders.debts import BuyRemoval, OweRemoval, PayWithCard, PayWithResource
from domain.wellington.playing.drawing import draw_card
from domain.wellington.playing.responses import points_of
from domain.wellington.position.control import building_places
from domain.wellington.position.state import State, common_in_hand, seat_of, unbuilt_sp


class SettleRemoval(Step, frozen=True):
    """The power pays for `left` strength points with cards and Resources, or owes them (5.12, D-29).

    `points` are those left of the card that was just paid; an odd one is lost.
    """

    power: Power
    left: int
    card: str
    points: int = 0

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if self.left == 0:
            play.pop()
        elif self.points:
            return self._spend(play)
        elif not _has_means(state, self.power):
            self._owe(play)
        else:
            return self._ask(state, "settle_removal", _payments(state, self.power))
        return None

    def _spend(self, play: Play[State]) -> Decision | None:
        """The points buy what they can; the power is asked only if it has a choice."""
        ways = _purchases(play.state, self.power, self.points)
        if len(ways) > 1:
            return self._ask(play.state, "buy_removal", ways)
        if ways:
            self._buy(play, ways[0].regrouped)
        else:
            play.replace(SettleRemoval(self.power, self.left, self.card))
        return None

    def _ask(self, state: State, prompt: str, menu: list[Order] | list[BuyRemoval]) -> Decision:
        about = {"power": self.power, "left": self.left, "card": self.card, "points": self.points}
        return Decision(Ask(seat_of(state, self.power), prompt, "5.12", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, BuyRemoval):
            self._buy(play, order.regrouped)
        elif isinstance(order, PayWithCard):
            points = points_of(play.state, order.card)
            play.replace(SettleRemoval(self.power, self.left, self.card, points))
            play.record(CardPlayed(self.power, order.card, "points", own=False, target=self.card))
        elif isinstance(order, PayWithResource):
            play.record(ResourcePaid(self.power))
            draw_card(play, self.power)
        else:
            self._owe(play)

    def _buy(self, play: Play[State], regrouped: bool) -> None:
        points = self.points - _price(play.state.facts, regrouped)
        play.replace(SettleRemoval(self.power, self.left - 1, self.card, points))
        play.record(RemovalBought(self.power, self.card, regrouped))

    def _owe(self, play: Play[State]) -> None:
        play.pop()
        play.record(RemovalOwed(self.power, self.card, self.left))


def _price(facts: Facts, regrouped: bool) -> int:
    return facts.tables.costs.regroup_sp if regrouped else facts.tables.costs.build_sp


def _has_means(state: State, power: Power) -> bool:
    """Could it pay anything? Told from open facts alone, so that it gives no hand away."""
    soldiers = unbuilt_sp(state, power) or state.regroup[power]
    places = building_places(state, power, for_leader=False)
    return bool(soldiers and places and (state.hands[power] or state.resources[power]))


def _payments(state: State, power: Power) -> list[Order]:
    facts = state.facts
    orders: list[Order] = [
        PayWithCard(power, card) for card in state.hands[power] if not facts.card[card].is_mandatory
    ]
    if state.resources[power] and len(common_in_hand(state, power)) < facts.tables.hand.limit:
        orders.append(PayWithResource(power))
    return [*orders, OweRemoval(power)]


def _purchases(state: State, power: Power, points: int) -> list[BuyRemoval]:
    facts, in_stock = state.facts, {False: unbuilt_sp(state, power), True: state.regroup[power]}
    return [BuyRemoval(power, box) for box, sp in in_stock.items() if sp and _price(facts, box) <= points]
