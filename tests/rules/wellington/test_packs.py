"""A pack of Wellington's data files: what its owner corrected is played by, and what cannot be is refused."""

import pytest

from domain.kernel.agenda import Play
from domain.kernel.chance import SealedChance
from domain.kernel.errors import DataError
from domain.kernel.events import Opened
from domain.kernel.packs import Pack, learn
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import PUBLIC
from domain.wellington.cards.interceptions import _virtual_value
from domain.wellington.events.battle import BattleDiceCounted
from domain.wellington.events.points import CommandPointsGained
from domain.wellington.facts import DATA, SECTIONS, known
from domain.wellington.facts.world import card_id
from domain.wellington.interphase.reinforcements import appeal_modifier
from domain.wellington.movement.groups import march_cost
from domain.wellington.orders.impulses import PlayForPoints
from domain.wellington.orders.points import BuildLeader, BuildSoldier, MoveArmy
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.conflict import Battle
from domain.wellington.position.control import controller, is_fortress
from domain.wellington.position.state import Lasting, State, free_counters
from domain.wellington.siege.siege_dice import strength_of
from domain.wellington.title import WELLINGTON
from tests.rules.wellington.position import FOUR, Table, fought, given, position

Edit = tuple[str, str, str]
FORM_SQUARE = 'id = "form_square"\ntitle = "Form Square!"\ndeck = "common"\ncp = 2'
LAST_SCENARIO = '[[scenario]]\nid = "1813"'


def files(*edits: Edit) -> dict[str, bytes]:
    """The built-in files in which the first `old` of a file is `new`."""
    texts = {name: (DATA / name).read_text("utf-8") for name in SECTIONS}
    for name, old, new in edits:
        assert old in texts[name]
        texts[name] = texts[name].replace(old, new, 1)
    return {name: text.encode() for name, text in texts.items()}


def corrected(*edits: Edit) -> RuleSet:
    return learn(Pack("wellington", "mine", files(*edits)))


def data(*edits: Edit) -> str:
    """The digest that a state on these data names."""
    return corrected(*edits).data_digest


def opened(rules: RuleSet, scenario: str = "1812") -> Table:
    """A new game on a pack, at its first decision."""
    named = Opened("wellington", 2, scenario, FOUR, {}, "", rules.data_digest, pack="mine")
    return Table(Play(*rules.set_up(named), SealedChance(bytes(32))))


# What a pack says is played by ------------------------------------------------------------------


def test_the_rules_on_a_pack_are_those_of_the_title() -> None:
    rules = corrected()
    assert rules.data_digest == Pack("wellington", "mine", files()).digest != WELLINGTON.data_digest
    assert rules.scenarios == WELLINGTON.scenarios and rules.faces == WELLINGTON.faces
    assert rules.data_files == tuple(SECTIONS)
    for language in ("en", "it"):
        assert rules.names(language) == WELLINGTON.names(language)
        assert rules.texts(language) == WELLINGTON.texts(language)


def test_a_rating_of_a_leader_is_the_one_of_the_pack() -> None:
    """In what he is worth and in what his counter says; the built-in data stay as they were."""
    rating = data(("units.toml", "battle = 5\ncommand = 9", "battle = 4\ncommand = 6"))
    mine, built_in = (position(leaders_at={"wellington": "lisbon"}, data=each) for each in (rating, ""))
    assert (battle_value(mine, "wellington"), battle_value(built_in, "wellington")) == (4, 5)
    names = [WELLINGTON.view(state, PUBLIC).tokens["wellington"].name for state in (mine, built_in)]
    assert names == ["Wellington (4-6)", "Wellington (5-9)"]


def test_a_leader_costs_half_of_the_command_value_of_the_pack() -> None:
    """6.1"""
    rating = data(("units.toml", "battle = 5\ncommand = 9", "battle = 5\ncommand = 4"))
    for named, price in (("", 5), (rating, 2)):
        few, enough = (given(points=points, data=named).menu() for points in (price - 1, price))
        assert BuildLeader("wellington", "lisbon") in enough
        assert BuildLeader("wellington", "lisbon") not in few


def test_what_a_soldier_costs_is_the_price_of_the_pack() -> None:
    dearer = data(("tables.toml", "build_sp = 2", "build_sp = 3"))
    assert given(points=2).offers(BuildSoldier)
    assert not given(points=2, data=dearer).offers(BuildSoldier)
    assert given(points=3, data=dearer).offers(BuildSoldier)


