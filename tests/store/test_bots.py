"""The computer's seats: no game waits for a computer player that there is not."""

from typing import Any

import msgspec
import pytest

from domain.bots import BOTS, USUAL_LEVEL
from domain.kernel import Seat, SeatTaken
from domain.kernel.errors import InvalidSetup
from domain.store import Games, Holder
from replays.simulation import Run, kept_game

RED, BLUE = Seat("red"), Seat("blue")
UNKNOWN = Holder("bot", "stockfish")


def test_no_game_is_opened_joined_or_forked_with_an_unknown_computer_player(games: Games) -> None:
    with pytest.raises(InvalidSetup, match=r"no computer player 'stockfish'; there is greedy, marshal"):
        games.create("skirmish", "line", holders={RED: UNKNOWN})
    assert games.ids() == []
    game = games.create("skirmish", "line")
    with pytest.raises(InvalidSetup, match="stockfish"):
        games.take_seat(game, RED, UNKNOWN)
    with pytest.raises(InvalidSetup, match="stockfish"):
        games.fork(game, games.standing(game).version, same_fate=False, holders={RED: UNKNOWN})
    assert games.ids() == [game]


def test_a_running_game_that_waits_for_an_unknown_one_is_not_taken_in_and_one_that_is_over_is(
    games: Games,
) -> None:
    def strange(each: Any) -> Any:
        if isinstance(each.body, SeatTaken):
            return msgspec.structs.replace(each, body=SeatTaken(each.body.seat, "bot", "stockfish"))
        return each

    whole = [strange(each) for each in kept_game(Run("waterloo", "short", ("random", "random"), 5), 0, 0)]
    middle = next(number for number, each in enumerate(whole) if number > 100 and not each.left)
    with pytest.raises(InvalidSetup, match="stockfish"):
        games.adopt(whole[: middle + 1], None)
    assert games.adopt(whole, None) == whole[0].game


def test_a_computer_without_a_name_is_the_best_that_there_is(games: Games) -> None:
    game = games.create("skirmish", "line", holders={RED: Holder("bot")})
    assert USUAL_LEVEL in BOTS and games.holders(game)[RED] == Holder("bot", USUAL_LEVEL)
    games.take_seat(game, BLUE, Holder("bot", " random "))
    assert games.holders(game)[BLUE] == Holder("bot", "random")
