"""Charts on pages: a figure as JSON that stands in the page, its finding in words, and its table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from replays import figures
from web.base.language import language

if TYPE_CHECKING:
    from replays.findings import Block


class Chart(msgspec.Struct, frozen=True):
    """One chart: what it shows, the figure, one sentence by rule, and the same numbers as a table.

    `json` is empty where a table stands alone.
    """

    title: str
    json: str
    summary: str
    head: list[str]
    rows: list[list[str]]


def embedded(figure: Any) -> str:
    """A figure as JSON that may stand inside a page."""
    return figures.encoded(figure).decode().replace("<", "\\u003c")


def document_of(chart: Chart) -> dict[str, Any]:
    """A chart for programs: what it shows, its finding, its table, the figure as Plotly has it or None."""
    return {
        "title": chart.title,
        "summary": chart.summary,
        "head": chart.head,
        "rows": chart.rows,
        "figure": msgspec.json.decode(chart.json) if chart.json else None,
    }


def _as_text(value: Any) -> str:
    from replays.verdicts import number

    if isinstance(value, float):
        return number(value, language())
    return "" if value is None else str(value)


def chart_of(block: "Block", title: str, shown: Callable[[Any], str] = _as_text) -> Chart | None:
    """A block's chart; None if it has no numbers. `shown` writes the first cell of each row."""
    if not block.rows:
        return None
    return Chart(
        title=title,
        json="" if block.figure is None else embedded(block.figure),
        summary=block.headline,
        head=list(block.head),
        rows=[[shown(row[0]), *map(_as_text, row[1:])] for row in block.rows],
    )
