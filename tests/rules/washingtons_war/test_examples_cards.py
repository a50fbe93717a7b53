"""The worked cases of the cards (E-n of the examples): events (6.31), discards and swaps, must-play cards."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel import Order
from domain.washingtons_war.events.decks import CardLaidDown, CardPlayed, ReplacementDrawn
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.facts.ids import ADJACENT, CAPTURED, OTHER
from domain.washingtons_war.orders.cards import DeclineSwap, RaiseUnits, StrikeUnit, SwapCard
from domain.washingtons_war.orders.impulses import DiscardEvent, PlayEvent, SpendOnMarkers
from domain.washingtons_war.orders.markers import FlipMarker, PlaceMarker, RemoveMarker, StopMarkers
from domain.washingtons_war.position.state import deck
from tests.rules.washingtons_war.position import AMERICAN, BRITISH, Table, given, in_hand, markers

STOP, DECLINE = StopMarkers(), DeclineSwap()
ONE, TWO, THREE = "ops_1_01", "ops_2_01", "ops_3_01"
KNOX, PITT, HORTELEZ = "henry_knox_artillery", "william_pitt_peace_talks", "hortelez_et_cie"
JONES, DECLARATION, BANCROFT = "john_paul_jones_raids", "declaration_of_independence", "edward_bancroft"
WAR_ENDS = "north_government_falls_1781"


def spaces(table: Table, kind: type[Order]) -> set[str]:
    """The spaces that orders of this kind may name now."""
    return {order.space for order in table.offers(kind)}


def uses(table: Table, card: str) -> set[type[Order]]:
    """What the card may be played for now."""
    return {type(order) for order in table.menu() if getattr(order, "card", "") == card}


# Swaps ------------------------------------------------------------------------------------------


def test_e_4_the_american_gives_a_two_for_the_event_that_the_british_discard() -> None:
    hands = {"british": (KNOX, ONE), "american": (TWO, "ops_1_02")}
    table = given(hands=hands, markers=markers("", "boston"))
    table.give(DiscardEvent(KNOX)).give(PlaceMarker("newport"))
    assert table.seats == (AMERICAN,)
    assert table.menu() == [SwapCard(TWO), DECLINE]
    table.give(SwapCard(TWO))
    assert table.state.hands["american"] == in_hand("ops_1_02", KNOX)
    assert table.state.discards == (TWO,)
    assert table.prompt == "impulse" and table.seats == (AMERICAN,)


def test_the_swapped_event_is_known_to_both_until_it_is_played() -> None:
    table = given(hands={"british": (KNOX, ONE), "american": (TWO,)})
    table.give(DiscardEvent(KNOX)).give(STOP).give(SwapCard(TWO))
    assert table.state.face_up == (KNOX,)
    assert not table.give(DiscardEvent(KNOX)).state.face_up


def test_e_5_any_ops_card_is_enough_for_the_british() -> None:
    table = given("american", hands={"american": (BANCROFT,), "british": (ONE,)})
    table.give(DiscardEvent(BANCROFT)).give(STOP)
    assert table.menu() == [SwapCard(ONE), DECLINE]


def test_who_holds_no_ops_card_is_asked_all_the_same() -> None:
    """R-27: whether he is asked tells nothing of what he holds."""
    table = given(hands={"british": (KNOX,), "american": (JONES,)})
    table.give(DiscardEvent(KNOX)).give(STOP)
    assert table.prompt == "answer_swap" and table.menu() == [DECLINE]


def test_e_12_a_swap_leaves_the_queue_alone() -> None:
    queues: dict[Side, tuple[str, ...]] = {"american": ("ops_2_02",), "british": ()}
    table = given(hands={"british": (KNOX,), "american": (TWO,)}, queues=queues)
    table.give(DiscardEvent(KNOX)).give(STOP).give(SwapCard(TWO))
    assert table.state.queues["american"] == ("ops_2_02",)


def test_e_80_who_has_no_cards_is_offered_no_swap() -> None:
    hands = {"american": (THREE,), "british": (ONE, KNOX, TWO)}
    table = given("american", hands=hands, markers=markers("", "boston"))
    table.give(SpendOnMarkers(THREE)).give(STOP)
    table.give(DiscardEvent(KNOX)).give(PlaceMarker("newport"))
    assert table.prompt == "impulse" and table.seats == (BRITISH,)
    table.give(SpendOnMarkers(ONE)).give(STOP).give(SpendOnMarkers(TWO)).give(STOP)
    assert table.decision is None
    assert [played.side for played in table.all(CardPlayed)] == ["american", "british", "british", "british"]


# What may be played -----------------------------------------------------------------------------


def test_e_7_pitt_is_only_discarded_once_the_alliance_is_in_effect() -> None:
    there: dict[str, Any] = {"hands": {"british": (PITT,)}, "allied_in": 1777, "alliance": 9}
    assert uses(given(**there), PITT) == {DiscardEvent}
    assert uses(given(hands={"british": (PITT,)}), PITT) == {PlayEvent, DiscardEvent}


@pytest.mark.parametrize("side", ["american", "british"])
def test_only_the_side_of_the_flag_plays_an_event(side: Side) -> None:
    """6.32.A: the other one must discard it."""
    for card in ("thomas_paine", "line_mutinies", "major_campaign"):
        is_ours = FACTS.cards[card].side in (side, "either")
        offered = uses(given(side, hands={side: (card,)}), card)
        assert offered == ({PlayEvent, DiscardEvent} if is_ours else {DiscardEvent})


@pytest.mark.parametrize("card", [card for card, fact in FACTS.cards.items() if fact.must_play])
def test_a_must_play_card_is_played_by_whoever_holds_it_and_never_discarded(card: str) -> None:
    """6.34.A, also where it can do nothing (R-102)."""
    for side in OTHER:
        assert uses(given(side, hands={side: (card,)}, alliance=9, allied_in=1777), card) == {PlayEvent}


def test_e_85_the_declaration_in_a_british_hand_is_an_american_choice() -> None:
    hands = {"british": (DECLARATION, "north_government_falls_1780"), "american": (ONE,)}
    table = given(hands=hands, markers=markers("", "new_haven newport"), generals={"gates": "newport"})
    table.give(PlayEvent(DECLARATION))
    asked = set()
    while table.prompt == "place_in_colony":
        assert table.seats == (AMERICAN,)
        asked |= spaces(table, PlaceMarker)
        table.give(table.menu()[0])
    assert "newport" not in asked and "new_haven" not in asked
    assert table.state.markers["newport"] == table.state.markers["new_haven"] == "british"


def test_e_19_the_declaration_works_without_congress() -> None:
    table = given(hands={"british": (DECLARATION,), "american": (ONE,)}, congress=None)
    table.give(PlayEvent(DECLARATION))
    while table.prompt == "place_in_colony":
        table.give(table.menu()[0])
    colonies = [FACTS.colony_of[space] for space in table.state.markers]
    assert colonies == list(FACTS.thirteen)


# Reshuffles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "order", "is_due"),
    [
        ("american", PlayEvent(DECLARATION), True),
        ("british", PlayEvent(PITT), True),
        ("american", DiscardEvent(HORTELEZ), True),
        ("american", PlayEvent(HORTELEZ), False),
        ("british", DiscardEvent(PITT), False),
    ],
)
def test_e_13_what_calls_for_a_reshuffle(side: Side, order: Any, is_due: bool) -> None:
    table = given(side, hands={side: (order.card,)}).give(order)
    assert table.state.reshuffle_due is is_due


def test_e_79_hortelez_taken_back() -> None:
    hands = {"british": (HORTELEZ, ONE), "american": (TWO,)}
    table = given(hands=hands, alliance=3)
    table.give(DiscardEvent(HORTELEZ)).give(STOP)
    assert table.state.reshuffle_due
    table.give(SwapCard(TWO)).give(PlayEvent(HORTELEZ))
    state = table.state
    assert state.alliance == 5 and state.removed == (HORTELEZ,) and state.reshuffle_due
    assert TWO in state.discards and HORTELEZ not in deck(state)


def test_hortelez_lost_at_random_counts_as_discarded() -> None:
    """R-23."""
    table = given(hands={"british": (BANCROFT, ONE), "american": (HORTELEZ,)}).give(PlayEvent(BANCROFT))
    assert table.state.reshuffle_due and HORTELEZ in table.state.discards


# Cards lost at random ---------------------------------------------------------------------------


def test_e_16_a_must_play_card_lost_at_random_takes_effect() -> None:
    table = given("american", hands={"american": (JONES, TWO), "british": (WAR_ENDS, ONE)}, draws=(WAR_ENDS,))
    table.give(PlayEvent(JONES))
    assert table.state.war_ends == WAR_ENDS and table.state.discards == (JONES,)
    assert table.prompt == "impulse" and table.seats == (BRITISH,)


def test_e_17_a_newer_war_ends_card_replaces_the_older_one() -> None:
    """R-35: whatever the years."""
    hands = {"british": ("north_government_falls_1782", ONE)}
    table = given(hands=hands, year=1780, war_ends="north_government_falls_1779")
    table.give(PlayEvent("north_government_falls_1782"))
    assert table.state.war_ends == "north_government_falls_1782"
    assert table.state.discards == ("north_government_falls_1779",)


def test_e_86_the_declaration_lost_at_random() -> None:
    table = given(hands={"british": (BANCROFT,), "american": (DECLARATION, ONE)}, draws=(DECLARATION,))
    table.give(PlayEvent(BANCROFT))
    while table.prompt == "place_in_colony":
        assert table.seats == (AMERICAN,)
        table.give(table.menu()[0])
    state = table.state
    assert len(state.markers) == 13 and state.removed == (DECLARATION,) and state.reshuffle_due
    assert state.hands["american"] == (ONE,) and table.seats == (AMERICAN,)


def test_e_86_an_empty_hand_loses_nothing_and_the_card_is_played() -> None:
    table = given("american", hands={"american": (JONES, TWO)}).give(PlayEvent(JONES))
    assert table.state.discards == (JONES,) and not table.all(CardLaidDown)


# Discards ---------------------------------------------------------------------------------------


def test_e_126_what_a_british_discard_may_remove() -> None:
    table = given(
        hands={"british": (KNOX,)},
        markers=markers("saratoga springfield savannah reading", "boston albany"),
        generals={"lee": "springfield"},
    ).give(DiscardEvent(KNOX))
    assert spaces(table, RemoveMarker) == {"saratoga", "savannah"}
    table.give(RemoveMarker("savannah"))
    assert "savannah" not in table.state.markers


def test_e_126_what_an_american_discard_may_remove() -> None:
    table = given(
        "american",
        hands={"american": (BANCROFT,)},
        markers=markers("saratoga fort_stanwix", "albany oswego"),
        generals={"burgoyne": "albany"},
        british={"oswego": 1, "boston": 1},
    ).give(DiscardEvent(BANCROFT))
    assert spaces(table, RemoveMarker) == {"albany"}


def test_a_discarded_event_places_beside_a_marker_of_ones_own_and_nowhere_else() -> None:
    """10.12.B: for both sides; an army gives the British no freedom from it (R-26)."""
    table = given("american", hands={"american": (BANCROFT,)}, markers=markers("albany"))
    table.give(DiscardEvent(BANCROFT))
    assert spaces(table, PlaceMarker) == set(ADJACENT["albany"])
    army: dict[str, Any] = {"generals": {"howe": "york"}, "british": {"york": 2, "pittsburgh": 1}}
    table = given(hands={"british": (KNOX,)}, markers=markers("york", "fort_niagara"), **army)
    table.give(DiscardEvent(KNOX))
    assert spaces(table, PlaceMarker) == set(ADJACENT["fort_niagara"])
    assert not spaces(table, FlipMarker)


def test_a_discarded_event_flips_where_a_general_or_an_army_stands() -> None:
    """6.32.B.ii with 10.11: an American general, but a British army."""
    there: dict[str, Any] = {"markers": markers("albany", "saratoga"), "generals": {"gates": "saratoga"}}
    table = given("american", hands={"american": (BANCROFT,)}, **there).give(DiscardEvent(BANCROFT))
    table.give(FlipMarker("saratoga"))
    assert table.state.markers == markers("albany saratoga")
    there = {"markers": markers("albany", "saratoga"), "generals": {"howe": "albany"}}
    for cu, flips in (({"boston": 1}, set()), ({"albany": 1}, {"albany"})):
        table = given(hands={"british": (KNOX,)}, british=cu, **there).give(DiscardEvent(KNOX))
        assert spaces(table, FlipMarker) == flips


@pytest.mark.parametrize("why", [{"congress": None}, {"mutinies": True}])
def test_without_congress_or_after_the_mutinies_a_discard_places_nothing(why: Mapping[str, Any]) -> None:
    """10.11.A.iv: it still flips and removes (R-67)."""
    there: dict[str, Any] = {"hands": {"american": (BANCROFT,)}, "generals": {"gates": "saratoga"}, **why}
    table = given("american", markers=markers("albany", "saratoga oswego west_point"), **there)
    table.give(DiscardEvent(BANCROFT))
    assert not spaces(table, PlaceMarker)
    assert spaces(table, FlipMarker) == {"saratoga"} and spaces(table, RemoveMarker) == {"west_point"}


def test_where_an_american_general_stands_neither_side_removes_a_marker_by_a_discard() -> None:
    """10.12.B, 6.32.B.iii: «che non contiene UC nemiche, un Generale Americano o il Congresso Continentale».

    It is said of both sides. The general's own side may flip the marker; his CU alone are in nobody's way.
    """
    for generals, may in (({"gates": "saratoga"}, set()), ({}, {"saratoga"})):
        table = given(
            "american", hands={"american": (BANCROFT,)}, markers=markers("albany", "saratoga"),
            generals=generals, american={"saratoga": 1},
        )  # fmt: skip
        assert spaces(table.give(DiscardEvent(BANCROFT)), RemoveMarker) == may


# Places and targets -----------------------------------------------------------------------------


def test_e_120_place_is_not_flip() -> None:
    table = given(
        "american",
        hands={"american": ("thomas_paine",), "british": (ONE,)},
        congress=None,
        markers=markers("", "saratoga"),
        generals={"gates": "saratoga", "clinton": "camden"},
        british={"oswego": 1},
    ).give(PlayEvent("thomas_paine"))
    offered = spaces(table, PlaceMarker)
    assert {"montreal", "camden"} <= offered and not {"saratoga", "oswego"} & offered
    assert table.give(STOP).prompt == "impulse"


E_127: dict[str, tuple[dict[str, Any], str, str]] = {
    "royal_amnesty": ({"markers": markers("", "fort_detroit")}, "fort_niagara bassett_town", "oswego"),
    "josiah_martin": (
        {"markers": markers("", "gilbert_town"), "generals": {"lee": "charlotte"}},
        "salem", "charlotte gilbert_town",
    ),
    "minute_men_rally": (
        {"british": {"boston": 1}, "generals": {"howe": "newport"}}, "falmouth newport", "boston",
    ),
    "joseph_brant_expedition": (
        {"markers": markers("genesee albany new_york richmond reading"), "generals": {"lee": "albany"},
         "french": {"reading": 1}},
        "genesee richmond", "albany new_york reading",
    ),
    "coastal_raids": (
        {"markers": markers("newport charleston savannah yorktown hartford"), "navy": "south_atlantic",
         "american": {"yorktown": 1}},
        "newport", "charleston savannah yorktown hartford",
    ),
    "howe_brothers_pardon": (
        {"markers": markers("newport springfield hartford norwich_nh lexington_concord"),
         "generals": {"howe": "boston", "washington": "lexington_concord"}},
        "newport springfield", "hartford norwich_nh lexington_concord",
    ),
    "george_rogers_clark": (
        {"markers": markers("", "fort_detroit pittsburgh montreal winchester albany"),
         "british": {"pittsburgh": 1}},
        "fort_detroit winchester", "pittsburgh montreal albany",
    ),
    "ethan_allen": (
        {"british": {"fort_detroit": 1, "quebec": 2, "boston": 3}, "generals": {"carleton": "quebec"}},
        "fort_detroit", "quebec boston",
    ),
    "francis_marion": (
        {"british": {"camden": 4, "norfolk": 1}, "generals": {"cornwallis": "camden"}}, "camden", "norfolk",
    ),
    "continental_currency_fails": (
        {"american": {"york": 5, "newport": 1}, "french": {"hartford": 2},
         "generals": {"washington": "york", "greene": "newport"}},
        "newport hartford", "york",
    ),
    "robert_morris_finance": ({"american": {"reading": 3}, "generals": {"lee": "york"}}, "york", "reading"),
}  # fmt: skip


@pytest.mark.parametrize("card", E_127)
def test_e_127_every_kind_of_target_once(card: str) -> None:
    there, yes, no = E_127[card]
    fact = FACTS.cards[card]
    side: Side = "american" if fact.side == "american" else "british"
    table = given(side, hands={side: (card,), OTHER[side]: (ONE,)}, **there).give(PlayEvent(card))
    offered = {order.space for order in table.menu() if hasattr(order, "space")}
    assert set(yes.split()) <= offered and not set(no.split()) & offered


def test_e_127_a_marker_of_the_amnesty_makes_no_garland() -> None:
    table = given(hands={"british": ("royal_amnesty",)}, markers=markers("", "fort_detroit"))
    table.give(PlayEvent("royal_amnesty")).give(PlaceMarker("fort_niagara"))
    assert spaces(table, PlaceMarker) == {"bassett_town"}


def test_e_127_without_a_target_a_card_is_only_discarded() -> None:
    card = "robert_morris_finance"
    assert uses(given("american", hands={"american": (card,)}), card) == {DiscardEvent}


@pytest.mark.parametrize(
    ("side", "card"),
    [
        ("american", "galvez_pensacola"),
        ("american", "suffren_indian_ocean"),
        ("british", "rodney_st_eustatius"),
    ],
)
def test_e_127_the_european_war_begins_with_the_end_of_the_year(side: Side, card: str) -> None:
    allied: dict[str, Any] = {"allied_in": 1777, "alliance": 9, "hands": {side: (card,)}}
    assert uses(given(side, **allied), card) == {DiscardEvent}
    assert uses(given(side, **allied, european_war=True), card) == {PlayEvent, DiscardEvent}


def test_e_128_a_general_stays_where_his_last_cu_was_removed() -> None:
    """R-11, R-107: also on an enemy marker."""
    table = given(
        hands={"british": ("continental_currency_fails",), "american": (ONE,)},
        american={"camden": 1, "reading": 1},
        generals={"greene": "camden"},
        markers=markers("", "camden"),
    ).give(PlayEvent("continental_currency_fails")).give(StrikeUnit("camden", "american"))
    assert table.state.generals["greene"] == "camden" and table.state.american == {"reading": 1}
    table.give(SpendOnMarkers(ONE)).give(FlipMarker("camden"))
    assert table.state.markers == markers("camden")


def test_the_last_american_cu_removed_by_an_event_ends_the_war() -> None:
    """13.1, R-87: at once."""
    card = "continental_currency_fails"
    table = given(hands={"british": (card, ONE)}, american={"camden": 1}).give(PlayEvent(card))
    table.give(StrikeUnit("camden", "american"))
    assert table.state.winner == "british" and table.decision is None


def test_e_122_destaing_needs_the_navy_on_the_map() -> None:
    there: dict[str, Any] = {"hands": {"british": ("destaing_sails", ONE)}, "allied_in": 1778, "alliance": 9}
    table = given(**there, year=1779, navy="chesapeake")
    assert uses(table, "destaing_sails") == {PlayEvent, DiscardEvent}
    assert table.give(PlayEvent("destaing_sails")).state.navy == "turn_track"
    assert uses(given(**there, year=1779, navy="turn_track"), "destaing_sails") == {DiscardEvent}


def test_e_87_tarleton_as_an_event_needs_a_target_and_brings_no_card() -> None:
    """(a) and (d) of the case; battles are (b) and (c)."""
    card = "tarleton_waxhaws"
    there: dict[str, Any] = {"hands": {"british": (card,), "american": (TWO,)}}
    table = given(**there, american={"camden": 2, "salem": 1, "reading": 3}, generals={"lee": "salem"})
    table.give(PlayEvent(card))
    assert table.menu() == [StrikeUnit("camden", "american")]
    table.give(StrikeUnit("camden", "american"))
    assert table.state.discards == (card,) and not table.all(ReplacementDrawn)
    table = given(**there, american={"reading": 3})
    assert uses(table, card) == {DiscardEvent}
    assert table.give(DiscardEvent(card)).give(STOP).offers(SwapCard) == [SwapCard(TWO)]


def test_morris_sends_two_to_one_general() -> None:
    card = "robert_morris_finance"
    generals = {"lee": "york", "gates": "albany"}
    table = given("american", hands={"american": (card,), "british": (ONE,)}, generals=generals)
    table.give(PlayEvent(card))
    assert {order.space for order in table.offers(RaiseUnits)} == {"york", "albany"}
    assert table.give(RaiseUnits("albany")).state.american == {"wrightsborough": 1, "albany": 2}


def test_an_arnold_in_captivity_is_no_reason_to_keep_the_card() -> None:
    """6.33.D: the card may not be played outside a battle just to remove him."""
    card = "benedict_arnold_betrays"
    table = given(hands={"british": (card,)}, generals={"arnold": CAPTURED})
    assert uses(table, card) == {DiscardEvent}
