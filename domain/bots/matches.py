"""Matches between bots: one policy against another, over every seat."""

from random import Random

from domain.bots.playing import Bot, opening, play_out
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat


def wins(rule_set: RuleSet, scenario: str, seat: Seat, bot: Bot, other: Bot, games: range) -> int:
    """How many of these numbered games `bot` wins in `seat` (first seating) against `other` in all others."""
    seats = rule_set.scenario(scenario).seatings[0]
    bots = {each: bot if each == seat else other for each in seats}
    won = 0
    for number in games:
        seed = b"match %d" % number
        opened = opening(rule_set, scenario, seats, seed, str(number))
        play = play_out(rule_set, opened, seed, bots, Random(number))
        result = rule_set.result(play.state)
        assert result is not None, "a game that was played out has a result"
        won += seat in result.winners
    return won
