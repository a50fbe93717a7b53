"""Battles: cards laid, dice, hits, losses, retreats and what the winner gets (11)."""

from collections.abc import Callable
from typing import Any, Literal, get_args

from domain.kernel.events import Event
from domain.wellington.events.arrival import marked, with_parts
from domain.wellington.facts.world import POWERS_OF, SIDE_OF, SIDE_OF_LEADER, LineKind, Power, Side
from domain.wellington.position.conflict import Battle, Camp, Laid, Part
from domain.wellington.position.state import (
    State,
    Troop,
    changed,
    is_played_on,
    leaders_in,
    leaders_of,
    sp_of,
    with_commanders,
    with_impulse,
    with_leader,
    with_losses,
    with_more_troops,
    with_own_troops,
    without_pieces,
)

Cause = Literal["battle", "rout", "no_retreat", "card", "flight", "attrition", "going_home", "disgrace"]
"""Why pieces were lost: dice, rout, no way out (11.6), a card, flight (#31), attrition, booty, disgrace."""

NO_BATTLE_LOSS = ("going_home", "disgrace")
"""Pieces so lost count neither for plunder nor as battle losses (R-70)."""


def with_battle(state: State, **changes: Any) -> State:
    """A copy with the battle at hand changed."""
    return changed(state, battles=(*state.battles[:-1], changed(state.battles[-1], **changes)))


def with_camp(state: State, side: Side, **changes: Any) -> State:
    """A copy with one side of the battle at hand changed."""
    camps = state.battles[-1].camps
    return with_battle(state, camps={**camps, side: changed(camps[side], **changes)})


def camp_of(state: State, side: Side) -> Camp:
    """One side of the battle at hand."""
    return state.battles[-1].camps[side]


def with_cards(state: State, duchy: str, cards: tuple[Laid, ...]) -> State:
    """A copy in which these cards lie in the battle there, else in the siege."""
    if state.battles and state.battles[-1].duchy == duchy:
        return with_battle(state, cards=cards)
    assert state.siege is not None and state.siege.duchy == duchy, "a card lies in a battle or siege"
    return changed(state, siege=changed(state.siege, cards=cards))


def cards_at(state: State, duchy: str) -> tuple[Laid, ...]:
    """The cards that lie in the battle there, else in the siege."""
    if state.battles and state.battles[-1].duchy == duchy:
        return state.battles[-1].cards
    assert state.siege is not None and state.siege.duchy == duchy, "a card lies in a battle or siege"
    return state.siege.cards


def with_card(state: State, duchy: str, card: str, change: Callable[[Laid], Laid]) -> State:
    """A copy in which a card that lies in the battle there, else in the siege, is as `change` makes it."""
    cards = tuple(change(laid) if laid.card == card else laid for laid in cards_at(state, duchy))
    return with_cards(state, duchy, cards)


class BattleBegan(Event, frozen=True):
    """A battle began (11)."""

    rule = "11"

    battle: Battle

    def apply(self, state: State) -> State:
        camps = {side: _with_lost_before(camp) for side, camp in self.battle.camps.items()}
        return changed(state, battles=(*state.battles, changed(self.battle, camps=camps)))


def _with_lost_before(camp: Camp) -> Camp:
    """Hits that neither eliminated nor disorganised anybody in it cost pieces before the battle (#95)."""
    return changed(camp, before=camp.hits - camp.lost - camp.disorganised)


class BattleRoundBegan(Event, frozen=True):
    """A round began; `led` are the sides that have a leader in it (11.5)."""

    rule = "11.5"

    duchy: str
    round: int
    led: tuple[Side, ...]

    def apply(self, state: State) -> State:
        camps = {
            side: changed(camp, dice=(), led=camp.led or side in self.led)
            for side, camp in state.battles[-1].camps.items()
        }
        return with_battle(state, round=self.round, winner=None, camps=camps)


class LeaderCameUp(Event, frozen=True):
    """A side that had no leader in the battle has one in this round, whom a card called (11.10, C-X)."""

    rule = "11.10"

    duchy: str
    side: Side

    def apply(self, state: State) -> State:
        return with_camp(state, self.side, led=True)


