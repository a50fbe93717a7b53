"""The Interphase (16): EX-36 to EX-40, EX-P9, R-87, R-89 to R-97."""

from collections.abc import Sequence

import pytest

from domain.kernel.agenda import Step
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.wellington.events.cards import CardRemoved, EffectEnded, ResourcesGained
from domain.wellington.events.impulses import TurnBegan
from domain.wellington.events.interphase import (
    CardReturned,
    ExcessCardDiscarded,
    ExcessCardTraded,
    LeaderWithdrawn,
    OldCardsReturned,
    Redeployed,
    ReinforcementsLost,
    ReinforcementSpent,
    ReinforcementsRolled,
)
from domain.wellington.events.losses import LossesTaken, RemovalOwed
from domain.wellington.events.setup import CardsDealt, HandKept
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import POWERS, Power, card_id
from domain.wellington.interphase.interphase import EndInterphase, Interphase, impulse_order
from domain.wellington.interphase.redeployment import (
    EndRedeployments,
    Redeploy,
    Withdraw,
    first_parts,
)
from domain.wellington.interphase.reinforcements import (
    GainResources,
    RollReinforcements,
    SpendReinforcements,
    appeal_modifier,
    leader_places,
    soldier_places,
)
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.impulses import KeepHand, ReplaceHand
from domain.wellington.orders.interphase import (
    LeaveLeaders,
    LeaveRedeployment,
    LeaveReinforcements,
    RedeployBySea,
    RedeployLeader,
    RedeployTo,
    TakeAlong,
    TradeCard,
    WithdrawLeader,
)
from domain.wellington.orders.points import BuildLeader, BuildSoldier, RegroupSoldier
from domain.wellington.playing.hands import (
    DealNationalCards,
    DiscardExcess,
    DrawHands,
    Mulligan,
    ReturnOldCards,
    TradeExcess,
)
from domain.wellington.position.state import (
    Lasting,
    changed,
    common_in_hand,
    deck,
    leaders_in,
    may_preempt,
    sp_of,
)
from domain.wellington.sequence.turn import BeginTurn
from tests.rules.wellington.built_in import CARDS
from tests.rules.wellington.position import Table, ToldPlay, given, position

FRENCH: tuple[Power, ...] = ("sud", "nord")


def between(*steps: Step, **facts: object) -> Table:
    """These steps of the Interphase; reinforcement points are `points_of`, dice are told."""
    points_of = facts.pop("points_of", {})
    assert isinstance(points_of, dict)
    reinforcements = {**dict.fromkeys(POWERS, 0), **points_of}
    return given(active=None, then=steps, reinforcements=reinforcements, **facts)  # type: ignore[arg-type]


def rolled(power: Power, dice: Sequence[int], rolls_for: tuple[Power, ...] = (), **facts: object) -> Table:
    return between(RollReinforcements(power, rolls_for or (power,)), dice=[dice], **facts)


# Order and Resources ----------------------------------------------------------------------------


def test_all_parts_go_in_impulse_order_from_the_next_scheduled_power() -> None:
    assert impulse_order("spain") == ("spain", "nord", "britain", "sud")
    table = given(active=None, track="spain", then=[Interphase()])
    assert [event.power for event in table.all(ReinforcementsRolled)][:1] == ["spain"]


def test_madrid_gives_a_resource_to_anybody_lisbon_and_gibraltar_to_the_french() -> None:
    first = between(GainResources()).all(ResourcesGained)
    assert first[:1] == [ResourcesGained("nord", 1)]
    table = between(GainResources(), flags={"madrid": "spain", "lisbon": "sud", "gibraltar": "nord"})
    gained = {(event.power, event.amount) for event in table.all(ResourcesGained)[:3]}
    assert gained == {("spain", 1), ("sud", 1), ("nord", 1)}


# The three tables -------------------------------------------------------------------------------


def test_spain_adds_one_for_every_two_keys() -> None:
    lost: dict[str, Power] = {"oviedo": "nord"}
    table = rolled("spain", [4, 3], flags=lost)
    found = table.all(ReinforcementsRolled)[0]
    assert found == ReinforcementsRolled("spain", "uprising", 7, 1, 8, terms={"keys": 1})


@pytest.mark.parametrize(("flags", "points"), [({}, 14), ({"lisbon": "sud"}, 10),
                                               ({"lisbon": "sud", "porto": "nord"}, 8)])  # fmt: skip
