"""The board as a viewer may see it, and what of an event a viewer may know.

Hidden are only the cards: other seats' hands, the piles, and the French cards lost face down (W-85).
Sections of scenes are built once for the parts of a state that they show and then shared, so that equal
sections of two scenes are usually the same object.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar

from domain.kernel.agenda import Step
from domain.kernel.memory import Memory
from domain.kernel.scene import Hand, Scene, Space, Token
from domain.kernel.seats import ALL, Seat
from domain.parts.secrets import Holders, deal_anew, hand
from domain.waterloo.facts import Army
from domain.waterloo.facts.ids import ARMY_OF_CARD
from domain.waterloo.facts.packs import FACTS_OF
from domain.waterloo.position.state import (
    ANGLO_ALLIED,
    COALITION,
    FRENCH,
    PRUSSIAN,
    State,
    Unit,
    armies_of_seat,
    undrawn,
)
from domain.waterloo.seen.measures import forces_of, places_held, victory_points

Numbers = dict[str, int | float | str]

BOARD = "waterloo"
HOLDERS: Mapping[Army, tuple[Seat, ...]] = {
    "french": (FRENCH,),
    "anglo_allied": (ANGLO_ALLIED, COALITION),
    "prussian": (PRUSSIAN, COALITION),
}
"""Who sees an army's cards."""
_tokens, _spaces, _hands, _numbers = Memory(), Memory(), Memory(), Memory()


def view(state: State, viewer: Seat) -> Scene:
    """The scene for a seat, for PUBLIC or for ALL."""
    parts = (state.units, state.leaders, state.eliminated)
    known = _known(state, viewer)
    return Scene(
        board=BOARD,
        turn=state.turn,
        round=state.round,
        phase=phase(state),
        tokens=tokens(state, viewer),
        spaces=_spaces.get(
            (state.owners, state.chateaux), (state.entry_square, state.turn), lambda: _make_spaces(state)
        ),
        hands=_hands.get(
            (state.hands, state.discards, state.lost), known, lambda: _make_hands(state, frozenset(known))
        ),
        numbers=_numbers.get(
            (*parts, state.hands, state.discards, state.lost, state.owners),
            (state.cards_in_round, state.active, state.points, state.scenario, state.data),
            lambda: _make_numbers(state),
        ),
        over=state.outcome is not None,
    )


def tokens(state: State, viewer: Seat) -> dict[str, Token]:
    """The counters of the scene."""
    parts = (state.units, state.leaders, state.eliminated)
    return _tokens.get(parts, (state.data,), lambda: _make_tokens(state))


def phase(state: State) -> str:
    """The stage of the sequence of play, as the prose names it."""
    if state.outcome is not None:
        return "over"
    if state.round == 0:
        return "bid"
    if state.clash is not None:
        return "charge" if state.clash.charge else "battle"
    if state.points or state.mover is not None:
        return "movement"
    return f"round_{state.army or state.active}"


def _known(state: State, viewer: Seat) -> tuple[Army, ...]:
    """The armies whose hands the viewer may see."""
    return state.armies if viewer == ALL else armies_of_seat(state, viewer)


class _Latest:
    """The units of which tokens were made last, and these tokens: most of the next ones are the same."""

    made: ClassVar[tuple[str, dict[str, Unit], dict[str, Token]]] = ("", {}, {})


def _make_tokens(state: State) -> dict[str, Token]:
    units = state.units
    data, before, made = _Latest.made
    if data == state.data and before.keys() == units.keys():
        tokens = made.copy()
        changed_units = [name for name, unit in units.items() if before[name] is not unit]
    else:
        tokens = {}
        changed_units = list(units)
    for name in changed_units:
        tokens[name] = _token(state.data, name, units[name], name in state.eliminated)
    _Latest.made = (state.data, units, tokens)
    for leader, square in state.leaders.items():
        tokens[leader] = _leader_token(state.data, leader, square)
    return tokens


