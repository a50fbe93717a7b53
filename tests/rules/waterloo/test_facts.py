"""The facts of Waterloo agree with the rulebook, and a damaged data file says what is wrong with it.

Sections such as 8.3 are those of the rulebook; W-31 is a ruling, E-13 an acceptance case.
"""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from domain.waterloo.facts import DATA, FACTS, PlacesVictory, PointsVictory, load
from tests.rules.damage import complaint, damaged, without_file

FILES = ("map.toml", "units.toml", "cards.toml", "scenarios.toml")


def costs(*steps: str) -> list[int]:
    """What units pay for "J6 J5" and so on."""
    return [FACTS.entry_cost[frm, to] for frm, to in (step.split() for step in steps)]


def armies_with(action: str) -> set[str]:
    """The armies that have a card with this action."""
    return {card.army for card in FACTS.cards.values() if card.action == action}


# ---- What the game contains


def test_the_game_has_50_units_and_2_leaders_and_58_markers() -> None:  # 1.0
    assert len(FACTS.units) == FACTS.mix.units == 50
    assert set(FACTS.leaders) == {"napoleon", "wellington"}
    assert FACTS.mix.markers == 58


def test_the_game_has_55_cards_in_three_decks_of_26_and_19_and_10() -> None:  # 1.0, 2.3
    assert len(FACTS.cards) == 55
    assert {army: len(deck) for army, deck in FACTS.decks.items()} == {
        "french": 26, "anglo_allied": 19, "prussian": 10}


def test_a_square_is_350_metres_wide() -> None:  # 2.1
    assert FACTS.grid.square_metres == 350


def test_french_and_anglo_allied_infantry_are_divisions_and_prussian_infantry_brigades() -> None:  # 2.2
    sizes = {(unit.army, unit.size) for unit in FACTS.units.values() if unit.is_infantry}

    assert sizes == {("french", "division"), ("anglo_allied", "division"), ("prussian", "brigade")}


def test_the_prussians_have_neither_heavy_cavalry_nor_elite_nor_leader() -> None:  # 2.2, 11.3
    prussians = [unit for unit in FACTS.units.values() if unit.army == "prussian"]

    assert {unit.arm for unit in prussians} == {"infantry", "light_cavalry"}
    assert not any(unit.elite for unit in prussians)
    assert set(FACTS.leader_of) == {"french", "anglo_allied"}


def test_french_and_anglo_allied_have_every_kind_of_unit_and_elite_infantry() -> None:  # 2.2
    for army in ("french", "anglo_allied"):
        units = [unit for unit in FACTS.units.values() if unit.army == army]
        assert {unit.arm for unit in units} == {"infantry", "heavy_cavalry", "light_cavalry"}
        assert any(unit.elite for unit in units if unit.is_infantry)


def test_elite_cavalry_exists_on_both_sides() -> None:  # 11.4, W-11
    assert {unit.army for unit in FACTS.units.values() if unit.elite and unit.is_cavalry} == {
        "french", "anglo_allied"}


def test_a_unit_has_a_lower_reduced_side_unless_its_full_strength_is_1() -> None:  # 9.1
    for unit in FACTS.units.values():
        assert (unit.reduced is None) == (unit.full == 1)
        assert unit.reduced is None or 1 <= unit.reduced < unit.full


@pytest.mark.parametrize(("unit", "full", "section"), [
    ("aa_inf_4_ii", 1, "9.1"), ("aa_inf_3_i", 4, "9.7, 13.3"), ("fr_inf_4_i", 3, "9.7"),
    ("fr_cav_9_2", 4, "9.7"), ("fr_inf_9_ii", 4, "9.7 (W-04)"),
])
def test_the_strengths_that_the_text_names(unit: str, full: int, section: str) -> None:
    assert FACTS.units[unit].full == full, section


