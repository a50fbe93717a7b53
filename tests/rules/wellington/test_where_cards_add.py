"""Cards that add to others or outlast them: in one siege, one battle, one march."""

from typing import Any

import pytest

from domain.wellington.events.arrival import InterceptionRolled
from domain.wellington.events.battle import PiecesReturned
from domain.wellington.events.debts import RemovalBought
from domain.wellington.events.losses import RemovalOwed
from domain.wellington.events.points import FormationMoved
from domain.wellington.events.sieges import SiegeDiceCounted, SiegeRolled, SiegeRoundEnded
from domain.wellington.facts.world import Power, card_id
from domain.wellington.losses.debts import SettleRemoval
from domain.wellington.orders.answers import LetPass
from domain.wellington.orders.arrival import Evade, Intercept
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.debts import PayWithCard
from domain.wellington.orders.groups import JoinArmy
from domain.wellington.orders.impulses import PlayEvent, TakeFreePoint
from domain.wellington.orders.points import BuildSoldier, Carry, MoveArmy
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import BesiegeFortress, FightOn
from domain.wellington.position.state import Lasting, Troop, sp_of
from tests.rules.wellington.answering import (
    answered,
    battle_with,
    offered,
    reach,
    respond,
    result_of,
    see_through,
    window,
)
from tests.rules.wellington.position import Table, given

RODRIGO, GIBRALTAR = "ciudad_rodrigo", "gibraltar"


def pass_once(table: Table) -> None:
    table.give(LetPass() if table.prompt == "respond" else LayNone())


def until(table: Table, kind: str) -> Table:
    """Nobody plays a card until this window of the siege opens."""
    while window(table) != kind:
        pass_once(table)
    return table


# Sieges (12) ----------------------------------------------------------------------------------------


def siege_of_gibraltar(hands: dict[Power, tuple[int, ...]], **facts: Any) -> Table:
    """Soult has three sixes in two rounds before Gibraltar, which may hold out for five."""
    table = given(
        "sud", leaders_at={"soult": GIBRALTAR}, soldiers_at={GIBRALTAR: "sud 6 0 0"}, hands=hands,
        dice=[[6, 6, *[1] * 10], [1] * 5, [6, *[1] * 11], [1] * 5, [1] * 12, [1] * 5], **facts,
    )  # fmt: skip
    return table.give(BesiegeFortress("soult", GIBRALTAR), Carry("soult", 6))


def test_no_gun_bombards_in_a_third_round() -> None:
    """#8: "ad un singolo round di assedio (solo il primo e secondo)"; Gibraltar may stand five (12.22)."""
    table = siege_of_gibraltar({"sud": (8,), "britain": (1,)})
    seen: dict[str, set[int]] = {}
    while table.state.siege is not None:
        if table.prompt == "fight_on":
            table.give(FightOn())
            continue
        assert table.state.siege is not None
        if table.prompt == "respond" and offered(table, "sud", 8):
            seen.setdefault(window(table), set()).add(table.state.siege.round)
        pass_once(table)
    assert len(table.all(SiegeRolled)) == 3
    assert seen == {
        "siege_start": {0}, "siege_round_start": {1, 2}, "siege_dice": {1, 2}, "siege_round_end": {1, 2},
    }  # fmt: skip


def test_fives_of_the_forlorn_hope_make_sixes_of_the_big_guns() -> None:
    """#21: "un 6 contro la fortezza per ogni due 5 che ottenete in ogni Round di Assedio"; those of #15 are
    got in it too: "L'assediante aggiunge 3 dadi alla risoluzione dell'assedio"."""
    table = given(
        leaders_at={"wellington": RODRIGO}, soldiers_at={RODRIGO: "britain 3 0 0"},
        hands={"britain": (15, 21)}, dice=[[5, 4, 4], [5, *[1] * 8], [1] * 3],
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 3))
    for card in ("forlorn_hope", "really_big_guns"):
        while table.prompt != "lay_card":
            pass_once(table)
        table.give(LayCard("britain", card))
    while not table.all(SiegeRoundEnded):
        pass_once(table)
    assert table.all(SiegeRoundEnded)[0].against == {"really_big_guns": 1}


