"""What each of the 110 cards does: one row a card (6.2, 6.3, 7.2).

A row lays out a position, plays the card and gives the orders that it asks for; then what it names must hold.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from domain.kernel import Order
from domain.washingtons_war.decks.in_battle import (
    CardUse,
    battle_uses,
    carry_out_in_battle,
    lay_in_battle,
    modifier_of,
)
from domain.washingtons_war.facts import FACTS, Side
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.orders.cards import RaiseUnits, StrikeUnit
from domain.washingtons_war.orders.impulses import PlayEvent, SpendOnMarkers
from domain.washingtons_war.orders.markers import PlaceMarker, RemoveMarker, StopMarkers
from tests.rules.washingtons_war.position import Table, given, markers

STOP = StopMarkers()
ONE, TWO = "ops_1_01", "ops_2_01"


class Row(NamedTuple):
    """`side` plays `card` in the position `there` with these orders; then fields of the state are `then`."""

    card: str
    side: Side
    there: Mapping[str, Any]
    orders: Sequence[Order]
    then: Mapping[str, Any]


def place(*spaces: str) -> tuple[Order, ...]:
    return tuple(map(PlaceMarker, spaces))


def remove(*spaces: str) -> tuple[Order, ...]:
    return tuple(map(RemoveMarker, spaces))


FIRST_OF_EACH = tuple(FACTS.in_colony[colony][0] for colony in FACTS.thirteen)
"""A space of each of the Thirteen Colonies."""
ALLIED = {"allied_in": 1778, "alliance": 9, "year": 1779, "european_war": True}

MUST_PLAY = [
    *(Row(f"north_government_falls_{year}", "british", {}, (), {"war_ends": f"north_government_falls_{year}"})
      for year in range(1779, 1784)),
    Row("declaration_of_independence", "american", {"congress": None}, place(*FIRST_OF_EACH),
        {"markers": markers(" ".join(FIRST_OF_EACH)), "removed": ("declaration_of_independence",),
         "reshuffle_due": True}),
    Row("franklin_minister_to_france", "british", {"alliance": 3}, (),
        {"alliance": 7, "removed": ("franklin_minister_to_france",)}),
]  # fmt: skip
AMERICAN_EVENTS = [
    Row("von_steuben_trains", "american", {"alliance": 1}, (),
        {"regulars": False, "alliance": 3, "removed": ("von_steuben_trains",)}),
    Row("hortelez_et_cie", "american", {"alliance": 3}, (),
        {"alliance": 5, "removed": ("hortelez_et_cie",), "reshuffle_due": False}),
    Row("john_paul_jones_raids", "american", {"hands": {"british": (ONE, TWO)}, "draws": (TWO,)}, (),
        {"hands": {"american": (), "british": (ONE,)}, "discards": ("john_paul_jones_raids", TWO)}),
    Row("thomas_paine", "american", {}, place("montreal", "camden", "boston"),
        {"markers": markers("montreal camden boston"), "discards": ("thomas_paine",)}),
    Row("nathan_hale", "american", {}, place("montreal", "boston"), {"markers": markers("montreal boston")}),
    Row("jane_mccrea", "american", {}, place("albany", "concord_nh"),
        {"markers": markers("albany concord_nh")}),
    Row("george_rogers_clark", "american", {"markers": markers("", "fort_detroit bedford winchester")},
        remove("fort_detroit", "bedford"), {"markers": markers("", "winchester")}),
    Row("sullivan_expedition", "american", {"markers": markers("", "oswego genesee new_york")},
        remove("genesee", "oswego"), {"markers": markers("", "new_york")}),
    Row("ethan_allen", "american", {"british": {"fort_detroit": 1, "boston": 3}},
        [StrikeUnit("fort_detroit", "british")], {"british": {"boston": 3}}),
    Row("francis_marion", "american", {"british": {"camden": 4}, "generals": {"cornwallis": "camden"}},
        [StrikeUnit("camden", "british")], {"british": {"camden": 3}}),
    Row("thomas_sumter", "american", {"markers": markers("", "camden charlotte savannah")},
        remove("camden", "charlotte"), {"markers": markers("", "savannah")}),
    Row("galvez_pensacola", "american", {**ALLIED, "british": {"boston": 3, "quebec": 2}},
        [StrikeUnit("quebec", "british")], {"british": {"boston": 3, "quebec": 1}}),
    Row("suffren_indian_ocean", "american",
        {**ALLIED, "hands": {"british": (ONE, TWO)}, "draws": (ONE,)}, (),
        {"hands": {"american": (), "british": (TWO,)}, "discards": ("suffren_indian_ocean", ONE)}),
    Row("robert_morris_finance", "american", {"generals": {"lee": "york"}, "american": {"york": 1}},
        [RaiseUnits("york")], {"american": {"york": 3}}),
    Row("minute_men_rally", "american", {}, place("falmouth", "newport"),
        {"markers": markers("falmouth newport")}),
    Row("overmountain_men", "american", {"british": {"charlotte": 2, "boston": 1}},
        [StrikeUnit("charlotte", "british")], {"british": {"charlotte": 1, "boston": 1}}),
]  # fmt: skip
BRITISH_EVENTS = [
    Row("william_pitt_peace_talks", "british", {"markers": markers("", "quebec")},
        place("boston", "savannah"),
        {"markers": markers("", "quebec boston savannah"), "removed": ("william_pitt_peace_talks",),
         "reshuffle_due": True}),
    Row("joseph_brant_expedition", "british", {"markers": markers("genesee richmond reading albany")},
        remove("genesee", "richmond", "reading"), {"markers": markers("albany")}),
    Row("line_mutinies", "british", {}, (), {"mutinies": True, "discards": ("line_mutinies",)}),
    Row("destaing_sails", "british", {**ALLIED, "navy": "chesapeake"}, (), {"navy": "turn_track"}),
    Row("royal_amnesty", "british", {"markers": markers("", "boston")},
        place("savannah", "lexington_concord", "newport", "falmouth"),
        {"markers": markers("", "boston savannah lexington_concord newport falmouth")}),
    Row("coastal_raids", "british", {"markers": markers("newport savannah hartford")},
        remove("newport", "savannah"), {"markers": markers("hartford")}),
    Row("josiah_martin", "british", {}, place("salem", "charlotte"),
        {"markers": markers("", "salem charlotte")}),
    Row("lord_dunmore", "british", {}, place("richmond", "norfolk"),
        {"markers": markers("", "richmond norfolk")}),
    Row("dragging_canoe", "british", {"markers": markers("camden salem richmond")}, remove("salem", "camden"),
        {"markers": markers("richmond")}),
    Row("butlers_rangers", "british", {"american": {"genesee": 2}, "british": {"boston": 1}},
        [StrikeUnit("genesee", "american")], {"american": {"genesee": 1}}),
    Row("edward_bancroft", "british", {"hands": {"american": (ONE, TWO)}, "draws": (ONE,)}, (),
        {"hands": {"american": (TWO,), "british": ()}, "discards": ("edward_bancroft", ONE)}),
    Row("rivingtons_gazette", "british", {"markers": markers("", "new_york")},
        place("long_island", "new_haven"),
        {"markers": markers("", "new_york long_island new_haven")}),
    Row("howe_brothers_pardon", "british",
        {"generals": {"howe": "boston"}, "markers": markers("newport springfield hartford")},
        remove("newport", "springfield"), {"markers": markers("hartford")}),
    Row("rodney_st_eustatius", "british", {**ALLIED, "british_box": 1}, (), {"british_box": 3}),
    Row("german_auxiliaries", "british", {}, (), {"british_box": 1}),
    Row("continental_currency_fails", "british",
        {"american": {"newport": 2}, "french": {"newport": 1}, "british": {"boston": 1}},
        [StrikeUnit("newport", "french")], {"american": {"newport": 2}, "french": {}}),
    Row("tarleton_waxhaws", "british", {"american": {"camden": 2}, "british": {"boston": 1}},
        [StrikeUnit("camden", "american")], {"american": {"camden": 1}, "discards": ("tarleton_waxhaws",)}),
]  # fmt: skip
EVENTS = [*MUST_PLAY, *AMERICAN_EVENTS, *BRITISH_EVENTS]


def laid_out(side: Side, card: str, there: Mapping[str, Any]) -> Table:
    """It is the side's impulse, with this card alone in its hand; the other side waits with a card."""
    hands = {OTHER[side]: (ONE,), **there.get("hands", {}), side: (card,)}
    return given(side, **{**there, "hands": hands})


