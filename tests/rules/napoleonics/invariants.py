"""What holds after every command of a game, whatever was played."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.kernel import Decision, Step
from domain.napoleonics.facts.sides import SIDES
from domain.napoleonics.position.state import SQUARES, State, draw_pile, needed, side_of, total, unit_fact


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    problems = [*_cards(state), *_pieces(state), *_banners(state)]
    if decision is None and list(agenda):
        problems.append("nothing is asked and something is left to do")
    if decision is None and state.winner is None:
        problems.append("nothing is asked and nobody has won")
    for ask in decision.asks.values() if decision is not None else ():
        menu = list(ask.menu())
        if not menu or len(set(menu)) != len(menu):
            problems.append(f"a bad menu for {ask.prompt}: {menu}")
    assert not problems, "; ".join(problems)


def _cards(state: State) -> Iterator[str]:
    piles = (*state.hands.values(), *state.track.values(), *state.looked_at.values())
    table = (state.played,) if state.played else ()
    everywhere = Counter(card for pile in (*piles, table, state.discards, draw_pile(state)) for card in pile)
    deck = Counter(list(state.facts.deck))
    if everywhere != deck:
        yield f"cards are lost or doubled: {deck - everywhere} or {everywhere - deck}"
    for side in SIDES:
        places = sorted(place for unit, place in state.squares.items() if side_of(state, unit) == side)
        if len(places) != len(state.track[side]) or len(set(places)) != len(places):
            yield f"{side} has squares {places} and cards {state.track[side]} for them"
        if places and not set(places) <= set(range(1, SQUARES + 1)):
            yield f"counters {places}"


def _pieces(state: State) -> Iterator[str]:
    units = [at for piece, at in state.at.items() if "-" in piece]
    leaders = [at for piece, at in state.at.items() if "-" not in piece]
    for what, hexes in (("units", units), ("leaders", leaders)):
        if len(set(hexes)) != len(hexes):
            yield f"two {what} in a hex: {Counter(hexes).most_common(1)}"
    if {piece for piece in state.at if "-" in piece} != set(state.blocks):
        yield "units without blocks, or blocks without a unit"
    for unit, blocks in state.blocks.items():
        if not 1 <= blocks <= unit_fact(state, unit).blocks:
            yield f"{unit} has {blocks} blocks"
        if state.at[unit] in state.ground.closed[unit_fact(state, unit).arm]:
            yield f"{unit} stands on {state.at[unit]}"
    here = {at: side_of(state, piece) for piece, at in state.at.items() if "-" in piece}
    for piece, at in state.at.items():
        if "-" not in piece and here.get(at, side_of(state, piece)) != side_of(state, piece):
            yield f"{piece} stands with the enemy"
    if not set(state.squares) <= set(state.blocks):
        yield "a square that is gone"


def _banners(state: State) -> Iterator[str]:
    for side in SIDES:
        if state.winner is None and total(state, side) >= needed(state, side):
            yield f"{side} has {total(state, side)} banners and has not won"
    if state.winner is not None and total(state, state.winner) < needed(state, state.winner):
        yield f"{state.winner} won with {total(state, state.winner)} banners"
