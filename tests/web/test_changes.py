"""What an order is answered with, and what the others are told: it turns the page that is shown into the page
that would be loaded, and names nothing that its reader may not know."""

import json
import re
from html import unescape
from random import Random
from threading import Event, Thread

import msgspec
import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import PUBLIC, Seat
from domain.kernel.scene import applied
from projections import Projector
from projections.views import Views
from tests.thorough import times
from tests.web.conftest import Browser
from tests.web.serving import PATIENCE
from tests.web.test_secrets import named, secrets_from
from web.table import changes

TITLES = {
    "skirmish": (("red",), ("blue",)),
    "waterloo": (("french",), ("coalition",)),
    "wellington": (("britain", "spain"), ("sud", "nord")),
}
"""The seats of two people."""
PARTS = ("prompt", *changes.PLAY)
ORDERS = times(30, 300)


class Player(Browser):
    """A browser whose script keeps what the page shows, as static/js/news.js does."""

    def __init__(self, app, game, seats=()):
        super().__init__(app)
        self.game, self.seats, self.address = game, seats, f"/g/{game}" if seats else f"/g/{game}/watch"
        self.query = {} if seats else {"page": "watch"}

    def load(self):
        """What the page shows when it is loaded anew."""
        self.open(self.address)
        return shown(self.page.text)

    def begin(self):
        self.now = self.load()
        return self

    def asks(self):
        return {"since": self.now["stamp"], "seen": self.now["viewer"], **self.query}

    def give(self, seat, order, moment):
        """Sends an order as the page's script does."""
        fields = {"token": self.now["token"], "seat": seat, "moment": moment, "order": as_json(order)}
        address, headers = f"/g/{self.game}/order", {"Accept": "application/json"}
        return self.client.post(address, query_string=self.asks(), data=fields, headers=headers)

    def look(self):
        return self.client.get(f"/g/{self.game}/changes", query_string=self.asks()).json

    def take_in(self, told):
        """What the script makes of an answer."""
        now = dict(self.now)
        if "scene" in told:
            now["scene"] = told["scene"]
        else:
            assert told["from"] == int(now["stamp"].split("/")[1]) and told["was"] == now["viewer"]
            assert told["base"] in (None, now["stamp"])
            now["scene"] = applied(now["scene"], told["changes"])
            lines = [line for line in lines_in(told["log"]) if line not in now["log"]]
            now["log"] = {**now["log"], **dict.fromkeys(lines)}
        if "logbook" in told["parts"]:
            now["log"] = dict.fromkeys(lines_in(told["parts"]["logbook"]))
        now |= {"stamp": told["stamp"], "viewer": told["viewer"]}
        now["parts"] = {**now["parts"], **{name: bare(html) for name, html in told["parts"].items()}}
        self.now = now

    def check(self):
        """The page as it stands equals the page loaded anew."""
        anew = self.load()
        assert without_absent(self.now["scene"]) == without_absent(anew["scene"])
        for name in anew["parts"]:
            assert self.now["parts"][name] == anew["parts"][name], name
        assert (self.now["stamp"], self.now["viewer"]) == (anew["stamp"], anew["viewer"])
        assert set(anew["log"]) <= set(self.now["log"])


def as_json(order):
    return msgspec.json.encode(order).decode()


