"""Who may come in, who may open games, bring them in and simulate, and how often in a day."""

import pytest

from tests.web.conftest import SECRET, Browser
from tests.web.console import grognard
from web.hosting.doors import HEADER, house_token

WORD = "Hougoumont"
JSON = {"X-Grognard": "1"}
GAME = {"title": "skirmish", "scenario": "line", "seats": {
    "red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "invitation", "name": ""}}}  # fmt: skip


def opened(app, **headers):
    return app.test_client().post("/api/games", json=GAME, headers={**JSON, **headers})


@pytest.fixture
def guarded(make_app):
    """A server for people who know the word."""
    return make_app(access="word", host_word=WORD)


def test_the_word_is_asked_for_once_in_each_browser(guarded):
    browser = Browser(guarded)
    assert browser.open("/games?show=running").status_code == 401
    assert browser.send("/word", word="Waterloo").status_code == 403
    assert "not the word" in browser.text
    browser.send("/word", word=WORD, back="/games?show=running")
    assert browser.page.status_code == 200 and browser.page.request.full_path == "/games?show=running"
    assert browser.open("/stats").status_code == 200
    assert Browser(guarded).open("/stats").status_code == 401


def test_the_way_back_from_the_word_leads_to_no_other_site(guarded):
    browser = Browser(guarded)
    browser.open("/word?back=https://evil.example/")
    answer = browser.send("/word", follow=False, word=WORD)
    assert answer.headers["Location"] == "/"


def test_another_word_ends_what_the_old_one_opened(guarded, make_app):
    browser = Browser(guarded)
    browser.open("/")
    browser.send("/word", word=WORD)
    kept = browser.client.get_cookie("house").value
    changed = make_app(access="word", host_word="Plancenoit").test_client()
    changed.set_cookie("house", kept)
    assert changed.get("/").status_code == 401


def test_a_program_is_told_401_as_a_problem_and_says_the_word_in_a_header(guarded):
    refused = opened(guarded)
    assert refused.status_code == 401 and refused.mimetype == "application/problem+json"
    assert refused.json["status"] == 401 and refused.json["type"] == "urn:grognard:error:not_let_in"
    assert HEADER in refused.json["detail"] and HEADER in refused.headers["WWW-Authenticate"]
    assert opened(guarded, **{HEADER: "Waterloo"}).status_code == 401
    assert opened(guarded, **{HEADER: WORD}).status_code == 201


@pytest.mark.parametrize("access", ["word", "closed"])
def test_the_link_of_a_seat_leads_to_its_game_and_no_further(make_app, access):
    app = make_app(access=access, host_word=WORD)
    game = opened(app, **{HEADER: house_token((SECRET,), WORD)}).json
    guest = Browser(app)
    assert guest.open(f"/g/{game['game']}").status_code == 401
    guest.open(f"/join/{game['invitations']['blue']}")
    guest.send(f"/join/{game['invitations']['blue']}", name="Bruno")
    assert guest.open(f"/g/{game['game']}").status_code == 200
    assert guest.open("/rules/skirmish").status_code == 200
    for address in ("/", "/games", "/new", f"/g/{'0' * 32}", "/api/games"):
        assert guest.open(address).status_code == 401, address
    bearer = {"Authorization": f"Bearer {game['token']}"}
    assert app.test_client().get(f"/api/games/{game['game']}/desk", headers=bearer).status_code == 200
    assert app.test_client().get("/api/games", headers=bearer).status_code == 401


def test_what_everybody_needs_is_open_on_a_closed_server(make_app):
    client = make_app(access="closed").test_client()
    assert client.get("/").status_code == 401 and "guests. Open the link" in client.get("/").text
    assert 'name="word"' not in client.get("/").text, "there is no word to ask for"
    assert client.get("/healthz").status_code == 200
    assert client.get("/settings").status_code == 200
    assert client.get("/nowhere").status_code == 404


def test_the_hosts_own_link_opens_a_closed_server(make_app, tmp_path):
    (tmp_path / "grognard.toml").write_text(f'secret_key = "{SECRET.replace(" ", "-")}"\naccess = "closed"\n')
    link = grognard("invite", "--data", tmp_path, "--url", "https://games.example").stdout.strip()
    assert not (tmp_path / "secret.key").exists(), "who only asks makes nothing"
    browser = Browser(make_app(access="closed", secrets=(SECRET.replace(" ", "-"),)))
    assert browser.open("/").status_code == 401
    assert browser.open(link.removeprefix("https://games.example")).status_code == 200
    assert browser.open("/new?title=skirmish").status_code == 200
    assert Browser(make_app(access="closed")).open(link[len("https://games.example"):]).status_code == 403


def test_a_link_that_no_server_would_take_is_not_made(tmp_path):
    refused = grognard("invite", "--data", tmp_path / "typo", status=1)
    assert "no secret.key" in refused.stderr and "--data FOLDER" in refused.stderr
    assert not (tmp_path / "typo").exists()
    (tmp_path / "secret.key").write_text("k" * 32)
    assert "It opens nothing yet: access is open" in grognard("invite", "--data", tmp_path).stderr
    assert grognard("invite", "--data", tmp_path, GROGNARD_MAY_OPEN="known").stderr == ""


def test_games_are_opened_by_those_who_may(make_app):
    known = make_app(may_open="known", host_word=WORD)
    assert Browser(known).open("/games").status_code == 200
    assert Browser(known).open("/new").status_code == 401
    assert opened(known).status_code == 401
    assert opened(known, **{HEADER: WORD}).status_code == 201
    nobody = make_app(may_open="nobody")
    assert opened(nobody).status_code == 403 and opened(nobody).json["error"] == "not_here"
    assert Browser(nobody).open("/new").status_code == 403


def test_simulations_and_archives_have_rules_of_their_own(make_app, tmp_path):
    app = make_app(may_simulate="nobody", may_import="known", simulations=tmp_path)
    browser = Browser(app)
    browser.open("/simulate?title=skirmish")
    assert browser.send("/simulate").status_code == 403
    assert app.test_client().post("/api/simulations", json={}, headers=JSON).status_code == 403
    assert browser.open("/import").status_code == 401
    assert app.test_client().post("/api/games/archives", data=b"{}", headers=JSON).status_code == 401


def test_workers_count_together_in_a_redis_and_each_for_itself_while_it_is_away(make_app, redis_server):
    def opening(address):
        """The statuses of three games that are opened at two workers."""
        workers = [make_app(limits_on=True, games_a_day=2, limits_storage=address) for _ in range(2)]
        return [opened(each).status_code for each in (workers[0], workers[1], workers[0])]

    assert opening(redis_server.url) == [201, 201, 429]
    assert 500 not in opening("redis://127.0.0.1:9/0")


def test_a_day_has_so_many_games_for_each_and_for_all(make_app):
    app = make_app(limits_on=True, games_a_day_each=1, games_a_day=2, host_word=WORD)
    client = app.test_client()

    def status(person, game=GAME):
        found = client.post("/api/games", json=game, headers=JSON, environ_base={"REMOTE_ADDR": person})
        return found.status_code, found.json.get("error"), int(found.headers.get("Retry-After", 0))

    assert status("192.0.2.1", {**GAME, "scenario": "none"})[0] == 422, "what was refused is not counted"
    assert status("192.0.2.1")[0] == 201
    code, error, seconds = status("192.0.2.1")
    assert (code, error) == (429, "quota_spent") and 80_000 < seconds <= 86_400
    assert status("192.0.2.2")[0] == 201
    assert status("192.0.2.3")[:2] == (429, "quota_spent")
    browser = Browser(app)
    browser.open("/new?title=skirmish")
    assert browser.send("/new").status_code == 429 and "Come again tomorrow" in browser.text
    assert "this can be done 2 times a day" in browser.text


def test_all_games_of_a_tournament_count_for_the_day(make_app):
    app = make_app(limits_on=True, games_a_day_each=4, join_limit="99 per minute")
    program, head = app.test_client(use_cookies=False), {"X-Grognard": "1"}
    asked = {"name": "Cup", "kind": "round_robin", "title": "skirmish", "scenario": "line"}
    answers = {}
    for people in (4, 2):
        made = program.post("/api/tournaments", json=asked, headers=head).json
        cup = f"/api/tournaments/{made['tournament']}"
        for number in range(people):
            program.post(f"{cup}/entries", json={"name": f"P{number}"}, headers=head)
        own = {**head, "Authorization": f"Bearer {made['token']}"}
        answers[people] = program.post(f"{cup}/rounds", json={"round": 1}, headers=own).status_code
    assert answers == {4: 429, 2: 200}
