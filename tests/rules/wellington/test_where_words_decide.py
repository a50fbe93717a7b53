"""What the words of a card say where two of them meet, or a card meets a rule (5.1)."""

from typing import Any

import pytest

from domain.kernel.chance import Rolled
from domain.wellington.events.arrival import AttritionOwed
from domain.wellington.events.battle import BattleResolved, PiecesLost
from domain.wellington.events.impulses import ImpulseEnded
from domain.wellington.events.losses import AttritionCounted, DysenteryRolled
from domain.wellington.events.points import CommandPointSpent
from domain.wellington.events.sieges import (
    FortressFell,
    SiegeDiceAdded,
    SiegeEnded,
    SiegeRolled,
    SiegeRoundEnded,
)
from domain.wellington.facts.world import card_id
from domain.wellington.losses.raids import attrition_by_card
from domain.wellington.orders.answers import Choose, LetPass
from domain.wellington.orders.arrival import CallArmy, CallSoldiers, CallTogether
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.groups import JoinArmy
from domain.wellington.orders.impulses import PlayEvent, TakeFreePoint
from domain.wellington.orders.points import Carry, LeadOn, MoveArmy, MoveCounter
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import AimAtRound, BesiegeFortress, FightOn, LiftSiege
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Impulse, Lasting, sp_of
from tests.rules.wellington.answering import answered, offered, reach, respond, window
from tests.rules.wellington.position import Table, fought, given

RODRIGO, FUENTES = "ciudad_rodrigo", "fuentes_de_onoro"
MUD, SCUM, STRAGGLERS = (card_id(number) for number in (3, 82, 41))


def on(table: Table) -> Table:
    """Nobody answers or lays a card until something else is asked."""
    while table.prompt in ("respond", "lay_card"):
        table.give(LetPass() if table.prompt == "respond" else LayNone())
    return table


# Scum of the Earth on a group (#82) -----------------------------------------------------------------


def scum_march(lead: str, other: str) -> int:
    """The points that a march of both costs while the card lies with Wellington."""
    scum = (Lasting(SCUM, "sud", "wellington"),)
    table = given(leaders_at={"wellington": "lisbon", "hill": "lisbon"}, points=4, lasting=scum)
    on(table.give(MoveArmy(lead, "coimbra"), JoinArmy(other, 0), Carry(lead, 0)))
    return sum(event.amount for event in table.all(CommandPointSpent))


def test_a_group_that_is_the_scum_of_the_earth_pays_double_for_each_of_its_armies() -> None:
    """#82: "questa Armata o Gruppo di Armate [...] paga il doppio dei CP per muovere"; 9.63: one for each."""
    assert scum_march("wellington", "hill") == 4


def test_his_army_alone_pays_double_in_a_group_that_another_leads() -> None:
    """#82: the card lies with the army that has won; Hill's was no part of that."""
    assert scum_march("hill", "wellington") == 3


# Calls over two duchies (#3, #41) ------------------------------------------------------------------


def called_from_madrid(**facts: Any) -> Table:
    """Marmont, attacked by Wellington at Salamanca, may call Clausel over Ávila (#40)."""
    leaders = {"wellington": "salamanca", "marmont": "salamanca", "clausel": "madrid"}
    table = fought(
        Battle("salamanca", "allied", "britain", (RODRIGO,)), leaders_at=leaders,
        hands={"nord": (40, 17), **facts.pop("hands", {})}, **facts,
    )  # fmt: skip
    while not any(isinstance(order, LayCard) for order in table.menu()):
        table.give(LetPass() if table.prompt == "respond" else LayNone())
    return table.give(LayCard("nord", card_id(40)))


CLAUSEL = CallArmy("clausel", ("madrid", "avila", "salamanca"))


def test_nobody_comes_through_the_mud() -> None:
    """#3: "tutte le altre che entrano o che sono nel Ducato per l'impulso, non possono uscire dal Ducato per
    alcuna ragione"."""
    dry = called_from_madrid().quiet()
    assert CLAUSEL in dry.menu()
    muddy = called_from_madrid(lasting=(Lasting(MUD, "britain", "avila"),)).quiet()
    assert CLAUSEL not in (muddy.menu() if muddy.prompt == "call_formation" else [])


def test_stragglers_who_are_called_over_two_duchies_suffer_in_each() -> None:
    """#41: "subisce l'Attrito nel Ducato dove è appena entrata ed in ogni Ducato aggiuntivo in cui entra"."""
    table = called_from_madrid(dice=[[6, 6]], hands={"britain": (41, 1)}).quiet()
    table.give(CLAUSEL, Carry("clausel", 0))
    answered(table, "intercept_rolled", "britain", 41, "clausel").quiet()
    assert [event.toll.dice for event in table.all(AttritionOwed)] == [2]


