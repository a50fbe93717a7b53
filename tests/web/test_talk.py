"""Notes and talk on pages, streams and the API: nobody reads, or notices, what is not meant for them."""

import json
import re
from random import Random

import pytest

from domain.kernel import PUBLIC
from projections import documents
from tests.web.conftest import Browser, play_on
from tests.web.tables import new_table, play_some, sat_down
from tests.web.test_live import lines_of

HEADERS = {"X-Grognard": "1"}
HOSTILE = [
    "<script>alert(1)</script>",
    "</textarea></form><img src=x onerror=alert(1)>",
    "\"'><svg/onload=alert(1)>",
    "{{ 7 * 7 }} ${7*7} %(name)s",
    "[click](javascript:alert(1)) **bold** <http://evil.example>",
    "Z" + "\u0300\u0301\u0302" * 200,
    "w" * 2000,
]


def pages_of(browser, game):
    """Everything that a browser gets of a game, by address, without what is new in every answer."""
    found = {}
    for path in (
        "", "/watch", "/talk", "/talk?at=3", "/talk?as=public", "/replay", "/replay?at=3", "/export",
        "/timeline.json", "/handover", "/links", "/report",
    ):  # fmt: skip
        found[path] = browser.open(f"/g/{game}{path}").text
    for path in ("", "/notes", "/notes?event=3", "/lines", "/desk", "/events", "/archive"):
        found[f"api{path}"] = browser.client.get(f"/api/games/{game}{path}").text
    return {path: re.sub(r"<time.*?</time>|Date: .*", "", text) for path, text in found.items()}


def streamed(browser, game, public=False):
    """The first messages of a stream: the position's stamp and, if anything can be read, the talk's."""
    response = browser.client.get(f"/g/{game}/stream?{'as=public' if public else ''}", buffered=False)
    chunks = []
    for chunk in response.response:
        chunks.append(chunk.decode() if isinstance(chunk, bytes) else chunk)
        if chunks[-1].startswith(":"):
            break
    response.close()
    return [chunk for chunk in chunks if chunk.startswith("event: talk")]


@pytest.fixture
def quick(make_app):
    """An application whose streams speak up often."""
    return make_app(keep_alive=0.02)


@pytest.fixture
def app(quick):
    return quick


def say(browser, game, text, **more):
    browser.open(f"/g/{game}")
    answer = browser.send("/lines", text=text, **more)
    assert answer.status_code == 200, answer.text


def note(browser, game, text, audience, **more):
    browser.open(f"/g/{game}")
    answer = browser.send("/notes", text=text, audience=audience, marks=[], **more)
    assert answer.status_code == 200, answer.text


def test_the_law_of_secrecy_no_answer_to_others_differs_by_what_they_may_not_read(two_browsers, games):
    game, host, guest = two_browsers
    watcher = Browser(host.client.application)
    program = Browser(host.client.application)
    strangers = {"guest": guest, "watcher": watcher, "program": program}
    for each in strangers.values():  # the first visit sets cookies and makes the visitor present
        streamed(each, game)
        pages_of(each, game)
    before = {name: (pages_of(each, game), streamed(each, game)) for name, each in strangers.items()}
    for audience in ("me", "after"):
        note(host, game, f"A secret for {audience}", audience, version=3)
    after = {name: (pages_of(each, game), streamed(each, game)) for name, each in strangers.items()}
    for name in strangers:
        for path, text in after[name][0].items():
            assert text == before[name][0][path], (name, path)
        assert after[name][1] == before[name][1], name
    assert "A secret for me" in host.open(f"/g/{game}").text
    assert "A secret for me" in host.open(f"/g/{game}/replay?at=3").text
    assert "A secret for me" not in host.open(f"/g/{game}/watch").text
    play_on([host, guest], games, game, Random(2))
    for each in strangers.values():
        text = "".join(pages_of(each, game).values())
        assert "A secret for after" in text
        assert "A secret for me" not in text


