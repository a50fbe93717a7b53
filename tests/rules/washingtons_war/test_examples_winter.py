"""The worked cases of winter attrition (11)."""

from typing import Any

import pytest

from domain.washingtons_war.events.ending import GameEnded
from domain.washingtons_war.events.pieces import CuRemoved
from domain.washingtons_war.events.winter import StackSurvived
from domain.washingtons_war.orders.units import LoseUnit
from domain.washingtons_war.winter.attrition import Exposed, WinterAttritionPhase, exposure
from tests.rules.washingtons_war.position import Table, given, position


def winter(*dice: int, **facts: Any) -> Table:
    """Winter comes; CU elsewhere keep the war going, and roll no die."""
    facts["british"] = {"boston": 5, **facts.get("british", {})}
    facts["american"] = {**facts.get("american", {}), "falmouth": 2}
    facts.setdefault("hands", {"american": ("ops_1_01",)})
    return given(dice=[[die] for die in dice], then=[WinterAttritionPhase()], **facts)


@pytest.mark.parametrize(("cu", "left"), [(5, 3), (3, 2), (2, 1), (4, 2)])
def test_e_58_the_british_in_the_open_north_lose_half_rounded_down(cu: int, left: int) -> None:
    """Rules 5.4, 11.0, 11.1."""
    assert winter(british={"reading": cu}).state.british["reading"] == left


def test_e_58_one_cu_with_a_general_is_safe() -> None:
    assert winter(british={"reading": 1}, generals={"howe": "reading"}).state.british["reading"] == 1


@pytest.mark.parametrize(("die", "is_lost"), [(1, True), (3, True), (4, False), (6, False)])
def test_e_58_one_cu_alone_rolls(die: int, is_lost: bool) -> None:
    table = winter(die, british={"reading": 1})
    assert ("reading" not in table.state.british) == is_lost
    assert table.all(StackSurvived) == ([] if is_lost else [StackSurvived("reading", "british", die)])


def test_winter_cites_whose_attrition_it_is() -> None:
    """11.1 of the British, 11.2 of the Americans, 11.3 of French alone."""
    french: dict[str, Any] = {"french": {"reading": 2}, "generals": {"rochambeau": "reading"}}
    table = winter(4, american={"york": 1}, british={"albany": 1, "saratoga": 2}, **french)
    assert table.all(StackSurvived) == [StackSurvived("york", "american", 4, "11.2")]
    cited = {each.space: each.cites for each in table.all(CuRemoved)}
    assert cited == {"saratoga": "11.1", "reading": "11.3", "falmouth": "11.2"}


def test_e_59_british_quarters_and_the_south_shelter() -> None:
    table = winter(british={"philadelphia": 7, "camden": 6})
    assert table.state.british["philadelphia"] == 7 and table.state.british["camden"] == 6


def test_e_60_nothing_shelters_american_cu() -> None:
    assert winter(american={"charleston": 2}).state.american["charleston"] == 1


@pytest.mark.parametrize(("die", "left"), [(3, 5), (4, 6)])
def test_e_61_five_are_safe_with_washington(die: int, left: int) -> None:
    table = winter(die, american={"philadelphia": 6}, generals={"washington": "philadelphia"})
    assert table.state.american["philadelphia"] == left


def test_e_62_washington_in_the_open_is_a_general_like_others() -> None:
    table = winter(american={"reading": 6}, generals={"washington": "reading"})
    assert table.state.american["reading"] == 3


@pytest.mark.parametrize(("cu", "left"), [(5, 5), (7, 6), (8, 7), (9, 7)])
def test_e_63_the_others_with_washington_are_a_stack_without_a_general(cu: int, left: int) -> None:
    table = winter(american={"morristown": cu}, generals={"washington": "morristown"})
    assert table.state.american["morristown"] == left


def test_washington_shelters_south_of_the_line_too() -> None:
    """11.2, R-75."""
    table = winter(american={"salem": 5}, generals={"washington": "salem"})
    assert table.state.american["salem"] == 5


def test_e_64_the_french_winter_like_the_british_when_alone() -> None:
    """Rule 11.3."""
    rochambeau = {"rochambeau": "newport"}
    assert winter(french={"newport": 5}, generals=rochambeau, allied_in=1777).state.french["newport"] == 5
    open_field = winter(french={"yorktown": 5}, generals={"rochambeau": "yorktown"}, allied_in=1777)
    assert open_field.state.french["yorktown"] == 3


def test_e_64_french_with_one_american_are_one_american_stack() -> None:
    table = winter(
        french={"newport": 5}, american={"newport": 1}, generals={"rochambeau": "newport"}, allied_in=1777
    )
    assert table.prompt == "choose_loss"
    table.give(LoseUnit("french")).give(LoseUnit("american"))
    assert table.state.american.get("newport") is None and table.state.french["newport"] == 3
    lost = [event for event in table.all(CuRemoved) if event.space == "newport"]
    assert [(event.nation, event.count) for event in lost] == [("french", 1), ("american", 1), ("french", 1)]


def test_e_109_four_stacks() -> None:
    assert winter(american={"newport": 3}, generals={"greene": "newport"}).state.american["newport"] == 2
    mixed = winter(
        french={"reading": 2}, american={"reading": 1}, generals={"rochambeau": "reading"}, allied_in=1777
    )
    assert mixed.give(LoseUnit("american")).state.french["reading"] == 2
    assert "reading" not in winter(3, french={"reading": 1}, allied_in=1777).state.french
    assert winter(french={"newport": 1}, allied_in=1777).state.french["newport"] == 1
    assert "newport" not in winter(1, american={"newport": 1}).state.american


def test_stacks_are_judged_as_the_winter_begins_and_one_die_is_rolled_for_each() -> None:
    """R-77: in map order."""
    table = winter(1, 6, british={"saratoga": 1, "reading": 1})
    assert "saratoga" not in table.state.british and table.state.british["reading"] == 1


def test_exposure_tells_what_winter_would_do() -> None:
    state = position(british={"reading": 7, "saratoga": 1})
    assert exposure(state, "reading", "british") == Exposed(3, False)
    assert exposure(state, "saratoga", "british") == Exposed(0, True)


def test_e_70_the_last_french_cu_decides() -> None:
    ended = given(
        dice=[[3]], british={"boston": 5}, american={"salem": 1}, hands={"american": ("ops_1_01",)},
        then=[WinterAttritionPhase()],
    )  # fmt: skip
    assert [event.winner for event in ended.all(GameEnded)] == ["british"] and ended.game.agenda == []
    french = given(
        dice=[[3]], british={"boston": 5}, american={"salem": 1}, french={"newport": 1}, allied_in=1777,
        alliance=9, then=[WinterAttritionPhase()], hands={"american": ("ops_1_01",)},
    )  # fmt: skip
    assert not french.all(GameEnded)
