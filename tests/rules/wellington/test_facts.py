"""The facts of Wellington agree with the rulebook, and a damaged data file says what is wrong with it.

Sections such as 16.21 are those of the rulebook; "example" is its worked first impulse; R-12 is a ruling.
"""

import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from domain.wellington.facts import DATA, FACTS, POWERS, load
from domain.wellington.facts.cards import PAIRS, WINDOWS
from domain.wellington.facts.iberia import LINE_KINDS

FILES = ("map.toml", "units.toml", "cards.toml", "scenarios.toml", "tables.toml")
MAP, FORCES, TABLES = FACTS.map, FACTS.forces, FACTS.tables
CARDS = FACTS.cards.cards
YEARS = ("1812", "1813")


def cards_of(kind: str) -> set[int]:
    """The cards of this kind, by number."""
    return {number for number, card in CARDS.items() if kind in card.kinds}


def names(duchies: tuple[str, ...]) -> set[str]:
    """The names of these duchies, as the map prints them."""
    return {MAP.duchies[duchy].name for duchy in duchies}


def pieces(year: str, duchy: str, power: str) -> tuple[int, int, int]:
    """Infantry, cavalry and artillery counters of a power at the start."""
    there = FACTS.scenarios.start[year].counters[duchy][power]  # type: ignore[index]
    return there["infantry"], there["cavalry"], there["artillery"]


# ---- The map


def test_spain_has_62_duchies_of_which_the_french_hold_20_and_15() -> None:  # 1.21
    assert len(MAP.spanish) == 62
    assert {power: len(held) for power, held in MAP.occupied.items()} == {
        "britain": 0, "sud": 15, "spain": 0, "nord": 20}
    assert all(MAP.duchies[duchy].home == "spain" for duchy in MAP.occupied["nord"] + MAP.occupied["sud"])


def test_the_french_hold_11_of_15_spanish_key_duchies_in_1812_and_7_in_1813() -> None:  # glossary: Spain
    assert len(MAP.spanish_keys) == 15
    for year, held in (("1812", 11), ("1813", 7)):
        controller = FACTS.scenarios.start[year].controller
        assert sum(FORCES.side[controller[duchy]] == "french" for duchy in MAP.spanish_keys) == held


def test_portugal_has_4_key_duchies_and_gibraltar_is_the_fifth_british_one() -> None:  # 2.3, 18.4
    assert names(MAP.portuguese_keys) == {"Lisbon", "Porto", "Almeida", "Elvas"}
    assert names(MAP.home_keys["britain"]) == {"Lisbon", "Porto", "Almeida", "Elvas", "Gibraltar"}


def test_france_has_8_duchies_4_of_each_army_and_2_of_those_are_key() -> None:  # 2.3, 18.2, 19.4
    assert len(MAP.french) == 8
    assert len(MAP.home["nord"]) == len(MAP.home["sud"]) == 4
    assert names(MAP.home_keys["nord"]) == {"Bordeaux", "Bayonne"}
    assert names(MAP.home_keys["sud"]) == {"Toulouse", "Perpignan"}


def test_every_spanish_duchy_is_a_national_duchy_of_spain() -> None:  # 1.21, R-6
    assert MAP.home["spain"] == MAP.spanish


def test_madrid_is_the_only_capital_and_no_fortress() -> None:  # 1.21, G-4
    assert MAP.capital == "madrid"
    assert "madrid" in MAP.keys and "madrid" not in MAP.fortresses


def test_a_fortress_has_defence_3_and_gibraltar_5() -> None:  # 1.21
    assert MAP.fortresses["gibraltar"] == 5
    assert {defence for duchy, defence in MAP.fortresses.items() if duchy != "gibraltar"} == {3}
    assert {"ciudad_rodrigo", "san_sebastian", "lisbon", "valencia"} <= set(MAP.fortresses)  # 3.1, 12.3
    assert "salamanca" not in MAP.fortresses  # example: a flag overrun happens there


def test_every_duchy_that_is_no_circle_is_key() -> None:  # 1.21
    assert all(fact.is_key == (fact.shape not in ("plain", "box")) for fact in MAP.duchies.values())
    assert set(MAP.fortresses) <= set(MAP.keys)


