"""How far cards reach: dice rolled late or apart, allies, powers without cards, voyages, officers."""

from typing import Any

import pytest

from domain.wellington.events.battle import BattleDecided, BattleResolved, DiceAdded, HitsScored, PiecesLost
from domain.wellington.events.cards import CardDrawn
from domain.wellington.events.losses import AttritionCounted
from domain.wellington.events.sea import ConvoyBlocked, ConvoyMoved
from domain.wellington.events.sieges import SiegeDiceAdded, SiegeDiceApart
from domain.wellington.facts.world import POWERS, Power, Side, card_id
from domain.wellington.interphase.reinforcements import SpendReinforcements
from domain.wellington.orders.answers import Choose, LetPass
from domain.wellington.orders.arrival import Intercept, StandFast
from domain.wellington.orders.battle import LayCard, LayNone
from domain.wellington.orders.impulses import PlayEvent
from domain.wellington.orders.points import BuildLeader, BuildSoldier, Carry, MoveArmy
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.state import Impulse, Lasting, sp_of
from tests.rules.wellington.answering import (
    answered,
    battle_with,
    offered,
    reach,
    respond,
    see_through,
    window,
)
from tests.rules.wellington.position import Table, given

RODRIGO = "ciudad_rodrigo"


def storm_at(duchy: str) -> tuple[Lasting, ...]:
    """Thunder & Lightning lies there (#81)."""
    return (Lasting(card_id(81), "sud", duchy),)


def pass_once(table: Table) -> None:
    table.give(LetPass() if table.prompt == "respond" else LayNone())


# Dice rolled apart or late (#81, C-81) ------------------------------------------------------


@pytest.mark.parametrize(("power", "number", "allied"), [("britain", 14, 2), ("nord", 110, 1)])
def test_thunder_halves_the_dice_that_a_card_has_rolled_apart(
    power: Power, number: int, allied: int
) -> None:
    """#81: "Dimezzate (per eccesso) tutti i dadi per la battaglia e/o assedio per entrambe le parti in tutti
    i round"; #14: "Aggiungere 3 dadi in battaglia ma tirateli separatamente"."""
    table = battle_with({power: (number,)}, [6, 6], [1] * allied, [1] * 3, lasting=storm_at("salamanca"))
    while table.prompt != "lay_card":
        pass_once(table)
    table.give(LayCard(power, card_id(number))).quiet()
    see_through(table)
    side: Side = "allied" if power == "nord" else "french"
    assert [each.sixes for each in table.all(HitsScored) if each.side == side] == [2]


def test_thunder_halves_the_dice_of_the_young_guard_and_of_the_grenadier() -> None:
    """#81: "tutti i dadi per la battaglia"; #99: "Tirate 3 dadi in più in battaglia"; #32: "Tirate dadi pari
    al valore di battaglia"."""
    table = battle_with(
        {"nord": (99,), "britain": (32,)}, [1] * 5, [1] * 4, [1, 1], [2, 2, 2], lasting=storm_at("salamanca"),
        leaders_at={"wellington": "salamanca", "marmont": "salamanca"},
    )  # fmt: skip
    answered(table, "battle_dice", "nord", 99)
    answered(table, "battle_dice", "britain", 32, "wellington")
    assert [len(each.dice) for each in table.all(DiceAdded)] == [2, 3]


def siege(hands: dict[Power, tuple[int, ...]], *dice: list[int], **facts: Any) -> Table:
    """Wellington with three soldiers, who have nine dice, before Ciudad Rodrigo."""
    table = given(
        leaders_at={"wellington": RODRIGO}, soldiers_at={RODRIGO: "britain 3 0 0"}, hands=hands, dice=dice,
        **facts,
    )  # fmt: skip
    return table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 3))


def test_thunder_halves_the_dice_of_the_forlorn_hope() -> None:
    """#81, as above; #15: "L'assediante aggiunge 3 dadi alla risoluzione dell'assedio"."""
    table = siege({"britain": (15,)}, [1, 2], [1] * 5, [1, 1], lasting=storm_at(RODRIGO))
    while table.prompt != "lay_card":
        pass_once(table)
    table.give(LayCard("britain", card_id(15))).quiet()
    assert [len(each.dice) for each in table.all(SiegeDiceApart)] == [2]


