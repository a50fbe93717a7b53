"""Random games of every scenario run to their end; nothing is lost, doubled or overcrowded."""

from random import Random

import pytest

from domain.brandywine.ending.victory import result
from domain.brandywine.facts import DIGEST, FACTS
from domain.brandywine.facts.sides import SEATS
from domain.brandywine.seen.scene import conceal, view
from domain.brandywine.title import BRANDYWINE
from domain.kernel import Opened, Play, SealedChance
from tests.laws.games import answered
from tests.rules.brandywine.invariants import check
from tests.thorough import times


def game(scenario: str, number: int, **options: str) -> "Play[object]":
    opened = Opened("brandywine", 1, scenario, SEATS, options, "", DIGEST)
    return Play(*BRANDYWINE.set_up(opened), SealedChance(number.to_bytes(32, "big")))


@pytest.mark.parametrize("advanced", ["on", "off"])
@pytest.mark.parametrize("scenario", list(FACTS.scenarios))
@pytest.mark.parametrize("number", range(times(1, 20)))
def test_a_random_game_ends_with_a_result(scenario: str, number: int, advanced: str) -> None:
    play = game(scenario, number, advanced=advanced)
    random, decision = Random(number), play.run()
    while decision is not None:
        check(play.state, play.agenda, decision)  # type: ignore[arg-type]
        decision = play.answer(answered(decision.asks, random))
    check(play.state, play.agenda, None)  # type: ignore[arg-type]
    assert result(play.state) is not None  # type: ignore[arg-type]


def test_what_the_american_supposes_of_closed_stacks_looks_the_same_to_him() -> None:
    """R-44."""
    play = game("entire_battle", 5)
    random, decision, changes = Random(5), play.run(), 0
    for _ in range(600):
        assert decision is not None
        decision = play.answer(answered(decision.asks, random))
        state = play.state
        supposed = conceal(state, SEATS[1], random, play.agenda)  # type: ignore[arg-type]
        assert view(supposed, SEATS[1]) == view(state, SEATS[1])  # type: ignore[arg-type]
        assert conceal(state, SEATS[0], random, play.agenda) is state  # type: ignore[arg-type]
        changes += supposed.at != state.at
    assert changes > 50
