"""The coach of an ordinary game speaks of questions that its title asks, in every language."""

import pytest

from domain.kernel.prose import languages, prose
from domain.titles import TITLES

HEADING = ".title"


@pytest.mark.parametrize("title", [each.id for each in TITLES])
def test_the_coach_has_a_heading_and_a_text_for_questions_that_the_title_asks(title: str) -> None:
    for language in languages(next(each for each in TITLES if each.id == title)):
        tables = prose(title, language).tables
        told = tables["coach"]
        questions = {key.partition(".")[0] for key in tables["prompts"]}
        spoken_of = {key for key in told if not key.endswith(HEADING)}
        assert spoken_of, "somebody who plays for the first time is told something"
        assert spoken_of <= questions, spoken_of - questions
        assert set(told) == spoken_of | {f"{question}{HEADING}" for question in spoken_of}
        assert not [text for text in told.values() if "{" in text or not text.strip()]
