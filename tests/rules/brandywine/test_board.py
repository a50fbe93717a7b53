"""The battlefield as it is drawn: what the rulebook names stands where it says, and nothing is left out."""

import tomllib
from itertools import pairwise

from domain.brandywine.facts import DATA, FACTS
from domain.brandywine.facts.board import ADJACENT, HEXES
from domain.brandywine.seen.maps import battlefield, values

TOLD = battlefield(FACTS)
LOOKS = tomllib.loads((DATA.parent / "board.toml").read_text("utf-8"))
BOARD = LOOKS["board"]


def test_the_field_has_26_columns_of_33_hexes_and_even_columns_stand_higher() -> None:
    assert len(TOLD.cells.middle) == 26 * 33 and set(TOLD.cells.middle) == set(HEXES)
    assert TOLD.cells.middle["0203"][1] < TOLD.cells.middle["0103"][1]
    assert set(ADJACENT["0928"]) == {"0927", "1028", "1029", "0929", "0829", "0828"}


def test_every_kind_of_ground_is_drawn_as_something() -> None:
    assert set(TOLD.terrain) == set(BOARD["terrain"])
    assert set(TOLD.sides) == set(BOARD["sides"])
    assert set(TOLD.ways) == set(BOARD["ways"])
    assert {each.type for each in FACTS.units.units.values()} | {"leader", "stack"} == set(BOARD["kinds"])
    assert {each.wing for each in FACTS.units.pieces.values()} <= set(LOOKS["sides"])


def test_4_3_1_stars_stand_on_what_scenarios_are_fought_for() -> None:
    assert set(TOLD.terrain["objective"]) == {"1127", "1727", "1910", "2215", "2315", "2419", "2428"}
    assert TOLD.terrain["meeting_house"] == ("1910",)


def test_every_side_parts_two_neighbours_and_every_way_goes_from_hex_to_hex() -> None:
    for kind, pairs in TOLD.sides.items():
        assert pairs and all(other in ADJACENT[one] for one, other in pairs), kind
    for courses in TOLD.ways.values():
        assert all(other in ADJACENT[one] for course in courses for one, other in pairwise(course))


def test_16_1_all_fords_lie_on_the_creek() -> None:
    creek = {frozenset(pair) for pair in TOLD.sides["creek"]}
    assert len(TOLD.sides["primary_ford"]) == len(TOLD.sides["secondary_ford"]) == 3
    assert all(
        frozenset(pair) in creek for kind in ("primary", "secondary") for pair in TOLD.sides[f"{kind}_ford"]
    )


def test_9_4_and_9_5_the_lines_of_bivouac_and_detachment_part_their_zones() -> None:
    zone = FACTS.ground.zone
    parted = [{zone[one], zone[other]} for one, other in TOLD.sides["area"]]
    assert {"b", "e"} in parted and {"m", "w"} in parted
    assert all(each in ({"b", "e"}, {"m", "w"}) for each in parted)


def test_the_names_of_the_field_are_lettered_once_each() -> None:
    names = [name for _, name in TOLD.labels]
    assert len(names) == len(set(names))
    for name in (
        "Chadd's Ford",
        "Birmingham Meeting House",
        "Proctor's Battery",
        "Starved Gut Road",
        "A",
        "D",
    ):
        assert name in names
    assert {at for at, _ in TOLD.labels} == set(BOARD["labels"]), "each has its place"
    waters = {each.name for each in FACTS.ground.sides if each.kind in ("creek", "stream")}
    assert set(BOARD["waters"]) == waters


def test_a_hex_is_called_by_its_names_its_ground_and_its_way() -> None:
    assert TOLD.names["1910"] == "Birmingham Meeting House, road, track"
    assert TOLD.names["0928"] == "Chadd's Ford, road"
    assert TOLD.names["1024"] == "forest, track"
    assert FACTS.ground.kind["1125"] == "clear" and "1125" not in TOLD.names


def test_15_1_1_morale_and_movement_are_printed_on_both_sides() -> None:
    units = FACTS.units.units
    assert set(TOLD.printed) == set(units)
    assert (
        set(TOLD.printed_reduced)
        == TOLD.two_sided
        == {name for name, each in units.items() if len(each.sp) == 2}
    )
    own = units["gb_kings_own"]
    assert (values(own, 0), values(own, 1)) == (f"+{own.morale[0]}/{own.ma}", f"{own.morale[1]}/{own.ma}")


def test_a_counter_has_room_for_its_name() -> None:
    letters = BOARD["letters"]
    shown = [letters.get(each.name, each.name) for each in FACTS.units.units.values()]
    assert max(map(len, shown)) <= 9
    assert set(letters) <= {each.name for each in FACTS.units.units.values()}
