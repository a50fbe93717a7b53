"""Cases about close combat: declaration, tactics, results, advance."""

from typing import Any

from domain.brandywine.combat.diversion import diversions
from domain.brandywine.combat.duty import duty, is_complete
from domain.brandywine.combat.retreats import withdrawals
from domain.brandywine.combat.strength import combat_leader, kinds, modifiers
from domain.brandywine.combat.tactics import is_legal
from domain.brandywine.events.combat import (
    AttackDeclared,
    CombatRolled,
    LafayetteUsed,
    OddsSet,
    TacticsRevealed,
    UnitAdvanced,
    UnitCaptured,
    UnitDisrupted,
    UnitRetreated,
    UnitsPinned,
)
from domain.brandywine.events.movement import PinsRemoved, ProctorUnbound
from domain.brandywine.events.turns import MomentumChanged, MoraleChecked
from domain.brandywine.orders.combat import (
    Advance,
    Attack,
    CaptureUnit,
    CheckNext,
    ChooseLead,
    ChooseTactic,
    Divert,
    EndAttacks,
    FightCombat,
    KeepRoll,
    NoDiversion,
    Reroll,
    Retreat,
    StandCavalry,
    UseLafayette,
    WithdrawCavalry,
)
from domain.brandywine.position.state import Combat, Pin, State
from tests.rules.brandywine.position import Table, attacking, every, fought, of, position

A: dict[str, Any] = {"active": "american"}


def fight(state: State, attackers: str, targets: str) -> Combat:
    hexes = tuple(targets.split())
    defenders = tuple(unit for unit, at in state.at.items() if at in hexes and unit in state.units.units)
    return Combat(every(*attackers.split()), hexes, defenders)


def declared(table: Table) -> set[tuple[str, tuple[str, ...]]]:
    return {(order.unit, order.targets) for order in table.offers(Attack)}


# Declaring ----------------------------------------------------------------------------------------


def test_a_diversion_needs_another_enemy_for_everybody() -> None:
    """E111. R-67."""
    state = position("33 1728, 17 1829, patton 1727, grayson 1828")
    alone = position("33 1728, 17 1829, spencer 1828, patton 1727")
    assert Divert("1828") not in diversions(alone) and Divert("1727") in diversions(alone)
    table = attacking("33 1728, 17 1829, spencer 1828, patton 1727").give(Divert("1727"))
    table.give(Attack(of("33"), ("1828",)), Attack(of("17"), ("1828",)))
    assert table.last(OddsSet).shifts == -1 and state.diverted == ""
    pinned = position("33 1728, spencer 1828, patton 1727", pins=(Pin(every("33"), every("patton")),))
    assert Divert("1727") not in diversions(pinned)


def test_rifles_and_the_meeting_house_need_not_attack() -> None:
    """E119. R-64."""
    table = attacking("stephenson 1728, 4_virginia 1728, 33 1727", **A)
    table = table.give(NoDiversion()) if table.prompt == "diversion" else table
    assert not table.offers(EndAttacks)
    table.give(Attack(of("4_virginia"), ("1727",)))
    assert table.offers(EndAttacks) and Attack(of("stephenson"), ("1727",)) in table.menu()
    house = attacking("3_virginia 1910, 33 1911", **A)
    found = duty(house.state)
    assert not found.obliged and not found.required and is_complete(found, ())


def test_one_hex_against_several_or_several_against_one() -> None:
    """R-66: declarations that leave somebody out are not offered."""
    table = attacking("33 1728, 17 1829, spencer 1727, patton 1828", advanced=False)
    assert declared(table) == {(of("33"), ("1727",)), (of("17"), ("1828",))}, "17 would be left out"
    alone = attacking("33 1728, spencer 1727, patton 1828", advanced=False)
    assert declared(alone) == {(of("33"), ("1727", "1828"))}
    table.give(Attack(of("17"), ("1828",)))
    assert declared(table) == {(of("33"), ("1727",))}, "somebody must attack 1727"
    other = attacking("33 1728, 17 1829, spencer 1727, patton 1828", advanced=False)
    other.give(Attack(of("33"), ("1727",)))
    assert not other.offers(EndAttacks) and declared(other) == {(of("17"), ("1828",))}


