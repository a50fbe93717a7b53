"""The replay page without scripts."""

import re

from replays.simulation import Run, kept_game

RUN = Run("waterloo", "short", ("random", "random"), 5)


def test_a_finished_game_begins_with_its_first_decision_on_a_board_that_is_set_up(browser, games):
    recorded = kept_game(RUN, 0, 0)
    game = games.adopt(recorded, None)
    browser.open(f"/g/{game}/replay")
    begin = int(re.search(r'id="replay"[^>]* data-at="(\d+)"', browser.text).group(1))
    assert {type(each.body).__name__ for each in recorded[:begin]} >= {"GameSetUp"}
    assert recorded[begin].answers and not any(each.answers for each in recorded[:begin])
    assert games.standing(game, begin).rest == begin


def test_an_address_may_name_any_event(browser, games):
    game = games.adopt(kept_game(RUN, 0, 0), None)
    browser.open(f"/g/{game}/replay?at=3")
    assert 'data-at="3"' in browser.text
