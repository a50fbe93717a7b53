"""Napoleon and Wellington: cases E-73 to E-75 of the rulings' examples."""

from domain.waterloo.events.leaders import LeaderDisplaced, LeaderRemoved
from domain.waterloo.facts import FACTS
from domain.waterloo.orders import AdvanceWith, DisplaceLeader, EnterUnit, MoveLeader, RetreatTo
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


def test_e75_a_leader_may_ride_alone_beside_the_enemy() -> None:
    """12.0: "oppure in una casella vuota", and only an enemy's move displaces him."""
    units = {"fr_inf_1_i": "J7 N", "aa_inf_3_i": "A1 S"}
    game = given(units, leaders={"wellington": "J5"}, hands={"anglo_allied": "aa_01"}, active="coalition")
    assert "J6" in squares(game.play("aa_01").offers(MoveLeader))
    game.ride("wellington", "J6")
    assert game.all(LeaderDisplaced) == [] and game.where("wellington") == "J6"


def test_no_leader_enters_the_square_of_the_enemys_leader() -> None:
    game = given(
        {"fr_inf_1_i": "A14 N", "aa_inf_3_i": "A1 S"},
        leaders={"wellington": "J5", "napoleon": "J6"},
        hands={"anglo_allied": "aa_01"},
        active="coalition",
    )
    assert squares(game.play("aa_01").offers(MoveLeader)) == {"J4", "I5", "K5"}


def test_a_leader_stays_when_his_own_troops_move_off() -> None:
    """12.0: "Se un'unità nemica si sposta": the audit's case, L5 to L4 took Wellington along for nothing."""
    game = given(
        {"aa_inf_3_i": "L5 N", "fr_inf_1_i": "L6 N"},
        leaders={"wellington": "L5"},
        hands={"anglo_allied": "aa_01"},
        active="coalition",
    )
    game.play("aa_01").move("aa_inf_3_i", "L4")
    assert game.all(LeaderDisplaced) == [] and game.where("wellington") == "L5"


def test_a_leader_does_not_advance_with_his_victorious_troops() -> None:
    """12.0: "I Comandanti non possono mai avanzare dopo una vittoria": Napoleon stays on I7."""
    game = given(
        {"fr_inf_gr_g": "I7 N", "aa_inf_4_ii": "I6 S", "aa_inf_3_i": "H7 S"},
        leaders={"napoleon": "I7"},
        hands={"french": "fr_01"},
    )
    game.after_card("fr_01").fight("aa_inf_4_ii", "fr_inf_gr_g")
    game.order(AdvanceWith("fr_inf_gr_g", "I6", "N"))
    assert game.where("fr_inf_gr_g") == "I6" and game.where("napoleon") == "I7"
    assert game.all(LeaderDisplaced) == []


def test_a_leader_alone_is_displaced_by_whatever_way_an_enemy_comes_beside_him() -> None:
    """9.5 calls a retreat too "spostarsi": here the beaten unit falls back beside Napoleon."""
    game = given(
        {"aa_inf_3_i": "I7 S", "fr_inf_gr_g": "I8 N", "fr_inf_1_i": "A14 N"},
        leaders={"napoleon": "H6"},
        hands={"french": "fr_01"},
    )
    game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_gr_g")
    game.order(RetreatTo("aa_inf_3_i", "I6", "S"))
    assert game.last(LeaderDisplaced) == LeaderDisplaced("napoleon", "H6", "I8")


def test_a_leader_whose_unit_is_eliminated_goes_to_another_one() -> None:
    """12.0: "Se quell'unità dovesse essere eliminata, spostate semplicemente il Comandante"."""
    game = given(
        {"aa_inf_3_i": "J5 S", "fr_inf_20_vi": "J6 N reduced", "fr_inf_1_i": "A14 N"},
        leaders={"napoleon": "J6"},
        hands={"french": "fr_01"},
    )
    game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_20_vi")
    assert game.last(LeaderDisplaced) == LeaderDisplaced("napoleon", "J6", "A14")


def test_a_leader_blocks_no_entry_square() -> None:
    """5.0 and 12.0 say nothing of leaders who block: whoever enters beside him displaces him."""
    game = given(
        {"fr_inf_1_i": "A14 N", "aa_inf_3_i": "A1 S"},
        leaders={"napoleon": FACTS.entry_squares[0]},
        hands={"prussian": "pr_01", "french": "fr_01"},
        scenario="long",
        active="coalition",
        army="prussian",
        turn=7,
    )
    entries = game.play("pr_01").offers(EnterUnit)
    game.order(next(order for order in entries if order.to == FACTS.entry_squares[0]))
    assert game.last(LeaderDisplaced).start == FACTS.entry_squares[0]
    assert game.where("napoleon") == "A14"


def test_a_leader_without_troops_leaves_the_field() -> None:
    game = given({"fr_inf_1_i": "J8 N"}, leaders={"wellington": "J6"}, hands={"french": "fr_01"})
    game.play("fr_01").move("fr_inf_1_i", "J7")
    assert game.last(LeaderRemoved).leader == "wellington"
    assert game.where("wellington") is None
