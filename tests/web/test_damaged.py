"""A game whose record was damaged after it was stored is set aside, and nobody else notices."""

import logging
import sqlite3

import pytest
from click.testing import CliRunner

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel.errors import SetAside
from domain.store import open_games
from projections import Projector, lobby
from replays.exporting import export
from tests.web.conftest import SECRET, Browser
from tests.web.test_archives import assert_same, seen
from web.base.site import Settings
from web.server.app import create_app
from web.server.cli import main

DAMAGES = {
    "no JSON": "UPDATE stored_events SET state = '[1,2' WHERE originator_id = ? AND originator_version = 5",
    "an unknown kind": "UPDATE stored_events SET topic = 'skirmish:Nothing/1' "
    "WHERE originator_id = ? AND originator_version = 5",
    "another title": "UPDATE stored_events SET topic = replace(topic, 'skirmish', 'gone') "
    "WHERE originator_id = ?",
    "no opening": "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 1",
    "another agenda": "UPDATE stored_events SET state = json_set(state, '$[4]', json('[[\"Nothing\"]]')) "
    "WHERE originator_id = ? AND json_extract(state, '$[4]') IS NOT NULL",
    "no scenario": "UPDATE stored_events SET state = json_set(state, '$[2].scenario', 'moon') "
    "WHERE originator_id = ? AND originator_version = 1",
}  # fmt: skip

ALSO = {"no opening": (404,), "no scenario": (200, 422)}
"""What else than 409 its own pages may answer: there is no such game, or a part that can still be told."""


class Server:
    """A store in a file, with pages over it; started anew after somebody wrote into the file."""

    def __init__(self, path, redis_server):
        self.path, self.redis = path, redis_server.client()
        self.start()

    def start(self):
        self.games = open_games(f"sqlite:///{self.path / 'grognard.db'}")
        settings = Settings(secrets=(SECRET,), limits_on=False, admin_secret=SECRET)
        self.app = create_app(self.games, self.redis, settings)
        self.projector = Projector(self.games, self.redis)

    def stop(self):
        self.app.extensions["site"].hub.stop()
        self.games.close()

    def damage(self, game, how):
        self.stop()
        connection = sqlite3.connect(self.path / "grognard.db")
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"  # they forbid what a fault does
        for (name,) in connection.execute(triggers).fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        with connection:
            assert connection.execute(DAMAGES[how], (game,)).rowcount > 0
        connection.close()
        self.start()


@pytest.fixture
def server(tmp_path, redis_server):
    made = Server(tmp_path, redis_server)
    yield made
    made.stop()
    made.redis.close()


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_game_is_set_aside_and_the_rest_goes_on(server, how, caplog, monkeypatch):
    monkeypatch.setattr("web.base.words.time.time", lambda: 2e9)
    browser = Browser(server.app)
    bad, good, over = browser.new_game(), browser.new_game(), browser.new_game()
    games = server.games
    for game, most in ((bad, 6), (good, 6), (over, 10_000)):
        while most and not (desk := games.desk(game)).is_over:
            games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[0])
            most -= 1
    others = (good, over)
    server.projector.rebuild()
    before = seen(server.app, browser, others)
    caplog.set_level(logging.WARNING)

    server.damage(bad, how)
    browser.client = _with_cookies(browser.client, server.app)
    for _ in range(3):
        assert_same(before, seen(server.app, browser, others))
        assert browser.client.get("/").status_code == 200
    server.projector.rebuild()
    server.projector.catch_up()
    assert set(server.projector.faults) <= {bad}
    listed = [row["game"] for row in lobby.read(server.redis, server.games)]
    assert set(listed) == set(others)
    server.redis.flushall()
    for _ in range(3):
        assert_same(before, seen(server.app, browser, others))
        assert browser.client.get("/").status_code == 200
    for part in ("", "/watch", "/replay", "/text", "/export"):
        for language, told in (("en", "is set aside"), ("it", "è messa da parte")):
            browser.client.set_cookie("language", language)
            page = browser.client.get(f"/g/{bad}{part}", follow_redirects=True)
            assert page.status_code in (409, *ALSO.get(how, ())), part
            assert page.status_code != 409 or told in page.text
    if how not in ALSO:
        with pytest.raises(SetAside):
            server.games.desk(bad)
    told = [each for each in caplog.records if bad in each.getMessage()]
    assert 0 < len(told) <= 4  # the projector, the list of games, the statistics and the pages, once each
    caplog.clear()
    assert browser.client.get("/").status_code == 200
    assert [each for each in caplog.records if bad in each.getMessage()] == []
    if how != "no opening":  # then there is no such game
        the_host_removes(server, bad)
    taken = export(server.games, server.path / "export")
    assert taken.games == 1 and sum(taken.left_out.values()) == len(server.games.ids()) - 1


def the_host_removes(server, game):
    """Also a game that cannot be shown is found by the host, and put away."""
    host, bearer = Browser(server.app), {"X-Grognard": "1", "Authorization": f"Bearer {SECRET}"}
    host.open("/admin")
    host.send("/admin/enter", secret=SECRET)
    if game in server.games.ids():  # a title that is not here lists none
        assert f'href="/admin/games/{game}"' in host.open("/admin/games").text
    assert host.open(f"/admin/games/{game}").status_code == 200
    deed = {"did": "removed", "why": "It is damaged"}
    answer = host.client.post(f"/api/admin/games/{game}/deeds", json=deed, headers=bearer)
    assert answer.status_code == 200 and answer.json["away"] == "removed"


def _with_cookies(client, app):
    """The same browser at the server that was started anew."""
    fresh = app.test_client()
    fresh._cookies = client._cookies
    return fresh


def test_rebuild_by_command_goes_on_without_a_damaged_game(server, tmp_path):
    games = server.games
    bad, good = games.create("skirmish", "line"), games.create("skirmish", "line")
    server.damage(bad, "no JSON")
    server.stop()
    ran = CliRunner().invoke(main, ["rebuild", "--data", str(tmp_path)], catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    assert "The views of 1 game are built again." in ran.output
    assert f"Game {bad} is set aside: SetAside" in ran.output
    server.start()
    assert good in server.games.ids()
