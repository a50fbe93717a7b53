"""Where rules cross that seldom meet: cards that outlive a turn, groups without a head, battles joined."""

from typing import Any

import pytest

from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.losses import AttritionCounted
from domain.wellington.facts.world import card_id
from domain.wellington.interphase.redeployment import Redeploy, Withdraw
from domain.wellington.interphase.reinforcements import SpendReinforcements
from domain.wellington.orders.answers import Choose
from domain.wellington.orders.arrival import Evade, EvadeSingly, Intercept, StandFast
from domain.wellington.orders.battle import LayCard
from domain.wellington.orders.impulses import PlayEvent, PlayForPoints
from domain.wellington.orders.interphase import (
    LeaveReinforcements,
    RedeployLeader,
    RedeployTo,
    TakeAlong,
    WithdrawLeader,
)
from domain.wellington.orders.points import BuildLeader, Carry, LeadOn, MoveArmy, PlaceFlag
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Lasting, sp_of
from domain.wellington.sequence.endturn import Attrition
from domain.wellington.sequence.turn import BeginTurn
from tests.rules.wellington.answering import (
    answered,
    battle_with,
    dice_of,
    offered,
    reach,
    respond,
    result_of,
    see_through,
    window,
)
from tests.rules.wellington.position import Table, fought, given

RODRIGO = "ciudad_rodrigo"


# The Interphase (16) ------------------------------------------------------------------------------


def test_a_leader_who_is_humbugged_still_redeploys_with_four() -> None:
    """16.3: "sino al proprio Valore di Comando"; #23: "Diminuite i suoi valori di Battaglia e Comando ad 1 e
    4 rispettivamente sino alla fine dell'impulso seguente della sua Potenza", which the turn did not reach.
    """
    table = given(
        None, then=[Redeploy("britain")], soldiers_at={"lisbon": "britain 4 0 0", "coimbra": "britain 3 0 0"},
        leaders_at={"wellington": "lisbon"}, reinforcements={"britain": 0},
        lasting=(Lasting("humbugged", "sud", "wellington"),),
    )  # fmt: skip
    draft: tuple[Order, ...] = (RedeployLeader("wellington"), TakeAlong("lisbon", 3))
    assert {order.sp for order in table.menu(draft=draft) if isinstance(order, TakeAlong)} == {1}
    assert RedeployTo("porto") in table.menu(draft=draft)


def test_a_leader_who_was_withdrawn_is_built_again_in_the_next_turn_and_not_for_discarded_cards() -> None:
    """16.32: "Tali comandanti sono immediatamente disponibili per la costruzione come rimpiazzi nel turno
    seguente"."""
    steps = [Withdraw("britain"), SpendReinforcements("britain", keeps=False), BeginTurn(1813)]
    table = given(
        None, then=steps, leaders_at={"hill": "elvas"}, reinforcements={"britain": 6},
        hands={"britain": (18,), "nord": (17,)},
    )  # fmt: skip
    table.give(WithdrawLeader("hill"))
    offered = {order.leader for order in table.offers(BuildLeader)}
    assert "hill" not in offered and "wellington" in offered
    table.give(LeaveReinforcements())
    while table.prompt != "play_impulse":
        table.quiet()
    table.give(PlayForPoints("royal_intervention")).quiet()
    assert BuildLeader("hill", "lisbon") in table.menu()


# Two cards on one march (5.1) -----------------------------------------------------------------------


@pytest.mark.parametrize(("lasting", "dice"), [((), [1, 1]), ((Lasting("stragglers", "sud", "hill"),), [])])
def test_stragglers_on_a_flank_march_straggle_in_its_second_duchy_too(
    lasting: tuple[Lasting, ...], dice: list[int]
) -> None:
    """#41: "subisce l'Attrito nel Ducato dove è appena entrata ed in ogni Ducato aggiuntivo"; #44 marches
    without attrition, but "prevale l'evento giocato più di recente" (5.1)."""
    table = given(
        leaders_at={"hill": "lisbon"}, hands={"britain": (44,), "sud": () if lasting else (41,)},
        lasting=lasting, dice=[[1], [1]],
    )  # fmt: skip
    table.give(PlayEvent("flank_march", "hill")).quiet()
    table.give(LeadOn("hill", "coimbra"), Carry("hill", 0))
    if window(table) == "entry":
        respond(table, "sud", 41, "hill")
    table.quiet().give(LeadOn("hill", "porto"), Carry("hill", 0)).quiet()
    assert [each.dice for each in table.all(AttritionCounted)] == dice