@pytest.mark.parametrize(("label", "army", "arm"), [
    ("3/I", "french", "infantry"), ("2/I", "french", "infantry"),  # 8.0
    ("1/I", "french", "infantry"),  # 8.5
    ("9/II", "french", "infantry"), ("1/I", "anglo_allied", "infantry"),  # 9.2
    ("3/I", "anglo_allied", "infantry"), ("4/II", "anglo_allied", "infantry"),
    ("4/I", "french", "infantry"), ("9/2", "french", "light_cavalry"),  # 9.7
])
def test_the_counters_that_the_text_names_exist(label: str, army: str, arm: str) -> None:
    assert [unit for unit in FACTS.units.values() if (unit.label, unit.army, unit.arm) == (label, army, arm)]


def test_napoleon_adds_2_in_attack_and_wellington_4_in_defence() -> None:  # 11.2
    napoleon, wellington = FACTS.leaders["napoleon"], FACTS.leaders["wellington"]

    assert (napoleon.army, napoleon.attack, napoleon.defence) == ("french", 2, 0)
    assert (wellington.army, wellington.attack, wellington.defence) == ("anglo_allied", 0, 4)


# ---- The cards


def test_every_card_moves_and_fights_and_some_have_one_of_seven_actions() -> None:  # 2.3, 6.0
    assert all(card.mp >= 1 and card.bp >= 1 for card in FACTS.cards.values())
    assert {card.action for card in FACTS.cards.values()} - {None} == set(FACTS.actions)
    assert len(FACTS.actions) == 7
    assert any(card.action is None for card in FACTS.cards.values())


def test_the_prussian_deck_has_no_command_no_elite_and_no_health_card() -> None:  # 11.2, 11.3, 11.7
    actions = {FACTS.cards[card].action for card in FACTS.decks["prussian"]}

    assert not actions & {"command", "elite", "napoleons_health"}


def test_only_the_anglo_allied_deck_has_napoleons_health() -> None:  # 11.7
    assert armies_with("napoleons_health") == {"anglo_allied"}


def test_every_deck_has_a_card_that_makes_enemy_cavalry_charge() -> None:  # 11.5
    assert armies_with("enemy_must_charge") == set(FACTS.decks)


def test_french_and_anglo_allied_have_command_and_elite_cards() -> None:  # 11.2, 11.3
    for action in ("command", "elite"):
        assert armies_with(action) == {"french", "anglo_allied"}


def test_the_card_values_of_the_examples_exist() -> None:  # 8.0, 9.7
    french = [FACTS.cards[card] for card in FACTS.decks["french"]]
    anglo_allied = [FACTS.cards[card] for card in FACTS.decks["anglo_allied"]]

    assert any(card.mp == 6 for card in FACTS.cards.values())
    assert any(card.mp == 4 for card in french)
    assert {2, 4} <= {card.bp for card in french}
    assert 3 in {card.bp for card in anglo_allied}


# ---- The map


def test_squares_run_row_by_row_from_the_north_west() -> None:
    assert len(FACTS.squares) == FACTS.grid.columns * FACTS.grid.rows == 280
    assert [FACTS.squares[at] for at in (0, 1, 20, -1)] == ["A1", "B1", "A2", "T14"]


def test_squares_touch_on_four_sides_and_never_over_a_corner() -> None:  # 8.0
    assert FACTS.neighbour["J5"] == {"N": "J4", "E": "K5", "S": "J6", "W": "I5"}
    assert FACTS.neighbour["A1"] == {"N": None, "E": "B1", "S": "A2", "W": None}
    assert FACTS.adjacent["A1"] == ("B1", "A2")
    assert FACTS.direction["J5", "J4"] == "N"
    assert ("J5", "K6") not in FACTS.entry_cost


@pytest.mark.parametrize(("terrain", "cost", "from_hill"), [
    ("clear", 1, None), ("woods", 2, None), ("village", 2, None), ("chateau", 2, None), ("hill", 2, 1)])
def test_the_costs_of_squares(terrain: str, cost: int, from_hill: int | None) -> None:  # 8.3
    fact = {str(name): fact for name, fact in FACTS.terrains.items()}[terrain]

    assert (fact.cost, fact.cost_from_hill) == (cost, from_hill)


