"""The events of Wellington: what happened, and how each changes the state."""

from typing import ClassVar, Literal

from domain.kernel.events import Event
from domain.wellington.state import (
    General,
    Impulse,
    Kind,
    Lasting,
    State,
    Troop,
    changed,
    counters_for,
    free_counters,
    merged,
    troops_of,
    with_hand,
    with_impulse,
    with_leader,
    with_troops,
    without_pieces,
)
from domain.wellington.world import CARDS, POWERS, Power

Mode = Literal["event", "points", "response"]
"""What a card was played for."""


# Set-up -----------------------------------------------------------------------------------------


class GameSetUp(Event, frozen=True):
    """The pieces stand as the game begins (2.2, 2.3)."""

    rule: ClassVar[str] = "2.2"

    year: int
    last_year: int
    preemption_from: int
    troops: dict[str, tuple[Troop, ...]]
    leaders: dict[str, str | None]
    commanders: dict[str, str]
    flags: dict[str, Power]
    resources: dict[Power, int]
    removed: tuple[str, ...]

    def apply(self, state: State) -> State:
        return changed(
            state,
            year=self.year,
            last_year=self.last_year,
            preemption_from=self.preemption_from,
            troops={duchy: merged(troops) for duchy, troops in self.troops.items()},
            leaders={
                leader: General() if duchy is None else General("map", duchy)
                for leader, duchy in self.leaders.items()
            },
            commanders=dict(self.commanders),
            flags=dict(self.flags),
            resources=dict(self.resources),
            removed=self.removed,
            regroup=dict.fromkeys(POWERS, 0),
            hands={power: () for power in POWERS},
            debts={power: {} for power in POWERS},
        )


class CardsDealt(Event, frozen=True):
    """A power got cards, common or national (2.7)."""

    rule: ClassVar[str] = "2.7"
    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[bool] = True

    power: Power
    deck: str
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return with_hand(state, self.power, (*state.hands[self.power], *self.cards))


class HandKept(Event, frozen=True):
    """A power kept its hand (2.6)."""

    rule: ClassVar[str] = "2.6"

    power: Power


class HandReplaced(Event, frozen=True):
    """A power discarded its common cards but the mandatory ones, only the top one seen (2.6, R-8)."""

    rule: ClassVar[str] = "2.6"
    secret_fields: ClassVar[tuple[str, ...]] = ("hidden",)
    reveals: ClassVar[bool] = True

    power: Power
    count: int
    top: str
    hidden: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        gone = (*self.hidden, self.top)
        hand = [card for card in state.hands[self.power] if card not in gone]
        return changed(with_hand(state, self.power, hand), discards=(*state.discards, *gone))


# Turn, rounds, impulses -------------------------------------------------------------------------


class TurnBegan(Event, frozen=True):
    """A year began (4)."""

    rule: ClassVar[str] = "4.1"

    year: int

    def apply(self, state: State) -> State:
        return changed(state, year=self.year, round=1)


class ImpulseBegan(Event, frozen=True):
    """A power's impulse began (4.2). `final`: no other power holds a card, so it ends the impulses (R-11)."""

    rule: ClassVar[str] = "4.2"

    power: Power
    kind: Kind
    final: bool = False

    def apply(self, state: State) -> State:
        return changed(state, impulse=Impulse(self.power, self.kind, self.final))


class ImpulsePassed(Event, frozen=True):
    """A power without cards passed (4.23)."""

    rule: ClassVar[str] = "4.23"

    power: Power


class ImpulseEnded(Event, frozen=True):
    """An impulse is over: every marker comes off, forced marches are forgotten (4.2)."""

    rule: ClassVar[str] = "4.2"

    power: Power
    kind: Kind

    def apply(self, state: State) -> State:
        troops = {
            duchy: merged(changed(troop, marched=0, marked=False) for troop in standing)
            for duchy, standing in state.troops.items()
        }
        leaders = {
            leader: changed(general, marched=0, marked=False) for leader, general in state.leaders.items()
        }
        was_preempted = state.was_preempted or self.kind == "preempting"
        return changed(
            state, troops=troops, leaders=leaders, impulse=None, last=self.power, was_preempted=was_preempted
        )


