"""Small print of the rulebook: who takes part in a siege, ports of the Heart of Oak, what comes when."""

from typing import Any

import pytest

from domain.kernel import Step
from domain.wellington.battle.dice import battle_dice
from domain.wellington.cards.sea import is_oak_port
from domain.wellington.events.battle import DisorganisedFell, PiecesLost, SoldiersDisorganised
from domain.wellington.events.cards import ResourceSpent
from domain.wellington.events.impulses import ImpulseEnded
from domain.wellington.events.sea import PortFavoured
from domain.wellington.events.sieges import BesiegerHarmed, SiegeRoundEnded
from domain.wellington.facts.world import Power, card_id
from domain.wellington.interphase.interphase import Interphase
from domain.wellington.interphase.redeployment import EndRedeployments, Redeploy, Withdraw
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.impulses import EndImpulse, PlayEvent, PlayForPoints, SpendResource
from domain.wellington.orders.points import Carry, LeavePoints, MoveArmy
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.playing.hands import Mulligan, ReturnOldCards
from domain.wellington.position.card_table import EVENTS, Moment
from domain.wellington.position.conflict import Battle, Camp, Siege
from domain.wellington.position.control import flagged_from, is_safe
from domain.wellington.position.state import General, Impulse, Lasting, State, changed, sp_of
from domain.wellington.sequence.endturn import EndTurn
from domain.wellington.sequence.turn import Rounds
from domain.wellington.siege.siege_dice import besieger_dice
from tests.rules.wellington.answering import battle_with, reach, respond
from tests.rules.wellington.position import Table, given, position

RODRIGO = "ciudad_rodrigo"


# Sieges of a group of two powers (12.31) ------------------------------------------------------------


def spanish_siege(**facts: Any) -> State:
    """De España besieges Ciudad Rodrigo with 2 SP; Wellington stands there and does not take part."""
    return position(
        active="spain",
        soldiers_at={RODRIGO: "spain 2 0 0, britain 2 0 0"},
        leaders_at={"wellington": RODRIGO, "de_espana": RODRIGO},
        siege=Siege(RODRIGO, "spain", "de_espana", 2, "nord", 3, 3, round=1),
        **facts,
    )


@pytest.mark.parametrize(
    ("cards", "more"),
    [
        ((Lasting(card_id(98), "britain", "wellington"),), 0),
        ((Lasting(card_id(52), "nord", "wellington", die=1),), 0),
        ((Lasting(card_id(52), "nord", "de_espana", die=1),), -1),
    ],
)
def test_a_siege_uses_no_leader_of_the_ally(cards: tuple[Lasting, ...], more: int) -> None:
    """12.31: "non può usare alcun comandante ... appartenente alla Potenza inattiva" (#98, #52)."""
    plain, state = spanish_siege(), spanish_siege(lasting=cards)
    assert plain.siege is not None
    assert besieger_dice(state, plain.siege, 2) - besieger_dice(plain, plain.siege, 2) == more


def test_an_allied_leader_who_falls_beside_a_siege_is_no_loss_of_the_besieger() -> None:
    """12.31, C-52: he is not in the army that besieges."""
    table = given(
        "spain",
        soldiers_at={RODRIGO: "spain 3 0 0"},
        leaders_at={"hill": RODRIGO, "de_espana": RODRIGO},
        hands={"nord": (52,), "spain": (17,)},
        dice=[[6]],
    )
    table.give(BesiegeFortress("de_espana", RODRIGO), Carry("de_espana", 3))
    respond(reach(table, "siege_start"), "nord", 52, "hill").quiet()
    assert table.state.leaders["hill"].duchy is None and not table.all(BesiegerHarmed)


# The Heart of Oak (#93) ---------------------------------------------------------------------------


OAK = (Lasting("admiralty_heart_of_oak", "britain", "convoys"),)


