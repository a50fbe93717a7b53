"""Thunder & Lightning: half the dice in a duchy, and who overruns stays there (#81, C-81).

"Una Formazione che fa sfondamento non può muovere/evadere/intercettare fuori da quel Ducato ... sino al loro
impulso seguente (possono ritirarsi)."
"""

from typing import Any

from domain.kernel.seats import PUBLIC, Seat
from domain.wellington.arrival.attempts import is_open, parts_left
from domain.wellington.arrival.evasion import CompleteEvasion, army_evasions, single_evasions
from domain.wellington.arrival.interception import bands, interceptors
from domain.wellington.events.arrival import AttemptStopped
from domain.wellington.events.battle import BattleResolved, FormationRetreated, FormationsMarked
from domain.wellington.events.cards import EffectBound
from domain.wellington.events.impulses import ImpulseBegan, ImpulseEnded
from domain.wellington.events.points import PiecePlaced
from domain.wellington.facts.world import card_id
from domain.wellington.orders.battle import LayCard
from domain.wellington.orders.impulses import PlayForPoints
from domain.wellington.orders.points import Carry, LeavePoints, MoveArmy, MoveCounter
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Arrival, Attempt, Battle, Part
from domain.wellington.position.control import is_safe
from domain.wellington.position.state import SAILED, General, Lasting, State, Troop, changed, sp_of
from domain.wellington.seen.scene import view
from tests.rules.wellington.answering import answered, dice_of, see_through
from tests.rules.wellington.position import Table, fought, given, position

BRITAIN = Seat("britain")
THUNDER = card_id(81)
RODRIGO = "ciudad_rodrigo"


def storm(dice: Any, **facts: Any) -> Table:
    """Hill attacks two French strength points at Salamanca, and Britain lays Thunder & Lightning."""
    base: dict[str, Any] = {
        "leaders_at": {"hill": "salamanca"}, "soldiers_at": {"salamanca": "britain 2 0 0, nord 2 0 0"},
        "flags": {RODRIGO: "britain"}, "hands": {"britain": (81, 17), "nord": (1, 18)},
    }  # fmt: skip
    table = fought(Battle("salamanca", "allied", "britain", (RODRIGO,)), dice=dice, **{**base, **facts})
    while table.prompt != "lay_card":
        table.quiet()
    return table.give(LayCard("britain", THUNDER, "salamanca"))


def test_who_overran_the_enemy_in_a_storm_does_not_leave() -> None:
    table = see_through(storm([[6, 6, 6], [1, 1]]))
    assert table.state.leaders["hill"].bound
    assert [(troop.sp, troop.bound) for troop in table.state.troops["salamanca"]] == [(2, True)]
    assert not table.offers(MoveArmy) and not table.offers(MoveCounter)


def test_the_card_goes_with_the_impulse_and_they_stay_until_their_next_one() -> None:
    table = see_through(storm([[6, 6, 6], [1, 1]]))
    table.give(LeavePoints()).give(PlayForPoints(card_id(17))).quiet().give(LeavePoints())
    assert table.seats != (BRITAIN,) and not table.state.lasting and THUNDER in table.state.discards
    assert table.state.leaders["hill"].bound
    for power in ("spain", "nord"):
        assert ImpulseBegan(power, "scheduled").apply(table.state).leaders["hill"].bound
    freed = ImpulseBegan("britain", "preempting").apply(table.state)
    assert not freed.leaders["hill"].bound and not any(t.bound for t in freed.troops["salamanca"])


def test_an_overrun_that_cautious_generals_annul_binds_nobody() -> None:
    """#79: "annullate qualsiasi sfondamento"."""
    one = {"salamanca": "britain 2 0 0, nord 1 0 0"}
    hands = {"britain": (81, 17), "nord": (18,), "sud": (79,)}
    table = storm([[6, 6, 6], [1, 1]], hands=hands, soldiers_at=one)
    answered(table, "battle_round_end", "sud", 79)
    table = see_through(table)
    assert table.all(BattleResolved)[0].is_overrun and not table.all(EffectBound)
    assert table.state.leaders["hill"].marked and not table.state.leaders["hill"].bound


