"""The pages around the tables: lobby, rules, replay, forks, archives, health."""

import gzip
import io
import json
import re
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from domain.bots.chances import Chances, Link
from domain.bots.learned import Value
from domain.kernel import titled, titles
from domain.kernel.scene import applied
from domain.store import Games, open_games
from tests.web.conftest import SECRET, Browser, application, play_on
from web.base.site import Settings
from web.hosting import ending
from web.lookback import win_chance


class Finished(NamedTuple):
    """A game that is over, the browser that has played it, and the games it is among."""

    game: str
    browser: Browser
    games: Games


@pytest.fixture(scope="module")
def finished(redis_server):
    """One game for all tests that only look at it."""
    settings = Settings(secrets=(SECRET,), limits_on=False)
    with closing(open_games("memory:")) as games, application(games, redis_server.client(), settings) as app:
        browser = Browser(app)
        game = browser.new_game(name_red="Ada", name_blue="Bruno", name="The first one")
        play_on([browser], games, game, Random(2))
        yield Finished(game, browser, games)


def test_a_front_page_without_games_offers_every_title(browser, games):
    browser.open("/")
    for rule_set in titles():
        assert f'id="title-{rule_set.id}"' in browser.page.text
    assert "Your move" not in browser.text.replace("● Your move", "")
    browser.open("/games")
    assert "No game is like that now." in browser.text


def test_the_lobby_says_what_waits_for_whom(two_browsers, open_browser):
    game, host, guest = two_browsers
    stranger = open_browser()
    assert "your-move" in host.open("/").text and "group-move" in host.open("/games").text
    host.open(f"/g/{game}")
    host.press(next(order for order in host.orders() if "Reveal" in order[2]))
    assert "your-move" not in host.open("/").text and "Waiting for others" in host.text
    host.open("/games")
    assert "group-move" not in host.text and "Your games" in host.text
    stranger.open("/games")
    assert "Running" in stranger.text and "Your games" not in stranger.text


def test_the_lobby_shows_open_seats_to_everybody(open_browser):
    host, stranger = open_browser(), open_browser()
    game = host.new_game(kind_blue="open")
    stranger.open("/")
    assert f"/g/{game}/seats/blue" in stranger.page.text
    stranger.open(f"/g/{game}/seats/blue")
    stranger.send("/seats/blue", name="Chiara")
    assert stranger.orders()
    late = open_browser()
    assert late.open(f"/g/{game}/seats/blue").status_code == 403


def test_the_lobby_lists_a_finished_game_with_its_replay(finished):
    over, browser, _ = finished
    for address in ("/", "/games?show=finished"):
        browser.open(address)
        assert f"/g/{over}/replay" in browser.page.text


def test_the_rules_have_an_anchor_for_each_numbered_heading(browser):
    browser.open("/rules/skirmish")
    assert all(f'id="{number}"' in browser.page.text for number in range(1, 6))


def test_words_are_looked_for_in_rules_and_cards_whatever_their_accents_and_capitals(browser):
    browser.open("/rules/waterloo?q=CAVALRY withdraw")
    found = re.findall(r'<li><a href="#([^"]+)">([^<]+)</a> <span>…', browser.page.text)
    assert ("9.6", "9.6 Cavalry withdrawal before battle") in found
    assert "<mark>Cavalry</mark>" in browser.page.text
    assert all(f'id="{anchor}"' in browser.page.text for anchor, _ in found)
    browser.open("/rules/waterloo?q=Château")
    assert "<mark>chateau</mark>" in browser.page.text
    browser.open("/rules/waterloo?q=zeppelin")
    assert "No passage has “zeppelin”" in browser.page.text


def test_the_rules_show_the_board_of_each_scenario_as_it_begins(browser):
    browser.open("/rules/wellington")
    boards = browser.page.text.partition('id="boards"')[2]
    addresses = re.findall(r'<image href="(/scenarios/[^"]+)"', boards)
    assert len(addresses) == len(titled("wellington").scenarios)
    for address in addresses:
        assert browser.client.get(address.replace("&amp;", "&")).mimetype == "image/svg+xml"


