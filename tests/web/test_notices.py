"""Notices by mail and webhook: what they say, who gets them, and what a webhook may never reach."""

import email
import email.policy
import hashlib
import hmac
import json
import queue
import re
import socket
import socketserver
import threading
from html import unescape

import pytest
from msgspec.structs import replace

from domain.kernel import PUBLIC, TimeControl
from domain.kernel.errors import InvalidSetup
from domain.store import Holder, tournament_rounds
from domain.store.addresses import OPENED, new_address
from domain.tournaments.events import Made
from projections.documents import event_row
from tests.patience import PATIENCE
from tests.web.conftest import Browser
from tests.web.serving import eventually
from tests.web.tables import late
from web.notices import notices
from web.notices.notices import Notices
from web.post import safe_post
from web.post.mail import MailServer, mail_server
from web.post.notice_settings import Means
from web.table.flags import Flags

URL = "https://games.example.org"


class MailHandler(socketserver.StreamRequestHandler):
    """As much of SMTP as it takes to be given a mail."""

    def handle(self):
        self.wfile.write(b"220 here\r\n")
        data = None
        for line in self.rfile:
            if data is not None:
                if line == b".\r\n":
                    self.server.got.put(b"".join(data))
                    data = None
                    self.wfile.write(b"250 taken\r\n")
                else:
                    data.append(line)
                continue
            word = line[:4].upper()
            if word == b"RCPT" and self.server.refuses:
                self.wfile.write(b"550 no such mailbox\r\n")
            elif word == b"DATA":
                data = []
                self.wfile.write(b"354 go on\r\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 well\r\n")


class WebHandler(socketserver.StreamRequestHandler):
    """As much of HTTP as it takes to be posted to; answers as the server is told."""

    def handle(self):
        first = self.rfile.readline()
        heads = {}
        while (line := self.rfile.readline()).strip():
            name, _, value = line.decode().partition(": ")
            heads[name.lower()] = value.strip()
        body = self.rfile.read(int(heads["content-length"]))
        self.server.got.put((first.decode(), heads, body))
        self.wfile.write(self.server.answer)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    refuses = False
    answer = b"HTTP/1.1 204 No Content\r\n\r\n"

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.got = queue.Queue()

    @property
    def port(self):
        return self.server_address[1]


