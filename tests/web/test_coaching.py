"""The coach of an ordinary game speaks to whoever is asked, of the question that is open."""

import re

from domain.kernel.prose import prose
from tests.web.tables import new_table, sat_down


def told(page):
    """What the coach of a page would tell; None if it has nothing to say."""
    found = re.search(r'id="coach"[^>]*data-tells="([^"]*)"', page)
    return found and found[1]


def test_who_is_asked_is_told_what_is_worth_knowing_at_the_question(app, games):
    game, (first, second) = new_table(games, "waterloo", "short")
    one, other = sat_down(app, game, first), sat_down(app, game, second)
    one.open(f"/g/{game}")
    assert told(one.page.text) == "waterloo.play_card"
    assert prose("waterloo").tables["coach"]["play_card.title"] in one.text
    other.open(f"/g/{game}")
    assert told(other.page.text) is None, "the enemy is asked nothing"
    one.open(f"/g/{game}?only=hand")
    assert told(one.page.text) is None
    one.open(f"/g/{game}")
    one.press(next(each for each in one.orders() if '"movement"' in each[2]))
    assert told(one.page.text) == "waterloo.movement"


def test_in_italian_the_coach_speaks_italian(app, games):
    game, (first, _second) = new_table(games, "waterloo", "short")
    one = sat_down(app, game, first)
    one.client.set_cookie("language", "it")
    one.open(f"/g/{game}")
    assert prose("waterloo", "it").tables["coach"]["play_card.title"] in one.text