def test_an_enemy_that_only_the_pinned_touch_is_added_if_it_can_be() -> None:
    """R-66."""
    pins = (Pin(every("33"), every("patton"), "attack"),)
    table = attacking("33 1728, patton 1727, spencer 1828", pins=pins, advanced=False)
    assert declared(table) == {(of("33"), ("1727", "1828"))}
    helped = attacking("33 1728, 17 1829, patton 1727, spencer 1828", pins=pins, advanced=False)
    assert (of("33"), ("1727",)) in declared(helped), "17 attacks Spencer"
    both = (Pin(every("33", "64"), every("patton"), "attack"),)
    stuck = attacking("33 1728, 64 1627, patton 1727, spencer 1828", pins=both, advanced=False)
    assert declared(stuck) == {(of("33"), ("1727",)), (of("64"), ("1727",))}, "64 must fight Patton too"
    stuck.give(Attack(of("64"), ("1727",)), Attack(of("33"), ("1727",)))
    assert not stuck.state.pins and all(each.targets == ("1727",) for each in stuck.all(AttackDeclared))


def test_who_joins_an_attack_on_several_stacks_may_attack_each_of_them() -> None:
    """12.1.4, 16.2.3: N. Carolina is bound to the bivouac, Maxwell's units are not."""
    bound: dict[str, Any] = {"scenario": "entire_battle", "released": {}, "turn": 3, "advanced": False, **A}
    table = attacking("n_carolina 0928, parker 0928, 49 0829, 33 0929", **bound)
    expected = {(of("n_carolina"), ("0929",)), (of("parker"), ("0829",))}
    assert declared(table) == expected, "if Parker took both, N. Carolina could join nobody"


def test_an_attack_over_the_creek_is_free_and_leaves_nobody_out() -> None:
    """R-65, R-64: the creek side is no duty."""
    table = attacking("33 0827, hartley 0927, patton 0926", advanced=False)
    assert table.offers(EndAttacks)
    offers = declared(table)
    assert (of("33"), ("0927",)) not in offers and (of("33"), ("0926",)) not in offers
    assert (of("33"), ("0927", "0926")) in offers or (of("33"), ("0926", "0927")) in offers


def test_units_of_one_hex_may_attack_over_the_creek_one_enemy_each() -> None:
    """16.2.3, 12.1.4, R-65: all who are next to their hex are attacked in this phase, not in one combat."""
    table = attacking("33 0827, 17 0827, hartley 0927, patton 0926", advanced=False)
    assert (of("33"), ("0927",)) in declared(table)
    table.give(Attack(of("33"), ("0927",)))
    assert declared(table) == {(of("17"), ("0926",))} and not table.offers(EndAttacks)
    table.give(Attack(of("17"), ("0926",)))
    assert [each.targets for each in table.all(AttackDeclared)] == [("0927",), ("0926",)]


def test_the_bound_do_not_attack_over_the_creek_unless_pinned() -> None:
    """E118. R-40."""
    bound: dict[str, Any] = {"scenario": "entire_battle", "released": {}, "turn": 3, **A}
    table = attacking("n_carolina 0928, 49 0829", **bound)
    assert not duty(table.state).obliged and not table.menu()
    pins = (Pin(every("49"), every("n_carolina"), "attack"),)
    pinned = attacking("n_carolina 0928, 49 0829 reduced", pins=pins, dice="9", **bound)
    pinned.give(Attack(of("n_carolina"), ("0829",))).tactics("stand_fast", "stand_fast")
    assert pinned.all(PinsRemoved)
    pinned.settle()
    assert pinned.at("n_carolina") == "0928", "no advance out of the bivouac"


