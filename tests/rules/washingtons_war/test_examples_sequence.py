"""The worked cases of the set-up, the deck, the impulses and the queue (4, 5, 6.1, 7.1.B)."""

from collections import Counter
from random import Random

import pytest

from domain.kernel import Seat
from domain.washingtons_war.events.decks import (
    CardDealt,
    CardPlayed,
    DeckReformed,
    QueueAbandoned,
    QueueUsed,
    ReplacementDrawn,
)
from domain.washingtons_war.events.ending import GameEnded
from domain.washingtons_war.events.years import (
    BritishReinforcementsReceived,
    CapturedGeneralsReturned,
    FirstImpulseClaimed,
    ImpulseStarted,
    PhaseStarted,
    ReinforcementCardsDiscarded,
    YearStarted,
)
from domain.washingtons_war.facts import FACTS, SIDES
from domain.washingtons_war.facts.ids import AMERICAN_BOX, BRITISH_BOX, CAPTURED, CARDS, SEATS
from domain.washingtons_war.orders.impulses import (
    ActivateGeneral,
    BringReinforcements,
    ChooseFirst,
    ClaimFirstImpulse,
    DiscardEvent,
    LeaveFirstImpulse,
    PlayEvent,
    QueueCard,
    SpendOnMarkers,
)
from domain.washingtons_war.orders.markers import PlaceMarker, StopMarkers
from domain.washingtons_war.orders.movement import Halt
from domain.washingtons_war.position.state import Impulse, State, deck
from domain.washingtons_war.sequence.impulses import ClaimFirst, EndImpulse
from domain.washingtons_war.sequence.setup import Committees, PlacePieces
from domain.washingtons_war.sequence.years import (
    BeginYear,
    EndPhase,
    ReinforcementPhase,
    StrategyCardPhase,
)
from tests.playthroughs.told import ToldPlay
from tests.rules.washingtons_war.position import AMERICAN, BRITISH, Table, given, in_hand

ONE, ONE_MORE, ONE_YET = "ops_1_01", "ops_1_02", "ops_1_03"
TWO, THREE = "ops_2_01", "ops_3_01"
KNOX, MORGAN, CAMPAIGN = "henry_knox_artillery", "morgans_riflemen", "minor_campaign_1"
DECLARATION, VON_STEUBEN = "declaration_of_independence", "von_steuben_trains"
WAR_ENDS = "north_government_falls_1781"
STOP = StopMarkers()
COMMITTEES = (
    "savannah", "camden", "charlotte", "alexandria", "baltimore", "wilmington_de", "bassett_town",
    "new_brunswick", "new_york", "new_haven", "newport", "falmouth", "norwich_nh",
)  # fmt: skip


def new_game() -> Table:
    """A game that has just been opened: the pieces stand, the committees are asked for."""
    return Table(ToldPlay(State("campaign", SEATS), (PlacePieces(),), (), ()))


def at_work() -> Table:
    """The British are asked for the King after these committees (E-3)."""
    table = new_game()
    for space in COMMITTEES:
        table.give(PlaceMarker(space))
    return table


def placeable(table: Table) -> set[str]:
    return {order.space for order in table.offers(PlaceMarker)}


def uses(table: Table, card: str) -> list[object]:
    """What the card may be played for."""
    return [order for order in table.menu() if getattr(order, "card", "") == card]


# Set-up (4) -------------------------------------------------------------------------------------


def test_e_1_the_pieces_of_the_set_up() -> None:
    state = new_game().state
    assert state.british == {"quebec": 2, "fort_detroit": 1, "boston": 5}
    assert state.american == {"lexington_concord": 5, "newport": 2, "charleston": 2}
    assert Counter(state.markers.values()) == {"british": 8, "american": 3}
    assert {space for space, side in state.markers.items() if side == "american"} == {
        "lexington_concord", "charleston", "philadelphia",
    }  # fmt: skip
    assert (state.congress, state.alliance, state.regulars) == ("philadelphia", 0, True)
    assert len(deck(state)) == 108 and set(state.set_aside) == {DECLARATION, VON_STEUBEN}


