"""Cards that move formations: interceptions by card, the flank march, the Duke of Damnation."""

from typing import Any

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.events.arrival import InterceptionRolled
from domain.wellington.events.battle import (
    AttackJoined,
    BattleBegan,
    BattleRolled,
    BattleWon,
    RoundForced,
)
from domain.wellington.events.points import FormationMoved
from domain.wellington.events.sieges import SiegeEnded, SiegeLifted, SiegeRolled
from domain.wellington.orders.answers import LetPass, Respond
from domain.wellington.orders.arrival import CallArmy, CallNobody, CallSoldiers, CallTogether
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.impulses import PlayEvent
from domain.wellington.orders.points import Carry, Halt, LeadOn
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.card_table import EVENTS, Moment
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import General, changed, leaders_of, seat_of, sp_of
from tests.rules.wellington.position import TWO, Table, fought, given

GUNS, ANOTHER_DAY, CIPHER = "march_to_the_sound_of_the_guns", "another_day_of_battle", "scovells_cipher"
REINFORCE, CONCENTRATE, RELIEF = "call_for_reinforcements", "concentration_of_force", "sortie_siege_relieved"
RODRIGO = "ciudad_rodrigo"
BRITAIN, NORD, SUD = Seat("britain"), Seat("nord"), Seat("sud")
FROM_AVILA = CallArmy("clausel", ("avila", "salamanca"))
ALONE = Carry("clausel", 0)


def at_salamanca(hands: Any, dice: Any = (), **facts: Any) -> Table:
    """Three British soldiers attack three of the Nord, who held Salamanca; Clausel stands at Avila."""
    battle = Battle("salamanca", "allied", "britain", (RODRIGO,), "open")
    soldiers = {"salamanca": "britain 3 0 0, nord 3 0 0", **facts.pop("soldiers_at", {})}
    leaders = {"clausel": "avila", **facts.pop("leaders_at", {})}
    return fought(battle, soldiers_at=soldiers, leaders_at=leaders, hands=hands, dice=dice, **facts)


def until(table: Table, order: Any, seat: Seat) -> Table:
    """Nobody answers or lays a card until `seat` may give this order, and gives it."""
    while seat not in table.seats or order not in table.menu(seat):
        pass_once(table)
    return table.give(order, seat=seat)


def pass_once(table: Table) -> None:
    table.give(LetPass() if table.prompt == "respond" else LayNone())


def on(table: Table) -> Table:
    """Nobody answers or lays a card until something else is asked."""
    while table.prompt in ("respond", "lay_card"):
        pass_once(table)
    return table


def faces(count: int, *shown: int) -> tuple[int, ...]:
    """So many dice, those not told without effect."""
    return (*shown, *[1] * (count - len(shown)))


WON = (faces(4, 5), faces(5))
"""A first round in which Britain scores a hit and the Nord none."""
TIED = (faces(4), faces(5))


def settled(table: Table) -> Table:
    """The first of what is offered is chosen until points are spent again; nobody answers."""
    while table.prompt != "spend_point":
        on(table)
        if table.prompt != "spend_point":
            table.give(table.menu()[-1])
    return table


def may_play(table: Table, card: str) -> bool:
    """Could the Nord answer with this card before something else is asked?"""
    while table.prompt in ("respond", "lay_card"):
        if NORD in table.seats and Respond("nord", card) in table.menu(NORD):
            return True
        pass_once(table)
    return False


# Another Day of Battle ------------------------------------------------------------------------------


def test_another_day_goes_on_with_a_battle_that_was_won() -> None:
    """#11: the attacker has won the first round by a hit; the defender wants another one."""
    table = at_salamanca({"nord": (11,)}, WON)
    on(until(table, Respond("nord", ANOTHER_DAY), NORD)).give(CallNobody())
    on(table)
    assert table.all(RoundForced) == [RoundForced("salamanca", 2)]
    assert len(table.all(BattleRolled)) == 2


