"""The odds that a player sees before an order are those of the rules, every roll counted once (EX-P3, P4)."""

from math import comb
from typing import Any

import pytest

from domain.kernel import Play, SealedChance
from domain.wellington.battle.battle import BeginRound
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Battle, Laid, Siege
from domain.wellington.position.state import State, changed
from domain.wellington.seen.odds import battle_chances, odds, siege_chances
from tests.rules.wellington.position import SEED, StartBattle, given, position
from tests.rules.wellington.test_battle_odds import HILL, INFANTRY, JOSEPH, WELLINGTON
from tests.rules.wellington.test_siege_odds import chances, with_siege


@pytest.mark.parametrize(
    ("case", "attacker", "defender", "nobody", "rout"),
    [
        (JOSEPH, 0.943895, 0.056105, 0, 0.387678),
        (HILL, 0.888277, 0.111167, 0.000556, 0.181361),
        (WELLINGTON, 0.804463, 0.195454, 0.000083, 0.319887),
        (INFANTRY, 0.300299, 0.551504, 0.148196, 0),
    ],
)
def test_a_battle_has_the_chances_that_the_rules_give_it(
    case: dict[str, Any], attacker: float, defender: float, nobody: float, rout: float
) -> None:
    battle: Battle = case["battle"]
    pieces = {name: each for name, each in case.items() if name != "battle"}
    play = Play(position(**pieces), [StartBattle(battle)], SealedChance(SEED))
    while not isinstance(play.agenda[-1], BeginRound):
        play.agenda[-1].advance(play)
    play.agenda[-1].advance(play)
    found = battle_chances(play.state)
    assert (found.win, found.lose, found.nobody, found.rout) == pytest.approx(
        (attacker, defender, nobody, rout), abs=1e-6
    )


def preview(order: Any, draft: tuple[Any, ...] = (), **facts: Any) -> Any:
    return odds(given("britain", points=5, **facts).state, draft, order)


def test_a_march_into_enemies_is_reckoned_with_the_largest_army() -> None:
    facts: dict[str, Any] = {
        "soldiers_at": {"ciudad_rodrigo": "britain 3 0 0", "salamanca": "nord 1 0 0"},
        "leaders_at": {"wellington": "ciudad_rodrigo"},
    }
    march = MoveArmy("wellington", "salamanca")
    whole = preview(march, **facts)
    assert whole == preview(Carry("wellington", 3), (march,), **facts)
    less = preview(Carry("wellington", 1), (march,), **facts)
    assert whole.key == less.key == "battle" and less.win < whole.win < 1
    assert whole.about["attack"] == 3 + 5 + 1, "soldiers, battle value, nationality"


def test_a_march_without_enemies_and_without_attrition_has_no_odds() -> None:
    facts: dict[str, Any] = {"soldiers_at": {"coimbra": "britain 2 0 0"}, "flags": {}}
    assert preview(MoveCounter("coimbra", "lisbon", 1), **facts) is None


def test_a_siege_has_the_chances_of_the_rules() -> None:
    """The same as EX-P4 counts for Wellington with six strength points before Ciudad Rodrigo."""
    facts: dict[str, Any] = {
        "soldiers_at": {"ciudad_rodrigo": "britain 6 0 0"},
        "leaders_at": {"wellington": "ciudad_rodrigo"},
    }
    found = preview(BesiegeFortress("wellington", "ciudad_rodrigo"), **facts)
    state = with_siege("wellington", 6, 3)
    assert found.key == "siege"
    assert found.win == pytest.approx(float(sum(chances(state).values())))


def of_dice(dice: int, least: int) -> float:
    """How likely so many dice have so many sixes at least."""
    return sum(exactly(dice, sixes) for sixes in range(least, dice + 1))


def exactly(dice: int, sixes: int) -> float:
    return comb(dice, sixes) * 5 ** (dice - sixes) / 6**dice


def besieging(staff: tuple[str, ...] = (), **facts: Any) -> State:
    """Wellington before Ciudad Rodrigo."""
    leaders = dict.fromkeys(("wellington", *staff), "ciudad_rodrigo")
    state = position(leaders_at=leaders, soldiers_at={"ciudad_rodrigo": "britain 5 0 0"} if not staff else {})
    sp = 0 if staff else 5
    siege = Siege("ciudad_rodrigo", "britain", "wellington", sp, "nord", 3, 3, staff, **facts)
    return changed(state, siege=siege)


def test_massed_grenadiers_let_the_last_round_be_fought_again_after_a_tie() -> None:
    """#70: a third round of no six and no hit is followed by one more, which is the last."""
    laid = (Laid("massed_grenadiers", "britain", 1),)
    falls = of_dice(11, 1)  # its own die was rolled in the first round
    tied = (1 - falls) * (4 / 6) ** 3
    found, _ = siege_chances(besieging(round=2, sixes=2, cards=laid))
    assert found == pytest.approx(falls + tied * falls)


def test_a_leader_who_falls_in_a_siege_rolls_no_die_after_it() -> None:
    """12.3, R-58, R-60: two rounds of Wellington and Hill alone; who both fall have lost."""
    found, _ = siege_chances(besieging(("hill",), round=1))
    one_six, none, one_five = 3 * (1 / 6) * (4 / 6) ** 2, (4 / 6) ** 3, 3 * (1 / 6) * (4 / 6) ** 2
    some_six, two_sixes = of_dice(3, 1), of_dice(3, 2)
    falls = of_dice(7, 3) * (1 - two_sixes)
    for sixes in (1, 2):
        needed = 3 - sixes
        falls += exactly(7, sixes) * none * of_dice(7, needed) * (1 - two_sixes)
        if sixes == 2:
            falls += exactly(7, 2) * one_six * of_dice(6, needed) * (1 - some_six)
            falls += exactly(7, 2) * one_five * of_dice(6, needed) * (1 - two_sixes)
    assert found == pytest.approx(falls)