def test_britain_sums_four_dice_less_lisbon_and_porto(flags: dict[str, Power], points: int) -> None:
    assert rolled("britain", [3, 3, 4, 4], flags=flags).all(ReinforcementsRolled)[0].points == points


def test_british_reinforcements_are_never_below_nothing() -> None:
    flags: dict[str, Power] = {"lisbon": "sud", "porto": "nord"}
    assert rolled("britain", [1, 1, 1, 1], flags=flags).all(ReinforcementsRolled)[0].points == 0


def test_the_other_wellesley_gives_both_allies_a_die_or_takes_one_from_britain() -> None:
    ours, theirs = Lasting("the_other_wellesley", "spain"), Lasting("the_other_wellesley", "nord")
    assert rolled("britain", [1, 1, 1, 1, 1], lasting=(ours,)).all(ReinforcementsRolled)[0].dice == 5
    assert rolled("spain", [1, 1, 1], lasting=(ours,)).all(ReinforcementsRolled)[0].dice == 3
    table = rolled("britain", [6, 6, 6], lasting=(theirs,))
    assert table.all(ReinforcementsRolled)[0].dice == 18
    assert CardRemoved("the_other_wellesley") in table.all(CardRemoved)
    assert rolled("spain", [1, 1], lasting=(theirs,)).all(ReinforcementsRolled)[0].dice == 2


def test_the_appeal_counts_for_both_french_powers() -> None:
    table = rolled("nord", [1], ("nord", "sud"))
    assert [(event.power, event.points) for event in table.all(ReinforcementsRolled)[:2]] == [
        ("nord", 8), ("sud", 8),
    ]  # fmt: skip


def test_russia_and_the_emperors_call_turn_a_five_into_a_loss_of_one_strength_point_each() -> None:
    removed = ("russian_front", "viceroy_deposed", "the_emperor_calls", "young_guard")
    soldiers_at = {"burgos": "nord 2 0 0", "sevilla": "sud 2 0 0"}
    table = rolled("sud", [5], FRENCH, removed=removed, soldiers_at=soldiers_at)
    assert table.prompt == "remove_soldier" and table.seats == (Seat("sud"),)
    table.give(RemoveSoldier("sud", "sevilla")).give(RemoveSoldier("nord", "burgos"))
    assert [event.sp for event in table.all(LossesTaken)[:2]] == [1, 1]


def test_the_eagles_come_south_takes_three_off_the_next_appeal() -> None:
    removed = ("russian_front", "the_emperor_calls")
    pending = position(removed=removed, lasting=(Lasting("the_eagles_come_south", "sud"),))
    assert appeal_modifier(position(removed=removed)) == 3
    assert appeal_modifier(pending) == 0


@pytest.mark.parametrize(("modifier", "mean"), [(-3, 7.333), (0, 5.167), (1, 3.833), (2, 2.5), (3, 0.833)])
def test_mean_of_the_appeal(modifier: int, mean: float) -> None:
    bands = [FACTS.tables.appeal_to_the_emperor.row(die + modifier) for die in range(1, 7)]
    assert sum(band.cp - band.remove_cp for band in bands) / 6 == pytest.approx(mean, abs=0.001)


def test_a_power_without_soldiers_owes_the_emperor_nothing() -> None:
    removed = ("russian_front", "the_emperor_calls", "disaster_on_the_rhine")
    table = rolled("sud", [6], FRENCH, removed=removed)
    assert not table.all(RemovalOwed) and not any(table.state.debts.values())


# What the points buy ----------------------------------------------------------------------------


def test_five_points_build_two_strength_points_and_regroup_one() -> None:
    table = between(SpendReinforcements("spain", keeps=False), points_of={"spain": 5}, regroup={"spain": 1})
    for order in (BuildSoldier("cadiz"), BuildSoldier("cadiz"), RegroupSoldier("cadiz")):
        table.give(order)
    assert [event.amount for event in table.all(ReinforcementSpent)] == [2, 2, 1]
    assert table.all(LossesTaken) == [] and sp_of(table.state, "cadiz", "spain") == 3