class CardLaid(Event, frozen=True):
    """A card works in a battle or siege from now on (11.1)."""

    rule = "11.1"

    duchy: str
    laid: Laid

    def apply(self, state: State) -> State:
        return with_cards(state, self.duchy, (*cards_at(state, self.duchy), self.laid))


class CardStruck(Event, frozen=True):
    """A card that lay in a battle or siege has no effect any more (5.1)."""

    rule = "5.1"

    duchy: str
    card: str
    by: str

    def apply(self, state: State) -> State:
        rest = tuple(laid for laid in cards_at(state, self.duchy) if laid.card != self.card)
        state = with_cards(state, self.duchy, rest)
        if not is_played_on(state, self.card, self.duchy):
            return state
        lasting = tuple(each for each in state.lasting if each.card != self.card)
        return changed(state, lasting=lasting, discards=(*state.discards, self.card))


class CardTurned(Event, frozen=True):
    """A card that lay in a battle now helps this power of the other side (#55)."""

    rule = "#55"

    duchy: str
    card: str
    power: Power

    def apply(self, state: State) -> State:
        return with_card(state, self.duchy, self.card, lambda laid: changed(laid, power=self.power))


class CardSettled(Event, frozen=True):
    """What a card that lies in a battle or siege is used for is now settled (#58, #60, #70)."""

    rule = "11.1"

    duchy: str
    card: str
    target: str

    def apply(self, state: State) -> State:
        return with_card(state, self.duchy, self.card, lambda laid: changed(laid, target=self.target))


class AttackJoined(Event, frozen=True):
    """Interceptors by card joined the attack; the defender keeps the best terrain (9.7, R-55, R-65)."""

    rule = "11.1"

    duchy: str
    start: str
    line: LineKind | None = None

    def apply(self, state: State) -> State:
        battle = state.battles[-1]
        return with_battle(
            state, origins=(*battle.origins, self.start), line=battle.line if self.line is None else self.line
        )


class RoundForced(Event, frozen=True):
    """The battle goes on at least through this round (#11, #36)."""

    rule = "11.52"

    duchy: str
    round: int

    def apply(self, state: State) -> State:
        return with_battle(state, must=max(self.round, state.battles[-1].must))


class CommandLost(Event, frozen=True):
    """Nobody else takes command of this side there in this impulse and battle (#32, #52)."""

    rule = "11.2"

    duchy: str
    side: Side

    def apply(self, state: State) -> State:
        if state.impulse is not None:
            staff = (one for one in leaders_in(state, self.duchy) if SIDE_OF_LEADER[one] == self.side)
            found = (*state.impulse.headless, f"{self.side} {self.duchy}", *staff)
            state = with_impulse(state, headless=tuple(dict.fromkeys(found)))
        if state.battles and state.battles[-1].duchy == self.duchy:
            state = with_camp(state, self.side, headless=True)
        return state


class BattleDiceCounted(Event, frozen=True):
    """The dice of one side in this round, and what they come from (11.2).

    `terms` make `counted` together, but never less than 0 (11.53); each card in `halved_by` halves that.
    """

    rule = "11.2"

    duchy: str
    side: Side
    terms: dict[str, int]
    total: int
    counted: int | None = None
    halved_by: tuple[str, ...] = ()


class BattleRolled(Event, frozen=True):
    """Both sides rolled (11.5)."""

    rule = "11.5"

    duchy: str
    round: int
    allied: tuple[int, ...]
    french: tuple[int, ...]

    def apply(self, state: State) -> State:
        state = with_camp(state, "allied", dice=(*camp_of(state, "allied").dice, *self.allied))
        return with_camp(state, "french", dice=(*camp_of(state, "french").dice, *self.french))


class DiceAdded(Event, frozen=True):
    """A card's own dice count as battle dice of this side in this round (#14, #32, #99)."""

    rule = "11.5"

    duchy: str
    side: Side
    card: str
    dice: tuple[int, ...]

    def apply(self, state: State) -> State:
        return with_camp(state, self.side, dice=(*camp_of(state, self.side).dice, *self.dice))