def test_no_card_lends_two_leaders_to_the_soldiers_of_one_duchy() -> None:
    """#108: "considerate i soldati francesi senza comandante come se avessero un comandante 2-4": four of the
    six at Burgos, also where they are named to roll together with others."""
    table = fought(
        Battle("salamanca", "allied", "britain", (RODRIGO,)), hands={"nord": (108, 17), "britain": (17,)},
        soldiers_at={
            "salamanca": "britain 3 0 0, nord 3 0 0", "burgos": "nord 6 0 0", "valladolid": "nord 1 0 0",
        },
    )  # fmt: skip
    respond(reach(table, "battle_round_start"), "nord", 108).quiet()
    four = CallSoldiers("nord", 4, ("burgos", "valladolid", "salamanca"))
    one = CallSoldiers("nord", 1, ("valladolid", "salamanca"))
    assert table.give(four).menu() == [one, CallTogether()]


# Bombardment after the losses (#8) -------------------------------------------------------------------


def bombarded_after_the_losses(number: int) -> Table:
    """Wellington has two sixes, has lost one strength point, and is bombarding in this round."""
    table = given(
        soldiers_at={RODRIGO: "britain 5 0 0"}, leaders_at={"wellington": RODRIGO},
        hands={"britain": (17,), "spain": (8, 1)}, dice=[[6, 6, *[1] * 9], [6, 1, 1], [6, 1, 1], [1]],
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5))
    respond(reach(table, "siege_round_end"), "spain", 8).quiet()
    assert table.menu() == [AimAtRound(1), AimAtRound(2)]
    return table.give(AimAtRound(number)).quiet()


def test_a_bombardment_after_the_losses_of_a_round_may_still_be_of_that_round() -> None:
    """#8, and the worked example, after the loss was taken: "L'inglese potrebbe tirare questi 3 dadi ora,
    sperando di ottenere un 6 per far cadere la fortezza"."""
    table = bombarded_after_the_losses(1)
    assert [event.dice for event in table.all(SiegeDiceAdded)] == [(6, 1, 1)]
    assert [event.total for event in table.all(SiegeRoundEnded)] == [2, 3] and table.all(FortressFell)
    assert sp_of(table.state, RODRIGO, "britain") == 4


def test_or_it_is_kept_for_the_next_round() -> None:
    """#8: "decide di non forzare la fortuna. Decide di effettuare un altro round di assedio"."""
    table = bombarded_after_the_losses(2)
    assert not table.all(SiegeDiceAdded) and table.prompt == "fight_on"


# Really Big Guns (#21) -------------------------------------------------------------------------------


def test_the_really_big_guns_come_before_the_first_dice_of_a_siege() -> None:
    """#21: "Giocatela prima di tirare i dadi per risolvere un assedio"; 12.2: "Un assedio può essere risolto
    in uno o più round"."""
    table = given(
        soldiers_at={RODRIGO: "britain 5 0 0"}, leaders_at={"wellington": RODRIGO},
        hands={"britain": (21, 17)}, dice=[[6, *[1] * 10], [1] * 3],
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5))
    guns = LayCard("britain", card_id(21))
    seen = []
    while len(seen) < 2:
        if table.prompt == "lay_card":
            seen.append(guns in table.menu())
        table.give(FightOn() if table.prompt == "fight_on" else table.menu()[0])
    assert seen == [True, False]


# Heavy Guns Stuck (#27) ------------------------------------------------------------------------------


def test_who_does_not_attack_for_stuck_guns_has_not_besieged_and_may_go_on() -> None:
    """#27: "oppure può scegliere di non attaccare"; 12.41 halts "le Formazioni coinvolte nell'assedio";
    12.22: "una volta per Impulso"."""
    table = given(
        soldiers_at={RODRIGO: "britain 5 0 0"}, leaders_at={"wellington": RODRIGO}, points=1,
        flags={"almaraz": "britain"}, hands={"britain": (17,), "sud": (27, 1)},
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5))
    respond(reach(table, "siege_start"), "sud", 27).quiet()
    on(table.give(LiftSiege()))
    assert table.all(SiegeEnded) and not table.all(SiegeRolled)
    assert not table.state.leaders["wellington"].marked
    assert MoveArmy("wellington", "almaraz") in table.menu() and not table.offers(BesiegeFortress)


# Dysentery after a siege that failed (#43) -------------------------------------------------------------