def test_a_fire_retreat_next_to_another_enemy_makes_a_duty() -> None:
    """E145. R-64."""
    found = duty(position("33 1728, spencer 1727, patton 1828"))
    assert found.obliged == {of("33")} and found.required == {"1727", "1828"}


def test_artillery_with_infantry_in_another_hex() -> None:
    """E112. R-69, R-81: no capture while infantry defends with it."""
    table = fought("1_grenadiers 1728, hartley 1727, jones_artillery 1828", "1_grenadiers", "1727 1828",
                   dice="9 0", army=(20, 20))  # fmt: skip
    assert table.last(OddsSet).defence == 2 and not table.all(UnitCaptured)
    result = table.last(CombatRolled).result
    assert result in ("-/2", "-/AC", "-/DC")


def test_lone_guns_are_captured_at_the_odds() -> None:
    """E61. R-69, R-79, R-43."""
    table = fought("33 0917, new_york_a_artillery 0918", "33", "0918")
    assert table.last(UnitCaptured).cause == "guns" and not table.all(CombatRolled)
    assert table.morale() == (21, 19) and table.prompt == "advance"
    assert table.menu() == [Advance(of("33"), "0918")]
    proctor = fought("33 1128, proctor_artillery 1127", "33", "1127")
    assert proctor.all(ProctorUnbound)
    assert proctor.all(UnitCaptured)
    gun = attacking("hessian_artillery 1728, spencer 1727")
    assert not gun.menu(), "artillery never attacks"


def test_dragoons_withdraw_from_infantry() -> None:
    """E62, E135. R-70, R-102."""
    pieces = "blands_horse 1707, moylans_horse 1707, 33 1706"
    state = position(pieces)
    assert {at for at, _ in withdrawals(state, of("blands_horse"))} == {
        "1407", "1408", "1409", "1509", "1610", "1710", "1810", "1909", "2007", "2008", "2009",
    }  # fmt: skip
    table = fought(pieces, "33", "1707").give(WithdrawCavalry())
    assert (table.seat, table.prompt) == ("american", "back_next"), "R-81: in their owner's order"
    table.give(CheckNext(of("moylans_horse")))
    table.give(Retreat(of("moylans_horse"), "1610"), Retreat(of("blands_horse"), "1710"))
    assert set(table.state.withdrawn) == set(every("blands_horse", "moylans_horse"))
    assert table.menu() == [Advance(of("33"), "1707")], "12.1.15: a hex that was left must be occupied"
    closed = fought(pieces + ", 17 1807, 64 1708", "33 17 64", "1707")
    assert closed.prompt != "cavalry"
    horse = fought(pieces + ", 1_qns_lt_drgn 1706", "33 1_qns_lt_drgn", "1707")
    assert horse.all(CombatRolled) and not horse.state.withdrawn
    stood = fought(pieces, "33", "1707").give(StandCavalry())
    assert stood.prompt == "lead"


# Tactics ------------------------------------------------------------------------------------------


def test_withdraw_against_skirmish_is_no_combat() -> None:
    """E57, E58. R-75."""
    table = fought("33 1728, spencer 1727", "33", "1727", ("skirmish", "withdraw"))
    assert table.last(TacticsRevealed).swing is None
    table.give(table.menu()[0])
    assert not table.all(CombatRolled) and len(table.all(UnitRetreated)) == 1
    assert table.prompt == "advance" and not table.all(MomentumChanged)
    both = fought("33 1728, spencer 1727", "33", "1727", ("withdraw", "withdraw"))
    both.settle()
    assert [each.unit for each in both.all(UnitRetreated)] == [of("spencer"), of("33")]
    assert not both.all(UnitAdvanced)


def test_who_withdraws_goes_in_the_owners_order() -> None:
    """R-75, R-81: whoever goes first takes the room."""
    table = fought("33 1728, hartley 1727, patton 1727", "33", "1727", ("skirmish", "withdraw"),
                   leads=("", "hartley"))  # fmt: skip
    assert (table.seat, table.prompt) == ("american", "back_next")
    table.give(CheckNext(of("patton"))).settle()
    assert [each.unit for each in table.all(UnitRetreated)] == [of("patton"), of("hartley")]