@pytest.mark.parametrize(("storm", "dice"), [((), 3), (storm_at(RODRIGO), 1)])
def test_a_bombardment_after_the_dice_brings_no_more_than_one_before_them(
    storm: tuple[Lasting, ...], dice: int
) -> None:
    """#8: "aggiunge 3 dadi ad un singolo round"; of nine and three dice #81 leaves six, five of which lie."""
    rolled = 5 if storm else 9
    table = siege({"sud": (8,)}, [1] * rolled, [1] * (2 if storm else 3), [1] * dice, lasting=storm)
    while window(table) != "siege_dice":
        pass_once(table)
    respond(table, "sud", 8)
    while not table.all(SiegeDiceAdded):
        table.give(table.menu()[0])
    assert [len(each.dice) for each in table.all(SiegeDiceAdded)] == [dice]


# The Rifle Brigade on the way (#95, 11.9) ------------------------------------------------------


@pytest.mark.parametrize(("hits", "is_flag_overrun"), [(2, False), (3, True)])
def test_who_fell_to_the_rifles_on_the_way_is_no_loss_too_many(hits: int, is_flag_overrun: bool) -> None:
    """11.9: "Quando il perdente subisce più perdite di quanti SP abbia"; those shot before the battle count
    "per la determinazione del vincitore" (#95), and were SP of his. Two are left of three."""
    allied = [6] * hits + [1] * (9 - hits)
    table = given(
        "nord", points=1, soldiers_at={"valladolid": "nord 2 0 0", "salamanca": "britain 3 0 0"},
        leaders_at={"marmont": "valladolid", "wellington": "salamanca"}, flags={"salamanca": "britain"},
        hands={"britain": (95,)}, dice=[[6, 1, 1], [1] * 5, allied],
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 2))
    answered(table, "cp_spent", "britain", 95, "valladolid").quiet()
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 1)).quiet().give(StandFast())
    see_through(table)
    assert sum(each.sp for each in table.all(PiecesLost) if each.regrouped) == 1
    assert [each.is_flag_overrun for each in table.all(BattleDecided)] == [is_flag_overrun]


# Beaten and Scattered (#84) ------------------------------------------------------


@pytest.mark.parametrize(("power", "target"), [("britain", ""), ("sud", "french"), ("nord", "french")])
def test_any_beaten_army_may_be_scattered_ones_own_and_the_allys_too(power: Power, target: str) -> None:
    """#84: "Giocatela su qualsiasi Armata o Gruppo di Armate che perde una battaglia"; 5.1: "Si possono
    giocare eventi contro qualsiasi Potenza, anche alleata"."""
    table = battle_with({power: (84,)}, [5, *[1] * 3], [1] * 7, leaders_at={"marmont": "salamanca"})
    reach(table, "battle_result")
    assert offered(table, power, 84) == [target]
    answered(table, "battle_result", power, 84, target)
    see_through(table)
    assert table.all(BattleResolved)[0].winner == "allied"
    assert table.state.leaders["marmont"].place == "regroup" and table.state.regroup["nord"] == 2


# A Change of Plans (#83) ------------------------------------------------------


@pytest.mark.parametrize("victim", ["britain", "nord"])
def test_a_power_without_cards_may_draw_one_by_a_change_of_plans(victim: str) -> None:
    """#83: "Se non sono disponibili carte da scartare, non vi sono penalità. La Potenza influenzata da questo
    evento può ancora scegliere una nuova carta dal mazzo"; "Una Potenza a vostra scelta" has it."""
    table = given(hands={"britain": (83,)})
    table.give(PlayEvent(card_id(83), victim)).quiet().give(Choose(card_id(83), "draw"))
    assert [each.power for each in table.all(CardDrawn)] == [victim]


# Officers whose commander has fallen (#52) ------------------------------------------------------


def wounded_at(duchy: str, **facts: Any) -> Table:
    """Wellington is killed beside Hill in the British impulse, while Beresford marches."""
    table = given(
        leaders_at={"wellington": duchy, "hill": duchy, "beresford": "porto"}, points=5,
        soldiers_at={duchy: "britain 4 0 0"}, hands={"sud": (52,)}, dice=[[6]], **facts,
    )  # fmt: skip
    table.give(MoveArmy("beresford", "braga"), Carry("beresford", 0))
    answered(table, "cp_spent", "sud", 52, "wellington")
    return table.quiet()


def test_an_officer_leads_nobody_away_where_his_commander_has_fallen() -> None:
    """#52: "nessun altro può prendere il comando in quell'impulso"; he may go himself (9.53)."""
    table = wounded_at("lisbon")
    assert table.menu(draft=(MoveArmy("hill", "coimbra"),)) == [Carry("hill", 0)]


