"""What the actions of cards do in a round of one's own (11): each module here answers for its own."""

from collections.abc import Callable

from domain.kernel.agenda import Play
from domain.parts.card_table import Question
from domain.waterloo.facts import Army
from domain.waterloo.position.state import State

may_be_played: Question[str, Callable[[State, Army], bool]] = Question(
    "could anything legal be done with this action now (W-84)?"
)
carry_out: Question[str, Callable[[Play[State], str], None]] = Question("what the card that is played does")