def test_a_storm_without_an_overrun_binds_nobody() -> None:
    table = see_through(storm([[1] * 3, [1] * 2, [1] * 3, [1] * 2]))
    assert not table.all(EffectBound) and dice_of(table, "allied")[0] == 3


def test_nobody_is_bound_before_he_overruns() -> None:
    """The storm lies there for the impulse; Nord's pieces may leave until then."""
    there = Lasting(THUNDER, "britain", "salamanca")
    state = position(leaders_at={"marmont": "salamanca"}, soldiers_at={"salamanca": "nord 2 0 0"},
                     lasting=(there,))  # fmt: skip
    came = Arrival("britain", "lumbrales", RODRIGO, "march", (Part("britain", 1),), was_friendly=True)
    assert interceptors(changed(state, arrivals=(came,)), "nord", came) == ("marmont",)


def test_an_army_that_overran_a_fortress_is_bound_and_no_other() -> None:
    """Eleven dice are halved; three sixes at once are a siege overrun (12.41)."""
    table = given(
        soldiers_at={RODRIGO: "britain 5 1 0, spain 1 0 0"},
        leaders_at={"wellington": RODRIGO, "hill": RODRIGO},
        hands={"britain": (81, 17), "nord": (1, 2)}, dice=[[6, 6, 6, 1, 1, 1], [1, 1], [1]], points=3,
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5)).quiet()
    table.give(LayCard("britain", THUNDER, RODRIGO))
    see_through(table)
    (bound,) = table.all(EffectBound)
    assert bound.parts == (Part("britain", 5, ("wellington",)),)
    assert {order.leader for order in table.offers(MoveArmy)} == {"hill"}
    assert max(order.sp for order in table.menu(draft=(table.offers(MoveArmy)[0],))) == 2


def test_a_siege_that_is_no_overrun_binds_nobody() -> None:
    table = given(
        soldiers_at={RODRIGO: "britain 5 0 0"}, leaders_at={"wellington": RODRIGO}, points=3,
        hands={"britain": (81, 17), "nord": (1, 2)}, dice=[[1] * 6, [1, 1]],
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5)).quiet()
    see_through(table.give(LayCard("britain", THUNDER, RODRIGO)))
    assert not table.all(EffectBound)


# What a bound formation may not do -------------------------------------------------------------------


def held(**changes: Any) -> State:
    """Hill and two strength points are bound at Salamanca; Beresford has joined them with three."""
    state = position(active="nord", leaders_at={"beresford": "salamanca"}, commanders=("beresford",))
    troops = (Troop("britain", 3), Troop("britain", 2, bound=True))
    leaders = {**state.leaders, "hill": General("map", "salamanca", bound=True)}
    return changed(state, troops={"salamanca": troops}, leaders=leaders, **changes)


COMES = Arrival("nord", "salamanca", "valladolid", "march", (Part("nord", 1),), was_friendly=False)
ENTERS = Arrival("nord", RODRIGO, "almaraz", "march", (Part("nord", 1),), was_friendly=False)


def test_it_does_not_intercept_but_who_joined_it_later_does() -> None:
    state = held(arrivals=(ENTERS,), flags={RODRIGO: "spain"})
    assert interceptors(state, "britain", ENTERS) == ("beresford",)
    assert max(band.sp for band in bands(state, "beresford")) == 3
    assert all(band.staff == () for band in bands(state, "beresford"))


def test_it_does_not_evade_but_who_joined_it_later_does() -> None:
    state = held(arrivals=(COMES,))
    assert {order.leader for order in army_evasions(state, "britain", COMES)} == {"beresford"}
    assert single_evasions(state, "britain", COMES, ()) == []
    led = changed(state, commanders=("hill",))
    assert {order.leader for order in army_evasions(led, "britain", COMES)} == {"beresford"}