def test_who_failed_before_a_fortress_goes_on_when_dysentery_takes_it() -> None:
    """#43: "l'assediante può continuare a muovere come se vi fosse stato sfondamento"."""
    table = given(
        soldiers_at={RODRIGO: "britain 5 0 0"}, leaders_at={"wellington": RODRIGO, "hill": "lisbon"},
        points=2, hands={"britain": (17,), "spain": (43, 1)}, dice=[[1] * 11, [1] * 3, [4], [1]],
    )  # fmt: skip
    on(table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5)))
    assert table.state.leaders["wellington"].marked
    table.give(MoveArmy("hill", "coimbra"), Carry("hill", 0))
    respond(reach(table, "cp_spent"), "spain", 43, "fortress").quiet()
    table.give(Choose(card_id(43), RODRIGO)).quiet()
    table.give(table.menu()[0]).quiet()
    assert table.all(DysenteryRolled)[0].falls
    assert not table.state.leaders["wellington"].marked
    assert any(order.leader == "wellington" for order in table.offers(MoveArmy))
    assert Carry("wellington", 5) in table.menu(draft=(MoveArmy("wellington", "almaraz"),))


# The Rifle Brigade on the move (#95) -------------------------------------------------------------------


def test_riflemen_shoot_at_those_who_move_and_not_at_those_who_stay() -> None:
    """#95: "quando la prima (la francese) tenta di muovere [...] La Formazione francese deve fare un
    controllo": one infantryman leaves seven pieces behind."""
    table = given(
        "nord", points=1, soldiers_at={"valladolid": "nord 7 0 0", "leon": "britain 1 0 0"},
        leaders_at={"marmont": "valladolid", "hill": "salamanca"}, hands={"britain": (95,)}, dice=[[6]],
    )  # fmt: skip
    table.give(MoveCounter("valladolid", "burgos", 1))
    answered(table, "cp_spent", "britain", 95, "valladolid")
    assert table.all(AttritionCounted)[0].dice == 1
    assert table.state.regroup["nord"] == 1 and table.state.leaders["marmont"].duchy == "valladolid"


def test_a_leader_who_moves_alone_is_hit_though_soldiers_stay_behind() -> None:
    """#95 with 13.1: "I comandanti non possono essere eliminati se sono disponibili soldati" who go along."""
    table = given(
        "nord", points=1, soldiers_at={"valladolid": "nord 7 0 0"}, hands={"britain": (95,)}, dice=[[6]],
        leaders_at={"marmont": "valladolid", "hill": "salamanca"},
    )  # fmt: skip
    table.give(MoveArmy("marmont", "burgos"), Carry("marmont", 0))
    answered(table, "cp_spent", "britain", 95, "valladolid")
    assert [(event.sp, event.leaders) for event in table.all(PiecesLost)] == [(0, ("marmont",))]
    assert table.state.leaders["marmont"].place == "regroup"


def test_riflemen_shoot_at_a_flank_march_as_it_enters() -> None:
    """#95: "quando la prima (la francese) tenta di muovere"; #44 spares attrition, but the card played last
    prevails (5.1)."""
    table = given(
        "nord", soldiers_at={"salamanca": "nord 4 0 0", "valladolid": "britain 1 0 0"},
        leaders_at={"marmont": "salamanca"}, hands={"nord": (44, 17), "britain": (95, 1)},
        dice=[[6, 1, 1, 1, 1]],
    )  # fmt: skip
    on(table.give(PlayEvent("flank_march", "marmont")))
    table.give(LeadOn("marmont", "lumbrales"), Carry("marmont", 4))
    assert window(table) == "entry" and offered(table, "britain", 95) == ["lumbrales"]
    respond(table, "britain", 95, "lumbrales").quiet()
    assert sp_of(table.state, "lumbrales", "nord") == 3 and table.state.regroup["nord"] == 1


def test_riflemen_do_not_shoot_twice_at_a_march_that_was_announced() -> None:
    """#95: the march for points was answered as it was announced (5.2)."""
    table = given(
        "nord", points=1, leaders_at={"marmont": "salamanca", "hill": "almeida"}, hands={"britain": (95, 1)},
    )  # fmt: skip
    table.give(MoveArmy("marmont", "lumbrales"), Carry("marmont", 0))
    assert offered(reach(table, "cp_spent"), "britain", 95) == []
    assert offered(reach(table, "entry"), "britain", 95) == []


