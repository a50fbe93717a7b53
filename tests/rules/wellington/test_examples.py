"""Numeric examples of the rules that no other file plays, and the list of where each example is a test.

`WHERE` names, for every example of `examples.md`, the tests that are its cases: EX-A 1 to 53 and its
variants, EX-01 to EX-55, EX-P1 to EX-P10.
"""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import Order
from domain.kernel.seats import Seat
from domain.wellington.events.battle import BattleDiceCounted, BattleRoundBegan, SoldiersDisorganised
from domain.wellington.events.cards import CardDrawn
from domain.wellington.events.endings import GameEnded
from domain.wellington.events.impulses import ImpulseBegan, ImpulsesEnded
from domain.wellington.events.interphase import ReinforcementsRolled
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import CommandPointsGained, FlagPlaced
from domain.wellington.events.sieges import FortressFell
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import POWERS, Power, card_id
from domain.wellington.movement.may_march import loads
from domain.wellington.orders.answers import Choose, LetPass, RemoveSoldier, Respond
from domain.wellington.orders.arrival import StandFast
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.impulses import (
    EndImpulse,
    KeepHand,
    KeepOffered,
    PlayEvent,
    PlayForPoints,
    ReplaceHand,
    SpendResource,
)
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    LeavePoints,
    MoveCounter,
    RegroupLeader,
    RegroupSoldier,
)
from domain.wellington.playing.hands import Mulligan
from domain.wellington.points.points import cost
from domain.wellington.position.conflict import Battle
from domain.wellington.position.control import controller, flagged_from
from domain.wellington.position.state import (
    Lasting,
    free_counters,
    may_preempt,
    preemption_holder,
    sp_of,
    unbuilt_sp,
    with_leader,
)
from domain.wellington.sequence.endturn import Conquest, Guerrilla
from tests.rules.wellington.built_in import CARDS, DUCHIES, LEADERS, MIX
from tests.rules.wellington.position import Table, fought, given, position
from tests.rules.wellington.test_interphase import rolled
from tests.rules.wellington.test_victory import NO_PEACE, french_keys

HERE = Path(__file__).parent


def card_orders(table: Table) -> list[Order]:
    """The cards that may be played now, for points or as events."""
    return [each for each in table.menu() if isinstance(each, (PlayForPoints, PlayEvent))]


def pass_once(table: Table) -> None:
    """Nobody answers, lays a card or slips away."""
    silence = {"respond": LetPass(), "lay_card": LayNone(), "answer_arrival": StandFast()}
    table.give(silence[table.prompt])


def until(table: Table, power: Power, order: Order) -> Table:
    """Nobody answers or lays a card until the power may give this order, and gives it."""
    seat = Seat(power)
    while seat not in table.seats or order not in table.menu(seat):
        pass_once(table)
    return table.give(order, seat=seat)


# Pieces and control -----------------------------------------------------------------------------


def test_wellington_leads_nine_strength_points_and_leaders() -> None:
    """EX-01: 9 SP, or a leader and 8, or two and 7; a Spanish soldier never."""
    state = position(
        leaders_at={"wellington": "lisbon", "hill": "lisbon", "beresford": "lisbon"},
        soldiers_at={"lisbon": "britain 2 2 1, spain 5 0 0"},
    )
    most: dict[int, int] = {}
    for load in loads(state, "wellington"):
        most[len(load.staff)] = max(most.get(len(load.staff), 0), load.sp)
    assert most == {0: 9, 1: 8, 2: 7}


def test_a_cavalry_is_two_infantry() -> None:
    """EX-02."""
    inf, cav = MIX["britain"][:2]
    table = given(soldiers_at={"lisbon": "britain 0 1 0"}, points=1)
    table.give(MoveCounter("lisbon", "coimbra", 1))
    assert free_counters(table.state, "britain")[:2] == (inf - 2, cav)
    assert sp_of(table.state, "lisbon", "britain") + sp_of(table.state, "coimbra", "britain") == 2
    short = given(soldiers_at={"lisbon": "britain 0 1 0", "elvas": f"britain {inf - 1} 0 0"}, points=1)
    assert MoveCounter("lisbon", "coimbra", 1) not in short.menu()


