"""Whatever somebody uploads or sends harms nobody: no fault of the server, no other game's page changes."""

import logging
import re
import time
from random import Random

import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel.errors import NotAllowed
from domain.store import Holder
from projections import Projector, statistics
from replays.importing import adopt
from replays.ratings import rate_games
from tests.replays import hostile
from tests.thorough import times
from web.base.depth import depth_of

PARTS = ("", "/watch", "/replay", "/text", "/export", "/timeline.json", "/figure.json", "/fork", "/report")
API = ("", "/desk", "/scene", "/events", "/timeline", "/figure", "/archive")
HEADERS = {"X-Grognard": "1"}


@pytest.fixture
def still(monkeypatch):
    """Pages that tell how long ago something was tell the same however long a test takes."""
    now = time.time()
    monkeypatch.setattr("web.base.words.time.time", lambda: now)


@pytest.fixture
def others(games, browser):
    """Games of people who have nothing to do with it: one that this browser plays, and two that are over."""
    mine = browser.new_game()
    finished = games.create("skirmish", "line")
    while not (desk := games.desk(finished)).is_over:
        games.order(finished, desk.waiting[0], desk.menu(desk.waiting[0])[-1])
    sample = adopt(games, (hostile.LIBRARY / "waterloo_short_game.jsonl").read_bytes())
    return mine, finished, sample


def addresses(games):
    """The addresses of these games' pages, and of what a program reads of them."""
    pages = [f"/g/{game}{part}" for game in games for part in PARTS]
    pages += [f"/compare?a={games[-1]}&b={games[-1]}", "/stats?title=waterloo", "/new"]
    return pages, [f"/api/games/{game}{part}" for game in games for part in API]


def seen(app, browser, others):
    """Every page of these games as their player sees it, and what a stranger's program reads."""
    stranger = app.test_client()
    pages, documents = addresses(others)
    found = {}
    for client, asked in ((browser.client, pages), (stranger, documents)):
        for address in asked:
            page = client.get(address, follow_redirects=True)
            assert page.status_code < 500, address
            text = re.sub(r'(name="token" value=|"source": ?|data-stamp=)"[^"]*"', "", page.text)
            if "/compare" in address:  # its form offers every game
                text = re.sub("<optgroup.*?</optgroup>|<option.*?</option>", "", text, flags=re.DOTALL)
            found[address] = text
    rows = {row["game"]: row for row in stranger.get("/api/games").json}
    found["lobby"] = {game: {**rows[game], "source": "", "waiting": []} for game in others}
    assert stranger.get("/").status_code == 200
    return found


def assert_same(before, after):
    assert before.keys() == after.keys()
    assert [key for key in before if before[key] != after[key]] == []


@pytest.mark.thorough
def test_hostile_archives_harm_no_other_game(app, games, browser, others, redis_server, still, caplog):
    caplog.set_level(logging.ERROR)
    client = redis_server.client()
    projector = Projector(games, client)
    projector.catch_up()
    before = seen(app, browser, others)
    bases = [hostile.toy_game(None), hostile.toy_game(6), hostile.sample("waterloo_short_game", 60)]
    uploader, faults, kept = app.test_client(), [], []
    for number in range(times(60, 600)):
        random = Random(number)
        data = hostile.hostile(bases[number % 3], random)
        known = set(games.ids())
        answer = uploader.post("/api/games/archives", data=data, headers=HEADERS)
        new = set(games.ids()) - known
        if answer.status_code >= 500 or (answer.status_code != 201) != (not new):
            faults.append((number, answer.status_code, answer.text[:300]))
        kept += new
    assert faults == []
    assert projector.catch_up() >= 0
    assert projector.faults == {}
    assert_same(before, seen(app, browser, others))
    projector.rebuild()
    assert projector.faults == {}
    client.flushall()  # and from the store alone
    assert_same(before, seen(app, browser, others))
    for game in kept:
        for address in sum(addresses([game]), []):
            answer = uploader.get(address, follow_redirects=True)
            assert answer.status_code < 500, (address, answer.text[:300])
        if games.standing(game).opened.only_shown:
            assert games.desk(game).decision is None
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# Only to look at


def played_elsewhere(orders, **fields):
    """An archive of a skirmish that was played on other data, or by other rules."""
    lines = hostile.toy_game(orders)
    lines[1]["event"][2] |= fields
    lines[0]["edition"] = fields.get("edition_of_rules", lines[0]["edition"])
    return hostile.chained(lines)


