"""Answers to marches, interceptions, evasions and retreats (#3, #22, #33, #39, #41, #45, #67, #82, #100)."""

from typing import Any

import pytest

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.arrival.arrival import _last_come
from domain.wellington.battle.retreat import reasons
from domain.wellington.events.arrival import AttemptStopped, MarchUndone
from domain.wellington.events.battle import FormationRetreated
from domain.wellington.events.cards import CardCancelled
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import CommandPointsReturned
from domain.wellington.facts.world import Power, card_id
from domain.wellington.orders.answers import LetPass, Respond
from domain.wellington.orders.arrival import Evade, EvadeSingly, Intercept
from domain.wellington.orders.battle import LayNone, RetreatAll
from domain.wellington.orders.impulses import EndImpulse, PlayEvent, PlayForPoints
from domain.wellington.orders.points import Carry, LeavePoints, MoveArmy, MoveCounter
from domain.wellington.position import counters
from domain.wellington.position.conflict import Battle, Part
from domain.wellington.position.control import line_kind
from domain.wellington.position.state import Lasting, changed, leaders_of, merged, sp_of, with_troops
from tests.rules.wellington.position import Table, fought, given

MUD, STRAGGLERS, COLUMN, ORDERS, DISGRACE = (card_id(n) for n in (3, 41, 45, 67, 33))
BRITAIN, NORD, SUD, SPAIN = map(Seat, ("britain", "nord", "sud", "spain"))
RODRIGO, FUENTES = "ciudad_rodrigo", "fuentes_de_onoro"


def window(table: Table) -> str:
    if table.prompt != "respond" or table.decision is None:
        return ""
    return str(next(iter(table.decision.asks.values())).about["window"])


def reach(table: Table, kind: str) -> Table:
    """Nobody answers until this window opens."""
    while window(table) != kind:
        assert table.prompt in ("respond", "lay_card"), f"{table.prompt} is asked before {kind}"
        pass_once(table)
    return table


def pass_once(table: Table) -> None:
    if table.prompt == "lay_card":
        table.give(LayNone())
    else:
        table.answer({seat: (LetPass(),) for seat in table.seats})


def on(table: Table) -> Table:
    """Nobody answers or lays a card until something else is asked."""
    while table.prompt in ("respond", "lay_card"):
        pass_once(table)
    return table


def offered(table: Table, power: Power, card: str) -> list[str]:
    return [each.target for each in table.offers(Respond, Seat(power)) if each.card == card]


def respond(table: Table, power: Power, card: str, target: str = "") -> Table:
    """The power answers with the card, and nobody answers that."""
    table.give(Respond(power, card, target), seat=Seat(power))
    while window(table) == "card_played":
        pass_once(table)
    return table


def purposes(table: Table) -> list[str]:
    return [roll.purpose for roll in table.all(Rolled)]


def marching(card: int, *, leader: str = "hill", points: int = 3, dice: Any = (), **facts: Any) -> Table:
    """A British army marches from Fuentes de Oñoro to Ciudad Rodrigo; the Nord holds the card."""
    base: dict[str, Any] = {
        "soldiers_at": {FUENTES: "britain 3 0 0"},
        "leaders_at": {leader: FUENTES},
        "flags": {RODRIGO: "britain", "salamanca": "britain", "lumbrales": "britain"},
        "hands": {"britain": (17,), "nord": (card,)},
    }
    table = given(points=points, dice=dice, **{**base, **facts})
    return table.give(MoveArmy(leader, RODRIGO), Carry(leader, 3))


def a_counter(card: int, *, points: int = 3, dice: Any = (), **facts: Any) -> Table:
    """A British counter marches from Fuentes de Oñoro to Ciudad Rodrigo."""
    base: dict[str, Any] = {
        "soldiers_at": {FUENTES: "britain 1 0 0"},
        "flags": {RODRIGO: "britain", "salamanca": "britain", "lumbrales": "britain"},
        "hands": {"britain": (17,), "nord": (card,)},
    }
    table = given(points=points, dice=dice, **{**base, **facts})
    return table.give(MoveCounter(FUENTES, RODRIGO, 1))