def test_losses_by_the_rifles_tie_a_siege_round_that_grenadiers_go_on_from() -> None:
    """#95: "Qualsiasi pedina persa conta per la determinazione del vincitore di una battaglia/assedio"; #70:
    "Gli assedi che finiscono pari possono continuare per un altro round"."""
    table = given(
        "sud", leaders_at={"soult": "valencia"}, hands={"sud": (70,), "britain": (95,)},
        soldiers_at={"valencia": "sud 4 0 0", "castellon": "britain 1 0 0"},
        dice=[[6, *[1] * 4], [6, *[1] * 9], [1] * 3],
    )  # fmt: skip
    table.give(BesiegeFortress("soult", "valencia"), Carry("soult", 4))
    while table.prompt != "lay_card":
        pass_once(table)
    table.give(LayCard("sud", "massed_grenadiers"))
    respond(until(table, "siege_round_start"), "britain", 95, "valencia")
    while table.prompt in ("respond", "lay_card"):
        pass_once(table)
    (ended,) = table.all(SiegeRoundEnded)
    assert (ended.sixes, ended.hits) == (1, 0) and FightOn() in table.menu()


# Panic in a battle (11) -----------------------------------------------------------------------------


def test_the_rearguard_brings_back_who_has_saved_himself_though_his_side_has_not_lost() -> None:
    """#31: "Le carte Recupero #48 e Retroguardia #49 possono annullare questo evento", won or lost."""
    table = battle_with({"britain": (31,), "nord": (49,)}, [6, 1, 1, 1], [6, 6, 1, 1, 1], [6, 1])
    answered(table, "battle_round_end", "britain", 31, "french")
    answered(table, "battle_round_end", "nord", 49)
    assert [(each.power, each.troop.sp) for each in table.all(PiecesReturned)] == [("nord", 1)]
    assert result_of(see_through(table)).winner == "french"


@pytest.mark.parametrize(("number", "target"), [(48, "french"), (49, "")])
def test_a_whole_side_that_has_saved_itself_may_come_back(number: int, target: str) -> None:
    """#48, #49: "Annullate gli eventi Panico #54 e Si Salvi chi Può #31 sia se giocati prima che dopo"."""
    table = battle_with({"britain": (31,), "nord": (number,)}, [6, 6, 1, 1], [6, 1, 1, 1, 1], [6])
    answered(table, "battle_round_end", "britain", 31, "french")
    answered(table, "battle_round_end", "nord", number, target)
    assert result_of(see_through(table)).losses["french"] == 2


def test_lancers_in_the_battle_keep_the_cavalry_brigade_from_every_battle_card() -> None:
    """#61: "annulla anche tutti gli effetti della Brigata di Cavalleria #2", which lasts for the battle."""
    table = battle_with({"britain": (14, 61), "nord": (2,)}, [1] * 4, [1] * 5)
    answered(table, "battle_round_start", "britain", 61, "lower")
    reach(table, "battle_dice")
    while table.prompt != "lay_card":
        table.answer({seat: (LetPass(),) for seat in table.seats})
    table.give(LayCard("britain", "cold_steel"))
    assert window(table) == "card_played" and offered(table, "nord", 2) == []


# Command points that a card limits, at sea (14) -------------------------------------------------------


def test_the_points_of_the_general_staff_pay_for_a_convoy() -> None:
    """#25: "2 CP per muovere o costruire"; 14.2: "consente a soldati e comandanti di muovere"."""
    garrison = {"lisbon": "britain 3 0 0"}
    table = given(leaders_at={"hill": "lisbon"}, soldiers_at=garrison, hands={"britain": (25,)})
    table.give(PlayEvent("general_staff")).quiet()
    assert set(table.menu(draft=(MoveConvoy("lisbon", "porto"),))) == {
        ShipPieces(2), ShipPieces(1), ShipPieces(1, ("hill",)), ShipPieces(0, ("hill",)),
    }  # fmt: skip
    table.give(MoveConvoy("lisbon", "porto"), ShipPieces(1, ("hill",))).quiet()
    assert table.state.leaders["hill"].duchy == "porto"


