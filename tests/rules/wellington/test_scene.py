"""What a viewer sees, what stays hidden, and where orders show on the board."""

from collections import Counter
from functools import cache
from random import Random

import msgspec
import pytest

from domain.kernel import ALL, PUBLIC, Opened, Order, Seat
from domain.kernel.agenda import decision_at
from domain.kernel.chance import Drawn
from domain.kernel.scene import plain
from domain.wellington.events.cards import CardDrawn, CardTaken
from domain.wellington.events.setup import CardsDealt, HandReplaced
from domain.wellington.facts import Nation
from domain.wellington.facts.world import POWERS, SEATINGS, card_id
from domain.wellington.position.state import (
    Impulse,
    Lasting,
    State,
    by_number,
    changed,
    deck,
    powers_of_seat,
    reserve,
)
from domain.wellington.seen.scene import HOLDERS, conceal, known_powers, looked_at, open_cards, redact, view
from domain.wellington.sequence.setup import set_up
from domain.wellington.title import WELLINGTON as RULES
from tests.rules.wellington.built_in import CARDS, DUCHIES
from tests.rules.wellington.position import FOUR, TWO, position, started

NATIONS: tuple[Nation, ...] = ("britain", "spain", "france")
VIEWERS = [*FOUR, PUBLIC]


@cache
def seen(seats: tuple[Seat, ...] = FOUR) -> list[tuple[State, list[Order]]]:
    """Positions of a random game, with what the seats that are asked there may order."""
    table, random = started("1812", seats, bytes(range(32))), Random(5)
    found = []
    while table.decision is not None and len(found) < 200:
        found.append((table.state, [order for seat in table.seats for order in table.menu(seat)]))
        table.play_on(random, most=5)
    return found


@pytest.mark.parametrize("viewer", VIEWERS)
def test_two_positions_that_differ_in_secrets_look_the_same(viewer: Seat) -> None:
    random = Random(3)
    for state, _ in seen():
        assert plain(view(conceal(state, viewer, random), viewer)) == plain(view(state, viewer))


@pytest.mark.parametrize("seats", SEATINGS, ids="-".join)
def test_concealing_keeps_every_card_in_one_place_and_every_count(seats: tuple[Seat, ...]) -> None:
    for state, _ in seen(seats)[::10]:
        for viewer in (*seats, PUBLIC):
            other = conceal(state, viewer, Random(4))
            assert Counter(everywhere(other)) == Counter(list(CARDS))
            for power in POWERS:
                assert [CARDS[card].is_national for card in by_number(other.hands[power])] == [
                    CARDS[card].is_national for card in by_number(state.hands[power])
                ]
                if power in powers_of_seat(state, viewer):
                    assert other.hands[power] == state.hands[power]
        assert conceal(state, ALL, Random(4)) == state


def everywhere(state: State) -> list[str]:
    """All cards, wherever they are."""
    held = [card for hands in (state.hands, state.set_aside) for hand in hands.values() for card in hand]
    laid_open = [*state.discards, *state.played, *state.removed, *(each.card for each in state.lasting)]
    return [
        *held,
        *laid_open,
        *deck(state),
        *(card for nation in NATIONS for card in reserve(state, nation)),
    ]


def test_a_seat_sees_the_hands_of_its_powers_only() -> None:
    hands = {power: (number,) for number, power in enumerate(POWERS, 1)}
    for seats in (FOUR, TWO):
        state = position(hands=hands, seats=seats)
        for viewer in (*seats, PUBLIC, ALL):
            shown = view(state, viewer).hands
            known = {power for power in POWERS if shown[power].cards is not None}
            assert known == (set(POWERS) if viewer == ALL else set(powers_of_seat(state, viewer)))
            assert {shown[power].count for power in POWERS} == {1}


def test_of_the_discards_everybody_sees_the_top_card_and_of_the_deck_nobody_sees_any() -> None:
    state = position(discards=(card_id(7), card_id(9)))
    for viewer in (*VIEWERS, ALL):
        hands = view(state, viewer).hands
        assert (hands["discards"].count, hands["discards"].cards) == (2, (card_id(9),))
        assert (hands["deck"].count, hands["deck"].cards) == (84, None)


