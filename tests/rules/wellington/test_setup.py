"""Setting up: pieces, hands, mulligans (2)."""

import pytest

from domain.kernel.seats import Seat
from domain.wellington.events.setup import CardsDealt, HandKept, HandReplaced
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import POWERS, SEATINGS
from domain.wellington.movement.groups import commander
from domain.wellington.orders.impulses import KeepHand, ReplaceHand
from domain.wellington.position.control import controller
from domain.wellington.position.state import common_in_hand, deck, leaders_in, powers_of_seat, reserve, sp_of
from domain.wellington.sequence.bids import BIDDING
from domain.wellington.sequence.setup import scenarios
from tests.rules.wellington.built_in import CARDS, DUCHIES, STARTS
from tests.rules.wellington.position import TWO, started


def test_two_three_or_four_play_and_three_in_two_ways() -> None:
    for scenario in scenarios(FACTS):
        assert sorted(len(seats) for seats in SEATINGS) == [2, 3, 3, 4]
        assert scenario.seatings == (*SEATINGS, *BIDDING)
        for seats in SEATINGS:
            held = [power for seat in seats for power in powers_of_seat(started(seats=seats).state, seat)]
            assert sorted(held) == sorted(POWERS)


@pytest.mark.parametrize("scenario", sorted(STARTS))
def test_each_power_controls_the_key_duchies_of_its_headquarters_card(scenario: str) -> None:
    state = started(scenario).state
    for power, count in STARTS[scenario].keys.items():
        assert sum(controller(state, duchy) == power for duchy, f in DUCHIES.items() if f.is_key) == count


def test_wellington_besieges_ciudad_rodrigo_with_de_espana() -> None:
    state = started().state
    assert leaders_in(state, "ciudad_rodrigo") == ("wellington", "de_espana")
    assert commander(state, "ciudad_rodrigo", "allied") == "wellington"
    assert sp_of(state, "ciudad_rodrigo", "britain") == 5
    assert controller(state, "ciudad_rodrigo") == "nord"


def test_every_power_gets_six_cards_and_its_national_ones() -> None:
    state = started().state
    for power in POWERS:
        dealt = FACTS.forces.powers[power].national_cards_dealt
        assert len(common_in_hand(state, power)) == 6
        assert len(state.hands[power]) == 6 + dealt
    assert len(deck(state)) == 86 - 24
    assert [len(reserve(state, nation)) for nation in ("britain", "spain", "france")] == [3, 4, 8]


def test_in_1813_four_cards_count_as_played_and_are_gone() -> None:
    state = started("1813").state
    numbers = sorted(CARDS[card].number for card in state.removed)
    assert numbers == [4, 6, 38, 99]
    assert not set(state.removed) & {card for hand in state.hands.values() for card in hand}


def test_the_powers_decide_on_their_hands_in_impulse_order() -> None:
    table = started()
    for power in POWERS:
        assert table.seats == (Seat(power),) and table.prompt == "mulligan"
        table.give(KeepHand(power))
    assert [event.power for event in table.all(HandKept)] == list(POWERS)


def test_a_replaced_hand_is_one_card_smaller_and_keeps_national_and_mandatory_cards() -> None:
    table = started()
    before = table.state.hands["britain"]
    kept = {card for card in before if CARDS[card].is_national or CARDS[card].is_mandatory}
    table.give(ReplaceHand("britain"))
    assert len(table.state.hands["britain"]) == len(before) - 1
    assert kept <= set(table.state.hands["britain"])
    assert table.state.discards[-1] == table.all(HandReplaced)[0].top
    table.give(ReplaceHand("britain"))
    assert len(table.state.hands["britain"]) == len(before) - 2


def test_a_player_with_two_powers_keeps_two_hands() -> None:
    table = started(seats=TWO)
    assert table.seats == (Seat("allied"),)
    table.give(KeepHand("britain"))
    assert table.seats == (Seat("french"),)
    assert len(SEATINGS) == 4 and len(table.all(CardsDealt)) == 8
