"""Moving units and leaders: cases E-01, E-02, E-13 to E-24 of the rulings' examples."""

import pytest

from domain.kernel.prose import prose
from domain.waterloo.events.movement import CavalryWithdrew, UnitMoved, UnitMoveEnded
from domain.waterloo.facts import FACINGS, FACTS
from domain.waterloo.orders import (
    Attack,
    EndMovement,
    FireArtillery,
    LetPass,
    MoveLeader,
    MoveUnit,
    PlayCard,
    StayPut,
    StopUnit,
    TurnUnit,
    Withdraw,
)
from domain.waterloo.seen.hints import hint
from tests.rules.waterloo.position import Table, given, squares


def moves(game: Table, unit: str) -> set[str]:
    return squares(order for order in game.offers(MoveUnit) if order.unit == unit)


def test_e01_units_and_leader_share_the_movement_points() -> None:
    game = given(
        {"fr_inf_3_i": "M7 N", "fr_inf_2_i": "L7 N"},
        leaders={"napoleon": "L8"},
        hands={"french": "fr_11 fr_01"},
    )
    game.play("fr_11").move("fr_inf_3_i", "M6", "M5").move("fr_inf_2_i", "L6").ride("napoleon", "L7")
    assert game.spent() == {"fr_inf_3_i": [1, 1], "fr_inf_2_i": [1], "napoleon": [1]}
    assert game.state.points == 0
    game.end_movement()
    assert game.unit("fr_inf_3_i").moved and game.unit("fr_inf_2_i").moved
    assert [event.unit for event in game.all(UnitMoveEnded)] == ["fr_inf_3_i", "fr_inf_2_i"]


def test_e02_stream_village_turn_and_bridge() -> None:
    game = given({"fr_inf_1_i": "P5 W"}, hands={"french": "fr_06"})
    game.play("fr_06").move("fr_inf_1_i", "O5", "S", "O6")
    assert game.spent() == {"fr_inf_1_i": [3, 1, 1]}
    first = game.all(UnitMoved)[0].parts
    assert (first.square, first.stream) == (2, 1)
    assert game.state.points == 0
    assert (game.where("fr_inf_1_i"), game.unit("fr_inf_1_i").facing) == ("O6", "S")


@pytest.mark.parametrize(
    ("case", "start", "facing", "to", "cost"),
    [
        ("E-13 by the road into La Haye Sainte", "J6", "N", "J5", 1),
        ("E-13 by the road and over the slope", "J4", "S", "J5", 2),
        ("E-13 without road, no slope", "K5", "W", "J5", 2),
        ("E-13 without road, over a slope", "I5", "E", "J5", 3),
        ("E-14 by the road into Mt. St. Jean", "J1", "S", "J2", 1),
        ("E-14 by the road from the south", "J3", "N", "J2", 1),
        ("E-14 by the Nivelles road", "I2", "E", "J2", 1),
        ("E-14 without road", "K2", "W", "J2", 2),
        ("E-15 up a hill", "I10", "S", "I11", 2),
        ("E-15 from hill to hill", "I11", "E", "J11", 1),
        ("E-15 up the other hill", "J10", "S", "J11", 2),
        ("E-16 up the slope", "K8", "N", "K7", 2),
        ("E-16 down the slope", "K7", "S", "K8", 2),
        ("E-17 over the stream into the village", "N6", "N", "N5", 3),
        ("E-17 over the slope into the village", "N4", "S", "N5", 3),
    ],
)
def test_e13_to_e17_what_a_square_costs(case: str, start: str, facing: str, to: str, cost: int) -> None:
    game = given({"fr_inf_1_i": f"{start} {facing}"}, hands={"french": "fr_01"})
    game.play("fr_01").move("fr_inf_1_i", to)
    assert game.spent() == {"fr_inf_1_i": [cost]}, case


def test_e18_a_unit_that_lacks_the_points_may_only_turn() -> None:
    game = given({"fr_inf_4_i": "N6 N", "fr_inf_1_i": "A10 N"}, hands={"french": "fr_11"})
    game.play("fr_11").move("fr_inf_1_i", "A9", "A8")
    assert game.state.points == 2
    assert moves(game, "fr_inf_4_i") == set()
    assert TurnUnit("fr_inf_4_i", "E") in game.menu()


def test_e19_turning_alone_is_a_move() -> None:
    game = given({"fr_inf_1_i": "K8 N", "fr_inf_2_i": "L8 N"}, hands={"french": "fr_01 fr_02"})
    game.play("fr_01").move("fr_inf_1_i", "S").move("fr_inf_2_i", "L7")
    assert game.spent()["fr_inf_1_i"] == [1]
    assert game.unit("fr_inf_1_i").moved
    game.end_movement().play("fr_02")
    assert not [order for order in game.menu() if getattr(order, "unit", "") == "fr_inf_1_i"]


