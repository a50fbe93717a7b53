"""Cases about movement, zones, the creek, leaders on the map, and retreats."""

from itertools import pairwise
from typing import Any

import pytest

from domain.brandywine.combat.retreats import paths
from domain.brandywine.events.combat import UnitCaptured, UnitDisrupted, UnitEliminated, UnitRetreated
from domain.brandywine.events.movement import DelawareRoused, LeaderCaptured, UnitMoved
from domain.brandywine.events.turns import ArmyMoraleChanged, LafayetteLeft, RallyRolled, StirnWent
from domain.brandywine.facts import FACTS
from domain.brandywine.facts.board import ADJACENT, BIT, BOARD, distance
from domain.brandywine.morale.checks import RallyPhase
from domain.brandywine.movement.ways import path_to, reach
from domain.brandywine.orders.combat import (
    BeCaptured,
    CheckNext,
    FollowRetreat,
    Retreat,
    RetreatByStep,
    StayBehind,
)
from domain.brandywine.orders.movement import (
    ChoosePin,
    EndMovement,
    MoveLeader,
    MoveUnit,
    SendLafayette,
)
from domain.brandywine.orders.turns import PlaceStirn
from domain.brandywine.position.pieces import foe, is_surrounded, layout
from domain.brandywine.position.state import Pin
from domain.kernel import geometry
from tests.rules.brandywine.position import Table, ending, movement, of, position, retreating, ways_back

COST = FACTS.ground.cost
A: dict[str, Any] = {"active": "american"}


def cost(table: Table, name: str, to: str) -> tuple[int, str]:
    _, points, mode = path_to(table.state, of(name), to)
    return points, mode


def moves_of(table: Table, name: str) -> list[MoveUnit]:
    return [order for order in table.offers(MoveUnit) if order.unit == of(name)]


# Costs and ways -----------------------------------------------------------------------------------


def test_what_steps_cost() -> None:
    """E84, E97. R-23, R-30."""
    assert COST("foot", "1511", "1510") == 2 and COST("foot", "1521", "1520") == 3
    assert COST("foot", "1520", "1521") == 2 and COST("foot", "1028", "1127") == 3
    assert COST("artillery", "1222", "1223") is None
    table = movement("hessian_artillery 0728, cleveland_a_artillery 0730, cleveland_b_artillery 0831,"
                     "1_qns_lt_drgn 0730")  # fmt: skip
    assert cost(table, "hessian_artillery", "0928") == (3, "normal")
    assert "0930" not in table.ends("cleveland_a_artillery")
    assert cost(table, "cleveland_b_artillery", "0930") == (3, "normal")
    assert cost(table, "1_qns_lt_drgn", "1031") == (5, "normal")


def test_the_pike_over_chadds_ford() -> None:
    """E83. R-24: no double pace over a ford."""
    table = movement("33 0628, 17 0831")
    assert cost(table, "33", "0928") == (4, "normal") and "1028" not in table.ends("33")
    assert cost(table, "17", "0930") == (3, "normal")


def test_double_pace_along_roads() -> None:
    """E85, E99. R-24, R-41: no enemy next to any hex of the way; belt A is no place to stay."""
    table = movement("1_light_infantry 1801, 1_guards 1801")
    assert cost(table, "1_light_infantry", "1910") == (10, "strategic")
    assert "1908" in table.ends("1_guards") and "1909" not in table.ends("1_guards")
    barred = movement("1_light_infantry 1801, spencer 1706")
    assert "1910" not in barred.ends("1_light_infantry")
    horse = movement("blands_horse 1801", turn=5, **A)
    assert {"1801", "1802", "1803"}.isdisjoint(horse.ends("blands_horse"))
    assert cost(horse, "blands_horse", "1804")[0] == 3
    assert not horse.offers(EndMovement), "he must go"


