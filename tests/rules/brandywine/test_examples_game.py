"""Cases about scenarios, victory, initiative, momentum and arrivals."""

from typing import Any

import pytest

from domain.brandywine.ending.points import battery_points, points
from domain.brandywine.ending.victory import (
    check_after_american_turn,
    check_after_turn,
    count_points,
    has_broken_the_british,
    is_battery_occupied,
    is_met,
    result,
)
from domain.brandywine.events.turns import (
    ArmyMoraleChanged,
    BatteryLost,
    InitiativeDecided,
    InitiativeRolled,
    MomentumChanged,
    PiecesLeft,
    ReleaseMade,
)
from domain.brandywine.facts import DIGEST, FACTS
from domain.brandywine.facts.sides import SEATS
from domain.brandywine.morale.army import adjust
from domain.brandywine.morale.losses import capture, lose_leader, lose_step
from domain.brandywine.morale.momentum import gain
from domain.brandywine.movement.areas import may_enter
from domain.brandywine.movement.arrivals import Arrivals, price, release_freely
from domain.brandywine.movement.watching import end_phase
from domain.brandywine.orders.movement import BuyRelease, EndMovement
from domain.brandywine.orders.turns import (
    BidMomentum,
    ChooseEntry,
    DeclinePayment,
    GiveStep,
    OverrideInitiative,
    PayMorale,
)
from domain.brandywine.position.state import State, band_of, morale_of
from domain.brandywine.seen.told import forfeit
from domain.brandywine.sequence.initiative import Initiative
from domain.brandywine.sequence.setup import ChooseBrigade, set_up
from domain.kernel import Opened
from domain.kernel.told import Loss, Told
from tests.playthroughs.told import ToldPlay
from tests.rules.brandywine.position import Table, ending, movement, of, position


def opened(scenario: str, **options: str) -> State:
    return set_up(Opened("brandywine", 1, scenario, SEATS, options, "", DIGEST))[0]


def playing(state: State) -> "ToldPlay[State]":
    return ToldPlay(state, [], [], ())


# Scenarios ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "turn", "american", "british", "markers", "first"),
    [
        ("knyphausens_feint", 7, 19, 20, 0, "roll"),
        ("howes_flank_attack", 6, 19, 20, 1, "british"),
        ("entire_battle", 1, 20, 20, 1, "british"),
        ("tournament", 7, 19, 20, 1, "roll"),
    ],
)
def test_how_the_scenarios_start(
    scenario: str, turn: int, american: int, british: int, markers: int, first: str
) -> None:
    """E14, E15. R-1, R-104."""
    state, fact = opened(scenario), FACTS.scenarios[scenario].fact
    assert (fact.first_turn, fact.last_turn, fact.first) == (turn, 12, first)
    assert state.army == {"american": american, "british": british}
    assert state.momentum == {"american": 0, "british": markers}
    assert opened(scenario, advanced="off").momentum == {"american": 0, "british": 0}


def test_the_set_ups_have_all_their_pieces() -> None:
    """E90, E30. R-4, R-5, R-37: 8th Chester County, 2 Pennsylvania Artillery and Penn. State Rifle begin at
    0628."""
    placed = {
        name: len(each.start) + sum(map(len, each.placed.values())) for name, each in FACTS.scenarios.items()
    }
    assert placed == {
        "knyphausens_feint": 59, "howes_flank_attack": 36, "entire_battle": 71, "tournament": 104,
    }  # fmt: skip
    assert len(FACTS.units.units) == 124 and len(FACTS.units.leaders) == 13
    late = [each for each in FACTS.scenarios["howes_flank_attack"].fact.arrivals if each.turn == 11]
    assert sum(len(each.pieces) for each in late) == 17
    (at_2219,) = (each.pieces for each in late if each.hex == "2219")
    assert set(at_2219) == {
        "us_6_virginia", "us_penn_state_foot", "us_penn_state_rifle", "us_stevens_artillery",
    }  # fmt: skip
    start = FACTS.scenarios["entire_battle"].start
    assert {piece for piece, at in start.items() if at == "0628"} == {
        "us_penn_state_rifle", "us_8th_chester_county", "us_2_pennsylvania_artillery",
    }  # fmt: skip
    assert [unit for unit, fact in FACTS.units.units.items() if fact.maxwell and unit not in start] == [
        "us_simms", "us_porterfield", "us_parker",
    ]  # fmt: skip


