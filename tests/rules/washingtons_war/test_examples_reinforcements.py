"""The worked cases of reinforcements (8)."""

from typing import Any

import pytest

from domain.kernel import Order
from domain.kernel.prose import prose
from domain.washingtons_war.events.pieces import CongressDispersed, GeneralCaptured, GeneralDisplaced
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.facts.ids import AMERICAN_BOX, BRITISH_BOX
from domain.washingtons_war.orders.impulses import BringReinforcements, SpendOnMarkers
from domain.washingtons_war.orders.markers import StopMarkers
from domain.washingtons_war.orders.reinforcements import LandReinforcements, TakeGeneral, TakeUnits
from tests.rules.washingtons_war.position import Table, given, markers

ONE, TWO, MORE, REST = "ops_1_01", "ops_2_01", "ops_2_02", "ops_1_09"


def bringing(side: Side, *cards: str, enemy: tuple[str, ...] = (), **facts: Any) -> Table:
    """The side brings reinforcements with the first of these cards."""
    other: Side = "british" if side == "american" else "american"
    table = given(side, hands={side: cards, other: enemy}, **facts)
    return table.give(BringReinforcements(cards[0]))


def landings(table: Table, *draft: Any) -> set[str]:
    return {order.space for order in table.menu(draft) if isinstance(order, LandReinforcements)}


def test_e_115_a_general_and_some_of_the_box_land() -> None:
    table = bringing(
        "british", ONE, REST, generals={"cornwallis": BRITISH_BOX, "clinton": BRITISH_BOX}, british_box=3,
        markers=markers("", "norfolk"),
    )  # fmt: skip
    table.give(TakeGeneral("cornwallis"), TakeUnits(2), LandReinforcements("norfolk"))
    assert table.state.british["norfolk"] == 2 and table.state.generals["cornwallis"] == "norfolk"
    assert table.state.british_box == 1 and table.state.generals["clinton"] == BRITISH_BOX
    assert table.state.reinforcement_cards["british"] == (ONE,), "the card lies in its box till the year ends"


def test_e_106_a_general_who_lands_sends_the_other_to_the_box() -> None:
    table = bringing(
        "british", ONE, "ops_1_02", enemy=(TWO,), british_box=3,
        generals={"howe": "boston", "clinton": BRITISH_BOX}, british={"boston": 5},
        markers=markers("", "boston"),
    )  # fmt: skip
    table.give(TakeGeneral("clinton"), TakeUnits(3), LandReinforcements("boston"))
    assert table.all(GeneralDisplaced) == [GeneralDisplaced("howe", "boston", "8.1.C")]
    assert table.state.generals["howe"] == BRITISH_BOX and table.state.british["boston"] == 8
    table.give(SpendOnMarkers(TWO)).give(StopMarkers())
    assert not table.offers(BringReinforcements), "one British action a year"


def test_e_106_the_displaced_greene_comes_back_the_same_year() -> None:
    table = bringing(
        "american", TWO, ONE, REST, generals={"greene": "newport", "arnold": AMERICAN_BOX},
        american={"newport": 2},
    )  # fmt: skip
    table.give(TakeGeneral("arnold"), LandReinforcements("newport"))
    assert table.all(GeneralDisplaced) == [GeneralDisplaced("greene", "newport", "8.2.C")]
    assert table.state.american["newport"] == 4 and table.state.generals["arnold"] == "newport"
    table.give(BringReinforcements(ONE)).give(TakeGeneral("greene"), LandReinforcements("hartford"))
    assert table.state.american["hartford"] == 1 and table.state.generals["greene"] == "hartford"
    assert not table.offers(BringReinforcements), "a third action is refused"


def test_e_106_nobody_takes_washingtons_place_but_cu_come() -> None:
    table = bringing(
        "american", TWO, generals={"washington": "newport", "arnold": AMERICAN_BOX}, american={"newport": 2}
    )
    assert "newport" in landings(table) and "newport" not in landings(table, TakeGeneral("arnold"))


@pytest.mark.parametrize(("owner", "is_captured"), [("american", True), ("british", False)])
def test_e_107_burgoyne_alone_is_captured_by_a_landing(owner: Side, is_captured: bool) -> None:
    table = bringing("american", ONE, REST, generals={"burgoyne": "albany"}, markers={"albany": owner})
    assert ("albany" in landings(table)) == is_captured
    if is_captured:
        table.give(LandReinforcements("albany"))
        assert table.all(GeneralCaptured) == [GeneralCaptured("burgoyne", "albany")]


def test_e_107_lincoln_alone_is_captured_only_by_cu() -> None:
    generals = {"carleton": BRITISH_BOX, "lincoln": "savannah"}
    table = bringing("british", ONE, REST, generals=generals, british_box=1)
    carleton = TakeGeneral("carleton")
    assert "savannah" not in landings(table, carleton)
    assert "savannah" in landings(table, carleton, TakeUnits(1))
    table.give(carleton, TakeUnits(1), LandReinforcements("savannah"))
    assert table.all(GeneralCaptured) == [GeneralCaptured("lincoln", "savannah")]


def test_where_the_british_land() -> None:
    """8.1.B, R-84: ports not blockaded, no American CU or marker; a fortified one needs no British marker."""
    table = bringing(
        "british", ONE, british_box=9, navy="chesapeake", markers=markers("newport", ""),
        american={"savannah": 1},
    )  # fmt: skip
    ports = landings(table, TakeUnits(9))
    assert {"charleston", "philadelphia", "boston"} <= ports
    assert not ports & {"newport", "savannah", "norfolk", "baltimore", "hartford"}


