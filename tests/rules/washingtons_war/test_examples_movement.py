"""Generals on the march and at sea: the cases of section C of the examples, and of section I on movement."""

from typing import Any

import pytest

from domain.washingtons_war.events.movement import (
    ActivationEnded,
    ArmyMoved,
    BattleAvoided,
    GeneralActivated,
    InterceptionTried,
    OverrunMade,
)
from domain.washingtons_war.events.pieces import (
    CongressDispersed,
    GeneralCaptured,
    GeneralDisplaced,
    GeneralRemoved,
)
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import AMERICAN_BOX, CAPTURED
from domain.washingtons_war.movement.activation import Activation
from domain.washingtons_war.movement.avoiding import avoids_up_to
from domain.washingtons_war.movement.campaign import Campaign
from domain.washingtons_war.orders.markers import RemoveMarker
from domain.washingtons_war.orders.movement import (
    AvoidBattle,
    BringUnits,
    EndCampaign,
    Halt,
    Intercept,
    LandParty,
    LetThemCome,
    LoadUnits,
    March,
    Sail,
    SendGeneral,
    SendToBox,
    SlipAway,
    StandAndFight,
)
from tests.rules.washingtons_war.marching import acting, campaigning, ends, go, quiet, reachable, take
from tests.rules.washingtons_war.position import given, markers

# Land movement --------------------------------------------------------------------------------------


def test_e_20_gates_marches_drops_and_takes_along() -> None:
    """7.3, 7.3.A: four spaces with at most five CU, who are left and taken along on the way."""
    table = acting("gates", generals={"gates": "ninety_six"}, american={"ninety_six": 4, "charleston": 3})
    go(table, "gates", "camden", "eutaw_springs")
    take(table, "gates", american=2)
    go(table, "gates", "charleston")
    take(table, "gates", american=5)
    go(table, "gates", "savannah")
    state = table.state
    assert (state.american["savannah"], state.american["eutaw_springs"]) == (5, 2)
    assert "charleston" not in state.american and "ninety_six" not in state.american
    assert ends(table) == {"augusta", "st_marys", "charleston"}


def test_cu_move_with_an_activated_general_alone() -> None:
    """7.0, 7.1: one general acts; CU without him stay where they are."""
    table = acting(
        "howe", generals={"howe": "boston", "clinton": "new_york"}, british={"boston": 7, "new_york": 3}
    )
    assert {order.general for order in table.offers(March)} == {"howe"}
    assert table.all(GeneralActivated)[0].units == {"british": 5}
    go(table, "howe", "barnstable").give(Halt("howe"))
    assert table.state.british == {"point_pleasant": 1, "boston": 2, "barnstable": 5, "new_york": 3}


def test_no_army_is_ever_larger_than_five() -> None:
    """7.3.A: of eight CU five go along at most, and of three that he comes to so many that it stays five."""
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 8, "newport": 3})
    assert max(order.british for order in table.offers(LoadUnits)) == 4  # he has five with him already
    take(table, "howe", british=4)
    go(table, "howe", "barnstable", "newport")
    assert max(order.british for order in table.offers(LoadUnits)) == 5


def test_e_21_burgoyne_in_the_wilderness() -> None:
    """7.3.D: a wilderness connection counts as three spaces."""
    found = reachable("burgoyne", generals={"burgoyne": "fort_detroit"}, british={"fort_detroit": 5})
    assert found == {
        "bassett_town", "fort_cumberland", "fort_detroit", "fort_niagara", "genesee", "oswego", "pittsburgh",
    }  # fmt: skip


def test_british_generals_move_four_spaces_and_no_more() -> None:
    """7.3.A: four spaces; the activation is over without a question."""
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 5})
    go(table, "howe", "barnstable", "newport", "hartford", "springfield")
    assert table.decision is None
    assert table.all(ArmyMoved)[-1].used == 4
    assert table.all(ActivationEnded) == [ActivationEnded("howe", "springfield")]


def test_e_22_the_fifth_space() -> None:
    """7.3.C: no battle in the fifth space, and none at all after an overrun."""
    path = ("west_point", "morristown", "reading", "carlisle")
    facts: dict[str, Any] = {"generals": {"greene": "hartford"}, "american": {"hartford": 5}}
    table = go(acting("greene", **facts, british={"york": 2}), "greene", *path)
    assert "york" not in ends(table) and "bedford" in ends(table)
    table = go(acting("greene", **facts, british={"west_point": 1}), "greene", *path)
    assert table.all(OverrunMade) and table.decision is None


def test_e_23_glover_takes_a_general_six_spaces_into_battle() -> None:
    """7.3.C: up to six spaces, and the sixth may be a battle or an overrun."""
    path = ("west_point", "morristown", "reading", "carlisle", "york")
    facts: dict[str, Any] = {"generals": {"greene": "hartford"}, "american": {"hartford": 5}}
    table = go(acting("greene", spaces=6, **facts, british={"frederick_town": 3}), "greene", *path)
    assert "frederick_town" in ends(table)
    table = go(acting("greene", spaces=6, **facts, british={"york": 1, "frederick_town": 1}), "greene", *path)
    table.give(March("greene", "frederick_town"))
    assert len(table.all(OverrunMade)) == 2