def test_units_of_the_text_that_have_two_steps() -> None:
    """R-7, R-106: Ferguson's points are printed, Pulaski is a unit."""
    units = FACTS.units.units
    assert units["us_simms"].has_two_steps and units["ly_qns_rangers"].has_two_steps
    assert units["ly_fergusons_rifles"].sp == (2,) and units["us_count_pulaski"].demi_leader
    assert units["us_count_pulaski"].type == "dragoon" and units["us_count_pulaski"].wing == "greene"


def test_washington_leaves_the_feint_on_turn_9() -> None:
    """E17. R-97."""
    table = movement("washington 1727, lafayette 1727, count_pulaski 1727, c_in_c_guards 1727, wayne 1226",
                     active="american", scenario="knyphausens_feint", turn=9)  # fmt: skip
    before = table.state
    table.give(EndMovement())
    assert set(table.last(PiecesLeft).pieces) == {
        "us_washington", "us_lafayette", "us_count_pulaski", "us_c_in_c_guards",
    }  # fmt: skip
    after = table.state
    assert after.army == before.army and after.momentum == before.momentum
    assert points(after, "british") == 0 and set(after.at) == {"us_wayne", "us_irvine_a", "us_irvine_b"}


# Army morale --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("morale", "band", "initiative", "change"),
    [(21, "high", 1, 0), (15, "high", 1, 0), (14, "fatigued", 0, -1), (6, "fatigued", 0, -1),
     (5, "wavering", -1, -2), (1, "wavering", -1, -2), (0, "demoralized", -1, -2)],
)  # fmt: skip
def test_the_bands_of_army_morale(morale: int, band: str, initiative: int, change: int) -> None:
    """E11, E05: the die has a 0."""
    state = position("spencer 1512", army=(20, morale))
    assert band_of(state, "american").id == band
    assert band_of(state, "american").initiative == initiative
    assert morale_of(state, "us_spencer") == change


def test_army_morale_is_never_more_than_21_and_ends_the_game_at_0() -> None:
    """E12, R-98."""
    play = playing(position(army=(20, 21)))
    adjust(play, "american", (1, 0))
    assert play.state.army["american"] == 21 and not play.events
    adjust(play, "american", (-21, 0))
    assert (play.state.winner, play.state.level, play.state.won_by) == ("british", "substantial", "4.1.2")
    both = playing(position(army=(1, 1), active="american"))
    adjust(both, "british", (-1, -1))
    assert both.state.winner == "british", "the active player loses"


# Victory ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "met"),
    [
        ("2_guards 2419", True),
        ("2_guards 2419 reduced, qns_rangers 2419 reduced", True),
        ("33 2419 disrupted", False),
        ("15 2419", False),
        ("2_guards 2419, patton 2418", False),
        ("15 2419, 44 2428", False),
        ("guards_artillery 2419, 1_qns_lt_drgn 2419", False),
    ],
)
def test_four_points_on_a_road_behind_the_americans(pieces: str, met: bool) -> None:
    """E18, E19. R-99."""
    play = playing(position(pieces, scenario="entire_battle"))
    check_after_american_turn(play)
    assert (play.state.level == "decisive") == met
    if met:
        assert result(play.state).rule == "4.1.1"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("scenario", "pieces", "met"),
    [
        ("knyphausens_feint", "33 1127, 1_qns_lt_drgn 1727", False),
        ("knyphausens_feint", "33 1127, 17 1727", True),
        ("howes_flank_attack", "1_light_infantry 1910, chasseurs 2315", True),
        ("howes_flank_attack", "1_light_infantry 1910, chasseurs 2315, patton 2316", False),
        ("howes_flank_attack", "1_light_infantry 1910, chasseurs 2315 disrupted", False),
    ],
)
def test_two_places_at_once(scenario: str, pieces: str, met: bool) -> None:
    """E20, E21. R-11."""
    play = playing(position(pieces, scenario=scenario))
    check_after_turn(play)
    assert (play.state.winner == "british") == met


