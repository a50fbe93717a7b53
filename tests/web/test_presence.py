"""Presence and nudges: who is there, who may be reminded, and what neither tells."""

import json
from random import Random

import pytest

from domain.store import Holder, Terms, open_games
from domain.store.house import LIMITS
from projections.presence import Presence
from tests.web.conftest import Browser
from tests.web.test_api import HEADERS
from tests.web.test_windows import new_council
from web.base.site import Settings
from web.server.app import create_app

SECRET = "a secret of the tests, long enough"


def told(response, event):
    """The data of the stream's messages of one kind, as they come."""
    for chunk in response.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        if text.startswith(f"event: {event}\n"):
            yield json.loads(text.split("data: ", 1)[1])


def listen(browser, game, query=""):
    return browser.client.get(f"/g/{game}/stream{query}", buffered=False)


def comes(app, game, seat):
    """Another browser, with this seat, begins to follow the game."""
    app.extensions["site"].presence.seen(game, (seat,))
    app.extensions["site"].hub.announce(game)


def test_a_stream_tells_who_is_there_and_the_page_says_it_in_words(two_browsers, app):
    game, host, _ = two_browsers
    assert host.open(f"/g/{game}").text.count("(not connected)</span>") == 2
    first = listen(host, game)
    seen = told(first, "present")
    assert next(seen) == ["red"]
    comes(app, game, "blue")
    assert next(seen) == ["blue", "red"]
    page = host.open(f"/g/{game}").text
    assert page.count('class="dot on"') == 2 and page.count("(connected)</span>") == 2
    first.close()


def test_presence_is_no_position_and_has_no_id(two_browsers):
    game, host, guest = two_browsers
    response = listen(host, game)
    parts = iter(response.response)
    chunks = [part.decode() if isinstance(part, bytes) else part for part in (next(parts) for _ in range(3))]
    assert ["\nid:" in chunk for chunk in chunks if chunk.startswith("event: present")] == [False]
    response.close()


def test_a_watcher_is_told_who_is_there_but_is_nobody(two_browsers, app):
    game, host, _ = two_browsers
    watcher = listen(Browser(app), game)
    assert next(told(watcher, "present")) == []
    watcher.close()
    player = listen(host, game, "?as=public")
    assert next(told(player, "present")) == ["red"]
    player.close()


def test_all_seats_of_a_screen_are_there_whoever_sits_before_it_also_in_a_window(browser, games):
    game = new_council(browser)
    assert games.desk(game).window
    response = listen(browser, game)
    before = next(told(response, "present"))
    response.close()
    browser.send("/respond", seat="east")
    browser.take_device()
    response = listen(browser, game)
    assert next(told(response, "present")) == before == sorted(games.standing(game).opened.seats)
    response.close()


def test_a_seat_stays_there_from_page_to_page_and_leaves_later(make_app):
    app = make_app(presence=3600.0)
    browser = Browser(app)
    game = browser.new_game()
    response = listen(browser, game)
    assert next(told(response, "present"))
    response.close()
    assert 'class="dot on"' in browser.take_device().text + browser.open(f"/g/{game}").text
    gone = Presence(None, "store", -1.0)
    assert gone.seen("game", ("red",)) and gone.seats("game") == set()


def test_several_processes_agree_on_who_is_there(redis_server, games):
    one, other, elsewhere = (
        Presence(redis_server.client(), store, 60.0) for store in (games.store_id, games.store_id, "another")
    )
    assert one.seen("game", ("red",)) and not one.seen("game", ("red",))
    assert other.seats("game") == {"red"} and not other.seen("game", ("red",))
    assert elsewhere.seats("game") == set() and other.seats("a game of nobody") == set()


def test_presence_goes_on_in_this_process_while_redis_is_away():
    import redis

    away = Presence(redis.Redis(unix_socket_path="/nowhere/redis.sock"), "store", 60.0)
    assert away.seen("game", ("red",)) and away.seats("game") == {"red"}


# Nudges


class Clock:
    """A clock that stands until it is set on."""

    now = 1_800_000_000_000

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def table(clock, redis_server):
    """(games, game, the browser that waits, the browser that is asked); Red acts, Blue waits."""
    games = open_games("memory:", clock=clock)
    settings = Settings(secrets=(SECRET,), limits_on=False, keep_alive=0.02)
    app = create_app(games, redis_server.client(), settings)
    held = {"red": Holder("person", "Ada"), "blue": Holder("person", "Bruno")}
    game = games.create("skirmish", "line", holders=held, terms=Terms(pace="fast"))
    random = Random(2)
    while len(games.desk(game).waiting) != 1 or games.desk(game).window:
        seat = games.desk(game).waiting[0]
        games.order(game, seat, random.choice(list(games.desk(game).menu(seat))))
    asked = games.desk(game).waiting[0]
    browsers = {}
    with app.app_context():
        from web.base.security import seat_token

        links = {seat: seat_token(game, seat) for seat in held}
    for seat, link in links.items():
        browsers[seat] = Browser(app)
        browsers[seat].open(f"/join/{link}")
    other = next(seat for seat in held if seat != asked)
    yield games, game, browsers[other], browsers[asked]
    app.extensions["site"].hub.stop()
    games.close()


