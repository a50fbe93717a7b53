"""A release: a higher version, changes with a day, and none where nothing has changed."""

import subprocess
from pathlib import Path

import pytest

from scripts import release
from scripts.release import NoRelease, dated, numbered

ROOT = Path(__file__).parent.parent


def test_the_changes_get_version_and_day_and_a_heading_for_the_next_ones() -> None:
    before = "# Changes\n\n## 0.2 (not released yet)\n- More.\n\n## 0.1.0 (2025-01-01)\n- All.\n"
    after = dated(before, "0.2.0", "2026-11-24")
    assert after == (
        "# Changes\n\n## 0.3 (not released yet)\n\n## 0.2.0 (2026-11-24)\n- More.\n\n"
        "## 0.1.0 (2025-01-01)\n- All.\n"
    )
    with pytest.raises(NoRelease, match="tells nothing"):
        dated(after, "0.3.0", "2026-11-25")


def test_a_version_goes_up() -> None:
    assert numbered('[project]\nversion = "0.1.9"\n', "0.1.10") == '[project]\nversion = "0.1.10"\n'
    for wrong in ("0.1.9", "0.0.99", "1.0", "v1.0.0", ""):
        with pytest.raises(NoRelease):
            numbered('[project]\nversion = "0.1.9"\n', wrong)


def test_what_is_here_can_be_released() -> None:
    assert "9.0.0" in numbered((ROOT / "pyproject.toml").read_text("utf-8"), "9.0.0")
    assert "## 9.0.0 (2026-11-24)" in dated((ROOT / "CHANGELOG.md").read_text("utf-8"), "9.0.0", "2026-11-24")


def test_where_the_wheel_cannot_be_built_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> str:
        command = ["git", *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    def fails() -> Path:
        raise subprocess.CalledProcessError(1, "pip", stderr="no compiler")

    before = {"pyproject.toml": '[project]\nversion = "0.1.0"\n', "CHANGELOG.md": (
        "## 0.2 (not released yet)\n- More.\n"
    )}  # fmt: skip
    for name, text in before.items():
        (tmp_path / name).write_text(text, "utf-8")
    git("init", "--quiet")
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
        git("config", key, value)
    git("add", ".")
    git("commit", "--quiet", "--message", "All")
    was = git("rev-parse", "HEAD")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(release, "build", fails)
    with pytest.raises(NoRelease, match="no compiler"):
        release.release("0.2.0")
    assert (git("rev-parse", "HEAD"), git("tag"), git("status", "--porcelain")) == (was, "", "")
    assert {name: (tmp_path / name).read_text("utf-8") for name in before} == before
