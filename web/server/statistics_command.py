"""`grognard statistics`: what the games of a simulation's file say."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.server.options import AS_JSON, say

if TYPE_CHECKING:
    from replays.findings import Block


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.argument("others", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--block", "wanted", default="", help="One question only: balance, judges, handicap, ...")
@click.option("--language", type=click.Choice(["en", "it"]), default="en", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=None,
              help="Write the table of --block here: a .csv or .parquet file.")  # fmt: skip
@AS_JSON
def statistics(
    file: Path, others: tuple[Path, ...], wanted: str, language: str, out: Path | None, as_json: bool
) -> None:
    """Say what the games of FILE (of `grognard simulate`) show: who wins, what would make it even, what
    openings and cards are worth.

    Of a folder of parts (more than 5,000 games) only what is asked of all games together is told.

    OTHERS are simulations of the same scenario by other computers: they are asked too who wins.

    \b
    grognard statistics greedy.parquet random.parquet
    grognard statistics greedy.parquet --block handicap --json
    grognard statistics greedy.parquet --block cards --out cards.parquet
    """
    from replays.every_block import as_document

    found = _blocks(file, others, language)
    known = [each.id for each in found]
    if wanted and wanted not in known:
        raise click.ClickException(f"There is no block {wanted!r}; there are {', '.join(known)}.")
    if out is not None and not wanted:
        raise click.UsageError("Name the block whose table to write: --block balance --out balance.csv")
    chosen = [each for each in found if wanted in ("", each.id)]
    if out is not None:
        _write(chosen[0], out)
    say([as_document(each) for each in chosen], as_json, lambda: _told(chosen))


def _told(blocks: "list[Block]") -> str:
    return "\n".join(f"{each.id}: {each.headline}" for each in blocks)


def _blocks(file: Path, others: tuple[Path, ...], language: str) -> "list[Block]":
    from domain.kernel import titled
    from domain.kernel.prose import prose
    from replays.comparison import frame_of
    from replays.every_block import every_block
    from replays.statistics import wilson

    if file.is_dir():
        return _of_parts(file, others, language)
    rows = frame_of(file).to_dicts()
    if not rows:
        raise click.ClickException(f"{file} holds no games.")
    title, scenario = rows[0]["title"], rows[0]["scenario"]
    more: list[dict[str, Any]] = []
    for each in others:
        added = frame_of(each).to_dicts()
        if not added or (added[0]["title"], added[0]["scenario"]) != (title, scenario):
            raise click.ClickException(f"{each} holds no games of {title} ({scenario}).")
        more += added
    words = prose(titled(title), language)
    return every_block(rows, title, words.name, wilson, language, others=more)


def _of_parts(folder: Path, others: tuple[Path, ...], language: str) -> "list[Block]":
    from domain.kernel import titled
    from domain.kernel.prose import prose
    from replays.always_valid import always_valid
    from replays.parts import is_whole, plan_of
    from replays.statistics import wilson
    from replays.vast import vast_blocks

    if others:
        raise click.UsageError("Of a folder of parts no other simulations are asked.")
    try:
        name = prose(titled(plan_of(folder).run.title), language).name
        return vast_blocks(folder, name, wilson if is_whole(folder) else always_valid, language)
    except FileNotFoundError as problem:
        raise click.ClickException(f"{folder} holds no parts of `grognard simulate`.") from problem


def _write(block: "Block", out: Path) -> None:
    from replays.tables import csv_of, parquet_of

    if out.suffix == ".parquet":
        out.write_bytes(parquet_of(block))
    elif out.suffix == ".csv":
        out.write_text(csv_of(block), "utf-8")
    else:
        raise click.UsageError(f"{out} is called neither .csv nor .parquet.")
