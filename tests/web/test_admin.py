"""The host's own part of the server: who comes in, what he finds and does, and what programs of his may."""

import logging
import re

import pytest

from domain.store import Holder
from domain.store.talk import Author
from domain.store.tournament_rounds import enter, make, start
from domain.tournaments.events import Made
from replays.simulating import progress_of
from tests.web.conftest import Browser
from tests.web.serving import eventually
from web.admin.workplace import Workplace
from web.analysis.simulate import end_simulations
from web.base import troubles
from web.hosting.minding import Work

HOST = "a secret that the host alone knows"
CHANGE = {"X-Grognard": "1"}
BEARER = {**CHANGE, "Authorization": f"Bearer {HOST}"}
PAGES = ("/admin", "/admin/games", "/admin/texts", "/admin/games/" + "0" * 32)


@pytest.fixture
def kept(make_app):
    """A server with a host who looks after it, and a host's word that has nothing to do with that."""
    return make_app(admin_secret=HOST)


def keeper(app):
    """The host's browser, which has said the secret."""
    browser = Browser(app)
    browser.open("/admin")
    browser.send("/admin/enter", secret=HOST)
    assert browser.page.status_code == 200
    return browser


def skirmish(games, name="", red="Ada"):
    holders = {"red": Holder("person", red), "blue": Holder("person", "Bruno")}
    return games.create("skirmish", "line", holders=holders, name=name)


def test_without_a_secret_there_is_no_administration(app):
    client = app.test_client()
    for address in (*PAGES, "/api/admin/state", "/api/admin/games"):
        assert client.get(address, headers=BEARER).status_code == 404, address
    assert client.post("/admin/enter", data={"secret": ""}).status_code == 404


def test_nobody_but_the_host_comes_in(kept, games):
    game, stranger = skirmish(games), Browser(kept)
    for address in (*PAGES, f"/admin/games/{game}"):
        assert stranger.open(address).status_code == 401 and 'id="secret"' in stranger.page.text
        assert "Ada" not in stranger.page.text
    assert stranger.send("/admin/enter", secret=f"{HOST}!").status_code == 403
    assert "That is not the secret." in stranger.text
    forged = stranger.client.post(f"/admin/games/{game}", data={"did": "removed", "why": "x", "sure": "yes"})
    assert forged.status_code == 401 and games.shelf.trace(game) == []
    for headers in ({}, {"Authorization": f"Bearer {HOST}!"}, {"Authorization": HOST}):
        refused = kept.test_client().get("/api/admin/games", headers=headers)
        assert refused.status_code == 401 and refused.json["error"] == "not_host"
        assert refused.headers["WWW-Authenticate"].startswith("Bearer")


def test_wrong_secrets_are_counted_for_pages_and_programs_together(make_app):
    app = make_app(admin_secret=HOST, limits_on=True, pin_limit="2 per minute")
    browser = Browser(app)
    browser.open("/admin")
    assert browser.send("/admin/enter", secret="guess one").status_code == 403
    wrong = {"Authorization": "Bearer guess two"}
    assert app.test_client().get("/api/admin/state", headers=wrong).status_code == 401
    assert app.test_client().get("/api/admin/state", headers=BEARER).status_code == 429
    browser.open("/admin")
    assert browser.send("/admin/enter", secret=HOST).status_code == 429


def test_the_host_is_known_for_some_hours_and_until_the_secret_is_another(kept, make_app, monkeypatch):
    host = keeper(kept)
    cookie = host.client.get_cookie("admin", path="/admin")
    assert cookie.http_only and cookie.same_site == "Strict" and cookie.path == "/admin"
    other = make_app(admin_secret="another secret of the same host").test_client()
    other.set_cookie("admin", cookie.value, path="/admin")
    assert other.get("/admin").status_code == 401
    host.send("/admin/leave")
    assert host.open("/admin").status_code == 401
    host.client.set_cookie("admin", cookie.value, path="/admin")
    assert host.open("/admin").status_code == 200
    monkeypatch.setattr("web.admin.keeper.SECONDS", 0)
    assert host.open("/admin").status_code == 401