@pytest.mark.parametrize(("marched", "loads"), [(0, [ShipPieces(0, ("hill",))]), (1, None)])
def test_the_free_point_of_the_light_division_takes_its_leader_to_sea(
    marched: int, loads: list[ShipPieces] | None
) -> None:
    """#98: "1 CP gratuito da usare per muovere"; not if he has marched (14.2)."""
    division = (Lasting("the_light_division", "britain", "hill"),)
    table = given(
        leaders_at={"hill": "lisbon"}, soldiers_at={"lisbon": "britain 3 0 0"}, hands={"britain": (1,)},
        lasting=division,
    )  # fmt: skip
    if marched:
        table = given(
            leaders_at={"hill": "coimbra"}, soldiers_at={"lisbon": "britain 3 0 0"}, hands={"britain": (1,)},
            lasting=division, points=1,
        )  # fmt: skip
        table.give(MoveArmy("hill", "lisbon"), Carry("hill", 0)).quiet()
    table.give(TakeFreePoint())
    convoy = MoveConvoy("lisbon", "porto")
    assert (table.menu(draft=(convoy,)) if convoy in table.menu() else None) == loads


# Battle values that a card changes in time ------------------------------------------------------------


IN_A_SIEGE = [(23, "soult", 1), (66, "soult", 0), (59, "beresford", 3)]


@pytest.mark.parametrize(("number", "leader", "value"), IN_A_SIEGE)
def test_a_battle_value_changes_between_two_rounds_of_a_siege(number: int, leader: str, value: int) -> None:
    """5.2: "Qualsiasi Potenza può giocare eventi di Risposta nel corso di qualsiasi Impulso", also "per
    influenzare una battaglia o assedio"."""
    french = leader == "soult"
    power: Power = "sud" if french else "britain"
    place, dice = ("valencia", 10) if french else (RODRIGO, 7)
    table = given(
        power, leaders_at={leader: place}, soldiers_at={place: f"{power} 4 0 0"}, hands={"spain": (number,)},
        dice=[[6, *[1] * (dice - 1)], [1] * 3],
    )  # fmt: skip
    table.give(BesiegeFortress(leader, place), Carry(leader, 4))
    while table.prompt != "fight_on":
        pass_once(table)
    table.give(FightOn())
    respond(until(table, "siege_round_start"), "spain", number, leader)
    while len(table.all(SiegeRolled)) < 2:
        pass_once(table)
    terms = [each.terms for each in table.all(SiegeDiceCounted) if each.power == power]
    assert [each.get("commander", 0) for each in terms] == [4 if french else 2, value]


def test_the_bravest_intercepts_better_at_once() -> None:
    """#59: "Da questo momento in poi ha un valore di battaglia superiore di 1 per tutti i fini"."""
    table = given(
        "nord", points=1, leaders_at={"marmont": "valladolid", "beresford": RODRIGO}, hands={"spain": (59,)},
        soldiers_at={RODRIGO: "britain 2 0 0"}, flags={RODRIGO: "britain"},
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 0)).quiet()
    table.give(Intercept("beresford"), Carry("beresford", 2))
    respond(until(table, "intercept_declared"), "spain", 59, "beresford")
    table.quiet()
    (rolled,) = table.all(InterceptionRolled)
    assert rolled.terms["commander"] == 3


# Counters (1.5) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "loads"), [(1, None), (2, [ShipPieces(2)])])
def test_a_cavalry_counter_sails_though_no_infantry_is_left_to_change_it_for(
    points: int, loads: list[ShipPieces] | None
) -> None:
    """14.2: "al costo di 1 CP per ogni comandante ed SP trasportati"; two points for a cavalry (1.5)."""
    table = given(soldiers_at={"lisbon": "britain 0 1 0", "elvas": "britain 14 0 0"}, points=points)
    convoy = MoveConvoy("lisbon", "porto")
    assert (table.menu(draft=(convoy,)) if convoy in table.menu() else None) == loads


ALL_INFANTRY = {"elvas": "britain 10 0 0", "porto": "britain 4 0 0"}


def test_soldiers_are_built_when_two_of_the_infantry_elsewhere_are_changed_for_cavalry() -> None:
    """1.5: "Si possono “cambiare” le pedine in qualsiasi momento"; 14 infantry are all that Britain has."""
    table = given(soldiers_at=ALL_INFANTRY, points=2)
    table.give(BuildSoldier("lisbon")).quiet()
    assert table.state.troops["lisbon"] == (Troop("britain", 1),)
    assert table.state.troops["elvas"] == (Troop("britain", 8, 1),)


