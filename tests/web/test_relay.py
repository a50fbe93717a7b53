"""The relay: streams without threads tell what the others tell, to many, and to nobody what is not theirs."""

import json
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.store import Holder, Terms, open_games
from projections import Projector
from tests.web.conftest import SECRET, Browser
from tests.web.serving import PATIENCE, Player, Server, eventually, served
from tests.web.streams import Follower
from tests.web.tables import lose_seat, new_table, sat_down
from tests.web.test_sockets import LIMITS, standing
from tests.web.watchers import Crowd
from web.base.security import seat_token
from web.base.site import Settings
from web.server.app import create_app
from web.table import relay
from web.table.relay import Relay

HELD = {"red": Holder("person", "Ada"), "blue": Holder("person", "Bruno")}
Address = tuple[str, int]


@contextmanager
def relayed(app: Any) -> Iterator[Address]:
    """The application behind our own server, its streams with a relay."""
    hub = app.extensions["site"].hub
    hub.relay = Relay(app).start()
    try:
        with standing(LIMITS, app) as server:
            yield "127.0.0.1", int(server.effective_port)
    finally:
        hub.stop()


@pytest.fixture
def where(app: Any) -> Iterator[Address]:
    """Where the application of the test is reached."""
    with relayed(app) as address:
        yield address


def address_of(server: Server) -> Address:
    return "127.0.0.1", int(server.url.rpartition(":")[2])


def opened(games: Any, terms: Terms | None = None) -> str:
    """A game of two people elsewhere."""
    return str(games.create("skirmish", "line", holders=HELD, terms=terms or Terms()))


def play(games: Any, game: str, orders: int, random: Random) -> int:
    """So many random orders at most; gives the last event."""
    for _ in range(orders):
        desk = games.desk(game)
        if desk.is_over:
            break
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(list(desk.menu(seat))))
    return int(games.desk(game).version)


def token_of(app: Any, game: str, *seats: str) -> str:
    with app.app_context():
        return f"Bearer {seat_token(game, *seats)}"


def cookies(browser: Browser) -> str:
    return "; ".join(f"{each.key}={each.value}" for each in browser.client._cookies.values())


# What is told


def test_a_stream_cut_anywhere_and_resumed_is_the_uncut_stream(tmp_path: Path) -> None:
    """Law 11, over the sockets of a real server."""
    random = Random(11)
    with served(tmp_path / "d") as server:
        player, where = Player(server), address_of(server)
        since = f"?as=public&since={player.desk()['moment']}/1/x"
        whole = Follower(where, player.game, since)
        assert whole.status() == 200
        last, told, cuts = "", [], 0
        for _ in range(12):
            player.play(random.randrange(1, 4))
            named = {"last_event_id": last} if last else {}
            with Follower(where, player.game, since, **named) as cut:
                assert cut.status() == 200
                for each in cut.cut_after(random.randrange(0, 3000)):
                    told += each.data["events"] if each.event == "moved" else []
                last, cuts = cut.last, cuts + 1
        version = player.desk()["version"]
        if not last.split("/")[1:] or int(last.split("/")[1]) < version:
            with Follower(where, player.game, since, last_event_id=last) as rest:
                rest.status()
                told += rest.told(version)
        assert cuts == 12
        uncut = whole.told(version)
        assert told == uncut == server.get(f"/api/games/{player.game}/events?view=public&after=1&limit=1000")
        whole.close()


def test_every_seat_is_told_its_own_and_watchers_the_public_events(
    app: Any, games: Any, where: Address
) -> None:
    game, random = opened(games), Random(4)
    first = games.desk(game).version
    asked = {"red": token_of(app, game, "red"), "blue": token_of(app, game, "blue"), "public": ""}
    with ExitStack() as stack:
        pages = {
            viewer: [
                stack.enter_context(Follower(where, game, **({"authorization": token} if token else {})))
                for _ in range(3)
            ]
            for viewer, token in asked.items()
        }
        for page in (each for some in pages.values() for each in some):
            assert page.status() == 200 and page.next("moved").data["version"] == first
        last = play(games, game, 60, random)
        client = app.test_client()
        for viewer, some in pages.items():
            headers = {"Authorization": asked[viewer]} if asked[viewer] else {}
            address = f"/api/games/{game}/events?view={viewer}&after={first}&limit=1000"
            expected = client.get(address, headers=headers).json
            assert expected
            for page in some:
                assert page.told(last) == expected