@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row.card)
def test_what_an_event_does(row: Row) -> None:
    table = laid_out(row.side, row.card, row.there)
    table.give(PlayEvent(row.card))
    for order in row.orders:
        table.give(order)
    state = table.state
    assert {field: getattr(state, field) for field in row.then} == dict(row.then)


@pytest.mark.parametrize("card", FACTS.ops)
def test_an_ops_card_places_as_many_markers_as_it_is_worth(card: str) -> None:
    """10.11: or fewer, also none (R-20)."""
    table = laid_out("american", card, {}).give(SpendOnMarkers(card))
    for space in FIRST_OF_EACH[: FACTS.ops[card]]:
        assert STOP in table.menu()
        table.give(PlaceMarker(space))
    assert table.state.markers == markers(" ".join(FIRST_OF_EACH[: FACTS.ops[card]]))
    assert table.prompt == "impulse" and table.state.discards == (card,)


ACTIVATING = ("campaign", "activate")
BATTLE_CARDS = [card for card, fact in FACTS.cards.items() if fact.battle_card]


@pytest.mark.parametrize("card", BATTLE_CARDS)
def test_a_battle_card_adds_two_for_its_own_side_and_is_replaced_after_the_impulse(card: str) -> None:
    """6.33, 9.45: for the other side it is a discard that adds one, and brings no card (R-31, R-32)."""
    fact = FACTS.cards[card]
    for side in OTHER:
        table = given(hands={side: (card,)})
        uses: list[CardUse] = ["battle_card", "discard"] if fact.side == side else ["discard"]
        assert battle_uses(table.state, side) == [(card, use) for use in uses]
        assert [modifier_of(table.state, card, use) for use in uses] == [2, 1][-len(uses) :]
        lay_in_battle(table.game, side, card, uses[0])
        carry_out_in_battle(table.game, side, card, uses[0])
        state, is_own = table.state, fact.side == side
        assert state.hands[side] == () and state.impulse is not None
        assert state.impulse.replacements == ({side: 1} if is_own else {})
        gone = is_own and fact.removed_after_event
        assert (state.removed if gone else state.discards) == (card,)


def test_every_card_has_a_row() -> None:
    """Those that activate generals have theirs among the worked cases of campaigns."""
    moving = {card for card, fact in FACTS.cards.items() for step in fact.steps if step.do in ACTIVATING}
    rows = {*FACTS.ops, *BATTLE_CARDS, *(row.card for row in EVENTS), *moving}
    assert rows == set(FACTS.cards) and len(rows) == 110
