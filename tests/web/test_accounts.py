"""Accounts on the pages and in the API: the same person in every browser, and nobody else."""

import json
import re
from pathlib import Path

from argon2 import PasswordHasher

from domain.store import Author, Holder, open_games
from domain.store import passkeys as passkeys_kept
from domain.store.addresses import new_address
from domain.store.bans import mark
from domain.store.passes import Pass
from replays.archive import read
from replays.verification import verify
from tests.web.conftest import Browser
from tests.web.console import grognard
from tests.web.tables import sat_down
from tests.web.test_tournaments import cup_made, entered
from web.account import passkeys
from web.account.keeping import WORDS
from web.base.security import browser_name, still, visitor

CHANGE = {"X-Grognard": "1"}
PASSWORD, OTHER = "a cold morning", "a wet field before noon"
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def kept(app, name="Ada", browser=None):
    """(a browser in which an account was made, its recovery words)."""
    browser = browser or Browser(app)
    browser.open("/account/new")
    browser.send("/account/new", name=name, password=PASSWORD)
    assert browser.page.status_code == 200, browser.text
    return browser, re.search(r'id="words"[^>]*value="([a-z ]+)"', browser.page.text)[1]


def logged_in(app, name="Ada", password=PASSWORD, browser=None):
    """A browser in which somebody has tried to log in."""
    browser = browser or Browser(app)
    browser.open("/account")
    browser.send("/account/log-in", name=name, password=password)
    return browser


def bearer(token):
    return {**CHANGE, "Authorization": f"Bearer {token}"}


def log_out(browser):
    """Presses the first button of the list of log-ins."""
    browser.open("/account")
    action, fields, ((name, value, label), *_) = browser.form("/account/log-ins")
    assert label == "Log out"
    browser.page = browser.client.post(action, data={**fields, name: value}, follow_redirects=True)


def yours(browser, game):
    return browser.client.get(f"/api/games/{game}").json["yours"]


def shown(browser):
    return {each.key: each.value for each in browser.client._cookies.values()}


def test_who_logs_in_has_the_same_games_and_seats_in_every_browser(app, games, two_browsers):
    game, host, guest = two_browsers
    kept(app, "Ada", host)
    second = logged_in(app)
    assert second.text.count("this one") == 1 and "Ada" in second.text
    second.open(f"/g/{game}")
    assert second.orders() and second.press(second.orders()[0]).status_code == 200
    new = second.new_game(kind_red="me", name_red="", kind_blue="open")
    assert games.holders(new)["red"].name == "Ada", "a kept name is one's own at new tables"
    assert yours(host, new) == yours(host, game) == ["red"]
    log_out(second)
    assert "You are logged out." in second.text and yours(second, new) == []
    assert yours(sat_down(app, game, "red"), game) == ["red"], "the link of a seat serves everybody"
    assert guest.open(f"/g/{game}").status_code == 200


def test_a_browser_that_is_logged_out_keeps_nothing_of_the_account(app, games):
    browser, _words = kept(app)
    game = browser.new_game(kind_red="me", kind_blue="open")
    before = shown(browser)
    log_out(browser)
    after = Browser(app)
    for name, value in {**before, **shown(browser)}.items():
        after.client.set_cookie(name, value)
    for each in (browser, after):
        assert yours(each, game) == [], "neither by what was left nor by an old log-in"


def test_a_log_in_gets_a_new_name_and_forms_of_before_are_worthless(app, games):
    kept(app)
    browser = Browser(app)
    browser.client.set_cookie("login", "0" * 96)
    browser.open("/account")
    action, fields, _ = browser.form("/account/log-in")
    before = shown(browser)
    browser.client.post(action, data={**fields, "name": "Ada", "password": PASSWORD})
    after = shown(browser)
    assert after["login"] != before["login"] and after["browser"] != before["browser"]
    again = browser.client.post("/account/log-ins", data={"token": fields["token"], "log_in": ""})
    assert again.status_code == 403 and games.accounts.logged_in(after["login"])
    cookie = browser.client.get_cookie("login")
    assert cookie.http_only and cookie.same_site == "Lax"