class DiceVoided(Event, frozen=True):
    """So many dice of this side in this round, the first of them, do not count because of a card (#1)."""

    rule = "#1"

    duchy: str
    side: Side
    card: str
    count: int

    def apply(self, state: State) -> State:
        return with_camp(state, self.side, dice=camp_of(state, self.side).dice[self.count :])


class HitsScored(Event, frozen=True):
    """A side suffered hits (11.5); the cards `changed_by` made some of the dice count less."""

    rule = "11.5"

    duchy: str
    side: Side
    sixes: int
    fives: int
    changed_by: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        camp = camp_of(state, self.side)
        hits = camp.hits + self.sixes + self.fives
        return with_camp(state, self.side, hits=hits, fives=camp.fives + self.fives)


class DiceSoftened(Event, frozen=True):
    """A card has softened so many dice of this round; it may do so with a few alone (#30, #74, #91, #96)."""

    rule = "11.1"

    duchy: str
    card: str
    count: int

    def apply(self, state: State) -> State:
        def softer(laid: Laid) -> Laid:
            return changed(laid, used=laid.used + self.count)

        return with_card(state, self.duchy, self.card, softer)


class DuelFought(Event, frozen=True):
    """A card's duel before the battle: a die for each side, and what is added to it (#28, #29, #58).

    `winner` is None on a tie that is rolled again (C-28).
    """

    rule = "11.1"

    duchy: str
    card: str
    dice: dict[Side, int]
    added: dict[Side, int]
    winner: Side | None


class SoldiersDisorganised(Event, frozen=True):
    """Fives disorganised what the sixes had left of a side; more than it has only cost dice (11.5, 11.53)."""

    rule = "11.53"

    duchy: str
    side: Side
    amount: int

    def apply(self, state: State) -> State:
        camp, present = camp_of(state, self.side), 0
        for power in POWERS_OF[self.side]:
            present += sp_of(state, self.duchy, power) + len(leaders_of(state, self.duchy, power))
        return with_camp(
            state,
            self.side,
            disorganised=camp.disorganised + self.amount,
            shaken=min(camp.shaken + self.amount, present),
        )


class DisorganisedFell(Event, frozen=True):
    """So many disorganisations of a side became eliminations, which follow (#107)."""

    rule = "#107"

    duchy: str
    side: Side
    amount: int

    def apply(self, state: State) -> State:
        return with_camp(state, self.side, fives=max(0, camp_of(state, self.side).fives - self.amount))


class SoldiersRallied(Event, frozen=True):
    """Disorganisations of this battle were taken back, and the hits that they were (#32, #48, #99, C-32)."""

    rule = "11.53"

    duchy: str
    side: Side
    amount: int

    def apply(self, state: State) -> State:
        camp = camp_of(state, self.side)
        return with_camp(
            state,
            self.side,
            hits=max(0, camp.hits - self.amount),
            fives=max(0, camp.fives - self.amount),
            disorganised=max(0, camp.disorganised - self.amount),
            shaken=max(0, camp.shaken - self.amount),
        )


class PiecesLost(Event, frozen=True):
    """Pieces left the map in a battle, or for a Resource: eliminated, or to the Regroup Box (11.5, 11.6)."""

    rule = "11.5"

    power: Power
    duchy: str
    sp: int
    leaders: tuple[str, ...]
    cause: Cause
    regrouped: bool = False

    def apply(self, state: State) -> State:
        before = state
        state = without_pieces(state, self.power, self.duchy, self.sp, self.leaders)
        sp = sp_of(before, self.duchy, self.power) - sp_of(state, self.duchy, self.power)
        if self.regrouped:
            state = _to_regroup_box(state, self.power, sp, self.leaders)
        elif sp:
            state = with_losses(state, before, self.power, self.cause)
        in_battle = bool(state.battles) and state.battles[-1].duchy == self.duchy
        if in_battle and self.cause not in NO_BATTLE_LOSS:
            lost = Part(self.power, sp, self.leaders)
            state = _mourned(state, lost, self.regrouped)
            if self.cause == "flight":
                side = SIDE_OF[self.power]
                state = with_camp(state, side, panicked=(*camp_of(state, side).panicked, lost))
        return state


