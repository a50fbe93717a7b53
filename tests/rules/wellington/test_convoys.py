"""The sea: convoys, assaults, batteries, the strait, and the cards about them (14)."""

from typing import Any

from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.cards import CardDrawn
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import CommandPointSpent
from domain.wellington.events.sea import (
    AttritionSheltered,
    CoastalBatteryFired,
    ConvoyAnnounced,
    ConvoyBlocked,
    ConvoyMoved,
)
from domain.wellington.events.sieges import SiegeBegan, SiegeRolled
from domain.wellington.facts.world import SIDE_OF
from domain.wellington.losses.losses import SufferAttrition
from domain.wellington.orders.answers import Choose, LetPass, RemoveLeader, Respond
from domain.wellington.orders.arrival import StandFast
from domain.wellington.orders.battle import LayNone
from domain.wellington.orders.impulses import PlayEvent
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.orders.sea import LeaveConvoys, MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.conflict import Part, Toll
from domain.wellington.position.control import controller
from domain.wellington.position.state import Lasting, changed, sp_of
from domain.wellington.sea.convoys import may_be_assaulted, paid_convoys, ship_loads
from domain.wellington.siege.shelling import battery_dice
from tests.rules.wellington.built_in import DUCHIES, PORTS
from tests.rules.wellington.position import Table, given, position

ADMIRALTY = "admiralty_heart_of_oak"
MAY_ASSAULT = (Lasting(ADMIRALTY, "britain", "assault"),)


def fleet(*, dice: list[list[int]] | None = None, points: int = 5, **facts: Any) -> Table:
    """Wellington with two cavalry at Portsmouth, in the British impulse."""
    pieces = {"soldiers_at": {"portsmouth": "britain 0 2 0"}, "leaders_at": {"wellington": "portsmouth"}}
    return given(points=points, dice=dice or [], **{**pieces, **facts})


def to_the_end(table: Table) -> Table:
    """Nobody answers, intercepts or lays a card."""
    while table.prompt in ("respond", "answer_arrival", "lay_card"):
        table.quiet()
        if table.prompt == "answer_arrival":
            table.give(StandFast())
        if table.prompt == "lay_card":
            table.give(LayNone())
    return table


# Convoys ----------------------------------------------------------------------------------------


def test_nobody_sails_out_of_the_mud_or_out_of_a_royalist_france() -> None:
    """#3: "non possono uscire dal Ducato per alcuna ragione"; #39: "non possono muovere"."""
    state = position(soldiers_at={"lisbon": "britain 2 0 0", "bordeaux": "nord 2 0 0"})
    assert ship_loads(state, "britain", "lisbon", 5) and ship_loads(state, "nord", "bordeaux", 5)
    mud = (Lasting("mud_mud_and_more_mud", "nord", "lisbon"), Lasting("royalist_dissent", "spain", ""))
    held = changed(state, lasting=mud)
    assert not ship_loads(held, "britain", "lisbon", 5) and not ship_loads(held, "nord", "bordeaux", 5)


def test_wellington_with_two_cavalry_costs_five_points() -> None:
    """EX-33, 14.2."""
    table = fleet()
    table.give(MoveConvoy("portsmouth", "lisbon"), ShipPieces(4, ("wellington",)))
    to_the_end(table)
    assert table.all(CommandPointSpent)[0].amount == 5
    assert sp_of(table.state, "lisbon", "britain") == 4
    assert table.state.leaders["wellington"].duchy == "lisbon"


def test_a_convoy_carries_at_most_five_leaders_and_strength_points() -> None:
    state = position(
        soldiers_at={"portsmouth": "britain 6 0 0"},
        leaders_at={"wellington": "portsmouth", "hill": "portsmouth"},
    )
    loads = ship_loads(state, "britain", "portsmouth", 9)
    assert ShipPieces(3, ("hill", "wellington")) in loads or ShipPieces(3, ("wellington", "hill")) in loads
    assert ShipPieces(5) in loads
    assert ShipPieces(6) not in loads