def test_a_zone_stops_but_does_not_reach_into_woods() -> None:
    """E91. R-27, R-29."""
    table = movement("hartley 1127, bedlam_artillery 1127, 33 1326", **A)
    assert cost(table, "hartley", "1227") == (1, "normal")
    assert cost(table, "hartley", "1327") == (2, "normal")
    assert COST("artillery", "1127", "1227") == 2
    assert path_to(table.state, of("hartley"), "1327")[0] == ("1127", "1227", "1327")
    assert layout(position("hartley 1028")).force("american").zone == {"0927", "0928", "1027", "1128"}


def test_zones_of_rifles_cost_more() -> None:
    """E93. R-29."""
    table = movement("33 1728, nelson 1727")
    assert cost(table, "33", "1828") == (2, "normal") and cost(table, "33", "1729") == (2, "normal")
    broken = movement("33 1728, nelson 1727 disrupted")
    assert cost(broken, "33", "1828") == (1, "normal") and "1826" in broken.ends("33")
    led = movement("howe 1728, nelson 1727")
    assert cost(led, "howe", "1828") == (1, "normal"), "leaders pay nothing (R-32)"


def test_from_zone_to_zone() -> None:
    """E94."""
    table = movement("33 0829, hartley 0929")
    assert cost(table, "33", "0928") == (2, "normal")
    ford = movement("33 0828, hartley 0927")
    assert path_to(ford.state, of("33"), "0928")[0] == ("0828", "0829", "0928"), "by the ford"
    assert "0926" not in movement("33 0827, hartley 0927").ends("33")


def test_the_limit_of_a_stack_holds_on_the_way() -> None:
    """E95. R-25, R-26."""
    table = movement("9_virginia 1228, 5_virginia 1228, 3_maryland 1228, jones_artillery 1228, "
                     "1_virginia 1229, smith 1229, wayne 1229, crane_artillery 1229", **A)  # fmt: skip
    assert "1228" not in table.ends("1_virginia") and "1228" in table.ends("smith")
    assert "1228" in table.ends("wayne") and "1228" not in table.ends("crane_artillery")
    battery = movement("proctor_artillery 1127, jones_artillery 1026", **A)
    assert "1127" not in battery.ends("jones_artillery")


def test_fording_is_the_only_step() -> None:
    """E86, E98. R-31."""
    table = movement("33 0826, knyphausen 0826, 3_qns_lt_drgn 0826, reserve_a_artillery 0826, 17 0725,"
                     "44 0826 disrupted")  # fmt: skip
    assert cost(table, "33", "0926")[1] == "ford" and "1026" not in table.ends("33")
    assert "0926" in table.ends("knyphausen") and "0926" in table.ends("3_qns_lt_drgn")
    for name in ("reserve_a_artillery", "17", "44"):
        assert "0926" not in table.ends(name)


def test_delaware_waits_for_company() -> None:
    """E89. R-42."""
    near = movement("congress_own 0405, delaware 0407", roused=False, **A)
    assert not near.ends("delaware")
    near.move("congress_own", "0406")
    assert near.all(DelawareRoused) and near.ends("delaware")
    far = movement("congress_own 0405, delaware 0407", roused=False, **A)
    assert not far.ends("delaware")
    other = movement("33 0707, delaware 0407", roused=False).move("33", "0607")
    assert other.state.roused


def test_proctor_is_bound() -> None:
    """R-43."""
    table = movement("proctor_artillery 1127, 33 2030", **A)
    assert not table.ends("proctor_artillery")
    assert movement("proctor_artillery 1127", proctor_free=True, **A).ends("proctor_artillery")


def test_the_british_of_the_feint_stay_south() -> None:
    """18.1.3(1): no British unit north of Renwick Run. R-96: Maxwell rides to his light infantry."""
    table = movement("3_qns_lt_drgn 0517", scenario="knyphausens_feint")
    assert table.ends("3_qns_lt_drgn") and all(
        FACTS.ground.belt[at] not in "nNA" for at in table.ends("3_qns_lt_drgn")
    )
    alone = movement("maxwell 1228, porterfield 1428", scenario="knyphausens_feint", **A)
    assert not alone.offers(EndMovement) and alone.ends("maxwell") == {"1428"}


