"""A release: a higher version, changes with a day, and none where nothing has changed."""

from pathlib import Path

import pytest

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
