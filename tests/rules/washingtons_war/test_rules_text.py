"""The rules text has a heading for every paragraph of the rulebook and every ruling, in both languages."""

import re

from domain.washingtons_war.title import WASHINGTONS_WAR as RULES
from tests.rules.rules_text import DOMAIN, anchors, dead_references, has_text, headings

TITLE = "washingtons_war"
# fmt: off
PARAGRAPHS = [
    "1.0", "2.0", "2.1", "2.2", "3.0", "4.0", "5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7",
    "6.0", "6.1", "6.2", "6.3", "6.31", "6.32", "6.33", "6.34",
    "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "8.0", "8.1", "8.2",
    "9.0", "9.1", "9.2", "9.3", "9.4", "9.41", "9.42", "9.43", "9.44", "9.45", "9.46", "9.5",
    "9.6", "9.61", "9.62", "9.63", "9.7",
    "10.0", "10.1", "10.11", "10.12", "10.2", "10.3", "10.31", "10.32", "11.0", "11.1", "11.2", "11.3",
    "12.0", "12.1", "12.2", "12.3", "13.0", "13.1", "13.2",
]
# fmt: on
RULINGS = [f"R-{number}" for number in range(1, 110)]


def test_the_paragraphs_and_rulings_stand_in_order_and_none_is_missing() -> None:
    assert anchors(TITLE) == PARAGRAPHS + RULINGS


def test_every_paragraph_and_ruling_has_a_text() -> None:
    assert [anchor for anchor in PARAGRAPHS + RULINGS if not has_text(TITLE, anchor)] == []


def test_no_two_headings_read_the_same() -> None:
    titles = [title for _, title in headings(TITLE)]
    assert len(titles) == len(set(titles))


def test_every_reference_in_the_text_leads_to_a_heading() -> None:
    assert dead_references(TITLE) == set()


def test_every_paragraph_that_the_data_cites_stands_in_the_text() -> None:
    cited = {
        paragraph
        for file in (DOMAIN / TITLE / "data").glob("*.toml")
        for paragraph in re.findall(r"\brulebook (\d+(?:\.\d+)?)", file.read_text("utf-8"))
    }
    assert cited and cited <= set(anchors(TITLE))


def test_the_italian_text_has_the_same_tables_and_rulings_in_each_paragraph() -> None:
    """Whatever an English paragraph refers to, its translation refers to."""
    english, italian = (
        dict(re.findall(r"^##+ (\S+) .+\n\n((?:.|\n)+?)(?=^#|\Z)", text, re.MULTILINE))
        for text in ((RULES.folder / file).read_text("utf-8") for file in ("rules.md", "rules.it.md"))
    )
    for anchor in PARAGRAPHS:
        named = [sorted(re.findall(r"\bR-\d+", text[anchor])) for text in (english, italian)]
        assert named[0] == named[1], anchor
        assert english[anchor].count("\n|") == italian[anchor].count("\n|"), anchor
