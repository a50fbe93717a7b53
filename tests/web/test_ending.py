"""The end of a game: who won, luck and length, and nothing that only a yardstick says."""

import re
from random import Random

import pytest

from tests.web.tables import new_table, play_some, sat_down


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
    assert "French" in told and "standard deviations" in told and f'href="/g/{game}/dice"' in told
    assert "Turning point" not in told and "stood better" not in told


def test_a_game_without_a_roll_has_no_luck_to_tell(app, games, numbers):
    game, seats = new_table(games, "napoleonics", "rolica_first")
    browser = sat_down(app, game, seats[0])
    browser.open(f"/g/{game}/resign")
    browser.send(f"/g/{game}/resign")
    (told,) = numbers.findall(browser.open(f"/g/{game}").text)
    assert "Luck" not in told and "standard deviations" not in told and "Length" in told


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
