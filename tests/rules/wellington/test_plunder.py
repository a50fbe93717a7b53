"""Plunder, and Spaniards who go home with it (11.10, 11.11)."""

from fractions import Fraction
from typing import Any

import pytest

from domain.wellington.events.battle import BattleResolved, PiecesLost, PlunderRolled, RetreatSurvived
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import card_id
from domain.wellington.orders.battle import LayCard, LeaveFlag
from domain.wellington.position.conflict import Battle, Camp
from domain.wellington.position.state import sp_of
from tests.rules.wellington.answering import offered, reach, see_through
from tests.rules.wellington.position import TWO, Table, fought

BY_LOSSES = {
    0: ("1/6", "0"), 2: ("1/6", "0"), 3: ("1/3", "0"), 4: ("1/2", "0"), 5: ("2/3", "0"), 6: ("2/3", "1/6"),
    7: ("2/3", "1/3"), 8: ("1/2", "1/2"), 9: ("1/3", "2/3"), 10: ("1/6", "5/6"), 11: ("0", "1"),
}  # fmt: skip
"""EX-P7: the chance of one Resource and of two, by pieces lost."""
SALAMANCA = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",))


@pytest.mark.parametrize("lost", BY_LOSSES)
def test_the_chance_of_plunder(lost: int) -> None:
    yields = [FACTS.tables.plunder.resources(die, lost) for die in range(1, 7)]
    one, two = BY_LOSSES[lost]
    assert (Fraction(yields.count(1), 6), Fraction(yields.count(2), 6)) == (Fraction(one), Fraction(two))


def routed(winner: str, leader: str, die: int, lost: int, *more: list[int]) -> Table:
    """Marmont and one SP are wiped out after earlier losses, so that `lost` pieces count."""
    return fought(
        Battle(
            "salamanca", "allied", "britain", ("ciudad_rodrigo",), camps={"french": Camp(earlier=lost - 2)}
        ),
        soldiers_at={"salamanca": f"{winner} 4 0 0, nord 1 0 0"},
        leaders_at={leader: "salamanca", "marmont": "salamanca"},
        dice=[[6, 6, 6] + [1] * (ROLLED[leader] - 3), [1] * 5, [die], *more],
    ).give(LeaveFlag())


ROLLED = {"wellington": 10, "castanos": 6}


@pytest.mark.parametrize(("die", "lost", "gained"), [(4, 7, 1), (5, 7, 2), (5, 2, 0), (6, 2, 1), (1, 5, 0)])
def test_the_die_and_the_pieces_lost_make_the_plunder(die: int, lost: int, gained: int) -> None:
    """EX-24, with two pieces instead of one."""
    table = routed("britain", "wellington", die, lost)
    (rolled,) = table.all(PlunderRolled)
    assert (rolled.die, rolled.lost, rolled.resources) == (die, lost, gained)
    assert table.state.resources["britain"] == gained


def test_spaniards_take_their_share_home() -> None:
    """EX-25: Spain gains a Resource and its pieces take attrition, the losses to the Regroup Box."""
    table = routed("spain", "castanos", 4, 7, [6, 6, 1, 1, 1])
    assert table.state.resources["spain"] == 1
    assert table.all(PiecesLost)[-1].cause == "going_home"
    assert table.state.regroup["spain"] == 2 and sp_of(table.state, "salamanca", "spain") == 2


def test_spaniards_under_wellington_do_not_go_home() -> None:
    """EX-25: the plunder of a group is its commander's."""
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 4 0 0, spain 4 0 0, nord 1 0 0"},
        leaders_at={"wellington": "salamanca", "marmont": "salamanca"},
        dice=[[6, 6, 6] + [1] * 11, [1] * 5, [6]],
    ).give(LeaveFlag())
    assert table.state.resources["britain"] == 1 and table.state.resources["spain"] == 0
    assert table.state.regroup["spain"] == 0


