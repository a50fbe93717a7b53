"""Sieges (12): one army against a fortress, round by round, until it falls, holds, or the besieger gives up.

`besiege` begins one; from then on the steps here hand over to each other. The siege lies in `state.siege`.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.battle.plunder import gain_booty
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.events.sieges import (
    FortressFell,
    SackRolled,
    SiegeBegan,
    SiegeDiceAdded,
    SiegeEnded,
    SiegeLifted,
    SiegeRolled,
    SiegeRoundBegan,
    SiegeRoundEnded,
    the_siege,
)
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, SIDE_OF, Power
from domain.wellington.movement.groups import commander, may_lead
from domain.wellington.orders.answers import RemoveLeader
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.points import Carry, PlaceFlag
from domain.wellington.orders.sieges import AimAtRound, BesiegeFortress, FightOn, LiftSiege
from domain.wellington.playing.how_often import how_often
from domain.wellington.playing.laid_cards import lay
from domain.wellington.playing.lasting import end_with_leader
from domain.wellington.playing.responses import Window, announce
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_changes import command_value
from domain.wellington.position.card_table import BATTLE_CARDS, Moment, When
from domain.wellington.position.conflict import Part, Siege
from domain.wellington.position.control import Flag, flag_choices, flag_of, holder, is_fortress
from domain.wellington.position.state import State, has_formation, leaders_of, seat_of, sp_of, troops_of
from domain.wellington.siege.shelling import shelled_camp
from domain.wellington.siege.siege_dice import (
    Reckoning,
    besieger_terms,
    dice_counted,
    fortress_terms,
    may_fight_on,
    reckoned,
    staff_there,
    strength_of,
)

LAY_NONE, LIFT_SIEGE = LayNone(), LiftSiege()
LAYING = Moment("siege_round_start")
CAUSE = "siege"


# Which sieges there may be ----------------------------------------------------------------------


def siege_orders(state: State, power: Power) -> list[Order]:
    """Every siege that the power may resolve now, in its impulse or instead of passing (12.2, R-74, R-75)."""
    done = state.impulse.sieges if state.impulse is not None else ()
    return [
        BesiegeFortress(leader, general.duchy)
        for leader, general in state.leaders.items()
        if POWER_OF[leader] == power and general.duchy is not None and not general.marked
        if may_lead(state, leader)
        if general.duchy not in done and may_be_besieged(state, power, general.duchy)
    ]


def may_be_besieged(state: State, power: Power, duchy: str) -> bool:
    """Is it an enemy fortress in which no enemy formation stands (12.2)?"""
    enemy = OTHER_SIDE[SIDE_OF[power]]
    return (
        is_fortress(state, duchy)
        and SIDE_OF[holder(state, duchy)] == enemy
        and not has_formation(state, duchy, enemy)
    )


def siege_loads(state: State, order: BesiegeFortress) -> list[Order]:
    """What the besieging leader may lead, the largest army first: his power's unmarked pieces (12.21)."""
    power = POWER_OF[order.leader]
    command = command_value(state, order.leader)
    others = [
        leader
        for leader in leaders_of(state, order.duchy, power)
        if leader != order.leader and not state.leaders[leader].marked
    ]
    most = _unmarked_sp(state, order.duchy, power)
    return [
        Carry(order.leader, sp, staff)
        for count in range(min(len(others), command) + 1)
        for staff in combinations(others, count)
        for sp in range(min(most, command - count), -1, -1)
    ]


def _unmarked_sp(state: State, duchy: str, power: Power) -> int:
    return sum(troop.sp for troop in troops_of(state, duchy, power) if not troop.marked)


def besiege(play: Play[State], power: Power, draft: Draft) -> None:
    """The siege begins, as ordered in two parts: the leader, and whom he leads."""
    order, load = draft
    assert isinstance(order, BesiegeFortress) and isinstance(load, Carry), "a siege is ordered in two parts"
    state = play.state
    duchy = order.duchy
    strength = strength_of(state, duchy)
    owner = holder(state, duchy)
    camp = shelled_camp(play, duchy)
    play.record(SiegeBegan(power, duchy, order.leader, load.sp, load.staff, owner, strength, camp))
    play.push(Window("siege_start"), OpenRound())


# A round ----------------------------------------------------------------------------------------


class OpenRound(Step, frozen=True):
    """A round begins; so many fresh soldiers replace lost and disorganised ones (12.31, R-79)."""

    fresh: int = 0

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        siege = the_siege(state)
        if not goes_on(state, siege):
            _end(play, taken=False)
            return None
        lost = min(self.fresh, siege.besieger.lost)
        play.record(SiegeRoundBegan(siege.round + 1, lost, self.fresh - lost))
        play.push(
            LaySiegeCards(siege.power), LaySiegeCards(siege.owner), Window("siege_round_start"),
            SiegeCardsWork("before_dice"), RollSiege(),
        )
        return None


