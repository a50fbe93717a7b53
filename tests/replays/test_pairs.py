"""Two games side by side."""

import random

import pytest

from replays.pairs import align, first_difference


def row(turn, seat, phase="move", **more):
    return {"turn": turn, "round": 1, "seat": seat, "phase": phase, **more}


def seats(moments):
    return [(m.key[0], m.key[2], m.a is not None, m.b is not None) for m in moments]


def test_moments_of_both_games_stand_side_by_side_and_missing_ones_are_gaps():
    found = align(
        [row(1, "french"), row(1, "allied"), row(2, "french")],
        [row(1, "french"), row(2, "french"), row(2, "allied")],
    )
    assert seats(found) == [
        (1, "french", True, True),
        (1, "allied", True, False),
        (2, "french", True, True),
        (2, "allied", False, True),
    ]


def test_games_with_another_order_of_seats_still_meet():
    found = align([row(1, "french"), row(1, "allied")], [row(1, "allied"), row(1, "french")])
    assert seats(found) == [(1, "french", True, True), (1, "allied", True, True)]


def test_a_moment_that_comes_up_twice_meets_its_second_time():
    found = align([row(1, "french", vp=0), row(1, "french", vp=1)], [row(1, "french", vp=5)])
    assert [(m.a["vp"], m.b and m.b["vp"]) for m in found] == [(0, 5), (1, None)]


def test_a_shorter_game_leaves_gaps_at_the_end():
    assert seats(align([row(1, "french")], []))[0][2:] == (True, False)
    assert align([], []) == ()


def events(count, word="e"):
    return [(version, f"{word}{version}".encode()) for version in range(1, count + 1)]


def test_A28_a_fork_first_differs_right_after_its_point():
    rng = random.Random(28)
    for _ in range(200):
        length = rng.randint(3, 60)
        point = rng.randint(1, length - 1)
        fork = [(1, b"own opening"), *events(point)[1:], *events(length, "other")[point:]]
        assert first_difference(events(length), fork, fork_at=point).version == point + 1


def test_A28_a_fork_with_the_same_dice_and_choices_never_differs():
    fork = [(1, b"own opening"), *events(20)[1:]]
    assert first_difference(events(20), fork, fork_at=8) is None


def test_a_game_that_goes_on_differs_from_one_that_ended():
    found = first_difference(events(3), events(4))
    assert (found.version, found.a, found.b) == (4, None, b"e4")


def test_games_that_never_shared_their_past_are_no_forks():
    with pytest.raises(ValueError, match="differ at version 2"):
        first_difference(events(5), events(5, "other"), fork_at=3)