def test_e20_nothing_moves_or_attacks_over_a_pond_but_fire_does() -> None:
    game = given(
        {"aa_cav_5": "Q6 W", "fr_inf_1_i": "A9 N"}, hands={"anglo_allied": "aa_01"}, active="coalition"
    )
    assert moves(game.play("aa_01"), "aa_cav_5") == set()
    game = given({"aa_cav_5": "Q6 W", "fr_inf_1_i": "P6 E"}, hands={"french": "fr_01 fr_14"})
    game.after_card("fr_01")
    assert game.offers(Attack) == []
    game = given({"aa_cav_5": "Q6 W", "fr_inf_1_i": "P6 E", "aa_cav_4": "P5 S"}, hands={"french": "fr_14"})
    game.play("fr_14", "artillery_fire")
    assert FireArtillery("fr_14", "fr_inf_1_i", "aa_cav_5") in game.menu()


def test_e21_infantry_leaves_a_chateau_any_way_and_takes_any_facing() -> None:
    game = given(
        {"aa_inf_1_i": "G7 S", "fr_inf_1_i": "T14 N"}, hands={"anglo_allied": "aa_06"}, active="coalition"
    )
    game.play("aa_06")
    assert {order.facing for order in game.offers(MoveUnit) if order.to == "G6"} == {"N", "E", "S", "W"}
    game.move("aa_inf_1_i", "G6 W", "E", "H6")
    assert game.spent() == {"aa_inf_1_i": [1, 1, 1]}
    game = given(
        {"aa_inf_1_i": "G7 S", "fr_inf_1_i": "T14 N"}, hands={"anglo_allied": "aa_06"}, active="coalition"
    )
    game.play("aa_06").move("aa_inf_1_i", "G6 E", "H6")
    assert game.spent() == {"aa_inf_1_i": [1, 1]}


def test_cavalry_leaves_a_chateau_straight_on_and_takes_any_facing() -> None:
    """10: "Se un'unità si sposta fuori da un Castello, il proprietario potrà scegliere liberamente e
    gratuitamente il suo orientamento": cavalry is a unit too; but it has no front on all sides."""
    game = given(
        {"fr_cav_9_2": "G7 E", "aa_inf_1_i": "T1 S"}, hands={"french": "fr_06"}
    ).play("fr_06")
    ways = {(order.to, order.facing) for order in game.offers(MoveUnit)}
    assert ways == {("H7", facing) for facing in FACINGS}
    assert game.offers(TurnUnit), "it may turn inside, for 1 MP"
    game.move("fr_cav_9_2", "H7 N")
    assert game.spent() == {"fr_cav_9_2": [FACTS.entry_cost["G7", "H7"]]}
    assert game.unit("fr_cav_9_2").facing == "N"
    assert prose("waterloo").event(game.last(UnitMoved)).endswith("H7, facing north (1 MP).")


def test_infantry_in_a_chateau_is_offered_no_turn() -> None:
    """10: "è considerata avere il fronte su tutti i lati": a turn inside would cost 1 MP for nothing."""
    game = given(
        {"aa_inf_1_i": "G7 S", "fr_inf_1_i": "T14 N"}, hands={"anglo_allied": "aa_06"}, active="coalition"
    ).play("aa_06")
    assert game.offers(TurnUnit) == []


def test_a_gun_may_fire_at_a_unit_that_passes_it() -> None:
    """11.1: "in qualunque momento ... Il difensore le può giocare quando vuole"."""
    game = given(
        {"aa_inf_3_i": "I4 S", "fr_inf_1_i": "H5 E", "fr_inf_2_i": "A14 N"},
        hands={"french": "fr_01", "anglo_allied": "aa_11"},
    )
    game.hold_fire().order(PlayCard("fr_01", "movement")).order(MoveUnit("fr_inf_1_i", "I5"))
    assert game.seats == ("coalition",) and game.prompt == "artillery_window"
    game.fire("aa_11", "aa_inf_3_i", "fr_inf_1_i")
    assert game.unit("fr_inf_1_i").disordered
    assert MoveUnit("fr_inf_1_i", "J5") in game.menu(), "disorder does not hinder moving (W-75)"


def test_a_gun_that_was_just_offered_a_shot_is_not_asked_again_when_the_move_ends() -> None:
    game = given(
        {"aa_inf_3_i": "I4 S", "fr_inf_1_i": "H5 E", "fr_inf_2_i": "A14 N"},
        hands={"french": "fr_01", "anglo_allied": "aa_11"},
    )
    game.hold_fire().order(PlayCard("fr_01", "movement")).order(MoveUnit("fr_inf_1_i", "I5"))
    game.order(LetPass()).order(StopUnit("fr_inf_1_i"))
    assert game.seats == ("french",) and game.unit("fr_inf_1_i").moved