def test_e_24_a_lone_general_goes_where_no_enemy_holds_the_land() -> None:
    """7.4.A, 7.4.B: not among enemy CU or markers; through a lone general, but not to stop there."""
    table = acting(
        "clinton", generals={"clinton": "new_york", "lee": "new_brunswick"},
        american={"new_haven": 2}, markers=markers(american="west_point"),
    )  # fmt: skip
    assert ends(table) == {"long_island", "new_brunswick"}
    table.give(March("clinton", "new_brunswick"))
    assert not table.offers(Halt)
    assert table.state.generals["lee"] == "new_brunswick"
    table.give(March("clinton", "monmouth"))
    assert table.offers(Halt)


def test_a_lone_general_does_not_go_where_he_could_not_go_on() -> None:
    """7.4.A, R-8: with his last space he may not enter a space where he may not stop."""
    table = acting("clinton", generals={"clinton": "long_island", "lee": "new_brunswick"})
    assert "new_brunswick" in ends(go(table, "clinton", "new_york"))
    go(table, "clinton", "west_point", "new_york")
    assert ends(table) == {"long_island", "west_point", "new_haven"}


def test_e_25_arnolds_trail() -> None:
    """7.4.D: Arnold alone goes from Falmouth to Quebec, for three spaces."""
    table = acting("arnold", generals={"arnold": "falmouth"}, american={"falmouth": 2})
    table.give(March("arnold", "quebec"))
    assert table.all(ArmyMoved)[-1].used == 3
    assert "quebec" not in ends(acting("greene", generals={"greene": "falmouth"}, american={"falmouth": 2}))


def test_e_26_nobody_sends_washington_away() -> None:
    """7.4.C: the general who comes to Washington goes to the box, without a choice."""
    table = acting(
        "lee", generals={"lee": "york", "washington": "reading"}, american={"york": 2, "reading": 3}
    )
    go(table, "lee", "carlisle", "reading").give(Halt("lee"))
    assert table.decision is None
    assert table.all(GeneralDisplaced) == [GeneralDisplaced("lee", "reading")]
    assert table.state.generals["lee"] == AMERICAN_BOX
    assert table.state.american["reading"] == 5


def test_of_two_generals_the_owner_sends_one_away() -> None:
    """7.4.C: at the end of a march the owner chooses; passing through costs nothing."""
    facts: dict[str, Any] = {
        "generals": {"lee": "york", "greene": "carlisle"}, "american": {"york": 2, "carlisle": 1},
    }  # fmt: skip
    table = go(acting("lee", **facts), "lee", "carlisle", "reading").give(Halt("lee"))
    assert not table.all(GeneralDisplaced)
    table = go(acting("lee", **facts), "lee", "carlisle").give(Halt("lee"))
    assert table.prompt == "who_stays"
    table.give(SendToBox("greene"))
    assert table.state.generals["greene"] == AMERICAN_BOX


def test_e_93_wilderness_and_the_american_fifth_space() -> None:
    """7.3.C, 7.3.D, R-109: three for the wilderness, and a battle within four spaces in all."""
    for start, units, may in (("bedford", 2, True), ("carlisle", 2, False), ("carlisle", 0, True)):
        table = acting(
            "gates", generals={"gates": start, "carleton": "fort_niagara"},
            american={start: 2}, british={"fort_niagara": units} if units else {},
        )  # fmt: skip
        go(table, "gates", *(("bedford",) if start == "carlisle" else ()), "pittsburgh")
        assert ("fort_niagara" in ends(table)) == may
        if not units:
            table.give(March("gates", "fort_niagara"))
            assert table.all(GeneralCaptured) == [GeneralCaptured("carleton", "fort_niagara")]


def test_e_125_a_general_picks_up_an_army() -> None:
    """7.3.A, 7.4.B, R-93: what he carries counts, not what stands behind him."""
    table = acting(
        "clinton", generals={"clinton": "new_york"}, british={"new_brunswick": 3},
        markers=markers(american="philadelphia west_point", british="new_york new_brunswick"),
    )  # fmt: skip
    assert "west_point" not in ends(table)
    go(table, "clinton", "new_brunswick")
    assert "philadelphia" not in ends(table)
    take(table, "clinton", british=3)
    go(table, "clinton", "philadelphia")
    take(table, "clinton")
    assert "reading" in ends(table)
    table = acting(
        "clinton", generals={"clinton": "philadelphia"}, british={"philadelphia": 3},
        markers=markers(american="reading york", british="wilmington_de"),
    )  # fmt: skip
    take(table, "clinton")
    assert ends(table) == {"new_brunswick", "monmouth", "wilmington_de"}


def test_e_121_french_and_american_cu_march_together() -> None:
    """7.3.A, 7.4.C, R-6: any five of the nine; who passes through displaces nobody."""
    facts: dict[str, Any] = {
        "generals": {"washington": "hartford", "rochambeau": "newport"},
        "american": {"hartford": 4}, "french": {"newport": 5},
    }  # fmt: skip
    table = go(acting("washington", **facts), "washington", "newport")
    choices = {(order.american, order.french) for order in table.offers(LoadUnits)}
    assert {(0, 5), (1, 4), (4, 1), (2, 3)} <= choices and (4, 2) not in choices
    take(table, "washington", american=2, french=3)
    go(table, "washington", "lexington_concord").give(Halt("washington"))
    assert table.state.french == {"newport": 2, "lexington_concord": 3}
    assert not table.all(GeneralDisplaced)
    table = go(acting("washington", **facts), "washington", "newport").give(Halt("washington"))
    assert table.state.generals["rochambeau"] == AMERICAN_BOX