def test_the_host_finds_a_game_and_puts_it_away_with_a_reason(kept, games):
    mine, other, host = skirmish(games, "An evening"), skirmish(games, red="Zoe"), keeper(kept)
    host.open("/admin/games?q=zoe+skirmish")
    assert other in host.page.text and mine not in host.page.text
    host.open(f"/admin/games/{other}")
    assert host.send(f"/games/{other}", did="removed", why="An insult", sure="").status_code == 422
    assert host.open(f"/admin/games/{other}") and not games.shelf.trace(other), "the box was not ticked"
    assert host.send(f"/games/{other}", did="removed", why=" ", sure="yes").status_code == 422
    host.open(f"/admin/games/{other}")
    host.send(f"/games/{other}", did="removed", why="An\ninsult", sure="yes")
    assert "Nobody sees the game any more." in host.text and "An insult" in host.text
    assert Browser(kept).open(f"/g/{other}/watch").status_code == 404
    host.open("/admin/games?away=away")
    assert other in host.page.text and mine not in host.page.text
    host.open(f"/admin/games/{other}")
    host.send(f"/games/{other}", did="shown", why="Said sorry", sure="yes")
    assert Browser(kept).open(f"/g/{other}/watch").status_code == 200
    assert [(each.did, each.why) for each in games.shelf.trace(other)] == [
        ("removed", "An insult"), ("shown", "Said sorry")
    ]  # fmt: skip


def test_nothing_that_the_host_types_is_the_servers_fault(kept):
    host = keeper(kept)
    for text in ("%00", "%ff", "red", "9" * 30, "x" * 5000):
        for address in (f"/admin/games/{text}", f"/api/admin/games/{text}"):
            assert host.client.get(address, headers=BEARER).status_code == 404, address
        assert host.open(f"/admin/games?q={text}&away={text}&page={text}").status_code == 200
        assert host.open(f"/admin/bans?who={text}").status_code == 200
    host.open("/admin/bans")
    assert host.send("/admin/bans", who="\0", why="x", sure="yes").status_code == 422


def test_a_form_of_another_browser_does_nothing_for_the_host(kept, games):
    game, host, other = skirmish(games), keeper(kept), keeper(kept)
    other.open(f"/admin/games/{game}")
    stolen = other.form(f"/games/{game}")[1]["token"]
    host.open(f"/admin/games/{game}")
    assert host.send(f"/games/{game}", token=stolen, did="removed", why="x", sure="yes").status_code == 403
    assert games.shelf.trace(game) == []


def test_play_is_closed_and_opened_again_by_the_host_alone(kept, games):
    host = keeper(kept)
    host.send("/admin/play", why="Back at eight.", sure="yes")
    assert "Play is closed." in host.text and "Back at eight." in host.text
    refused = kept.test_client().post("/api/games", json={}, headers=CHANGE)
    assert refused.status_code == 503 and "Back at eight." in refused.json["message"]
    host.send("/admin/play", why="It is eight", sure="yes")
    assert "Play is open." in host.text and games.shelf.closed() is None


def test_the_host_sees_what_runs_who_is_there_and_what_went_wrong(kept, games, tmp_path):
    (tmp_path / "grognard.db").write_bytes(b"x" * 2_500_000)
    parts = {"bots": lambda: Work(2, 7, ("The store fails: disk full",))}
    kept.extensions["workplace"] = Workplace(tmp_path, parts)
    game = skirmish(games)
    leave = kept.extensions["site"].hub.places.take("192.0.2.7", 10)
    kept.extensions["site"].presence.seen(game, ("blue",))
    record = logging.LogRecord("grognard.bots", logging.ERROR, "", 0, "Bot %s fell over", ("ney",), None)
    troubles.kept.emit(record)
    host = keeper(kept)
    host.open("/admin")
    for told in ("Computer players", "disk full", "192.0.2.7", "2.5 MB", "Bot ney fell over", "Blue"):
        assert told in host.text, told
    state = kept.test_client().get("/api/admin/state", headers=BEARER).json
    leave()
    assert state["parts"][0] == {
        "part": "bots", "in_hand": 2, "waiting": 7, "troubles": ["The store fails: disk full"]
    }  # fmt: skip
    assert state["addresses"] == [{"address": "192.0.2.7", "streams": 1}] and state["streams"] == 1
    assert state["tables"] == [{"game": game, "seats": ["blue"]}]
    assert state["disk"]["store"] == 2_500_000 and state["unfinished"] == 1
    assert state["errors"][0]["text"] == "Bot ney fell over"


