"""Campaign cards: several generals act one after the other, or a Landing Party goes ashore (7.2)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.events.markers import MarkerFlipped, MarkerPlaced
from domain.washingtons_war.events.movement import CampaignEnded, LandingPartyMade
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.movement.activation import Activation
from domain.washingtons_war.orders.movement import EndCampaign, LandParty, SendGeneral
from domain.washingtons_war.position.control import is_blockaded
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import generals_on_map, has_american_unit

END_CAMPAIGN = EndCampaign()


class Campaign(Step, frozen=True):
    """The player of the card activates up to `count` generals, one after the other (7.2.A, D-9)."""

    count: int

    def advance(self, play: Play[State]) -> Decision | None:
        state, side = play.state, _side(play.state)
        done = _done(state)
        menu = campaign_menu(state, side) if done < self.count else []
        if not menu:
            self._end(play)
            return None
        about = {"left": self.count - done}
        return Decision(Ask(seat_of(side), "campaign", "7.2", [*menu, END_CAMPAIGN], about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, SendGeneral):
            play.push(Activation(order.general, campaign=True))
        elif isinstance(order, LandParty):
            _land(play, order.port)
        else:
            self._end(play)

    def _end(self, play: Play[State]) -> None:
        play.pop()
        done = play.state.campaign
        play.record(CampaignEnded(_side(play.state), done.activated if done is not None else ()))


def campaign_menu(state: State, side: Side) -> Sequence[Order]:
    """The generals who have not acted with this card, and the ports for a Landing Party."""
    acted = state.campaign.activated if state.campaign is not None else ()
    menu: list[Order] = [
        SendGeneral(general) for general in generals_on_map(state, side) if general not in acted
    ]
    landed = state.campaign is not None and state.campaign.landed
    if side == "british" and not landed:
        menu += [LandParty(port) for port in landing_ports(state)]
    return menu


def landing_ports(state: State) -> tuple[str, ...]:
    """Ports where seamen may flip an American marker or place one of their own (7.2.B, R-46)."""
    facts = state.facts
    return tuple(
        [
            port
            for port in facts.ports
            if port not in facts.fortified and not is_blockaded(state, port)
            if state.markers.get(port) != "british" and not has_american_unit(state, port)
        ]
    )


def _land(play: Play[State], port: str) -> None:
    is_flip = port in play.state.markers
    play.record(LandingPartyMade(port, is_flip))
    happened = MarkerFlipped if is_flip else MarkerPlaced
    play.record(happened(port, "british", "landing", "7.2.B"))


def _done(state: State) -> int:
    return 0 if state.campaign is None else len(state.campaign.activated) + state.campaign.landed


def _side(state: State) -> Side:
    assert state.impulse is not None, "a campaign is played as an impulse"
    return state.impulse.side
