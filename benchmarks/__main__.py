"""Measure the bars of architecture.md section 10: all of them (`make bench`), or the rows that are named."""

import argparse
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import Figure, machine
from benchmarks.rows import ROWS, Plan, told
from domain.titles import TITLES

RESULTS = Path(__file__).parent / "results.md"
AFTERWORD = """\
Without names and --quick the whole table is measured, in some forty minutes, and written to
benchmarks/results.md. What a core does goes by the time of the processor; how long somebody waits, and
orders a second of a server, go by the clock on the wall and want a quiet machine.

  python -m benchmarks fold page --title wellington
  python -m benchmarks orders --quick
"""


def table(figures: Iterable[Figure], description: str) -> str:
    """The page that is committed."""
    lines = [
        "# Figures",
        "",
        f"Measured {datetime.now(UTC):%Y-%m-%d} by `make bench` on {description}.",
        "Client and server share the machine; medians unless said otherwise.",
        "",
        "| what | bar | measured | |",
        "|---|---|---|---|",
    ]
    lines += [f"| {f.what} | {f.bar} | {f.measured} | {'met' if f.met else '**missed**'} |" for f in figures]
    return "\n".join(lines) + "\n"


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
    found.add_argument("--quick", action="store_true", help="fewer repeats, and nothing is written")
    return found


def main() -> None:
    """Measure, print each figure as it is found, and write the whole table."""
    parsing = parser()
    asked = parsing.parse_args()
    if unknown := [name for name in asked.rows if name not in ROWS]:
        parsing.error(f"there is no row {', '.join(unknown)}; the rows are {', '.join(ROWS)}")
    titles = tuple(title for title in TITLES if asked.title is None or title.id in asked.title)
    description, figures = machine(), []
    for name in asked.rows or ROWS:
        for each in ROWS[name](Plan(titles, asked.quick)):
            figures.append(each)
            mark = "met" if each.met else "MISSED"
            print(f"{name}: {each.what}: {each.measured} (bar: {each.bar}: {mark})", flush=True)
    if not (asked.rows or asked.title or asked.quick):
        RESULTS.write_text(table(figures, description))


if __name__ == "__main__":
    main()
