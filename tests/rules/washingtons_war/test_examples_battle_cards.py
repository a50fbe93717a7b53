"""The worked cases of cards in battles and of cards that activate generals (6.33, 7.2, 7.3.C, 9.45)."""

from typing import Any

import pytest

from domain.kernel import Order
from domain.washingtons_war.events.battle import BattleCardUsed, BattleResolved
from domain.washingtons_war.events.decks import DeckReformed, ReplacementDrawn
from domain.washingtons_war.events.movement import GeneralActivated
from domain.washingtons_war.facts.ids import CAPTURED, CARDS, OUT_OF_PLAY
from domain.washingtons_war.orders.battle import DiscardForBattle, PlayBattleCard, UseNoCard
from domain.washingtons_war.orders.cards import SwapCard
from domain.washingtons_war.orders.impulses import ActivateGeneral, PlayEvent
from domain.washingtons_war.orders.movement import EndCampaign, Halt, LandParty, March, SendGeneral
from domain.washingtons_war.position.state import deck
from tests.rules.washingtons_war.position import AMERICAN, BRITISH, Table, given, markers

ONE, TWO, THREE = "ops_1_01", "ops_2_01", "ops_3_01"
MORGAN, KNOX, PAINE = "morgans_riflemen", "henry_knox_artillery", "thomas_paine"
HESSIANS, GRENADIERS, ARNOLD_CARD = "hessian_bayonet_charge", "british_grenadiers", "benedict_arnold_betrays"
TARLETON, MINOR, MAJOR = "tarleton_waxhaws", "minor_campaign_1", "major_campaign"
GLOVER = "glovers_marblehead_regiment"
NO_CARD = UseNoCard()
TWO_FRONTS: dict[str, Any] = {
    "generals": {"howe": "boston", "clinton": "new_york"},
    "british": {"boston": 5, "new_york": 5},
    "american": {"lexington_concord": 2, "new_brunswick": 2, "charleston": 1},
    "markers": markers("hartford albany concord_nh springfield morristown reading", "boston new_york"),
}
"""Howe beside Lexington, Clinton beside New Brunswick: two CU without a general in each."""


def attacking(british: tuple[str, ...], american: tuple[str, ...], card: str = THREE, **more: Any) -> Table:
    """The British attack Lexington with Howe, by this card of their hand, and are asked for a battle card."""
    there = {**TWO_FRONTS, **more, "hands": {"british": (card, *british), "american": american}}
    table = given(**there)
    if card == THREE:
        table.give(ActivateGeneral(THREE, "howe"))
    else:
        table.give(PlayEvent(card)).give(SendGeneral("howe"))
    return table.give(March("howe", "lexington_concord"))


def fought_out(table: Table) -> Table:
    """No more cards, and of every other choice the first, until a card or a general is to be chosen."""
    while table.prompt not in ("impulse", "campaign", ""):
        is_open = table.prompt == "battle_card"
        table.give(NO_CARD if is_open else Halt("howe") if Halt("howe") in table.menu() else table.menu()[0])
    return table


def used(table: Table) -> list[tuple[str, int]]:
    return [(event.card, event.modifier) for event in table.all(BattleCardUsed)]


def test_e_6_a_card_discarded_in_a_battle_is_neither_swapped_nor_replaced() -> None:
    table = attacking((PAINE, ONE), (TWO,)).give(DiscardForBattle(PAINE))
    assert table.seats == (AMERICAN,) and table.prompt == "battle_card"
    fought_out(table)
    assert used(table) == [(PAINE, 1)] and table.all(BattleResolved)
    assert table.prompt == "impulse" and table.seats == (AMERICAN,)
    assert table.state.hands == {"british": (ONE,), "american": (TWO,)} and not table.all(ReplacementDrawn)
    assert PAINE in table.state.discards


def test_e_18_arnold_leaves_the_game_wherever_he_is() -> None:
    table = attacking((ARNOLD_CARD,), (TWO,), generals={"howe": "boston", "arnold": CAPTURED})
    table.give(PlayBattleCard(ARNOLD_CARD))
    assert table.state.generals["arnold"] == OUT_OF_PLAY and table.state.removed == (ARNOLD_CARD,)
    fought_out(table)
    assert used(table) == [(ARNOLD_CARD, 2)] and len(table.state.hands["british"]) == 1


def test_an_arnold_out_of_play_leaves_the_card_its_two() -> None:
    table = attacking((ARNOLD_CARD,), (TWO,)).give(PlayBattleCard(ARNOLD_CARD))
    assert used(table) == [(ARNOLD_CARD, 2)]


def test_the_american_may_discard_arnolds_card_and_nothing_befalls_arnold() -> None:
    """6.33.D: a discarded card is never removed."""
    table = attacking((ONE,), (ARNOLD_CARD,), generals={"howe": "boston", "arnold": "albany"})
    table.give(NO_CARD).give(DiscardForBattle(ARNOLD_CARD))
    assert table.state.generals["arnold"] == "albany" and ARNOLD_CARD in table.state.discards


def test_e_81_a_replacement_gives_an_impulse() -> None:
    table = attacking((ONE,), (MORGAN,), draws=(TWO,)).give(NO_CARD).give(PlayBattleCard(MORGAN))
    fought_out(table)
    assert used(table) == [(MORGAN, 2)] and table.state.hands["american"] == (TWO,)
    assert table.prompt == "impulse" and table.seats == (AMERICAN,)


