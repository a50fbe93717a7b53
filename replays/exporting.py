"""Everything that was played, as files: the archive of each finished game, and tables of all in Parquet.

Each game is written once: a run that was stopped goes on where it was, a later one adds what was finished
since then, and what the host has put away meanwhile is taken out again. docs/data.md describes the columns.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import polars as pl

from domain.kernel import GrognardError
from domain.kernel.errors import InvalidSetup, SetAside, UnknownGame
from domain.kernel.events import LESSON
from domain.kernel.prose_files import plain_refusal
from projections.following import followed
from replays import whole_files
from replays.archive import write
from replays.exported_tables import TABLES, frame, rows_of

if TYPE_CHECKING:
    from domain.store import Games

MARKER = "export.json"
"""Says whose folder it is: nothing is written, nor taken out again, where it does not lie."""
ARCHIVES, PARTS = "archives", "parts"
WRITTEN = re.compile(r"[0-9a-f]{32}\.jsonl")


class CannotExport(GrognardError):
    """The folder holds something else."""

    code = "cannot_export"


class Exported(msgspec.Struct, frozen=True):
    """What is in the folder now: how many games, how many of them are new, and why others were left out."""

    games: int
    new: int
    left_out: dict[str, int]


def export(games: "Games", folder: Path, progress: Callable[[int], None] = lambda done: None) -> Exported:
    """Writes every finished game into `folder`, and the tables of them. Raises CannotExport, OSError.

    Left out are games that go on, forks of those (which would tell what lies hidden there), what the host
    has put away, first games, and games that can only be looked at or not even that. `progress` is told how
    many games were looked at.
    """
    _claim(games, folder)
    known = {path.stem for path in (folder / ARCHIVES).iterdir() if WRITTEN.fullmatch(path.name)}
    chosen, left_out = [], Counter[str]()
    away = games.shelf.away()
    for number, game in enumerate(sorted(games.ids()), 1):
        why = "put away" if game in away else _written(games, game, folder, game in known)
        if why:
            left_out[why] += 1
        else:
            chosen.append(game)
        progress(number)
    for game in known - set(chosen):
        _take_out(folder, game)
    for table in TABLES:
        _join(folder, table, chosen)
    return Exported(len(chosen), len(set(chosen) - known), dict(sorted(left_out.items())))


def _claim(games: "Games", folder: Path) -> None:
    """Makes the folder this store's own. Raises CannotExport where something else lies in it."""
    marker = {"store": games.store_id, "tables": {name: [*columns] for name, columns in TABLES.items()}}
    path = folder / MARKER
    if path.is_file():
        if path.read_bytes() != msgspec.json.encode(marker):
            raise CannotExport(plain_refusal("other_export", folder=str(folder)))
    elif folder.is_dir() and any(folder.iterdir()):
        raise CannotExport(plain_refusal("no_export", folder=str(folder)))
    for part in (ARCHIVES, *(f"{PARTS}/{table}" for table in TABLES)):
        (folder / part).mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(marker))


def _written(games: "Games", game: str, folder: Path, is_known: bool) -> str:
    """Writes a game that is not written yet; why it is left out, if it is."""
    try:
        if why := _why_not(games, game):
            return why
        if not is_known:
            rows = rows_of(followed(games, game))
            for table in TABLES:
                frame(table, rows[table]).write_parquet(_part(folder, table, game))
            first = games.matches.first_of(game)
            data = write(games.rule_set(game), games.recorded(game), return_of=first)
            _put(folder / ARCHIVES / f"{game}.jsonl", data)
    except (SetAside, UnknownGame, InvalidSetup):
        return "cannot be shown"
    return ""


def _why_not(games: "Games", game: str) -> str:
    """Why a game is left out; empty if it is not. Raises SetAside."""
    standing = games.standing(game)
    if not standing.is_playable:
        return "only to look at"
    if not standing.is_over or _goes_on_elsewhere(games, game):
        return "not over"
    return "first games" if standing.opened.dice_of == LESSON else ""


def _goes_on_elsewhere(games: "Games", game: str) -> bool:
    """Whether it was forked from a game that is not over: its archive would tell what is hidden there."""
    here, parent = set(games.ids()), games.standing(game).opened.parent
    while parent is not None and parent.game in here:
        standing = games.standing(parent.game)
        if not standing.is_over:
            return True
        parent = standing.opened.parent
    return False


def _part(folder: Path, table: str, game: str) -> Path:
    return folder / PARTS / table / f"{game}.parquet"


def _put(path: Path, data: bytes) -> None:
    """Writes a file: what lies there is done."""
    whole_files.put(path, lambda fresh: fresh.write_bytes(data))


def _take_out(folder: Path, game: str) -> None:
    (folder / ARCHIVES / f"{game}.jsonl").unlink()
    for table in TABLES:
        _part(folder, table, game).unlink(missing_ok=True)


def _join(folder: Path, table: str, chosen: Iterable[str]) -> None:
    """One file of all games' parts."""
    parts = [_part(folder, table, game) for game in chosen]
    fill = pl.scan_parquet(parts).sink_parquet if parts else frame(table, []).write_parquet
    whole_files.put(folder / f"{table}.parquet", fill)
