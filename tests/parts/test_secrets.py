"""Secrets follow from what events and states say of their fields."""

from collections import Counter
from random import Random

import msgspec
import pytest

from domain.kernel import ALL, PUBLIC, Event, Seat
from domain.kernel.chance import Drawn
from domain.parts.secrets import Holders, deal_anew, hand

RED, BLUE, BOTH = Seat("red"), Seat("blue"), Seat("both")
HOLDERS = Holders({"guard": (RED, BOTH), "line": (BLUE, BOTH)})


class Dealt(Event, frozen=True):
    secrets = {"cards": "army", "spied": "line"}

    army: str
    count: int
    cards: tuple[str, ...] = ()
    spied: str | None = None


class State(msgspec.Struct, frozen=True):
    secrets = {"hands": "", "lost": "guard"}

    hands: dict[str, tuple[str, ...]]
    lost: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def test_each_secret_of_an_event_is_kept_from_those_who_do_not_hold_its_owner() -> None:
    dealt = Dealt("guard", 2, ("g1", "g2"), "l1")
    assert HOLDERS.redact(dealt, BOTH) == HOLDERS.redact(dealt, ALL) == dealt
    assert HOLDERS.redact(dealt, RED) == Dealt("guard", 2, ("g1", "g2"))
    assert HOLDERS.redact(dealt, BLUE) == Dealt("guard", 2, spied="l1")
    assert HOLDERS.redact(dealt, PUBLIC) == Dealt("guard", 2)


def test_a_seat_that_stands_for_itself_sees_its_own() -> None:
    assert Holders().may_see(RED, "red") and not Holders().may_see(BLUE, "red")
    assert not Holders({"red": ()}).may_see(RED, "red")


def test_a_draw_is_seen_by_those_whom_it_names() -> None:
    drawn = Drawn(
        purpose="deal", index=0, pool=9, picks=(3,), items=("g1",), seat=RED, cites="1", seen_by=(RED,)
    )
    hidden = HOLDERS.redact(drawn, BOTH)
    assert isinstance(hidden, Drawn) and hidden.items == hidden.picks == ()
    assert HOLDERS.redact(drawn, RED) is drawn


def test_a_hand_shows_its_cards_to_its_holder_and_to_others_those_they_look_at() -> None:
    assert hand(("a", "b"), True).cards == ("a", "b")
    assert (hand(("a", "b"), False).count, hand(("a", "b"), False).cards) == (2, None)
    assert hand(("a", "b"), False, seen=("b", "c")).cards == ("b",)


GUARDS, LINES = [f"g{n}" for n in range(9)], [f"l{n}" for n in range(9)]


def dealt(seed: int) -> tuple[State, list[str]]:
    """A state by chance, and what lies in no hand."""
    guards, lines = Random(seed).sample(GUARDS, 9), Random(seed + 1).sample(LINES, 9)
    hands = {"guard": tuple(sorted(guards[:3])), "line": ("l0", "l5")}
    rest = [card for card in lines if card not in hands["line"]]
    return State(hands, tuple(sorted(guards[3:5])), ("x",)), guards[5:] + rest


@pytest.mark.parametrize("known", [(), ("guard",), ("line",), ("guard", "line")])
def test_what_is_dealt_anew_depends_on_nothing_that_is_not_known(known: tuple[str, ...]) -> None:
    """Two positions that differ in the guard's cards alone."""
    (one, its_rest), (other, others_rest) = dealt(1), dealt(2)
    assert one.hands["line"] == other.hands["line"] and one != other
    first = deal_anew(one, known, its_rest, lambda card: card[0], Random(7))
    second = deal_anew(other, known, others_rest, lambda card: card[0], Random(7))
    assert (first == second) == ("guard" not in known)
    for owner in known:
        assert first.hands[owner] == one.hands[owner]
    assert first.lost == one.lost or "guard" not in known
    assert all(list(cards) == sorted(cards) for cards in (*first.hands.values(), first.lost))
    assert [len(cards) for cards in first.hands.values()] == [3, 2] and len(first.lost) == 2


def test_every_card_of_the_same_deck_may_be_supposed_equally_often_and_no_other() -> None:
    state, rest = dealt(1)
    found: Counter[str] = Counter()
    for seed in range(3000):
        supposed = deal_anew(state, ("line",), rest, lambda card: card[0], Random(seed))
        cards = (*supposed.hands["guard"], *supposed.lost)
        assert len(set(cards)) == 5
        found.update(supposed.hands["guard"])
    assert set(found) == set(GUARDS)
    assert all(850 < count < 1150 for count in found.values()), found