def test_all_soldiers_of_a_power_go_to_one_key() -> None:
    table = between(SpendReinforcements("spain", keeps=False), points_of={"spain": 8})
    assert {order.duchy for order in table.offers(BuildSoldier)} == {
        "valencia", "cartagena", "cadiz", "oviedo",
    }  # fmt: skip
    table.give(BuildSoldier("valencia"))
    assert {order.duchy for order in table.offers(BuildSoldier)} == {"valencia"}
    assert BuildLeader("castanos", "cadiz") in table.menu()


def test_an_odd_point_builds_nothing_and_is_lost() -> None:
    table = between(SpendReinforcements("spain", keeps=False), points_of={"spain": 1})
    assert table.all(ReinforcementsLost)[0] == ReinforcementsLost("spain", 1)


def test_reinforcements_stay_out_of_besieged_keys_and_leaders_may_land_at_plymouth() -> None:
    state = position(soldiers_at={"cadiz": "sud 1 0 0"})
    assert "cadiz" not in soldier_places(state, "spain")
    assert "portsmouth" not in soldier_places(state, "britain")
    assert "portsmouth" in leader_places(state, "britain")


def test_a_power_without_a_free_key_uses_the_nearest_national_duchy() -> None:
    flags: dict[str, Power] = dict.fromkeys(("toulouse", "perpignan"), "britain")
    places = soldier_places(position(flags=flags), "sud")
    assert places and set(places) <= {"carcassonne", "tarbes"}


def test_a_power_may_leave_its_points_for_redeployments() -> None:
    table = between(SpendReinforcements("spain", keeps=True), Redeploy("spain"), points_of={"spain": 4},
                    leaders_at={"castanos": "cadiz"})  # fmt: skip
    table.give(LeaveReinforcements())
    assert table.prompt == "redeploy" and table.state.reinforcements["spain"] == 4


# Redeployment -----------------------------------------------------------------------------------


def test_a_leader_takes_up_soldiers_on_his_way_up_to_his_command_value() -> None:
    soldiers_at = {"lisbon": "britain 3 0 0", "coimbra": "britain 3 0 0", "porto": "britain 3 0 0"}
    table = between(Redeploy("britain"), soldiers_at=soldiers_at, leaders_at={"hill": "lisbon"})
    draft: tuple[Order, ...] = (RedeployLeader("hill"), TakeAlong("lisbon", 2), TakeAlong("coimbra", 2))
    ends = table.menu(draft=draft)
    assert not [order for order in ends if isinstance(order, TakeAlong)]  # he commands four
    table.give(*draft, RedeployTo("porto"))
    state = table.state
    assert sp_of(state, "porto", "britain") == 7 and "hill" in leaders_in(state, "porto")
    assert (sp_of(state, "lisbon", "britain"), sp_of(state, "coimbra", "britain")) == (1, 1)


def test_no_redeployment_leads_to_where_an_enemy_army_could_intercept() -> None:
    table = between(Redeploy("britain"), leaders_at={"hill": "lisbon", "soult": "caceres"})
    near = {name for name in FACTS.map.adjacent["caceres"] if FACTS.map.line["caceres", name] != "river"}
    ends = table.menu(draft=(RedeployLeader("hill"), TakeAlong("lisbon", 0)))
    assert near and not near & {order.duchy for order in ends if isinstance(order, RedeployTo)}


@pytest.mark.parametrize(
    ("card", "power", "start", "leaders_at"),
    [
        (3, "britain", "lisbon", {"hill": "lisbon", "beresford": "porto"}),
        (39, "sud", "perpignan", {"soult": "perpignan", "drouet": "barcelona"}),
    ],
)
def test_nobody_redeploys_out_of_the_mud_or_out_of_a_royalist_france(
    card: int, power: Power, start: str, leaders_at: dict[str, str]
) -> None:
    """#3: "non possono uscire dal Ducato per alcuna ragione"; #39: "non possono muovere"."""
    free = between(Redeploy(power), leaders_at=leaders_at)
    assert {order.leader for order in free.offers(RedeployLeader)} == set(leaders_at)
    held = between(Redeploy(power), leaders_at=leaders_at, lasting=(Lasting(card_id(card), "nord", start),))
    (other,) = held.offers(RedeployLeader)
    assert leaders_at[other.leader] != start
    loads = held.menu(draft=(other, TakeAlong(leaders_at[other.leader], 0)))
    assert not [each for each in loads if isinstance(each, TakeAlong) and each.duchy == start]


