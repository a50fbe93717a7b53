"""A player's page: the finished games of a name, its rating as a band, nothing of running or hidden games."""

import csv
import io
import re

import msgspec
import pytest

from domain.kernel.events import SeatTaken
from replays.simulation import Run, kept_game

RUN = Run("waterloo", "short", ("random", "random"), 5)
DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def evening():
    """Six games of Anna and Bruno, who take turns with the sides."""
    return [with_names(kept_game(RUN, number, number * DAY), number) for number in range(6)]


def with_names(recorded, number):
    names = dict(zip(("french", "coalition"), ("Anna", "Bruno")[:: -1 if number % 2 else 1], strict=True))
    return [
        msgspec.structs.replace(each, body=SeatTaken(each.body.seat, "person", names[each.body.seat]))
        if isinstance(each.body, SeatTaken)
        else each
        for each in recorded
    ]


@pytest.fixture
def played(games, evening):
    for recorded in evening:
        games.adopt(recorded, None)
    return games


def test_a_players_page_lists_the_finished_games_with_their_replays(browser, app, played):
    assert browser.open("/u/Anna").status_code == 200
    assert "<h1>Anna</h1>" in browser.text and "6 finished games." in browser.text
    assert "Names are not accounts" in browser.text
    for game in played.ids():
        assert f'href="/g/{game}/replay"' in browser.text
    assert browser.text.count('<a href="/u/Bruno">Bruno</a>') == 6


def test_the_rating_is_a_band_and_provisional_before_ten_games(browser, app, played):
    browser.open("/u/Anna")
    assert "after 6 rated games; settled is a band of 440 points at most" in browser.text
    page = browser.open("/u.csv?name=Anna&title=waterloo&block=rating")
    head, *rows = csv.reader(io.StringIO(page.text))
    assert head == ["rated games", "Day", "Band from", "Band to"]
    assert len(rows) == 6 and all(int(row[3]) - int(row[2]) > 100 for row in rows)


def test_neither_case_nor_blanks_make_another_player(browser, app, played):
    assert "<h1>Anna</h1>" in browser.open("/u/%20anna").text


def test_an_unknown_name_is_answered_in_words(browser, app, played):
    page = browser.open("/u/Zoë")
    assert page.status_code == 404
    assert "Nobody called Zoë has finished a game on this server." in browser.text
    assert browser.open("/u/random?kind=bot").status_code == 404


def test_a_computer_has_a_page_under_its_way_of_playing(browser, app, games):
    games.adopt(kept_game(RUN, 0, 0), None)
    assert "<h1>Computer (random)</h1>" in browser.open("/u/random?kind=bot").text
    assert "against oneself" in browser.text
    assert "No rated game yet." in browser.text
    assert browser.open("/u/random").status_code == 404


def test_running_games_are_on_nobodys_page(browser, app):
    browser.new_game()
    assert browser.open("/u/Anna").status_code == 404


def test_a_browser_that_hides_results_is_told_none(browser, app, played):
    browser.client.set_cookie("results", "hidden")
    browser.open("/u/Anna")
    assert "This browser hides results" in browser.text
    assert "Rating" not in browser.text and "lost" not in browser.text
    assert browser.open("/u.csv?name=Anna&title=waterloo&block=sides").status_code == 422
    assert "lost" in browser.open("/u/Anna?result=shown").text
    assert "result=shown" in browser.text.split("/u.csv?")[1].split('"')[0]


def test_names_in_the_lobby_the_replay_and_the_ratings_lead_there(browser, app, played):
    assert 'href="/u/Anna"' in browser.open("/").text
    game = next(iter(played.ids()))
    assert 'href="/u/Anna"' in browser.open(f"/g/{game}/replay").text


def test_every_block_of_a_players_page_speaks_italian(browser, app, played):
    page = browser.open("/u/Anna", headers={"Accept-Language": "it"})
    assert "6 partite finite." in browser.text and "Aperture abituali" in browser.text
    assert page.status_code == 200


def test_the_table_of_ratings_leads_to_the_players(browser, app, games, evening):
    for number in range(20):
        recorded = evening[number] if number < 6 else kept_game(RUN, number, number * DAY)
        games.adopt(with_names(recorded, number), None)
    browser.open("/stats?title=waterloo")
    ratings = browser.text.split('id="ratings"')[1].split("</section>")[0]
    assert '<th scope="row"><a href="/u/Anna">Anna</a></th><td>20</td>' in ratings
    browser.open("/u/Anna")
    assert 'id="waterloo-rivals"' in browser.text
    assert re.search(r"Luckier than \d+ % of such games on average, over 20 games", browser.text)
    assert "names are not accounts" in ratings