def test_a_british_landing_brings_at_least_one_piece() -> None:
    """R-84."""
    table = given("british", hands={"british": (ONE,)})
    assert not table.offers(BringReinforcements)
    only_cu = bringing("british", ONE, british_box=2)
    assert only_cu.menu() == [TakeUnits(1), TakeUnits(2)]


def test_without_an_open_port_nothing_lands() -> None:
    """8.1.B, R-20, R-84: where every port has an American marker the card brings no reinforcements."""
    facts: dict[str, Any] = {"generals": {"clinton": BRITISH_BOX, "howe": "albany"}, "british_box": 4}
    closed = markers(" ".join(FACTS.ports), "albany")
    shut = given("british", hands={"british": (ONE,)}, **facts, markers=closed)
    assert not shut.offers(BringReinforcements)
    del closed["boston"]
    table = bringing("british", ONE, **facts, markers=closed)
    assert landings(table, TakeGeneral("clinton")) == {"boston"}


def test_beside_a_lone_american_general_cu_must_land_too() -> None:
    """8.1, R-9, R-84: the only open port holds Lee alone; Clinton lands there with CU, never without."""
    closed = markers(" ".join(port for port in FACTS.ports if port != "norfolk"))
    facts: dict[str, Any] = {"generals": {"clinton": BRITISH_BOX, "lee": "norfolk"}, "markers": closed}
    assert not given("british", hands={"british": (ONE,)}, **facts).offers(BringReinforcements)
    table = bringing("british", ONE, **facts, british_box=1)
    assert table.menu((TakeGeneral("clinton"),)) == [TakeUnits(1)]
    assert landings(table, TakeGeneral("clinton"), TakeUnits(1)) == {"norfolk"}


def test_nobody_is_taken_along_who_could_go_nowhere() -> None:
    """8.2, R-85: only Washington's space is free, where CU may come and no general."""
    taken = " ".join(space for space in FACTS.spaces if space != "york")
    table = bringing(
        "american", ONE, generals={"washington": "york", "lee": AMERICAN_BOX}, markers=markers("york", taken),
        american={"york": 3}, british={"albany": 5},
    )  # fmt: skip
    assert table.menu() == [LandReinforcements("york")]


def test_where_the_americans_come() -> None:
    """8.2, R-85: anywhere but where British CU or a British marker is."""
    table = bringing("american", ONE, british={"albany": 1}, markers=markers("", "boston montreal"))
    spaces = landings(table)
    assert not spaces & {"albany", "boston", "montreal"} and {"quebec", "newport", "salem"} <= spaces


def test_the_americans_bring_exactly_the_value_of_the_card() -> None:
    table = bringing("american", "ops_3_01", REST)
    assert table.give(LandReinforcements("salem")).state.american["salem"] == 3


def test_a_british_army_that_lands_disperses_congress() -> None:
    """7.7, R-45: possible only where no American marker is."""
    table = bringing("british", ONE, REST, british_box=1, generals={"howe": BRITISH_BOX})
    table.give(TakeGeneral("howe"), TakeUnits(1), LandReinforcements("philadelphia"))
    assert table.all(CongressDispersed) == [CongressDispersed("philadelphia")]


def test_the_answers_say_what_comes_to_a_space_and_with_whom() -> None:
    """8.2: who presses a space before a general loses the general, and reads so."""
    table = bringing("american", TWO, REST, generals={"arnold": AMERICAN_BOX})
    assert said(table, LandReinforcements("york")) == "2 CU to York, without a general"
    assert said(table, LandReinforcements("york"), TakeGeneral("arnold")) == "2 CU to York, with Arnold"
    british = bringing("british", TWO, REST, generals={"howe": BRITISH_BOX}, british_box=3)
    howe, port = TakeGeneral("howe"), LandReinforcements("norfolk")
    assert said(british, port, howe) == "Howe to Norfolk, without CU"
    assert said(british, port, howe, TakeUnits(3)) == "3 CU to Norfolk, with Howe"


def test_the_answers_say_who_gives_way_to_the_general_who_comes() -> None:
    """8.1.C, 8.2.C: the old general goes to the Reinforcements box; where only CU come he stays."""
    table = bringing("american", TWO, REST, generals={"arnold": AMERICAN_BOX, "greene": "york"})
    york = LandReinforcements("york")
    assert said(table, york) == "2 CU to York, without a general"
    relieved = "2 CU to York, with Arnold; Greene goes to the Reinforcements box"
    assert said(table, york, TakeGeneral("arnold")) == relieved
    stands = {"howe": BRITISH_BOX, "clinton": "norfolk"}
    british = bringing("british", TWO, REST, generals=stands, british_box=3)
    howe, port = TakeGeneral("howe"), LandReinforcements("norfolk")
    assert said(british, port, howe) == "Howe to Norfolk, without CU; Clinton goes to the Reinforcements box"
    assert said(british, LandReinforcements("boston"), howe) == "Howe to Boston, without CU"


def said(table: Table, order: Order, *draft: Order) -> str:
    """How the menu calls the order after these parts of the answer."""
    assert table.decision is not None and order in table.menu(draft)
    told = table.decision.asks[table.seats[0]].called(draft, order)
    assert told is not None
    return prose("washingtons_war", "en").told(told)
