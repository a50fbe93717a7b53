"""Sieges: who may besiege, the rounds, what falls and what follows (12)."""

import pytest

from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.sieges import SackRolled, SiegeBegan, SiegeEnded, SiegeRolled, SiegeRoundEnded
from domain.wellington.orders.answers import RemoveLeader
from domain.wellington.orders.battle import LayNone
from domain.wellington.orders.impulses import EndImpulse, PassImpulse, PlayForPoints, SpendResource
from domain.wellington.orders.points import Carry, LeavePoints, MoveArmy, PlaceFlag
from domain.wellington.orders.sieges import BesiegeFortress, FightOn, LiftSiege
from domain.wellington.position.control import controller, standing
from domain.wellington.position.state import sp_of
from domain.wellington.sequence.turn import PassingPower
from domain.wellington.siege.sieges import siege_loads, siege_orders
from tests.rules.wellington.position import Table, given, position

RODRIGO = "ciudad_rodrigo"
NOBODY_ELSE = {"britain": (17,)}
"""Britain holds a card so that its impulse goes on after the siege."""


def before_rodrigo(*, dice: list[list[int]], soldiers: str = "britain 3 1 0", **facts: object) -> Table:
    """Wellington with his army at Ciudad Rodrigo, in the British impulse, and the siege ordered."""
    hands = facts.pop("hands", NOBODY_ELSE)
    leaders = facts.pop("leaders_at", {"wellington": RODRIGO})
    return given(soldiers_at={RODRIGO: soldiers}, leaders_at=leaders, hands=hands, dice=dice, **facts)  # type: ignore[arg-type]


def besiege(table: Table, leader: str, sp: int, *staff: str, duchy: str = RODRIGO) -> Table:
    """The siege is ordered; nobody answers and nobody lays a card."""
    table.give(BesiegeFortress(leader, duchy), Carry(leader, sp, staff))
    return without_cards(table)


def without_cards(table: Table) -> Table:
    table.quiet()
    while table.prompt == "lay_card":
        table.give(LayNone()).quiet()
    return table


def fight_on(table: Table, sp: int = 0) -> Table:
    return without_cards(table.give(FightOn(sp)))


# Who may besiege --------------------------------------------------------------------------------


def test_a_siege_costs_no_points_and_may_come_before_the_card_is_played() -> None:
    table = before_rodrigo(dice=[[1] * 11, [1] * 3])
    assert table.offers(BesiegeFortress) == [BesiegeFortress("wellington", RODRIGO)]
    besiege(table, "wellington", 5)
    assert table.all(SiegeBegan)
    assert table.prompt == "play_impulse"


def test_a_siege_may_come_between_two_command_points() -> None:
    table = before_rodrigo(dice=[[1] * 11, [1] * 3], points=2)
    assert table.prompt == "spend_point"
    besiege(table, "wellington", 5)
    assert table.prompt == "spend_point"
    assert table.state.impulse is not None and table.state.impulse.points == 2


def test_who_marches_into_a_fortress_may_besiege_it_at_once() -> None:
    table = given(leaders_at={"wellington": "fuentes_de_onoro"}, points=1, hands=NOBODY_ELSE)
    table.give(MoveArmy("wellington", RODRIGO), Carry("wellington", 0)).quiet()
    assert table.offers(BesiegeFortress) == [BesiegeFortress("wellington", RODRIGO)]


def test_no_siege_while_an_enemy_formation_stands_there() -> None:
    state = position(leaders_at={"wellington": RODRIGO, "clausel": RODRIGO})
    assert siege_orders(state, "britain") == []


def test_soldiers_without_a_leader_cannot_besiege() -> None:
    assert siege_orders(position(soldiers_at={RODRIGO: "britain 9 0 0"}), "britain") == []


def test_nobody_besieges_an_own_or_an_allied_fortress() -> None:
    state = position(leaders_at={"wellington": "lisbon", "hill": "cadiz"})
    assert siege_orders(state, "britain") == []