def test_everybody_at_the_table_reads_a_line_at_once(two_browsers):
    game, host, guest = two_browsers
    response = guest.client.get(f"/g/{game}/stream", buffered=False)
    chunks = iter(response.response)
    assert "event: moved" in "".join(next(chunks).decode() for _ in range(2))
    say(host, game, "Good luck!")
    told = next(text for text in (chunk.decode() for chunk in chunks) if text.startswith("event: talk"))
    stamp = json.loads(told.split("data: ")[1])
    response.close()
    page = guest.open(f"/g/{game}/talk").text
    assert "Good luck!" in page
    assert f'data-stamp="{stamp}"' in page


def test_a_page_that_shows_all_is_told_nothing_again(two_browsers):
    game, host, guest = two_browsers
    say(host, game, "Good luck!")
    stamp = re.search(r'id="talk-lines" data-stamp="(\w+)"', guest.open(f"/g/{game}/talk").text).group(1)
    response = guest.client.get(f"/g/{game}/stream?talk={stamp}", buffered=False)
    for chunk in response.response:
        assert not chunk.startswith(b"event: talk")
        if chunk.startswith(b":"):
            break
    response.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_text(two_browsers, text):
    game, host, guest = two_browsers
    note(host, game, text, "everybody", version=3)
    if len(text) <= 500:
        say(host, game, text)
    for address in (f"/g/{game}", f"/g/{game}/talk", f"/g/{game}/replay?at=3", f"/g/{game}/watch"):
        page = guest.open(address)
        if "/watch" not in address:
            assert text in guest.text
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
        assert "<svg/onload" not in page.text
        assert 'href="javascript' not in page.text
        assert 'href="http://evil' not in page.text


def test_marks_that_turn_the_direction_of_text_are_left_out(two_browsers):
    game, host, guest = two_browsers
    say(host, game, "evil\u202eeman\u2066\x07")
    assert "evileman" in guest.open(f"/g/{game}").text


def test_one_deletes_ones_own_line_but_nobody_elses(two_browsers):
    game, host, guest = two_browsers
    say(host, game, "A slip of the tongue")
    said = re.search(r'name="said" value="([\w.]+)"', host.page.text).group(1)
    guest.open(f"/g/{game}")
    assert 'name="said"' not in guest.page.text
    assert guest.send("/erase", said=said).status_code == 403
    host.open(f"/g/{game}")
    assert host.send("/erase", said=said).status_code == 200
    assert "A slip of the tongue" not in guest.open(f"/g/{game}").text


def test_watchers_read_and_write_only_when_the_host_lets_them(two_browsers):
    game, host, guest = two_browsers
    watcher = Browser(host.client.application)
    say(host, game, "Welcome")
    assert "Welcome" in watcher.open(f"/g/{game}/watch").text
    assert "/lines" not in watcher.page.text
    _, fields, _ = watcher.form("/erase")
    refused = watcher.client.post(f"/g/{game}/lines", data={**fields, "text": "Hi", "name": "Wim"})
    assert refused.status_code == 403
    guest.open(f"/g/{game}")
    assert "/watchers" not in guest.page.text
    given = {**guest.form("/erase")[1], "write": "yes"}
    assert guest.client.post(f"/g/{game}/watchers", data=given).status_code == 403
    host.open(f"/g/{game}")
    host.send("/watchers", write="yes")
    watcher.open(f"/g/{game}/watch")
    assert watcher.send("/lines", text="Hello from outside", name="Wim").status_code == 200
    assert "Hello from outside" in guest.open(f"/g/{game}").text
    assert "Wim, watching" in guest.page.text


def test_forms_need_the_token_of_their_page_and_a_seat_of_ones_own(two_browsers):
    game, host, guest = two_browsers
    host.open(f"/g/{game}")
    fields = host.form("/lines")[1]
    for data, status in (
        ({**fields, "token": "", "text": "x"}, 403),
        ({**fields, "seat": "blue", "text": "x"}, 403),
        ({**fields, "text": ""}, 422),
        ({**fields, "text": "x" * 501}, 422),
        ({**fields, "text": "x", "audience": "me"}, 422),
    ):
        assert host.client.post(f"/g/{game}/lines", data=data).status_code == status
    fields = host.form("/notes")[1]
    for data, status in (
        ({**fields, "text": "x", "marks": "nowhere"}, 422),
        ({**fields, "text": "x", "version": "9999"}, 409),
        ({**fields, "text": "x", "version": "no"}, 409),
    ):
        assert host.client.post(f"/g/{game}/notes", data=data).status_code == status
    assert host.client.get(f"/api/games/{game}/notes").json == []