def test_gibraltar_alone_is_a_port_of_both_seas() -> None:  # 1.24
    assert MAP.zones == ("atlantic", "mediterranean")
    assert set(MAP.ports["atlantic"]) & set(MAP.ports["mediterranean"]) == {MAP.strait} == {"gibraltar"}
    assert not MAP.share_a_zone("lisbon", "valencia")
    assert MAP.share_a_zone("lisbon", "gibraltar") and MAP.share_a_zone("gibraltar", "valencia")


def test_lisbon_portsmouth_valencia_and_palma_are_ports() -> None:  # example
    assert {"lisbon", "portsmouth"} <= set(MAP.ports["atlantic"])
    assert {"valencia", "palma"} <= set(MAP.ports["mediterranean"])
    assert not MAP.duchies["madrid"].is_port


def test_portsmouth_is_a_british_box_reached_by_sea_only() -> None:  # 6.3
    portsmouth = MAP.duchies["portsmouth"]
    assert (portsmouth.shape, portsmouth.home, portsmouth.is_key) == ("box", "britain", False)
    assert MAP.adjacent["portsmouth"] == ()


def test_there_are_four_kinds_of_lines_of_march() -> None:  # 1.22
    assert set(LINE_KINDS) == {"open", "pass", "river", "broken"} == {line.kind for line in MAP.lines}


@pytest.mark.parametrize(("a", "b", "kind"), [
    ("san_sebastian", "bayonne", "pass"),         # 3.1
    ("ciudad_rodrigo", "salamanca", "broken"),    # example, from here on
    ("ciudad_rodrigo", "fuentes_de_onoro", "open"),
    ("avila", "salamanca", "pass"),
    ("avila", "madrid", "pass"),
    ("lerma", "madrid", "pass"),
    ("salamanca", "zamora", "river"),
    ("salamanca", "valladolid", "open"),
    ("talavera", "almaraz", "open"),
])  # fmt: skip
def test_a_line_that_the_rulebook_describes_is_of_its_kind(a: str, b: str, kind: str) -> None:
    assert MAP.line[a, b] == MAP.line[b, a] == kind


def test_valencia_and_yecla_are_adjacent() -> None:  # 1.23
    assert MAP.are_adjacent("valencia", "yecla") and MAP.are_adjacent("yecla", "valencia")
    assert not MAP.are_adjacent("valencia", "madrid")


def test_every_duchy_of_the_mainland_can_be_reached_by_land() -> None:  # 1.22
    islands = {"portsmouth", "palma"}
    assert set(MAP.distance["madrid"]) == set(MAP.duchies) - islands
    assert all(set(MAP.distance[island]) == {island} for island in islands)


def test_lines_lead_both_ways_and_neighbours_are_one_march_apart() -> None:  # 1.23
    for duchy, others in MAP.adjacent.items():
        for other in others:
            assert duchy in MAP.adjacent[other]
            assert MAP.distance[duchy][other] == 1
    assert len(MAP.line) == 2 * len(MAP.lines)


def test_two_marches_reach_the_neighbours_of_neighbours() -> None:
    expected = {"madrid", *MAP.adjacent["madrid"]}
    expected |= {far for near in MAP.adjacent["madrid"] for far in MAP.adjacent[near]}
    assert set(MAP.within("madrid", 2)) == expected
    assert MAP.within("madrid", 0) == ("madrid",)


def test_lines_drawn_straight_do_not_cross() -> None:
    def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    at = {duchy: (fact.lon, fact.lat) for duchy, fact in MAP.duchies.items()}
    crossing = [
        (one, other) for one, other in combinations([(line.a, line.b) for line in MAP.lines], 2)
        if not set(one) & set(other)
        and turn(at[one[0]], at[one[1]], at[other[0]]) != turn(at[one[0]], at[one[1]], at[other[1]])
        and turn(at[other[0]], at[other[1]], at[one[0]]) != turn(at[other[0]], at[other[1]], at[one[1]])
    ]
    assert crossing == []


def test_there_is_one_regroup_box_and_a_reserve_for_each_nation() -> None:  # 2.7, 6
    assert [box.id for box in MAP.boxes.values() if box.holds == "pieces"] == ["regroup"]
    assert {"reserve_britain", "reserve_spain", "reserve_france"} <= set(MAP.boxes)


# ---- The pieces


