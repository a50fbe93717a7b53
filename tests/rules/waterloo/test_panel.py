"""What the panel of a battle says is true by the rules of cards, guns and losses."""

from fractions import Fraction
from typing import Any

from domain.kernel import Seat
from domain.kernel.battles import Battle, Course
from domain.kernel.prose import prose
from domain.waterloo.events.battle import AttackDeclared
from domain.waterloo.events.leaders import LeaderRemoved
from domain.waterloo.events.losses import UnitReduced
from domain.waterloo.facts import Army
from domain.waterloo.orders import AdvanceWith, RetreatTo
from domain.waterloo.position.state import COALITION, FRENCH
from domain.waterloo.seen.battles import is_part, tell
from domain.waterloo.title import WATERLOO
from tests.rules.waterloo.position import Table, given


def panel(game: Table, viewer: Seat) -> Battle:
    """The panel of the last battle, for a seat that has set no card."""
    begun = max(at for at, event in enumerate(game.events) if isinstance(event, AttackDeclared))
    return tell(Course(game.events[begun:], game.state, viewer, ()))


def head(battle: Battle, language: str = "en") -> str:
    assert battle.head is not None
    return prose("waterloo", language).of_battle(battle.head)


def losthin_beset(prussian: str = "") -> Table:
    """A Prussian unit (3) is attacked beside Wellington by 5."""
    game = given(
        {"pr_inf_15_iv": "I7 S", "fr_inf_6_ii": "I8 N", "aa_inf_3_i": "A1 S"},
        leaders={"wellington": "I6"},
        hands={"french": "fr_01", "anglo_allied": "aa_01 aa_13", "prussian": prussian},
        scenario="long",
        turn=6,
    )
    return game.after_card("fr_01").attack("pr_inf_15_iv", "fr_inf_6_ii").hold_fire()


def test_a_command_card_of_wellington_may_save_prussians_who_hold_no_card() -> None:
    """11.2: "saranno applicati a qualunque unità amica": the English hand of two may hold one of the two."""
    battle = panel(losthin_beset(), FRENCH)
    assert head(battle) == "You win unless they add 2"
    neither = Fraction(17 * 16, 19 * 18)
    assert [(each.said.about["cards"], round(each.share, 6)) for each in battle.chances] == [
        (1, round(float(neither), 6))
    ]


def test_the_lent_card_comes_on_top_of_the_prussian_hand() -> None:
    """9.3: "possono giocare quante carte desiderano": one of their own and Wellington's are two."""
    battle = panel(losthin_beset(prussian="pr_04"), FRENCH)
    assert max(each.said.about["cards"] for each in battle.chances) == 2


def test_an_attacker_whose_five_cards_are_played_is_not_said_to_hold_none() -> None:
    """9.3: "rimanere entro il limite delle 5 carte in un round"; the French hand still has two."""
    game = given(
        {"aa_inf_br_r": "I7 S", "fr_inf_20_vi": "I8 N", "fr_inf_1_i": "A14 N"},
        hands={"french": "fr_01 fr_11 fr_12", "anglo_allied": "aa_01"},
        cards_in_round=4,
    )
    game.after_card("fr_01").attack("aa_inf_br_r", "fr_inf_20_vi").hold_fire()
    battle = panel(game, COALITION)
    assert head(battle) == "You win: the enemy can set no card."
    assert head(battle, "it") == "Vinci: il nemico non può mettere carte."


GUNS = "Not counted: artillery fire may still drive an attacker out of the battle."


def brunswick_attacked(facing: str = "S", **rest: Any) -> Table:
    """The Guard attacks Brunswick, who may look at it or away."""
    game = given(
        {"aa_inf_br_r": f"I7 {facing}", "fr_inf_gr_g": "I8 N", "fr_inf_1_i": "A14 N"},
        hands={"french": "fr_01 fr_11 fr_12", "anglo_allied": "aa_01"},
        **rest,
    )
    return game.after_card("fr_01").attack("aa_inf_br_r", "fr_inf_gr_g").hold_fire()


def notes(battle: Battle, language: str = "en") -> list[str]:
    return [prose("waterloo", language).of_battle(each) for each in battle.notes]


def test_the_chance_of_an_attack_says_that_guns_may_still_break_in() -> None:
    """9.7: "avesse usato una carta Fuoco dell'Artiglieria ... gli avrebbe impedito di attaccare":
    after the cards, so no sum of cards is the whole truth."""
    assert GUNS in notes(panel(brunswick_attacked(), FRENCH))
    assert any("Fuoco dell'Artiglieria" in each for each in notes(panel(brunswick_attacked(), FRENCH), "it"))
    assert GUNS not in notes(panel(brunswick_attacked(), COALITION)), "the attacker cannot fire in it (6.0)"