class LaySiegeCards(Step, frozen=True):
    """A power lays its cards for this round, one after the other; besieger, then owner (12.23, D-22)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if not state.hands[self.power]:
            play.pop()
            return None
        siege = the_siege(state)
        about = {"power": self.power, "duchy": siege.duchy, "round": siege.round}
        menu = [LAY_NONE, *siege_cards(state, self.power)]
        return Decision(Ask(seat_of(state, self.power), "lay_card", "12.23", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, LayCard):
            announce(play, self.power, order.card, "siege", target=order.target)
        else:
            play.pop()


def siege_cards(state: State, power: Power) -> list[Order]:
    """The battle cards good in a siege that the power may lay in this round (5.3, 12.23)."""
    facts = state.facts
    is_besieger = power == the_siege(state).power
    return [
        LayCard(power, card, target)
        for card in state.hands[power]
        if card in BATTLE_CARDS and "siege" in facts.card[card].kinds
        if is_besieger or facts.card[card].who != "besieger"
        for target in BATTLE_CARDS[card].targets(state, power, LAYING)
    ]


class SiegeCardsWork(Step, frozen=True):
    """What the cards in force do at a moment of the siege round, one after the other in the order laid."""

    when: When
    done: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        for laid in card_changes.in_force(state, the_siege(state)):
            if (laid.card, self.when) in card_table.works and laid.card not in self.done:
                play.replace(SiegeCardsWork(self.when, (*self.done, laid.card)))
                card_table.works[laid.card, self.when](play, laid)
                return None
        play.pop()
        return None


class RollSiege(Step, frozen=True):
    """Both sides roll at the same time (12.3)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        siege = the_siege(state)
        if not goes_on(state, siege):
            _end(play, taken=False)
            return None
        army = dice_counted(state, siege, siege.power, besieger_terms(state, siege, army_sp(state, siege)))
        walls = dice_counted(state, siege, siege.owner, fortress_terms(state, siege))
        for each in (army, walls):
            play.record(each)
        besieger = _roll(play, siege.power, army.total, "siege")
        fortress = _roll(play, siege.owner, walls.total, "fortress")
        play.record(SiegeRolled(siege.round, besieger, fortress))
        play.push(Window("siege_dice"), CountSiege())
        return None


def _roll(
    play: Play[State], power: Power, count: int, purpose: Literal["siege", "fortress"]
) -> tuple[int, ...]:
    table = play.state.facts.tables.siege
    hits = table.besieger_hits if purpose == "siege" else table.fortress_hits
    seat = seat_of(play.state, power)
    return play.roll(seat, count, 6, purpose, "12.3", lambda face: float(face in hits)) if count else ()


class CountSiege(Step, frozen=True):
    """The dice take effect: eliminations fall on soldiers first, the commander last (12.3, 12.31, R-58)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        siege = the_siege(state)
        result = reckoned(state, siege)
        sp = min(result.eliminated, army_sp(state, siege))
        spare = min(result.eliminated - sp, spare_sp(state, siege))
        total = siege.sixes + result.sixes
        play.record(
            SiegeRoundEnded(
                siege.round, result.sixes, total, result.hits, sp, result.disorganised, spare,
                result.against, result.suffered,
            )
        )  # fmt: skip
        if sp + spare:
            play.record(LossesTaken(siege.power, siege.duchy, sp + spare, (), CAUSE))
        after = (SiegeCardsWork("round_over"), Window("siege_round_end"), JudgeSiege(result))
        play.push(LoseStaff(result.eliminated - sp - spare), *after)
        return None


class LoseStaff(Step, frozen=True):
    """So many leaders are lost after the last soldier: staff of the owner's choice, then the commander."""

    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        siege = the_siege(state)
        staff = staff_there(state, siege)
        if 0 < self.left < len(staff):
            about = {"power": siege.power, "duchy": siege.duchy, "left": self.left}
            menu = [RemoveLeader(leader) for leader in staff]
            asked, often = seat_of(state, siege.power), how_often(state, menu)
            return Decision(Ask(asked, "remove_leader", "12.3", menu, about, most=often))
        play.pop()
        lost = (*staff, siege.leader)[: self.left]
        if lost:
            lose_leaders(play, siege.power, siege.duchy, lost)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveLeader)
        siege = the_siege(play.state)
        play.replace(LoseStaff(self.left - 1))
        lose_leaders(play, siege.power, siege.duchy, (order.leader,))


