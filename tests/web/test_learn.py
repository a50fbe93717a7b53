"""Learning a title: one press opens its lesson, which takes its own orders only and counts nowhere."""

import json
import re
from html import unescape

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.bots import EASY
from domain.kernel import titles
from domain.kernel.lessons import lesson_of
from domain.kernel.presentation import presentation_of
from domain.kernel.prose import prose
from domain.store.lessons import walk_of

TITLES = [each.id for each in titles() if lesson_of(each.id)]


def begun(browser, games, title):
    """The lesson's game, opened from the page of all lessons."""
    browser.open("/learn")
    browser.send(f"/learn/{title}")
    return games.ids()[-1]


def coach(browser):
    """(the step's number, the orders that are to be pressed) as the page tells its script."""
    tag = re.search(r'<aside class="coach"[^>]*>', browser.page.text)[0]
    told = dict(re.findall(r'data-(\w+)="([^"]*)"', tag))
    return int(told["number"]), json.loads(unescape(told["orders"]))


def wanted(browser):
    """The button of the step's next order, as anybody without scripts finds it."""
    order = coach(browser)[1][0]["order"]
    return next(each for each in browser.orders() if each[2] == order)


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_is_played_through_without_scripts(browser, games, title):
    """Every order of every step has its plain button on the page, and the end follows the last step."""
    begun(browser, games, title)
    walk, seen = walk_of(title), []
    while coach(browser)[1]:
        number, orders = coach(browser)
        assert prose(title).tables["lesson"][f"{walk.lesson.steps[number - 1].id}.title"] in browser.text
        seen.append(number)
        browser.press(wanted(browser))
        assert "<b>Not done.</b>" not in browser.page.text, (number, orders)
    assert sorted(set(seen)) == list(range(1, len(walk.lesson.steps) + 1))
    assert prose(title).tables["lesson"]["end.title"] in browser.text


@pytest.mark.parametrize("title", TITLES)
def test_at_its_end_an_ordinary_game_begins_against_an_easy_computer(browser, games, title):
    game = begun(browser, games, title)
    for _step in walk_of(title).lesson.steps:
        browser.send("/lesson", do="show")
    browser.send("/lesson", do="play")
    other = games.ids()[-1]
    usual, opened = presentation_of(title).start, games.standing(other).opened
    assert other != game and opened.dice_of == "" and opened.scenario == usual.scenario
    holders = games.holders(other)
    assert {holders[seat].name for seat in usual.seats if seat != usual.you} == {EASY}
    assert holders[usual.you].kind == "person"
    assert "data-orders" not in re.search(r'<aside class="coach[^>]*>', browser.page.text)[0]


@pytest.mark.parametrize("title", TITLES)
def test_any_other_order_is_refused_with_a_sentence(browser, games, title):
    game = begun(browser, games, title)
    due = coach(browser)[1][0]["order"]
    before = games.desk(game).version
    browser.press(next(each for each in browser.orders() if each[2] != due))
    assert "A lesson takes only the order of its step" in browser.text
    assert games.desk(game).version == before
    action, fields, _ = wanted(browser)
    stray = next(each for each in browser.orders() if each[2] != due)[2]
    sent = {"seat": fields["seat"], "token": fields["token"], "moment": games.desk(game).moment}
    march = browser.client.post(f"/g/{game}/march", data={**sent, "orders": f"[{stray}]"})
    assert march.status_code >= 400 and games.desk(game).version == before


def test_a_program_too_gives_the_steps_orders_only(browser, games):
    game = begun(browser, games, "waterloo")
    order, desk = {"order": "Pass"}, games.desk(game)
    told = {"seat": "french", "order": order, "moment": desk.moment}
    answer = browser.client.post(f"/api/games/{game}/orders", json=told, headers={"X-Grognard": "1"})
    assert answer.status_code >= 400 and "lesson" in answer.text
    assert games.desk(game).version == desk.version


def test_show_me_does_the_step_and_back_takes_it_back(browser, games):
    begun(browser, games, "waterloo")
    browser.send("/lesson", do="show")
    browser.send("/lesson", do="show")
    assert coach(browser)[0] == 3
    browser.send("/lesson", do="back")
    assert coach(browser)[0] == 2
    browser.send("/undo")
    assert coach(browser)[0] == 1
    assert 'value="back"' not in browser.page.text


def test_a_lesson_goes_on_where_it_was_left(browser, games):
    game = begun(browser, games, "waterloo")
    browser.send("/lesson", do="show")
    browser.open("/learn")
    assert "Go on at step 2" in browser.text
    browser.open(f"/g/{game}")
    assert coach(browser)[0] == 2


def test_a_lesson_is_in_no_list_and_no_statistics(browser, games):
    begun(browser, games, "waterloo")
    assert browser.open("/api/games").json == []
    for address in ("/", "/games", "/games?show=running", "/games?show=mine"):
        assert "First game" not in browser.open(address).text


def test_what_would_lead_away_from_a_lesson_is_refused(browser, games):
    game = begun(browser, games, "waterloo")
    action, fields, _ = wanted(browser)
    data = {"seat": fields["seat"], "token": fields["token"], "level": "ask"}
    answer = browser.client.post(f"/g/{game}/standing-order", data=data)
    assert answer.status_code >= 400 and "Not in a lesson" in answer.text


@pytest.mark.parametrize("title", TITLES)
def test_every_page_leads_to_the_lessons(browser, title):
    for address in ("/", f"/rules/{title}", "/rules", "/stats"):
        assert 'href="/learn"' in browser.open(address).text
    browser.open("/")
    assert f"/learn/{title}" in [action for action, _fields, _buttons in browser.forms()]


def test_there_is_no_lesson_of_a_title_that_nobody_knows(browser):
    browser.open("/learn")
    fields = browser.form("/learn/waterloo")[1]
    assert browser.client.post("/learn/chess", data=fields).status_code == 422
    assert browser.client.post("/learn/waterloo").status_code == 403


def test_a_lesson_speaks_italian(browser, games):
    browser.open("/settings")
    browser.send("/settings", language="it")
    begun(browser, games, "waterloo")
    words = prose("waterloo", "it").tables["lesson"]
    assert words["card.title"] in browser.text and "Mostrami" in browser.text