def test_no_more_pieces_sail_than_there_are_points() -> None:
    table = fleet(points=2)
    loads = table.menu(draft=(MoveConvoy("portsmouth", "lisbon"),))
    assert {load.sp + len(load.leaders) for load in loads if isinstance(load, ShipPieces)} == {1, 2}


def test_the_script_sends_one_infantry_of_an_exchanged_cavalry_to_valencia() -> None:
    """EX-A step 27."""
    table = given(soldiers_at={"portsmouth": "britain 0 1 0"}, points=1)
    to_the_end(table.give(MoveConvoy("portsmouth", "valencia"), ShipPieces(1)))
    assert sp_of(table.state, "valencia", "britain") == 1
    assert sp_of(table.state, "portsmouth", "britain") == 1


def test_there_is_one_paid_convoy_in_an_impulse() -> None:
    table = fleet()
    to_the_end(table.give(MoveConvoy("portsmouth", "lisbon"), ShipPieces(2)))
    assert not table.offers(MoveConvoy)


def test_who_marched_does_not_sail() -> None:
    table = given(soldiers_at={"fuentes_de_onoro": "britain 0 1 0"}, points=3)
    table.give(MoveCounter("fuentes_de_onoro", "lisbon", 2)).quiet()
    assert not table.offers(MoveConvoy)


def test_who_sailed_does_not_march() -> None:
    table = fleet(points=6)
    to_the_end(table.give(MoveConvoy("portsmouth", "lisbon"), ShipPieces(4, ("wellington",))))
    assert not table.offers(MoveArmy)
    assert not table.offers(MoveCounter)


def test_only_britain_sails_for_points() -> None:
    spain = position(soldiers_at={"cadiz": "spain 2 0 0"}, active="spain", points=5)
    french = position(soldiers_at={"barcelona": "sud 2 0 0"}, active="sud", points=5)
    assert paid_convoys(spain, "spain") == paid_convoys(french, "sud") == []


def test_a_convoy_goes_from_a_friendly_port_to_a_friendly_port() -> None:
    ends = {order.to for order in paid_convoys(fleet().state, "britain")}
    assert {"lisbon", "porto", "cadiz", "valencia", "gibraltar"} <= ends
    assert not ends & {"barcelona", "malaga", "san_sebastian", "madrid", "portsmouth"}


def test_the_enemy_in_gibraltar_closes_the_strait() -> None:
    """EX-34."""
    closed = fleet(flags={"gibraltar": "sud"})
    ends = {order.to for order in paid_convoys(closed.state, "britain")}
    assert "lisbon" in ends
    assert "valencia" not in ends


def test_a_convoy_into_a_besieged_friendly_fortress_brings_on_a_battle() -> None:
    """14.2; the beaten landing goes back to its port with attrition."""
    table = given(
        soldiers_at={"portsmouth": "britain 1 0 0", "cadiz": "sud 4 0 0"},
        leaders_at={"soult": "cadiz"}, points=1,
        dice=[[1, 1], [5, *[1] * 9], [1]],
    )  # fmt: skip
    to_the_end(table.give(MoveConvoy("portsmouth", "cadiz"), ShipPieces(1)))
    assert table.all(BattleBegan)[0].battle.origins == ("portsmouth",)
    assert sp_of(table.state, "portsmouth", "britain") == 1
    assert sp_of(table.state, "cadiz", "britain") == 0


def test_a_beaten_landing_goes_back_by_sea_even_if_the_port_is_next_door() -> None:
    """9.44: attrition for the sea, none for the line."""
    table = given(
        soldiers_at={"huelva": "britain 1 0 0", "cadiz": "sud 4 0 0"},
        leaders_at={"soult": "cadiz"}, points=1, dice=[[1, 1], [5, *[1] * 9], [6]],
    )  # fmt: skip
    to_the_end(table.give(MoveConvoy("huelva", "cadiz"), ShipPieces(1)))
    assert table.all(LossesTaken)[0] == LossesTaken("britain", "huelva", 1, (), "attrition")


