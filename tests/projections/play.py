"""Games played at random through the store, take-backs and unfinished answers included."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from domain.kernel import RuleSet, titled
from domain.store import Holder
from domain.titles import TITLES
from tests.council import COUNCIL
from tests.patience import PATIENCE
from tests.thorough import of_many
from tests.toy import SKIRMISH


def every_title() -> list[Any]:
    """Each title that is played, and the two of the tests, with its scenarios, as test parameters."""
    return [
        (title, scenario.id)
        for title in (COUNCIL, SKIRMISH, *TITLES)
        for scenario in title.scenarios[:: of_many(len(title.scenarios))]
    ]


def opened(games: Any, title: str = "skirmish", scenario: str = "line", kind: str = "hotseat") -> str:
    """A new game with somebody on every seat. The same orders always meet the same dice."""
    seats = titled_seats(title, scenario)
    holders = {seat: Holder(kind, "random" if kind == "bot" else f"{seat}'s player") for seat in seats}
    game: str = games.create(title, scenario, seats=seats, holders=holders, seed=bytes(32))
    return game


def titled_seats(title: str, scenario: str) -> Any:
    return titled(title).scenario(scenario).seatings[0]


def order(games: Any, game: str, random: Random) -> Any:
    """One random order of one random seat that must answer; the new desk."""
    desk = games.desk(game)
    seat = random.choice(list(desk.waiting))
    return games.order(game, seat, random.choice(list(desk.menu(seat))))


def play(games: Any, game: str, random: Random, orders: int = 100_000, takebacks: float = 0.0) -> Any:
    """Random play, up to `orders` orders; `takebacks` is how often one is followed by a take-back."""
    desk = games.desk(game)
    while orders and not desk.is_over:
        desk, orders = order(games, game, random), orders - 1
        if not desk.is_over and random.random() < takebacks:
            seats = desk.standing.opened.seats
            to = games.undo_target(game, seats)
            if to is not None:
                desk = games.take_back(game, seats, to)
    return desk


def until(is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits for something that other threads bring about; fails if they do not."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"{is_so} did not come true within {seconds} s"
        time.sleep(0.01)


def rule_set_of(games: Any, game: str) -> RuleSet:
    found: RuleSet = games.rule_set(game)
    return found