def test_those_who_come_on_another_day_fight_in_its_round() -> None:
    table = at_salamanca({"nord": (11,)}, [*WON, [6, 4]], soldiers_at={"avila": "nord 4 0 0"})
    on(until(table, Respond("nord", ANOTHER_DAY), NORD)).give(FROM_AVILA, Carry("clausel", 4))
    on(table)
    assert table.all(BattleRolled)[1].round == 2
    assert len(table.all(BattleRolled)[1].french) == 3 + 4 + 2 + 2 - 1


def test_it_may_be_played_when_the_winner_is_known() -> None:
    table = at_salamanca({"nord": (11,)}, WON)
    while not table.all(BattleWon):
        pass_once(table)
    on(until(table, Respond("nord", ANOTHER_DAY), NORD)).give(CallNobody())
    on(table)
    assert len(table.all(BattleRolled)) == 2


def test_another_day_may_be_the_third() -> None:
    """C-11: a tie after it is no reason for a fourth round."""
    table = at_salamanca({"nord": (17,), "sud": (11,)}, [*TIED, *TIED, *TIED])
    while len(table.all(BattleRolled)) < 2:
        pass_once(table)
    on(until(table, Respond("sud", ANOTHER_DAY), SUD)).give(CallNobody())
    on(table)
    assert table.all(BattleWon)[-1].winner == "french" and len(table.all(BattleRolled)) == 3


def test_there_is_no_other_day_after_a_rout_or_when_a_side_is_gone() -> None:
    assert may_play(at_salamanca({"nord": (11,)}, WON), ANOTHER_DAY)
    assert not may_play(at_salamanca({"nord": (11,)}, [faces(4, 5, 5, 5), faces(5)]), ANOTHER_DAY)
    assert not may_play(at_salamanca({"nord": (11,)}, [faces(4, 6, 6, 6), faces(5)]), ANOTHER_DAY)


# Scovell's Cipher -----------------------------------------------------------------------------------


def test_the_cipher_makes_a_second_round_certain_and_calls_friends_to_it() -> None:
    """#36: soldiers without a leader roll as if a 1-4 led them; the attackers' friends join the attack."""
    soldiers = {"ciudad_rodrigo": "britain 5 0 0"}
    table = at_salamanca({"britain": (36,)}, [*WON, [4, 4]], soldiers_at=soldiers, flags={RODRIGO: "spain"})
    on(until(table, Respond("britain", CIPHER), BRITAIN))
    table.give(CallSoldiers("britain", 4, (RODRIGO, "salamanca")))
    on(table)
    assert table.all(InterceptionRolled)[0].modifier == 1 - 1
    assert table.all(RoundForced) == [RoundForced("salamanca", 2)]


def test_the_cipher_is_for_the_end_of_the_first_round() -> None:
    assert may_play(at_salamanca({"nord": (36,)}, TIED), CIPHER)
    table = at_salamanca({"nord": (36,)}, [*TIED, *TIED])
    while len(table.all(BattleRolled)) < 2:
        pass_once(table)
    assert not may_play(table, CIPHER)


# Call for Reinforcements, Concentration of Force ----------------------------------------------------


def test_reinforcements_are_called_at_the_start_of_a_round() -> None:
    """#40: they stand there before its dice are rolled."""
    table = at_salamanca({"nord": (40,)}, [[6, 4]], soldiers_at={"avila": "nord 3 0 0"})
    on(until(table, LayCard("nord", REINFORCE), NORD)).give(FROM_AVILA, Carry("clausel", 3))
    on(table)
    assert len(table.all(BattleRolled)[0].french) == 3 + 3 + 2 + 2