def test_a_slope_or_stream_costs_1_more_and_a_bridge_saves_the_stream() -> None:  # 8.3
    for edge in FACTS.edges["slope"]:
        assert FACTS.cost_parts[edge].slope == 1
    for edge in FACTS.edges["stream"]:
        assert FACTS.cost_parts[edge].stream == (0 if edge in FACTS.edges["bridge"] else 1)


def test_nothing_crosses_a_pond() -> None:  # 8.3, W-33
    for frm, to in FACTS.edges["pond"]:
        assert FACTS.is_pond(frm, to) and FACTS.is_pond(to, frm)
        assert (frm, to) not in FACTS.entry_cost and (to, frm) not in FACTS.entry_cost


def test_only_roads_into_mt_st_jean_and_la_haye_sainte_save_anything() -> None:  # 8.3, W-32
    saving = {to for (_, to), parts in FACTS.cost_parts.items() if parts.road}

    assert saving == {"J2", "J5"}


def test_the_parts_of_a_cost_add_up() -> None:  # W-31
    for step, parts in FACTS.cost_parts.items():
        assert FACTS.entry_cost[step] == parts.square + parts.slope + parts.stream + parts.road >= 1


def test_a_slope_or_stream_costs_an_attack_1_in_both_directions_even_over_a_bridge() -> None:  # W-47
    assert FACTS.edge_penalty["K7", "K8"] == FACTS.edge_penalty["K8", "K7"] == 1
    assert FACTS.edge_penalty["O6", "O5"] == FACTS.edge_penalty["O5", "O6"] == 1      # a bridge
    assert FACTS.edge_penalty["J5", "J6"] == 0


def test_a_charge_runs_over_no_slope_stream_or_pond_even_where_there_is_a_bridge() -> None:  # W-76, 11.4
    assert FACTS.run_blocked("K8", "K7") and FACTS.run_blocked("N5", "N6") and FACTS.run_blocked("Q6", "P6")
    assert FACTS.run_blocked("O5", "O6")      # a bridge
    assert not FACTS.run_blocked("J5", "J6")


def test_e_13_the_road_into_la_haye_sainte() -> None:
    assert costs("J6 J5", "J4 J5", "K5 J5", "I5 J5") == [1, 2, 2, 3]


def test_e_14_the_road_into_mt_st_jean() -> None:
    assert costs("J1 J2", "J3 J2", "I2 J2", "K2 J2") == [1, 1, 1, 2]


def test_e_15_hills() -> None:
    assert costs("I10 I11", "I11 J11", "J10 J11") == [2, 1, 2]


def test_e_16_a_slope_both_ways() -> None:
    assert costs("K8 K7", "K7 K8") == [2, 2]


def test_e_17_stream_and_village() -> None:
    assert costs("N6 N5", "N4 N5") == [3, 3]


def test_the_village_of_the_movement_example_has_a_stream_and_a_bridge() -> None:  # 8.5, E-02
    assert costs("P5 O5", "O5 O6") == [3, 1]


def test_there_are_three_chateaux_with_4_and_2_and_1_destruction_points() -> None:  # 10
    assert {FACTS.place_of[square].name: points for square, points in FACTS.chateaux.items()} == {
        "Hougoumont": 4, "La Haye Sainte": 2, "Frischermont": 1}
    assert {square for square, kind in FACTS.terrain.items() if kind == "chateau"} == set(FACTS.chateaux)


def test_plancenoit_has_three_squares() -> None:  # 3.1
    assert [len(place.squares) for place in FACTS.places if place.id == "plancenoit"] == [3]


def test_the_first_square_of_a_reinforcement_costs_1() -> None:  # 5.0
    assert FACTS.first_square_cost == 1
    assert FACTS.entry_squares == ("T3", "T7", "T9")


# ---- The scenarios


def test_the_short_game_has_4_turns_for_two_and_the_long_game_7_for_two_or_three() -> None:  # 1.0, 4.0
    short, long = FACTS.scenarios["short"], FACTS.scenarios["long"]

    assert (short.turns, short.players) == (4, (2,))
    assert (long.turns, long.players) == (7, (2, 3))


