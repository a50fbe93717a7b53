"""Cards in sieges: more dice, added sixes, forced rounds, sieges given up, sackings (12.23)."""

from typing import Any

from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.wellington.events.cards import CardDrawn, ResourcesGained
from domain.wellington.events.sieges import (
    SackRolled,
    SiegeDiceAdded,
    SiegeEnded,
    SiegeRolled,
    SiegeRoundEnded,
)
from domain.wellington.orders.answers import LetPass, Respond
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.points import Carry, PlaceFlag
from domain.wellington.orders.sieges import AimAtRound, BesiegeFortress, FightOn, LiftSiege
from domain.wellington.position.state import Lasting, sp_of
from tests.rules.wellington.position import Table, given

RODRIGO = "ciudad_rodrigo"
LIGHT_DIVISION = (Lasting("the_light_division", "britain", "wellington"),)
SAPPERS, GUNS, HOPE = "sappers_pioneers", "really_big_guns", "forlorn_hope"


def siege(dice: list[list[int]], hands: dict[Any, tuple[int, ...]], sp: int = 5, **facts: Any) -> Table:
    """Wellington besieges Ciudad Rodrigo with his army."""
    table = given(
        soldiers_at={RODRIGO: "britain 3 1 0"}, leaders_at={"wellington": RODRIGO},
        hands=hands, dice=dice, **facts,
    )  # fmt: skip
    return table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", sp))


def until(table: Table, order: Order, seat: Seat) -> Table:
    """Nobody answers or lays a card until `seat` may give this order, and gives it."""
    while seat not in table.seats or order not in table.menu(seat):
        pass_once(table)
    return table.give(order, seat=seat)


def pass_once(table: Table) -> None:
    table.give(LetPass() if table.prompt == "respond" else LayNone())


def to_the_end(table: Table) -> Table:
    while table.prompt in ("respond", "lay_card"):
        pass_once(table)
    return table


def test_the_script_first_round_with_the_sappers_of_the_owner() -> None:
    """EX-A steps 3 to 5: the added six costs the besieger a strength point, and ends the siege (EX-A5a)."""
    dice = [[6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1], [5, 2, 1]]
    table = siege(dice, {"britain": (17,), "nord": (71,)}, lasting=LIGHT_DIVISION)
    to_the_end(until(table, LayCard("nord", SAPPERS), Seat("nord")))
    (ended,) = table.all(SiegeRoundEnded)
    assert (ended.sixes, ended.hits, ended.sp, ended.disorganised) == (2, 2, 1, 1)
    assert sp_of(table.state, RODRIGO, "britain") == 4
    assert table.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, False, 1, False)]


def test_the_script_bombardment_makes_a_second_round_sure() -> None:
    """EX-A steps 6 to 9: five sixes in all, a siege overrun in round 2, and one Resource."""
    dice = [
        [6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1], [5, 2, 1],
        [6, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1], [5, 6, 3], [5],
    ]  # fmt: skip
    hands = {"britain": (17,), "nord": (71,), "spain": (8,)}
    table = siege(dice, hands, lasting=LIGHT_DIVISION)
    until(table, LayCard("nord", SAPPERS), Seat("nord"))
    while not table.all(SiegeRolled):
        pass_once(table)
    table.give(Respond("spain", "bombardment"), seat=Seat("spain"))
    until(table, AimAtRound(2), Seat("britain"))
    to_the_end(until(table, FightOn(), Seat("britain")))
    table.give(PlaceFlag(RODRIGO, "spain"))
    to_the_end(table)
    assert table.all(SiegeRoundEnded)[-1].total == 5
    assert sp_of(table.state, RODRIGO, "britain") == 3
    assert table.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, True, 2, True)]
    assert table.all(SackRolled) == [SackRolled("britain", RODRIGO, 5, 1, 1)]


def test_the_dice_of_the_bombardment_may_be_rolled_at_once() -> None:
    """EX-A7a: the third six falls in round 1."""
    dice = [[6, 6, 5, *[1] * 9], [5, 2, 1], [6, 1, 1], [1]]
    table = siege(dice, {"britain": (17,), "spain": (8,)}, lasting=LIGHT_DIVISION)
    while not table.all(SiegeRolled):
        pass_once(table)
    table.give(Respond("spain", "bombardment"), seat=Seat("spain"))
    to_the_end(until(table, AimAtRound(1), Seat("britain")))
    to_the_end(table.give(PlaceFlag(RODRIGO, "spain")))
    assert table.all(SiegeDiceAdded) == [SiegeDiceAdded("bombardment", (6, 1, 1))]
    assert table.all(SackRolled)[0].modifier == 2