@pytest.mark.parametrize("orders", [None, 6], ids=["over", "running"])
@pytest.mark.parametrize(
    ("fields", "why"),
    [({"data": "0" * 64}, "data"), ({"edition_of_rules": 99}, "rules")],
    ids=["data", "rules"],
)
def test_a_game_of_other_rules_or_data_is_kept_for_looking_and_never_played(app, games, orders, fields, why):
    data = played_elsewhere(orders, **fields)
    client = app.test_client()
    game = client.post("/api/games/archives", data=data, headers=HEADERS).json["game"]
    opened, desk = games.standing(game).opened, games.desk(game)
    assert (opened.only_shown, desk.decision, desk.waiting, desk.is_settled) == (why, None, (), False)
    seat = opened.seats[0]
    order = games.recorded(game)[4:][0].answers or next(e.answers for e in games.recorded(game) if e.answers)
    given = next(iter(order[0].values()))[0]
    for change in (
        lambda: games.order(game, seat, given),
        lambda: games.retract(game, seat),
        lambda: games.take_back(game, (seat,), 1),
        lambda: games.consent(game, seat, True),
        lambda: games.take_seat(game, seat, Holder("person", "Anna")),
        lambda: games.fork(game, games.history(game).rests()[1], same_fate=False),
    ):
        with pytest.raises(NotAllowed, match="can only be looked at"):
            change()
    assert games.standing(game).version == len(data.splitlines()) - 2
    for language, told in (("en", "can only be looked at"), ("it", "si può soltanto guardare")):
        client.set_cookie("language", language)
        for page in ("watch", "replay", "text"):
            assert told in client.get(f"/g/{game}/{page}").text
        marked = {"en": "only to look at", "it": "solo da guardare"}[language]
        assert marked in client.get("/games").text
    assert client.get(f"/api/games/{game}").json["only_shown"] == why
    assert client.get("/stats.csv?title=skirmish&block=balance").status_code < 500
    assert statistics.rows(app.extensions["site"].redis, games, "skirmish") == []


def test_it_goes_out_again_as_it_came_in(app, games):
    data = played_elsewhere(None, data="0" * 64)
    game = adopt(games, data)
    assert app.test_client().get(f"/g/{game}/export").data == data


