"""Reach and marches over HTTP: for the seat that may order, and stale presses change nothing."""

import re
from random import Random

import pytest

from domain.kernel import titled
from domain.kernel.prose import prose
from tests.web.tables import new_table, play_some, prompt, sat_down

HEADERS = {"X-Grognard": "1", "Accept": "application/json"}


@pytest.fixture
def table(games, app):
    """(game, desk, browser of the seat that is asked, a unit of it) where a movement card is used up."""
    game, _ = new_table(games, "waterloo", "short")
    play_some(games, game, Random(4), 900, lambda desk: prompt(desk) == "movement")
    desk = games.desk(game)
    seat = desk.waiting[0]
    return game, desk, sat_down(app, game, seat), seat


def reached(browser, game, seat, piece, **more):
    query = {"seat": seat, "piece": piece, **more}
    return browser.client.get(f"/api/games/{game}/reach", query_string=query)


def far(browser, game, desk, seat, fits=lambda way: True):
    """The farthest way of a unit that nothing interrupts, of those that fit."""
    rule_set = titled("waterloo")
    pieces = {rule_set.hint(desk.standing.state, order).piece for order in desk.menu(seat)} - {None}
    found = []
    for piece in sorted(pieces):
        told = reached(browser, game, seat, piece, moment=desk.moment).json
        found += [way for way in told["ways"] if way["stops"] is None and told["start"] and fits(way)]
    return max(found, key=lambda way: len(way["orders"]))


def test_a_seat_is_told_what_its_counters_reach_and_orders_it_at_a_stroke(table, games):
    game, desk, browser, seat = table
    way = far(browser, game, desk, seat)
    assert len(way["orders"]) >= 2 and way["comes"]
    body = {"seat": seat, "moment": desk.moment, "orders": way["orders"]}
    answer = browser.client.post(f"/api/games/{game}/orders", json=body, headers=HEADERS)
    assert answer.status_code == 200, answer.json
    assert answer.json["march"] == {"done": len(way["orders"]), "of": len(way["orders"]), "stopped": None,
                                    "rule": None, "why": None, "rest": None}  # fmt: skip
    version = games.desk(game).version
    again = browser.client.post(f"/api/games/{game}/orders", json=body, headers=HEADERS)
    assert again.status_code == 409 and games.desk(game).version == version
    told = browser.client.get(f"/api/games/{game}/desk").json
    assert told["undo_to"] == desk.standing.rest < told["undo_step"]


def test_the_lines_of_a_march_hang_together_in_the_log(table):
    game, desk, browser, seat = table
    way = far(browser, game, desk, seat)
    body = {"seat": seat, "moment": desk.moment, "orders": way["orders"]}
    browser.client.post(f"/api/games/{game}/orders", json=body, headers=HEADERS)
    rows = browser.client.get(f"/api/games/{game}/events?after={desk.version}").json
    assert sum(bool(row.get("march")) for row in rows) == len(way["orders"]) - 1
    assert "follow_up" not in rows[0] and all(row["follow_up"] for row in rows if row.get("march"))


def test_a_march_is_told_by_its_whole_way(table):
    game, desk, browser, seat = table
    way = far(browser, game, desk, seat)
    body = {"seat": seat, "moment": desk.moment, "orders": way["orders"]}
    assert browser.client.post(f"/api/games/{game}/orders", json=body, headers=HEADERS).status_code == 200
    wholes = re.findall(r'data-way="([^"]*)"', browser.open(f"/g/{game}").text)
    assert wholes and wholes[-1].count("→") == len(way["spaces"]) - 2
    assert all(space in wholes[-1] for space in way["spaces"])


def test_what_turns_cost_is_a_part_of_what_a_march_cost(table, games):
    """The log said "(3 MP)" of a march of 4: the turn on its way was left out, and where it looks now."""
    game, desk, browser, seat = table
    way = far(browser, game, desk, seat, lambda way: "TurnUnit" in {each["order"] for each in way["orders"]})
    body = {"seat": seat, "moment": desk.moment, "orders": way["orders"]}
    assert browser.client.post(f"/api/games/{game}/orders", json=body, headers=HEADERS).status_code == 200
    whole = re.findall(r'data-way="([^"]*)"', browser.open(f"/g/{game}").text)[-1]
    spent = [each.body for each in games.recorded(game, desk.version) if hasattr(each.body, "cost")]
    facing = prose("waterloo", "en").name(spent[-1].facing)
    assert whole.endswith(f", facing {facing} ({sum(each.cost for each in spent)} MP).")


def test_the_page_is_told_what_has_changed_and_how_the_march_went(table, games):
    game, desk, browser, seat = table
    way = far(browser, game, desk, seat)
    browser.open(f"/g/{game}")
    _, fields, _ = browser.orders()[0]
    form = {**fields, "orders": titled_json(way["orders"])}
    answer = browser.client.post(f"/g/{game}/march", data=form, headers={"Accept": "application/json"})
    assert answer.status_code == 200 and answer.json["march"]["done"] == len(way["orders"])
    assert answer.json["moment"] == games.desk(game).moment
    stale = browser.client.post(f"/g/{game}/march", data=form, headers={"Accept": "application/json"})
    assert stale.status_code == 409
    nothing = browser.client.post(f"/g/{game}/march", data={**form, "orders": "{"}, headers=HEADERS)
    assert nothing.status_code in (400, 422)


def titled_json(orders):
    import json

    return json.dumps(orders)


def test_without_scripts_a_march_is_answered_by_the_page(table, games):
    game, desk, browser, seat = table
    way = far(browser, game, desk, seat)
    browser.open(f"/g/{game}")
    _, fields, _ = browser.orders()[0]
    answer = browser.client.post(f"/g/{game}/march", data={**fields, "orders": titled_json(way["orders"])})
    assert answer.status_code == 303 and games.desk(game).version > desk.version


def test_nobody_is_told_what_the_counters_of_another_seat_reach(table, app, open_browser):
    game, desk, browser, seat = table
    other = next(each for each in desk.standing.opened.seats if each != seat)
    piece = titled("waterloo").hint(desk.standing.state, desk.menu(seat)[0]).piece
    assert reached(open_browser(), game, seat, piece).status_code == 403
    guest = sat_down(app, game, other)
    assert reached(guest, game, seat, piece).status_code == 403
    told = reached(guest, game, other, piece).json
    assert not told["ways"] and not told["acts"] and not told["others"]


def test_t21_a_question_about_a_moment_that_is_past_is_no_error(table):
    game, desk, browser, seat = table
    piece = titled("waterloo").hint(desk.standing.state, desk.menu(seat)[0]).piece
    told = reached(browser, game, seat, piece, moment="0.0")
    assert told.status_code == 200 and told.json["stale"] and "ways" not in told.json
    assert reached(browser, game, seat, "nobody", moment=desk.moment).json["ways"] == []


@pytest.mark.parametrize("body", [{}, {"order": {"order": "EndMovement"}, "orders": []}, {"orders": []}])
def test_an_order_or_several_but_not_both_and_several_need_their_moment(table, body):
    game, desk, browser, seat = table
    answer = browser.client.post(f"/api/games/{game}/orders", json={"seat": seat, **body}, headers=HEADERS)
    assert answer.status_code in (400, 422)
    alone = {"seat": seat, "orders": [{"order": "EndMovement"}]}
    assert browser.client.post(
        f"/api/games/{game}/orders", json=alone, headers=HEADERS
    ).status_code in (400, 422)  # fmt: skip