def test_an_enemy_fortress_that_friends_besiege_is_reached_by_assault_alone() -> None:
    facts = {"soldiers_at": {"portsmouth": "britain 1 0 0", "san_sebastian": "spain 1 0 0"}}
    ends = {order.to for order in paid_convoys(fleet(**facts).state, "britain")}
    assert "san_sebastian" not in ends
    ends = {order.to for order in paid_convoys(fleet(lasting=MAY_ASSAULT, **facts).state, "britain")}
    assert "san_sebastian" in ends


def test_terrain_does_not_help_against_a_landing() -> None:
    table = given(
        soldiers_at={"lisbon": "britain 2 0 0", "huelva": "spain 1 0 0", "cadiz": "sud 1 0 0"}, points=1,
        dice=[[6, 1], [1, 1, 1]],
    )  # fmt: skip
    to_the_end(table.give(MoveConvoy("lisbon", "cadiz"), ShipPieces(1)))
    assert table.all(BattleBegan)[0].battle.line is None


# Assaults ---------------------------------------------------------------------------------------


def test_an_assault_needs_the_admiralty() -> None:
    assert "malaga" not in {order.to for order in paid_convoys(fleet().state, "britain")}
    allowed = fleet(lasting=MAY_ASSAULT)
    assert "malaga" in {order.to for order in paid_convoys(allowed.state, "britain")}


def test_the_admiralty_lets_the_convoy_of_this_impulse_be_an_assault() -> None:
    table = fleet(points=0, hands={"britain": (93, 17)})
    table.give(PlayEvent(ADMIRALTY, "assault")).quiet()
    assert "malaga" in {order.to for order in paid_convoys(table.state, "britain")}


def test_major_ports_are_not_assaulted() -> None:
    """EX-53."""
    state = position(flags={"cadiz": "sud"})
    assert may_be_assaulted(state, "allied", "san_sebastian")
    assert may_be_assaulted(state, "allied", "malaga")
    assert not may_be_assaulted(state, "allied", "barcelona")
    assert not may_be_assaulted(state, "allied", "cadiz")


def test_the_batteries_have_three_dice_six_in_a_fortress_four_in_a_hasty_fort() -> None:
    """EX-53."""
    state = position(hasty_fort="bilbao")
    assert [battery_dice(state, duchy) for duchy in ("malaga", "san_sebastian", "bilbao")] == [3, 6, 4]


def test_sixes_of_the_batteries_eliminate_before_the_landing() -> None:
    table = fleet(lasting=MAY_ASSAULT, dice=[[6, 5, 1]])
    to_the_end(table.give(MoveConvoy("portsmouth", "malaga"), ShipPieces(4, ("wellington",))))
    assert table.all(CoastalBatteryFired) == [CoastalBatteryFired("sud", "malaga", 1, 1)]
    assert sp_of(table.state, "malaga", "britain") == 3
    assert controller(table.state, "malaga") is None


def test_an_assault_that_is_wiped_out_fails() -> None:
    table = fleet(lasting=MAY_ASSAULT, dice=[[6, 6, 1]])
    to_the_end(table.give(MoveConvoy("portsmouth", "malaga"), ShipPieces(2)))
    assert not table.all(ConvoyMoved)
    assert sp_of(table.state, "portsmouth", "britain") == 2