def test_no_guns_are_told_of_where_none_can_fire() -> None:
    """11.1: "esattamente di fronte"; and when all cards with guns lie open."""
    assert GUNS not in notes(panel(brunswick_attacked("N"), FRENCH))
    gone: dict[Army, tuple[str, ...]] = {"french": (), "anglo_allied": ("aa_11", "aa_12")}
    assert GUNS not in notes(panel(brunswick_attacked(discards=gone), FRENCH))


def fought(units: dict[str, str], target: str, *attackers: str, **rest: Any) -> tuple[Battle, set[str]]:
    """The panel of a battle without cards, up to its first question, and what its losses were."""
    game = given({**units, "fr_inf_1_i": "A14 N"}, hands={"french": "fr_01"}, **rest)
    game.after_card("fr_01").fight(target, *attackers)
    battle = panel(game, FRENCH)
    return battle, {type(loss).__name__ for loss in battle.losses}


def test_a_routed_unit_that_is_eliminated_is_not_said_to_retreat() -> None:
    """9.5: "una senza il lato ridotto, che dovesse soffrire di una riduzione, verrà eliminata"."""
    units = {"aa_inf_4_ii": "I7 S", "fr_inf_6_ii": "I8 N"}
    battle, losses = fought(units, "aa_inf_4_ii", "fr_inf_6_ii")
    assert losses == {"UnitEliminated"}
    name = WATERLOO.names("en")["aa_inf_4_ii"]
    assert notes(battle) == [f"More than double: {name} owes a reduction and a retreat."]
    assert "si ritira" not in notes(battle, "it")[0]


def test_a_loser_who_cannot_stand_is_not_said_to_have_the_choice() -> None:
    """9.4: "voltare il segnalino in modo che esponga la Forza Ridotta": this one has none to show."""
    units = {"aa_inf_4_ii": "E6 S", "fr_inf_20_vi": "E7 N"}
    battle, _ = fought(units, "aa_inf_4_ii", "fr_inf_20_vi")
    assert "stands" not in notes(battle)[0] and "resta" not in notes(battle, "it")[0]


def test_an_attacker_who_is_eliminated_is_not_said_to_be_reduced() -> None:
    """9.5: "Un'unità già ridotta ... verrà eliminata"."""
    units = {"aa_inf_3_i": "J5 S", "fr_inf_20_vi": "J6 N reduced"}
    battle, losses = fought(units, "aa_inf_3_i", "fr_inf_20_vi")
    assert losses == {"UnitEliminated"}
    assert notes(battle) == ["More than double: the attacker with most battle points owes a reduction."]


def test_a_battle_goes_on_when_the_beaten_leader_leaves_the_field() -> None:
    """9.4: "dovrà far avanzare ... almeno una delle sue unità": the advance is still part of the battle that
    took the last troops of Wellington (12.0)."""
    units = {"aa_inf_4_ii": "I7 S", "fr_inf_6_ii": "I8 N"}
    game = given(units, leaders={"wellington": "I7"}, hands={"french": "fr_01"})
    game.after_card("fr_01").fight("aa_inf_4_ii", "fr_inf_6_ii")
    assert game.prompt == "advance" and game.last(LeaderRemoved).leader == "wellington"
    begun = next(at for at, event in enumerate(game.events) if isinstance(event, AttackDeclared))
    assert [event for event in game.events[begun + 1 :] if not is_part(event)] == []


def test_a_shot_before_the_next_card_is_no_loss_of_the_battle_that_is_over() -> None:
    """11.1: fire is an action of its own; the losses of a battle are those of 9.4."""
    game = given(
        {
            "aa_inf_6_r": "C5 S", "fr_inf_6_ii": "C6 N",
            "aa_inf_br_r": "I5 S", "fr_inf_1_i": "I6 N disordered",
        },
        hands={"french": "fr_01 fr_02", "anglo_allied": "aa_11 aa_01"},
    )  # fmt: skip
    game.after_card("fr_01").fight("aa_inf_6_r", "fr_inf_6_ii")
    game.order(game.offers(RetreatTo)[0]).order(game.offers(AdvanceWith)[0])
    before = panel(game, FRENCH).losses
    game.fire("aa_11", "aa_inf_br_r", "fr_inf_1_i")
    assert game.last(UnitReduced) == UnitReduced("fr_inf_1_i", "fire")
    assert panel(game, FRENCH).losses == before