def test_a_port_that_the_british_enter_by_land_has_the_heart_of_oak() -> None:
    """#93: "nei porti dove entrano (per mare o per terra)"; inland there is none."""
    table = given(leaders_at={"hill": "braga"}, soldiers_at={"braga": "britain 2 0 0"}, points=3, lasting=OAK)
    table.give(MoveArmy("hill", "porto"), Carry("hill", 2)).quiet()
    table.give(MoveArmy("hill", "almeida"), Carry("hill", 2)).quiet()
    assert table.all(PortFavoured) == [PortFavoured("porto")]
    assert is_oak_port(table.state, "porto") and not is_oak_port(table.state, "almeida")


def test_a_port_entered_before_the_card_or_by_the_ally_has_none() -> None:
    """#93: British formations, while the card lies there."""
    pieces: dict[str, Any] = {"leaders_at": {"hill": "braga"}, "points": 1}
    table = given(**pieces).give(MoveArmy("hill", "porto"), Carry("hill", 0)).quiet()
    assert not table.all(PortFavoured)
    allied = given("spain", leaders_at={"castanos": "oviedo"}, points=1, lasting=OAK)
    allied.give(MoveArmy("castanos", "santander"), Carry("castanos", 0)).quiet()
    assert not allied.all(PortFavoured)


def test_the_die_of_the_heart_of_oak_is_not_for_the_siege_of_the_ally() -> None:
    """12.31, #93: "alle Formazioni inglesi"."""
    state = spanish_siege(impulse=Impulse("spain", "scheduled", oak_ports=(RODRIGO,)), lasting=OAK)
    assert state.siege is not None
    plain = spanish_siege()
    assert besieger_dice(state, state.siege, 2) == besieger_dice(plain, state.siege, 2)


# Where nobody could intercept (16.3, #109) ---------------------------------------------------------


def test_an_army_that_may_not_intercept_bars_no_redeployment() -> None:
    """12.4: from an enemy fortress it comes into no enemy duchy that is no besieged fortress."""
    assert not is_safe(position(leaders_at={"hill": "merida"}), "french", "ciudad_real")
    besieger = position(leaders_at={"hill": "badajoz"})
    assert is_safe(besieger, "french", "sevilla")
    assert not is_safe(changed(besieger, flags={"badajoz": "britain"}), "french", "sevilla")


def test_own_garrisons_guard_the_way_of_a_redeployment_and_of_soult() -> None:
    """10.1: no interception where a resting enemy is "l'unico occupante del Ducato"."""
    garrison = {"soldiers_at": {"ciudad_real": "sud 1 0 0"}, "leaders_at": {"hill": "merida"}}
    assert is_safe(position(**garrison), "french", "ciudad_real")  # type: ignore[arg-type]


def test_a_formation_of_the_ally_changes_nothing_for_a_flag() -> None:
    """7.1: "la presenza di una Formazione alleata [...] non influenza il piazzamento" (R-30)."""
    pieces: dict[str, Any] = {"leaders_at": {"castanos": "merida", "joseph": "elvas"}}
    assert not flagged_from(position(**pieces), "spain", "caceres")
    assert not flagged_from(position(**pieces, soldiers_at={"caceres": "britain 1 0 0"}), "spain", "caceres")


def test_who_has_redeployed_could_still_intercept() -> None:
    """16.3: the marks of the Interphase say only that no piece goes twice."""
    state = position(leaders_at={"hill": "merida"})
    marked = changed(state, leaders={**state.leaders, "hill": General("map", "merida", marked=True)})
    assert is_safe(marked, "french", "ciudad_real")
    assert not is_safe(marked, "french", "ciudad_real", marked=True)


# The order of the Interphase ------------------------------------------------------------------------


def steps_of_the_interphase() -> list[Step]:
    table = given(None, track="spain", then=[Interphase()], leaders_at={"hill": "elvas"}, points=0)
    return [step for step in reversed(table.game.agenda) if not isinstance(step, (Rounds, EndTurn))]


def test_leaders_leave_the_map_when_all_powers_have_redeployed() -> None:
    """16.32: "Dopo aver completato tutti gli Schieramenti"."""
    kinds = [type(step) for step in steps_of_the_interphase()]
    last = max(place for place, kind in enumerate(kinds) if kind is Redeploy)
    assert last < kinds.index(EndRedeployments) < kinds.index(Withdraw)


