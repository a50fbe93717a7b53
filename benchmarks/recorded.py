"""Games that computers play from fixed seeds, order by order, to be played again by other hands."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

import domain.titles  # noqa: F401  (registers the titles)
from domain.bots import BOTS, situation
from domain.kernel import Seat, titled
from domain.store import Games, Holder, open_games

ME = "Anna"
Mark = tuple[int, tuple[tuple[str, int], ...], tuple[str, ...]]


class Given(msgspec.Struct, frozen=True):
    """One order of a recorded game: whose it is, its JSON, what it answers, whether the answer is whole with
    it, whether by it a seat that was asked beside others lets its chance pass, and where the game stands
    after it."""

    seat: str
    order: str
    prompt: str
    closes: bool
    is_silent: bool
    mark: Mark


def mark_of(desk: Any) -> Mark:
    """Where a game stands: its version, the parts of answers and the answers that lie beside it."""
    drafts = tuple(sorted((seat, len(parts)) for seat, parts in desk.drafts.items() if parts))
    return desk.version, drafts, tuple(sorted(desk.answers))


def open_recorded(games: Games, title: str, scenario: str, number: int) -> str:
    """Game `number` of a scenario, with one person on all seats: it goes as the record does."""
    seats = titled(title).scenario(scenario).seatings[0]
    holders = {seat: Holder("person", ME) for seat in seats}
    return games.create(title, scenario, seats=seats, holders=holders, seed=number.to_bytes(32, "big"))


def recorded(title: str, scenario: str, bot: str, number: int) -> list[Given]:
    """All orders of game `number`."""
    games = open_games("memory:")
    try:
        return list(_played(games, open_recorded(games, title, scenario, number), bot, Random(number)))
    finally:
        games.close()


def _played(games: Games, game: str, bot: str, random: Random) -> Iterator[Given]:
    rule_set = games.rule_set(game)
    desk = games.desk(game)
    while not desk.is_over:
        seat = Seat(desk.waiting[0])
        assert desk.decision is not None
        ask = desk.decision.ask(seat)
        assert ask is not None
        seen = situation(rule_set, desk.standing.state, desk.agenda, ask, desk.drafts.get(seat, ()), random)
        order = BOTS[bot](seen)
        desk = games.order(game, seat, order)
        text = msgspec.json.encode(order).decode()
        yield Given(seat, text, ask.prompt, type(order).closes, order == ask.silence, mark_of(desk))