def test_a_fortress_is_besieged_once_in_an_impulse() -> None:
    table = before_rodrigo(dice=[[1] * 11, [1] * 3], leaders_at={"wellington": RODRIGO, "hill": RODRIGO})
    besiege(table, "wellington", 5)
    assert not table.offers(BesiegeFortress)


def test_a_marked_army_cannot_besiege() -> None:
    table = before_rodrigo(dice=[[1] * 11, [1] * 3])
    besiege(table, "wellington", 5)
    assert table.state.leaders["wellington"].marked
    assert siege_orders(table.state, "britain") == []


def test_the_army_holds_no_more_than_the_command_value() -> None:
    state = position(
        soldiers_at={RODRIGO: "britain 8 1 0, spain 2 0 0"},
        leaders_at={"wellington": RODRIGO, "hill": RODRIGO, "de_espana": RODRIGO},
    )
    loads = siege_loads(state, BesiegeFortress("wellington", RODRIGO))
    assert loads[0] == Carry("wellington", 9)
    assert Carry("wellington", 8, ("hill",)) in loads
    assert Carry("wellington", 9, ("hill",)) not in loads
    assert all("de_espana" not in load.staff for load in loads if isinstance(load, Carry))


def test_a_power_that_passes_for_want_of_cards_may_besiege() -> None:
    table = given(
        leaders_at={"wellington": RODRIGO}, active=None, hands={"sud": (17,)}, dice=[[1] * 6, [1] * 3]
    )  # fmt: skip
    assert table.prompt == "pass_impulse"
    assert table.menu() == [PassImpulse(), BesiegeFortress("wellington", RODRIGO)]
    besiege(table, "wellington", 0)
    assert table.state.track == "sud"
    assert not any(isinstance(step, PassingPower) for step in table.game.agenda)


def test_after_the_siege_a_passing_power_may_still_use_a_resource_or_stop() -> None:
    table = given(
        leaders_at={"wellington": RODRIGO}, active=None, hands={"sud": (17,)}, dice=[[1] * 6, [1] * 3],
        resources={"britain": 1},
    )  # fmt: skip
    besiege(table, "wellington", 0)
    assert table.menu() == [SpendResource(), EndImpulse()]


def test_a_power_that_has_neither_card_nor_siege_is_not_asked() -> None:
    table = given(leaders_at={"wellington": "lisbon"}, active=None, hands={"sud": (17,)})
    assert table.prompt != "pass_impulse"


def test_an_impulse_goes_on_while_a_siege_can_be_resolved() -> None:
    table = before_rodrigo(dice=[])
    table.give(PlayForPoints("portuguese_revolt")).quiet()
    table.give(LeavePoints())
    assert table.menu() == [BesiegeFortress("wellington", RODRIGO), EndImpulse()]


# Rounds -----------------------------------------------------------------------------------------


def test_the_dice_are_soldiers_staff_battle_value_and_nationality() -> None:
    table = before_rodrigo(dice=[[1] * 12, [1] * 3], leaders_at={"wellington": RODRIGO, "hill": RODRIGO})
    besiege(table, "wellington", 5, "hill")
    (rolled,) = table.all(SiegeRolled)
    assert (len(rolled.besieger), len(rolled.fortress)) == (5 + 1 + 5 + 1, 3)


def test_siege_example_1_a_third_six_in_the_second_round_takes_lisbon() -> None:
    """EX-27: Lisbon rolls one 5, the French two 6s; then with one die fewer one more 6."""
    soult = given(
        "sud", soldiers_at={"lisbon": "sud 4 0 0"}, leaders_at={"soult": "lisbon"}, hands={"sud": (17,)},
        dice=[[6, 6, 1, 1, 1, 1, 1, 1, 1, 1], [5, 1, 1], [6, 1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1], [1]],
    )  # fmt: skip
    fight_on(besiege(soult, "soult", 4, duchy="lisbon"))
    assert [len(each.besieger) for each in soult.all(SiegeRolled)] == [10, 9]
    assert [len(each.fortress) for each in soult.all(SiegeRolled)] == [3, 3]
    assert soult.all(SiegeEnded) == [SiegeEnded("sud", "lisbon", taken=True, round=2, overrun=True)]