@pytest.mark.parametrize(
    ("flags", "stands", "controls"),
    [
        ({}, "britain 1 0 0", "britain"),
        ({}, "nord 1 0 0", None),
        ({"braga": "nord"}, "spain 1 0 0", None),
        ({"braga": "nord"}, "", "nord"),
    ],
)
def test_who_controls_braga(flags: dict[str, Power], stands: str, controls: Power | None) -> None:
    """EX-03."""
    state = position(flags=flags, soldiers_at={"braga": stands} if stands else {})
    assert controller(state, "braga") == controls


SPANISH = {d: "spain" for d, fact in DUCHIES.items() if fact.region == "spain" and fact.controller != "spain"}
"""Flags that leave the French no Spanish duchy."""


@pytest.mark.parametrize(("near", "die", "falls"), [(1, 3, True), (0, 3, False), (2, 2, False)])
def test_guerrillas_at_soria(near: int, die: int, falls: bool) -> None:
    """EX-05: two Spanish formations next door add no more than one."""
    beside = FACTS.map.adjacent["soria"][:near]
    table = given(
        active=None, flags={**SPANISH, "soria": "nord"}, soldiers_at=dict.fromkeys(beside, "spain 1 0 0"),
        dice=[[die]], then=[Guerrilla()],
    )  # fmt: skip
    assert bool([e for e in table.all(FlagPlaced) if e.means == "guerrilla"]) == falls
    assert controller(table.state, "soria") == ("spain" if falls else "nord")


# Building ---------------------------------------------------------------------------------------


def test_soldiers_that_are_not_there_to_be_placed_are_first_freed_on_the_map() -> None:
    """EX-07: Nord has 3 SP unbuilt and must place 4."""
    inf, cav, art = MIX["nord"]
    most = f"nord {inf - 1} {cav - 1} {art}"
    table = given("nord", soldiers_at={"madrid": most}, hands={"nord": (47, 1), "sud": (7,)})
    assert unbuilt_sp(table.state, "nord") == 3
    table.give(PlayEvent(card_id(47), "bayonne")).quiet()
    table.give(RemoveSoldier("nord", "madrid"))
    assert sp_of(table.state, "bayonne", "nord") == 4 and unbuilt_sp(table.state, "nord") == 0
    assert table.prompt != "remove_soldier"


def test_what_building_and_regrouping_cost() -> None:
    """EX-11: 3 SP cost 6 CP, or 3 CP from the Regroup Box; a leader 3, 5 or 2, regrouped 1."""
    hands: dict[Power, tuple[int, ...]] = {"britain": (1, 2)}
    built = given(points=6, hands=hands)
    regrouped = given(points=3, hands=hands, regroup={"britain": 3})
    for _ in range(3):
        built.give(BuildSoldier("lisbon")).quiet()
        regrouped.give(RegroupSoldier("lisbon")).quiet()
    for table in (built, regrouped):
        assert sp_of(table.state, "lisbon", "britain") == 3 and table.prompt == "play_impulse"
    costs = {leader: cost(FACTS, BuildLeader(leader, "madrid")) for leader in ("suchet", "soult", "joseph")}
    assert costs == {"suchet": 3, "soult": 5, "joseph": 2}
    assert {cost(FACTS, RegroupLeader(leader, "madrid")) for leader in LEADERS} == {1}


# Cards ------------------------------------------------------------------------------------------


def test_three_cards_at_one_place_make_one_attack() -> None:
    """EX-09: 5 Spanish SP against one French SP less, 3 dice more in round 1 and 1 in round 2."""
    table = given(
        soldiers_at={"leon": "nord 1 1 0"}, hands={"britain": (62,), "spain": (35, 90)},
        dice=[[1] * 8, [1] * 4, [1] * 6, [1] * 4],
    )  # fmt: skip
    table.give(PlayEvent(card_id(62), "leon"))
    for number in (90, 35):
        until(table, "spain", Respond("spain", card_id(number), "leon"))
    while len(table.all(BattleDiceCounted)) < 4:
        pass_once(table)
    assert table.all(LossesTaken)[0].power == "nord" and table.all(LossesTaken)[0].sp == 1
    first, _, second, _ = table.all(BattleDiceCounted)
    assert (first.side, first.terms["soldiers"], first.total, second.total) == ("allied", 5, 8, 6)


