"""Playing on at random, and what tests ask about the result."""

from random import Random
from typing import Any

from domain.kernel.codec import codec
from domain.kernel.seats import Seat
from domain.store import Desk, Games

RED, BLUE = Seat("red"), Seat("blue")


def play_on(games: Games, game: str, random: Random, orders: int = 1000) -> Desk:
    """Random legal orders until the game is over."""
    desk = games.desk(game)
    while not desk.is_over and orders:
        seat = random.choice(desk.waiting)
        desk = games.order(game, seat, random.choice(desk.menu(seat)), desk.moment)
        orders -= 1
    return desk


def to_act(games: Games, game: str, acting: Seat = RED) -> Desk:
    """Plays on until `acting` may march or shoot: it sets all its cards aside, the other none."""
    for _ in range(10):
        desk = games.desk(game)
        if desk.asked == (acting,):
            return desk
        for seat in desk.waiting:
            while len(desk.menu(seat)) > 1 and seat == acting:
                desk = games.order(game, seat, desk.menu(seat)[0])
            desk = games.order(game, seat, desk.menu(seat)[-1])
    raise AssertionError("nobody came to act")


def written(games: Games, game: str) -> list[tuple[Any, ...]]:
    """The stored events as bytes, without the game's own id and commitment."""
    writer = codec(games.rule_set(game).id)
    return [(each.version, writer.topic(each.body), writer.write(each)) for each in games.recorded(game)[1:]]
