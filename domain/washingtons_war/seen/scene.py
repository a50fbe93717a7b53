"""The board as a viewer may see it, and what of an event a viewer may know. Hidden are only hands and deck.

What the scene of the board `colonies` holds, for whoever draws it. Spaces are those of `data/map.toml`.

Tokens; `side` is `american`, `british` or, for French pieces, `france`:
- a general under his own id: kind `leader`, `strength` his battle rating, `name` with all ratings. In a box
  he stands on it (`british_box`, `american_box`, `french_box`, `captured_american`, `captured_british`); out
  of the war he is off the board. Flag `tried`: he cannot avoid battle now (R-50).
- the CU of a nation in a space as `<nation>-<space>`: kind `soldiers`, `strength` how many.

Spaces: `owner` is whose marker lies there; mark `congress` where it meets. Of the blockade zones `owner` is
`france` where the French Navy lies.

Hands: of each side (`count` for all, `cards` for who holds it, and those that both know); open to all
`queue_<side>`, `reinforcements_<side>`, `war_ends`, `discards`, `removed`; of the `deck` the count.

Numbers: by side `cards`, `colonies`, `markers`, `units` (on the map), `queue` (its worth), `box` (British
CU); under `colonies` who controls each; under `track` the year, the alliance, the navy and what holds.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from domain.kernel.agenda import Step
from domain.kernel.memory import Memory
from domain.kernel.scene import Hand, Scene, Space, Token
from domain.kernel.seats import ALL, Seat
from domain.parts.secrets import Holders, exchange, exchanged, hand
from domain.washingtons_war.facts import NATIONS, SIDES, Facts, Side
from domain.washingtons_war.facts.ids import (
    AMERICAN_BOX,
    BRITISH_BOX,
    CAPTURED,
    FRENCH_BOX,
    NUMBER_OF,
    OUT_OF_PLAY,
    ROCHAMBEAU,
    SIDE_OF,
)
from domain.washingtons_war.position.control import areas, colony_control
from domain.washingtons_war.position.state import State, changed, cu_of, deck, queue_total
from domain.washingtons_war.position.units import total_cu
from domain.washingtons_war.sequence.clock import clock

Numbers = dict[str, int | float | str]

BOARD = "colonies"
BOXES = {
    BRITISH_BOX: "British Reinforcements",
    AMERICAN_BOX: "American Reinforcements",
    FRENCH_BOX: "French Reinforcements",
    "captured_british": "Captured British generals",
    "captured_american": "Captured American generals",
}
"""The boxes beside the map, and what they are called aloud."""

_tokens, _spaces, _colonies = Memory(), Memory(), Memory()


def view(state: State, viewer: Seat) -> Scene:
    """The scene for a seat, for PUBLIC or for ALL."""
    turn, impulse = clock(state)
    return Scene(
        board=BOARD,
        turn=turn,
        round=impulse,
        phase=phase(state),
        tokens=tokens(state, viewer),
        spaces=_spaces.get((state.markers,), (state.congress, state.navy, state.data), lambda: _held(state)),
        hands=_hands(state, viewer),
        numbers=_numbers(state),
        over=bool(state.ended),
    )


def phase(state: State) -> str:
    """The stage of the sequence of play, as the prose names it."""
    if state.ended:
        return "over"
    if state.fight is not None:
        return "battle"
    return "march" if state.marching is not None else state.phase


# Pieces -----------------------------------------------------------------------------------------


def tokens(state: State, viewer: Seat) -> dict[str, Token]:
    """The counters of the scene."""
    pieces = (state.generals, state.american, state.french, state.british)
    return _tokens.get(pieces, (state.tried, state.french_waiting, state.data), lambda: _make_tokens(state))


def look_of(nation: str) -> str:
    """The side whose colours pieces of a nation have on the board."""
    return "france" if nation == "french" else nation


def _make_tokens(state: State) -> dict[str, Token]:
    facts = state.facts
    found = {
        general: _general(facts, general, _stands(general, place), general in state.tried)
        for general, place in state.generals.items()
    }
    for nation in NATIONS:
        for space, count in sorted(cu_of(state, nation).items()):
            found[f"{nation}-{space}"] = _units(nation, space, count)
    if state.french_waiting and ROCHAMBEAU in state.generals:
        box = state.generals[ROCHAMBEAU]
        found["french-waiting"] = _units("french", box if box in BOXES else FRENCH_BOX, state.french_waiting)
    return found


def _stands(general: str, place: str) -> str | None:
    if place == OUT_OF_PLAY:
        return None
    return f"captured_{SIDE_OF[general]}" if place == CAPTURED else place


@lru_cache(maxsize=2048)
def _general(facts: Facts, general: str, at: str | None, has_tried: bool) -> Token:
    fact = facts.generals[general]
    name = f"{fact.name} ({fact.strategy}-{fact.battle}-{fact.agility})"
    flags = ("tried",) if has_tried else ()
    return Token(at, "leader", look_of(fact.nation), fact.name, name, fact.battle, flags=flags)


@lru_cache(maxsize=2048)
def _units(nation: str, space: str, count: int) -> Token:
    return Token(space, "soldiers", look_of(nation), name=f"{nation.capitalize()} CU", strength=count)


# Spaces and figures -----------------------------------------------------------------------------


def _held(state: State) -> dict[str, Space]:
    facts = state.facts
    found = {
        space: Space(state.markers.get(space), {"congress": "american"} if space == state.congress else {})
        for space in facts.spaces
    }
    found.update({zone: Space("france" if zone == state.navy else None) for zone in facts.zones})
    return found


def _numbers(state: State) -> dict[str, Numbers]:
    if not state.year:
        return {}
    held = areas(state)
    found: dict[str, Numbers] = {}
    for side in SIDES:
        found[side] = {
            "cards": len(state.hands[side]),
            "colonies": held[side],
            "markers": sum(owner == side for owner in state.markers.values()),
            "units": total_cu(state, side),
            "queue": queue_total(state, side),
        }
    found["british"]["box"] = state.british_box
    found["colonies"] = _colonies.get((state.markers,), (state.data,), lambda: _controlled(state))
    found["track"] = {
        "year": state.year,
        "alliance": state.alliance,
        "regulars": "yes" if state.regulars else "no",
        "congress": "dispersed" if state.congress is None else "meets",
        "european_war": "yes" if state.european_war else "no",
        "war_ends": state.facts.cards[state.war_ends].war_ends if state.war_ends else "–",
        "navy": "away" if state.navy == "turn_track" else state.navy,
    }
    return found


def _controlled(state: State) -> Numbers:
    return {colony: colony_control(state, colony) or "nobody" for colony in state.facts.colony}


# Cards ------------------------------------------------------------------------------------------


def _hands(state: State, viewer: Seat) -> dict[str, Hand]:
    if not state.year:
        return {}
    found: dict[str, Hand] = {
        side: hand(cards, viewer in (ALL, side), state.face_up) for side, cards in state.hands.items()
    }
    found["deck"] = Hand(len(deck(state)))
    for side in SIDES:
        found[f"queue_{side}"] = _open(state.queues[side])
        found[f"reinforcements_{side}"] = _open(state.reinforcement_cards[side])
    found["war_ends"] = _open((state.war_ends,) if state.war_ends else ())
    found["discards"] = _open(state.discards)
    found["removed"] = _open(state.removed)
    return found


def _open(cards: tuple[str, ...]) -> Hand:
    return Hand(len(cards), cards)


redact = Holders().redact
"""The event as a viewer may know it: cards that went unseen into a hand are kept back."""


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """A state that `seat` cannot tell from this one: what it may not know is dealt anew.

    Cards that a swap took openly stay where they are (hidden information).
    """
    unseen = {side: cards for side, cards in state.hands.items() if seat not in (ALL, side)}
    hidden = {card for cards in unseen.values() for card in cards if card not in state.face_up}
    if not hidden:
        return state
    other = exchange(unseen.values(), {*hidden, *deck(state)}, _alike, random)
    hands: dict[Side, tuple[str, ...]] = {
        side: tuple(sorted(exchanged(cards, other), key=NUMBER_OF.__getitem__)) if side in unseen else cards
        for side, cards in state.hands.items()
    }
    return changed(state, hands=hands)


def _alike(card: str) -> int:
    """All cards are of one deck."""
    return 0


MARKS: Mapping[str, str] = {
    "YearStarted": "turn",
    "PhaseStarted": "phase",
    "GameEnded": "turn",
    "CardPlayed": "card",
    "CardsSwapped": "card",
    "BattleCardUsed": "card",
    "BattleResolved": "battle",
    "OverrunMade": "battle",
    "GeneralCaptured": "capture",
    "CongressDispersed": "capture",
    "MarkerFlipped": "capture",
    "ForceSurrendered": "loss",
    "CuRemoved": "loss",
    "UnitsFell": "loss",
    "GeneralDisplaced": "loss",
    "GeneralRemoved": "loss",
}
"""Event name -> its mark on the timeline."""
