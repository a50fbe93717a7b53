"""Two games on one slider: aligned by turn and phase, and how far apart they stand."""

from random import Random

import pytest
from msgspec.structs import replace

import tests.toy  # noqa: F401
from domain.kernel import ALL, PUBLIC, Scene
from domain.kernel.history import History
from domain.store import open_games
from replays.side_by_side import (
    PASSING,
    apart,
    held,
    held_differently,
    side_by_side,
    standing_differently,
    standing_rests,
)
from replays.simulation import Run, kept_game
from tests.replays.forks import forked_skirmish

RUN = Run("waterloo", "short", ("random", "random"), 5)


def test_both_games_go_forward_only_and_every_standing_position_comes_up_once() -> None:
    games = [kept_game(RUN, number, at=0) for number in (0, 1)]
    found = side_by_side(*games, ALL)
    for place, recorded in enumerate(games):
        versions = [(each.a, each.b)[place] for each in found.moments]
        assert versions == sorted(versions)
        own = [
            (each.a, each.b)[place] for each in found.moments if (each.has_a, each.has_b)[place]
        ]
        assert own == standing_rests(History(RUN.rule_set, recorded))
    clocks = [(each.turn, each.round) for each in found.moments]
    assert clocks == sorted(clocks)


def test_moments_that_both_games_have_are_of_the_same_turn_round_and_phase() -> None:
    games = [kept_game(RUN, number, at=0) for number in (0, 1)]
    histories = [History(RUN.rule_set, each) for each in games]
    found = side_by_side(*games, ALL)
    both = [each for each in found.moments if each.has_a and each.has_b]
    assert both
    for moment in both:
        states = [
            history.at(version).state
            for history, version in zip(histories, (moment.a, moment.b), strict=True)
        ]
        scenes = [RUN.rule_set.view(state, ALL) for state in states]
        assert {RUN.rule_set.clock(state) for state in states} == {(moment.turn, moment.round)}
        assert {scene.phase for scene in scenes} == {moment.phase}
        assert moment.apart == round(apart(*scenes), 4)


def test_what_a_counter_has_done_in_its_turn_is_no_difference_and_its_disorder_is_one() -> None:
    scene = RUN.rule_set.view(History(RUN.rule_set, kept_game(RUN, 0, at=0)).at(60).state, ALL)
    key, token = next((key, each) for key, each in scene.tokens.items() if each.at)

    def flagged(*flags: str) -> Scene:
        return replace(scene, tokens={**scene.tokens, key: replace(token, flags=flags)})

    assert not standing_differently(flagged(), flagged(*sorted(PASSING)))
    assert [each[0] for each in standing_differently(flagged(), flagged("disordered", "moved"))] == [key]


def test_a_fork_opens_where_it_was_forked_and_parts_at_the_first_order_that_differs() -> None:
    games, parent, fork, point = forked_skirmish()
    found = side_by_side(games.recorded(parent), games.recorded(fork), ALL)
    opens = found.moments[found.opens]
    assert max(opens.a, opens.b) <= point
    assert found.fork_at == point
    assert found.first is not None
    assert found.first >= found.opens
    assert all(each.apart == 0 for each in found.moments[: found.opens + 1])
    first, second = found.parting
    assert first is not None
    assert second is not None
    assert first.text != second.text
    assert min(first.version, second.version) > point
    games.close()


@pytest.mark.parametrize(("part", "orders"), [(0.05, 10), (0.65, 40), (0.7, 1), (0.7, 3), (0.85, 10)])
def test_in_the_past_that_a_fork_shares_both_boards_show_the_same_event(part: float, orders: int) -> None:
    games = open_games("memory:")
    parent = games.adopt(kept_game(RUN, 0, at=0), None)
    rests = games.history(parent).rests()
    point = rests[int(len(rests) * part)]
    fork = games.fork(parent, point, same_fate=False)
    random = Random(round(20 * part))
    for _ in range(orders):  # the same phases come again, but not as often
        desk = games.desk(fork)
        games.order(fork, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))
    for pair in ((parent, fork), (fork, parent)):
        found = side_by_side(*(games.recorded(each) for each in pair), ALL)
        shared = [each for each in found.moments if max(each.a, each.b) <= point]
        assert shared
        assert all(each.a == each.b and each.apart == 0 for each in shared)
        assert found.opens == len(shared) - 1
    games.close()


def test_a_game_beside_itself_is_nowhere_apart_and_never_parts() -> None:
    recorded = kept_game(RUN, 0, at=0)
    found = side_by_side(recorded, recorded, PUBLIC)
    assert {each.apart for each in found.moments} == {0.0}
    assert found.first is None
    assert found.parting == (None, None)


def test_A27_the_distance_of_positions_is_a_distance() -> None:
    history = History(RUN.rule_set, kept_game(RUN, 0, at=0))
    rests = standing_rests(history)
    scenes = [RUN.rule_set.view(history.at(rest).state, PUBLIC) for rest in rests[:: len(rests) // 7]]
    for a in scenes:
        for b in scenes:
            assert apart(a, b) == apart(b, a)
            assert 0 <= apart(a, b) <= 1
            for c in scenes:
                assert apart(a, c) <= apart(a, b) + apart(b, c) + 1e-12


def test_spaces_held_differently_are_those_with_other_holders() -> None:
    a, b = {"G7": ("french",), "J2": ("coalition",)}, {"G7": ("coalition",), "J2": ("coalition",)}
    assert held_differently(a, b) == [("G7", ("french",), ("coalition",))]
    assert held_differently(a, {}) == [("G7", ("french",), ()), ("J2", ("coalition",), ())]


def test_a_counter_on_a_space_holds_it_before_its_owner_does() -> None:
    history = History(RUN.rule_set, kept_game(RUN, 0, at=0))
    scene = RUN.rule_set.view(history.head.state, PUBLIC)
    for space, sides in held(scene).items():
        standing = {token.side for token in scene.tokens.values() if token.at == space}
        assert set(sides) == (standing or {scene.spaces[space].owner})