def test_another_day_of_battle_beats_field_fortifications() -> None:
    """EX-08: 74 would end the battle after one round; 11 has another one fought."""
    table = fought(
        Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",)),
        soldiers_at={"salamanca": "britain 5 0 0, nord 5 0 0"}, hands={"nord": (74, 1), "sud": (11, 2)},
        dice=[[5, 5, *[1] * 4], [5, *[1] * 6]],
    )  # fmt: skip
    until(table, "nord", LayCard("nord", card_id(74)))
    until(table, "sud", Respond("sud", card_id(11)))
    while len(table.all(BattleRoundBegan)) < 2:
        pass_once(table)
    assert table.all(BattleRoundBegan)[1].round == 2


def test_dice_of_the_second_round() -> None:
    """EX-19: Soult with 4 SP and event 13, 6 disorganisations: 4 + 4 + 2 + 1 - 6 = 5."""
    table = fought(
        Battle("salamanca", "french", "sud", ("lumbrales",)),
        soldiers_at={"salamanca": "sud 4 0 0, spain 10 0 0"}, leaders_at={"soult": "salamanca"},
        lasting=(Lasting(card_id(13), "sud"),),
        dice=[[5] * 6 + [1] * 5, [5] * 6 + [1] * 4, [1] * 5, [1] * 4],
    )  # fmt: skip
    assert [each.total for each in table.all(BattleDiceCounted) if each.side == "french"] == [11, 5]


@pytest.mark.parametrize(("drawn", "playable"), [(8, True), (34, False)])
def test_an_extended_campaign_after_a_plus_card(drawn: int, playable: bool) -> None:
    """EX-10: played as the last card it brings two, of which one may be a third, but no second plus card."""
    table = given(hands={"britain": (25, 50), "sud": (7,)}, draws=[card_id(drawn), card_id(9)])
    table.give(PlayForPoints(card_id(25))).quiet().give(LeavePoints())
    table.give(PlayEvent(card_id(50))).quiet()
    assert table.prompt == "play_offered" and KeepOffered() in table.menu()
    assert (PlayForPoints(card_id(drawn)) in table.menu()) == playable
    assert PlayForPoints(card_id(9)) in table.menu()


def test_a_resource_brings_a_card_to_play_at_once() -> None:
    """EX-35 (1), (3): the drawn card or another one or none, no plus card."""
    table = given(
        hands={"britain": (1, 25), "sud": (7,)}, resources={"britain": 1}, draws=[card_id(8)],
    )  # fmt: skip
    table.give(SpendResource())
    assert {each.card for each in card_orders(table)} == {card_id(1), card_id(8)}  # type: ignore[attr-defined]
    assert EndImpulse() in table.menu() and len(table.state.hands["britain"]) == 3


def test_a_card_drawn_after_the_ordinary_one_is_kept() -> None:
    """EX-35 (2)."""
    table = given(hands={"britain": (1,), "sud": (7,)}, resources={"britain": 1}, draws=[card_id(8)])
    table.give(PlayForPoints(card_id(1))).quiet().give(LeavePoints()).give(SpendResource()).quiet()
    assert table.state.hands["britain"] == (card_id(8),)
    assert table.state.impulse is None or table.state.impulse.power != "britain" or not card_orders(table)


def test_with_eight_common_cards_no_resource_is_used() -> None:
    """EX-35 (4); national cards do not count."""
    resources: dict[Power, int] = {"britain": 1}
    eight = given(hands={"britain": (1, 2, 3, 7, 8, 9, 10, 11), "sud": (12,)}, resources=resources)
    seven = given(hands={"britain": (1, 2, 3, 7, 8, 9, 10, 98), "sud": (12,)}, resources=resources)
    assert SpendResource() not in eight.menu() and SpendResource() in seven.menu()


