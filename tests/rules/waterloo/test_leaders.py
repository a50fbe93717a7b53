"""Napoleon and Wellington: cases E-73 to E-75 of the rulings' examples."""

from domain.waterloo.events import LeaderDisplaced, LeaderRemoved
from domain.waterloo.orders import DisplaceLeader, MoveLeader, RetreatTo
from tests.rules.waterloo.position import given, squares


def test_e73_a_leader_alone_beside_the_enemy_goes_to_the_nearest_unit() -> None:
    game = given(
        {"aa_inf_3_i": "J4 S", "aa_inf_6_r": "K4 S", "fr_inf_1_i": "J8 N"},
        leaders={"wellington": "J6"},
        hands={"french": "fr_01"},
    )
    game.play("fr_01").move("fr_inf_1_i", "J7")
    assert game.last(LeaderDisplaced) == LeaderDisplaced("wellington", "J6", "J4")
    assert game.where("wellington") == "J4"


def test_e73_among_equals_his_owner_chooses() -> None:
    game = given(
        {"aa_inf_3_i": "J4 S", "aa_inf_6_r": "L6 S", "fr_inf_1_i": "J8 N"},
        leaders={"wellington": "J6"},
        hands={"french": "fr_01"},
    )
    game.play("fr_01").move("fr_inf_1_i", "J7")
    assert game.seats == ("coalition",)
    assert set(game.menu()) == {DisplaceLeader("wellington", "J4"), DisplaceLeader("wellington", "L6")}


def test_e74_a_leader_goes_along_with_a_retreat() -> None:
    game = given(
        {"aa_inf_3_i": "N4 S", "fr_inf_4_i": "O4 W", "fr_inf_9_ii": "N5 N"},
        leaders={"wellington": "N4"},
        hands={"french": "fr_01 fr_02 fr_11"},
    )
    game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_4_i", "fr_inf_9_ii", french="fr_02 bp")
    game.order(RetreatTo("aa_inf_3_i", "N3", "S"))
    assert game.where("wellington") == "N3"


def test_e75_no_leader_goes_alone_beside_the_enemy() -> None:
    units = {"fr_inf_1_i": "J7 N", "aa_inf_3_i": "A1 S"}
    game = given(units, leaders={"wellington": "J5"}, hands={"anglo_allied": "aa_01"}, active="coalition")
    assert "J6" not in squares(game.play("aa_01").offers(MoveLeader))
    units["aa_inf_3_i"] = "J6 S"
    game = given(units, leaders={"wellington": "J5"}, hands={"anglo_allied": "aa_01"}, active="coalition")
    assert "J6" in squares(game.play("aa_01").offers(MoveLeader))


def test_a_leader_without_troops_leaves_the_field() -> None:
    game = given({"fr_inf_1_i": "J8 N"}, leaders={"wellington": "J6"}, hands={"french": "fr_01"})
    game.play("fr_01").move("fr_inf_1_i", "J7")
    assert game.last(LeaderRemoved).leader == "wellington"
    assert game.where("wellington") is None