def test_soldiers_are_lent_a_leader_for_the_roll_alone() -> None:
    """#40 lends a 1, #53 a 2; neither adds a die to the battle."""
    soldiers = {"avila": "nord 6 0 0"}
    call = CallSoldiers("nord", 4, ("avila", "salamanca"))
    for number, card, value in ((40, REINFORCE, 1), (53, CONCENTRATE, 2)):
        table = at_salamanca(
            {"nord": (number,)}, [[6, 4]], soldiers_at=soldiers, leaders_at={"clausel": "bayonne"}
        )
        on(on(until(table, LayCard("nord", card), NORD)).give(call))
        assert table.all(InterceptionRolled)[0].modifier == value + 1 - 1
        assert len(table.all(BattleRolled)[0].french) == 3 + 4 + 2


def test_a_concentration_of_force_costs_no_attrition() -> None:
    """#53, against #40: from Madrid over the passes to a Spanish Avila and on to Salamanca."""
    way = CallArmy("clausel", ("madrid", "avila", "salamanca"))
    for number, card, costs in ((40, REINFORCE, True), (53, CONCENTRATE, False)):
        table = at_salamanca(
            {"nord": (number,)}, [[6, 6]], leaders_at={"clausel": "madrid"}, flags={"avila": "spain"}
        )
        on(on(until(table, LayCard("nord", card), NORD)).give(way, ALONE))
        assert ("attrition" in [roll.purpose for roll in table.all(Rolled)]) is costs


def test_interceptors_of_the_attacker_join_the_attack_and_the_best_terrain_counts() -> None:
    """R-55, R-65: Hill comes to the open battle over the broken line."""
    table = at_salamanca(
        {"britain": (53,)}, [[6, 6]], leaders_at={"hill": RODRIGO}, flags={RODRIGO: "britain"}
    )
    until(table, LayCard("britain", CONCENTRATE), BRITAIN)
    on(on(table).give(CallArmy("hill", (RODRIGO, "salamanca")), Carry("hill", 0)))
    assert table.all(AttackJoined) == [AttackJoined("salamanca", RODRIGO, "broken")]


def test_who_holds_both_powers_calls_the_allys_formation_without_asking() -> None:
    table = at_salamanca({"nord": (40,)}, [[6, 4]], leaders_at={"soult": "avila"}, seats=TWO)
    until(table, LayCard("nord", REINFORCE), seat_of(table.state, "nord"))
    on(on(table).give(CallArmy("soult", ("avila", "salamanca")), Carry("soult", 0)))
    assert leaders_of(table.state, "salamanca", "sud") == ("soult",)


# March to the Sound of the Guns ----------------------------------------------------------------------


def test_the_french_march_to_the_sound_of_the_guns_before_any_round() -> None:
    table = at_salamanca({"nord": (108,)}, [[6, 4], [6, 4]], leaders_at={"joseph": "lumbrales"})
    on(until(table, Respond("nord", GUNS), NORD)).give(FROM_AVILA, ALONE)
    on(table).give(CallArmy("joseph", ("lumbrales", "salamanca")), Carry("joseph", 0))
    on(table)
    assert set(leaders_of(table.state, "salamanca", "nord")) == {"clausel", "joseph"}


def test_those_who_march_together_roll_whatever_becomes_of_the_others() -> None:
    """C-108: Clausel's failure marks Avila (R-47), but Joseph was named with him; Marmont may follow."""
    table = at_salamanca(
        {"nord": (108,)}, [[1, 1], [6, 6], [6, 6]],
        leaders_at={"joseph": "avila", "marmont": "lumbrales"}, soldiers_at={"avila": "nord 2 0 0"},
    )  # fmt: skip
    on(until(table, Respond("nord", GUNS), NORD)).give(FROM_AVILA, Carry("clausel", 2))
    joseph = CallArmy("joseph", ("avila", "salamanca"))
    assert table.menu(draft=(joseph,)) == [Carry("joseph", 0)]
    on(table.give(joseph, Carry("joseph", 0)).give(CallTogether()))
    assert [event.leader for event in table.all(InterceptionRolled)] == ["clausel", "joseph"]
    assert leaders_of(table.state, "salamanca", "nord") == ("joseph",)
    assert table.state.leaders["clausel"].marked
    assert table.menu() == [CallArmy("marmont", ("lumbrales", "salamanca")), CallNobody()]


