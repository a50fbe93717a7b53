"""The live stream: it tells what moved, resumes where it was cut, and never starves the orders."""

import json
from random import Random

import pytest

from tests.patience import PATIENCE
from tests.web.conftest import Browser, play_on
from tests.web.tables import lose_seat
from web.table.news import stamp


def lines_of(response):
    """The stream's messages as (id, data) until it is closed."""
    for chunk in response.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        if text.startswith("event: moved"):
            parts = dict(line.split(": ", 1) for line in text.strip().split("\n"))
            yield parts["id"], json.loads(parts["data"])
        elif text.startswith(":"):
            yield None, None


def listen(browser, game, last="", **headers):
    response = browser.client.get(f"/g/{game}/stream?since={last}", headers=headers, buffered=False)
    assert response.status_code == 200
    assert response.mimetype == "text/event-stream"
    return response, lines_of(response)


def reveal(browser, game):
    browser.open(f"/g/{game}")
    return browser.press(next(order for order in browser.orders() if "Reveal" in order[2]))


@pytest.fixture
def quick(make_app):
    """An application whose streams speak up often."""
    return make_app(keep_alive=0.02)


def test_a_new_stream_says_where_the_game_stands(two_browsers, games):
    game, host, _ = two_browsers
    response, told = listen(host, game)
    name, news = next(told)
    assert news["version"] == games.standing(game).version
    assert name == news["stamp"]
    response.close()


def test_the_other_browser_is_told_of_an_order_with_its_sentences(two_browsers):
    game, host, guest = two_browsers
    response, told = listen(guest, game)
    start, _ = next(told)
    reveal(host, game)
    name, news = next(told)
    assert name != start
    assert news["events"] == []  # a sealed answer is no event yet
    reveal(guest, game)
    _, news = next(told)
    assert "shows" in news["events"][0]["text"]
    response.close()


def test_a_stream_that_was_cut_anywhere_and_resumed_tells_the_same_events(two_browsers, games):
    game, host, guest = two_browsers
    watcher = Browser(host.client.application)
    response, told = listen(watcher, game)
    last, _ = next(told)
    response.close()
    resumed, random = [], Random(3)
    first = int(last.split("/")[1])
    while not games.desk(game).is_over:
        for browser in (host, guest):
            browser.open(f"/g/{game}")
            if orders := browser.orders():
                browser.press(random.choice(orders))
        if random.random() < 0.5:
            response, told = listen(watcher, game, last)
            if games.standing(game).version > int(last.split("/")[1]):
                last, news = next(told)
                resumed += news["events"]
            response.close()
    response, told = listen(watcher, game, **{"Last-Event-ID": last})
    if games.standing(game).version > int(last.split("/")[1]):
        resumed += next(told)[1]["events"]
    response.close()
    whole = watcher.client.get(f"/api/games/{game}/events?view=public&after={first}&limit=1000").json
    assert resumed == whole


def test_a_stream_with_nothing_new_only_keeps_alive(quick, games):
    browser = Browser(quick)
    game = browser.new_game()
    response, told = listen(browser, game)
    last, _ = next(told)
    response.close()
    response, told = listen(browser, game, last)
    assert next(told) == (None, None)
    response.close()


def test_a_seats_stream_ends_when_the_seat_is_lost_and_the_next_one_is_a_watchers(two_browsers, games):
    game, host, guest = two_browsers
    response, told = listen(guest, game)
    last, _ = next(told)
    lose_seat(host, games, game, "blue")
    assert next(told, None) is None, "not even that the seat is free is told to it"
    response.close()
    response, told = listen(guest, game, last)
    for seat in ("red", "blue"):
        games.order(game, seat, next(o for o in games.desk(game).menu(seat) if type(o).__name__ == "Reveal"))
    dealt = [row for row in next(told)[1]["events"] if row["event"] == "HandDealt"]
    assert dealt and all(row["fields"].get("cards") is None for row in dealt)
    response.close()


def test_a_stream_tells_nothing_of_who_has_given_the_screen_away(quick, games):
    browser = Browser(quick)
    browser.open("/new?title=waterloo")
    browser.send("/new", name_french="Ada", name_coalition="Bruno")
    game = games.ids()[-1]
    browser.open(f"/g/{game}/handover")
    first = browser.form("/handover")[1]["seat"]
    browser.send("/handover")
    other = "coalition" if first == "french" else "french"
    kept_open, every = listen(browser, game)
    told = (name for name, news in every if news)
    with quick.app_context():
        assert next(told) == stamp(games.desk(game), (first,))
    browser.open(f"/g/{game}")
    token = browser.form("/away")[1]["token"]
    browser.send("/away")
    browser.client.post(f"/g/{game}/handover", data={"token": token, "seat": other})
    with quick.app_context():
        assert next(told) == stamp(games.desk(game), ())
    kept_open.close()


def test_streams_are_capped_and_free_their_place(make_app):
    app = make_app(stream_cap=1)
    browser = Browser(app)
    game = browser.new_game()
    response, told = listen(browser, game)
    next(told)
    refused = browser.client.get(f"/g/{game}/stream")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]
    response.close()
    assert app.extensions["site"].hub.places.open == 0
    response, told = listen(browser, game)
    next(told)
    response.close()


def test_a_stream_follows_orders_while_redis_is_away(games):
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    from web.base.site import Settings
    from web.server.app import create_app

    away = redis.Redis(unix_socket_path="/nowhere/redis.sock", retry=Retry(NoBackoff(), 1))
    app = create_app(games, away, Settings(limits_on=False))
    try:
        browser = Browser(app)
        game = browser.new_game()
        browser.take_device()
        response, told = listen(browser, game)
        start, _ = next(told)
        reveal(browser, game)
        assert next(told)[0] != start
        response.close()
        play_on([browser], games, game, Random(1))
        assert browser.open("/").status_code == 200
        assert browser.open(f"/g/{game}/replay").status_code == 200
        assert browser.open("/healthz").json["redis"] == "away"
    finally:
        app.extensions["site"].hub.stop()


def test_an_order_through_another_process_arrives_over_redis(make_app, games, redis_server):
    app = make_app()
    browser = Browser(app)
    game = browser.new_game()
    browser.take_device()
    event = app.extensions["site"].hub.enter(game)
    client = redis_server.client()
    told = json.dumps({"game": game, "moment": "1.0", "version": 9})
    while not client.publish(f"grognard:{games.store_id}:changed", told):
        pass
    assert event.wait(PATIENCE)
    app.extensions["site"].hub.leave(game, event)