def lose_leaders(play: Play[State], power: Power, duchy: str, leaders: Iterable[str]) -> None:
    """Leaders are eliminated in a siege; what lasted on them ends."""
    lost = tuple(leaders)
    play.record(LossesTaken(power, duchy, 0, lost, CAUSE))
    for leader in lost:
        end_with_leader(play, leader)


class JudgeSiege(Step, frozen=True):
    """Has the fortress fallen? If not, may and will the besieger fight another round (12.3, R-78)?"""

    result: Reckoning

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        siege = the_siege(state)
        if not goes_on(state, siege):
            play.pop()
            _end(play, taken=False)
        elif siege.sixes >= siege.strength:
            play.pop()
            _end(play, taken=True)
        elif may_fight_on(state, siege, self.result):
            about = {"power": siege.power, "duchy": siege.duchy, "round": siege.round, "sixes": siege.sixes}
            menu = [*(FightOn(sp) for sp in range(replacements(state, siege), -1, -1)), LIFT_SIEGE]
            return Decision(Ask(seat_of(state, siege.power), "fight_on", "12.3", menu, about))
        else:
            play.pop()
            _end(play, taken=False)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, FightOn):
            play.push(OpenRound(order.sp))
        else:
            _end(play, taken=False)


def army_sp(state: State, siege: Siege) -> int:
    """The soldiers whom the besieger still leads; an answer may have taken some."""
    return min(siege.sp, _unmarked_sp(state, siege.duchy, siege.power))


def replacements(state: State, siege: Siege) -> int:
    """How many soldiers there may take the place of lost or disorganised ones (12.31, R-79)."""
    fresh = spare_sp(state, siege) - siege.spent
    return max(0, min(fresh, siege.besieger.lost + siege.besieger.disorganised))


def spare_sp(state: State, siege: Siege) -> int:
    """Soldiers of the besieging power there whom its army does not hold; they may replace others (12.31)."""
    return max(0, _unmarked_sp(state, siege.duchy, siege.power) - siege.sp)


def goes_on(state: State, siege: Siege) -> bool:
    """Is the commander there, and no enemy formation (12.2, R-77, C-16)?"""
    is_there = state.leaders[siege.leader].duchy == siege.duchy
    return is_there and not siege.is_lifted and may_be_besieged(state, siege.power, siege.duchy)


# The end of it ----------------------------------------------------------------------------------


def _end(play: Play[State], *, taken: bool) -> None:
    siege = the_siege(play.state)
    if not taken:
        play.record(SiegeEnded(siege.power, siege.duchy, taken, siege.round, overrun=False))
        return
    has_booty = play.state.hasty_fort != siege.duchy
    play.record(FortressFell(siege.power, siege.duchy))
    sack = [SackFortress(max(0, siege.strength - siege.round))] if has_booty else []
    play.push(
        RaiseSiegeFlag(siege.power, siege.duchy), Window("fortress_taken"), *sack,
        SiegeCardsWork("aftermath"), CloseSiege(),
    )  # fmt: skip


def is_overrun(siege: Siege) -> bool:
    """Was it taken in fewer rounds than its strength, or with more sixes (12.41, R-73)?"""
    return siege.round < siege.strength or siege.sixes > siege.strength


def besieging_part(state: State, siege: Siege) -> Part:
    """What is left of the army that besieges."""
    sp = min(siege.sp + siege.spent, sp_of(state, siege.duchy, siege.power))
    there = leaders_of(state, siege.duchy, siege.power)
    return Part(siege.power, sp, tuple(each for each in there if each in (siege.leader, *siege.staff)))


def fall(play: Play[State], power: Power, duchy: str) -> None:
    """A besieged fortress falls without a fight, as if in the first round (#43, C-43)."""
    state = play.state
    leader = commander(state, duchy, SIDE_OF[power]) or ""
    staff = tuple(each for each in leaders_of(state, duchy, power) if each != leader)
    sp = sp_of(state, duchy, power)
    play.record(SiegeBegan(power, duchy, leader, sp, staff, holder(state, duchy), strength_of(state, duchy)))
    play.record(SiegeRoundBegan(1))
    _end(play, taken=True)