def test_the_short_game_leaves_out_the_prussians() -> None:  # 13.1
    assert FACTS.scenarios["short"].armies == ("french", "anglo_allied")


def test_the_hands_of_every_turn() -> None:  # 3.2, 4.0
    assert FACTS.scenarios["short"].draws == {"french": (15,) * 4, "anglo_allied": (12,) * 4}
    assert FACTS.scenarios["long"].draws == {
        "french": (15,) * 7, "anglo_allied": (12,) * 7, "prussian": (0, 1, 3, 4, 6, 7, 8)}


def test_five_cards_a_round_and_90_minutes_a_turn_and_the_french_begin() -> None:  # 4.0, 7.0
    assert (FACTS.max_cards_per_round, FACTS.minutes_per_turn, FACTS.first_front) == (5, 90, "french")


def test_the_victory_point_markers_start_with_the_coalition() -> None:  # 3.1
    short, long = FACTS.scenarios["short"].vp_markers, FACTS.scenarios["long"].vp_markers

    assert set(short) == {"G7", "J5", "P6", "J2"}
    assert set(long) == {"G7", "J5", "J2", "M10", "N10", "M11"}
    assert set(short.values()) == set(long.values()) == {"coalition"}


def test_the_french_win_the_short_game_by_three_chateaux_or_two_and_mt_st_jean() -> None:  # 13.2
    victory = FACTS.scenarios["short"].victory

    assert isinstance(victory, PlacesVictory) and victory.otherwise == "coalition"
    assert [(one.at_least, set(one.of), one.also) for one in victory.french_wins_if_any] == [
        (3, set(FACTS.chateaux), ()), (2, set(FACTS.chateaux), ("J2",))]


def test_the_points_of_places_in_the_long_game() -> None:  # 13.3
    long = FACTS.scenarios["long"]

    assert isinstance(long.victory, PointsVictory) and long.victory.tie == "draw"
    assert {square: (points["french"], points["coalition"]) for square, points in long.place_vp.items()} == {
        "J2": (15, 0), "G7": (5, 10), "J5": (5, 5), "M10": (0, 2), "N10": (0, 2), "M11": (0, 2)}


def test_the_seats_of_two_and_of_three_players() -> None:  # 1.0, 6.0
    assert FACTS.seatings[2].armies == (("french",), ("anglo_allied", "prussian"))
    assert FACTS.seatings[3].armies == (("french",), ("anglo_allied",), ("prussian",))
    assert FACTS.seatings[3].tie_breaker == "anglo_allied"
    assert FACTS.armies_of == {"french": ("french",), "coalition": ("anglo_allied", "prussian")}


def test_french_units_start_facing_north_and_anglo_allied_units_south() -> None:  # 3.1
    for unit, (_, facing) in FACTS.setup.items():
        army = FACTS.units[unit].army
        assert facing == FACTS.default_facing[army] == ("N" if army == "french" else "S")


def test_all_units_but_the_prussians_start_on_the_map_one_a_square() -> None:  # 3.1, 8.2
    assert set(FACTS.setup) == {unit for unit, fact in FACTS.units.items() if fact.army != "prussian"}
    assert max(Counter(square for square, _ in FACTS.setup.values()).values()) == 1


def test_every_prussian_unit_arrives_once_and_none_before_the_first_card() -> None:  # 4.0, 5.0
    assert set(FACTS.arrival_turn) == {unit for unit, fact in FACTS.units.items() if fact.army == "prussian"}
    assert sum(len(units) for units in FACTS.reinforcements.values()) == 10
    assert min(FACTS.reinforcements) == 2


def test_facts_are_read_once_and_have_a_digest_of_their_files(tmp_path: Path) -> None:
    other = shutil.copytree(DATA, tmp_path / "data")
    with (other / "cards.toml").open("a") as file:
        file.write("# a note\n")

    assert load() is FACTS
    assert len(FACTS.digest) == 64
    assert load(other).digest != FACTS.digest
    assert load(other).cards == FACTS.cards


