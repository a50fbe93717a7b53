"""The server as a stranger runs it: a real process, a real Redis, a real data folder, and bad luck."""

import os
import signal
import socket
import subprocess
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

import msgspec
import pytest

import domain.titles  # noqa: F401  (registers the titles, to read the data folders afterwards)
from domain.store import open_games
from projections.redis_server import RedisServer, socket_path
from tests.web.console import GROGNARD, asked, grognard, surroundings
from tests.web.serving import Player, Refused, Server, eventually, launched, living, served

ROOT = Path(__file__).parents[2]


def recorded_orders(data: Path, game: str) -> Counter[str]:
    """Every order that the data folder holds for a game, in effect or still open; its events are checked."""
    games = open_games(f"sqlite:///{data.resolve() / 'grognard.db'}")
    try:
        recorded = games.recorded(game)
        assert [each.version for each in recorded] == list(range(1, len(recorded) + 1)), "a gap in the events"
        assert recorded[-1].left == 0, "half an order was recorded"
        desk = games.desk(game)
        rounds = [answers for each in recorded for answers in each.answers or ()] + [
            *desk.rounds,
            desk.drafts,
        ]
        return Counter(text_of(order) for answers in rounds for draft in answers.values() for order in draft)
    finally:
        games.close()


def text_of(order: Any) -> str:
    return msgspec.json.encode(msgspec.to_builtins(order), order="deterministic").decode()


def nothing_is_lost(data: Path, game: str, accepted: list[Any], in_flight: int = 0) -> None:
    """Every accepted order is there, once; beside them at most so many whose answer did not arrive."""
    held, told = recorded_orders(data, game), Counter(map(text_of, accepted))
    assert not told - held, "accepted orders are missing"
    assert (held - told).total() <= in_flight, "orders are there that nobody was told of"


# Starting


def test_it_prints_its_address_and_how_to_stop_and_shows_the_lobby(tmp_path: Path) -> None:
    with served(tmp_path / "new" / "data") as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert "Ctrl-C" in server.second and str(tmp_path) in server.second
        assert "Waterloo" in server.page("/")
        health = asked("health", "--url", server.url)
        assert (health["store"], health["redis"]) == ("ok", "ok")