# Mud ----------------------------------------------------------------------------------------------


def test_mud_stops_who_enters_the_duchy_and_all_who_are_there() -> None:
    table = reach(marching(3, leaders_at={"hill": FUENTES, "beresford": RODRIGO}), "entry")
    assert offered(table, "nord", MUD) == [RODRIGO]
    on(respond(table, "nord", MUD, RODRIGO))
    assert not [o for o in table.offers(MoveArmy) if o.leader in ("hill", "beresford")]


def test_mud_holds_each_power_until_its_own_next_impulse() -> None:
    """C-3."""
    mud = Lasting(MUD, "nord", RODRIGO, begun=("sud", "spain"))
    table = given(points=1, leaders_at={"hill": RODRIGO}, lasting=(mud,))
    assert not table.offers(MoveArmy)
    mud = Lasting(MUD, "nord", RODRIGO, begun=("sud", "spain", "nord", "britain"))
    assert given(points=1, leaders_at={"hill": RODRIGO}, lasting=(mud,)).offers(MoveArmy)


def beaten(card: int, holder: Power = "britain", dice: Any = (), **facts: Any) -> Table:
    """Three French soldiers who held Salamanca are beaten by a hit, and retreat."""
    battle = Battle("salamanca", "allied", "britain", (RODRIGO,))
    base: dict[str, Any] = {
        "soldiers_at": {"salamanca": "britain 3 0 0, nord 3 0 0"},
        "flags": {RODRIGO: "britain"},
        "hands": {holder: (card,)},
    }
    rolls = [[5, 1, 1, 1], [1, 1, 1, 1, 1], *dice]
    table = fought(battle, dice=rolls, **{**base, **facts})
    return on(table)


def test_mud_waits_where_beaten_pieces_retreat_to() -> None:
    table = beaten(3)
    to = next(order.to for order in table.offers(RetreatAll))
    reach(table.give(RetreatAll("nord", to)), "retreat_declared")
    assert offered(table, "britain", MUD) == [to]


# Stragglers -------------------------------------------------------------------------------------


def test_stragglers_cost_attrition_in_the_duchy_just_entered_and_in_every_further_one() -> None:
    table = reach(marching(41, dice=[[1] * 4, [1] * 4]), "entry")
    assert offered(table, "nord", STRAGGLERS) == ["hill"]
    on(respond(table, "nord", STRAGGLERS, "hill"))
    assert purposes(table) == ["attrition"]
    on(table.give(MoveArmy("hill", "salamanca"), Carry("hill", 3)))
    assert purposes(table) == ["attrition", "attrition"]


def test_stragglers_without_a_leader_lose_in_every_further_duchy_too() -> None:
    table = reach(a_counter(41, dice=[[1], [1]]), "entry")
    assert offered(table, "nord", STRAGGLERS) == [RODRIGO]
    on(respond(table, "nord", STRAGGLERS, RODRIGO))
    on(table.give(MoveCounter(RODRIGO, "salamanca", 1)))
    assert purposes(table) == ["attrition", "attrition"]
    assert [each.target for each in table.state.lasting] == ["salamanca"]


def test_others_who_enter_the_duchy_do_not_straggle() -> None:
    table = a_counter(41, dice=[[1]], soldiers_at={FUENTES: "britain 2 0 0"})
    respond(reach(table, "entry"), "nord", STRAGGLERS, RODRIGO)
    on(on(table).give(MoveCounter(FUENTES, RODRIGO, 1)))
    assert purposes(table) == ["attrition"]