def test_siege_example_1_without_a_six_lisbon_holds_and_nothing_is_carried_over() -> None:
    soult = given(
        "sud", soldiers_at={"lisbon": "sud 4 0 0"}, leaders_at={"soult": "lisbon"}, hands={"sud": (17,)},
        dice=[[6, 6, 1, 1, 1, 1, 1, 1, 1, 1], [5, 1, 1], [1] * 9, [1, 1, 1]],
    )  # fmt: skip
    fight_on(besiege(soult, "soult", 4, duchy="lisbon"))
    assert soult.all(SiegeEnded) == [SiegeEnded("sud", "lisbon", taken=False, round=2, overrun=False)]
    assert soult.state.siege is None
    assert controller(soult.state, "lisbon") == "britain"


def test_siege_example_2_a_round_without_a_six_is_the_last() -> None:
    """EX-28: no loss and one 6, again, and then no 6: Lisbon holds."""
    six = [6, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    soult = given(
        "sud", soldiers_at={"lisbon": "sud 4 0 0"}, leaders_at={"soult": "lisbon"}, hands={"sud": (17,)},
        dice=[six, [1] * 3, six, [1] * 3, [1] * 10, [1] * 3],
    )  # fmt: skip
    fight_on(fight_on(besiege(soult, "soult", 4, duchy="lisbon")))
    assert [each.total for each in soult.all(SiegeRoundEnded)] == [1, 2, 2]
    assert soult.all(SiegeEnded)[0].taken is False


def test_fives_do_not_hurt_a_fortress_but_they_hurt_the_besieger() -> None:
    table = before_rodrigo(dice=[[5] * 11, [5, 5, 1]])
    besiege(table, "wellington", 5)
    (ended,) = table.all(SiegeRoundEnded)
    assert (ended.sixes, ended.hits, ended.disorganised, ended.sp) == (0, 2, 2, 0)
    assert sp_of(table.state, RODRIGO, "britain") == 5


def test_as_many_sixes_as_hits_do_not_allow_another_round() -> None:
    table = before_rodrigo(dice=[[6, 6, *[1] * 9], [5, 6, 1]])
    besiege(table, "wellington", 5)
    assert table.prompt != "fight_on"
    assert table.all(SiegeEnded)[0].taken is False


def test_the_besieger_need_not_fight_on() -> None:
    table = before_rodrigo(dice=[[6, *[1] * 10], [1] * 3])
    besiege(table, "wellington", 5)
    assert table.menu() == [FightOn(0), LiftSiege()]
    table.give(LiftSiege())
    assert table.all(SiegeEnded)[0].taken is False


def test_a_siege_lasts_no_more_rounds_than_the_fortress_is_strong() -> None:
    """EX-26: a Hasty Fort two; a third six would still be wanting."""
    fort = given(
        soldiers_at={"salamanca": "britain 3 1 0"}, leaders_at={"wellington": "salamanca"},
        hasty_fort="salamanca", hands=NOBODY_ELSE, dice=[[6, *[1] * 10], [1, 1], [1] * 11, [1, 1]],
    )  # fmt: skip
    fight_on(besiege(fort, "wellington", 5, duchy="salamanca"))
    assert fort.all(SiegeEnded)[0].round == 2


def test_if_the_commander_falls_the_siege_fails_even_with_enough_sixes() -> None:
    table = before_rodrigo(soldiers="britain 1 0 0", dice=[[6, 6, 6, *[1] * 4], [6, 6, 1]])
    besiege(table, "wellington", 1)
    assert table.state.leaders["wellington"].place == "unbuilt"
    assert table.all(SiegeEnded)[0].taken is False


def test_soldiers_fall_before_staff_and_staff_of_the_owners_choice_before_the_commander() -> None:
    table = before_rodrigo(
        soldiers="britain 1 0 0", dice=[[6, 6, 6, *[1] * 6], [6, 6, 1], [1]],
        leaders_at={"wellington": RODRIGO, "hill": RODRIGO, "beresford": RODRIGO},
    )  # fmt: skip
    besiege(table, "wellington", 1, "beresford", "hill")
    assert table.menu() == [RemoveLeader("beresford"), RemoveLeader("hill")]
    table.give(RemoveLeader("hill")).quiet()
    table.give(PlaceFlag(RODRIGO, "spain")).quiet()
    assert [each.leaders for each in table.all(LossesTaken)] == [(), ("hill",)]
    assert table.all(SiegeEnded)[0].taken is True


def test_soldiers_beyond_the_command_value_replace_lost_and_disorganised_ones() -> None:
    """12.31, R-79: Soult leads 9 of 12; one falls and one is disorganised, both are replaced."""
    soult = given(
        "sud", soldiers_at={"gibraltar": "sud 12 0 0"}, leaders_at={"soult": "gibraltar"},
        hands={"sud": (17,)}, dice=[[6, 6, 6, *[1] * 12], [5, 6, 1, 1, 1], [1] * 15, [1] * 5],
    )  # fmt: skip
    besiege(soult, "soult", 9, duchy="gibraltar")
    assert soult.menu() == [FightOn(2), FightOn(1), FightOn(0), LiftSiege()]
    fight_on(soult, 2)
    assert [len(each.besieger) for each in soult.all(SiegeRolled)] == [15, 15]


# Afterwards -------------------------------------------------------------------------------------


def test_a_besieger_who_fails_stays_and_is_marked() -> None:
    table = before_rodrigo(dice=[[1] * 11, [1] * 3], points=1)
    besiege(table, "wellington", 5)
    assert table.state.leaders["wellington"].duchy == RODRIGO
    assert not table.offers(MoveArmy)


@pytest.mark.parametrize(
    ("sixes", "rounds", "overrun"),
    [([3], 1, True), ([2, 1], 2, True), ([1, 1, 1], 3, False), ([1, 1, 2], 3, True)],
)
def test_a_siege_overrun_is_a_quick_fall_or_a_six_too_many(
    sixes: list[int], rounds: int, *, overrun: bool
) -> None:
    """EX-29: strength 3."""
    dice = [roll for count in sixes for roll in ([6] * count + [1] * (11 - count), [1] * 3)]
    table = before_rodrigo(dice=[*dice, [1]])
    besiege(table, "wellington", 5)
    for _ in sixes[1:]:
        fight_on(table)
    table.give(PlaceFlag(RODRIGO, "spain")).quiet()
    assert table.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, True, rounds, overrun)]
    assert table.state.leaders["wellington"].marked is not overrun


