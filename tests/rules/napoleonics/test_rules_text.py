"""The rules text has a heading for every paragraph and ruling; every case and every ruling has its test."""

import re
from pathlib import Path

from domain.napoleonics.title import NAPOLEONICS as RULES
from tests.rules.rules_text import DOMAIN, anchors, dead_references, has_text, headings

TITLE = "napoleonics"
# fmt: off
PARAGRAPHS = [
    "1", "2", "2.1", "2.2", "2.3", "2.4", "3", "4", "4.1", "4.2", "4.3", "5", "5.1", "5.2",
    "6", "6.1", "6.2", "6.3", "6.4", "7", "8", "8.1", "8.2", "9", "9.1", "9.2", "10", "10.1", "10.2", "10.3",
    "11", "12", "13", "13.1", "13.2", "13.3", "13.4", "13.5", "13.6", "13.7", "13.8", "13.9", "14", "14.1",
    "14.2", "15",
]
# fmt: on
RULINGS = [f"R-{number:02}" for number in range(1, 149)]
CASES = [f"EX-{number:03}" for number in range(1, 273)]
RANGE = re.compile(r"R-(\d+) to R-(\d+)")


def told() -> str:
    """All that the tests of this title say."""
    return "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def cited(text: str) -> set[str]:
    found = {f"R-{int(number):02}" for number in re.findall(r"R-(\d+)", text)}
    for first, last in RANGE.findall(text):
        found |= {f"R-{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def test_the_paragraphs_and_rulings_stand_in_order_and_none_is_missing() -> None:
    assert anchors(TITLE) == PARAGRAPHS + RULINGS


def test_every_paragraph_and_ruling_has_a_text() -> None:
    assert [anchor for anchor in PARAGRAPHS + RULINGS if not has_text(TITLE, anchor)] == []


def test_no_two_headings_read_the_same() -> None:
    titles = [title for _, title in headings(TITLE)]
    assert len(titles) == len(set(titles))


def test_every_reference_in_the_text_leads_to_a_heading() -> None:
    assert dead_references(TITLE) == set()


def test_every_case_of_the_examples_is_a_test() -> None:
    text = told().replace("test_ex_", "EX-")
    assert [case for case in CASES if case not in text] == []


def test_every_ruling_is_cited_by_a_test() -> None:
    assert [ruling for ruling in RULINGS if ruling not in cited(told())] == []


def test_every_paragraph_that_the_data_cites_stands_in_the_text() -> None:
    files = [path.read_text("utf-8") for path in (DOMAIN / TITLE / "data").glob("*.toml")]
    named = {paragraph for text in files for paragraph in re.findall(r"rulebook (\d+(?:\.\d+)?)", text)}
    assert named and named <= set(anchors(TITLE))


def test_the_italian_text_refers_to_the_same_rulings() -> None:
    english, italian = (
        dict(re.findall(r"^##+ (\S+) .+\n\n((?:.|\n)+?)(?=^#|\Z)", text, re.MULTILINE))
        for text in ((RULES.folder / file).read_text("utf-8") for file in ("rules.md", "rules.it.md"))
    )
    for anchor in PARAGRAPHS + RULINGS:
        named = [sorted(set(re.findall(r"\bR-\d+", text[anchor]))) for text in (english, italian)]
        assert named[0] == named[1], anchor
