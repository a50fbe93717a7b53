"""Cards that bring, take or look at other cards (#18, #24, #34, #50, #57, #65, #76, #83, #89, #94, #104)."""

from random import Random
from typing import Any

import pytest

from domain.kernel.chance import Drawn
from domain.kernel.seats import Seat
from domain.wellington.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardsOffered,
    CardTaken,
    DeckLookedAt,
    DeckShuffled,
    ReserveTaken,
)
from domain.wellington.events.impulses import ImpulseEnded, ImpulseGranted
from domain.wellington.events.points import CommandPointsGained
from domain.wellington.facts.world import POWERS, Power, card_id
from domain.wellington.orders.answers import Choose, Respond
from domain.wellington.orders.impulses import (
    EndImpulse,
    KeepOffered,
    PlayEvent,
    PlayForPoints,
    Preempt,
    SpendResource,
)
from domain.wellington.orders.points import LeavePoints
from domain.wellington.position.state import Lasting, State, deck
from domain.wellington.seen.scene import conceal, redact
from tests.rules.wellington.position import Table, given

ROYAL, FAVOUR, EXTENDED, CHURCH, ROTHSCHILD = (card_id(n) for n in (18, 104, 50, 89, 57))
SPIES, GOD, INTRIGUE, PLANS, KNIGHT, SEIZE = (card_id(n) for n in (76, 24, 65, 83, 94, 34))
FRENCH_CARDS = tuple(card_id(n) for n in range(99, 111))
BRITAIN, SPAIN, SUD, NORD = (Seat(power) for power in POWERS[:1] + ("spain", "sud", "nord"))


def at_table(hands: Any, active: Power = "britain", **facts: Any) -> Table:
    return given(active, hands=hands, **facts)


def played(table: Table, number: int, target: str = "") -> Table:
    """The active power plays the card as its event, and nobody answers."""
    return table.give(PlayEvent(card_id(number), target)).quiet()


def targets(table: Table, number: int) -> list[str]:
    return [order.target for order in table.offers(PlayEvent) if order.card == card_id(number)]


# The Reserve ------------------------------------------------------------------------------------


def test_royal_intervention_takes_a_card_from_the_own_reserve_and_a_resource() -> None:
    """#18: not one already played this turn."""
    table = played(at_table({"britain": (18, 1), "sud": (99,)}, played=(card_id(93),)), 18)
    options = {order.option for order in table.offers(Choose)}
    assert options == {card_id(n) for n in (94, 95, 96, 97, 98)}
    table.give(Choose(ROYAL, card_id(97)))
    assert card_id(97) in table.state.hands["britain"] and table.state.resources["britain"] == 1


def test_nobody_else_learns_which_card_came_from_the_reserve() -> None:
    table = played(at_table({"britain": (18, 1), "sud": (2,)}), 18)
    assert table.seats == (BRITAIN,)
    table.give(Choose(ROYAL, card_id(97)))
    (taken,) = table.all(ReserveTaken)
    assert redact(taken, SUD) == ReserveTaken("britain") and redact(taken, BRITAIN) == taken


def test_royal_intervention_needs_a_card_in_the_reserve() -> None:
    gone = tuple(card_id(n) for n in range(93, 99))
    assert not targets(at_table({"britain": (18, 1)}, played=gone), 18)


def test_imperial_favour_takes_even_a_card_that_was_played() -> None:
    table = at_table({"sud": (104, 1)}, "sud", played=(card_id(99),))
    options = {order.option for order in played(table, 104, "reserve").offers(Choose)}
    assert card_id(99) in options and options <= set(FRENCH_CARDS)
    table.give(Choose(FAVOUR, card_id(99)))
    assert card_id(99) in table.state.hands["sud"] and table.state.resources["sud"] == 1
    assert card_id(99) not in table.state.played


def test_imperial_favour_draws_two_and_lets_one_be_played() -> None:
    table = at_table({"sud": (104, 1)}, "sud", draws=["dysentery", "sacking"])
    played(table, 104, "draw")
    assert {order.card for order in table.offers(PlayForPoints)} == {"dysentery", "sacking"}
    table.give(PlayForPoints("sacking")).quiet()
    assert table.all(CommandPointsGained)[-1].amount == 5 and "dysentery" in table.state.hands["sud"]


# The deck ---------------------------------------------------------------------------------------


def test_the_church_draws_two_and_one_may_be_played_or_both_kept() -> None:
    table = at_table({"spain": (89, 1)}, "spain", draws=["dysentery", "sacking"])
    played(table, 89).give(KeepOffered())
    assert {"dysentery", "sacking"} <= set(table.state.hands["spain"])
    (offer,) = table.all(CardsOffered)
    assert redact(offer, BRITAIN) == CardsOffered("spain", CHURCH, 2)