class TrackMoved(Event, frozen=True):
    """The impulse marker moved on (4.2); round the end of the track a new round begins (4.24)."""

    rule: ClassVar[str] = "4.24"

    to: Power
    round: int

    def apply(self, state: State) -> State:
        return changed(state, track=self.to, round=self.round, was_preempted=False)


class ImpulsesEnded(Event, frozen=True):
    """The last power with cards had its last impulse of the year (4.24, R-11)."""

    rule: ClassVar[str] = "4.24"

    year: int


# Cards ------------------------------------------------------------------------------------------


class CardPlayed(Event, frozen=True):
    """A card was played (5). `own`: it is a card of the active power's impulse, not an answer (R-21)."""

    rule: ClassVar[str] = "5"
    reveals: ClassVar[bool] = True

    power: Power
    card: str
    mode: Mode
    own: bool
    target: str = ""
    window: str = ""

    def apply(self, state: State) -> State:
        state = with_hand(state, self.power, (card for card in state.hands[self.power] if card != self.card))
        if self.own:
            slot = {"plus": True} if CARDS[self.card].is_plus else {"ordinary": True}
            state = with_impulse(state, **slot)
        if CARDS[self.card].is_national:
            return changed(state, played=(*state.played, self.card))
        return changed(state, discards=(*state.discards, self.card))


class CardCancelled(Event, frozen=True):
    """A card was cancelled before it took effect (C-N)."""

    rule: ClassVar[str] = "5.1"

    card: str
    by: str
    power: Power


class PointsForced(Event, frozen=True):
    """A card that was forced on a power is its card of this impulse, for its points (#26)."""

    rule: ClassVar[str] = "#26"

    power: Power
    card: str

    def apply(self, state: State) -> State:
        return with_impulse(state, ordinary=True)


class PlayContinued(Event, frozen=True):
    """A card lets its player play another one, as the continuation of the same play (5.6, R-22, C-M)."""

    rule: ClassVar[str] = "5.6"

    power: Power
    card: str

    def apply(self, state: State) -> State:
        return with_impulse(state, ordinary=False, continued=True)


class CardRemoved(Event, frozen=True):
    """A card left the game (5.7)."""

    rule: ClassVar[str] = "5.7"
    reveals: ClassVar[bool] = True

    card: str

    def apply(self, state: State) -> State:
        for power in POWERS:
            if self.card in state.hands[power]:
                state = with_hand(state, power, (card for card in state.hands[power] if card != self.card))
        return changed(
            state,
            discards=tuple(card for card in state.discards if card != self.card),
            played=tuple(card for card in state.played if card != self.card),
            lasting=tuple(each for each in state.lasting if each.card != self.card),
            removed=(*state.removed, self.card),
        )


class CardKept(Event, frozen=True):
    """A card lies face up: its effect lasts (5.1)."""

    rule: ClassVar[str] = "5.1"

    card: str
    power: Power
    target: str = ""

    def apply(self, state: State) -> State:
        return changed(
            state,
            discards=tuple(card for card in state.discards if card != self.card),
            lasting=(*state.lasting, Lasting(self.card, self.power, self.target)),
        )


class EffectEnded(Event, frozen=True):
    """A lasting card goes to the discards: its time is over (5.1)."""

    rule: ClassVar[str] = "5.1"

    card: str

    def apply(self, state: State) -> State:
        lasting = tuple(each for each in state.lasting if each.card != self.card)
        gone = () if CARDS[self.card].is_national else (self.card,)
        return changed(state, lasting=lasting, discards=(*state.discards, *gone))


