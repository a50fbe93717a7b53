"""A new title plays at once: its own tests pass, it keeps the laws, and the server offers it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.server.new_title import NotWritten, new_title

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a checkout holds of rules and tests."""
    leave = shutil.ignore_patterns("__pycache__", "playthroughs")
    for folder in ("domain", "tests", "web", "replays", "projections"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def run(checkout: Path, *words: str) -> str:
    env = {"PYTHONPATH": str(checkout), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, *words], cwd=checkout, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_title_plays_keeps_the_laws_and_is_offered(checkout: Path) -> None:
    written = new_title("hill_of_birds", checkout)
    assert checkout / "domain" / "hill_of_birds" / "rules.md" in written
    assert "skeleton" not in "".join(path.read_text().lower() for path in written[:-1])
    tests = ("tests/rules/hill_of_birds", "tests/laws", "-k", "hill_of_birds")
    assert "failed" not in run(checkout, "-m", "pytest", "-p", "no:cacheprovider", "-q", *tests)
    offered = run(checkout, "-c", "from web.server.cli import main; main(['titles'])")
    assert "hill_of_birds" in offered and "wellington" in offered


@pytest.mark.parametrize("name", ["Skeleton", "two words", "7_years", "", "../escape", "waterloo", "kernel"])
def test_a_name_that_cannot_be_or_is_taken_writes_nothing(checkout: Path, name: str) -> None:
    before = sorted(checkout.rglob("*"))
    with pytest.raises(NotWritten):
        new_title(name, checkout)
    assert sorted(checkout.rglob("*")) == before


def test_outside_a_checkout_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match="domain/skeleton"):
        new_title("birds", tmp_path)