@pytest.fixture
def serving():
    """Starts servers on this machine."""
    begun = []

    def begin(handler):
        server = Server(handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        begun.append((server, thread))
        return server

    yield begin
    for server, thread in begun:
        server.shutdown()
        server.server_close()
        thread.join(5)


@pytest.fixture
def post_office(serving):
    return serving(MailHandler)


@pytest.fixture
def hook(serving):
    return serving(WebHandler)


@pytest.fixture
def noticing(make_app, post_office, hook):
    """An application that sends mails and webhooks to this machine, and to no other."""
    mail = MailServer("127.0.0.1", post_office.port, "grognard@example.org")
    means = Means(URL, mail, True, allowed=lambda address: address == "127.0.0.1", ports=(hook.port,))
    app = make_app(notices=means)
    notices = Notices(app).start()
    yield app
    notices.stop()


@pytest.fixture
def at_table(noticing, games):
    """(game, Ada's browser as Red, Bruno's as Blue), both asked to choose a card."""
    held = {"red": Holder("person", "Ada"), "blue": Holder("person", "Bruno")}
    game = games.create("skirmish", "line", holders=held)
    with noticing.app_context():
        from web.base.security import seat_token

        links = {seat: seat_token(game, seat) for seat in held}
    browsers = {seat: Browser(noticing) for seat in held}
    for seat, browser in browsers.items():
        browser.open(f"/join/{links[seat]}")
    return game, browsers["red"], browsers["blue"]


def tell_me(browser, game, seat, way, to):
    browser.open(f"/g/{game}/links")
    return browser.send("/notices", seat=seat, way=way, to=to)


def mailed(post_office):
    found = email.message_from_bytes(post_office.got.get(timeout=PATIENCE), policy=email.policy.default)
    return found, found.get_content()


def go_on(games, game):
    """Both answer, so that the next decision stands."""
    moment = games.desk(game).moment
    while games.desk(game).moment == moment:
        seat = games.desk(game).waiting[0]
        games.order(game, seat, games.desk(game).menu(seat)[-1])


def path_in(text):
    return re.search(rf"{URL}(/notices/\S+)", text).group(1)


def test_a_mail_address_gets_notices_only_after_it_was_confirmed(at_table, games, post_office, noticing):
    game, ada, _ = at_table
    assert "not confirmed yet" in unescape(tell_me(ada, game, "red", "mail", "ada@example.org").text)
    message, text = mailed(post_office)
    assert message["To"] == "ada@example.org" and "confirm it here" in text
    go_on(games, game)
    page = ada.open(path_in(text))
    assert not games.addresses.of(game)["mail", "red"].is_confirmed  # looking at the link changes nothing
    ada.send(path_in(text), do="confirm")
    assert games.addresses.of(game)["mail", "red"].is_confirmed and page.status_code == 200
    while "red" not in games.desk(game).waiting or games.addresses.of(game)["mail", "red"].told == "":
        go_on(games, game)
        noticing.extensions["notices"].wait()
    message, text = mailed(post_office)
    assert message["Subject"].startswith("Your move") and f"{URL}/g/{game}" in text
    assert message["List-Unsubscribe"] == f"<{URL}{path_in(text)}>"


def test_a_notice_says_the_last_public_sentence_and_nothing_hidden(at_table, games, hook):
    game, ada, _ = at_table
    assert tell_me(ada, game, "red", "hook", f"http://127.0.0.1:{hook.port}/tell?me=1").status_code == 200
    go_on(games, game)
    first, heads, body = hook.got.get(timeout=PATIENCE)
    assert first == "POST /tell?me=1 HTTP/1.1\r\n"
    said = json.loads(body)
    rule_set = games.rule_set(game)
    sentences = [event_row(rule_set, each, PUBLIC)["text"] for each in games.recorded(game)]
    assert said["text"] in sentences and said["url"] == f"{URL}/g/{game}" and said["seat"] == "red"
    assert set(said) == {"game", "title", "name", "seat", "seat_name", "text", "url"}
    secret = games.addresses.of(game)["hook", "red"].secret
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    assert heads["x-grognard-signature"] == f"sha256={signature}"
    assert secret in ada.open(f"/g/{game}/links").text


def test_an_address_is_shown_to_its_holder_alone_and_is_in_no_export(at_table, games, noticing, hook):
    game, ada, bruno = at_table
    address = f"http://127.0.0.1:{hook.port}/ada-hears-here"
    tell_me(ada, game, "red", "hook", address)
    secret = games.addresses.of(game)["hook", "red"].secret
    assert "ada-hears-here" in ada.open(f"/g/{game}/links").text
    for browser in (bruno, Browser(noticing)):
        for path in ("links", "watch", "replay", "export", "timeline.json"):
            text = browser.open(f"/g/{game}/{path}").text
            assert "ada-hears-here" not in text and secret not in text
    assert "ada-hears-here" not in ada.open(f"/g/{game}/export").text
    assert "ada" not in repr(games.addresses.of(game)["hook", "red"])


def test_no_notice_goes_out_while_a_browser_of_the_seat_follows_the_game(at_table, games, hook, noticing):
    game, ada, bruno = at_table
    tell_me(ada, game, "red", "hook", f"http://127.0.0.1:{hook.port}/red")
    tell_me(bruno, game, "blue", "hook", f"http://127.0.0.1:{hook.port}/blue")
    noticing.extensions["site"].presence.seen(game, ("red",))
    while "blue" not in games.desk(game).waiting or hook.got.empty():
        go_on(games, game)
        noticing.extensions["notices"].wait()
    assert {hook.got.get()[0].split()[1] for _ in range(hook.got.qsize())} == {"/blue"}


def test_a_link_in_the_mail_ends_the_mails(at_table, games, post_office):
    game, ada, _ = at_table
    tell_me(ada, game, "red", "mail", "ada@example.org")
    link = path_in(mailed(post_office)[1])
    stranger = Browser(ada.client.application)
    stranger.open(link)
    stranger.send(link, do="end")
    assert games.addresses.of(game) == {}
    assert ada.open(link).status_code == 403
    assert stranger.open(link[:-2] + "xx").status_code == 403


def test_a_failure_is_shown_to_the_holder_and_logged_without_the_address(
    at_table, games, hook, noticing, caplog
):
    game, ada, bruno = at_table
    hook.answer = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"
    tell_me(ada, game, "red", "hook", f"http://127.0.0.1:{hook.port}/secret-place")
    go_on(games, game)
    hook.got.get(timeout=PATIENCE)
    noticing.extensions["notices"].wait()
    assert "status 302" in ada.open(f"/g/{game}/links").text
    assert "status 302" not in bruno.open(f"/g/{game}/links").text
    assert "status 302" in caplog.text and "secret-place" not in caplog.text
    assert hook.got.empty()  # no redirect is followed


def test_a_mail_that_is_refused_is_shown_to_the_holder_too(at_table, post_office, noticing, caplog):
    game, ada, _ = at_table
    post_office.refuses = True
    tell_me(ada, game, "red", "mail", "nobody@example.org")
    noticing.extensions["notices"].wait()
    assert "SMTPRecipientsRefused" in ada.open(f"/g/{game}/links").text
    assert "nobody@example.org" not in caplog.text


@pytest.fixture
def patient(make_app, post_office, hook):
    """As `noticing`, but what fails is tried again at once, twice."""
    mail = MailServer("127.0.0.1", post_office.port, "grognard@example.org")
    means = Means(URL, mail, True, allowed=lambda address: address == "127.0.0.1", ports=(hook.port,))
    app = make_app(notices=means)
    notices = Notices(app, pauses=(0.01, 0.01)).start()
    yield app
    notices.stop()


@pytest.fixture
def held(patient, games):
    """(game, Ada's browser as Red), where Red has a webhook or a mail address yet to come."""
    game = games.create("skirmish", "line", holders=PEOPLE)
    with patient.app_context():
        from web.base.security import seat_token

        link = seat_token(game, "red")
    ada = Browser(patient)
    ada.open(f"/join/{link}")
    return game, ada


PEOPLE = {seat: Holder("person", seat) for seat in ("red", "blue")}
BUSY, WELL = b"HTTP/1.1 503 Busy\r\n\r\n", b"HTTP/1.1 204 No Content\r\n\r\n"


def test_a_webhook_that_fails_once_is_tried_again_and_says_the_same(held, games, hook, caplog):
    game, ada = held
    hook.answer = BUSY
    tell_me(ada, game, "red", "hook", f"http://127.0.0.1:{hook.port}/")
    go_on(games, game)
    first = hook.got.get(timeout=PATIENCE)[2]
    hook.answer = WELL
    assert hook.got.get(timeout=PATIENCE)[2] == first
    eventually(lambda: not games.addresses.of(game)["hook", "red"].problem, "the failure is forgotten")
    assert caplog.text.count("failed") == 1 and "given up" not in caplog.text


def test_a_webhook_that_always_fails_is_given_up(held, games, hook, caplog):
    game, ada = held
    hook.answer = BUSY
    tell_me(ada, game, "red", "hook", f"http://127.0.0.1:{hook.port}/")
    go_on(games, game)
    eventually(lambda: "given up" in caplog.text, "it is given up")
    assert hook.got.qsize() == 3
    assert "status 503" in ada.open(f"/g/{game}/links").text
    warnings = [each.name for each in caplog.records if each.levelname == "WARNING"]
    assert warnings.count("grognard.notices") == 2  # that it failed, and that it is given up


def test_a_failed_notice_of_a_moment_that_is_over_is_not_tried_again(make_app, games, hook):
    means = Means(URL, None, True, allowed=lambda _: True, ports=(hook.port,))
    app = make_app(notices=means)
    game = games.create("skirmish", "line", holders=PEOPLE)
    with app.app_context():
        notices.enter(game, "red", "hook", f"http://127.0.0.1:{hook.port}/", "en")
        hook.answer = BUSY
        (again,) = notices.do(notices.Task(game))
        assert again.tries == 1 and notices.do(again) == [again._replace(tries=2)]
        assert hook.got.qsize() == 2
        app.extensions["site"].presence.seen(game, ("red",))
        assert notices.do(again) == []  # Red is there by now
        app.extensions["site"].presence._until.clear()
        app.extensions["site"].redis.flushall()
        go_on(games, game)
        assert notices.do(again) == [] and hook.got.qsize() == 2


def test_a_notice_that_failed_is_tried_again_by_the_next_server(make_app, games, hook):
    means = Means(URL, None, True, allowed=lambda _: True, ports=(hook.port,))
    app = make_app(notices=means)
    game = games.create("skirmish", "line", holders=PEOPLE)
    hook.answer = BUSY
    with app.app_context():
        notices.enter(game, "red", "hook", f"http://127.0.0.1:{hook.port}/", "en")
        assert notices.do(notices.Task(game)), "it failed, and this server ends"
    first = hook.got.get(timeout=PATIENCE)[2]
    hook.answer = WELL
    begun = Notices(app, pauses=(0.01, 0.01)).start()
    assert hook.got.get(timeout=PATIENCE)[2] == first
    eventually(lambda: not games.addresses.failed(), "the failure is forgotten")
    begun.stop()


@pytest.fixture
def new_round(make_app, games, post_office):
    """(an application that sends mails, a new game of the skirmish), where Blue, who is not to move, has yet
    to be told by mail that it is there."""
    mail = MailServer("127.0.0.1", post_office.port, "grognard@example.org")
    app = make_app(notices=Means(URL, mail, False))
    game = games.create("skirmish", "line", holders=PEOPLE)
    games.order(game, "blue", games.desk(game).menu("blue")[-1])
    assert games.desk(game).waiting == ("red",)
    bruno = replace(new_address("bruno@example.org", "en", is_confirmed=True), told=OPENED)
    games.addresses.keep(game, "mail", "blue", bruno)
    return app, game


def test_a_notice_of_a_new_round_that_fails_is_tried_again_though_nobody_is_asked(
    new_round, games, post_office
):
    app, game = new_round
    post_office.refuses = True
    with app.app_context():
        (again,) = notices.do(notices.Task(game))
        assert notices.do(notices.Task(game)) == [], "it is tried again later, not with every change"
        (again,) = notices.do(again)
        assert again.tries == 2 and games.addresses.of(game)["mail", "blue"].problem
        post_office.refuses = False
        assert notices.do(again) == []
        message, text = mailed(post_office)
        assert message["Subject"].startswith("A new game") and "A new round has begun" in text
        told = games.addresses.of(game)["mail", "blue"]
        assert (told.told, told.problem) == (games.desk(game).moment, "")
        assert notices.do(again) == notices.do(notices.Task(game)) == [] and post_office.got.empty()


def test_who_is_told_of_a_move_meanwhile_is_not_told_of_the_new_round_any_more(new_round, games, post_office):
    app, game = new_round
    post_office.refuses = True
    with app.app_context():
        (again,) = notices.do(notices.Task(game))
        post_office.refuses = False
        games.order(game, "red", games.desk(game).menu("red")[-1])
        while "blue" not in games.desk(game).waiting:
            go_on(games, game)
        assert notices.do(notices.Task(game)) == notices.do(again) == []
    message, _ = mailed(post_office)
    assert message["Subject"].startswith("Your move") and post_office.got.empty()


def test_nobody_is_told_of_a_new_round_whose_game_is_over(new_round, games, post_office):
    app, game = new_round
    post_office.refuses = True
    with app.app_context():
        (again,) = notices.do(notices.Task(game))
        post_office.refuses = False
        games.resign(game, "red", ("red",))
        assert notices.do(again) == [] and post_office.got.empty()


def test_who_has_followed_the_game_meanwhile_is_not_told_that_it_has_begun(new_round, games, post_office):
    app, game = new_round
    post_office.refuses = True
    with app.app_context():
        (again,) = notices.do(notices.Task(game))
        post_office.refuses = False
        app.extensions["site"].presence.seen(game, ("blue",))
        assert notices.do(again) == notices.do(notices.Task(game)) == []
        app.extensions["site"].presence._until.clear()
        app.extensions["site"].redis.flushall()
        assert notices.do(again) == notices.do(notices.Task(game)) == [] and post_office.got.empty()
    assert not games.addresses.failed(), "nor does the next server tell"


def test_a_notice_of_a_new_round_that_failed_is_sent_by_the_next_server(new_round, games, post_office):
    app, game = new_round
    post_office.refuses = True
    with app.app_context():
        assert notices.do(notices.Task(game)), "it failed, and this server ends"
    post_office.refuses = False
    begun = Notices(app, pauses=(0.01, 0.01)).start()
    message, _ = mailed(post_office)
    assert message["Subject"].startswith("A new game")
    eventually(lambda: not games.addresses.failed(), "the failure is forgotten")
    begun.stop()


HOUR = 3_600_000


@pytest.fixture
def long_move(make_app, games, hook):
    """(application, game, how time goes by for a number of milliseconds), where Red has an hour of four left
    and hears by webhook."""
    app = make_app(notices=Means(URL, None, True, allowed=lambda _: True, ports=(hook.port,)))
    now = [1_800_000_000_000]
    games._clock = games.uptime._clock = lambda: now[0]
    games.uptime.beat()
    clock = TimeControl(per_move=4 * 3600, on_time="claim")
    game = games.create("skirmish", "line", holders=PEOPLE, clock=clock)

    def goes_by(milliseconds):
        for _ in range(0, milliseconds, 10_000):
            now[0] += 10_000
            games.uptime.beat()

    with app.app_context():
        notices.enter(game, "red", "hook", f"http://127.0.0.1:{hook.port}/", "en")
        notices.do(notices.Task(game))
    hook.got.get(timeout=PATIENCE)
    goes_by(3 * HOUR)
    return app, game, goes_by


def test_a_reminder_that_fails_is_tried_again_as_a_reminder(long_move, games, hook):
    app, game, goes_by = long_move
    task = notices.Task(game, "red", moment=games.desk(game).moment, reminds=True)
    hook.answer = BUSY
    with app.app_context():
        (again,) = notices.do(task)
        assert json.loads(hook.got.get(timeout=PATIENCE)[2])["left"] == HOUR
        hook.answer = WELL
        goes_by(HOUR // 2)
        assert notices.do(again) == []
        assert json.loads(hook.got.get(timeout=PATIENCE)[2])["left"] == HOUR // 2
        assert notices.do(again) == [] and hook.got.empty()


def test_a_reminder_that_failed_is_sent_by_the_next_server(long_move, games, hook):
    app, game, _ = long_move
    hook.answer = BUSY
    with app.app_context():
        assert notices.do(notices.Task(game, "red", moment=games.desk(game).moment, reminds=True))
    hook.got.get(timeout=PATIENCE)
    hook.answer = WELL
    begun = Notices(app, pauses=(0.01, 0.01)).start()
    assert json.loads(hook.got.get(timeout=PATIENCE)[2])["left"] == HOUR
    begun.stop()


def test_nobody_is_reminded_of_time_that_is_over(long_move, games, hook):
    app, game, goes_by = long_move
    hook.answer = BUSY
    with app.app_context():
        (again,) = notices.do(notices.Task(game, "red", moment=games.desk(game).moment, reminds=True))
        hook.got.get(timeout=PATIENCE)
        goes_by(2 * HOUR)
        assert not games.desk(game).is_over
        assert notices.do(again) == [] and hook.got.empty()


def test_who_has_a_quarter_of_the_time_for_a_long_move_left_is_reminded_once(make_app, games, hook):
    app = make_app(notices=Means(URL, None, True, allowed=lambda _: True, ports=(hook.port,)))
    now, hour = [1_800_000_000_000], 3_600_000
    games._clock = games.uptime._clock = lambda: now[0]
    games.uptime.beat()
    game = games.create("skirmish", "line", holders=PEOPLE, clock=TimeControl(per_move=4 * 3600))
    reminded = []

    def remind(game, moment, seat):
        reminded.append(notices.Task(game, seat, moment=moment, reminds=True))

    flags = Flags(games, remind)

    def goes_by(milliseconds):
        for _ in range(0, milliseconds, 10_000):
            now[0] += 10_000
            games.uptime.beat()

    with app.app_context():
        for seat in ("red", "blue"):
            notices.enter(game, seat, "hook", f"http://127.0.0.1:{hook.port}/", "en")
        notices.do(notices.Task(game))
        while not hook.got.empty():
            hook.got.get()
        games.order(game, "blue", games.desk(game).menu("blue")[-1])
        goes_by(2 * hour)
        assert flags.look(game) == hour / 1000 and not reminded
        goes_by(hour)
        assert flags.look(game) == hour / 1000 and [each.seat for each in reminded] == ["red"]
        for task in (*reminded, *reminded):
            assert notices.do(task) == []
        told = json.loads(hook.got.get(timeout=PATIENCE)[2])
        assert (told["seat"], told["left"]) == ("red", hour) and hook.got.empty()
        games.order(game, "red", games.desk(game).menu("red")[-1])
        assert notices.do(reminded[0]) == [] and hook.got.empty(), "it has moved by now"


def test_a_confirmation_that_fails_is_sent_again(held, games, post_office):
    game, ada = held
    post_office.refuses = True
    tell_me(ada, game, "red", "mail", "ada@example.org")
    eventually(lambda: games.addresses.of(game)["mail", "red"].problem, "the first one failed")
    post_office.refuses = False
    assert "confirm it here" in mailed(post_office)[1]


def test_a_new_holder_does_not_inherit_the_addresses_of_a_seat(at_table, games, hook):
    game, ada, _ = at_table
    tell_me(ada, game, "red", "hook", f"http://127.0.0.1:{hook.port}/")
    games.ask_for_seat(game, "red", "Bruno")
    late(games, games.house.terms(game).wait)
    games.free_seat(game, "red", "Bruno")
    assert games.addresses.of(game) == {}


def test_only_the_holder_enters_addresses_and_only_good_ones(at_table, games, hook):
    game, ada, bruno = at_table
    for to in ("nonsense", "a b@example.org", "ada@example.org\r\nBcc: all@example.org", "ada@local", ""):
        assert tell_me(ada, game, "red", "mail", to).status_code == 422
    for to in ("ftp://127.0.0.1/", "http://127.0.0.1:22/", "http://user@example.org/", "javascript:1", "//x"):
        assert tell_me(ada, game, "red", "hook", to).status_code == 422
    assert tell_me(bruno, game, "red", "mail", "b@example.org").status_code == 403
    assert tell_me(ada, game, "red", "pigeon", "ada@example.org").status_code == 403
    assert games.addresses.of(game) == {}


def test_a_server_that_sends_no_notices_offers_none(two_browsers, games):
    game, host, _ = two_browsers
    page = host.open(f"/g/{game}/links")
    assert "/notices" not in page.text
    token = host.form("/links/red")[1]["token"]
    form = {"token": token, "seat": "red", "way": "mail", "to": "ada@example.org"}
    assert host.client.post(f"/g/{game}/notices", data=form).status_code == 403
    assert games.addresses.of(game) == {}


@pytest.mark.parametrize(
    "address",
    [
        "192.0.0.1", "192.0.0.8", "192.0.0.192", "192.0.0.255", "192.88.99.1", "198.51.100.7", "203.0.113.7",
        "198.19.255.255", "100.127.255.255", "0.1.2.3", "172.31.255.255", "239.1.1.1", "254.0.0.1",
        "192.31.196.1", "192.52.193.1", "192.175.48.1",
        "::ffff:10.0.0.1", "::ffff:0:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1",
        "2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:db8:f::1", "2002:808:808::1",
        "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "5f00::1", "4000::1", "fe80::1%25", "fec0::1", "fdff::1",
        "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::",
        "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
        "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "fec0::1",
    ],
)  # fmt: skip
def test_an_address_of_an_inner_network_is_refused(address):
    assert not safe_post.is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8", "93.184.216.34", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1",
        "192.0.1.1", "192.0.3.1", "192.88.98.1", "192.88.100.1", "198.17.0.1", "198.20.0.1", "223.255.255.1",
        "2606:4700:4700::1111", "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1", "2a00:1450::1",
        "3ffe:ffff::1",
    ],
)  # fmt: skip
def test_an_address_of_the_internet_is_public(address):
    assert safe_post.is_public(address)


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "[::1]",
        "[::ffff:7f00:1]",
    ],
)  # fmt: skip
def test_no_way_to_write_this_machine_reaches_it(host, hook):
    with pytest.raises(safe_post.NotPosted):
        safe_post.post(f"http://{host}:{hook.port}/", b"{}", {}, ports=(hook.port,))
    assert hook.got.empty()


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_connected_to(hook, monkeypatch):
    asked = []
    real = socket.getaddrinfo

    def changes_its_mind(host, port, *more, **named):
        if host != "hook.example.org":
            return real(host, port, *more, **named)
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "127.0.0.9"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", changes_its_mind)
    where = f"http://hook.example.org:{hook.port}/in"
    safe_post.post(where, b"{}", {}, allowed=lambda address: address == "127.0.0.1", ports=(hook.port,))
    first, heads, body = hook.got.get(timeout=PATIENCE)
    assert asked == ["hook.example.org"] and body == b"{}" and first.startswith("POST /in ")
    assert heads["host"] == f"hook.example.org:{hook.port}"


