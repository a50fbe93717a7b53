"""Every card does something in each way that it may be played (5.1, 5.3, 5.5)."""

import pytest

from domain.wellington.facts.cards import CardFact
from domain.wellington.facts.world import CARDS
from domain.wellington.playing.responses import points_of
from domain.wellington.position.card_table import ANSWERS, BATTLE_CARDS, EVENTS
from tests.rules.wellington.position import position

ALL = pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: f"{card.number}-{card.id}")


def is_answer(card: CardFact) -> bool:
    """May it be played in somebody's window, and not only laid among the battle cards?"""
    return not card.is_battle_card and any(window != "own_impulse" for window in card.when)


@ALL
def test_a_card_of_ones_own_impulse_has_an_event(card: CardFact) -> None:
    if "own_impulse" in card.when:
        assert card.id in EVENTS


@ALL
def test_a_response_has_an_answer(card: CardFact) -> None:
    """The Knight of St George is a response in name alone: it is handed over in one's own impulse (#94)."""
    assert (card.id in ANSWERS) == is_answer(card)
    assert card.is_response <= (card.id in ANSWERS or card.number == 94)


@ALL
def test_a_battle_card_lies_in_battles_or_sieges(card: CardFact) -> None:
    assert (card.id in BATTLE_CARDS) == card.is_battle_card


@ALL
def test_a_card_gives_its_points_unless_it_is_mandatory(card: CardFact) -> None:
    if not card.is_mandatory:
        assert points_of(position(), card.id) == card.cp


@ALL
def test_no_effect_stands_on_a_card_that_may_not_be_played_so(card: CardFact) -> None:
    assert (card.id in EVENTS) <= ("own_impulse" in card.when)