def test_double_the_march_is_double_the_price_of_the_pack() -> None:
    """#82"""
    dearer = data(("tables.toml", "march = 1 ", "march = 3 "))
    scum = (Lasting("scum_of_the_earth", "nord", "wellington"),)
    for named, price in (("", 2), (dearer, 6)):
        state = position(leaders_at={"wellington": "lisbon"}, lasting=scum, data=named)
        assert march_cost(state, ("wellington",)) == price


def test_a_line_that_the_pack_does_not_have_is_no_way() -> None:
    line = '  { a = "ciudad_rodrigo", b = "salamanca", kind = "broken", src = "rulebook example" },\n'
    gone, moved = data(("map.toml", line, "")), data(("map.toml", line, line.replace("broken", "pass")))
    for named, ways in (("", True), (moved, True), (gone, False)):
        table = given(leaders_at={"wellington": "ciudad_rodrigo"}, flags={"ciudad_rodrigo": "britain"},
                      soldiers_at={"ciudad_rodrigo": "britain 2 0 0"}, points=4, data=named)  # fmt: skip
        assert (MoveArmy("wellington", "salamanca") in table.menu()) == ways
    assert "ciudad_rodrigo-salamanca" in known[moved].passes
    assert "ciudad_rodrigo-salamanca" not in known[""].passes


def test_the_ground_gives_the_dice_of_the_pack() -> None:
    """11.41: in the first round, to the defender."""
    rough = data(("tables.toml", "broken = 1, pass = 2", "broken = 3, pass = 2"))
    dice = []
    for named in ("", rough):
        battle = Battle("salamanca", "allied", "britain", line="broken")
        table = fought(battle, soldiers_at={"salamanca": "britain 3 0 0, nord 3 0 0"}, data=named)
        dice += [count.terms["terrain"] for count in table.all(BattleDiceCounted) if "terrain" in count.terms]
    assert dice == [1, 3]


def test_a_duchy_is_what_the_pack_says() -> None:
    """A fortress of another strength, a key that was printed as a fortress, another power in 1812."""
    burgos = '"Burgos", region = "spain", shape = "fortress", defence = 3'
    stronger = data(("map.toml", burgos, burgos.replace("defence = 3", "defence = 4")))
    plain = data(("map.toml", burgos, burgos.replace('"fortress", defence = 3', '"key"')))
    assert [strength_of(position(data=each), "burgos") for each in ("", stronger)] == [3, 4]
    assert [is_fortress(position(data=each), "burgos") for each in ("", plain)] == [True, False]
    other = ('controller = "nord", lat = 42.34', 'controller = "sud", lat = 42.34')
    held = data(
        ("map.toml", *other),
        ("map.toml", "nord = 20, sud = 15", "nord = 19, sud = 16"),
        ("scenarios.toml", "sud = 7, spain = 4, nord = 8", "sud = 8, spain = 4, nord = 7"),
        ("scenarios.toml", "sud = 4, spain = 8, nord = 7", "sud = 5, spain = 8, nord = 6"),
    )
    assert [controller(position(data=each), "burgos") for each in ("", held)] == ["nord", "sud"]


def test_the_set_up_is_the_one_of_the_pack() -> None:
    rules = corrected(
        ("scenarios.toml", 'duchy = "lisbon", leader = "beresford", cav = 1',
         'duchy = "lisbon", leader = "beresford", inf = 2, cav = 1'),
        ("scenarios.toml", "resources = { britain = 1, ", "resources = { britain = 4, "),
    )  # fmt: skip
    table = opened(rules)
    table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    while not table.state.year:
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    assert table.state.data == rules.data_digest
    assert rules.view(table.state, PUBLIC).tokens["britain-lisbon"].label == "2/1/0"
    assert table.state.resources["britain"] == 4


def test_a_scenario_may_be_added() -> None:
    whole = (DATA / "scenarios.toml").read_text("utf-8")
    start = whole[whole.index(LAST_SCENARIO):]
    late = start.replace('"1813"', '"late"', 1).replace("Start in 1813", "One late year", 1)
    late = late.replace("first_turn = 1813", "first_turn = 1814", 1)
    rules = corrected(("scenarios.toml", LAST_SCENARIO, f"{late}\n\n{LAST_SCENARIO}"))
    assert [each.id for each in rules.scenarios] == ["1812", "late", "1813"]
    assert rules.scenario("late").turns == 1
    assert rules.names("it")["late"] == "One late year"
    assert "late" not in {each.id for each in WELLINGTON.scenarios}
    table = opened(rules, "late")
    while not table.state.year:
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    assert (table.state.year, table.state.last_year) == (1814, 1814)