@pytest.mark.parametrize(("taken", "given", "met"), [(16, 8, True), (16, 9, False), (14, 0, False)])
def test_losses_that_decide(taken: int, given: int, met: bool) -> None:
    """E22. R-14."""
    state = position(lost={"british": taken, "american": given})
    assert has_broken_the_british(state) == met


def test_points_of_infantry_are_counted_as_they_are_removed() -> None:
    """E139. R-14: loyalists, artillery and dragoons do not count."""
    play = playing(position("1_grenadiers 1728, 2_grenadiers 1729, 1_light_infantry 1730, "
                            "minnigerode 1731 reduced, qns_rangers 1732, guards_artillery 1732, "
                            "1_qns_lt_drgn 1733",
                            lost={"british": 2, "american": 8}))  # fmt: skip
    lose_step(play, of("1_grenadiers"))
    lose_step(play, of("1_grenadiers"))
    lose_step(play, of("2_grenadiers"))
    lose_step(play, of("1_light_infantry"))
    for name in ("minnigerode", "qns_rangers", "guards_artillery", "1_qns_lt_drgn"):
        capture(play, of(name), "result")
    assert play.state.lost["british"] == 16
    check_after_turn(play)
    assert (play.state.winner, play.state.won_by) == ("american", "4.2.1")
    with_nine = position(lost={"british": 16, "american": 9})
    assert not has_broken_the_british(with_nine)


def test_a_captured_unit_is_worth_one_whatever_it_was() -> None:
    """E06, E07, E140. R-15, R-3."""
    twice = position(gone={of("hartley"): "captured"}).changed(reduced=(of("hartley"),))
    assert points(twice, "british") == 1
    state = position(
        "spencer 1512 reduced, patton 1513 shattered",
        gone={of("hartley"): "eliminated", of("grayson"): "eliminated", of("greene"): "hit",
              of("wayne"): "captured"},
    )  # fmt: skip
    assert points(state, "british") == 5.5
    british: dict[str, Any] = {
        of("hartley"): "eliminated", of("old_eleventh"): "eliminated", of("smith"): "eliminated",
        of("nelson"): "captured", of("doyle"): "captured", of("sullivan"): "hit",
    }  # fmt: skip
    american: dict[str, Any] = {
        of("howe"): "captured", of("15"): "eliminated", of("44"): "eliminated", of("33"): "eliminated",
        of("chasseurs"): "captured",
    }  # fmt: skip
    end = position(
        "simms 2024 reduced, 1_virginia 2025 reduced, 2_virginia 2026 reduced, patton 2020 shattered,"
        "37 2001 reduced, 46 2002 reduced, 64 2003 reduced, 5 2004 reduced, 10 2005 reduced",
        gone={**british, **american}, battery=9,
    )  # fmt: skip
    assert (points(end, "british"), points(end, "american")) == (11.5, 11.5)
    play = playing(end)
    count_points(play)
    assert (play.state.level, play.state.winner) == ("draw", None)
    assert result(play.state).winners == ()  # type: ignore[union-attr]


def test_the_battery_counts_from_when_it_was_last_taken() -> None:
    """E23. R-16, R-17, R-103."""
    table = movement("33 1127, 3_pennsylvania 1130", active="american", turn=9, battery=8)
    assert battery_points(table.state) == 4
    table.move("3_pennsylvania", "1128")
    assert table.all(BatteryLost) and not table.state.battery
    play = playing(position("33 1127, 3_pennsylvania 1230", turn=10))
    end_phase(play)
    assert play.state.battery == 10 and points(play.state, "british") == 1


