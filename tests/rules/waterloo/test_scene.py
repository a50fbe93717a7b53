"""What a viewer sees, what stays hidden, what the numbers say, and where orders show on the board."""

from functools import cache
from random import Random

import pytest

from domain.bots.playing import Situation, opening, play_out, random_bot
from domain.kernel import ALL, PUBLIC, Order, Seat
from domain.kernel.chance import Drawn
from domain.kernel.scene import plain
from domain.waterloo.events.turns import HandDealt
from domain.waterloo.facts import FACTS
from domain.waterloo.position.state import COALITION, FRENCH, THREE_SEATS, State
from domain.waterloo.seen.scene import conceal, redact, view
from domain.waterloo.title import WATERLOO
from tests.rules.waterloo.position import given


@cache
def seen() -> list[Situation]:
    """Every situation of a random long game of three players."""
    situations: list[Situation] = []

    def watching(situation: Situation) -> Order:
        situations.append(situation)
        return random_bot(situation)

    opened = opening(WATERLOO, "long", THREE_SEATS, b"scenes", "game")
    play_out(WATERLOO, opened, b"scenes", dict.fromkeys(THREE_SEATS, watching), Random(2))
    return situations


def states() -> list[State]:
    return [situation.supposed(Random(0))[0] for situation in seen()[::7]]


@pytest.mark.parametrize("viewer", [*THREE_SEATS, PUBLIC])
def test_two_positions_that_differ_in_secrets_look_the_same(viewer: Seat) -> None:
    random = Random(3)
    for state in states():
        assert plain(view(conceal(state, viewer, random), viewer)) == plain(view(state, viewer))


def test_concealing_keeps_every_card_in_one_place() -> None:
    for state in states():
        other = conceal(state, PUBLIC, Random(4))
        for army, deck in FACTS.decks.items():
            held = [*other.hands[army], *other.discards[army], *(other.lost if army == "french" else ())]
            assert len(held) == len(set(held)) and set(held) <= set(deck)
            assert len(other.hands[army]) == len(state.hands[army])
        assert len(other.lost) == len(state.lost)
        assert conceal(state, ALL, Random(4)) == state


def test_a_seat_sees_its_own_hand_only() -> None:
    state = given(
        {"fr_inf_1_i": "A1 N"},
        hands={"french": "fr_01", "anglo_allied": "aa_01", "prussian": "pr_01"},
        scenario="long",
        players=3,
    ).state
    for viewer in (*THREE_SEATS, PUBLIC, ALL):
        hands = view(state, viewer).hands
        open_to_it = {army for army in state.armies if hands[army].cards is not None}
        assert open_to_it == (set(state.armies) if viewer == ALL else {viewer} & set(state.armies))
        assert {army: hands[army].count for army in state.armies} == dict.fromkeys(state.armies, 1)


def test_draws_and_deals_are_redacted_for_the_others() -> None:
    dealt = HandDealt("anglo_allied", 1, ("aa_01",))
    assert redact(dealt, COALITION) == redact(dealt, Seat("anglo_allied")) == redact(dealt, ALL) == dealt
    for other in (FRENCH, Seat("prussian"), PUBLIC):
        assert redact(dealt, other) == HandDealt("anglo_allied", 1)
    drawn = Drawn(
        purpose="deal:french",
        index=0,
        pool=26,
        picks=(3,),
        items=("fr_04",),
        seat=FRENCH,
        cites="4.0",
        seen_by=(FRENCH,),
    )
    hidden = redact(drawn, COALITION)
    assert isinstance(hidden, Drawn) and hidden.items == hidden.picks == ()


def test_a_token_shows_what_the_counter_shows() -> None:
    game = given({"fr_inf_gr_g": "J7 W reduced disordered moved"}, leaders={"napoleon": "J8"})
    token = view(game.state, PUBLIC).tokens["fr_inf_gr_g"]
    assert (token.at, token.kind, token.side, token.facing) == ("J7", "infantry", "french", "W")
    assert (token.label, token.strength, token.reduced) == ("Gren/G", 3, True)
    assert token.flags == ("elite", "disordered", "moved")
    assert view(game.state, PUBLIC).tokens["napoleon"].at == "J8"


def test_spaces_show_owners_and_chateau_points() -> None:
    spaces = view(given({}, chateaux={"G7": 3}, owners={"G7": "french"}).state, PUBLIC).spaces
    assert (spaces["G7"].owner, spaces["G7"].marks) == ("french", {"chateau": 3})
    assert (spaces["J2"].owner, spaces["J2"].marks) == ("coalition", {})


def test_the_numbers_of_the_side_panel() -> None:
    units = {"fr_inf_1_i": "A1 N", "fr_inf_2_i": "A3 N reduced", "aa_inf_3_i": "T1 S"}
    scene = view(given(units, hands={"french": "fr_01 fr_02"}, owners={"G7": "french"}).state, PUBLIC)
    french = scene.numbers["french"]
    assert (french["units"], french["strength"], french["cards"], french["pile"]) == (2, 6, 2, 24)
    assert french["places"] == 1 and scene.numbers["anglo_allied"]["places"] == 3


def test_measures_count_the_same_as_the_board_shows() -> None:
    for situation in seen()[::97]:
        state, _agenda = situation.supposed(Random(0))
        measured, scene = WATERLOO.measure(state), view(state, PUBLIC)
        assert set(measured) == {measure.id for measure in WATERLOO.measures}
        for army in state.armies:
            standing = [token for token in scene.tokens.values() if token.side == army and token.at]
            units = [token for token in standing if token.kind != "leader"]
            assert measured[f"units_{army}"] == len(units)
            assert measured[f"strength_{army}"] == sum(token.strength or 0 for token in units)


def test_every_order_shows_on_what_is_there() -> None:
    kinds = set()
    for situation in seen()[::5]:
        state, _agenda = situation.supposed(Random(0))
        scene = view(state, situation.seat)
        for order in situation.ask.menu(situation.draft):
            hint = WATERLOO.hint(state, order)
            kinds.add(hint.kind)
            assert hint.piece is None or hint.piece in scene.tokens or hint.piece in FACTS.cards
            assert hint.target is None or hint.target in FACTS.terrain
    assert kinds == {"safe", "risk", "fight"}


def test_each_seat_values_the_game_as_the_other_fears_it() -> None:
    for state in states()[::10]:
        assert WATERLOO.evaluate(state, FRENCH) == -WATERLOO.evaluate(state, Seat("prussian"))