# ---- What is wrong with a file

MISTAKES = [
    # what, file, old text, new text, entry, field
    ("a file that is not TOML", "map.toml", "[grid]", "[grid", "file", "syntax"),
    ("an unknown table", "cards.toml", "[decks.french]", "[jokers]\n[decks.french]", "file", "jokers"),
    ("a missing table", "units.toml", "[counter_mix]", "[prussian.mix]", "file", "counter_mix"),
    ("an unknown field", "map.toml", "square_metres = 350", "square_metres = 350\nyards = 383", "grid",
     "yards"),
    ("a missing field", "map.toml", "square_metres = 350", "", "grid", "square_metres"),
    ("a wrong type", "units.toml", "attack = 2", 'attack = "2"', "napoleon", "attack"),
    ("a negative number", "cards.toml", 'id = "fr_01", mp = 7', 'id = "fr_01", mp = -7', "fr_01", "mp"),
    ("an entry without a source", "cards.toml", 'bp = 1, src = "reconstruction"', 'bp = 1, src = "hearsay"',
     "fr_01", "src"),
    ("column letters that do not fit", "map.toml", '"ABCDEFGHIJKLMNOPQRST"', '"ABC"', "grid",
     "column_letters"),
    ("an unknown terrain kind", "map.toml", "[terrain_legend.hill]", "[terrain_legend.swamp]", "swamp",
     "terrain_legend"),
    ("two terrains of one letter", "map.toml", 'letter = "w"', 'letter = "v"', "woods", "letter"),
    ("an unknown terrain letter", "map.toml", '"....hh..', '"....xh..', "terrain", "row 4"),
    ("a row that is too short", "map.toml", '"....hh..', '"....hh.', "terrain", "row 4"),
    ("a row too few", "map.toml", '  "........hh..v.......",   # 11\n', "", "terrain", "rows"),
    ("an edge twice", "map.toml", '"F5|F6", ', '"F5|F6", "F5|F6", ', "F5|F6", "slope"),
    ("an edge between squares that do not touch", "map.toml", '"F5|F6"', '"F5|F7"', "F5|F7", "slope"),
    ("an edge the wrong way round", "map.toml", '"F5|F6"', '"F6|F5"', "F6|F5", "slope"),
    ("an edge off the map", "map.toml", '"F5|F6"', '"F5|Z6"', "F5|Z6", "slope"),
    ("a bridge without a stream", "map.toml", 'bridge = ["B4|B5"', 'bridge = ["B7|B8"', "B7|B8", "bridge"),
    ("a slope that is a stream", "map.toml", '"F5|F6"', '"A4|A5"', "A4|A5", "slope"),
    ("a pond that is a stream", "map.toml", 'pond = ["F3|G3"', 'pond = ["A4|A5"', "A4|A5", "stream"),
    ("a pond that is a slope", "map.toml", 'pond = ["F3|G3"', 'pond = ["F5|F6"', "F5|F6", "slope"),
    ("a road that jumps", "map.toml", '"B4", "B5", "C5"', '"B4", "C5"', "mon_plaisir", "squares"),
    ("a road off the map", "map.toml", '"J13", "J14"]', '"J13", "J14", "J15"]', "charleroi_brussels",
     "squares"),
    ("a chateau place on open ground", "map.toml", 'squares = ["G7"]', 'squares = ["G8"]', "hougoumont",
     "squares"),
    ("a place off the map", "map.toml", 'squares = ["G7"]', 'squares = ["Z7"]', "hougoumont", "squares"),
    ("a square of two places", "map.toml", '["M10", "N10", "M11"]', '["J2", "N10", "M11"]', "plancenoit",
     "squares"),
    ("a village that is none", "map.toml", '["M10", "N10", "M11"]', '["M10", "N10", "M12"]', "plancenoit",
     "squares"),
    ("a chateau that is no place", "map.toml", '"vv...v..', '"vc...v..', "B3", "place"),
    ("a label off the map", "map.toml", 'square = "N1"', 'square = "N15"', "N15", "square"),
    ("an entry square inside the map", "map.toml", '["T3", "T7", "T9"]', '["S3", "T7", "T9"]',
     "prussian_entry",
     "squares"),
    ("an entry square twice", "map.toml", '["T3", "T7", "T9"]', '["T3", "T3", "T9"]', "prussian_entry",
     "squares"),
    ("a unit twice", "units.toml", 'id = "fr_inf_2_i"', 'id = "fr_inf_1_i"', "fr_inf_1_i", "id"),
    ("a unit of two armies", "units.toml", 'id = "aa_inf_1_i"', 'id = "fr_inf_1_i"', "fr_inf_1_i", "id"),
    ("a French counter too many for the mix", "units.toml", "french = 22", "french = 21", "counter_mix",
     "french"),
    ("a total that is not the sum", "units.toml", "units = 50", "units = 51", "counter_mix", "units"),
    ("a leader too few", "units.toml", "leaders = 2", "leaders = 3", "counter_mix", "leaders"),
    ("two leaders of an army", "units.toml", 'id = "wellington"\narmy = "anglo_allied"',
     'id = "wellington"\narmy = "french"', "napoleon", "army"),
    ("an unknown arm", "units.toml", "[prussian]\ninfantry", "[prussian]\nartillery = []\ninfantry",
     "prussian",
     "artillery"),
    ("a missing arm", "units.toml", "heavy_cavalry = []\n", "", "prussian", "heavy_cavalry"),
    ("a missing reduced side", "units.toml", "full = 5, reduced = 3", "full = 5", "fr_inf_6_ii", "reduced"),
    ("a reduced side of a unit of 1", "units.toml", "full = 1, src", "full = 1, reduced = 1, src",
     "aa_inf_4_ii",
     "reduced"),
    ("a reduced side above the full", "units.toml", "full = 5, reduced = 3", "full = 5, reduced = 6",
     "fr_inf_6_ii",
     "reduced"),
    ("a deck of the wrong size", "cards.toml", "size = 26", "size = 27", "french", "size"),
    ("a missing deck", "cards.toml", "[decks.prussian]", "[decks.dutch]", "dutch", "decks"),
    ("a card twice", "cards.toml", 'id = "fr_02"', 'id = "fr_01"', "fr_01", "id"),
    ("a card of two decks", "cards.toml", 'id = "aa_01"', 'id = "fr_01"', "fr_01", "id"),
    ("an unknown action of a card", "cards.toml", 'action = "rally"', 'action = "retreat"', "fr_22",
     "action"),
    ("an unknown action", "cards.toml", "[actions.rally]", "[actions.retreat]", "retreat", "actions"),
    ("a Prussian command card", "cards.toml", 'id = "pr_01", mp = 6, bp = 2',
     'id = "pr_01", mp = 6, bp = 2, action = "command"', "pr_01", "action"),
    ("a Prussian elite card", "cards.toml", 'id = "pr_01", mp = 6, bp = 2',
     'id = "pr_01", mp = 6, bp = 2, action = "elite"', "pr_01", "action"),
    ("a French health card", "cards.toml", 'id = "fr_01", mp = 7, bp = 1',
     'id = "fr_01", mp = 7, bp = 1, action = "napoleons_health"', "fr_01", "action"),
    ("a hand too few", "scenarios.toml", "[15, 15, 15, 15],", "[15, 15, 15],", "short", "draws"),
    ("a hand larger than the deck", "scenarios.toml", "6, 7, 8]", "6, 7, 11]", "long", "draws"),
    ("hands of an army that does not play", "scenarios.toml", "anglo_allied = [12, 12, 12, 12] }",
     "prussian = [0, 0, 0, 0] }", "short", "draws"),
    ("a marker off the map", "scenarios.toml", 'P6 = "coalition"', 'Z6 = "coalition"', "short", "vp_markers"),
    ("markers that the map does not know", "scenarios.toml", 'P6 = "coalition"', 'P7 = "coalition"', "short",
     "vp_markers"),
    ("points of a place without a marker", "scenarios.toml", "J2 = { french = 15", "P6 = { french = 15",
     "long",
     "place_vp"),
    ("points for one front only", "scenarios.toml", "{ french = 15, coalition = 0 }", "{ french = 15 }",
     "long",
     "place_vp"),
    ("more squares asked for than named", "scenarios.toml", "at_least = 3", "at_least = 4", "short",
     "victory"),
    ("an unknown way to win", "scenarios.toml", 'kind = "points"', 'kind = "honour"', "long", "victory"),
    ("a scenario of another name", "scenarios.toml", 'id = "short"', 'id = "brief"', "scenario", "id"),
    ("a number of players without seats", "scenarios.toml", "players = [2]", "players = [4]", "short",
     "players"),
    ("an army without a seat", "scenarios.toml", '["anglo_allied", "prussian"]]', '["anglo_allied"]]', "2",
     "armies"),
    ("a seat too many", "scenarios.toml", "players = 2\n", "players = 1\n", "1", "armies"),
    ("no tie breaker", "scenarios.toml", 'tie_breaker = "anglo_allied"\n', "", "3", "tie_breaker"),
    ("an army on the wrong front", "scenarios.toml", 'prussian = "coalition"', 'prussian = "french"',
     "common",
     "fronts"),
    ("a unit set up off the map", "scenarios.toml", '["K8", "N"]', '["K80", "N"]', "setup", "fr_inf_1_i"),
    ("two units on a square", "scenarios.toml", '["L8", "N"]', '["K8", "N"]', "setup", "fr_inf_2_i"),
    ("an unknown facing", "scenarios.toml", '["K8", "N"]', '["K8", "NE"]', "setup", "french"),
    ("an unknown unit set up", "scenarios.toml", "fr_inf_1_i = ", "fr_inf_99 = ", "setup", "fr_inf_99"),
    ("a unit never set up", "scenarios.toml", 'fr_inf_1_i = ["K8", "N"]\n', "", "setup", "fr_inf_1_i"),
    ("a leader off the map", "scenarios.toml", 'napoleon = "J11"', 'napoleon = "J15"', "setup", "napoleon"),
    ("a leader among enemies", "scenarios.toml", 'napoleon = "J11"', 'napoleon = "J5"', "setup", "napoleon"),
    ("an unknown leader", "scenarios.toml", 'napoleon = "J11"', 'bluecher = "J11"', "setup", "bluecher"),
    ("a leader never set up", "scenarios.toml", 'napoleon = "J11"\n', "", "setup", "napoleon"),
    ("a reinforcement that is no Prussian", "scenarios.toml", '"pr_cav_iv"', '"fr_cav_1_i"', "2", "units"),
    ("a reinforcement twice", "scenarios.toml", '"pr_inf_13_iv"', '"pr_inf_15_iv"', "4", "units"),
    ("a reinforcement never", "scenarios.toml", '["pr_inf_6_ii", "pr_inf_1_i",', '["pr_inf_6_ii",',
     "reinforcement",
     "units"),
    ("a reinforcement after the end", "scenarios.toml", "turn = 6", "turn = 8", "8", "turn"),
    ("a turn of reinforcements twice", "scenarios.toml", "turn = 6", "turn = 5", "5", "turn"),
]


@pytest.mark.parametrize(("file", "old", "new", "entry", "field"), [mistake[1:] for mistake in MISTAKES],
                         ids=[mistake[0] for mistake in MISTAKES])
def test_a_mistake_in_a_file_is_named(
    file: str, old: str, new: str, entry: str, field: str, tmp_path: Path,
) -> None:
    found = complaint(load, damaged(DATA, tmp_path, file, old, new))
    assert (found.file, found.entry, found.field) == (file, entry, field)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(file: str, tmp_path: Path) -> None:
    assert complaint(load, without_file(DATA, tmp_path, file)).file == file
