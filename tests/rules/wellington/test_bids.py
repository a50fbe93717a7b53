"""Bidding for the powers (2.1, R-7, D-01, D-02)."""

from random import Random

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.ending.victory import result
from domain.wellington.events.bids import BidsRevealed, PowersTaken
from domain.wellington.events.losses import LossesTaken
from domain.wellington.facts.world import POWERS
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.bids import BidStrength, TakePowers
from domain.wellington.position.state import changed, powers_of_seat, seat_of, sp_of
from domain.wellington.sequence.bids import BIDDING, Bid, ChoosePowers, holdings_left
from tests.rules.wellington.position import Table, ToldPlay, position, started

FOUR, THREE, TWO = BIDDING
ONE, OTHER, THIRD, FOURTH = FOUR
SOLDIERS = {"lisbon": "britain 5 0 0", "sevilla": "sud 5 0 0", "cadiz": "spain 4 0 0", "madrid": "nord 6 0 0"}


def bidding(bids: dict[Seat, int], dice: tuple[tuple[int, ...], ...] = ()) -> Table:
    """The players of these bids, after they are revealed."""
    state = position(active=None, seats=tuple(bids), soldiers_at=SOLDIERS)
    table = Table(ToldPlay(state, [Bid()], dice, []))
    return table.answer({seat: (BidStrength(sp),) for seat, sp in bids.items()})


def test_all_bid_at_once_and_see_nothing_of_each_other_before_all_have_bid() -> None:
    table = Table(ToldPlay(position(active=None, seats=FOUR, soldiers_at=SOLDIERS), [Bid()], [], []))
    assert table.seats == FOUR and table.prompt == "bid"
    assert table.menu(THIRD) == [BidStrength(sp) for sp in range(5)]  # Spain has four on the map
    assert not table.all(BidsRevealed)


def test_the_highest_bidder_chooses_first_and_removes_his_bid_from_his_own_soldiers() -> None:
    table = bidding({ONE: 1, OTHER: 2, THIRD: 0, FOURTH: 4})
    assert table.seats == (FOURTH,)
    table.give(TakePowers(("nord",)))
    assert table.prompt == "pay_bid" and table.menu() == [RemoveSoldier("nord", "madrid")]
    for _ in range(4):
        table.give(RemoveSoldier("nord", "madrid"))
    assert sp_of(table.state, "madrid", "nord") == 2
    assert table.seats == (OTHER,) and TakePowers(("nord",)) not in table.menu()


def test_the_others_choose_in_the_order_of_their_bids_and_remove_nothing() -> None:
    table = bidding({ONE: 1, OTHER: 2, THIRD: 0, FOURTH: 4}).give(TakePowers(("nord",)))
    while table.prompt == "pay_bid":
        table.give(RemoveSoldier("nord", "madrid"))
    table.give(TakePowers(("sud",))).give(TakePowers(("britain",)))
    assert table.all(PowersTaken)[1:] == [
        PowersTaken(OTHER, ("sud",)), PowersTaken(ONE, ("britain",)), PowersTaken(THIRD, ("spain",)),
    ]  # fmt: skip
    assert {event.power for event in table.all(LossesTaken)} == {"nord"} and table.decision is None


def test_dice_decide_between_equal_bids_and_are_rolled_again_if_equal() -> None:
    table = bidding({ONE: 2, OTHER: 2, THIRD: 0, FOURTH: 1}, dice=((3,), (3,), (2,), (5,)))
    assert [event.values for event in table.all(Rolled)] == [(3,), (3,), (2,), (5,)]
    assert table.seats == (OTHER,)


def test_of_three_players_one_has_a_whole_side() -> None:
    table = bidding({seat: 0 for seat in THREE}, dice=((6,), (5,), (4,)))
    assert table.menu() == [
        TakePowers(powers)
        for powers in (("britain",), ("britain", "spain"), ("sud",), ("sud", "nord"), ("spain",), ("nord",))
    ]
    table.give(TakePowers(("sud",)))
    assert table.menu() == [TakePowers(("britain", "spain")), TakePowers(("nord",))]


def test_two_players_share_the_sides() -> None:
    table = bidding({seat: 0 for seat in TWO}, dice=((1,), (6,)))
    table.give(TakePowers(("sud", "nord")))
    assert powers_of_seat(table.state, TWO[0]) == ("britain", "spain")
    assert seat_of(table.state, "nord") == TWO[1] and not table.all(LossesTaken)


def test_every_share_gives_each_power_one_player() -> None:
    for seats in BIDDING:
        state = position(active=None, seats=seats)
        for seat in seats:
            state = changed(state, players={**state.players, seat: holdings_left(state)[-1]})
        assert sorted(power for seat in seats for power in powers_of_seat(state, seat)) == sorted(POWERS)
        assert Table(ToldPlay(state, [ChoosePowers((), 0)], [], [])).decision is None


def test_a_game_of_bidders_is_set_up_dealt_and_played_to_its_end() -> None:
    table = started("1813", THREE, b"players without a power........!")
    assert table.prompt == "bid"
    table.play_on(Random(4), most=100_000)
    found = result(table.state)
    assert found is not None and set(found.winners) <= set(THREE)