class PiecesReturned(Event, frozen=True):
    """Pieces eliminated in this battle come back into it (#48, #49, #79). Soldiers come back as `troop`.

    They were so many hits, which no longer count; what of them had panicked may not come back again.
    """

    rule = "#79"

    power: Power
    duchy: str
    troop: Troop
    leaders: tuple[str, ...] = ()
    hits: int = 0

    def apply(self, state: State) -> State:
        state = with_more_troops(state, self.duchy, (self.troop,))
        for leader in self.leaders:
            state = with_leader(state, leader, place="map", duchy=self.duchy)
        side = SIDE_OF[self.power]
        camp = camp_of(state, side)
        fallen = _tally(camp, self.power, -self.troop.sp, set(self.leaders))
        lost = camp.lost - self.troop.sp - len(self.leaders)
        panicked = tuple(part for part in camp.panicked if part.power != self.power)
        hits = max(0, camp.hits - self.hits)
        state = _taken_back(state, self.power, self.troop.sp)
        return with_camp(state, side, lost=lost, fallen=fallen, hits=hits, panicked=panicked)


def _taken_back(state: State, power: Power, sp: int) -> State:
    """So many strength points count as lost no more, whatever they fell to in the battle."""
    lost = dict(state.lost.get(power, {}))
    for cause in get_args(Cause):
        back = min(sp, lost.get(cause, 0))
        if back:
            lost[cause] -= back
            sp -= back
    return changed(state, lost={**state.lost, power: lost})


def _to_regroup_box(state: State, power: Power, sp: int, leaders: tuple[str, ...]) -> State:
    state = changed(state, regroup={**state.regroup, power: state.regroup[power] + sp})
    for leader in leaders:
        state = with_leader(state, leader, place="regroup", duchy=None)
    return state


def _mourned(state: State, part: Part, regrouped: bool) -> State:
    """Losses fall on disorganised pieces first, and who is gone costs no die any more (11.53, R-60)."""
    side = SIDE_OF[part.power]
    camp = camp_of(state, side)
    count = part.sp + len(part.leaders)
    gone = min(count, camp.shaken)
    return with_camp(
        state,
        side,
        lost=camp.lost + count,
        shaken=camp.shaken - gone,
        disorganised=max(0, camp.disorganised - gone),
        fallen=camp.fallen if regrouped else _tally(camp, part.power, part.sp, set(part.leaders)),
    )


def _tally(camp: Camp, power: Power, sp: int, leaders: set[str]) -> tuple[Part, ...]:
    """The fallen, one part for each power, with so many more (or fewer) of one; leaders fall or rise."""
    was = next((part for part in camp.fallen if part.power == power), Part(power))
    now = Part(power, was.sp + sp, tuple(sorted(set(was.leaders) ^ leaders)))
    rest = [part for part in camp.fallen if part.power != power]
    return tuple(sorted([*rest, now], key=lambda part: part.power))


class BattleWon(Event, frozen=True):
    """Who has won as it stands now; answers may still change it (11.52)."""

    rule = "11.52"

    duchy: str
    winner: Side

    def apply(self, state: State) -> State:
        return with_battle(state, winner=self.winner)


class BattleDecided(Event, frozen=True):
    """How the loser was beaten (11.7, 11.9). `is_wiped_out`: no piece of his was left to retreat.

    Whether he is overrun (11.8) is known after the retreat: `BattleResolved`.
    """

    rule = "11.7"

    duchy: str
    winner: Side
    is_rout: bool
    is_wiped_out: bool
    is_flag_overrun: bool

    def apply(self, state: State) -> State:
        return with_battle(
            state,
            winner=self.winner,
            is_rout=self.is_rout,
            is_flag_overrun=self.is_flag_overrun,
        )


