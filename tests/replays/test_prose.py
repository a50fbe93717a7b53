"""The sentences of analysis and archives, in both languages."""

import re

from replays import verdicts


def fields(template: str) -> set[str]:
    """What a template is filled with; `Measure` is the measure where it begins a sentence."""
    return {name.lower() for name in re.findall(r"\{(\w+)", template)}


def test_every_sentence_is_there_in_both_languages_with_the_same_fields() -> None:
    english, italian = verdicts.texts("en"), verdicts.texts("it")
    assert english.keys() == italian.keys()
    for table, sentences in english.items():
        assert sentences.keys() == italian[table].keys(), table
        for key, template in sentences.items():
            if isinstance(template, str):
                assert fields(template) == fields(italian[table][key]), (table, key)
