"""The rules text has a heading for every numbered paragraph and ruling, in both languages."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from domain.brandywine.facts import DATA
from tests.rules.rules_text import anchors, dead_references, has_text, headings

TITLE = "brandywine"
RULINGS = [f"R-{number}" for number in range(1, 108)]
LAST = {
    # fmt: off
    "2": 4, "2.2": 2, "3": 2, "3.1": 3, "4": 4, "4.1": 2, "4.2": 2, "4.3": 5, "6": 1, "6.1": 6,
    "7": 1, "7.1": 3, "8": 2, "8.1": 3, "8.2": 2, "9": 8, "9.1": 7, "9.2": 2, "9.3": 3, "9.4": 5,
    "9.5": 3, "9.6": 3, "9.7": 3, "9.8": 4, "10": 1, "10.1": 9, "11": 2, "11.1": 6, "11.2": 4,
    "12": 3, "12.1": 15, "12.2": 6, "12.3": 10, "13": 6, "13.1": 10, "13.2": 7, "13.5": 2,
    "13.6": 4, "14": 6, "14.1": 2, "14.2": 3, "14.3": 2, "15": 2, "15.1": 3, "15.2": 7, "16": 3,
    "16.1": 3, "16.2": 10, "16.3": 3, "17": 1, "17.1": 2, "18": 4, "18.1": 3, "18.2": 3, "18.3": 2,
    "18.4": 3,
    # fmt: on
}
"""Paragraph -> how many paragraphs the rulebook has under it."""
ALONE = {"4.2.1": ("4.2.1.1",), "12.1.9": ("12.1.9.1",)}
NUMBER = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d{1,2}){1,3}(?![\d.]*\d)")
MISPRINTS = {"9.2.1", "11.2.6", "5.0", "13.0"}
"""Numbers that R-2 quotes as they stand, and chapters as the rulebook numbers them."""


def paragraphs(under: str = "") -> list[str]:
    """The numbered paragraphs of the rulebook, in order."""
    count = LAST.get(under, 0) if under else 18
    found = [*ALONE.get(under, ())]
    for each in range(1, count + 1):
        number = f"{under}.{each}" if under else str(each)
        found += [number, *paragraphs(number)]
    return found


def text(language: str = "") -> str:
    return (DATA.parent / f"rules{language}.md").read_text("utf-8")


def passages(language: str = "") -> dict[str, str]:
    found = re.findall(r"^##+ (\d[\d.]*|R-\d+) .+\n\n((?:.|\n)+?)(?=^##|\Z)", text(language), re.MULTILINE)
    return dict(found)


def test_the_paragraphs_and_rulings_stand_in_order_and_none_is_missing() -> None:
    assert anchors(TITLE) == [*paragraphs(), *RULINGS]


def test_every_paragraph_and_ruling_has_a_text_of_its_own() -> None:
    assert [anchor for anchor in anchors(TITLE) if not has_text(TITLE, anchor)] == []
    titles = [title for _, title in headings(TITLE)]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("language", ["", ".it"])
def test_every_reference_leads_to_a_heading(language: str) -> None:
    assert dead_references(TITLE, frozenset(MISPRINTS)) == set()
    assert set(NUMBER.findall(text(language))) - set(anchors(TITLE)) - MISPRINTS == set()


def test_the_italian_text_has_the_same_headings_and_refers_to_the_same_rulings() -> None:
    english, italian = passages(), passages(".it")
    assert list(english) == list(italian) == anchors(TITLE)
    for anchor in english:
        named = [sorted(set(re.findall(r"\bR-\d+", each[anchor]))) for each in (english, italian)]
        assert named[0] == named[1], anchor


def test_every_ruling_is_named_by_a_paragraph_or_by_another_ruling() -> None:
    named = {ruling for anchor, told in passages().items() for ruling in re.findall(r"R-\d+", told)}
    assert [ruling for ruling in RULINGS if ruling not in named] == []


def test_every_paragraph_that_the_data_cites_stands_in_the_text() -> None:
    cited = {
        paragraph
        for path in DATA.glob("*.toml")
        for paragraph in re.findall(r"rulebook (\d+(?:\.\d+)*)", path.read_text("utf-8"))
    }
    known = {each.removesuffix(".0") for each in cited}
    assert known and known <= set(anchors(TITLE))


def test_longer_numbers_have_smaller_headings() -> None:
    levels = re.findall(r"^(##+) (\d[\d.]*) ", text(), re.MULTILINE)
    assert all(len(marks) == min(4, 2 + number.count(".")) for marks, number in levels)
    assert all(b.count(".") <= a.count(".") + 1 for (_, a), (_, b) in pairwise(levels))


def told() -> str:
    """All that the other tests of this title say."""
    own = Path(__file__)
    return "\n".join(path.read_text("utf-8") for path in own.parent.glob("test_*.py") if path != own)


def test_every_case_of_the_examples_is_a_test() -> None:
    said = told()
    cases = {int(number) for number in re.findall(r"\bE(\d+)\b", said)}
    for first, last in re.findall(r"\bE(\d+) to E(\d+)\b", said):
        cases |= set(range(int(first), int(last) + 1))
    assert set(range(1, 151)) - cases == set()


def test_every_ruling_is_cited_by_a_test() -> None:
    cited = {f"R-{number}" for number in re.findall(r"\bR-(\d+)", told())}
    assert set(RULINGS) - cited == set()
