"""Games of the library: finished ones that come with the server and that anybody may watch."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from domain.kernel import titles
from domain.kernel.presentation import presentation_of
from domain.kernel.prose import prose
from web.base.language import language
from web.base.site import site


class Sample(NamedTuple):
    """A file of the library: its stem, the title and the id of its game."""

    stem: str
    title: str
    game: str


def all_here() -> tuple[Sample, ...]:
    """Every game of this server's library, by file."""
    return _read(site().settings.library)


@cache
def _read(folder: Path) -> tuple[Sample, ...]:
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    return tuple(found for path in files if (found := _head(path)) is not None)


def _head(path: Path) -> Sample | None:
    """What the first line says; None where that is no archive's."""
    with path.open("rb") as lines:
        try:
            told = json.loads(lines.readline())["line"]
            return Sample(path.stem, str(told["title"]), str(told["game"]))
        except (ValueError, KeyError, TypeError):
            return None


def of_title(title: str) -> Sample | None:
    """The game that shows a title best: the one that it names itself, else the first."""
    own = [each for each in all_here() if each.title == title]
    named = presentation_of(title).sample
    return next((each for each in own if each.stem == named), own[0] if own else None)


def of_game(game: str) -> str | None:
    """The file that a game of this server was brought in from; None for any other."""
    return next((each.stem for each in all_here() if each.game == game), None)


def called(stem: str) -> str:
    """The name of a game of the library, from that of its file."""
    named = (prose(rule_set.id, language()).tables["samples"].get(stem) for rule_set in titles())
    return next(filter(None, named), stem.replace("_", " ").replace("-", " "))
