"""Where two rules meet: battles fought anew, evasions that a card names, booty of armies, points of cards."""

import pytest

from domain.wellington.events.arrival import AttemptStopped, EvasionEnded
from domain.wellington.events.battle import BattleBegan, BattleWon, PlunderRolled
from domain.wellington.events.interphase import ReinforcementSpent
from domain.wellington.events.losses import AttritionCounted
from domain.wellington.events.points import FlagPlaced, FormationMoved
from domain.wellington.events.sieges import SiegeBegan
from domain.wellington.facts.world import POWERS, card_id
from domain.wellington.interphase.reinforcements import SpendReinforcements
from domain.wellington.orders.arrival import CallArmy, EvadeNow, EvadeSingly, StandFast
from domain.wellington.orders.battle import LayCard, LayNone, RetreatAll, RetreatSoldiers
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    Carry,
    MoveArmy,
    PlaceFlag,
    RegroupSoldier,
)
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Lasting, sp_of
from tests.rules.wellington.answering import answered, battle_with, dice_of, reach, result_of, see_through
from tests.rules.wellington.position import Table, fought, given

RODRIGO = "ciudad_rodrigo"


# A battle fought anew (#51) -----------------------------------------------------------------------


def test_a_landing_that_is_beaten_in_a_battle_fought_anew_still_goes_back_to_its_port() -> None:
    """14.2: "Se la Formazione in Convoglio è obbligata a ritirarsi dopo la battaglia, subisce l'Attrito e si
    ritira nel porto amico da dove ha iniziato l'Impulso"; #51 only delays that."""
    table = given(
        soldiers_at={"portsmouth": "britain 4 0 0", "cadiz": "sud 4 0 0"},
        leaders_at={"soult": "cadiz"}, points=4, hands={"sud": (51,)},
        dice=[[1] * 5, [5, *[1] * 9], [1] * 5, [5, *[1] * 9], [1] * 4],
    )  # fmt: skip
    table.give(MoveConvoy("portsmouth", "cadiz"), ShipPieces(4))
    while table.prompt != "answer_arrival":
        table.quiet()
    answered(table.give(StandFast()), "battle_result", "sud", 51)
    see_through(table)
    assert len(table.all(BattleBegan)) == 2
    assert sp_of(table.state, "portsmouth", "britain") == 4 and table.state.regroup["britain"] == 0


def test_nobody_is_left_to_fight_to_the_death_so_the_winner_has_his_flag() -> None:
    """#51: "Questo evento non impedisce il soddisfare le perdite di una Rotta"; 11.9: "Questo consente alla
    parte vincente di piazzare o rimuovere una bandiera"."""
    at = {"salamanca": "britain 3 0 0, nord 2 0 0"}
    table = battle_with({"britain": (51,)}, [6, 5, 5, 5], [1] * 4, soldiers_at=at)
    answered(table, "battle_result", "britain", 51)
    while table.prompt == "respond":
        table.quiet()
    assert table.prompt == "free_flag"
    table.give(PlaceFlag("salamanca", "britain"))
    assert len(table.all(BattleBegan)) == 1 and table.all(FlagPlaced)[-1].flag == "britain"


# One evasion of several (#45, #51) ------------------------------------------------------------------


@pytest.mark.parametrize("number", [45, 51])
def test_a_card_stops_an_evasion_that_has_succeeded_and_not_one_that_has_failed(number: int) -> None:
    """#45: "annullate una evasione o intercettazione che ha avuto successo"."""
    table = given(
        soldiers_at={"almaraz": "nord 2 0 0"}, leaders_at={"wellington": RODRIGO}, flags={RODRIGO: "spain"},
        hands={"britain": (number,)}, points=3, dice=[[1, 1], [6, 6]],
    )  # fmt: skip
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 0)).quiet()
    table.give(EvadeSingly(1, "talavera"), EvadeSingly(1, "talavera"), EvadeNow())
    answered(table, "evade_rolled", "britain", number, "talavera")
    while table.prompt == "respond":
        table.quiet()
    assert [sum(each.attempt.dice) for each in table.all(AttemptStopped)] == [12]
    assert table.all(EvasionEnded)[0].failed == 1
    assert not [each for each in table.all(FormationMoved) if each.means == "evasion"]


# An army called into a round (#40) ------------------------------------------------------------------