def test_the_powers_act_in_the_order_of_the_impulse_track() -> None:  # 1.3
    assert tuple(FORCES.powers) == POWERS == TABLES.turns.order == ("britain", "sud", "spain", "nord")


def test_each_side_has_two_powers() -> None:  # 1.1, 8.1
    assert FORCES.powers_of == {"allied": ("britain", "spain"), "french": ("sud", "nord")}
    assert FORCES.ally == {"britain": "spain", "spain": "britain", "sud": "nord", "nord": "sud"}
    assert [FORCES.powers[power].colour for power in POWERS] == ["red", "green", "yellow", "blue"]


def test_infantry_is_worth_1_cavalry_2_and_artillery_4() -> None:  # 1.5
    assert FORCES.sp == {"infantry": 1, "cavalry": 2, "artillery": 4}


def test_only_artillery_needs_a_leader_to_march() -> None:  # 9.1
    assert {name for name, fact in FORCES.soldiers.items() if not fact.marches_alone} == {"artillery"}


@pytest.mark.parametrize(("power", "infantry", "cavalry", "artillery", "total"), [
    ("britain", 14, 6, 3, 23), ("spain", 23, 9, 6, 38), ("sud", 23, 8, 3, 34), ("nord", 23, 8, 3, 34),
])  # fmt: skip
def test_the_counters_of_each_power_are_a_hard_limit(
    power: str, infantry: int, cavalry: int, artillery: int, total: int,
) -> None:  # 1.5
    mix = FORCES.counters[power]  # type: ignore[index]
    assert mix == {"infantry": infantry, "cavalry": cavalry, "artillery": artillery}
    assert sum(mix.values()) == total


def test_there_are_35_french_and_45_allied_flags() -> None:  # 1.7
    assert FORCES.flags == {"french": 35, "allied": 45}


def test_battle_values_go_from_1_to_5_and_command_values_are_4_6_and_9() -> None:  # 1.6
    assert {leader.battle for leader in FORCES.leaders.values()} <= {1, 2, 3, 4, 5}
    assert {leader.command for leader in FORCES.leaders.values()} == {4, 6, 9}


@pytest.mark.parametrize(("leader", "power", "battle", "command"), [
    ("wellington", "britain", 5, 9), ("beresford", "britain", 2, 6), ("de_espana", "spain", 1, 4),
    ("marmont", "nord", 2, 6), ("clausel", "nord", 2, 4), ("joseph", "nord", 1, 4),  # example
    ("soult", "sud", 4, 9),  # 11.53
    ("hill", "britain", None, 4),  # 9.63
    ("suchet", "sud", None, 6),  # the chapter on differences
])  # fmt: skip
def test_a_leader_has_the_values_that_the_rulebook_prints(
    leader: str, power: str, battle: int | None, command: int,
) -> None:
    fact = FORCES.leaders[leader]
    assert (fact.power, fact.command) == (power, command)
    assert battle is None or fact.battle == battle


def test_a_leader_costs_half_of_his_command_value_rounded_up() -> None:  # 6.1; Suchet 3 in the differences
    assert [FORCES.leaders[name].build_cost for name in ("joseph", "suchet", "wellington")] == [2, 3, 5]


def test_six_cards_lend_a_leader_for_interception_and_one_replaces_a_leader() -> None:  # 10.3, #32
    assert {(card, one.battle, one.command) for card, one in FORCES.stand_in_of.items()} == {
        (16, 1, 4), (36, 1, 4), (40, 1, 4), (11, 2, 4), (53, 2, 4), (108, 2, 4), (32, 0, 4)}
    for number, one in FORCES.stand_in_of.items():
        params = CARDS[number].params
        assert params.get("virtual_leader", params.get("stand_in")) == one.id


def test_the_french_have_a_bonus_of_2_dice_the_british_of_1_the_spanish_none() -> None:  # 11.3
    assert {power: fact.nationality_bonus for power, fact in FORCES.powers.items()} == {
        "britain": 1, "sud": 2, "spain": 0, "nord": 2}
    assert CARDS[38].params["french_nationality_bonus"] == 1  # the 1813 set-up


# ---- The cards


def test_there_are_110_cards_numbered_from_1() -> None:  # the list of cards
    assert list(CARDS) == list(range(1, 111))
    assert len({card.id for card in CARDS.values()}) == len({card.title for card in CARDS.values()}) == 110


