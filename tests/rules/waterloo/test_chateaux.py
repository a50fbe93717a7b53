"""Attacks on chateaux: cases E-38 to E-43 of the rulings' examples."""

from domain.waterloo.events.battle import ChateauPointRemoved, UnitAdvanced, UnitRetreated
from domain.waterloo.events.losses import UnitReduced
from domain.waterloo.orders import AbsorbLoss, AdvanceWith, RetreatTo, Stand
from tests.rules.waterloo.position import Table, given


def hougoumont() -> Table:
    game = given(
        {"aa_inf_1_i": "G7 S", "fr_inf_6_ii": "G8 N", "fr_inf_9_ii": "F7 E"},
        hands={"french": "fr_01 fr_11", "anglo_allied": "aa_15"},
    )
    return game.after_card("fr_01").attack("aa_inf_1_i", "fr_inf_6_ii", "fr_inf_9_ii")


def absorbs(game: Table) -> set[tuple[str, ...]]:
    """The parts of the loss that the walls may absorb, every offered way."""
    return {tuple(sorted(order.parts)) for order in game.offers(AbsorbLoss)}


def test_e38_a_chateau_point_absorbs_a_loss_of_one_part() -> None:
    battle = hougoumont().set_cards(french="fr_11 bp").resolved()
    assert (battle.attack, battle.defence) == (13, 8)
    assert [part.side for part in battle.attackers] == [1, 1]
    assert not battle.more_than_double

    game = hougoumont().set_cards(french="fr_11 bp").hold_fire()
    assert ("loss",) in absorbs(game)
    game.order(AbsorbLoss("aa_inf_1_i", ("loss",)))
    assert game.state.chateaux["G7"] == 3
    assert game.last(ChateauPointRemoved).points_left == 3
    assert not game.unit("aa_inf_1_i").reduced and game.where("aa_inf_1_i") == "G7"
    assert game.offers(AdvanceWith) == []


def test_e38_the_owner_may_stand_or_retreat_instead() -> None:
    game = hougoumont().set_cards(french="fr_11 bp").hold_fire()
    suffer(game)
    game.order(Stand("aa_inf_1_i"))
    assert game.unit("aa_inf_1_i").reduced and game.state.chateaux["G7"] == 4
    game = hougoumont().set_cards(french="fr_11 bp").hold_fire()
    suffer(game)
    assert game.retreat_squares("aa_inf_1_i") == {"G6", "H7"}


def suffer(game: Table) -> None:
    """Decline to use the walls, where that is an order of its own."""
    if () in absorbs(game):
        game.order(next(order for order in game.offers(AbsorbLoss) if not order.parts))


def test_e39_elite_inside_a_chateau_makes_four_times() -> None:
    battle_game = hougoumont().set_cards(french="fr_11 bp", coalition="aa_15 elite")
    battle = battle_game.resolved()
    assert (battle.attack, battle.defence) == (13, 16)
    assert battle.winner == "defender"
    assert battle_game.state.chateaux["G7"] == 4


def test_e40_two_points_absorb_both_parts() -> None:
    game = given(
        {"aa_inf_3_i": "J5 S", "fr_inf_gr_g": "J6 N", "fr_inf_ch_g": "K5 W"}, hands={"french": "fr_01 fr_20"}
    )
    game.after_card("fr_01")
    battle = game.fight("aa_inf_3_i", "fr_inf_gr_g", "fr_inf_ch_g", french="fr_20 elite")
    assert (battle.attack, battle.defence) == (20, 8) and battle.more_than_double
    assert ("reduction", "retreat") in absorbs(game)
    both = next(order for order in game.offers(AbsorbLoss) if len(order.parts) == 2)
    game.order(both)
    assert game.state.chateaux["J5"] == 0
    assert not game.all(UnitReduced) and not game.all(UnitRetreated) and not game.all(UnitAdvanced)


def frischermont() -> Table:
    game = given(
        {"aa_inf_2n_i": "P6 S", "fr_inf_4_i": "O6 E", "fr_inf_1_i": "P7 N"},
        hands={"french": "fr_01 fr_11 fr_12"},
    )
    game.after_card("fr_01")
    battle = game.fight("aa_inf_2n_i", "fr_inf_4_i", "fr_inf_1_i", french="fr_11 bp, fr_12 bp")
    assert (battle.attack, battle.defence) == (15, 6) and battle.more_than_double
    return game


def test_e41_one_point_against_two_parts_is_the_owners_choice() -> None:
    assert absorbs(frischermont()) == {(), ("reduction",), ("retreat",)}

    game = frischermont().order(AbsorbLoss("aa_inf_2n_i", ("reduction",)))
    assert game.retreat_squares("aa_inf_2n_i") == {"P5"}
    game.order(RetreatTo("aa_inf_2n_i", "P5", "S"))
    assert not game.unit("aa_inf_2n_i").reduced and game.state.chateaux["P6"] == 0

    game = frischermont().order(AbsorbLoss("aa_inf_2n_i", ("retreat",)))
    assert game.where("aa_inf_2n_i") == "P6" and game.unit("aa_inf_2n_i").reduced
    assert game.state.chateaux["P6"] == 0 and game.offers(AdvanceWith) == []

    game = frischermont().order(AbsorbLoss("aa_inf_2n_i", ()))
    assert game.unit("aa_inf_2n_i").reduced and game.retreat_squares("aa_inf_2n_i") == {"P5"}
    assert game.state.chateaux["P6"] == 1


def test_e42_without_points_the_chateau_still_doubles_but_absorbs_nothing() -> None:
    game = given(
        {"aa_inf_3_i": "J5 N", "fr_inf_gr_g": "J6 N", "fr_inf_ch_g": "K5 W"},
        hands={"french": "fr_01"},
        chateaux={"J5": 0},
    )
    battle = game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_gr_g", "fr_inf_ch_g")
    assert (battle.attack, battle.defence) == (10, 8)
    assert [part.side for part in battle.attackers] == [1, 1]
    assert game.offers(AbsorbLoss) == []
    assert game.offers(Stand) and game.offers(RetreatTo)


def test_e43_the_points_serve_whoever_holds_the_chateau() -> None:
    game = given(
        {"fr_inf_1_i": "J5 N", "aa_inf_3_i": "K5 W", "aa_inf_1_i": "J6 N", "fr_inf_2_i": "A14 N"},
        hands={"anglo_allied": "aa_01 aa_06"},
        active="coalition",
        chateaux={"J5": 1},
        owners={"J5": "french"},
    )
    battle = game.after_card("aa_01").fight("fr_inf_1_i", "aa_inf_3_i", "aa_inf_1_i", coalition="aa_06 bp")
    assert (battle.attack, battle.defence) == (12, 8)
    assert game.seats == ("french",)
    game.order(AbsorbLoss("fr_inf_1_i", ("loss",)))
    assert game.state.chateaux["J5"] == 0 and not game.unit("fr_inf_1_i").reduced