# Turns ------------------------------------------------------------------------------------------


def test_the_last_card_given_away_is_played_before_the_turn_ends() -> None:
    """EX-41: Britain hands card 94 to Spain."""
    table = given(hands={"britain": (94,)})
    table.give(PlayEvent(card_id(94))).quiet()
    if table.state.impulse is not None and table.state.impulse.power == "britain":
        table.give(EndImpulse()).quiet()
    assert not table.all(ImpulsesEnded) and table.all(ImpulseBegan)[-1].power == "spain"
    table.give(PlayForPoints(card_id(94))).quiet()
    assert table.all(CommandPointsGained)[-1] == CommandPointsGained("spain", 5)
    while not table.all(ImpulsesEnded):
        table.give(LeavePoints() if table.prompt == "spend_point" else EndImpulse())


def hand_sizes(*sizes: int) -> dict[Power, tuple[int, ...]]:
    numbers = iter(range(1, 111))
    return {
        power: tuple(next(numbers) for _ in range(size)) for power, size in zip(POWERS, sizes, strict=True)
    }


def test_the_longest_hand_may_preempt() -> None:
    """EX-50."""
    rest: dict[str, Any] = {"active": None, "round": 2, "track": "britain"}
    assert preemption_holder(position(hands=hand_sizes(6, 7, 5, 2), **rest)) == "sud"
    assert may_preempt(position(hands=hand_sizes(6, 7, 5, 2), **rest), "sud")
    assert preemption_holder(position(hands=hand_sizes(6, 6, 5, 2), **rest)) is None
    assert not may_preempt(position(hands=hand_sizes(6, 7, 5, 2), last="sud", **rest), "sud")
    assert not may_preempt(position(hands=hand_sizes(0, 7, 5, 2), **rest), "sud")


def test_the_last_impulse_ends_the_turn_even_if_it_drew_a_card() -> None:
    """EX-51: only Spain has a card, and draws one with it."""
    table = given(active=None, track="spain", hands={"spain": (46,)}, draws=[card_id(8)]).quiet()
    assert table.all(ImpulseBegan)[0].final
    table.give(PlayEvent(card_id(46))).quiet().give(EndImpulse())
    assert [each.card for each in table.all(CardDrawn)] == [card_id(8)]
    assert len(table.all(ImpulseBegan)) == 1 and table.all(ImpulsesEnded)


def test_a_mulligan_takes_one_card_each_time_and_leaves_the_mandatory_one() -> None:
    """EX-52: five go, four come; four go, three come."""
    table = given(
        hands={"britain": (1, 2, 3, 7, 8, 26), "sud": (12,)}, then=[Mulligan("britain")],
        draws=[card_id(n) for n in (9, 10, 11, 13, 14, 15, 16)],
    )  # fmt: skip
    table.give(ReplaceHand("britain"))
    assert [CARDS[each].number for each in table.state.hands["britain"]] == [9, 10, 11, 13, 26]
    table.give(ReplaceHand("britain"))
    assert [CARDS[each].number for each in table.state.hands["britain"]] == [14, 15, 16, 26]
    assert KeepHand("britain") in table.menu()


def test_a_flag_next_door_needs_that_no_enemy_army_could_intercept() -> None:
    """EX-49: an unmarked army at Elvas could; not across the river at Almaraz, marked, or behind a block."""
    army = {"castanos": "merida"}
    facing = position(leaders_at={**army, "joseph": "elvas"})
    assert not flagged_from(facing, "spain", "caceres")
    assert flagged_from(with_leader(facing, "joseph", marked=True), "spain", "caceres")
    assert flagged_from(position(leaders_at={**army, "joseph": "almaraz"}), "spain", "caceres")
    block = Lasting(card_id(9), "spain", "caceres-elvas")
    blocked = position(leaders_at={**army, "joseph": "elvas"}, lasting=(block,))
    assert flagged_from(blocked, "spain", "caceres")


