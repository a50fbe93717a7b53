"""Soldiers placed by an event: what is short is first freed, what is owed goes at once (5.11, 5.12)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.events.losses import RemovalPaid
from domain.wellington.events.points import PiecePlaced
from domain.wellington.losses import RemoveSoldiers
from domain.wellington.state import State, unbuilt_sp
from domain.wellington.world import Power


class PlaceSoldiers(Step, frozen=True):
    """An event places soldiers; a debt takes the first of them (5.11, 5.12, R-40)."""

    power: Power
    duchy: str
    sp: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        place_soldiers(play, self.power, self.duchy, self.sp)
        return None


def place_soldiers(play: Play[State], power: Power, duchy: str, sp: int, regrouped: bool = False) -> None:
    """Soldiers come into play; what the power owes goes at once (5.12, R-19)."""
    play.record(PiecePlaced(power, duchy, sp=sp, regrouped=regrouped))
    for card, owed in play.state.debts[power].items():
        paid = min(sp, owed)
        if paid:
            sp -= paid
            play.record(RemovalPaid(power, card, paid, duchy))


def place_by_card(play: Play[State], power: Power, duchy: str, sp: int, card: str) -> None:
    """An event places soldiers in full: what is not there to place is first taken off the map (5.11)."""
    short = max(0, sp - unbuilt_sp(play.state, power))
    play.push(RemoveSoldiers(power, short, card), PlaceSoldiers(power, duchy, sp))