def test_maxwell_is_alone_until_he_can_ride() -> None:
    """E137."""
    alone = movement("maxwell 1228, porterfield 1428", scenario="knyphausens_feint", **A)
    alone.move("maxwell", "1428")
    assert alone.offers(EndMovement) and not alone.ends("porterfield"), "his last escort stays"


# Leaders ------------------------------------------------------------------------------------------


def test_a_leader_left_behind_is_captured() -> None:
    """E136. R-33, R-92."""
    table = movement("33 1728 disrupted, sullivan 1727").move("33", "1727")
    captured = table.last(LeaderCaptured)
    assert captured.leader == of("sullivan") and table.morale() == (21, 19)
    parade = movement("33 1729, sullivan 1728").move("33", "1728")
    assert parade.all(LeaderCaptured) and parade.last(UnitMoved).cost == 1
    assert "1727" not in movement("howe 1728, sullivan 1727").ends("howe")


def test_a_march_goes_over_leaders_and_on() -> None:
    """14.3.2, R-33, R-105: the capture comes at once, at no cost; a detour counts like any other way."""
    table = movement("33 1729, sullivan 1728, wayne 1829")
    assert {order.via for order in moves_of(table, "33") if order.to == "1727"} >= {(), ("1728",)}
    table.give(MoveUnit(of("33"), "1828", ("1728", "1829")))
    assert [each.leader for each in table.all(LeaderCaptured)] == [of("sullivan"), of("wayne")]
    assert table.at("33") == "1828" and {"1728", "1829"} <= set(table.last(UnitMoved).path)
    assert table.last(UnitMoved).cost == len(table.last(UnitMoved).path) - 1


def test_who_must_stop_captures_no_further() -> None:
    """14.3.2, 9.1.5, 13.3: a zone and disorder stop a unit where the leader stands."""
    for pieces in ("33 1729, sullivan 1728, hartley 1727", "33 1729 disrupted, sullivan 1728"):
        table = movement(pieces)
        assert all(not order.via for order in moves_of(table, "33")) and "1728" in table.ends("33")


def test_a_retreat_over_a_leader_says_so() -> None:
    """14.3.2, R-33, R-85."""
    table = retreating("hartley 1727, howe 1726", "hartley", 3, disrupts=True)
    over = [order for order in table.offers(Retreat) if order.via]
    assert {order.via for order in over} == {("1726",)}
    to = next(order.to for order in over if Retreat(of("hartley"), order.to) in table.menu())
    table.give(Retreat(of("hartley"), to, via=("1726",))).settle()
    assert table.last(LeaderCaptured).leader == of("howe") and "1726" in table.last(UnitRetreated).path
    other = retreating("hartley 1727, howe 1726", "hartley", 3, disrupts=True)
    other.give(Retreat(of("hartley"), to)).settle()
    assert not other.all(LeaderCaptured)


def test_the_british_go_round_delaware() -> None:
    """9.6.2, R-42: a way of theirs rouses it only if there is no other."""
    table = movement("1_qns_lt_drgn 0104, delaware 0407", roused=False)

    def comes_near(to: str, roused: bool) -> bool:
        state = table.state.changed(roused=roused)
        return any(distance(at, "0407") <= 2 for at in path_to(state, of("1_qns_lt_drgn"), to).path)

    assert comes_near("0108", roused=True) and not comes_near("0108", roused=False)
    assert "0207" in table.ends("1_qns_lt_drgn") and comes_near("0207", roused=False)


def test_of_like_ways_one_goes_the_one_that_serves_near_delaware() -> None:
    """9.6.2, R-107: an American unit that may rouse it does, by move and by retreat; the British do not."""
    rouser = movement("congress_own 0405, delaware 0407", roused=False, **A)
    awake = rouser.state.changed(roused=True)
    assert path_to(awake, of("congress_own"), "0504") == (("0405", "0504"), 1, "normal")
    assert rouser.move("congress_own", "0504").last(UnitMoved).path == ("0405", "0505", "0504")
    assert rouser.last(UnitMoved).cost == 2 and rouser.all(DelawareRoused)
    for name, start, to in (("congress_own", "0405", "0704"), ("33", "0604", "0304")):
        state = position(f"{name} {start}, delaware 0407", roused=False)
        both = (state, state.changed(roused=True))
        found = {paths(each, of(name), 3, False, True)[to, ()] for each in both}
        near = [any(distance(at, "0407") <= 2 for at in path[1:]) for path in found]
        assert sorted(near) == [False, True]
        [chosen] = [path for path, rouses in zip(found, near, strict=True) if rouses == (name != "33")]
        assert paths(state, of(name), 3, False, True)[to, ()] == chosen


