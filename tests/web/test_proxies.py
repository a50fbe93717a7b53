"""Behind a proxy: the word of trusted ones counts, and nobody else's."""

import re
from pathlib import Path

import pytest
from flask import request

from tests.web.conftest import Browser
from tests.web.serving import served
from web.base.limits import asker

PROXY, INNER, PERSON = "10.0.0.7", "10.9.9.9", "192.0.2.44"
TOLD = {"X-Forwarded-For": PERSON, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}


@pytest.fixture
def seen(make_app):
    """(address that counts, address of the front page) of a request that comes with headers from a peer."""
    app = make_app(trusted_proxies=("10.0.0.0/8", "::1"))

    def ask(headers, peer=PROXY):
        with app.test_client() as client:
            client.get("/healthz", headers=headers, environ_base={"REMOTE_ADDR": peer})
            return asker(), request.url_root

    return ask


def test_a_trusted_proxy_names_person_scheme_and_host(seen):
    assert seen(TOLD) == (PERSON, "https://games.example/")
    assert seen(TOLD, "::1") == seen(TOLD, f"::ffff:{PROXY}") == (PERSON, "https://games.example/")


def test_what_anybody_else_says_of_himself_counts_nothing(seen):
    assert seen(TOLD, "198.51.100.1") == ("198.51.100.1", "http://localhost/")
    assert seen({"Forwarded": f"for={PERSON};proto=https", "X-Real-IP": PERSON}) == (PROXY, "http://localhost/")


@pytest.mark.parametrize(
    ("said", "who"),
    [
        (f"203.0.113.5, {PERSON}", PERSON),
        (f"203.0.113.5, {PERSON}, {INNER}", PERSON),
        (f"{INNER}, {INNER}", INNER),
        (f'203.0.113.5, "{PERSON}, x", {INNER}', INNER),
        ("unknown", PROXY),
        ("", PROXY),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_a_person_is_the_first_stranger_from_the_right(seen, said, who):
    assert seen({**TOLD, "X-Forwarded-For": said})[0] == who


def test_a_scheme_that_is_none_is_not_believed(seen):
    assert seen({**TOLD, "X-Forwarded-Proto": "javascript"})[1] == "http://games.example/"
    assert seen({**TOLD, "X-Forwarded-Proto": "http, https"})[1] == "https://games.example/"


def test_over_https_cookies_are_secure_links_are_https_and_own_forms_are_taken(make_app):
    browser = Browser(make_app(trusted_proxies=(PROXY,)))
    base = {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in TOLD.items()}
    browser.client.environ_base.update({"REMOTE_ADDR": PROXY, "HTTP_ORIGIN": "https://games.example", **base})
    answer = browser.open("/new?title=skirmish")
    cookies = answer.headers.getlist("Set-Cookie")
    assert cookies and all("Secure" in each for each in cookies)
    _, fields, _ = browser.form("/new")
    fields |= {"kind_blue": "invitation", "name_red": "Ada"}
    opened = browser.client.post("/new", data=fields, base_url="https://localhost")
    assert opened.status_code == 303, opened.text
    links = browser.client.get(opened.headers["Location"], base_url="https://localhost").text
    assert re.search(r'value="https://games\.example/join/', links)


def test_two_people_behind_one_proxy_have_limits_of_their_own(make_app):
    app = make_app(trusted_proxies=(PROXY,), limits_on=True, stream_limit="2 per minute")
    client = app.test_client()

    def status(person):
        headers = {"X-Forwarded-For": person}
        return client.get("/simulate", headers=headers, environ_base={"REMOTE_ADDR": PROXY}).status_code

    assert [status("192.0.2.1") for _ in range(3)].count(429) == 1
    assert status("192.0.2.2") != 429


def test_the_sockets_pass_on_what_a_trusted_proxy_says(tmp_path: Path) -> None:
    import urllib.request

    for trusted, scheme in (("127.0.0.1", "https"), ("192.0.2.1", "http")):
        with served(tmp_path / scheme, "--set", f"trusted_proxies={trusted}") as server:
            asked = urllib.request.Request(f"{server.url}/new", headers=TOLD)
            with urllib.request.urlopen(asked) as answer:
                assert ("Secure" in answer.headers["Set-Cookie"]) == (scheme == "https")
