"""The worked cases of the French alliance, its navy and the European War (12)."""

from typing import Any

import pytest

from domain.washingtons_war.alliance.landing import FrenchNavalPhase, french_ports
from domain.washingtons_war.alliance.track import advance_track, lose_regulars, retreat_track
from domain.washingtons_war.events.alliance import (
    AllianceMarkerMoved,
    AllianceTookEffect,
    EuropeanWarBegan,
    FrenchLanded,
    FrenchWait,
    NavyPlaced,
    RegularsLost,
)
from domain.washingtons_war.events.decks import ReshuffleDue
from domain.washingtons_war.events.ending import GameEnded
from domain.washingtons_war.events.pieces import CuRemoved, GeneralCaptured, GeneralDisplaced
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.facts.ids import AMERICAN_BOX, FRENCH_BOX
from domain.washingtons_war.orders.impulses import BringReinforcements, PlayEvent
from domain.washingtons_war.orders.movement import SendToBox
from domain.washingtons_war.orders.navy import PlaceNavy
from domain.washingtons_war.orders.reinforcements import LandFrench, LandReinforcements, TakeGeneral
from domain.washingtons_war.orders.units import RemoveUnit
from domain.washingtons_war.position.control import is_blockaded
from domain.washingtons_war.position.state import State
from domain.washingtons_war.sequence.impulses import EndImpulse
from domain.washingtons_war.sequence.years import BeginYear, EndPhase
from tests.playthroughs.told import ToldPlay
from tests.rules.washingtons_war.position import AMERICAN, BRITISH, Table, given, markers, position

ONE, TWO = "ops_1_01", "ops_2_01"


def told(**facts: Any) -> "ToldPlay[State]":
    return ToldPlay(position(**facts), (), (), ())


def allied(active: Side = "british", **facts: Any) -> Table:
    """An impulse has ended with the marker on the last space."""
    generals = {"rochambeau": FRENCH_BOX, **facts.pop("generals", {})}
    facts.setdefault("hands", {"american": (ONE, TWO), "british": ("ops_1_02",)})
    return given(
        active, alliance=9, french_waiting=5, generals=generals, then=[EndImpulse(active)], **facts
    )


# The track (12.1) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "spaces", "after"), [(0, 4, 4), (8, 4, 9), (7, 2, 9)])
def test_the_marker_stops_on_its_last_space(before: int, spaces: int, after: int) -> None:
    """12.0, R-2."""
    play = told(alliance=before)
    advance_track(play, spaces)
    assert play.events == [AllianceMarkerMoved(before, after, "event")]


def test_e_69_the_marker_never_goes_below_0() -> None:
    play = told(alliance=2)
    retreat_track(play, 3)
    assert play.state.alliance == 0
    retreat_track(play, 3)
    assert len(play.events) == 1


def test_e_78_nine_is_nine() -> None:
    """R-83: the track is dead once the marker has reached its end."""
    play = told(alliance=9)
    retreat_track(play, 3)
    advance_track(play, 1)
    assert not play.events


def test_e_68_the_regulars_are_lost_once() -> None:
    play = told(alliance=1)
    lose_regulars(play, "losses")
    lose_regulars(play, "losses")
    assert play.events == [RegularsLost("losses"), AllianceMarkerMoved(1, 3, "regulars")]
    assert not play.state.regulars


# The alliance takes effect (12.2) ---------------------------------------------------------------


def test_e_65_the_alliance_takes_effect_after_the_card() -> None:
    """12.2.B: first the navy, then the landing; a reshuffle is due."""
    table = allied(markers=markers("newport", "boston"), generals={"gates": "newport"})
    assert table.all(AllianceTookEffect) == [AllianceTookEffect(1777)]
    assert table.all(ReshuffleDue) == [ReshuffleDue()] and table.state.reshuffle_due
    assert table.seats == (AMERICAN,) and table.menu() == [PlaceNavy(zone) for zone in FACTS.zones]
    table.give(PlaceNavy("chesapeake"))
    assert LandFrench("boston") not in table.menu() and LandFrench("charleston") in table.menu()
    table.give(LandFrench("newport"))
    assert table.menu() == [SendToBox("gates"), SendToBox("rochambeau")]
    table.give(SendToBox("gates"))
    assert table.all(FrenchLanded) == [FrenchLanded("newport", 5, True)]
    assert table.state.french == {"newport": 5} and table.state.generals["rochambeau"] == "newport"
    assert table.all(GeneralDisplaced) == [GeneralDisplaced("gates", "newport", "12.2.B")]
    assert table.prompt == "impulse"


def test_the_landing_is_mandatory_and_takes_a_lone_british_general() -> None:
    """R-78: also in a fortified port."""
    table = allied(generals={"howe": "charleston"}).give(PlaceNavy("carolinas"))
    assert {type(order) for order in table.menu()} == {LandFrench}
    table.give(LandFrench("charleston"))
    assert table.all(GeneralCaptured) == [GeneralCaptured("howe", "charleston")]


def test_rochambeau_gives_way_to_washington_and_his_cu_stay() -> None:
    """R-79."""
    table = allied(generals={"washington": "newport"}).give(PlaceNavy("new_england"))
    table.give(LandFrench("newport"))
    assert table.state.french == {"newport": 5}
    assert table.state.generals["rochambeau"] == AMERICAN_BOX
    assert table.state.generals["washington"] == "newport"