def test_nothing_is_taken_along_where_no_way_leads_on() -> None:
    """7.3.A: an army in Fort Detroit, all its movement but one space spent, halts at once."""
    table = acting(
        "burgoyne", generals={"burgoyne": "bassett_town"}, british={"fort_detroit": 1},
        markers=markers(british="fort_detroit"),
    )  # fmt: skip
    go(table, "burgoyne", "fort_detroit")
    assert table.decision is None and table.state.generals["burgoyne"] == "fort_detroit"


def test_no_general_leaves_all_his_cu_where_only_they_open_the_way() -> None:
    """7.3.A, 7.4.B: markers bar every way from Fort Detroit to Clinton alone, none to one or two CU."""
    table = acting(
        "clinton", generals={"clinton": "fort_detroit"}, british={"fort_detroit": 3},
        markers=markers("fort_niagara bassett_town", "fort_detroit"),
    )  # fmt: skip
    assert {order.british for order in table.offers(LoadUnits)} == {1, 2}


# Campaigns ------------------------------------------------------------------------------------------


def test_e_116_nobody_moves_twice_with_a_campaign() -> None:
    """7.2.A, 7.4.E: neither a general nor CU that came with another one."""
    table = campaigning(
        "washington", 2, generals={"washington": "lexington_concord", "greene": "newport", "lee": "york"},
        american={"lexington_concord": 5, "springfield": 1, "newport": 2},
    )  # fmt: skip
    table.give(SendGeneral("washington"))
    go(table, "washington", "springfield")
    take(table, "washington", american=2)
    go(table, "washington", "albany").give(Halt("washington"))
    assert table.prompt == "campaign"
    assert SendGeneral("washington") not in table.menu()
    table.give(SendGeneral("greene"))
    go(table, "greene", "hartford", "springfield")
    assert max(order.american for order in table.offers(LoadUnits)) == 3
    take(table, "greene", american=3)
    go(table, "greene", "norwich_nh").give(Halt("greene"))
    assert table.decision is None
    assert table.state.american["springfield"] == 3


def test_a_general_takes_back_what_he_left() -> None:
    """7.2.A, 7.4.E, R-40: CU that he dropped he may take along again, also in a campaign."""
    table = campaigning("lee", 2, generals={"lee": "york"}, american={"york": 3}).give(SendGeneral("lee"))
    go(table, "lee", "carlisle")
    take(table, "lee", american=1)
    go(table, "lee", "york", "carlisle")
    assert LoadUnits("lee", american=3) in table.menu()


@pytest.mark.parametrize("side", ["british", "american"])
def test_cu_that_stayed_where_a_general_set_out_have_moved_with_nobody(side: Side) -> None:
    """7.2.A, 7.4.E, R-40: of five CU two march away; the three others may go with the next general."""
    first, second = ("howe", "clinton") if side == "british" else ("washington", "greene")
    table = campaigning(
        first, 2, generals={first: "boston", second: "newport"}, **{side: {"boston": 5, "newport": 1}},
    ).give(SendGeneral(first))  # fmt: skip
    take(table, first, **{side: 2})
    go(table, first, "lexington_concord").give(Halt(first)).give(SendGeneral(second))
    go(table, second, "barnstable", "boston")
    assert max(getattr(order, side) for order in table.offers(LoadUnits)) == 4


def test_cu_that_did_not_sail_may_march_with_the_next_general() -> None:
    """7.2.A, 7.5, R-40: three of six CU sail; the three others go with Clinton, who comes with one."""
    table = campaigning(
        "howe", 2, generals={"howe": "boston", "clinton": "falmouth"}, british={"boston": 6, "falmouth": 1},
        markers=markers(british="boston falmouth norfolk"),
    ).give(SendGeneral("howe"))  # fmt: skip
    take(table, "howe", british=3).give(Sail("howe", "norfolk")).give(SendGeneral("clinton"))
    go(table, "clinton", "boston")
    assert max(order.british for order in table.offers(LoadUnits)) == 4


def test_a_general_who_never_left_has_moved_no_cu() -> None:
    """7.2.A, R-40: Washington halts where he is; Greene takes four of his five CU along."""
    table = campaigning(
        "washington", 2, generals={"washington": "boston", "greene": "newport"},
        american={"boston": 5, "newport": 1},
    )  # fmt: skip
    table.give(SendGeneral("washington")).give(Halt("washington")).give(SendGeneral("greene"))
    go(table, "greene", "barnstable", "boston")
    assert LoadUnits("greene", american=5) in table.menu()


def test_cu_taken_up_where_a_general_halts_have_not_moved_with_him() -> None:
    """7.2.A, 7.4.E, R-40: Howe comes with two CU to three others and halts; only his two are barred."""
    table = campaigning(
        "howe", 2, generals={"howe": "boston", "clinton": "newport"},
        british={"boston": 2, "lexington_concord": 3, "newport": 1},
    ).give(SendGeneral("howe"))  # fmt: skip
    go(table, "howe", "lexington_concord")
    take(table, "howe", british=5).give(Halt("howe")).give(SendGeneral("clinton"))
    go(table, "clinton", "lexington_concord")
    assert max(order.british for order in table.offers(LoadUnits)) == 4


