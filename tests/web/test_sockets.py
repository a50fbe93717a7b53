"""Limits hold where the socket is: what is too large, too slow or too many keeps nobody from an order."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from waitress import wasyncore

from tests.patience import PATIENCE
from tests.thorough import times
from tests.web.serving import Player, eventually, served
from tests.web.watchers import Crowd
from web.server.app import large_paths
from web.server.serve import limits_of, listening
from web.server.sockets import Limits, Server, most_connections, most_streams, open_files

LIMITS = Limits(body=10_000, large_body=100_000, large_paths=frozenset({"/large"}), header=4096)


def told(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """Says how much it was sent."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{len(body)} bytes".encode()]


@contextmanager
def standing(limits: Limits, app: Any = told) -> Iterator[Server]:
    """A server on a free port in this process."""
    server = Server(app, listening("127.0.0.1", 0), limits, threads=4)
    running = Thread(target=server.run)
    running.start()
    try:
        yield server
    finally:
        server.task_dispatcher.shutdown()
        server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map))
        running.join(PATIENCE)
        assert not running.is_alive()


@contextmanager
def silent_lines(port: int, count: int) -> Iterator[None]:
    """So many connections that say nothing."""
    with ExitStack() as lines:
        for _ in range(count):
            lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        yield


def line_to(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.effective_port)), timeout=PATIENCE)


def answer_on(line: socket.socket) -> str:
    """All that comes until the other side closes."""
    found = b""
    while True:
        try:
            part = line.recv(65536)
        except ConnectionError:
            return found.decode()
        if not part:
            return found.decode()
        found += part


def asked(server: Server, head: str, body: bytes = b"") -> str:
    with line_to(server) as line:
        line.sendall(f"{head}\r\nHost: x\r\nConnection: close\r\n\r\n".encode() + body)
        return answer_on(line)


# Taking over