def test_e_66_without_a_port_the_french_wait_for_any_card() -> None:
    every_port = dict.fromkeys(FACTS.ports, "british")
    table = allied("british", markers=every_port).give(PlaceNavy("chesapeake"))
    assert table.all(FrenchWait) == [FrenchWait()] and table.state.generals["rochambeau"] == AMERICAN_BOX
    table.give(BringReinforcements(ONE))
    assert not table.offers(LandFrench) and TakeGeneral("rochambeau") not in table.menu()
    freed = {port: side for port, side in every_port.items() if port != "newport"}
    later = given(
        "american", markers=freed, alliance=9, allied_in=1777, french_waiting=5,
        hands={"american": (ONE, TWO)}, generals={"rochambeau": AMERICAN_BOX},
    ).give(BringReinforcements(ONE))  # fmt: skip
    assert later.offers(LandFrench) == [LandFrench("newport")]
    later.give(LandFrench("newport"))
    assert later.state.french == {"newport": 5} and later.state.generals["rochambeau"] == "newport"
    assert later.state.american == {"wrightsborough": 1}, "no other CU come with that action"


def test_e_108_rochambeau_comes_back_as_an_american_general() -> None:
    table = given(
        "american", allied_in=1778, alliance=9, hands={"american": (TWO, ONE)}, year=1780,
        generals={"rochambeau": AMERICAN_BOX},
    ).give(BringReinforcements(TWO))  # fmt: skip
    table.give(TakeGeneral("rochambeau"), LandReinforcements("hartford"))
    assert table.state.american["hartford"] == 2 and not table.state.french
    assert table.state.generals["rochambeau"] == "hartford"


def test_french_ports_have_nothing_british_but_perhaps_a_general() -> None:
    """12.2.B."""
    ports = french_ports(position(british={"boston": 1}, markers=markers("", "norfolk")))
    assert "boston" not in ports and "norfolk" not in ports and "quebec" in ports


# The navy (12.3) --------------------------------------------------------------------------------


def naval_phase(navy: str) -> Table:
    hands: dict[Side, tuple[str, ...]] = {"american": (ONE,)}
    return given(navy=navy, allied_in=1777, alliance=9, then=[FrenchNavalPhase()], hands=hands)


def test_the_navy_moves_once_a_year_and_may_stay() -> None:
    """5.5, R-81."""
    table = naval_phase("chesapeake")
    assert PlaceNavy("chesapeake") in table.menu() and len(table.menu()) == 7
    assert table.give(PlaceNavy("carolinas")).all(NavyPlaced) == [NavyPlaced("carolinas")]
    assert is_blockaded(table.state, "charleston") and not is_blockaded(table.state, "norfolk")


def test_e_122_the_navy_comes_back_in_the_same_year() -> None:
    table = naval_phase("turn_track")
    assert not any(is_blockaded(table.state, port) for port in FACTS.ports)
    assert table.give(PlaceNavy("delaware")).state.navy == "delaware"


def test_before_the_alliance_there_is_no_navy() -> None:
    table = given(then=[FrenchNavalPhase()], hands={"american": (ONE,)})
    assert table.prompt == "impulse"


# The European War (12.2.B.iii) ------------------------------------------------------------------


def ending_year(**facts: Any) -> Table:
    facts.setdefault("allied_in", 1777)
    return given(alliance=9, then=[EndPhase(), BeginYear(1778)], **facts)


def test_e_67_two_british_cu_go_at_the_end_of_the_alliance_year() -> None:
    table = ending_year(british={"boston": 3, "norfolk": 1}, british_box=4, navy="new_england")
    assert table.all(EuropeanWarBegan) == [EuropeanWarBegan(1777)] and table.state.european_war
    assert table.seats == (BRITISH,) and table.menu() == [RemoveUnit("boston"), RemoveUnit("norfolk")]
    table.give(RemoveUnit("boston")).give(RemoveUnit("boston"))
    assert table.state.british == {"boston": 1, "norfolk": 1} and table.state.year == 1778
    assert [event.reason for event in table.all(CuRemoved)] == ["european_war"] * 2


def test_the_european_war_begins_once() -> None:
    table = ending_year(allied_in=1776, european_war=True)
    assert not table.all(EuropeanWarBegan) and not table.all(CuRemoved)


def test_e_112_the_last_british_cu_in_the_colonies_taken_off_loses_the_war() -> None:
    facts: dict[str, Any] = {
        "british": {"new_york": 1, "quebec": 3}, "british_box": 4, "war_ends": "north_government_falls_1779",
        "year": 1779, "allied_in": 1779,
    }  # fmt: skip
    table = ending_year(**facts).give(RemoveUnit("quebec")).give(RemoveUnit("quebec"))
    assert [(event.cause, event.winner) for event in table.all(GameEnded)] == [("war_ends", "british")]
    table = ending_year(**facts).give(RemoveUnit("new_york"))
    assert [(event.cause, event.winner) for event in table.all(GameEnded)] == [("automatic", "american")]


def test_e_112_the_only_cu_on_the_map_goes() -> None:
    table = ending_year(british={"new_york": 1}).give(RemoveUnit("new_york"))
    assert [event.winner for event in table.all(GameEnded)] == ["american"]


def test_franklin_brings_the_french() -> None:
    """6.34.C.ii, 12.2."""
    franklin = "franklin_minister_to_france"
    table = given(
        "american", alliance=5, french_waiting=5, hands={"american": (franklin, ONE)},
        generals={"rochambeau": FRENCH_BOX},
    )  # fmt: skip
    table.give(PlayEvent(franklin))
    assert table.all(AllianceTookEffect) and table.prompt == "place_navy"
