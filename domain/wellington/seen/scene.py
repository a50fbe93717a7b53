"""The board as a viewer may see it, and what of an event a viewer may know.

Hidden are only cards: the hands of powers that the viewer does not hold, the deck and the Reserves; of the
discards everybody sees the top card (rulings: Hidden information).

What the scene of the board `iberia` holds, for whoever draws it. Spaces are the duchies of `data/map.toml`.

Tokens; `side` is always a power (`britain`, `sud`, `spain`, `nord`):
- a leader under his own id: kind `leader`, `label` his name, `name` with his printed values ("Wellington
  (5-9)"), `strength` his battle value now. Flags: `commander` (his values count for his side's pieces there),
  `marked` ("Battle or Failed Interception"), `bound` (a storm keeps him there), `tired` (marched four duchies
  in this impulse), `favoured` (a card lasts on him), and off the board (`at` None) `regroup` or `unbuilt`.
- all soldiers of a power in a duchy as `<power>-<duchy>`: kind `soldiers`, `strength` their strength points,
  `label` the counters of infantry, cavalry and artillery ("6/2/1"), `name` the power's. Flags: `marked` if
  all of them are, `part_marked` if some, `bound` if a storm keeps some there,
  `tired` if some marched four duchies.

Spaces, one for every duchy: `owner` is the power that controls it, None if it is uncontrolled (3.1). Marks:
`flag` the power whose flag lies there; `fort` the defence of the Hasty Fort; `siege` the power (or the first
one) that besieges the fortress; `sixes` how many a siege under way has rolled; `battle` the round of the
battle there; `entry` the power whose formation has just come in; and each lasting card there under its id,
with 1, or, if it lies on a line, with the duchy at the other end.

Hands: each power's (`count` for all, `cards` for who holds it, and of another's hand those that one looks at
now); `<power>_open`, the cards in its hand that everybody knows; in the Interphase its old cards
under `<power>_set_aside`; `discards` (the count, the top card alone); `deck` (the count); and open to all the
`played` national cards, those that are `lasting`, and those `removed` from the game.

Numbers: by power `cards`, `national`, `resources`, `strength`, `victory_points` (if the year ended now),
`keys`, `duchies`, `regroup`, `owed` and, if it has any, `reinforcements` (points); by side (`allied`,
`french`) `flags_left`; and under `track` the `next` power on the Impulse Track, the `active` one with its
`points` left, and who holds the `preemption`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from domain.kernel.agenda import Step
from domain.kernel.memory import Memory
from domain.kernel.scene import Hand, Scene, Space, Token
from domain.kernel.seats import ALL, Seat
from domain.parts.secrets import Holders, exchange, exchanged, hand
from domain.wellington.facts import NATIONS, SIDES
from domain.wellington.facts.cards import DECKS
from domain.wellington.facts.world import (
    DECK_OF,
    NATION_OF,
    NATIONAL_CARDS,
    POWER_OF,
    POWERS,
    SEAT_OF_SIDE,
    SIDE_OF,
    Facts,
    Nation,
    Power,
    Side,
)
from domain.wellington.movement.groups import commander
from domain.wellington.playing.reserves import TakeFromReserve
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.control import control, holder, is_besieged, is_fortress
from domain.wellington.position.holdings import holdings, occupied
from domain.wellington.position.state import (
    Impulse,
    State,
    Troop,
    by_number,
    changed,
    deck,
    flags_left,
    leaders_in,
    powers_of_seat,
    preemption_holder,
    reserve,
)
from domain.wellington.seen.measures import score

Numbers = dict[str, int | float | str]

BOARD = "iberia"
HOLDERS: Mapping[Power, tuple[Seat, ...]] = {
    power: (Seat(power), SEAT_OF_SIDE[SIDE_OF[power]]) for power in POWERS
}
"""Who may see a power's cards: the seat that holds it, whatever the number of players."""

_tokens, _spaces, _hands, _numbers = Memory(), Memory(), Memory(), Memory()


