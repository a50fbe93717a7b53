"""Bidding for the powers (2.1, R-7): players who sit down without one bid strength points for the choice.

Who takes the seats "player_1", "player_2" and so on has no power yet. All bid at once and in secret. The
highest bidder chooses first and removes as many strength points of his own; the others choose in the order
of their bids and remove nothing; dice decide between equal bids.
"""

from collections.abc import Iterable

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.seats import Seat
from domain.wellington.events.bids import BidsRevealed, PowersTaken
from domain.wellington.events.losses import LossesTaken
from domain.wellington.facts.world import POWERS, SHARES, Power
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.bids import BidStrength, TakePowers
from domain.wellington.playing.how_often import how_often
from domain.wellington.position.state import State, duchies_of, sp_of, sp_on_map

Holding = tuple[Power, ...]
"""The powers of one player."""

BIDDING: tuple[tuple[Seat, ...], ...] = tuple(
    tuple(Seat(f"player_{number}") for number in range(1, players + 1))
    for players in sorted({len(share) for share in SHARES}, reverse=True)
)
"""Seats for two, three or four players who bid for their powers."""


class Bid(Step, frozen=True):
    """Everybody bids, sealed and at once (R-7, D-01); no bid is more than the weakest power could pay."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        most = min(sp_on_map(state, power) for power in POWERS)
        menu = [BidStrength(sp) for sp in range(most + 1)]
        return Decision(*(Ask(seat, "bid", "2.1", menu, {"most": most}) for seat in state.seats))

    def handle(self, play: Play[State], answers: Answers) -> None:
        bids = {
            seat: order.sp
            for seat, draft in answers.items()
            for order in draft
            if isinstance(order, BidStrength)
        }
        play.pop()
        play.record(BidsRevealed({seat: bids[seat] for seat in play.state.seats}))
        order: list[Seat] = []
        for sp in sorted(set(bids.values()), reverse=True):
            order.extend(_by_dice(play, [seat for seat in play.state.seats if bids[seat] == sp]))
        play.push(ChoosePowers(tuple(order), bids[order[0]]))


def _by_dice(play: Play[State], seats: list[Seat]) -> list[Seat]:
    """Seats with equal bids, the higher die first; equal dice are rolled again (R-7)."""
    if len(seats) == 1:
        return seats
    dice = {seat: play.roll(seat, 1, 6, "bid_tie", "2.1")[0] for seat in seats}
    order: list[Seat] = []
    for die in sorted(set(dice.values()), reverse=True):
        order.extend(_by_dice(play, [seat for seat in seats if dice[seat] == die]))
    return order


class ChoosePowers(Step, frozen=True):
    """The players choose in this order; the first one pays his bid (R-7, D-01, D-02)."""

    order: tuple[Seat, ...]
    bid: int

    def advance(self, play: Play[State]) -> Decision | None:
        if not self.order:
            play.pop()
            return None
        open_to = holdings_left(play.state)
        if len(open_to) == 1:
            self._take(play, open_to[0])
            return None
        menu = [TakePowers(powers) for powers in open_to]
        return Decision(Ask(self.order[0], "take_powers", "2.1", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, TakePowers)
        self._take(play, order.powers)

    def _take(self, play: Play[State], powers: Holding) -> None:
        seat = self.order[0]
        play.replace(ChoosePowers(self.order[1:], 0))
        play.record(PowersTaken(seat, powers))
        if self.bid:
            play.push(PayBid(seat, powers, self.bid))


def holdings_left(state: State) -> tuple[Holding, ...]:
    """What the next player may take, so that the others can still share the rest (2.1), in impulse order."""
    taken = set(state.players.values())
    ways = [share for share in SHARES if len(share) == len(state.seats) and taken <= set(share)]
    left: Iterable[Holding] = {powers for share in ways for powers in share if powers not in taken}
    return tuple(sorted(left, key=lambda powers: [POWERS.index(power) for power in powers]))


class PayBid(Step, frozen=True):
    """The highest bidder removes strength points of his own, wherever he likes (2.1, D-02)."""

    seat: Seat
    powers: Holding
    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        menu = [
            RemoveSoldier(power, duchy)
            for power in self.powers
            for duchy in duchies_of(state, power)
            if sp_of(state, duchy, power)
        ]
        if not self.left or not menu:
            play.pop()
            return None
        often = how_often(state, menu)
        return Decision(Ask(self.seat, "pay_bid", "2.1", menu, {"left": self.left}, most=often))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        play.replace(PayBid(self.seat, self.powers, self.left - 1))
        play.record(LossesTaken(order.power, order.duchy, 1, (), "bid"))
