"""Comparing two games on the page: without scripts, and only what the viewer may see."""

import re

from domain.kernel import ALL, PUBLIC
from replays.simulation import Run, kept_game

RUN = Run("waterloo", "short", ("random", "random"), 5)


def test_two_finished_games_stand_side_by_side_with_what_differs_in_words(browser, games):
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    assert browser.open(f"/compare?a={a}&b={b}&at=150").status_code == 200
    assert browser.text.count('class="board-live"') == 2
    assert browser.text.count('class="halves"') == 2
    assert "Where they part" in browser.text
    assert "in the first game" in browser.text
    assert "The boards are" in browser.text
    assert re.search(r'name="at" value="149" data-go="back"', browser.text)
    assert re.search(r'name="at" value="151" data-go="next"', browser.text)


def test_each_moment_has_a_page_without_scripts(browser, games):
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    captions = set()
    for at in (0, 40, 150, 10_000):
        browser.open(f"/compare?a={a}&b={b}&at={at}")
        captions.add(re.search(r'<output id="two-caption"><b>(.*?)</output>', browser.text).group(1))
    assert len(captions) == 4


def test_a_running_game_shows_its_public_scene_only(two_browsers, games):
    game, host, guest = two_browsers
    rule_set = games.rule_set(game)
    fork = games.fork(game, games.standing(game).rest, same_fate=False)
    page = guest.open(f"/compare?a={game}&b={fork}")
    assert page.status_code == 200
    assert "as=public" in guest.text
    state = games.standing(game).state
    own = rule_set.view(state, ALL).hands
    public = rule_set.view(state, PUBLIC).hands
    hidden = {
        card for owner, hand in own.items() if hand.cards and not public[owner].cards for card in hand.cards
    }
    assert hidden
    document = re.search(r'id="two-document">(.*?)</script>', guest.text, re.S).group(1)
    assert not [card for card in hidden if f'"{card}"' in document]


def test_games_of_two_titles_cannot_be_laid_side_by_side(browser, games):
    waterloo = games.adopt(kept_game(RUN, 0, 0), None)
    skirmish = browser.new_game()
    browser.open(f"/compare?a={waterloo}&b={skirmish}")
    assert "cannot be laid beside" in browser.text