@lru_cache(maxsize=1024)
def _leader_token(data: str, leader: str, square: str | None) -> Token:
    fact = FACTS_OF[data].leaders[leader]
    return Token(square, "leader", fact.army, fact.name, fact.name)


@lru_cache(maxsize=65536)
def _token(data: str, name: str, unit: Unit, eliminated: bool) -> Token:
    facts = FACTS_OF[data]
    fact = facts.units[name]
    flags = [flag for flag in ("disordered", "moved", "rallied", "attacked") if getattr(unit, flag)]
    if fact.elite:
        flags.insert(0, "elite")
    if unit.square is None:
        flags.append("eliminated" if eliminated else "reserve")
    return Token(
        at=unit.square,
        kind=fact.arm,
        side=fact.army,
        label=fact.label,
        name=fact.name,
        strength=facts.printed[name][unit.reduced],
        facing=None if unit.square is None else unit.facing,
        reduced=unit.reduced,
        flags=tuple(flags),
    )


def _make_spaces(state: State) -> dict[str, Space]:
    squares = sorted({*state.owners, *state.chateaux, *filter(None, [state.entry_square])})
    return {square: Space(state.owners.get(square), _space_marks(state, square)) for square in squares}


def _space_marks(state: State, square: str) -> dict[str, int | str]:
    marks: dict[str, int | str] = {}
    if square in state.chateaux:
        marks["chateau"] = state.chateaux[square]
    if square == state.entry_square:
        marks["entry"] = state.turn
    return marks


def _make_hands(state: State, known: frozenset[Army]) -> dict[str, Hand]:
    """Hands by army; beside them the open discards of each army, and the French cards lost face down."""
    hands: dict[str, Hand] = {}
    for army, cards in state.hands.items():
        hands[army] = hand(cards, army in known)
        hands[f"{army}_discards"] = hand(state.discards[army], True)
    hands["french_lost"] = hand(state.lost, "french" in known)
    return hands


def _make_numbers(state: State) -> dict[str, Numbers]:
    numbers: dict[str, Numbers] = {}
    if not state.armies:  # opened, and not set up yet
        return numbers
    for army, force in forces_of(state).items():
        if army in state.armies:
            gone = len(state.discards[army]) + (len(state.lost) if army == "french" else 0)
            hand = len(state.hands[army])
            pile = len(state.facts.decks[army]) - hand - gone
            numbers[army] = {"cards": hand, "pile": pile, "units": force.units, "strength": force.strength}
            numbers[army]["losses"] = force.losses
    counts = victory_points(state) if state.scenario == "long" else places_held(state)
    name = "points" if state.scenario == "long" else "places"
    for front, side in (("french", "french"), ("coalition", "anglo_allied")):
        numbers[side][name] = counts[front]  # type: ignore[index]
        numbers[side]["played"] = state.cards_in_round if state.active == front else 0
        numbers[side]["movement"] = state.points if state.active == front else 0
    return numbers


# Secrets --------------------------------------------------------------------------------------


redact = Holders(HOLDERS).redact
"""The event as a viewer may know it: cards drawn in secret are kept back."""


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """A state that `seat` cannot tell from this one: what it may not know is dealt anew."""
    rest = (card for army in state.hands for card in undrawn(state, army))
    return deal_anew(state, _known(state, seat), rest, ARMY_OF_CARD.__getitem__, random)


MARKS: Mapping[str, str] = {
    "TurnStarted": "turn",
    "GameEnded": "turn",
    "CardPlayed": "card",
    "BidsRevealed": "card",
    "BattleCardsRevealed": "card",
    "NapoleonsHealthStruck": "card",
    "ArtilleryFired": "fire",
    "CavalryCharged": "charge",
    "BattleResolved": "battle",
    "BattleCancelled": "battle",
    "PlaceOwnerChanged": "capture",
    "UnitReduced": "loss",
    "UnitEliminated": "loss",
    "ChateauPointRemoved": "loss",
}
"""Event name -> its mark on the timeline."""
