"""Reading a title's `rules.md` in tests: its headings, their texts and the references between them."""

import re
from functools import cache
from pathlib import Path

DOMAIN = Path(__file__).parents[2] / "domain"
HEADING = re.compile(r"^#{2,4} (\d+(?:\.\d+)*|[A-Z]-\w+) (.+)$", re.MULTILINE)
PARAGRAPH_NAMED = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?!\d|\.\d)")
RULING_NAMED = re.compile(r"(?<![\w-])[A-Z]-(?:\d+|[A-Z])\b")


@cache
def rules_text(title: str) -> str:
    """The rules of `title` (the id of its folder under `domain`), in Markdown."""
    return (DOMAIN / title / "rules.md").read_text("utf-8")


def headings(title: str) -> list[tuple[str, str]]:
    """(number or ruling id, words) of every heading, in order."""
    return HEADING.findall(rules_text(title))


def anchors(title: str) -> list[str]:
    return [anchor for anchor, _ in headings(title)]


def has_text(title: str, anchor: str) -> bool:
    """Whether the heading `anchor` is followed by a text of its own."""
    found = re.search(rf"^##+ {re.escape(anchor)} .+\n\n(.+)$", rules_text(title), re.MULTILINE)
    return found is not None and not found[1].startswith("#")


def dead_references(title: str, allowed: frozenset[str] = frozenset()) -> set[str]:
    """The paragraphs and rulings that the text names without having them; `allowed` are named as missing."""
    text = rules_text(title)
    named = set(PARAGRAPH_NAMED.findall(text)) | set(RULING_NAMED.findall(text))
    return named - set(anchors(title)) - allowed
