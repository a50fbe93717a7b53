"""Retreats of the beaten side, their attrition and the Regroup Box (11.6)."""

import pytest

from domain.wellington.battle.battle import at_hand
from domain.wellington.battle.retreat import reasons, retreat_ways
from domain.wellington.events.battle import (
    BattleBegan,
    BattleRenewed,
    BattleResolved,
    FormationRetreated,
    PiecesLost,
)
from domain.wellington.facts.world import Power, Side
from domain.wellington.orders.battle import RetreatAll, RetreatLeader, RetreatSoldiers
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Lasting, State, sp_of
from tests.rules.wellington.position import Table, fought, position

FROM_RODRIGO = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",))
"""Britain attacks from Ciudad Rodrigo."""


def ways(side: Side, battle: Battle = FROM_RODRIGO, **facts: object) -> set[str]:
    return set(retreat_ways(position(**facts), battle, side))


BEATEN_NORD = {
    "soldiers_at": {"salamanca": "britain 6 0 0, nord 3 0 0"},
    "leaders_at": {"marmont": "salamanca", "clausel": "salamanca"},
}
"""Six dice and British bonus against two, staff 1, bonus 2 and three soldiers."""


def beaten_nord(**facts: object) -> Table:
    dice = [[5, 5] + [1] * 5, [1] * 8]
    return fought(FROM_RODRIGO, **{**BEATEN_NORD, "dice": dice, **facts})  # type: ignore[arg-type]


def test_a_beaten_defender_goes_to_friendly_duchies_but_not_where_the_enemy_came_from() -> None:
    assert ways("french") == {"avila", "valladolid", "zamora", "lerma", "lumbrales"}


def test_never_into_an_enemy_formation_nor_over_a_blocked_line() -> None:
    assert ways(
        "french",
        soldiers_at={"avila": "spain 1 0 0"},
        lasting=(Lasting("bridges_washed_away", "spain", "lerma-salamanca"),),
    ) == {"valladolid", "zamora", "lumbrales"}


def test_uncontrolled_duchies_come_second_and_enemy_ones_last() -> None:
    spanish = dict.fromkeys(("avila", "valladolid", "zamora", "lerma", "lumbrales"), "spain")
    assert ways("french", flags=spanish) == set(spanish)
    held = {"lumbrales": "nord 1 0 0"}
    assert ways("french", flags=spanish, soldiers_at=held) == {"lumbrales"}


def test_an_unbesieged_enemy_fortress_takes_nobody_in() -> None:
    """12.4."""
    battle = Battle("salamanca", "allied", "britain", ("lumbrales",))
    spanish = dict.fromkeys(("avila", "valladolid", "zamora", "lerma", "ciudad_rodrigo"), "spain")
    assert "ciudad_rodrigo" not in ways("french", battle, flags=spanish)


def test_a_beaten_attacker_goes_back_where_he_came_from_if_it_is_friendly() -> None:
    """EX-23; else all go to the Regroup Box and the defender has an overrun."""
    at = {"salamanca": "britain 3 0 0, nord 2 0 0"}
    dice = [[1] * 4, [5, 1, 1, 1]]
    table = fought(FROM_RODRIGO, soldiers_at=at, flags={"ciudad_rodrigo": "spain"}, dice=dice)
    assert sp_of(table.state, "ciudad_rodrigo", "britain") == 3
    assert not table.all(BattleResolved)[0].is_overrun
    battle = Battle("salamanca", "allied", "britain", ("lumbrales",))
    table = fought(battle, soldiers_at=at, dice=dice)
    assert table.state.regroup["britain"] == 3 and table.all(BattleResolved)[0].is_overrun
    assert not any(troop.marked for troop in table.state.troops["salamanca"])


def test_a_beaten_attacker_may_go_back_to_a_fortress_that_his_side_besieges() -> None:
    table = fought(
        FROM_RODRIGO,
        soldiers_at={"salamanca": "britain 3 0 0, nord 2 0 0", "ciudad_rodrigo": "spain 1 0 0"},
        dice=[[1] * 4, [5, 1, 1, 1]],
    )
    assert sp_of(table.state, "ciudad_rodrigo", "britain") == 3


def test_pieces_that_were_placed_have_nowhere_to_go() -> None:
    """R-66."""
    table = fought(
        Battle("valladolid", "allied", "spain"),
        soldiers_at={"valladolid": "spain 2 0 0, nord 2 0 0"},
        dice=[[1] * 2, [5, 1, 1, 1]],
    )
    assert table.state.regroup["spain"] == 2


def test_all_pieces_may_retreat_together_and_are_marked() -> None:
    table = beaten_nord()
    table.give(RetreatAll("nord", "valladolid"))
    assert table.state.leaders["marmont"].duchy == "valladolid" and table.state.leaders["marmont"].marked
    assert sp_of(table.state, "valladolid", "nord") == 3
    assert all(troop.marked for troop in table.state.troops["valladolid"])
    assert all(troop.marked for troop in table.state.troops["salamanca"])