def test_an_officer_goes_on_under_the_leader_who_stands_in_for_the_grenadier() -> None:
    """#32: "nessun altro può prendere il comando in questo Impulso. Considerate che vi sia un comandante 0-4
    con l'armata per tutti i fini": the officer is one of the four."""
    fallen = Impulse("britain", "scheduled", points=1, headless=("allied lisbon", "hill"))
    table = given(
        leaders_at={"hill": "lisbon"}, soldiers_at={"lisbon": "britain 6 0 0"}, impulse=fallen,
        lasting=(Lasting(card_id(32), "britain", "wellington"),),
    )  # fmt: skip
    assert table.menu(draft=(MoveArmy("hill", "coimbra"),))[0] == Carry("hill", 3)


def test_an_officer_does_not_besiege_where_his_commander_has_fallen() -> None:
    """#52, as above; 12.21: "Ci vuole un'Armata per risolvere un assedio"."""
    assert not wounded_at(RODRIGO).offers(BesiegeFortress)


def test_who_comes_later_leads_his_own_army_away_from_where_a_commander_has_fallen() -> None:
    """#52: nobody takes *that* command; whoever comes with an army of his own keeps it (1.61)."""
    table = wounded_at("coimbra", flags={})
    table.give(MoveArmy("beresford", "porto"), Carry("beresford", 0)).quiet()
    table.give(MoveArmy("beresford", "coimbra"), Carry("beresford", 0)).quiet()
    assert Carry("beresford", 4) in table.menu(draft=(MoveArmy("beresford", "lisbon"),))


def test_an_officer_intercepts_alone_where_his_commander_has_fallen() -> None:
    """#52, as above; 10.3: soldiers "devono essere controllati dal Valore di Comando di un comandante"."""
    table = given(
        "nord", points=1, leaders_at={"wellington": RODRIGO, "hill": RODRIGO, "marmont": "valladolid"},
        soldiers_at={RODRIGO: "britain 4 0 0"}, flags={RODRIGO: "britain"}, hands={"sud": (52,)},
        dice=[[6], [1, 1]],
    )  # fmt: skip
    table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 0))
    answered(table, "cp_spent", "sud", 52, "wellington").quiet()
    assert table.menu(draft=(Intercept("hill"),)) == [Carry("hill", 0)]


# By sea (14.2) ------------------------------------------------------


def voyage(number: int, *dice: list[int], leader: str = "beresford", **facts: Any) -> Table:
    """A leader with two soldiers is about to sail from Lisbon to Porto, and Sud has the card."""
    table = given(
        leaders_at={leader: "lisbon"}, soldiers_at={"lisbon": "britain 2 0 0"}, points=4,
        hands={"sud": (number,)}, dice=dice, **facts,
    )  # fmt: skip
    table.give(MoveConvoy("lisbon", "porto"), ShipPieces(2, (leader,)))
    return reach(table, "convoy_declared")


def test_who_lands_in_the_mud_stays_there() -> None:
    """#3: "quando entra in qualsiasi Ducato mediante movimento"; 14.2: a convoy "consente a soldati e
    comandanti di muovere". Who was in port already may not leave either."""
    table = voyage(3)
    answered(table, "convoy_declared", "sud", 3, "porto").quiet()
    assert len(table.all(ConvoyMoved)) == 1
    assert not [order for order in table.offers(MoveArmy) if order.leader == "beresford"]
    assert [(each.card, each.target) for each in table.state.lasting] == [(card_id(3), "porto")]


def test_stragglers_take_attrition_in_the_port_where_they_land() -> None:
    """#41: "Una Formazione che muove ... subisce l'Attrito nel Ducato dove è appena entrata"."""
    table = voyage(41, [6, 1, 1])
    answered(table, "convoy_declared", "sud", 41, "beresford").quiet()
    assert [(each.duchy, each.dice) for each in table.all(AttritionCounted)] == [("porto", 3)]
    assert sp_of(table.state, "porto", "britain") == 1