# Groups (9.6) ---------------------------------------------------------------------------------------


def group_at_salamanca(**facts: Any) -> Table:
    """Marmont has marched to Salamanca, where Wellington commands Castanos too."""
    table = given(
        "nord", points=2, commanders=("wellington",), flags={"salamanca": "britain", RODRIGO: "spain"},
        leaders_at={"wellington": "salamanca", "castanos": "salamanca", "marmont": "valladolid"},
        soldiers_at={"valladolid": "nord 2 0 0", "salamanca": "spain 2 0 0"}, **facts,
    )  # fmt: skip
    return table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 2)).quiet()


def test_an_insulted_ally_does_not_leave_the_group_to_evade() -> None:
    """#22: "Nessun comandante o armata di quella Potenza può muovere, intercettare o evadere se fa parte di
    un Gruppo di Armate guidato da un comandante di un'altra Potenza"; 9.65 lets nobody out of it to evade."""
    insulted = (Lasting("ally_insulted", "nord", "spain"),)
    table = group_at_salamanca(lasting=insulted)
    assert table.seats == (Seat("britain"),)
    assert {order.leader for order in table.offers(Evade)} == {"wellington"}
    table.give(StandFast())
    assert table.prompt != "answer_arrival"


def test_soldiers_whose_commander_has_fallen_slip_away_singly_though_an_officer_is_left() -> None:
    """#52: "nessun altro può prendere il comando in quell'impulso"; 10.5: "I soldati senza comandante devono
    tentare l'evasione singolarmente"."""
    table = given(
        points=1, flags={RODRIGO: "spain"}, hands={"britain": (52,)}, dice=[[6]],
        leaders_at={"wellington": RODRIGO, "marmont": "almaraz", "clausel": "almaraz"},
        soldiers_at={"almaraz": "nord 2 0 0"},
    )  # fmt: skip
    table.give(MoveArmy("wellington", "almaraz"), Carry("wellington", 0))
    answered(table, "cp_spent", "britain", 52, "marmont").quiet()
    assert table.prompt == "answer_arrival" and not table.offers(Evade)
    assert EvadeSingly(1, "talavera") in table.menu()


# Battles that are joined (5.2, 9.7) -----------------------------------------------------------------


@pytest.mark.parametrize(("number", "dice"), [(90, 3 + 2 + 1 + 2), (35, 3 + 1 + 1)])
def test_soldiers_whom_a_card_places_where_a_battle_is_fought_take_part_in_it(number: int, dice: int) -> None:
    """5.2: a response serves "per influenzare una battaglia"; one that is fought cannot be avoided any more
    (10.5: "possono evitare la battaglia"), and no second one is fought within it."""
    table = battle_with({"spain": (number,)})
    answered(table, "battle_round_start", "spain", number, "salamanca")
    assert table.prompt != "answer_arrival"
    see_through(table)
    assert len(table.all(BattleBegan)) == 1 and dice_of(table, "allied")[0] == dice


def test_those_who_come_to_the_second_round_have_their_dice_in_it_and_may_raise_their_flag() -> None:
    """#90: "I 2 SP attaccano con 2 dadi in più in battaglia. Se vittoriosi togliete la bandiera francese o
    ponete la bandiera spagnola nel Ducato"."""
    table = battle_with({"spain": (90,)}, [1] * 4, [1] * 5, [6, 1, 1, 1, 1, 1, 1, 1], [1] * 5)
    while not (window(table) == "battle_round_start" and table.state.battles[-1].round == 2):
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    answered(table, "battle_round_start", "spain", 90, "salamanca")
    see_through(table)
    assert dice_of(table, "allied") == [4, 8] and table.state.flags["salamanca"] == "spain"