def test_every_rule_link_of_a_table_leads_to_an_anchor(finished):
    over, browser, _ = finished
    browser.open(f"/g/{over}")
    links = set(re.findall(r'href="(/rules/[^"#]+)#([^"]+)"', browser.page.text))
    assert links
    for address, anchor in links:
        assert f'id="{anchor}"' in browser.client.get(address).text


def test_each_event_has_an_address_and_shows_its_sentence_without_scripts(finished):
    over, browser, games = finished
    last = games.standing(over).version
    for at in (1, last // 2, last):
        browser.open(f"/g/{over}/replay?at={at}")
        row = browser.client.get(f"/api/games/{over}/events?view=public&after={at - 1}&limit=1").json[0]
        assert f"Event {at}" in browser.text
        assert row["text"] in browser.text


@pytest.mark.parametrize("viewer", ["public", "red", "blue", "all"])
def test_the_timeline_walks_to_the_same_scene_as_the_api_shows(finished, viewer):
    over, browser, games = finished
    timeline = browser.client.get(f"/g/{over}/timeline.json?as={viewer}").json
    scene = timeline["keyframes"]["1"]
    for row in timeline["rows"][1:]:
        scene = applied(scene, row["changes"])
        assert (
            scene == browser.client.get(f"/api/games/{over}/scene?view={viewer}&at={row['version']}").json
        )


def test_a_timeline_is_kept_by_browsers_and_asked_again_by_its_tag(finished):
    over, browser, _ = finished
    answer = browser.client.get(f"/g/{over}/timeline.json?as=public")
    again = browser.client.get(
        f"/g/{over}/timeline.json?as=public", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304
    version = answer.json["version"]
    kept = browser.client.get(f"/g/{over}/timeline.json?as=public&v={version}")
    assert "immutable" in kept.headers["Cache-Control"]


def test_the_figure_has_the_measures_and_fixed_margins(finished):
    over, browser, _ = finished
    figure = browser.client.get(f"/g/{over}/figure.json?group=hits").json
    assert len([trace for trace in figure["data"] if trace["mode"] == "lines"]) == 2
    assert (figure["layout"]["margin"]["l"], figure["layout"]["margin"]["r"]) == (58, 16)
    assert browser.client.get(f"/g/{over}/figure.json?group=none").status_code == 422
    by_round = browser.client.get(f"/g/{over}/figure.json?group=hits&x=round").json
    places = by_round["layout"]["meta"]["places"]
    assert len(places) == figure["layout"]["xaxis"]["range"][1]
    assert set(by_round["data"][0]["x"]) <= set(places)
    assert browser.client.get(f"/g/{over}/figure.json?x=none").status_code == 422


def test_the_replays_address_says_what_its_chart_runs_by(finished):
    over, browser, _ = finished
    page = browser.open(f"/g/{over}/replay?x=round")
    assert re.search(r'<option value="round" selected>', page.text)


def test_the_replay_shows_who_was_winning_or_says_that_nobody_can_tell(finished, monkeypatch):
    over, browser, games = finished
    assert "Win chance: cannot tell yet" in browser.open(f"/g/{over}/replay").text
    assert browser.client.get(f"/g/{over}/figure.json?group=win_chance").status_code == 422
    value = Value({"red": 1, "blue": -1}, 1, 9, 0, 0, 0.1, 0, 9)
    assert browser.client.get(f"/g/{over}/turning").status_code == 204
    assert browser.client.get(f"/g/{over}/curve.svg").status_code == 204
    assert browser.client.get(f"/api/games/{over}/turning").json == {"turning": None}
    known = Chances("skirmish", 1, "", ("line",), {}, {}, {"any": 2}, {"any": 0.1}, Link(0, 0, 0.1, 0), value)
    monkeypatch.setattr(win_chance, "chances_of", lambda rules, scenario: known)
    assert '<option value="win_chance">' in browser.open(f"/g/{over}/replay").text
    told = browser.client.get(f"/g/{over}/turning").text
    found = win_chance.judged(over, len(games.recorded(over)))
    assert told.count("<b>Turn ") == len(found.points)
    assert bool(found.points) != ("No turning point" in told) and '<table class="ledger">' in told
    assert told.count("It cost ") == len(found.costly)
    assert bool(found.costly) != ("No decision is known to have cost its side 5 points." in told)
    program = browser.client.get(f"/api/games/{over}/turning").json["turning"]
    assert dict(program["luck"]) == found.lucks and dict(program["curve"]) == found.curve
    assert (len(program["points"]), len(program["costly"])) == (len(found.points), len(found.costly))
    assert "curve.svg" not in browser.open(f"/g/{over}").text
    monkeypatch.setattr(ending, "chances_of", lambda rules, scenario: known)
    assert f'src="/g/{over}/curve.svg"' in browser.open(f"/g/{over}").text, "the end shows it as well"
    picture = browser.client.get(f"/g/{over}/curve.svg")
    assert picture.mimetype == "image/svg+xml" and picture.text.count('fill="none"') == 1
    assert picture.text.count("l4 5-4 5-4-5z") == len(found.points), "a diamond for each turning point"
    assert picture.text.count('stroke-width="1.5"') == len([luck for luck in found.lucks.values() if luck])
    drawn = browser.client.get(f"/g/{over}/figure.json?group=win_chance").json
    lines = drawn["data"][:2]
    assert all(red + blue == 100 for red, blue in zip(*(line["y"] for line in lines), strict=True))
    low, high = (line["y"] for line in drawn["data"] if line.get("line", {}).get("width") == 0)
    assert all(0 <= below <= above <= 100 for below, above in zip(low, high, strict=True))
    strips = [line for line in drawn["data"] if line.get("yaxis") == "y3"]
    shown = dict(pair for line in strips for pair in zip(line["customdata"], line["y"], strict=True))
    known = {event: round(100 * luck, 1) for event, luck in found.lucks.items() if luck}
    assert shown == known and all(luck > 0 for luck in strips[0]["y"]) and drawn["layout"]["yaxis3"]


def test_plotly_comes_from_the_installed_package_packed_and_for_ever(finished):
    over, browser, _ = finished
    browser.open(f"/g/{over}/replay")
    address = re.search(r'data-plotly="([^"]+)"', browser.page.text).group(1)
    answer = browser.client.get(address, headers={"Accept-Encoding": "gzip"})
    assert "immutable" in answer.headers["Cache-Control"]
    assert b"plotly.js" in gzip.decompress(answer.data)[:200]


def test_a_play_page_asks_for_no_plotly(browser):
    browser.new_game()
    browser.take_device()
    assert "plotly" not in browser.page.text


def test_static_files_are_kept_for_ever_under_their_version(browser):
    browser.open("/")
    address = re.search(r'href="(/assets/[^"]+app.css)"', browser.page.text).group(1)
    assert "immutable" in browser.client.get(address).headers["Cache-Control"]
    assert (
        "immutable"
        not in browser.client.get(re.sub(r"/assets/\w+/", "/assets/old/", address)).headers["Cache-Control"]
    )


def test_a_table_names_every_script_that_its_script_asks_for(browser):
    browser.new_game()
    browser.take_device()
    named = set(re.findall(r'<link rel="modulepreload" href="[^"]+/js/([a-z]+\.js)">', browser.page.text))
    folder, asked, seen = Path("web/static/js"), {"play.js"}, set()
    while asked - seen:
        for each in asked - seen:
            seen.add(each)
            lines = (folder / each).read_text()
            asked |= set(re.findall(r'^(?:import|export|}).* from "\./(.+)";', lines, re.M))
    assert named == asked - {"play.js"}


def test_a_fork_begins_where_its_parent_stood_and_names_it(finished):
    over, browser, games = finished
    middle = games.standing(over).version // 2
    browser.open(f"/g/{over}/fork?at={middle}")
    browser.send("/fork", kind_red="hotseat", name_red="Ada", kind_blue="hotseat", name_blue="Ada")
    game = re.search(r"[0-9a-f]{32}", browser.page.request.path).group(0)
    parent = games.standing(game).opened.parent
    assert parent.game == over and parent.version <= middle
    assert games.standing(game).state == games.standing(over, parent.version).state
    assert browser.orders()
    browser.open(f"/g/{game}/replay")
    assert f"at event {parent.version}" in browser.text


def test_a_hotseat_table_forks_its_running_game(browser, games):
    game = browser.new_game()
    browser.open(f"/g/{game}/fork")
    assert browser.send("/fork").status_code == 200
    assert len(games.ids()) == 2


def test_a_finished_game_is_brought_to_another_server(finished, redis_server):
    over, browser, games = finished
    archive = browser.client.get(f"/g/{over}/export").data
    with (
        closing(open_games("memory:")) as other_games,
        application(other_games, redis_server.client(), Settings(limits_on=False)) as app,
    ):
        guest = Browser(app)
        guest.open("/import")
        action, fields, _ = guest.form("/import")
        answer = guest.client.post(
            action, data={**fields, "archive": (io.BytesIO(archive), "game.jsonl")}, follow_redirects=True
        )
        assert answer.status_code == 200, answer.text
        assert other_games.standing(over).state == games.standing(over).state
        spoilt = archive.replace(b"Ada", b"Eva", 1)
        answer = guest.client.post(action, data={**fields, "archive": (io.BytesIO(spoilt), "game.jsonl")})
        assert answer.status_code == 422
        assert "Line" in answer.text


def test_a_server_that_takes_no_uploads_says_so(make_app):
    browser = Browser(make_app(may_import="nobody"))
    browser.open("/import")
    assert "takes no uploads" in browser.text


def test_an_export_of_a_running_game_holds_no_foreign_card_and_no_answers(two_browsers, games):
    game, host, guest = two_browsers
    host.press(next(order for order in host.orders() if "SetCard" in order[2]))
    hands = games.standing(game).state.hands
    lines = [json.loads(line) for line in guest.client.get(f"/g/{game}/export").text.splitlines()]
    assert lines[0]["line"]["seen_by"] == "blue"
    text = json.dumps(lines)
    assert not [card for card in hands["red"] if card in text]
    assert all(card in text for card in hands["blue"])


@pytest.mark.parametrize(("behind", "told"), [(0, 0), (1, 0), (41, 0), (99, 0), (100, 100), (12_345, 12_300)])
def test_the_health_of_the_server_tells_nobody_that_an_order_was_given(games, redis_server, behind, told):
    settings = Settings(limits_on=False)
    with application(games, redis_server.client(), settings, lag=lambda: behind) as app:
        assert app.test_client().get("/healthz").json["lag"] == told


def test_the_health_page_tells_of_store_and_redis_and_not_how_far_games_are(browser):
    before = browser.open("/healthz").json
    assert before == {"store": "ok", "redis": "ok", "lag": None}
    browser.new_game()
    assert browser.open("/healthz").json == before


def test_after_the_end_everybody_may_look_with_every_eye(finished):
    over, browser, _ = finished
    stranger = Browser(browser.client.application)
    for viewer in ("public", "red", "blue", "all"):
        assert stranger.open(f"/g/{over}/replay?as={viewer}").status_code == 200


def test_pages_and_timelines_go_packed_to_whoever_unpacks(finished):
    over, browser, _ = finished
    for address in (f"/g/{over}/replay", f"/g/{over}/timeline.json"):
        plain = browser.client.get(address)
        packed = browser.client.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.data) < len(plain.data)
        assert "Accept-Encoding" in packed.headers["Vary"]