@pytest.mark.parametrize(("second", "left"), [(GRENADIERS, 32), (ARNOLD_CARD, 31)])
def test_e_82_the_deck_runs_dry_at_the_end_of_an_impulse(second: str, left: int) -> None:
    hands = (HESSIANS, second), (MORGAN, ONE)
    rest = [card for card in CARDS if card not in (MINOR, *hands[0], *hands[1])]
    last, discards, gone = rest[0], tuple(rest[1:31]), tuple(rest[31:])
    table = attacking(*hands, MINOR, discards=discards, removed=gone)
    assert deck(table.state) == (last,)
    table.give(PlayBattleCard(HESSIANS)).give(PlayBattleCard(MORGAN))
    fought_out(table).give(SendGeneral("clinton")).give(March("clinton", "new_brunswick"))
    table.give(PlayBattleCard(second)).give(NO_CARD)
    while table.prompt not in ("impulse", "campaign"):
        table.give(Halt("clinton") if Halt("clinton") in table.menu() else table.menu()[0])
    assert table.prompt == "impulse", "both generals have acted"
    (reformed,) = table.all(DeckReformed)
    assert reformed.size == left + 2 and MINOR in reformed.cards
    assert [drawn.side for drawn in table.all(ReplacementDrawn)] == ["british", "british", "american"]
    assert last in table.state.hands["british"] and len(deck(table.state)) == left


def test_e_85_must_play_cards_are_no_use_in_a_battle() -> None:
    table = attacking(("declaration_of_independence", "north_government_falls_1780"), (ONE,))
    assert table.seats == (BRITISH,) and table.menu() == [NO_CARD]


def test_e_87_tarleton_in_a_battle() -> None:
    """(b) and (c) of the case."""
    table = fought_out(attacking((TARLETON,), (TWO,)).give(PlayBattleCard(TARLETON)))
    assert used(table) == [(TARLETON, 2)] and len(table.state.hands["british"]) == 1
    table = fought_out(attacking((TARLETON,), (TWO,)).give(DiscardForBattle(TARLETON)))
    assert used(table) == [(TARLETON, 1)] and not table.state.hands["british"]
    assert not any(isinstance(order, SwapCard) for order in table.menu())


def test_e_119_one_card_for_each_side_in_each_battle() -> None:
    table = attacking((HESSIANS, PAINE, THREE), (TWO, KNOX), MAJOR)
    assert table.seats == (BRITISH,)
    assert set(table.menu()) == {
        NO_CARD, PlayBattleCard(HESSIANS), DiscardForBattle(HESSIANS), DiscardForBattle(PAINE),
    }  # fmt: skip
    table.give(PlayBattleCard(HESSIANS))
    assert table.seats == (AMERICAN,)
    assert set(table.menu()) == {NO_CARD, PlayBattleCard(KNOX), DiscardForBattle(KNOX)}
    table.give(PlayBattleCard(KNOX))
    fought_out(table).give(SendGeneral("clinton")).give(March("clinton", "new_brunswick"))
    assert set(table.menu()) == {NO_CARD, DiscardForBattle(PAINE)}
    table.give(DiscardForBattle(PAINE))
    assert table.menu() == [NO_CARD]
    table.give(NO_CARD)
    while table.prompt != "campaign":
        table.give(Halt("clinton") if Halt("clinton") in table.menu() else table.menu()[0])
    assert not table.all(ReplacementDrawn), "not before the whole card is over"
    table.give(EndCampaign())
    assert [drawn.side for drawn in table.all(ReplacementDrawn)] == ["british", "american"]


# Cards that activate generals -------------------------------------------------------------------


@pytest.mark.parametrize(("card", "most"), [(f"minor_campaign_{n}", 2) for n in (1, 2, 3)] + [(MAJOR, 3)])
def test_a_campaign_activates_so_many_generals_whatever_their_ratings(card: str, most: int) -> None:
    """7.2.A: or fewer, also none (R-44)."""
    generals = {"howe": "boston", "clinton": "new_york", "carleton": "quebec", "burgoyne": "montreal"}
    there: dict[str, Any] = {"generals": generals, "hands": {"british": (card,), "american": (ONE,)}}
    assert given(**there).give(PlayEvent(card)).give(EndCampaign()).prompt == "impulse"
    table = given(**there).give(PlayEvent(card))
    for general in list(generals)[:most]:
        table.give(SendGeneral(general)).give(Halt(general))
    assert table.prompt == "impulse" and len(table.all(GeneralActivated)) == most


def test_an_american_campaign_has_no_landing_party() -> None:
    """7.2.B: the British player's alone."""
    there: dict[str, Any] = {"generals": {"gates": "albany", "howe": "boston"}}
    table = given("american", hands={"american": (MINOR,)}, **there).give(PlayEvent(MINOR))
    assert set(table.menu()) == {SendGeneral("gates"), EndCampaign()}
    table = given(hands={"british": (MINOR,)}, **there).give(PlayEvent(MINOR))
    assert LandParty("newport") in table.menu()


def test_glover_takes_any_american_general_six_spaces() -> None:
    """7.3.C, E-23: whatever his strategy rating."""
    there: dict[str, Any] = {"generals": {"gates": "albany", "greene": "hartford", "howe": "boston"}}
    table = given("american", hands={"american": (GLOVER,), "british": (ONE,)}, **there)
    table.give(PlayEvent(GLOVER))
    orders: list[Order] = [SendGeneral("greene"), SendGeneral("gates")]
    assert table.menu() == orders
    table.give(SendGeneral("gates"))
    (activated,) = table.all(GeneralActivated)
    assert activated.allowance == activated.battle_within == 6
