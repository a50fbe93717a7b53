"""What cards change is asked of the card table: no rule names a card."""

import ast
from pathlib import Path

import domain.wellington
from domain.parts.card_table import Question
from domain.wellington.position import card_table
from tests.rules.wellington.built_in import CARDS

ROOT = Path(domain.wellington.__file__).parent
MAY_NAME_CARDS = ("cards", "facts", "seen")


def test_no_module_but_those_of_the_cards_names_a_card() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.value}"
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).parts[0] not in MAY_NAME_CARDS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in CARDS
    ]
    assert not named


def test_every_question_is_answered_by_cards_that_there_are() -> None:
    """And by one at least: a question that nobody answers should not be asked."""
    questions = {name: each for name, each in vars(card_table).items() if isinstance(each, Question)}
    assert len(questions) > 35
    for name, question in questions.items():
        cards = {key[0] if isinstance(key, tuple) else key for key in question}
        assert cards and cards <= set(CARDS), name
        assert question.about