def test_riflemen_do_not_shoot_at_a_march_that_conflicting_orders_have_stopped() -> None:
    """#67: "Annullate qualsiasi movimento"; nobody tries to move any more (#95)."""
    table = given(
        "nord", points=1, leaders_at={"marmont": "salamanca", "hill": "ciudad_rodrigo"},
        hands={"britain": (95, 67, 1)},
    )  # fmt: skip
    table.give(MoveArmy("marmont", "lumbrales"), Carry("marmont", 0))
    assert offered(reach(table, "cp_spent"), "britain", 95) == ["salamanca"]
    answered(table, "cp_spent", "britain", 67, "marmont")
    assert window(table) == "cp_spent" and offered(table, "britain", 95) == []


def test_riflemen_shoot_at_the_french_who_go_to_sea() -> None:
    """#95 with #103: a convoy "consente a soldati e comandanti di muovere" (14.2)."""
    table = given(
        "sud", soldiers_at={"malaga": "sud 2 0 0", "gibraltar": "britain 1 0 0", "tarragona": "sud 1 0 0"},
        hands={"sud": (103, 17), "britain": (95, 1)}, dice=[[6, 1]],
    )  # fmt: skip
    on(table.give(PlayEvent(card_id(103), "convoys")))
    table.give(MoveConvoy("malaga", "tarragona"), ShipPieces(2))
    assert offered(reach(table, "convoy_declared"), "britain", 95) == ["malaga"]
    respond(table, "britain", 95, "malaga").quiet()
    assert table.state.regroup["sud"] == 1


# Naval Support (#103) -------------------------------------------------------------------------------------


def test_nobody_rolls_for_a_card_in_a_port_that_the_fleet_shelters() -> None:
    """#103: "annullate tutti i controlli per l'attrito francese in un porto per questo impulso"."""
    impulse = Impulse("britain", "scheduled", sheltered=("malaga",))
    table = given(soldiers_at={"malaga": "sud 3 0 0"}, hands={"britain": (17,)}, impulse=impulse)
    attrition_by_card(table.game, "malaga", "french", "dysentery")
    assert not table.all(Rolled) and not table.all(AttritionCounted)


# Few dice, rolled in two lots (#96, #110) --------------------------------------------------------------


@pytest.mark.parametrize(("guns", "hits"), [([5, 5, 1, 1], 2), ([5, 1, 1, 1], 1), ([1, 1, 1, 1], 0)])
def test_the_bagpipes_ignore_two_disorganisations_of_a_round_and_not_of_each_roll(
    guns: list[int], hits: int
) -> None:
    """#96: "ignorate 2 disorganizzazioni", of the 12-Pounders (#110) and of the round that follows."""
    table = fought(
        Battle("salamanca", "allied", "britain", (RODRIGO,)), hands={"britain": (96, 17), "nord": (110, 17)},
        soldiers_at={"salamanca": "britain 5 0 0, nord 3 0 0"}, dice=[guns, [1] * 8, [5, 5, 1, 1, 1]],
    )  # fmt: skip
    for lay in (LayCard("britain", card_id(96)), LayCard("nord", card_id(110))):
        while lay not in table.menu():
            table.give(table.menu()[0])
        table.give(lay)
    while not table.all(BattleResolved):
        table.give(table.menu()[0])
    assert table.all(BattleResolved)[0].hits["allied"] == hits


def test_they_ignore_no_more_of_a_grenadier_who_comes_when_the_round_is_over() -> None:
    """#32: "I 5 e 6 provocano le perdite normalmente"; #96 has ignored its two of the round."""
    table = fought(
        Battle("salamanca", "allied", "britain", (RODRIGO,)), hands={"britain": (96, 17), "nord": (32, 17)},
        soldiers_at={"salamanca": "britain 5 0 0, nord 3 0 0"}, leaders_at={"marmont": "salamanca"},
        dice=[[1] * 8, [5, 5, 1, 1, 1, 1, 1], [5, 5]],
    )  # fmt: skip
    bagpipes = LayCard("britain", card_id(96))
    while bagpipes not in table.menu():
        table.give(table.menu()[0])
    answered(table.give(bagpipes), "battle_round_end", "nord", 32, "marmont")
    assert table.state.battles[-1].camps["allied"].hits == 2


# The Light Division on a pass (#98) -----------------------------------------------------------------------


def test_a_siege_on_a_pass_brings_no_free_point() -> None:
    """C-98: the point is of an impulse, and who passes has none (4.23)."""
    table = given(
        None, track="britain", soldiers_at={RODRIGO: "britain 5 0 0"}, leaders_at={"wellington": RODRIGO},
        lasting=(Lasting("the_light_division", "britain", "wellington"),), hands={"sud": (17, 9)},
        dice=[[1] * 12, [1] * 3],
    )  # fmt: skip
    assert table.prompt == "pass_impulse"
    on(table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5)))
    assert not table.offers(TakeFreePoint) and table.all(ImpulseEnded)
