"""The board as a viewer may see it, and what of an event a viewer may know. Hidden are the secret choices of
the British, and before the release their stacks (7.1.3).

Tokens: a piece under its id, kind by its arm or `leader`, side by its wing, `strength` its points, `reduced`,
flags `disrupted`, `shattered`, `pinned`, `withdrawn`, `moved`; a closed stack under `stack_<hex>`, kind
`stack`. Numbers: for each side `morale`, `band`, `momentum`, `points`, `strength`, `lost`; under `play` the
active side; under `plans` what the British chose, for them alone.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from domain.brandywine.ending.points import points
from domain.brandywine.facts.sides import SIDES
from domain.brandywine.facts.units import Fact, UnitFact
from domain.brandywine.position.pieces import units_of
from domain.brandywine.position.state import State, band_of, pinned, strength
from domain.brandywine.seen.stacks import closed_hexes, is_closed_to, supposed
from domain.brandywine.sequence.turns import clock
from domain.kernel.agenda import Step
from domain.kernel.memory import Memory
from domain.kernel.scene import Scene, Space, Token
from domain.kernel.seats import ALL, PUBLIC, Seat
from domain.parts.secrets import Holders

Numbers = dict[str, int | float | str]
BOARD = "brandywine"

_tokens = Memory()


def view(state: State, viewer: Seat) -> Scene:
    """The scene for a seat, for PUBLIC or for ALL."""
    turn, half = clock(state)
    return Scene(
        board=BOARD,
        turn=turn,
        round=half,
        phase="fight" if state.fight is not None else state.phase,
        tokens=tokens(state, viewer),
        spaces={state.tables.battery.hex: Space("british")} if state.battery else {},
        hands={},
        numbers=_numbers(state, viewer),
        over=state.is_over,
    )


def tokens(state: State, viewer: Seat) -> dict[str, Token]:
    """The counters of the scene: the pieces on the map."""
    parts = (state.at, state.reduced, state.condition, state.pins, state.withdrawn, state.moved)
    if is_closed_to(state, viewer):
        closed = closed_hexes(state)
        return _tokens.get((*parts, closed), (state.data,), lambda: _with_closed_stacks(state))
    return _tokens.get(parts, (state.data,), lambda: _make_tokens(state))


def _make_tokens(state: State) -> dict[str, Token]:
    pins = pinned(state)
    found = {}
    for piece, at in state.at.items():
        flags = _flags(state, piece, piece in pins)
        fact = state.units.pieces[piece]
        found[piece] = _token(fact, at, piece in state.reduced, flags)
    return found


def _flags(state: State, piece: str, is_pinned: bool) -> tuple[str, ...]:
    condition = state.condition.get(piece)
    told = (
        (condition or "", condition is not None),
        ("pinned", is_pinned),
        ("withdrawn", piece in state.withdrawn),
        ("moved", piece in state.moved),
    )
    return tuple(word for word, is_so in told if is_so)


@lru_cache(maxsize=4096)
def _token(fact: Fact, at: str, is_reduced: bool, flags: tuple[str, ...]) -> Token:
    if isinstance(fact, UnitFact):
        points = fact.sp[-1] if is_reduced else fact.sp[0]
        return Token(at, fact.type, fact.wing, fact.name, fact.name, points, reduced=is_reduced, flags=flags)
    return Token(at, "leader", fact.wing, fact.name, fact.name, flags=flags)


def _with_closed_stacks(state: State) -> dict[str, Token]:
    """British stacks that are closed show their hex and the markers of their units alone."""
    closed, pins = closed_hexes(state), pinned(state)
    found: dict[str, Token] = {}
    markers: dict[str, set[str]] = {}
    for piece, token in _make_tokens(state).items():
        at = state.at[piece]
        if at in closed:
            markers.setdefault(at, set()).update(set(_flags(state, piece, piece in pins)) - {"moved"})
        else:
            found[piece] = token
    for at, flags in sorted(markers.items()):  # not as their pieces come: that would tell who is where
        told = tuple(sorted(flags))
        found[f"stack_{at}"] = Token(at, "stack", "british_regular", "?", "a stack", flags=told)
    return found


def _numbers(state: State, viewer: Seat) -> dict[str, Numbers]:
    found: dict[str, Numbers] = {}
    for side in SIDES:
        units = units_of(state, side)
        found[side] = {
            "morale": state.army[side],
            "points": points(state, side),
            "momentum": state.momentum[side],
            "band": band_of(state, side).id,
            "lost": state.lost[side],
        }
        if side == "american" or not is_closed_to(state, viewer):
            found[side]["strength"] = sum(strength(state, unit) for unit in units)
    if state.turn:
        found["play"] = {"active": state.active}
    for brigade, entry in state.entries.items():
        if viewer in (ALL, "british") or brigade in state.revealed:
            found.setdefault("plans", {})[brigade] = entry
    return found


redact = Holders({"all": (PUBLIC, Seat("british"), Seat("american"))}).redact
"""The event as a viewer may know it: pieces of closed stacks and secret choices are kept back."""


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """A state that `seat` cannot tell from this one: choices and closed stacks supposed anew."""
    if seat in (ALL, "british"):
        return state
    entries = dict(state.entries)
    for brigade in sorted(entries):
        if brigade not in state.revealed and state.advanced:
            ways = [name for name, each in state.field.brigades.items() if each.brigade == brigade]
            entries[brigade] = random.choice(ways)
    state = state.changed(entries=entries)
    return supposed(state, random, agenda) if is_closed_to(state, seat) else state


MARKS: Mapping[str, str] = {
    "TurnBegan": "turn",
    "GameEnded": "turn",
    "CombatRolled": "battle",
    "HitRolled": "battle",
    "UnitCaptured": "capture",
    "LeaderCaptured": "capture",
    "BatteryTaken": "capture",
    "UnitEliminated": "loss",
    "LeaderHit": "loss",
}
"""Event name -> its mark on the timeline."""
