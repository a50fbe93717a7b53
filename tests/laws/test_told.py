"""What a table tells of pieces, of the standing and of what an order gives up, in every language."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.kernel import PUBLIC, RuleSet, titled
from domain.kernel.battles import total
from domain.kernel.prose import languages, prose
from domain.kernel.ruleset import Odds
from tests.laws.games import whole_game
from tests.laws.test_concealing import asked_of, every_table, positions

ID = re.compile(r"[{}_]")
"""What no sentence has: a field that was not filled in, an id."""


@every_table
def test_a_piece_and_the_lead_tell_only_what_everybody_may_know(
    title: str, scenario: str, seats: Any
) -> None:
    history, told = whole_game(title, scenario, seats, 3), 0
    rule_set = history.rule_set
    for play in positions(history, 1 + len(history.rests()) // 12):
        other, _ = rule_set.conceal(play.state, play.agenda, PUBLIC, Random(7))
        assert rule_set.lead(play.state) == rule_set.lead(other)
        for piece in rule_set.view(play.state, PUBLIC).tokens:
            card = rule_set.piece_card(play.state, piece)
            assert card == rule_set.piece_card(other, piece)
            told += card is not None
        assert rule_set.piece_card(play.state, "no such piece") is None
    if title in ("waterloo", "wellington"):
        assert told > 100


@every_table
def test_what_is_told_is_a_sentence_in_every_language(title: str, scenario: str, seats: Any) -> None:
    history = whole_game(title, scenario, seats, 4)
    rule_set = history.rule_set
    for language in languages(rule_set):
        words = prose(title, language)
        for play in positions(history, 1 + len(history.rests()) // 12):
            said = [
                words.lost(lost)
                for ask in asked_of(play).asks.values()
                for order in ask.menu()
                if (lost := rule_set.forfeit(play.state, order)) is not None
            ]
            lead = rule_set.lead(play.state)
            if lead is not None:
                assert lead.turn >= 1 and (lead.turn <= lead.turns or not lead.turns)
                assert lead.ahead is None or words.name(lead.ahead) != lead.ahead
                said += [words.told(each) for each in (*lead.counts, lead.goal)]
            for piece in rule_set.view(play.state, PUBLIC).tokens:
                card = rule_set.piece_card(play.state, piece)
                said += [words.told(each) for each in (*card.chips, *card.lines)] if card else []
            assert [each for each in said if ID.search(each) or not each.strip()] == []


@pytest.mark.parametrize("title", ["waterloo", "wellington", "washingtons_war", "napoleonics", "brandywine"])
def test_t11_the_lines_of_an_attack_come_to_what_both_sides_bring(title: str) -> None:
    rule_set = titled(title)
    known = list(islice(attacks_of(rule_set), 30))
    assert known
    for odds in known:
        assert tuple(map(total, odds.factors)) == odds.sides
        for language in languages(rule_set):
            words = prose(title, language)
            said = [words.of_battle(line.said) for lines in odds.factors for line in lines]
            assert [each for each in said if ID.search(each) or not each.strip()] == []


def attacks_of(rule_set: RuleSet) -> Iterator[Odds]:
    """The odds of battles in random games."""
    scenario = rule_set.scenarios[0]
    for number in range(3):
        history = whole_game(rule_set.id, scenario.id, scenario.seatings[0], number)
        for play in positions(history, 2):
            for ask in asked_of(play).asks.values():
                for order in ask.menu():
                    if rule_set.hint(play.state, order).kind == "fight":
                        odds = rule_set.odds(play.state, (), order)
                        if odds is not None and odds.factors[0]:
                            yield odds
