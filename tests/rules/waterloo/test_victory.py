"""Winning: cases E-79 to E-83 of the rulings' examples."""

import pytest
from msgspec.structs import replace

from domain.bots.playing import opening
from domain.kernel import Seat
from domain.waterloo.events.movement import PlaceOwnerChanged
from domain.waterloo.events.turns import GameEnded
from domain.waterloo.facts import FACTS
from domain.waterloo.position.state import TWO_SEATS
from domain.waterloo.title import WATERLOO
from domain.waterloo.turn import Rounds
from domain.waterloo.victory import scores
from tests.rules.waterloo.position import Table, given


def ended(scenario: str = "short", **rest: object) -> Table:
    """Both fronts have passed in the last turn."""
    last = FACTS.scenarios[scenario].turns
    return given(
        {"fr_inf_1_i": "A14 N"},
        scenario=scenario,
        turn=last,
        passes=2,
        agenda=(Rounds(),),
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("french", "winner"),
    [
        ("G7 P6 J2", "french"),
        ("G7 J5 P6", "french"),
        ("J5 P6 J2", "french"),
        ("G7 P6", "coalition"),
        ("G7 J2", "coalition"),
        ("", "coalition"),
    ],
)
def test_e79_who_wins_the_short_game(french: str, winner: str) -> None:
    game = ended(owners=dict.fromkeys(french.split(), "french"))
    assert game.last(GameEnded).winner == winner
    assert game.decision is None
    result = WATERLOO.result(game.state)
    assert result is not None and result.winners == (Seat(winner),) and result.rule == "13.2"


def test_e80_a_place_belongs_to_whoever_entered_it_last() -> None:
    game = given({"fr_inf_1_i": "J3 N", "aa_inf_3_i": "A1 S"}, hands={"french": "fr_01"})
    game.play("fr_01").move("fr_inf_1_i", "J2", "J1")
    assert game.where("fr_inf_1_i") == "J1"
    assert game.last(PlaceOwnerChanged) == PlaceOwnerChanged("J2", "coalition", "french", "fr_inf_1_i")
    assert game.state.owners["J2"] == "french"


def test_e81_the_places_at_the_start_of_the_long_game() -> None:
    assert scores(ended("long").state) == {"french": 0, "coalition": 21}


OWNERS = {
    "J2": "french",
    "J5": "french",
    "M10": "french",
    "G7": "coalition",
    "N10": "coalition",
    "M11": "coalition",
}
LOST = {
    "aa_inf_3_i": "french",
    "aa_cav_2n": "french",
    "pr_inf_13_iv": "french",
    "fr_inf_6_ii": "coalition",
    "fr_cav_1_i": "coalition",
}


def test_e82_points_of_the_long_game() -> None:
    game = ended("long", owners=OWNERS, eliminated=LOST)
    over = game.last(GameEnded)
    assert over.scores == {"french": 28, "coalition": 22}
    assert over.winner == "french"
    assert over.places["french"] == {"J2": 15, "J5": 5, "M10": 0}
    assert over.units["french"] == {"aa_inf_3_i": 4, "aa_cav_2n": 1, "pr_inf_13_iv": 3}
    assert over.units["coalition"] == {"fr_inf_6_ii": 5, "fr_cav_1_i": 3}


def test_e83_equal_points_are_a_draw() -> None:
    lost = {**LOST, "fr_inf_gr_g": "coalition", "fr_inf_20_vi": "coalition", "aa_cav_3n": "french"}
    game = ended("long", owners=OWNERS, eliminated=lost)
    assert game.last(GameEnded).scores == {"french": 29, "coalition": 29}
    assert game.last(GameEnded).winner is None
    result = WATERLOO.result(game.state)
    assert result is not None and result.winners == ()


@pytest.mark.parametrize(
    ("choice", "french", "winner"),
    [
        ("none", "G7 P6", "coalition"),
        ("one_place", "G7 P6", "french"),
        ("one_place", "J5 J2", "french"),
        ("one_place", "J2", "coalition"),
        ("two_places", "P6", "french"),
        ("two_places", "J2", "french"),
        ("two_places", "", "coalition"),
    ],
)
def test_with_a_handicap_the_french_need_fewer_places(choice: str, french: str, winner: str) -> None:
    state, _ = WATERLOO.set_up(
        replace(opening(WATERLOO, "short", TWO_SEATS, b"", ""), options={"handicap": choice})
    )
    owners = {
        square: "french" if square in french.split() else "coalition" for square in ("G7", "J5", "P6", "J2")
    }
    assert ended(owners=owners, fewer_places=state.fewer_places).last(GameEnded).winner == winner


def test_a_game_of_before_there_were_handicaps_has_none() -> None:
    state, _ = WATERLOO.set_up(replace(opening(WATERLOO, "short", TWO_SEATS, b"", ""), options={}))
    assert state.fewer_places == 0
