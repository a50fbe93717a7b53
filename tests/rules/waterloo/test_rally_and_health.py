"""Rally and Napoleon's health: cases E-61 to E-64 of the rulings' examples."""

from domain.kernel import ALL
from domain.waterloo.events.cards import NapoleonsHealthStruck
from domain.waterloo.events.losses import UnitRallied
from domain.waterloo.orders import (
    Attack,
    FireArtillery,
    MoveUnit,
    PlayCard,
    RallyUnits,
    RestoreUnit,
    TurnUnit,
)
from domain.waterloo.seen.scene import redact, view
from tests.rules.waterloo.position import COALITION, FRENCH, given


def test_e61_only_a_unit_that_has_not_moved_can_be_rallied() -> None:
    units = {
        "fr_inf_1_i": "A9 N disordered moved",
        "fr_inf_2_i": "T9 W disordered",
        "fr_inf_3_i": "K9 N disordered",
    }
    game = given(units, hands={"french": "fr_22"}).play("fr_22", "rally")
    assert set(game.menu()) == {
        RallyUnits(("fr_inf_2_i",)),
        RallyUnits(("fr_inf_3_i",)),
        RallyUnits(("fr_inf_2_i", "fr_inf_3_i")),
    }
    game.order(RallyUnits(("fr_inf_2_i", "fr_inf_3_i")))
    assert game.unit("fr_inf_1_i").disordered
    assert not game.unit("fr_inf_2_i").disordered and not game.unit("fr_inf_3_i").disordered


def test_e62_a_reduced_unit_is_restored_only_away_from_the_enemy() -> None:
    units = {"aa_inf_1_i": "G7 S reduced", "fr_inf_6_ii": "G8 N"}
    game = given(units, hands={"anglo_allied": "aa_16 aa_01"}, active="coalition")
    assert PlayCard("aa_16", "rally") not in game.menu()
    units["fr_inf_6_ii"] = "H8 N"
    game = given(units, hands={"anglo_allied": "aa_16 aa_01"}, active="coalition").play("aa_16", "rally")
    assert game.last(UnitRallied).mode == "restore"
    assert not game.unit("aa_inf_1_i").reduced


def test_e62_the_player_chooses_whom_to_restore() -> None:
    units = {"aa_inf_1_i": "G7 S reduced", "aa_inf_3_i": "J5 S reduced"}
    game = given(units, hands={"anglo_allied": "aa_16"}, active="coalition").play("aa_16", "rally")
    assert set(game.menu()) == {RestoreUnit("aa_inf_1_i"), RestoreUnit("aa_inf_3_i")}


def test_e63_a_rallied_unit_neither_moves_nor_attacks_but_fires() -> None:
    units = {"fr_inf_1_i": "I7 N disordered", "aa_inf_br_r": "I6 S", "fr_inf_2_i": "A9 N"}
    game = given(units, hands={"french": "fr_22 fr_01 fr_14"}).play("fr_22", "rally")
    assert game.unit("fr_inf_1_i").rallied
    assert game.offers(Attack) == []
    assert PlayCard("fr_14", "artillery_fire") in game.menu()
    game.play("fr_01")
    orders = [*game.offers(MoveUnit), *game.offers(TurnUnit)]
    assert {order.unit for order in orders} == {"fr_inf_2_i"}
    game.end_movement()
    assert game.offers(Attack) == []
    game.play("fr_14", "artillery_fire")
    assert game.unit("aa_inf_br_r").disordered and game.offers(FireArtillery) == []


def test_e64_two_random_cards_leave_the_french_hand_unseen() -> None:
    game = given(
        {"aa_inf_1_i": "G7 S", "fr_inf_6_ii": "G8 N"},
        hands={"french": "fr_01 fr_02 fr_03 fr_04 fr_05 fr_06 fr_07", "anglo_allied": "aa_19 aa_01"},
        active="coalition",
    )
    game.play("aa_19", "napoleons_health")
    assert len(game.state.hands["french"]) == 5
    struck = game.last(NapoleonsHealthStruck)
    assert struck.count == 2 and set(struck.cards) == set(game.state.lost)
    assert redact(struck, COALITION) == NapoleonsHealthStruck(2)
    assert redact(struck, FRENCH) == redact(struck, ALL) == struck
    assert view(game.state, COALITION).hands["french_lost"].cards is None
    assert view(game.state, FRENCH).hands["french_lost"].cards == game.state.lost
    assert game.offers(Attack), "an attack may follow"


def test_health_takes_the_last_card_and_needs_at_least_one() -> None:
    units = {"aa_inf_1_i": "G7 S", "fr_inf_6_ii": "A8 N"}
    game = given(units, hands={"french": "fr_01", "anglo_allied": "aa_19 aa_01"}, active="coalition")
    game.play("aa_19", "napoleons_health")
    assert game.state.hands["french"] == ()
    game = given(units, hands={"anglo_allied": "aa_19"}, active="coalition")
    assert PlayCard("aa_19", "napoleons_health") not in game.menu()