def test_stragglers_of_a_retreat_lose_on_the_way() -> None:
    table = beaten(41, dice=[[1, 1, 1, 1, 1, 6]])  # the way is hard anyway
    to = next(order.to for order in table.offers(RetreatAll))
    reach(table.give(RetreatAll("nord", to)), "retreat_declared")
    assert offered(table, "britain", STRAGGLERS) == [to]
    on(respond(table, "britain", STRAGGLERS, to))
    assert table.all(FormationRetreated)[-1].to == to
    assert table.all(LossesTaken) == [LossesTaken("nord", to, 1, (), "attrition")]


# Column Attacked ----------------------------------------------------------------------------------


def test_an_attacked_column_pays_a_point_more_for_every_duchy() -> None:
    table = reach(marching(45, points=4), "cp_spent")
    on(respond(table, "nord", COLUMN, "hill"))
    assert table.state.impulse and table.state.impulse.points == 2
    on(table.give(MoveArmy("hill", "salamanca"), Carry("hill", 3)))
    assert table.state.impulse.points == 0 or table.prompt == "play_impulse"


def test_a_column_that_cannot_pay_stays_where_it_is() -> None:
    """C-45."""
    table = on(respond(reach(marching(45, points=1), "cp_spent"), "nord", COLUMN, "hill"))
    assert table.all(CommandPointsReturned) and leaders_of(table.state, FUENTES, "britain") == ("hill",)


def test_attacked_soldiers_without_a_leader_pay_more_too() -> None:
    table = reach(a_counter(45, points=4), "cp_spent")
    assert offered(table, "nord", COLUMN) == [FUENTES]
    on(respond(table, "nord", COLUMN, FUENTES))
    assert table.state.impulse and table.state.impulse.points == 2
    assert [each.target for each in table.state.lasting] == [RODRIGO]


def test_a_column_that_is_attacked_as_it_enters_pays_at_once_or_goes_back() -> None:
    table = on(respond(reach(marching(45, points=2), "entry"), "nord", COLUMN, "hill"))
    assert leaders_of(table.state, RODRIGO, "britain") == ("hill",) and table.prompt != "spend_point"
    table = on(respond(reach(marching(45, points=1), "entry"), "nord", COLUMN, "hill"))
    assert table.all(MarchUndone) and sp_of(table.state, FUENTES, "britain") == 3


def facing(number: int, holder: Power, dice: Any, **facts: Any) -> Table:
    """Hill marches to Clausel at Salamanca; Marmont stands at Valladolid."""
    base: dict[str, Any] = {
        "soldiers_at": {RODRIGO: "britain 3 0 0", "salamanca": "nord 1 0 0", "valladolid": "nord 2 0 0"},
        "leaders_at": {"hill": RODRIGO, "clausel": "salamanca", "marmont": "valladolid"},
        "flags": {RODRIGO: "britain"},
        "hands": {holder: (number,)},
        "points": 1,
    }
    table = given(dice=dice, **{**base, **facts})
    return on(table.give(MoveArmy("hill", "salamanca"), Carry("hill", 3)))


def intercepted(number: int, holder: Power, *dice: list[int]) -> Table:
    return facing(number, holder, dice).give(Intercept("marmont"), Carry("marmont", 2))


def evading(number: int, holder: Power, *dice: list[int], **facts: Any) -> Table:
    table = facing(number, holder, dice, **facts)
    return table.give(next(each for each in table.offers(Evade) if each.leader == "clausel"))


def test_an_interception_that_has_succeeded_is_cancelled() -> None:
    table = reach(intercepted(45, "britain", [6, 6]), "intercept_rolled")
    on(respond(table, "britain", COLUMN, "marmont"))
    assert table.all(AttemptStopped) and leaders_of(table.state, "valladolid", "nord") == ("marmont",)
    assert not table.state.leaders["marmont"].marked  # W-11
    assert not table.state.lasting and COLUMN in table.state.discards


def test_an_interception_that_has_failed_is_not() -> None:
    assert not offered(reach(intercepted(45, "britain", [1, 1]), "intercept_rolled"), "britain", COLUMN)