def test_withdraw_against_an_assault_is_a_combat() -> None:
    """E59. R-75."""
    table = fought(
        "33 1728, grant 1728, spencer 1727", "33", "1727", ("frontal_assault", "withdraw"), dice="0"
    )
    assert table.last(TacticsRevealed).swing == 2 and table.all(CombatRolled)


def test_a_flank_over_the_creek_is_no_flank() -> None:
    """E113. R-73."""
    ford = position("donop 0829, stirn 0829, hartley 0928")
    assert is_legal(ford, fight(ford, "donop", "0928"), "british", "turn_flank")
    creek = position("donop 0828, stirn 0828, hartley 0928")
    assert not is_legal(creek, fight(creek, "donop", "0928"), "british", "turn_flank")


def test_a_leader_over_the_creek_is_not_near() -> None:
    """E114. R-73."""
    over = position("33 0927, grant 0828, hartley 1027")
    assert not is_legal(over, fight(over, "33", "1027"), "british", "frontal_assault")
    near = position("33 0927, grant 0926, hartley 1027")
    assert is_legal(near, fight(near, "33", "1027"), "british", "frontal_assault")


def test_stirn_leads_germans_only() -> None:
    """E115. R-72, R-73."""
    mixed = position("donop 1728, stirn 1728, 49 1728, hartley 1727")
    both = fight(mixed, "donop 49", "1727")
    assert not is_legal(mixed, both, "british", "frontal_assault")
    german = position("donop 1728, stirn 1728, mirbach 1728, hartley 1727")
    assert is_legal(german, fight(german, "donop mirbach", "1727"), "british", "frontal_assault")


def test_pulaski_leads_dragoons_of_his_hex() -> None:
    """R-73, R-106."""
    state = position("count_pulaski 1728, blands_horse 1728, 33 1727", **A)
    assert is_legal(state, fight(state, "count_pulaski blands_horse", "1727"), "american", "turn_flank")
    assert not is_legal(state, fight(state, "count_pulaski", "1727"), "american", "frontal_assault")
    assert combat_leader(state, every("count_pulaski")) == 0


def test_kinds_of_troops() -> None:
    """E116, E117. R-77."""
    rifles = position("ewald 1728, nelson 1727")
    found = fight(rifles, "ewald", "1727")
    found = Combat(found.attackers, found.targets, found.defenders, of("ewald"), of("nelson"))
    assert sum(kinds(rifles, found).values()) == 0 and len(kinds(rifles, found)) == 2
    militia = position("potter_a 1728, n_carolina 1728, 33 1727", **A)
    joined = Combat(every("potter_a", "n_carolina"), ("1727",), every("33"), of("n_carolina"), of("33"))
    assert "militia_attacks" not in kinds(militia, joined)
    stacked = position("33 1728, potter_a 1727, n_carolina 1727")
    defence = Combat(every("33"), ("1727",), every("potter_a", "n_carolina"), of("33"), of("n_carolina"))
    assert "militia_defends" not in kinds(stacked, defence)
    broken = position("3_qns_lt_drgn 1728, 17 1728, patton 1727 disrupted, grayson 1727")
    mixed = Combat(
        every("3_qns_lt_drgn", "17"), ("1727",), every("patton", "grayson"), of("17"), of("grayson")
    )
    assert kinds(broken, mixed) == {"broken_defender": 1}


def test_nothing_but_what_the_table_has_modifies() -> None:
    """E100, E28: no facing, no weather; the modified die alone gains momentum."""
    state = position("33 1728, hartley 1727")
    known = Combat(every("33"), ("1727",), every("hartley"), of("33"), of("hartley"))
    assert modifiers(state, known) == {"attacker_morale": 1}
    table = fought("1_guards 1728, hartley 1727", "1_guards", "1727", dice="8")
    assert table.last(CombatRolled).total == 10
    table.settle()
    assert table.last(MomentumChanged).side == "british"
    low = fought("potter_a 1728, 1_guards 1727", "potter_a", "1727", dice="0", army=(20, 12), **A).settle()
    assert low.last(CombatRolled).total < 0 and low.last(MomentumChanged).side == "british"


