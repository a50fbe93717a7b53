"""What answers do to the pieces in a battle or siege, or on their way there: attrition, fallen leaders."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.battle.battle_losses import LosePieces, lose_leaders
from domain.wellington.battle.dice import pieces_of
from domain.wellington.events.battle import (
    Cause,
    CommandLost,
    HitsScored,
    PiecesLost,
    PiecesReturned,
    SkirmishLost,
)
from domain.wellington.events.sieges import BesiegerHarmed
from domain.wellington.facts.world import POWER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.losses.losses import is_sheltered
from domain.wellington.losses.raids import roll_attrition
from domain.wellington.movement.groups import chief, commander
from domain.wellington.orders.answers import RemoveLeader, RemoveSoldier
from domain.wellington.playing.responses import Window
from domain.wellington.position import card_changes
from domain.wellington.position.conflict import Part, Siege
from domain.wellington.position.state import (
    State,
    Troop,
    changed,
    counters_for,
    free_counters,
    parts_at,
    seat_of,
    sp_of,
)


def maul(
    play: Play[State], side: Side, duchy: str, card: str, cause: Cause = "card", *, counts: bool = True,
    with_bonus: bool = False, regrouped: bool = False, before: str = "", movers: tuple[Part, ...] = (),
) -> None:  # fmt: skip
    """All pieces of the side there, or these `movers`, take attrition because of a card; answers come before
    the losses.

    If it `counts` each loss is a hit in the battle or siege there, else in the battle `before` them (C-95).
    """
    if is_sheltered(play.state, POWERS_OF[side][0], duchy):
        return
    losses = roll_attrition(play, duchy, side, card, with_bonus=with_bonus, parts=movers or None)
    if losses:
        step = Maul(side, duchy, losses, cause, counts, regrouped, before or duchy, movers)
        play.push(Window("attrition_rolled"), step)


class Maul(Step, frozen=True):
    """The losses of a side by such attrition, or of its `movers` there, and their hits."""

    side: Side
    duchy: str
    losses: int
    cause: Cause
    counts: bool
    regrouped: bool
    before: str
    movers: tuple[Part, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        share: Step = ShareMauling(self.side, self.duchy, self.losses, self.cause, self.regrouped)
        if self.movers:
            share = MaulMovers(self.side, self.duchy, self.losses, self.cause, self.regrouped, self.movers)
        siege = besieging(play.state, self.side, self.before)
        if self.counts and siege is not None:
            play.push(share, CountBesieger(pieces_of(play.state, siege.duchy, siege.power)))
            return None
        if self.counts:
            count_hits(play, self.before, self.side, self.losses)
        play.push(share)
        return None


class CountBesieger(Step, frozen=True):
    """What the besieger has lost of so many pieces are hits; what its ally loses there is not (12.31)."""

    before: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        siege = play.state.siege
        assert siege is not None, "a siege was under way"
        lost = self.before - pieces_of(play.state, siege.duchy, siege.power)
        if lost:
            play.record(BesiegerHarmed(siege.duchy, lost))
        return None


class ShareMauling(Step, frozen=True):
    """As in all attrition the commander's power chooses among soldiers of two powers (13.1, R-81)."""

    side: Side
    duchy: str
    left: int
    cause: Cause
    regrouped: bool

    def advance(self, play: Play[State]) -> Decision | None:
        state, duchy = play.state, self.duchy
        able = {power: sp_of(state, duchy, power) for power in POWERS_OF[self.side]}
        if min(able.values()) and sum(able.values()) > self.left > 0:
            power = chief(state, duchy, self.side)
            often: dict[Order, int] = {RemoveSoldier(each, duchy): sp for each, sp in able.items()}
            about = {"power": power, "duchy": duchy, "left": self.left}
            return Decision(Ask(seat_of(state, power), "remove_soldier", "13.1", [*often], about, most=often))
        play.pop()
        play.push(LosePieces(duchy, POWERS_OF[self.side], self.left, self.cause, self.regrouped))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        play.replace(ShareMauling(self.side, self.duchy, self.left - 1, self.cause, self.regrouped))
        play.record(PiecesLost(order.power, self.duchy, 1, (), self.cause, self.regrouped))


