"""The end of a turn: attrition, flags, guerrilla, balance (4.3 to 4.8), EX-P6, R-16, R-17, R-88."""

import pytest

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.events.cards import ResourcesLost
from domain.wellington.events.impulses import TurnBegan
from domain.wellington.events.interphase import InterphaseBegan
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import Power
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.position.state import sp_of
from domain.wellington.sequence.endturn import Attrition, Balance, Guerrilla, Peace, RaiseFlags
from tests.rules.wellington.built_in import DUCHIES
from tests.rules.wellington.position import TWO, given

PLAIN = {
    duchy: "spain"
    for duchy, fact in DUCHIES.items()
    if fact.region == "spain" and fact.controller != "spain" and duchy != "leon"
}
"""Flags that leave the French no Spanish duchy but León."""


def test_all_attrition_dice_are_rolled_and_answered_before_any_loss() -> None:
    table = given(active=None, hands={"spain": (7,)}, dice=[[6, 1], [6, 6]], then=[Attrition()],
                  soldiers_at={"braga": "nord 2 0 0", "leon": "spain 2 0 0"})  # fmt: skip
    assert table.prompt == "respond" and not table.all(LossesTaken)
    assert len([event for event in table.all(Rolled) if event.purpose == "attrition"]) == 2
    table.quiet()
    assert [(event.power, event.sp) for event in table.all(LossesTaken)[:2]] == [("spain", 1), ("nord", 2)]


def test_besiegers_suffer_and_friendly_or_besieged_formations_do_not() -> None:
    table = given(active=None, hands={"spain": (7,)}, dice=[[6]], then=[Attrition()],
                  soldiers_at={"badajoz": "britain 1 0 0, sud 1 0 0", "lisbon": "britain 3 0 0"})  # fmt: skip
    table.quiet()
    assert table.all(LossesTaken)[0].power == "britain" and sp_of(table.state, "badajoz", "sud") == 1


def test_survivors_must_change_the_flag_except_on_fortresses() -> None:
    soldiers_at = {"leon": "spain 1 0 0", "badajoz": "spain 1 0 0"}
    table = given(active=None, soldiers_at=soldiers_at, then=[RaiseFlags()])
    raised = [event for event in table.all(FlagPlaced) if event.means == "attrition_phase"]
    assert raised[0] == FlagPlaced("spain", "leon", "spain", "attrition_phase")
    assert "badajoz" not in {event.duchy for event in raised}


def test_britain_chooses_between_its_own_flag_and_the_spanish_one() -> None:
    table = given(active=None, soldiers_at={"leon": "britain 1 0 0"}, then=[RaiseFlags()], seats=TWO)
    assert table.prompt == "raise_flag" and table.seats == (Seat("allied"),)
    table.give(PlaceFlag("leon", "spain"))
    assert table.all(FlagPlaced)[0] == FlagPlaced("britain", "leon", "spain", "attrition_phase")


@pytest.mark.parametrize(("die", "near", "falls"), [(3, False, False), (4, False, True), (3, True, True),
                                                    (2, True, False)])  # fmt: skip
def test_guerrillas_take_a_duchy_on_four_or_more(die: int, near: bool, falls: bool) -> None:
    beside = FACTS.map.adjacent["leon"][0]
    soldiers_at = {beside: "spain 1 0 0"} if near else {}
    table = given(active=None, flags=PLAIN, soldiers_at=soldiers_at, dice=[[die]], then=[Guerrilla()])
    taken = [event for event in table.all(FlagPlaced) if event.means == "guerrilla"]
    assert (FlagPlaced("spain", "leon", "spain", "guerrilla") in taken[:1]) == falls


def test_guerrillas_only_take_a_french_flag_away_in_portugal() -> None:
    flags: dict[str, Power] = {**dict.fromkeys(PLAIN, "spain"), "leon": "spain", "braga": "nord"}
    keep = {key: flag for key, flag in flags.items() if key != "badajoz"}
    table = given(active=None, flags=keep, dice=[[6]], then=[Guerrilla()])
    assert table.all(FlagPlaced)[0] == FlagPlaced("spain", "braga", None, "guerrilla")


def test_a_frenchman_or_a_fortress_keeps_guerrillas_away() -> None:
    table = given(active=None, flags=PLAIN, soldiers_at={"leon": "nord 1 0 0"}, then=[Guerrilla()])
    assert not table.all(FlagPlaced)


def test_guerrillas_take_nothing_where_allied_pieces_stand() -> None:
    """4.4 strikes what the French control, 3.1: "Una Formazione nemica ... annulla il controllo"."""
    for soldiers in ("spain 1 0 0", "britain 1 0 0"):
        table = given(active=None, flags=PLAIN, soldiers_at={"leon": soldiers}, hands={"spain": (7,)},
                      dice=[[6]], then=[Guerrilla()])  # fmt: skip
        assert not [event for event in table.all(FlagPlaced) if event.means == "guerrilla"]


def test_more_than_five_resources_are_cut_to_five() -> None:
    table = given(active=None, resources={"nord": 8, "spain": 5}, then=[Balance()])
    assert table.all(ResourcesLost)[0] == ResourcesLost("nord", 3)


def test_after_1812_an_interphase_follows_and_the_power_on_the_track_comes_first() -> None:
    table = given(active=None, track="nord", leaders_at={"joseph": "madrid"}, dice=[[1]], then=[Peace()])
    assert [event.first for event in table.all(InterphaseBegan)] == ["nord"]
    assert not table.all(TurnBegan)
