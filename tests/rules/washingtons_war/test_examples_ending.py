"""The worked cases of victory (13) and of the end of the war (5.7)."""

from typing import Any

import pytest

from domain.washingtons_war.ending.victory import automatic_winner, check, result, winner_by_areas
from domain.washingtons_war.events.ending import GameEnded
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.facts.ids import AMERICAN, BRITISH
from domain.washingtons_war.orders.impulses import ActivateGeneral
from domain.washingtons_war.position.state import State
from domain.washingtons_war.sequence.impulses import Impulses
from domain.washingtons_war.sequence.years import BeginYear, EndPhase
from tests.playthroughs.told import ToldPlay
from tests.rules.washingtons_war.position import Table, given, position

WAR_ENDS = "north_government_falls_{}".format


def ending(year: int, **facts: Any) -> Table:
    """The End Phase of a year."""
    return given(year=year, then=[EndPhase(), BeginYear(year + 1)], **facts)


def held(american: int, british: int) -> State:
    """So many areas are held by each side, by one marker each (Canada by two)."""
    colonies = iter(FACTS.thirteen)
    owners: dict[str, Side] = {}
    for side, count in (("american", american), ("british", british)):
        for _ in range(count):
            owners[FACTS.in_colony[next(colonies)][0]] = side  # type: ignore[assignment]
    return position(markers=owners)


def test_e_70_no_american_and_no_french_cu_left() -> None:
    assert automatic_winner(position(american={}, french={"newport": 1})) is None
    assert automatic_winner(position(american={})) == "british"


def test_e_71_no_british_cu_in_the_thirteen_colonies() -> None:
    assert automatic_winner(position(british={"quebec": 2, "fort_detroit": 1})) == "american"
    hands: dict[Side, tuple[str, ...]] = {"american": ("ops_1_01",)}
    table = given(british={"quebec": 2, "fort_detroit": 1}, then=[Impulses("american")], hands=hands)
    assert [(event.winner, event.cause) for event in table.all(GameEnded)] == [("american", "automatic")]
    assert table.game.agenda == [] and table.decision is None


def test_the_british_are_judged_first() -> None:
    """R-87: if both happened at one instant."""
    assert automatic_winner(position(american={}, british={"quebec": 1})) == "british"


def test_a_game_that_is_over_stays_over() -> None:
    play: ToldPlay[State] = ToldPlay(position(american={}), (), (), ())
    assert check(play) and check(play)
    assert len(play.events) == 1


@pytest.mark.parametrize(
    ("american", "british", "winner"),
    [(7, 6, "british"), (7, 5, "american"), (6, 5, "british"), (13, 0, "american"), (0, 0, "british")],
)
def test_e_72_both_may_reach_their_goal(american: int, british: int, winner: Side) -> None:
    """Rules 13.0, 13.2."""
    assert winner_by_areas(held(american, british)) == winner


def test_seven_and_seven_is_a_british_victory() -> None:
    """R-88: fourteen areas."""
    state = held(7, 6)
    canada: dict[str, Side] = {"montreal": "british", "quebec": "british"}
    assert winner_by_areas(position(markers={**state.markers, **canada})) == "british"


@pytest.mark.parametrize(("card", "over"), [(1779, True), (1781, True), (1782, False)])
def test_e_113_a_war_ends_card_of_this_or_an_earlier_year_ends_the_game(card: int, over: bool) -> None:
    table = ending(1781, war_ends=WAR_ENDS(card))
    assert bool(table.all(GameEnded)) == over
    if over:
        assert table.all(GameEnded)[0].cause == "war_ends"


def test_e_17_the_replaced_card_would_have_ended_it() -> None:
    assert not ending(1780, war_ends=WAR_ENDS(1782)).all(GameEnded)
    assert ending(1780, war_ends=WAR_ENDS(1779)).all(GameEnded)


def test_1783_ends_the_war_in_any_case() -> None:
    """R-89."""
    table = ending(1783)
    assert [event.cause for event in table.all(GameEnded)] == ["track_end"]


def test_the_result_tells_the_areas() -> None:
    table = ending(1783, markers=held(8, 2).markers)
    found = result(table.state)
    assert found is not None and found.winners == (AMERICAN,) and found.rule == "13.2"
    assert found.scores == {"american": 8.0, "british": 2.0}
    assert result(position()) is None


def test_without_troops_in_the_colonies_a_voyage_ends_the_war() -> None:
    """E-89: an army that sails away and leaves nobody behind loses at once."""
    table = given(
        british={"boston": 5, "quebec": 2}, markers={"boston": "british", "quebec": "british"},
        generals={"howe": "boston"}, hands={"british": ("ops_3_01",)},
    )  # fmt: skip
    table.give(ActivateGeneral("ops_3_01", "howe"))
    sail = next(order for order in table.menu() if type(order).__name__ == "Sail" and "quebec" in str(order))
    table.give(sail)
    assert [event.winner for event in table.all(GameEnded)] == ["american"] and BRITISH not in table.seats
