"""Two groups of games compared, and the sentences that come of it."""

import msgspec
import numpy as np
import polars as pl
import pytest

from replays.cohorts import bands, compare_groups


def games(prefix, n, seed, french=0.5, margin=0.0, kind="bots", pairs=None, draws=0.0):
    """`n` made-up games; `french` is the chance that they win, `margin` their mean margin."""
    rng = np.random.default_rng([seed, n])
    winners = np.where(rng.random(n) < french, "french", "allied")
    winners = np.where(rng.random(n) < draws, "draw", winners)
    return pl.DataFrame(
        {
            "game": [f"{prefix}{i:05}" for i in range(n)],
            "title": "waterloo",
            "scenario": "short",
            "seats": "french,allied",
            "seats_kind": kind,
            "players": [f"{prefix}A{i % (pairs or n)},{prefix}B{i % (pairs or n)}" for i in range(n)],
            "winners": winners,
            "margin": rng.normal(margin, 3, n),
            "turns": rng.integers(4, 9, n),
            "orders": rng.integers(80, 200, n),
            "luck_z": rng.normal(size=n),
            "measure:french_losses": rng.poisson(6, n),
        }
    )


def finding(found, question, name):
    return next(each for each in found.findings if (each.question, each.name) == (question, name))


def test_a_clear_difference_is_found_and_said_with_its_interval():
    found = compare_groups(games("a", 120, 1, french=0.8), games("b", 120, 2, french=0.4), "Old", "New", 1)
    rate = finding(found, "rate", "french")
    assert rate.adjusted < 0.05
    assert rate.difference.low > 0
    assert rate.sentence.startswith("french won more often in Old than in New: ")
    assert found.headline in (rate.sentence, finding(found, "rate", "allied").sentence)


def test_the_sentence_names_the_group_with_the_higher_number_first():
    found = compare_groups(games("a", 90, 1, margin=-4), games("b", 90, 2, margin=4), "Old", "New", 1)
    mean = finding(found, "mean", "margin")
    assert mean.difference.estimate < 0
    assert mean.sentence.startswith("On average, the margin is higher in New than in Old: ")


def test_without_a_difference_the_headline_says_what_could_have_been_seen():
    found = compare_groups(games("a", 60, 3), games("b", 60, 4), "Old", "New", 1)
    assert "no difference stands out" in found.headline and found.headline.startswith("Wins of ")
    assert found.headline.endswith("with these numbers a gap of 25 points would show.")


def test_the_headline_tells_the_win_rate_even_where_something_else_differs_more():
    found = compare_groups(games("a", 90, 1, margin=-4), games("b", 90, 2, margin=4), "Old", "New", 1)
    assert finding(found, "mean", "margin").adjusted < 0.05 < finding(found, "rate", "french").adjusted
    assert found.headline in [finding(found, "rate", seat).sentence for seat in ("french", "allied")]
    assert "no difference stands out" in found.headline and found.headline.startswith("Wins of ")


def test_too_few_games_are_shown_but_not_compared():
    found = compare_groups(games("a", 40, 1), games("b", 7, 2), "Old", "New", 1)
    assert found.headline == "No comparison yet: New: too few games (7 of 15)."
    assert found.of_winning == (), "the headline has said it"
    for each in found.findings:
        assert (each.difference, each.delta, each.adjusted) == (None, None, None)
    assert finding(found, "rate", "french").b.mark == "hollow"
    assert finding(found, "rate", "french").b.estimate is not None


def test_fewer_than_five_games_are_only_counted():
    found = compare_groups(games("a", 40, 1), games("b", 4, 2), "Old", "New", 1)
    for each in found.findings:
        assert (each.b.games, each.b.mark, each.b.estimate, each.b.ecdf) == (4, "counts", None, None)


def test_an_empty_group_is_too_small_and_no_error():
    found = compare_groups(games("a", 40, 1), games("b", 0, 2), "Old", "New", 1)
    assert found.headline == "No comparison yet: New: too few games (0 of 15)."


def test_people_need_eight_pairs_and_bots_do_not():
    few = games("b", 30, 2, kind="people", pairs=5)
    assert "too few pairs of players (5 of 8)" in compare_groups(games("a", 30, 1), few, "A", "B", 1).headline
    bots = games("c", 30, 2, pairs=1)
    assert finding(compare_groups(games("a", 30, 1), bots, "A", "B", 1), "rate", "french").difference


def test_games_of_a_pair_that_plays_again_count_as_one():
    people = games("a", 60, 1, kind="people", pairs=12), games("b", 60, 2, kind="people", pairs=12)
    found = compare_groups(*people, "A", "B", 1)
    rate = finding(found, "rate", "french")
    assert (rate.a.games, rate.a.estimate.n, rate.difference.n_a) == (60, 12, 12)
    assert "pair of players" in rate.difference.method
    assert finding(found, "mean", "margin").difference.n_b == 12
    assert (found.a.games, found.a.pairs) == (60, 12)


def test_draws_are_a_question_of_their_own():
    found = compare_groups(games("a", 50, 1, draws=0.3), games("b", 50, 2, draws=0.3), "A", "B", 1)
    draws = finding(found, "draws", "draw")
    assert draws.a.count + sum(finding(found, "rate", seat).a.count for seat in ("french", "allied")) == 50
    assert draws.sentence.startswith("Draws: no difference stands out.")


def test_the_rate_of_the_other_seat_is_not_counted_as_a_second_question():
    found = compare_groups(games("a", 60, 1), games("b", 60, 2), "A", "B", 1)
    both = [finding(found, "rate", seat) for seat in ("allied", "french")]
    assert both[0].adjusted == both[1].adjusted
    p = [each.difference.p for each in found.findings if each is not both[1]]
    assert both[0].adjusted == p[0], "who wins is one question, apart from the measures"
    smallest = min(p[1:])
    least = min(each.adjusted for each in found.findings if each.question not in ("rate", "draws"))
    assert least == pytest.approx(min(1, len(p[1:]) * smallest))


