"""A block's numbers as a table: CSV, or Parquet with the types of its columns."""

import csv
import io

import polars as pl

from replays.findings import Block


def csv_of(block: Block) -> str:
    """A block's numbers as CSV."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(block.head)
    writer.writerows(block.rows)
    return out.getvalue()


def parquet_of(block: Block) -> bytes:
    """The same as Parquet: numbers as numbers, what is not known as null."""
    columns = {name: [row[place] for row in block.rows] for place, name in enumerate(_apart(block.head))}
    out = io.BytesIO()
    pl.DataFrame(columns, strict=False).write_parquet(out)
    return out.getvalue()


def _apart(head: tuple[str, ...]) -> list[str]:
    """Names of columns, those that come up again with their number."""
    return [
        name if name not in head[:place] else f"{name} {head[: place + 1].count(name)}"
        for place, name in enumerate(head)
    ]