def test_those_who_come_together_take_attrition_only_after_all_rolls() -> None:
    """C-108."""
    table = at_salamanca(
        {"nord": (108,)}, [[6, 6], [6, 6]], leaders_at={"clausel": "madrid", "joseph": "lumbrales"},
        flags={"avila": "spain"},
    )  # fmt: skip
    on(until(table, Respond("nord", GUNS), NORD))
    table.give(CallArmy("clausel", ("madrid", "avila", "salamanca")), ALONE)
    on(on(table).give(CallArmy("joseph", ("lumbrales", "salamanca")), Carry("joseph", 0)))
    assert [roll.purpose for roll in table.all(Rolled)][:3] == ["interception", "interception", "attrition"]


# Sortie / Siege Relieved ------------------------------------------------------------------------------


def siege(dice: Any = (), hands: Any = None, **facts: Any) -> Table:
    """Wellington besieges Ciudad Rodrigo; Marmont stands at Salamanca."""
    leaders = {"wellington": RODRIGO, "marmont": "salamanca"}
    soldiers = {RODRIGO: "britain 3 1 0", **facts.pop("soldiers_at", {})}
    table = given(
        soldiers_at=soldiers, leaders_at=leaders, hands=hands or {"nord": (16,)}, dice=dice, points=1, **facts
    )
    return table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5))


RELIEF_ARMY = {"salamanca": "nord 6 0 0"}
COMING = CallArmy("marmont", ("salamanca", RODRIGO))


def test_a_sortie_costs_the_besieger_three_dice_in_the_first_round() -> None:
    plain, sortie = siege(hands={"nord": (17,)}), siege([faces(8, 6, 5), faces(3)])
    until(sortie, Respond("nord", RELIEF, "sortie"), NORD)
    on(plain), on(sortie)
    assert len(plain.all(SiegeRolled)[0].besieger) == 11
    assert len(sortie.all(SiegeRolled)[0].besieger) == 8


def test_who_comes_to_relieve_the_siege_attacks_the_besieger() -> None:
    """C-16: without terrain for him; the siege is off."""
    table = siege([[6, 4]], soldiers_at=RELIEF_ARMY)
    on(until(table, Respond("nord", RELIEF, "relieve"), NORD)).give(COMING, Carry("marmont", 6))
    while not table.all(BattleBegan):
        pass_once(table)
    battle = table.all(BattleBegan)[0].battle
    assert (battle.attacker, battle.power, battle.origins, battle.line) == (
        "french", "nord", ("salamanca",), None,
    )  # fmt: skip


def test_the_siege_is_off_though_the_besieger_wins() -> None:
    table = siege([[6, 4], faces(6 + 2 + 2), faces(11, 5)], soldiers_at=RELIEF_ARMY)
    on(until(table, Respond("nord", RELIEF, "relieve"), NORD)).give(COMING, Carry("marmont", 6))
    settled(table)
    assert table.all(SiegeLifted) and not table.all(SiegeRolled)
    assert table.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, False, 0, False)]


def test_the_siege_goes_on_if_the_relief_was_overrun_or_nobody_came() -> None:
    table = siege([[6, 4], faces(1 + 2 + 2), faces(11, 6, 6)], soldiers_at={"salamanca": "nord 1 0 0"})
    on(until(table, Respond("nord", RELIEF, "relieve"), NORD)).give(COMING, Carry("marmont", 1))
    settled(table)
    assert table.all(SiegeRolled) and not table.all(SiegeLifted)
    failed = siege([[1, 1]], soldiers_at=RELIEF_ARMY)
    on(until(failed, Respond("nord", RELIEF, "relieve"), NORD)).give(COMING, Carry("marmont", 6))
    settled(failed)
    assert failed.all(SiegeRolled) and not failed.all(BattleBegan)


