"""Everything that was played, as files: `grognard export --all`."""

from pathlib import Path
from typing import Any

import click

from web.server.options import AS_JSON, DATABASE, KNOWN_DATA, known_store, progress_bar, say


@click.command("export")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--all", "is_all", is_flag=True, required=True, help="Every finished game.")
@KNOWN_DATA
@DATABASE
@AS_JSON
def export(folder: Path, is_all: bool, data: Any, database: str, as_json: bool) -> None:
    """Write every finished game into FOLDER: archives, and tables in Parquet (docs/data.md).

    Games that go on are never in it. A run that was stopped goes on where it was, a later one adds what was
    finished since then. `grognard replay export` writes one game.

    \b
    grognard export --all /srv/export --data /srv/grognard
    """
    from replays.exporting import export as write

    with known_store(data, database) as games:
        total = len(games.ids())
        with progress_bar("Exporting", total, as_json) as progress:
            found = write(games, folder, progress)
    told = {"folder": str(folder), "games": found.games, "new": found.new, "left_out": found.left_out}
    say(told, as_json, lambda: _told(folder, found))


def _told(folder: Path, found: Any) -> str:
    games = "1 game" if found.games == 1 else f"{found.games} games"
    left_out = ", ".join(f"{why} {count}" for why, count in found.left_out.items())
    lines = [f"{games} in {folder}, {found.new} of them new."]
    return "\n".join([*lines, *([f"Left out: {left_out}."] if left_out else [])])