def view(state: State, viewer: Seat) -> Scene:
    """The scene for a seat, for PUBLIC or for ALL."""
    known = known_powers(state, viewer)
    pieces = (state.troops, state.leaders)
    cards = (
        state.hands,
        state.set_aside,
        state.given,
        state.discards,
        state.played,
        state.removed,
        state.lasting,
    )
    impulse = state.impulse
    return Scene(
        board=BOARD,
        turn=state.year,
        round=state.round,
        phase=phase(state),
        tokens=tokens(state, viewer),
        spaces=_spaces.get(
            (*pieces, state.flags, state.lasting, state.arrivals, state.battles, state.siege),
            (state.hasty_fort, state.data),
            lambda: _make_spaces(state),
        ),
        hands=_hands.get(
            cards, (known, looked_at(state, known), open_cards(state)), lambda: _make_hands(state, known)
        ),
        numbers=_numbers.get(
            (
                *pieces,
                state.flags,
                state.hands,
                state.resources,
                state.regroup,
                state.debts,
                state.reinforcements,
                state.scores,
                impulse,
            ),
            (state.hasty_fort, state.track, state.year, state.ended, state.data),
            lambda: _make_numbers(state),
        ),
        over=bool(state.ended),
    )


def tokens(state: State, viewer: Seat) -> dict[str, Token]:
    """The counters of the scene."""
    parts = (state.troops, state.leaders, state.commanders, state.lasting)
    return _tokens.get(parts, (state.data,), lambda: _make_tokens(state))


def phase(state: State) -> str:
    """The stage of the sequence of play, as the prose names it."""
    if state.ended:
        return "over"
    if state.round == 0:
        return "setup"
    if state.battles:
        return "battle"
    if state.siege is not None:
        return "siege"
    if state.arrivals:
        return "entry"
    if state.impulse is not None:
        return f"impulse_{state.impulse.power}"
    return "interphase" if state.reinforcements else "between_impulses"


def known_powers(state: State, viewer: Seat) -> tuple[Power, ...]:
    """The powers whose hands the viewer may see."""
    return POWERS if viewer == ALL else powers_of_seat(state, viewer)


# Pieces -----------------------------------------------------------------------------------------


def _make_tokens(state: State) -> dict[str, Token]:
    facts = state.facts
    favoured = {each.target for each in state.lasting}
    commanders = _commanders(state)
    tokens: dict[str, Token] = {}
    for leader, general in state.leaders.items():
        flags: list[str] = [] if general.place == "map" else [general.place]
        flags += ["commander"] * (leader in commanders) + ["marked"] * general.marked
        flags += ["bound"] * general.bound
        flags += ["tired"] * (general.marched >= facts.free_marches) + ["favoured"] * (leader in favoured)
        tokens[leader] = _leader(facts, leader, general.duchy, battle_value(state, leader), tuple(flags))
    for duchy in sorted(state.troops):
        for power in POWERS:
            troops = tuple(troop for troop in state.troops[duchy] if troop.power == power)
            if troops:
                tokens[f"{power}-{duchy}"] = _soldiers(facts, duchy, power, troops)
    return tokens


def _commanders(state: State) -> set[str | None]:
    """Who commands his side's pieces where he stands (9.53); who is alone always does."""
    together: dict[tuple[str, Side], list[str]] = {}
    for leader, general in state.leaders.items():
        if general.duchy is not None:
            together.setdefault((general.duchy, SIDE_OF[POWER_OF[leader]]), []).append(leader)
    return {
        leaders[0] if len(leaders) == 1 else commander(state, *place) for place, leaders in together.items()
    }


@lru_cache(maxsize=4096)
def _leader(facts: Facts, leader: str, duchy: str | None, battle: int, flags: tuple[str, ...]) -> Token:
    fact = facts.leaders[leader]
    name = f"{fact.name} ({fact.battle}-{fact.command})"
    return Token(duchy, "leader", fact.power, fact.name, name, battle, flags=flags)


@lru_cache(maxsize=4096)
def _soldiers(facts: Facts, duchy: str, power: Power, troops: tuple[Troop, ...]) -> Token:
    counters = (sum(t.inf for t in troops), sum(t.cav for t in troops), sum(t.art for t in troops))
    flags = []
    if any(troop.marked for troop in troops):
        flags.append("marked" if all(troop.marked for troop in troops) else "part_marked")
    if any(troop.bound for troop in troops):
        flags.append("bound")
    if any(troop.marched >= facts.free_marches for troop in troops):
        flags.append("tired")
    return Token(
        at=duchy,
        kind="soldiers",
        side=power,
        label="/".join(map(str, counters)),
        name=facts.forces.powers[power].name,
        strength=sum(troop.sp for troop in troops),
        flags=tuple(flags),
    )


# Duchies ----------------------------------------------------------------------------------------