def test_nobody_redeploys_whom_a_storm_has_bound() -> None:
    """#81: "non può muovere ... fuori da quel Ducato ... sino al loro impulso seguente"."""
    table = between(Redeploy("britain"), leaders_at={"hill": "lisbon", "beresford": "porto"})
    hill = changed(table.state.leaders["hill"], bound=True)
    bound = changed(table.state, leaders={**table.state.leaders, "hill": hill})
    assert first_parts(bound, "britain") == [RedeployLeader("beresford"), RedeployBySea("porto")]


def test_each_further_redeployment_costs_a_point_and_no_piece_goes_twice() -> None:
    table = between(Redeploy("britain"), leaders_at={"hill": "lisbon", "beresford": "porto"},
                    points_of={"britain": 1})  # fmt: skip
    table.give(RedeployLeader("hill"), TakeAlong("lisbon", 0), RedeployTo("porto"))
    assert table.offers(RedeployLeader) == [RedeployLeader("beresford")]
    table.give(RedeployLeader("beresford"), TakeAlong("porto", 0), RedeployTo("lisbon"))
    assert [event.amount for event in table.all(ReinforcementSpent)] == [1]
    assert len(table.all(Redeployed)) == 2 and table.prompt != "redeploy"


def test_britain_may_sail_instead_but_not_through_an_enemy_strait() -> None:
    start: tuple[Order, ...] = (RedeployBySea("lisbon"), TakeAlong("lisbon", 5))
    soldiers_at = {"lisbon": "britain 5 0 0"}
    table = between(Redeploy("britain"), soldiers_at=soldiers_at)
    ends = {order.duchy for order in table.menu(draft=start) if isinstance(order, RedeployTo)}
    assert {"portsmouth", "valencia"} <= ends
    closed = between(Redeploy("britain"), soldiers_at=soldiers_at, flags={"gibraltar": "sud"})
    ends = {order.duchy for order in closed.menu(draft=start) if isinstance(order, RedeployTo)}
    assert "portsmouth" in ends and "valencia" not in ends
    table.give(*start, RedeployTo("valencia"))
    assert sp_of(table.state, "valencia", "britain") == 5 and table.all(Redeployed)[0].by_sea


def test_only_britain_redeploys_by_sea() -> None:
    table = between(Redeploy("spain"), soldiers_at={"cadiz": "spain 2 0 0"},
                    leaders_at={"castanos": "cadiz"})  # fmt: skip
    assert not table.offers(RedeployBySea)


def test_pieces_are_unmarked_after_the_redeployments() -> None:
    table = between(Redeploy("britain"), EndRedeployments(), DrawHands(POWERS), Mulligan("britain"),
                    soldiers_at={"lisbon": "britain 2 0 0"}, leaders_at={"hill": "lisbon"})  # fmt: skip
    table.give(RedeployLeader("hill"), TakeAlong("lisbon", 2), RedeployTo("porto"))
    assert table.prompt == "mulligan" and not table.state.leaders["hill"].marked
    assert not any(troop.marked for troop in table.state.troops["porto"])


def test_leaders_may_be_taken_off_the_map_and_what_lies_on_them_goes_too() -> None:
    brave = Lasting("the_bravest_of_the_brave", "britain", "hill")
    table = between(Withdraw("britain"), Withdraw("spain"), leaders_at={"hill": "elvas"}, lasting=(brave,))
    table.give(WithdrawLeader("hill"))
    assert table.all(LeaderWithdrawn) == [LeaderWithdrawn("hill")]
    assert table.state.leaders["hill"].place == "unbuilt"
    assert EffectEnded("the_bravest_of_the_brave") in table.all(EffectEnded)


# Cards ------------------------------------------------------------------------------------------


def test_only_the_new_cards_may_be_changed_and_half_of_the_old_ones_go_back() -> None:
    hands: dict[Power, tuple[int, ...]] = {"britain": (1, 2, 3)}
    table = between(DrawHands(POWERS), Mulligan("britain"), ReturnOldCards(POWERS), Mulligan("sud"),
                    hands=hands, discards=("stragglers",))  # fmt: skip
    assert table.state.discards == () and len(table.state.hands["britain"]) == 6
    table.give(ReplaceHand("britain")).give(KeepHand("britain"))
    back = table.all(OldCardsReturned)[0]
    assert (back.power, back.count) == ("britain", 2)
    mandatory = [card for card in common_in_hand(table.state, "britain") if CARDS[card].is_mandatory]
    assert len(table.state.hands["britain"]) in (5 + 1, 5 + 1 + len(mandatory))
    assert set(back.cards) <= set(deck(table.state)) and table.state.set_aside == {}


