"""The board as a viewer may see it, and what of an event a viewer may know. Hidden are hands, tracks, the
cards of a Scout, and the draw pile.

Tokens: a unit under its id, kind by its arm, side `british`, `portuguese` or `french`, `strength` its blocks,
flags `square`, `ordered`, `moved`, `battled`; a leader likewise, kind `leader`. Boards are one for each
scenario. Numbers: for each side `banners`, `needs`, `cards`, `track`, `units`, `blocks`, `leaders`; under
`play` the active side and the card in force. Hands: of each side, `track_<side>`, `scout_<side>`, `played`,
`discards`, `deck`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from domain.kernel.agenda import Step
from domain.kernel.memory import Memory
from domain.kernel.scene import Hand, Scene, Space, Token
from domain.kernel.seats import ALL, Seat
from domain.napoleonics.facts.scenarios import Piece
from domain.napoleonics.facts.sides import SIDES, Nation
from domain.napoleonics.position.pieces import leaders_of, units_of
from domain.napoleonics.position.state import State, draw_pile, needed, total
from domain.napoleonics.sequence.turns import clock
from domain.parts import secrets
from domain.parts.secrets import Holders, hand

Numbers = dict[str, int | float | str]
LOOKS: Mapping[Nation, str] = {"britain": "british", "portugal": "portuguese", "france": "french"}
"""The colours of each nation."""

_tokens = Memory()


def view(state: State, viewer: Seat) -> Scene:
    """The scene for a seat, for PUBLIC or for ALL."""
    turn, part = clock(state)
    return Scene(
        board=board_of(state.scenario),
        turn=turn,
        round=part,
        phase="fight" if state.fight is not None else state.phase,
        tokens=tokens(state, viewer),
        spaces={hex: Space(owner) for hex, owner in state.held.items()},
        hands=_hands(state, viewer),
        numbers=_numbers(state),
        over=state.winner is not None,
    )


def board_of(scenario: str) -> str:
    """The board of a scenario."""
    return f"field_{scenario}"


def tokens(state: State, viewer: Seat) -> dict[str, Token]:
    """The counters of the scene: the pieces on the map."""
    parts = (state.at, state.blocks, state.squares, state.ordered, state.moved, state.battled)
    return _tokens.get(parts, (state.data, state.scenario), lambda: _make_tokens(state))


def _make_tokens(state: State) -> dict[str, Token]:
    found = {}
    for name, at in state.at.items():
        flags = tuple(
            word
            for word, is_so in (
                ("square", name in state.squares),
                ("ordered", name in state.ordered),
                ("moved", bool(state.moved.get(name))),
                ("battled", name in state.battled),
            )
            if is_so
        )
        found[name] = _token(state.pieces[name], at, state.blocks.get(name), flags)
    return found


@lru_cache(maxsize=4096)
def _token(piece: Piece, at: str, blocks: int | None, flags: tuple[str, ...]) -> Token:
    side = LOOKS[piece.nation]
    if piece.unit is None:
        return Token(at, "leader", side, piece.name, piece.name, flags=flags)
    number = piece.id.partition("-")[2]
    name = f"{piece.name} {number}"
    return Token(at, piece.unit.arm, side, piece.unit.code, name, blocks, flags=flags)


def _numbers(state: State) -> dict[str, Numbers]:
    found: dict[str, Numbers] = {}
    for side in SIDES:
        units = units_of(state, side)
        found[side] = {
            "banners": total(state, side),
            "needs": needed(state, side),
            "cards": len(state.hands[side]),
            "track": len(state.track[side]),
            "units": len(units),
            "blocks": sum(state.blocks[unit] for unit in units),
            "leaders": len(leaders_of(state, side)),
        }
    if state.turn:
        kind = state.command.kind if state.command is not None else ""
        found["play"] = {"active": state.active, "card": kind or "no_card"}
    return found


def _hands(state: State, viewer: Seat) -> dict[str, Hand]:
    found: dict[str, Hand] = {}
    for side in SIDES:
        is_known = viewer in (ALL, side)
        found[side] = hand(state.hands[side], is_known)
        found[f"track_{side}"] = hand(state.track[side], is_known)
        if state.looked_at[side]:
            found[f"scout_{side}"] = hand(state.looked_at[side], is_known)
    found["played"] = Hand(1, (state.played,)) if state.played else Hand(0, ())
    found["discards"] = Hand(len(state.discards), state.discards)
    found["deck"] = Hand(len(draw_pile(state)))
    return found


redact = Holders().redact
"""The event as a viewer may know it: cards that went unseen into a hand are kept back."""


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """A state that `seat` cannot tell from this one: hands, tracks and what a Scout sees are dealt anew."""
    known = SIDES if seat == ALL else (seat,)
    return secrets.deal_anew(state, known, draw_pile(state), lambda card: 0, random)


MARKS: Mapping[str, str] = {
    "TurnBegan": "turn",
    "GameWon": "turn",
    "CommandCardPlayed": "card",
    "FirstStrikePlayed": "card",
    "AttackRolled": "battle",
    "BannerGained": "capture",
    "UnitEliminated": "loss",
    "LeaderEliminated": "loss",
}
"""Event name -> its mark on the timeline."""