def test_a_second_plus_card_is_not_played_after_the_church() -> None:
    """R-22: the Church itself is the plus card."""
    table = played(at_table({"spain": (89, 1)}, "spain", draws=["general_staff", "sacking"]), 89)
    assert {order.card for order in table.offers(PlayForPoints)} == {"sacking"}


def test_an_extended_campaign_is_for_a_power_without_another_card() -> None:
    """C-50: national cards are cards, too."""
    assert not targets(at_table({"britain": (50, 97)}), 50)
    table = played(at_table({"britain": (50,)}, draws=["dysentery", "sacking"]), 50)
    table.give(PlayForPoints("dysentery")).quiet()
    assert table.prompt == "spend_point" and table.state.hands["britain"] == ("sacking",)


def test_one_of_the_cards_of_the_house_of_rothschild_must_be_played() -> None:
    table = at_table({"britain": (57, 1), "sud": (2, 3)}, draws=["dysentery", "sacking"])
    played(table, 57)
    assert KeepOffered() not in table.menu()
    assert {order.card for order in table.offers(PlayForPoints)} == {"dysentery", "sacking"}


def test_the_discards_are_shuffled_in_before_the_points_of_the_house_of_rothschild_are_spent() -> None:
    hands: Any = {"britain": (57, 1), "sud": (2, 3)}
    table = at_table(hands, discards=("lancers",), draws=["dysentery", "sacking"])
    played(table, 57).give(PlayForPoints("sacking")).quiet()
    assert table.prompt == "spend_point" and table.all(DeckShuffled)
    assert {"lancers", "sacking", ROTHSCHILD} <= set(deck(table.state)) and not table.state.discards


def test_both_cards_of_the_house_of_rothschild_stay_if_neither_can_be_played() -> None:
    """C-57: after a plus card, two more of them."""
    table = at_table({"britain": (57, 25, 1), "sud": (2, 3, 7)}, draws=[SEIZE, SPIES])
    played(table, 25)
    while table.prompt == "spend_point":
        table.give(LeavePoints())
    assert played(table, 57).menu() == [KeepOffered()]


def test_the_house_of_rothschild_is_closed_to_who_may_preempt() -> None:
    assert not targets(at_table({"britain": (57, 1), "sud": (2,)}, preemption_from=1), 57)
    assert targets(at_table({"britain": (57, 1), "sud": (2, 3)}, preemption_from=1), 57) == [""]


# Spies --------------------------------------------------------------------------------------------


def test_spies_look_at_three_cards_of_another_hand_and_discard_one() -> None:
    hands = {"britain": (76, 1), "sud": (2, 3, 7, 8, 99)}
    table = played(at_table(hands, draws=[card_id(n) for n in (2, 7, 8)]), 76, "sud")
    assert {order.option for order in table.offers(Choose)} == {card_id(n) for n in (2, 7, 8)}
    table.give(Choose(SPIES, card_id(7)))
    assert table.all(CardDiscarded) == [CardDiscarded("sud", card_id(7))]
    assert set(table.state.hands["sud"]) == {card_id(n) for n in (2, 3, 8, 99)}


def test_what_the_spies_see_is_a_secret_of_the_two_powers() -> None:
    """C-76."""
    table = played(at_table({"britain": (76, 1), "sud": (2, 3, 7, 8)}), 76, "sud")
    (offer,), (draw,) = table.all(CardsOffered), table.all(Drawn)
    assert redact(offer, BRITAIN).cards == offer.cards and not redact(offer, NORD).cards
    assert redact(draw, SUD).items == draw.items and not redact(draw, NORD).items


def test_spies_look_at_the_top_of_the_deck_and_put_it_back_in_any_order() -> None:
    table = played(at_table({"britain": (76, 1)}, draws=["sacking", "dysentery", "lancers"]), 76, "deck")
    for card in ("lancers", "sacking", "dysentery"):
        table.give(Choose(SPIES, card))
    assert table.state.top == ("lancers", "sacking", "dysentery")
    assert not redact(table.all(DeckLookedAt)[-1], SUD).cards


def test_who_has_a_resource_may_buy_one_of_the_cards_on_top() -> None:
    table = at_table(
        {"britain": (76, 1)}, draws=["sacking", "dysentery", "lancers"], resources={"britain": 1}
    )
    played(table, 76, "deck").give(Choose(SPIES, "dysentery"))
    assert "dysentery" in table.state.hands["britain"] and table.state.resources["britain"] == 0
    assert {order.option for order in table.offers(Choose)} == {"sacking", "lancers"}