def test_errors_that_are_kept_are_bounded():
    kept = troubles.Kept()
    for number in range(troubles.MOST + 5):
        kept.emit(logging.LogRecord("x", logging.WARNING, "", 0, f"{number} {'y' * 9999}", (), None))
    lines = kept.newest_first()
    assert len(lines) == troubles.MOST and lines[0].text.startswith(f"{troubles.MOST + 4} ")
    assert all(len(line.text) == troubles.LONGEST for line in lines)


SIMULATED = {"title": "waterloo", "scenario": "short", "seats": ["french", "coalition"],
             "bots": ["random"], "games": 5000}  # fmt: skip


@pytest.fixture
def simulating(make_app, tmp_path):
    """The same server with a folder of simulations."""
    app = make_app(admin_secret=HOST, simulations=tmp_path / "simulations")
    yield app
    end_simulations(app)


def simulates(app, **where):
    """The name of a simulation that a program asked for."""
    program = app.test_client(use_cookies=False)
    return program.post("/api/simulations", json=SIMULATED, headers=CHANGE, **where).json["name"]


def test_a_program_of_the_host_does_what_the_pages_do(simulating, games):
    kept, simulation = simulating, simulates(simulating)
    program, spec = kept.test_client(use_cookies=False), kept.test_client().get("/api/openapi.json").json
    game, _other = skirmish(games, "Found by its name"), skirmish(games)
    said = games.talk.say(game, Author("Ada", "red"), "Good luck!").id
    admin = {path: operations for path, operations in spec["paths"].items() if "/admin/" in path}
    for path, operations in admin.items():
        for method, operation in operations.items():
            if method not in ("get", "post"):
                continue
            assert operation["security"] == [{"host": []}], path
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            address = path.format(game=game, said=said, simulation=simulation)
            answer = program.open(address, method=method.upper(), json=body.get("example"), headers=BEARER)
            assert answer.status_code in (200, 201), (path, answer.text)
    found = program.get("/api/admin/games?text=its+name", headers=BEARER).json
    assert found["total"] == 1 and found["games"][0]["game"] == game and found["games"][0]["away"] == "hidden"
    assert program.get(f"/api/admin/games/{game}", headers=BEARER).json["trace"][0]["why"] == "A test of ours"
    assert games.shelf.closed() is not None, "the example closes play"
    assert program.post("/api/admin/play", json={"open": True, "why": "Tried"}, headers=BEARER).json["open"]
    assert program.get(f"/api/admin/games/{'0' * 32}", headers=BEARER).status_code == 404
    bare, closing = {"Authorization": BEARER["Authorization"]}, {"open": False, "why": "x"}
    assert program.post("/api/admin/play", json=closing, headers=bare).status_code == 403


def test_the_host_finds_a_text_and_removes_it_and_nobody_reads_it_any_more(kept, games):
    guest, host = Browser(kept), keeper(kept)
    game = guest.new_game(kind_red="me", name_red="Ada", kind_blue="bot", name_blue="")
    rude = games.talk.say(game, Author("Ada", "red"), "You utter Blockhead!")
    games.talk.say(game, Author("Ada", "red"), "Well played.")
    games.talk.note(game, Author("Ada", "red"), 1, "My own blockhead plan", "me")
    games.talk.note(game, Author("Ada", "red"), 1, "Blockheads, all of them", "everybody")
    host.open("/admin/texts?q=blockhead+ada")
    assert "2 texts" in host.text and "My own" not in host.text and "Well played" not in host.text
    assert "utter" in guest.open(f"/g/{game}").text
    removed = f"/admin/games/{game}/texts/{rude.id}"
    assert host.send(f"/texts/{rude.id}", why="").status_code == 422
    host.open("/admin/texts")
    host.send(f"/texts/{rude.id}", why="An insult", sure="yes")
    assert "Nobody reads the text any more." in host.text
    assert "utter" not in guest.open(f"/g/{game}").text and "Well played." in guest.text
    assert [each["text"] for each in guest.client.get(f"/api/games/{game}/lines").json] == ["Well played."]
    host.open("/admin/texts?away=yes")
    assert "1 text<" in host.page.text and "the text was removed" in host.text and "An insult" in host.text
    assert host.form(removed)[1]["did"] == "shown"
    host.send(f"/texts/{rude.id}", why="It was a joke", sure="yes")
    assert "utter" in guest.open(f"/g/{game}").text
    assert [each.did for each in games.shelf.text_trace(rude.id)] == ["removed", "shown"]
    unknown = kept.test_client().post(
        f"/api/admin/games/{game}/texts/none/deeds", json={"did": "removed", "why": "x"}, headers=BEARER
    )
    assert unknown.status_code == 404