def test_leaderless_soldiers_give_no_plunder() -> None:
    """R-71."""
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 4 0 0, nord 1 0 0"},
        dice=[[6, 6, 6, 1, 1], [1] * 3],
    )
    assert not table.all(PlunderRolled)


def test_an_army_beaten_without_rout_gives_no_plunder() -> None:
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 4 0 0, nord 2 0 0"},
        leaders_at={"marmont": "salamanca"},
        dice=[[5, 5, 1, 1, 1], [1] * 6],
    )
    assert not table.all(PlunderRolled)


# Destroyed in the retreat (11.8: "anche per fallimento della ritirata o per l'Attrito subito nel corso di una
# ritirata") --------------------------------------------------------------------------------------------


def beaten_without_a_way(**facts: Any) -> Table:
    """Hill, placed among the French without a way back, loses by two hits: no rout, but the Regroup Box."""
    return fought(
        Battle("salamanca", "allied", "britain"),
        **{
            "soldiers_at": {"salamanca": "britain 3 0 0, nord 4 0 0"},
            "leaders_at": {"hill": "salamanca", "marmont": "salamanca"},
            "dice": [[1] * 7, [6, 5] + [1] * 6, [6]],
            **facts,
        },
    )


def test_an_army_swept_into_the_regroup_box_is_plundered() -> None:
    table = beaten_without_a_way()
    (result,) = table.all(BattleResolved)
    assert result.is_overrun and not result.is_rout
    assert [(each.power, each.lost) for each in table.all(PlunderRolled)] == [("nord", 4)]


def test_an_army_that_dies_of_the_attrition_of_its_retreat_is_plundered() -> None:
    """Marmont, alone, retreats over the river to Lerma."""
    lerma_alone = dict.fromkeys(("avila", "valladolid", "zamora", "lumbrales"), "britain 1 0 0")
    facts: Any = {"leaders_at": {"marmont": "salamanca"}, "flags": {"ciudad_rodrigo": "britain"}}
    table = fought(
        SALAMANCA, soldiers_at={"salamanca": "britain 4 0 0", **lerma_alone},
        dice=[[5, 1, 1, 1, 1], [1] * 4, [6], [6]], **facts,
    )  # fmt: skip
    assert table.all(BattleResolved)[0].is_overrun and not table.all(RetreatSurvived)
    assert [(each.lost, each.resources) for each in table.all(PlunderRolled)] == [(0, 1)]


def test_who_comes_through_his_retreat_is_not_plundered() -> None:
    lerma_alone = dict.fromkeys(("avila", "valladolid", "zamora", "lumbrales"), "britain 1 0 0")
    table = fought(
        SALAMANCA, soldiers_at={"salamanca": "britain 4 0 0", **lerma_alone},
        leaders_at={"marmont": "salamanca"},
        dice=[[5, 1, 1, 1, 1], [1] * 4, [5]],
    )  # fmt: skip
    assert table.all(RetreatSurvived) and not table.all(PlunderRolled)


@pytest.mark.parametrize("number", [7, 75])
def test_sacking_and_the_baggage_train_follow_such_an_end_too(number: int) -> None:
    table = reach(beaten_without_a_way(hands={"sud": (number,)}), "battle_won")
    assert offered(table, "sud", number) == [""]


def test_damned_good_ground_comes_back_after_such_an_end() -> None:
    """#97: "un'Armata o Gruppo di Armate francese viene eliminato"."""
    table = fought(
        Battle("salamanca", "french", "nord"), hands={"britain": (97,)}, seats=TWO, active="nord",
        soldiers_at={"salamanca": "britain 5 0 0, nord 3 0 0"},
        leaders_at={"wellington": "salamanca", "marmont": "salamanca"},
        dice=[[1] * 7, [6, 5] + [1] * 9, [1]],
    )  # fmt: skip
    table.give(LayCard("britain", card_id(97)))
    see_through(table)
    assert card_id(97) in table.state.hands["britain"]