def test_e22_a_leader_pays_one_point_a_square_but_crosses_no_pond() -> None:
    game = given(
        {"aa_inf_3_i": "A1 S", "aa_inf_6_r": "O6 S"},
        leaders={"wellington": "O5"},
        hands={"anglo_allied": "aa_06"},
        active="coalition",
    )
    game.play("aa_06").ride("wellington", "O6", "P6")
    assert game.spent() == {"wellington": [1, 1]}
    assert "Q6" not in squares(game.offers(MoveLeader))


def withdrawal() -> Table:
    """Brunswick's infantry comes to I5 beside the cavalry on I6."""
    game = given(
        {"fr_cav_9_2": "I6 N", "aa_inf_br_r": "I4 S", "fr_inf_1_i": "T14 N"},
        hands={"anglo_allied": "aa_06 aa_01", "french": "fr_14"},
        active="coalition",
    )
    return game.play("aa_06").move("aa_inf_br_r", "I5")


def test_e23_cavalry_withdraws_before_infantry_that_comes_beside_it() -> None:
    game = withdrawal()
    assert game.seats == ("french",) and game.prompt == "withdraw"
    assert squares(game.offers(Withdraw)) == {"H6", "J6", "I7"}
    game.order(Withdraw("fr_cav_9_2", "I7", "N"))
    assert (game.where("fr_cav_9_2"), game.unit("fr_cav_9_2").moved) == ("I7", False)
    assert set(game.menu()) == {
        MoveUnit("aa_inf_br_r", "I6"),
        MoveUnit("aa_inf_br_r", "H5", "W"),
        MoveUnit("aa_inf_br_r", "I4", "N"),
        StopUnit("aa_inf_br_r"),
    }, "9.6: in una casella vuota (se ha ancora dei MP); a turn and La Haye Sainte (J5) would cost 4 of 3"
    hints = {order: hint(game.state, order).cost for order in game.offers(MoveUnit)}
    assert hints == {
        MoveUnit("aa_inf_br_r", "I6"): 2,
        MoveUnit("aa_inf_br_r", "H5", "W"): 2,
        MoveUnit("aa_inf_br_r", "I4", "N"): 2,
    }, "what a turn costs is told beforehand"
    game.order(MoveUnit("aa_inf_br_r", "I6"))
    assert game.spent() == {"aa_inf_br_r": [1, 2]}
    assert game.prompt == "withdraw"
    game.order(StayPut())
    assert game.unit("aa_inf_br_r").moved
    assert moves(game.hold_fire(), "aa_inf_br_r") == set()


def test_e23_a_turn_into_the_empty_square_is_paid_for() -> None:
    game = withdrawal().order(Withdraw("fr_cav_9_2", "I7", "N")).order(MoveUnit("aa_inf_br_r", "H5", "W"))
    assert game.spent() == {"aa_inf_br_r": [1, 1, 1]}
    assert game.unit("aa_inf_br_r").facing == "W" and game.hold_fire().unit("aa_inf_br_r").moved


def test_e23_infantry_that_does_not_follow_has_ended_its_move() -> None:
    game = withdrawal().order(Withdraw("fr_cav_9_2", "I7", "N")).order(StopUnit("aa_inf_br_r"))
    assert game.unit("aa_inf_br_r").moved
    assert game.where("aa_inf_br_r") == "I5"


def test_e23_nobody_withdraws_and_the_infantry_goes_on() -> None:
    game = withdrawal().order(StayPut()).hold_fire()
    assert TurnUnit("aa_inf_br_r", "E") in game.menu()


def test_e24_cavalry_does_not_withdraw_from_cavalry_or_from_a_turn() -> None:
    game = given(
        {"fr_cav_9_2": "I6 N", "aa_cav_1": "H5 S", "aa_inf_br_r": "I5 N", "fr_inf_1_i": "A14 N"},
        hands={"anglo_allied": "aa_06", "french": "fr_01"},
        active="coalition",
    )
    game.play("aa_06").move("aa_cav_1", "H6")
    assert game.seats == ("coalition",)
    game.move("aa_inf_br_r", "S")
    assert game.seats == ("coalition",)


def test_e24_cavalry_does_not_withdraw_from_an_advance() -> None:
    game = given(
        {"fr_inf_20_vi": "K5 W reduced", "fr_cav_9_2": "K6 N", "aa_inf_3_i": "J5 E", "aa_inf_1_i": "K4 S"},
        hands={"anglo_allied": "aa_06"},
        active="coalition",
    )
    game.after_card("aa_06").fight("fr_inf_20_vi", "aa_inf_3_i", "aa_inf_1_i")
    assert game.prompt == "advance"
    game.order(game.menu()[0])
    assert game.all(CavalryWithdrew) == []
    assert game.prompt != "withdraw"


def test_a_movement_card_may_be_played_without_moving() -> None:
    game = given({"fr_inf_1_i": "K8 N"}, hands={"french": "fr_01"}).play("fr_01")
    assert EndMovement() in game.menu()
    assert FACTS.cards["fr_01"].mp == game.state.points == 7