def test_cu_that_a_general_dropped_on_his_way_stay_barred() -> None:
    """7.2.A, 7.4.E, R-40: Howe drops two of three CU beside one that stood there; that one alone is free."""
    table = campaigning(
        "howe", 2, generals={"howe": "boston", "clinton": "newport"},
        british={"boston": 3, "lexington_concord": 1, "newport": 1},
    ).give(SendGeneral("howe"))  # fmt: skip
    go(table, "howe", "lexington_concord")
    take(table, "howe", british=1)
    go(table, "howe", "boston").give(Halt("howe")).give(SendGeneral("clinton"))
    go(table, "clinton", "lexington_concord")
    assert max(order.british for order in table.offers(LoadUnits)) == 2


def test_a_campaign_may_end_early() -> None:
    """7.2.A, R-44: up to so many generals, also none."""
    table = campaigning("howe", 3, generals={"howe": "boston"}, british={"boston": 2})
    table.give(EndCampaign())
    assert table.decision is None


def test_e_28_landing_party() -> None:
    """7.2.B: a port without American units that is neither fortified nor blockaded, once a card."""
    table = campaigning(
        "howe", 2, generals={"howe": "boston"}, british={"boston": 5},
        markers=markers(american="newport charleston", british="boston"),
    )  # fmt: skip
    assert LandParty("newport") in table.menu() and LandParty("charleston") not in table.menu()
    table.give(LandParty("newport"))
    assert table.state.markers["newport"] == "british"
    assert not table.offers(LandParty)
    table.give(SendGeneral("howe"))
    assert "newport" in ends(table, Sail)


def test_e_88_landing_party_then_the_fleet() -> None:
    """7.2.B, 7.5: five CU at most sail to the port that was flipped; a blockade stops both."""
    facts: dict[str, Any] = {
        "generals": {"howe": "boston"}, "british": {"boston": 8},
        "markers": markers(american="newport", british="boston"),
    }  # fmt: skip
    table = campaigning("howe", 2, **facts)
    table.give(LandParty("newport")).give(SendGeneral("howe")).give(Sail("howe", "newport"))
    assert (table.state.british["newport"], table.state.british["boston"]) == (5, 3)
    assert table.decision is None
    table = campaigning("howe", 2, **facts, navy="new_england")
    assert LandParty("newport") not in table.menu()
    assert not ends(table.give(SendGeneral("howe")), Sail)


# The sea --------------------------------------------------------------------------------------------

PORTS = markers(american="newport new_york charleston", british="boston quebec montreal norfolk")
OPEN = {
    "alexandria", "baltimore", "barnstable", "falmouth", "long_island", "montreal", "new_bern", "new_haven",
    "norfolk", "quebec", "savannah", "st_marys", "wilmington_de", "wilmington_nc", "yorktown",
}  # fmt: skip


def test_e_27_where_the_fleet_may_go() -> None:
    """7.5: no American CU or marker, no blockade, a fortified port only with a British marker."""
    facts: dict[str, Any] = {"generals": {"howe": "boston"}, "british": {"boston": 5}}
    assert ends(acting("howe", **facts, markers=PORTS), Sail) == OPEN
    blockade = {"alexandria", "baltimore", "norfolk", "yorktown"}
    assert ends(acting("howe", **facts, markers=PORTS, navy="chesapeake"), Sail) == OPEN - blockade
    held = {**PORTS, "boston": "american"}
    assert not ends(acting("howe", **facts, markers=held), Sail)


def test_the_last_british_leave_by_land() -> None:
    """13.1, R-87: a march out of the Thirteen Colonies loses the war as well, also into a battle."""
    table = given(
        "british", then=[Activation("burgoyne")], generals={"burgoyne": "oswego"}, british={"oswego": 3},
        american={"montreal": 3},
    )  # fmt: skip
    table.give(March("burgoyne", "montreal"))
    assert table.decision is None and table.state.winner == "american"


def test_sailing_is_the_whole_movement() -> None:
    """7.5: a general who has marched cannot sail; one who has sailed does not march."""
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 5}, markers=PORTS)
    take(table, "howe", british=3).give(Sail("howe", "savannah"))
    assert table.decision is None
    assert (table.state.british["savannah"], table.state.british["boston"]) == (3, 2)
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 5}, markers=PORTS)
    assert not ends(go(table, "howe", "barnstable"), Sail)
    assert not ends(acting("greene", generals={"greene": "falmouth"}), Sail)


def test_who_lands_with_cu_captures_a_lone_general() -> None:
    """7.5, 7.6, R-9: without CU such a port may not be chosen."""
    facts: dict[str, Any] = {"generals": {"howe": "boston", "lincoln": "savannah"}, "markers": PORTS}
    table = acting("howe", british={"boston": 5}, **facts).give(Sail("howe", "savannah"))
    assert table.state.generals["lincoln"] == CAPTURED
    assert "savannah" not in ends(acting("howe", **facts), Sail)


def test_e_89_the_only_british_army_sails_away() -> None:
    """13.1, R-87: no British CU in the Thirteen Colonies, and the war is lost at that instant."""
    facts: dict[str, Any] = {"generals": {"howe": "boston"}, "markers": PORTS}
    for left, winner in ((0, "american"), (1, None)):
        british = {"quebec": 2, "fort_detroit": 1, "boston": 5 + left}
        table = given("british", then=[Campaign(3)], **facts, british=british)
        table.give(SendGeneral("howe")).give(Sail("howe", "quebec"))
        assert table.state.winner == winner
        assert (table.decision is None) == (winner is not None)


