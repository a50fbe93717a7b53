"""Bad input and other people's seats: each gets its status and a clear sentence, and nothing is recorded."""

import json
import re

import pytest

from tests.web.conftest import Browser
from tests.web.tables import lose_seat

JSON = {"X-Grognard": "1"}
HOSTILE = {
    "markup": "<script>alert(1)</script>",
    "quotes": "\"'><img src=x onerror=alert(1)>",
    "template": "{{ 7 * 7 }}",
}


def unchanged(games, game, version):
    assert games.standing(game).version == version


@pytest.fixture
def table(two_browsers, games):
    """(game, Red's browser, Blue's browser, the version where the game stands)."""
    game, host, guest = two_browsers
    return game, host, guest, games.standing(game).version


def order_form(browser):
    return browser.orders()[0]


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ("", 422),
        ("not json", 422),
        ("[]", 422),
        ('{"order": "Fly"}', 422),
        ('{"order": "SetCard"}', 422),
        ('{"order": "SetCard", "card": 3}', 422),
        ('{"order": "Reveal", "more": 1}', 422),
        ("[" * 5000, 422),
        ('{"order": "SetCard", "card": "red_99"}', 409),
        ('{"order": "Shoot", "seat": "red"}', 409),
    ],
)
def test_an_order_that_cannot_be_read_or_is_not_offered_is_refused(table, games, order, status):
    game, host, _, version = table
    action, fields, _ = order_form(host)
    answer = host.client.post(action, data={**fields, "order": order})
    assert answer.status_code == status
    assert "Not done." in answer.text
    assert "Traceback" not in answer.text
    unchanged(games, game, version)


def test_an_order_for_another_seat_is_refused(table, games):
    game, host, _, version = table
    action, fields, _ = order_form(host)
    answer = host.client.post(action, data={**fields, "seat": "blue", "order": '{"order":"Reveal"}'})
    assert answer.status_code == 403
    unchanged(games, game, version)
    assert games.desk(game).waiting == ("red", "blue")


def test_an_order_of_somebody_without_a_seat_is_refused(table, games, open_browser):
    game, host, _, version = table
    action, fields, value = order_form(host)
    answer = open_browser().client.post(action, data={**fields, "order": value})
    assert answer.status_code == 403
    unchanged(games, game, version)


def test_a_form_token_of_another_seat_is_refused(table, games):
    game, host, guest, version = table
    action, fields, _ = order_form(host)
    answer = guest.client.post(action, data={**fields, "seat": "blue", "order": '{"order":"Reveal"}'})
    assert answer.status_code == 403
    assert "Reload the page" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_cross_site_post_is_refused(table, games, headers):
    game, host, _, version = table
    action, fields, value = order_form(host)
    answer = host.client.post(action, data={**fields, "order": value}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    unchanged(games, game, version)


@pytest.mark.parametrize("headers", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}, {}])
def test_a_post_of_the_sites_own_page_is_accepted(table, headers):
    _, host, _, _ = table
    action, fields, value = order_form(host)
    assert host.client.post(action, data={**fields, "order": value}, headers=headers).status_code == 303


def test_json_without_the_custom_header_is_refused(table, games):
    game, host, _, version = table
    answer = host.client.post(f"/api/games/{game}/orders", json={"seat": "red", "order": {"order": "Reveal"}})
    assert answer.status_code == 403
    assert "X-Grognard" in answer.json["message"]


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_no_form_changes_anything_by_the_api(table, games, kind):
    """A form of a page carries a token, which the API does not look at: it wants the header."""
    game, host, _, _ = table
    key = games.seat_key(game, "red")
    for part in ("seats/red/link", "undos", "resignations"):
        answer = host.client.post(f"/api/games/{game}/{part}", data={"seat": "red"}, content_type=kind)
        assert answer.status_code == 403 and "X-Grognard" in answer.json["message"], part
    assert games.seat_key(game, "red") == key


@pytest.mark.parametrize("kind", ["text/plain", "application/xml"])
def test_json_in_the_clothes_of_a_simple_request_is_refused(table, kind):
    game, host, _, _ = table
    data = json.dumps({"seat": "red", "order": {"order": "Reveal"}})
    answer = host.client.post(f"/api/games/{game}/orders", data=data, content_type=kind)
    assert answer.status_code == 403


# Links


def link_in(browser, seat):
    part = browser.page.text.split(f'id="link-{seat}"', 1)[1]
    return re.search(r"/join/[^\"]+", part).group(0)