def test_an_army_that_is_called_and_routed_in_the_same_round_is_plundered() -> None:
    """11.10: "Dopo una battaglia nella quale un'intera Armata o Gruppo di Armate viene messo in Rotta"."""
    table = battle_with(
        {"nord": (40,)}, [6, 6], [6] * 4, [1] * 5, [6],
        soldiers_at={"salamanca": "britain 3 0 0, nord 1 0 0"}, leaders_at={"clausel": "avila"},
    )  # fmt: skip
    while table.prompt != "lay_card":
        table.quiet()
    table.give(LayCard("nord", card_id(40))).quiet()
    table.give(CallArmy("clausel", ("avila", "salamanca")), Carry("clausel", 0))
    see_through(table)
    assert [each.lost for each in table.all(PlunderRolled)] == [2]


@pytest.mark.parametrize(("battle", "terrain"), [
    (Battle("salamanca", "allied", "spain"), 2),
    (Battle("salamanca", "allied", "spain", ("zamora",)), 0),
])  # fmt: skip
def test_who_comes_over_a_pass_to_soldiers_that_a_card_placed_gives_the_defender_dice(
    battle: Battle, terrain: int
) -> None:
    """11.42: "Se qualsiasi Formazione attiva è entrata nel Ducato conteso in questo impulso da un Passo,
    l'avversario ottiene 2 dadi"; not if the defender has lost the terrain or never had it (10.7, 11.4)."""
    table = fought(
        battle, active="spain", hands={"spain": (40,)}, leaders_at={"castanos": "avila"},
        soldiers_at={"salamanca": "spain 2 0 0, nord 2 0 0"}, dice=[[6, 6], [1]],
    )  # fmt: skip
    while table.prompt != "lay_card":
        table.quiet()
    table.give(LayCard("spain", card_id(40))).quiet()
    table.give(CallArmy("castanos", ("avila", "salamanca")), Carry("castanos", 0))
    see_through(table)
    assert dice_of(table, "french")[0] == 2 + 2 + terrain


def test_a_leader_who_falls_into_disgrace_in_his_retreat_is_no_loss_of_the_battle() -> None:
    """11.10: "il numero di SP e comandanti persi dalla parte sconfitta"; #33 makes him none (R-70)."""
    table = battle_with(
        {"britain": (33,)}, [6, 5, 5, 1], [1] * 8, [6],
        soldiers_at={"salamanca": "britain 3 0 0, nord 4 0 0"}, leaders_at={"marmont": "salamanca"},
    )  # fmt: skip
    while table.prompt != "retreat":
        reach(table, "battle_result")
        table.quiet()
    table.give(RetreatAll("nord", "valladolid"))
    answered(table, "retreat_declared", "britain", 33, "marmont")
    see_through(table)
    assert table.state.leaders["marmont"].place == "regroup"
    assert [each.lost for each in table.all(PlunderRolled)] == [3]


# Fives of the fallen (#48) --------------------------------------------------------------------------


def test_a_rally_annuls_the_fives_of_soldiers_who_have_fallen_since() -> None:
    """#48: "Annullate tutti i risultati 5 Disorganizzazione contro una parte nella battaglia corrente": two
    fives tie the first round, two sixes kill the disorganised in the second; two hits are left against three.
    """
    table = battle_with(
        {"nord": (48,)}, [5, 5, 1, 1], [5, 5, 1, 1, 1], [6, 6], [6, 1, 1],
        flags={RODRIGO: "britain"},
    )  # fmt: skip
    while not table.all(BattleWon):
        table.quiet()
        if table.prompt == "lay_card":
            table.give(LayNone())
        reach(table, "battle_result")
    answered(table, "battle_result", "nord", 48, "french")
    result = result_of(see_through(table))
    assert (result.hits, result.winner) == ({"allied": 3, "french": 2}, "french")


# A retreat in parts (11.61) -------------------------------------------------------------------------


def test_who_follows_others_into_an_enemy_duchy_in_a_retreat_pays_as_they_did_or_goes_elsewhere() -> None:
    """9.44: "Il ritirarsi in un Ducato nemico ... causa l'Attrito", though the first of them have made it
    uncontrolled; the choice among the enemy's duchies stays (11.61: "in qualsiasi Ducato adiacente")."""
    spanish = dict.fromkeys(("avila", "valladolid", "zamora", "lerma", "lumbrales"), "spain")
    table = battle_with(
        {}, [5, 5, 1, 1], [1] * 5, [1], [1, 1], flags={RODRIGO: "britain", **spanish},
    )  # fmt: skip
    assert table.prompt == "retreat"
    table.give(RetreatSoldiers("nord", "lumbrales", 1))
    assert table.prompt == "retreat" and RetreatAll("nord", "valladolid") in table.menu()
    table.give(RetreatAll("nord", "lumbrales"))
    assert [each.dice for each in table.all(AttritionCounted)] == [1, 2]