def test_lafayette_goes_with_washington_until_he_is_sent() -> None:
    """R-94."""
    table = movement("washington 1727, lafayette 1727, spencer 1720", **A)
    assert not table.ends("lafayette")
    table.give(MoveLeader(of("washington"), "1725"))
    assert table.at("lafayette") == "1725"
    sent = movement("washington 1727, lafayette 1727, spencer 1720", **A).give(SendLafayette())
    sent.move("lafayette", "1725")
    assert sent.at("washington") == "1727"
    left = ending("american", "washington 1727, lafayette 1725")
    assert left.all(LafayetteLeft) and left.morale() == (20, 20)


def test_stirn_speaks_no_english() -> None:
    """E148. R-95."""
    table = ending("british", "stirn 1728, donop 1728, 28 1728 reduced")
    assert table.prompt == "stirn"
    table.give(PlaceStirn("1828"))
    assert table.last(StirnWent).to == "1828" and table.at("28") == "1728"
    moving = movement("stirn 1728, 28 1730, donop 1732")
    assert "1730" not in moving.ends("stirn")
    assert "1728" not in movement("stirn 1728, 28 1730", moved=(of("stirn"),)).ends("28")


# Pins ---------------------------------------------------------------------------------------------

PINNED: dict[str, Any] = {"pins": (Pin((of("33"), of("17")), (of("hartley"),)),)}


def test_a_group_breaks_off_or_stays() -> None:
    """E67, E130. R-35, R-36."""
    table = movement("33 1728, 17 1728, hartley 1727", **PINNED)
    units = (of("33"), of("17"))
    table.give(ChoosePin(units, "break_off"))
    assert not table.offers(EndMovement)
    assert table.ends("33") and table.ends("33").isdisjoint({"1828", "1628", "1726"})
    table.move("33", "1729").move("17", "1730").give(*table.offers(EndMovement))
    assert not table.state.pins and table.morale() == (19, 20)
    held = movement("33 1728, 17 1728, hartley 1727", **PINNED).give(ChoosePin(units, "attack"))
    assert not held.ends("33") and held.state.pins


def test_nobody_comes_to_those_from_whom_one_broke_off() -> None:
    """13.1.9, 9.1.6: not in this phase, when all who were pinned are gone neither."""
    pins = (Pin((of("33"),), (of("hartley"),)),)
    table = movement("33 1728, 17 1730, hartley 1727", pins=pins)
    assert "1728" not in table.give(ChoosePin((of("33"),), "break_off")).ends("17")
    table.move("33", "1729")
    assert "1728" not in table.ends("17") and "1731" in table.ends("17")


def test_pinned_guns_leave_with_their_side() -> None:
    """E131. R-35."""
    pins = (Pin((of("33"),), (of("hartley"), of("crane_artillery"))),)
    table = movement("33 1728, hartley 1727, crane_artillery 1727", pins=pins, **A)
    table.give(ChoosePin((of("hartley"), of("crane_artillery")), "break_off"))
    table.move("hartley", "1725" if "1725" in table.ends("hartley") else sorted(table.ends("hartley"))[0])
    assert not table.offers(EndMovement) and table.ends("crane_artillery")


# Retreats -----------------------------------------------------------------------------------------


def test_the_owner_chooses_among_equal_ways_back() -> None:
    """E87. R-85."""
    table = retreating("spencer 1512, 33 1511", "spencer")
    assert ways_back(table) == {"1413", "1513", "1613"}


