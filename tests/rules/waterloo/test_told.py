"""What counters, orders and the coach tell of the rules, in both languages."""

import pytest

from domain.kernel import Order, prose_files
from domain.kernel.prose import prose
from domain.waterloo.facts import Army
from domain.waterloo.orders import DeclineRound, Pass, StopUnit
from domain.waterloo.seen.told import forfeit, piece_card
from domain.waterloo.title import WATERLOO
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


@pytest.mark.parametrize(("bound", "cards"), [(None, 3), ("prussian", 2)])
def test_a_coalition_that_passes_leaves_cards_of_one_army_unplayed(bound: Army | None, cards: int) -> None:
    """6.0: "Non potrà fare un misto dei due mazzi": three English and two Prussian cards are not five;
    7.0: "nel primo round potranno essere usate solo carte prussiane"."""
    hands: dict[Army, str]
    hands = {"anglo_allied": "aa_01 aa_02 aa_03", "prussian": "pr_01 pr_02", "french": "fr_01"}
    units = {"fr_inf_1_i": "A14 N", "aa_inf_3_i": "A1 S"}
    game = given(units, hands=hands, scenario="long", players=3, turn=4, bound=bound).order(Pass())
    assert game.prompt == "choose_army"
    told = forfeit(game.state, Pass())
    assert told is not None and told.about == {"cards": cards}
