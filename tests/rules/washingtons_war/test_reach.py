"""What the board finds for a general who is touched: marches of several spaces, voyages, fights."""

from typing import Any

import pytest

from domain.kernel.orders import Order
from domain.kernel.prose import prose
from domain.kernel.reach import Reach, reach
from domain.washingtons_war.facts.ids import OUT_OF_PLAY, seat_of
from domain.washingtons_war.orders.battle import Retreat
from domain.washingtons_war.orders.movement import AvoidBattle, Halt, March, SlipAway
from domain.washingtons_war.position.state import with_general
from domain.washingtons_war.title import WASHINGTONS_WAR
from tests.rules.washingtons_war.marching import acting, go, quiet, reachable
from tests.rules.washingtons_war.position import Table, markers


def found(table: Table, general: str) -> Reach:
    """Everything that the general can do."""
    marching = table.state.marching
    assert marching is not None
    agenda = tuple(table.game.agenda)
    return reach(WASHINGTONS_WAR, table.state, agenda, seat_of(marching.side), general)


def test_a_march_of_several_spaces_is_found_at_once() -> None:
    """7.3: each space is one order, and the cheapest way there is told with its cost."""
    table = acting("burgoyne", generals={"burgoyne": "fort_detroit"}, british={"fort_detroit": 5})
    ways = {way.target: way for way in found(table, "burgoyne").ways}
    every = reachable("burgoyne", generals={"burgoyne": "fort_detroit"}, british={"fort_detroit": 5})
    assert set(ways) == every - {"fort_detroit"}
    assert ways["genesee"].cost == 4
    assert ways["genesee"].orders == (March("burgoyne", "fort_niagara"), March("burgoyne", "genesee"))


def test_voyages_are_found_beside_marches() -> None:
    """7.5: a port beyond the reach of a march is reached by sea, for the whole movement."""
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 5})
    ways = {way.target: way for way in found(table, "howe").ways}
    assert (ways["savannah"].cost, len(ways["savannah"].orders)) == (4, 1)
    assert (ways["newport"].cost, len(ways["newport"].orders)) == (2, 2)


def test_a_fight_at_the_end_of_a_march_is_found_with_its_origin() -> None:
    """7.3.B, 7.8: where from, and where somebody may come in between."""
    facts: dict[str, Any] = {
        "generals": {"howe": "new_york", "greene": "morristown"}, "british": {"new_york": 5},
        "american": {"morristown": 3}, "markers": markers(american="new_brunswick"),
    }  # fmt: skip
    told = found(acting("howe", **facts), "howe")
    fights = {(way.target, way.origin): way for way in told.acts}
    assert {("morristown", "west_point"), ("morristown", "new_brunswick")} <= set(fights)
    assert [risk.key for risk in fights["morristown", "west_point"].risks] == ["fight", "chance"]
    watched = next(way for way in told.ways if way.target == "new_brunswick")
    assert {risk.key for risk in watched.risks} == {"risk", "window"}
    beside = found(acting("howe", **{**facts, "generals": {"howe": "west_point", "greene": "morristown"},
                                     "british": {"west_point": 5}}), "howe")  # fmt: skip
    near = next(way for way in beside.acts if way.target == "morristown" and way.origin == "west_point")
    assert near.odds is not None and near.odds.key == "battle"


WITH_ANOTHER: dict[str, Any] = {
    "british": {"boston": 1},
    "american": {"lexington_concord": 5, "springfield": 2},
    "markers": markers("lexington_concord hartford springfield", "boston"),
}


@pytest.mark.parametrize(
    ("marches", "stands", "told"),
    [
        ("greene", "washington", "Greene goes to the Reinforcements box"),
        ("washington", "greene", "Greene goes to the Reinforcements box"),
        ("greene", "gates", "ne of Greene and Gates goes to the Reinforcements box"),
    ],
)
def test_who_halts_where_another_general_stands_is_told_who_goes_to_the_box(
    marches: str, stands: str, told: str
) -> None:
    """7.4.C: before the march to that space, not for one that goes on, and by the order to halt there."""
    table = acting(marches, generals={marches: "springfield", stands: "lexington_concord"}, **WITH_ANOTHER)
    ways = {way.target: way for way in found(table, marches).ways}
    there, words = ways["lexington_concord"], prose("washingtons_war", "en")
    assert there.stays is not None and there.kind == "risk"
    assert told in words.reached(there.stays.key, **there.stays.about)
    assert [each for each in ways.values() if each.stays] == [there]
    assert any(way.spaces[1:2] == ("lexington_concord",) for way in ways.values() if way is not there)
    table.give(March(marches, "lexington_concord"))
    lost = WASHINGTONS_WAR.forfeit(table.state, Halt(marches))
    assert lost is not None and told in words.lost(lost)


def test_who_halts_alone_gives_up_his_march_only() -> None:
    table = acting("greene", generals={"greene": "springfield"}, **WITH_ANOTHER)
    table.give(March("greene", "lexington_concord"))
    lost = WASHINGTONS_WAR.forfeit(table.state, Halt("greene"))
    assert lost is not None and lost.key == "march"


def test_who_slips_away_to_another_general_is_told_who_goes_to_the_box() -> None:
    """7.4.C: a flight that ends beside another general sends one of them to the box, never Washington."""
    table = acting(
        "howe", generals={"howe": "boston", "greene": "lexington_concord", "washington": "springfield"},
        british={"boston": 5}, american={"lexington_concord": 3, "springfield": 5}, dice=[[1]],
    )  # fmt: skip
    table.give(March("howe", "lexington_concord")).give(AvoidBattle("greene"))
    told = "Greene goes to the Reinforcements box"
    assert_told_beside(table, SlipAway("greene", "springfield"), told, alone=SlipAway("greene", "concord_nh"))


def test_who_retreats_to_another_general_is_told_who_goes_to_the_box() -> None:
    """7.4.C: and so does a retreat; a force without a general sends nobody there."""
    table = acting(
        "howe", generals={"howe": "philadelphia", "greene": "york", "gates": "carlisle"},
        british={"philadelphia": 5}, american={"york": 3}, dice=[[6], [1], [6], [1], [1], [6]],
    )  # fmt: skip
    quiet(go(table, "howe", "york"))
    told = "ne of Greene and Gates goes to the Reinforcements box"
    assert_told_beside(table, Retreat("carlisle"), told, alone=Retreat("baltimore"))
    leaderless = with_general(table.state, "greene", OUT_OF_PLAY)
    assert WASHINGTONS_WAR.forfeit(leaderless, Retreat("carlisle")) is None


def assert_told_beside(table: Table, order: Order, told: str, *, alone: Order) -> None:
    """The order beside another general says what it costs, the other one costs nothing."""
    assert {order, alone} <= set(table.menu())
    lost = WASHINGTONS_WAR.forfeit(table.state, order)
    assert lost is not None and told in prose("washingtons_war", "en").lost(lost)
    assert WASHINGTONS_WAR.forfeit(table.state, alone) is None
