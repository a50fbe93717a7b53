"""The state of a game of Wellington, questions about it, and how a changed copy is made.

A state is never changed in place. Soldiers of one power in one duchy stand in troops: one troop for each
history (duchies marched in this impulse, marked or not, bound or not), so that forced marches and the "Battle
or Failed Interception" marker are counted per piece (R-36, 11.52). Counters of equal strength points may be
changed at any time (R-3); `parted` does so by itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from domain.kernel.memory import Latest
from domain.kernel.seats import Seat
from domain.parts.piles import undrawn
from domain.parts.sides import members
from domain.wellington.facts import NATIONS, Facts, known
from domain.wellington.facts.world import (
    ALLY_OF,
    DECK_OF,
    LEADERS_OF,
    NATION_OF,
    NATIONAL_CARDS,
    NUMBER_OF,
    POWER_OF,
    POWERS,
    SEAT_OF_SIDE,
    SIDE_OF,
    SIDE_OF_LEADER,
    Nation,
    Power,
    Side,
)
from domain.wellington.position.conflict import Arrival, Battle, Part, Siege

Kind = Literal["scheduled", "preempting", "granted"]
"""Why a power has its impulse (4.2, 4.22, #34)."""
Place = Literal["map", "regroup", "unbuilt"]


SAILED = -1
"""The `marched` of a piece that went by sea in this impulse: it does not march as well (14.2)."""

COMMON = tuple(card for card, deck in DECK_OF.items() if deck == "common")
NATIONAL: Mapping[Nation, tuple[str, ...]] = members(NATIONS, DECK_OF, DECK_OF.__getitem__)


Counters = tuple[int, int, int]
"""Infantry, cavalry, artillery."""


class Troop(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counters of one power in one duchy that share their history.

    `marched` and `marked` are of this impulse; `bound` ones leave the duchy only by a retreat before their
    power's next impulse (#81).
    """

    power: Power
    inf: int = 0
    cav: int = 0
    art: int = 0
    marched: int = 0
    marked: bool = False
    bound: bool = False

    @property
    def sp(self) -> int:
        """Strength points: infantry 1, cavalry 2, artillery 4 (1.5)."""
        return self.inf + 2 * self.cav + 4 * self.art

    @property
    def counters(self) -> Counters:
        """Infantry, cavalry and artillery."""
        return self.inf, self.cav, self.art


class General(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a leader is, how far he marched in this impulse, whether he is marked or `bound` (#81).

    A bound one off the map was withdrawn, and is not built before his power's next impulse (16.32).
    """

    place: Place = "unbuilt"
    duchy: str | None = None
    marched: int = 0
    marked: bool = False
    bound: bool = False


class Shelling(msgspec.Struct, frozen=True):
    """What coastal batteries did to a landing that has not fought yet (14.3, R-84)."""

    duchy: str
    sixes: int
    fives: int


class Impulse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The impulse under way. `final`: its power alone held cards when it began, so it ends the turn (R-11).

    `ordinary` and `plus` say which of its two card plays are used up; `continued` that a card let it play
    another ordinary one (R-22). `named` are the leaders that it wished to command in a duchy, `refused` the
    leaders of the ally that he did not let join a march (9.61, 9.62). `limited` is the card that limits what
    the points are for (#25, #98); `offered` are cards that another card lets its player play or see now;
    `announced` is the last step announced: its order, whom it is about, where, and the
    leaders of a convoy; `spent` are cards back in hand that may not be used in battle again (#97);
    `headless` are formations that nobody may command now (#32, #52), and the leaders left there; `rifled`
    hits of the French count in their next battle in `rifled_in` (#95).
    `convoyed`: its one paid convoy was sent (R-82). `oak_ports` have the benefit of Heart of Oak (#93), in
    those `sheltered` the French suffer no attrition (#103). `raised` are the strength points that came into
    play in this impulse, by `f"{power} {duchy}"`, and `raised_leaders` the leaders: they do not sail (14.2).
    """

    power: Power
    kind: Kind
    final: bool = False
    points: int = 0
    ordinary: bool = False
    plus: bool = False
    continued: bool = False
    sieges: tuple[str, ...] = ()
    limited: str = ""
    offered: tuple[str, ...] = ()
    has_free_point: bool = True
    announced: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    convoyed: bool = False
    shelling: Shelling | None = None
    oak_ports: tuple[str, ...] = ()
    sheltered: tuple[str, ...] = ()
    headless: tuple[str, ...] = ()
    rifled: int = 0
    rifled_in: str = ""
    raised: dict[str, int] = {}
    raised_leaders: tuple[str, ...] = ()

    @property
    def has_acted(self) -> bool:
        """Was a card or a Resource played (4.2)?"""
        return self.ordinary or self.plus or self.continued


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card whose effect lasts: who played it and on what (a leader, a line, a duchy, a power).

    `begun` are the powers that began an impulse since, `completed` those that ended a scheduled one; `die` is
    the one that was rolled for what it does (#52).
    """

    card: str
    power: Power
    target: str = ""
    begun: tuple[Power, ...] = ()
    completed: tuple[Power, ...] = ()
    die: int = 0


class State(msgspec.Struct, frozen=True):
    """A game of Wellington at one moment.

    `track` is the power on the Impulse Track (1.3), `last` the one that took the last impulse, the last
    turn's included (4.22). `regroup` counts strength points; its counters change freely with the unbuilt.
    `hands` are sorted by number; the deck and the Reserves are what lies nowhere else, so no order can leak.
    `discards` has its top card last. `debts` are strength points owed for an event, by card (5.12).
    `commanders` are the leaders who were named to command where they stand (9.53).
    `arrivals` and `battles` are stacks, the one at hand last: an answer may start another one. `for_good` are
    cards whose effect holds for the rest of the game wherever the card itself is. `unseen` discards lie
    face down, `lost` counts the strength points eliminated so far, by power and cause. `suspended` are
    impulses that another power's granted one interrupts (#34); `given` are cards handed over, to be used for
    their points (#65, #94); `top` are cards on top of the deck as `top_seen` has laid them, the first first
    (#76). `reinforcements` are points between two turns, `set_aside` the old cards while the new ones are
    changed (16). `ended` is the cause of the end, with the `scores` and `winners`. `players` who bid
    for their powers took these (R-7). `data` is the digest of the pack that the game is played on.
    """

    scenario: str
    seats: tuple[Seat, ...]
    year: int = 0
    last_year: int = 0
    round: int = 0
    preemption_from: int = 1
    track: Power = "britain"
    last: Power | None = None
    was_preempted: bool = False
    impulse: Impulse | None = None
    troops: dict[str, tuple[Troop, ...]] = {}
    leaders: dict[str, General] = {}
    commanders: tuple[str, ...] = ()
    regroup: dict[Power, int] = {}
    flags: dict[str, Power] = {}
    hasty_fort: str | None = None
    hands: dict[Power, tuple[str, ...]] = {}
    discards: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    resources: dict[Power, int] = {}
    debts: dict[Power, dict[str, int]] = {}
    lost: dict[Power, dict[str, int]] = {}
    arrivals: tuple[Arrival, ...] = ()
    battles: tuple[Battle, ...] = ()
    siege: Siege | None = None
    for_good: tuple[str, ...] = ()
    suspended: tuple[Impulse, ...] = ()
    given: dict[str, Power] = {}
    top: tuple[str, ...] = ()
    top_seen: Power | None = None
    reinforcements: dict[Power, int] = {}
    set_aside: dict[Power, tuple[str, ...]] = {}
    scores: dict[Power, float] = {}
    ended: str = ""
    winners: tuple[Seat, ...] = ()
    players: dict[Seat, tuple[Power, ...]] = {}
    data: str = ""
    allied_gift: int = 0
    """Victory points given to the Allies before the game: a handicap (R-111)."""
    came: dict[Power, tuple[Troop, ...]] = {}
    """The counters of each power's last march as they came in: those go back when it is undone."""
    is_turn_ending: bool = False
    """The impulses of the turn are over (4.3 to 4.7)."""

    @property
    def facts(self) -> Facts:
        """The facts that the game is played by, built in or of its pack."""
        return known[self.data]


changed = msgspec.structs.replace
"""`changed(state, round=2)`: a copy with these fields."""


# Seats and powers -------------------------------------------------------------------------------


def seat_of(state: State, power: Power) -> Seat:
    """Who decides for a power (2.1); whoever took it, if the players bid for them."""
    for seat, powers in state.players.items():
        if power in powers:
            return seat
    if power in state.seats:
        return Seat(power)
    return SEAT_OF_SIDE[SIDE_OF[power]]


def powers_of_seat(state: State, seat: Seat) -> tuple[Power, ...]:
    """The powers that a seat decides for, in impulse order."""
    return tuple(power for power in POWERS if seat_of(state, power) == seat)


def after(power: Power) -> tuple[Power, ...]:
    """The powers in the order of answers: the next one on the track first, `power` itself last (5.2)."""
    turn = POWERS.index(power) + 1
    return POWERS[turn:] + POWERS[:turn]


# Cards ------------------------------------------------------------------------------------------


def by_number(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the order of their numbers."""
    return tuple(sorted(cards, key=lambda card: NUMBER_OF[card]))


def common_in_hand(state: State, power: Power) -> tuple[str, ...]:
    """The cards in hand that are not national, mandatory ones included."""
    return tuple(card for card in state.hands[power] if card not in NATIONAL_CARDS)


def deck(state: State) -> tuple[str, ...]:
    """The common cards still to be drawn, in no order."""
    lasting = [each.card for each in state.lasting]
    hands = (*state.hands.values(), *state.set_aside.values())
    return undrawn(COMMON, state.discards, state.removed, lasting, *hands)


def reserve(state: State, nation: Nation) -> tuple[str, ...]:
    """The national cards that were not dealt, face down, in no order (2.7)."""
    lasting = [each.card for each in state.lasting]
    return undrawn(NATIONAL[nation], state.played, state.removed, lasting, *state.hands.values())


def has_cards(state: State, power: Power) -> bool:
    """Has it a card to play, so that it has scheduled impulses (4.23)?"""
    return bool(state.hands[power])


def powers_with_cards(state: State) -> tuple[Power, ...]:
    """The powers that still hold cards."""
    return tuple(power for power in POWERS if state.hands[power])


def preemption_holder(state: State) -> Power | None:
    """The power with most cards in hand, all kinds counted; none on a tie (4.22, R-14)."""
    most = max(len(hand) for hand in state.hands.values())
    holders = [power for power in POWERS if len(state.hands[power]) == most]
    return holders[0] if len(holders) == 1 else None


def may_preempt(state: State, power: Power) -> bool:
    """May it take an impulse before the power on the track (4.22, R-12, R-13)?"""
    return (
        preemption_holder(state) == power
        and power not in (state.track, state.last)
        and state.round >= state.preemption_from
        and not state.was_preempted
        and has_cards(state, state.track)
    )


def is_lasting(state: State, card: str) -> bool:
    """Does the effect of this card last now?"""
    for each in state.lasting:  # noqa: SIM110  (asked very often: a loop is twice as fast)
        if each.card == card:
            return True
    return False


def is_played_on(state: State, card: str, target: str) -> bool:
    """Does the effect of this card last on this target (a leader, a duchy, a line, a power)?"""
    for each in state.lasting:  # noqa: SIM110  (asked very often: a loop is twice as fast)
        if each.card == card and each.target == target:
            return True
    return False


# Pieces -----------------------------------------------------------------------------------------

class Muster(NamedTuple):
    """All soldiers of a power: their strength points, where they stand, and their counters."""

    sp: int
    duchies: tuple[str, ...]
    used: Counters


def _muster_all(on_map: Mapping[str, tuple[Troop, ...]]) -> dict[Power, Muster]:
    duchies: dict[Power, dict[str, None]] = {power: {} for power in POWERS}
    used: dict[Power, Counters] = dict.fromkeys(POWERS, (0, 0, 0))
    for duchy, troops in on_map.items():
        for troop in troops:
            inf, cav, art = used[troop.power]
            used[troop.power] = inf + troop.inf, cav + troop.cav, art + troop.art
            duchies[troop.power][duchy] = None
    return {
        power: Muster(inf + 2 * cav + 4 * art, tuple(duchies[power]), (inf, cav, art))
        for power, (inf, cav, art) in used.items()
    }


def _station_all(leaders: Mapping[str, General]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for leader, general in leaders.items():
        if general.duchy is not None:
            found.setdefault(general.duchy, []).append(leader)
    return {duchy: tuple(there) for duchy, there in found.items()}


_musters, _stations = Latest(_muster_all), Latest(_station_all)


def troops_of(state: State, duchy: str, power: Power) -> tuple[Troop, ...]:
    """The troops of a power in a duchy."""
    troops = state.troops.get(duchy)
    if troops is None:
        return ()
    return tuple([troop for troop in troops if troop.power == power])


def sp_of(state: State, duchy: str, power: Power) -> int:
    """Strength points of a power's soldiers in a duchy."""
    return sum(troop.sp for troop in state.troops.get(duchy, ()) if troop.power == power)


def parts_at(state: State, duchy: str, parts: Iterable[Part]) -> tuple[Part, ...]:
    """Those of the pieces who are in this duchy still."""
    found = []
    for part in parts:
        leaders = tuple(leader for leader in part.leaders if state.leaders[leader].duchy == duchy)
        sp = min(part.sp, sp_of(state, duchy, part.power))
        if sp or leaders:
            found.append(Part(part.power, sp, leaders))
    return tuple(found)


def stations(state: State) -> Mapping[str, tuple[str, ...]]:
    """The duchies with leaders, and who they are."""
    return _stations.of(state.leaders)


def leaders_in(state: State, duchy: str) -> tuple[str, ...]:
    """All leaders in a duchy, in the order of the roster."""
    return _stations.of(state.leaders).get(duchy, ())


def leaders_of(state: State, duchy: str, power: Power) -> tuple[str, ...]:
    """The leaders of a power in a duchy."""
    there = leaders_in(state, duchy)
    return tuple([leader for leader in there if POWER_OF[leader] == power]) if there else there


def has_formation(state: State, duchy: str, side: Side) -> bool:
    """Has the side a soldier or a leader there (1.6)?"""
    for troop in state.troops.get(duchy, ()):
        if SIDE_OF[troop.power] == side:
            return True
    for leader in _stations.of(state.leaders).get(duchy, ()):  # noqa: SIM110  (asked very often: a loop is twice as fast)
        if SIDE_OF_LEADER[leader] == side:
            return True
    return False


def has_pieces(state: State, duchy: str, power: Power) -> bool:
    """Has the power a soldier or a leader there?"""
    return bool(troops_of(state, duchy, power) or leaders_of(state, duchy, power))


def duchies_of(state: State, power: Power) -> tuple[str, ...]:
    """The duchies in which a power has pieces, by id."""
    places = set(_musters.of(state.troops)[power].duchies)
    for leader in LEADERS_OF[power]:
        duchy = state.leaders[leader].duchy
        if duchy is not None:
            places.add(duchy)
    return tuple(sorted(places))


def sp_on_map(state: State, power: Power) -> int:
    """Strength points of all the power's soldiers on the map."""
    return _musters.of(state.troops)[power].sp


def free_counters(state: State, power: Power) -> tuple[int, int, int]:
    """Infantry, cavalry and artillery counters that are not on the map."""
    return less(state.facts.mix[power], _musters.of(state.troops)[power].used)


def unbuilt_sp(state: State, power: Power) -> int:
    """Strength points that can still be built; those in the Regroup Box cannot (6)."""
    inf, cav, art = free_counters(state, power)
    return max(0, inf + 2 * cav + 4 * art - state.regroup[power])


def ally_seat(state: State, power: Power) -> Seat:
    """Who decides for the ally."""
    return seat_of(state, ALLY_OF[power])


# Counters ---------------------------------------------------------------------------------------


def counters_for(sp: int, free: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """The fewest counters out of `free` worth exactly `sp`; None if they cannot be had."""
    for art in range(min(free[2], sp // 4), -1, -1):
        left = sp - 4 * art
        for cav in range(min(free[1], left // 2), -1, -1):
            if left - 2 * cav <= free[0]:
                return left - 2 * cav, cav, art
    return None


def parted(free: Counters, troop: Troop, sp: int) -> tuple[Troop, Troop, Counters] | None:
    """The troop in two, the first of exactly `sp`, and the free counters then; None if impossible.

    Whole counters of the troop are taken if they fit; only else they are changed for `free` ones (1.5).
    """
    own = troop.counters
    first = counters_for(sp, own)
    if first is not None:
        return dressed(troop, first), dressed(troop, less(own, first)), free
    pool = (free[0] + own[0], free[1] + own[1], free[2] + own[2])
    first = counters_for(sp, pool)
    if first is None:
        return None
    pool = less(pool, first)
    second = counters_for(troop.sp - sp, pool)
    return None if second is None else (dressed(troop, first), dressed(troop, second), less(pool, second))


def less(one: Counters, other: Counters) -> Counters:
    """Counters without others, kind by kind; below 0 where there are not so many."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def dressed(troop: Troop, counters: Counters) -> Troop:
    """A troop of the same history with these counters."""
    return changed(troop, inf=counters[0], cav=counters[1], art=counters[2])


def merged(troops: Iterable[Troop]) -> tuple[Troop, ...]:
    """Troops of the same power and history put together, empty ones dropped, in a fixed order."""
    real = [troop for troop in troops if troop.sp]
    if len(real) < 2:
        return tuple(real)
    found: dict[tuple[Power, int, bool, bool], Troop] = {}
    for troop in real:
        key = (troop.power, troop.marched, troop.marked, troop.bound)
        was = found.get(key)
        found[key] = troop if was is None else _sum(was, troop)
    return tuple(
        found[key] for key in sorted(found, key=lambda each: (POWERS.index(each[0]), *each[1:]))
    )


def _sum(one: Troop, other: Troop) -> Troop:
    return changed(one, inf=one.inf + other.inf, cav=one.cav + other.cav, art=one.art + other.art)


# Changed copies ---------------------------------------------------------------------------------


def with_troops(state: State, duchy: str, troops: Iterable[Troop]) -> State:
    """A copy in which exactly these troops stand in the duchy."""
    standing = state.troops.copy()
    now = merged(troops)
    if now:
        standing[duchy] = now
    else:
        standing.pop(duchy, None)
    return changed(state, troops=standing)


def with_own_troops(state: State, duchy: str, power: Power, troops: Iterable[Troop]) -> State:
    """A copy in which the power has exactly these troops in the duchy; the others' stay as they are."""
    others = (troop for troop in state.troops.get(duchy, ()) if troop.power != power)
    return with_troops(state, duchy, (*others, *troops))


def with_more_troops(state: State, duchy: str, troops: Iterable[Troop]) -> State:
    """A copy in which these troops stand in the duchy too."""
    return with_troops(state, duchy, (*state.troops.get(duchy, ()), *troops))


def with_leader(state: State, leader: str, **changes: Any) -> State:
    """A copy with this leader changed."""
    return changed(state, leaders={**state.leaders, leader: changed(state.leaders[leader], **changes)})


def with_commanders(state: State, gone: Iterable[str] = (), named: str | None = None) -> State:
    """A copy in which these leaders are no longer named to command (9.53), and this one is."""
    rest = set(state.commanders) - set(gone)
    return changed(state, commanders=tuple(sorted(rest | {named} if named else rest)))


def with_hand(state: State, power: Power, cards: Iterable[str]) -> State:
    """A copy in which the power holds exactly these cards."""
    return changed(state, hands={**state.hands, power: by_number(cards)})


def without_card(state: State, power: Power, card: str) -> State:
    """A copy in which the power does not hold this card; wherever it goes, it is not handed over any more."""
    state = with_hand(state, power, (each for each in state.hands[power] if each != card))
    return without_gifts(state, (card,)) if card in state.given else state


def without_gifts(state: State, cards: Iterable[str]) -> State:
    """A copy in which none of these cards counts as handed over (#65, #94)."""
    gone = set(cards)
    return changed(state, given={card: power for card, power in state.given.items() if card not in gone})


def with_impulse(state: State, **changes: Any) -> State:
    """A copy with the impulse under way changed."""
    assert state.impulse is not None, "an impulse is under way"
    return changed(state, impulse=changed(state.impulse, **changes))


def without_pieces(state: State, power: Power, duchy: str, sp: int, leaders: Iterable[str] = ()) -> State:
    """A copy in which so many strength points and these leaders went from the duchy to the unbuilt pieces.

    Pieces that marched most go first. A loss that cannot be changed into counters takes more (R-4).
    """
    left = sp
    rest: list[Troop] = []
    for troop in reversed(troops_of(state, duchy, power)):
        loss = min(left, troop.sp)
        left -= loss
        rest.extend(_after_loss(state, troop, loss))
    state = with_own_troops(state, duchy, power, rest)
    gone = tuple(leaders)
    for leader in gone:
        state = with_leader(state, leader, place="unbuilt", duchy=None, bound=False)
    return with_commanders(state, gone=gone) if gone else state


def with_losses(state: State, before: State, power: Power, cause: str) -> State:
    """A copy in which what the power has less than `before` counts as lost by this cause."""
    sp = sp_on_map(before, power) - sp_on_map(state, power)
    by_cause = state.lost.get(power, {})
    return changed(state, lost={**state.lost, power: {**by_cause, cause: by_cause.get(cause, 0) + sp}})


def _after_loss(state: State, troop: Troop, loss: int) -> Iterator[Troop]:
    for sp in range(loss, troop.sp):
        parts = parted(free_counters(state, troop.power), troop, sp)
        if parts is not None:
            yield parts[1]
            return


def flags_left(state: State, side: Side, total: Mapping[Side, int]) -> int:
    """Spare flags of a side (1.7)."""
    return total[side] - sum(SIDE_OF[power] == side for power in state.flags.values())


def nation_powers(nation: Nation) -> tuple[Power, ...]:
    """The powers that share the national cards of a nation."""
    return tuple(power for power in POWERS if NATION_OF[power] == nation)
