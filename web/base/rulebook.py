"""The rules pages: a title's `rules.md` (`rules.it.md`) with one anchor for each numbered heading."""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel import RuleSet, titled
from domain.kernel.prose import prose

_NUMBER = re.compile(r"^(?:§\s*)?(\d+(?:\.\d+)*[a-z]?|[A-Z]-\w+)\.?\b")
AROUND = 70
"""How many characters before and after the word that was looked for are shown."""


class Passage(NamedTuple):
    """Where words were found: anchor and heading of the passage, its text before, at and after the first."""

    anchor: str
    heading: str
    before: str
    word: str
    after: str


def speaks(rule_set: RuleSet, language: str) -> bool:
    """Whether the title's rules are there in `language`; where they are not, English ones are served."""
    return language == "en" or _file(rule_set, language).is_file()


def _file(rule_set: RuleSet, language: str) -> Path:
    return rule_set.folder / ("rules.md" if language == "en" else f"rules.{language}.md")


class Rulebook(NamedTuple):
    """A title's rules as HTML, the (anchor, heading, level) of every numbered heading, and the
    (anchor, heading, text) of every passage between two of them."""

    html: str
    contents: tuple[tuple[str, str, int], ...]
    passages: tuple[tuple[str, str, str], ...]


@cache
def _read(title: str, language: str = "en") -> Rulebook:
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
    passages = _passages(tokens)  # before the text is rendered, which changes it
    return Rulebook(str(reader.renderer.render(tokens, reader.options, {})), tuple(contents), passages)


def _passages(tokens: list[Token]) -> tuple[tuple[str, str, str], ...]:
    found: list[tuple[str, str, list[str]]] = []
    for place, token in enumerate(tokens):
        if token.type.endswith("_open") and token.attrGet("id"):
            heading = _plain(tokens[place + 1])
            heading = heading if token.type == "heading_open" else str(token.attrGet("id"))
            found.append((str(token.attrGet("id")), heading, []))
        elif token.type == "inline" and found:
            found[-1][2].append(_plain(token))
    return tuple((anchor, heading, " ".join(texts)) for anchor, heading, texts in found)


def _plain(token: Token) -> str:
    breaks = ("softbreak", "hardbreak")
    return "".join(" " if each.type in breaks else each.content for each in token.children or ())


def _anchor(token: Token, heading: str, contents: list[tuple[str, str, int]]) -> None:
    if found := _NUMBER.match(heading):
        token.attrSet("id", found.group(1))
        contents.append((found.group(1), heading, int(token.tag[1])))


def rules_html(rule_set: RuleSet, language: str = "en") -> str:
    """The rules as HTML; whatever markup the text has is shown as text."""
    return _read(rule_set.id, language).html


def contents(rule_set: RuleSet, language: str = "en") -> tuple[tuple[str, str, int], ...]:
    """(anchor, heading, level) of every numbered heading."""
    return _read(rule_set.id, language).contents


def passages_with(rule_set: RuleSet, language: str, words: str) -> list[Passage]:
    """The passages and cards that have each of the words, accents and capitals aside, in the rules' order."""
    wanted = _folded(words).split()
    found: list[Passage] = []
    on_cards = [(f"card-{number}", title, text) for _, number, title, text in cards(rule_set, language)]
    for anchor, heading, text in [*_read(rule_set.id, language).passages, *on_cards]:
        if wanted and all(word in _folded(text) for word in wanted):
            at = _folded(text).index(wanted[0])
            end = at + len(wanted[0])
            before, after = text[max(0, at - AROUND) : at], text[end : end + AROUND]
            found.append(Passage(anchor, heading, before, text[at:end], after))
    return found


def _folded(text: str) -> str:
    """The text without accents and capitals, each letter in its place."""
    return "".join((unicodedata.normalize("NFD", letter)[0]).lower()[:1] for letter in text)


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
    return frozenset(re.findall(r' id="([^"]+)"', _read(title, language).html))


def anchor_for(rule_set: RuleSet, rule: str) -> str | None:
    """The anchor of `rule`, or of the nearest paragraph around it; None if there is none."""
    known, parts = anchors(rule_set.id), rule.split(".")
    while parts:
        if ".".join(parts) in known:
            return ".".join(parts)
        parts.pop()
    return None