def test_leaders_fall_to_the_batteries_after_the_soldiers() -> None:
    table = fleet(
        lasting=MAY_ASSAULT, dice=[[6, 6, 1]], leaders_at={"wellington": "portsmouth", "hill": "portsmouth"}
    )  # fmt: skip
    leaders = next(
        load.leaders
        for load in table.menu(draft=(MoveConvoy("portsmouth", "malaga"),))
        if isinstance(load, ShipPieces) and load.sp == 1 and len(load.leaders) == 2
    )
    table.give(MoveConvoy("portsmouth", "malaga"), ShipPieces(1, leaders)).quiet()
    assert table.menu() == [RemoveLeader(leader) for leader in leaders]
    to_the_end(table.give(RemoveLeader("hill")))
    assert table.state.leaders["wellington"].duchy == "malaga"
    assert [each.cause for each in table.all(LossesTaken)] == ["coastal_battery", "coastal_battery"]


def test_battery_losses_count_in_the_first_round_of_the_battle() -> None:
    """R-84: one six and one five: two hits, one die less."""
    table = fleet(
        lasting=MAY_ASSAULT, soldiers_at={"portsmouth": "britain 0 2 0", "malaga": "sud 1 0 0"},
        dice=[[6, 5, 1], [1] * 8, [1] * 3],
    )  # fmt: skip
    to_the_end(table.give(MoveConvoy("portsmouth", "malaga"), ShipPieces(4, ("wellington",))))
    camp = table.all(BattleBegan)[0].battle.camps["allied"]
    assert (camp.hits, camp.disorganised, camp.lost) == (2, 1, 1)


def test_who_landed_at_a_fortress_may_besiege_it_and_the_batteries_count_there() -> None:
    table = fleet(
        lasting=MAY_ASSAULT, points=6, dice=[[5, 6, 1, 1, 1, 1], [1] * 8, [1] * 3], hands={"britain": (17,)}
    )  # fmt: skip
    to_the_end(table.give(MoveConvoy("portsmouth", "san_sebastian"), ShipPieces(4, ("wellington",))))
    to_the_end(table.give(BesiegeFortress("wellington", "san_sebastian"), Carry("wellington", 3)))
    assert table.all(SiegeBegan)[0].camp.hits == 2
    assert len(table.all(SiegeRolled)[0].besieger) == 3 + 5 + 1 - 1


# Cards ------------------------------------------------------------------------------------------


def test_heart_of_oak_moves_two_convoys_free_and_leaves_the_paid_one() -> None:
    table = fleet(points=0, hands={"britain": (93, 17)})
    table.give(PlayEvent(ADMIRALTY, "convoys")).quiet()
    to_the_end(table.give(MoveConvoy("portsmouth", "lisbon"), ShipPieces(2)))
    to_the_end(table.give(MoveConvoy("portsmouth", "cadiz"), ShipPieces(2, ("wellington",))))
    assert [each.paid for each in table.all(ConvoyAnnounced)] == [False, False]
    assert table.state.impulse is not None
    assert table.state.impulse.oak_ports == ("lisbon", "cadiz")
    assert not table.state.impulse.convoyed


def test_a_free_convoy_may_be_left() -> None:
    table = fleet(points=0, hands={"britain": (93, 17)})
    table.give(PlayEvent(ADMIRALTY, "convoys")).quiet()
    table.give(LeaveConvoys())
    assert table.prompt == "play_impulse"
    assert not table.all(ConvoyAnnounced)


def test_heart_of_oak_gives_a_die_in_the_port_and_ends_with_the_impulse() -> None:
    table = given(
        soldiers_at={"portsmouth": "britain 1 0 0", "cadiz": "sud 1 0 0"}, hands={"britain": (93,)},
        dice=[[1, 1, 1], [1] * 3, [1, 1, 1], [1] * 3, [1]],
    )  # fmt: skip
    table.give(PlayEvent(ADMIRALTY, "convoys")).quiet()
    to_the_end(table.give(MoveConvoy("portsmouth", "cadiz"), ShipPieces(1)))
    assert table.state.lasting == ()
    assert ADMIRALTY in table.state.played