def test_after_a_siege_overrun_the_army_marches_on() -> None:
    table = before_rodrigo(dice=[[6, 6, 6, *[1] * 8], [1] * 3, [1]], points=1)
    besiege(table, "wellington", 5).give(PlaceFlag(RODRIGO, "spain")).quiet()
    assert MoveArmy("wellington", "salamanca") in table.menu()


def test_britain_chooses_whose_flag_flies_over_ciudad_rodrigo() -> None:
    table = before_rodrigo(dice=[[6, 6, 6, *[1] * 8], [1] * 3, [1]])
    besiege(table, "wellington", 5)
    assert table.menu() == [PlaceFlag(RODRIGO, flag) for flag in ("britain", "spain")]
    table.give(PlaceFlag(RODRIGO, "spain")).quiet()
    assert controller(table.state, RODRIGO) == "spain"


def test_the_original_owner_only_takes_the_enemys_flag_away() -> None:
    nord = given(
        "nord", soldiers_at={RODRIGO: "nord 4 0 0"}, leaders_at={"joseph": RODRIGO}, flags={RODRIGO: "spain"},
        hands={"nord": (17,)}, dice=[[6, 6, 6, *[1] * 4], [1] * 3, [1]],
    )  # fmt: skip
    besiege(nord, "joseph", 4)
    assert controller(nord.state, RODRIGO) == "nord"
    assert nord.state.flags == {}


