"""Positions that greedy players came to, for pages that anybody may see."""

from random import Random
from typing import Any

from domain.bots import BOTS, situation
from domain.kernel import titled
from domain.store import Holder


def played(games: Any, title: str, scenario: str, orders: int) -> str:
    """A game after so many orders of greedy players (fewer if it ends); always the same. Gives its id."""
    seats = titled(title).scenario(scenario).seatings[0]
    holders = {seat: Holder("person", f"Player {number}") for number, seat in enumerate(seats)}
    game: str = games.create(title, scenario, seats=seats, holders=holders, seed=bytes(32))
    random = Random(1815)
    for _ in range(orders):
        desk = games.desk(game)
        if not desk.waiting:
            break
        seat = desk.waiting[0]
        ask, draft = desk.decision.ask(seat), desk.drafts.get(seat, ())
        shown = situation(titled(title), desk.standing.state, desk.agenda, ask, draft, random)
        games.order(game, seat, BOTS["greedy"](shown))
    return game