# Capture, Congress ----------------------------------------------------------------------------------


def test_e_29_a_lone_general_is_captured_on_the_way() -> None:
    """7.6.A: the army goes on."""
    table = acting(
        "cornwallis", generals={"cornwallis": "carlisle", "lincoln": "york"}, british={"carlisle": 2}
    )
    go(table, "cornwallis", "york")
    assert table.all(GeneralCaptured) == [GeneralCaptured("lincoln", "york")]
    assert table.state.generals["lincoln"] == CAPTURED
    assert "baltimore" in ends(table)


def test_e_30_congress_is_dispersed() -> None:
    """7.7: by an army, which goes on; a lone general leaves it alone (R-90)."""
    table = acting("howe", generals={"howe": "new_brunswick"}, british={"new_brunswick": 3})
    go(table, "howe", "philadelphia")
    assert table.all(CongressDispersed) == [CongressDispersed("philadelphia")]
    assert "york" in ends(table)
    alone = go(acting("howe", generals={"howe": "new_brunswick"}), "howe", "philadelphia").give(Halt("howe"))
    assert alone.state.congress == "philadelphia"
    joined = acting("howe", generals={"howe": "new_brunswick"}, british={"philadelphia": 2})
    assert go(joined, "howe", "philadelphia").all(CongressDispersed)  # his army


def test_e_69_washington_is_captured() -> None:
    """7.6.B, 12.1: five markers, one a colony, and three spaces back, but not below 0."""
    table = acting(
        "howe", generals={"howe": "carlisle", "washington": "york"}, british={"carlisle": 3}, alliance=2,
        markers=markers(american="york newport hartford albany baltimore richmond camden boston reading"),
    )  # fmt: skip
    quiet(go(table, "howe", "york"))
    assert table.all(GeneralRemoved)
    for space in ("york", "newport", "hartford", "albany", "baltimore"):
        assert table.prompt == "washington_captured"
        table.give(RemoveMarker(space))
        assert not [each for each in table.offers(RemoveMarker) if each.space == "reading"]
    assert table.state.alliance == 0
    assert set(table.state.markers) == {"richmond", "camden", "boston", "reading"}
    assert table.prompt == "march"


def test_e_76_washington_captured_on_the_march() -> None:
    """7.6.B, R-91, R-100: nobody avoids; four colonies can give a marker, so four go."""
    table = acting(
        "cornwallis", generals={"cornwallis": "carlisle", "washington": "reading"}, alliance=5,
        british={"carlisle": 1}, american={"newport": 2, "charleston": 1},
        markers=markers(
            american="reading newport hartford new_haven albany philadelphia york wilmington_de charleston"
        ),
    )  # fmt: skip
    go(table, "cornwallis", "reading")
    first = {order.space for order in table.offers(RemoveMarker)}
    assert first == {"hartford", "new_haven", "albany", "york", "reading", "wilmington_de"}
    for space in ("new_haven", "albany", "reading", "wilmington_de"):
        table.give(RemoveMarker(space))
    assert table.state.alliance == 2
    assert table.prompt == "march"


def test_washington_captured_beside_congress() -> None:
    """7.6.B, 7.7, R-101: Congress flees first, so the marker of that very space may go."""
    table = acting(
        "howe", generals={"howe": "new_brunswick", "washington": "philadelphia"},
        british={"new_brunswick": 3}, markers=markers(american="philadelphia york"),
    )  # fmt: skip
    go(table, "howe", "philadelphia")
    assert table.all(CongressDispersed) == [CongressDispersed("philadelphia")]
    assert {order.space for order in table.offers(RemoveMarker)} == {"philadelphia", "york"}
    table.give(RemoveMarker("philadelphia"))
    assert table.prompt == "march"


def test_after_the_alliance_washingtons_capture_moves_no_marker() -> None:
    """7.6.B, R-83: the track is dead."""
    table = acting(
        "howe", generals={"howe": "carlisle", "washington": "york"}, british={"carlisle": 3}, alliance=9,
        allied_in=1777,
    )  # fmt: skip
    go(table, "howe", "york")
    assert table.state.alliance == 9


# Interception ---------------------------------------------------------------------------------------


def test_e_31_arnolds_interception() -> None:
    """7.8.A: on his agility or less; who failed cannot avoid battle while this card is resolved (7.8.E)."""
    facts: dict[str, Any] = {
        "generals": {"howe": "new_york", "arnold": "morristown"}, "british": {"new_york": 5},
        "american": {"morristown": 3}, "markers": markers(american="new_brunswick"),
        "hands": {"american": ("ops_1_01",)},
    }  # fmt: skip
    for die in range(1, 7):
        table = acting("howe", **facts, dice=[[die]])
        go(table, "howe", "new_brunswick").give(Intercept("arnold", "new_brunswick"))
        tried = table.all(InterceptionTried)
        assert [(each.needed, each.success) for each in tried] == [(2, die <= 2)]
        assert (table.prompt == "march") == (die > 2)
        if die <= 2:
            fight = table.state.fight
            assert fight is not None and fight.intercepted
    table = acting("howe", **facts, dice=[[6]])
    go(table, "howe", "new_brunswick").give(Intercept("arnold", "new_brunswick"))
    table.give(March("howe", "morristown"))
    assert table.prompt == "battle_card"


