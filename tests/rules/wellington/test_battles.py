"""Battles (11): cards, dice, losses, rounds and who wins."""

import pytest

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.battle import fight
from domain.wellington.conflict import Battle
from domain.wellington.events.battle import BattleDiceCounted, BattleResolved, HitsScored, PiecesLost
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.state import State
from domain.wellington.world import Side
from tests.rules.wellington.position import Table, given


class StartBattle(Step, frozen=True):
    """The battle begins at once."""

    battle: Battle

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        fight(play, self.battle)
        return None


def fought(battle: Battle, **facts: object) -> Table:
    """A table at which this battle is fought."""
    return given(then=[StartBattle(battle)], **facts)


def dice_of(table: Table, side: Side) -> list[int]:
    return [event.total for event in table.all(BattleDiceCounted) if event.side == side]


SALAMANCA = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",), line="broken")


def test_wellington_routs_marmont_at_salamanca_without_cards() -> None:
    """EX-A 23 without the cards: 5 + 5 + 1 dice against 2 + 2 + 2 + 1."""
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 1 2 0, nord 2 0 0"},
        leaders_at={"wellington": "salamanca", "marmont": "salamanca"},
        dice=[[6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2], [6, 4, 4, 3, 3, 2, 1], [1]],
    )
    assert table.prompt == "free_flag"
    assert dice_of(table, "allied") == [11] and dice_of(table, "french") == [7]
    (result,) = table.all(BattleResolved)
    assert result.winner == "allied" and result.is_rout and result.is_overrun and result.is_flag_overrun
    assert not table.state.leaders["wellington"].marked
    table.give(PlaceFlag("salamanca", "britain"))
    assert table.state.flags["salamanca"] == "britain" and not table.state.battles