def test_an_invitation_works_once(table, open_browser):
    game, host, _, _ = table
    host.open(f"/g/{game}/links")
    other = open_browser().new_game(kind_blue="invitation", name_blue="")
    assert other != game
    inviting, first, second = open_browser(), open_browser(), open_browser()
    inviting.new_game(kind_blue="invitation", name_blue="")
    link = link_in(inviting, "blue")
    first.open(link)
    first.send(link, name="Bruno")
    assert "Bruno" in first.text
    assert second.open(link).status_code == 403
    assert "replaced" in second.text


def test_opening_an_invitation_alone_takes_no_seat(open_browser, games):
    host, preview = open_browser(), open_browser()
    game = host.new_game(kind_blue="invitation", name_blue="")
    preview.open(link_in(host, "blue"))
    assert games.holders(game)["blue"].name == ""


def test_a_link_of_ones_own_seat_opens_it_on_another_device(table, open_browser):
    game, host, _, _ = table
    host.open(f"/g/{game}/links")
    phone = open_browser()
    phone.open(link_in(host, "red"))
    assert phone.page.request.path == f"/g/{game}"
    assert phone.orders()


@pytest.mark.parametrize("change", ["tampered", "cut", "empty", "of another server", "expired key"])
def test_a_link_that_was_changed_is_refused(table, games, open_browser, change):
    game, host, _, version = table
    host.open(f"/g/{game}/links")
    link = link_in(host, "red")
    token = link.removeprefix("/join/")
    spoilt = {
        "tampered": token[:-4] + ("AAAA" if token[-4:] != "AAAA" else "BBBB"),
        "cut": token[: len(token) // 2],
        "empty": "x",
        "of another server": "WyJhIix7fV0.c2lnbmF0dXJl",
        "expired key": token,
    }[change]
    if change == "expired key":
        games.new_seat_key(game, "red")
    stranger = open_browser()
    answer = stranger.open(f"/join/{spoilt}")
    assert answer.status_code == 403
    assert "link" in stranger.text
    assert not stranger.orders()


def test_a_seat_that_was_freed_ends_the_old_link_and_every_browser_that_used_it(table, open_browser, games):
    game, host, guest, _ = table
    lose_seat(host, games, game, "blue")
    assert "invited" in host.text
    guest.open(f"/g/{game}")
    assert guest.page.request.path == f"/g/{game}/watch"
    assert not guest.orders()
    again = open_browser()
    link = link_in(host, "blue")
    again.open(link)
    again.send(link, name="Chiara")
    assert "Chiara" in again.text


def test_a_guest_cannot_renew_the_link_of_another_seat(table):
    game, _, guest, _ = table
    guest.open(f"/g/{game}/links")
    _, fields, _ = guest.form("/links/blue")
    answer = guest.client.post(f"/g/{game}/links/red", data=fields)
    assert answer.status_code == 403


def test_the_host_never_sees_the_link_of_a_seat_that_a_guest_has_taken(table):
    game, host, _, _ = table
    host.open(f"/g/{game}/links")
    assert 'id="link-blue"' not in host.page.text


def test_cookies_are_hidden_from_scripts_and_other_sites(browser):
    browser.open("/new?title=skirmish")
    answer = browser.send("/new", follow=False)
    cookies = answer.headers.getlist("Set-Cookie")
    assert cookies
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_cookies_need_https_where_the_host_says_so(make_app):
    browser = Browser(make_app(secure_cookies=True))
    answer = browser.open("/new?title=skirmish")
    assert all("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))


# Names


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_markup_in_a_name_is_shown_as_text(browser, name):
    game = browser.new_game(name_red=name, name="Game " + name[:20])
    for page in ("", "/handover", "/watch", "/links", "/replay"):
        browser.open(f"/g/{game}{page}")
        browser.take_device()
        assert name not in browser.page.text or name == HOSTILE["template"]
        assert "49" not in re.findall(r"Red: (\d+)", browser.text)
    assert name not in browser.open("/").text or name == HOSTILE["template"]


@pytest.mark.parametrize("name", ["a\x00b", "a\x1bb", "a\u202eb", "x" * 10_000, "a\x7f"])
def test_a_name_with_control_characters_or_without_end_is_refused(browser, games, name):
    browser.open("/new?title=skirmish")
    answer = browser.send("/new", follow=False, name_red=name)
    assert answer.status_code == 422
    assert games.ids() == []


def test_a_guest_without_a_name_is_asked_for_one(open_browser):
    host, guest = open_browser(), open_browser()
    host.new_game(kind_blue="open")
    game = re.search(r"[0-9a-f]{32}", host.page.request.path).group(0)
    guest.open(f"/g/{game}/seats/blue")
    assert guest.send("/seats/blue", name="  ").status_code == 422


# Bodies and addresses


def test_a_body_that_is_too_large_is_refused(table, games):
    game, host, _, version = table
    action, fields, _ = order_form(host)
    answer = host.client.post(action, data={**fields, "order": "x" * 300_000})
    assert answer.status_code == 413
    answer = host.client.post(
        f"/api/games/{game}/orders", data=b"x" * 300_000, headers=JSON, content_type="application/json"
    )
    assert answer.status_code == 413
    assert answer.json["message"]
    unchanged(games, game, version)


@pytest.mark.parametrize(
    "address",
    [
        "/g/none",
        "/g/none/watch",
        "/g/none/replay",
        "/g/none/links",
        "/g/none/handover",
        "/g/none/stream",
        "/g/none/figure.json",
        "/g/none/export",
        "/g/" + "0" * 32,
        "/nowhere",
        "/rules/chess",
        "/boards/chess.svg",
        "/boards/os.x.svg",
        "/assets/x/../../app.py",
        "/plotly/x.js",
        "/api/games/none",
        "/api/nowhere",
    ],
)
def test_an_address_that_is_not_there_is_404(browser, address):
    answer = browser.open(address)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "title=chess", "title=skirmish&scenario=none", "title=skirmish&seating=9", "title=skirmish&seating=x",
        f"title=skirmish&seating={5000 * '9'}",
    ],
)  # fmt: skip
def test_a_new_game_of_something_unknown_is_422(browser, query):
    assert browser.open(f"/new?{query}").status_code == 422