def test_a_card_gives_the_points_of_the_pack() -> None:
    """On its face, in its name and when it is played for them."""
    rules = corrected(("cards.toml", FORM_SQUARE, FORM_SQUARE.replace("cp = 2", "cp = 5")))
    assert (rules.faces["form_square"].value, WELLINGTON.faces["form_square"].value) == ("5", "2")
    assert rules.names("en")["form_square"] == "Form Square! (card 1, 5 points)"
    table = given(hands={"britain": (1,)}, data=rules.data_digest)
    table.give(PlayForPoints("form_square")).quiet()
    assert [event.amount for event in table.all(CommandPointsGained)] == [5]


def test_the_appeal_counts_a_card_as_the_pack_says() -> None:
    """16.21: the table and the card say it alike."""
    milder = data(
        ("tables.toml", "{ card = 4, add = 2 }", "{ card = 4, add = 1 }"),
        ("cards.toml", "appeal_modifier = 2", "appeal_modifier = 1"),
    )  # fmt: skip
    values = [appeal_modifier(position(removed=(card_id(4),), data=each)) for each in ("", milder)]
    assert values == [2, 1]


def test_a_lent_leader_is_worth_what_the_pack_says() -> None:
    """10.3"""
    better = data(("units.toml", 'id = "1-4"\nbattle = 1', 'id = "1-4"\nbattle = 3'))
    assert [_virtual_value(position(data=each), card_id(16)) for each in ("", better)] == [1, 3]


def test_there_are_as_many_counters_as_the_pack_says() -> None:
    """1.5: and what one game looked at, another does not believe."""
    more = data(("units.toml", "britain = { infantry = 14, cavalry = 6, artillery = 3, total = 23",
                 "britain = { infantry = 16, cavalry = 6, artillery = 3, total = 25"))  # fmt: skip
    built_in = position(soldiers_at={"lisbon": "britain 4 0 0"})
    mine = State(**{**{name: getattr(built_in, name) for name in built_in.__struct_fields__}, "data": more})
    assert [free_counters(each, "britain") for each in (built_in, mine, built_in)] == [
        (10, 6, 3), (12, 6, 3), (10, 6, 3)]  # fmt: skip


# What no game could be played on ----------------------------------------------------------------

