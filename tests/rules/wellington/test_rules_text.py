"""The rules text has a heading for every paragraph of the rulebook and for every ruling."""

import re
import tomllib
from typing import Any

from tests.rules.rules_text import DOMAIN, anchors, dead_references, has_text, headings, rules_text

DATA = DOMAIN / "wellington" / "data"
# fmt: off
PARAGRAPHS = [
    "1", "1.1", "1.2", "1.21", "1.22", "1.23", "1.24", "1.3", "1.4", "1.5", "1.6", "1.61", "1.62",
    "1.7", "1.8", "1.9", "1.10",
    "2", "2.1", "2.2", "2.3", "2.7", "2.5", "2.6", "3.0", "3.1",                # 2.7 stands before 2.5
    "4", "4.1", "4.2", "4.21", "4.22", "4.23", "4.24", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8",
    "5", "5.1", "5.11", "5.12", "5.13", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8",
    "6", "6.1", "6.2", "6.3", "7", "7.1", "8", "8.1", "8.2",
    "9", "9.1", "9.2", "9.3", "9.4", "9.41", "9.42", "9.43", "9.44", "9.5", "9.51", "9.52", "9.53",
    "9.6", "9.61", "9.62", "9.63", "9.64", "9.65", "9.7",
    "10", "10.1", "10.2", "10.3", "10.4", "10.41", "10.5", "10.6", "10.7", "10.8", "10.9", "10.10",
    "11", "11.1", "11.2", "11.3", "11.4", "11.41", "11.42", "11.43", "11.5", "11.51", "11.52", "11.53",
    "11.6", "11.61", "11.62", "11.7", "11.8", "11.9", "11.10", "11.11",         # one 11.9 for two
    "12", "12.1", "12.2", "12.21", "12.22", "12.23", "12.3", "12.31", "12.4", "12.41", "12.5",
    "13", "13.1", "14", "14.1", "14.2", "14.3", "14.4", "15", "15.1", "15.2", "15.3",
    "16", "16.1", "16.2", "16.21", "16.22", "16.23", "16.3", "16.31", "16.32",
    "16.4", "16.41", "16.42", "16.43", "16.44", "17", "17.1", "17.2",
    "18", "18.1", "18.2", "18.3", "18.31", "18.32", "18.4", "18.5", "18.6", "18.7",
    "19", "19.1", "19.2", "19.3", "19.4", "19.5", "20.0",
]
# fmt: on
CARDS_WITHOUT_RULING = {12, 17, 29, 36, 40, 41, 53, 64, 75, 101}
RULINGS = [
    *(f"G-{number}" for number in range(1, 12)),
    *(f"R-{number}" for number in range(1, 112)),
    *(f"W-{number}" for number in range(1, 29)),
    *("C-M", "C-N", "C-P", "C-X", "C-H"),
    *(f"C-{number}" for number in range(1, 111) if number not in CARDS_WITHOUT_RULING),
]
NAMED_AS_MISSING = frozenset({"2.4"})  # the rulebook has 2.7 in its place


def cards() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((DATA / "cards.toml").read_text("utf-8"))["card"]
    return found


def test_the_paragraphs_and_rulings_stand_in_order_and_none_is_missing() -> None:
    assert anchors("wellington") == PARAGRAPHS + RULINGS


def test_every_paragraph_and_ruling_has_a_text() -> None:
    assert [anchor for anchor in PARAGRAPHS + RULINGS if not has_text("wellington", anchor)] == []


def test_no_two_headings_read_the_same() -> None:
    titles = [title for _, title in headings("wellington")]

    assert len(titles) == len(set(titles))


def test_every_reference_in_the_text_leads_to_a_heading() -> None:
    assert dead_references("wellington", NAMED_AS_MISSING) == set()


def test_every_ruling_on_a_card_stands_in_the_text() -> None:
    cited = {ruling for card in cards() for ruling in card.get("rulings", ())}

    assert cited <= set(anchors("wellington"))


def test_every_paragraph_that_the_data_cites_stands_in_the_text() -> None:
    cited = {
        paragraph
        for file in DATA.glob("*.toml")
        for paragraph in re.findall(r"\brulebook (\d+(?:\.\d+)?)", file.read_text("utf-8"))
    }

    assert cited and cited <= set(anchors("wellington"))


def test_cards_are_called_in_the_text_by_the_names_on_them() -> None:
    names = {f"Card {card['number']}, {card['title']}" for card in cards()}
    told = {title for anchor, title in headings("wellington") if re.fullmatch(r"C-\d+", anchor)}

    assert told <= names
    for number, title in re.findall(r"cards? (\d+) \(([A-Z][^)]+)\)", rules_text("wellington")):
        assert f"Card {number}, {title}" in names
