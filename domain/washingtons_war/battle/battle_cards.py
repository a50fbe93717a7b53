"""Cards in a battle: each side may use one, the attacker first and openly (9.2 Step 1, 9.45, 6.33)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.decks.in_battle import (
    battle_uses,
    carry_out_in_battle,
    lay_in_battle,
    modifier_of,
)
from domain.washingtons_war.events.battle import BattleCardUsed, CardUse
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER, seat_of
from domain.washingtons_war.orders.battle import DiscardForBattle, PlayBattleCard, UseNoCard
from domain.washingtons_war.position.state import State, fight_of

USE_NO_CARD = UseNoCard()


class UseCard(Step, frozen=True):
    """The side plays a battle card, discards an event, or does neither (D-15, D-16).

    It is asked whenever it holds a card, so that the question tells nothing about what it holds.
    """

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        state, fight = play.state, fight_of(play.state)
        if not state.hands[self.side]:
            play.pop()
            return None
        about = {"space": fight.where, "side": self.side, "enemy": OTHER[self.side]}
        return Decision(
            Ask(
                seat_of(self.side), "battle_card", "9.45",
                lambda draft: card_menu(state, self.side), about, "battle_card", USE_NO_CARD,
            )
        )  # fmt: skip

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        match the_order(answers):
            case PlayBattleCard(card):
                self._use(play, card, "battle_card")
            case DiscardForBattle(card):
                self._use(play, card, "discard")

    def _use(self, play: Play[State], card: str, use: CardUse) -> None:
        lay_in_battle(play, self.side, card, use)
        play.record(BattleCardUsed(self.side, card, use, modifier_of(play.state, card, use)))
        carry_out_in_battle(play, self.side, card, use)


def card_menu(state: State, side: Side) -> list[Order]:
    """What the side may do with its hand in a battle."""
    menu: list[Order] = [USE_NO_CARD]
    for card, use in battle_uses(state, side):
        menu.append(PlayBattleCard(card) if use == "battle_card" else DiscardForBattle(card))
    return menu
