"""A release in one command: `make release VERSION=0.2.0`.

It wants a clean checkout whose gate is green. It writes the version into `pyproject.toml` and the day into
`CHANGELOG.md`, builds wheel and source archive into `dist/`, lets the wheel tell its version from a place of
its own, commits and tags. Nothing is pushed: `git push --follow-tags` is for whoever has looked at it.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
TO_COME = "(not released yet)"
VERSION = re.compile(r"\d+\.\d+\.\d+")


class NoRelease(Exception):
    """Why there is no release; nothing was changed."""


def dated(changelog: str, version: str, day: str) -> str:
    """The changes with the version and its day in the place of `TO_COME`, and a heading for the next ones.

    Raises NoRelease where nothing has changed since the last version.
    """
    found = re.search(rf"^## \S+ {re.escape(TO_COME)}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found.group(1).strip():
        raise NoRelease(f"CHANGELOG.md tells nothing under a heading that is {TO_COME}.")
    major, minor, _ = version.split(".")
    heading = f"## {major}.{int(minor) + 1} {TO_COME}\n\n## {version} ({day})\n"
    return changelog[: found.start()] + heading + found.group(1) + changelog[found.end() :]


def numbered(project: str, version: str) -> str:
    """`pyproject.toml` with another version. Raises NoRelease for one that is no higher."""
    found = re.search(r'^version = "(\d+\.\d+\.\d+)"$', project, re.MULTILINE)
    if found is None or not VERSION.fullmatch(version):
        raise NoRelease(f"{version!r} is no version: say it as 1.2.3.")
    if _parts(version) <= _parts(found.group(1)):
        raise NoRelease(f"{version} is not higher than {found.group(1)}.")
    return project[: found.start(1)] + version + project[found.end(1) :]


def _parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def told_by(wheel: Path) -> str:
    """What the program of a wheel says of itself, where nothing of this checkout is found."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "place"
        _run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", place, wheel)
        command = "import sys; from grognard.web.server.cli import main; sys.argv[1:] = ['--version']; main()"
        return subprocess.run(
            [sys.executable, "-c", command], cwd=folder, check=True, capture_output=True, text=True,
            env={"PYTHONPATH": str(place), "PATH": "/usr/bin:/bin"},
        ).stdout.strip()  # fmt: skip


def build() -> Path:
    """Wheel and source archive in `dist/`; gives the wheel."""
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # what an older build has left there would come in
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", DIST, ".")
    _run("git", "archive", "--format=tar.gz", f"--output={DIST / 'grognard.tar.gz'}", "HEAD")
    return max(DIST.glob("grognard-*.whl"), key=lambda each: each.stat().st_mtime)


def _run(*command: object) -> str:
    words = [str(each) for each in command]
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def release(version: str) -> None:
    """Makes it. Raises NoRelease."""
    if _run("git", "status", "--porcelain"):
        raise NoRelease("This checkout has changes that are not committed.")
    if _run("git", "tag", "--list", f"v{version}"):
        raise NoRelease(f"There is a tag v{version} already.")
    project, changes = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
    day = datetime.now(UTC).date().isoformat()
    new = numbered(project.read_text("utf-8"), version), dated(changes.read_text("utf-8"), version, day)
    project.write_text(new[0], "utf-8")
    changes.write_text(new[1], "utf-8")
    DIST.mkdir(exist_ok=True)
    _run("git", "commit", "--quiet", "--all", "--message", f"Version {version}")
    try:
        wheel = build()
        told = told_by(wheel)
        if version not in told:
            raise NoRelease(f"The wheel says that it is {told!r}.")
    except (NoRelease, subprocess.CalledProcessError) as problem:
        _run("git", "reset", "--quiet", "--hard", "HEAD~1")
        why = problem.stderr.strip() if isinstance(problem, subprocess.CalledProcessError) else str(problem)
        raise NoRelease(why) from problem
    _run("git", "tag", "--annotate", f"v{version}", "--message", f"Version {version}")
    print(f"Version {version} is committed and tagged; {wheel.relative_to(ROOT)} says {told!r}.")
    print("Look at it, then: git push --follow-tags")


def main() -> None:
    """Makes a release, or says in a sentence why not."""
    parser = argparse.ArgumentParser(prog="python -m scripts.release", description=__doc__)
    parser.add_argument("version")
    try:
        release(parser.parse_args().version)
    except NoRelease as problem:
        sys.exit(f"No release: {problem}")


if __name__ == "__main__":
    main()