def test_americans_who_pass_by_take_the_battery_away() -> None:
    """R-16: "se in seguito l'Americano entra nell'esagono o in uno adiacente" (4.3.4)."""
    for start, end, passes in (("1226", "1229", True), ("1329", "1330", False)):
        table = movement(f"33 0505, 3_virginia {start}", active="american", turn=9, battery=8)
        table.move("3_virginia", end)
        assert bool(table.all(BatteryLost)) == passes


@pytest.mark.parametrize(
    ("pieces", "held"),
    [
        ("33 1127", True),
        ("1_qns_lt_drgn 1127", True),
        ("reserve_a_artillery 1127", False),
        ("33 1127 disrupted", False),
        ("33 1127, patton 1028", False),
    ],
)
def test_who_holds_the_battery(pieces: str, held: bool) -> None:
    """E24. R-16."""
    assert is_battery_occupied(position(pieces)) == held


@pytest.mark.parametrize(
    ("pieces", "american_wins"),
    [("33 1127, hartley 1028", False), ("33 1127, hartley 1128", True), ("33 1910, hartley 1911", False),
     ("33 1727", True), ("33 1127 disrupted", True)],
)  # fmt: skip
def test_the_british_hold_one_of_two_places_outside_zones(pieces: str, american_wins: bool) -> None:
    """E92. R-12."""
    test = next(each for each in FACTS.scenarios["tournament"].fact.tests if each.winner == "american")
    assert is_met(position(pieces), test) == american_wins


def test_the_american_player_turn_is_when_the_road_is_looked_at() -> None:
    """E138. R-11."""
    assert not ending("british", "2_guards 2419", scenario="entire_battle", turn=10).state.is_over
    late = ending("american", "2_guards 2419", scenario="entire_battle", turn=11)
    assert late.state.won_by == "4.1.1"
    assert not ending("american", "2_guards 2419, patton 2420", scenario="entire_battle").state.is_over


def test_the_british_conditions_come_first() -> None:
    """E141, E142. R-13."""
    play = playing(position("33 1910, 17 2215", scenario="howes_flank_attack", turn=12,
                            lost={"british": 20, "american": 0}))  # fmt: skip
    check_after_turn(play)
    assert (play.state.winner, play.state.won_by) == ("british", "18.2.3")
    last = playing(position("33 1910, spencer 2020 reduced", scenario="howes_flank_attack", turn=12))
    check_after_turn(last)
    assert (last.state.level, last.state.winner) == ("marginal", "british")


# Initiative ---------------------------------------------------------------------------------------


def initiative(dice: str = "", **facts: Any) -> Table:
    return Table(position(**{"phase": "initiative", **facts}), [Initiative()], dice)


def test_the_tournament_handicaps_the_american_on_its_first_turn() -> None:
    """E16. R-19."""
    table = initiative("6 6", turn=7, army=(20, 19))
    rolled = table.last(InitiativeRolled)
    assert (rolled.british, rolled.american) == (7, 6)
    assert table.last(InitiativeDecided).side == "british"
    tied = initiative("6 6 2 8", turn=8, army=(20, 19))
    assert len(tied.all(InitiativeRolled)) == 2 and tied.last(InitiativeDecided).side == "american"


@pytest.mark.parametrize(
    ("difference", "british", "american"),
    [(0, (1, 2), (1, 2)), (1, (55, 91), (36, 91)), (2, (16, 23), (7, 23)), (3, (24, 31), (7, 31)),
     (4, (79, 94), (15, 94))],
)  # fmt: skip
def test_the_chances_of_the_initiative(
    difference: int, british: tuple[int, int], american: tuple[int, int]
) -> None:
    """Section F: ties are rolled again."""
    wins = [one + difference - other for one in range(10) for other in range(10)]
    first, second = sum(each > 0 for each in wins), sum(each < 0 for each in wins)
    assert first * british[1] == british[0] * (first + second)
    assert second * american[1] == american[0] * (first + second)


