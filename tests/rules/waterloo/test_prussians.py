"""Reinforcements: cases E-76 to E-78 of the rulings' examples."""

from domain.waterloo.orders import EnterUnit
from domain.waterloo.position.state import is_in_reserve
from tests.rules.waterloo.position import Table, given, squares


def prussian_round(**rest: object) -> Table:
    return given(
        {"fr_inf_1_i": "A14 N"},
        hands={"prussian": "pr_01 pr_02"},
        active="coalition",
        army="prussian",
        scenario="long",
        **{"turn": 3, **rest},  # type: ignore[arg-type]
    )


def entering(game: Table) -> set[str]:
    return {order.unit for order in game.offers(EnterUnit)}


def test_e76_all_that_enter_in_a_turn_use_one_square() -> None:
    game = prussian_round().play("pr_01")
    assert entering(game) == {"pr_cav_iv", "pr_inf_15_iv", "pr_inf_16_iv"}
    assert squares(game.offers(EnterUnit)) == {"T3", "T7", "T9"}
    game.order(EnterUnit("pr_inf_15_iv", "T9", "W")).move("pr_inf_15_iv", "S9", "R9")
    assert game.spent() == {"pr_inf_15_iv": [1, 2, 2]}
    assert game.state.points == 1
    assert squares(game.offers(EnterUnit)) == {"T9"}
    game.order(EnterUnit("pr_inf_16_iv", "T9", "W"))
    assert game.where("pr_inf_16_iv") == "T9"


def test_e76_nobody_enters_an_occupied_square() -> None:
    game = prussian_round().play("pr_01").order(EnterUnit("pr_inf_15_iv", "T9", "W"))
    assert game.offers(EnterUnit) == []


def test_e77_the_next_turn_is_free_again() -> None:
    game = prussian_round(turn=4).play("pr_01")
    assert squares(game.offers(EnterUnit)) == {"T3", "T7", "T9"}
    assert "pr_inf_13_iv" in entering(game)


def test_a_unit_does_not_enter_before_its_turn() -> None:
    assert entering(prussian_round(turn=2).play("pr_01")) == {"pr_cav_iv"}


def test_e78_the_short_game_has_no_prussians() -> None:
    game = given({"fr_inf_1_i": "A14 N"}, hands={"french": "fr_01"})
    assert "prussian" not in game.state.armies and "prussian" not in game.state.hands
    assert not [unit for unit in game.state.units if unit.startswith("pr_")]
    long = prussian_round()
    assert is_in_reserve(long.state, "pr_inf_1_i")