def test_the_host_finds_what_was_uploaded_and_leaves_out_what_tournaments_opened(kept, games):
    plain, brought, paired = skirmish(games), skirmish(games), skirmish(games)
    games._notes.commits.write(lambda cursor: games.uploads.note(cursor, brought))
    made = Made(name="Cup", kind="swiss", title="skirmish", scenario="line", seats=("red", "blue"))
    cup = make(games, made)
    for name in ("Ada", "Bruno"):
        enter(games, cup, name)
    start(games, cup)
    (of_cup,) = games.tournaments.of(cup).games()
    program = kept.test_client()

    def found(kind):
        told = program.get(f"/api/admin/games?kind={kind}", headers=BEARER).json["games"]
        return {each["game"] for each in told}

    assert found("") == {plain, brought, paired, of_cup}
    assert found("uploaded") == {brought} and found("tournament") == {of_cup}
    assert found("ordinary") == {plain, paired}
    host = keeper(kept)
    host.open("/admin/games?kind=uploaded")
    assert "1 game<" in host.page.text and ", uploaded" in host.text
    assert program.get("/api/admin/games?kind=none", headers=BEARER).status_code == 422


def test_a_person_is_banned_from_the_page_of_a_game_and_let_in_again(kept, games):
    guest, host = Browser(kept), keeper(kept)
    game = guest.new_game(kind_red="me", name_red="Ada", kind_blue="bot", name_blue="")
    host.open(f"/admin/games/{game}")
    (who,) = set(re.findall(r"person:[0-9a-f]{16}", host.text))
    host.open(f"/admin/bans?who={who}")
    host.send("/admin/bans", why="Insults", sure="yes")
    assert "The ban is in force." in host.text and list(games.bans.now()) == [who]
    host.open(f"/admin/games/{game}")
    assert "Ban…" not in host.text, "he is banned already"
    host.open("/admin/bans")
    ban, lift = (form for form in host.forms() if form[0].endswith("/admin/bans"))
    assert ban[1]["did"] == "banned" and lift[1]["who"] == who
    host.client.post(lift[0], data={**lift[1], "why": "Said sorry", "sure": "yes"})
    assert games.bans.now() == {}
    assert [(each.did, each.why) for each in games.bans.all()[who]] == [
        ("banned", "Insults"), ("lifted", "Said sorry")
    ]  # fmt: skip


def test_the_host_is_asked_for_nothing_else_on_a_closed_server(make_app):
    host = keeper(make_app(admin_secret=HOST, access="closed"))
    assert re.search(r"<h1>The server</h1>", host.page.text)


def test_the_host_puts_a_tournament_away_by_its_id(kept, games):
    made = Made(name="Rude Cup", kind="swiss", title="skirmish", scenario="line", seats=("", ""))
    cup, host = make(games, made), keeper(kept)
    assert host.open(f"/admin/games/{cup}").status_code == 200 and "Rude Cup" in host.text
    host.send(f"/games/{cup}", did="removed", why="An insult", sure="yes")
    assert host.page.status_code == 200 and Browser(kept).open(f"/tournaments/{cup}").status_code == 404
    shown = {"did": "shown", "why": "Renamed"}
    answer = kept.test_client().post(f"/api/admin/games/{cup}/deeds", json=shown, headers=BEARER)
    assert answer.json["away"] == ""
    assert Browser(kept).open(f"/tournaments/{cup}").status_code == 200
    assert host.open("/admin/games/" + "0" * 32).status_code == 404