def test_howe_buys_the_initiative_and_goes_without_tea() -> None:
    """E13. R-10."""
    table = initiative(scenario="entire_battle", turn=6, momentum={"british": 0, "american": 3})
    table.give(PayMorale("initiative"), PayMorale("march"))
    assert table.state.army["british"] == 14 and band_of(table.state, "british").id == "fatigued"
    assert table.last(InitiativeDecided).by == "purchase" and table.state.march
    assert not table.menu(), "no bid, no override"
    arrived = position("1_guards 1801", scenario="entire_battle", turn=7, march=True, phase="movement",
                       arrived=(of("1_guards"),))  # fmt: skip
    assert Table(arrived, [Arrivals()]).state.march


@pytest.mark.parametrize(
    ("morale", "first", "second"), [(4, True, False), (3, False, False), (7, True, True)]
)
def test_a_payment_never_breaks_the_army(morale: int, first: bool, second: bool) -> None:
    """E123. R-10."""
    table = initiative("5 4", scenario="entire_battle", turn=6, army=(morale, 20))
    assert bool(table.offers(PayMorale)) == first
    if first:
        table.give(PayMorale("initiative"))
        assert bool(table.offers(PayMorale)) == second
        if second:
            table.give(DeclinePayment())
        assert table.last(InitiativeDecided).by == "purchase"


def test_momentum_is_bid_openly_and_decides_after_the_dice() -> None:
    """R-18, R-20: who had the initiative bids first, and decides first afterwards."""
    table = initiative("3 8", holder="american", momentum={"british": 4, "american": 1})
    assert table.seat == "american"
    table.give(BidMomentum(0))
    assert table.seat == "british"
    table.give(BidMomentum(1))
    assert table.last(InitiativeRolled).british == 3 + 1 + 2
    assert table.prompt == "override" and table.seat == "british"
    table.give(OverrideInitiative("british"))
    assert table.last(InitiativeDecided).by == "override" and table.state.first == "british"
    assert table.state.momentum == {"british": 0, "american": 1}


# Momentum -----------------------------------------------------------------------------------------


def test_washington_captured_costs_two_markers() -> None:
    """E25. R-22."""
    play = playing(position("washington 1727", momentum={"british": 1, "american": 1}))
    lose_leader(play, of("washington"), captured=True)
    assert play.state.momentum == {"british": 2, "american": 0}
    assert play.state.army == {"british": 21, "american": 17} and points(play.state, "british") == 3


def test_a_gain_from_an_empty_pool_takes_from_the_enemy() -> None:
    """E26, E147. R-22."""
    for before, side, after in (((4, 1), "british", (4, 0)), ((3, 2), "american", (2, 2))):
        play = playing(position(momentum={"british": before[0], "american": before[1]}))
        gain(play, side, "die")  # type: ignore[arg-type]
        assert (play.state.momentum["british"], play.state.momentum["american"]) == after
        gain(play, side, "die")  # type: ignore[arg-type]
        assert sum(play.state.momentum.values()) == 5 and len(play.events) == 2
        assert all(isinstance(event, MomentumChanged) for event in play.events)


def test_the_capture_of_the_best_costs_momentum() -> None:
    """E27."""
    for reduced, american in (("", 1), (" reduced", 0)):
        play = playing(position(f"1_guards 1728{reduced}", momentum={"british": 0, "american": 0}))
        capture(play, of("1_guards"), "result")
        assert play.state.momentum == {"british": 0, "american": american}


# Limits of the Americans, and arrivals --------------------------------------------------------------

BATTLE: dict[str, Any] = {
    "scenario": "entire_battle", "released": {}, "momentum": {"british": 1, "american": 0},
}  # fmt: skip