def test_24_cards_are_national_6_british_6_spanish_and_12_french() -> None:  # 1.10
    assert {deck: len(numbers) for deck, numbers in FACTS.cards.decks.items()} == {
        "common": 86, "spain": 6, "britain": 6, "france": 12}
    assert sum(card.is_national for card in CARDS.values()) == 24


def test_both_french_powers_share_their_national_cards_the_allies_do_not() -> None:  # 1.10
    assert FACTS.cards.holders[99] == ("sud", "nord")
    assert FACTS.cards.holders[93] == ("britain",)
    assert FACTS.cards.holders[87] == ("spain",)
    assert FACTS.cards.holders[1] == POWERS


def test_eight_cards_are_mandatory_and_have_no_command_points() -> None:  # 5.8
    assert set(FACTS.cards.mandatory) == cards_of("mandatory") == {4, 5, 6, 26, 38, 46, 64, 77}
    assert {number for number, card in CARDS.items() if card.cp is None} == cards_of("mandatory")


def test_every_mandatory_card_draws_a_card_and_grants_another_play() -> None:  # 5.8
    assert all(CARDS[number].params["draw"] == CARDS[number].params["bonus_play"] == 1
               for number in FACTS.cards.mandatory)


def test_only_corruption_and_sabotage_stays_in_the_game_of_the_mandatory_cards() -> None:  # glossary: Removal
    staying = {number for number in FACTS.cards.mandatory if "remove" not in CARDS[number].after}
    assert staying == {46}
    assert all(CARDS[number].after == "remove" for number in (17, 20, 38))
    assert CARDS[85].after == "keep_then_reshuffle_after_interphase"  # C-85: its text, not the glossary


def test_the_command_points_are_those_of_the_card_list() -> None:  # the list of cards
    printed = {
        2: (1, 2, 9, 10, 20, 28, 29, 33, 35, 58, 59, 65, 67, 68, 70, 82),
        3: (12, 19, 30, 31, 39, 41, 45, 56, 60, 61, 66, 69, 71, 72, 75, 79, 80, 81, 91, 107, 110),
        4: (8, 13, 14, 15, 22, 27, 32, 34, 36, 37, 42, 43, 44, 52, 55, 62, 87, 96, 97, 99, 100, 102, 108),
        5: (7, 16, 17, 21, 23, 25, 40, 47, 50, 57, 73, 74, 84, 89, 90, 92, 95, 98, 101, 105, 106),
        6: (3, 11, 24, 48, 51, 53, 63, 76, 78, 83, 85, 86, 88, 93, 94, 103, 109),
        8: (18, 104),
    }
    assert {number: cp for cp, numbers in printed.items() for number in numbers} == {
        number: card.cp for number, card in CARDS.items()
        if card.cp is not None and number not in (49, 54)}  # their values are lost (G-9)


def test_the_plus_cards_are_those_of_the_card_list() -> None:  # the list of cards
    assert cards_of("plus") == {
        25, 34, 76, 87, 88, 89, 90, 91, 92, 93, 94, 96, 98, 99, 100, 101, 102, 103, 105, 106, 109}


def test_the_battle_cards_are_those_of_the_card_list() -> None:  # the list of cards
    assert cards_of("battle") == {
        12, 14, 15, 21, 28, 29, 30, 40, 53, 58, 60, 70, 71, 73, 74, 81, 87, 91, 96, 97, 110}


def test_the_event_cards_are_those_of_the_card_list() -> None:  # the list of cards
    bare_plus = {25, 34, 76, 88, 93}  # a card with nothing but "+" is an event too
    assert cards_of("event") - bare_plus == {
        13, 17, 18, 19, 20, 37, 39, 44, 47, 50, 57, 62, 63, 65, 69, 72, 80, 83, 85, 86, 89, 98, 101, 104, 105,
        106, 109}


def test_every_other_card_is_a_response() -> None:  # the list of cards
    others = set(CARDS) - cards_of("event") - cards_of("battle") - cards_of("mandatory")
    assert cards_of("response") == others
    assert len(others) == 49


def test_four_battle_cards_are_named_as_good_in_a_siege() -> None:  # 5.3
    assert {70, 73, 81, 91} <= cards_of("siege") <= cards_of("battle")