MISTAKES = [
    # what, file, old text, new text, entry, field
    ("a duchy of another id", "map.toml", 'id = "palma"', 'id = "mallorca"', "duchy", "mallorca"),
    ("a box that is not", "map.toml", 'id = "regroup"', 'id = "recruits"', "box", "recruits"),
    ("a duchy in a box", "map.toml", 'shape = "box"', 'shape = "plain"', "portsmouth", "shape"),
    ("a strength that takes too long to reckon", "map.toml", "defence = 3", "defence = 9", "lisbon",
     "defence"),
    ("a power of another nation", "units.toml", 'nation = "spain"', 'nation = "britain"', "spain", "nation"),
    ("a soldier of another strength", "units.toml", "cavalry = { sp = 2", "cavalry = { sp = 3", "cavalry",
     "sp"),
    ("a leader of another power", "units.toml", 'id = "hill"\nname = "Hill"\npower = "britain"',
     'id = "hill"\nname = "Hill"\npower = "nord"', "hill", "power"),
    ("more counters than a box holds", "units.toml", "infantry = 14", "infantry = 900", "britain",
     "infantry"),
    ("too many dice", "units.toml", "nationality_bonus = 1", "nationality_bonus = 700", "britain",
     "nationality_bonus"),
    ("another lent leader", "units.toml", 'id = "2-4"\nbattle = 2\ncommand = 4',
     'id = "2-4"\nbattle = 2\ncommand = 6', "2-4", "command"),
    ("a card of another id", "cards.toml", 'id = "form_square"', 'id = "square"', "1", "id"),
    ("a card of another kind", "cards.toml", 'kinds = ["response"]', 'kinds = ["event"]', "1", "kinds"),
    ("a card at another time", "cards.toml", 'when = ["siege_start"]', 'when = ["plunder"]', "16", "when"),
    ("a card for others", "cards.toml", 'who = "any"', 'who = "french"', "1", "who"),
    ("what a card does", "cards.toml", "a_dice = 2", "a_dice = 4", "2", "params.a_dice"),
    ("a number that a card does not have", "cards.toml", "choose = 1, a_dice", "b_dice = 3, a_dice", "2",
     "params.b_dice"),
    ("words for dice", "cards.toml", "allied = { britain = 1", 'allied = { britain = "one"', "72",
     "params.allied"),
    ("too many dice of a card", "cards.toml", "allied = { britain = 1", "allied = { britain = 500", "72",
     "params.allied"),
    ("points that no card has", "cards.toml", "cp = 2", "cp = 7", "1", "cp"),
    ("a list that the rules do not ask", "cards.toml", "battle_or_siege = [70, ", "battle_or_siege = [",
     "lists", "battle_or_siege"),
    ("other seats", "scenarios.toml", 'id = "3_two_french"', 'id = "3"', "seating", "3"),
    ("a scenario that is gone", "scenarios.toml", 'id = "1813"', 'id = "1815"', "scenario", "1813"),
    ("a removed card that would count", "scenarios.toml", "played_cards = [4, 6, 38]",
     "played_cards = [4, 6]", "1813", "played_cards"),
    ("a staff that lacks who is there", "scenarios.toml", 'staff = ["de_espana"]', "staff = []", "1812",
     "army_groups"),
    ("other phases", "tables.toml", '"conquest", "peace", ', '"peace", "conquest", ', "turns", "phases"),
    ("hits on fives", "tables.toml", "eliminates = [6]", "eliminates = [5, 6]", "battle", "eliminates"),
    ("a third round", "tables.toml", "rounds = 2", "rounds = 3", "battle", "rounds"),
    ("another card of the Appeal", "tables.toml", "  { card = 39, add = 1 },\n", "", "appeal_to_the_emperor",
     "modifiers"),
    ("another card against peace", "tables.toml", "barred_by_card = 77", "barred_by_card = 78", "peace",
     "barred_by_card"),
    ("another card against conquest", "tables.toml", "{ card = 77, target = 9 }", "{ card = 78, target = 9 }",
     "conquest_of_spain", "card"),
    ("lines closed to evaders alone", "tables.toml", 'forbidden = ["river"]\nfailed_dice',
     'forbidden = ["pass"]\nfailed_dice', "evasion", "forbidden"),
    ("a march for nothing", "tables.toml", "march = 1 ", "march = 0 ", "costs", "march"),
    ("a target beyond all dice", "tables.toml", "target = 9\ninto", "target = 99\ninto", "interception",
     "target"),
    ("more Resources than counters", "tables.toml", "limit = 5 ", "limit = 500 ", "resources", "limit"),
    ("half a share and more", "tables.toml", "british_group_share = 0.5", "british_group_share = nan",
     "battle", "british_group_share"),
    ("a town nowhere", "map.toml", "lat = 38.72", "lat = nan", "lisbon", "lat"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "entry", "field"), [each[1:] for each in MISTAKES],
                         ids=[each[0] for each in MISTAKES])  # fmt: skip
def test_what_cannot_be_played_is_refused_by_file_entry_and_field(
    file: str, old: str, new: str, entry: str, field: str
) -> None:
    with pytest.raises(DataError) as refused:
        corrected((file, old, new))
    assert (refused.value.file, refused.value.entry, refused.value.field) == (file, entry, field)
    assert refused.value.problem


def test_twenty_scenarios_are_enough() -> None:
    whole = (DATA / "scenarios.toml").read_text("utf-8")
    start = whole[whole.index(LAST_SCENARIO):]
    many = "\n\n".join(start.replace('"1813"', f'"late_{number}"', 1) for number in range(19))
    with pytest.raises(DataError, match="20 scenarios"):
        corrected(("scenarios.toml", LAST_SCENARIO, f"{many}\n\n{LAST_SCENARIO}"))


def test_a_pack_that_is_refused_changes_nothing() -> None:
    with pytest.raises(DataError):
        corrected(("tables.toml", "march = 1 ", "march = 0 "))
    assert known[""].tables.costs.march == 1
