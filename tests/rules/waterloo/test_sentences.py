"""Sentences that must be true as they stand, in both languages: bids, fire, losses, what scores."""

import re

import pytest

from domain.kernel import Event, Seat
from domain.kernel.events import SeatTaken
from domain.kernel.prose import prose
from domain.waterloo.events.leaders import LeaderDisplaced
from domain.waterloo.events.losses import UnitEliminated, UnitReduced
from domain.waterloo.events.turns import (
    BidsRevealed,
    FirstFrontSet,
    GameEnded,
    HandDealt,
    RoundArmySet,
    RoundDeclined,
    RoundEnded,
)
from domain.waterloo.orders import ChooseArmy
from domain.waterloo.title import WATERLOO
from domain.waterloo.victory import result
from tests.rules.waterloo.position import given
from tests.rules.waterloo.test_reckonings import battles


def told(event: Event) -> tuple[str, str]:
    """The event in English and in Italian."""
    return prose("waterloo").event(event), prose("waterloo", "it").event(event)


def test_that_nobody_bid_is_a_sentence() -> None:
    assert told(BidsRevealed()) == (
        "The bids are shown: neither front bid a card.",
        "Si scoprono le offerte: nessun fronte ha offerto una carta.",
    )


@pytest.mark.parametrize("front", ["french", "coalition"])
def test_that_a_bid_binds_is_told_whether_it_won_or_lost(front: str) -> None:
    english, italian = told(FirstFrontSet(front, "bid", "prussian"))  # type: ignore[arg-type]
    assert "bid binds its first round to the Prussians." in english
    assert "vincola il suo primo round a un'armata: Prussiani." in italian
    english, italian = told(FirstFrontSet(front, "bid"))  # type: ignore[arg-type]
    assert "bind" not in english and "vincola" not in italian


def test_the_end_of_a_round_says_which_army_has_no_card_left() -> None:
    assert told(RoundEnded("coalition", 3, "hand_empty", "prussian")) == (
        "The coalition round is over (the Prussians have no card left); cards played: 3.",
        "Finisce il round della coalizione (i Prussiani non hanno più carte); carte giocate: 3.",
    )
    stored_before = told(RoundEnded("coalition", 3, "hand_empty"))
    assert stored_before[0] == "The coalition round is over (its army has no card left); cards played: 3."
    assert "no card is left" in told(RoundEnded("french", 3, "hand_empty", "french"))[0]


def test_a_reduction_by_fire_says_that_the_disorder_is_gone() -> None:
    """9.5: "verrà ridotta (e non sarà più disordinata)"."""
    english, italian = told(UnitReduced("fr_inf_1_i", "fire"))
    assert english.endswith("is no longer in disorder.") and italian.endswith("non è più in Disordine.")
    assert "disorder" not in told(UnitReduced("fr_inf_1_i", "stand"))[0]


def test_an_eliminated_unit_scores_nothing_in_words_where_the_game_scores_nothing() -> None:
    """13.2: the short game has no victory points."""
    for sentence in told(UnitEliminated("aa_inf_3_i", "I7", True, 4, "battle", "french")):
        assert "VP" not in sentence and sentence.endswith(" 4.")


def test_the_result_says_what_it_counts() -> None:
    short = GameEnded("13.2", "short", "coalition", {"french": 2, "coalition": 2}, {}, {})
    long = GameEnded("13.3", "long", None, {"french": 20, "coalition": 20}, {}, {})
    assert told(short)[0].endswith("Places held: the French: 2 and the coalition: 2.")
    assert "Luoghi tenuti" in told(short)[1]
    scored = "Victory points: the French: 20 and the coalition: 20."
    assert told(long)[0] == f"The battle is over: a draw. {scored}"
    assert "Punti Vittoria" in told(long)[1]
    for scenario, event, counts in (("short", short, "places_held"), ("long", long, "victory_points")):
        found = result(event.apply(given({}, hands={"french": "fr_01"}, scenario=scenario).state))
        assert found is not None and found.counts == counts


def test_an_army_is_many_and_has_its_article() -> None:
    """They said "The Prussian army takes the round" beside "the seat of Prussian"."""
    assert told(RoundArmySet("anglo_allied"))[0] == "The Anglo-Allies take the round."
    assert told(RoundDeclined("prussian"))[0] == "The Prussians decline the round."
    assert told(HandDealt("french", 1, ("fr_01",)))[0].startswith("The French are dealt a hand (1)")
    words = prose("waterloo")
    assert words.order(ChooseArmy("anglo_allied")) == "Play this round with the Anglo-Allies"
    assert prose("waterloo", "it").order(ChooseArmy("prussian")) == "Gioca il round con i Prussiani"
    taken = SeatTaken(Seat("prussian"), "person", "Anna")
    assert words.event(taken) == "Anna takes the seat of the Prussians."


def test_a_card_is_of_an_army() -> None:
    assert prose("waterloo").name("aa_01").startswith("Anglo-Allied card 1 (")


@pytest.mark.parametrize("key", ["over", "lets_pass", "answered", "waits"])
def test_a_refusal_begins_with_a_capital_and_fits_a_side_of_many(key: str) -> None:
    fields = {"seat": "french", "order": "Pass", "turn": 2, "round": 1, "version": 9, "waiting": "coalition"}
    sentence = prose("waterloo").refusal(key, fields)
    assert sentence.startswith("The French tried Pass (turn 2")
    assert ", but has" not in sentence and ", but lets" not in sentence


def test_no_battle_is_called_a_rout_before_the_walls_have_absorbed_it() -> None:
    worst = next(each for each in battles() if each.more_than_double and each.winner == "attacker")
    assert "is beaten by more than double on" in told(worst)[0]
    assert "perde la battaglia in" in told(worst)[1] and "con più del doppio contro" in told(worst)[1]


def test_a_leader_who_makes_way_is_not_said_to_stand_beside_somebody_who_left() -> None:
    assert "close to the enemy" in told(LeaderDisplaced("napoleon", "J6", "A14"))[0]


def test_a_pond_is_un_laghetto() -> None:
    text = (WATERLOO.folder / "rules.it.md").read_text("utf-8")
    assert not re.search(r"\b(uno|lo|gli) laghett", " ".join(text.split()))
