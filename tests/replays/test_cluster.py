"""A simulation on a real cluster of two worker processes, and one that cannot be played there."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.kernel.errors import InvalidSetup
from replays import cluster
from replays.parts import is_whole, play_parts
from replays.simulation import Run
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
RUN = Run("waterloo", "short", ("random", "random"), 7)
GAMES, PART = 60, 2


@contextmanager
def scheduler_and_workers(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its workers, one process each, which see nothing of `folder`; the last
    process is the scheduler's own."""
    told, processes = folder / "scheduler.json", []

    def begun(program: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--no-dashboard", *words]
        processes.append(subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL))
        return processes[-1]

    try:
        words = "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told)
        scheduler = begun("dask_scheduler", *words)
        address = address_in(told)
        own = [begun("dask_worker", address, "--no-nanny", "--nthreads", "1", "--local-directory",
                     str(folder / f"worker{number}")) for number in range(workers)]  # fmt: skip
        yield address, [*own, scheduler]
    finally:
        for each in processes:
            each.kill()
            each.wait()


def address_in(told: Path) -> str:
    """What a scheduler has written of itself, as soon as it has."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if told.exists() and (text := told.read_text("utf-8")).endswith("}"):
            return str(json.loads(text)["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler did not begin")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


def test_a_cluster_of_which_a_worker_is_killed_on_the_way_plays_the_same_games_byte_for_byte(
    tmp_path: Path,
) -> None:
    here, there = tmp_path / "here.parts", tmp_path / "there.parts"
    play_parts(RUN, GAMES, here, 1, lambda done: None, PART)
    with scheduler_and_workers(tmp_path, 2) as (address, workers):
        done_when_killed: list[int] = []

        def progress(done: int) -> None:
            if done and not done_when_killed:
                os.kill(workers[0].pid, signal.SIGKILL)
                done_when_killed.append(done)

        play_parts(RUN, GAMES, there, 1, progress, PART, address)
        assert workers[0].wait(PATIENCE) == -signal.SIGKILL and workers[1].poll() is None
    assert 0 < done_when_killed[0] < GAMES and is_whole(there)
    assert files(there) == files(here) and len(files(here)) == 2 * GAMES / PART


def test_workers_with_other_code_are_refused_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "w.parts"
    play_parts(RUN, PART, folder, 1, lambda done: None, PART)
    kept = files(folder)
    monkeypatch.setattr(cluster, "code", lambda: "of another version")
    with (
        scheduler_and_workers(tmp_path, 1) as (address, _workers),
        pytest.raises(InvalidSetup, match="another version of Grognard"),
    ):
        play_parts(RUN, GAMES, folder, 1, lambda done: None, PART, address)
    assert files(folder) == kept


def test_a_scheduler_that_is_lost_on_the_way_is_named_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 10)
    folder = tmp_path / "w.parts"
    with (
        scheduler_and_workers(tmp_path, 1) as (address, (_worker, scheduler)),
        pytest.raises(InvalidSetup, match="No Dask scheduler answers at tcp"),
    ):
        play_parts(RUN, GAMES, folder, 1, lambda done: scheduler.kill() if done else None, PART, address)
    assert files(folder) and not is_whole(folder)


def test_a_scheduler_that_does_not_answer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with pytest.raises(InvalidSetup, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        play_parts(RUN, GAMES, tmp_path / "w.parts", 1, lambda done: None, PART, "tcp://127.0.0.1:9")


@pytest.mark.parametrize("address", ["nonsense", "10.0.0.2:8786", "tcp://10.0.0.2"])
def test_what_is_no_address_of_a_scheduler_is_refused_at_once(tmp_path: Path, address: str) -> None:
    with pytest.raises(InvalidSetup, match=r"is no address of a Dask scheduler; one is like tcp://"):
        play_parts(RUN, GAMES, tmp_path / "w.parts", 1, lambda done: None, PART, address)