def test_luck_is_shown_with_the_funnel_of_its_group():
    old, new = compare_groups(games("a", 100, 1), games("b", 4, 2), "Old", "New", 1).luck
    assert old.outer == pytest.approx(0.196 * 1.09)
    assert old.inner == pytest.approx(0.1 * 1.09)
    assert old.beyond.n == 100
    assert old.sentence.startswith("Old: mean luck ")
    assert (new.mean, new.sentence) == (None, "New: too few games (4 of 5)")


def test_A34_any_order_of_games_gives_an_identical_comparison():
    a, b = games("a", 40, 1, kind="people", pairs=14), games("b", 40, 2)
    wanted = msgspec.json.encode(compare_groups(a, b, "A", "B", 5))
    for seed in range(3):
        shuffled = [frame.sample(fraction=1, shuffle=True, seed=seed) for frame in (a, b)]
        assert msgspec.json.encode(compare_groups(*shuffled, "A", "B", 5)) == wanted


def test_one_more_measure_leaves_the_other_numbers_alone():
    a, b = games("a", 40, 1), games("b", 40, 2)
    more = [frame.with_columns(pl.col("turns").alias("measure:aaa")) for frame in (a, b)]
    before = finding(compare_groups(a, b, "A", "B", 5), "mean", "margin").difference
    after = finding(compare_groups(*more, "A", "B", 5), "mean", "margin").difference
    numbers = [(each.estimate, each.low, each.high, each.p) for each in (before, after)]
    assert numbers[0] == numbers[1]
    assert after.visible > before.visible, "who asks more must see more before he says anything"


def test_A35_no_sentence_speaks_of_a_difference_without_an_adjusted_p_below_five_per_cent():
    """60 pairs of groups, from equal to very different."""
    for seed in range(60):
        a = games("a", 20 + seed, seed, french=0.5 + seed / 150, margin=seed / 30)
        found = compare_groups(a, games("b", 25, 100 + seed), "A", "B", seed)
        for each in found.findings:
            says_none = "no difference stands out" in each.sentence
            assert says_none == (each.adjusted >= 0.05)
            assert "would show" in each.sentence
            assert "beats" not in each.sentence
        least = min(each.adjusted for each in found.findings if each.question == "rate")
        assert ("no difference stands out" in found.headline) == (least >= 0.05)


def test_measures_may_be_missing_in_some_games():
    a = games("a", 40, 1).with_columns(
        pl.when(pl.col("game") < "a00010").then(None).otherwise(pl.col("margin")).alias("margin")
    )
    assert finding(compare_groups(a, games("b", 40, 2), "A", "B", 1), "mean", "margin").a.games == 30


def test_names_given_by_the_title_are_used():
    a, b = games("a", 40, 1), games("b", 40, 2)
    names = {"french": "The French", "measure:french_losses": "French losses"}
    found = compare_groups(a, b, "A", "B", 1, names=names)
    assert "The French" in finding(found, "rate", "french").sentence
    assert "French losses" in finding(found, "mean", "measure:french_losses").sentence


def test_games_that_cannot_be_compared_are_refused_in_words():
    a, b = games("a", 20, 1), games("b", 20, 2)
    with pytest.raises(ValueError, match="no column margin"):
        compare_groups(a.drop("margin"), b, "A", "B", 1)
    with pytest.raises(ValueError, match="in A and in B"):
        compare_groups(a, a, "A", "B", 1)
    with pytest.raises(ValueError, match="comes up twice"):
        compare_groups(pl.concat([a, a]), b, "A", "B", 1)
    with pytest.raises(ValueError, match="no result"):
        compare_groups(a.with_columns(winners=pl.lit(None, pl.String)), b, "A", "B", 1)


def test_bands_hold_the_middle_of_the_games_at_each_turn():
    rows = [(f"g{g}", turn, "vp", float(g * turn)) for g in range(21) for turn in (1, 2)]
    rows += [(f"g{g}", 3, "vp", 1.0) for g in range(4)]
    frame = pl.DataFrame(rows, schema=["game", "turn", "measure", "value"], orient="row")
    found = bands(frame).to_dicts()
    assert found[1] == {
        "measure": "vp",
        "turn": 2,
        "n": 21,
        "low90": 2.0,
        "low50": 10.0,
        "median": 20.0,
        "high50": 30.0,
        "high90": 38.0,
    }
    assert (found[2]["n"], found[2]["median"]) == (4, None)
    assert bands(frame.sample(fraction=1, shuffle=True, seed=1)).equals(bands(frame))


def test_a_measure_that_never_varies_asks_no_question():
    a, b = games("a", 20, 1), games("b", 20, 2)
    fixed, apart = [
        [frame.with_columns(pl.lit(turns).alias("turns")) for frame, turns in zip((a, b), each, strict=True)]
        for each in ((6, 6), (6, 7))
    ]
    found = compare_groups(*fixed, "A", "B", 1)
    alike = finding(found, "mean", "turns")
    assert alike.adjusted is None
    assert alike.sentence == "The number of turns is 6 in every game of both groups: nothing to compare."
    without = compare_groups(a.with_columns(turns=None), b.with_columns(turns=None), "A", "B", 1)
    others = [(each.name, each.adjusted) for each in found.findings if each.name != "turns"]
    assert others == [(each.name, each.adjusted) for each in without.findings]
    told = finding(compare_groups(*apart, "A", "B", 1), "mean", "turns")
    assert told.sentence == "The number of turns is always 7 in B and always 6 in A (adjusted p < .001)."
