"""Piles and hands."""

from domain.kernel import Event, Play, SealedChance, Seat
from domain.kernel.chance import Drawn
from domain.parts.piles import deal, hands_without, undrawn, without

RED = Seat("red")


class Dealt(Event, frozen=True):
    secrets = {"cards": "red"}

    cards: tuple[str, ...]


def test_what_lies_nowhere_else_is_still_to_be_drawn() -> None:
    assert undrawn("abcde", ("b",), [], {"d"}) == ("a", "c", "e")
    assert undrawn(()) == ()


def test_a_deal_is_seen_by_its_seat_alone_and_told_by_its_event() -> None:
    play = Play(None, (), SealedChance(b"s" * 32))
    deal(play, RED, "abcde", 3, "deal", "1", Dealt, score=lambda card: 1.0)
    drawn, dealt = play.events
    assert isinstance(drawn, Drawn) and drawn.seen_by == (RED,) and drawn.score == 3.0
    assert dealt == Dealt(drawn.items) and len(drawn.items) == 3


def test_cards_leave_a_pile_and_a_hand() -> None:
    assert without("abcd", ("b", "x")) == ("a", "c", "d")
    hands = {"red": ("a", "b"), "blue": ("c",)}
    assert hands_without(hands, "red", ("a", "c")) == {"red": ("b",), "blue": ("c",)}
    assert hands["red"] == ("a", "b")