def test_lafayette_shifts_once() -> None:
    """R-94, E110."""
    table = attacking("n_carolina 1728, lafayette 1728, 5 1727 reduced", **A)
    table.give(Attack(of("n_carolina"), ("1727",)), UseLafayette())
    assert table.last(LafayetteUsed).shift == 1 and table.state.gone == {of("lafayette"): "removed"}
    assert table.last(OddsSet).column == "5-1"
    led = attacking("n_carolina 1728, lafayette 1728, wayne 1728, 5 1727 reduced", **A)
    led.give(Attack(of("n_carolina"), ("1727",)))
    assert led.prompt == "tactics", "Wayne is there too"


# Momentum -----------------------------------------------------------------------------------------


def test_who_may_roll_again_first() -> None:
    """E120. R-21."""
    pieces = "33 1728, hartley 1727"
    table = fought(pieces, "33", "1727", dice="4 5 6", momentum={"british": 2, "american": 1})
    assert table.seat == "british"
    table.give(KeepRoll())
    assert table.seat == "american"
    table.give(Reroll())
    assert table.state.momentum == {"british": 2, "american": 0} and table.seat == "british"
    tied = fought(pieces, "33", "1727", dice="4 5", momentum={"british": 1, "american": 1})
    assert tied.seat == "american"
    tied.give(Reroll())
    assert tied.seat == "british" and Reroll() in tied.menu()


def test_only_the_last_roll_gains() -> None:
    """E122. R-21."""
    table = fought("1_guards 1728, hartley 1727", "1_guards", "1727", dice="9 4",
                   momentum={"british": 0, "american": 1})  # fmt: skip
    assert table.last(CombatRolled).total == 11
    table.give(Reroll())
    assert table.last(CombatRolled).total == 6
    table.settle()
    assert [each.reason for each in table.all(MomentumChanged)] == ["reroll"]


# Results ------------------------------------------------------------------------------------------


def test_captures_are_chosen_by_the_player_that_the_result_names() -> None:
    """E63, E64, E149. R-6, R-101."""
    pieces = "33 1728, 17 1728, hartley 1727, old_eleventh 1727"
    attacker = fought(f"{pieces}, 64 1828", "33 17 64", "1727", dice="9 0 9", army=(20, 10))
    assert attacker.last(CombatRolled).result in ("-/AC", "-/DC")
    chooser = "british" if attacker.last(CombatRolled).result == "-/AC" else "american"
    assert attacker.prompt == "capture" and attacker.seat == chooser
    attacker.give(CaptureUnit(of("old_eleventh")))
    check = attacker.last(MoraleChecked)
    assert check.unit == of("hartley") and not check.passed and check.terrain == 0
    attacker.settle()
    assert attacker.last(UnitDisrupted).unit == of("hartley")
    assert attacker.morale() == (21, 8), "a capture and a D"


def test_two_steps() -> None:
    """E65. R-82: the lead, then a unit of the owner's choice; alone, the second loss is ignored."""
    attack: dict[str, Any] = {"dice": "9", "army": (20, 4)}
    two = "1_grenadiers 1728, 2_grenadiers 1828"
    whole = fought(f"{two}, hartley 1727 shattered", "1_grenadiers 2_grenadiers", "1727", **attack)
    assert whole.last(CombatRolled).result == "-/2" and whole.state.gone == {of("hartley"): "eliminated"}
    stack = f"{two}, smith 1727 shattered, patton 1727 shattered"
    one = fought(stack, "1_grenadiers 2_grenadiers", "1727", leads=("", "smith"), **attack)
    assert one.last(CombatRolled).result == "-/2"
    assert one.state.gone == {of("smith"): "eliminated", of("patton"): "eliminated"}
    choice = fought(f"{stack}, hartley 1727 shattered", "1_grenadiers 2_grenadiers", "1727",
                    leads=("", "smith"), **attack)  # fmt: skip
    assert choice.last(CombatRolled).result in ("-/2", "-/AC")
    alone = fought(f"{two}, smith 1727 shattered", "1_grenadiers 2_grenadiers", "1727", **attack)
    assert alone.state.gone == {of("smith"): "eliminated"} and alone.morale() == (21, 2)