def test_the_besiegers_friends_cannot_relieve_the_fortress() -> None:
    table = siege(hands={"spain": (16,)})
    while not any(isinstance(order, Respond) for order in table.menu(Seat("spain"))):
        pass_once(table)
    assert table.menu(Seat("spain")) == [LetPass(), Respond("spain", RELIEF, "sortie")]


# Flank March ------------------------------------------------------------------------------------------

FUENTES = "fuentes_de_onoro"
FLANK, DUKE = "flank_march", "the_duke_of_damnation"


def flank(dice: Any = (), **facts: Any) -> Table:
    """Wellington may march from Fuentes de Oñoro; Marmont stands at Valladolid."""
    soldiers = {FUENTES: "britain 5 0 0", "valladolid": "nord 6 0 0", **facts.pop("soldiers_at", {})}
    leaders = {"wellington": FUENTES, "marmont": "valladolid", **facts.pop("leaders_at", {})}
    table = given(
        soldiers_at=soldiers,
        leaders_at=leaders,
        hands={"britain": (44, 17), "nord": (17,)},
        dice=dice,
        **facts,
    )
    return on(on(table).give(PlayEvent(FLANK, "wellington")))


def lead(table: Table, to: str, sp: int, leader: str = "wellington", staff: tuple[str, ...] = ()) -> Table:
    return on(table.give(LeadOn(leader, to), Carry(leader, sp, staff)))


def test_an_army_on_a_flank_march_passes_an_enemy_fortress_without_any_answer() -> None:
    """#44, C-44: no interception by Marmont, no attrition from one enemy duchy to the next, no CP."""
    table = lead(lead(flank(), RODRIGO, 5), "salamanca", 5)
    assert [event.to for event in table.all(FormationMoved)] == [RODRIGO, "salamanca"]
    assert table.all(Rolled) == [] and table.prompt == "play_impulse"
    assert table.state.leaders["wellington"].duchy == "salamanca"


def test_it_fights_an_enemy_whom_it_meets_and_he_may_not_evade() -> None:
    table = lead(lead(flank(soldiers_at={"almaraz": "nord 4 0 0"}), RODRIGO, 5), "almaraz", 5)
    assert [event.battle.duchy for event in table.all(BattleBegan)] == ["almaraz"]


def test_it_goes_on_after_an_overrun_but_not_after_another_battle() -> None:
    overrun = flank([faces(11, 6, 6), faces(3)], soldiers_at={RODRIGO: "nord 1 0 0"})
    lead(overrun, RODRIGO, 5)
    assert LeadOn("wellington", "salamanca") in overrun.menu()
    stopped = flank([faces(11, 5, 5, 5), faces(10)], soldiers_at={RODRIGO: "nord 8 0 0"})
    lead(stopped, RODRIGO, 5)
    settle_battle(stopped)
    assert stopped.prompt == "play_impulse"


def settle_battle(table: Table) -> None:
    """The first of what is offered is chosen until the battle is over."""
    while table.state.battles:
        on(table)
        if table.state.battles:
            table.give(table.menu()[0])


def test_it_may_end_after_one_duchy_and_picks_nobody_up() -> None:
    table = lead(flank(soldiers_at={RODRIGO: "britain 3 0 0"}), RODRIGO, 4)
    armies = table.menu(draft=(LeadOn("wellington", "salamanca"),))
    assert armies[0] == Carry("wellington", 4) and armies[-1] == Carry("wellington", 0)
    assert on(table.give(Halt("wellington"))).prompt == "play_impulse"


