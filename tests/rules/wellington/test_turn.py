"""Impulses in order, preemption, passing, the end of the impulses and of the turn (4, 5, 15)."""

from domain.kernel.seats import Seat
from domain.wellington.events.cards import CardDrawn, EffectEnded, ResourcesLost
from domain.wellington.events.impulses import (
    ImpulseBegan,
    ImpulseEnded,
    ImpulsePassed,
    ImpulsesEnded,
    TrackMoved,
)
from domain.wellington.events.losses import LossesTaken, RemovalOwed
from domain.wellington.events.points import CommandPointsGained, FlagPlaced
from domain.wellington.facts.world import card_id
from domain.wellington.orders.answers import ProposeLosses, RemoveSoldier, Respond
from domain.wellington.orders.debts import OweRemoval
from domain.wellington.orders.impulses import (
    EndImpulse,
    LeavePreemption,
    PassImpulse,
    PlayEvent,
    PlayForPoints,
    Preempt,
    SpendResource,
)
from domain.wellington.orders.points import LeavePoints
from domain.wellington.position.card_table import EVENTS as EFFECTS
from domain.wellington.position.state import Lasting, preemption_holder, sp_of, unbuilt_sp
from tests.rules.wellington.built_in import CARDS
from tests.rules.wellington.position import FOUR, TWO, Table, given, position


def spend(table: Table, number: int) -> Table:
    """Play a card for its points and leave them all."""
    return table.give(PlayForPoints(card_id(number))).quiet().give(LeavePoints())


def test_an_ordinary_card_is_one_impulse_and_the_next_power_follows() -> None:
    table = given(hands={"britain": (1, 2, 3), "sud": (7, 8), "spain": (9, 10), "nord": (11, 12)})
    spend(table, 1).give(EndImpulse()).quiet()
    assert table.all(ImpulseEnded)[-1].power == "britain"
    assert table.all(TrackMoved)[-1].to == "sud" and table.seats == (Seat("sud"),)


def test_after_nord_a_new_round_begins() -> None:
    table = given(active="nord", track="nord", hands={"nord": (1, 2), "britain": (7, 8)})
    spend(table, 1).give(EndImpulse())
    assert table.all(TrackMoved)[-1] == TrackMoved("britain", 2)


def test_a_plus_card_may_be_added_but_never_a_second_one() -> None:
    table = given(hands={"britain": (1, 2, 93, 94), "sud": (7,)})
    spend(table, 93)
    cards = {order.card for order in table.offers(PlayForPoints)}
    assert cards == {card_id(1), card_id(2)}
    spend(table, 1)
    assert table.state.impulse is None


def test_mandatory_cards_are_played_as_events_only() -> None:
    table = given(hands={"britain": (38, 1), "sud": (7,)})
    assert {order.card for order in table.offers(PlayForPoints)} == {card_id(1)}
    assert PlayEvent(card_id(38)) in table.menu()


def test_every_mandatory_card_has_its_event() -> None:
    assert {card.id for card in CARDS.values() if card.is_mandatory} <= set(EFFECTS)


def test_the_power_with_most_cards_may_preempt_and_nobody_on_a_tie() -> None:
    assert preemption_holder(position(hands={"sud": (1, 2), "nord": (3,)})) == "sud"
    assert preemption_holder(position(hands={"sud": (1, 2), "nord": (3, 4)})) is None


def test_nobody_preempts_in_the_first_round_of_1812() -> None:
    hands = {"britain": (1,), "nord": (7, 8, 9)}
    assert given(active=None, hands=hands, round=1).prompt != "preempt"
    assert given(active=None, hands=hands, round=2).prompt == "preempt"


def test_a_preempting_impulse_leaves_the_track_and_cannot_be_repeated() -> None:
    table = given(active=None, round=2, hands={"britain": (1, 2), "nord": (7, 8, 9, 11)})
    table.give(Preempt()).quiet()
    assert table.all(ImpulseBegan)[-1] == ImpulseBegan("nord", "preempting")
    spend(table, 7).give(EndImpulse())
    table.quiet()
    assert table.all(ImpulseBegan)[-1] == ImpulseBegan("britain", "scheduled")
    assert not table.all(TrackMoved)