def test_a_name_with_one_inner_address_is_refused(hook, monkeypatch):
    known = ("8.8.8.8", "10.0.0.1")
    both = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, hook.port)) for each in known]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with pytest.raises(safe_post.NotPosted):
        safe_post.resolved(safe_post.target("http://hook.example.org/"))


def test_a_server_that_never_answers_is_given_up(hook, monkeypatch):
    monkeypatch.setattr(safe_post, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(safe_post.NotPosted):
            safe_post.post(f"http://127.0.0.1:{port}/", b"{}", {}, allowed=lambda _: True, ports=(port,))


def test_the_host_gives_the_mail_server_in_one_line():
    server = mail_server("smtps://me%40here:pass%3Aword@mail.example.org", "g@example.org")
    assert (server.host, server.port, server.user, server.password) == (
        "mail.example.org", 465, "me@here", "pass:word",
    )  # fmt: skip
    assert "pass" not in repr(server)
    assert mail_server("smtp://mail.example.org:2525", "g@example.org").port == 2525
    for url, sender in (("http://x", "g@example.org"), ("smtp://", "g@example.org"), ("smtp://x", "")):
        with pytest.raises(InvalidSetup):
            mail_server(url, sender)


def test_who_is_told_of_moves_in_a_tournament_is_told_when_its_next_game_opens(noticing, games, post_office):
    made = Made(name="Cup", kind="knockout", title="skirmish", scenario="line", seats=("", ""))
    cup = tournament_rounds.make(games, made)
    for name in ("Ada", "Bruno"):
        tournament_rounds.enter(games, cup, name)
    tournament_rounds.start(games, cup)
    (first,) = games.tournaments.of(cup).running()
    knows = replace(new_address("ada@example.org", "en", is_confirmed=True), told=games.desk(first).moment)
    games.addresses.keep(first, "mail", "red", knows)
    games.offer_draw(first, "red")
    games.answer_draw(first, "blue", True)
    message, text = mailed(post_office)
    tournament_rounds.catch_up(games, cup)
    (second,) = games.tournaments.of(cup).running()
    assert message["Subject"].startswith("A new game") and f"{URL}/g/{second}" in text
    assert "A new round has begun" in text and post_office.got.empty()
    noticing.extensions["notices"].wait()
    assert games.addresses.of(second).keys() == {("mail", "blue")}, "sides have changed"
    kept = games.addresses.of(second)["mail", "blue"]
    assert (kept.to, kept.told) == ("ada@example.org", games.desk(second).moment)
