"""Commands of finished games played out: what is said of them is as sure as it says, and both sides of a
command meet the same dice."""


from random import Random
from statistics import pvariance

import msgspec
import pytest

from domain.kernel import ALL
from replays.archive import write
from replays.rollouts import compared, plan
from replays.simulating import Plan
from replays.simulation import Run, Start, game_id, secret, simulated
from replays.swings import swings
from tests.laws.games import whole_game
from tests.replays.test_swings import wrong_worth
from tests.toy import BLUE, RED, SKIRMISH

SETS = 2000


@pytest.mark.parametrize("games", [50, 100, 200, 400])
def test_A8_how_often_a_position_is_won_is_covered_as_often_as_it_says(games: int) -> None:
    random, covered, sets = Random(games), 0, 0
    for chance in (0.1, 0.25, 0.5, 0.7, 0.9):
        for _ in range(SETS // 5):
            won = [random.random() < chance for _ in range(games)]
            found = compared([(each, each) for each in won]).after
            covered += found.low <= chance <= found.high
            sets += 1
    assert 0.93 <= covered / sets <= 0.97


@pytest.mark.parametrize(("before", "after"), [(0.5, 0.5), (0.3, 0.6), (0.85, 0.95), (0.1, 0.12)])
def test_what_a_command_was_worth_is_covered_where_both_meet_the_same_dice(
    before: float, after: float
) -> None:
    random, covered, sets = Random(7), 0, SETS // 4
    for _ in range(sets):
        dice = [random.random() for _ in range(100)]
        found = compared([(each < before, each < after) for each in dice]).gap
        covered += found.low <= after - before <= found.high
    assert covered / sets >= 0.91, "0.93 to 0.99 by the exact laws; less three standard errors"


def plan_of(number: int) -> Plan:
    """The plan to play out a command in the first half of a game, which rolled or drew."""
    history = whole_game("skirmish", "line", (RED, BLUE), number)
    chancy = [each for each in swings(history, wrong_worth(history, RED)) if each.is_chancy]
    chosen = chancy[len(chancy) // 3]
    whole = Start(f"{number:032}", len(history.recorded), write(SKIRMISH, history.recorded, ALL))
    return plan("skirmish", "line", (RED, BLUE), whole, chosen.start, chosen.stop)


def by_any(run: Run | None) -> Run:
    assert run is not None
    return msgspec.structs.replace(run, bots=("random", "random"))


def test_A10_games_from_before_and_after_a_command_meet_the_same_dice_and_differ_less_for_it() -> None:
    apart = together = 0.0
    for game in range(6):
        made = plan_of(game)
        before, after = by_any(made.run), by_any(made.beside)
        assert before.start is not None
        assert secret(before, 5) == secret(after, 5) and game_id(before, 5) != game_id(after, 5)
        alone = msgspec.structs.replace(before, start=msgspec.structs.replace(before.start, dice=0))
        assert secret(alone, 5) != secret(before, 5), "other positions have dice of their own, as ever"
        margins = [[simulated(run, n)[0]["margin"] for run in (before, after)] for n in range(25)]
        apart += sum(pvariance([pair[place] for pair in margins]) for place in (0, 1))
        together += pvariance([late - early for early, late in margins])
    assert 0 < 1.3 * together <= apart


def test_the_computers_play_on_from_before_and_from_after_it() -> None:
    made = plan_of(1)
    assert made.beside is not None and made.run.start is not None and made.beside.start is not None
    assert made.run.start.version < made.beside.start.version and made.run.bots == ("veteran", "veteran")
    assert made.games == 100 and made.run.checked() and made.beside.checked()