def test_only_ones_own_unmarked_armies_make_flank_marches() -> None:
    table = given(
        leaders_at={"wellington": FUENTES, "hill": "lisbon", "marmont": "salamanca"}, hands={"britain": (44,)}
    )
    marches = [order for order in on(table).offers(PlayEvent) if order.card == FLANK]
    assert marches == [PlayEvent(FLANK, "wellington"), PlayEvent(FLANK, "hill")]
    marked = {**table.state.leaders, "hill": General("map", "lisbon", marked=True)}
    assert EVENTS[FLANK].targets(changed(table.state, leaders=marked), "britain", Moment()) == ("wellington",)


# The Duke of Damnation --------------------------------------------------------------------------------


def duke(**facts: Any) -> Table:
    """Soult may leave Sevilla with two strength points or fewer."""
    soldiers = {"sevilla": "sud 2 0 0", **facts.pop("soldiers_at", {})}
    leaders = {"soult": "sevilla", **facts.pop("leaders_at", {})}
    table = given("sud", soldiers_at=soldiers, leaders_at=leaders, hands={"sud": (109, 17)}, **facts)
    return on(on(table).give(PlayEvent(DUKE, "soult")))


def test_soult_marches_as_far_as_he_likes_without_points_or_attrition() -> None:
    """#109, C-109."""
    table = duke()
    for to in ("cordoba", "jaen", "ciudad_real", "aranjuez", "madrid", "toledo"):
        lead(table, to, 2, "soult")
    on(table.give(Halt("soult")))
    assert table.state.leaders["soult"] == General("map", "toledo")
    assert sp_of(table.state, "toledo", "sud") == 2
    assert table.all(Rolled) == [] and table.prompt == "play_impulse"


def test_he_leaves_pieces_only_where_he_starts_and_picks_up_others_on_the_way() -> None:
    table = duke(soldiers_at={"cordoba": "sud 3 0 0"}, leaders_at={"drouet": "cordoba"})
    assert table.menu(draft=(LeadOn("soult", "cordoba"),))[-1] == Carry("soult", 0)
    lead(table, "cordoba", 1, "soult")
    armies = table.menu(draft=(LeadOn("soult", "jaen"),))
    assert Carry("soult", 4, ("drouet",)) in armies and Carry("soult", 0) not in armies
    lead(table, "jaen", 4, "soult", ("drouet",))
    assert table.menu(draft=(LeadOn("soult", "ciudad_real"),)) == [Carry("soult", 4, ("drouet",))]
    assert sp_of(table.state, "sevilla", "sud") == 1


def test_he_comes_back_only_after_he_has_picked_somebody_up() -> None:
    table = lead(duke(soldiers_at={"cordoba": "sud 1 0 0"}), "cordoba", 2, "soult")
    assert LeadOn("soult", "sevilla") not in table.menu()
    lead(table, "jaen", 3, "soult")
    assert LeadOn("soult", "cordoba") not in table.menu()
    table = lead(duke(soldiers_at={"jaen": "sud 1 0 0"}), "cordoba", 2, "soult")
    lead(lead(table, "jaen", 2, "soult"), "ciudad_real", 3, "soult")
    assert LeadOn("soult", "aranjuez") in table.menu()


def test_he_enters_no_duchy_that_is_not_friendly_or_where_he_could_be_intercepted() -> None:
    """Hill at Merida could come to Ciudad Real, but not over the river to Don Benito."""
    table = duke(leaders_at={"soult": "cordoba", "hill": "merida"}, flags={"malaga": "spain"})
    assert table.menu() == [LeadOn("soult", to) for to in ("sevilla", "don_benito", "jaen")] + [Halt("soult")]
    lead(table, "jaen", 0, "soult")
    assert LeadOn("soult", "ciudad_real") not in table.menu()


def test_where_soult_goes_is_for_his_own_power_to_say() -> None:
    table = given("nord", leaders_at={"soult": "sevilla"}, hands={"nord": (109, 17)})
    on(on(table).give(PlayEvent(DUKE, "soult")))
    assert table.seats == (SUD,) and table.prompt == "lead_on"