def test_e_1_the_generals_and_the_french_wait_in_their_boxes() -> None:
    state = new_game().state
    assert {general for general, place in state.generals.items() if place == BRITISH_BOX} == {
        "burgoyne", "clinton", "cornwallis",
    }  # fmt: skip
    assert {general for general, place in state.generals.items() if place == AMERICAN_BOX} == {
        "arnold", "lincoln", "gates", "lee", "lafayette",
    }  # fmt: skip
    assert (state.generals["rochambeau"], state.french_waiting, state.navy) == ("french_box", 5, "french_box")


def test_e_2_two_committees_have_no_choice_and_each_colony_gets_one() -> None:
    table = new_game()
    colony = FACTS.colony_of
    spaces = placeable(table)
    assert {space for space in spaces if colony[space] == "rhode_island"} == {"newport"}
    assert {space for space in spaces if colony[space] == "delaware"} == {"wilmington_de"}
    massachusetts = set(FACTS.in_colony["massachusetts"])
    assert {space for space in spaces if space in massachusetts} == massachusetts - {
        "boston", "lexington_concord",
    }  # fmt: skip
    assert not spaces & set(FACTS.in_colony["canada"])
    table.give(PlaceMarker("falmouth"))
    assert not placeable(table) & massachusetts
    for _ in range(11):
        assert table.prompt == "committees" and not table.offers(StopMarkers)
        table.give(table.menu()[0])
    assert table.prompt == "committees"
    table.give(table.menu()[0])
    assert table.prompt == "for_the_king"
    placed = [event.space for event in table.game.events if type(event).__name__ == "MarkerPlaced"]
    assert sorted(colony[space] for space in placed) == sorted(FACTS.thirteen)


def test_e_3_for_the_king_beside_the_markers_of_the_set_up() -> None:
    table = at_work()
    assert placeable(table) == {
        "augusta", "cross_creek", "fort_niagara", "long_island", "new_bern", "oswego", "st_marys",
        "ticonderoga", "wrightsborough",
    }  # fmt: skip
    table.give(PlaceMarker("ticonderoga"))
    assert "saratoga" not in placeable(table) and "fort_niagara" in placeable(table)
    table.give(PlaceMarker("fort_niagara"))
    assert table.prompt == "first_impulse"


def test_the_british_may_place_fewer_for_the_king() -> None:
    assert at_work().give(STOP).prompt == "first_impulse"


# Phases and years (5) ---------------------------------------------------------------------------


def test_the_phases_make_a_year() -> None:
    """Rule 5.0; without the French the Naval Phase is empty (12.3)."""
    table, random = at_work().give(STOP), Random(3)
    while table.decision is not None and table.state.year == 1775:
        table.answer({table.seats[0]: table.any_draft(random)})
    phases = [event.phase for event in table.all(PhaseStarted)]
    assert phases[:7] == [
        "reinforcement", "strategy_cards", "strategy", "winter", "political", "end", "reinforcement",
    ]  # fmt: skip


def test_e_115_the_british_box_fills_up() -> None:
    """Rule 5.1."""
    table = given(
        year=1775, then=[ReinforcementPhase()], hands={"american": (ONE,)},
        generals={"burgoyne": BRITISH_BOX, "clinton": BRITISH_BOX, "cornwallis": BRITISH_BOX},
    )  # fmt: skip
    assert table.all(BritishReinforcementsReceived) == [BritishReinforcementsReceived(3, 3)]
    later = given(
        year=1776, british_box=1, then=[ReinforcementPhase()], hands={"american": (ONE,)},
        generals={"howe": CAPTURED, "lee": CAPTURED},
    )  # fmt: skip
    assert later.state.british_box == 9
    assert later.all(CapturedGeneralsReturned) == [CapturedGeneralsReturned(("howe", "lee"))]
    assert later.state.generals["howe"] == BRITISH_BOX and later.state.generals["lee"] == AMERICAN_BOX


def test_seven_cards_each_and_the_first_to_the_american() -> None:
    """Rule 5.2."""
    table = given(then=[StrategyCardPhase()])
    dealt = [event.side for event in table.all(CardDealt)]
    assert dealt == ["american", "british"] * 7


