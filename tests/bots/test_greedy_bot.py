"""The greedy bot: stronger than chance, and fair."""

from random import Random

import pytest

from domain.bots.greedy_bot import greedy_bot
from domain.bots.matches import wins
from domain.bots.playing import Situation, opening, play_out, random_bot
from domain.kernel import Order, Seat
from domain.waterloo import WATERLOO
from domain.wellington.title import WELLINGTON


@pytest.mark.parametrize("seat", ["french", "coalition"])
def test_it_beats_the_random_bot_from_either_side(seat: str) -> None:
    won = wins(WATERLOO, "short", Seat(seat), greedy_bot, random_bot, range(20))
    assert won >= 14, f"{won} of 20 games won as {seat}"


@pytest.mark.parametrize("seats", [("french", "coalition"), ("french", "anglo_allied", "prussian")])
def test_what_it_may_not_know_changes_nothing_that_it_does(seats: tuple[Seat, ...]) -> None:
    """On a position whose hidden cards were dealt anew it gives the same order."""
    compared = 0

    def twice(situation: Situation) -> Order:
        nonlocal compared
        if compared < 20 and situation.random.random() < 0.05:
            compared += 1
            choices = {
                greedy_bot(_as_if(situation, state))
                for state in (
                    situation.state,
                    WATERLOO.conceal(situation.state, situation.seat, Random(1)),
                    WATERLOO.conceal(situation.state, situation.seat, Random(2)),
                )
            }
            assert len(choices) == 1, f"{situation.ask.prompt}: {choices}"
        return random_bot(situation)

    opened = opening(WATERLOO, "long", seats, b"fair", "game")
    play_out(WATERLOO, opened, b"fair", dict.fromkeys(seats, twice), Random(5))
    assert compared == 20


def _as_if(situation: Situation, state: object) -> Situation:
    return Situation(
        situation.rule_set,
        state,
        situation.agenda,
        situation.seat,
        situation.ask,
        situation.draft,
        Random(7),
    )


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
