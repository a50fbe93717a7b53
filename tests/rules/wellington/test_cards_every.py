"""Every card does something in each way that it may be played (5.1, 5.3, 5.5)."""

from collections.abc import Callable

from domain.wellington.facts.cards import CardFact
from domain.wellington.playing.responses import points_of
from domain.wellington.position.card_table import ANSWERS, BATTLE_CARDS, EVENTS
from tests.rules.wellington.built_in import CARDS
from tests.rules.wellington.position import position


def wrong(is_right: Callable[[CardFact], bool]) -> list[str]:
    """The cards, of all, for which it is not so."""
    assert len(CARDS) == 110
    return [f"{card.number}-{card.id}" for card in CARDS.values() if not is_right(card)]


def is_answer(card: CardFact) -> bool:
    """May it be played in somebody's window, and not only laid among the battle cards?"""
    return not card.is_battle_card and any(window != "own_impulse" for window in card.when)


def test_a_card_of_ones_own_impulse_has_an_event() -> None:
    assert wrong(lambda card: "own_impulse" not in card.when or card.id in EVENTS) == []


def test_a_response_has_an_answer() -> None:
    """The Knight of St George is a response in name alone: it is handed over in one's own impulse (#94)."""
    assert wrong(lambda card: (card.id in ANSWERS) == is_answer(card)) == []
    assert wrong(lambda card: card.is_response <= (card.id in ANSWERS or card.number == 94)) == []


def test_a_battle_card_lies_in_battles_or_sieges() -> None:
    assert wrong(lambda card: (card.id in BATTLE_CARDS) == card.is_battle_card) == []


def test_a_card_gives_its_points_unless_it_is_mandatory() -> None:
    start = position()
    assert wrong(lambda card: card.is_mandatory or points_of(start, card.id) == card.cp) == []


def test_no_effect_stands_on_a_card_that_may_not_be_played_so() -> None:
    assert wrong(lambda card: (card.id in EVENTS) <= ("own_impulse" in card.when)) == []