def test_counters_that_evade_at_the_same_time_into_an_enemy_duchy_all_pay() -> None:
    """10.5: "L'evasione in un Ducato controllato dal nemico ... comporta l'Attrito", "simultaneamente"."""
    table = given(
        soldiers_at={"almaraz": "nord 2 0 0"}, leaders_at={"wellington": RODRIGO}, points=3,
        flags={RODRIGO: "spain", "talavera": "spain"}, dice=[[6, 6], [6, 6], [1], [1]],
    )  # fmt: skip
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 0)).quiet()
    table.give(EvadeSingly(1, "talavera"), EvadeSingly(1, "talavera"), EvadeNow()).quiet()
    assert [each.dice for each in table.all(AttritionCounted)] == [1, 1]


# Booty of a siege (11.11) ---------------------------------------------------------------------------


def test_spaniards_who_only_looked_on_at_a_siege_do_not_go_home_with_its_booty() -> None:
    """11.11: "Le Formazioni spagnoli vincitrici coinvolte in battaglia o assedio" (12.21: one army)."""
    table = given(
        "spain", soldiers_at={RODRIGO: "spain 7 0 0"}, leaders_at={"de_espana": RODRIGO},
        hands={"spain": (17,)}, dice=[[6, 6, 6, 1, 1], [1] * 3, [6]],
    )  # fmt: skip
    table.give(BesiegeFortress("de_espana", RODRIGO), Carry("de_espana", 4)).quiet()
    table.give(LayNone()).quiet()
    assert [each.dice for each in table.all(AttritionCounted)] == [4 + 1]


def test_a_landing_that_the_batteries_destroy_costs_the_besieger_beside_it_nothing() -> None:
    """14.3: what the batteries cost those who assault are "perdite del primo round di battaglia o assedio";
    they have come to none."""
    table = given(
        points=1, hands={"britain": (17,)}, dice=[[6, 5, 5, 1, 1, 1]],
        soldiers_at={"portsmouth": "britain 1 0 0", "san_sebastian": "britain 3 0 0"},
        leaders_at={"hill": "san_sebastian"},
        lasting=(Lasting("admiralty_heart_of_oak", "britain", "assault"),),
    )  # fmt: skip
    table.give(MoveConvoy("portsmouth", "san_sebastian"), ShipPieces(1)).quiet()
    table.give(BesiegeFortress("hill", "san_sebastian"), Carry("hill", 3))
    assert [each.camp.hits for each in table.all(SiegeBegan)] == [0]


# Points of cards that were too many (16.43) -----------------------------------------------------------


SUCHET = BuildLeader("suchet", "toulouse")
"""He costs 3 CP."""


def excess(points: int) -> Table:
    """Sud has so many points of discarded cards, and 2 SP in the Regroup Box."""
    reinforcements, box = {**dict.fromkeys(POWERS, 0), "sud": points}, {"sud": 2}
    steps = [SpendReinforcements("sud", keeps=False)]
    return given(None, then=steps, reinforcements=reinforcements, regroup=box)


def test_an_odd_point_of_discarded_cards_only_regroups() -> None:
    """16.43: "Se questo risulta in un numero dispari, 1 CP può essere usato solo per portare in gioco
    Rinforzi dalla Casella del Raggruppamento"."""
    table = excess(3)
    assert SUCHET not in table.menu()
    table.give(BuildSoldier("toulouse")).give(RegroupSoldier("toulouse"))
    assert [each.amount for each in table.all(ReinforcementSpent)] == [2, 1]


def test_once_it_has_regrouped_the_rest_is_free() -> None:
    """16.43: "1 CP"."""
    assert SUCHET in excess(4).menu()
    table = excess(5)
    assert SUCHET in table.menu()
    table.give(RegroupSoldier("toulouse")).give(RegroupSoldier("toulouse"))
    assert SUCHET in table.menu()


def test_a_leader_does_not_set_the_odd_point_free() -> None:
    """16.43: of five points, two are left after Suchet, and one of these only regroups."""
    table = excess(5).give(SUCHET)
    assert not table.offers(BuildSoldier)
    assert table.give(RegroupSoldier("toulouse")).offers(RegroupSoldier)
