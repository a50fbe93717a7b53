"""Sentences of the rulebook that refer to one another: a retreat into a combat to come, the meeting house in
a combat of several hexes, Jaegers by the creek."""

import pytest

from domain.brandywine.combat.declaring import attacks
from domain.brandywine.events.combat import AttackDeclared, CombatRolled, OddsSet
from domain.brandywine.events.fire import HitRolled
from domain.brandywine.events.turns import GameEnded, MoraleChecked
from domain.brandywine.facts.sides import Side
from domain.brandywine.orders.combat import Attack, Divert, FightCombat, NoDiversion
from domain.brandywine.orders.movement import ArriveAt
from domain.brandywine.position.state import Level, State
from domain.brandywine.title import BRANDYWINE
from domain.kernel.prose import Prose
from tests.rules.brandywine.position import Table, attacking, fought, movement, of, position, shot


def second_combat(dice: str) -> Table:
    """44 has been beaten and went back to 1729, from where 33 attacks Patton: the second combat is rolled."""
    crowd = "1_grenadiers 1829, 2_grenadiers 1629"
    pieces = f"44 1728 reduced, 33 1729, {crowd}, spencer 1727, patton 1730 disrupted"
    table = attacking(pieces, dice=f"5 {dice}")
    table.give(Attack(of("44"), ("1727",)), Attack(of("33"), ("1730",)))
    table.give(FightCombat(("1727",))).tactics("stand_fast", "stand_fast")
    assert (table.last(CombatRolled).result, table.at("44")) == ("R/-", "1729")
    return table.tactics("stand_fast", "stand_fast")


def test_13_2_5_who_goes_back_into_a_hex_still_to_attack_takes_no_part_and_checks_if_it_is_hurt() -> None:
    """ "un esagono che non ha ancora concluso il suo combattimento" has one as attacker, too (R-88)."""
    hurt = second_combat("1 0")
    assert (hurt.last(CombatRolled).result, hurt.last(OddsSet).attack) == ("R/R", 4)
    hurt.settle()
    assert [(each.unit, each.passed) for each in hurt.all(MoraleChecked)] == [(of("44"), False)]
    assert hurt.state.condition[of("44")] == "disrupted"
    passed = second_combat("1 9").settle()
    assert of("44") not in passed.state.condition and passed.at("44") not in ("1729", None)


def test_13_2_5_who_went_back_stays_where_the_combat_does_not_hurt_its_side() -> None:
    table = second_combat("3")
    assert table.last(CombatRolled).result == "-/R"
    table.settle()
    assert table.at("44") == "1729" and not table.all(MoraleChecked)


def test_17_1_2_a_lead_that_holds_the_meeting_house_spares_only_the_others_of_its_hex_a_check() -> None:
    """ "Se passa, non si ritira e le altre unità nell'esagono non fanno il controllo": those who attack from
    other hexes make it (13.1.3, R-84)."""
    pieces = "3_virginia 1910, patton 1910, spencer 1911, 64 2011, 33 2011"
    table = fought(
        pieces, "3_virginia patton spencer", "2011", active="american", leads=("3_virginia", ""), dice="3 9 0"
    )
    assert table.last(CombatRolled).result == "R/-"
    table.settle()
    assert [(e.unit, e.passed) for e in table.all(MoraleChecked)] == [
        (of("3_virginia"), True), (of("spencer"), False),
    ]  # fmt: skip
    assert (table.at("3_virginia"), table.at("patton")) == ("1910", "1910")
    assert table.at("spencer") not in ("1911", None)


def test_10_1_9_no_flank_is_open_to_jaegers_over_the_creek_where_there_is_no_ford() -> None:
    """ "un fianco aperto come anche definito nei requisiti per usare la tattica Turn Flank [12.2.3]", whose
    exception is 16.3.2 (R-54)."""
    over = shot("ab_jaegers 0826, spencer 0926", "rifle", "ab_jaegers", "spencer", dice="0")
    assert len(over.last(HitRolled).dice) == 1
    dry = shot("ab_jaegers 0826, spencer 0827", "rifle", "ab_jaegers", "spencer", dice="0 0")
    assert len(dry.last(HitRolled).dice) == 2


