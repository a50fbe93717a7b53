"""What few games meet: corners of the rules that no worked case shows."""

from typing import Any

import pytest

from domain.kernel.errors import DataError
from domain.washingtons_war.alliance.landing import LandTheFrench
from domain.washingtons_war.facts import SECTIONS, packs
from domain.washingtons_war.facts.ids import AMERICAN_BOX, FRENCH_BOX
from domain.washingtons_war.orders.battle import PlayBattleCard
from domain.washingtons_war.orders.impulses import (
    ActivateGeneral,
    BringReinforcements,
    DiscardEvent,
    PlayEvent,
    SpendOnMarkers,
)
from domain.washingtons_war.orders.markers import StopMarkers
from domain.washingtons_war.orders.movement import Halt, Intercept, March, SendToBox
from domain.washingtons_war.orders.reinforcements import (
    LandFrench,
    LandReinforcements,
    TakeGeneral,
    TakeUnits,
)
from domain.washingtons_war.title import WASHINGTONS_WAR
from tests.rules.washingtons_war.position import AMERICAN, given, markers

ONE, THREE, KNOX = "ops_1_01", "ops_3_01", "henry_knox_artillery"
ALLIED: dict[str, Any] = {"allied_in": 1777, "alliance": 9, "navy": "chesapeake", "french_waiting": 5}


def test_the_american_player_says_who_stays_where_rochambeau_lands() -> None:
    """R-79: one of the two goes to the box."""
    generals = {"rochambeau": FRENCH_BOX, "greene": "newport"}
    table = given("american", then=[LandTheFrench()], generals=generals, **ALLIED)
    table.give(LandFrench("newport"))
    assert table.seats == (AMERICAN,)
    assert set(table.menu()) == {SendToBox("greene"), SendToBox("rochambeau")}
    hands = {"british": (ONE,)}
    table = given("american", then=[LandTheFrench()], generals=generals, hands=hands, **ALLIED)
    table.give(LandFrench("newport")).give(SendToBox("rochambeau"))
    assert table.state.generals["rochambeau"] == AMERICAN_BOX and table.state.french == {"newport": 5}


def test_rochambeau_does_not_land_on_washington_and_his_troops_do() -> None:
    """R-79."""
    generals = {"rochambeau": FRENCH_BOX, "washington": "newport"}
    table = given("american", then=[LandTheFrench()], generals=generals, hands={"british": (ONE,)}, **ALLIED)
    table.give(LandFrench("newport"))
    assert table.state.generals["washington"] == "newport" and table.state.french == {"newport": 5}
    assert table.state.generals["rochambeau"] == AMERICAN_BOX


@pytest.mark.parametrize(("general", "where"), [(True, None), (False, "savannah")])
def test_a_british_army_that_lands_where_congress_sits_disperses_it(general: bool, where: str | None) -> None:
    """7.7, R-103: CU without a general are no army."""
    table = given(
        hands={"british": (ONE,), "american": (THREE,)},
        generals={"howe": "british_box"},
        british_box=3,
        congress="savannah",
    ).give(BringReinforcements(ONE))
    orders = [TakeGeneral("howe")] if general else []
    table.give(*orders, TakeUnits(3), LandReinforcements("savannah"))
    assert table.state.congress == where


def test_a_general_who_comes_to_british_cu_makes_an_army_that_disperses_congress() -> None:
    """7.7, R-103."""
    table = given(
        hands={"british": (THREE,), "american": (ONE,)},
        generals={"howe": "new_brunswick"},
        british={"philadelphia": 2, "boston": 1},
    ).give(ActivateGeneral(THREE, "howe"))
    assert table.state.congress == "philadelphia"
    assert table.give(March("howe", "philadelphia")).state.congress is None


def test_e_84_a_battle_card_leaves_the_queue_alone_and_other_plays_abandon_it() -> None:
    """7.1.B.iii."""
    table = given(
        hands={"british": (THREE,), "american": (KNOX, "ops_1_02")},
        queues={"british": (), "american": (ONE,)},
        generals={"howe": "boston"},
        british={"boston": 5},
        american={"lexington_concord": 2, "york": 1},
        markers=markers("york", "boston"),
    )
    table.give(ActivateGeneral(THREE, "howe")).give(March("howe", "lexington_concord"))
    table.give(PlayBattleCard(KNOX))
    assert table.state.queues["american"] == (ONE,)
    table.until("impulse")
    table.give(SpendOnMarkers("ops_1_02")).give(StopMarkers())
    assert not table.state.queues["american"] and ONE in table.state.discards


# Data packs: what a card does may be corrected, whom it strikes may not --------------------------


def with_cards(old: bytes, new: bytes) -> dict[str, bytes]:
    """The built-in files, in the cards this text instead of that."""
    data = WASHINGTONS_WAR.folder / "data"
    files = {name: (data / name).read_bytes() for name in SECTIONS}
    assert old in files["cards.toml"]
    return {**files, "cards.toml": files["cards.toml"].replace(old, new)}


def test_a_pack_may_correct_the_numbers_of_a_card() -> None:
    old = b'do = "add_cu_map", side = "american", count = 2'
    facts = packs.learn(with_cards(old, old.replace(b"count = 2", b"count = 3")), "numbers of a card")
    assert facts.cards["robert_morris_finance"].steps[0].count == 3


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (b'do = "discard_random", hand = "british"', b'do = "discard_random", hand = "american"', "hand"),
        (b'not_with = "washington"', b'not_with = "napoleon"', "not_with"),
        (b'colonies = ["virginia"]', b'colonies = ["vermont"]', "colonies"),
        (b'"war_ends_box", year = 1779', b'"war_ends_box", year = 1785', "year"),
    ],
)
def test_a_pack_may_not_turn_a_card_on_others_or_name_what_is_not_there(
    old: bytes, new: bytes, field: str
) -> None:
    with pytest.raises(DataError) as refused:
        packs.learn(with_cards(old, new), f"refused {field}")
    assert refused.value.file == "cards.toml" and refused.value.field == field


def test_an_army_that_was_intercepted_goes_no_further_though_arnold_leaves_it_an_overrun() -> None:
    """7.8.E, R-55: the first interception ends the march, whatever becomes of it."""
    table = given(
        hands={"british": ("ops_2_01", "benedict_arnold_betrays", ONE), "american": ("ops_1_02",)},
        generals={"burgoyne": "montreal", "arnold": "albany"}, british={"montreal": 5, "boston": 1},
        american={"albany": 1, "charleston": 2}, dice=[[1]],
        markers=markers(american="saratoga albany", british="montreal ticonderoga"),
    )  # fmt: skip
    table.give(ActivateGeneral("ops_2_01", "burgoyne"))
    table.give(March("burgoyne", "ticonderoga")).give(March("burgoyne", "saratoga"))
    table.give(Intercept("arnold", "saratoga")).give(PlayBattleCard("benedict_arnold_betrays"))
    assert table.state.american == {"charleston": 2}
    assert not {March, Halt} & {type(order) for order in table.menu()}


def test_glover_goes_with_nobody_where_no_american_general_is_on_the_map() -> None:
    """R-25: no "up to" lets the card be played for nothing; it may be discarded."""
    hands = {"american": ("glovers_marblehead_regiment",), "british": (ONE,)}
    table = given("american", hands=hands, american={"charleston": 2}, british={"boston": 3})
    assert {type(order) for order in table.menu()} == {DiscardEvent}
    table = given("american", hands=hands, generals={"greene": "charleston"}, american={"charleston": 2})
    assert PlayEvent("glovers_marblehead_regiment") in table.menu()