def test_what_was_laid_face_down_is_dealt_anew_and_what_was_played_openly_is_not() -> None:
    replaced = HandReplaced("britain", 3, card_id(12), (card_id(10), card_id(11)))
    hands = {"britain": (10, 11, 12), "sud": (20, 21)}
    state = replaced.apply(position(hands=hands, discards=(card_id(7),)))  # type: ignore[arg-type]
    others = [conceal(state, Seat("sud"), Random(number)) for number in range(20)]
    assert {other.discards[0] for other in others} == {card_id(7)}
    assert {other.discards[-1] for other in others} == {card_id(12)}
    assert len({other.discards[1:3] for other in others}) > 10


def test_what_goes_unseen_into_a_hand_is_known_to_its_holder_alone() -> None:
    dealt, drawn = CardsDealt("sud", "common", 1, (card_id(1),)), CardDrawn("sud", card_id(1))
    for event in (dealt, drawn):
        for viewer in (Seat("sud"), Seat("french"), ALL):
            assert redact(event, viewer) == event
        for viewer in (Seat("nord"), Seat("britain"), Seat("allied"), PUBLIC):
            assert redact(event, viewer) in (CardsDealt("sud", "common", 1), CardDrawn("sud"))


def test_who_takes_a_card_learns_it_by_taking_and_who_loses_it_by_the_draw() -> None:
    taken = CardTaken("nord", "britain", card_id(3))
    known = {viewer for viewer in (*FOUR, *TWO, PUBLIC) if redact(taken, viewer) == taken}
    assert known == {Seat("britain"), Seat("allied")}
    assert redact(taken, Seat("nord")) == CardTaken("nord", "britain")


def test_a_card_handed_over_openly_lies_beside_the_hand() -> None:
    state = position(hands={"spain": (1, 2)}, given={card_id(2): "spain"})
    for viewer in (*VIEWERS, ALL):
        hands = view(state, viewer).hands
        assert hands["spain_open"].cards == (card_id(2),) and hands["spain"].count == 1
    assert conceal(state, PUBLIC, Random(1)).hands["spain"].count(card_id(2)) == 1


def test_a_card_that_was_played_and_is_back_in_hand_lies_open_for_this_impulse() -> None:
    impulse = Impulse("britain", "scheduled", spent=(card_id(97),))
    state = changed(position(hands={"britain": (1, 97)}), impulse=impulse)
    assert view(state, PUBLIC).hands["britain_open"].cards == (card_id(97),)
    assert card_id(97) in conceal(state, PUBLIC, Random(2)).hands["britain"]


def test_cards_of_another_hand_are_seen_while_one_looks_at_them() -> None:
    impulse = Impulse("britain", "scheduled", offered=(card_id(2), card_id(50)))
    state = changed(position(hands={"nord": (1, 2, 3)}), impulse=impulse)
    assert view(state, Seat("britain")).hands["nord"].cards == (card_id(2),)
    assert view(state, Seat("spain")).hands["nord"].cards is None
    for number in range(10):
        other = conceal(state, Seat("britain"), Random(number))
        assert card_id(2) in other.hands["nord"] and card_id(50) in deck(other)


def test_a_random_draw_is_redacted_for_those_who_do_not_see_it() -> None:
    drawn = Drawn(
        purpose="deck",
        index=0,
        pool=40,
        picks=(3,),
        items=(card_id(4),),
        seat=Seat("sud"),
        cites="15.2",
        seen_by=(Seat("sud"),),
    )
    hidden = redact(drawn, Seat("nord"))
    assert isinstance(hidden, Drawn) and hidden.items == hidden.picks == ()
    assert redact(drawn, Seat("sud")) == drawn


def test_every_event_with_a_secret_says_whose_it_is() -> None:
    for kind in RULES.events:
        if kind is not Drawn:
            assert {*kind.secrets, *kind.secrets.values()} <= set(kind.__struct_fields__), kind
    assert set(HOLDERS) == set(POWERS)


def test_soldiers_and_leaders_stand_as_tokens() -> None:
    soldiers = {"salamanca": "britain 2 1 1, spain 3 0 0"}
    leaders = {"wellington": "salamanca", "hill": "salamanca"}
    tokens = view(position(soldiers_at=soldiers, leaders_at=leaders), PUBLIC).tokens
    british, wellington = tokens["britain-salamanca"], tokens["wellington"]
    assert (british.at, british.kind, british.side) == ("salamanca", "soldiers", "britain")
    assert (british.strength, british.label) == (8, "2/1/1")
    assert tokens["spain-salamanca"].strength == 3
    assert (wellington.kind, wellington.strength, wellington.flags) == ("leader", 5, ("commander",))
    assert tokens["hill"].flags == () and tokens["soult"].flags == ("unbuilt",)
    assert tokens["soult"].at is None


