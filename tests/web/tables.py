"""Tables of the real titles for tests of the pages: games, and a browser without scripts for each seat."""

from random import Random
from typing import Any

import msgspec

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import Seat, titled
from domain.store import Holder
from tests.web.conftest import Browser
from web.base.security import seat_token

SEED = b"tables of the tests".ljust(32, b".")


def new_table(games: Any, title: str, scenario: str) -> tuple[str, tuple[Seat, ...]]:
    """A new game with a person on every seat: (its id, its seats)."""
    seats = titled(title).scenario(scenario).seatings[0]
    holders = {seat: Holder("person", f"Player of {seat}") for seat in seats}
    return games.create(title, scenario, holders=holders, seed=SEED), seats


def sat_down(app: Any, game: str, seat: Seat) -> Browser:
    """A browser that holds this seat."""
    with app.test_request_context():
        token = seat_token(game, seat)
    browser = Browser(app)
    browser.open(f"/join/{token}")
    return browser


def play_some(games: Any, game: str, random: Random, orders: int, stop: Any = None) -> None:
    """Random legal orders, until `stop(desk)` or the game is over."""
    for _ in range(orders):
        desk = games.desk(game)
        if desk.is_over or (stop is not None and stop(desk)):
            return
        seat = desk.waiting[0]
        games.order(game, seat, random.choice(desk.menu(seat)))


def prompt(desk: Any) -> str:
    """What the seat that is waited for is asked."""
    return str(desk.decision.ask(desk.waiting[0]).prompt)


def as_sent(order: Any) -> str:
    """An order as a form sends it."""
    return msgspec.json.encode(order).decode()


def late(games: Any, milliseconds: int) -> None:
    """The clock of the games goes on by so much at once."""
    before = games._clock
    games._clock = lambda: before() + milliseconds


def lose_seat(host: Browser, games: Any, game: str, seat: str) -> None:
    """The host asks for a seat, its player does not answer, and it is freed."""
    host.open(f"/g/{game}/links")
    host.send(f"/seats/{seat}/ask")
    late(games, games.house.terms(game).wait)
    host.open(f"/g/{game}/links")
    host.send(f"/seats/{seat}/free")