class DesistOrGoOn(Step, frozen=True):
    """Before any die the besieger may give the siege up (#27, C-27)."""

    def advance(self, play: Play[State]) -> Decision | None:
        siege = the_siege(play.state)
        about = {"power": siege.power, "duchy": siege.duchy, "round": siege.round, "sixes": siege.sixes}
        menu = (FightOn(), LIFT_SIEGE)
        return Decision(Ask(seat_of(play.state, siege.power), "fight_on", "#27", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        if isinstance(the_order(answers), LiftSiege):
            play.record(SiegeLifted(the_siege(play.state).duchy))


class AimGuns(Step, frozen=True):
    """The besieger says in which round the dice of a card count; at once if it lies rolled (#8, W-7)."""

    power: Power
    card: str
    dice: int
    most: int

    def advance(self, play: Play[State]) -> Decision | None:
        siege = the_siege(play.state)
        rounds = self._rounds(siege)
        if len(rounds) > 1:
            about = {"power": siege.power, "duchy": siege.duchy, "card": self.card}
            menu = [AimAtRound(number) for number in rounds]
            return Decision(Ask(seat_of(play.state, siege.power), "aim_guns", "#8", menu, about))
        play.pop()
        self._aim(play, rounds[0] if rounds else siege.round)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, AimAtRound)
        play.pop()
        self._aim(play, order.round)

    def _rounds(self, siege: Siege) -> tuple[int, ...]:
        """The present round, also when its dice took effect (W-7), and later ones."""
        return tuple(range(max(1, siege.round), min(self.most, siege.rounds) + 1))

    def _aim(self, play: Play[State], number: int) -> None:
        siege = the_siege(play.state)
        lay(play, self.power, self.card, str(number))
        if number == siege.round and siege.besieger.dice:
            dice = _roll(play, siege.power, self._more(play.state), "siege")
            play.record(SiegeDiceAdded(self.card, dice))
            if siege.is_counted:
                self._count(play, reckoned(play.state, siege).sixes)

    def _count(self, play: Play[State], before: int) -> None:
        """The round was counted with so many sixes; those of the new dice are added."""
        siege = the_siege(play.state)
        sixes = reckoned(play.state, siege).sixes - before
        if sixes:
            total = siege.sixes + sixes
            play.record(SiegeRoundEnded(siege.round, sixes, total, 0, 0, 0, against={self.card: sixes}))

    def _more(self, state: State) -> int:
        """So many dice more than were rolled: what halves the dice halves them together (#27, #81, C-81)."""
        siege = the_siege(state)
        side, dice = SIDE_OF[siege.power], sum(besieger_terms(state, siege, army_sp(state, siege)).values())
        before = card_changes.pooled(state, siege, side, dice - self.dice)
        return card_changes.pooled(state, siege, side, dice) - before


class RaiseSiegeFlag(Step, frozen=True):
    """The besieger says whose flag flies over the fortress now (12.3, D-24, R-31)."""

    power: Power
    duchy: str

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        choices = flag_choices(state, self.power, self.duchy)
        if len(choices) > 1:
            menu = [PlaceFlag(self.duchy, flag) for flag in choices]
            about = {"power": self.power, "duchy": self.duchy}
            return Decision(Ask(seat_of(state, self.power), "siege_flag", "12.3", menu, about))
        play.pop()
        for flag in choices:
            self._raise(play, flag)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceFlag)
        play.pop()
        self._raise(play, order.flag)

    def _raise(self, play: Play[State], flag: Flag) -> None:
        play.record(FlagPlaced(self.power, self.duchy, flag_of(flag), "siege"))


class SackFortress(Step, frozen=True):
    """A die for a Resource, one more for every round that was saved (12.5, R-80)."""

    saved: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        (die,) = play.roll(seat_of(play.state, the_siege(play.state).power), 1, 6, "sack", "12.5")
        modifier = self.saved * play.state.facts.tables.sack.per_round_saved
        play.push(Window("plunder"), TakeBooty(die, modifier))
        return None


class TakeBooty(Step, frozen=True):
    """What the sack brought; Spaniards go home with their part (12.5, 11.11, R-72)."""

    die: int
    modifier: int

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        siege = the_siege(play.state)
        found = facts.tables.sack.resources if self.die + self.modifier >= facts.tables.sack.target else 0
        play.record(SackRolled(siege.power, siege.duchy, self.die, self.modifier, found))
        if found:
            gain_siege_booty(play, found)
        return None


def gain_siege_booty(play: Play[State], resources: int) -> None:
    """The besieger gains Resources; of Spaniards only the army goes home with them (11.11, 12.21)."""
    siege = the_siege(play.state)
    army = besieging_part(play.state, siege)
    gain_booty(play, siege.power, siege.duchy, resources, army.sp + len(army.leaders))


class CloseSiege(Step, frozen=True):
    """The fortress is taken; who took it slowly is marked (12.41)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        siege = the_siege(play.state)
        play.record(SiegeEnded(siege.power, siege.duchy, siege.is_taken, siege.round, is_overrun(siege)))
        return None
