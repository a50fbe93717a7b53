"""The rules text has a heading for every paragraph of the rulebook and for every ruling."""


from domain.waterloo.facts import load
from tests.rules.rules_text import anchors, dead_references, has_text, headings

PARAGRAPHS = [
    "1.0", "2.1", "2.2", "2.3", "2.5", "3.0", "3.1", "3.2", "4.0", "5.0", "6.0", "7.0",
    "8.0", "8.1", "8.2", "8.3", "8.4", "8.5",
    "9.0", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "10",
    "11.0", "11.1", "11.2", "11.3", "11.4", "11.5", "11.6", "11.7", "12.0", "13.0", "13.1", "13.2", "13.3",
]
RULINGS = [f"W-{number:02}" for number in range(1, 97)]
NAMED_AS_MISSING = frozenset({"2.4"})    # W-01: there is no 2.4


def test_the_paragraphs_and_rulings_stand_in_order_and_none_is_missing() -> None:
    assert anchors("waterloo") == PARAGRAPHS + RULINGS


def test_every_paragraph_and_ruling_has_a_text() -> None:
    assert [anchor for anchor in PARAGRAPHS + RULINGS if not has_text("waterloo", anchor)] == []


def test_no_two_headings_read_the_same() -> None:
    titles = [title for _, title in headings("waterloo")]

    assert len(titles) == len(set(titles))


def test_every_reference_in_the_text_leads_to_a_heading() -> None:
    assert dead_references("waterloo", NAMED_AS_MISSING) == set()


def test_every_action_cites_a_paragraph_that_exists() -> None:
    assert {action.rule for action in load().actions.values()} <= set(anchors("waterloo"))
