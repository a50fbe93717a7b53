"""The text board: everything of the table in words, with a line to type orders and questions in."""

import re
from random import Random

import pytest

from tests.web.tables import new_table, play_some, sat_down


def is_spending(desk):
    return not desk.is_over and any(type(each).__name__ == "MoveArmy" for each in desk.menu(desk.waiting[0]))


@pytest.fixture
def table(app, games):
    """(game, the seat that is asked how to spend its points, its browser)."""
    game, _ = new_table(games, "wellington", "1812")
    play_some(games, game, Random(7), 400, is_spending)
    seat = games.desk(game).waiting[0]
    browser = sat_down(app, game, seat)
    browser.open(f"/g/{game}/text")
    return game, seat, browser


def answer(browser, game, said):
    browser.open(f"/g/{game}/text", query_string={"say": said})
    found = re.search(r'class="reply">(.*?)</div>', browser.page.text, re.S)
    return re.findall(r"<p>(.*?)</p>", browser.text) if found else []


def test_it_has_the_headings_and_the_spaces_with_their_neighbours(table):
    _, _, browser = table
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", browser.page.text)
    assert headings == ["You must", "Board", "Hand", "Log"]
    assert re.search(r'<th scope="row">Badajoz</th>.*?Elvas', browser.page.text, re.S)


def test_tables_are_sorted_by_the_column_that_is_asked_for(table):
    game, _, browser = table
    text = browser.open(f"/g/{game}/text?sort=strength").text
    rows = re.findall(r'<tr><th scope="row">[^<]*</th><td>[^<]*</td><td>[^<]*</td><td>(\d*)</td>', text)
    strengths = [int(each or 0) for each in rows]
    assert len(strengths) > 20 and strengths == sorted(strengths, reverse=True)


def test_questions_are_answered(table, games):
    game, seat, browser = table
    soult = games.desk(game).standing.state.leaders["soult"].duchy
    names = games.rule_set(game).names("en")
    assert any(names[soult] in line for line in answer(browser, game, "Where SOULT"))
    assert any("Elvas" in line for line in answer(browser, game, "neighbours badajoz"))
    near = answer(browser, game, "enemies within 3 of Madrid")
    assert any("away" in line or "No enemies" in line for line in near)
    hand = games.desk(game).standing.state.hands[seat]
    assert all(any(names[card] in line for line in answer(browser, game, "hand")) for card in hand)
    assert "No counter is called that." in answer(browser, game, "where grouchy")


def test_the_answer_names_nobody_elses_cards(table, games):
    game, seat, browser = table
    state, names = games.desk(game).standing.state, games.rule_set(game).names("en")
    hidden = [
        card
        for power, hand in state.hands.items()
        if power != seat
        for card in hand
        if card not in {open_card for cards in state.given.values() for open_card in cards}
    ]
    for said in ("hand", "odds", "where a"):
        answer(browser, game, said)
        for card in hidden:
            assert names[card].split(" (")[0] not in browser.text.split("<h2 id=\"hand-text\"")[0]


def test_an_order_is_given_by_the_beginning_of_its_words(table, games):
    game, seat, browser = table
    version = games.desk(game).version
    browser.send("/text", say="LEAVE the rem")
    assert games.desk(game).version > version
    assert "Done." in browser.text


def test_several_orders_that_begin_so_are_listed_and_none_is_given(table, games):
    game, _, browser = table
    before = games.desk(game).moment
    browser.send("/text", say="march")
    assert "Several orders begin so:" in browser.text
    assert games.desk(game).moment == before
    browser.send("/text", say="dance")
    assert "No order and no question begins so." in browser.text
    assert games.desk(game).moment == before


def test_a_position_of_the_replay_can_be_read_as_text(table, games):
    game, _, browser = table
    text = browser.open(f"/g/{game}/text?at=20&as=public").text
    assert "The position after event 20." in text and "You must" not in text
    assert not browser.orders()


def test_a_stranger_reads_the_board_but_no_hand(app, games, open_browser):
    game, _ = new_table(games, "waterloo", "short")
    stranger = open_browser()
    stranger.open(f"/g/{game}/text")
    assert "You hold no cards." in stranger.text and not stranger.orders()
