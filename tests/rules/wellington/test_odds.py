"""The odds that a player sees before an order are those of the rules, every roll counted once (EX-P3, P4)."""

from typing import Any

import pytest

from domain.kernel import Play, SealedChance
from domain.wellington.battle.battle import BeginRound
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Battle
from domain.wellington.seen.odds import battle_chances, odds
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
