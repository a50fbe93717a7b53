"""Charts on pages: a figure as JSON that stands in the page, its finding in words, and its table."""

from typing import Any

import msgspec

from replays import figures


class Chart(msgspec.Struct, frozen=True):
    """One chart: what it shows, the figure, one sentence by rule, and the same numbers as a table."""

    title: str
    json: str
    summary: str
    head: list[str]
    rows: list[list[str]]


def embedded(figure: Any) -> str:
    """A figure as JSON that may stand inside a page."""
    return figures.encoded(figure).decode().replace("<", "\\u003c")