def test_each_power_considers_its_old_cards_when_it_has_changed_the_new_ones() -> None:
    """16.42: "Quanto una Potenza ha deciso per questo aspetto, deve considerare le carte non giocate"."""
    about = [step for step in steps_of_the_interphase() if isinstance(step, (Mulligan, ReturnOldCards))]
    order = ("spain", "nord", "britain", "sud")
    expected = [step for power in order for step in (Mulligan(power), ReturnOldCards((power,)))]
    assert about == expected


# Small ones -----------------------------------------------------------------------------------------


def test_who_was_disorganised_and_then_killed_costs_no_die_any_more() -> None:
    """11.53: "implementate i risultati di eliminazione ai soldati disorganizzati", who count once."""
    battle = Battle("leon", "allied", "britain", camps={"allied": Camp(), "french": Camp()}, round=1)
    table = given(soldiers_at={"leon": "britain 5 0 0, nord 5 0 0"}, battles=(battle,))
    table.game.record(SoldiersDisorganised("leon", "allied", 2))
    second = battle_dice(table.state, table.state.battles[-1], "allied")
    table.game.record(PiecesLost("britain", "leon", 2, (), "battle"))
    third = battle_dice(table.state, table.state.battles[-1], "allied")
    assert (second, third) == (3 + 1, 3 + 1), "three who are not disorganised, and the nationality bonus"


def test_disorganisations_beyond_all_pieces_go_on_costing_dice() -> None:
    """11.53: the excess is still taken from the dice."""
    battle = Battle("leon", "allied", "britain", camps={"allied": Camp(), "french": Camp()}, round=1)
    table = given(soldiers_at={"leon": "britain 2 0 0"}, leaders_at={"wellington": "leon"}, battles=(battle,))
    table.game.record(SoldiersDisorganised("leon", "allied", 4))
    table.game.record(PiecesLost("britain", "leon", 2, (), "battle"))
    assert table.state.battles[-1].camps["allied"].disorganised == 2
    assert battle_dice(table.state, table.state.battles[-1], "allied") == 5 + 1 - 2


def test_disorganisations_turned_into_eliminations_are_counted_off_once() -> None:
    """#107."""
    battle = Battle("leon", "allied", "britain", camps={"allied": Camp(), "french": Camp()}, round=1)
    table = given(soldiers_at={"leon": "britain 5 0 0"}, battles=(battle,))
    table.game.record(SoldiersDisorganised("leon", "allied", 3))
    table.game.record(DisorganisedFell("leon", "allied", 2))
    table.game.record(PiecesLost("britain", "leon", 2, (), "card"))
    camp = table.state.battles[-1].camps["allied"]
    assert (camp.disorganised, camp.shaken) == (1, 1)


def test_a_besieger_who_was_disorganised_and_then_killed_costs_no_die_any_more() -> None:
    """11.53, 12.3: the same in a siege."""
    siege = Siege(RODRIGO, "britain", "hill", 4, "nord", 3, 3, round=2, besieger=Camp(hits=2, disorganised=2))
    state = position(soldiers_at={RODRIGO: "britain 4 0 0"}, leaders_at={"hill": RODRIGO}, siege=siege)
    after = SiegeRoundEnded(2, 3, 3, 1, 1, 0).apply(state)
    assert after.siege is not None and after.siege.besieger.disorganised == 1
    assert besieger_dice(after, after.siege, 3) == besieger_dice(state, siege, 4)


def test_traitors_work_before_the_battle_alone() -> None:
    """#60: "Il nemico subisce l'Attrito prima della battaglia"."""
    table = battle_with({"nord": (60,)}, [1] * 4, [1] * 5)
    assert LayCard("nord", card_id(60)) in reach_laying(table, 1).menu()
    assert LayCard("nord", card_id(60)) not in reach_laying(table, 2).menu()