class MaulMovers(Step, frozen=True):
    """Only pieces of the `parts` are lost: their soldiers, as the commander's power says, then their leaders
    (13.1, R-81). Others in the duchy do not move.
    """

    side: Side
    duchy: str
    left: int
    cause: Cause
    regrouped: bool
    parts: tuple[Part, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        state, duchy = play.state, self.duchy
        there = parts_at(state, duchy, self.parts)
        able = {part.power: part.sp for part in there if part.sp}
        leaders = tuple(leader for part in there for leader in part.leaders)
        if self.left and len(able) > 1 and sum(able.values()) > self.left:
            often: dict[Order, int] = {RemoveSoldier(each, duchy): sp for each, sp in able.items()}
            return self._ask(state, "remove_soldier", often)
        if self.left and not able and len(leaders) > self.left:
            return self._ask(state, "remove_leader", {RemoveLeader(leader): 1 for leader in leaders})
        play.pop()
        left = self.left
        for power, sp in able.items():
            self._lose_soldiers(play, power, min(left, sp))
            left -= min(left, sp)
        if left and able:
            play.push(changed(self, left=left, parts=tuple(changed(part, sp=0) for part in there)))
        elif left:
            lose_leaders(play, duchy, leaders, self.cause, self.regrouped)
        return None

    def _ask(self, state: State, prompt: str, often: dict[Order, int]) -> Decision:
        power = chief(state, self.duchy, self.side)
        about = {"power": power, "duchy": self.duchy, "left": self.left}
        return Decision(Ask(seat_of(state, power), prompt, "13.1", [*often], about, most=often))

    def _lose_soldiers(self, play: Play[State], power: Power, sp: int) -> None:
        if sp:
            play.record(PiecesLost(power, self.duchy, sp, (), self.cause, self.regrouped))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, RemoveLeader):
            play.replace(changed(self, left=self.left - 1))
            lose_leaders(play, self.duchy, (order.leader,), self.cause, self.regrouped)
            return
        assert isinstance(order, RemoveSoldier)
        parts = tuple(changed(part, sp=part.sp - (part.power == order.power)) for part in self.parts)
        play.replace(changed(self, left=self.left - 1, parts=parts))
        self._lose_soldiers(play, order.power, 1)


def count_hits(play: Play[State], duchy: str, side: Side, hits: int) -> None:
    """Losses by a card are hits in the battle or siege there, or in the one that the French move into."""
    battles = play.state.battles
    if battles and battles[-1].duchy == duchy:
        play.record(HitsScored(duchy, side, hits, 0))
    elif besieging(play.state, side, duchy) is not None:
        play.record(BesiegerHarmed(duchy, hits))
    elif side == "french" and play.state.impulse is not None:
        play.record(SkirmishLost(duchy, hits))


def besieging(state: State, side: Side, duchy: str) -> Siege | None:
    """The siege of this duchy by the side, if nobody fights a battle there meanwhile."""
    if state.siege is None or (state.battles and state.battles[-1].duchy == duchy):
        return None
    is_theirs = state.siege.duchy == duchy and SIDE_OF[state.siege.power] == side
    return state.siege if is_theirs else None


def fell(play: Play[State], leader: str, *, regrouped: bool) -> None:
    """A card takes a leader off the map: a hit where he fights, and nobody takes his command (#32, #52)."""
    duchy, side = play.state.leaders[leader].duchy, SIDE_OF[POWER_OF[leader]]
    assert duchy is not None, "he is on the map"
    commanded = commander(play.state, duchy, side) == leader
    if _is_fighting(play.state, leader):
        count_hits(play, duchy, side, 1)
    lose_leaders(play, duchy, (leader,), "card", regrouped)
    if commanded:
        play.record(CommandLost(duchy, side))


def _is_fighting(state: State, leader: str) -> bool:
    fights = (*state.battles[-1:], *((state.siege,) if state.siege is not None else ()))
    return any(card_changes.leads(state, fight, leader) for fight in fights)


def bring_back(play: Play[State], duchy: str, part: Part, *, hits: int) -> None:
    """Eliminated pieces come back into the battle, as far as there are counters for them (#48, #79)."""
    free = free_counters(play.state, part.power)
    found = ((sp, counters_for(sp, free)) for sp in range(part.sp, -1, -1))
    inf, cav, art = next(counters for _, counters in found if counters is not None)
    troop = Troop(part.power, inf, cav, art)
    play.record(PiecesReturned(part.power, duchy, troop, part.leaders, hits))


def window_of(play: Play[State]) -> str:
    """The window in which the card that takes effect now was played."""
    return next(step.kind for step in reversed(play.agenda) if isinstance(step, Window))
