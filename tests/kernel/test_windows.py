"""Decisions that are settled early, and windows that everybody let pass."""

import pytest

from domain.kernel import Answers, Ask, Decision, Order, Recorded, Seat
from domain.kernel.history import is_silent, was_alone
from tests.toy import LetPass, Marched

FIRST, SECOND, THIRD = Seat("first"), Seat("second"), Seat("third")
SEATS = (FIRST, SECOND, THIRD)


class Offer(Order, frozen=True):
    """Says something."""


def is_taken(answers: Answers) -> bool:
    """The first offer counts; it must be known that nobody before it makes one."""
    offers = [seat for seat in SEATS if Offer() in answers.get(seat, ())]
    return bool(offers) and all(seat in answers for seat in SEATS[: SEATS.index(offers[0])])


def window() -> Decision:
    menu = [Offer(), LetPass()]
    asks = (Ask(seat, "talk", "1", menu, window="talk", silence=LetPass()) for seat in SEATS)
    return Decision(*asks, settled=is_taken)


OFFER, PASS = (Offer(),), (LetPass(),)


@pytest.mark.parametrize(
    ("answers", "counting"),
    [
        ({}, None),
        ({FIRST: PASS, SECOND: PASS}, None),
        ({SECOND: OFFER, THIRD: OFFER}, None),
        ({FIRST: OFFER}, {FIRST: OFFER}),
        ({FIRST: PASS, SECOND: OFFER}, {FIRST: PASS, SECOND: OFFER}),
        ({FIRST: OFFER, SECOND: OFFER, THIRD: PASS}, {FIRST: OFFER}),
        ({FIRST: PASS, SECOND: PASS, THIRD: PASS}, {FIRST: PASS, SECOND: PASS, THIRD: PASS}),
    ],
)
def test_a_window_is_settled_by_the_first_offer_and_the_others_are_dropped(
    answers: Answers, counting: Answers | None
) -> None:
    assert window().is_settled(answers) == (counting is not None)
    if counting is not None:
        assert window().counting(answers) == counting


def test_a_decision_without_a_rule_of_its_own_waits_for_everybody() -> None:
    decision = Decision(*(Ask(seat, "bid", "1", [Offer()]) for seat in SEATS))
    assert decision.window is None and window().window == "talk"
    assert not decision.is_settled({FIRST: OFFER, SECOND: OFFER})
    assert decision.is_settled(dict.fromkeys(SEATS, OFFER))


def test_a_window_that_everybody_let_pass_needs_no_consent_to_take_back() -> None:
    assert is_silent({FIRST: PASS, SECOND: PASS}) and not is_silent({FIRST: PASS, SECOND: OFFER})
    moved = Marched(FIRST, 2)
    since = [Recorded("game", 2, 0, moved, answers=({SECOND: PASS, THIRD: PASS}, {FIRST: OFFER}))]
    assert was_alone(since, (FIRST,))
    since = [Recorded("game", 2, 0, moved, answers=({SECOND: PASS, THIRD: OFFER}, {FIRST: OFFER}))]
    assert not was_alone(since, (FIRST,))


def test_what_lets_a_window_pass_must_say_so() -> None:
    with pytest.raises(AssertionError, match="must say that it passes"):
        Ask(FIRST, "talk", "1", [Offer()], window="talk", silence=Offer())
    with pytest.raises(AssertionError, match="can be let pass"):
        Ask(FIRST, "talk", "1", [Offer()], window="talk")
