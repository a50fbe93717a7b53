"""What counters, orders and the coach tell of the rules, in both languages."""

import pytest

from domain.kernel import Order, prose_files
from domain.kernel.prose import prose
from domain.waterloo import WATERLOO
from domain.waterloo.orders import DeclineRound, StopUnit
from domain.waterloo.seen.told import forfeit, piece_card
from tests.rules.waterloo.position import Table, given


def table() -> Table:
    return given({"fr_cav_14_4": "I7 N", "fr_cav_9_2": "K7 N"}, hands={"french": "fr_01"})


def lost(order: Order, language: str) -> str:
    told = forfeit(table().state, order)
    assert told is not None
    return prose("waterloo", language).lost(told)


def test_a_unit_that_stops_moves_no_more_with_any_card_of_the_round() -> None:
    """8.0: "la prima unità non potrà più spostarsi per quel round"."""
    assert lost(StopUnit("fr_cav_9_2"), "en") == "it moves no more in this round"
    assert lost(StopUnit("fr_cav_9_2"), "it") == "in questo round non muove più"


def test_about_a_round_that_the_prussian_declines_the_english_player_decides() -> None:
    """6.0: "il giocatore inglese potrà prendere la decisione finale": it may come back to the Prussian."""
    assert lost(DeclineRound(), "en") == "the English player decides about the round"
    assert lost(DeclineRound(), "it") == "sul round decide chi guida gli Inglesi"


@pytest.mark.parametrize("unit", ["fr_cav_14_4", "fr_cav_9_2"])
def test_cavalry_is_said_to_gain_by_a_charge_only_where_it_does(unit: str) -> None:
    """11.4: "i bonus sulla Carica di Cavalleria non sono applicati ad una Cavalleria che attacca il fronte di
    una Fanteria ... Il bonus non si applica sulla Cavalleria nemica"."""
    card = piece_card(table().state, unit)
    assert card is not None
    assert "at the flank or rear of infantry" in prose("waterloo").told(card.lines[-1])
    assert "sul fianco o sul retro della fanteria" in prose("waterloo", "it").told(card.lines[-1])


@pytest.mark.parametrize(("language", "says"), [("en", "a second reduction"), ("it", "seconda riduzione")])
def test_the_coach_ends_a_reduced_unit_by_a_second_reduction(language: str, says: str) -> None:
    """9.5: "Un'unità già ridotta ... che dovesse soffrire di una riduzione, verrà eliminata"; 9.4 lets it
    retreat from a battle that is not lost by more than double."""
    assert says in prose_files.table(WATERLOO.folder, language, "coach")["loss"]