def test_pieces_may_retreat_piece_by_piece() -> None:
    """R-64: leaders and soldiers each where their owner likes."""
    table = beaten_nord()
    table.give(RetreatLeader("marmont", "valladolid"))
    table.give(RetreatSoldiers("nord", "lumbrales", 2))
    table.give(RetreatAll("nord", "valladolid"))
    assert sp_of(table.state, "lumbrales", "nord") == 2 and sp_of(table.state, "valladolid", "nord") == 1
    assert table.state.leaders["clausel"].duchy == "valladolid"
    assert not table.state.battles


def test_each_ally_retreats_by_itself() -> None:
    table = fought(
        FROM_RODRIGO,
        soldiers_at={"salamanca": "britain 6 0 0, nord 2 0 0, sud 1 0 0"},
        dice=[[5, 5] + [1] * 5, [1] * 5],
    )
    assert table.seats == ("sud",)
    table.give(RetreatAll("sud", "valladolid"))
    assert table.seats == ("nord",)


@pytest.mark.parametrize(
    ("to", "flags", "count"),
    [
        ("valladolid", {}, 0),
        ("zamora", {}, 1),
        ("avila", {}, 1),
        ("valladolid", {"valladolid": "spain"}, 1),
        ("zamora", {"zamora": "spain"}, 2),
    ],
)
def test_the_attrition_of_a_retreat(to: str, flags: dict[str, Power], count: int) -> None:
    """9.44: over a river, over a pass that is not friendly at both ends, into an enemy duchy."""
    state: State = position(flags=flags, soldiers_at={"salamanca": "britain 1 0 0, nord 1 0 0"})
    assert reasons(state, "nord", "salamanca", to) == count


def test_a_besieged_fortress_stays_friendly_so_its_pass_costs_nothing() -> None:
    """EX-04: the French leave besieged San Sebastian for Bayonne."""
    state = position(soldiers_at={"san_sebastian": "britain 1 0 0, nord 1 0 0"})
    assert reasons(state, "nord", "san_sebastian", "bayonne") == 0


def test_who_dies_on_the_retreat_leaves_an_overrun() -> None:
    """11.8: the last soldier is lost to attrition over the river."""
    table = fought(
        FROM_RODRIGO,
        soldiers_at={"salamanca": "britain 6 0 0, nord 1 0 0"},
        dice=[[5] + [1] * 6, [1] * 3, [6]],
    )
    table.give(RetreatAll("nord", "zamora"))
    assert table.all(FormationRetreated) and table.all(BattleResolved)[0].is_overrun
    assert not any(troop.marked for troop in table.state.troops["salamanca"])


def test_survivors_of_the_retreat_leave_no_overrun() -> None:
    table = fought(
        FROM_RODRIGO,
        soldiers_at={"salamanca": "britain 6 0 0, nord 2 0 0", "zamora": "nord 1 0 0"},
        dice=[[5] + [1] * 6, [1] * 4, [6, 1]],
    )
    table.give(RetreatAll("nord", "zamora"))
    assert sp_of(table.state, "zamora", "nord") == 2 and not table.all(BattleResolved)[0].is_overrun


def test_without_a_way_out_all_go_to_the_regroup_box() -> None:
    """R-64: leaders too; the pieces count for plunder, but only a rout or elimination gives any."""
    around = dict.fromkeys(("avila", "valladolid", "zamora", "lerma", "lumbrales"), "spain 1 0 0")
    table = beaten_nord(soldiers_at={"salamanca": "britain 6 0 0, nord 3 0 0", **around})
    assert table.state.regroup["nord"] == 3
    assert table.state.leaders["clausel"].place == table.state.leaders["marmont"].place == "regroup"
    assert {event.cause for event in table.all(PiecesLost)} == {"no_retreat"}
    assert table.all(BattleResolved)[0].is_overrun


def test_an_answer_may_block_the_way_and_the_owner_chooses_anew() -> None:
    """W-9: Bridges Washed Away between the choice and the retreat."""
    table = beaten_nord(hands={"spain": (10,)})
    while table.prompt != "retreat":
        table.quiet()
    table.give(RetreatAll("nord", "zamora"))
    card = next(order for order in table.menu("spain") if getattr(order, "target", "") == "salamanca-zamora")
    table.give(card, seat="spain").quiet()
    assert table.prompt == "retreat" and RetreatAll("nord", "zamora") not in table.menu()
    assert sp_of(table.state, "salamanca", "nord") == 3


def test_a_renewed_battle_is_fought_instead_of_the_retreat() -> None:
    """#51: a new battle at once; what was lost before counts for plunder."""
    table = beaten_nord(dice=[[6, 5] + [1] * 5, [1] * 8, [5, 5] + [1] * 5, [1] * 7])
    table.game.record(BattleRenewed("salamanca"))
    table.give(RetreatAll("nord", "valladolid"))
    began = table.all(BattleBegan)
    assert len(began) == 2 and began[1].battle.camps["french"].earlier == 1
    assert at_hand(table.state).round == 1 and table.prompt == "retreat"
