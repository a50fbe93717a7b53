"""The command line as a stranger types it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.web import warm

GROGNARD = str(Path(sys.executable).parent / "grognard")


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a fresh shell: nothing of ours is set but `more`, nothing of a `make` around us, and
    Python keeps what it has compiled."""
    strange = {"COLUMNS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "PYTHONDONTWRITEBYTECODE"}
    found = {name: value for name, value in os.environ.items() if not name.startswith("GROGNARD_")}
    return {**{name: value for name, value in found.items() if name not in strange}, **more}


def grognard(
    *words: Any, status: int = 0, cwd: Path | None = None, **env: str
) -> "subprocess.CompletedProcess[str]":
    """Runs `grognard ...` to its end; it must end with `status` and never show a traceback."""
    command = [GROGNARD, *map(str, words)]
    with TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        ended = warm.run(command, cwd or Path.cwd(), surroundings(**env), out, err)
        done = subprocess.CompletedProcess(command, ended, out.read_text("utf-8"), err.read_text("utf-8"))
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def bare(*words: Any, cwd: Path) -> "subprocess.CompletedProcess[bytes]":
    """The same with what it writes as bytes."""
    command = [GROGNARD, *map(str, words)]
    return subprocess.run(command, capture_output=True, cwd=cwd, env=surroundings(), check=True, timeout=300)


def asked(*words: Any, **more: Any) -> Any:
    """What `grognard ... --json` prints."""
    return json.loads(grognard(*words, "--json", **more).stdout)