def element(html, name):
    """The element of a page with this id; empty if there is none."""
    begin = re.search(rf'<(\w+)[^>]* id="{name}"[^>]*>', html)
    if begin is None:
        return ""
    depth = 0
    for tag in re.finditer(rf"<(/?){begin[1]}\b[^>]*>", html[begin.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[begin.start() : begin.start() + tag.end()]
    raise AssertionError(f"{name} never ends")


def bare(html):
    """Without what the script fills in: tokens, moments, for whom the game waits; and without times."""
    html = re.sub(r'(name="(?:token|moment)" value=)"[^"]*"', r'\1""', html)
    html = re.sub(r'(class="(?:power |seat )?side-[\w-]+) active"', r'\1"', html)
    html = re.sub(r"<time.*?</time>|data-nudge-in=\"\d+\"", "", html)
    return re.sub(r"\s+", " ", html).strip()


def lines_in(html):
    return [bare(line) for line in re.findall(r'<li id="e\d+".*?</li>', html, re.S)]


def shown(html):
    """What a loaded page shows."""
    fields = dict(re.findall(r'data-(stamp|viewer|token)="([^"]*)"', element(html, "table").split(">")[0]))
    scene = json.loads(re.search(r'id="scene">(.*?)</script>', html, re.S)[1])
    parts = {name: bare(element(html, name)) for name in PARTS if name != "signal" and element(html, name)}
    return {**fields, "scene": scene, "parts": parts, "log": dict.fromkeys(lines_in(element(html, "log")))}


def without_absent(scene):
    return {
        name: {key: {k: v for k, v in entry.items() if v is not None} for key, entry in section.items()}
        if isinstance(section, dict)
        else section
        for name, section in scene.items()
    }


def table_of(app, games, title):
    """(a running game, the pages of two people and of somebody who watches)."""
    first, second, watcher = Player(app, ""), Player(app, ""), Player(app, "")
    mine, others = TITLES[title]
    first.open(f"/new?title={title}")
    kinds = {f"kind_{seat}": "me" for seat in mine} | {f"kind_{seat}": "open" for seat in others}
    first.send("/new", **kinds, **{f"name_{seat}": "Anna" for seat in mine})
    game = games.ids()[-1]
    for seat in others:
        second.open(f"/g/{game}/seats/{seat}")
        second.send(f"/seats/{seat}", name="Bruno")
    for player, seats in ((first, mine), (second, others), (watcher, ())):
        client = player.client
        player.__init__(app, game, seats)
        player.client = client
        player.begin()
    return game, [first, second, watcher]


def some_order(games, game, players, random):
    """(who gives it, the answer) of a random order."""
    desk = games.desk(game)
    seat = random.choice(desk.waiting)
    giver = next(player for player in players if seat in player.seats)
    return giver, giver.give(seat, random.choice(desk.menu(seat)), desk.moment)


@pytest.fixture
def redis(redis_server):
    return redis_server.client()


@pytest.mark.parametrize("title", TITLES)
def test_changes_turn_the_page_that_is_shown_into_the_page_that_would_be_loaded(app, games, title):
    game, players = table_of(app, games, title)
    random, projector = Random(title), Projector(games, app.extensions["site"].redis)
    for number in range(ORDERS):
        if games.desk(game).is_over:
            break
        if number % 7 == 3:
            projector.catch_up()
        giver, answer = some_order(games, game, players, random)
        assert answer.status_code == 200, answer.text
        giver.take_in(answer.json)
        for other in players:
            if other is not giver and random.random() < 0.6:
                other.take_in(other.look())
        if number % 5 == 0:
            for player in players:
                player.take_in(player.look())
                player.check()


@pytest.mark.parametrize("title", TITLES)
def test_streams_tell_the_same_as_the_page_would_ask_for(app, games, title):
    game, players = table_of(app, games, title)
    random = Random(title)
    for _ in range(12):
        before = games.desk(game)
        while (desk := games.desk(game)).version == before.version and not desk.is_over:
            seat = random.choice(desk.waiting)
            games.order(game, seat, random.choice(desk.menu(seat)))
        if desk.version == before.version:
            break
        for player in players:
            query = {"since": player.now["stamp"]} | ({} if player.seats else {"as": "public"})
            response = player.client.get(f"/g/{game}/stream", query_string=query, buffered=False)
            kind = next(chunk.decode() for chunk in response.response if b"event: " in chunk)
            response.close()
            if kind.startswith("event: moved"):
                player.take_in(json.loads(kind.split("data: ", 1)[1]))
            else:  # too much for a stream: the page asks
                assert kind.startswith("event: reload")
                player.take_in(player.look())
            player.check()


def test_a_page_that_the_server_does_not_remember_is_told_all_parts(app, games):
    game, (player, *_) = table_of(app, games, "waterloo")
    moment, version, _ = player.now["stamp"].split("/")
    player.now["stamp"] = f"{moment}/{version}/"
    told = player.look()
    assert set(told["parts"]) == set(PARTS) - {"signal"} and told["changes"] == [] and told["base"] is None
    player.now["stamp"] = ""
    told = player.look()
    assert set(told["parts"]) >= {"logbook", "text-board", *changes.PLAY}
    assert without_absent(told["scene"]) == without_absent(player.now["scene"])


@pytest.mark.parametrize("typed", ["9" * 5000, "²", "-1", "1.5", "99999999999", "", "x"])
def test_a_stamp_that_nobody_gave_out_is_told_the_whole(app, games, typed):
    game, (player, *_) = table_of(app, games, "waterloo")
    moment, _, digest = player.now["stamp"].split("/")
    player.now["stamp"] = f"{moment}/{typed}/{digest}"
    told = player.look()
    assert without_absent(told["scene"]) == without_absent(player.now["scene"])
    now = player.client.get(f"/g/{game}/now", query_string={"since": player.now["stamp"]})
    assert now.status_code == 200 and now.json["moved"]["stamp"] == told["stamp"]


def test_a_refusal_tells_its_sentence_and_where_the_game_stands(app, games):
    game, players = table_of(app, games, "waterloo")
    desk = games.desk(game)
    (seat,) = desk.waiting
    player = next(each for each in players if seat in each.seats)
    order = desk.menu(seat)[0]
    late = player.give(seat, order, "1.0")
    assert late.status_code == 409 and late.json["error"] == "stale_order"
    assert late.json["message"] in unescape(late.json["parts"]["prompt"])
    assert late.json["stamp"] == player.now["stamp"]
    player.take_in(late.json)
    answer = player.give(seat, order, desk.moment)
    assert answer.status_code == 200 and "Not done" not in answer.json["parts"]["prompt"]
    unread = player.client.post(
        f"/g/{game}/order", query_string=player.asks(), headers={"Accept": "application/json"},
        data={"token": player.now["token"], "seat": seat, "order": "{}"},
    )  # fmt: skip
    assert unread.status_code == 422 and unread.json["message"]


def test_a_screen_that_must_be_passed_on_is_only_told_so(app, games):
    browser = Browser(app)
    browser.open("/new?title=waterloo")
    browser.send("/new", name_french="Ada", name_coalition="Bruno")
    game = games.ids()[-1]
    browser.open(f"/g/{game}/handover")
    told = browser.client.get(f"/g/{game}/changes").json
    assert told["go"] == f"/g/{game}/handover" and "parts" not in told and "scene" not in told
    assert browser.client.get(f"/g/{game}/changes?parts=hand").json == {"go": told["go"], "parts": {}}


@pytest.mark.parametrize("title", ["waterloo", "wellington"])
def test_no_change_names_a_card_that_its_reader_may_not_know(app, games, title):
    game, players = table_of(app, games, title)
    random, looked = Random(5), 0
    for _ in range(ORDERS):
        if games.desk(game).is_over:
            break
        giver, answer = some_order(games, game, players, random)
        told = {giver: answer}
        for other in players:
            if other is not giver:
                query = {**other.asks(), "since": "" if random.random() < 0.2 else other.now["stamp"]}
                told[other] = other.client.get(f"/g/{game}/changes", query_string=query)
        for player, answer in told.items():
            secrets = secrets_from(games, game, (PUBLIC, *map(Seat, player.seats)))
            looked += len(secrets)
            assert not named(secrets, unescape(answer.text)), player.seats
            assert not named(secrets, unescape(answer.text.replace('\\"', '"'))), player.seats
            player.take_in(answer.json)
    assert looked


def test_nobody_sees_the_board_of_another_seat_by_asking_for_its_changes(app, games):
    game, players = table_of(app, games, "waterloo")
    for player in players:
        other = "coalition" if "french" in player.seats else "french"
        query = {**player.asks(), "seen": other, "since": "1.0/1/"}
        told = player.client.get(f"/g/{game}/changes", query_string=query).json
        assert told["viewer"] == (*player.seats, PUBLIC)[0] and "scene" in told and "changes" not in told


# The board that is shown is the one in Redis


def board_in_redis(client, games, game, viewer):
    views = Views(client, games.store_id)
    return views.boards(views.head().generation, game), views.board(game, viewer)


def test_the_board_of_a_page_is_read_from_redis(app, games, redis):
    game, (player, other, watcher) = table_of(app, games, "waterloo")
    Projector(games, redis).catch_up()
    for who, viewer in ((player, player.seats[0]), (watcher, PUBLIC)):
        key, (_, text) = board_in_redis(redis, games, game, viewer)
        board = json.loads(text)
        board["scene"]["turn"] = 77
        redis.hset(key, viewer, json.dumps(board))
        assert who.load()["scene"]["turn"] == 77
    assert other.client.get(f"/api/games/{game}/scene?view=public").json["turn"] == 77


def test_a_board_in_redis_that_lags_behind_is_not_shown(app, games, redis):
    game, (player, other, watcher) = table_of(app, games, "waterloo")
    Projector(games, redis).catch_up()
    before = games.desk(game).version
    while games.desk(game).version == before:
        giver, answer = some_order(games, game, (player, other), Random(1))
        giver.take_in(answer.json)
    assert board_in_redis(redis, games, game, PUBLIC)[1] is not None
    for each in (player, other, watcher):
        each.take_in(each.look())
        each.check()
        assert each.now["stamp"].split("/")[1] == str(games.desk(game).version)


def test_what_a_page_is_told_twice_at_once_is_found_out_once(app, games, monkeypatch):
    """The answer to an order and the live stream of whoever gave it."""
    game, (first, *_) = table_of(app, games, "waterloo")
    first.look()
    before = first.asks()
    desk = games.desk(game)
    seat = desk.waiting[0]
    games.order(game, seat, desk.menu(seat)[0])
    began, began_again, may_go_on, made = Event(), Event(), Event(), []
    rendered = changes._rendered

    def slowly(*given, **more):
        made.append(rendered(*given, **more))
        (began_again if began.is_set() else began).set()
        assert may_go_on.wait(PATIENCE)
        return made[-1]

    monkeypatch.setattr(changes, "_rendered", slowly)
    answers = []

    def ask():
        answers.append(first.client.get(f"/g/{game}/changes", query_string=before).json)

    threads = [Thread(target=ask) for _ in range(2)]
    threads[0].start()
    assert began.wait(PATIENCE)
    threads[1].start()
    assert not began_again.wait(0.3)
    may_go_on.set()
    for thread in threads:
        thread.join()
    assert len(made) == 1 and answers[0] == answers[1] and answers[0]["stamp"] != before["since"]
