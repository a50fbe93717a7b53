"""What a player who knows the map and the command points by heart would try (1 to 9, 14, 15)."""

from domain.wellington.arrival.called_formations import callable_by
from domain.wellington.arrival.entry import way_reasons
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.impulses import ImpulsesEnded
from domain.wellington.events.points import CommandPointSpent
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import POWERS, SIDE_OF, card_id
from domain.wellington.orders.arrival import FinishPlacing
from domain.wellington.orders.groups import JoinArmy, NameCommander
from domain.wellington.orders.impulses import EndImpulse, PlayEvent, PlayForPoints, SpendResource
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    Carry,
    LeavePoints,
    MoveArmy,
    PlaceFlag,
    RegroupSoldier,
)
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Arrival
from domain.wellington.position.control import building_places, flag_choices, flagged_from, standing
from domain.wellington.position.state import Lasting, changed, may_preempt, sp_of, with_leader
from domain.wellington.sea.convoys import paid_convoys
from tests.rules.wellington.built_in import DUCHIES, FLAGS
from tests.rules.wellington.position import TWO, given, position

NORDS = FACTS.map.home["nord"]


# Command points (5.5) ---------------------------------------------------------------------------


def test_the_points_of_two_cards_are_put_together_for_one_step() -> None:
    """5.5, 5.6: a plus card adds its points to those of the ordinary card."""
    table = given(hands={"britain": (1, 93), "sud": (7,)}, points=0)
    table.give(PlayForPoints(card_id(1))).quiet()
    assert BuildLeader("wellington", "lisbon") not in table.menu()
    table.give(PlayForPoints(card_id(93))).quiet()
    assert not table.offers(PlayForPoints)
    table.give(BuildLeader("wellington", "lisbon")).quiet()
    assert table.all(CommandPointSpent)[-1].amount == 5


def test_a_second_ordinary_card_is_not_added() -> None:
    table = given(hands={"britain": (1, 2), "sud": (7,)})
    table.give(PlayForPoints(card_id(1))).quiet()
    assert not table.offers(PlayForPoints)


# Building (6.3) ---------------------------------------------------------------------------------


def test_whose_only_national_duchy_is_a_besieged_hasty_fort_builds_with_the_other_french_power() -> None:
    """6.3, R-29."""
    fort, *lost = NORDS
    flags = {duchy: "britain" for duchy in lost}
    besieged = position(flags=flags, hasty_fort=fort, soldiers_at={fort: "britain 1 0 0"})
    assert {fort, "toulouse"} <= set(building_places(besieged, "nord", for_leader=False))
    free = position(flags=flags, hasty_fort=fort)
    assert building_places(free, "nord", for_leader=False) == (fort,)


def test_pieces_in_a_besieged_fortress_wait_for_those_of_a_second_card() -> None:
    """6.3: the battle comes when all formations are placed, also with more than one card (R-27)."""
    table = given(
        active="spain", track="spain",
        soldiers_at={"valencia": "sud 1 0 0"}, hands={"spain": (1, 87), "sud": (7,)},
    )  # fmt: skip
    table.give(PlayForPoints(card_id(1))).quiet().give(BuildSoldier("valencia")).quiet()
    assert not table.all(BattleBegan)
    table.give(PlayForPoints(card_id(87))).quiet()
    assert {type(order) for order in table.menu()} == {BuildSoldier, BuildLeader, FinishPlacing}
    table.give(BuildSoldier("valencia")).quiet().give(FinishPlacing("valencia")).quiet()
    assert sp_of(table.state, "valencia", "spain") == 2
    assert table.prompt == "answer_arrival" or table.all(BattleBegan)


# Flags (7) --------------------------------------------------------------------------------------


def test_a_group_flags_a_duchy_beside_it_for_its_commanders_power_too() -> None:
    """9.62: the group places flags of its commander's power alone."""
    group = {"wellington": "merida", "castanos": "merida"}
    mine = {"merida": "spain"}
    led = given(
        active="spain", track="spain", leaders_at=group, points=1, flags=mine, commanders=("wellington",)
    )
    assert {o.flag for o in led.offers(PlaceFlag) if o.duchy == "caceres"} == {"britain", "spain"}
    own = given(
        active="britain", leaders_at=group, points=1, flags=mine, commanders=("castanos",)
    )
    assert {o.flag for o in own.offers(PlaceFlag) if o.duchy == "caceres"} == {"spain"}

# Impulses (4) -----------------------------------------------------------------------------------


def test_a_power_that_took_the_last_impulse_does_not_preempt_after_a_pass() -> None:
    """4.22, R-13: a pass is no impulse."""
    state = position(
        active=None, track="spain", round=2, last="britain", hands={"britain": (1, 2, 3), "spain": (7,)}
    )
    assert not may_preempt(state, "britain")
    assert may_preempt(changed(state, last="nord"), "britain")


def test_mandatory_and_national_cards_count_for_preemption() -> None:
    """4.22, R-14."""
    state = position(active=None, round=2, hands={"britain": (1,), "nord": (38, 99), "sud": (7,)})
    assert may_preempt(state, "nord")