def test_conflicting_orders_keep_a_convoy_in_port() -> None:
    """#67: "Annullate qualsiasi movimento ... Qualsiasi CP speso per il tentativo di movimento viene perso.
    Ponete un segnalino"."""
    table = voyage(67)
    answered(table, "convoy_declared", "sud", 67, "beresford").quiet()
    assert len(table.all(ConvoyBlocked)) == 1 and not table.all(ConvoyMoved)
    assert table.state.leaders["beresford"].marked and table.state.leaders["beresford"].duchy == "lisbon"
    assert table.state.impulse is not None and table.state.impulse.points == 1


def test_no_orders_conflict_for_wellington() -> None:
    """#67: "comandato da un comandante con Valore in Battaglia di 0, 1 o 2"."""
    assert not offered(voyage(67, leader="wellington"), "sud", 67)


@pytest.mark.parametrize(("seen", "lasts"), [(1, False), (2, True)])
def test_a_blocked_convoy_of_the_admiralty_costs_britain_the_event(seen: int, lasts: bool) -> None:
    """#103: "L'inglese perde i CP spesi o l'evento usato per creare il convoglio/assalto anfibio": no second
    convoy sails, no port that is entered later is favoured; what the first one has done stays."""
    table = given(
        leaders_at={"hill": "lisbon", "beresford": "lisbon"}, hands={"britain": (93, 1), "sud": (103,)},
        soldiers_at={"lisbon": "britain 4 0 0"},
    )  # fmt: skip
    table.give(PlayEvent(card_id(93), "convoys")).quiet()
    if seen == 2:
        table.give(MoveConvoy("lisbon", "gibraltar"), ShipPieces(0, ("hill",))).quiet()
    table.give(MoveConvoy("lisbon", "porto"), ShipPieces(2, ("beresford",)))
    respond(reach(table, "convoy_declared"), "sud", 103, "block").quiet()
    assert table.prompt != "free_convoy" and len(table.all(ConvoyMoved)) == seen - 1
    assert (card_id(93) in [each.card for each in table.state.lasting]) == lasts
    assert (card_id(93) in table.state.played) == (not lasts)


# Bridges and pontoons (#10, #100) ------------------------------------------------------


def test_pontoons_answer_bridges_that_are_the_card_of_an_impulse() -> None:
    """#10: "A meno che non sia annullata dal gioco della carta nazionale francese #100"; 5.2: a response may
    be played "come normale gioco di carta in un Impulso"."""
    line = given().state.facts.rivers[0]
    table = given(hands={"britain": (10, 1), "nord": (100, 2)})
    table.give(PlayEvent(card_id(10), line))
    respond(table, "nord", 100, line).quiet()
    assert card_id(10) not in [each.card for each in table.state.lasting]
    assert card_id(10) in table.state.discards


# Who is meant (#49, #2, #80, #92, #102, #103) ---------------------------------------------------------


def routed(hands: dict[Power, tuple[int, ...]]) -> Table:
    """Three Frenchmen are routed by three hits, one of whom is a five."""
    table = battle_with(hands, [6, 6, 5, 1], [1] * 5)
    return reach(table, "battle_result")


@pytest.mark.parametrize(("power", "target"), [("nord", ""), ("spain", "french")])
def test_the_rearguard_covers_whoever_is_routed(power: Power, target: str) -> None:
    """#49: "Annullate tutte le perdite per la Rotta", of whichever side (5.1: "Si possono giocare eventi
    contro qualsiasi Potenza, anche alleata")."""
    table = routed({power: (49,)})
    assert offered(table, power, 49) == [target]
    answered(table, "battle_result", power, 49, target)
    while not table.all(BattleResolved):
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    result = table.all(BattleResolved)[0]
    assert result.is_rout and result.losses["french"] == 2


@pytest.mark.parametrize(("power", "target"), [("nord", "retreat"), ("spain", "french")])
def test_the_cavalry_brigade_makes_a_retreat_of_any_rout(power: Power, target: str) -> None:
    """#2: "OPPURE una rotta diviene una semplice ritirata", whichever it is."""
    table = routed({power: (2,)})
    assert offered(table, power, 2) == [target]
    answered(table, "battle_result", power, 2, target)
    while not table.all(BattleResolved):
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    assert not table.all(BattleResolved)[0].is_rout


