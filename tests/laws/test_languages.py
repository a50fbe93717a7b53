"""What a title says, it says in each of its languages: sentences, names, card texts, rules, refusals."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from string import Formatter
from typing import Any

import pytest

from domain.kernel import ALL, PUBLIC, Seat, decision_at, titled
from domain.kernel.errors import GrognardError
from domain.kernel.events import HOST_EVENTS, rule_of
from domain.kernel.orders import Order
from domain.kernel.prose import TABLES, Prose, languages, prose
from domain.kernel.prose_files import read
from domain.store import open_games
from domain.titles import TITLES
from tests.laws.games import whole_game
from web.base.rulebook import anchor_for, anchors, cards, contents, speaks

EVERY = [
    pytest.param(title.id, each, id=f"{title.id}-{each}") for title in TITLES for each in languages(title)
]
FOREIGN = [param for param in EVERY if param.values[1] != "en"]
every_language = pytest.mark.parametrize(("title", "language"), EVERY)
every_foreign_language = pytest.mark.parametrize(("title", "language"), FOREIGN)
RESTS = 400
"""How many positions of a game are looked at for their prompts and menus."""


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@every_foreign_language
@pytest.mark.parametrize("table", TABLES)
def test_every_template_is_there_in_the_other_language_with_the_same_fields(
    title: str, language: str, table: str
) -> None:
    english, other = prose(title).tables[table], prose(title, language).tables[table]
    assert set(english) <= set(other), set(english) - set(other)
    for key, template in english.items():
        assert fields(other[key]) == fields(template), key


@every_language
def test_every_prompt_that_counts_choices_says_what_is_left(title: str, language: str) -> None:
    """The page said "5 left to choose" of points, cards and losses alike."""
    words = prose(title, language)
    prompts = words.tables["prompts"].items()
    counting = {key.partition(".")[0] for key, template in prompts if "left" in fields(template)}
    assert counting <= set(words.tables["left"])
    for key, template in words.tables["left"].items():
        without_number = re.sub(r"\{[^}]*\}", "", template)
        assert "left" in fields(template) and re.search(r"\w{2}", without_number) or "|" in template, key


def told_of(kind: Any) -> set[str]:
    """What a template may say of an event or order: its fields and its properties."""
    properties = (name for name in dir(kind) if isinstance(getattr(kind, name), property))
    return {*kind.__struct_fields__, *properties}


@every_foreign_language
def test_every_template_of_the_other_language_fills_fields_that_there_are(title: str, language: str) -> None:
    rule_set, words = titled(title), prose(title, language)
    known_kinds = (*rule_set.events, *HOST_EVENTS, *rule_set.orders)
    kinds: dict[str, Any] = {kind.__name__: kind for kind in known_kinds}
    for table in ("events", "orders"):
        for key, template in words.tables[table].items():
            known = kinds.get(key.partition(".")[0])
            assert known is None or fields(template) <= told_of(known), key


@every_foreign_language
def test_every_name_and_card_text_is_there_in_the_other_language(title: str, language: str) -> None:
    english, other = titled(title).names("en"), titled(title).names(language)
    assert set(english) <= set(other), set(english) - set(other)
    own = read(titled(title).folder, language)["names"]
    same = {key for key, text in english.items() if other[key] == text and text[:1].islower()}
    assert same <= set(own), sorted(same - set(own))
    told, meant = titled(title).texts(language), titled(title).texts("en")
    assert set(told) == set(meant)
    assert not [card for card in meant if told[card] == meant[card]]


@every_foreign_language
def test_every_scenario_option_measure_and_title_has_a_name_of_its_own(title: str, language: str) -> None:
    rule_set, words = titled(title), prose(title, language)
    assert words.title
    for scenario in rule_set.scenarios:
        assert {scenario.id, f"{scenario.id}.summary"} <= set(words.tables["scenarios"])
        called = words.scenario(scenario).name
        assert called != scenario.name
        own = read(rule_set.folder, language)["names"]
        assert scenario.id in own or words.name(scenario.id) in called, "the log tells it in English"
        assert words.scenario(scenario).summary != scenario.summary
        for option in scenario.options:
            assert option.id in words.tables["options"]
            assert all(words.choice(option, choice) != choice for choice in option.choices)
    assert {measure.id for measure in rule_set.measures} <= set(words.tables["measures"])


@cache
def told(title: str, language: str) -> tuple[str, ...]:
    """Every sentence of a game of each scenario with its first seating: events, prompts, orders, phases."""
    scenarios = titled(title).scenarios
    return tuple(sorted({text for scenario in scenarios for text in _told(title, scenario, language)}))


def _told(title: str, scenario: Any, language: str) -> Iterator[str]:
    seats, words = scenario.seatings[0], prose(title, language)
    history = whole_game(title, scenario.id, seats, 0)
    for each in history.recorded:
        for viewer in (ALL, PUBLIC, *seats):
            yield words.event(history.rule_set.redact(each.body, viewer))
    for rest in history.rests()[1:RESTS]:
        standing = history.at(rest)
        scene = history.rule_set.view(standing.state, PUBLIC)
        yield words.tables["phases"][scene.phase]
        decision = decision_at(standing.state, standing.agenda)
        for ask in decision.asks.values() if decision else ():
            yield words.prompt(ask)
            yield from filter(None, [words.left(ask)])
            yield from (words.order(order) for order in ask.menu())


@every_language
def test_no_sentence_shows_an_id(title: str, language: str) -> None:
    words = prose(title, language)
    known = set(re.findall(r"[\w']+", " ".join(vocabulary(words))))
    ids = {each for each in words.names if re.fullmatch(r"[a-z][a-z0-9_]*", each)} - known
    sentences = told(title, language)
    assert len(sentences) > 20
    for sentence in sentences:
        assert not re.search(r"_|\{|\}|None|\(\)", sentence), sentence
        assert not ids & set(re.findall(r"[\w']+", sentence)), sentence


def vocabulary(words: Prose) -> Iterator[str]:
    """Everything that a language says by itself."""
    yield from words.names.values()
    yield from words.lists.values()
    for table in words.tables.values():
        yield from table.values()


@every_foreign_language
def test_a_sentence_is_not_left_in_english(title: str, language: str) -> None:
    assert not set(told(title, language)) & {text for text in told(title, "en") if " " in text}


# Rule references


@every_language
def test_u15_every_log_line_prompt_and_refusal_cites_a_rule_that_resolves_in_both_languages(
    title: str, language: str
) -> None:
    rule_set = titled(title)
    cited = {kind.rule for kind in rule_set.events if kind.rule} | {rule_set.sequence}
    cited |= {option.rule for scenario in rule_set.scenarios for option in scenario.options}
    for scenario in rule_set.scenarios:
        cited |= set(rules_of_a_game(title, scenario.id, scenario.seatings[0]))
    cited |= {refused.rule for refused in refusals(title)}
    assert all(cited), "a rule is missing"
    known = {each for card in cards(rule_set, language) for each in card[:2]}
    paragraphs = {str(rule) for rule in cited if not str(rule).startswith("#")}
    assert {str(rule)[1:] for rule in cited} - {rule[1:] for rule in paragraphs} <= known
    lost = {rule for rule in paragraphs if anchor_for(rule_set, rule) not in anchors(title, language)}
    assert not lost


def rules_of_a_game(title: str, scenario: str, seats: tuple[Seat, ...]) -> Iterator[str]:
    """The rule of each line that is not the host's own (a seat taken, an undo), and of each prompt."""
    history = whole_game(title, scenario, seats, 0)
    yield from (rule_of(each.body) for each in history.recorded if not isinstance(each.body, HOST_EVENTS))
    for rest in history.rests()[1:RESTS]:
        standing = history.at(rest)
        decision = decision_at(standing.state, standing.agenda)
        yield from (ask.rule for ask in decision.asks.values()) if decision else ()