@pytest.mark.parametrize("length", [None, "5"])
@pytest.mark.parametrize("fails", [False, True])
def test_a_socket_that_is_taken_over_hears_nothing_more_of_waitress(
    length: str | None, fails: bool, caplog: Any
) -> None:
    taken: list[socket.socket] = []

    def take(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        taken.append(environ["grognard.take"]())
        if fails:
            raise RuntimeError("after it was taken")
        start_response("200 OK", [("Content-Length", length)] if length else [])
        return [b"never"]

    with standing(LIMITS, take) as server, line_to(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
        eventually(lambda: taken and not server.active_channels, "waitress has let it go")
        taken[0].setblocking(True)
        taken[0].sendall(b"from who took it")
        taken[0].close()
        assert answer_on(line) == "from who took it"
    assert len(taken) == 1, "what was sent behind it is answered by nobody"


# Size


def test_a_body_that_is_too_large_is_refused_before_it_is_read() -> None:
    with standing(LIMITS) as server:
        assert "200 OK" in asked(server, "POST /small HTTP/1.1\r\nContent-Length: 10000", b"x" * 10_000)
        for size in (10_001, 2**30, 2**62):
            for more in ("", "\r\nExpect: 100-continue"):
                told = asked(server, f"POST /small HTTP/1.1\r\nContent-Length: {size}{more}")
                assert told.startswith("HTTP/1.1 413"), told


def test_what_is_refused_at_the_socket_is_told_as_everything_else() -> None:
    large = "POST {} HTTP/1.1\r\nContent-Length: 10001{}"
    with standing(LIMITS) as server:
        head, _, body = asked(server, large.format("/api/games", "")).partition("\r\n\r\n")
        found = json.loads(body)
        assert "Content-Type: application/problem+json" in head
        assert (found["status"], found["error"]) == (413, "request_entity_too_large") and found["message"]
        spoken = "\r\nAccept-Language: it-IT,it;q=0.9"
        assert "troppo grande" in asked(server, large.format("/api/games", spoken))
        page = asked(server, large.format("/import", ""))
        assert "text/plain" in page and "too large to be taken in. Nothing was changed." in page
        long = asked(server, "GET /api/games HTTP/1.1\r\nX-Long: " + "x" * 5000)
        assert "431" in long and "header of this request" in long, "nobody has read what it asks for"


def test_only_an_archive_may_be_larger_and_not_without_end() -> None:
    with standing(LIMITS) as server:
        head = "POST {} HTTP/1.1\r\nContent-Length: {}"
        assert "100000 bytes" in asked(server, head.format("/large?name=x", 100_000), b"x" * 100_000)
        assert asked(server, head.format("/large", 100_001)).startswith("HTTP/1.1 413")
        for path in ("/large/", "/larger", "//large"):
            assert asked(server, head.format(path, 10_001)).startswith("HTTP/1.1 413"), path


def test_chunks_without_end_are_refused_when_they_are_too_many() -> None:
    with standing(LIMITS) as server, line_to(server) as line:
        line.sendall(b"POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(11):
            line.sendall(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
        assert answer_on(line).startswith("HTTP/1.1 413")


@pytest.mark.parametrize("begun", [b"", b"5;x=", b"0\r\n", b"5\r\nhello\r\n"])
def test_what_stands_around_chunks_may_not_be_long(begun: bytes) -> None:
    with standing(LIMITS._replace(large_body=10_000_000)) as server, line_to(server) as line:
        line.sendall(b"POST /large HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + begun)
        for _ in range(10):
            line.sendall(b"1" * 2000)
        assert answer_on(line).startswith("HTTP/1.1 400")


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "+1", "0x1"])
def test_a_length_that_is_no_number_is_refused_without_a_word(length: str, caplog: Any) -> None:
    with standing(LIMITS._replace(header=20_000)) as server:
        assert "400 Bad Request" in asked(server, f"POST /small HTTP/1.1\r\nContent-Length: {length}")
    assert [each for each in caplog.records if each.name != "waitress.queue"] == []


def test_a_length_beside_chunks_is_refused() -> None:
    smuggled = b"0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
    with standing(LIMITS) as server:
        head = f"POST /small HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: {len(smuggled)}"
        told = asked(server, head, smuggled)
        assert "400 Bad Request" in told and told.count("HTTP/1.1") == 1


def test_a_header_without_end_is_refused() -> None:
    with standing(LIMITS) as server, line_to(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 5000)
        assert "431" in answer_on(line)


def test_so_many_archives_come_in_at_once_and_no_more() -> None:
    with standing(LIMITS._replace(large_at_once=2)) as server:
        head = "POST /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 50000\r\n\r\n"
        first, second = line_to(server), line_to(server)
        for line in (first, second):
            line.sendall(head.encode() + b"x" * 100)
        eventually(lambda: server.uploads() == 2, "both are on their way")
        assert asked(server, "POST /large HTTP/1.1\r\nContent-Length: 50000").startswith("HTTP/1.1 503")
        assert "5 bytes" in asked(server, "POST /large HTTP/1.1\r\nContent-Length: 5", b"small")
        for line in (first, second):
            line.sendall(b"x" * 49_900)
            assert "50000 bytes" in answer_on(line)
            line.close()
        assert "50000 bytes" in asked(server, "POST /large HTTP/1.1\r\nContent-Length: 50000", b"x" * 50_000)


def test_the_sites_own_limits_are_those_of_its_settings(make_app: Callable[..., Any]) -> None:
    app = make_app(largest_import=400_000)
    limits = limits_of(app, 300)
    assert (limits.body, limits.large_body, limits.connections) == (256 * 1024, 400_000, 300)
    assert limits.large_paths == large_paths(app) == {"/import", "/api/games/archives"}
    assert limits_of(make_app(may_import="nobody"), 300).large_body == 256 * 1024


# Time


BEGUN = [
    b"",
    b"GET / HTT",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /again HTTP/1.1\r\nX-Slow: ",
]


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.parametrize("drop", [b"", b"x"])
def test_a_request_that_never_becomes_whole_is_closed(begun: bytes, drop: bytes) -> None:
    with standing(LIMITS._replace(seconds=1)) as server, line_to(server) as line:
        line.sendall(begun)
        stopped = Event()

        def trickle() -> None:
            while not stopped.wait(0.1):
                try:
                    line.sendall(drop)
                except OSError:
                    return

        dropping = Thread(target=trickle)
        dropping.start()
        answer_on(line)  # comes back only when the server has closed
        stopped.set()
        dropping.join()
        eventually(lambda: not server.active_channels, "nothing of it is kept")


def test_an_archive_over_a_slow_line_has_more_time() -> None:
    limits = LIMITS._replace(seconds=1)
    with standing(limits) as server, line_to(server) as slow, line_to(server) as small:
        slow.sendall(b"POST /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 20000\r\n\r\n")
        small.sendall(b"POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n")
        while True:  # as long as it takes to close the other one, a byte now and then
            slow.sendall(b"x")
            small.settimeout(0.1)
            try:
                assert small.recv(1) == b""
                break
            except TimeoutError:
                continue
        sent = next(iter(server.active_channels.values())).request.body_bytes_received
        slow.sendall(b"x" * (20_000 - sent))
        assert "20000 bytes" in answer_on(slow)


# Number


def test_idle_connections_make_room_before_anybody_is_shut_out() -> None:
    with (
        standing(LIMITS._replace(connections=50)) as server,
        silent_lines(int(server.effective_port), 200),
    ):
        for number in range(10):
            assert "0 bytes" in asked(server, f"GET /{number} HTTP/1.1")
        assert len(server.active_channels) <= 50


def test_a_request_that_is_being_served_is_not_closed_to_make_room() -> None:
    go_on = Event()

    def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            go_on.wait(PATIENCE)
        return told(environ, start_response)

    with standing(LIMITS._replace(connections=20), slow) as server, line_to(server) as line:
        line.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        eventually(lambda: any(each.requests for each in server.active_channels.values()), "it is served")
        with silent_lines(int(server.effective_port), 100):
            assert "0 bytes" in asked(server, "GET / HTTP/1.1")
            go_on.set()
            assert "0 bytes" in answer_on(line)


def test_as_many_connections_and_streams_as_the_files_of_the_process_leave() -> None:
    assert open_files() >= 1024
    counts = {files: (most_connections(files), most_streams(files)) for files in (256, 1024, 20_000, 65_536)}
    assert counts == {256: (100, 50), 1024: (312, 312), 20_000: (5000, 7500), 65_536: (5000, 7500)}


def test_idle_sockets_and_a_thousand_watchers_do_not_keep_a_player_from_his_order(tmp_path: Path) -> None:
    open_files()
    with served(tmp_path / "d") as server:
        player = Player(server)
        port = int(server.url.rpartition(":")[2])
        crowded = Crowd("127.0.0.1", port, player.game, times(130, 1000))
        with silent_lines(port, times(100, 200)), crowded as crowd:
            eventually(lambda: crowd.heard() == crowd.size, "every watcher knows where the game stands")
            player.play(20)
            version = player.desk()["version"]
            eventually(lambda: crowd.heard(version) == crowd.size, "every watcher knows of the last order")
            assert crowd.asking > 0, "one address opens so many streams a second: the others ask now and then"
            eventually(lambda: crowd.following + crowd.asking == crowd.size, "each has one of the two")
        assert len(player.accepted) == 20