def test_nobody_takes_two_impulses_in_a_row_by_preempting() -> None:
    table = given(active=None, round=2, last="nord", hands={"britain": (1,), "nord": (7, 8, 9)})
    assert table.prompt != "preempt"


def test_a_declined_preemption_records_nothing() -> None:
    table = given(active=None, round=2, hands={"britain": (1,), "nord": (7, 8, 9)})
    table.give(LeavePreemption())
    assert table.game.events == [] and table.prompt == "respond"


def test_a_power_without_cards_passes_and_may_use_a_resource_first() -> None:
    hands = {"sud": (1, 2), "nord": (3, 4)}
    table = given(active=None, hands=hands)
    assert table.all(ImpulsePassed) == [ImpulsePassed("britain")]
    table = given(active=None, hands=hands, resources={"britain": 1})
    assert table.menu() == [PassImpulse(), SpendResource()]
    table.give(SpendResource())
    assert len(table.all(CardDrawn)) == 1 and table.state.resources["britain"] == 0


def test_a_power_whose_last_card_is_taken_before_its_impulse_passes() -> None:
    table = given(active=None, hands={"britain": (1,), "sud": (24, 7)})
    assert table.prompt == "respond"
    table.give(Respond("sud", card_id(24), "britain"), seat=Seat("sud")).quiet()
    assert table.all(ImpulsePassed) == [ImpulsePassed("britain")]
    assert table.all(ImpulseBegan)[0].power == "sud"


def test_a_resource_counts_as_the_plus_card() -> None:
    table = given(hands={"britain": (1, 93), "sud": (7,)}, resources={"britain": 2})
    table.give(SpendResource())
    assert SpendResource() not in table.menu()
    assert card_id(93) not in {order.card for order in table.offers(PlayForPoints)}


def test_no_resource_is_used_with_eight_common_cards_in_hand() -> None:
    eight = (1, 2, 3, 7, 8, 9, 10, 11)
    table = given(hands={"britain": (*eight, 93)}, resources={"britain": 1})
    assert SpendResource() not in table.menu()


def test_the_last_power_with_cards_has_one_more_impulse_and_the_turn_ends() -> None:
    table = given(active=None, hands={"sud": (1, 2)})
    assert table.all(ImpulsePassed) == [ImpulsePassed("britain")]
    table.quiet()
    assert table.all(ImpulseBegan) == [ImpulseBegan("sud", "scheduled", final=True)]
    spend(table, 1).give(EndImpulse())
    assert table.all(ImpulsesEnded) and table.state.hands["sud"] == (card_id(2),)


# Mandatory cards --------------------------------------------------------------------------------

FRENCH = {"sevilla": "sud 4 0 0", "madrid": "nord 4 0 0"}


def test_the_french_share_their_losses_and_spain_decides_if_they_disagree() -> None:
    table = given(soldiers_at=FRENCH, hands={"britain": (5, 1), "nord": (7,)})
    table.give(PlayEvent(card_id(5))).quiet()
    assert set(table.seats) == {Seat("sud"), Seat("nord")}
    events = len(table.game.events)
    table.answer({Seat("sud"): (ProposeLosses(0, 3),), Seat("nord"): (ProposeLosses(3, 0),)})
    assert table.seats == (Seat("spain"),) and len(table.game.events) == events
    table.give(ProposeLosses(2, 1))
    for _ in range(3):
        table.give(table.offers(RemoveSoldier)[0])
    assert [event.power for event in table.all(LossesTaken)] == ["sud", "sud", "nord"]
    assert len(table.all(CardDrawn)) == 1 and card_id(5) in table.state.removed


def test_one_player_with_both_french_powers_shares_the_losses_alone() -> None:
    table = given(soldiers_at=FRENCH, hands={"britain": (5, 1), "nord": (7,)}, seats=TWO)
    table.give(PlayEvent(card_id(5))).quiet()
    assert table.seats == (Seat("french"),) and len(FOUR) == 4


