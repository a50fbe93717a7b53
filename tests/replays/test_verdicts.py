"""What may be shown and said of so many games."""


import pytest

from replays.verdicts import Size, mark, number, p_text, points, sentence, stands_out, verdict


def test_few_games_are_counted_some_are_hollow_and_ten_are_solid():
    assert [mark(n) for n in (0, 4, 5, 9, 10)] == ["counts", "counts", "hollow", "hollow", "solid"]


def test_a_comparison_of_fewer_than_fifteen_games_is_refused_with_the_count():
    found = verdict(Size("Bots", 40, 40, 40), Size("Friends", 7, 3, 3))
    assert (found.may_compare, found.reason) == (False, "Friends: too few games (7 of 15)")


def test_fifteen_games_of_three_pairs_are_refused_too():
    found = verdict(Size("Bots", 40, 40, 40), Size("Friends", 15, 3, 3))
    assert (found.may_compare, found.reason) == (False, "Friends: too few pairs of players (3 of 8)")


def test_fifteen_games_of_eight_pairs_may_be_compared():
    assert verdict(Size("Bots", 15, 15, 15), Size("Friends", 15, 8, 8)).may_compare


def test_only_an_adjusted_p_below_five_per_cent_stands_out():
    assert [stands_out(p) for p in (None, 0.05, 0.0499)] == [False, False, True]


def test_numbers_are_written_as_people_read_them():
    assert [p_text(p) for p in (0.21, 0.0494, 0.0001, 1.0)] == ["= .21", "= .049", "< .001", "= 1"]
    assert [points(s) for s in (0.623, -0.001, -0.05)] == ["62", "0", "−5"]
    assert [number(x) for x in (1234.5, 12.34, 0.1234, 0.0)] == ["1234", "12.3", "0.123", "0"]
    assert number(None) == "any size"


def test_italian_writes_decimals_with_a_comma():
    assert [p_text(p, "it") for p in (0.21, 0.0001)] == ["= ,21", "< ,001"]
    assert [number(x, "it") for x in (12.34, None)] == ["12,3", "qualsiasi ampiezza"]


def test_hostile_labels_stay_text():
    said = sentence("verdict", "few_games", "en", label="{need}<b>", have=1, need=15)
    assert said == "{need}<b>: too few games (1 of 15)"


def test_a_language_that_nobody_wrote_is_an_error():
    with pytest.raises(FileNotFoundError):
        sentence("verdict", "few_games", "tlh", label="x", have=1, need=15)


def test_one_game_is_told_as_one():
    told = {"opening": "the centre", "k": 1}
    assert sentence("findings", "habits", "en", n=1, **told).endswith("(1 of 1 game).")
    assert sentence("findings", "habits", "it", n=2, **told).endswith("(1 di 2 partite).")
