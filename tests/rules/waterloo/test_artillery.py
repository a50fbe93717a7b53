"""Artillery fire and disorder: cases E-44 to E-50 of the rulings' examples."""

from domain.waterloo.events.losses import UnitDisordered, UnitReduced
from domain.waterloo.facts import FACTS
from domain.waterloo.orders import (
    Attack,
    EndMovement,
    FireArtillery,
    LetPass,
    MoveUnit,
    NoAttack,
    PlayCard,
    Stand,
    StopUnit,
    TurnUnit,
    Withdraw,
)
from domain.waterloo.position.state import ANGLO_ALLIED
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


def guns_ahead(**hands: str) -> Table:
    """The French come on past the guns of I5 and two more of them stand far off."""
    units = {"fr_inf_1_i": "I6 N", "aa_inf_br_r": "I5 S", "fr_inf_2_i": "C9 N", "fr_inf_3_i": "R9 N"}
    return given(units, hands={"french": "fr_01 fr_02", "anglo_allied": "aa_01 aa_11", **hands})  # type: ignore[dict-item]


def test_a_window_that_was_let_pass_is_not_offered_again_while_nothing_has_moved() -> None:
    """11.1, W-72: one question for what happened once, whether a card moved somebody or nobody."""
    game = guns_ahead()
    game.order(LetPass()).order(PlayCard("fr_01", "movement")).order(EndMovement()).order(NoAttack())
    assert game.seats == ("french",) and game.prompt == "play_card", "nobody has moved since then"
    game.order(PlayCard("fr_02", "movement")).order(MoveUnit("fr_inf_2_i", "C8")).order(EndMovement())
    assert game.seats == ("coalition",) and game.prompt == "artillery_window"
    game.order(LetPass()).order(NoAttack())
    assert not game.offers(LetPass), "asked when the move was over, and nothing has moved since"


def test_whoever_turns_before_the_guns_has_moved() -> None:
    """8.1: "un'unità che cambia solamente orientamento ... riceve comunque un segnalino di Movimento"."""
    game = guns_ahead()
    game.order(LetPass()).order(PlayCard("fr_01", "movement")).order(TurnUnit("fr_inf_1_i", "E"))
    game.order(StopUnit("fr_inf_1_i"))
    assert game.prompt == "artillery_window"
    game.order(LetPass()).order(EndMovement())
    assert game.prompt == "play_card"


def test_an_attack_opens_the_window_again() -> None:
    game = guns_ahead()
    game.order(LetPass()).order(PlayCard("fr_01", "movement")).order(EndMovement())
    game.order(Attack("aa_inf_br_r", ("fr_inf_1_i",)))
    assert game.prompt == "artillery_window"
    game.set_cards()
    game.order(Stand("aa_inf_br_r")) if game.offers(Stand) else None
    assert game.prompt == "artillery_window", "before the next card, after a battle"


def test_no_window_is_offered_when_all_cards_with_guns_lie_open() -> None:
    """6.0: a card that was played is discarded, for all to see: then nobody can fire, whatever he holds."""
    units = {"fr_inf_1_i": "I6 N", "aa_inf_br_r": "I5 S"}
    hands = {"french": "fr_01", "anglo_allied": "aa_01"}
    guns = tuple(card for card, fact in FACTS.cards.items() if fact.action == "artillery_fire")
    mine = tuple(card for card in guns if FACTS.cards[card].army == "anglo_allied")
    open_cards = {"french": (), "anglo_allied": mine}
    assert given(units, hands=hands, discards=open_cards).seats == ("french",)  # type: ignore[arg-type]
    open_cards["anglo_allied"] = mine[1:]
    assert given(units, hands=hands, discards=open_cards).menu() == [LetPass()]  # type: ignore[arg-type]


def test_infantry_whose_move_ends_with_a_withdrawal_is_shown_to_the_guns_once() -> None:
    """9.6: it stops where it stands; a question after its step and none when it stops."""
    game = given(
        {"aa_inf_br_r": "I4 S", "fr_cav_9_2": "I6 N", "fr_inf_1_i": "H5 E", "fr_inf_2_i": "A14 N"},
        hands={"french": "fr_20 fr_11", "anglo_allied": "aa_01 aa_06"},
        active="coalition",
    )
    game.play("aa_06").order(MoveUnit("aa_inf_br_r", "I5"))
    game.order(next(order for order in game.offers(Withdraw)))
    assert game.seats == ("french",) and game.prompt == "artillery_window"
    game.order(LetPass()).order(StopUnit("aa_inf_br_r"))
    assert game.prompt == "play_card", "the French let it pass where it stands"


def test_an_ally_who_held_fire_may_add_to_the_shot_of_the_other() -> None:
    """11.1: «Il difensore le può giocare quando vuole, durante il turno avversario»: after an ally's shot."""
    game = given(
        {"fr_inf_1_i": "K7 N", "aa_inf_3_i": "K6 S", "pr_inf_15_iv": "L7 W"},
        hands={"french": "fr_01", "anglo_allied": "aa_11", "prussian": "pr_06"},
        scenario="long",
        players=3,
    )
    assert game.seats == (ANGLO_ALLIED,)
    game.order(LetPass())
    game.fire("pr_06", "pr_inf_15_iv", "fr_inf_1_i")
    assert game.seats == (ANGLO_ALLIED,)
    game.fire("aa_11", "aa_inf_3_i", "fr_inf_1_i")
    assert game.unit("fr_inf_1_i").reduced
    assert game.prompt == "play_card"