@pytest.mark.parametrize(
    "winner, level, cites, english, italian",
    [
        ("american", "decisive", "4.2.1", "British and German infantry is lost", "germanica è perduta"),
        ("british", "substantial", "4.1.2", "army morale has come to 0", "è sceso a 0"),
        ("british", "decisive", "18.2.3", "it holds what it came for", "tiene ciò che voleva"),
        ("american", "decisive", "18.2.3", "does not hold what it had to", "non tiene ciò che doveva"),
        ("british", "marginal", "4", "a marginal victory. Points", "vittoria marginale. Punti"),
    ],
)
def test_4_the_log_says_why_a_battle_is_won(
    winner: Side, level: Level, cites: str, english: str, italian: str
) -> None:
    """4.1, 4.2: the three ways of an automatic victory, or points."""
    ended = GameEnded(winner, level, 5.5, 7, cites)
    assert english in Prose(BRANDYWINE, "en").event(ended)
    assert italian in Prose(BRANDYWINE, "it").event(ended)


def test_12_1_1_a_unit_may_meet_its_duty_over_the_creek_if_all_its_other_enemies_are_attacked() -> None:
    """16.2.3: Hartley takes in the enemy whom Parker has by the ford; Parker attacks another."""
    table = attacking("parker 0928, hartley 0929, 64 0829, 33 0830, 44 0828", active="american")
    table.give(NoDiversion(), Attack(of("hartley"), ("0830", "0829")))
    assert set(table.menu()) == {Attack(of("parker"), ("0828",))}
    table.give(Attack(of("parker"), ("0828",)))
    assert table.prompt == "next_combat"
    joined = attacking("parker 0928, simms 0927, hartley 0929, 64 0829, 33 0830, 44 0828", active="american")
    joined.give(NoDiversion(), Attack(of("simms"), ("0828",)), Attack(of("hartley"), ("0830", "0829")))
    joined.give(Attack(of("parker"), ("0828",)))
    assert joined.prompt == "next_combat"


def test_16_2_3_two_units_may_attack_over_the_creek_at_once_each_the_enemy_beside_the_other() -> None:
    """ "tutte le unità nemiche adiacenti ai due esagoni coinvolti devono essere attaccate da unità amiche
    durante questa fase": by whom, and in which order it is declared, is free."""
    state = position("2_grenadiers 0929, 44 0830, nc_lt_dragoons 0829, penn_state_rifle 0930")
    grenadiers, line = Attack(of("2_grenadiers"), ("0829",)), Attack(of("44"), ("0930",))
    assert {grenadiers, line} <= {*attacks(state)}
    assert attacks(declared(state, grenadiers)) == [line]
    assert attacks(declared(state, line)) == [grenadiers]


def test_16_2_3_all_units_of_a_hex_may_attack_over_the_creek_while_others_attack_over_it_too() -> None:
    """12.1.4: one hex against two. The 55 leaves its own enemy to them and meets its duty over the creek."""
    state = position("55 0301, 3_frasers 0203, 64 0203, lee_artillery 0202, spencer 0204, patton 0302")
    wide = Attack(of("64"), ("0204", "0302"))
    both = declared(declared(state, wide), Attack(of("3_frasers"), wide.targets))
    assert wide in attacks(state)
    assert attacks(both) == [Attack(of("55"), ("0202",))]


def test_12_1_3_whom_a_diversion_spares_his_own_enemy_attacks_another_over_the_creek() -> None:
    """ "devono attaccare altre unità nemiche"; 16.2.3: "La Diversione può essere usata"."""
    table = attacking("5 0927, spencer 0926, patton 0827")
    assert Divert("0926") in table.menu()
    table.give(Divert("0926"))
    assert table.menu() == [Attack(of("5"), ("0827",))], "he must"
    table.give(*table.menu()).tactics("stand_fast", "stand_fast")
    assert table.last(OddsSet).shifts == -1


def declared(state: State, order: Attack) -> State:
    """The position after this attack was declared."""
    return AttackDeclared(order.unit, order.targets).apply(state)


def test_9_1_5_guns_whose_entry_the_enemy_holds_are_not_placed_in_terrain_prohibited_to_them() -> None:
    """9.3.1, R-34: 1820 is forest, and no way leads into it; the other hexes around 1919 are free to guns."""
    table = movement("10 1919", active="american", scenario="howes_flank_attack", turn=11)
    assert table.prompt == "arrival"
    hexes = {order.hex for order in table.offers(ArriveAt)}
    assert hexes == {"1918", "2019", "2020", "1920", "1819"}