def test_a_pin_captures_the_broken_first() -> None:
    """E66. R-83."""
    table = fought("33 1728, hartley 1727, patton 1727 disrupted", "33", "1727", dice="3")
    assert table.last(CombatRolled).result == "PIN"
    assert [(event.unit, event.cause) for event in table.all(UnitCaptured)] == [(of("patton"), "pin")]
    assert table.last(UnitsPinned).american == every("hartley") and table.morale() == (21, 19)


def test_others_check_in_their_owners_order() -> None:
    """R-81, D26: who fails goes back before the next one checks."""
    table = fought("1_grenadiers 1728, hartley 1727, patton 1727, grayson 1727", "1_grenadiers", "1727",
                   dice="6 0 9", leads=("", "hartley"))  # fmt: skip
    while table.prompt != "check_next":
        table.give(table.menu()[0])
    assert table.seat == "american" and table.menu() == [CheckNext(of("patton")), CheckNext(of("grayson"))]
    table.give(CheckNext(of("grayson")))
    assert [each.passed for each in table.all(MoraleChecked)] == [False] and table.prompt == "retreat"
    table.settle()
    assert [each.unit for each in table.all(MoraleChecked)] == [of("grayson"), of("patton")]


def test_checks_use_the_morale_of_the_start_of_the_combat() -> None:
    """E68. R-56, R-105."""
    table = fought("1_grenadiers 1728, hartley 1727, patton 1727, grayson 1727", "1_grenadiers", "1727",
                   dice="6 4 4", army=(20, 15), leads=("", "hartley"))  # fmt: skip
    assert table.last(CombatRolled).result == "-/D"
    table.settle()
    checks = table.all(MoraleChecked)
    assert [each.morale for each in checks] == [0, 0] and table.state.army["american"] == 14


def test_a_whole_combat() -> None:
    """E124. R-78, R-81, R-82, R-105."""
    table = fought("1_light_infantry 1511, spencer 1512, patton 1512", "1_light_infantry", "1512",
                   ("attack_en_echelon", "stand_fast"), leads=("", "spencer"), dice="1 6 4", army=(18, 15),
                   momentum={"british": 1, "american": 0})  # fmt: skip
    first = table.last(CombatRolled)
    assert (first.column, first.total, first.result) == ("2-1", 3, "R/-")
    table.give(Reroll())
    assert table.last(CombatRolled).total == 8 and table.last(CombatRolled).result == "-/D"
    table.give(table.menu()[0])
    assert table.state.condition == {of("spencer"): "disrupted"}
    check = table.last(MoraleChecked)
    assert (check.unit, check.die, check.morale, check.passed) == (of("patton"), 4, 0, False)
    table.give(table.menu()[0])
    assert table.morale() == (18, 14) and table.state.momentum == {"british": 0, "american": 0}
    assert table.menu() == [Advance(of("1_light_infantry"), "1512")]


def test_the_meeting_house_holds() -> None:
    """E129. R-84, R-100."""
    pieces = "1_grenadiers 1909, 3_virginia 1910, spencer 1910"
    held = fought(pieces, "1_grenadiers", "1910", leads=("", "3_virginia"), dice="8 2")
    assert held.last(CombatRolled).result == "-/R"
    check = held.last(MoraleChecked)
    assert (check.unit, check.terrain, check.passed) == (of("3_virginia"), 1, True)
    assert held.at("3_virginia") == held.at("spencer") == "1910"
    driven = fought(pieces, "1_grenadiers", "1910", leads=("", "3_virginia"), dice="8 1 4")
    driven.settle()
    checks = [(each.unit, each.passed, each.terrain) for each in driven.all(MoraleChecked)]
    assert checks[:2] == [(of("3_virginia"), False, 1), (of("spencer"), True, 1)]


