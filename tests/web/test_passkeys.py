"""Passkeys with real signatures: one holds for its account, here, for a person whom the device has verified,
and once for each challenge."""

import re
from dataclasses import replace

import cbor2
import pytest

from domain.store.accounts import FRESH
from domain.store.passkeys import decoded, encoded
from domain.store.shelf import PLAY
from tests.web.conftest import Browser
from tests.web.devices import (
    HERE,
    Device,
    asked_to_begin,
    asked_to_keep,
    asked_to_log_in,
    asked_to_prove,
    begin,
    keep,
    log_in,
)
from tests.web.test_accounts import CHANGE, OTHER, PASSWORD, bearer, kept, log_out, logged_in
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


# Instead of a password


@pytest.fixture
def lee(app):
    """A browser in which a name was kept by a passkey, the device, and the recovery words."""
    device, browser = Device(), Browser(app)
    begin(browser, "Lee", device.made(asked_to_begin(browser, "Lee").json))
    return browser, device, re.search(r'id="words"[^>]*value="([a-z ]+)"', browser.page.text)[1]


def test_a_name_is_kept_by_a_passkey_alone(app, games, lee):
    browser, device, _words = lee
    assert "Lee" in browser.text and games.accounts.of("Lee").id == device_user(device)
    log_out(browser)
    assert shown_by(app, device).status_code == 200
    for guess in ("", PASSWORD):
        assert logged_in(app, "Lee", guess).page.status_code == 403
        program = app.test_client().post(
            "/api/account/log-ins", json={"name": "Lee", "password": guess}, headers=CHANGE
        )
        assert program.status_code == 403


def device_user(device):
    return decoded(device.user).hex()


def test_the_recovery_words_give_a_name_back_that_a_passkey_kept(app, games, lee):
    _browser, device, words = lee
    other = Browser(app)
    other.open("/account/recover")
    assert other.send("/account/recover", name="Lee", words=words, password=OTHER).status_code == 200
    assert shown_by(app, device).status_code == 403, "the device was lost"
    assert "<h1>Lee</h1>" in logged_in(app, "Lee", OTHER).text


def test_a_challenge_to_keep_a_name_is_for_that_name_and_browser(app, games, lee):
    one, other = Browser(app), Browser(app)
    asked = asked_to_begin(one, "Mina").json
    assert begin(one, "Nina", Device().made(asked)).status_code == 403
    assert begin(other, "Mina", Device().made(asked_to_begin(one, "Mina").json)).status_code == 403
    to_log_in = {**asked_to_log_in(Browser(app)).json, "user": {"id": ""}}
    assert begin(one, "Mina", Device().made(to_log_in)).status_code == 403
    assert asked_to_begin(one, " ").status_code == 422 and asked_to_begin(one, "lee").status_code == 409
    answer = Device().made(asked_to_begin(one, "Mina").json)
    kept(app, "Mina")
    assert begin(one, "Mina", answer).status_code == 409
    assert [each.name for each in games.accounts.every()] == ["Lee", "Mina"]


def test_who_has_no_password_shows_the_passkey_again_to_change_what_logs_in(app, games, lee, monkeypatch):
    browser, device, _words = lee
    account, now = games.accounts.of("Lee"), games.accounts._clock()
    monkeypatch.setattr(games.accounts, "_clock", lambda: now + FRESH + 60_000)
    browser.open("/account")
    token = browser.form("/account/log-ins")[1]["token"]
    changes = {"password": {"new": OTHER}, "words": {}, "forget": {"sure": "yes"}, "passkeys/asked": {}}
    changes["passkeys/removals"] = {"passkey": next(iter(games.passkeys.of(account)))}
    for change, fields in changes.items():
        assert f'action="/account/{change}"' not in browser.page.text
        sent = browser.client.post(f"/account/{change}", data={"token": token, **fields})
        assert sent.status_code == 403, change
    assert games.accounts.of("Lee") == account

    bruno = kept(app, "Bruno")[0]
    other = Device(credential=b"of Bruno", user=device.user)
    keep(bruno, other.made(asked_to_keep(bruno, PASSWORD).json))
    assert prove(browser, other.shown(asked_to_prove(browser).json)).status_code == 403
    assert prove(browser, device.shown(asked_to_log_in(Browser(app)).json)).status_code == 403
    assert "Show your passkey" in browser.open("/account").text
    monkeypatch.setattr(passkeys, "public_address", lambda: "http://192.168.1.5")
    assert "Set a password by your recovery words" in browser.open("/account").text
    assert "Show your passkey" not in browser.page.text
    monkeypatch.setattr(passkeys, "public_address", lambda: HERE)
    answer = device.shown(asked_to_prove(browser).json, userHandle=None)
    assert prove(browser, answer).status_code == 200, "a device need not say whose it is"
    assert browser.send("/account/password", new=OTHER).status_code == 200
    assert "<h1>Lee</h1>" in logged_in(app, "Lee", OTHER).text
    assert shown_by(app, device).status_code == 200, "the passkey stays"


