"""What commands did to the win chance: luck, play and turning points, on made-up values and the toy title."""

from math import exp, sqrt
from random import Random
from typing import Any

import pytest

from domain.kernel import Drawn, Rolled, SealedChance, Seat
from domain.kernel.history import History, resumed
from replays.swings import LEAST, Planned, Swing, account, on_average, swings, turning_points
from tests.laws.games import whole_game
from tests.toy import BLUE, RED

NOISE = 0.03


def wrong_worth(history: History, seat: Seat) -> Any:
    """A value of positions that knows nothing but the title's yardstick, and that badly."""

    def worth(state: Any) -> float:
        result = history.rule_set.result(state)
        if result is not None:
            return 0.5 if not result.winners else float(seat in result.winners)
        return 1 / (1 + exp(-0.3 * history.rule_set.evaluate(state, seat)))

    return worth


def game_of(number: int) -> History:
    return whole_game("skirmish", "line", (RED, BLUE), number)


def swing(size: float, **fields: Any) -> Swing:
    before = 0.5 - size / 2
    return Swing(1, 2, before, before + size, before + size, 0.0, False, **fields)


def test_A1_luck_play_and_what_was_not_foreseen_add_up_to_what_the_chance_moved() -> None:
    for number in range(6):
        history = game_of(number)
        sums = account(swings(history, wrong_worth(history, RED)))
        assert sums is not None
        assert sums.begin + sums.luck + sums.play + sums.unseen == pytest.approx(sums.end, abs=1e-9)


def test_A2_A3_luck_is_0_on_average_however_wrong_the_value_is() -> None:
    lucks = []
    for number in range(150):
        history = game_of(number)
        sums = account(swings(history, wrong_worth(history, RED)))
        assert sums is not None
        lucks.append(sums.luck)
    mean = sum(lucks) / len(lucks)
    error = sqrt(sum((each - mean) ** 2 for each in lucks) / len(lucks) ** 2)
    assert 0 < error < 0.05 and abs(mean) < 3 * error


def test_what_was_rolled_is_one_of_the_falls_that_are_looked_at() -> None:
    history = game_of(1)
    worth = wrong_worth(history, RED)
    seen = 0
    for each in swings(history, worth):
        events = history.recorded[each.start - 1 : each.stop]
        is_rolled = any(isinstance(one.body, (Rolled, Drawn)) for one in events)
        assert each.is_chancy == is_rolled
        rested = history.at(each.start - 1)
        answers = events[0].answers or ()
        if not is_rolled:
            assert on_average(rested, answers, worth, Random(1)) == (pytest.approx(each.after), 0.0)
        if not is_rolled or each.error:
            continue
        seen += 1
        chance = SealedChance((1).to_bytes(32, "big"))
        planned = Planned((), lambda size: size - 1)
        for numbers in (chance, planned):
            play = resumed(rested, numbers)
            play.run()
            for answer in answers:
                play.answer(answer)
            assert numbers is planned or worth(play.state) == pytest.approx(each.after)
        assert planned.given == [size - 1 for size in planned.sizes]
    assert seen


def test_A12_games_in_which_nothing_turned_seldom_show_a_turning_point() -> None:
    random = Random(12)
    games = [[swing(random.gauss(0, 0.045)) for _ in range(80)] for _ in range(1000)]
    assert sum(bool(turning_points(each, 0.045)) for each in games) / 1000 <= 0.071


def test_A13_true_swings_of_15_points_are_found_and_small_ones_are_not() -> None:
    random, found, shown = Random(13), 0, 0
    for _ in range(500):
        game = [swing(random.gauss(0, NOISE)) for _ in range(79)]
        game.insert(40, swing(0.18 + random.gauss(0, NOISE)))
        points = turning_points(game, NOISE)
        found, shown = found + (game[40] in points), shown + len(points)
    assert found >= 475 and found / shown >= 0.95
    assert not turning_points([swing(LEAST - 0.01)], 0.001), "a sure swing of 9 points is no turning point"


def test_how_a_game_ended_is_no_turning_point_unless_chance_ended_it() -> None:
    ended = swing(0.6, is_last=True)
    by_dice = Swing(1, 2, 0.4, 1.0, 0.6, 0.0, True, is_last=True)
    assert turning_points([ended, by_dice], 0.01) == [by_dice]
