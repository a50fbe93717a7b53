"""How computers judge positions: what the orders of a turn may yet win counts."""

import pytest

from domain.kernel import Seat
from domain.napoleonics.facts.scenarios import ObjectiveFact
from domain.napoleonics.orders.cards import UseCard
from domain.napoleonics.seen.worth import evaluate, outcome, prospects
from tests.rules.napoleonics.position import combat, command, movement, position

BRITISH = Seat("british")
FAR = "fr_line A1, br_line I1"


def test_dice_take_no_more_blocks_than_there_are() -> None:
    assert outcome(2, 3, 1) == pytest.approx((0.75, 0.75)), "one block falls to either of two dice"
    assert outcome(2, 3, 4) == pytest.approx((1.0, 0.0))
    assert outcome(0, 3, 2) == (0.0, 0.0)


def test_british_line_that_stands_and_fires_is_worth_more_than_a_charge_at_whole_french_line() -> None:
    """R-33: it would fire with a die more for standing."""
    table = "br_line F7, fr_line D7", FAR
    stands = movement(", ".join(table)).done().state
    charges = movement(", ".join(table)).move("br_line-1", "E7").state
    assert evaluate(stands, BRITISH) > evaluate(charges, BRITISH)


def test_a_card_is_worth_what_it_can_order() -> None:
    """R-14: there is an enemy in the centre, none on the left."""
    cards = ("attack_center", "attack_left")
    worth = [
        evaluate(command(f"br_line E6, fr_line D6, br_line E1, {FAR}", cards=cards).play(card).state, BRITISH)
        for card in cards
    ]
    assert worth[0] > worth[1]


def test_the_best_of_those_who_may_be_ordered_count_until_all_orders_are_given() -> None:
    table = command(f"br_line E6, fr_line D6, br_line H6, {FAR}", cards=("probe_center",))
    before = prospects(table.play("probe_center").state)
    assert before > 0 and prospects(table.order("br_line-1").state) == pytest.approx(before)


def test_nothing_is_to_be_won_where_the_card_forbids_combat_or_it_has_been_had() -> None:
    table = command(f"br_line E6, fr_line D6, {FAR}", cards=("la_grande_manoeuvre",))
    assert prospects(table.state) == 0
    assert prospects(table.play("la_grande_manoeuvre").give(UseCard("card")).state) == 0
    fought = combat(f"br_line E7, fr_line C7, {FAR}", dice="AAAAA")
    assert prospects(fought.state) > 0
    assert prospects(fought.fire("br_line-1", "fr_line-1").state) == 0


def test_who_stands_on_an_objective_of_the_enemy_gives_him_nothing() -> None:
    """R-113: a unit beside it is worth less than one on it, for either side."""
    town = ObjectiveFact(hex="E6", side="french", kind="temporary", banners=1)
    for kind, seat in (("br_line", "british"), ("fr_line", "french")):
        on, beside = (
            evaluate(position(f"{kind} {at}, {FAR}", objectives=[town]), Seat(seat)) for at in ("E6", "E7")
        )
        assert on > beside
