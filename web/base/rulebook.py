"""The rules pages: a title's `rules.md` (`rules.it.md`) with one anchor for each numbered heading."""

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel import RuleSet, titled
from domain.kernel.prose import prose

_NUMBER = re.compile(r"^(?:§\s*)?(\d+(?:\.\d+)*[a-z]?|[A-Z]-\w+)\.?\b")


def speaks(rule_set: RuleSet, language: str) -> bool:
    """Whether the title's rules are there in `language`; where they are not, English ones are served."""
    return language == "en" or _file(rule_set, language).is_file()


def _file(rule_set: RuleSet, language: str) -> Path:
    return rule_set.folder / ("rules.md" if language == "en" else f"rules.{language}.md")


@cache
def _read(title: str, language: str = "en") -> tuple[str, tuple[tuple[str, str, int], ...]]:
    rule_set = titled(title)
    text = _file(rule_set, language if speaks(rule_set, language) else "en").read_text("utf-8")
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    contents: list[tuple[str, str, int]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            _anchor(token, tokens[place + 1].content, contents)
        elif token.type == "inline" and (
            found := re.match(r"\*\*(\d+(?:\.\d+)+[a-z]?)\.?\*\*", token.content)
        ):
            tokens[place - 1].attrSet("id", found.group(1))
    return str(reader.renderer.render(tokens, reader.options, {})), tuple(contents)


def _anchor(token: Token, heading: str, contents: list[tuple[str, str, int]]) -> None:
    if found := _NUMBER.match(heading):
        token.attrSet("id", found.group(1))
        contents.append((found.group(1), heading, int(token.tag[1])))


def rules_html(rule_set: RuleSet, language: str = "en") -> str:
    """The rules as HTML; whatever markup the text has is shown as text."""
    return _read(rule_set.id, language)[0]


def contents(rule_set: RuleSet, language: str = "en") -> tuple[tuple[str, str, int], ...]:
    """(anchor, heading, level) of every numbered heading."""
    return _read(rule_set.id, language)[1]


def cards(rule_set: RuleSet, language: str = "en") -> list[tuple[str, str, str, str]]:
    """(id, number, name, text) of every numbered card of which the title says what it does."""
    words, english = prose(rule_set, language), rule_set.names("en")
    numbers = {card: re.search(r"\(card (\d+)", english[card]) for card in words.texts}
    return [
        (card, number.group(1), words.name(card), words.texts[card])
        for card, number in numbers.items()
        if number
    ]


@cache
def anchors(title: str, language: str = "en") -> frozenset[str]:
    """Every anchor of a title's rules; the same in every language."""
    return frozenset(re.findall(r' id="([^"]+)"', _read(title, language)[0]))


def anchor_for(rule_set: RuleSet, rule: str) -> str | None:
    """The anchor of `rule`, or of the nearest paragraph around it; None if there is none."""
    known, parts = anchors(rule_set.id), rule.split(".")
    while parts:
        if ".".join(parts) in known:
            return ".".join(parts)
        parts.pop()
    return None
