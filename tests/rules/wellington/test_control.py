"""Control of duchies, flags and places to build (3, 6.3, 7)."""

from domain.wellington.position.control import (
    building_places,
    controller,
    flag_choices,
    flagged_from,
    is_besieged,
    standing,
)
from tests.rules.wellington.position import position, started


def test_without_flag_or_enemy_the_original_power_controls() -> None:
    assert controller(position(), "braga") == "britain"


def test_an_enemy_formation_makes_a_plain_duchy_uncontrolled() -> None:
    state = position(soldiers_at={"braga": "nord 1 0 0"})
    assert controller(state, "braga") is None
    assert standing(state, "french", "braga") == standing(state, "allied", "braga") == "uncontrolled"


def test_a_french_flag_and_a_british_formation_leave_it_uncontrolled() -> None:
    state = position(soldiers_at={"braga": "britain 1 0 0"}, flags={"braga": "nord"})
    assert controller(state, "braga") is None


def test_a_besieged_fortress_is_friendly_to_its_owner_and_uncontrolled_to_the_besieger() -> None:
    state = position(soldiers_at={"san_sebastian": "britain 1 0 0"})
    assert controller(state, "san_sebastian") == "nord" and is_besieged(state, "san_sebastian")
    assert standing(state, "french", "san_sebastian") == "friendly"
    assert standing(state, "allied", "san_sebastian") == "uncontrolled"


def test_an_allys_duchy_is_friendly() -> None:
    assert standing(position(), "allied", "oviedo") == "friendly"


def test_britain_chooses_between_its_own_and_the_spanish_flag_in_an_occupied_duchy() -> None:
    state = position(soldiers_at={"salamanca": "britain 1 0 0"})
    assert flag_choices(state, "britain", "salamanca") == ("britain", "spain")
    assert flag_choices(state, "spain", "salamanca") == ("spain",)


def test_the_original_power_only_takes_the_enemys_flag_away() -> None:
    state = position(flags={"salamanca": "spain"})
    assert flag_choices(state, "nord", "salamanca") == ("none",)
    assert flag_choices(state, "sud", "salamanca") == ("sud", "none")


def test_a_fortress_is_flagged_only_by_a_siege() -> None:
    state = position(soldiers_at={"san_sebastian": "britain 1 0 0"})
    assert not flagged_from(state, "britain", "san_sebastian")


def test_an_army_flags_an_adjacent_duchy_unless_an_enemy_army_could_intercept() -> None:
    army = {"castanos": "merida"}
    assert flagged_from(position(leaders_at=army), "spain", "caceres")
    assert not flagged_from(position(leaders_at={**army, "joseph": "elvas"}), "spain", "caceres")
    across_a_river = position(leaders_at={**army, "joseph": "almaraz"})
    assert flagged_from(across_a_river, "spain", "caceres")
    assert not flagged_from(position(soldiers_at={"merida": "spain 1 0 0"}), "spain", "caceres")


def test_leaders_are_built_in_key_duchies_and_british_ones_at_plymouth_too() -> None:
    state = started().state
    assert "braga" in building_places(state, "britain", for_leader=False)
    places = building_places(state, "britain", for_leader=True)
    assert "braga" not in places and {"portsmouth", "lisbon", "gibraltar"} <= set(places)


def test_a_french_power_without_national_duchy_builds_in_those_of_the_other() -> None:
    home = ("bordeaux", "bayonne", "mont_de_marsan", "pau")
    state = position(flags=dict.fromkeys(home, "britain"))
    assert "toulouse" in building_places(state, "nord", for_leader=False)
    assert "toulouse" not in building_places(position(), "nord", for_leader=False)