def test_the_american_buys_releases() -> None:
    """E08, E09, E10. R-39."""
    table = movement("hartley 0928", active="american", turn=2, engaged=True, **BATTLE)
    table.give(BuyRelease("greene"))
    assert table.last(ReleaseMade).price == 4 and points(table.state, "british") == 2
    assert table.state.released == {"greene": 2}
    assert may_enter(table.state, of("hartley"), "0829") and not may_enter(table.state, of("spencer"), "0829")
    assert price(position(**{**BATTLE, "turn": 5}), "army") == 2
    assert price(position(**{**BATTLE, "turn": 1, "engaged": False}), "greene") is None
    free = playing(position(**{**BATTLE, "turn": 6}))
    release_freely(free)
    assert {event.kind: event.price for event in free.events} == {"greene": 0, "army": 0}  # type: ignore[attr-defined]


def test_where_the_bound_may_be() -> None:
    """R-38: the bivouac, for Maxwell's pieces their area too; turn 5 arrivals are free."""
    state = position("spencer 1117, simms 0628, blands_horse 1801", **BATTLE)
    assert may_enter(state, of("spencer"), "1118") and not may_enter(state, of("spencer"), "2010")
    assert may_enter(state, of("simms"), "0728") and may_enter(state, of("simms"), "0928")
    assert not may_enter(state, of("simms"), "0517") and may_enter(state, of("blands_horse"), "2010")


def test_the_brigades_enter_where_they_were_meant_to() -> None:
    """E143. R-45, R-46, R-47."""
    state = opened("entire_battle")
    table = Table(state, [ChooseBrigade("second"), ChooseBrigade("third")])
    table.give(ChooseEntry("second_b"), ChooseEntry("third_pin"))
    arrivals = {}
    for turn in (1, 2, 3, 8):
        now = table.state.changed(turn=turn, active="british")
        found = Table(now, [Arrivals()])
        arrivals[turn] = {piece: found.state.at[piece] for piece in found.state.arrived}
    second = ("grant", "kings_own", "5", "10", "enniskillens", "40", "55")
    assert not set(arrivals[1]) & set(map(of, second))
    assert {arrivals[2][of(name)] for name in second} == {"0114"}
    assert arrivals[3][of("2nd_brigade_artillery")] == "0114"
    assert {arrivals[3][of(name)] for name in ("grey", "15", "17", "44", "3rd_brigade_artillery")} == {"0127"}
    assert arrivals[8][of("2_qns_lt_drgn")] == "1801" and of("grey") not in arrivals[8]
    assert opened("entire_battle", advanced="off").entries["second"] == "second_a"


def test_an_entry_stack_gives_steps_until_it_fits() -> None:
    """E96. R-25."""
    table = ending("british", "1_guards 1801, linsing 1801", turn=7)
    assert table.offers(GiveStep) == [GiveStep(of("1_guards")), GiveStep(of("linsing"))]
    table.give(GiveStep(of("linsing")))
    assert table.last(ArmyMoraleChanged).change == -1 and table.state.army["british"] == 19
    assert of("linsing") in table.state.reduced and not table.menu()


def test_who_ends_his_march_too_crowded_is_told_how_much_is_lost() -> None:
    """R-25, 7.1.1: 8 SP and two batteries stand where 6 and one may."""
    crowd = "1_guards 1801, linsing 1801, cleveland_a_artillery 1801, cleveland_b_artillery 1801"
    state = position(crowd, phase="movement", active="british")
    told = [forfeit(state, EndMovement()), forfeit(position("1_guards 1801"), EndMovement())]
    assert [each and (type(each), each.about) for each in told] == [
        (Loss, {"hexes": ("1801",), "points": 2, "guns": 1}), (Told, {}),
    ]  # fmt: skip


def test_arrivals_avoid_the_enemy_at_their_entry() -> None:
    """R-34: the nearest hexes of the same edge; their owner chooses among them."""
    table = movement("hartley 1801", active="british", turn=7)
    assert table.prompt == "arrival"
    assert {order.hex for order in table.menu()} == {"1701", "1901"}  # type: ignore[attr-defined]
    table.give(table.menu()[0])
    assert table.state.at[of("howe")] == "1701"