def test_losses_that_cannot_be_taken_are_owed() -> None:
    hands = {"sud": (64,), "britain": (1,)}
    table = given(soldiers_at={"lisbon": "britain 1 0 0"}, hands=hands, active="sud")
    table.give(PlayEvent(card_id(64))).quiet()
    table.give(RemoveSoldier("britain", "lisbon")).give(OweRemoval("britain"))
    assert table.all(RemovalOwed) == [RemovalOwed("britain", card_id(64), 3)]


def test_after_a_mandatory_card_another_card_of_any_kind_may_follow() -> None:
    table = given(hands={"sud": (77, 1), "britain": (7,)}, active="sud", track="sud")
    table.give(PlayEvent(card_id(77))).quiet()
    assert PlayForPoints(card_id(1)) in table.menu()


def test_italian_adventure_is_the_british_card_of_the_next_scheduled_impulse() -> None:
    table = given(
        soldiers_at={"lisbon": "britain 3 0 0"}, active="nord", track="nord",
        hands={"nord": (26, 8), "britain": (1,), "sud": (7,)},
    )  # fmt: skip
    table.give(PlayEvent(card_id(26))).quiet()
    for _ in range(2):
        table.give(RemoveSoldier("britain", "lisbon"))
    table.give(EndImpulse()).quiet()
    assert table.all(CommandPointsGained) == [CommandPointsGained("britain", 2)]
    assert table.prompt == "spend_point" and card_id(26) in table.state.removed
    table.give(LeavePoints()).give(EndImpulse())
    assert table.state.hands["britain"] == (card_id(1),) and table.all(ImpulseEnded)[-1].power == "britain"


def test_corruption_halves_more_than_three_resources_and_reshuffles_the_discards() -> None:
    table = given(hands={"sud": (46, 1), "britain": (7,)}, active="sud", resources={"nord": 5, "spain": 3})
    table.give(PlayEvent(card_id(46))).quiet()
    assert table.all(ResourcesLost) == [ResourcesLost("nord", 3)] and table.state.discards == ()


def test_blocked_passes_end_with_the_players_next_impulse() -> None:
    block = Lasting(card_id(9), "britain", "avila-madrid")
    table = given(active=None, hands={"britain": (1, 2), "sud": (7,)}, lasting=(block,)).quiet()
    assert table.all(EffectEnded) == [EffectEnded(card_id(9))]
    assert table.state.discards == (card_id(9),)


# End of the turn --------------------------------------------------------------------------------


def test_at_the_end_of_the_turn_survivors_take_the_flag_of_uncontrolled_duchies() -> None:
    table = given(active=None, soldiers_at={"braga": "nord 9 0 0", "leon": "spain 9 0 0"})
    assert {"braga": "nord", "leon": "spain"}.items() <= table.state.flags.items()
    assert [event.means for event in table.all(FlagPlaced)][:2] == ["attrition_phase"] * 2


def test_nobody_keeps_more_than_five_resources() -> None:
    table = given(active=None, resources={"nord": 8})
    assert table.all(ResourcesLost) == [ResourcesLost("nord", 3)]


# Events -----------------------------------------------------------------------------------------


def test_an_event_places_soldiers_in_a_national_duchy_of_the_players_choice() -> None:
    table = given(hands={"britain": (47, 1), "sud": (7,)})
    table.give(PlayEvent(card_id(47), "lisbon")).quiet()
    assert sp_of(table.state, "lisbon", "britain") == 4


def test_soldiers_that_an_event_lacks_are_first_taken_off_the_map() -> None:
    full = {"lisbon": "britain 14 5 3", "elvas": "britain 0 1 0"}
    table = given(hands={"britain": (47, 1), "sud": (7,)}, soldiers_at=full)
    table.give(PlayEvent(card_id(47), "gibraltar")).quiet()
    for _ in range(4):
        table.give(RemoveSoldier("britain", "lisbon"))
    assert sp_of(table.state, "gibraltar", "britain") == 4 and unbuilt_sp(table.state, "britain") == 0
