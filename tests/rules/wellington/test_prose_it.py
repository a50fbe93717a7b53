"""Wellington speaks Italian: every sentence, name and card text, told over the same games as in English."""

import re
from string import Formatter

import pytest

from domain.kernel import PUBLIC, Seat, prose_files
from domain.kernel.prose import Prose
from domain.wellington.orders.battle import RetreatLeader
from domain.wellington.title import WELLINGTON as RULES
from tests.rules.wellington.built_in import CARDS, DUCHIES, LEADERS
from tests.rules.wellington.test_prose import IDS, heard

TELLING = Prose(RULES, "it")
TOLD = ("events", "parts", "orders", "prompts", "measures", "phases", "odds")
FILES = {each: prose_files.read(RULES.folder, each) for each in ("en", "it")}
LEFT_ENGLISH = re.compile(r"\b(the|and|of|with|card|points|soldiers|loses|plays)\b")
NUMBERS = re.compile(r"\d+")


def fields_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("table", TOLD)
def test_every_sentence_is_there_with_the_same_places_to_fill(table: str) -> None:
    english, italian = FILES["en"][table], FILES["it"][table]
    assert list(english) == list(italian)
    assert {key: fields_of(each) for key, each in english.items()} == {
        key: fields_of(each) for key, each in italian.items()
    }


def test_whatever_has_an_english_name_has_an_italian_one() -> None:
    italian = RULES.names("it")
    assert set(RULES.names("en")) == set(italian)
    made_of_others = re.compile(r"-|_set_aside$|_open$")
    plain = {each for each in RULES.names("en") if not made_of_others.search(each)}
    assert plain - {*DUCHIES, *LEADERS} <= set(FILES["it"]["names"])
    assert italian["form_square"] == "Formare Quadrato (carta 1, 2 CP)"
    assert italian["avila-salamanca"] == "Ávila – Salamanca"


def test_every_card_text_has_the_numbers_of_the_english_one() -> None:
    texts = RULES.texts("it")
    assert set(FILES["it"]["texts"]) == set(CARDS)
    for card, fact in CARDS.items():
        assert sorted(NUMBERS.findall(texts[card])) == sorted(NUMBERS.findall(fact.effect)), card


def test_scenarios_have_italian_names() -> None:
    assert {TELLING.scenario(each).name for each in RULES.scenarios} == {"Inizio nel 1812", "Inizio nel 1813"}


def test_what_happens_is_asked_and_offered_is_told_in_italian() -> None:
    events, asks, orders, _ = heard()
    told = {TELLING.event(RULES.redact(each, viewer)) for each in events for viewer in (Seat("all"), PUBLIC)}
    assert all(each.endswith(".") for each in told)
    told |= {TELLING.prompt(each) for each in asks.values()} | {TELLING.order(each) for each in orders}
    for sentence in told:
        assert not IDS.search(sentence), sentence
        assert not LEFT_ENGLISH.search(sentence), sentence


def test_vowels_that_meet_are_kept_apart() -> None:
    assert TELLING.order(RetreatLeader("hill", "almeida")) == "Hill: ritirata solitaria ad Almeida"
