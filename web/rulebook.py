"""The rules pages: a title's `rules.md` with one anchor for each numbered heading."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel import RuleSet, titled

_NUMBER = re.compile(r"^(?:§\s*)?(\d+(?:\.\d+)*[a-z]?|[A-Z]-\w+)\.?\b")


@cache
def _read(title: str) -> tuple[str, tuple[tuple[str, str, int], ...]]:
    text = (titled(title).folder / "rules.md").read_text("utf-8")
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


def rules_html(rule_set: RuleSet) -> str:
    """The rules as HTML; whatever markup the text has is shown as text."""
    return _read(rule_set.id)[0]


def contents(rule_set: RuleSet) -> tuple[tuple[str, str, int], ...]:
    """(anchor, heading, level) of every numbered heading."""
    return _read(rule_set.id)[1]


def cards(rule_set: RuleSet) -> list[tuple[str, str, str, str]]:
    """(id, number, name, text) of every card of which the title says what it does."""
    names = rule_set.names("en")
    found = []
    for card, text in rule_set.texts.items():
        number = re.search(r"\(card (\d+)", names[card])
        found.append((card, number.group(1) if number else "", names[card], text))
    return found


@cache
def _anchors(title: str) -> frozenset[str]:
    return frozenset(re.findall(r' id="([^"]+)"', _read(title)[0]))


def anchor_for(rule_set: RuleSet, rule: str) -> str | None:
    """The anchor of `rule`, or of the nearest paragraph around it; None if there is none."""
    known, parts = _anchors(rule_set.id), rule.split(".")
    while parts:
        if ".".join(parts) in known:
            return ".".join(parts)
        parts.pop()
    return None