def test_the_fallen_fortress_is_friendly_to_the_besieger() -> None:
    table = before_rodrigo(dice=[[6, 6, 6, *[1] * 8], [1] * 3, [1]])
    assert standing(table.state, "allied", RODRIGO) == "uncontrolled"
    besiege(table, "wellington", 5).give(PlaceFlag(RODRIGO, "britain")).quiet()
    assert standing(table.state, "allied", RODRIGO) == "friendly"


@pytest.mark.parametrize(("die", "resources"), [(3, 0), (4, 1), (6, 1)])
def test_the_sack_of_a_fortress_taken_at_once_adds_two(die: int, resources: int) -> None:
    """EX-30: strength 3 in round 1: 4 or more gains the Resource."""
    table = before_rodrigo(dice=[[6, 6, 6, *[1] * 8], [1] * 3, [die]])
    besiege(table, "wellington", 5).give(PlaceFlag(RODRIGO, "spain")).quiet()
    assert table.all(SackRolled) == [SackRolled("britain", RODRIGO, die, 2, resources)]
    assert table.state.resources["britain"] == resources


def test_a_hasty_fort_that_falls_is_gone_and_nothing_is_sacked() -> None:
    fort = given(
        soldiers_at={"salamanca": "britain 3 1 0"}, leaders_at={"wellington": "salamanca"},
        hasty_fort="salamanca", hands=NOBODY_ELSE, dice=[[6, 6, *[1] * 9], [1, 1]],
    )  # fmt: skip
    besiege(fort, "wellington", 5, duchy="salamanca").give(PlaceFlag("salamanca", "spain")).quiet()
    assert fort.state.hasty_fort is None
    assert not fort.all(SackRolled)


# Cards ------------------------------------------------------------------------------------------


def test_the_besieger_is_asked_for_cards_first_and_then_the_owner_of_the_fortress() -> None:
    table = before_rodrigo(dice=[[1] * 11, [1] * 3], hands={"britain": (17,), "sud": (16,), "nord": (18,)})
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5)).quiet()
    assert (table.prompt, table.seats) == ("lay_card", ("britain",))
    table.give(LayNone())
    assert (table.prompt, table.seats) == ("lay_card", ("nord",))


def test_the_script_first_siege_round_without_cards_ends_the_siege() -> None:
    """EX-A5a with the dice of step 5, less what cards added: two sixes against two hits."""
    table = before_rodrigo(dice=[[6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1], [5, 6, 1]])
    besiege(table, "wellington", 5)
    assert sp_of(table.state, RODRIGO, "britain") == 4
    assert table.all(SiegeEnded)[0].taken is False
    assert not table.all(SackRolled)


def test_a_leader_who_has_fallen_rolls_no_die_in_the_next_round() -> None:
    """12.3, R-60: the besieger rolls as in battle, with those who are left."""
    leaders = {"wellington": RODRIGO, "hill": RODRIGO}
    dice = [[6, 6, *[1] * 5], [6, 1, 1], [1] * 6, [1] * 3]
    table = before_rodrigo(dice=dice, soldiers="", leaders_at=leaders)
    fight_on(besiege(table, "wellington", 0, "hill"))
    assert [len(each.besieger) for each in table.all(SiegeRolled)] == [7, 6]