def test_the_people_rise_for_eight_keys() -> None:
    """EX-36: Spain controls 8 keys: 4 points more."""
    french = [key for key in FACTS.map.spanish_keys if DUCHIES[key].controller != "spain"]
    table = rolled("spain", [4, 3], flags=dict.fromkeys(french[:4], "spain"))
    found = table.all(ReinforcementsRolled)[0]
    assert found == ReinforcementsRolled("spain", "uprising", 7, 4, 11, terms={"keys": 4})


def test_the_emperor_answers_a_five_with_four_points() -> None:
    """EX-38: with card 86 pending and 4 and 38 out."""
    assert FACTS.tables.appeal_to_the_emperor.row(5).cp == 4


# Exact chances ----------------------------------------------------------------------------------

SIX = range(1, 7)


def shown(count: int, wins: set[int]) -> list[Fraction]:
    """The chances of 0, 1, 2, ... dice out of `count` that show one of these faces."""
    p = Fraction(len(wins), 6)
    chances = [Fraction(1)]
    for _ in range(count):
        chances = [
            (chances[n] * (1 - p) if n < len(chances) else 0) + (chances[n - 1] * p if n else 0)
            for n in range(len(chances) + 1)
        ]
    return chances


def test_losses_of_attrition() -> None:
    """EX-P5."""
    six = set(FACTS.tables.attrition.eliminates)
    assert shown(2, six) == [Fraction(25, 36), Fraction(10, 36), Fraction(1, 36)]
    assert shown(6, six)[0] == Fraction(15625, 46656)
    assert float(shown(12, six)[0]) == pytest.approx(0.112157, abs=1e-6)
    assert sum(n * chance for n, chance in enumerate(shown(12, six))) == 2


def test_from_the_sixth_die_on_some_cards_kill_on_a_five_too() -> None:
    """EX-P5: 8 dice none 3125/26244, mean 11/6; 9 dice mean 13/6."""
    first, later = shown(5, {6}), shown(3, {5, 6})
    assert first[0] * later[0] == Fraction(3125, 26244)
    for dice, mean in ((8, Fraction(11, 6)), (9, Fraction(13, 6))):
        assert 5 * Fraction(1, 6) + (dice - 5) * Fraction(2, 6) == mean


@pytest.mark.parametrize(("near", "chance"), [(0, Fraction(1, 2)), (1, Fraction(2, 3))])
def test_the_chance_of_a_guerrilla(near: int, chance: Fraction) -> None:
    """EX-P6."""
    beside = FACTS.map.adjacent["soria"][:near]
    falls = 0
    for die in SIX:
        table = given(
            active=None, flags={**SPANISH, "soria": "nord"}, dice=[[die]], then=[Guerrilla()],
            soldiers_at=dict.fromkeys(beside, "spain 1 0 0"),
        )  # fmt: skip
        falls += controller(table.state, "soria") == "spain"
    assert Fraction(falls, 6) == chance


@pytest.mark.parametrize(
    ("duchy", "soldiers", "chance"),
    [("ciudad_rodrigo", "britain 1 0 0", Fraction(1, 2)), ("gibraltar", "sud 1 0 0", Fraction(1, 6))],
)
def test_the_chance_of_dysentery(duchy: str, soldiers: str, chance: Fraction) -> None:
    """EX-P6: strength 3, strength 5; a Hasty Fort has no printed one (#37)."""
    taken = 0
    for die in SIX:
        table = given(soldiers_at={duchy: soldiers}, hands={"britain": (43,)}, dice=[[die]])
        table.give(PlayEvent(card_id(43), "fortress")).quiet()
        if table.prompt == "choose":
            table.give(Choose(card_id(43), duchy))
        taken += bool(table.all(FortressFell))
    assert Fraction(taken, 6) == chance


@pytest.mark.parametrize(("keys", "needs"), [(5, 7), (7, 7), (9, 6), (12, 5)])
def test_the_roll_for_spain_in_a_war_without_end(keys: int, needs: int) -> None:
    """EX-P8: with card 77 6 to 8 keys are never enough."""
    for die in SIX:
        flags = french_keys(keys)
        table = given(active=None, flags=flags, dice=[[die]], lasting=(NO_PEACE,), then=[Conquest()])
        assert bool(table.all(GameEnded)) == (die >= needs)