class CardDrawn(Event, frozen=True):
    """A power drew a card from the deck (5.1, 15.2)."""

    rule: ClassVar[str] = "15.2"
    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    reveals: ClassVar[bool] = True

    power: Power
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded draw names its card"
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class CardTaken(Event, frozen=True):
    """A card went from one hand to another; only these two powers know which (#24)."""

    rule: ClassVar[str] = "#24"
    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    reveals: ClassVar[bool] = True

    source: Power
    power: Power
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded card names itself"
        state = with_hand(state, self.source, (c for c in state.hands[self.source] if c != self.card))
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class CardDiscarded(Event, frozen=True):
    """A power lost a card from its hand; it lies on top of the discards (4.21)."""

    rule: ClassVar[str] = "4.21"
    reveals: ClassVar[bool] = True

    power: Power
    card: str

    def apply(self, state: State) -> State:
        state = with_hand(state, self.power, (card for card in state.hands[self.power] if card != self.card))
        return changed(state, discards=(*state.discards, self.card))


class DeckShuffled(Event, frozen=True):
    """The discards went back into the deck (R-98, #46)."""

    rule: ClassVar[str] = "16.41"

    count: int

    def apply(self, state: State) -> State:
        return changed(state, discards=())


class ResourceSpent(Event, frozen=True):
    """A Resource was used to draw a card; it counts as the plus card of the impulse (15.2, R-23)."""

    rule: ClassVar[str] = "15.2"

    power: Power

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] - 1}
        return with_impulse(changed(state, resources=resources), plus=True)


class ResourcesGained(Event, frozen=True):
    """A power got Resources (15.1)."""

    rule: ClassVar[str] = "15.1"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] + self.amount}
        return changed(state, resources=resources)


class ResourcesLost(Event, frozen=True):
    """A power lost Resources (4.5, #46)."""

    rule: ClassVar[str] = "4.5"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] - self.amount}
        return changed(state, resources=resources)


# Command points ---------------------------------------------------------------------------------


class CommandPointsGained(Event, frozen=True):
    """A card gave command points (5.5)."""

    rule: ClassVar[str] = "5.5"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        return with_impulse(state, points=state.impulse.points + self.amount)


class CommandPointSpent(Event, frozen=True):
    """Command points were announced for a step that is not yet carried out (5.2, 5.5)."""

    rule: ClassVar[str] = "5.5"

    power: Power
    amount: int
    purpose: str
    subject: str
    at: str

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        return with_impulse(state, points=state.impulse.points - self.amount)


class CommandPointsReturned(Event, frozen=True):
    """An answer made the announced step impossible: its points come back (W-9)."""

    rule: ClassVar[str] = "5.2"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        return with_impulse(state, points=state.impulse.points + self.amount)


class CommandPointsLost(Event, frozen=True):
    """Points that were not spent are gone (5.5)."""

    rule: ClassVar[str] = "5.5"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        return with_impulse(state, points=0)


class FormationMoved(Event, frozen=True):
    """A formation marched into an adjacent duchy (9.1). `stops`: a fortress of the enemy holds it (9.52).

    `left` are the power's troops that stay behind, with the counters that they have now.
    """

    rule: ClassVar[str] = "9.1"

    power: Power
    start: str
    to: str
    leaders: tuple[str, ...]
    troops: tuple[Troop, ...]
    left: tuple[Troop, ...]
    stops: bool = False

    def apply(self, state: State) -> State:
        others = [troop for troop in state.troops.get(self.start, ()) if troop.power != self.power]
        state = with_troops(state, self.start, (*others, *self.left))
        arrived = [changed(t, marched=t.marched + 1, marked=t.marked or self.stops) for t in self.troops]
        state = with_troops(state, self.to, (*state.troops.get(self.to, ()), *arrived))
        for leader in self.leaders:
            was = state.leaders[leader]
            marked = was.marked or self.stops
            state = with_leader(state, leader, duchy=self.to, marched=was.marched + 1, marked=marked)
        commanders = {
            duchy: leader for duchy, leader in state.commanders.items() if leader not in self.leaders
        }
        return changed(state, commanders=commanders)