def test_one_address_writes_only_so_often(make_app):
    app = make_app(limits_on=True, talk_limit="2 per minute")
    browser = Browser(app)
    game = browser.new_game()
    browser.take_device()
    fields = browser.form("/lines")[1]
    answers = [browser.client.post(f"/g/{game}/lines", data={**fields, "text": "x"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]


def test_a_screen_that_several_share_shows_the_notes_of_the_person_in_front(app, games):
    browser = Browser(app)
    game = browser.new_game(kind_red="me", name_red="Ada", kind_blue="hotseat", name_blue="Bruno")
    browser.take_device()
    note(browser, game, "Red's own plan", "me")
    assert "Red's own plan" in browser.text
    browser.send("/away")
    for address in ("", "/talk", "/replay", "/watch"):
        assert "Red's own plan" not in browser.open(f"/g/{game}{address}").text
    assert browser.client.get(f"/api/games/{game}/notes").json == []


def test_a_program_writes_reads_and_deletes_by_the_api(app):
    program = app.test_client(use_cookies=False)
    seats = {"red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "invitation", "name": ""}}
    opened = program.post(
        "/api/games", json={"title": "skirmish", "scenario": "line", "seats": seats}, headers=HEADERS
    ).json
    game, mine = opened["game"], {**HEADERS, "Authorization": f"Bearer {opened['token']}"}
    asked = {"seat": "red", "event": 2, "text": "See here", "audience": "everybody", "marks": ["3", "4"]}
    made = program.post(f"/api/games/{game}/notes", json=asked, headers=mine)
    assert made.status_code == 201, made.text
    assert (made.json["marks"], made.json["mine"], made.json["from"]) == (["3", "4"], True, "Ada (Red)")
    line = program.post(f"/api/games/{game}/lines", json={"seat": "red", "text": "Hello"}, headers=mine).json
    others = program.get(f"/api/games/{game}/notes?event=2").json
    assert others == [{**made.json, "mine": False}]
    assert program.get(f"/api/games/{game}/notes?event=1").json == []
    stranger = program.post(f"/api/games/{game}/lines", json={"text": "Hi", "name": "Eve"}, headers=HEADERS)
    assert stranger.status_code == 403
    address = f"/api/games/{game}/texts/{line['id']}"
    assert program.delete(address, headers=HEADERS).status_code == 403
    assert program.delete(address).status_code == 403
    assert program.delete(address, headers=mine).status_code == 204
    assert program.get(f"/api/games/{game}/lines").json == []


def test_an_archive_holds_no_notes_and_no_talk(two_browsers):
    game, host, _ = two_browsers
    note(host, game, "A remark of mine", "everybody")
    say(host, game, "A word in passing")
    archive = host.open(f"/g/{game}/export").text
    assert "A remark of mine" not in archive
    assert "A word in passing" not in archive


def test_a_nudge_that_tells_nothing_does_not_shift_the_beat_of_a_stream(make_app, games):
    app = make_app(keep_alive=0.3)
    browser = Browser(app)
    game = browser.new_game()
    browser.take_device()
    response = browser.client.get(f"/g/{game}/stream?as=public", buffered=False)
    told = lines_of(response)
    next(told)
    hub = app.extensions["site"].hub
    hub.nudge(game)
    assert next(told) == (None, None)
    response.close()


def test_the_report_tells_each_noted_event_with_what_the_reader_may_read(app, games):
    game, seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(1), 80)
    anna, bruno = (sat_down(app, game, seat) for seat in seats)
    for browser, audience, text in ((anna, "me", "<b>mine</b>"), (bruno, "everybody", "ours")):
        browser.open(f"/g/{game}/replay?at=20")
        browser.send("/notes", audience=audience, text=text)
    told = anna.open(f"/g/{game}/report").text
    sentence = documents.event_row(games.rule_set(game), games.recorded(game, 19, 20)[0], PUBLIC)["text"]
    assert sentence in anna.text and "&lt;b&gt;mine&lt;/b&gt;" in told and "ours" in told
    assert f"/g/{game}/miniature/20.svg" in told
    others = Browser(app).open(f"/g/{game}/report").text
    assert "ours" in others and "mine" not in others