def test_national_cards_go_to_the_reserve() -> None:  # 4.21, 5.4
    assert all((card.after == "reserve") == card.is_national for card in CARDS.values())


def test_what_a_card_does_to_another_stands_on_both() -> None:
    for one, other in PAIRS:
        forth = {(number, target) for number, card in CARDS.items() for target in getattr(card, one)}
        back = {(source, number) for number, card in CARDS.items() for source in getattr(card, other)}
        assert forth == back
    assert CARDS[4].blocks == (101,) and CARDS[38].cancels == (99,)


def test_every_card_says_when_it_is_played_and_what_it_does() -> None:
    assert all(card.when and card.effect.endswith((".", ")")) for card in CARDS.values())
    assert set(WINDOWS) >= {window for card in CARDS.values() for window in card.when}


def test_a_window_knows_who_could_answer_with_what() -> None:
    assert 99 in FACTS.cards.answers("battle_dice", "nord")
    assert 99 not in FACTS.cards.answers("battle_dice", "britain")
    assert FACTS.cards.answers("convoy_declared", "spain") == ()


# ---- The scenarios


def test_two_three_and_four_players_may_play_and_three_in_two_ways() -> None:  # 2.1
    shared = {count: [FACTS.scenarios.seatings[one].powers for one in ids]
              for count, ids in FACTS.scenarios.seatings_of.items()}
    assert shared == {
        2: [(("britain", "spain"), ("sud", "nord"))],
        3: [(("britain", "spain"), ("sud",), ("nord",)), (("britain",), ("spain",), ("sud", "nord"))],
        4: [(("britain",), ("sud",), ("spain",), ("nord",))],
    }


@pytest.mark.parametrize(("year", "resources"), [
    ("1812", {"spain": 1, "britain": 1, "sud": 1, "nord": 2}),
    ("1813", {"spain": 1, "britain": 3, "sud": 0, "nord": 1}),
])  # fmt: skip
def test_the_powers_begin_with_these_resources(year: str, resources: dict[str, int]) -> None:  # 2.3
    assert FACTS.scenarios.scenarios[year].resources == resources


@pytest.mark.parametrize(("year", "power", "keys"), [
    ("1812", "britain", {"Gibraltar", "Elvas", "Lisbon", "Almeida", "Porto"}),
    ("1812", "spain", {"Valencia", "Cartagena", "Cádiz", "Oviedo"}),
    ("1812", "sud", {"Barcelona", "Granada", "Córdoba", "Sevilla", "Badajoz", "Toulouse", "Perpignan"}),
    ("1812", "nord", {"Zaragoza", "San Sebastián", "Burgos", "Madrid", "Salamanca", "Ciudad Rodrigo",
                      "Bordeaux", "Bayonne"}),
    ("1813", "britain", {"Gibraltar", "Elvas", "Lisbon", "Almeida", "Porto"}),
    ("1813", "spain", {"Cartagena", "Cádiz", "Oviedo", "Ciudad Rodrigo", "Granada", "Córdoba", "Sevilla",
                       "Badajoz"}),
    ("1813", "sud", {"Valencia", "Barcelona", "Toulouse", "Perpignan"}),
    ("1813", "nord", {"Zaragoza", "San Sebastián", "Burgos", "Madrid", "Salamanca", "Bordeaux", "Bayonne"}),
])  # fmt: skip
def test_each_power_begins_with_these_key_duchies(year: str, power: str, keys: set[str]) -> None:  # 2.3
    controller = FACTS.scenarios.start[year].controller
    assert names(tuple(duchy for duchy in MAP.keys if controller[duchy] == power)) == keys
    assert FACTS.scenarios.scenarios[year].keys[power] == len(keys)  # type: ignore[index]


def test_hands_are_6_cards_and_3_national_ones_for_britain_2_for_the_others() -> None:  # 2.7
    assert TABLES.hand.dealt == 6
    assert {power: fact.national_cards_dealt for power, fact in FORCES.powers.items()} == {
        "britain": 3, "sud": 2, "spain": 2, "nord": 2}


def test_four_cards_are_out_of_the_game_that_begins_in_1813() -> None:  # 2.7
    assert FACTS.scenarios.scenarios["1812"].removed_cards == ()
    assert FACTS.scenarios.scenarios["1813"].removed_cards == (4, 6, 38, 99)
    assert FACTS.scenarios.scenarios["1813"].played_cards == (4, 6, 38)  # and 99 because of 38


