"""What is printed and what is reconstructed is said once, as the data's own marks have it."""

from pathlib import Path

import pytest

from domain.kernel import RuleSet, prose_files, titled
from domain.kernel.prose import languages
from domain.kernel.provenance import counted, is_given, sentence
from domain.titles import TITLES
from scripts.provenance import documents, written

TOLD = [(title, path, language) for title in TITLES for path, language in documents(title)]


@pytest.mark.parametrize(("source", "field", "given"), [
    ("reconstruction", "full", False),
    ("public (order of battle) + reconstruction (values)", "full", False),
    ("rulebook 8.0 (the counter) + public (commander) + reconstruction (values)", "full", False),
    ("rulebook 9.7 (the counter, full) + reconstruction (reduced)", "full", True),
    ("rulebook 9.7 (the counter, full) + reconstruction (reduced)", "reduced", False),
    ("rulebook 3.1, 10 + reconstruction (squares)", "squares", False),
    ("rulebook #12", "effect", True),
    ("rulebook example + reconstruction", "battle", False),
    ("rulebook example + rulebook 9.63", "battle", True),
    ("boxed game", "mp", True),
])  # fmt: skip
def test_a_mark_says_what_the_game_itself_gives(source: str, field: str, given: bool) -> None:
    assert is_given(source, field) is given


@pytest.mark.parametrize(("title", "path", "language"), TOLD, ids=lambda each: getattr(each, "name", each))
def test_the_documents_say_what_the_data_mark(title: RuleSet, path: Path, language: str) -> None:
    text = path.read_text("utf-8")
    assert written(text, title, language) == text, "run python -m scripts.provenance"
    assert " ".join(text.split()).count(sentence(title, language)) == 1


@pytest.mark.parametrize("title", TITLES, ids=lambda each: each.id)
def test_the_sentence_counts_entries_that_there_are(title: RuleSet) -> None:
    keys = [*title_table(title, "en")]
    assert keys and all([*title_table(title, language)] == keys for language in languages(title))
    for key in keys:
        given, of = counted(title.folder, key)
        assert 0 <= given <= of and of > 0, key


def title_table(title: RuleSet, language: str) -> dict[str, str]:
    return dict(prose_files.table(title.folder, language, "provenance"))


def test_no_value_of_a_card_of_waterloo_is_printed_and_five_of_its_counters() -> None:
    """9.1, 9.7 and 13.3 name 4/II (1), 9/II and 9/2 (4), 4/I (3) and 3/I (4); no example names a card."""
    folder = titled("waterloo").folder
    assert counted(folder, "cards.decks.*.cards.mp") == (0, 55)
    assert counted(folder, "units.*.*.full") == (5, 50)
