"""Losses that a power chooses itself: for events (5.12) and for attrition (13.1)."""

from collections.abc import Callable, Iterable, Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.losses import AttritionCounted, LossesTaken
from domain.wellington.facts.world import SIDE_OF, Facts, Power
from domain.wellington.losses.debts import SettleRemoval
from domain.wellington.orders.answers import ProposeLosses, RemoveLeader, RemoveSoldier
from domain.wellington.playing.how_often import how_often
from domain.wellington.playing.lasting import end_with_leader
from domain.wellington.playing.responses import Window
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import lies_on
from domain.wellington.position.conflict import Part, Toll, pieces_in
from domain.wellington.position.state import State, duchies_of, parts_at, seat_of, sp_of, sp_on_map


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
        menu = soldiers_to_remove(state, power)
        if not menu:
            play.replace(SettleRemoval(power, self.left, self.card))
            return None
        about = {"power": power, "left": self.left, "card": self.card}
        often = how_often(state, menu)
        return Decision(Ask(seat_of(state, power), "remove_soldier", "5.12", menu, about, most=often))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        before = sp_on_map(play.state, self.power)
        play.record(LossesTaken(self.power, order.duchy, 1, (), self.card))
        lost = before - sp_on_map(play.state, self.power)
        play.replace(RemoveSoldiers(self.power, max(0, self.left - lost), self.card))


def soldiers_to_remove(state: State, power: Power) -> list[RemoveSoldier]:
    """Where the power may lose a strength point."""
    return [RemoveSoldier(power, d) for d in duchies_of(state, power) if sp_of(state, d, power)]


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


def suffer(
    play: Play[State], power: Power, duchy: str, sp: int, leaders: tuple[str, ...], dice: int,
    rule: str = "13.1",
) -> None:  # fmt: skip
    """Attrition of so many dice on pieces of one power; each six eliminates (13.1).

    Rolls at once; answers come before the losses.
    """
    suffer_together(play, power, duchy, (Part(power, sp, leaders),), dice, rule)


def suffer_together(
    play: Play[State], power: Power, duchy: str, parts: tuple[Part, ...], dice: int, rule: str = "13.1"
) -> None:
    """Attrition on a formation of one power or two; `power` chooses what is lost (13.1, R-81)."""
    if not dice or is_sheltered(play.state, power, duchy):
        return
    seat, score = seat_of(play.state, power), as_losses(play.state.facts)
    values = play.roll(seat, dice, 6, "attrition", rule, score=score)
    is_british = any(part.power == "britain" for part in parts)
    losses = count_losses(play, power, duchy, values, is_british=is_british)
    if losses:
        play.push(Window("attrition_rolled"), ShareAttrition(power, duchy, parts, losses))


def count_losses(
    play: Play[State], power: Power, duchy: str, plain: Sequence[int], worse: Sequence[int] = (), *,
    is_british: bool,
) -> int:  # fmt: skip
    """How many pieces these attrition dice cost; fives of the `worse` ones eliminate, too (13.1, C-P5).

    Cards may spare some of them (#93).
    """
    facts = play.state.facts
    sixes = sum(face in facts.tables.attrition.eliminates for face in (*plain, *worse))
    fives = tuple(worse).count(5)
    losses = sixes + fives
    halved_by: list[str] = []
    for card in sorted(card_table.spares):
        left = card_table.spares[card](play.state, duchy, is_british, losses)
        if left != losses:
            losses = left
            halved_by.append(card)
    dice = len(plain) + len(worse)
    play.record(AttritionCounted(power, duchy, dice, sixes, losses, fives, tuple(halved_by)))
    return losses


def is_sheltered(state: State, power: Power, duchy: str) -> bool:
    """Do the French suffer no attrition in this port now (#103)?"""
    return SIDE_OF[power] == "french" and state.impulse is not None and duchy in state.impulse.sheltered


def as_losses(facts: Facts) -> Callable[[int], float]:
    """What an attrition die does, for a record of luck: the more is lost, the worse."""
    return lambda face: -float(face in facts.tables.attrition.eliminates)


class SufferAttrition(Step, frozen=True):
    """A formation rolls the attrition that it owes, for what answers have left of it (13.1)."""

    toll: Toll

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        toll = self.toll
        parts = parts_at(play.state, toll.duchy, toll.parts)
        were, are = pieces_in(toll.parts), pieces_in(parts)
        dice = -(-toll.dice * are // were) if were else 0
        suffer_together(play, toll.power, toll.duchy, parts, dice)
        return None


class ShareAttrition(Step, frozen=True):
    """Attrition of a formation; `power` chooses among soldiers of two powers as it likes (R-81)."""

    power: Power
    duchy: str
    parts: tuple[Part, ...]
    losses: int

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if is_sheltered(state, self.power, self.duchy):
            play.pop()
            return None
        able = {part.power: min(part.sp, sp_of(state, self.duchy, part.power)) for part in self.parts}
        with_soldiers = [power for power, sp in able.items() if sp]
        if len(with_soldiers) > 1 and sum(able.values()) > self.losses > 0:
            menu = [RemoveSoldier(power, self.duchy) for power in with_soldiers]
            about = {"power": self.power, "duchy": self.duchy, "left": self.losses}
            often: dict[Order, int] = {order: able[order.power] for order in menu}
            asked = seat_of(state, self.power)
            return Decision(Ask(asked, "remove_soldier", "13.1", menu, about, most=often))
        play.pop()
        left, steps = self.losses, []
        for power, sp in able.items():
            steps.append(TakeAttrition(power, self.duchy, sp, (), min(left, sp)))
            left -= min(left, sp)
        leaders = tuple(leader for part in self.parts for leader in part.leaders)
        play.push(*steps, TakeAttrition(self.power, self.duchy, 0, leaders, left))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        parts = tuple(
            Part(part.power, part.sp - (part.power == order.power), part.leaders) for part in self.parts
        )
        play.replace(ShareAttrition(self.power, self.duchy, parts, self.losses - 1))
        play.record(LossesTaken(order.power, self.duchy, 1, (), "attrition"))


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
        leaders = self._leaders(play.state)
        if self.losses == 0 or not leaders:
            play.pop()
            return None
        if self.losses >= len(leaders) or len(leaders) == 1:
            play.pop()
            self._lose(play, leaders)
            return None
        menu = [RemoveLeader(leader) for leader in leaders]
        about = {"power": self.power, "duchy": self.duchy, "left": self.losses}
        asked, often = seat_of(play.state, self.power), how_often(play.state, menu)
        return Decision(Ask(asked, "remove_leader", "13.1", menu, about, most=often))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveLeader)
        rest = tuple(leader for leader in self.leaders if leader != order.leader)
        play.replace(TakeAttrition(self.power, self.duchy, 0, rest, self.losses - 1))
        self._lose(play, (order.leader,))

    def _leaders(self, state: State) -> tuple[str, ...]:
        """Those who are there still; an answer may have taken others."""
        return tuple(leader for leader in self.leaders if state.leaders[leader].duchy == self.duchy)

    def _lose(self, play: Play[State], leaders: tuple[str, ...]) -> None:
        play.record(LossesTaken(self.power, self.duchy, 0, leaders, "attrition"))
        for leader in leaders:
            end_with_leader(play, leader)


def is_straggling(state: State, parts: Iterable[Part], at: str) -> bool:
    """Does the formation take attrition in every duchy that it enters (#41)?

    On soldiers without a leader the card lies in a duchy: `at` is where they come from if they march, else
    where they go to.
    """
    leaders = [leader for part in parts for leader in part.leaders]
    return any(lies_on(state, card_table.straggles, target) for target in leaders or [at])
