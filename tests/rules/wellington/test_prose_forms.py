"""Forms of words in the sentences of a title: one or several, names with their article."""

import pytest

from domain.kernel import PUBLIC
from domain.kernel.prose import Prose
from domain.wellington.events.interphase import OldCardsReturned
from domain.wellington.events.points import FormationMoved
from domain.wellington.events.setup import HandKept
from domain.wellington.events.sieges import SiegeEnded
from domain.wellington.title import WELLINGTON

ENGLISH, ITALIAN = Prose(WELLINGTON, "en"), Prose(WELLINGTON, "it")


def moved(*leaders: str) -> FormationMoved:
    return FormationMoved(
        power="sud", start="sevilla", to="cadiz", leaders=leaders, troops=(), left=(), means="march"
    )


@pytest.mark.parametrize(
    ("leaders", "words"),
    [
        (("soult",), "Soult of Armée du Sud goes"),
        (("soult", "drouet"), "Soult and Drouet of Armée du Sud go"),
    ],
)
def test_one_commander_goes_and_two_go(leaders: tuple[str, ...], words: str) -> None:
    assert ENGLISH.event(moved(*leaders)).startswith(f"{words} from ")


def test_italian_names_have_their_article_in_a_sentence_and_none_as_a_label() -> None:
    assert ITALIAN.event(HandKept(power="france")) == "La Francia tiene la sua mano."
    assert ITALIAN.name("france") == "Francia"


@pytest.mark.parametrize(("power", "words"), [("sud", "all'Armée du Sud"), ("spain", "alla Spagna")])
def test_a_preposition_and_an_article_are_one_word(power: str, words: str) -> None:
    held = SiegeEnded(power=power, duchy="cadiz", taken=False, round=2, overrun=False)
    assert ITALIAN.event(held) == f"Cadice resiste {words}; l'assedio finisce al round 2."


def test_who_gives_no_old_card_back_is_told_so_to_all() -> None:
    returned = OldCardsReturned(power="sud", count=0)
    assert ENGLISH.event(returned) == "Armée du Sud gives no old card back."
    assert ENGLISH.event(WELLINGTON.redact(returned, PUBLIC)) == "Armée du Sud gives no old card back."
    some = OldCardsReturned(power="sud", count=2, cards=("leader_wounded", "cold_steel"))
    assert ENGLISH.event(WELLINGTON.redact(some, PUBLIC)) == (
        "Armée du Sud gives old cards back into the deck: 2."
    )


def test_a_number_below_0_has_the_sign_of_the_panels() -> None:
    assert (ENGLISH.name(-1), ENGLISH.name(-1.5), ITALIAN.name(-1.5)) == ("−1", "−1.5", "−1,5")