# Dysentery in a fortress (#43) ----------------------------------------------------------------------


def test_a_fortress_whose_defenders_fight_before_it_does_not_fall_to_dysentery() -> None:
    """#43: "può essere giocata su una Fortezza assediata"; 12.2: "solo se nessuna Formazione si trova nel
    Ducato fortezza"."""
    at: dict[str, Any] = {"soldiers_at": {"burgos": "britain 3 0 0, nord 3 0 0"}}
    table = fought(Battle("burgos", "allied", "britain", ("lerma",)), hands={"britain": (43,)}, **at)
    reach(table, "battle_round_start")
    assert offered(table, "britain", 43) == ["attrition"]


def test_a_fortress_that_falls_to_dysentery_as_a_battle_is_fought_elsewhere_is_sacked() -> None:
    """#7: "Giocatela immediatamente dopo aver posto la bandiera in una fortezza mediante un assedio"."""
    table = battle_with(
        {"britain": (43,), "spain": (7,)}, [6], draws=["stragglers"],
        soldiers_at={"salamanca": "britain 3 0 0, nord 3 0 0", "burgos": "britain 3 0 0"},
    )  # fmt: skip
    answered(table, "battle_round_start", "britain", 43, "fortress").give(Choose("dysentery", "burgos"))
    while table.prompt == "siege_flag":
        table.give(table.menu()[0])
    assert window(table) == "fortress_taken"
    respond(table, "spain", 7).quiet()
    assert table.state.resources["britain"] >= 1


# Cards whose target is gone when they take effect (5.2, protocol 5) ----------------------------------


def risen_against(number: int, target: str, *dice: list[int], **facts: Any) -> Table:
    """Sud plays the card on its target; before that takes effect Spain rises at Avila, and all is fought out.

    5.2: "Le risposte sono risolte nell'ordine in cui sono giocate", before what they interrupt.
    """
    hands = {"sud": (number, 1), "spain": (90,)}
    table = given("sud", hands=hands, dice=dice, **facts)
    table.give(PlayEvent(card_id(number), target))
    respond(table, "spain", 90, "avila")
    while table.prompt != "play_impulse":
        answers = {seat: (table.menu(seat)[-1 if table.prompt == "retreat" else 0],) for seat in table.seats}
        table.answer(answers)
    return table


@pytest.mark.parametrize("number", [52, 106, 23])
def test_a_card_played_on_a_leader_who_has_fallen_meanwhile_does_nothing(number: int) -> None:
    """#106: "Scartatela ... se il comandante viene eliminato"; #52, of one's own impulse too, needs him."""
    table = risen_against(number, "marmont", [6] * 4, [1] * 4, [1], [6], leaders_at={"marmont": "avila"})
    assert table.state.leaders["marmont"].place == "unbuilt" and not table.state.lasting


@pytest.mark.parametrize("number", [37, 105])
def test_nothing_is_built_or_placed_where_an_answer_has_ended_the_control(number: int) -> None:
    """#37: "un qualsiasi Ducato non fortificato sotto il vostro controllo"; #105: "che occupate o
    controllate". Spaniards stand there now (3.1)."""
    table = risen_against(number, "avila", flags={"avila": "sud"})
    assert table.state.hasty_fort is None and sp_of(table.state, "avila", "sud") == 0


def test_a_leader_who_has_fallen_on_the_way_takes_no_part_in_its_attrition() -> None:
    """13.1: "un dado per ogni SP e comandante influenzato"; who lies in the Regroup Box is not there any more
    (#52: "5 – il comandante va nella Casella del Raggruppamento")."""
    table = given(
        points=1, leaders_at={"hill": "madrid", "marmont": "salamanca"}, flags={"madrid": "britain"},
        soldiers_at={"madrid": "britain 1 0 0"}, hands={"sud": (52,)}, dice=[[5], [1, 1], [6]],
    )  # fmt: skip
    table.give(MoveArmy("hill", "avila"), Carry("hill", 1)).quiet()
    table.give(Intercept("marmont"), Carry("marmont", 0))
    answered(table, "intercept_declared", "sud", 52, "hill").quiet()
    assert [each.dice for each in table.all(AttritionCounted)] == [1]
    assert table.state.leaders["hill"].place == "regroup"