class PiecePlaced(Event, frozen=True):
    """Soldiers or a leader came into play (6). `regrouped`: out of the Regroup Box."""

    rule: ClassVar[str] = "6.3"

    power: Power
    duchy: str
    sp: int = 0
    leader: str | None = None
    regrouped: bool = False

    def apply(self, state: State) -> State:
        if self.leader is not None:
            return with_leader(state, self.leader, place="map", duchy=self.duchy)
        if self.regrouped:
            regroup = {**state.regroup, self.power: state.regroup[self.power] - self.sp}
            state = changed(state, regroup=regroup)
        return with_soldiers(state, self.power, self.duchy, self.sp)


def with_soldiers(state: State, power: Power, duchy: str, sp: int) -> State:
    """A copy with so many strength points more there; fresh ones change counters if they must (1.5)."""
    fresh = [troop for troop in troops_of(state, duchy, power) if not troop.marched and not troop.marked]
    old = fresh[0] if fresh else Troop(power)
    inf, cav, art = free_counters(state, power)
    counters = counters_for(sp, (inf, cav, art))
    if counters is not None:
        added = Troop(power, *counters)
        return with_troops(state, duchy, (*state.troops.get(duchy, ()), added))
    pool = (inf + old.inf, cav + old.cav, art + old.art)
    counters = counters_for(old.sp + sp, pool)
    assert counters is not None, "may_place was asked before"
    rest = [troop for troop in state.troops.get(duchy, ()) if troop != old]
    return with_troops(state, duchy, (*rest, Troop(power, *counters)))


class FlagPlaced(Event, frozen=True):
    """A flag was placed, or the enemy's only taken away (`flag` none) (7)."""

    rule: ClassVar[str] = "7.1"

    power: Power
    duchy: str
    flag: Power | None
    means: str

    def apply(self, state: State) -> State:
        flags = {duchy: power for duchy, power in state.flags.items() if duchy != self.duchy}
        if self.flag is not None:
            flags[self.duchy] = self.flag
        return changed(state, flags=flags)


# Losses -----------------------------------------------------------------------------------------


class LossesTaken(Event, frozen=True):
    """Soldiers and leaders were eliminated; they may be built again (6, 13.1)."""

    rule: ClassVar[str] = "13.1"

    power: Power
    duchy: str
    sp: int
    leaders: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> State:
        return without_pieces(state, self.power, self.duchy, self.sp, self.leaders)


class RemovalOwed(Event, frozen=True):
    """A power had too few soldiers for an event and owes the rest (5.12, R-19)."""

    rule: ClassVar[str] = "5.12"

    power: Power
    card: str
    sp: int

    def apply(self, state: State) -> State:
        owed = {**state.debts[self.power], self.card: state.debts[self.power].get(self.card, 0) + self.sp}
        return changed(state, debts={**state.debts, self.power: owed})


class RemovalPaid(Event, frozen=True):
    """A soldier who came into play went at once to pay a debt (5.12)."""

    rule: ClassVar[str] = "5.12"

    power: Power
    card: str
    sp: int
    duchy: str

    def apply(self, state: State) -> State:
        owed = {**state.debts[self.power], self.card: state.debts[self.power][self.card] - self.sp}
        owed = {card: sp for card, sp in owed.items() if sp}
        state = changed(state, debts={**state.debts, self.power: owed})
        return without_pieces(state, self.power, self.duchy, self.sp)


EVENTS: tuple[type[Event], ...] = (
    GameSetUp, CardsDealt, HandKept, HandReplaced, TurnBegan, ImpulseBegan, ImpulsePassed, ImpulseEnded,
    TrackMoved, ImpulsesEnded, CardPlayed, CardCancelled, CardRemoved, CardKept, EffectEnded, CardDrawn,
    CardTaken, CardDiscarded, DeckShuffled, ResourceSpent, ResourcesGained, ResourcesLost,
    CommandPointsGained, CommandPointSpent, CommandPointsReturned, CommandPointsLost, FormationMoved,
    PiecePlaced, FlagPlaced, LossesTaken, RemovalOwed,
    RemovalPaid, PlayContinued, PointsForced,
)  # fmt: skip
