"""Games on file go as they went when they were written down."""

from pathlib import Path

import pytest

import domain.titles  # noqa: F401  (it registers them)
from domain.kernel import titled
from tests.playthroughs import golden
from tests.playthroughs.regenerate import FIRST
from tests.playthroughs.scripts import COMMAND, FOLDER, read, written

FILES = sorted(FOLDER.glob("*/*.txt"))
ANEW = f"If this change is meant, run `{COMMAND}` and look at the difference."


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_reads_as_it_is_written(path: Path) -> None:
    told, expected = written(read(path)).splitlines(), path.read_text("utf-8").splitlines()
    for number, (now, then) in enumerate(zip(told, expected, strict=False), start=1):
        assert now == then, f"{path.name}, line {number}. {ANEW}"
    assert len(told) == len(expected), f"{path.name} has another length. {ANEW}"


@pytest.mark.parametrize("title", FIRST)
def test_golden_games_end_in_the_same_state(title: str) -> None:
    games = list(golden.kept(title))
    assert len(games) == golden.games_of(title)
    for each in games:
        state = golden.replayed(each)
        assert titled(title).measure(state) == each.measures, f"{each.seed}. {ANEW}"
        assert golden.digest(state) == each.digest, f"{each.seed}. {ANEW}"


def test_every_playthrough_is_there_and_played_to_the_end() -> None:
    for title, playthroughs in FIRST.items():
        for name, _, _ in playthroughs:
            assert "# Won by" in (FOLDER / title / f"{name}.txt").read_text("utf-8")
