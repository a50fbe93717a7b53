"""Random games run to their end; nothing is lost, doubled or leaked."""

from collections import Counter
from random import Random

import pytest

from domain.kernel.agenda import decision_at
from domain.kernel.seats import Seat
from domain.wellington.control import controller
from domain.wellington.events.endings import VictoryScored
from domain.wellington.state import State, by_number, changed, deck, free_counters, reserve
from domain.wellington.victory import result
from domain.wellington.world import (
    CARDS,
    DUCHIES,
    FLAGS,
    NATION_OF,
    POWERS,
    SEATINGS,
    SIDE_OF,
    STARTS,
    Power,
)
from tests.rules.wellington.position import Table, started

GAMES = [(s, seats, n) for n, s in enumerate(sorted(STARTS)) for seats in SEATINGS]


def check(state: State) -> None:
    """Every card is in one place; counters and flags keep their limits; no flag of the original power."""
    held = [card for hands in (state.hands, state.set_aside) for hand in hands.values() for card in hand]
    open_cards = [*state.discards, *state.played, *state.removed, *(each.card for each in state.lasting)]
    hidden = [*deck(state), *(c for n in ("britain", "spain", "france") for c in reserve(state, n))]  # type: ignore[arg-type]
    assert Counter((*held, *open_cards, *hidden)) == Counter(list(CARDS))
    for power in POWERS:
        assert min(free_counters(state, power)) >= 0 and state.resources[power] >= 0
    for side, most in FLAGS.items():
        assert sum(SIDE_OF[power] == side for power in state.flags.values()) <= most
    for general in state.leaders.values():
        assert (general.place == "map") == (general.duchy is not None)
    assert all(flag != DUCHIES[duchy].controller for duchy, flag in state.flags.items())
    assert all(controller(state, duchy) in (None, *POWERS) for duchy in DUCHIES)


def played(scenario: str, seats: tuple[Seat, ...], number: int) -> Table:
    table, random = started(scenario, seats, bytes([number]) * 32), Random(number)
    while table.decision is not None:
        table.play_on(random, most=1)
        check(table.state)
        again = table.asked_again() if table.decision is not None else None
        if again is not None and table.decision is not None:
            assert again.seats == table.decision.seats
            for seat in again.seats:
                assert list(again.asks[seat].menu()) == table.menu(seat)
    return table


@pytest.mark.parametrize(("scenario", "seats", "number"), GAMES)
def test_a_random_game_ends_and_keeps_its_pieces(scenario: str, seats: tuple[Seat, ...], number: int) -> None:
    table = played(scenario, seats, number)
    found = result(table.state)
    assert table.game.agenda == [] and found is not None and set(found.winners) <= set(seats)
    assert table.state.ended != "last_year" or table.state.year == 1814
    assert {event.power for event in table.all(VictoryScored)} == set(POWERS)


def dealt_anew(state: State, power: Power, random: Random) -> State:
    """The same open facts, with other cards in this hand and the rest still in deck and Reserve."""
    common, national = list(deck(state)), list(reserve(state, NATION_OF[power]))
    hand = state.hands[power]
    count = sum(CARDS[card].is_national for card in hand)
    common += [card for card in hand if not CARDS[card].is_national]
    national += [card for card in hand if CARDS[card].is_national]
    drawn = random.sample(national, count) + random.sample(common, len(hand) - count)
    return changed(state, hands={**state.hands, power: by_number(drawn)})


@pytest.mark.parametrize("number", range(4))
def test_who_is_asked_tells_nothing_about_a_hand(number: int) -> None:
    table, random = started("1812", SEATINGS[0], bytes([9, number]) * 16), Random(number)
    while table.decision is not None:
        for power in POWERS:
            state = dealt_anew(table.state, power, random)
            again = decision_at(state, tuple(table.game.agenda))
            assert again is not None and again.seats == table.decision.seats
            for seat in again.seats:
                if seat != power:
                    assert list(again.asks[seat].menu()) == table.menu(seat)
        table.play_on(random, most=1)
