"""The ladder of a title: a page and a document, led to from statistics and lists, hidden with the results."""

import pytest

from domain.kernel import Seat
from domain.store import Holder
from tests.web.conftest import Browser
from tests.web.tables import late

FRENCH, COALITION = Seat("french"), Seat("coalition")


@pytest.fixture
def played(games):
    """Anna has won twice, against Bruno and against a computer."""
    for other in (Holder("person", "Bruno"), Holder("bot", "veteran")):
        holders = {FRENCH: Holder("person", "Anna"), COALITION: other}
        game = games.create("waterloo", "short", holders=holders)
        games.resign(game, COALITION, (COALITION,))
    return games


def test_the_ladder_tells_people_and_computers_apart_with_what_they_won(app, played):
    page = Browser(app)
    assert page.open("/ladders").status_code == 200
    page.open("/ladders/waterloo")
    assert page.text.count("provisional") >= 3 and "2 games were rated." in page.text
    people, computers = page.text.split("Computers", 1)
    assert "Anna" in people and "Bruno" in people
    assert "Anna" not in computers and "veteran" in computers.lower()
    assert 'href="/u/Anna"' in app.test_client().get("/ladders/waterloo").text


def test_programs_read_the_same_ladder(app, played):
    found = app.test_client().get("/api/statistics/ladder?title=waterloo").json
    anna, bruno = found["people"]
    assert (anna["name"], anna["games"], anna["won"], anna["lost"]) == ("Anna", 2, 2, 0)
    assert (bruno["name"], bruno["won"], bruno["lost"], bruno["place"]) == ("Bruno", 0, 1, None)
    assert anna["low"] < anna["high"] and anna["provisional"] and found["rated"] == 2
    assert [each["name"] for each in found["programs"]] == ["veteran"]
    assert app.test_client().get("/api/statistics/ladder?title=chess").status_code == 422
    assert app.test_client().get("/api/statistics/ladder?title=waterloo&days=-1").status_code == 422


def test_who_has_not_played_for_long_is_listed_only_if_asked_for(app, played):
    late(played, 100 * 24 * 3_600_000)
    assert "Bruno" not in app.test_client().get("/ladders/waterloo").text
    assert "Bruno" in app.test_client().get("/ladders/waterloo?days=365").text
    assert "Bruno" in app.test_client().get("/ladders/waterloo?days=0").text


def test_statistics_and_lists_of_games_lead_to_the_ladder(app, played):
    client = app.test_client()
    assert 'href="/ladders/waterloo"' in client.get("/stats?title=waterloo").text
    assert 'href="/ladders"' in client.get("/games").text
    assert client.get("/ladders/chess").status_code == 404


def test_a_browser_that_hides_results_sees_no_ladder_before_it_asks(app, played):
    client = app.test_client()
    client.set_cookie("results", "hidden")
    assert "Bruno" not in client.get("/ladders/waterloo").text
    assert "Bruno" in client.get("/ladders/waterloo?result=shown").text