def test_a_secret_beyond_ascii_lets_the_hosts_programs_in(make_app):
    app = make_app(admin_secret="perché no? \u2665")
    for said, code in (("perché no? \u2665", 200), ("perche no?", 401), ("perché no?", 401)):
        header = f"Bearer {said}".encode().decode("latin-1")
        answer = app.test_client().get("/api/admin/state", headers={"Authorization": header})
        assert answer.status_code == code


def test_tournaments_are_found_by_name_and_put_away_on_the_pages(kept, games):
    def cup(name):
        made = Made(name=name, kind="swiss", title="skirmish", scenario="line", seats=("red", "blue"))
        return make(games, made)

    rude, good = cup("Rude Cup"), cup("Spring Cup")
    enter(games, rude, "Ada")
    host = keeper(kept)
    host.open("/admin/games?kind=cups&q=rude")
    assert "1 tournament<" in host.page.text and "Rude Cup" in host.text and "Spring Cup" not in host.text
    host.open(f"/admin/games/{rude}")
    assert "Ada" in host.text and f'href="/tournaments/{rude}"' in host.page.text
    assert not {"unnamed", "named"} & {*re.findall(r'name="did" value="(\w+)"', host.page.text)}
    host.send(f"/admin/games/{rude}", did="hidden", why="An insult", sure="yes")
    page = Browser(kept).open("/tournaments").text
    assert "Spring Cup" in page and "Rude Cup" not in page
    told = kept.test_client().get("/api/admin/games?kind=cups", headers=BEARER).json["games"]
    assert {each["game"]: each["away"] for each in told} == {rude: "hidden", good: ""}
    refused = kept.test_client().post(
        f"/api/admin/games/{rude}/deeds", json={"did": "unnamed", "why": "x"}, headers=BEARER
    )
    assert refused.status_code == 422 and games.shelf.is_unnamed(rude) is False


def test_a_game_loses_its_name_alone_and_has_it_back(kept, games):
    game = skirmish(games, name="An utter insult")
    host, guest = keeper(kept), Browser(kept)
    pages = ("/games", f"/g/{game}/watch", f"/g/{game}/replay", f"/api/games/{game}", "/api/games")
    pages += (f"/api/games/{game}/archive", f"/api/games/{game}/events", f"/compare?a={game}&b={game}")
    assert all("An utter insult" in guest.open(each).text for each in pages[:5])
    host.open(f"/admin/games/{game}")
    host.send(f"/admin/games/{game}", did="unnamed", why="An insult", sure="yes")
    assert "The game has lost its name." in host.text and "its name was taken away" in host.text
    for each in pages:
        page = guest.open(each)
        assert page.status_code == 200 and "utter insult" not in page.text, each
    assert "Ada against Bruno" in guest.open("/games").text, "it is called as games without a name are"
    host.open(f"/admin/games/{game}")
    assert "named" in re.findall(r'name="did" value="(\w+)"', host.page.text)
    host.send(f"/admin/games/{game}", did="named", why="It was a quotation", sure="yes")
    assert all("An utter insult" in guest.open(each).text for each in pages[:5])
    assert [each.did for each in games.shelf.trace(game)] == ["unnamed", "named"]
    assert games.shelf.away() == {}, "it was in the lists all along"


def test_the_host_stops_a_simulation_that_somebody_else_began(simulating, tmp_path):
    somebody, away = {"REMOTE_ADDR": "192.0.2.77"}, {"REMOTE_ADDR": "198.51.100.1"}
    program, host = simulating.test_client(use_cookies=False), keeper(simulating)
    host.client.environ_base.update(away)

    def is_stopped():
        return progress_of(tmp_path / "simulations", name).state == "stopped"

    name = simulates(simulating, environ_base=somebody)
    host.open("/admin")
    assert "The simulation is stopped" in host.send(f"/admin/simulations/{name}/stop").text
    eventually(is_stopped, "it stops")
    name = simulates(simulating, environ_base=somebody)
    address = f"/api/admin/simulations/{name}/stops"
    assert program.post(address, headers=CHANGE, environ_base=away).status_code == 401
    assert program.post(address, headers=BEARER, environ_base=away).json["name"] == name
    eventually(is_stopped, "it stops")
