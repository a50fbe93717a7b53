"""Random games run to their end; nothing is lost or doubled. See `scripts/playouts.py` for many."""

from random import Random

import pytest

from domain.kernel import ALL
from domain.kernel.seats import Seat
from domain.washingtons_war.ending.victory import result
from domain.washingtons_war.facts.ids import SEATS
from domain.washingtons_war.position.state import State
from domain.washingtons_war.seen.scene import conceal
from domain.washingtons_war.sequence.setup import PlacePieces
from scripts.playouts import playout
from tests.playthroughs.told import ToldPlay
from tests.rules.washingtons_war.invariants import check
from tests.rules.washingtons_war.position import Table


@pytest.mark.parametrize("number", range(6))
def test_a_random_game_ends_with_a_winner(number: int) -> None:
    found = playout("washingtons_war", number, checks=True)
    assert not found.problem and len(found.winners) == 1 and set(found.winners) <= set(SEATS)


def test_every_position_of_a_game_keeps_its_pieces() -> None:
    table, random = Table(ToldPlay(State("campaign", SEATS), (PlacePieces(),), (), ())), Random(5)
    while table.decision is not None:
        check(table.state, table.game.agenda, table.decision)
        table.answer({table.seats[0]: table.any_draft(random)})
    check(table.state, table.game.agenda, None)
    assert result(table.state) is not None


@pytest.mark.parametrize("seat", SEATS)
def test_what_a_seat_may_suppose_keeps_every_card(seat: Seat) -> None:
    """Its own hand stays, and so do the cards that both know."""
    table, random = Table(ToldPlay(State("campaign", SEATS), (PlacePieces(),), (), ())), Random(7)
    for _ in range(80):
        table.answer({table.seats[0]: table.any_draft(random)})
        supposed = conceal(table.state, seat, Random(1))
        check(supposed, (), table.decision)
        assert supposed.hands[seat] == table.state.hands[seat] and seat != ALL  # type: ignore[index]
        for side, cards in supposed.hands.items():
            assert len(cards) == len(table.state.hands[side])
            assert set(table.state.face_up) & set(table.state.hands[side]) <= set(cards)