def test_an_evasion_that_has_succeeded_is_cancelled() -> None:
    table = reach(evading(45, "britain", [6, 6]), "evade_rolled")
    respond(table, "britain", COLUMN, "clausel")
    assert table.all(AttemptStopped) and leaders_of(table.state, "salamanca", "nord") == ("clausel",)


# Conflicting Orders ---------------------------------------------------------------------------------


def test_conflicting_orders_stop_a_weak_leader_before_he_goes() -> None:
    table = on(respond(reach(marching(67, leader="beresford"), "cp_spent"), "nord", ORDERS, "beresford"))
    beresford = table.state.leaders["beresford"]
    assert (beresford.duchy, beresford.marked) == (FUENTES, True)
    assert table.state.impulse and table.state.impulse.points == 2  # the point is lost
    assert not [order for order in table.offers(MoveArmy) if order.leader == "beresford"]


def test_conflicting_orders_undo_a_march_as_it_enters() -> None:
    table = on(respond(reach(marching(67, leader="beresford"), "entry"), "nord", ORDERS, "beresford"))
    assert table.prompt == "spend_point" and not table.state.arrivals
    assert sp_of(table.state, FUENTES, "britain") == 3 and table.state.leaders["beresford"].duchy == FUENTES
    assert table.state.leaders["beresford"].marked and not sp_of(table.state, RODRIGO, "britain")


def test_those_who_were_there_before_stay_when_a_march_is_undone() -> None:
    soldiers = {FUENTES: "britain 3 0 0", RODRIGO: "britain 0 1 0"}
    table = marching(67, leader="beresford", soldiers_at=soldiers)
    on(respond(reach(table, "entry"), "nord", ORDERS, "beresford"))
    (troop,) = table.state.troops[RODRIGO]
    assert (troop.cav, troop.marched, troop.marked) == (1, 0, False)
    assert sum(troop.sp for troop in table.state.troops[FUENTES]) == 3


def test_those_go_back_who_came_though_others_there_have_marched_farther() -> None:
    """Cavalry that marched two duchies rests at Ciudad Rodrigo when three infantry come in from the next."""
    soldiers = {"salamanca": "britain 0 1 0", FUENTES: "britain 3 0 0"}
    base = {"soldiers_at": soldiers, "leaders_at": {"beresford": FUENTES},
            "hands": {"britain": (17,), "nord": (67,)},
            "flags": {RODRIGO: "britain", "salamanca": "britain", "lumbrales": "britain"}}  # fmt: skip
    table = given(points=5, **base)
    on(table.give(MoveCounter("salamanca", RODRIGO, 2)))
    on(table.give(MoveCounter(RODRIGO, "salamanca", 2)))
    on(table.give(MoveCounter("salamanca", RODRIGO, 2)))
    table.give(MoveArmy("beresford", RODRIGO), Carry("beresford", 3))
    on(respond(reach(table, "entry"), "nord", ORDERS, "beresford"))
    assert [(each.counters, each.marched) for each in table.state.troops[RODRIGO]] == [((0, 1, 0), 3)]
    assert [(each.counters, each.marked) for each in table.state.troops[FUENTES]] == [((3, 0, 0), True)]


@pytest.mark.parametrize(("there", "gone"), [("britain 1 1 0", 1), ("britain 0 1 0", 0)])
def test_a_march_is_undone_where_no_counter_is_left_to_change_for(monkeypatch, there: str, gone: int) -> None:
    """Cavalry that marched farther was there; the infantry that came goes back, as counters let it (R-3)."""
    monkeypatch.setattr(counters, "free_counters", lambda *_: (0, 0, 0))
    state = marching(67, leader="beresford", soldiers_at={FUENTES: "britain 3 0 0", RODRIGO: there}).state
    (troop,) = state.troops[RODRIGO]
    parts = [changed(troop, inf=0, marched=2), changed(troop, cav=0, marched=1)]
    state = with_troops(state, RODRIGO, merged(parts))
    went, stayed = _last_come(state, RODRIGO, Part("britain", 1))
    assert (sum(each.inf for each in went), sum(each.cav for each in went)) == (gone, 0)
    assert sum(each.cav for each in stayed) == 1


