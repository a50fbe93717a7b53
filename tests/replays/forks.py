"""A skirmish and a fork of it that goes another way."""

import tests.toy  # noqa: F401
from domain.store import Games, open_games


def plays_on(games: Games, game: str, last: bool) -> None:
    """Always the first, or always the last order of the menu."""
    while not (desk := games.desk(game)).is_over:
        seat = desk.waiting[0]
        games.order(game, seat, desk.menu(seat)[-1 if last else 0])


def forked_skirmish() -> tuple[Games, str, str, int]:
    """(the store, the parent, its fork, the event after which it was forked)."""
    games = open_games("memory:")
    parent = games.create("skirmish", "line", name="parent")
    plays_on(games, parent, last=True)
    point = games.history(parent).rests()[2]
    fork = games.fork(parent, point, same_fate=True, name="fork")
    plays_on(games, fork, last=False)
    return games, parent, fork, point
