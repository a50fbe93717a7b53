"""Random games of every scenario run to their end; nothing is lost or doubled."""

from random import Random

import pytest

from domain.kernel import Opened, Play, SealedChance
from domain.napoleonics.ending.banners import result
from domain.napoleonics.facts import FACTS
from domain.napoleonics.facts.sides import SEATS
from domain.napoleonics.seen.scene import conceal
from domain.napoleonics.title import NAPOLEONICS
from tests.laws.games import answered
from tests.rules.napoleonics.invariants import check
from tests.thorough import times


@pytest.mark.parametrize("scenario", list(FACTS.scenarios))
@pytest.mark.parametrize("number", range(times(1, 20)))
def test_a_random_game_ends_with_a_winner(scenario: str, number: int) -> None:
    opened = Opened("napoleonics", 1, scenario, SEATS, {}, "", FACTS.digest)
    play = Play(*NAPOLEONICS.set_up(opened), SealedChance(number.to_bytes(32, "big")))
    random, decision = Random(number), play.run()
    while decision is not None:
        check(play.state, play.agenda, decision)
        decision = play.answer(answered(decision.asks, random))
    check(play.state, play.agenda, None)
    found = result(play.state)
    assert found is not None and len(found.winners) == 1


@pytest.mark.parametrize("seat", SEATS)
def test_what_a_seat_may_suppose_keeps_its_own_hand(seat: str) -> None:
    opened = Opened("napoleonics", 1, "waterloo", SEATS, {}, "", FACTS.digest)
    play = Play(*NAPOLEONICS.set_up(opened), SealedChance(bytes(32)))
    random, decision = Random(3), play.run()
    for _ in range(60):
        assert decision is not None
        decision = play.answer(answered(decision.asks, random))
        supposed = conceal(play.state, SEATS[SEATS.index(seat)], Random(1))  # type: ignore[arg-type]
        check(supposed, (), decision)
        assert supposed.hands[seat] == play.state.hands[seat]  # type: ignore[index]
