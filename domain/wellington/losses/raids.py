"""Losses by cards away from battle: raids whose loser chooses, and attrition (13.1, C-19, C-102)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.losses import LossesHalved, LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import POWER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.losses.losses import ShareAttrition, count_losses, is_sheltered
from domain.wellington.movement.groups import chief, leaders_of_side
from domain.wellington.orders.answers import RemoveLeader, RemoveSoldier
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.playing.how_often import how_often
from domain.wellington.playing.lasting import end_with_leader
from domain.wellington.playing.responses import Window
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import command_value, lying
from domain.wellington.position.conflict import Part, pieces_in
from domain.wellington.position.control import holder
from domain.wellington.position.state import State, changed, has_pieces, leaders_of, seat_of, sp_of

RAID = "raid"
"""The mode of a window in which a raid is answered, which is no attrition, and how it takes a flag (C-19)."""
BONUS_FROM_DIE = 6
"""With cards 43 and 54 this die and every later one gets 1 added (C-P5)."""


def parts_there(state: State, duchy: str, side: Side) -> tuple[Part, ...]:
    """All pieces of a side in a duchy, by power."""
    parts = (Part(p, sp_of(state, duchy, p), leaders_of(state, duchy, p)) for p in POWERS_OF[side])
    return tuple(part for part in parts if part.sp or part.leaders)


def armies_there(state: State, duchy: str, side: Side) -> tuple[Part, ...]:
    """The army or group of a side in a duchy: soldiers above the command values are not part of it (1.61)."""
    led = [part for part in parts_there(state, duchy, side) if part.leaders]
    commands = [sum(command_value(state, leader) for leader in part.leaders) for part in led]
    return tuple(changed(part, sp=min(part.sp, most)) for part, most in zip(led, commands, strict=True))


def attrition_by_card(
    play: Play[State], duchy: str, side: Side, card: str, *, with_bonus: bool = False,
    parts: Sequence[Part] | None = None,
) -> None:  # fmt: skip
    """The side's formation there, or these `parts`, takes attrition because of a card; answers come before
    the losses.

    The power of its commander chooses what is lost (13.1). Nobody rolls in a port that is sheltered (#103).
    """
    parts = parts_there(play.state, duchy, side) if parts is None else tuple(parts)
    if is_sheltered(play.state, POWERS_OF[side][0], duchy):
        return
    losses = roll_attrition(play, duchy, side, card, with_bonus=with_bonus, parts=parts)
    if losses:
        power = chief(play.state, duchy, side)
        play.push(Window("attrition_rolled"), TakeToll(power, duchy, parts, losses, card))


def roll_attrition(
    play: Play[State], duchy: str, side: Side, card: str, *, with_bonus: bool = False,
    parts: Sequence[Part] | None = None,
) -> int:  # fmt: skip
    """Attrition dice for all pieces of the side there, or these, because of a card; how many are lost (C-P5).

    Cards may spare some of them (#93).
    """
    dice = pieces_in(parts_there(play.state, duchy, side) if parts is None else parts)
    power = chief(play.state, duchy, side)
    if not dice:
        return 0
    plain = min(dice, BONUS_FROM_DIE - 1) if with_bonus else dice
    faces = _faces(play, power, plain, (6,), card)
    worse = _faces(play, power, dice - plain, (5, 6), card)
    is_british = side == "allied" and has_pieces(play.state, duchy, "britain")
    return count_losses(play, power, duchy, faces, worse, is_british=is_british)


def _faces(
    play: Play[State], power: Power, dice: int, eliminates: tuple[int, ...], card: str
) -> tuple[int, ...]:
    if not dice:
        return ()
    seat = seat_of(play.state, power)
    return play.roll(seat, dice, 6, "attrition", f"#{card}", lambda face: -float(face in eliminates))


class TakeToll(Step, frozen=True):
    """Attrition by a card is applied; Chasseurs & Hussars may halve it even after the roll (#102, C-102)."""

    power: Power
    duchy: str
    parts: tuple[Part, ...]
    losses: int
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        losses = spare(play, self.duchy, self.parts[0].power, self.losses, self.card)
        play.push(ShareAttrition(self.power, self.duchy, self.parts, losses))
        return None


def spare(play: Play[State], duchy: str, power: Power, losses: int, card: str) -> int:
    """What is left of the losses by this card, as other cards protect the formation (#102, C-102)."""
    for each, spares in lying(play.state, card_table.spares_from_card):
        left = spares(play.state, each, duchy, power, losses, card)
        if left != losses:
            play.record(LossesHalved(duchy, each.card, losses, left))
            losses = left
    return losses


class CountRaid(Step, frozen=True):
    """Hits of a raid that was answered: the Hussars may have halved them (#102, C-102)."""

    side: Side
    duchy: str
    hits: int
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        hits = spare(play, self.duchy, POWERS_OF[self.side][0], self.hits, self.card)
        play.replace(TakeRaid(self.side, self.duchy, hits, self.card))
        return None


class TakeRaid(Step, frozen=True):
    """For each hit the loser gives up a strength point, a leader or the flag, as he likes (#19, C-19)."""

    side: Side
    duchy: str
    hits: int
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        power = chief(state, self.duchy, self.side)
        menu = self._menu(state)
        if not self.hits or not menu:
            play.pop()
            return None
        if len(menu) == 1:
            self._lose(play, menu[0])
            return None
        about = {"power": power, "duchy": self.duchy, "left": self.hits, "card": self.card}
        often = how_often(state, menu)
        return Decision(Ask(seat_of(state, power), "take_raid", f"#{self.card}", menu, about, most=often))

    def _menu(self, state: State) -> list[Order]:
        duchy, side = self.duchy, self.side
        menu: list[Order] = [RemoveSoldier(p, duchy) for p in POWERS_OF[side] if sp_of(state, duchy, p)]
        menu.extend(RemoveLeader(leader) for leader in leaders_of_side(state, duchy, side))
        if duchy in state.flags and SIDE_OF[holder(state, duchy)] == side:
            menu.append(PlaceFlag(duchy, "none"))
        return menu

    def handle(self, play: Play[State], answers: Answers) -> None:
        self._lose(play, the_order(answers))

    def _lose(self, play: Play[State], order: Order) -> None:
        play.replace(TakeRaid(self.side, self.duchy, self.hits - 1, self.card))
        if isinstance(order, RemoveSoldier):
            play.record(LossesTaken(order.power, self.duchy, 1, (), self.card))
        elif isinstance(order, RemoveLeader):
            power = POWER_OF[order.leader]
            play.record(LossesTaken(power, self.duchy, 0, (order.leader,), self.card))
            end_with_leader(play, order.leader)
        else:
            play.record(FlagPlaced(holder(play.state, self.duchy), self.duchy, None, RAID))
