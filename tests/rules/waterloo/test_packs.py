"""Waterloo on corrected data: what an owner of the box changes is played, and what cannot be is refused."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from domain.kernel import PUBLIC, Opened, Play, RuleSet, Scene, SealedChance
from domain.kernel.errors import DataError
from domain.kernel.maps import CellMap
from domain.waterloo.battle import command_bonus
from domain.waterloo.movement import unit_moves
from domain.waterloo.orders import Attack
from domain.waterloo.position.state import State, changed, with_unit
from domain.waterloo.title import WATERLOO
from tests.laws.as_printed import Files, built_in, on_pack, told, told_as_printed

Edit = tuple[str, str, str]
"""A file, what stands in it once, and what shall stand there."""

STRONGER = ("units.toml", 'name = "Allix (Quiot)", size = "division", elite = false, full = 4, reduced = 2',
            'name = "Allix (Quiot)", size = "division", elite = true, full = 9, reduced = 7')
ELSEWHERE = ("scenarios.toml", 'fr_inf_1_i = ["K8", "N"]', 'fr_inf_1_i = ["A14", "E"]')
EVERYTHING: Sequence[Edit] = (
    STRONGER,
    ELSEWHERE,
    ("units.toml", 'attack = 2', 'attack = 7\ndefence = 3'),
    ("scenarios.toml", 'napoleon = "J11"', 'napoleon = "L7"'),
    ("scenarios.toml", "draws = { french = [15, 15, 15, 15],", "draws = { french = [20, 9, 26, 3],"),
    ("scenarios.toml", 'max_cards_per_round = 5', 'max_cards_per_round = 4'),
    ("scenarios.toml", 'first_front = "french"', 'first_front = "coalition"'),
    ("scenarios.toml", "{ at_least = 3,", "{ at_least = 1,"),
    ("scenarios.toml", "J2 = { french = 15, coalition = 0 }", "J2 = { french = 1, coalition = 40 }"),
    ("scenarios.toml", 'units = ["pr_cav_iv"]', 'units = ["pr_cav_iv", "pr_inf_15_iv"]'),
    ("scenarios.toml", 'units = ["pr_inf_15_iv", "pr_inf_16_iv"]', 'units = ["pr_inf_16_iv"]'),
    ("map.toml", '  "....hh..............",   # 4', '  "....hh..whwvwwwvwww.",   # 4'),
    ("map.toml", '  "......c.........w...",   # 7', '  "......c.vwhwvw..w...",   # 7'),
    ("map.toml", '"F5|F6", "G5|G6", "H5|H6", ', '"F6|F7", "G6|G7", "H6|H7", '),
    ("map.toml", '"J4|J5", "K4|K5", "L4|L5", "M4|M5", ', '"J5|J6", "K5|K6", "L5|L6", "M5|M6", '),
    ("map.toml", '"H8|H9", ', '"J6|J7", "K6|K7", "L6|L7", "H7|I7", "J6|K6", '),
    ("map.toml", 'bridge = ["B4|B5", ', 'bridge = ["P10|P11", '),
    ("map.toml", 'pond = ["F3|G3", ', 'pond = ["I6|I7", "L6|M6", '),
    ("map.toml", 'letter = "w"\ncost = 2', 'letter = "w"\ncost = 3'),
    ("map.toml", '["J1", "J2", "J3", "J4", "J5",', '["K1", "K2", "K3", "K4", "J4", "J5",'),
    ("cards.toml", 'name = "Rally"', 'name = "Gather"'),
)  # fmt: skip


def edited(*edits: Edit) -> Files:
    files = dict(built_in("waterloo"))
    for file, was, now in edits:
        text = files[file].decode()
        assert text.count(was) == 1, f"{was!r} stands {text.count(was)} times in {file}"
        files[file] = text.replace(was, now).encode()
    return files


def on(*edits: Edit) -> RuleSet:
    return on_pack("waterloo", edited(*edits))


def begun(rule_set: RuleSet, scenario: str = "short") -> State:
    seats, pack = rule_set.scenario(scenario).seatings[0], "" if rule_set is WATERLOO else "mine"
    opened = Opened("waterloo", 2, scenario, seats, {}, "", rule_set.data_digest, pack=pack)
    play: Play[State] = Play(*rule_set.set_up(opened), SealedChance(bytes(32)))
    play.run()
    return play.state


def scene(rule_set: RuleSet, state: State) -> Scene:
    return rule_set.view(state, PUBLIC)


def test_corrections_of_every_kind_play_as_if_they_were_printed(tmp_path: Path) -> None:
    files = dict(edited(*EVERYTHING))
    files["cards.toml"] = exchanged(files["cards.toml"].decode(), {"rally": "artillery_fire"}).encode()
    mine = list(told(on_pack("waterloo", files), "mine"))
    assert mine == told_as_printed("waterloo", files, tmp_path)
    assert mine != list(told(WATERLOO))


def exchanged(text: str, names: Mapping[str, str]) -> str:
    """The cards with one action for another."""
    for was, now in names.items():
        text = text.replace(f'action = "{was}"', f'action = "{now}"')
    return text


def test_the_first_scene_shows_the_corrected_set_up() -> None:
    rule_set = on(ELSEWHERE)
    token = scene(rule_set, begun(rule_set)).tokens["fr_inf_1_i"]
    assert (token.at, token.facing) == ("A14", "E")


def test_a_corrected_value_counts_on_the_counter_in_measures_odds_and_points() -> None:
    rule_set = on(STRONGER)
    state, printed = begun(rule_set), begun(WATERLOO)
    token = scene(rule_set, state).tokens["fr_inf_1_i"]
    assert token.strength == 9 and "elite" in token.flags
    assert rule_set.measure(state)["strength_french"] == WATERLOO.measure(printed)["strength_french"] + 5
    target, attacker = "aa_cav_5", "fr_inf_1_i"
    odds = [
        rules.odds(beside(each, target, attacker), (), Attack(target, (attacker,)))
        for rules, each in ((rule_set, state), (WATERLOO, printed))
    ]
    assert [each.about["attack"] for each in odds if each is not None] == [9, 4]
    gone = changed(state, eliminated={"fr_inf_1_i": "coalition"})
    assert rule_set.measure(gone)["points_coalition"] == rule_set.measure(state)["points_coalition"] + 9


def beside(state: State, target: str, attacker: str) -> State:
    state = with_unit(state, target, square="D7", facing="S")
    return with_unit(state, attacker, square="D8", facing="N")


def test_a_corrected_leader_adds_what_his_counter_says() -> None:
    rule_set = on(("units.toml", "attack = 2", "attack = 7"))
    for rules, bonus in ((rule_set, 7), (WATERLOO, 2)):
        state = with_unit(begun(rules), "fr_inf_1_i", square="J10")
        assert command_bonus(state, "fr_inf_1_i", "attacker") == bonus


def test_a_corrected_card_has_other_points_in_the_hand_and_in_its_name() -> None:
    text = built_in("waterloo")["cards.toml"].decode()
    line = next(line for line in text.split("\n") if '"fr_' in line and "mp = 4" in line)
    card = line.split('"')[1]
    rule_set = on(("cards.toml", line, line.replace("mp = 4", "mp = 11")))
    assert rule_set.faces[card].value.startswith("11/")
    assert "11 movement" in rule_set.names("en")[card]
    assert not WATERLOO.faces[card].value.startswith("11/")


def test_a_pond_where_the_owner_found_one_lets_nobody_through() -> None:
    rule_set = on(("map.toml", 'pond = ["F3|G3", ', 'pond = ["D7|D8", '))
    for rules, ways in ((rule_set, 0), (WATERLOO, 1)):
        state = changed(with_unit(begun(rules), "fr_inf_1_i", square="D8", facing="N"), points=6)
        assert len(unit_moves(state, "fr_inf_1_i")) == ways


def test_the_map_is_drawn_from_the_corrected_data() -> None:
    rule_set = on(("map.toml", 'pond = ["F3|G3", ', 'pond = ["D7|D8", '))
    corrected, printed = (draw() for each in (rule_set, WATERLOO) for draw in each.maps.values())
    assert isinstance(corrected, CellMap) and isinstance(printed, CellMap)
    assert ("D7", "D8") in corrected.sides["pond"] and ("F3", "G3") in printed.sides["pond"]


RULES = "is part of the rules"
REFUSED: Sequence[tuple[Edit, str]] = (
    (("units.toml", 'id = "fr_inf_1_i"', 'id = "fr_inf_99"'), "entry 'setup', field 'fr_inf_1_i'"),
    (("units.toml", 'id = "pr_inf_15_iv"', 'id = "pr_inf_99"'), "pr_inf_15_iv"),
    (("units.toml", 'id = "napoleon"\narmy = "french"', 'id = "napoleon"\narmy = "prussian"'),
     "the army french has no leader"),
    (("cards.toml", 'id = "fr_01"', 'id = "fr_99"'), "entry 'french', field 'fr_99': is new"),
    (("cards.toml", 'rule = "11.6"', 'rule = "11.2"'), f"entry 'rally', field 'rule': {RULES}"),
    (("map.toml", "columns = 20", "columns = 50"), "column_letters"),
    (("map.toml", "columns = 20", "columns = 500"), "entry 'grid', field 'columns'"),
    (("map.toml", 'column_letters = "ABCDEFGHIJKLMNOPQRST"', 'column_letters = "BACDEFGHIJKLMNOPQRST"'),
     "do not share a side"),
    (("map.toml", 'id = "hougoumont"', 'id = "goumont"'), "field 'goumont': is new"),
    (("scenarios.toml", 'id = "short"', 'id = "brief"'), "there is no short scenario"),
    (("scenarios.toml", "turns = 4", "turns = 51"), "entry 'short', field 'turns'"),
    (("scenarios.toml", "players = [2]", "players = [3]"), f"field 'players': {RULES}"),
    (("scenarios.toml", 'tie_breaker = "anglo_allied"', 'tie_breaker = "prussian"'),
     f"field 'tie_breaker': {RULES}"),
    (("scenarios.toml", 'wellington = "J4"', 'wellington = "J11"'), "J11 is taken by"),
)  # fmt: skip


@pytest.mark.parametrize(("edit", "problem"), REFUSED)
def test_what_is_no_value_stays_as_it_is_built_in(edit: Edit, problem: str) -> None:
    with pytest.raises(DataError) as refusal:
        on(edit)
    assert problem in str(refusal.value)


def test_a_further_scenario_is_refused_by_name() -> None:
    text = built_in("waterloo")["scenarios.toml"].decode()
    start, end = text.index('[[scenario]]\nid = "short"'), text.index('[[scenario]]\nid = "long"')
    added = text[start:end].replace('id = "short"', 'id = "evening"')
    files = {**built_in("waterloo"), "scenarios.toml": (text[:start] + added + text[start:]).encode()}
    with pytest.raises(DataError, match=r"scenarios\.toml.*'evening': is new"):
        on_pack("waterloo", files)