def test_e_15_the_cards_set_aside_come_in_1776_and_the_discards_stay_out() -> None:
    aside = (DECLARATION, VON_STEUBEN)
    table = given(year=1776, set_aside=aside, discards=(KNOX, ONE), then=[StrategyCardPhase()])
    (event,) = table.all(DeckReformed)
    assert event.reason == "set_aside" and event.cards == aside and event.size == 108
    assert table.state.set_aside == () and table.state.discards == (KNOX, ONE)


def test_e_15_with_a_reshuffle_due_all_goes_in() -> None:
    aside = (DECLARATION, VON_STEUBEN)
    table = given(
        year=1776, set_aside=aside, discards=(KNOX, ONE), reshuffle_due=True, then=[StrategyCardPhase()]
    )
    assert [event.reason for event in table.all(DeckReformed)] == ["cause", "set_aside"]
    assert table.state.discards == () and not table.state.reshuffle_due


def test_before_1776_the_two_cards_stay_aside() -> None:
    table = given(year=1775, set_aside=(DECLARATION, VON_STEUBEN), then=[StrategyCardPhase()])
    assert not table.all(DeckReformed) and table.state.set_aside == (DECLARATION, VON_STEUBEN)


def test_e_13_a_reshuffle_leaves_the_card_in_the_war_ends_box() -> None:
    table = given(
        year=1778, discards=(KNOX,), war_ends=WAR_ENDS, reshuffle_due=True, then=[StrategyCardPhase()]
    )
    assert table.all(DeckReformed) == [DeckReformed("cause", (KNOX,), 109)]
    assert table.state.war_ends == WAR_ENDS


def test_e_14_what_stays_out_of_a_new_deck() -> None:
    out = (WAR_ENDS, ONE, ONE_MORE, TWO)
    rest = tuple(card for card in CARDS if card not in (*out, MORGAN, THREE))
    table = given(
        war_ends=WAR_ENDS, reinforcement_cards={"american": (ONE,), "british": (ONE_MORE,)},
        queues={"american": (), "british": (TWO,)}, discards=rest, hands={"british": (THREE,)},
        impulse=Impulse("british", 1, replacements={"british": 1}), then=[EndImpulse("british")],
    )  # fmt: skip
    (event,) = table.all(DeckReformed)
    assert event.reason == "exhausted" and not set(event.cards) & set(out)
    assert set(deck(table.state)) == set(rest)
    assert table.state.hands["british"] == in_hand(MORGAN, THREE)


def test_a_draw_is_lost_with_nothing_left() -> None:
    """R-22."""
    rest = tuple(card for card in CARDS if card != THREE)
    table = given(
        removed=rest, hands={"british": (THREE,)}, impulse=Impulse("british", 1, replacements={"british": 1}),
        then=[EndImpulse("british")],
    )  # fmt: skip
    assert not table.all(ReplacementDrawn) and table.state.hands["british"] == (THREE,)


def test_replacements_come_to_the_active_player_first() -> None:
    """Rule 6.33.B."""
    table = given(
        impulse=Impulse("american", 1, replacements={"british": 1, "american": 2}),
        then=[EndImpulse("american")],
    )  # fmt: skip
    drawn = [event.side for event in table.all(ReplacementDrawn)]
    assert drawn == ["american", "american", "british"]


# Who begins (5.3) -------------------------------------------------------------------------------


def test_e_123_a_claim_makes_the_campaign_the_first_impulse() -> None:
    hands = {"british": (CAMPAIGN, ONE), "american": (TWO,)}
    table = given(hands=hands, then=[ClaimFirst()], impulses=0, generals={"howe": "boston"})
    table.give(ClaimFirstImpulse(CAMPAIGN))
    assert table.all(FirstImpulseClaimed) == [FirstImpulseClaimed(CAMPAIGN)]
    assert table.all(CardPlayed) == [CardPlayed("british", CAMPAIGN, "event", "discards")]
    assert table.seats == (BRITISH,) and table.prompt != "impulse"


