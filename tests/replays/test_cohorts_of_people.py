"""Two groups of people's games compared, where the same people come up again and again."""

import numpy as np
import polars as pl
import pytest

from replays.cohorts import compare_groups
from replays.people import compare_tangled, mean_of_tangled
from tests.thorough import times

SETS = times(60, 400)


def table(prefix, players, french_won, turns=None, luck=None):
    """Made-up games, one of these people each."""
    n, won = len(players), [bool(each) for each in french_won]
    return pl.DataFrame({
        "game": [f"{prefix}{i:04}" for i in range(n)], "title": "waterloo", "scenario": "short",
        "seats": "french,coalition", "seats_kind": "people", "players": [",".join(each) for each in players],
        "winners": ["french" if each else "coalition" for each in won],
        "margin": [1.0 if each else -1.0 for each in won], "turns": turns or [4 + i % 3 for i in range(n)],
        "orders": [100 + i for i in range(n)], "luck_z": luck or [0.1 * (i % 7 - 3) for i in range(n)],
    })  # fmt: skip


def at_several_tables(first):
    """20 games of nine people, each of whom plays several others."""
    pairs = [(first + i, first + (i + d) % 9) for d in range(1, 4) for i in range(9)]
    return [(f"p{a}", f"p{b}") for a, b in pairs[:20]]


def couples(prefix, number=10, games=6):
    return [(f"{prefix}{i}", f"{prefix}{i}'s friend") for i in range(number) for _ in range(games)]


def finding(found, question, name):
    return next(each for each in found.findings if (each.question, each.name) == (question, name))


@pytest.mark.parametrize("other", [20, 0], ids=["strangers", "the same people"])
def test_groups_that_are_opposites_are_not_called_alike(other):
    a = table("a", at_several_tables(0), [1] * 20, [4] * 20)
    b = table("b", at_several_tables(other), [0] * 20, [8] * 20)
    found = compare_groups(a, b, "Short", "Long", 1)
    assert found.headline.startswith("coalition won more often in Long than in Short: 100 % against 0 %")
    assert finding(found, "rate", "french").difference.low > 0.3
    turns = finding(found, "mean", "turns").sentence
    assert turns.startswith("The number of turns is always 8 in Long and always 4 in Short (adjusted p ")
    each_game = finding(found, "distribution", "turns")
    told = each_game.sentence.startswith("The number of turns is higher in Long: ")
    assert each_game.adjusted < 0.05 and told
    alike = compare_groups(a, table("b", at_several_tables(other), [1] * 20, [4] * 20), "A", "B", 1)
    assert alike.headline == "Nothing to compare: every game of both groups ended alike."


def test_equal_averages_of_every_pair_are_not_called_equal_games():
    won = [1, 0] * 10
    found = compare_groups(
        table("a", couples("a", 10, 2), won), table("b", couples("b", 10, 2), won), "A", "B", 1
    )
    assert found.headline == (
        "Coalition: 0.5 on average of every pair of players in both groups, nothing to compare."
    )


def test_a_jackknife_that_sees_no_spread_where_there_is_some_is_not_believed():
    """Eight people in a ring whose games are won in turn: leaving out anybody takes one won and one lost."""
    ring = {(f"p{i}", f"p{(i + 1) % 8}"): float(i % 2) for i in range(8)}
    other = {(f"q{i}", f"q{(i + 1) % 8}"): 1.0 for i in range(8)}
    assert compare_tangled(ring, other).low is not None and compare_tangled(ring, other).p is not None
    assert mean_of_tangled(ring).low is not None


def rates_of_couples(rng, first, second, games=6):
    """The finding on the French of two groups of ten couples, each with a habit."""
    groups = []
    for prefix, share in (("a", first), ("b", second)):
        chances = np.clip(rng.normal(share, 0.05, 10), 0, 1).repeat(games)
        groups.append(table(prefix, couples(prefix, 10, games), rng.random(10 * games) < chances))
    return finding(compare_groups(*groups, "A", "B", int(rng.integers(1000))), "rate", "french")


def test_interval_and_p_of_couples_seldom_contradict_each_other_and_what_would_show_is_that_of_games():
    rng, contradicted = np.random.default_rng(4), 0
    for _ in range(SETS):
        found = rates_of_couples(rng, 0.62, 0.40)
        is_left_out = found.difference.low > 0 or found.difference.high < 0
        contradicted += is_left_out != (found.adjusted < 0.05)
        assert found.difference.visible < 0.45, "60 games, and not 10"
    assert contradicted / SETS <= 0.15, "a bootstrap-t and a permutation differ a little at the edge"


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_the_difference_of_couples_is_covered_as_often_as_it_says(share):
    rng = np.random.default_rng(44)
    gaps = [rates_of_couples(rng, share, share).difference for _ in range(SETS)]
    told = [each for each in gaps if each.low is not None]
    assert np.mean([each.low <= 0 <= each.high for each in told]) >= 0.95 - 3 * (0.0475 / SETS) ** 0.5


def test_luck_is_no_habit_of_couples():
    rng = np.random.default_rng(8)
    z = rng.normal(0, 1.06, 60).tolist()
    a, b = table("a", couples("a"), [1, 0] * 30, luck=z), table("b", couples("b", 3), [1, 0] * 9)
    first, second = compare_groups(a, b, "A", "B", 1).luck
    assert (first.games, second.games) == (60, 18)
    assert first.mean == pytest.approx(np.mean(z))
    assert first.outer == pytest.approx(1.96 * 1.09 / 60**0.5)