def test_host_port_and_data_come_from_the_environment(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.2", 0))
        port = probe.getsockname()[1]
    strangers = {"HOST": "192.0.2.1", "PORT": "no port", "DATA": str(tmp_path / "elsewhere")}
    own = {
        "GROGNARD_HOST": "127.0.0.2", "GROGNARD_PORT": str(port), "GROGNARD_DATA": str(tmp_path / "there"),
    }  # fmt: skip
    process = launched([GROGNARD, "serve"], **strangers, **own)
    server = Server(process, tmp_path / "there")
    try:
        assert server.url == f"http://127.0.0.2:{port}"
        assert "Waterloo" in server.page("/")
        assert (tmp_path / "there" / "grognard.db").exists()
    finally:
        server.stop()


def test_make_play_obeys_its_command_line_and_no_variable_that_is_meant_for_others() -> None:
    def command(*given: str, **variables: str) -> str:
        done = subprocess.run(["make", "-n", "-o", ".venv/.play", "play", *given], cwd=ROOT, text=True,
                              env=surroundings(**variables), capture_output=True, check=True)  # fmt: skip
        return done.stdout.strip()

    exported = {"HOST": "0.0.0.0", "PORT": "80", "DATA": "/somewhere"}
    assert command(**exported).endswith('serve --host "127.0.0.1" --port "5815" --data "data"')
    assert command("HOST=::", "PORT=8080", "DATA=here", **exported).endswith(
        'serve --host "::" --port "8080" --data "here"'
    )
    own = {"GROGNARD_HOST": "127.0.0.9", "GROGNARD_PORT": "6000", "GROGNARD_DATA": "there"}
    assert command(**exported, **own).endswith('serve --host "127.0.0.9" --port "6000" --data "there"')


def test_make_play_serves_and_ctrl_c_ends_all_of_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    command = ["make", "--no-print-directory", "-o", ".venv/.play", "play", "PORT=0", f"DATA={data}"]
    server = Server(launched(command, ROOT), data)
    try:
        assert "Waterloo" in server.page("/")
        family = server.family()
        assert len(family) >= 3, "make, the server and its Redis"
        os.killpg(server.process.pid, signal.SIGINT)
        gone(family)
    finally:
        server.stop(signal.SIGKILL)


def gone(family: list[int]) -> None:
    eventually(lambda: not set(family) & set(living()), f"the processes {family} are gone")


def one_sentence(stderr: str) -> str:
    """What a failed start said: one line, no traceback."""
    lines = stderr.strip().splitlines()
    assert len(lines) == 1, stderr
    return lines[0]


def test_a_busy_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        failed = grognard("serve", "--port", port, "--data", tmp_path / "d", status=1)
    said = one_sentence(failed.stderr)
    assert f"Port {port}" in said and "make play PORT=" in said


def test_an_address_of_another_machine_is_one_clear_sentence(tmp_path: Path) -> None:
    said = one_sentence(
        grognard("serve", "--host", "192.0.2.1", "--port", 0, "--data", tmp_path / "d", status=1).stderr
    )
    assert "192.0.2.1" in said


def test_a_data_folder_that_cannot_be_written_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    failed = grognard("serve", "--port", 0, "--data", tmp_path / "file" / "data", status=1)
    said = one_sentence(failed.stderr)
    assert "cannot be written" in said and "DATA=" in said


def test_a_second_server_on_the_same_folder_is_one_clear_sentence(tmp_path: Path) -> None:
    with served(tmp_path / "d") as first:
        failed = grognard("serve", "--port", 0, "--data", tmp_path / "d", status=1)
        said = one_sentence(failed.stderr)
        assert "Another Grognard" in said and str(first.process.pid) in said
        assert "Waterloo" in first.page("/"), "the first one goes on"


def test_what_is_kept_is_the_servers_alone(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        Player(server).play(2)
        found = [tmp_path / "d", *(tmp_path / "d").iterdir()]
        modes = {path.name: path.stat().st_mode & 0o077 for path in found}
        assert {"grognard.db", "grognard.db-wal", "secret.key", "server.lock"} <= set(modes)
        assert not [name for name, open_to_others in modes.items() if open_to_others]


# Ending


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_leaves_no_process(tmp_path: Path, how: int) -> None:
    with served(tmp_path / "d") as server:
        Player(server).play(3)
        family = server.family()
        assert set(server.redis_pids()) <= set(family) and server.redis_pids()
        assert server.stop(how) == 0
        gone(family)


def test_it_ends_while_browsers_hang_on_its_live_streams(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
        line = socket.create_connection(server.url.removeprefix("http://").split(":"))
        line.sendall(f"GET /g/{player.game}/stream?as=public HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert line.recv(12) == b"HTTP/1.1 200"
        family = server.family()
        assert server.stop() == 0
        gone(family)
        line.close()


def test_a_killed_server_leaves_no_orphan_redis(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        family = server.family()
        assert server.redis_pids()
        server.stop(signal.SIGKILL)
        gone(family)
    with served(tmp_path / "d") as again:
        assert "Waterloo" in again.page("/"), "the folder can be served again at once"


# Bad luck during play


def test_a_server_killed_between_orders_has_every_accepted_order(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
    for orders in (1, 2, 7, 13):
        with served(tmp_path / "d") as server:
            player.server = server
            player.play(orders)
            server.stop(signal.SIGKILL)
        nothing_is_lost(tmp_path / "d", player.game, player.accepted)
    assert len(player.accepted) == 23


def test_a_server_killed_in_the_midst_of_orders_has_no_half_order(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server, seed=2)
    for wanted in (6, 15, 29):
        with served(tmp_path / "d") as server:
            player.server = server
            playing = threading.Thread(target=play_until_it_dies, args=(player,))
            playing.start()
            eventually(lambda wanted=wanted: len(player.accepted) >= wanted, f"{wanted} orders were accepted")
            server.stop(signal.SIGKILL)
            playing.join()
        held = recorded_orders(tmp_path / "d", player.game)
        lost = held - Counter(map(text_of, player.accepted))
        nothing_is_lost(tmp_path / "d", player.game, player.accepted, in_flight=1)
        player.accepted.extend(msgspec.json.decode(order) for order in lost.elements())


def play_until_it_dies(player: Player) -> None:
    try:
        player.play(10_000)
    except (OSError, ValueError, HTTPException):  # the connection broke, or the answer ended in its middle
        return


def views_are_back(server: Server, player: Player) -> None:
    """Redis answers and holds the game up to its last event."""

    def in_redis() -> bool:
        health = server.get("/healthz")
        if health["redis"] != "ok" or health["lag"] != 0:
            return False
        found = server.get(f"/api/games/{player.game}/timeline", player.token)
        return found["source"] == "redis" and found["rows"][-1]["version"] == player.desk()["version"]

    eventually(in_redis, "the views are in Redis again")


def test_orders_go_on_while_redis_is_killed_and_the_views_come_back(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
        player.play(4)
        for _ in range(3):
            for pid in server.redis_pids():
                os.kill(pid, signal.SIGKILL)
            player.play(5)
            assert player.game in server.page("/games"), "the lobby is read from the store"
            server.page(f"/g/{player.game}/watch")
            views_are_back(server, player)
        assert len(player.accepted) == 19
    nothing_is_lost(tmp_path / "d", player.game, player.accepted)


def test_an_emptied_redis_is_filled_again(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
        player.play(6)
        views_are_back(server, player)
        client = RedisServer(f"unix://{socket_path((tmp_path / 'd').resolve())}").client()
        client.flushall()
        player.play(6)
        views_are_back(server, player)
        client.flushall()
        views_are_back(server, player)
        client.close()
        assert player.game in server.page("/games")


def test_an_external_redis_that_is_away_stops_nobody(tmp_path: Path) -> None:
    with served(tmp_path / "d", GROGNARD_REDIS_URL="redis://127.0.0.1:9/0") as server:
        player = Player(server)
        player.play(3)
        assert server.get("/healthz")["redis"] == "away"
        assert player.game in server.page("/games")


# Many at once


def test_fifty_clients_hammer_one_game_and_each_order_counts_once(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
        start = threading.Barrier(50)

        def hammer(number: int) -> list[tuple[int, Any]]:
            client = Player.__new__(Player)
            client.__dict__.update(player.__dict__, random=type(player.random)(number), accepted=[])
            start.wait()
            return [attempt(client) for _ in range(4)]

        def attempt(client: Player) -> tuple[int, Any]:
            asked = client.choice()
            assert asked is not None
            try:
                client.give(asked)
            except Refused as refused:
                return refused.status, refused.body
            return 200, asked["order"]

        with ThreadPoolExecutor(50) as pool:
            outcomes = [outcome for each in pool.map(hammer, range(50)) for outcome in each]
        statuses = Counter(status for status, _ in outcomes)
        strange = [body for status, body in outcomes if status not in (200, 409, 429)]
        assert not strange, strange
        assert statuses[200] >= 1 and statuses[409] >= 1
        player.accepted = [order for status, order in outcomes if status == 200]
        for status, body in outcomes:
            assert status == 200 or "message" in msgspec.json.decode(body)
        eventually(lambda: attempt(player)[0] == 200, "the game goes on")
    nothing_is_lost(tmp_path / "d", player.game, player.accepted)


def test_two_tabs_that_answer_the_same_decision_are_heard_once(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        player = Player(server)
        for _ in range(10):
            asked = player.choice()
            assert asked is not None
            moment = asked["moment"]
            player.give(asked)
            if player.desk()["moment"] != moment:
                with pytest.raises(Refused) as refused:
                    server.post(f"/api/games/{player.game}/orders", asked, player.token)
                assert refused.value.status == 409
    nothing_is_lost(tmp_path / "d", player.game, player.accepted)


def test_a_game_opened_on_the_command_line_is_played_on_the_running_server(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        opened = asked(
            "new", "waterloo", "--seat", "coalition=bot:random", "--url", server.url, "--data", tmp_path / "d"
        )
        token = opened["links"]["french"].rpartition("/")[2]
        eventually(
            lambda: server.get(f"/api/games/{opened['game']}/desk", token)["waiting"] == ["french"],
            "the French are asked",
        )
        assert opened["game"] in server.page("/")