def test_the_last_impulse_may_be_a_resource_alone_and_ends_the_turn_with_cards_in_hand() -> None:
    """4.24, R-11."""
    table = given(active=None, hands={"britain": (1, 2)}, resources={"britain": 1}).quiet()
    table.give(SpendResource()).give(EndImpulse())
    assert table.all(ImpulsesEnded) and len(table.state.hands["britain"]) == 3


def test_a_power_that_passes_comes_back_with_a_resource_and_the_turn_goes_on() -> None:
    """4.23, 15.2, R-11: it keeps the card, so the other one's impulse is not the last."""
    table = given(active=None, hands={"sud": (1, 2)}, resources={"britain": 1})
    table.give(SpendResource()).give(EndImpulse()).quiet()
    table.give(PlayForPoints(card_id(1))).quiet().give(LeavePoints()).give(EndImpulse())
    assert not table.all(ImpulsesEnded)


def test_nobody_prolongs_a_turn_with_a_resource_after_the_last_impulse() -> None:
    """15.2."""
    table = given(active="sud", track="sud", hands={"sud": (1,)}, resources={"spain": 2, "britain": 1})
    table.give(PlayForPoints(card_id(1))).quiet().give(LeavePoints())
    assert table.all(ImpulsesEnded)


def test_with_mandatory_cards_alone_one_must_be_played_unless_a_resource_is_used() -> None:
    """5.8, R-24."""
    table = given(hands={"britain": (38,), "sud": (7,)}, resources={"britain": 1})
    assert {type(order) for order in table.menu()} == {PlayEvent, SpendResource}
    table.give(SpendResource())
    assert EndImpulse() in table.menu()
    poor = given(hands={"britain": (38, 46), "sud": (7,)})
    assert {type(order) for order in poor.menu()} == {PlayEvent}


def test_a_mandatory_card_waits_while_there_is_another_one() -> None:
    """5.8."""
    table = given(hands={"britain": (38, 1), "sud": (7,)})
    table.give(PlayForPoints(card_id(1))).quiet().give(LeavePoints()).give(EndImpulse())
    assert table.state.hands["britain"] == (card_id(38),)


# Marches (9) ------------------------------------------------------------------------------------


def test_a_group_marches_again_in_the_allys_impulse_under_a_new_commander() -> None:
    """9.64, R-43: at a point for each army, paid by the active power."""
    group = {"wellington": "lisbon", "castanos": "lisbon"}
    table = given(
        active="spain", track="spain", leaders_at=group, commanders=("wellington",), points=2, seats=TWO
    )
    table.give(NameCommander("lisbon", "castanos"))
    table.give(MoveArmy("castanos", "coimbra"), JoinArmy("wellington", 0), Carry("castanos", 0)).quiet()
    assert table.state.leaders["wellington"].duchy == "coimbra"
    assert table.all(CommandPointSpent)[-1].amount == 2


def test_an_army_leaves_the_group_in_its_own_impulse_without_being_asked_for() -> None:
    """9.65, R-44."""
    table = given(
        active="spain", track="spain", points=1, commanders=("wellington",),
        leaders_at={"wellington": "lisbon", "castanos": "lisbon"},
    )  # fmt: skip
    table.give(MoveArmy("castanos", "coimbra"), Carry("castanos", 0)).quiet()
    assert table.state.leaders["castanos"].duchy == "coimbra" and table.prompt != "agree_to_join"


def test_who_comes_to_an_enemy_fortress_stops_and_who_stood_there_may_leave() -> None:
    """9.52, R-39: not into an enemy duchy."""
    table = given(leaders_at={"wellington": "merida", "hill": "badajoz"}, points=3)
    table.give(MoveArmy("wellington", "badajoz"), Carry("wellington", 0)).quiet()
    ways = {(order.leader, order.to) for order in table.offers(MoveArmy)}
    assert ways == {("hill", "merida"), ("hill", "elvas"), ("hill", "huelva")}


def test_who_came_to_an_enemy_fortress_is_not_called_out_of_it_by_a_card() -> None:
    """9.52: he moves no further in this impulse."""
    arrival = Arrival("sud", "sevilla", None, "interception", ())
    waiting = position(leaders_at={"hill": "badajoz"}, arrivals=(arrival,), flags={"sevilla": "spain"})
    assert list(callable_by(waiting, "britain"))
    assert not list(callable_by(with_leader(waiting, "hill", marched=1), "britain"))


def test_a_hasty_fort_stops_the_enemy_like_a_fortress() -> None:
    """9.52, #37."""
    fort = given(leaders_at={"wellington": "abrantes"}, hasty_fort="caceres", points=3)
    assert standing(fort.state, "allied", "caceres") == "enemy"
    fort.give(MoveArmy("wellington", "caceres"), Carry("wellington", 0)).quiet()
    assert not fort.offers(MoveArmy) and fort.offers(BesiegeFortress)