def test_both_games_can_last_to_1814() -> None:  # 1.4
    assert [(scenario.first_turn, scenario.last_turn) for scenario in FACTS.scenarios.scenarios.values()] == [
        (1812, 1814), (1813, 1814)]


def test_preemption_is_barred_in_the_first_round_of_1812_only() -> None:  # 4.22, R-12
    assert [FACTS.scenarios.scenarios[year].preemption_from_round for year in YEARS] == [2, 1]


def test_the_pieces_of_the_worked_example_stand_where_it_says() -> None:  # example
    leaders = FACTS.scenarios.start["1812"].leaders
    assert {name: leaders[name] for name in ("wellington", "de_espana", "beresford", "marmont", "clausel",
                                             "joseph")} == {
        "wellington": "ciudad_rodrigo", "de_espana": "ciudad_rodrigo", "beresford": "lisbon",
        "marmont": "valladolid", "clausel": "avila", "joseph": "madrid"}
    assert pieces("1812", "ciudad_rodrigo", "britain") == (1, 0, 1)
    assert pieces("1812", "ciudad_rodrigo", "spain") == (1, 0, 0)
    assert pieces("1812", "lisbon", "britain") == pieces("1812", "portsmouth", "britain") == (0, 1, 0)
    for duchy in ("valladolid", "avila", "leon", "zamora"):
        assert pieces("1812", duchy, "nord") == (0, 1, 0)
    for duchy in ("madrid", "saldana", "salamanca", "lerma", "toledo", "talavera", "almaraz"):
        assert pieces("1812", duchy, "nord") == (1, 0, 0)
    for duchy in ("caceres", "aranjuez"):
        assert pieces("1812", duchy, "sud") == (1, 0, 0)


def test_merida_is_a_spanish_enclave_without_a_piece_among_french_duchies() -> None:  # example
    start = FACTS.scenarios.start["1812"]
    assert start.controller["merida"] == "spain" and "merida" not in start.counters
    assert {FORCES.side[start.controller[other]] for other in MAP.adjacent["merida"]} == {"french"}


def test_wellington_commands_de_espana_at_ciudad_rodrigo_which_nord_controls() -> None:  # example
    groups = FACTS.scenarios.scenarios["1812"].army_groups
    assert [(group.duchy, group.commander, group.staff) for group in groups] == [
        ("ciudad_rodrigo", "wellington", ("de_espana",))]
    assert FACTS.scenarios.start["1812"].controller["ciudad_rodrigo"] == "nord"


@pytest.mark.parametrize("year", YEARS)
def test_no_set_up_exceeds_counters_or_flags(year: str) -> None:  # 1.5, 1.7
    start = FACTS.scenarios.start[year]
    assert min(left for kinds in start.unbuilt.values() for left in kinds.values()) >= 0
    flags = Counter(FORCES.side[power] for power in start.flag.values())
    assert flags["french"] <= 35 and flags["allied"] <= 45


@pytest.mark.parametrize("year", YEARS)
def test_every_piece_is_on_the_map_or_unbuilt(year: str) -> None:  # 1.5
    start = FACTS.scenarios.start[year]
    for power in POWERS:
        unbuilt = sum(count * FORCES.sp[soldier] for soldier, count in start.unbuilt[power].items())
        assert start.sp[power] + unbuilt == FORCES.most_sp[power]


@pytest.mark.parametrize(("year", "strength"), [
    ("1812", {"britain": 16, "sud": 27, "spain": 29, "nord": 25}),
    ("1813", {"britain": 22, "sud": 18, "spain": 32, "nord": 23}),
])  # fmt: skip
def test_the_set_up_has_this_strength(year: str, strength: dict[str, int]) -> None:  # G-7, reconstruction
    assert FACTS.scenarios.start[year].sp == strength


def test_formerly_occupied_duchies_with_spanish_soldiers_have_spanish_flags_in_1813() -> None:  # 1813 set-up
    start = FACTS.scenarios.start["1813"]
    for duchy in MAP.occupied["nord"] + MAP.occupied["sud"]:
        if "spain" in start.counters.get(duchy, {}):
            assert start.flag[duchy] == "spain"