@pytest.mark.parametrize("comes", [True, False])
def test_who_intercepts_captures_a_general_who_stood_there_alone(comes: bool) -> None:
    """7.6.A, 7.8.F, R-9: Greene is in Lexington before Howe, and catches Burgoyne there before the battle."""
    table = acting(
        "howe", generals={"howe": "boston", "burgoyne": "lexington_concord", "greene": "newport"},
        british={"boston": 3}, american={"newport": 4}, hands={"british": ("henry_knox_artillery",)},
        markers=markers("lexington_concord newport", "boston"), dice=[[1] if comes else [6]],
    )  # fmt: skip
    table.give(March("howe", "lexington_concord")).give(Intercept("greene", "lexington_concord"))
    if comes:
        assert table.prompt == "battle_card"
        assert table.all(GeneralCaptured) == [GeneralCaptured("burgoyne", "lexington_concord")]
    else:
        assert table.prompt == "march" and not table.all(GeneralCaptured)
    assert table.state.generals["burgoyne"] == (CAPTURED if comes else "lexington_concord")
    assert table.state.generals["howe"] == "lexington_concord"


def test_e_32_seven_cu_intercept() -> None:
    """7.8.C: five come, two stay."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "morristown"}, british={"new_york": 5},
        american={"morristown": 7}, markers=markers(american="new_brunswick"), dice=[[1]],
        hands={"american": ("ops_1_01",)},
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(Intercept("greene", "new_brunswick"))
    assert table.state.american["new_brunswick"] == 5 and table.state.american["morristown"] == 2


def test_a_mixed_army_says_who_intercepts() -> None:
    """7.8.C, R-49: five of six come, of which nation the American says."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "morristown"}, british={"new_york": 5},
        american={"morristown": 4}, french={"morristown": 2}, markers=markers(american="new_brunswick"),
        dice=[[1]], hands={"american": ("ops_1_01",)},
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(Intercept("greene", "new_brunswick"))
    assert set(table.menu()) == {BringUnits("greene", 3, 2), BringUnits("greene", 4, 1)}
    table.give(BringUnits("greene", 3, 2))
    assert table.state.french == {"new_brunswick": 2}


@pytest.mark.parametrize(
    ("case", "facts"),
    [
        ("lone British general", {"british": {}, "markers": {}}),
        ("British marker", {"markers": markers(british="new_brunswick")}),
        ("no marker", {"markers": {}}),
        (
            "British CU there before",
            {"british": {"new_york": 5, "new_brunswick": 1}, "markers": markers(american="new_brunswick")},
        ),
        ("no army", {"american": {}, "markers": markers(american="new_brunswick")}),
    ],
)
def test_e_33_no_interception(case: str, facts: dict[str, Any]) -> None:
    """7.8.B: only armies that come by land, into a space with an American marker and no British CU."""
    base: dict[str, Any] = {
        "generals": {"howe": "new_york", "greene": "morristown"}, "british": {"new_york": 5},
        "american": {"morristown": 3},
    }  # fmt: skip
    table = acting("howe", **{**base, **facts})
    table.give(March("howe", "new_brunswick"))
    assert table.prompt == "march", case


def test_nobody_intercepts_a_fleet() -> None:
    """7.8.B: naval movement cannot be intercepted."""
    table = acting(
        "howe", generals={"howe": "boston", "greene": "new_york"}, british={"boston": 5},
        american={"new_york": 3},
    )  # fmt: skip
    table.give(Sail("howe", "new_haven"))
    assert table.decision is None