def _make_spaces(state: State) -> dict[str, Space]:
    owners, marks, duchies = control(state), _marks(state), state.facts.duchies
    return {duchy: _space(owners[duchy], tuple(marks.get(duchy, {}).items())) for duchy in duchies}


@lru_cache(maxsize=4096)
def _space(owner: Power | None, marks: tuple[tuple[str, int | str], ...]) -> Space:
    return Space(owner, dict(marks))


def _marks(state: State) -> dict[str, dict[str, int | str]]:
    """The markers by duchy, in the order in which they are drawn."""
    marks: dict[str, dict[str, int | str]] = {}
    for duchy, power in state.flags.items():
        marks.setdefault(duchy, {})["flag"] = power
    if state.hasty_fort is not None:
        marks.setdefault(state.hasty_fort, {})["fort"] = state.facts.tables.siege.hasty_fort
    for duchy in occupied(state):
        if is_fortress(state, duchy) and is_besieged(state, duchy):
            marks.setdefault(duchy, {})["siege"] = _besieger(state, duchy)
    if state.siege is not None:
        marks.setdefault(state.siege.duchy, {})["sixes"] = state.siege.sixes
    for battle in state.battles:
        marks.setdefault(battle.duchy, {})["battle"] = battle.round
    for arrival in state.arrivals:
        marks.setdefault(arrival.duchy, {})["entry"] = arrival.power
    for each in state.lasting:
        for duchy, other in _ends(state.facts, each.target):
            marks.setdefault(duchy, {})[each.card] = other or 1
    return marks


def _besieger(state: State, duchy: str) -> Power:
    """The first enemy of the fortress there, in impulse order."""
    side = SIDE_OF[holder(state, duchy)]
    present = {troop.power for troop in state.troops.get(duchy, ())}
    present.update(POWER_OF[leader] for leader in leaders_in(state, duchy))
    return next(power for power in POWERS if power in present and SIDE_OF[power] != side)


def _ends(facts: Facts, target: str) -> tuple[tuple[str, str], ...]:
    """The duchies that a card lies on: one, or both ends of a line with the other end each; else none."""
    if target in facts.duchies:
        return ((target, ""),)
    one, dash, other = target.partition("-")
    return ((one, other), (other, one)) if dash else ()


# Cards and figures ------------------------------------------------------------------------------


def _make_hands(state: State, known: tuple[Power, ...]) -> dict[str, Hand]:
    if not state.hands:  # opened, and not set up yet
        return {}
    shown, seen = open_cards(state), looked_at(state, known)
    hands: dict[str, Hand] = {}
    for power, held in state.hands.items():
        cards = tuple(card for card in held if card not in shown)
        hands[power] = hand(cards, power in known, seen)
        faces = tuple(card for card in held if card in shown)
        if faces:
            hands[f"{power}_open"] = Hand(len(faces), faces)
    hands.update(
        {f"{power}_set_aside": hand(cards, power in known) for power, cards in state.set_aside.items()}
    )
    return {
        **hands,
        "deck": Hand(len(deck(state))),
        "discards": Hand(len(state.discards), state.discards[-1:]),
        "played": Hand(len(state.played), by_number(state.played)),
        "lasting": Hand(len(state.lasting), tuple(each.card for each in state.lasting)),
        "removed": Hand(len(state.removed), by_number(state.removed)),
    }


def open_cards(state: State) -> frozenset[str]:
    """The cards in hands that everybody knows: handed over openly (#65, #94), or played and back (#97)."""
    found = {card for card, power in state.given.items() if card in state.hands[power]}
    for impulse in (state.impulse, *state.suspended):
        for card in impulse.spent if impulse is not None else ():
            if any(card in hand for hand in state.hands.values()):
                found.add(card)
    return frozenset(found)


def looked_at(state: State, known: tuple[Power, ...]) -> tuple[str, ...]:
    """The cards of others, or of the deck, that a card lets the active power see now, if it is known."""
    impulse = state.impulse
    return impulse.offered if impulse is not None and impulse.power in known else ()


