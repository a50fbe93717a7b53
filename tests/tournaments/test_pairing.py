"""Who meets whom: the laws of round robin, Swiss and knock-out, whatever the results."""

from itertools import combinations
from math import ceil, log2

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.tournaments.events import Entered, GameOver, Made, Replayed, RoundPaired, Started, Withdrawn
from domain.tournaments.knockout import bracket
from domain.tournaments.matching import best_pairs
from domain.tournaments.record import after, folded
from domain.tournaments.round_robin import schedule
from domain.tournaments.rounds import forfeits, is_over, may_go_on, next_round, rounds_due, to_replay
from domain.tournaments.standings import standings
from domain.tournaments.swiss import WIDEST, pairs

steady = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
"""The same examples every time, however slow the machine is."""
RESULTS = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]


def begun(kind, people, games_each=1, rounds=0, **more):
    """A tournament that has started, its entrants seeded as they entered."""
    asked = {"kind": kind, "games_each": games_each, "rounds": rounds, **more}
    made = Made(name="Cup", title="t", scenario="s", seats=("a", "b"), **asked)
    entries = [Entered(entrant=number, name=f"P{number}") for number in range(1, people + 1)]
    return folded("c", [made, *entries, Started(order=tuple(range(1, people + 1)))], 1)


def paired(found):
    ids = iter(range(1000))
    number = len(found.rounds)
    return after(found, RoundPaired(pairings=next_round(found, lambda: f"{number}-{next(ids)}")))


def counted(found, results):
    """The running games end by these results, one after the other."""
    for game in found.running():
        found = after(found, GameOver(game=game, points=results.draw(st.sampled_from(RESULTS))))
    return found


@settings(steady, max_examples=15)
@given(people=st.integers(2, 16))
def test_in_a_round_robin_everybody_meets_everybody_once_with_balanced_sides(people):
    rounds = schedule(range(1, people + 1))
    met = [frozenset(pair) for each in rounds for pair in each if pair[1] is not None]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, people + 1), 2)))
    for each in rounds:
        assert sorted(one for pair in each for one in pair if one is not None) == list(range(1, people + 1))
    pairs_ = [pair for each in rounds for pair in each if pair[1] is not None]
    for one in range(1, people + 1):
        lead = sum(pair[0] == one for pair in pairs_) - sum(pair[1] == one for pair in pairs_)
        assert abs(lead) == (people + 1) % 2


def most_pairs(people, may_meet):
    """The same by trying everything."""
    if len(people) < 2:
        return 0
    one, *others = people
    best = most_pairs(others, may_meet)
    for other in others:
        if may_meet(one, other):
            best = max(best, 1 + most_pairs([each for each in others if each != other], may_meet))
    return best


@settings(steady, max_examples=60)
@given(data=st.data(), people=st.integers(1, 8))
def test_as_many_are_paired_as_can_be(data, people):
    every = list(combinations(range(people), 2))
    may = set(data.draw(st.lists(st.sampled_from(every), unique=True))) if every else set()

    def may_meet(one, other):
        return (min(one, other), max(one, other)) in may

    found = best_pairs(range(people), may_meet)
    assert len(found) == most_pairs(list(range(people)), may_meet)
    assert all(may_meet(*pair) for pair in found)
    assert len({one for pair in found for one in pair}) == 2 * len(found)


@settings(steady, max_examples=25)
@given(data=st.data(), people=st.integers(2, 9), rounds=st.integers(1, 8))
def test_in_a_swiss_tournament_nobody_meets_again_while_that_can_be_avoided(data, people, rounds):
    found = begun("swiss", people, rounds=rounds)
    while not is_over(found):
        before, ranked = found, [each.entrant for each in standings(found)]
        met = {frozenset(each.people) for each in before.pairings() if each.second}
        found = counted(paired(found), data)
        last = found.rounds[-1]
        assert sorted(one for each in last for one in each.people) == list(range(1, people + 1))
        again = sum(frozenset(each.people) in met for each in last)
        here = [one for each in last if each.second for one in each.people]
        new = most_pairs(here, lambda one, other: frozenset((one, other)) not in met)  # noqa: B023
        assert again == len(here) // 2 - new
        byes = [sum(not each.games and one in each.people for each in found.pairings()) for one in ranked]
        assert max(byes) - min(byes) <= 1
    assert len(found.rounds) == rounds_due(found) == min(rounds, people - 1, 2 * ceil(log2(people)))


