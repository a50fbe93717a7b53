"""What cards do is asked of the card table: no rule names a card."""

import ast
from pathlib import Path

import domain.washingtons_war
from domain.parts.card_table import Question
from domain.washingtons_war import cards
from domain.washingtons_war.facts import FACTS
from domain.washingtons_war.position import card_table

ROOT = Path(domain.washingtons_war.__file__).parent
CARDS = Path(cards.__file__).parent
STEPS = [(fact, step) for fact in FACTS.cards.values() for step in fact.steps]


def test_no_module_names_a_card() -> None:
    """Not even those of the cards: the data say what each does, in words that several share."""
    named = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.value!r}"
        for path in sorted(ROOT.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in FACTS.cards
    ]
    assert CARDS.is_relative_to(ROOT) and not named


def test_every_step_of_an_event_has_an_effect() -> None:
    events = {step.do for fact, step in STEPS if not fact.battle_card or step.when}
    assert events == set(card_table.effects)


def test_every_step_of_a_battle_card_has_its_answer() -> None:
    in_battle = {step.do for fact, step in STEPS if fact.battle_card and not step.when}
    assert in_battle == set(card_table.battle_modifier) | set(card_table.battle_effects)
    assert not set(card_table.battle_modifier) & set(card_table.battle_effects)


def test_every_condition_that_a_card_requires_can_be_judged() -> None:
    assert set(card_table.conditions) == {each for fact in FACTS.cards.values() for each in fact.requires}


def test_every_question_says_what_it_is_about_and_is_answered() -> None:
    questions = [each for each in vars(card_table).values() if isinstance(each, Question)]
    assert len(questions) == 5
    assert all(each and each.about for each in questions)


def test_what_needs_a_target_has_targets() -> None:
    """A step with a count, a limit or a need of a target is applied to spaces, or needs none."""
    without_space = {"discard_random", "add_cu_box"}
    for _, step in STEPS:
        if (step.count or step.up_to or step.needs_target) and step.do not in without_space:
            assert step.do in card_table.targets, step.do