@pytest.mark.parametrize("year", YEARS)
def test_the_soldiers_of_an_army_are_within_its_leaders_command(year: str) -> None:  # 1.61
    start = FACTS.scenarios.start[year]
    for leader, duchy in start.leaders.items():
        fact = FORCES.leaders[leader]
        there = start.counters[duchy][fact.power]
        assert sum(count * FORCES.sp[soldier] for soldier, count in there.items()) <= fact.command


# ---- The tables


def test_the_game_lasts_three_turns_with_interphases_between() -> None:  # 1.4, 4.1, 16
    assert TABLES.turns.years == (1812, 1813, 1814)
    assert TABLES.turns.interphase_after == (1812, 1813)
    assert TABLES.turns.phases == (
        "impulses", "attrition", "guerrilla", "resource_balance", "conquest", "peace", "interphase")
    assert TABLES.turns.interphase == ("resources", "reinforcements", "redeployment", "cards")


def test_a_hand_holds_8_cards_and_6_are_drawn() -> None:  # 15.2, 16.41, 16.43
    assert (TABLES.hand.drawn, TABLES.hand.limit) == (6, 8)


def test_five_resources_are_kept_and_three_duchies_yield_one() -> None:  # 4.5, 15.1, 16.1
    assert TABLES.resources.limit == 5 and TABLES.resources.excess_hand == 1
    assert [(gain.duchy, gain.gain, gain.side) for gain in TABLES.resources.interphase] == [
        ("madrid", 1, "any"), ("lisbon", 1, "french"), ("gibraltar", 1, "french")]


def test_building_costs_2_a_strength_point_and_regrouping_1() -> None:  # 6.1, 6.2, 7.1, 9.1, 14.2, 16.31
    costs = TABLES.costs
    assert (costs.build_sp, costs.regroup_sp, costs.regroup_leader, costs.flag) == (2, 1, 1, 1)
    assert (costs.march, costs.convoy_piece, costs.redeployment) == (1, 1, 1)


def test_a_convoy_carries_5_and_batteries_fire_3_6_or_4_dice() -> None:  # 14.2, 14.3, #37
    convoy = TABLES.convoy
    assert (convoy.pieces, convoy.assault_card, convoy.assault_ports) == (5, 93, ("minor",))
    assert (convoy.battery.port, convoy.battery.fortress, convoy.battery.hasty_fort) == (3, 6, 4)
    assert convoy.battery_hits == (5, 6)


def test_interception_and_evasion_need_9_with_two_dice() -> None:  # 10.4, 10.7
    for roll in (TABLES.interception, TABLES.evasion):
        assert (roll.dice, roll.target) == (2, 9)
        assert (roll.into_friendly, roll.from_unfriendly, roll.across_rough) == (1, -1, -1)
        assert (set(roll.rough), roll.forbidden) == ({"pass", "broken"}, ("river",))
    assert TABLES.evasion.failed_dice == 1


def test_a_battle_has_two_rounds_and_a_rout_needs_3_more_losses() -> None:  # 11.5, 11.7
    battle = TABLES.battle
    assert (battle.eliminates, battle.disorganises, battle.rounds, battle.rout_margin) == ((6,), (5,), 2, 3)
    assert battle.staff_dice == 1 and battle.british_group_share == 0.5  # 11.2, 11.3


def test_the_defender_gets_dice_for_broken_ground_passes_and_rivers() -> None:  # 11.41, 11.42, 11.43
    assert TABLES.battle.terrain_dice == {"open": 0, "broken": 1, "pass": 2, "river": 3}


def test_a_fortress_is_hit_by_sixes_only_and_hits_with_fives_and_sixes() -> None:  # 12.3
    siege = TABLES.siege
    assert (siege.besieger_hits, siege.fortress_hits) == ((6,), (5, 6))
    assert (siege.gibraltar, siege.fortress, siege.hasty_fort) == (5, 3, 2)


def test_attrition_kills_on_a_six_and_the_fifth_duchy_is_a_forced_march() -> None:  # 9.42, 13.1
    assert TABLES.attrition.eliminates == (6,) and TABLES.attrition.free_marches == 4