def test_a_form_of_another_site_or_browser_does_nothing(app, games):
    browser, _words = kept(app)
    stranger = Browser(app)
    stranger.open("/account")
    token = stranger.form("/account/log-in")[1]["token"]
    deeds = {
        "log-ins": {"log_in": ""}, "password": {"password": PASSWORD, "new": OTHER},
        "forget": {"password": PASSWORD, "sure": "yes"}, "words": {"password": PASSWORD}, "take": {},
    }  # fmt: skip
    for deed, fields in deeds.items():
        for headers in ({}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            sent = browser.client.post(f"/account/{deed}", data={**fields, "token": token}, headers=headers)
            assert sent.status_code == 403, deed
    plain = browser.client.post("/api/account/log-ins/ends", json={"log_in": None})
    assert plain.status_code == 403 and plain.json["error"] == "cross_site"
    assert len(games.accounts.log_ins(games.accounts.of("Ada"))) == 1


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(app, monkeypatch):
    kept(app)
    tried, real = [], PasswordHasher.verify
    monkeypatch.setattr(
        PasswordHasher, "verify", lambda self, kept, said: tried.append(kept[:30]) or real(self, kept, said)
    )
    pages = [
        re.sub(r'name="token" value="[^"]*"|value="(Ada|Eve)"', "", logged_in(app, name, OTHER).text)
        for name in ("Ada", "Eve")
    ]
    assert pages[0] == pages[1] and "do not go together" in pages[0]
    assert len(tried) == 2 and tried[0] == tried[1], "each costs one try of the same cost"
    programs = [
        app.test_client().post("/api/account/log-ins", json={"name": name, "password": OTHER}, headers=CHANGE)
        for name in ("Ada", "Eve")
    ]
    assert programs[0].json == programs[1].json and {each.status_code for each in programs} == {403}


def test_guesses_are_counted_by_address_and_by_name_and_keep_no_owner_out(make_app):
    app = make_app(limits_on=True, pin_limit="2 per minute", account_limit="3 per minute")
    owner, _words = kept(app)

    def tried(name, password, address, browser=None):
        browser = browser or Browser(app)
        browser.open("/account")
        _, fields, _ = browser.form("/account/log-in")
        return browser.client.post(
            "/account/log-in", data={**fields, "name": name, "password": password},
            environ_base={"REMOTE_ADDR": address},
        ).status_code  # fmt: skip

    assert [tried(name, OTHER, "192.0.2.1") for name in ("Ada", "Eve", "Ada")] == [403, 403, 429]
    assert tried("Ada", PASSWORD, "192.0.2.1") == 429, "the right one too"
    assert [tried("Ada", OTHER, f"192.0.2.{each}") for each in (2, 3, 4)] == [403, 403, 429]
    log_out(owner)
    assert tried("Ada", PASSWORD, "198.51.100.9") == 429, "a browser that nobody knows"
    assert tried("Ada", PASSWORD, "198.51.100.9", owner) == 303, "one that the owner has used before"


def test_words_set_a_password_once_and_end_every_log_in(app, games):
    browser, words = kept(app)
    assert len(words.split()) == WORDS
    other = Browser(app)
    other.open("/account/recover")
    other.send("/account/recover", name="ada", words=f"  {words.upper()}", password=OTHER)
    fresh = re.search(r'id="words"[^>]*value="([a-z ]+)"', other.page.text)[1]
    assert fresh != words and "/account/log-in" in browser.open("/account").text
    assert len(games.accounts.log_ins(games.accounts.of("Ada"))) == 1
    thief = Browser(app)
    thief.open("/account/recover")
    assert thief.send("/account/recover", name="Ada", words=words, password=PASSWORD).status_code == 403
    assert logged_in(app, "Ada", PASSWORD).page.status_code == 403
    assert logged_in(app, "Ada", OTHER).page.status_code == 200


def test_log_ins_are_listed_and_ended_one_by_one_or_all_others(app, games, make_app):
    first, _words = kept(app)
    program = app.test_client(use_cookies=False)
    sent = {"name": "Ada", "password": PASSWORD}
    token = program.post("/api/account/log-ins", json=sent, headers={**CHANGE, "User-Agent": LINUX}).json[
        "token"
    ]
    listed = program.get("/api/account", headers=bearer(token)).json
    assert listed["name"] == "Ada" and len(listed["log_ins"]) == 2
    (own,) = [each for each in listed["log_ins"] if each["is_this"]]
    assert own["browser"] == "Firefox, Linux"
    assert "Firefox, Linux" in first.open("/account").text
    first.send("/account/log-ins", log_in=own["id"])
    assert "The log-in has ended." in first.text
    ended = program.get("/api/account", headers=bearer(token))
    assert ended.status_code == 401 and ended.json["error"] == "not_logged_in"
    pages = (app.test_client().put(page, headers=bearer("0" * 96)) for page in ("/account", "/"))
    assert [page.status_code for page in pages] == [405, 405], "an error page is drawn for anybody"
    assert program.get("/api/account").status_code == 401
    others = [logged_in(app) for _ in range(2)]
    first.open("/account")
    first.send("/account/log-ins", log_in="")
    assert all("Log out" not in each.open("/account").text for each in others)
    assert "Log out" in first.open("/account").text
    first.send("/account/password", password=OTHER, new="another one, longer")
    assert first.page.status_code == 403 and "not the password" in first.text
    first.send("/account/password", password=PASSWORD, new="short")
    assert first.page.status_code == 422
    first.send("/account/password", password=PASSWORD, new=OTHER)
    assert "The password is changed" in first.text and "Log out" in first.open("/account").text


def test_an_open_page_of_a_log_in_that_ended_is_told_nothing_more(app, games):
    browser, _words = kept(app)
    game = browser.new_game(kind_red="me", kind_blue="open")
    with app.test_request_context(headers={"Cookie": f"login={shown(browser)['login']}"}):
        who = visitor(game)
        assert still(who).seats == ("red",)
        games.accounts.end_others(games.accounts.of("Ada"))
        assert still(who).seats == still(who).present == () and not still(who).is_host


def test_a_kept_name_is_nobody_elses_at_new_tables(app, games, two_browsers):
    game, host, guest = two_browsers
    kept(app, "Carla", Browser(app))
    stranger = Browser(app)
    stranger.open("/new?title=skirmish")
    taken = stranger.send("/new", kind_red="me", name_red="CARLA")
    assert taken.status_code == 409 and "Somebody keeps the name" in stranger.text
    stranger.open("/new?title=skirmish")
    assert stranger.send("/new", kind_red="hotseat", name_red="Carla").status_code == 409
    free = games.create("skirmish", "line")
    sit = {"name": "carla\u200c"}
    joined = app.test_client().post(f"/api/games/{free}/seats/red", json=sit, headers=CHANGE)
    assert joined.status_code == 409 and joined.json["error"] == "name_kept"
    games.talk.let_watchers_write(game, True)
    line = {"name": "Carla", "text": "I am not her"}
    assert app.test_client().post(f"/api/games/{game}/lines", json=line, headers=CHANGE).status_code == 409
    carla = logged_in(app, "Carla")
    token = carla.client.post(f"/api/games/{free}/seats/red", json=sit, headers=CHANGE)
    assert token.status_code == 200 and games.holders(free)["red"].name == "carla\u200c"


def test_a_name_that_somebody_played_under_is_kept_by_that_browser_alone(app, games, two_browsers):
    game, host, guest = two_browsers
    stranger = Browser(app)
    stranger.open("/account/new")
    assert stranger.send("/account/new", name="bruno", password=PASSWORD).status_code == 409
    assert "Somebody has played here" in stranger.text
    kept(app, "Bruno", guest)
    assert guest.open(f"/g/{game}").status_code == 200


def test_the_first_who_played_under_a_name_may_keep_it_and_nobody_after_him(app, games, two_browsers):
    game, host, guest = two_browsers
    thief = Browser(app)
    thief.new_game(kind_red="me", name_red="Bruno", kind_blue="open")
    games.resign(game, "blue", ("blue",))
    fork = {"version": 3, "seats": {seat: {"kind": "me", "name": "Bruno"} for seat in ("red", "blue")}}
    forked = thief.client.post(f"/api/games/{game}/forks", json=fork, headers=CHANGE)
    assert forked.status_code == 201, forked.text
    thief.open("/account/new")
    assert thief.send("/account/new", name="Bruno", password=PASSWORD).status_code == 409
    kept(app, "Bruno", guest)


def test_nobody_keeps_the_name_of_somebody_who_has_entered_a_tournament(app, games):
    address = cup_made(Browser(app))
    bruno = entered(app, address, "Bruno")
    stranger = Browser(app)
    stranger.open("/account/new")
    assert stranger.send("/account/new", name="BRUNO", password=PASSWORD).status_code == 409
    kept(app, "Bruno", bruno)


def test_what_is_told_to_one_of_two_at_a_screen_is_not_the_others(app, games):
    browser = Browser(app)
    game = browser.new_game(kind_red="me", name_red="Ada", kind_blue="hotseat", name_blue="Bruno")
    kept(app, "Ada", browser)
    browser.open(f"/g/{game}")
    browser.take_device()
    for name, seat in (("Ada", "red"), ("Bruno", "blue")):
        games.talk.note(game, Author(name, seat), 1, f"{name}'s plan", "me")
        games.addresses.keep(game, "mail", seat, new_address(f"{seat}@example.org", "en", is_confirmed=True))
    (told,) = browser.open("/account/data.json").json["games"]
    assert [each["text"] for each in told["texts"]] == ["Ada's plan"]
    assert [each["to"] for each in told["notices"]] == ["red@example.org"]


def test_the_games_of_a_browser_are_taken_into_an_account_by_a_button(app, games):
    kept(app)
    browser = Browser(app)
    game = browser.new_game(kind_red="me", kind_blue="open")
    logged_in(app, browser=browser)
    assert yours(browser, game) == [], "whoever is logged in is the account's person"
    browser.open("/account")
    browser.send("/account/take")
    assert "are in your account now" in browser.text
    assert yours(logged_in(app), game) == ["red"]


def test_a_browser_whose_link_was_replaced_brings_nothing_into_an_account(app, games):
    first = Browser(app)
    game = first.new_game(kind_red="me", kind_blue="open")
    old, address = sat_down(app, game, "red"), cup_made(first)
    old.open(address)
    old.send("/enter", name="Bruno")
    kept(app, "Ada", first)
    key, cup = games.seat_key(game, "red"), address.rsplit("/", 1)[1]
    games.new_seat_key(game, "red")
    person = games.accounts.of("Ada").person
    games.passes.change(person, game, lambda _: Pass(game, {"red": games.seat_key(game, "red")}))
    games.tournaments.forget("bruno", {cup: {1}})
    logged_in(app, "Ada", browser=old)
    old.open("/account")
    old.send("/account/take")
    assert games.passes.of(person)[game].keys["red"] != key and yours(old, game) == ["red"]
    assert games.tournaments.browsers(cup, 1) == []


def test_a_ban_goes_with_the_account_and_with_the_browser(app, games):
    banned = Browser(app)
    game = banned.new_game(kind_red="me", kind_blue="open")
    kept(app, "Eve", banned)
    games.bans.ban(mark(games.accounts.of("Eve").person), "Insults")
    elsewhere = logged_in(app, "Eve")
    assert elsewhere.page.status_code == 200 and elsewhere.open(f"/g/{game}").status_code == 200
    assert elsewhere.open("/new?title=skirmish").status_code == 403
    kept(app, "Ada")
    games.bans.lift(mark(games.accounts.of("Eve").person), "Said sorry")
    other = Browser(app)
    other.new_game(kind_red="me", kind_blue="open")
    with app.test_request_context(headers={"Cookie": f"seats={shown(other)['seats']}"}):
        games.bans.ban(mark(browser_name()), "Insults")
    assert other.open("/account/new").status_code == 403, "a banned browser keeps no name"
    logged_in(app, "Ada", browser=other)
    assert other.open("/new?title=skirmish").status_code == 403
    other.open("/account")
    assert other.send("/account/take").status_code == 403


def test_what_is_kept_is_told_and_who_asks_is_forgotten(app, games, two_browsers):
    game, host, _guest = two_browsers
    kept(app, "Ada", host)
    games.talk.say(game, Author("Ada", "red"), "A fine day")
    told = host.open("/account/data.json").json
    assert told["name"] == "Ada" and "password" not in str(told) and "argon2" not in str(told)
    assert told["games"][0]["seats"] == {"red": "Ada"}
    assert [each["text"] for each in told["games"][0]["texts"]] == ["A fine day"]
    host.open("/account")
    assert host.send("/account/forget", password=PASSWORD).status_code == 403
    assert host.send("/account/forget", password=OTHER, sure="yes").status_code == 403
    host.send("/account/forget", password=PASSWORD, sure="yes")
    assert "The account is gone." in host.text and games.accounts.every() == []
    assert games.standing(game) and host.open(f"/g/{game}").status_code == 200 and not host.orders()


def test_pages_api_and_archive_say_somebody_of_who_was_forgotten(app, games):
    person, guest = Browser(app), Browser(app)
    game = person.new_game(kind_red="me", name_red="Zebedee", kind_blue="hotseat", name_blue="Bruno")
    kept(app, "Zebedee", person)
    games.ask_for_seat(game, "red", "Zebedee")
    addresses = [
        *(f"/g/{game}{part}" for part in ("", "/replay", "/text")), "/games", "/api/games", "/u/Zebedee",
        *(f"/api/games/{game}{part}" for part in ("", "/events", "/archive", "/timeline")),
    ]  # fmt: skip
    assert sum("Zebedee" in guest.open(address).text for address in addresses) > 5
    person.open("/account")
    person.send("/account/forget", password=PASSWORD, sure="yes")
    addresses.remove("/u/Zebedee")  # says what was asked for
    for address in addresses:
        page = guest.open(address)
        assert page.status_code == 200 and "Zebedee" not in page.text, address
    assert "somebody" in guest.open("/games").text and "Bruno" in guest.text
    assert games.holders(game)["red"] == Holder("person", "somebody")
    stranger = Browser(app)
    stranger.open("/new?title=skirmish")
    assert stranger.send("/new", kind_red="me", name_red="Somebody").status_code == 422
    games.resign(game, "red", ("red",))
    final = guest.open(f"/api/games/{game}/archive")
    assert read(final.data).is_whole and verify(final.data).over and "Zebedee" not in final.text


def test_a_program_does_all_that_the_pages_do(app, games):
    program = app.test_client(use_cookies=False)

    def send(address, body, token=""):
        head = bearer(token) if token else CHANGE
        return program.post(f"/api/account{address}", json=body, headers=head)

    made = send("", {"name": "Ada", "password": PASSWORD})
    assert made.status_code == 201 and "Set-Cookie" not in made.headers
    token = made.json["token"]
    skirmish = {"title": "skirmish", "scenario": "line", "seats": {
        "red": {"kind": "me", "name": ""}, "blue": {"kind": "open", "name": ""}}}  # fmt: skip
    game = program.post("/api/games", json=skirmish, headers=bearer(token)).json["game"]
    assert program.get(f"/api/games/{game}", headers=bearer(token)).json["yours"] == ["red"]
    assert program.get("/api/account/data", headers=bearer(token)).json["games"][0]["game"] == game
    newer = send("/passwords", {"password": PASSWORD, "new": OTHER}, token)
    assert newer.status_code == 200 and send("/words", {"password": OTHER}, token).status_code == 401
    words = send("/words", {"password": OTHER}, newer.json["token"]).json["words"]
    back = send("/recoveries", {"name": "Ada", "words": words, "password": PASSWORD})
    token = back.json["token"]
    assert back.status_code == 200 and back.json["words"] != words
    assert send("/log-ins/ends", {"log_in": "\ud800"}, token).status_code == 204
    assert send("/log-ins/ends", {"log_in": None}, token).status_code == 204
    assert send("/removals", {"password": PASSWORD, "sure": False}, token).status_code == 422
    assert send("/removals", {"password": PASSWORD, "sure": True}, token).status_code == 204
    assert program.get(f"/api/games/{game}", headers=bearer(token)).status_code == 401


def test_nothing_that_is_typed_is_the_servers_fault(app):
    program = app.test_client()
    for name, password in (("\ud800", PASSWORD), ("a\x00b", PASSWORD), ("Ada", "\ud800" * 30), ("Ada", "")):
        for address in ("", "/log-ins"):
            answer = program.post(
                f"/api/account{address}",
                data=json.dumps({"name": name, "password": password}),
                headers={**CHANGE, "Content-Type": "application/json"},
            )
            assert answer.status_code in (403, 422), (name, password)
    browser = Browser(app)
    browser.open("/account")
    assert browser.send("/account/log-in", name="Ada", password="x" * 100_000).status_code == 403
    browser.open("/account/new")
    assert browser.send("/account/new", name="Ada", password="x" * 100_000).status_code == 422


def test_what_is_no_passkey_logs_nobody_in_and_is_not_the_servers_fault(app, monkeypatch):
    ada, _ = kept(app)
    assert 'data-passkey="' not in ada.open("/account").text, "an address without a name has none"
    monkeypatch.setattr(passkeys, "public_address", lambda: "https://games.example.org")
    token = ada.open("/account").text and ada.form("/account/log-ins")[1]["token"]
    wrong = ada.client.post("/account/passkeys/asked", data={"token": token, "password": OTHER})
    assert wrong.status_code == 403
    asked = ada.client.post("/account/passkeys/asked", data={"token": token, "password": PASSWORD}).json
    assert asked["rp"]["id"] == "games.example.org"
    guest = Browser(app)
    guest.open("/account")
    own = guest.form("/account/log-in")[1]["token"]
    assert guest.client.post("/account/log-in/asked", data={"token": token}).status_code == 403
    to_log_in = guest.client.post("/account/log-in/asked", data={"token": own}).json["challenge"]

    def answer(challenge, **more):
        said = {"type": "webauthn.get", "challenge": challenge, "origin": "https://games.example.org"}
        client = passkeys_kept.encoded(json.dumps(said).encode())
        return json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {
            "clientDataJSON": client, "authenticatorData": "AA", "signature": "AA", "userHandle": "AA",
            "attestationObject": "AA", **more,
        }})  # fmt: skip

    account = app.extensions["site"].games.accounts.of("Ada")
    app.extensions["site"].games.passkeys.keep(account, "A telephone", b"\0", b"key", 0)
    mine = {"userHandle": passkeys_kept.encoded(bytes.fromhex(account.id))}
    for each in ("", "{}", "[]", "[" * 5000, '{"response": 1}', answer("é"), answer(asked["challenge"]),
                 answer(to_log_in, **mine), answer(to_log_in, **mine)):  # fmt: skip
        for browser, form in ((guest, own), (ada, token)):
            for action in ("/account/log-in/passkey", "/account/passkeys"):
                given = {"token": form, "answer": each, "called": "x"}
                status = browser.client.post(action, data=given).status_code
                is_nobody = browser is guest and action == "/account/passkeys"
                assert status == (401 if is_nobody else 403), each[:40]
    assert "Log in with a passkey" in guest.open("/account").text
    assert "A telephone" in ada.open("/account").text