def test_a_player_who_watches_as_the_public_does_is_not_late(app: Any, games: Any, where: Address) -> None:
    game = opened(games, Terms("later", 10))
    last = play(games, game, 20, Random(5))
    with (
        Follower(where, game, "?as=public") as stranger,
        Follower(where, game, "?as=public", authorization=token_of(app, game, "red")) as player,
    ):
        for page, newest in ((stranger, last - 10), (player, last)):
            assert page.status() == 200 and page.next("moved").data["version"] == newest
        last = play(games, game, 10, Random(6))
        for page, newest in ((stranger, games.house.terms(game).newest(last)), (player, last)):
            assert [row["version"] for row in page.told(newest)][-1] == newest


def test_what_wakes_a_stream_leaves_no_trace_in_it(app: Any, games: Any, where: Address) -> None:
    game = opened(games)
    hub, version = app.extensions["site"].hub, games.desk(game).version
    with (
        Follower(where, game) as page,
        Follower(where, game, authorization=token_of(app, game, "red")) as own,
    ):
        for each in (page, own):
            each.status()
            each.next("moved")
        while page.next("present").data != ["red"]:
            pass
        for _ in range(2):
            before = own.last
            games.order(game, "red", games.desk(game).menu("red")[0])  # a card laid face down, and taken up
            assert own.next("moved").id != before
            for _ in range(20):
                hub.announce(game)
        for seat in ("red", "blue"):
            games.order(game, seat, games.desk(game).menu(seat)[-1])
        heard = []
        for each in page.messages():
            heard += [each] if each.event else []
            if each.data and each.data["version"] > version:
                break
        waiting, shown = heard[:-1], heard[-1]
        assert shown.event == "moved" and len(waiting) <= 1, "that Red has answered is public, and no more"
        assert all(each.event == "moved" and each.data["version"] == version for each in waiting)