def test_e_34_the_first_success_ends_it() -> None:
    """7.8.E: three armies may try; the second succeeds and the third is not asked."""
    table = acting(
        "howe",
        generals={"howe": "new_york", "greene": "morristown", "lee": "monmouth", "gates": "philadelphia"},
        british={"new_york": 5}, american={"morristown": 2, "monmouth": 2, "philadelphia": 2},
        markers=markers(american="new_brunswick"), dice=[[6], [1]], hands={"american": ("ops_1_01",)},
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(Intercept("greene", "new_brunswick"))
    assert {order.general for order in table.offers(Intercept)} == {"lee", "gates"}
    table.give(Intercept("lee", "new_brunswick"))
    assert table.prompt == "battle_card"
    assert table.state.fight is not None and table.state.fight.intercepted


def test_arnold_intercepts_over_his_trail() -> None:
    """7.4.D, 7.3.D: over Falmouth to Quebec he may, and any army over the wilderness."""
    table = acting(
        "carleton", generals={"carleton": "montreal", "arnold": "falmouth", "gates": "boston"},
        british={"montreal": 3}, american={"falmouth": 2}, markers=markers(american="quebec"),
    )  # fmt: skip
    go(table, "carleton", "quebec")
    assert table.offers(Intercept) == [Intercept("arnold", "quebec")]
    table = acting(
        "burgoyne", generals={"burgoyne": "fort_stanwix", "gates": "wyoming_valley"},
        british={"fort_stanwix": 3}, american={"wyoming_valley": 2}, markers=markers(american="genesee"),
    )  # fmt: skip
    assert go(table, "burgoyne", "genesee").offers(Intercept) == [Intercept("gates", "genesee")]


def test_e_91_greene_rescues_washington() -> None:
    """7.8.D, 7.4.C, R-43: interception comes before capture, and Washington commands."""
    facts: dict[str, Any] = {
        "generals": {"clinton": "new_haven", "washington": "hartford", "greene": "springfield"},
        "british": {"new_haven": 5}, "american": {"springfield": 4}, "markers": markers(american="hartford"),
        "hands": {"american": ("ops_1_01",)},
    }  # fmt: skip
    table = go(acting("clinton", **facts, dice=[[3]]), "clinton", "hartford")
    table.give(Intercept("greene", "hartford"))
    assert table.state.generals["greene"] == AMERICAN_BOX
    fight = table.state.fight
    assert fight is not None and fight.camps["american"].general == "washington"
    table = go(acting("clinton", **facts, dice=[[4]]), "clinton", "hartford")
    table.give(Intercept("greene", "hartford"))
    assert table.all(GeneralRemoved)


def test_e_92_no_second_chance_in_ones_own_tracks() -> None:
    """7.8.B: British CU that were left there keep the interceptors away."""
    table = acting(
        "howe", generals={"howe": "new_york", "lee": "morristown"}, british={"new_york": 5},
        american={"morristown": 2}, markers=markers(american="new_brunswick monmouth"),
    )  # fmt: skip
    table.give(March("howe", "new_brunswick"))
    assert table.prompt == "intercept"
    table.give(LetThemCome())
    take(table, "howe", british=4)
    table.give(March("howe", "monmouth"))
    assert table.prompt == "march"
    table.give(March("howe", "new_brunswick"))
    assert table.prompt == "march"


# Avoiding battle ------------------------------------------------------------------------------------


def test_e_35_who_gets_away() -> None:
    """7.9.A: on his agility; Washington and Greene add two."""
    state = acting("howe", generals={"howe": "boston"}).state
    generals = ("gates", "arnold", "lafayette", "washington", "greene")
    assert [avoids_up_to(state, general) for general in generals] == [1, 2, 2, 5, 5]


@pytest.mark.parametrize(("units", "left"), [(7, 2), (6, 0), (5, 0)])
def test_e_36_avoiding_with_more_than_five(units: int, left: int) -> None:
    """7.9.B: the general and five CU go; two CU fight, one is overrun, and the British stop there."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "new_brunswick"}, british={"new_york": 5},
        american={"new_brunswick": units}, hands={"british": ("ops_1_01",)}, dice=[[5]],
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(AvoidBattle("greene"))
    assert table.prompt == "slip_away"
    table.give(SlipAway("greene", "monmouth"))
    assert table.state.american["monmouth"] == 5
    assert table.all(BattleAvoided) and bool(table.all(OverrunMade)) == (units == 6)
    assert (table.prompt == "battle_card") == bool(left)
    if not left:
        assert table.all(ActivationEnded) == [ActivationEnded("howe", "new_brunswick")]


def test_who_fails_to_avoid_fights() -> None:
    """7.9.A, 7.9.B: the battle follows at once."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "new_brunswick"}, british={"new_york": 5},
        american={"new_brunswick": 5}, hands={"british": ("ops_1_01",)}, dice=[[6]],
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(AvoidBattle("greene"))
    assert table.prompt == "battle_card"


def test_an_army_avoids_as_often_as_it_is_attacked() -> None:
    """7.9.C: each activation of a campaign is another chance."""
    table = campaigning(
        "howe", 2, generals={"howe": "philadelphia", "clinton": "reading", "greene": "york"},
        british={"philadelphia": 5, "reading": 5}, american={"york": 5}, dice=[[1], [1]],
    )  # fmt: skip
    table.give(SendGeneral("howe")).give(March("howe", "york")).give(AvoidBattle("greene"))
    table.give(SlipAway("greene", "carlisle"))
    table.give(SendGeneral("clinton")).give(March("clinton", "carlisle")).give(AvoidBattle("greene"))
    assert len(table.all(BattleAvoided)) == 2
    assert table.state.generals["greene"] == "bedford"


def test_e_37_interception_before_avoiding() -> None:
    """7.8.D, 7.9.B: a success sends one general to the box and nobody avoids; after a failure Lee may."""
    facts: dict[str, Any] = {
        "generals": {"howe": "new_york", "lee": "new_brunswick", "greene": "morristown"},
        "british": {"new_york": 5}, "american": {"new_brunswick": 2, "morristown": 2},
        "markers": markers(american="new_brunswick"), "hands": {"american": ("ops_1_01",)},
    }  # fmt: skip
    table = go(acting("howe", **facts, dice=[[1]]), "howe", "new_brunswick")
    table.give(Intercept("greene", "new_brunswick"))
    assert set(table.menu()) == {SendToBox("greene"), SendToBox("lee")}
    table.give(SendToBox("lee"))
    assert table.all(GeneralDisplaced) == [GeneralDisplaced("lee", "new_brunswick", "7.8.D")]
    assert table.prompt == "battle_card"
    table = go(acting("howe", **facts, dice=[[6]]), "howe", "new_brunswick")
    table.give(Intercept("greene", "new_brunswick"))
    assert table.prompt == "avoid_battle"
    assert set(table.menu()) == {StandAndFight(), AvoidBattle("lee")}


def test_e_74_congress_left_behind() -> None:
    """7.7, 7.9.B, 7.3.B, R-53, R-103: Washington gets away, Congress does not, Howe stops."""
    table = acting(
        "howe", generals={"howe": "new_brunswick", "washington": "philadelphia"},
        british={"new_brunswick": 5},
        american={"philadelphia": 4}, markers=markers(american="philadelphia york newport"), dice=[[5]],
    )  # fmt: skip
    go(table, "howe", "philadelphia").give(AvoidBattle("washington"))
    assert {order.to for order in table.offers(SlipAway)} == {"monmouth", "reading", "wilmington_de", "york"}
    table.give(SlipAway("washington", "reading"))
    assert table.state.american["reading"] == 4
    assert table.state.congress is None
    assert table.state.alliance == 0
    assert table.decision is None


def test_who_avoids_battle_captures_a_lone_general() -> None:
    """7.6.A, 7.9.B: also an army that gets away enters a space."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "new_brunswick", "clinton": "monmouth"},
        british={"new_york": 5}, american={"new_brunswick": 3}, dice=[[5]],
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(AvoidBattle("greene")).give(SlipAway("greene", "monmouth"))
    assert table.state.generals["clinton"] == CAPTURED


# Overruns -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "theirs", "swept"), [(4, 1, True), (3, 1, False), (4, 2, False)])
def test_e_44_overrun(mine: int, theirs: int, swept: bool) -> None:
    """9.7: four or five CU against a single one without a general; no dice, and the army may go on."""
    table = acting(
        "howe", generals={"howe": "new_york"}, british={"new_york": mine}, american={"new_brunswick": theirs},
        hands={"british": ("ops_1_01",)},
    )  # fmt: skip
    go(table, "howe", "new_brunswick")
    assert bool(table.all(OverrunMade)) == swept
    assert table.prompt == ("march" if swept else "battle_card")


def test_a_general_saves_a_single_cu_from_an_overrun() -> None:
    """9.7: with a general there a normal battle is fought."""
    table = acting(
        "howe", generals={"howe": "new_york", "lee": "new_brunswick"}, british={"new_york": 5},
        american={"new_brunswick": 1}, hands={"british": ("ops_1_01",)},
    )  # fmt: skip
    go(table, "howe", "new_brunswick").give(StandAndFight())
    assert table.prompt == "battle_card"


def test_e_45_american_overrun() -> None:
    """9.7, 12.1, 7.3.C: the alliance advances; four spaces in all."""
    table = acting(
        "greene", generals={"greene": "york"}, american={"york": 5}, british={"carlisle": 1}, alliance=3
    )
    go(table, "greene", "carlisle", "bedford", "pittsburgh", "bassett_town")
    assert table.state.alliance == 4
    assert table.decision is None


def test_e_124_two_overruns_and_a_battle() -> None:
    """9.7, 7.3.A, 7.3.B: overruns do not stop an army of four; of three the first CU does."""
    facts: dict[str, Any] = {
        "generals": {"cornwallis": "norfolk", "lee": "salem"},
        "american": {"petersburg": 1, "hillsborough": 1, "salem": 1}, "hands": {"british": ("ops_1_01",)},
    }  # fmt: skip
    table = acting("cornwallis", **facts, british={"norfolk": 4})
    go(table, "cornwallis", "petersburg", "hillsborough", "salem")
    assert len(table.all(OverrunMade)) == 2
    assert table.prompt == "avoid_battle"
    table.give(StandAndFight())
    fight = table.state.fight
    assert fight is not None and fight.camps["british"].units == 4
    table = go(acting("cornwallis", **facts, british={"norfolk": 3}), "cornwallis", "petersburg")
    assert table.prompt == "battle_card"


def test_e_90_interception_saves_the_overrun() -> None:
    """9.7, 7.8: a battle against four CU, or the single one is overrun and he goes on."""
    facts: dict[str, Any] = {
        "generals": {"cornwallis": "richmond", "lafayette": "baltimore"}, "british": {"richmond": 5},
        "american": {"alexandria": 1, "baltimore": 3}, "hands": {"american": ("ops_1_01",)},
        "markers": markers(american="alexandria yorktown norfolk winchester"),
    }  # fmt: skip
    table = go(acting("cornwallis", **facts, dice=[[2]]), "cornwallis", "alexandria")
    table.give(Intercept("lafayette", "alexandria"))
    assert table.prompt == "battle_card" and table.state.american["alexandria"] == 4
    table = go(acting("cornwallis", **facts, dice=[[3]]), "cornwallis", "alexandria")
    table.give(Intercept("lafayette", "alexandria"))
    assert table.all(OverrunMade) and table.prompt == "march"
    table.give(March("cornwallis", "baltimore"))
    assert table.prompt == "battle_card"


def test_e_128_a_general_on_an_enemy_marker() -> None:
    """7.4.B, 7.6.A, R-107: he may leave it; entered by an army he is captured without a chance."""
    table = acting("greene", generals={"greene": "camden"}, markers=markers(british="camden charlotte"))
    assert "charlotte" not in ends(table) and "cheraw" in ends(table)
    table = acting(
        "cornwallis", generals={"greene": "camden", "cornwallis": "charlotte"}, british={"charlotte": 2},
        markers=markers(british="camden charlotte"),
    )  # fmt: skip
    go(table, "cornwallis", "camden")
    assert table.state.generals["greene"] == CAPTURED
    assert table.prompt == "march"