def test_conflicting_orders_stop_weak_interceptors_and_evaders_alone() -> None:
    """Marmont's and Clausel's value is 2, Soult's 4."""
    table = reach(intercepted(67, "britain"), "intercept_declared")
    assert offered(table, "britain", ORDERS) == ["marmont"]
    table = facing(67, "britain", (), leaders_at={"hill": RODRIGO, "soult": "valladolid"})
    table.give(Intercept("soult"), table.menu(draft=(Intercept("soult"),))[0])
    assert not offered(reach(table, "intercept_declared"), "britain", ORDERS)
    table = reach(evading(67, "britain"), "evade_declared")
    respond(table, "britain", ORDERS, "clausel")
    assert table.all(AttemptStopped) and table.state.leaders["clausel"].marked
    assert not [roll for roll in purposes(table) if roll == "evasion"]


STAYING: Any = {"soldiers_at": {FUENTES: "britain 5 0 0, spain 1 0 0"}, "leaders_at": {
    "beresford": FUENTES, "hill": FUENTES, "castanos": FUENTES}, "commanders": ("beresford",)}  # fmt: skip
"""Beresford marches with three of five strength points and leaves Hill and the Spaniards behind."""


@pytest.mark.parametrize("moment", ["cp_spent", "entry"])
def test_conflicting_orders_mark_the_formation_that_marched_and_no_other(moment: str) -> None:
    """#67: the marker goes "sulla Formazione"."""
    table = reach(marching(67, leader="beresford", **STAYING), moment)
    on(respond(table, "nord", ORDERS, "beresford"))
    assert [each.duchy for each in table.state.leaders.values() if each.marked] == [FUENTES]
    marked = {(troop.power, troop.sp): troop.marked for troop in table.state.troops[FUENTES]}
    assert marked == {("britain", 3): True, ("britain", 2): False, ("spain", 1): False}
    assert [order.leader for order in table.offers(MoveArmy)][:1] == ["hill"]


def test_they_mark_those_alone_who_wanted_to_intercept_or_evade() -> None:
    soldiers = {"valladolid": "nord 3 0 0, sud 1 0 0", RODRIGO: "britain 3 0 0"}
    leaders = {"hill": RODRIGO, "marmont": "valladolid", "clausel": "valladolid"}
    table = facing(67, "britain", (), leaders_at=leaders, soldiers_at=soldiers)
    table.give(Intercept("marmont"), Carry("marmont", 2))
    on(respond(reach(table, "intercept_declared"), "britain", ORDERS, "marmont"))
    assert [name for name, each in table.state.leaders.items() if each.marked] == ["marmont"]
    assert {(t.power, t.sp, t.marked) for t in table.state.troops["valladolid"]} == {
        ("nord", 2, True), ("nord", 1, False), ("sud", 1, False)}  # fmt: skip


def test_the_value_counts_as_cards_have_it() -> None:
    """C-67."""
    ill = (Lasting("the_leaders_health", "nord", "wellington"),)
    table = reach(marching(67, leader="wellington"), "cp_spent")
    assert not offered(table, "nord", ORDERS)
    table = reach(marching(67, leader="wellington", lasting=ill), "cp_spent")
    assert offered(table, "nord", ORDERS) == ["wellington"]


def test_a_leader_who_is_wounded_as_he_sets_out_is_not_confused_any_more() -> None:
    table = marching(67, leader="beresford", dice=[[6]], hands={"britain": (17,), "nord": (67, 52)})
    table = respond(reach(table, "cp_spent"), "nord", "leader_wounded", "beresford")
    assert window(table) == "cp_spent" and not offered(table, "nord", ORDERS)