def test_two_fives_of_the_big_guns_are_a_six() -> None:
    """EX-A step 50."""
    table = siege([[6, 6, 5, 5, 5, *[1] * 6], [1, 2, 3], [1]], {"britain": (21, 17)})
    to_the_end(until(table, LayCard("britain", GUNS), Seat("britain")))
    assert table.all(SiegeRoundEnded)[0].sixes == 3


def test_only_the_besieger_lays_the_big_guns_and_only_the_owner_defends() -> None:
    table = siege([], {"britain": (71,), "nord": (21, 71), "sud": (71,)})
    while table.prompt != "lay_card" or "nord" not in table.seats:
        pass_once(table)
    assert table.menu() == [LayNone(), LayCard("nord", SAPPERS)]
    table.give(LayNone())
    assert table.prompt == "respond"


def test_the_forlorn_hope_rolls_apart_and_a_one_costs_one_of_its_own() -> None:
    table = siege([[6, 1, 1], [6, *[1] * 10], [1, 1, 1], [1] * 10, [1] * 3], {"britain": (15, 17)})
    until(table, LayCard("britain", HOPE), Seat("britain"))
    while table.prompt != "fight_on":
        pass_once(table)
    (ended,) = table.all(SiegeRoundEnded)
    assert (ended.sixes, ended.sp, ended.hits) == (2, 1, 1)


def test_massed_grenadiers_let_a_tied_siege_round_be_followed_by_another() -> None:
    """C-70: none against none is a tie."""
    table = siege([[1] * 12, [1] * 3, [1] * 11, [1] * 3], {"britain": (70, 17)})
    until(table, LayCard("britain", "massed_grenadiers"), Seat("britain"))
    while table.prompt != "fight_on":
        pass_once(table)
    assert table.menu() == [FightOn(), LiftSiege()]


def test_heavy_guns_stuck_halves_the_dice_rounded_up() -> None:
    table = siege([[1] * 6, [1] * 3], {"britain": (17,), "sud": (27,)})
    until(table, Respond("sud", "heavy_guns_stuck"), Seat("sud"))
    to_the_end(until(table, FightOn(), Seat("britain")))
    assert len(table.all(SiegeRolled)[0].besieger) == 6


def test_against_heavy_guns_stuck_the_besieger_may_give_up_before_any_die() -> None:
    table = siege([], {"britain": (17,), "sud": (27,)})
    until(table, Respond("sud", "heavy_guns_stuck"), Seat("sud"))
    to_the_end(until(table, LiftSiege(), Seat("britain")))
    assert not table.all(SiegeRolled)
    assert table.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, False, 0, False)]


def test_sacking_gives_the_victor_a_resource_and_a_card_whoever_plays_it() -> None:
    """EX-A step 51."""
    table = siege([[6, 6, 6, *[1] * 8], [1] * 3, [1]], {"britain": (17,), "sud": (7,)})
    until(table, PlaceFlag(RODRIGO, "spain"), Seat("britain"))
    to_the_end(until(table, Respond("sud", "sacking"), Seat("sud")))
    assert table.all(ResourcesGained) == [ResourcesGained("britain", 1)]
    assert [each.power for each in table.all(CardDrawn)] == ["britain"]


def test_spaniards_go_home_with_the_booty_of_a_fortress() -> None:
    """12.5, 11.11: one attrition for the Resource, losses to the Regroup Box."""
    table = given(
        "spain", soldiers_at={RODRIGO: "spain 2 0 0"}, leaders_at={"castanos": RODRIGO},
        hands={"spain": (17,)}, dice=[[6, 6, 6, 1], [1] * 3, [6], [6, 1, 1]],
    )  # fmt: skip
    table.give(BesiegeFortress("castanos", RODRIGO), Carry("castanos", 2))
    to_the_end(table)
    assert table.state.resources["spain"] == 1
    assert sp_of(table.state, RODRIGO, "spain") == 1
    assert table.state.regroup["spain"] == 1
