"""The end of a game: who won, how it went, where it turned, luck and length."""

import re
from random import Random

import pytest

from replays.course import course_of
from tests.web.tables import new_table, play_some, sat_down
from web.ending import line


@pytest.fixture(scope="module")
def numbers():
    return re.compile(r'<dl class="ending">(.*?)</dl>', re.S)


def test_the_table_tells_a_finished_game_in_a_few_numbers(app, games, numbers):
    game, seats = new_table(games, "waterloo", "short")
    browser = sat_down(app, game, seats[0])
    play_some(games, game, Random(1), 60)
    assert not numbers.search(browser.open(f"/g/{game}").text), "nothing is told while it runs"
    play_some(games, game, Random(1), 3000)
    (told,) = numbers.findall(browser.open(f"/g/{game}").text)
    went = course_of(games.history(game), seats[0])
    assert f"/replay#e{went.turned}" in told and str(line(went)) in told
    assert "French" in told and "standard deviations" in told


def test_the_turning_point_is_the_largest_change_and_the_end_itself_is_none(games):
    game, seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(2), 3000)
    history = games.history(game)
    went = course_of(history, seats[0])
    values = dict(went.stands)
    order = [version for version, _ in went.stands]
    pairs = zip(order, order[1:], strict=False)
    changes = {after: abs(values[after] - values[before]) for before, after in pairs}
    assert went.turned is not None and changes[went.turned] == max(changes.values()) < 1000
    assert not any(history.at(version).is_over for version in order)
    against = course_of(history, seats[1])
    assert [-value for _, value in against.stands] == [value for _, value in went.stands]
    assert 0 <= went.better <= 1


def test_a_rematch_swaps_the_sides_and_keeps_the_players(app, games):
    game, seats = new_table(games, "waterloo", "short")
    browser = sat_down(app, game, seats[0])
    play_some(games, game, Random(1), 3000)
    browser.open(f"/g/{game}")
    browser.open(re.search(r'href="(/new\?rematch=[^"]+)"', browser.text).group(1))
    _, fields, _ = browser.form("/new")
    names = [holder.name for holder in games.holders(game).values()]
    assert [fields[f"name_{seat}"] for seat in seats] == names[::-1]
    assert (fields["kind_coalition"], fields["kind_french"]) == ("me", "invitation")
    assert (fields["title"], fields["scenario"]) == ("waterloo", "short")