def test_a_mark_in_the_file_itself_says_nothing(games):
    lines = hostile.toy_game(6)
    lines[1]["event"][2]["only_shown"] = "data"
    assert games.standing(adopt(games, hostile.chained(lines))).opened.only_shown == ""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[3]["event"].__setitem__(0, 10**17), r"Line 4: event\[0\] is 1e\+17"),
        (lambda lines: lines[1]["event"][2].update(scenario="moon"), "Line 2: .*scenario 'moon'"),
        (lambda lines: lines[1]["event"][2].update(seats=["red", "red"]), "Line 2: .*red, red"),
        (lambda lines: lines[0].update(seen_by="all", over=None), "Line 1"),
        (lambda lines: lines[4]["event"].__setitem__(1, 7), "Line 5"),
        (lambda lines: lines[-2].update(topic="waterloo:SeatTaken/1"), "topic is waterloo:SeatTaken/1"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_field_and_nothing_is_kept(app, games, change, told):
    lines = hostile.toy_game(None)
    change(lines)
    answer = app.test_client().post("/api/games/archives", data=hostile.chained(lines), headers=HEADERS)
    assert answer.status_code == 422
    assert re.search(told, answer.json["message"])
    assert games.ids() == []


SEAT_LINES = {
    "SeatAsked": {"seat": "blue", "name": "Bruno", "by": "Ada", "pace": "live"},
    "SeatKept": {"seat": "blue", "name": "Bruno"},
    "SeatFreed": {"seat": "blue", "was": "Bruno", "by": "Ada"},
    "SeatTaken": {"seat": "blue", "kind": "person", "name": "Zoe", "was": "Bruno"},
}


def with_seat_lines(orders, **changed):
    """An archive in which a seat was asked for, kept, asked for again, freed and taken; `Event_field` changes
    a field of one of these events."""
    lines = hostile.toy_game(orders)
    for name in ("SeatAsked", "SeatKept", "SeatAsked", "SeatFreed", "SeatTaken"):
        fields = dict(SEAT_LINES[name])
        for change, value in changed.items():
            event, _, field = change.partition("_")
            if event == name:
                fields[field] = value
        at = lines[-2]["event"][0]
        lines.insert(-1, {"version": 0, "topic": f"skirmish:{name}/1", "event": [at, 0, fields, None, None]})
    hostile.renumbered(lines)
    return hostile.chained(lines)


@pytest.mark.parametrize("orders", [None, 6], ids=["over", "running"])
def test_a_seat_that_changed_hands_comes_in_with_its_game(app, games, orders):
    answer = app.test_client().post("/api/games/archives", data=with_seat_lines(orders), headers=HEADERS)
    assert answer.status_code == 201, answer.json
    assert games.holders(answer.json["game"])["blue"] == Holder("person", "Zoe")


@pytest.mark.parametrize(
    ("where", "value"),
    [
        *((f"{event}_seat", "green") for event in SEAT_LINES),
        *((f"{event}_name", "A\u202eda") for event in ("SeatAsked", "SeatKept", "SeatTaken")),
        ("SeatAsked_by", "x" * 61), ("SeatFreed_by", "x" * 61), ("SeatFreed_was", "\u0000"),
        ("SeatTaken_was", "x" * 61), ("SeatAsked_pace", "never"), ("SeatAsked_name", " Bruno"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("data", [{}, {"data": "0" * 64}], ids=["ours", "other data"])
def test_no_archive_names_a_seat_or_person_that_there_cannot_be(app, games, where, value, data):
    lines = hostile.lines_of(with_seat_lines(6, **{where: value}))
    lines[1]["event"][2] |= data
    answer = app.test_client().post("/api/games/archives", data=hostile.chained(lines), headers=HEADERS)
    assert answer.status_code == 422, answer.json
    assert games.ids() == []


# Nested too deeply


@pytest.mark.parametrize("depth", [100, 2_000, 20_000])
def test_json_that_is_nested_too_deeply_is_refused_by_every_endpoint(app, games, depth):
    deep = b"[" * depth + b"]" * depth, b'{"order":' * depth + b"1" + b"}" * depth, b"[" * depth
    game = games.create("skirmish", "line")
    client, asked = app.test_client(), 0
    headers = {**HEADERS, "Accept": "application/json"}
    for rule in app.url_map.iter_rules():
        if "POST" not in rule.methods:
            continue
        given = {name: {"game": game, "seat": "red"}.get(name, "1") for name in rule.arguments}
        address = rule.build(given)[1]
        for body in deep:
            answer = client.post(address, data=body, headers=headers, content_type="application/json")
            assert (answer.status_code, answer.json["error"]) == (400, "too_deep"), address
            asked += 1
    assert asked > 60
    lines = hostile.toy_game(6)
    lines[3]["event"][2]["name"] = hostile.nested(min(depth, 3000))
    answer = client.post("/api/games/archives", data=hostile.chained(lines), headers=HEADERS)
    assert answer.status_code == 400
    assert answer.json["message"] == "Line 4: it is nested more than 40 deep; no game is."


@pytest.mark.parametrize("quotes", [1, 10, 120_000])
def test_a_text_that_never_ends_is_read_once(app, quotes):
    body = b"[" * 61 + b'"' + b'\\"' * quotes + b"["
    assert depth_of(body[60:]) == 1  # the last bracket stands in the text
    answer = app.test_client().post("/api/games", data=body, headers=HEADERS, content_type="application/json")
    assert (answer.status_code, answer.json["error"]) == (400, "too_deep")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16", "utf-32", "utf-7"])
def test_json_of_another_encoding_hides_no_depth(app, games, encoding):
    game = games.create("skirmish", "line")
    body = ('["\u2212",' + "[" * 20_000).encode(encoding) + '"'.encode(encoding)
    client = app.test_client()
    for path in ("/api/games", "/api/games/archives", f"/api/games/{game}/orders", f"/g/{game}/lines"):
        answer = client.post(path, data=body, headers=HEADERS, content_type="application/json")
        assert 400 <= answer.status_code < 500, (path, answer.status_code)


def test_brackets_in_a_text_do_not_count():
    assert depth_of(b'{"a": "[[[[\\"[[", "b": [1, {"c": []}]}') == 4




def test_no_rating_follows_from_what_somebody_uploaded(app, games, browser):
    games.create("skirmish", "line")
    data = (hostile.LIBRARY / "waterloo_short_game.jsonl").read_bytes()
    game = browser.client.post("/api/games/archives", data=data, headers=HEADERS).get_json()["game"]
    assert games.uploads.games() == {game}
    rows = statistics.rows(app.extensions["site"].redis, games, "waterloo")
    assert [row["uploaded"] for row in rows] == [True]
    assert rate_games(rows, "waterloo").unrated == {"uploaded": 1}