@pytest.mark.parametrize(("others", "may_buy"), [(7, True), (8, False)])
def test_a_full_hand_buys_none_of_the_cards_on_top(others: int, may_buy: bool) -> None:
    """15.2: "non potete giocare una Risorsa per una carta se siete già al massimo di carte in mano - 8"."""
    numbers = (76, *(1, 2, 3, 8, 9, 10, 11, 12)[:others])
    draws = ["sacking", "dysentery", "lancers"]
    table = played(at_table({"britain": numbers}, draws=draws, resources={"britain": 1}), 76, "deck")
    assert (table.prompt == "buy_seen") == may_buy


def test_the_next_draws_bring_the_cards_on_top_in_their_order() -> None:
    table = at_table({"britain": (50,)}, top=("lancers", "sacking", "dysentery"))
    played(table, 50)
    assert [drawn.card for drawn in table.all(CardDrawn)] == ["lancers", "sacking"]
    assert table.state.top == ("dysentery",)


def known_top(state: State, seat: Seat) -> set[tuple[str, ...]]:
    """What may lie on top for all that the seat knows."""
    return {conceal(state, seat, Random(number)).top for number in range(20)}


def test_only_who_looked_knows_the_top_of_the_deck() -> None:
    hands = {"britain": (76, 1), "sud": (2, 3)}
    table = played(at_table(hands, draws=["sacking", "dysentery", "lancers"]), 76, "deck")
    for card in ("lancers", "sacking", "dysentery"):
        table.give(Choose(SPIES, card))
    assert known_top(table.state, BRITAIN) == {("lancers", "sacking", "dysentery")}
    assert len(known_top(table.state, SUD)) > 1


# Other hands --------------------------------------------------------------------------------------


def test_the_hand_of_god_is_a_card_of_ones_own_impulse_that_takes_a_common_card() -> None:
    """#24, R-21."""
    table = played(at_table({"britain": (24, 1), "sud": (2, 99), "nord": (100,)}), 24, "sud")
    assert card_id(2) in table.state.hands["britain"] and table.state.hands["sud"] == (card_id(99),)
    assert table.all(CardPlayed)[0].own and table.state.impulse and table.state.impulse.ordinary


def test_only_a_hand_with_a_common_card_can_be_robbed() -> None:
    """Whether a card is national everybody sees by its back (5.4)."""
    assert targets(at_table({"britain": (24, 1), "sud": (2,), "nord": (100,)}), 24) == ["sud"]


def test_palace_intrigue_takes_a_card_that_may_be_played_at_once() -> None:
    table = played(at_table({"britain": (65, 1), "sud": (2, 99)}), 65, "sud")
    table.give(PlayForPoints(card_id(2))).quiet()
    assert table.all(CommandPointsGained) == [CommandPointsGained("britain", 2)]
    assert INTRIGUE in table.state.hands["sud"] and table.state.given == {INTRIGUE: "sud"}


def test_the_victim_must_use_palace_intrigue_for_two_points() -> None:
    """#65, C-65: its plus card or a Resource alone will not do."""
    table = at_table({"sud": (2, 65, 105)}, "sud", given={INTRIGUE: "sud"})
    assert {order.card for order in table.offers(PlayForPoints)} == {INTRIGUE, card_id(105)}
    table.give(PlayForPoints(card_id(105))).quiet().give(LeavePoints())
    assert EndImpulse() not in table.menu()
    table.give(PlayForPoints(INTRIGUE)).quiet()
    assert table.all(CommandPointsGained)[-1].amount == 2 and not table.state.given
    assert table.state.discards[-1] == INTRIGUE


def test_nothing_is_forced_when_the_intrigue_was_stolen() -> None:
    table = at_table({"britain": (24, 1), "sud": (65, 99)}, given={INTRIGUE: "sud"})
    played(table, 24, "sud")
    assert table.all(CardTaken)[0].card == INTRIGUE and not table.state.given


def test_a_change_of_plans_costs_a_national_and_a_common_card_and_offers_a_new_one() -> None:
    table = played(at_table({"britain": (83, 1), "sud": (2, 99)}, draws=[]), 83, "sud")
    assert {event.card for event in table.all(CardDiscarded)} == {card_id(2), card_id(99)}
    assert table.seats == (SUD,) and card_id(99) in table.state.played
    table.give(Choose(PLANS, "draw"))
    assert len(table.state.hands["sud"]) == 1


def test_who_lacks_a_card_need_not_discard_it_and_need_not_draw() -> None:
    """C-83."""
    table = played(at_table({"britain": (83, 1), "sud": (99,)}), 83, "sud")
    assert [event.card for event in table.all(CardDiscarded)] == [card_id(99)]
    assert not table.give(Choose(PLANS, "none")).state.hands["sud"]


def test_a_card_that_is_handed_over_is_lost_with_the_hand_it_lies_in() -> None:
    table = played(at_table({"britain": (83, 1), "sud": (65, 99)}, given={INTRIGUE: "sud"}), 83, "sud")
    assert not table.state.given


# The Knight of St George ----------------------------------------------------------------------------