def test_a_view_that_is_not_ones_own_is_refused_while_the_game_runs(table):
    game, host, guest, _ = table
    for address in (f"/g/{game}/replay", f"/g/{game}/timeline.json", f"/g/{game}/figure.json"):
        assert guest.client.get(f"{address}?as=red").status_code == 403
        assert guest.client.get(f"{address}?as=all").status_code == 403
        assert guest.client.get(f"{address}?as=blue").status_code == 200
        assert guest.client.get(f"{address}?as=green").status_code == 422
    assert guest.client.get(f"/api/games/{game}/scene?view=red").status_code == 403
    assert guest.client.get(f"/api/games/{game}/desk?seat=red").status_code == 403


def test_a_running_game_of_two_people_cannot_be_forked_by_one(table):
    game, host, _, _ = table
    host.open(f"/g/{game}/fork")
    assert host.send("/fork").status_code == 403


def test_the_same_fate_of_a_running_game_is_refused(browser):
    game = browser.new_game()
    browser.open(f"/g/{game}/fork")
    assert browser.send("/fork", fate="same").status_code == 403


def test_an_address_that_asks_too_often_is_told_to_wait(make_app):
    browser = Browser(make_app(limits_on=True, join_limit="2 per minute"))
    answers = [browser.open("/join/x").status_code for _ in range(3)]
    assert answers == [403, 403, 429]
    assert "Wait a moment" in browser.text
    assert browser.page.headers["Retry-After"]


def test_an_unexpected_error_shows_nothing_of_the_inside(app, browser, games, monkeypatch):
    game = browser.new_game()

    def broken(*_):
        raise RuntimeError("secret inside")

    monkeypatch.setattr(games, "desk", broken)
    answer = browser.open(f"/g/{game}")
    assert answer.status_code == 500
    assert "secret inside" not in answer.text
    assert "Traceback" not in answer.text
    assert browser.client.get(f"/api/games/{game}/desk").json["error"] == "internal_error"


def test_every_page_carries_the_headers_and_asks_no_other_host(browser):
    game = browser.new_game()
    browser.take_device()
    for address in (
        "/",
        "/new",
        f"/g/{game}",
        f"/g/{game}/watch",
        f"/g/{game}/replay",
        f"/g/{game}/links",
        "/rules/skirmish",
        "/import",
        "/compare",
        "/api/docs",
    ):
        answer = browser.open(address)
        assert answer.status_code == 200, address
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        foreign = [
            link
            for link in re.findall(r'(?:src|href|action)="(https?://[^"]+)"', answer.text)
            if "localhost" not in link
        ]
        assert not foreign
        assert not re.search(r'<[^>]+\sstyle="|<script>|\son\w+="', answer.text)


def test_an_archive_may_be_larger_than_any_other_body_but_not_without_end(make_app):
    client = make_app(largest_import=400_000).test_client()
    sent = [client.post("/api/games/archives", data=b"x" * size, headers=JSON) for size in (300_000, 500_000)]
    assert [answer.status_code for answer in sent] == [422, 413]