@cache
def refusals(title: str) -> tuple[GrognardError, ...]:
    """An order out of turn, an order that is not on the menu, an order for a position that is gone."""
    rule_set = titled(title)
    scenario = rule_set.scenarios[0]
    seats = scenario.seatings[0]
    with_games = open_games("memory:")
    try:
        game = with_games.create(title, scenario.id, seats=seats)
        desk = with_games.desk(game)
        asked = desk.waiting[0]
        idle = next((seat for seat in seats if seat not in desk.waiting), Seat("nobody"))
        legal = desk.menu(asked)[0]
        found = [_refused(lambda: with_games.order(game, asked, legal, "0.0"))]
        foreign = _foreign(title, desk.menu(asked))
        found.append(_refused(lambda: with_games.order(game, asked, foreign, None)))
        found.append(_refused(lambda: with_games.order(game, idle, legal, None)))
        return tuple(found)
    finally:
        with_games.close()


def _foreign(title: str, offered: Collection[Order]) -> Order:
    """An order of the title that the opening does not offer."""
    scenario = titled(title).scenarios[0]
    history = whole_game(title, scenario.id, scenario.seatings[0], 0)
    for rest in reversed(history.rests()[1:]):
        standing = history.at(rest)
        decision = decision_at(standing.state, standing.agenda)
        if decision:
            ask = next(iter(decision.asks.values()))
            for order in ask.menu():
                if order not in offered:
                    return order
    raise AssertionError("nobody was ever asked anything else")


def _refused(trying: Any) -> GrognardError:
    with pytest.raises(GrognardError) as refused:
        trying()
    return refused.value


@every_foreign_language
def test_a_refusal_is_told_in_the_language_of_the_asker(title: str, language: str) -> None:
    for refused in refusals(title):
        assert refused.said("en") == refused.message
        assert refused.said(language) != refused.message
        assert not re.search(r"_|\{|None", refused.said(language)), refused.said(language)


@every_foreign_language
def test_the_rules_have_the_same_anchors_in_each_language(title: str, language: str) -> None:
    rule_set = titled(title)
    assert anchors(title, language) == anchors(title, "en")
    assert [each[0] for each in contents(rule_set, language)] == [each[0] for each in contents(rule_set)]
    if speaks(rule_set, language):
        assert contents(rule_set, language) != contents(rule_set)


def test_a_title_without_the_language_is_told_in_english() -> None:
    assert prose("waterloo", "xx").language == "en"
    assert prose("waterloo", "it").language == "it"


def test_numbers_have_the_comma_of_the_language() -> None:
    assert (prose("waterloo", "it").name(2.5), prose("waterloo").name(2.5)) == ("2,5", "2.5")
