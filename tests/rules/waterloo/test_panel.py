"""What the panel of a battle says is true by the rules of cards, guns and losses."""

from fractions import Fraction

from domain.kernel import Seat
from domain.kernel.battles import Battle, Course
from domain.kernel.prose import prose
from domain.waterloo.events import AttackDeclared
from domain.waterloo.position.state import COALITION, FRENCH
from domain.waterloo.seen.battles import tell
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