def test_marks_tell_what_lies_on_a_duchy() -> None:
    state = position(
        soldiers_at={"ciudad_rodrigo": "britain 4 0 0", "avila": "nord 1 0 0"},
        flags={"toledo": "spain"},
        hasty_fort="avila",
        lasting=(Lasting(card_id(9), "spain", "avila-salamanca"),),
    )
    spaces = view(state, PUBLIC).spaces
    assert set(spaces) == set(DUCHIES)
    assert spaces["toledo"].owner == "spain" and spaces["toledo"].marks == {"flag": "spain"}
    assert spaces["ciudad_rodrigo"].marks == {"siege": "britain"}
    assert spaces["avila"].marks == {"fort": 2, card_id(9): "salamanca"}
    assert spaces["salamanca"].marks == {card_id(9): "avila"}


def test_a_duchy_with_an_enemy_of_its_holder_is_nobodys() -> None:
    spaces = view(position(soldiers_at={"salamanca": "britain 1 0 0"}), PUBLIC).spaces
    assert spaces["salamanca"].owner is None


def test_the_numbers_of_the_side_panel() -> None:
    state = position(soldiers_at={"lisbon": "britain 2 1 0"}, points=3, hands={"sud": (1, 99)}, track="sud")
    numbers = view(state, PUBLIC).numbers
    assert (numbers["britain"]["strength"], numbers["britain"]["cards"]) == (4, 0)
    assert (numbers["sud"]["cards"], numbers["sud"]["national"]) == (2, 1)
    assert numbers["track"] == {"next": "sud", "active": "britain", "points": 3, "preemption": "sud"}


def test_scenes_of_the_same_position_share_their_sections() -> None:
    state = position(soldiers_at={"lisbon": "britain 2 1 0"})
    assert view(state, PUBLIC).tokens is view(changed(state, round=2), PUBLIC).tokens
    other = changed(state, impulse=Impulse("sud", "scheduled"))
    assert view(state, PUBLIC).spaces is view(other, PUBLIC).spaces


def test_every_order_shows_on_what_is_there() -> None:
    kinds = set()
    for state, orders in seen()[::2]:
        scene = view(state, ALL)
        for order in orders:
            hint = RULES.hint(state, order)
            kinds.add(hint.kind)
            assert hint.piece is None or hint.piece in scene.tokens or hint.piece in {*CARDS, *DUCHIES}
            assert hint.target is None or hint.target in DUCHIES
            assert hint.kind != "here" or not hasattr(order, "to"), "nobody goes there"
    assert kinds >= {"safe", "here", "risk"}


@pytest.mark.parametrize(("scenario", "number"), [("1812", 0), ("1813", 1)])
@pytest.mark.parametrize("seats", SEATINGS, ids="-".join)
def test_no_event_or_scene_names_a_card_that_the_viewer_may_not_know(
    scenario: str, seats: tuple[Seat, ...], number: int
) -> None:
    table = started(scenario, seats, bytes([number]) * 32).play_on(Random(number))
    state = set_up(Opened("wellington", 1, scenario, seats, {}, ""))[0]
    for event in table.game.events:
        state = event.apply(state)
        for viewer in (*seats, PUBLIC):
            secret = hidden_from(state, viewer)
            seen = msgspec.json.encode([redact(event, viewer), view(state, viewer)]).decode()
            assert not secret & set(seen.split('"')), (event, viewer)


def hidden_from(state: State, viewer: Seat) -> set[str]:
    """The cards in hands that the viewer does not see."""
    known = known_powers(state, viewer)
    hands = (*state.hands.items(), *state.set_aside.items())
    secret = {card for power, hand in hands if power not in known for card in hand}
    return secret.difference(open_cards(state), looked_at(state, known))


@pytest.mark.parametrize("seats", SEATINGS, ids="-".join)
def test_what_others_hide_changes_nothing_that_a_seat_is_asked(seats: tuple[Seat, ...]) -> None:
    table, random = started("1812", seats, bytes(range(2, 34))), Random(8)
    while table.decision is not None:
        agenda = tuple(table.game.agenda)
        for seat in seats:
            other = decision_at(conceal(table.state, seat, random, agenda), agenda)
            assert other is not None and other.seats == table.seats
            assert [ask.prompt for ask in other.asks.values()] == [
                ask.prompt for ask in table.decision.asks.values()
            ]
            if seat in other.seats:
                assert list(other.asks[seat].menu()) == table.menu(seat)
        table.play_on(random, most=9)