# Leader in Disgrace -----------------------------------------------------------------------------------


def test_a_leader_in_disgrace_goes_to_the_regroup_box_and_his_men_evade_without_him() -> None:
    """C-33, EX-A 48: singly if nobody else leads them."""
    soldiers = {RODRIGO: "britain 3 0 0", "salamanca": "nord 3 0 0"}
    table = reach(evading(33, "britain", soldiers_at=soldiers), "evade_declared")
    assert offered(table, "britain", DISGRACE) == ["clausel"]
    on(respond(table, "britain", DISGRACE, "clausel"))
    assert table.state.leaders["clausel"].place == "regroup"
    assert table.prompt == "answer_arrival" and table.offers(EvadeSingly)


def test_another_leader_takes_over_from_one_in_disgrace() -> None:
    leaders = {"hill": RODRIGO, "clausel": "salamanca", "joseph": "salamanca"}
    table = reach(evading(33, "britain", leaders_at=leaders), "evade_declared")
    on(respond(table, "britain", DISGRACE, "clausel"))
    assert {order.leader for order in table.offers(Evade)} == {"joseph"}


def test_a_spaniard_in_disgrace_is_shot() -> None:
    """He retreats from a lost battle; the French die for their nationality beats him."""
    battle = Battle("salamanca", "french", "nord", ("valladolid",))
    table = fought(
        battle, dice=[[5, 1, 1, 1, 1], [1] * 5], hands={"nord": (33,)}, flags={"salamanca": "spain"},
        soldiers_at={"salamanca": "spain 3 0 0, nord 3 0 0"}, leaders_at={"castanos": "salamanca"},
    )  # fmt: skip
    on(table)
    while table.prompt == "retreat":
        table.give(table.menu()[0])
    reach(table, "retreat_declared")
    assert offered(table, "nord", DISGRACE) == ["castanos"]
    on(respond(table, "nord", DISGRACE, "castanos"))
    assert table.state.leaders["castanos"].place == "unbuilt"


# Pontoons, bridges, passes ---------------------------------------------------------------------------


BRIDGES, PONTOONS = card_id(10), card_id(100)
RIVER = "salamanca-zamora"


def across(card: int, holder: Power, **facts: Any) -> Table:
    """Clausel stands at Salamanca with points to cross the river to Zamora."""
    hands: dict[Power, tuple[int, ...]] = {"nord": (17,)}
    hands[holder] = (*hands.get(holder, ()), card, 1)
    return given("nord", points=2, leaders_at={"clausel": "salamanca"}, hands=hands, **facts)


TO_ZAMORA = (MoveArmy("clausel", "zamora"), Carry("clausel", 0))


def test_washed_away_bridges_stop_a_march_that_was_announced_and_give_the_point_back() -> None:
    """W-9."""
    table = reach(across(10, "britain").give(*TO_ZAMORA), "cp_spent")
    on(respond(table, "britain", BRIDGES, RIVER))
    assert table.state.leaders["clausel"].duchy == "salamanca" and table.all(CommandPointsReturned)
    assert TO_ZAMORA[0] not in table.offers(MoveArmy)


def test_a_blocked_line_is_open_again_when_its_player_has_an_impulse() -> None:
    """C-9."""
    facts: Any = {"hands": {"spain": (2,), "sud": (4,)}, "track": "spain", "last": "sud"}
    theirs = given(None, lasting=(Lasting(BRIDGES, "spain", RIVER),), **facts).quiet()
    assert theirs.seats == (SPAIN,) and not theirs.state.lasting
    assert given(None, lasting=(Lasting(BRIDGES, "sud", RIVER),), **facts).quiet().state.lasting