def test_an_echo_of_what_was_told_already_makes_no_work(
    app: Any, games: Any, where: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, hub, rounds = opened(games), app.extensions["site"].hub, []
    made = hub.relay._made
    monkeypatch.setattr(hub.relay, "_made", lambda *given: [rounds.append(1), made(*given)][1])
    with Follower(where, game) as page:
        page.status()
        page.next("moved")
        assert page.told(play(games, game, 10, Random(4)))
        last = games.mark_of(game)
        eventually(lambda: hub.relay._tables[game].rounds is None, "all is told")
        assert hub.relay._tables[game].mark == last
        before = len(rounds)
        for _ in range(5):
            hub._heard(json.dumps({"game": game, "moment": games.desk(game).moment}))
        hub._heard(json.dumps({"game": game}))
        eventually(lambda: len(rounds) > before, "a wake that is no echo is heard")
        eventually(lambda: hub.relay._tables[game].rounds is None, "all is told")
        assert len(rounds) == before + 1
        assert page.told(play(games, game, 10, Random(5)))


def test_a_page_that_missed_too_much_is_told_to_read_the_game_anew(
    app: Any, games: Any, where: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = opened(games)
    last = play(games, game, 20, Random(7))
    monkeypatch.setattr("web.table.following.LONGEST", 3000)
    with Follower(where, game, "?since=1.0/1/x") as page:
        page.status()
        told = page.next("reload")
        assert told.id == told.data["stamp"] and told.data["version"] == last
        monkeypatch.undo()
        new = play(games, game, 8, Random(8))
        assert [row["version"] for row in page.told(new)] == list(range(last + 1, new + 1))


def test_a_beat_comes_to_every_page(make_app: Any, games: Any) -> None:
    with relayed(make_app(keep_alive=0.05)) as where:
        game = opened(games)
        with Follower(where, game) as page:
            page.status()
            for _ in range(3):
                assert page.next("").data is None


def test_only_the_watcher_who_wrote_is_told_of_his_own_note(app: Any, games: Any, where: Address) -> None:
    game = opened(games)
    games.talk.let_watchers_write(game, True)
    browsers = Browser(app), Browser(app)
    for each in browsers:
        each.open(f"/g/{game}/watch")
    with (
        Follower(where, game, cookie=cookies(browsers[0])) as writer,
        Follower(where, game, cookie=cookies(browsers[1])) as reader,
    ):
        for page in (writer, reader):
            page.status()
            page.next("present")
        browsers[0].send("/notes", name="Carla", text="Mine alone", audience="me")
        first = writer.next("talk").data
        browsers[0].send("/lines", name="Carla", text="Hello", audience="everybody")
        assert writer.next("talk").data != first
        following = next(found for found in reader.messages() if found.event)
        assert following.event == "talk" and following.data not in (first, "")


# Rights


def test_a_seat_whose_link_is_renewed_closes_its_streams_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
        where, old = address_of(server), player.token
        with Follower(where, player.game, authorization=f"Bearer {old}") as page:
            assert page.status() == 200
            page.next("present")
            found = server.post(f"/api/games/{player.game}/seats/french/link", {}, old)
            assert found["token"]
            assert list(page.messages()) == [], "it ends without another word"
        with Follower(where, player.game, authorization=f"Bearer {old}") as again:
            assert again.status() == 403, "the old link is worth nothing"


def test_a_seat_given_away_closes_its_stream_and_the_others_go_on(
    app: Any, games: Any, where: Address
) -> None:
    game = opened(games)
    host = sat_down(app, game, "red")
    with app.test_request_context(headers={"Cookie": cookies(host)}):
        from web.base.security import give_seats

        give_seats(game, "red", host=True)
    with (
        Follower(where, game, authorization=token_of(app, game, "blue")) as lost,
        Follower(where, game, authorization=token_of(app, game, "red")) as kept,
    ):
        for page in (lost, kept):
            page.status()
            page.next("present")
        lose_seat(host, games, game, "blue")
        last = play(games, game, 4, Random(3))
        rows = [row for each in lost.messages() if each.event == "moved" for row in each.data["events"]]
        told = [row["event"] for row in rows]
        assert set(told) <= {"SeatAsked", "SeatFreed"}, "what is public, until it is his no more"
        assert [row["version"] for row in kept.told(last)][-1] == last


def test_who_gives_the_screen_away_is_told_nothing_more(app: Any, games: Any, where: Address) -> None:
    browser = Browser(app)
    browser.open("/new?title=waterloo")
    browser.send("/new", name_french="Ada", name_coalition="Bruno")
    game = games.ids()[-1]
    browser.open(f"/g/{game}/handover")
    browser.send("/handover")
    with Follower(where, game, cookie=cookies(browser)) as page:
        page.status()
        own = page.next("moved").id
        browser.open(f"/g/{game}")
        browser.send("/away")
        nobodys = page.next("moved").id
        assert nobodys != own
        with Follower(where, game) as public:
            public.status()
            assert public.next("moved").id == nobodys


def test_a_program_with_the_seats_of_two_people_is_told_what_they_see(
    app: Any, games: Any, where: Address
) -> None:
    game = opened(games)
    with Follower(where, game, authorization=token_of(app, game, "red", "blue")) as page:
        page.status()
        before = page.next("moved").id
        games.order(game, "red", games.desk(game).menu("red")[0])
        assert page.next("moved").id != before, "a sealed answer is told to its own seat"


def test_who_hides_results_is_not_told_how_a_game_ended(app: Any, games: Any, where: Address) -> None:
    game = opened(games)
    play(games, game, 10_000, Random(9))
    assert games.desk(game).is_over
    for cookie, status in (("results=hidden", 204), ("results=shown", 200)):
        with Follower(where, game, "?since=1.0/1/x", cookie=cookie) as page:
            assert page.status() == status


# Presence


def test_a_player_who_comes_and_goes_is_seen_by_the_others(make_app: Any, games: Any) -> None:
    app = make_app(presence=1.5, keep_alive=0.5)
    with relayed(app) as where:
        game = opened(games)
        with Follower(where, game) as page:
            page.status()
            assert page.next("present").data == []
            with Follower(where, game, authorization=token_of(app, game, "blue")) as player:
                player.status()
                assert page.next("present").data == ["blue"]
                for _ in range(5):
                    assert player.next("").event == ""
            following = page.next("present")
            assert following.data == [] and following.id == ""


# Many, slow and broken ones


def test_three_hundred_watchers_of_one_game_all_know_of_the_last_order(tmp_path: Path) -> None:
    with served(tmp_path / "d", module="tests.web.unlimited") as server:
        player = Player(server)
        with Crowd(*address_of(server), player.game, 300) as crowd:
            eventually(lambda: crowd.following == crowd.size, "every watcher has a stream")
            eventually(lambda: crowd.heard() == crowd.size, "every watcher knows where the game stands")
            player.play(20)
            version = player.desk()["version"]
            eventually(lambda: crowd.heard(version) == crowd.size, "every watcher knows of the last order")
            assert crowd.asking == 0 and crowd.following == crowd.size


def test_the_server_ends_while_pages_hang_on_its_streams_and_ends_them(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server, ExitStack() as stack:
        game, where = Player(server).game, address_of(server)
        pages = [stack.enter_context(Follower(where, game, "?as=public")) for _ in range(15)]
        for page in pages:
            page.status()
            page.next("present")
        assert server.stop(signal.SIGTERM) == 0
        assert [list(page.messages()) for page in pages] == [[]] * 15


def test_a_page_that_never_reads_is_dropped_and_the_others_are_told_everything(
    app: Any, games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "UNREAD", 4096)
    places = app.extensions["site"].hub.places
    game, _ = new_table(games, "waterloo", "long")
    first, random = games.desk(game).version, Random(10)
    with relayed(app) as where, ExitStack() as stack:
        deaf = [stack.enter_context(Follower(where, game, buffer=2048)) for _ in range(5)]
        good = [stack.enter_context(Follower(where, game)) for _ in range(3)]
        for page in good:
            page.status()
            page.next("moved")
        eventually(lambda: places.open == 8, "all of them follow")
        rows: list[list[Any]] = [[] for _ in good]
        while places.open > len(good):
            before = games.desk(game).version
            assert not games.desk(game).is_over, "who does not read is dropped long before the end"
            if (last := play(games, game, 5, random)) > before:
                for number, page in enumerate(good):
                    rows[number] += page.told(last)
        assert all([row["version"] for row in each] == list(range(first + 1, last + 1)) for each in rows)
        assert all(page.line.fileno() > 0 for page in deaf)


def test_a_page_that_talks_without_end_is_dropped(app: Any, games: Any, where: Address) -> None:
    game = opened(games)
    with Follower(where, game) as page:
        page.status()
        page.next("present")
        with pytest.raises(OSError):
            while True:
                page.line.sendall(b"x" * 1000)
    eventually(lambda: app.extensions["site"].hub.places.open == 0, "its place is free")


def test_what_goes_wrong_for_a_game_ends_its_streams_and_no_others(
    app: Any, games: Any, where: Address, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = opened(games), opened(games)
    with Follower(where, broken) as first, Follower(where, whole) as second:
        for page in (first, second):
            page.status()
            page.next("present")
        talk = games.talk.watchers
        monkeypatch.setattr(games.talk, "watchers", lambda game: 1 // (game != broken) and talk(game))
        app.extensions["site"].hub.announce(broken)
        assert list(first.messages()) == []
        last = play(games, whole, 20, Random(1))
        assert second.told(last)
    assert "could not be told" in caplog.text


def test_the_streams_of_a_game_that_the_host_removes_end_at_once(make_app: Any, games: Any) -> None:
    app = make_app(admin_secret="a secret that the host alone knows")
    rude, other = opened(games), opened(games)
    with relayed(app) as where, Follower(where, rude) as gone, Follower(where, other) as kept:
        for page in (gone, kept):
            page.status()
            page.next("present")
        for did in ("hidden", "removed"):
            head = {"X-Grognard": "1", "Authorization": "Bearer a secret that the host alone knows"}
            deed = {"did": did, "why": "An insult"}
            app.test_client().post(f"/api/admin/games/{rude}/deeds", json=deed, headers=head)
        assert list(gone.messages()) == []
        assert kept.told(play(games, other, 20, Random(1)))


# Places


def test_the_last_third_of_the_places_is_the_players(make_app: Any, games: Any) -> None:
    app = make_app(stream_cap=12)
    with relayed(app) as where, ExitStack() as stack:
        game = opened(games)
        places = app.extensions["site"].hub.places
        others = [places.take(f"192.0.2.{number}", 12) for number in range(8)]
        assert stack.enter_context(Follower(where, game)).status() == 503
        asked = {"authorization": token_of(app, game, "red")}
        players = []
        for status in (200, 200, 200, 200, 503):  # each is answered before the next one asks
            players.append(stack.enter_context(Follower(where, game, **asked)))
            assert players[-1].status() == status
        for leave in others:
            leave()
            leave()
        assert places.open == 4
        for page in players:
            page.close()
        eventually(lambda: places.open == 0, "their places are free again")


def test_one_address_has_half_of_the_places(make_app: Any, games: Any) -> None:
    app = make_app(stream_cap=12)
    with relayed(app) as where, ExitStack() as stack:
        game = opened(games)
        for status in (200, 200, 200, 200, 503):
            assert stack.enter_context(Follower(where, game)).status() == status
        assert app.test_client().get(f"/g/{game}/now").json["room"] is False
        places = app.extensions["site"].hub.places
        assert places.is_room("192.0.2.1", 8) and not places.is_room("127.0.0.1", 8)


# Processes and Redis


def test_processes_hear_each_other_through_redis(tmp_path: Path, redis_server: Any) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with closing(open_games(url)) as here, closing(open_games(url)) as elsewhere:
        settings = Settings(secrets=(SECRET,), limits_on=False)
        mine, other = (create_app(each, redis_server.client(), settings) for each in (here, elsewhere))
        projector = Projector(here, redis_server.client())
        projector.start()
        try:
            game = opened(here)
            with relayed(other) as where, Follower(where, game) as page:
                page.status()
                page.next("present")
                last = play(here, game, 20, Random(2))
                assert page.told(last)
                with mine.app_context():
                    mine.extensions["site"].presence.seen(game, ("red",))
                    mine.extensions["site"].hub.announce(game)
                assert page.next("present").data == ["red"]
        finally:
            projector.stop()
            mine.extensions["site"].hub.stop()


def test_while_redis_is_away_this_process_goes_on_alone(games: Any) -> None:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    away = redis.Redis(unix_socket_path="/nowhere/redis.sock", retry=Retry(NoBackoff(), 1))
    app = create_app(games, away, Settings(limits_on=False))
    game = opened(games)
    with relayed(app) as where, Follower(where, game) as page:
        page.status()
        page.next("moved")
        assert page.told(play(games, game, 20, Random(3)))


def test_a_stream_asked_for_by_head_or_after_the_end_holds_nothing(app: Any, games: Any) -> None:
    game, hub = opened(games), app.extensions["site"].hub
    with relayed(app) as where:
        with socket.create_connection(where, timeout=PATIENCE) as line:
            line.sendall(f"HEAD /g/{game}/stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            assert b"200 OK" in line.recv(65536)
        eventually(lambda: hub.places.open == 0, "nothing is held")
        hub.relay.stop()
        with Follower(where, game) as page:
            assert page.line.recv(1000) == b""
        assert hub.places.open == 0
