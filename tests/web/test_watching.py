"""Watching: how late others see a game, in every page, stream, file and row; and results that are hidden."""

import json
import re
from html import unescape
from random import Random

import pytest

from domain.kernel import PUBLIC
from domain.store import Holder, Terms
from projections.documents import event_row
from tests.web.conftest import Browser
from tests.web.test_api import HEADERS
from tests.web.test_live import lines_of

HELD = {"red": Holder("person", "Ada"), "blue": Holder("person", "Bruno")}


def opened(games, terms, events=40, seed=5):
    """A running game of at least so many events."""
    game = games.create("skirmish", "line", holders=HELD, terms=terms)
    play(games, game, events, seed)
    return game


def play(games, game, events, seed=5):
    random = Random(seed)
    while games.desk(game).version < events and not games.desk(game).is_over:
        desk = games.desk(game)
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(list(desk.menu(seat))))


def secrets_of(games, game, newest):
    """The public sentences of events after `newest` that no earlier event has."""
    rule_set = games.rule_set(game)
    texts = [event_row(rule_set, each, PUBLIC)["text"] for each in games.recorded(game)]
    return {text for text in texts[newest:] if text not in texts[:newest]}


def addresses(app, game, last):
    """Every address of a game that can be opened, those of all games, and with all that may be asked."""
    found = ["/", "/api/games", f"/compare?a={game}&b={game}"]
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.arguments == {"game"} and not rule.rule.endswith("/stream"):
            path = rule.rule.replace("<game>", game)
            asked = ("", f"at={last}", f"start={last}&stop={last}", f"after={last - 3}")
            found += [f"{path}?{each}" for each in asked]
            found += [f"{path}?upto={last}&result=shown", f"{path}?as=public&v={last}&group=all"]
    return found