@pytest.mark.parametrize("hand", [(CAMPAIGN, ONE), (ONE,)])
def test_e_123_silence_tells_nothing_and_the_american_chooses(hand: tuple[str, ...]) -> None:
    table = given(hands={"british": hand, "american": (TWO,)}, then=[ClaimFirst()], impulses=0)
    assert table.seats == (BRITISH,) and LeaveFirstImpulse() in table.menu()
    table.give(LeaveFirstImpulse())
    assert table.seats == (AMERICAN,) and table.menu() == [ChooseFirst(side) for side in SIDES]
    assert not table.game.events, "nothing tells that the British were asked"
    table.give(ChooseFirst("british"))
    assert table.seats == (BRITISH,) and table.prompt == "impulse"


def test_impulses_alternate_and_who_has_no_cards_is_skipped() -> None:
    """Rule 5.3, R-18."""
    table = given(hands={"british": (ONE, ONE_MORE, ONE_YET), "american": (TWO,)})
    table.give(SpendOnMarkers(ONE)).until("impulse")
    assert table.seats == (AMERICAN,)
    table.give(SpendOnMarkers(TWO)).give(STOP)
    assert table.seats == (BRITISH,)
    table.give(SpendOnMarkers(ONE_MORE)).until("impulse")
    assert table.seats == (BRITISH,)
    assert [event.side for event in table.all(ImpulseStarted)] == ["american", "british", "british"]


def test_a_play_may_do_nothing_but_nobody_passes() -> None:
    """6.0, R-20: a card for markers, and none placed."""
    table = given("american", hands={"american": (ONE,), "british": (TWO,)})
    assert all(getattr(order, "card", "") == ONE for order in table.menu())
    assert table.give(SpendOnMarkers(ONE)).give(STOP).seats == (BRITISH,)


# Activation and the queue (7.1) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "americans", "british"),
    [(ONE, {"greene"}, set()), (TWO, {"greene", "gates"}, set()), (THREE, {"greene", "gates"}, {"carleton"})],
)
def test_e_8_a_card_activates_who_is_worth_it(card: str, americans: set[str], british: set[str]) -> None:
    generals = {"carleton": "quebec", "gates": "albany", "greene": "newport"}
    for side, expected in (("american", americans), ("british", british)):
        table = given(side, generals=generals, hands={side: (card,)})  # type: ignore[arg-type,misc]
        assert {order.general for order in table.offers(ActivateGeneral)} == expected


def test_e_9_two_ones_activate_burgoyne() -> None:
    hands = {"british": (ONE_MORE, THREE), "american": ()}
    table = given(
        hands=hands, queues={"british": (ONE,), "american": ()}, generals={"burgoyne": "albany"},
        british={"albany": 2},
    )  # fmt: skip
    table.give(QueueCard(ONE_MORE, "burgoyne"))
    assert table.all(QueueUsed) == [QueueUsed("british", (ONE, ONE_MORE), 2, "burgoyne")]
    assert table.state.discards == (ONE, ONE_MORE) and table.state.queues["british"] == ()
    assert table.prompt == "march"


def test_e_10_another_play_abandons_the_queue() -> None:
    hands = {"british": ("german_auxiliaries", TWO), "american": ()}
    table = given(hands=hands, queues={"british": (ONE,), "american": ()})
    table.give(PlayEvent("german_auxiliaries"))
    assert table.state.british_box == 1
    assert table.all(QueueAbandoned) == [QueueAbandoned("british", (ONE,))]
    assert ONE in table.state.discards
    assert QueueCard(TWO) in table.menu(), "a new queue may be begun"


def test_e_11_a_queue_acts_only_with_another_card() -> None:
    generals = {"cornwallis": "norfolk", "howe": "boston"}
    queue = {"british": (ONE, ONE_MORE), "american": ()}
    table = given(hands={"british": (ONE_YET, "german_auxiliaries")}, queues=queue, generals=generals)
    assert not table.offers(ActivateGeneral)
    assert {order.general for order in table.offers(QueueCard)} == {"", "cornwallis", "howe"}
    table.give(PlayEvent("german_auxiliaries"))
    assert not table.offers(ActivateGeneral) and table.offers(QueueCard) == [QueueCard(ONE_YET)]


