"""Setting up a battle (2.1, R-09)."""

from functools import partial

from domain.kernel import Opened, Play, Scenario, Step
from domain.napoleonics.events.cards import CardsDealt
from domain.napoleonics.events.turns import BattleBegan
from domain.napoleonics.facts import Facts, known
from domain.napoleonics.facts.sides import SEATS, SIDES, seat_of
from domain.napoleonics.position.state import State, draw_pile
from domain.napoleonics.sequence.turns import Turns
from domain.parts.piles import deal

NO_LIMIT = 0
"""There is no limit of turns: a battle lasts until the banners are won (R-112, R-116)."""


def scenarios(facts: Facts) -> tuple[Scenario, ...]:
    """What can be played: the scenarios in the order of the file, either side by either player."""
    return tuple(
        Scenario(name, each.fact.title, summary(facts, name), NO_LIMIT, (SEATS,))
        for name, each in facts.scenarios.items()
    )


def summary(facts: Facts, scenario: str) -> str:
    """Date, commanders, cards and banners of a scenario."""
    fact = facts.scenarios[scenario].fact
    british, french = fact.british, fact.french
    return (
        f"{fact.date}: {british.commander} ({british.cards} cards, {british.banners} banners to win) against"
        f" {french.commander} ({french.cards} cards, {french.banners} banners)."
    )


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    """The armies stand; cards are still to be dealt."""
    data = opened.pack_data
    field = known[data].scenarios[opened.scenario]
    state = State(
        opened.scenario, opened.seats,
        at={name: piece.start for name, piece in field.pieces.items()},
        blocks={name: piece.unit.blocks for name, piece in field.pieces.items() if piece.unit is not None},
        active=field.fact.first, data=data,
    )  # fmt: skip
    return state, (Deal(),)


class Deal(Step, frozen=True):
    """Each side gets as many cards as the scenario says."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(BattleBegan(play.state.scenario))
        for side in SIDES:
            count = play.state.field.fact.army(side).cards
            told = partial(CardsDealt, side, count)
            deal(play, seat_of(side), draw_pile(play.state), count, "deal", "2.1", told)
        play.push(Turns())