def test_a_duchy_where_friends_besiege_is_no_ambush() -> None:
    """9.43, R-10, R-35: for those who come after the first it is uncontrolled."""
    alone = position(leaders_at={"hill": "merida"}, flags={"merida": "nord"})
    assert way_reasons(alone, "britain", "merida", "badajoz") == 1
    besieged = position(leaders_at={"hill": "merida", "wellington": "badajoz"}, flags={"merida": "nord"})
    assert way_reasons(besieged, "britain", "merida", "badajoz") == 0


def test_palma_and_portsmouth_are_left_by_sea_alone() -> None:
    """R-86."""
    there = {"wellington": "portsmouth", "hill": "palma"}
    table = given(leaders_at=there, points=5)
    assert not table.offers(MoveArmy)
    assert {order.start for order in table.offers(MoveConvoy)} == set(there.values())


# The sea (14) -----------------------------------------------------------------------------------


def test_no_convoy_comes_to_an_uncontrolled_port() -> None:
    """14.2: neither a friendly port, nor an enemy one to be assaulted."""
    state = position(
        leaders_at={"wellington": "lisbon"}, soldiers_at={"vigo": "nord 1 0 0"},
        lasting=(Lasting("admiralty_heart_of_oak", "britain", "assault"),),
    )  # fmt: skip
    ends = {order.to for order in paid_convoys(state, "britain")}
    assert "vigo" not in ends and {"oviedo", "bilbao"} <= ends


def test_with_gibraltar_lost_it_is_assaulted_from_neither_sea_and_parts_them() -> None:
    """14.3, 14.4: a major port is never assaulted."""
    state = position(
        leaders_at={"wellington": "lisbon", "hill": "cartagena"}, flags={"gibraltar": "sud"},
        lasting=(Lasting("admiralty_heart_of_oak", "britain", "assault"),),
    )  # fmt: skip
    ways = {(order.start, order.to) for order in paid_convoys(state, "britain")}
    assert not any(to == "gibraltar" for _, to in ways)
    assert ("lisbon", "cartagena") not in ways and ("cartagena", "lisbon") not in ways
    assert ("cartagena", "palma") in ways and ("lisbon", "cadiz") in ways


def test_who_came_into_play_in_this_impulse_does_not_sail() -> None:
    """14.2: the pieces of a convoy begin the impulse in their port."""
    table = given(soldiers_at={"portsmouth": "britain 1 0 0"}, regroup={"britain": 2}, points=6)
    table.give(RegroupSoldier("portsmouth")).quiet().give(BuildLeader("hill", "portsmouth")).quiet()
    loads = table.menu(draft=(MoveConvoy("portsmouth", "lisbon"),))
    assert loads == [ShipPieces(1)]


# Debts (5.12) -----------------------------------------------------------------------------------


def test_soldiers_built_in_a_besieged_fortress_for_a_debt_do_not_fight() -> None:
    """5.12, R-19: they are gone before."""
    table = given(
        active="spain", track="spain", points=2, soldiers_at={"valencia": "sud 1 0 0"},
        debts={**{power: {} for power in POWERS}, "spain": {"russian_front": 1}},
    )  # fmt: skip
    table.give(BuildSoldier("valencia")).quiet()
    assert sp_of(table.state, "valencia", "spain") == 0 and not table.state.debts["spain"]
    assert not table.all(BattleBegan)


# Flags (7) --------------------------------------------------------------------------------------


def test_no_flag_is_placed_without_a_spare_one_but_the_enemys_may_go() -> None:
    """1.7, R-5."""
    full = {duchy: "spain" for duchy, fact in DUCHIES.items() if fact.is_occupied and duchy != "salamanca"}
    spare = FLAGS["allied"] - len(full)
    more = [duchy for duchy, fact in DUCHIES.items() if SIDE_OF[fact.controller] == "allied"][:spare]
    state = position(flags={**full, **dict.fromkeys(more, "spain"), "vigo": "nord"})
    assert flag_choices(state, "britain", "salamanca") == ()
    assert flag_choices(state, "britain", "vigo") == ("none",)


def test_britain_takes_its_own_duchy_back_by_taking_the_flag_away() -> None:
    """7: the original owner never places its flag; the ally may."""
    state = position(flags={"braga": "nord", "pau": "britain"})
    assert flag_choices(state, "britain", "braga") == ("none",)
    assert flag_choices(state, "spain", "braga") == ("spain", "none")
    assert flag_choices(state, "sud", "pau") == ("sud", "none")
    assert flag_choices(state, "nord", "pau") == ("none",)


def test_nobody_flags_what_the_ally_controls() -> None:
    """8.1."""
    state = position(soldiers_at={"vigo": "britain 1 0 0", "salamanca": "sud 1 0 0"})
    assert not flagged_from(state, "britain", "vigo") and not flagged_from(state, "sud", "salamanca")


def test_an_ally_standing_in_an_uncontrolled_duchy_is_no_bar_to_the_flag() -> None:
    """7.1 note."""
    state = position(soldiers_at={"salamanca": "britain 1 0 0, spain 1 0 0"})
    assert flagged_from(state, "britain", "salamanca") == flagged_from(state, "spain", "salamanca")
