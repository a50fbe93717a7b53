"""Commands in processes of their own that need not begin at nothing: forked from one that has imported the
command line and what its commands import. `python -m tests.web.warm` reads what to run from standard input, a
line of JSON for each command, and answers with its exit status.
"""

import atexit
import gc
import importlib
import json
import os
import select
import subprocess
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

IMPORTED = (
    "domain.titles", "polars", "projections.following", "replays.archive", "replays.exporting",
    "replays.simulation", "replays.statistics", "replays.verification", "web.server.cli", "web.server.serve",
)  # fmt: skip
ROOT = Path(__file__).parents[2]
SECONDS = 300
"""So long a command may take."""


def run(words: list[str], cwd: Path, env: dict[str, str], out: Path, err: Path) -> int:
    """Runs `words` to its end as the command line that it is, writing to the two files; its exit status."""
    process = _warm()
    assert process.stdin is not None and process.stdout is not None
    asked = {"words": words, "cwd": str(cwd), "env": env, "out": str(out), "err": str(err)}
    process.stdin.write(json.dumps(asked) + "\n")
    process.stdin.flush()
    if not select.select([process.stdout], [], [], SECONDS)[0]:
        process.kill()
        _warm.cache_clear()
        raise subprocess.TimeoutExpired(words, SECONDS)
    return int(process.stdout.readline())


@cache
def _warm() -> "subprocess.Popen[str]":
    """One for each worker of the tests, ended with it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.web.warm"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    atexit.register(_end, process)
    return process


def _end(process: "subprocess.Popen[str]") -> None:
    process.communicate()


def _become(asked: dict[str, Any]) -> None:
    """This process is the command from now on: its folder, environment, streams and words."""
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    for number, name in ((0, os.devnull), (1, asked["out"]), (2, asked["err"])):
        opened = os.open(name, os.O_RDWR | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = asked["words"]


def _leave(main: Callable[[], None]) -> NoReturn:
    """Runs the command and leaves with its status, without the pains of taking apart what was imported."""
    try:
        main()
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()  # a Redis that the command started is stopped
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _serve() -> None:
    """Runs one command after the other until standard input ends."""
    for name in IMPORTED:
        importlib.import_module(name)
    main = importlib.import_module("web.server.cli").main
    gc.freeze()  # what is shared with every command is not looked at, and so not copied, by each
    for line in iter(sys.stdin.readline, ""):
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(asked)
            _leave(main)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve()