def test_pontoons_put_washed_away_bridges_up_again() -> None:
    table = across(100, "nord", lasting=(Lasting(BRIDGES, "britain", RIVER),))
    on(table.give(LeavePoints()).give(PlayEvent(PONTOONS, RIVER)))
    assert [each.card for each in table.state.lasting] == [PONTOONS] and BRIDGES in table.state.discards
    assert line_kind(table.state, "nord", "salamanca", "zamora") == "open"


def test_pontoons_serve_their_player_alone_and_for_this_impulse() -> None:
    table = across(7, "nord", lasting=(Lasting(PONTOONS, "nord", RIVER),))
    kinds = [line_kind(table.state, power, "salamanca", "zamora") for power in ("nord", "sud", "spain")]
    assert kinds == ["open", "river", "river"]
    on(table.give(LeavePoints()).give(PlayForPoints(card_id(17)))).give(LeavePoints()).give(EndImpulse())
    assert not table.state.lasting and PONTOONS in table.state.played


def test_pontoons_cancel_the_bridges_in_their_own_window() -> None:
    """C-N: the march goes on, and the bridges stand in the next impulse, too."""
    table = given(
        "nord", points=2, leaders_at={"clausel": "salamanca"}, hands={"nord": (17, 100), "britain": (10, 1)}
    )
    reach(table.give(*TO_ZAMORA), "cp_spent").give(Respond("britain", BRIDGES, RIVER), seat=BRITAIN)
    on(respond(table, "nord", PONTOONS, RIVER))
    assert table.all(CardCancelled) == [CardCancelled(BRIDGES, PONTOONS, "nord")]
    assert table.state.leaders["clausel"].duchy == "zamora"
    assert [each.card for each in table.state.lasting] == [PONTOONS]


def test_a_retreat_over_pontoons_costs_no_attrition() -> None:
    """#100."""
    state = across(7, "nord", lasting=(Lasting(PONTOONS, "nord", RIVER),)).state
    assert reasons(state, "nord", "salamanca", "zamora") == reasons(state, "sud", "salamanca", "zamora") - 1


# Scum of the Earth, Ally Insulted, Royalist Dissent ----------------------------------------------------


def test_the_victor_becomes_the_scum_of_the_earth() -> None:
    """#82: the leader who commands; the card lies with him to the end of his power's next impulse."""
    table = fought(
        Battle("salamanca", "allied", "britain", (RODRIGO,)), dice=[[5] + [1] * 6, [1] * 5],
        soldiers_at={"salamanca": "britain 3 0 0, nord 3 0 0"}, leaders_at={"hill": "salamanca"},
        flags={RODRIGO: "britain"}, hands={"nord": (82,), "britain": (17, 1)},
    )  # fmt: skip
    on(table).give(table.menu()[0])
    on(respond(reach(table, "battle_won"), "nord", "scum_of_the_earth", "hill"))
    (scum,) = table.state.lasting
    assert (scum.target, scum.begun) == ("hill", ())


def test_royalist_dissent_lasts_until_both_french_powers_ended_a_scheduled_impulse() -> None:
    """C-39."""
    dissent = Lasting("royalist_dissent", "britain", completed=("sud",))
    hands: Any = {"nord": (17,), "sud": (1,)}
    table = given("nord", hands=hands, leaders_at={"joseph": "bayonne"}, lasting=(dissent,))
    on(table.give(PlayForPoints(card_id(17))))
    assert not table.offers(MoveArmy)
    table.give(LeavePoints())
    assert "royalist_dissent" in table.state.removed


def test_an_insulted_ally_is_so_to_the_end_of_its_next_scheduled_impulse() -> None:
    """C-22."""
    for begun, stays in ((("sud",), True), (("sud", "nord"), False)):
        insulted = Lasting("ally_insulted", "britain", "nord", begun=begun)
        table = given("nord", hands={"nord": (17,), "sud": (1,)}, lasting=(insulted,))
        on(table.give(PlayForPoints(card_id(17)))).give(LeavePoints())
        assert bool(table.state.lasting) is stays