def test_three_hexes_away_from_the_meeting_house() -> None:
    """E125. R-86."""
    table = retreating("3_virginia 1910, 33 1909, 64 2010", "3_virginia", 3, disrupts=True)
    assert ways_back(table) == {"1610", "1611", "1612", "1712", "1813", "1913", "2013", "2112"}
    table.give(Retreat(of("3_virginia"), "1712"))
    assert table.last(UnitDisrupted).condition == "disrupted"


def test_back_over_ford_and_creek() -> None:
    """E126. R-87."""
    table = retreating("49 0928, 3_pennsylvania 1028", "49")
    assert ways_back(table) == {"0829", "0929", "0828~"}
    table.give(Retreat(of("49"), "0828", ford=True))
    assert table.prompt == "retreat"
    table.give(table.menu()[0])
    assert table.last(UnitDisrupted).condition == "disrupted" and len(table.all(UnitRetreated)) == 2


def test_who_must_ford_suffers_once_more() -> None:
    """E88, E128. R-87: four hexes from its start, disrupted; artillery is captured; a unit that was
    disrupted is shattered."""
    enemies = "hartley 1026, n_carolina 0927"
    table = retreating(f"49 0926, {enemies}", "49")
    assert table.last(UnitRetreated).path == ("0926", "0826") and table.prompt == "retreat"
    assert all(distance("0926", to) == 4 for to in ways_back(table))
    table.give(table.menu()[0])
    assert table.state.condition == {of("49"): "disrupted"} and table.morale() == (19, 20)
    gun = retreating(f"hessian_artillery 0926, {enemies}", "hessian_artillery")
    assert gun.last(UnitCaptured).cause == "no_retreat"
    broken = retreating(f"49 0926 disrupted, {enemies}", "49")
    broken.give(broken.menu()[0])
    assert broken.state.condition == {of("49"): "shattered"}
    far = retreating(f"49 0926, {enemies}", "49", 3, disrupts=True)
    while far.menu():
        far.give(far.menu()[0])
    assert far.state.condition == {of("49"): "shattered"} and len(far.all(UnitRetreated)) == 2


def test_surrounded_is_not_the_same_as_no_way_back() -> None:
    """E127. R-28."""
    enemies = "33 1511, 64 1413, 49 1613"
    assert is_surrounded(position(f"spencer 1512, {enemies}"), of("spencer"))
    assert not is_surrounded(position(f"spencer 1512, patton 1513, {enemies}"), of("spencer"))
    table = retreating(f"spencer 1512, patton 1513, {enemies}", "spencer")
    assert table.last(UnitCaptured).cause == "no_retreat" and table.morale() == (21, 19)


def test_a_step_may_be_given_to_fit() -> None:
    """E132. 13.2.3."""
    pieces = "spencer 1512, n_carolina 1613, 33 1511, 64 1413"
    table = retreating(pieces, "spencer", disrupts=True)
    assert table.menu() == [RetreatByStep(of("spencer"), "1613"), BeCaptured(of("spencer"))]
    table.give(RetreatByStep(of("spencer"), "1613"))
    assert table.at("spencer") == "1613" and of("spencer") in table.state.reduced
    assert table.morale() == (20, 18) and table.state.condition == {of("spencer"): "disrupted"}
    gone = retreating(pieces, "spencer").give(BeCaptured(of("spencer")))
    assert gone.last(UnitCaptured).cause == "no_retreat"


def test_leaders_go_along_or_stay() -> None:
    """R-90."""
    table = retreating("spencer 1512, lord_stirling 1512, 33 1511", "spencer")
    table.give(Retreat(of("spencer"), "1513"))
    assert table.menu() == [FollowRetreat(of("lord_stirling")), StayBehind()]
    table.give(FollowRetreat(of("lord_stirling")))
    assert table.at("lord_stirling") == "1513"


def test_an_american_retreat_may_leave_the_bivouac_if_it_must() -> None:
    """R-40."""
    bound: dict[str, Any] = {"scenario": "entire_battle", "released": {}}
    held = retreating("spencer 1716, 33 1818", "spencer", **bound)
    assert {to for each in held.all(UnitRetreated) for to in each.path[1:]} == {"1617"}
    out = retreating("spencer 1716, 33 1818, 64 1618", "spencer", **bound)
    assert ways_back(out) and all(FACTS.ground.zone[to] == "e" for to in ways_back(out))


