"""The invariants notice what they are there for: each of these positions is wrong in one way."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel import decision_at
from domain.waterloo.facts import FACTS
from domain.waterloo.position.state import State, changed, with_leader, with_unit
from tests.rules.waterloo.invariants import check
from tests.rules.waterloo.position import given

UNITS = {
    name: f"{square} N"
    for name, square in zip(
        (unit for unit, fact in FACTS.units.items() if fact.army != "prussian"),
        (square for square in FACTS.squares if square[1:] in ("1", "13", "14")),
        strict=False,
    )
}
DAMAGE: dict[str, Callable[[State], State]] = {
    "doubled": lambda state: changed(state, discards={**state.discards, "french": ("fr_01",)}),
    "not sorted": lambda state: changed(state, hands={**state.hands, "french": ("fr_02", "fr_01")}),
    "larger": lambda state: changed(state, hands={**state.hands, "french": FACTS.decks["french"]}),
    "do not agree": lambda state: changed(state, at={**state.at, "J5": "fr_inf_1_i"}),
    "bears markers": lambda state: off(state, "fr_inf_1_i", disordered=True),
    "neither on the map": lambda state: off(state, "fr_inf_1_i"),
    "was rallied": lambda state: with_unit(state, "fr_inf_1_i", rallied=True, moved=True),
    "no reduced side": lambda state: with_unit(state, "aa_inf_4_ii", reduced=True),
    "is eliminated for": lambda state: changed(state, eliminated={"fr_inf_1_i": "coalition"}),
    "both leaders": lambda state: with_leader(with_leader(state, "napoleon", "J5"), "wellington", "J5"),
    "napoleon is on": lambda state: with_leader(state, "napoleon", state.units["aa_inf_1_i"].square),
    "which belongs to": lambda state: with_unit(state, "fr_inf_1_i", square="J5"),
    "points": lambda state: changed(state, chateaux={**state.chateaux, "J5": 3}),
    "acts in a": lambda state: changed(state, army="prussian"),
    "cards in a round": lambda state: changed(state, cards_in_round=6),
    "left over": lambda state: changed(state, points=2),
    "markers left over": lambda state: with_unit(state, "fr_inf_1_i", moved=True),
    "cannot be moving": lambda state: changed(state, mover="aa_inf_1_i"),
}


def off(state: State, unit: str, **markers: Any) -> State:
    """The unit is taken off the map."""
    return with_unit(state, unit, square=None, **markers)


def sound() -> Any:
    return given(UNITS, hands={"french": "fr_01", "anglo_allied": "aa_01"})


def test_a_sound_position_passes() -> None:
    table = sound()
    check(table.state, table.game.agenda, table.decision)


@pytest.mark.parametrize("problem", DAMAGE)
def test_a_wrong_position_is_noticed(problem: str) -> None:
    table = sound()
    with pytest.raises(AssertionError, match=problem):
        check(DAMAGE[problem](table.state), table.game.agenda, table.decision)


def test_a_game_that_asks_nothing_and_is_not_over_is_noticed() -> None:
    table = sound()
    assert decision_at(table.state, tuple(table.game.agenda)) is not None
    with pytest.raises(AssertionError, match="nothing is asked"):
        check(table.state, table.game.agenda, None)
