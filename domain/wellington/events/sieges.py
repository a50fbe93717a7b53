"""Sieges (12)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import Power
from domain.wellington.position.conflict import Camp, Siege
from domain.wellington.position.counters import taken
from domain.wellington.position.state import (
    State,
    changed,
    leaders_of,
    troops_of,
    with_impulse,
    with_leader,
    with_own_troops,
)


class SiegeBegan(Event, frozen=True):
    """An army besieges a fortress of `owner` (12.2). `camp` has what batteries did to it before (R-84)."""

    rule = "12.2"

    power: Power
    duchy: str
    leader: str
    sp: int
    staff: tuple[str, ...]
    owner: Power
    strength: int
    camp: Camp = Camp()

    def apply(self, state: State) -> State:
        siege = Siege(
            self.duchy, self.power, self.leader, self.sp, self.owner, self.strength, self.strength,
            self.staff, besieger=self.camp,
        )  # fmt: skip
        if state.impulse is not None:
            state = with_impulse(state, sieges=(*state.impulse.sieges, self.duchy))
        return changed(state, siege=siege)


class SiegeRoundBegan(Event, frozen=True):
    """A round of the siege; so many fresh soldiers replaced lost or disorganised ones (12.31, R-79)."""

    rule = "12.22"

    round: int
    replaced_lost: int = 0
    replaced_disorganised: int = 0

    def apply(self, state: State) -> State:
        siege = the_siege(state)
        camp = siege.besieger
        besieger = changed(
            camp,
            dice=(),
            lost=camp.lost - self.replaced_lost,
            disorganised=camp.disorganised - self.replaced_disorganised,
        )
        return with_siege(
            state,
            round=self.round,
            sp=siege.sp + self.replaced_lost,
            spent=siege.spent + self.replaced_disorganised,
            besieger=besieger,
            fortress=changed(siege.fortress, dice=()),
            apart=(),
            backfired=0,
            harm=0,
            is_counted=False,
        )


class SiegeRolled(Event, frozen=True):
    """Both sides rolled (12.3); what the dice do comes after the answers."""

    rule = "12.3"

    round: int
    besieger: tuple[int, ...]
    fortress: tuple[int, ...]

    def apply(self, state: State) -> State:
        siege = the_siege(state)
        return with_siege(
            state,
            besieger=changed(siege.besieger, dice=self.besieger),
            fortress=changed(siege.fortress, dice=self.fortress),
        )


class SiegeDiceCounted(Event, frozen=True):
    """The dice of the besieger or of the fortress in this round, and what they come from (12.3).

    `terms` make `counted` together, but never less than 0; each card in `halved_by` halves that.
    """

    rule = "12.3"

    duchy: str
    power: Power
    terms: dict[str, int]
    total: int
    counted: int
    halved_by: tuple[str, ...] = ()


class SiegeDiceAdded(Event, frozen=True):
    """A card made the besieger roll more dice when the others lay already (#8, W-7)."""

    rule = "#8"

    card: str
    dice: tuple[int, ...]

    def apply(self, state: State) -> State:
        camp = the_siege(state).besieger
        return with_siege(state, besieger=changed(camp, dice=(*camp.dice, *self.dice)))


class SiegeDiceApart(Event, frozen=True):
    """A card made the besieger roll dice apart: their sixes count, and he loses so many pieces (#15)."""

    rule = "#15"

    card: str
    dice: tuple[int, ...]
    backfired: int

    def apply(self, state: State) -> State:
        return with_siege(state, apart=self.dice, backfired=self.backfired)


class BesiegerHarmed(Event, frozen=True):
    """A card cost the besieger pieces; they count as hits of this round (#52, #95, C-95)."""

    rule = "#95"

    duchy: str
    hits: int

    def apply(self, state: State) -> State:
        siege = the_siege(state)
        camp = siege.besieger
        besieger = changed(camp, hits=camp.hits + self.hits)
        return with_siege(state, besieger=besieger, harm=siege.harm + self.hits)


class SiegeLifted(Event, frozen=True):
    """The besieger gave the siege up before any die was rolled (#27)."""

    rule = "#27"

    duchy: str

    def apply(self, state: State) -> State:
        return with_siege(state, is_lifted=True)


class SiegeRoundEnded(Event, frozen=True):
    """The dice took effect: `sixes` against the fortress, and what the besieger suffered (12.3, R-78).

    `hits` are fives and sixes; `sp` strength points of the army are eliminated, then `spare` ones that stand
    beside it, further sixes fall on leaders. `against` says what the sixes come from, `suffered` what the
    besieger's eliminations do: the dice, and cards by their id.
    """

    rule = "12.3"

    round: int
    sixes: int
    total: int
    hits: int
    sp: int
    disorganised: int
    spare: int = 0
    against: dict[str, int] = {}
    suffered: dict[str, int] = {}

    def apply(self, state: State) -> State:
        siege = the_siege(state)
        camp = siege.besieger
        disorganised = camp.disorganised - self._fell_disorganised(siege) + self.disorganised
        besieger = changed(
            camp, hits=camp.hits + self.hits, lost=camp.lost + self.sp, disorganised=disorganised
        )
        sp = siege.sp - self.sp
        spent = max(0, min(siege.spent, _beside(state, siege) - self.spare))
        return with_siege(state, sixes=self.total, sp=sp, spent=spent, besieger=besieger, is_counted=True)

    def _fell_disorganised(self, siege: Siege) -> int:
        """Eliminations fall on disorganised pieces first; who is gone costs no die any more (11.53, R-60)."""
        standing = min(siege.besieger.disorganised, siege.sp + len(siege.staff) + 1)
        return min(self.hits - self.disorganised - self.spare, standing)


def _beside(state: State, siege: Siege) -> int:
    """Unmarked soldiers of the besieging power there beyond its army (12.31)."""
    troops = troops_of(state, siege.duchy, siege.power)
    return sum(troop.sp for troop in troops if not troop.marked) - siege.sp


class FortressFell(Event, frozen=True):
    """The besieger took the fortress (12.3); a Hasty Fort is gone. Its flag and the sack come next."""

    rule = "12.3"

    power: Power
    duchy: str

    def apply(self, state: State) -> State:
        if state.hasty_fort == self.duchy:
            state = changed(state, hasty_fort=None)
        return with_siege(state, is_taken=True)


class SiegeEnded(Event, frozen=True):
    """The siege is over (12.3): besiegers are marked, unless it was a siege overrun (12.41).

    Who has overrun a fortress goes on, though he had failed before it (#43); who chose not to attack did not
    besiege (#27).
    """

    rule = "12.41"

    power: Power
    duchy: str
    taken: bool
    round: int
    overrun: bool

    def apply(self, state: State) -> State:
        siege = the_siege(state)
        state = changed(state, siege=None)
        if self.overrun:
            return _freed(state, siege)
        return state if siege.is_lifted else _marked(state, siege)


def _freed(state: State, siege: Siege) -> State:
    """A copy in which the army that has overrun the fortress bears no marker."""
    duchy, power = siege.duchy, siege.power
    troops = troops_of(state, duchy, power)
    if siege.sp + siege.spent >= sum(troop.sp for troop in troops):
        state = with_own_troops(state, duchy, power, [changed(troop, marked=False) for troop in troops])
    for leader in leaders_of(state, duchy, power):
        if leader in (siege.leader, *siege.staff):
            state = with_leader(state, leader, marked=False)
    return state


def _marked(state: State, siege: Siege) -> State:
    """A copy in which the army that besieged bears the marker; others of its power there do not (12.41)."""
    duchy, power = siege.duchy, siege.power
    troops = troops_of(state, duchy, power)
    ready = tuple(troop for troop in troops if not troop.marked)
    fought = min(siege.sp + siege.spent, sum(troop.sp for troop in ready))
    parts = taken(state, duchy, power, fought, ready)
    if parts is None:
        parts = ready, tuple(troop for troop in troops if troop.marked)
    marked = [changed(troop, marked=True) for troop in parts[0]]
    state = with_own_troops(state, duchy, power, (*marked, *parts[1]))
    for leader in leaders_of(state, duchy, power):
        if leader in (siege.leader, *siege.staff):
            state = with_leader(state, leader, marked=True)
    return state


class SackRolled(Event, frozen=True):
    """A die for booty; with what the saved rounds and cards add it gives Resources or none (12.5)."""

    rule = "12.5"

    power: Power
    duchy: str
    die: int
    modifier: int
    resources: int


def the_siege(state: State) -> Siege:
    """The siege under way."""
    assert state.siege is not None, "a siege is under way"
    return state.siege


def with_siege(state: State, **changes: object) -> State:
    """A copy with the siege under way changed."""
    return changed(state, siege=changed(the_siege(state), **changes))


class SiegeReinforced(Event, frozen=True):
    """Soldiers who have just come take part in the siege (#73)."""

    rule = "#73"

    duchy: str
    sp: int

    def apply(self, state: State) -> State:
        return with_siege(state, sp=the_siege(state).sp + self.sp)