# Rally --------------------------------------------------------------------------------------------


def test_rally_step_by_step() -> None:
    """E133, E150. R-91: the bands change with each unit that rallies."""
    state = position("hartley 1727 shattered, sullivan 1727, 33 2030", army=(20, 5), **A)
    table = Table(state, [RallyPhase(), RallyPhase()], "6 5")
    first, second = table.all(RallyRolled)
    assert (first.passed, first.morale, first.leadership) == (True, -2, 1)
    assert (second.passed, second.morale, second.leadership) == (True, -1, 1)
    assert not table.state.condition and [each.change for each in table.all(ArmyMoraleChanged)] == [1, 1]
    near = Table(position("hartley 1727 disrupted, 33 1728", **A), [RallyPhase()])
    assert not near.all(RallyRolled)


def test_who_tries_first_to_rally_is_asked_where_it_may_lift_the_army() -> None:
    """13.6.1, R-91, R-105: decision point D12."""
    pieces = "hartley 1727 disrupted, spencer 1720 disrupted, 33 2030"
    table = Table(position(pieces, army=(20, 5), **A), [RallyPhase()], "9 9")
    assert table.prompt == "rally_next" and table.seat == "american"
    table.give(CheckNext(of("spencer")))
    assert [(each.unit, each.morale) for each in table.all(RallyRolled)] == [
        (of("spencer"), -2), (of("hartley"), -1),
    ]  # fmt: skip
    steady = Table(position(pieces, army=(20, 7), **A), [RallyPhase()], "9 9")
    assert not steady.menu() and len(steady.all(RallyRolled)) == 2, "nothing hangs on the order"


def test_a_further_d_eliminates_the_shattered() -> None:
    """R-82."""
    table = retreating("spencer 1512 shattered", "spencer", 3, disrupts=True)
    assert table.all(UnitEliminated) and table.morale() == (21, 19)


def test_a_disrupted_unit_leaves_the_enemy_if_it_can() -> None:
    """R-92."""
    table = movement("33 1728 disrupted, hartley 1727")
    assert not table.offers(EndMovement)
    assert table.ends("33") == {"1729", "1829", "1629"}
    assert MoveUnit(of("33"), "1730") not in table.menu()


@pytest.mark.parametrize("mover", ["33 1728", "1_qns_lt_drgn 1822", "1st_brigade_artillery 1627"])
def test_the_least_that_a_move_costs_is_what_its_steps_add_up_to(mover: str) -> None:
    """9.1.2, 9.1.5, R-29: enemy zones stop, those of rifles cost one more; searched hex by hex as well."""
    state = position(f"{mover}, hartley 1629, stephenson 1926, spencer 1526", active="british")
    name, start = mover.split()
    unit, enemy = of(name), foe(state, "british")
    fact = state.units.units[unit]

    def cost(frm: str, to: str) -> int | None:
        own = None if to in enemy.held else state.ground.cost(fact.mover, frm, to)
        is_near_rifles = (BIT[frm] | BIT[to]) & enemy.rifle_area
        return own if own is None or not is_near_rifles else own + state.tables.movement.rifle_zone

    found = reach(state, unit)
    least = geometry.reach(ADJACENT.__getitem__, start, fact.ma, cost, enemy.zone.__contains__)
    levels = {at: spent for spent, area in enumerate(found.normal) for at in BOARD.cells(area)}
    assert {at: spent for at, spent in levels.items() if spent <= fact.ma} == least and len(least) > 10
    for at in least.keys() - {start}:
        path, spent, _ = found.way_to(at)
        assert sum(cost(*step) or 0 for step in pairwise(path)) == spent == least[at]


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_entries_lie_on_their_edge(name: str) -> None:
    """R-2, R-6: the letters of the text."""
    assert FACTS.ground.entries[name].id == name  # type: ignore[index]