def test_who_waits_nudges_after_the_limit_and_the_other_browser_reads_it(table, clock):
    games, game, waits, asked = table
    assert "Nudge" not in waits.open(f"/g/{game}").text
    clock.now += LIMITS["fast"]
    assert "Nudge" in waits.open(f"/g/{game}").text and "Nudge" not in asked.open(f"/g/{game}").text
    response = listen(asked, game)
    news = told(response, "moved")
    first = next(news)
    waits.send("/nudge", seat=games.desk(game).waiting[0])
    assert next(news)["stamp"] != first["stamp"]
    response.close()
    assert "nudges you" in asked.open(f"/g/{game}").text
    assert "nudges you" not in waits.open(f"/g/{game}").text


def test_a_seat_is_nudged_once_in_each_limit(table, clock):
    games, game, waits, _ = table
    seat = games.desk(game).waiting[0]
    clock.now += LIMITS["fast"]
    waits.open(f"/g/{game}")
    form = waits.form("/nudge")
    for again, status in ((0, 200), (0, 403), (LIMITS["fast"] - 1, 403), (1, 200)):
        clock.now += again
        page = waits.client.post(form[0], data={**form[1], "seat": seat}, follow_redirects=True)
        assert page.status_code == status, page.text


def test_nobody_nudges_too_early_the_wrong_seat_or_from_outside(table, clock, app):
    games, game, waits, asked = table
    seat = games.desk(game).waiting[0]
    mine = next(each for each in ("red", "blue") if each != seat)
    waits.open(f"/g/{game}")
    token = {"token": waits.forms()[0][1]["token"]}
    assert waits.client.post(f"/g/{game}/nudge", data={**token, "seat": seat}).status_code == 403
    clock.now += LIMITS["fast"]
    assert waits.client.post(f"/g/{game}/nudge", data={**token, "seat": mine}).status_code == 403
    assert waits.client.post(f"/g/{game}/nudge", data={**token, "seat": "green"}).status_code == 403
    asked.open(f"/g/{game}")
    own = {"token": asked.forms()[0][1]["token"], "seat": seat}
    assert asked.client.post(f"/g/{game}/nudge", data=own).status_code == 403
    stranger = asked.client.application.test_client()
    assert stranger.post(f"/api/games/{game}/nudges", json={"seat": seat}, headers=HEADERS).status_code == 403
    assert not games.house.nudges(game)


def test_a_program_nudges_too(table, clock):
    games, game, waits, _ = table
    clock.now += LIMITS["fast"]
    body = {"seat": games.desk(game).waiting[0]}
    assert waits.client.post(f"/api/games/{game}/nudges", json=body, headers=HEADERS).status_code == 200
    assert games.house.nudges(game)


def test_in_a_response_window_nobody_can_be_nudged(clock, redis_server):
    games = open_games("memory:", clock=clock)
    app = create_app(games, redis_server.client(), Settings(secrets=(SECRET,), limits_on=False))
    try:
        held = {seat: Holder("person", seat) for seat in ("north", "east", "south")}
        game = games.create("council", "hall", holders=held)
        talk = next(order for order in games.desk(game).menu("north") if getattr(order, "kind", "") == "talk")
        games.order(game, "north", talk)
        assert games.desk(game).window
        clock.now += LIMITS["slow"]
        with app.app_context():
            from web.base.security import Visitor
            from web.notices.nudging import nudgeable

            desk = games.desk(game)
            for seat in held:
                assert nudgeable(Visitor(game, (seat,), (seat,)), desk) == {}
    finally:
        app.extensions["site"].hub.stop()
        games.close()


# Your move


def test_the_page_says_for_scripts_whether_this_browser_is_asked(table):
    _, game, waits, asked = table
    assert 'data-asked="1"' in asked.open(f"/g/{game}").text
    assert 'data-asked=""' in waits.open(f"/g/{game}").text
    assert 'data-asked="1"' in asked.open("/").text and 'data-asked=""' in waits.open("/").text