def test_an_evasion_already_rolled_comes_to_nothing_if_a_battle_there_binds_the_soldier() -> None:
    """An answer to the evasion brought on a battle in the same duchy, and he overran in it."""
    slipping = Attempt("evasion", "spain", (RODRIGO, "almaraz"), (Part("spain", 1),), dice=(6, 6))
    entered = changed(ENTERS, start="salamanca", attempts=(slipping,), tried=("spain",))
    for is_bound in (True, False):
        troops = {RODRIGO: (Troop("spain", 1, bound=is_bound),)}
        table = given(troops=troops, arrivals=(entered,), active="nord", then=[CompleteEvasion("spain")])
        assert [stopped.attempt for stopped in table.all(AttemptStopped)] == [slipping] * is_bound
        assert sp_of(table.state, RODRIGO, "spain") == is_bound


def test_an_interception_already_rolled_comes_to_nothing_if_the_leader_is_bound() -> None:
    band = (Part("britain", 2, ("hill",)),)
    coming = Attempt("interception", "britain", ("salamanca", RODRIGO), band, "hill", dice=(6, 6))
    state = held(arrivals=(changed(ENTERS, attempts=(coming,)),))
    assert not is_open(state, coming)
    free = changed(state, leaders={**state.leaders, "hill": General("map", "salamanca")})
    assert is_open(free, coming) and parts_left(free, coming) == band


def test_of_a_group_that_slips_away_who_was_bound_meanwhile_stays() -> None:
    band = (Part("britain", 5, ("beresford", "hill")),)
    going = Attempt("evasion", "britain", ("salamanca", "lumbrales"), band, "beresford", dice=(6, 6))
    assert parts_left(held(), going) == (Part("britain", 3, ("beresford",)),)


def test_it_bars_no_way_of_the_enemy() -> None:
    """16.3: "in cui il nemico potrebbe intercettare"; who is bound could not, in the Interphase either."""
    state = held(flags={"valladolid": "nord"})
    hill = changed(state, leaders={**state.leaders, "beresford": General()}, commanders=("hill",))
    assert not is_safe(state, "french", "valladolid") and is_safe(hill, "french", "valladolid")
    assert not is_safe(state, "french", "valladolid", marked=True)
    assert is_safe(hill, "french", "valladolid", marked=True)


def test_conflicting_orders_mark_those_who_wanted_to_go_and_not_those_who_are_bound() -> None:
    """#67: "sulla Formazione"; those who had come by march or by sea stand there with bound ones."""
    state = held()
    bound = Troop("britain", 2, bound=True)
    stopped = FormationsMarked("salamanca", "allied", (Part("britain", 3, ("beresford",)),))
    for marched in (1, SAILED):
        came = changed(state, troops={"salamanca": (bound, Troop("britain", 3, marched=marched))})
        after = stopped.apply(came)
        marked = [troop for troop in after.troops["salamanca"] if troop.marked]
        assert [(troop.sp, troop.bound) for troop in marked] == [(3, False)]


def test_what_comes_into_play_there_later_is_not_bound() -> None:
    state = held()
    after = PiecePlaced("britain", "salamanca", sp=2).apply(state)
    assert sum(troop.sp for troop in after.troops["salamanca"] if not troop.bound) == 5


def test_it_may_retreat_and_is_free_then() -> None:
    state = held()
    away = FormationRetreated("britain", "salamanca", RODRIGO, ("hill",), state.troops["salamanca"], ())
    after = away.apply(state)
    assert not after.leaders["hill"].bound and not any(troop.bound for troop in after.troops[RODRIGO])


def test_the_markers_of_the_impulse_come_off_and_the_storm_s_do_not() -> None:
    after = ImpulseEnded("nord", "scheduled").apply(held())
    assert after.leaders["hill"].bound and any(troop.bound for troop in after.troops["salamanca"])


def test_everybody_sees_who_is_bound() -> None:
    tokens = view(held(), PUBLIC).tokens
    assert "bound" in tokens["hill"].flags and "bound" in tokens["britain-salamanca"].flags
    assert "bound" not in tokens["beresford"].flags


def test_an_event_of_an_old_game_binds_all_who_are_where_the_card_lies() -> None:
    state = changed(held(), lasting=(Lasting(THUNDER, "britain", "salamanca"),))
    after = EffectBound(THUNDER).apply(state)
    assert after.leaders["beresford"].bound and all(troop.bound for troop in after.troops["salamanca"])
