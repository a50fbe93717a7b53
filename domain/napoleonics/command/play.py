"""Playing the command card of a turn, and what it asks first (R-12 to R-19)."""

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.napoleonics.command.eligible import everybody, has_named
from domain.napoleonics.command.orders import IssueOrders
from domain.napoleonics.command.rolls import RollOrderDice
from domain.napoleonics.command.supply import CutSupply
from domain.napoleonics.events.cards import CommandCardPlayed, OneUnitChosen, PiecesOrdered, SectionChosen
from domain.napoleonics.facts.board import SECTION_OF
from domain.napoleonics.facts.sides import FLANKS, seat_of
from domain.napoleonics.orders.cards import ChooseSection, PlayCard, UseCard
from domain.napoleonics.position.state import State, card_of, edge_of


class ChooseCard(Step, frozen=True):
    """The active player plays a card; any card may be played (R-12, R-116)."""

    def advance(self, play: Play[State]) -> Decision | None:
        side = play.state.active
        hand = play.state.hands[side]
        if not hand:
            play.pop()
            return None
        menu = [PlayCard(card) for card in hand]
        return Decision(Ask(seat_of(side), "command", "4", menu, {"side": side, "cards": len(hand)}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, state = the_order(answers), play.state
        assert isinstance(order, PlayCard)
        play.pop()
        kind, mirrored = acts_as(state, order.card)
        value = len(state.hands[state.active])
        play.record(CommandCardPlayed(state.active, order.card, kind, value, mirrored))
        if kind:
            carry_out(play)


def acts_as(state: State, card: str) -> tuple[str, bool]:
    """What a card acts as, and whether left and right are exchanged (R-16); nothing without one to copy."""
    kind = state.facts.deck[card]
    if state.facts.cards[kind].doing != "copy":
        return kind, False
    if state.last is None or not state.last.kind:
        return "", False
    return state.last.kind, not state.last.mirrored


def carry_out(play: Play[State]) -> None:
    """What the card asks first."""
    card, side = card_of(play.state), play.state.active
    if card.fallback and card.doing != "alternative" and not has_named(play.state, side):
        play.record(OneUnitChosen(side))
        play.push(IssueOrders())
        return
    match card.doing:
        case "order" if card.by == "all":
            order_everybody(play)
        case "order":
            play.push(IssueOrders())
        case "section":
            play.push(ChooseOneSection())
        case "alternative":
            play.push(ChooseUse())
        case "supply":
            play.push(CutSupply())
        case "rally" | "elan":
            play.push(RollOrderDice())


def order_everybody(play: Play[State]) -> None:
    """All whom the card orders are ordered; squares among them may leave."""
    pieces = everybody(play.state)
    if pieces:
        play.record(PiecesOrdered(play.state.active, pieces))
        play.push(IssueOrders())


class ChooseOneSection(Step, frozen=True):
    """The section whose units are ordered (R-124)."""

    def advance(self, play: Play[State]) -> Decision:
        menu = [ChooseSection(flank) for flank in FLANKS]
        return Decision(Ask(seat_of(play.state.active), "section", "R-124", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, side = the_order(answers), play.state.active
        assert isinstance(order, ChooseSection)
        play.pop()
        play.record(SectionChosen(side, SECTION_OF[edge_of(play.state, side)][order.flank]))
        order_everybody(play)


class ChooseUse(Step, frozen=True):
    """Use the card as it says, or order one unit normally (R-19)."""

    def advance(self, play: Play[State]) -> Decision:
        menu: list[Order] = [UseCard("card"), UseCard("one_unit")]
        return Decision(Ask(seat_of(play.state.active), "use", "R-19", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, UseCard)
        play.pop()
        if order.kind == "one_unit":
            play.record(OneUnitChosen(play.state.active))
        play.push(IssueOrders())
