"""The veteran: one order ahead, what follows supposed by chance; stronger than the greedy player."""

from benchmarks.strength import pairs


def test_it_is_ahead_of_the_greedy_player_over_swapped_sides_and_the_same_dice() -> None:
    share, margin, ahead = pairs("washingtons_war", "campaign", "veteran", "greedy", 3, workers=1)
    assert share.estimate > 0.5 and margin.estimate > 0 and ahead.estimate > 0.5, (share, margin, ahead)


def test_a_policy_against_itself_is_even() -> None:
    share, margin, ahead = pairs("waterloo", "short", "random", "random", 3, workers=1)
    assert (share.estimate, margin.estimate, ahead.estimate) == (0.5, 0.0, 0.5)


def test_its_games_are_the_same_for_the_same_seed() -> None:
    runs = [pairs("waterloo", "short", "veteran", "random", 1, workers=1) for _ in range(2)]
    assert runs[0] == runs[1]
