"""Artillery fire and disorder: cases E-44 to E-50 of the rulings' examples."""

from domain.waterloo.events import UnitDisordered, UnitReduced
from domain.waterloo.orders import Attack, FireArtillery, LetPass, MoveUnit, PlayCard
from tests.rules.waterloo.position import Table, given


def targets(units: dict[str, str], card: str = "aa_11", **rest: object) -> set[str]:
    """What the coalition may fire at in its own round, other targets provided for."""
    elsewhere = {"aa_inf_3n_i": "A1 S", "fr_inf_20_vi": "A2 N", "aa_inf_6_r": "C1 S", "fr_inf_19_vi": "C2 N"}
    game = given(
        {**elsewhere, **units},
        hands={"anglo_allied": card},
        active="coalition",
        **rest,  # type: ignore[arg-type]
    )
    game.play(card, "artillery_fire")
    return {order.target for order in game.offers(FireArtillery)} - {"fr_inf_20_vi", "fr_inf_19_vi"}


def test_e44_infantry_fires_to_its_front_only() -> None:
    assert targets({"aa_inf_br_r": "I5 S", "fr_inf_1_i": "I6 N", "fr_inf_2_i": "H5 N"}) == {"fr_inf_1_i"}
    both = {"aa_inf_br_r": "J5 S", "fr_inf_1_i": "J6 N", "fr_inf_2_i": "I5 N"}
    assert targets(both) == {"fr_inf_1_i", "fr_inf_2_i"}, "from a chateau to every side"


def shot_at(markers: str) -> Table:
    game = given(
        {"aa_inf_br_r": "I5 S", "fr_inf_1_i": f"I6 N {markers}"},
        hands={"anglo_allied": "aa_11"},
        active="coalition",
    )
    game.hold_fire()
    return game


def test_e45_a_second_hit_reduces_and_takes_the_disorder_off() -> None:
    game = shot_at("disordered").play("aa_11", "artillery_fire")
    unit = game.unit("fr_inf_1_i")
    assert unit.reduced and not unit.disordered
    assert game.last(UnitReduced).cause == "fire"


def test_e46_fire_never_eliminates() -> None:
    game = shot_at("reduced").play("aa_11", "artillery_fire")
    unit = game.unit("fr_inf_1_i")
    assert unit.reduced and unit.disordered
    assert PlayCard("aa_11", "artillery_fire") not in shot_at("reduced disordered").menu()


def test_e47_nothing_in_a_chateau_can_be_hit() -> None:
    units = {"aa_inf_br_r": "I5 E", "fr_inf_1_i": "J5 N"}
    assert targets(units, chateaux={"J5": 0}) == set()


def test_e48_fire_in_the_own_round_counts_and_gives_an_attack() -> None:
    game = given(
        {"fr_inf_1_i": "I6 N", "aa_inf_br_r": "I5 N", "fr_cav_9_2": "H5 E"},
        hands={"french": "fr_14 fr_01", "anglo_allied": "aa_01"},
        cards_in_round=2,
    )
    game.play("fr_14", "artillery_fire")
    assert game.state.cards_in_round == 3
    assert game.unit("aa_inf_br_r").disordered
    assert game.offers(Attack)


def test_e49_fire_in_the_enemys_round_is_free() -> None:
    game = given(
        {"fr_inf_1_i": "I6 N", "fr_inf_2_i": "K6 N", "aa_inf_br_r": "I5 S", "aa_inf_3_i": "K5 S"},
        hands={"french": "fr_01", "anglo_allied": "aa_01 aa_02 aa_03 aa_04 aa_05 aa_11 aa_12"},
    )
    assert LetPass() in game.menu()
    game.fire("aa_11", "aa_inf_br_r", "fr_inf_1_i").fire("aa_12", "aa_inf_3_i", "fr_inf_2_i")
    assert len(game.all(UnitDisordered)) == 2
    game.hold_fire()
    assert game.seats == ("french",)
    assert game.state.cards_in_round == 0
    assert game.state.discards["anglo_allied"] == ("aa_11", "aa_12")


def test_e50_disordered_units_move_and_defend_but_neither_attack_nor_fire() -> None:
    units = {"fr_inf_1_i": "I6 N disordered", "aa_inf_br_r": "I5 S", "fr_inf_2_i": "C6 N"}
    game = given(units, hands={"french": "fr_01 fr_14"})
    assert PlayCard("fr_14", "artillery_fire") not in game.menu()
    game.after_card("fr_01")
    assert game.offers(Attack) == []
    game = given({**units, "fr_inf_1_i": "I7 N disordered"}, hands={"french": "fr_01"}).play("fr_01")
    assert MoveUnit("fr_inf_1_i", "I6") in game.menu()


def test_a_window_is_offered_only_to_a_front_with_a_shot_and_a_card() -> None:
    units = {"fr_inf_1_i": "I6 N", "aa_inf_br_r": "I5 S"}
    assert given(units, hands={"french": "fr_01", "anglo_allied": "aa_01"}).menu() == [LetPass()]
    assert given(units, hands={"french": "fr_01"}).seats == ("french",)
    units["aa_inf_br_r"] = "I5 N"
    assert given(units, hands={"french": "fr_01", "anglo_allied": "aa_01"}).seats == ("french",)