class RetreatDeclared(Event, frozen=True):
    """Beaten pieces are about to retreat into a duchy (11.6)."""

    rule = "11.6"

    duchy: str
    part: Part
    to: str

    def apply(self, state: State) -> State:
        return with_battle(state, retreating=self.part, retreat_to=self.to)


class FormationRetreated(Event, frozen=True):
    """Beaten pieces retreated; they are marked (11.52, 11.6). `left` are the power's troops still there."""

    rule = "11.6"

    power: Power
    start: str
    to: str
    leaders: tuple[str, ...]
    troops: tuple[Troop, ...]
    left: tuple[Troop, ...]

    def apply(self, state: State) -> State:
        state = with_own_troops(state, self.start, self.power, self.left)
        arrived = [changed(troop, marked=True, bound=False) for troop in self.troops]
        state = with_more_troops(state, self.to, arrived)
        for leader in self.leaders:
            state = with_leader(state, leader, duchy=self.to, marked=True, bound=False)
        return with_commanders(state, gone=self.leaders)


class RetreatSurvived(Event, frozen=True):
    """So many strength points and leaders came through a retreat (11.8)."""

    rule = "11.8"

    power: Power
    to: str
    pieces: int

    def apply(self, state: State) -> State:
        side = SIDE_OF[self.power]
        return with_camp(state, side, away=camp_of(state, side).away + self.pieces)


class BattleRenewed(Event, frozen=True):
    """The beaten side may not retreat: both fight a new battle at once (#51)."""

    rule = "#51"

    duchy: str

    def apply(self, state: State) -> State:
        return with_battle(state, renewed=True)


class FormationsMarked(Event, frozen=True):
    """All pieces of a side in the duchy are marked "Battle or Failed Interception" (11.52, 10.41).

    If `parts` are named these alone are (#67).
    """

    rule = "11.52"

    duchy: str
    side: Side
    parts: tuple[Part, ...] = ()

    def apply(self, state: State) -> State:
        if self.parts:
            return with_parts(state, self.duchy, self.parts, marked=True)
        return marked(state, self.side, self.duchy)


class BattleResolved(Event, frozen=True):
    """What a battle came to. `hits` and `losses` are those suffered; nobody wins if both are gone (11.52).

    `denied_by` are cards that deny the winner the benefits of his overrun (#74, #79, #87).
    """

    rule = "11.52"

    duchy: str
    attacker: Side
    winner: Side | None
    rounds: int
    hits: dict[Side, int]
    losses: dict[Side, int]
    is_rout: bool
    is_overrun: bool
    is_flag_overrun: bool
    denied_by: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return with_battle(state, is_overrun=self.is_overrun)


class PlunderRolled(Event, frozen=True):
    """A die for plunder: with what the enemy lost and what `cards` add it gives Resources (11.10).

    `denied_by` are the cards that take them from the winner (#68). Events of old games name no card.
    """

    rule = "11.10"

    power: Power
    duchy: str
    die: int
    lost: int
    bonus: int
    resources: int
    cards: tuple[str, ...] = ()
    denied_by: tuple[str, ...] = ()


class SkirmishLost(Event, frozen=True):
    """Losses of the French by a card count as hits in the battle that they are about to fight there (#95)."""

    rule = "#95"

    duchy: str
    hits: int

    def apply(self, state: State) -> State:
        assert state.impulse is not None, "they move, intercept or evade in an impulse"
        before = state.impulse.rifled if state.impulse.rifled_in == self.duchy else 0
        return with_impulse(state, rifled=before + self.hits, rifled_in=self.duchy)


class SkirmishCounted(Event, frozen=True):
    """Those hits count in the battle that begins now (#95)."""

    rule = "#95"

    duchy: str

    def apply(self, state: State) -> State:
        return with_impulse(state, rifled=0, rifled_in="")


class BattleEnded(Event, frozen=True):
    """A battle is over (11)."""

    rule = "11"

    duchy: str

    def apply(self, state: State) -> State:
        return changed(state, battles=state.battles[:-1])
