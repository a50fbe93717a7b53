"""What an order is answered with, and what the others are told: it turns the page that was shown into the page
that would be loaded anew, and names nothing that its reader may not know."""

import json
import re
from html import unescape
from random import Random

import msgspec
import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import PUBLIC, Seat
from domain.kernel.scene import applied
from projections import Projector
from projections.views import Views
from tests.thorough import times
from tests.web.conftest import Browser
from tests.web.test_live import lines_of
from tests.web.test_secrets import named, secrets_from
from web.table import changes

TITLES = {"skirmish": ("red", "blue"), "waterloo": ("french", "coalition"), "wellington": ("britain", "sud")}
PARTS = ("prompt", *changes.PLAY)
ORDERS = times(60, 300)


class Player(Browser):
    """A browser whose script keeps what the page shows, as static/js/play.js does."""

    def __init__(self, app, game, seat):
        super().__init__(app)
        self.game, self.seat, self.address = game, seat, f"/g/{game}" if seat else f"/g/{game}/watch"
        self.query = {} if seat else {"page": "watch"}

    def load(self):
        """What the page shows when it is loaded anew."""
        self.open(self.address)
        return shown(self.page.text)

    def begin(self):
        self.now = self.load()
        return self

    def asks(self):
        return {"since": self.now["stamp"], "seen": self.now["viewer"], **self.query}

    def give(self, order, moment):
        """Sends an order as the page's script does."""
        fields = {"token": self.now["token"], "seat": self.seat, "moment": moment, "order": as_json(order)}
        return self.client.post(
            f"/g/{self.game}/order", query_string=self.asks(), data=fields, headers={"Accept": "application/json"}
        )

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
    """Without what the script fills in: tokens, moments, and for whom the game waits; times go on by themselves."""
    html = re.sub(r'(name="(?:token|moment)" value=)"[^"]*"', r'\1""', html)
    html = re.sub(r'(class="(?:power )?side-[\w-]+) active"', r'\1"', html)
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
    """A running game of two people and somebody who watches, each with a page open."""
    first, second = Browser(app), Browser(app)
    seats = TITLES[title]
    first.open(f"/new?title={title}&seating={3 if title == 'wellington' else 0}")
    kinds = {f"kind_{seats[0]}": "me", f"kind_{seats[1]}": "open"}
    first.send("/new", **kinds, **{f"name_{seats[0]}": "Anna"})
    game = games.ids()[-1]
    second.open(f"/g/{game}/seats/{seats[1]}")
    second.send(f"/seats/{seats[1]}", name="Bruno")
    players = [Player(app, game, seat) for seat in (*seats, None)]
    players[0].client, players[1].client = first.client, second.client
    return game, [player.begin() for player in players]


@pytest.fixture
def redis(redis_server):
    return redis_server.client()


@pytest.mark.parametrize("title", TITLES)
def test_changes_turn_the_page_that_is_shown_into_the_page_that_would_be_loaded(app, games, title):
    game, players = table_of(app, games, title)
    random, projector = Random(title), Projector(games, app.extensions["site"].redis)
    for number in range(ORDERS):
        desk = games.desk(game)
        if desk.is_over:
            break
        seat = random.choice(desk.waiting)
        giver = next(player for player in players if player.seat == seat)
        if number % 7 == 3:
            projector.catch_up()
        answer = giver.give(random.choice(desk.menu(seat)), desk.moment)
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
    streams = []
    for player in players:
        query = {"since": player.now["stamp"]} | ({} if player.seat else {"as": "public"})
        response = player.client.get(f"/g/{game}/stream", query_string=query, buffered=False)
        streams.append((player, response, lines_of(response)))
    for _ in range(12):
        before = games.desk(game)
        while games.desk(game).version == before.version:
            desk = games.desk(game)
            seat = random.choice(desk.waiting)
            games.order(game, seat, random.choice(desk.menu(seat)))
        for player, _, told in streams:
            _, news = next(told)
            player.take_in(news)
            if player.now["stamp"] != shown(player.open(player.address).text)["stamp"]:
                player.take_in(player.look())
            player.check()
    for _, response, _ in streams:
        response.close()


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


def test_a_refusal_tells_its_sentence_and_where_the_game_stands(app, games):
    game, players = table_of(app, games, "waterloo")
    desk = games.desk(game)
    player = next(each for each in players if each.seat in desk.waiting)
    order = desk.menu(player.seat)[0]
    late = player.give(order, "1.0")
    assert late.status_code == 409 and late.json["error"] == "stale_order"
    assert late.json["message"] in unescape(late.json["parts"]["prompt"]) and late.json["stamp"] == player.now["stamp"]
    player.take_in(late.json)
    answer = player.give(order, desk.moment)
    assert answer.status_code == 200 and "Not done" not in answer.json["parts"]["prompt"]
    unread = player.client.post(
        f"/g/{game}/order", query_string=player.asks(), headers={"Accept": "application/json"},
        data={"token": player.now["token"], "seat": player.seat, "order": "{}"},
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
        desk = games.desk(game)
        if desk.is_over:
            break
        seat = random.choice(desk.waiting)
        giver = next(player for player in players if player.seat == seat)
        told = {giver: giver.give(random.choice(desk.menu(seat)), desk.moment)}
        for other in players:
            if other is not giver:
                query = {**other.asks(), "since": "" if random.random() < 0.2 else other.now["stamp"]}
                told[other] = other.client.get(f"/g/{game}/changes", query_string=query)
        for player, answer in told.items():
            viewers = (PUBLIC, Seat(player.seat)) if player.seat else (PUBLIC,)
            secrets = secrets_from(games, game, viewers)
            looked += len(secrets)
            assert not named(secrets, unescape(answer.text)), player.seat
            assert not named(secrets, unescape(answer.text.replace('\\"', '"'))), player.seat
            player.take_in(answer.json)
    assert looked


def test_nobody_sees_the_board_of_another_seat_by_asking_for_its_changes(app, games):
    game, players = table_of(app, games, "waterloo")
    for player in players:
        other = "coalition" if player.seat == "french" else "french"
        query = {**player.asks(), "seen": other, "since": "1.0/1/"}
        told = player.client.get(f"/g/{game}/changes", query_string=query).json
        assert told["viewer"] == (player.seat or PUBLIC) and "scene" in told and "changes" not in told


# The board that is shown is the one in Redis


def board_in_redis(client, games, game, viewer):
    views = Views(client, games.store_id)
    return views.boards(views.head().generation, game), views.board(game, viewer)


def test_the_board_of_a_page_is_read_from_redis(app, games, redis):
    game, (player, other, watcher) = table_of(app, games, "waterloo")
    Projector(games, redis).catch_up()
    for who, viewer in ((player, player.seat), (watcher, PUBLIC)):
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
    while (desk := games.desk(game)).version == before:
        giver = next(each for each in (player, other) if each.seat in desk.waiting)
        giver.take_in(giver.give(desk.menu(giver.seat)[0], desk.moment).json)
    assert board_in_redis(redis, games, game, PUBLIC)[1] is not None
    for each in (player, other, watcher):
        each.take_in(each.look())
        each.check()
        assert each.now["stamp"].split("/")[1] == str(games.desk(game).version)