def test_the_guerrilla_takes_a_flag_on_4_to_7() -> None:  # 4.4
    assert TABLES.guerrilla.adjacent == 1
    assert [TABLES.guerrilla.row(roll).flag_falls for roll in range(1, 8)] == [False] * 3 + [True] * 4


def test_plunder_yields_resources_from_8_and_12_and_always_on_a_six() -> None:  # 11.10
    plunder = TABLES.plunder
    assert [plunder.row(result).resources for result in range(1, 15)] == [0] * 7 + [1] * 4 + [2] * 3
    assert [plunder.resources(6, lost) for lost in (0, 1, 2, 6)] == [1, 1, 1, 2]
    assert plunder.resources(5, 2) == 0 and plunder.resources(1, 7) == 1


def test_a_sack_needs_6_with_1_for_each_round_saved() -> None:  # 12.5
    assert (TABLES.sack.target, TABLES.sack.per_round_saved, TABLES.sack.resources) == (6, 1, 1)


def test_the_appeal_to_the_emperor_answers_every_roll() -> None:  # 16.21 and its table, R-90
    rows = [TABLES.appeal_to_the_emperor.row(roll) for roll in range(-2, 15)]
    assert [row.cp for row in rows] == [8, 8, 8, 8, 6, 6, 4, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0]
    assert [row.remove_cp for row in rows] == [0] * 10 + [2, 4, 8, 8, 8, 8, 8]


def test_five_cards_make_the_emperor_meaner_and_one_kinder() -> None:  # 16.21 and its table, #86
    assert {one.card: one.add for one in TABLES.appeal_to_the_emperor.modifiers} == {
        4: 2, 5: 2, 26: 1, 38: 1, 39: 1, 86: -3}
    assert [one.card for one in TABLES.appeal_to_the_emperor.modifiers if one.once] == [86]


def test_the_horse_guards_answer_with_4_dice() -> None:  # 16.22
    letter = TABLES.letter_to_the_horse_guards
    assert letter.dice == 4 and letter.without == {"lisbon": -4, "porto": -2}
    assert letter.other_wellesley == 72  # the text cites 73


def test_the_people_rise_with_2_dice_and_1_for_two_keys() -> None:  # 16.23
    assert (TABLES.popular_uprising.dice, TABLES.popular_uprising.keys_for_one) == (2, 2)


def test_spain_is_conquered_on_8_and_with_war_without_end_on_9() -> None:  # 18.6, #77
    conquest = TABLES.conquest_of_spain
    assert (conquest.capital, conquest.keys_for_one, conquest.target) == ("madrid", 3, 8)
    assert (conquest.target_with_card.card, conquest.target_with_card.target) == (77, 9)


def test_portugal_is_conquered_with_its_4_keys_and_8_spanish_ones() -> None:  # 18.4
    assert TABLES.conquest_of_portugal.portuguese_keys == 4
    assert TABLES.conquest_of_portugal.spanish_keys == 8


def test_peace_comes_on_a_six_in_1812_and_1813() -> None:  # 18.7
    assert (TABLES.peace.target, TABLES.peace.years, TABLES.peace.barred_by_card) == (6, (1812, 1813), 77)


def test_victory_points_are_those_of_chapter_19() -> None:  # 19.1 to 19.4
    victory = TABLES.victory
    assert (victory.key, victory.capital, victory.resources_for_one, victory.unpaid_removal) == (1, 2, 2, -1)
    assert victory.french_prizes == ("lisbon", "gibraltar")
    assert victory.duchies_for_one == (5, 4, 3) and victory.all_home_1814 == 4
    assert victory.tied_side == "french"


def test_the_spanish_bonus_falls_with_what_the_french_keep() -> None:  # 19.5
    expected = [6] + [5] * 4 + [4] * 5 + [2] * 5 + [1] * 5 + [0] * 43
    assert [TABLES.spanish_bonus.row(kept).vp for kept in range(63)] == expected


# ---- The files


def test_the_facts_are_read_once_and_have_the_digest_of_their_files(tmp_path: Path) -> None:
    other = shutil.copytree(DATA, tmp_path / "data")
    with (other / "cards.toml").open("a") as file:
        file.write("# a note\n")

    assert load() is FACTS
    assert len(FACTS.digest) == 64
    assert load(other).digest != FACTS.digest
    assert load(other).cards.cards == CARDS
