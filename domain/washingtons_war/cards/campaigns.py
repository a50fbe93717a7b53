"""Cards that activate generals: campaigns, and the one that takes a general further (7.2, 7.3.C)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.facts import CardStep, Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.movement.activation import Activation
from domain.washingtons_war.movement.campaign import Campaign
from domain.washingtons_war.orders.movement import SendGeneral
from domain.washingtons_war.position.card_table import effects
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import generals_on_map


@effects("campaign")
def _campaign(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    play.push(Campaign(step.activations))


@effects("activate")
def _activate(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    play.push(ActivateByCard(side, card, step.movement, step.battle_within))


class ActivateByCard(Step, frozen=True):
    """A side activates one of its generals, whatever his strategy rating, for so many spaces (7.3.C)."""

    side: Side
    card: str
    spaces: int
    battle_within: int

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [SendGeneral(general) for general in generals_on_map(play.state, self.side)]
        if not menu:
            play.pop()
            return None
        about = {"side": self.side, "card": self.card}
        return Decision(Ask(seat_of(self.side), "activate_by_card", "7.3.C", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, SendGeneral)
        play.replace(Activation(order.general, spaces=self.spaces, battle_within=self.battle_within))