def numbers_in(value):
    """(name, number) of every number in a JSON document that names an event."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name in ("version", "stop", "rest", "at", "last", "newest") and isinstance(each, int):
                yield name, each
            yield from numbers_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from numbers_in(each)


def assert_nothing_newer(page, address, secrets, newest):
    text = unescape(page.text)
    for secret in secrets:
        assert secret not in text, f"{address} tells: {secret}"
    for number in re.findall(r'id="e(\d+)"|data-last="(\d+)"|data-stamp="[^"/]*/(\d+)/', text):
        assert int("".join(number)) <= newest, f"{address} shows event {number}"
    if page.mimetype == "application/json":
        for name, number in numbers_in(json.loads(page.text)):
            assert number <= newest or number > 10**9, f"{address}: {name} is {number}"


@pytest.mark.parametrize("terms", [Terms("later", 10), Terms("later", 200), Terms("end")], ids=str)
def test_a_stranger_finds_nothing_newer_than_the_host_allows_anywhere(app, games, terms):
    game = opened(games, terms)
    last = games.desk(game).version
    newest = terms.newest(last)
    secrets = secrets_of(games, game, newest)
    assert secrets and newest == max(1, last - 10 if terms.delay == 10 and terms.watchers == "later" else 1)
    stranger = Browser(app)
    walked = addresses(app, game, last)
    assert len(walked) > 60
    shown = 0
    for address in walked:
        page = stranger.open(address)
        assert page.status_code < 500, f"{address}: {page.text}"
        assert_nothing_newer(page, address, secrets, newest)
        shown += page.status_code == 200
    assert shown > 40


def test_a_stranger_who_asks_the_text_board_is_answered_as_late_as_the_others(app, games):
    game = opened(games, Terms("end"))
    secrets = secrets_of(games, game, 1)
    stranger = Browser(app)
    stranger.open(f"/g/{game}/text")
    for question in ("where red", "hand", "nonsense"):
        page = stranger.send("/text", say=question)
        assert page.status_code == 200
        assert_nothing_newer(page, question, secrets, 1)


def test_a_public_game_shows_strangers_what_a_delayed_one_hides(app, games):
    game = opened(games, Terms())
    secrets = secrets_of(games, game, games.desk(game).version - 10)
    stranger = Browser(app)
    pages = {address: stranger.open(address).text for address in addresses(app, game, 5)}
    assert any(secret in unescape(text) for secret in secrets for text in pages.values())
    assert games.rule_set(game).id in pages["/api/games"]


def test_the_stream_and_the_board_follow_as_many_events_later(make_app, games):
    terms = Terms("later", 10)
    app = make_app(keep_alive=0.02)
    game = opened(games, terms, 30)
    response = Browser(app).client.get(f"/g/{game}/stream", buffered=False)
    told = lines_of(response)
    _, news = next(told)
    first = games.desk(game).version
    assert news["version"] == first - 10
    play(games, game, first + 1)
    _, news = next(each for each in told if each[1] is not None)
    assert news["version"] == games.desk(game).version - 10
    assert [row["version"] for row in news["events"]] == list(range(first - 9, news["version"] + 1))
    response.close()
    watcher = Browser(app)
    watcher.open(f"/g/{game}/watch")
    assert "10 events later" in watcher.text and f"event {news['version']}" in watcher.text


def test_players_see_their_delayed_game_at_once_also_as_the_public_sees_it(two_browsers, games, app):
    game, host, guest = two_browsers
    assert games.house.terms(game) == Terms()
    delayed = games.create("skirmish", "line", holders=HELD, terms=Terms("end"))
    with app.app_context():
        from web.base.security import seat_token

        link = seat_token(delayed, "red")
    player, stranger = Browser(app), Browser(app)
    player.open(f"/join/{link}")
    play(games, delayed, 20)
    last = games.desk(delayed).version
    for browser, newest in ((player, last), (stranger, 1)):
        assert browser.client.get(f"/api/games/{delayed}").json["version"] == newest
        assert browser.client.get(f"/api/games/{delayed}/timeline?view=public").json["version"] == newest
        assert f'id="e{newest}"' in browser.open(f"/g/{delayed}/watch").text
    assert stranger.client.get(f"/api/games/{delayed}/scene?at=2").status_code == 409
    assert stranger.client.get("/api/games").json[0]["version"] == 1


def test_a_delayed_game_in_a_list_costs_the_events_since_the_last_look(app, games, monkeypatch):
    game = opened(games, Terms("later", 10), 30)
    stranger, last = Browser(app), games.desk(game).version
    monkeypatch.setattr(games._histories, "load", lambda game: pytest.fail(f"game {game} was folded"))
    games._histories.forget(game)  # as after a start
    read, before = [], games._stream.read
    monkeypatch.setattr(games._stream, "read", lambda *asked: read.append(asked) or before(*asked))

    def row():
        (found,) = stranger.client.get("/api/games").json
        return found["version"], found["text"]

    def told(version):
        (event,) = before(game, version - 1, version)
        return version, event_row(games.rule_set(game), event, PUBLIC)["text"]

    assert row() == told(last - 10)
    read.clear()
    assert row() == told(last - 10) and not read
    play(games, game, last + 1)
    read.clear()
    assert row() == told(games.desk(game).version - 10) and not read


def test_the_end_of_a_delayed_game_shows_everything(app, games):
    game = opened(games, Terms("end"), events=10_000)
    assert games.desk(game).is_over
    page = Browser(app).client.get(f"/api/games/{game}").json
    assert page["over"] and page["result"] and page["version"] == games.desk(game).version


def test_a_fork_keeps_the_terms_of_its_parent(games):
    terms = Terms("later", 7, "slow")
    game = opened(games, terms, 20)
    fork = games.fork(game, games.desk(game).standing.rest, same_fate=False)
    assert games.house.terms(fork) == terms


def test_the_host_chooses_by_the_form_what_watchers_see(browser, games):
    game = browser.new_game(watchers="later", delay="25", pace="fast")
    assert games.house.terms(game) == Terms("later", 25, "fast")
    assert games.house.terms(browser.new_game()) == Terms()
    browser.open("/new?title=skirmish")
    late = [{"delay": text} for text in ("0", "201", "soon")]
    for wrong in (*late, {"watchers": "some"}, {"pace": "calm"}):
        browser.open("/new?title=skirmish")
        assert browser.send("/new", **wrong).status_code == 422


def test_a_program_says_and_reads_the_terms(app):
    program = app.test_client()
    seats = {"red": {"kind": "me"}, "blue": {"kind": "bot", "name": "random"}}
    asked = {"title": "skirmish", "scenario": "line", "seats": seats, "watchers": "later", "delay": 3}
    game = program.post("/api/games", json=asked, headers=HEADERS).json["game"]
    head = program.get(f"/api/games/{game}").json
    assert (head["watchers"], head["delay"], head["pace"]) == ("later", 3, "live")
    assert program.post("/api/games", json={**asked, "delay": 0}, headers=HEADERS).status_code == 422


def test_a_browser_that_hides_results_sees_neither_winner_nor_end_until_it_asks(app, games):
    game = opened(games, Terms(), events=10_000)
    last = games.desk(game).version
    browser, other = Browser(app), Browser(app)
    browser.open("/")
    assert "the result is hidden" not in browser.text
    browser.send("/results", results="hidden")
    endings = secrets_of(games, game, last - 3)
    assert "the result is hidden" in browser.text and not any(text in browser.text for text in endings)
    assert "the result is hidden" not in other.open("/").text
    page = browser.open(f"/g/{game}/watch")
    assert page.request.path == f"/g/{game}/replay"
    assert 'data-at="1"' in page.text and f"1 / {last}" not in page.text
    page = browser.open(f"/g/{game}/replay?upto={last - 5}")
    assert f'data-last="{last - 5}"' in page.text
    timeline = re.search(r'data-timeline="([^"]+)"', page.text).group(1)
    assert browser.client.get(unescape(timeline)).json["version"] == last - 5
    assert browser.client.get(f"/api/games/{game}").json["result"] is None or last <= 200
    shown = browser.open(f"/g/{game}/replay?result=shown")
    assert re.search(rf"\d+ / {last}", shown.text)
    browser.open("/")
    browser.send("/results", results="shown")
    assert "the result is hidden" not in browser.text


def test_who_played_sees_the_result_of_the_own_game(two_browsers, games):
    game, host, _ = two_browsers
    host.open("/")
    host.client.set_cookie("results", "hidden")
    play(games, game, 10_000)
    assert "The game is over" in host.open(f"/g/{game}/watch").text
