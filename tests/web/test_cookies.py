"""One cookie names a browser, however many games it has joined; the cookies of one game each, as they once
were, still count and go."""

import pytest

from domain.kernel import Seat
from domain.store import Holder
from domain.store.vault import PASS
from tests.web.conftest import Browser
from web.base.security import seat_token, signer, visitor

RED, BLUE = Seat("red"), Seat("blue")
BOUND = 400
"""Bytes that all cookies of a browser may take together: a usual proxy refuses 4,096."""


def opened(games, **names):
    people = {seat: Holder("person", names.get(seat, f"Player of {seat}")) for seat in (RED, BLUE)}
    return games.create("skirmish", "line", holders=people)


def links(app, games, *asked):
    with app.test_request_context():
        return [seat_token(game, seat) for game, seat in asked]


def sent(browser):
    """The Cookie header that the browser would send."""
    return "; ".join(f"{each.key}={each.value}" for each in browser.client._cookies.values())


def old_cookie(app, games, game, *seats, host=False, facing=None):
    """The cookie of one game as older servers made it."""
    with app.test_request_context():
        keys = {seat: games.seat_key(game, seat) for seat in seats}
        return signer(f"pass:{game}").dumps([keys, host, facing, {}])


def test_two_hundred_games_joined_by_one_browser_need_one_small_cookie(app, games):
    browser = Browser(app)
    joined = [opened(games) for _ in range(200)]
    for token in links(app, games, *((game, RED) for game in joined)):
        assert browser.client.get(f"/join/{token}").status_code == 303
        assert len(sent(browser)) < BOUND
    for game in (joined[0], joined[99], joined[-1]):
        browser.open(f"/g/{game}")
        assert browser.page.request.path == f"/g/{game}" and browser.orders()


def test_two_seats_that_a_new_browser_takes_at_once_are_both_its_own(app, games):
    game = games.create("skirmish", "line", holders={seat: Holder("open") for seat in (RED, BLUE)})
    tabs = [Browser(app), Browser(app)]
    tabs[0].open(f"/g/{game}/seats/{RED}")
    tabs[1].client.set_cookie("browser", tabs[0].client.get_cookie("browser").value)
    tabs[1].open(f"/g/{game}/seats/{BLUE}")
    for tab, seat in zip(tabs, (RED, BLUE), strict=True):  # neither has the other one's answer
        tab.send(f"/seats/{seat}", name="Ada", follow=False)
    named = {tab.client.get_cookie("seats").value for tab in tabs}
    assert len(named) == 1, "the browser keeps the cookie that comes last"
    for seat in (RED, BLUE):
        tabs[0].open(f"/g/{game}?as={seat}")
        assert tabs[0].page.request.path == f"/g/{game}"
    with app.test_request_context(headers={"Cookie": sent(tabs[0])}):
        assert set(visitor(game).seats) == {RED, BLUE}
    stranger = Browser(app)
    stranger.client.set_cookie("browser", "f" * 32)
    assert stranger.open(f"/g/{game}").request.path == f"/g/{game}/watch"


def test_a_cookie_of_a_browser_is_its_name_and_gives_nothing_when_it_is_changed(app, two_browsers):
    game, host, _ = two_browsers
    (named,) = (each for each in host.client._cookies.values() if each.key == "seats")
    for wrong in (named.value[:-1], named.value.replace(".", "A."), "x" * 32, "", '"a".b'):
        thief = Browser(app)
        thief.client.set_cookie("seats", wrong)
        thief.open(f"/g/{game}")
        assert thief.page.request.path == f"/g/{game}/watch"


@pytest.mark.parametrize("count", [1, 45])
def test_old_cookies_still_give_their_seats_and_are_replaced(app, games, count):
    browser, played = Browser(app), [opened(games) for _ in range(count)]
    for game in played:
        old = old_cookie(app, games, game, BLUE, host=True, facing="blue")
        browser.client.set_cookie(f"game_{game}", old)
    for _ in range(3):
        answer = browser.open("/settings")
        assert len("".join(answer.headers.getlist("Set-Cookie"))) < 4096
    assert len(sent(browser)) < BOUND
    for game in played:
        browser.open(f"/g/{game}/links")
        assert "Your own seat" in browser.text and "New link" in browser.text


def test_an_old_cookie_of_one_game_gives_no_seat_in_another_nor_one_that_was_forged(app, games):
    game, other = opened(games), opened(games)
    for value in (old_cookie(app, games, other, RED), "W3sicmVkIjoieCJ9LGZhbHNlLG51bGxd.AAAA"):
        thief = Browser(app)
        thief.client.set_cookie(f"game_{game}", value)
        thief.open(f"/g/{game}")
        assert thief.page.request.path == f"/g/{game}/watch"
        assert f"game_{game}" not in sent(thief)


def test_an_old_cookie_takes_nothing_from_what_the_browser_was_given_since(app, games):
    game = opened(games)
    browser, old = Browser(app), old_cookie(app, games, game, BLUE)
    browser.client.set_cookie(f"game_{game}", old)
    browser.open(f"/g/{game}")
    games.new_seat_key(game, BLUE)
    (token,) = links(app, games, (game, BLUE))
    browser.open(f"/join/{token}")
    browser.client.set_cookie(f"game_{game}", old)
    browser.open(f"/g/{game}/links")
    assert "Your own seat" in browser.text


def test_of_two_things_that_a_browser_is_given_at_once_it_keeps_both(app, games, monkeypatch):
    browser, tab = Browser(app), app.test_client(use_cookies=False)
    game = games.create("skirmish", "line", holders={seat: Holder("open") for seat in (RED, BLUE)})
    (token,) = links(app, games, (opened(games), RED))
    browser.open(f"/join/{token}")
    tab.environ_base["HTTP_COOKIE"] = sent(browser)
    write = games.passes._notes.write

    def meanwhile(*note, **more):
        if note[:1] == (PASS,):
            monkeypatch.setattr(games.passes._notes, "write", write)
            assert sits_down(tab, game, BLUE) == 200
        return write(*note, **more)

    monkeypatch.setattr(games.passes._notes, "write", meanwhile)
    assert sits_down(browser.client, game, RED) == 200
    (kept,) = games.passes.about(game).values()
    assert set(kept.keys) == {RED, BLUE}


def sits_down(client, game, seat):
    body, headers = {"name": f"Player of {seat}"}, {"X-Grognard": "1"}
    return client.post(f"/api/games/{game}/seats/{seat}", json=body, headers=headers).status_code


def test_a_new_key_takes_the_seat_from_every_browser(app, games):
    game = opened(games)
    browser = Browser(app)
    browser.open(f"/join/{links(app, games, (game, RED))[0]}")
    games.new_seat_key(game, RED)
    browser.open(f"/g/{game}")
    assert browser.page.request.path == f"/g/{game}/watch"