def _make_numbers(state: State) -> dict[str, Numbers]:
    facts = state.facts
    if not state.hands:
        return {}
    numbers: dict[str, Numbers] = {}
    scores = score(state)
    for power, holding in holdings(state).items():
        hand = state.hands[power]
        numbers[power] = {
            "cards": len(hand),
            "national": sum(card in NATIONAL_CARDS for card in hand),
            "resources": state.resources[power],
            "strength": holding.sp,
            "victory_points": scores[power],
            "keys": holding.keys,
            "duchies": holding.duchies,
            "regroup": state.regroup[power],
            "owed": sum(state.debts[power].values()),
        }
        if state.reinforcements.get(power):
            numbers[power]["reinforcements"] = state.reinforcements[power]
    for side in SIDES:
        numbers[side] = {"flags_left": flags_left(state, side, facts.flags)}
    numbers["track"] = _track(state)
    return numbers


def _track(state: State) -> Numbers:
    impulse = state.impulse
    return {
        "next": state.track,
        "active": "" if impulse is None else impulse.power,
        "points": 0 if impulse is None else impulse.points,
        "preemption": preemption_holder(state) or "",
    }


# Secrets ----------------------------------------------------------------------------------------


redact = Holders(HOLDERS).redact
"""The event as a viewer may know it: cards that went unseen into a hand are kept back."""


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """A state that `seat` cannot tell from this one: what it may not know is dealt anew.

    Every card that it has not seen changes places with another one of the same deck, so that all counts
    stay, of common and of national cards. Discards that were laid face up stay: everybody has seen them.
    Where the cards really lie makes no difference: equal knowledge and equal randomness give equal states.
    Whoever takes a card out of a Reserve (`agenda`) sees which lie there, and so which ones others have.
    """
    known = known_powers(state, seat)
    if len(known) == len(POWERS) or not state.hands:
        return state
    seen = nation_looked_at(agenda, known)
    unknown = {card for card in _unknown(state, known) if DECK_OF[card] != seen}
    other = exchange(_places(state), unknown, _deck_of, random)

    def supposed(impulse: Impulse) -> Impulse:
        """What lies before another player is known to that one alone."""
        if impulse.power in known or not impulse.offered:
            return impulse
        return changed(impulse, offered=exchanged(impulse.offered, other))

    return changed(
        state,
        hands={power: by_number(exchanged(hand, other)) for power, hand in state.hands.items()},
        set_aside={power: by_number(exchanged(cards, other)) for power, cards in state.set_aside.items()},
        discards=exchanged(state.discards, other),
        unseen=exchanged(state.unseen, other),
        top=exchanged(state.top, other),
        impulse=supposed(state.impulse) if state.impulse is not None else None,
        suspended=tuple(map(supposed, state.suspended)),
    )


def nation_looked_at(agenda: Sequence[Step], known: tuple[Power, ...]) -> Nation | None:
    """The nation whose Reserve lies open to whoever holds these powers while a card is taken out of it."""
    top = agenda[-1] if agenda else None
    return NATION_OF[top.power] if isinstance(top, TakeFromReserve) and top.power in known else None


def _unknown(state: State, known: tuple[Power, ...]) -> set[str]:
    """The cards that nobody who holds these powers has seen where they lie now."""
    unknown = {*deck(state), *(card for nation in NATIONS for card in reserve(state, nation))}
    unknown.update(card for card in state.discards[:-1] if card in state.unseen)
    for hands in (state.hands, state.set_aside):
        unknown.update(card for power, hand in hands.items() if power not in known for card in hand)
    top = state.top if state.top_seen in known else ()
    return unknown.difference(open_cards(state), looked_at(state, known), top)


def _places(state: State) -> list[Sequence[str]]:
    """Where cards may lie unseen, in order; the draw deck and the Reserves come after them."""
    places: list[Sequence[str]] = [
        each.offered for each in (state.impulse, *state.suspended) if each is not None
    ]
    for cards in (state.hands, state.set_aside):
        places += [cards.get(power, ()) for power in POWERS]
    return [*places, state.discards, state.top]


def _deck_of(card: str) -> int:
    """The decks in their order; cards change places within one."""
    return DECKS.index(DECK_OF[card])


MARKS: Mapping[str, str] = {
    "TurnBegan": "turn",
    "InterphaseBegan": "turn",
    "GameEnded": "turn",
    "CardPlayed": "card",
    "CardLaid": "card",
    "CardCancelled": "card",
    "CoastalBatteryFired": "fire",
    "BattleResolved": "battle",
    "SiegeEnded": "battle",
    "FortressFell": "capture",
    "FlagPlaced": "capture",
    "LossesTaken": "loss",
    "PiecesLost": "loss",
    "RemovalPaid": "loss",
    "RemovalBought": "loss",
}
"""Event name -> its mark on the timeline."""