def test_the_knight_of_st_george_is_handed_to_spain_as_the_british_plus_card() -> None:
    table = played(at_table({"britain": (94, 1), "spain": (2,)}), 94)
    assert KNIGHT in table.state.hands["spain"] and table.state.given == {KNIGHT: "spain"}


def test_spain_uses_the_knight_for_five_points_and_still_has_its_plus_card() -> None:
    table = at_table({"spain": (94, 87, 1)}, "spain", given={KNIGHT: "spain"})
    table.give(PlayForPoints(KNIGHT)).quiet()
    assert table.all(CommandPointsGained) == [CommandPointsGained("spain", 5)]
    table.give(LeavePoints())
    assert {order.card for order in table.offers(PlayForPoints)} == {card_id(87)}
    assert KNIGHT in table.state.played


# Seize the Initiative -------------------------------------------------------------------------------


def test_seize_the_initiative_gives_three_points_at_once_to_another_power() -> None:
    table = at_table({"britain": (34, 1), "nord": (2, 3), "sud": (7,)})
    assert set(targets(table, 34)) == {"sud", "spain", "nord"}
    played(table, 34, "nord")
    assert table.all(ImpulseGranted) == [ImpulseGranted("nord", 3, may_add=True)]
    assert table.seats == (NORD,) and table.prompt == "spend_point"


def test_no_plus_card_and_no_resource_is_used_in_a_granted_impulse_and_the_outer_one_goes_on() -> None:
    """C-34: card 34 is the plus card of the power that has the impulse."""
    table = at_table({"britain": (34, 1), "nord": (2, 25)}, resources={"nord": 2})
    played(table, 34, "nord").give(LeavePoints())
    assert {order.card for order in table.offers(PlayForPoints)} == {card_id(2)}
    assert SpendResource() not in table.menu()
    table.give(EndImpulse())
    assert table.all(ImpulseEnded) == [ImpulseEnded("nord", "granted")]
    assert table.seats == (BRITAIN,) and SpendResource() not in table.menu()
    assert {order.card for order in table.offers(PlayForPoints)} == {card_id(1)}


def test_what_was_played_for_the_outer_impulse_lasts_beyond_the_granted_one() -> None:
    health = Lasting("the_leaders_health", "britain", "marmont")
    hands: Any = {"britain": (34, 1), "nord": (2, 3)}
    table = at_table(hands, leaders_at={"marmont": "salamanca"}, lasting=(health,))
    played(table, 34, "nord").give(LeavePoints()).give(EndImpulse())
    assert [each.card for each in table.state.lasting] == ["the_leaders_health"]
    table.give(EndImpulse()).quiet()
    assert not table.state.lasting


def before_sud(**facts: Any) -> Table:
    """Britain has had its impulse, Sud's is next."""
    hands = {"britain": (1,), "sud": (2,), "spain": (34,), "nord": (3,)}
    return given(None, hands=hands, track="sud", last="britain", **facts)


def test_before_an_impulse_it_is_granted_to_no_power_that_would_have_two_in_a_row() -> None:
    table = before_sud()
    offered = [order.target for order in table.offers(Respond, SPAIN) if order.card == SEIZE]
    assert set(offered) == {"spain", "nord"}


def test_a_granted_impulse_comes_before_the_scheduled_one() -> None:
    table = before_sud()
    table.give(Respond("spain", SEIZE, "nord"), seat=SPAIN).quiet()
    assert table.seats == (NORD,) and table.prompt == "spend_point"
    table.give(LeavePoints()).give(EndImpulse()).quiet()
    assert table.seats == (SUD,) and table.prompt == "play_impulse"


def test_nor_to_who_preempts_while_the_power_on_the_track_may_have_it() -> None:
    """4.22: Nord preempts Sud."""
    hands: Any = {"britain": (1,), "sud": (2,), "spain": (34,), "nord": (3, 7, 8)}
    table = given(None, hands=hands, track="sud", last="britain", preemption_from=1).give(Preempt())
    offered = [order.target for order in table.offers(Respond, SPAIN) if order.card == SEIZE]
    assert set(offered) == {"sud", "spain"}


def test_what_was_drawn_beside_others_is_seen_by_its_holder_alone() -> None:
    """5.4: for all that the others know any common cards could have been drawn."""
    table = played(at_table({"spain": (89, 1), "sud": (2,)}, "spain"), 89)
    impulse = table.state.impulse
    assert impulse is not None and table.seats == (SPAIN,)
    offers = {state.impulse.offered for state in dealt_anew(table.state, SUD) if state.impulse}
    assert len(offers) > 1
    own = {state.impulse.offered for state in dealt_anew(table.state, SPAIN) if state.impulse}
    assert own == {impulse.offered}


def dealt_anew(state: State, seat: Seat) -> list[State]:
    return [conceal(state, seat, Random(number)) for number in range(10)]
