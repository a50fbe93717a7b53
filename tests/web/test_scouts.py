"""Cards that a player looks at without holding them: what is ordered of them stands in the prompt."""

from random import Random

import pytest

from tests.web.tables import new_table, play_some, prompt, sat_down


@pytest.mark.parametrize("seed", [3, 4])
def test_one_of_the_cards_of_a_scout_is_kept_by_a_button_of_the_prompt(app, games, seed):
    game, _seats = new_table(games, "napoleonics", "rolica_first")
    play_some(games, game, Random(seed), 400, lambda desk: prompt(desk) == "scout")
    desk = games.desk(game)
    assert prompt(desk) == "scout"
    browser = sat_down(app, game, desk.waiting[0])
    browser.open(f"/g/{game}")
    given = [order for order in browser.orders() if "KeepCard" in order[2]]
    assert len(given) == len(desk.menu(desk.waiting[0])) == 2
    assert browser.press(given[0]).status_code == 200
    assert games.desk(game).standing.version > desk.standing.version