def prove(browser, answer):
    browser.open("/account")
    return browser.send("/account/proof", answer=answer)


def test_the_last_passkey_of_an_account_without_a_password_stays(app, games, lee):
    browser, device, _words = lee
    (place,) = games.passkeys.of(games.accounts.of("Lee"))
    browser.open("/account")
    assert "/account/passkeys/removals" not in browser.page.text
    token = browser.form("/account/log-ins")[1]["token"]
    sent = browser.client.post("/account/passkeys/removals", data={"token": token, "passkey": place})
    assert sent.status_code == 422 and "only way in" in sent.text
    keep(browser, Device(credential=b"another").made(asked_to_keep(browser, "").json))
    assert browser.send("/account/passkeys/removals", passkey=place).status_code == 200
    assert len(games.passkeys.of(games.accounts.of("Lee"))) == 1


def test_a_passkey_is_removed_from_an_account_without_a_password_only_after_one_was_shown(
    app, games, lee, monkeypatch
):
    browser, device, _words = lee
    keep(browser, Device(credential=b"another").made(asked_to_keep(browser, "").json))
    account, now = games.accounts.of("Lee"), games.accounts._clock()
    place, _other = games.passkeys.of(account)
    monkeypatch.setattr(games.accounts, "_clock", lambda: now + FRESH + 60_000)
    assert "/account/passkeys/removals" not in browser.open("/account").text
    token = browser.form("/account/log-ins")[1]["token"]
    sent = browser.client.post("/account/passkeys/removals", data={"token": token, "passkey": place})
    assert sent.status_code == 403 and len(games.passkeys.of(account)) == 2
    assert prove(browser, device.shown(asked_to_prove(browser).json)).status_code == 200
    assert browser.send("/account/passkeys/removals", passkey=place).status_code == 200
    assert len(games.passkeys.of(account)) == 1


def test_without_a_password_the_last_passkey_that_is_good_at_this_address_stays(games, lee, monkeypatch):
    browser, device, _words = lee
    (old,) = games.passkeys.of(games.accounts.of("Lee"))
    elsewhere = "https://games.example.net"
    monkeypatch.setattr(passkeys, "public_address", lambda: elsewhere)
    moved = Device(credential=b"another", origin=elsewhere, site="games.example.net")
    assert keep(browser, moved.made(asked_to_keep(browser, "").json)).status_code == 200
    account = games.accounts.of("Lee")
    (new,) = {*games.passkeys.of(account)} - {old}
    page = browser.open("/account").text
    assert "only good at games.example.org" in page
    assert f'value="{old}"' in page and f'value="{new}"' not in page
    token = browser.form("/account/log-ins")[1]["token"]
    sent = browser.client.post("/account/passkeys/removals", data={"token": token, "passkey": new})
    assert sent.status_code == 422 and "your only way in at this address" in sent.text
    assert browser.send("/account/passkeys/removals", passkey=old).status_code == 200
    assert [*games.passkeys.of(account)] == [new]


def test_an_account_does_without_its_password_only_where_its_passkey_was_shown(
    app, games, ada, device, monkeypatch
):
    assert "/account/password/end" not in ada.open("/account").text
    token = ada.form("/account/log-ins")[1]["token"]
    asked = {"token": token, "password": PASSWORD}
    assert ada.client.post("/account/password/end", data=asked).status_code == 403
    assert prove(ada, device.shown(asked_to_prove(ada).json)).status_code == 200
    monkeypatch.setattr(passkeys, "public_address", lambda: "http://192.168.1.5")
    assert "/account/password/end" not in ada.open("/account").text
    assert ada.client.post("/account/password/end", data=asked).status_code == 403
    assert games.accounts.of("Ada").password


def test_an_account_with_a_passkey_may_do_without_its_password(app, games, ada, device):
    assert prove(ada, device.shown(asked_to_prove(ada).json)).status_code == 200
    assert browser_does_without(ada, OTHER).status_code == 403
    assert browser_does_without(ada, PASSWORD).status_code == 200
    assert logged_in(app).page.status_code == 403 and shown_by(app, device).status_code == 200
    bruno = kept(app, "Bruno")[0]
    bruno.open("/account")
    assert "/account/password/end" not in bruno.page.text
    token = bruno.form("/account/log-ins")[1]["token"]
    sent = bruno.client.post("/account/password/end", data={"token": token, "password": PASSWORD})
    assert sent.status_code == 403 and games.accounts.of("Bruno").password


def browser_does_without(browser, password):
    browser.open("/account")
    return browser.send("/account/password/end", password=password)


def test_a_name_is_kept_by_a_passkey_only_where_names_may_be_kept(make_app):
    browser = Browser(make_app(may_keep_names="nobody"))
    assert asked_to_begin_anyway(browser).status_code == 403


def asked_to_begin_anyway(browser):
    browser.open("/account")
    token = browser.form("/account/log-in")[1]["token"]
    return browser.client.post("/account/new/asked", data={"token": token, "name": "Lee"})


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
    found = passkeys.home()
    assert (found and found.origin) == origin
