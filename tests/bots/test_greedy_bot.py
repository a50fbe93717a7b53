"""The greedy bot: stronger than chance, and fair."""

from random import Random

import pytest

from domain.bots.greedy_bot import greedy_bot
from domain.bots.matches import wins
from domain.bots.playing import opening, play_out, random_bot
from domain.kernel import Seat
from domain.waterloo.title import WATERLOO
from domain.wellington.title import WELLINGTON


@pytest.mark.parametrize("seat", ["french", "coalition"])
def test_it_beats_the_random_bot_from_either_side(seat: str) -> None:
    won = wins(WATERLOO, "short", Seat(seat), greedy_bot, random_bot, range(20))
    assert won >= 14, f"{won} of 20 games won as {seat}"


def test_its_games_are_the_same_for_the_same_seed() -> None:
    counts = {wins(WATERLOO, "short", Seat("french"), greedy_bot, random_bot, range(3)) for _ in range(2)}
    assert len(counts) == 1


def test_it_plays_wellington_to_the_end() -> None:
    """Windows, drafts, sieges and all: two greedy allies against two random French powers."""
    seats = tuple(Seat(seat) for seat in ("britain", "sud", "spain", "nord"))
    bots = {seat: greedy_bot if seat in ("britain", "spain") else random_bot for seat in seats}
    opened = opening(WELLINGTON, "1813", seats, b"peninsula", "game")
    play = play_out(WELLINGTON, opened, b"peninsula", bots, Random(1))
    result = WELLINGTON.result(play.state)
    assert result is not None and result.winners