def test_refugees_flee_when_their_hex_is_hurt() -> None:
    """E144. R-88: Patton neither helps nor leads; he flees when Spencer is hurt, and only then."""
    pieces = "33 1728, 64 1728, spencer 1727, patton 1727"
    hurt = fought(pieces, "33 64", "1727", refugees=every("patton"), dice="6 9")
    assert hurt.last(OddsSet).defence == 2 and hurt.last(CombatRolled).result.startswith("-/")
    hurt.settle()
    assert of("patton") in {event.unit for event in hurt.all(UnitRetreated)}
    spared = fought(pieces, "33 64", "1727", refugees=every("patton"), dice="0")
    assert spared.last(CombatRolled).result.endswith("/-")
    spared.settle()
    assert spared.at("patton") == "1727"
    assert {event.unit for event in spared.all(MoraleChecked)} == {of("64")}


def test_an_army_that_breaks_ends_the_game_after_the_combat() -> None:
    """E134. R-98, R-105."""
    table = fought("33 1728, 17 1728, 64 1828, hartley 1727, old_eleventh 1727", "33 17 64", "1727",
                   dice="9 9", army=(20, 1))  # fmt: skip
    table.settle()
    assert (table.state.winner, table.state.level) == ("british", "substantial") and not table.menu()


def test_changes_are_summed_before_they_are_booked() -> None:
    """E146. R-101, R-105."""
    table = fought("33 1728, hartley 1727, patton 1727 disrupted", "33", "1727", dice="4", army=(10, 21))
    assert table.morale() == (11, 20)


def test_the_lead_advances_and_others_may() -> None:
    """R-78."""
    table = fought(
        "33 1728, 17 1728, hartley 1727", "33 17", "1727", dice="9", leads=("33", ""), army=(20, 9)
    )
    table.settle()
    assert table.last(UnitAdvanced).unit == of("33") and table.at("33") == "1727"


def test_broken_units_next_to_the_enemy_break_up() -> None:
    """E150. R-89."""
    table = attacking("33 1728 disrupted, hartley 1828, 17 1730 shattered, patton 1731", active="british")
    table.settle()
    assert table.state.condition.get(of("33")) == "shattered" and table.state.gone == {of("17"): "captured"}
    several = attacking("33 1728 disrupted, hartley 1828, 17 1629 disrupted, patton 1630")
    assert (several.seat, several.prompt) == ("british", "back_next"), "R-81: in their owner's order"
    several.give(CheckNext(of("17"))).settle()
    assert [each.unit for each in several.all(UnitRetreated)] == [*every("17", "33")]
    kept = attacking("33 1728 disrupted, 64 1728, hartley 1827 disrupted").settle()
    assert kept.state.condition[of("33")] == "disrupted"


def test_combats_are_fought_in_the_order_that_the_attacker_likes() -> None:
    """R-71: the attacker names his lead first; R-80: who sets up first."""
    table = attacking("33 1728, 17 1728, hartley 1727, 64 1722, 49 1722, patton 1721, grayson 1721")
    for name, at in (("33", "1727"), ("17", "1727"), ("64", "1721"), ("49", "1721")):
        table.give(Attack(of(name), (at,)))
    assert set(table.menu()) == {FightCombat(("1727",)), FightCombat(("1721",))}
    table.give(FightCombat(("1721",)))
    assert table.seat == "british" and table.prompt == "lead"
    table.give(ChooseLead(of("64")))
    assert table.seat == "american"
    table.give(ChooseLead(of("patton")))
    assert ChooseTactic("british", "skirmish") in table.menu()