def test_a_ninth_card_goes_at_random_for_a_resource_and_the_rest_for_its_number() -> None:
    hands: dict[Power, tuple[int, ...]] = {"sud": (1, 2, 3, 7, 8, 9, 10, 11, 12, 13)}
    table = between(DiscardExcess("sud"), TradeExcess("sud"), SpendReinforcements("sud", keeps=False),
                    hands=hands, draws=[card_id(13)])  # fmt: skip
    assert table.all(ExcessCardDiscarded) == [ExcessCardDiscarded("sud", card_id(13))]
    assert table.all(ResourcesGained)[0] == ResourcesGained("sud", 1)
    table.give(TradeCard(card_id(1)))
    assert table.all(ExcessCardTraded) == [ExcessCardTraded("sud", card_id(1), CARDS[card_id(1)].cp or 0)]
    assert table.prompt == "spend_reinforcement" and len(table.state.hands["sud"]) == 8
    assert table.state.discards == (card_id(13), card_id(1))


def test_a_mandatory_ninth_card_goes_into_the_deck_and_none_is_traded() -> None:
    hands: dict[Power, tuple[int, ...]] = {"sud": (4, 5, 3, 7, 8, 9, 10, 11, 12, 13)}
    table = between(DiscardExcess("sud"), TradeExcess("sud"), hands=hands, draws=["russian_front"])
    assert "russian_front" in deck(table.state) and table.state.discards == ()
    assert TradeCard("disaster_on_the_rhine") not in table.menu()
    assert len(table.menu()) == 8


def test_all_national_cards_are_dealt_anew() -> None:
    british = [number for number, card in FACTS.cards.cards.items() if card.deck == "britain"]
    played = tuple(card_id(number) for number in british[:3])
    table = between(DealNationalCards(POWERS), Mulligan("britain"), played=played,
                    hands={"britain": (british[3],)})  # fmt: skip
    dealt = {event.power: event.count for event in table.all(CardsDealt)}
    assert dealt == {"britain": 3, "sud": 2, "spain": 2, "nord": 2} and table.state.played == ()
    assert len(table.state.hands["britain"]) == 3


def test_cards_that_lie_open_for_the_year_leave() -> None:
    year = tuple(Lasting(card, "spain") for card in ("war_without_end", "atrocities"))
    table = given(active=None, lasting=year, then=[Interphase()])
    assert "war_without_end" in table.state.removed and "atrocities" in (*table.state.discards,)
    after = tuple(Lasting(card, "sud") for card in ("the_eagles_come_south", "all_the_emperors_horses"))
    table = given(active=None, lasting=after, then=[EndInterphase(), Mulligan("britain")])
    assert "the_eagles_come_south" in table.state.removed
    assert table.all(CardReturned) == [CardReturned("all_the_emperors_horses")]
    assert "all_the_emperors_horses" in deck(table.state)


# The next turn ----------------------------------------------------------------------------------


def next_turn(table: Table) -> Table:
    """Everybody does as little as he can until the next turn begins."""
    idle = (LeaveReinforcements, LeaveRedeployment, LeaveLeaders, KeepHand)
    while not table.all(TurnBegan):
        wanted = [order for order in table.menu() if isinstance(order, idle)]
        table.give((wanted or table.menu())[0])
    return table


def test_the_power_on_the_track_begins_the_next_turn_and_may_be_preempted() -> None:
    state = position(active=None, track="spain", last="sud", round=4)
    table = next_turn(Table(ToldPlay(state, [BeginTurn(1813), Interphase()], [], [])))
    assert table.all(TurnBegan) == [TurnBegan(1813)]
    assert (table.state.year, table.state.round, table.state.track) == (1813, 1, "spain")
    assert [event.power for event in table.all(HandKept)] == ["spain", "nord", "britain", "sud"]
    britain_leads = changed(table.state, hands={**table.state.hands, "spain": table.state.hands["nord"][:5]})
    assert may_preempt(britain_leads, "britain")  # R-12 bars it in the first round of 1812 only
