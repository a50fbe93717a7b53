"""The board as a viewer may see it, and what of an event a viewer may know. Hidden are only the cards."""

from collections.abc import Mapping, Sequence
from random import Random

from domain.kernel.agenda import Step
from domain.kernel.scene import Scene, Space, Token
from domain.kernel.seats import ALL, Seat
from domain.parts.secrets import Holders, deal_anew, hand
from domain.washingtons_war.position.state import State, deck
from domain.washingtons_war.sequence.clock import clock

BOARD = "colonies"


def view(state: State, viewer: Seat) -> Scene:
    """The scene for a seat, for PUBLIC or for ALL."""
    turn, round_ = clock(state)
    return Scene(
        board=BOARD, turn=turn, round=round_, phase=state.phase, tokens=tokens(state, viewer),
        spaces={space: Space(side) for space, side in state.markers.items()},
        hands={side: hand(cards, viewer in (ALL, side), state.face_up) for side, cards in state.hands.items()},
        numbers={side: {"cards": len(cards)} for side, cards in state.hands.items()},
        over=bool(state.ended),
    )  # fmt: skip


def tokens(state: State, viewer: Seat) -> dict[str, Token]:
    return {}


redact = Holders().redact


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """A state that `seat` cannot tell from this one: what it may not know is dealt anew."""
    return deal_anew(state, (seat,), deck(state), lambda card: 0, random)


MARKS: Mapping[str, str] = {"YearStarted": "turn", "GameEnded": "turn", "CardPlayed": "card"}