@pytest.mark.parametrize("number", [35, 90])
def test_nobody_rises_at_the_end_of_a_turn_in_answer_to_who_feeds_his_men(number: int) -> None:
    """5.2: responses are played "nel corso di qualsiasi Impulso"."""
    table = given(
        None, then=[Attrition()], soldiers_at={"lisbon": "nord 2 0 0"}, dice=[[6, 6]],
        hands={"nord": (68,), "spain": (number,)}, is_turn_ending=True,
    )  # fmt: skip
    respond(table, "nord", 68, "attrition")
    assert window(table) == "card_played" and not offered(table, "spain", number)


@pytest.mark.parametrize("number", [35, 90])
def test_they_rise_in_answer_to_a_card_that_is_played_as_an_impulse_begins(number: int) -> None:
    """5.2: "per rispondere ad un altro evento": what is played as an impulse begins belongs to it."""
    table = given(None, hands={"sud": (78, 1), "spain": (number, 2), "britain": (3,)})
    respond(table, "sud", 78, "porto")
    assert window(table) == "card_played" and offered(table, "spain", number)


# The Reserve (5.4) ----------------------------------------------------------------------------------


def test_imperial_favour_does_not_take_itself_back() -> None:
    """#104: "scegliete una carta Nazionale francese dalla Riserva (anche se è già stata giocata in questo
    turno)"; it is being played itself."""
    table = given("sud", hands={"sud": (104, 1)}, played=(card_id(99),))
    table.give(PlayEvent(card_id(104), "reserve")).quiet()
    options = {order.option for order in table.offers(Choose)}
    assert card_id(99) in options and card_id(104) not in options


# A round that is won by choice (#70) ----------------------------------------------------------------


def test_a_tied_round_that_grenadiers_decide_costs_the_loser_no_flag() -> None:
    """#70: "scegliete chi vince in un qualsiasi round finito pari"; 11.9: "Quando il perdente subisce più
    perdite di quanti SP abbia": he has one, and has suffered one."""
    table = battle_with(
        {"britain": (70,)}, [5, 1, 1, 1, 1], [5, 1, 1],
        soldiers_at={"salamanca": "britain 3 0 0, nord 1 0 0"},
    )  # fmt: skip
    while table.prompt != "lay_card":
        table.quiet()
    table.give(LayCard("britain", card_id(70))).quiet()
    while table.prompt != "choose":
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    table.give(Choose(card_id(70), "allied"))
    result = result_of(see_through(table))
    assert result.winner == "allied" and not result.is_flag_overrun


# Raids (#56) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "flag"), [("nord 1 0 0", None), ("", "britain")])
def test_raiders_raise_no_flag_where_the_enemy_still_stands(there: str, flag: str | None) -> None:
    """#56: "vengono rimpiazzate da bandiere della Potenza che controlla quell'armata (se possibile)"; 7.1:
    "Non vi sia alcuna Formazione nemica"."""
    table = given(
        points=2, hands={"britain": (56,)}, leaders_at={"hill": RODRIGO}, soldiers_at={"salamanca": there},
        flags={RODRIGO: "spain", "salamanca": "sud"}, dice=[[6], [1]],
    )  # fmt: skip
    table.give(PlaceFlag("almaraz", "britain"))
    answered(table, "cp_spent", "britain", 56, RODRIGO)
    table.give(Choose(card_id(56), "salamanca"))
    while table.prompt == "choose":
        table.give(Choose(card_id(56), "enough"))
    table.quiet()
    assert table.state.flags.get("salamanca") == flag