@settings(steady, max_examples=10)
@given(data=st.data(), people=st.integers(8, 24))
def test_nobody_has_one_side_more_than_twice_oftener_than_the_other(data, people):
    found = begun("swiss", people)
    while not is_over(found):
        found = counted(paired(found), data)
        assert max(abs(found.sides(each)) for each in found.order) <= WIDEST


def test_in_a_score_group_the_upper_half_meets_the_lower_and_the_odd_one_falls_to_the_next():
    level = dict.fromkeys(range(1, 7), 0)
    first = pairs(range(1, 7), level, set(), level, level)
    assert sorted(map(sorted, first)) == [[1, 4], [2, 5], [3, 6]]
    points = {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}
    second = pairs(range(1, 7), points, {frozenset((1, 2))}, level, level)
    assert sorted(map(sorted, second)) == [[1, 3], [2, 4], [5, 6]]
    assert pairs([1, 2, 3], level, set(), level, {3: 1, 2: 0, 1: 0})[-1] == (2, None)


def test_the_best_two_can_meet_in_the_last_round_only():
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@settings(steady, max_examples=25)
@given(data=st.data(), people=st.integers(2, 20))
def test_a_knockout_leaves_one_whatever_is_drawn(data, people):
    found = begun("knockout", people)
    first = paired(found).rounds[0]
    byes = [each.first for each in first if each.second is None]
    assert sorted(byes) == list(range(1, len(byes) + 1)), "the best seeds have the byes"
    while not is_over(found):
        assert may_go_on(found)
        found = paired(found)
        found = counted(found, data)
        for number, (round_, table) in enumerate(to_replay(found)):
            game = f"again {len(found.rounds)} {number}"
            found = after(found, Replayed(round=round_, table=table, game=game))
            assert not may_go_on(found)
            found = after(found, GameOver(game=game, points=RESULTS[number % 2]))
        assert not to_replay(found)
    lines = standings(found)
    assert len(found.rounds) == rounds_due(found)
    assert [each.rank for each in lines[:2]] == [1, 2] and lines[0].points == len(found.rounds)


def test_who_leaves_forfeits_what_is_played_and_what_would_come():
    found = paired(begun("round_robin", 4))
    (own,) = [each for each in found.rounds[0] if 1 in each.people]
    lost = forfeits(found, 1)
    assert [each.game for each in lost] == list(own.games)
    for event in (Withdrawn(entrant=1), *lost):
        found = after(found, event)
    other = next(each for each in own.people if each != 1)
    assert {each.entrant: each.points for each in standings(found)}[other] == 1
    for game in found.running():
        found = after(found, GameOver(game=game, points=(1.0, 0.0)))
    (given_,) = [each for each in paired(found).rounds[1] if 1 in each.people]
    assert not given_.games and sorted(given_.given) == [0.0, 1.0]


def test_who_has_left_does_not_go_on_by_the_margin_and_who_went_on_stays_the_winner():
    found = paired(begun("knockout", 4, games_each=2))
    for each in found.rounds[0]:
        for game, points in zip(each.games, RESULTS, strict=False):
            found = after(found, GameOver(game=game, points=points, margin=1.0))
    one, other = found.rounds[0]
    assert (found.winner(one), found.winner(other)) == (one.first, other.first)
    found = after(found, Withdrawn(entrant=one.first))
    assert found.winner(one) == one.second
    found = paired(found)
    assert sorted(found.rounds[1][0].people) == sorted([one.second, other.first])
    found = after(found, Withdrawn(entrant=other.first))
    assert (found.winner(one), found.winner(other)) == (one.second, other.first)


def test_those_of_equal_points_are_told_apart_by_whom_they_beat():
    found = begun("round_robin", 4)
    wins = {frozenset((1, 2)): 1, frozenset((2, 3)): 2, frozenset((1, 3)): 3, frozenset((3, 4)): 3,
            frozenset((1, 4)): 1, frozenset((2, 4)): 4}  # fmt: skip
    while not is_over(found):
        found = paired(found)
        for each in found.rounds[-1]:
            is_first = wins[frozenset(each.people)] == each.first
            points = (1.0, 0.0) if is_first else (0.0, 1.0)
            found = after(found, GameOver(game=each.games[0], points=points, margin=3.0))
    table = standings(found)
    told = {each.entrant: (each.points, each.breaks["sonneborn_berger"]) for each in table}
    assert told == {1: (2, 2), 3: (2, 3), 2: (1, 2), 4: (1, 1)}
    assert [each.entrant for each in table] == [3, 1, 2, 4] and [each.rank for each in table] == [1, 2, 3, 4]