def reach_laying(table: Table, round: int) -> Table:
    """Nobody plays a card until Nord may lay one in this round."""
    while not (table.prompt == "lay_card" and table.state.battles[-1].round == round):
        table.give(LayNone()) if table.prompt == "lay_card" else table.quiet()
    return table


def test_the_house_of_rothschild_is_open_in_the_first_round_of_1812() -> None:
    """#57, 4.22: nobody may preempt then, so nobody is able to."""
    most: dict[Power, tuple[int, ...]] = {"britain": (57, 1), "sud": (2,)}
    target = EVENTS[card_id(57)].targets
    assert target(position(hands=most, round=1, preemption_from=2), "britain", Moment()) == ("",)
    assert target(position(hands=most, round=2, preemption_from=2), "britain", Moment()) == ()
    assert target(position(hands=most, round=1, preemption_from=1), "britain", Moment()) == ()


def test_a_resource_may_be_used_between_two_command_points() -> None:
    """4.2, 15.2: "nel corso del suo Impulso"; the card drawn answers at once, and there is one Resource."""
    table = given(
        points=2, leaders_at={"hill": "braga"}, hands={"britain": (17,)}, resources={"britain": 2},
        draws=[card_id(66)],
    )  # fmt: skip
    table.give(MoveArmy("hill", "porto"), Carry("hill", 0)).quiet()
    assert table.prompt == "spend_point" and SpendResource() in table.menu()
    table.give(SpendResource())
    assert table.all(ResourceSpent) and card_id(66) in table.state.hands["britain"]
    assert table.prompt == "spend_point" and SpendResource() not in table.menu()
    assert LeavePoints() in table.menu()


# Rulings --------------------------------------------------------------------------------------------


def test_in_a_granted_impulse_the_power_may_add_an_ordinary_card() -> None:
    """#34: "conta come gioco di carta '+' per la Potenza designata": no plus card and no Resource."""
    table = given(hands={"britain": (34, 1), "nord": (2, 25)}, resources={"nord": 2})
    table.give(PlayEvent(card_id(34), "nord")).quiet()
    assert {order.card for order in table.offers(PlayForPoints)} == {card_id(2)}
    table.give(LeavePoints())
    assert table.prompt == "play_impulse" and SpendResource() not in table.menu()
    assert {order.card for order in table.offers(PlayForPoints)} == {card_id(2)}
    table.give(EndImpulse())
    assert table.all(ImpulseEnded) == [ImpulseEnded("nord", "granted")]


def test_no_besieging_leader_dies_while_soldiers_of_his_stand_beside_him() -> None:
    """11.51: "Un Comandante non può esser eliminato se è disponibile 1 SP di soldati" (12.31)."""
    table = given(
        soldiers_at={RODRIGO: "britain 4 0 0"}, leaders_at={"hill": RODRIGO}, hands={"britain": (17,)},
        dice=[[6, 1, 1, 1, 1], [6, 6, 1]],
    )  # fmt: skip
    table.give(BesiegeFortress("hill", RODRIGO), Carry("hill", 1))
    while table.prompt in ("respond", "lay_card"):
        table.give(LayNone()) if table.prompt == "lay_card" else table.quiet()
    (ended,) = table.all(SiegeRoundEnded)
    assert (ended.sp, ended.spare) == (1, 1)
    assert table.state.leaders["hill"].duchy == RODRIGO
    assert sp_of(table.state, RODRIGO, "britain") == 2


def test_he_dies_when_nobody_is_left_beside_him() -> None:
    """12.3: marked soldiers take no part and save nobody."""
    table = given(
        soldiers_at={RODRIGO: "britain 2 0 0, spain 3 0 0"}, leaders_at={"hill": RODRIGO},
        hands={"britain": (17,)}, dice=[[1] * 5, [6, 6, 6]],
    )  # fmt: skip
    table.give(BesiegeFortress("hill", RODRIGO), Carry("hill", 1))
    while table.prompt in ("respond", "lay_card"):
        table.give(LayNone()) if table.prompt == "lay_card" else table.quiet()
    assert table.state.leaders["hill"].duchy is None
    assert sp_of(table.state, RODRIGO, "spain") == 3