def test_naval_support_blocks_a_convoy_and_its_points_are_lost() -> None:
    table = fleet(points=5, hands={"sud": (103,)})
    table.give(MoveConvoy("portsmouth", "lisbon"), ShipPieces(2))
    assert table.prompt == "respond"
    block = Respond("sud", "naval_support", "block")
    while block not in table.menu("sud"):
        table.give(LetPass())
    table.give(block, seat="sud").quiet()
    assert table.all(ConvoyBlocked) == [ConvoyBlocked("britain", "portsmouth", "lisbon", "naval_support")]
    assert table.state.impulse is not None and table.state.impulse.points == 3
    assert not table.offers(MoveConvoy)


def test_naval_support_moves_a_french_convoy_by_the_same_rules() -> None:
    table = given("sud", soldiers_at={"barcelona": "sud 2 0 0"}, hands={"sud": (103, 17)})
    table.give(PlayEvent("naval_support", "convoys")).quiet()
    assert {order.to for order in table.offers(MoveConvoy)} <= set(PORTS) - {"bordeaux", "bayonne", "lisbon"}
    to_the_end(table.give(MoveConvoy("barcelona", "malaga"), ShipPieces(2)))
    assert sp_of(table.state, "malaga", "sud") == 2


def test_naval_support_spares_the_french_the_attrition_in_a_port_even_after_the_roll() -> None:
    owed = SufferAttrition(Toll("sud", "malaga", (Part("sud", 2),), 2))
    table = given(
        "sud", soldiers_at={"malaga": "sud 2 0 0"}, hands={"sud": (103, 17)}, then=(owed,), dice=[[6, 6]]
    )  # fmt: skip
    table.give(Respond("sud", "naval_support", "malaga")).quiet()
    assert table.all(AttritionSheltered) == [AttritionSheltered("malaga")]
    assert sp_of(table.state, "malaga", "sud") == 2


def test_the_subsidies_come_into_a_british_and_a_spanish_port_and_both_draw() -> None:
    table = given("nord", hands={"nord": (63, 17)})
    table.give(PlayEvent("british_subsidies")).quiet()
    assert table.seats == ("britain",)
    ports = {order.option for order in table.offers(Choose)}
    assert ports == {"portsmouth", "gibraltar", "lisbon", "porto", "faro"}
    to_the_end(table.give(Choose("british_subsidies", "lisbon")))
    assert table.seats == ("spain",)
    to_the_end(table.give(Choose("british_subsidies", "cadiz")))
    assert sp_of(table.state, "lisbon", "britain") == sp_of(table.state, "cadiz", "spain") == 4
    assert [each.power for each in table.all(CardDrawn)] == ["britain", "spain"]


def test_a_descent_from_the_sea_lands_with_its_flag_and_no_battery_fires() -> None:
    table = given("britain", hands={"britain": (69, 17)})
    ports = {order.target for order in table.offers(PlayEvent) if order.card == "descent_from_the_sea"}
    assert "malaga" in ports and not ports & {"san_sebastian", "bordeaux", "lisbon"}
    to_the_end(table.give(PlayEvent("descent_from_the_sea", "malaga")))
    assert sp_of(table.state, "malaga", "britain") == 1
    assert controller(table.state, "malaga") == "britain"
    assert not table.all(CoastalBatteryFired)


def test_a_descent_from_the_sea_is_an_assault_on_an_enemy_port() -> None:
    """#69: "come se fosse stato effettuato un assalto anfibio (14.3)"; 8.1: never a flag over the ally's."""
    minor = {port for port in PORTS if DUCHIES[port].port == "minor" and not DUCHIES[port].is_fortress}
    table = given("britain", hands={"britain": (69, 17)}, flags={"malaga": "spain"})
    ports = {order.target for order in table.offers(PlayEvent) if order.card == "descent_from_the_sea"}
    held = {port for port in minor if SIDE_OF[DUCHIES[port].controller] == "allied"}
    assert held and ports == minor - held - {"malaga"}