def test_nobody_is_eliminated_for_an_event_whose_soldiers_can_be_changed_for() -> None:
    """5.11: only "se la Potenza non ha abbastanza soldati non costruiti", 24 of which Britain has here."""
    table = given("nord", soldiers_at=ALL_INFANTRY, hands={"nord": (69,)}, flags={"alicante": "sud"})
    table.give(PlayEvent("descent_from_the_sea", "alicante")).quiet()
    assert sum(sp_of(table.state, duchy, "britain") for duchy in ("elvas", "porto", "alicante")) == 15


# Debts (5.12) -------------------------------------------------------------------------------------------


def test_the_knight_of_saint_george_pays_five_points_of_a_debt() -> None:
    """#94: "per usarla in qualsiasi impulso spagnolo in questo turno come 5 CP": two SP (6.1)."""
    knight = card_id(94)
    debt = SettleRemoval("spain", 3, "viceroy_deposed")
    table = given("sud", then=[debt], hands={"spain": (94,)}, given={knight: "spain"})
    table.give(PayWithCard("spain", knight))
    assert len(table.all(RemovalBought)) == 2
    assert [each.sp for each in table.all(RemovalOwed)] == [1]


# A group that is insulted as it goes (9.6) ----------------------------------------------------------------


def test_an_ally_who_is_insulted_as_his_group_evades_stays() -> None:
    """#22: "Nessun comandante o armata di quella Potenza può muovere, intercettare o evadere se fa parte di
    un Gruppo di Armate guidato da un comandante di un'altra Potenza"."""
    table = given(
        "nord", points=2, commanders=("wellington",), flags={"salamanca": "britain", RODRIGO: "spain"},
        leaders_at={"wellington": "salamanca", "castanos": "salamanca", "marmont": "valladolid"},
        soldiers_at={"valladolid": "nord 2 0 0", "salamanca": "spain 2 0 0"}, hands={"sud": (22,)},
        dice=[[6, 6]],
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 2)).quiet()
    table.give(Evade("wellington", RODRIGO))
    respond(until(table, "evade_declared"), "sud", 22, "spain")
    table.quiet()
    assert table.state.leaders["wellington"].duchy == RODRIGO
    assert table.state.leaders["castanos"].duchy == "salamanca"


def test_an_ally_who_is_insulted_as_his_group_intercepts_stays() -> None:
    """#22, as above."""
    table = given(
        "nord", points=1, commanders=("wellington",), flags={RODRIGO: "britain"}, hands={"sud": (22,)},
        leaders_at={"wellington": RODRIGO, "castanos": RODRIGO, "marmont": "valladolid"}, dice=[[6, 6]],
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 0)).quiet()
    table.give(Intercept("wellington"), JoinArmy("castanos", 0), Carry("wellington", 0))
    respond(until(table, "intercept_declared"), "sud", 22, "spain")
    while not table.all(InterceptionRolled):
        table.answer({seat: (LetPass(),) for seat in table.seats})
    table.quiet()
    assert table.state.leaders["castanos"].duchy == RODRIGO
    assert [each.leaders for each in table.all(FormationMoved)][-1] == ("wellington",)


def test_who_is_humbugged_as_he_intercepts_brings_four() -> None:
    """#23: "Diminuite i suoi valori di Battaglia e Comando ad 1 e 4"; 10.3: soldiers "devono essere
    controllati dal Valore di Comando di un comandante"."""
    table = given(
        "nord", points=1, flags={RODRIGO: "britain"}, hands={"sud": (23,)}, dice=[[6, 6]],
        leaders_at={"wellington": RODRIGO, "marmont": "valladolid"}, soldiers_at={RODRIGO: "britain 7 0 0"},
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 0)).quiet()
    table.give(Intercept("wellington"), Carry("wellington", 7))
    respond(until(table, "intercept_declared"), "sud", 23, "wellington")
    while not table.all(InterceptionRolled):
        table.answer({seat: (LetPass(),) for seat in table.seats})
    table.quiet()
    assert sp_of(table.state, RODRIGO, "britain") == 3