def test_e_83_a_three_extends_a_queue_or_acts_alone() -> None:
    queue = {"british": (TWO,), "american": ()}
    hands = {"british": (THREE, ONE)}
    table = given(hands=hands, queues=queue, generals={"howe": "boston"})
    assert QueueCard(ONE, "howe") in table.menu() and QueueCard(THREE, "howe") in table.menu()
    table.give(ActivateGeneral(THREE, "howe"))
    assert table.all(QueueAbandoned) == [QueueAbandoned("british", (TWO,))]
    assert set(table.state.discards) == {TWO, THREE}
    table.give(Halt("howe"))
    assert uses(table, ONE) == [SpendOnMarkers(ONE), QueueCard(ONE)], "the starting play activates nobody"
    fresh = given(hands={"british": (THREE,)}, generals={"howe": "boston"})
    assert not fresh.offers(QueueCard), "a 3 starts no queue"


def test_e_84_markers_abandon_the_queue_also_if_none_is_placed() -> None:
    table = given("american", hands={"american": (TWO,)}, queues={"american": (ONE,), "british": ()})
    table.give(SpendOnMarkers(TWO)).give(STOP)
    assert table.all(QueueAbandoned) == [QueueAbandoned("american", (ONE,))]


def test_an_extended_queue_waits_without_a_general() -> None:
    """Rule 7.1.B: the play that extends it need not activate."""
    hands = {"british": (ONE_MORE, TWO), "american": ()}
    table = given(hands=hands, queues={"british": (ONE,), "american": ()})
    table.give(QueueCard(ONE_MORE))
    assert table.state.queues["british"] == (ONE, ONE_MORE) and not table.all(QueueAbandoned)


# The end of the year (5.7) ----------------------------------------------------------------------


def test_e_114_the_year_is_swept() -> None:
    hands = {"american": ("joseph_brant_expedition",)}
    boxed = {"american": (ONE, ONE_MORE), "british": (ONE_YET,)}
    table = given(
        "american", hands=hands, queues={"british": (TWO,), "american": ()}, reinforcement_cards=boxed,
        then=[EndPhase(), BeginYear(1778)],
    )  # fmt: skip
    assert table.all(ReinforcementCardsDiscarded) == [ReinforcementCardsDiscarded((ONE, ONE_MORE, ONE_YET))]
    assert table.all(QueueAbandoned) == [QueueAbandoned("british", (TWO,))]
    assert table.all(YearStarted) == [YearStarted(1778)]
    assert set(table.state.discards) >= {ONE, ONE_MORE, ONE_YET, TWO}
    assert table.state.reinforcement_cards == {"american": (), "british": ()}


def test_e_114_no_swap_at_the_end_of_the_year() -> None:
    table = given("american", hands={"american": ("joseph_brant_expedition",)})
    table.give(DiscardEvent("joseph_brant_expedition")).give(STOP)
    assert table.decision is None or table.prompt != "answer_swap"


def test_reinforcements_are_a_use_of_a_card_until_the_actions_are_spent() -> None:
    """Rules 8.1, 8.2: two American actions in a year, one British."""
    generals = {"clinton": BRITISH_BOX}
    boxed = {"american": (ONE,), "british": ()}
    for side in SIDES:
        table = given(side, hands={side: (TWO,)}, generals=generals, reinforcement_cards=boxed)
        assert BringReinforcements(TWO) in table.menu()
    boxed = {"american": (ONE, ONE_MORE), "british": (ONE_YET,)}
    for side in SIDES:
        table = given(side, hands={side: (TWO,)}, generals=generals, reinforcement_cards=boxed)
        assert BringReinforcements(TWO) not in table.menu()


def test_a_whole_game_by_chance_comes_to_an_end() -> None:
    table, random = new_game(), Random(11)
    while table.decision is not None:
        table.answer({table.seats[0]: table.any_draft(random)})
    (ended,) = table.all(GameEnded)
    assert ended.winner == table.state.winner and table.game.agenda == []
    assert Seat(ended.winner) in SEATS and Committees not in map(type, table.game.agenda)
