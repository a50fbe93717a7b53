"""The Interphase between two turns (16): Resources, reinforcements, redeployment, cards."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.events.cards import CardRemoved
from domain.wellington.events.interphase import CardReturned, InterphaseBegan
from domain.wellington.facts.world import POWERS, SIDE_OF, Power
from domain.wellington.interphase.redeployment import EndRedeployments, Redeploy, Withdraw
from domain.wellington.interphase.reinforcements import (
    GainResources,
    RollReinforcements,
    SpendReinforcements,
)
from domain.wellington.playing.hands import (
    DealNationalCards,
    DiscardExcess,
    DrawHands,
    Mulligan,
    ReturnOldCards,
    TradeExcess,
)
from domain.wellington.playing.lasting import end_with_turn
from domain.wellington.position.state import State


class Interphase(Step, frozen=True):
    """All parts in impulse order from the power with the next scheduled impulse (16, R-89)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        end_with_turn(play)
        _remove(play, "remove_at_interphase")
        first = play.state.track
        play.record(InterphaseBegan(first))
        powers = impulse_order(first)
        play.push(
            GainResources(), *_reinforcements(powers),
            *(Redeploy(power) for power in powers), EndRedeployments(),
            *(Withdraw(power) for power in powers), DrawHands(powers),
            *(step for power in powers for step in (Mulligan(power), ReturnOldCards((power,)))),
            *(step for power in powers for step in _excess(power)), DealNationalCards(powers),
            EndInterphase(),
        )  # fmt: skip
        return None


def impulse_order(first: Power) -> tuple[Power, ...]:
    """The powers round the track, this one first (1.3)."""
    place = POWERS.index(first)
    return POWERS[place:] + POWERS[:place]


def _reinforcements(powers: tuple[Power, ...]) -> list[Step]:
    """Each power rolls and spends; the first French one rolls for both, before either spends (16.21)."""
    french = tuple(power for power in powers if SIDE_OF[power] == "french")
    steps: list[Step] = []
    for power in powers:
        if power not in french[1:]:
            rolls_for = french if power in french else (power,)
            steps.append(RollReinforcements(power, rolls_for))
        steps.append(SpendReinforcements(power, keeps=True))
    return steps


def _excess(power: Power) -> tuple[Step, ...]:
    return DiscardExcess(power), TradeExcess(power), SpendReinforcements(power, keeps=False)


def _remove(play: Play[State], when: str) -> None:
    facts = play.state.facts
    for each in play.state.lasting:
        if facts.card[each.card].after == when:
            play.record(CardRemoved(each.card))


class EndInterphase(Step, frozen=True):
    """Cards that lay open until now leave (#85, #86); the next turn begins."""

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        _remove(play, "remove_after_interphase")
        for each in play.state.lasting:
            if facts.card[each.card].after == "keep_then_reshuffle_after_interphase":
                play.record(CardReturned(each.card))
        return None