def test_on_a_closed_server_people_log_in_and_only_guests_make_accounts(make_app, games):
    app = make_app(access="word", host_word="open sesame")
    stranger = Browser(app)
    assert stranger.open("/account").status_code == 200
    assert stranger.open("/account/new").status_code == 401
    refused = stranger.client.post("/api/account", json={"name": "Ada", "password": PASSWORD}, headers=CHANGE)
    assert refused.status_code == 401
    games.accounts.make("Ada", PASSWORD, "some words")
    assert logged_in(app).page.status_code == 200
    nobody = make_app(may_keep_names="nobody")
    assert Browser(nobody).open("/account/new").status_code == 403
    assert "Make an account" not in Browser(nobody).open("/account").text


def test_the_host_keeps_names_for_people_on_the_command_line(tmp_path: Path) -> None:
    open_games(f"sqlite:///{tmp_path}/grognard.db").close()
    words = grognard("accounts", "add", "Ada", "--data", tmp_path).stdout.strip()
    assert len(words.split()) == WORDS
    newer = grognard("accounts", "words", "ada", "--data", tmp_path).stdout.strip()
    games = open_games(f"sqlite:///{tmp_path}/grognard.db")
    ada = games.accounts.of("Ada")
    assert games.accounts.has_words(ada, newer) and not games.accounts.has_words(ada, words)
    games.accounts.log_in(ada, "Firefox")
    (line,) = json.loads(grognard("accounts", "list", "--json", "--data", tmp_path).stdout)
    assert (line["name"], line["log_ins"]) == ("Ada", 1)
    assert "1 log-ins of Ada" in grognard("accounts", "end", "Ada", "--data", tmp_path).stdout
    assert "Say --yes" in grognard("accounts", "forget", "Ada", "--data", tmp_path, status=1).stderr
    grognard("accounts", "forget", "Ada", "--yes", "--data", tmp_path)
    assert games.accounts.every() == [] and games.accounts.log_ins(ada) == {}
    games.close()
    assert "Nobody keeps the name" in grognard("accounts", "end", "Ada", "--data", tmp_path, status=1).stderr
