"""README and docs are true: their Python runs, their console blocks succeed, their links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.web.console import grognard
from tests.web.serving import served

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "NOTICE.md", *sorted((ROOT / "docs").glob("*.md"))]
USUAL = "http://127.0.0.1:5815"
"""Where the pages say that the server is; the tests serve elsewhere."""
SHELL = {*"|<>&;$*`~"}
"""What asks a shell for more than the words of one command."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text("utf-8")) if found == language]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name
)
def test_the_python_blocks_of_a_page_run_one_after_the_other(page: Path, tmp_path: Path) -> None:
    text = "\n".join(blocks(page, "python"))
    with served(tmp_path / "data") if USUAL in text else nullcontext() as server:
        script = tmp_path / "page.py"
        script.write_text(text.replace(USUAL, server.url) if server else text, "utf-8")
        done = subprocess.run(
            [sys.executable, "-W", "error", str(script)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "console")], ids=lambda page: page.name
)
def test_the_console_blocks_of_a_page_succeed(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if line.startswith("$ grognard ") and not SHELL & {*line[2:]}:
                grognard(*shlex.split(line[2:])[1:], cwd=tmp_path)
            elif line.startswith("$ "):
                typed(line[2:], tmp_path)


def typed(line: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
