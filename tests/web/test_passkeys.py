"""Passkeys with real signatures: one holds for its account, here, for a person whom the device has verified,
and once for each challenge."""

from dataclasses import replace

import cbor2
import pytest

from domain.store.passkeys import encoded
from domain.store.shelf import PLAY
from tests.web.conftest import Browser
from tests.web.devices import HERE, Device, asked_to_keep, asked_to_log_in, keep, log_in
from tests.web.test_accounts import CHANGE, PASSWORD, bearer, kept, logged_in
from web.account import passkeys


@pytest.fixture(autouse=True)
def address(monkeypatch):
    monkeypatch.setattr(passkeys, "public_address", lambda: HERE)


@pytest.fixture
def ada(app):
    return kept(app)[0]


@pytest.fixture
def device(ada):
    made = Device()
    assert "The passkey is kept" in kept_with(ada, made).text
    return made


def kept_with(browser, device, **more):
    """The page after a passkey was made with the password said."""
    return keep(browser, device.made(asked_to_keep(browser, PASSWORD).json, **more))


def shown_by(app, device, **more):
    """The page after a new browser showed what a device says."""
    browser = Browser(app)
    return log_in(browser, device.shown(asked_to_log_in(browser).json, **more))


def test_an_answer_logs_in_once_and_from_the_browser_that_was_asked(app, device):
    asked, other = Browser(app), Browser(app)
    answer = device.shown(asked_to_log_in(asked).json)
    assert log_in(asked, answer).status_code == 200 and "<h1>Ada</h1>" in asked.text
    assert log_in(other, answer).status_code == 403
    answer = device.shown(asked_to_log_in(Browser(app)).json)
    assert log_in(other, answer).status_code == 403, "it was another browser's challenge"
    assert shown_by(app, device).status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://evil.example.org"}, {"origin": "http://games.example.org"},
        {"site": "example.org"}, {"flags": 1}, {"flags": 4}, {"secret": Device().secret},
    ],
    ids=["other address", "no https", "other site", "not verified", "not present", "other key"],
)  # fmt: skip
def test_what_was_not_signed_here_by_the_verified_person_is_no_proof(app, ada, device, change):
    assert shown_by(app, replace(device, **change)).status_code == 403
    new = replace(device, credential=b"another", **{"secret": Device().secret, **change})
    assert kept_with(ada, new).status_code == (200 if "secret" in change else 403)
    assert shown_by(app, device).status_code == 200


def test_a_copied_device_and_the_passkey_of_somebody_else_are_no_proof(app, games, device):
    copied = replace(device)
    assert shown_by(app, device).status_code == 200 and shown_by(app, copied).status_code == 403
    kept(app, "Bruno")
    bruno = encoded(bytes.fromhex(games.accounts.of("Bruno").id))
    assert shown_by(app, device, userHandle=bruno).status_code == 403


def test_a_challenge_to_make_a_passkey_is_of_one_log_in(app, ada):
    device, bruno = Device(), kept(app, "Bruno")[0]
    for other in (bruno, logged_in(app)):
        assert keep(other, device.made(asked_to_keep(ada, PASSWORD).json)).status_code == 403
    to_log_in = {**asked_to_log_in(Browser(app)).json, "user": {"id": ""}}
    assert keep(ada, device.made(to_log_in)).status_code == 403


def test_a_passkey_is_removed_by_its_owner_alone(app, games, ada, device):
    account, bruno = games.accounts.of("Ada"), kept(app, "Bruno")[0]
    (place,) = games.passkeys.of(account)
    bruno.open("/account")
    token = bruno.form("/account/log-ins")[1]["token"]
    bruno.client.post("/account/passkeys/removals", data={"token": token, "passkey": place})
    assert ada.client.post("/account/passkeys/removals", data={"passkey": place}).status_code == 403
    address, named = "/api/account/passkeys/removals", {"passkey": place}
    people = {"name": "Bruno", "password": PASSWORD}, {"name": "Ada", "password": PASSWORD}
    program = app.test_client()
    begun = [program.post("/api/account/log-ins", json=who, headers=CHANGE).json["token"] for who in people]
    bruno_asks, ada_asks = map(bearer, begun)
    assert program.post(address, json=named, headers=CHANGE).status_code == 401
    assert program.post(address, json=named, headers=bruno_asks).status_code == 204
    assert [*games.passkeys.of(account)] == [place]
    assert program.post(address, json=named, headers=ada_asks).status_code == 204
    assert games.passkeys.of(account) == {}


OFF_THE_CURVE = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: b"5", -3: b"6"})


@pytest.mark.parametrize("key", [b"\x80", b"\x05", b"cab", b"\x40", OFF_THE_CURVE])
def test_a_key_that_is_none_is_not_kept_and_not_the_servers_fault(app, games, ada, key):
    device = Device()
    said = device.said(64) + device.key()[: 18 + len(device.credential)] + key
    for more in ({}, {"fmt": "packed", "attStmt": {"sig": b"x", "alg": -7}}):
        assert kept_with(ada, device, authData=said, **more).status_code == 403
    assert games.passkeys.of(games.accounts.of("Ada")) == {}


def test_what_no_browser_makes_is_not_kept(app, games, ada):
    unread = {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": 5}}
    assert kept_with(ada, Device(), **unread).status_code == 403
    assert kept_with(ada, Device(credential=b"x" * 1024)).status_code == 403
    assert games.passkeys.of(games.accounts.of("Ada")) == {}
    device = Device(credential=b"x" * 1023)
    assert kept_with(ada, device).status_code == 200
    assert kept_with(ada, device).status_code == 422 and "already" in ada.text


def test_people_log_in_by_passkey_while_play_is_closed(app, games, device):
    games.shelf.put(PLAY, "closed", "A test")
    assert shown_by(app, device).status_code == 200


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://Games.Example.org:443/", "https://games.example.org"),
        ("https://games.example.org:8443", "https://games.example.org:8443"),
        ("http://localhost:5815", "http://localhost:5815"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://[x", None), ("https://games.example.org:x", None), ("http://games.example.org", None),
        ("https://192.0.2.1", None), ("", None),
    ],
)  # fmt: skip
def test_passkeys_hold_for_the_address_as_browsers_write_it(monkeypatch, address, origin):
    monkeypatch.setattr(passkeys, "public_address", lambda: address)
    found = passkeys.place()
    assert (found and found.origin) == origin
