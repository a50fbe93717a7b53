"""What a decision is part of: the orders of a seat that are not over yet."""

from random import Random

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import Seat
from domain.kernel.history import under_way
from domain.kernel.orders import Order
from domain.store import Games, open_games


def trail(games: Games, game: str, seat: Seat) -> tuple[Order, ...]:
    desk = games.desk(game)
    return under_way(games.history(game), desk.version, desk.agenda, seat)


Asked = tuple[Seat, str, tuple[Order, ...]]


def played(title: str, scenario: str, orders: int) -> tuple[Games, str, list[Asked]]:
    """A random game, and at every decision the seat asked, its prompt and what is under way."""
    games, random = open_games("memory:"), Random(3)
    game = games.create(title, scenario, seed=b"under way".ljust(32, b"."))
    found = []
    for _ in range(orders):
        desk = games.desk(game)
        if desk.is_over or desk.decision is None:
            break
        seat = desk.waiting[0]
        found.append((seat, desk.decision.asks[seat].prompt, trail(games, game, seat)))
        games.order(game, seat, random.choice(desk.menu(seat)))
    return games, game, found


@pytest.mark.parametrize(
    ("title", "scenario", "outermost", "inner", "card"),
    [
        ("waterloo", "short", "play_card", "movement", "PlayCard"),
        ("wellington", "1812", "play_impulse", "spend_point", "PlayForPoints"),
    ],
)
def test_a_card_lasts_through_what_it_pays_for_and_no_longer(
    title: str, scenario: str, outermost: str, inner: str, card: str
) -> None:
    _, _, found = played(title, scenario, 400)
    inside = [orders for _, prompt, orders in found if prompt == inner]
    outside = [orders for _, prompt, orders in found if prompt == outermost]
    assert any(type(orders[0]).__name__ == card for orders in inside if orders)
    assert outside and not any(type(order).__name__ == card for orders in outside for order in orders)
    assert not any(type(order).passes for _, _, orders in found for order in orders)


def test_what_was_taken_back_is_no_longer_under_way() -> None:
    games, game, _ = played("waterloo", "short", 60)
    while True:
        desk = games.desk(game)
        assert desk.decision is not None
        seat = desk.waiting[0]
        if desk.decision.asks[seat].prompt == "movement":
            break
        games.order(game, seat, desk.menu(seat)[0])
    before, version = trail(games, game, seat), desk.version
    assert before
    games.order(game, seat, desk.menu(seat)[0])
    games.take_back(game, (seat,), version)
    assert trail(games, game, seat) == before