def test_a_bad_commissary_starves_the_army_and_nobody_else() -> None:
    """#80: "Un'Armata o Gruppo di Armate a vostra scelta deve controllare per l'Attrito"; 1.61: soldiers
    above the command value "non sono un'Armata"."""
    table = given(
        "sud", hands={"sud": (80,)}, leaders_at={"hill": "lisbon"}, dice=[[6, 1, 1, 1, 1]],
        soldiers_at={"lisbon": "britain 7 0 0, spain 2 0 0"},
    )  # fmt: skip
    table.give(PlayEvent(card_id(80), "lisbon")).quiet()
    assert [each.dice for each in table.all(AttritionCounted)] == [1 + 4]
    assert (sp_of(table.state, "lisbon", "britain"), sp_of(table.state, "lisbon", "spain")) == (6, 2)


def test_guerrilla_attacks_force_attrition_on_the_army_that_is_cut_off() -> None:
    """#92: "un controllo per l'attrito su una qualsiasi Armata o Gruppo di Armate francese"."""
    table = given(
        "spain", hands={"spain": (92,)}, leaders_at={"joseph": "faro"}, dice=[[1] * 5],
        soldiers_at={"faro": "nord 6 0 0"},
    )  # fmt: skip
    table.give(PlayEvent(card_id(92))).quiet()
    for option in ("enough", "faro"):
        table.give(Choose(card_id(92), option)).quiet()
    assert [each.dice for each in table.all(AttritionCounted)][:1] == [1 + 4]


@pytest.mark.parametrize(("leaders", "lost"), [({}, 4), ({"soult": "madrid"}, 2)])
def test_the_hussars_protect_the_ally_beside_an_army_of_theirs_alone(
    leaders: dict[str, str], lost: int
) -> None:
    """#102: "a tutte le Formazioni francesi nello stesso ducato con qualsiasi Armata o Gruppo di Armate del
    giocatore che ha giocato la carta"."""
    soldiers = {"avila": "spain 1 0 0", "madrid": "nord 4 0 0, sud 1 0 0"}
    table = given(
        "spain", hands={"spain": (88,)}, soldiers_at=soldiers, leaders_at=leaders,
        dice=[[6, 6, 6, 6, *[1] * (1 + len(leaders))]], lasting=(Lasting(card_id(102), "sud"),),
    )  # fmt: skip
    table.give(PlayEvent(card_id(88))).quiet().give(Choose(card_id(88), "avila")).quiet()
    while table.prompt == "remove_soldier":
        table.give(table.menu()[0])
    left = sum(sp_of(table.state, "madrid", each) for each in ("sud", "nord"))
    assert 5 - left == lost


def test_naval_support_shelters_a_port_before_anybody_rolls() -> None:
    """#103: "annullate tutti i controlli per l'attrito francese in un porto per questo impulso (anche dopo
    che è stato risolto il tiro di dado": so before it, too."""
    table = given(
        points=1, soldiers_at={"valencia": "sud 2 0 0"}, leaders_at={"hill": "lisbon"}, hands={"sud": (103,)},
    )  # fmt: skip
    table.give(MoveArmy("hill", "coimbra"), Carry("hill", 0))
    assert window(table) == "cp_spent" and offered(table, "sud", 103) == ["valencia"]
    respond(table, "sud", 103, "valencia").quiet()
    assert table.state.impulse is None or table.state.impulse.sheltered == ("valencia",)


# Reinforcements (16.2) ------------------------------------------------------------------------------


def reinforced(power: Power) -> Table:
    """The power has built a soldier with its reinforcement points."""
    steps = [SpendReinforcements(power, keeps=True)]
    points: dict[Power, int] = {**dict.fromkeys(POWERS, 0), power: 8}
    table = given(None, then=steps, reinforcements=points)
    return table.give(BuildSoldier("valencia" if power == "spain" else "lisbon"))


def test_spanish_leaders_come_where_the_soldiers_of_the_year_come() -> None:
    """16.2: "Le Potenze devono piazzare questi Rinforzi in uno solo dei Ducati Nazionali Chiave amici non
    assediato (eccezione: comandanti francesi e inglesi, 6.3)"."""
    table = reinforced("spain")
    assert {order.duchy for order in table.offers(BuildLeader)} == {"valencia"}
    steps = [SpendReinforcements("spain", keeps=True)]
    table = given(None, then=steps, reinforcements={**dict.fromkeys(POWERS, 0), "spain": 8})
    table.give(BuildLeader("castanos", "cadiz"))
    assert {order.duchy for order in table.offers(BuildSoldier)} == {"cadiz"}


def test_british_leaders_are_excepted() -> None:
    """16.2, as above."""
    places = {order.duchy for order in reinforced("britain").offers(BuildLeader)}
    assert {"portsmouth", "lisbon", "porto"} <= places
