"""Bad luck behind the pages: what the store cannot keep is refused, and nothing is half done."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from domain.kernel.codec import write_order
from domain.kernel.errors import StoreUnavailable
from domain.store import open_games
from tests.web.conftest import SECRET, Browser
from tests.web.serving import eventually
from web.base import errors
from web.base.security import form_token, seat_token
from web.base.site import Settings
from web.server.app import create_app


def test_a_full_disk_is_a_clear_503_and_the_game_goes_on_when_there_is_room(tmp_path):
    path = tmp_path / "games.db"
    begun = open_games(f"sqlite:///{path}")
    several = [begun.create("skirmish", "line") for _ in range(12)]
    begun.close()
    with sqlite3.connect(path) as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()
    full = open_games(f"sqlite:///{path}?max_pages={pages}")
    app = create_app(full, None, Settings(secrets=(SECRET,), limits_on=False))
    client = app.test_client()
    refused = None
    for game in several:
        while refused is None and not (desk := full.desk(game)).is_over:
            before, seat = full.max_notification_id(), desk.waiting[0]
            with app.test_request_context():
                token = seat_token(game, seat)
            answer = client.post(
                f"/api/games/{game}/orders",
                json={
                    "seat": seat,
                    "moment": desk.moment,
                    "order": json.loads(write_order(desk.menu(seat)[-1])),
                },
                headers={"X-Grognard": "1", "Authorization": f"Bearer {token}"},
            )
            refused = answer if answer.status_code != 200 else None
        if refused is not None:
            break
    assert refused is not None
    assert refused.status_code == 503
    assert "Nothing was changed" in refused.json["message"]
    assert full.max_notification_id() == before
    assert full.desk(game).moment == desk.moment
    app.extensions["site"].hub.stop()
    full.close()
    again = open_games(f"sqlite:///{path}")
    assert again.order(game, seat, again.desk(game).menu(seat)[-1])
    again.close()


def test_the_health_page_tells_when_nothing_can_be_written(tmp_path):
    path = tmp_path / "games.db"
    with closing(open_games(f"sqlite:///{path}")) as begun:
        begun.create("skirmish", "line")
    with sqlite3.connect(path) as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()
    with closing(open_games(f"sqlite:///{path}?max_pages={pages}")) as full:
        app = create_app(full, None, Settings(secrets=(SECRET,), limits_on=False))
        answer = app.test_client().get("/healthz")
        assert (answer.status_code, answer.json["store"]) == (503, "failing")
        app.extensions["site"].hub.stop()


def test_an_order_that_could_not_be_kept_makes_the_health_page_look_at_once(tmp_path):
    path = tmp_path / "games.db"
    with closing(open_games(f"sqlite:///{path}")) as games:
        game = games.create("skirmish", "line")
        assert games.write_problem() is None
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")  # somebody holds the file
            desk = games.desk(game)
            with pytest.raises(StoreUnavailable):
                games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[0])
            assert isinstance(games.write_problem(), StoreUnavailable)
            other.rollback()
        games._trial.doubt()
        assert games.write_problem() is None


def test_a_fault_that_every_request_meets_is_logged_once(games, caplog, monkeypatch):
    monkeypatch.setattr(errors, "_logged", {})
    app = create_app(games, None, Settings(limits_on=False))

    @app.get("/broken")
    def broken():
        raise StoreUnavailable("the disk is full")

    client = app.test_client()
    assert {client.get("/broken").status_code for _ in range(20)} == {503}
    assert caplog.text.count("the disk is full") == 1


def test_answers_that_cannot_take_effect_yet_are_logged_once(caplog):
    with closing(open_games("memory:")) as games:
        game = games.create("skirmish", "line")
        for seat in games.desk(game).waiting:
            desk = games.desk(game)
            games._answers.write_draft(desk, seat, (desk.menu(seat)[-1],))
        games._notes.remove("seed", game)
        for _ in range(20):
            games.desk(game)
    assert caplog.text.count("cannot take effect yet") == 1


def test_that_redis_is_away_is_logged_once_and_that_it_is_back(tmp_path, caplog):
    from projections.redis_server import find_or_start

    server = find_or_start(tmp_path, None)
    with closing(open_games("memory:")) as games:
        app = create_app(games, server.client(), Settings(limits_on=False))
        hub = app.extensions["site"].hub
        try:
            server.stop()
            eventually(lambda: "Redis is away" in caplog.text, "it is noticed")
            away = hub.tried
            eventually(lambda: hub.tried >= away + 2, "it is tried again")
            server = find_or_start(tmp_path, None)
            eventually(lambda: "Redis is back" in caplog.text, "it is noticed")
            assert caplog.text.count("Redis is away") == caplog.text.count("Redis is back") == 1
        finally:
            hub.stop()
            server.stop()


HOSTILE = ["%00", "a%00b", "%0a", "..%2f..%2fetc%2fpasswd", "%ff", "%c3%28", "x" * 5000, "-1", "9" * 30]


def test_no_address_that_somebody_types_is_our_fault(app):
    client = app.test_client()
    bad = []
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or not rule.arguments:
            continue
        for text in HOSTILE:
            path = re.sub(r"<[^>]+>", text, rule.rule)
            with client.get(path) as answer:
                if answer.status_code >= 500:
                    bad.append((path[:80], answer.status_code))
    assert not bad


def test_no_empty_form_is_our_fault(app, games):
    browser = Browser(app)
    game = browser.new_game()
    bad, taken = [], set()
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods and not rule.rule.startswith("/api/"):
            path = re.sub(r"<[^>]+>", "red", rule.rule.replace("<game>", game))
            scope = game if "<game>" in rule.rule else path.split("/")[1]
            for given in (scope, "join", "recover"):
                with app.test_request_context(headers={"Cookie": cookies_of(browser)}):
                    token = form_token(given)
                answer = browser.client.post(path, data={"token": token})
                if answer.status_code >= 500:
                    bad.append((path, answer.status_code))
                if answer.status_code < 400:
                    taken.add(rule.rule)
    assert not bad
    assert {"/new/change", "/new", "/settings", "/results"} <= taken, "the tokens were good"


def cookies_of(browser):
    return "; ".join(f"{each.key}={each.value}" for each in browser.client._cookies.values())