def test_the_chances_of_the_horse_guards() -> None:
    """EX-P9: mean 14, and 8.0046 with Lisbon and Porto lost."""
    guards = FACTS.tables.letter_to_the_horse_guards
    sums = [sum(faces) for faces in product(SIX, repeat=guards.dice)]
    lost = sum(guards.without.values())
    assert Fraction(sum(sums), len(sums)) == 14
    assert Fraction(sum(each >= 14 for each in sums), len(sums)) == Fraction(721, 1296)
    assert sum(max(0, each + lost) for each in sums) / len(sums) == pytest.approx(8.0046, abs=1e-4)


def duel(card: int, player: Power, powers: str) -> Fraction:
    """How often the player of a duel card disorganises the enemy."""
    won = 0
    for faces in product(SIX, SIX):
        enemy = "allied" if player in ("sud", "nord") else "french"
        attacker: Any = "french" if enemy == "allied" else "allied"
        table = fought(
            Battle("burgos", attacker, player), soldiers_at={"burgos": powers},
            hands={player: (card,)}, dice=[[face] for face in faces],
        )  # fmt: skip
        until(table, player, LayCard(player, card_id(card)))
        while not table.all(SoldiersDisorganised):
            pass_once(table)
        won += table.all(SoldiersDisorganised)[0].side == enemy
    return Fraction(won, 36)


@pytest.mark.parametrize(
    ("card", "player", "powers", "chance"),
    [
        (28, "britain", "britain 5 0 0, nord 5 0 0", Fraction(7, 12)),
        (28, "nord", "britain 5 0 0, nord 5 0 0", Fraction(11, 12)),
        (28, "spain", "spain 5 0 0, nord 5 0 0", Fraction(5, 12)),
        (28, "nord", "spain 5 0 0, nord 5 0 0", Fraction(35, 36)),
        (29, "britain", "britain 5 0 0, nord 5 0 0", Fraction(5, 6)),
        (29, "nord", "britain 5 0 0, nord 5 0 0", Fraction(13, 18)),
        (29, "spain", "spain 5 0 0, nord 5 0 0", Fraction(13, 18)),
        (29, "nord", "spain 5 0 0, nord 5 0 0", Fraction(5, 6)),
    ],
)
def test_duels(card: int, player: Power, powers: str, chance: Fraction) -> None:
    """EX-P10: Artillery Duel and Skirmish Screen."""
    assert duel(card, player, powers) == chance


def test_dice_of_cards_and_batteries() -> None:
    """EX-P10: self-inflicted losses, wounds, bandits, batteries without a hit."""
    assert 1 - shown(3, {1})[0] == Fraction(91, 216)
    wounds: Any = CARDS[card_id(52)].params["die"]
    fates = [str(fate) for fate in wounds.values()]
    assert {fate: Fraction(fates.count(fate), 6) for fate in fates} == {
        "minus_one_die": Fraction(1, 6), "battle_zero": Fraction(1, 2), "regroup": Fraction(1, 6),
        "eliminated": Fraction(1, 6),
    }  # fmt: skip
    assert shown(3, {5, 6}) == [Fraction(n, 27) for n in (8, 12, 6, 1)]
    sea = FACTS.tables.convoy
    hits = set(sea.battery_hits)
    quiet = [
        shown(dice, hits)[0] for dice in (sea.battery.port, sea.battery.hasty_fort, sea.battery.fortress)
    ]
    assert quiet == [Fraction(8, 27), Fraction(16, 81), Fraction(64, 729)]


# Where everything is ----------------------------------------------------------------------------

