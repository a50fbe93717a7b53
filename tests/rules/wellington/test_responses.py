"""Response windows: who is asked, whose answer counts, cancelling (5.2, rulings: response protocol)."""

from domain.kernel.seats import Seat
from domain.wellington.events.cards import CardCancelled, CardPlayed, CardTaken
from domain.wellington.events.points import CommandPointsGained
from domain.wellington.facts.world import card_id
from domain.wellington.orders.answers import LetPass, Respond
from domain.wellington.orders.impulses import PlayForPoints
from domain.wellington.position.card_changes import battle_value
from tests.rules.wellington.position import TWO, Table, given

GOD, BRAVE, PASSES, RIVERS = card_id(24), card_id(59), card_id(9), card_id(10)
BRITAIN, SUD, SPAIN, NORD = map(Seat, ("britain", "sud", "spain", "nord"))


def announced(**facts: object) -> Table:
    """Britain has just played card 1 for its points."""
    hands = {"britain": (1, 2), "sud": (24, 7), "spain": (8,), "nord": (59, 9)}
    return given(**{"hands": hands, **facts}).give(PlayForPoints(card_id(1)))  # type: ignore[arg-type]


def test_everybody_with_a_card_is_asked_whether_or_not_it_fits() -> None:
    table = announced()
    assert set(table.seats) == {BRITAIN, SUD, SPAIN, NORD}
    assert table.menu(SPAIN) == [LetPass()]
    table = announced(hands={"britain": (1, 2), "nord": (7,)})
    assert set(table.seats) == {BRITAIN, NORD}


def test_a_seat_with_two_powers_is_asked_once() -> None:
    assert set(announced(seats=TWO).seats) == {Seat("allied"), Seat("french")}


def test_a_window_is_settled_once_nobody_who_is_still_to_answer_comes_before_the_best_offer() -> None:
    decision = announced().asked_again()
    assert decision is not None
    offer = {NORD: (Respond("nord", BRAVE, "britain"),)}
    assert not decision.is_settled(offer)
    for_sud = {**offer, SUD: (LetPass(),)}
    assert not decision.is_settled(for_sud)  # Spain is still to answer, before Nord
    assert decision.is_settled({**for_sud, SPAIN: (LetPass(),)})  # Britain would come last
    assert decision.is_settled({SUD: (Respond("sud", GOD),)})


def test_a_seat_with_two_powers_answers_for_both() -> None:
    decision = announced(seats=TWO).asked_again()
    assert decision is not None
    allied, french = map(Seat, ("allied", "french"))
    assert not decision.is_settled({french: (Respond("nord", BRAVE, "britain"),)})  # Spain comes before Nord
    assert decision.is_settled({french: (Respond("sud", GOD),)})
    assert decision.is_settled({allied: (LetPass(),), french: (Respond("nord", BRAVE, "britain"),)})
    kept = decision.counting({allied: (LetPass(),), french: (Respond("sud", GOD),)})
    assert kept == {french: (Respond("sud", GOD),)}


def test_passing_leaves_no_trace() -> None:
    table = announced()
    before = list(table.game.events)
    table.answer({seat: (LetPass(),) for seat in table.seats})
    assert table.game.events[: len(before)] == before
    assert [type(event).__name__ for event in table.game.events[len(before) :]] == ["CommandPointsGained"]


def test_a_card_is_cancelled_before_it_takes_effect() -> None:
    table = announced()
    table.give(Respond("sud", GOD, "cancel"), seat=SUD).quiet()
    assert table.all(CardCancelled) == [CardCancelled(card_id(1), GOD, "sud")]
    assert not table.all(CommandPointsGained)
    assert table.state.discards == (card_id(1), GOD)


def test_the_canceller_opens_a_window_of_its_own() -> None:
    table = announced()
    table.give(Respond("sud", GOD, "cancel"), seat=SUD)
    window = table.game.agenda[-1]
    assert (window.kind, window.card) == ("card_played", GOD)  # type: ignore[attr-defined]


def test_the_power_next_on_the_track_answers_first_and_the_other_offer_is_dropped() -> None:
    table = given(hands={"britain": (1, 2), "sud": (9, 7), "nord": (59, 8)}, leaders_at={"joseph": "madrid"})
    table.give(PlayForPoints(card_id(1))).quiet()
    steps = [order for order in table.menu() if type(order).__name__ == "BuildSoldier"]
    table.give(steps[0])
    assert table.prompt == "respond"
    table.answer(
        {
            BRITAIN: (LetPass(),),
            SUD: (Respond("sud", PASSES, "avila-madrid"),),
            NORD: (Respond("nord", BRAVE, "joseph"),),
        }
    )
    assert table.all(CardPlayed)[-1].card == PASSES and BRAVE in table.state.hands["nord"]
    table.answer({seat: (LetPass(),) for seat in table.seats})
    assert table.prompt == "respond" and Respond("nord", BRAVE, "joseph") in table.menu(NORD)
    table.give(Respond("nord", BRAVE, "joseph"), seat=NORD).quiet()
    assert battle_value(table.state, "joseph") == 2


def test_a_random_card_is_taken_and_only_the_two_powers_know_which() -> None:
    table = given(hands={"britain": (1, 2), "sud": (24, 7)}, points=2)
    table.give(next(order for order in table.menu() if type(order).__name__ == "BuildSoldier"))
    table.give(Respond("sud", GOD, "britain"), seat=SUD).quiet()
    taken = table.all(CardTaken)[0]
    assert taken.card in table.state.hands["sud"] and len(table.state.hands["britain"]) == 1
    assert "card" in CardTaken.secrets
