"""Measure the bars of architecture.md section 10: all of them (`make bench`), or the rows that are named."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from benchmarks.measuring import Figure, Measured, load, machine
from benchmarks.rows import RECORDED, ROWS, Plan, told
from domain.titles import TITLES

FOLDER = Path(__file__).parent
AFTERWORD = """\
What is measured of all titles and without --quick is kept in benchmarks/figures.json, with the day and
how busy the machine was, and benchmarks/results.md is written anew. The whole table takes some forty
minutes. What a core does goes by the time of the processor; how long somebody waits, and orders a second
of a server, go by the clock on the wall and want a quiet machine.

  python -m benchmarks fold page --title wellington
  python -m benchmarks orders --quick
"""


def table(kept: dict[str, Measured], description: str) -> str:
    """The page that is committed."""
    lines = [
        "# Figures",
        "",
        f"Measured by `make bench`, or row by row, on {description}; beside each figure the day and the load",
        "of the machine as its row began: waits are true where it is below 1. Client and server share the",
        "machine; medians unless said otherwise.",
        "",
        "| what | bar | measured | | day, load |",
        "|---|---|---|---|---|",
    ]
    for row in (kept[name] for name in ROWS if name in kept):
        lines += [f"| {f.what} | {f.bar} | {f.measured} | {said(f.met)} | {row.when} |" for f in row.figures]
    return "\n".join(lines) + "\n"


def said(is_met: bool) -> str:
    return "met" if is_met else "**missed**"


def keep(name: str, found: Measured) -> None:
    """Keeps what a row has measured in place of what it had, and writes the page."""
    path = FOLDER / "figures.json"
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Measured]) if path.exists() else {}
    kept[name] = found
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept, order="sorted"), indent=1) + b"\n")
    (FOLDER / "results.md").write_text(table(kept, machine()))


def parser() -> argparse.ArgumentParser:
    """How it is called."""
    rows = "\n".join(f"  {name:<11} {told(row)}" for name, row in ROWS.items())
    found = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        epilog=f"rows:\n{rows}\n\n{AFTERWORD}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("rows", nargs="*", metavar="ROW", help="measure only these (see below)")
    ids = [title.id for title in TITLES]
    found.add_argument("--title", action="append", choices=ids, help="only this title; may be repeated")
    found.add_argument("--quick", action="store_true", help="fewer repeats, and nothing is kept")
    return found


def main() -> None:
    """Measure, print each figure as it is found, and keep whole rows."""
    parsing = parser()
    asked = parsing.parse_args()
    if unknown := [name for name in asked.rows if name not in ROWS]:
        parsing.error(f"there is no row {', '.join(unknown)}; the rows are {', '.join(ROWS)}")
    titles = tuple(title for title in TITLES if asked.title is None or title.id in asked.title)
    for name in asked.rows or ROWS:
        day, busy, figures = f"{datetime.now(UTC):%Y-%m-%d}", load(), list[Figure]()
        for each in ROWS[name](Plan(titles, asked.quick)):
            figures.append(each)
            mark = "met" if each.met else "MISSED"
            print(f"{name}: {each.what}: {each.measured} (bar: {each.bar}: {mark})", flush=True)
        if not (asked.title or asked.quick):
            keep(name, Measured("a longer run" if name == RECORDED else f"{day}, {busy}", figures))


if __name__ == "__main__":
    main()
