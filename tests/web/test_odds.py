"""The odds of an order, for the seat that may give it and for nobody else."""

from random import Random

import pytest

from domain.kernel import titled
from domain.kernel.reach import reach
from tests.web.conftest import Browser
from tests.web.tables import as_sent, new_table, play_some, sat_down
from web.base.security import seat_token


def fights(desk):
    """Orders of the seat that is asked that have odds to tell."""
    rule_set, seat = titled(desk.standing.opened.title), desk.waiting[0]
    return [
        order
        for order in desk.menu(seat)
        if rule_set.odds(desk.standing.state, desk.drafts.get(seat, ()), order) is not None
    ]


@pytest.fixture(params=[("wellington", "1812"), ("waterloo", "short")], ids=lambda each: each[0])
def attack(request, games):
    """(game, desk, an order with odds) of a title."""
    game, _ = new_table(games, *request.param)
    play_some(games, game, Random(11), 600, lambda desk: bool(fights(desk)))
    desk = games.desk(game)
    return game, desk, fights(desk)[0]


def ask(browser, game, seat, order, **more):
    query = {"seat": seat, "order": as_sent(order), **more}
    return browser.client.get(f"/g/{game}/odds", query_string=query, headers={"Accept": "application/json"})


def test_the_seat_that_may_attack_is_told_its_odds(app, attack):
    game, desk, order = attack
    found = ask(sat_down(app, game, desk.waiting[0]), game, desk.waiting[0], order, moment=desk.moment)
    assert found.status_code == 200
    assert found.json["text"].endswith(".") and "{" not in found.json["text"]
    assert found.json["win"] is None or 0 <= found.json["rout"] <= found.json["win"] <= 1


def test_nobody_else_is(app, attack, open_browser):
    game, desk, order = attack
    seat = desk.waiting[0]
    other = next(each for each in desk.standing.opened.seats if each != seat)
    assert ask(open_browser(), game, seat, order).status_code == 403
    assert ask(sat_down(app, game, other), game, seat, order).status_code == 403
    assert ask(sat_down(app, game, other), game, other, order).status_code in (400, 409, 422)


@pytest.fixture
def handed_over(games, app, attack):
    """(game, desk, a screen of two that shows no hand): what it still asks for is of the moment before."""
    game, desk, _ = attack
    with app.test_request_context():
        links = [seat_token(game, seat) for seat in desk.standing.opened.seats]
    screen = Browser(app)
    for link in links:
        screen.open(f"/join/{link}")
    screen.open(f"/g/{game}")
    assert "Pass the device" in screen.text
    return game, desk, screen


def test_a_screen_that_is_handed_over_is_told_nothing_and_refused_nothing(handed_over, attack):
    """A page that was pressed a moment ago still asks for its seat: that is no fault of anybody."""
    game, desk, screen = handed_over
    seat, order = desk.waiting[0], attack[2]
    assert ask(screen, game, seat, order, moment=desk.moment).status_code == 204
    for address in ("final", "attacks"):
        query = {"seat": seat, "moment": desk.moment, "order": as_sent(order)}
        assert screen.client.get(f"/g/{game}/{address}", query_string=query).status_code == 204
    query = {"seat": seat, "moment": desk.moment, "piece": "nobody"}
    found = screen.client.get(f"/api/games/{game}/reach", query_string=query)
    assert found.status_code == 200 and found.json["stale"] and "ways" not in found.json


def test_an_order_made_for_another_position_has_none(app, attack):
    game, desk, order = attack
    seat = desk.waiting[0]
    assert ask(sat_down(app, game, seat), game, seat, order, moment="0.0").status_code == 204


def test_nor_has_one_that_the_seat_is_not_offered_any_more(app, attack):
    game, desk, order = attack
    other = next(each for each in desk.standing.opened.seats if each not in desk.waiting)
    assert ask(sat_down(app, game, other), game, other, order, moment=desk.moment).status_code == 204


def test_odds_do_not_depend_on_hidden_cards(attack, games):
    """The same odds whatever the others hold."""
    game, desk, order = attack
    rule_set, seat, state = games.rule_set(game), desk.waiting[0], desk.standing.state
    known = rule_set.odds(state, desk.drafts.get(seat, ()), order)
    for seed in range(3):
        dealt_anew = rule_set.deal_anew(state, seat, Random(seed), ())
        assert rule_set.odds(dealt_anew, desk.drafts.get(seat, ()), order) == known


def ask_final(browser, game, seat, order, moment):
    query = {"seat": seat, "order": as_sent(order), "moment": moment}
    return browser.client.get(f"/g/{game}/final", query_string=query, headers={"Accept": "application/json"})


def single_ways(desk):
    """Ways of one order that is a whole answer, of the counters that may be ordered."""
    rule_set, state, seat = titled(desk.standing.opened.title), desk.standing.state, desk.waiting[0]
    menu, draft = desk.menu(seat), desk.drafts.get(seat, ())
    pieces = sorted({rule_set.hint(state, order).piece or "" for order in menu} - {""})
    for piece in pieces[:4]:
        found = reach(rule_set, state, desk.agenda, seat, piece, draft)
        for way in (*found.ways, *found.turns, *found.acts):
            if len(way.orders) == 1 and way.orders[0].closes:
                yield way


def test_whether_an_order_can_be_taken_back_is_told_as_by_the_ways_of_its_counter(app, attack):
    game, desk, order = attack
    seat = desk.waiting[0]
    browser, ways = sat_down(app, game, seat), list(single_ways(desk))
    for way in ways:
        told = ask_final(browser, game, seat, way.orders[0], desk.moment)
        assert told.json == {"final": way.is_final}, way
    part = ask_final(browser, game, seat, order, desk.moment).json["final"]
    assert ways or not part, "a part of an answer can"


def test_whether_it_can_be_is_told_to_the_asked_seat_of_this_position_alone(app, attack, open_browser):
    game, desk, order = attack
    seat = desk.waiting[0]
    other = next(each for each in desk.standing.opened.seats if each != seat)
    assert ask_final(open_browser(), game, seat, order, desk.moment).status_code == 403
    assert ask_final(sat_down(app, game, other), game, seat, order, desk.moment).status_code == 403
    assert ask_final(sat_down(app, game, other), game, other, order, desk.moment).status_code == 204
    assert ask_final(sat_down(app, game, seat), game, seat, order, "0.0").status_code == 204