WHERE = """
A1..A53: first_impulse.the_first_round_of_the_worked_example
A5a: first_impulse.without_the_bombardment_the_siege_fails
A7a: first_impulse.the_bombardment_at_once_takes_the_fortress_in_round_1
A23a: first_impulse.without_the_bagpipes_marmont_is_beaten_but_not_routed
A42a: first_impulse.from_a_duchy_that_is_not_friendly_joseph_walks_into_an_ambush
01: examples.wellington_leads_nine_strength_points_and_leaders
02: examples.a_cavalry_is_two_infantry
03: examples.who_controls_braga
04: retreats.a_besieged_fortress_stays_friendly_so_its_pass_costs_nothing
05: examples.guerrillas_at_soria endturn.guerrillas_take_a_duchy_on_four_or_more
06: endturn.more_than_five_resources_are_cut_to_five
07: examples.soldiers_that_are_not_there_to_be_placed_are_first_freed_on_the_map
08: examples.another_day_of_battle_beats_field_fortifications
09: examples.three_cards_at_one_place_make_one_attack
10: examples.an_extended_campaign_after_a_plus_card
11: examples.what_building_and_regrouping_cost
    control.leaders_are_built_in_key_duchies_and_british_ones_at_plymouth_too
12: groups.two_armies_of_one_power_march_as_a_group_for_a_point_each
    groups.as_a_staff_officer_the_second_leader_costs_nothing
    groups.a_leader_of_the_ally_is_never_staff_but_an_army_of_his_own
13: interception.the_interception_is_rolled_before_the_attrition_of_the_march
14: interception.the_battle_value_the_target_the_origin_and_the_line_count
    interception.soldiers_without_a_leader_do_not_intercept interception.nobody_intercepts_across_a_river
15: evasion.a_roll_of_eight_suffices_over_an_open_line_into_friendly_land_and_not_over_a_broken_one
    evasion.nobody_evades_where_the_enemy_came_from_or_across_a_river_or_into_enemies
    evasion.a_failed_evasion_costs_the_terrain
16: battles.an_ally_without_a_piece_plays_no_battle_card
17: battles.a_group_is_british_if_half_of_it_is
18: battles.the_line_gives_the_defender_dice_in_the_first_round_only
19: examples.dice_of_the_second_round
20: battles.disorganisations_cost_dice_in_the_second_round_but_never_below_none
21: battles.a_tie_and_a_tie_again_send_the_attacker_back
22: battles.three_hits_ahead_are_a_rout
23: retreats.a_beaten_attacker_goes_back_where_he_came_from_if_it_is_friendly
24: plunder.the_die_and_the_pieces_lost_make_the_plunder
25: plunder.spaniards_take_their_share_home plunder.spaniards_under_wellington_do_not_go_home
26: sieges.a_siege_lasts_no_more_rounds_than_the_fortress_is_strong
27: sieges.siege_example_1_a_third_six_in_the_second_round_takes_lisbon
    sieges.siege_example_1_without_a_six_lisbon_holds_and_nothing_is_carried_over
28: sieges.siege_example_2_a_round_without_a_six_is_the_last
29: sieges.a_siege_overrun_is_a_quick_fall_or_a_six_too_many
30: sieges.the_sack_of_a_fortress_taken_at_once_adds_two
    sieges.a_hasty_fort_that_falls_is_gone_and_nothing_is_sacked
31: arrivals.several_reasons_give_a_set_of_dice_each_rolled_together
32: evasion.an_evasion_into_enemy_land_costs_attrition_once
33: convoys.wellington_with_two_cavalry_costs_five_points
    convoys.a_convoy_carries_at_most_five_leaders_and_strength_points convoys.who_marched_does_not_sail
34: convoys.the_enemy_in_gibraltar_closes_the_strait
35: examples.a_resource_brings_a_card_to_play_at_once examples.a_card_drawn_after_the_ordinary_one_is_kept
    examples.with_eight_common_cards_no_resource_is_used
36: interphase.spain_adds_one_for_every_two_keys examples.the_people_rise_for_eight_keys
37: interphase.britain_sums_four_dice_less_lisbon_and_porto
    interphase.british_reinforcements_are_never_below_nothing
38: interphase.russia_and_the_emperors_call_turn_a_five_into_a_loss_of_one_strength_point_each
    interphase.the_eagles_come_south_takes_three_off_the_next_appeal
    examples.the_emperor_answers_a_five_with_four_points
39: interphase.a_ninth_card_goes_at_random_for_a_resource_and_the_rest_for_its_number
    interphase.five_points_build_two_strength_points_and_regroup_one
40: interphase.only_the_new_cards_may_be_changed_and_half_of_the_old_ones_go_back
41: examples.the_last_card_given_away_is_played_before_the_turn_ends
42: victory.the_roll_for_spain_adds_one_for_three_keys
    victory.war_without_end_makes_the_roll_for_spain_harder
    victory.only_a_french_power_in_madrid_rolls_for_spain
43: victory.french_duchies_score_by_the_year
44: victory.the_spanish_bonus_falls_with_the_duchies_that_the_french_hold
45: battles.a_pool_is_halved_after_all_additions
46: facts.spain_has_62_duchies_of_which_the_french_hold_20_and_15
    facts.the_french_hold_11_of_15_spanish_key_duchies_in_1812_and_7_in_1813
    facts.each_power_begins_with_these_key_duchies
47: movement.a_cavalry_that_marches_alone_takes_attrition_in_the_fifth_and_sixth_duchy
    movement.a_cavalry_carried_by_two_leaders_tires_but_not_the_second_leader
48: movement.a_lone_artillery_marches_only_when_changed_for_two_cavalry
    evasion.artillery_does_not_evade_unless_it_can_be_changed
49: examples.a_flag_next_door_needs_that_no_enemy_army_could_intercept
50: examples.the_longest_hand_may_preempt
51: examples.the_last_impulse_ends_the_turn_even_if_it_drew_a_card
52: examples.a_mulligan_takes_one_card_each_time_and_leaves_the_mandatory_one
53: convoys.the_batteries_have_three_dice_six_in_a_fortress_four_in_a_hasty_fort
    convoys.major_ports_are_not_assaulted convoys.battery_losses_count_in_the_first_round_of_the_battle
54: victory.without_a_french_duchy_in_france_the_allies_win
    victory.the_french_win_when_the_allies_hold_no_spanish_key
    victory.the_allies_win_when_the_french_hold_no_spanish_key
    victory.portugal_is_conquered_with_eight_spanish_keys_and_madrid
55: victory.keys_madrid_twice_and_half_a_point_for_a_resource
P1: evasion.the_chances_are_those_of_two_dice
P2: battle_odds.one_round
P3: battle_odds.a_whole_battle battle_odds.how_often_there_is_a_second_round
P4: siege_odds.the_chances_of_a_siege_by_round
    siege_odds.gibraltar_holds_more_often_than_not_against_soult_with_nine
    siege_odds.a_hasty_fort_is_weaker siege_odds.the_emperors_call_costs_the_french_a_die
    siege_odds.twelve_dice_take_a_fortress_of_three_at_once
P5: examples.losses_of_attrition examples.from_the_sixth_die_on_some_cards_kill_on_a_five_too
P6: examples.the_chance_of_a_guerrilla siege_odds.the_chance_of_booty_by_the_round_of_the_fall
    victory.a_six_is_peace_and_victory_points_decide examples.the_chance_of_dysentery
P7: plunder.the_chance_of_plunder
P8: victory.the_roll_for_spain_adds_one_for_three_keys examples.the_roll_for_spain_in_a_war_without_end
P9: interphase.mean_of_the_appeal examples.the_chances_of_the_horse_guards
P10: examples.duels examples.dice_of_cards_and_batteries
"""
"""Each example and its tests: `battles.x` is `test_x` in `test_battles.py`."""


def test_every_example_is_a_test() -> None:
    """The list names every example once, in order, and every test in it is there."""
    lines = re.findall(r"^(\w\S*):((?:\s+[a-z_0-9]+\.\w+)+)", WHERE, re.M)
    places = {example: tests.split() for example, tests in lines}
    numbers = [f"{number:02}" for number in range(1, 56)] + [f"P{number}" for number in range(1, 11)]
    assert list(places) == ["A1..A53", "A5a", "A7a", "A23a", "A42a", *numbers]
    for place in (place for tests in places.values() for place in tests):
        module, name = place.split(".")
        text = (HERE / f"test_{module}.py").read_text("utf-8")
        assert re.search(rf"^def test_{name}\(", text, re.M), place
