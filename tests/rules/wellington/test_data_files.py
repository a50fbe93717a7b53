"""A damaged data file of Wellington says which file, entry and field is wrong."""

import shutil
from pathlib import Path

import pytest

from domain.kernel.errors import DataError
from domain.wellington.facts import DATA, load

FILES = ("map.toml", "units.toml", "cards.toml", "scenarios.toml", "tables.toml")

MISTAKES = [
    # what, file, old text, new text, entry, field
    ("a file that is not TOML", "map.toml", "[counts]", "[counts", "file", "syntax"),
    ("an unknown table", "cards.toml", "[parts]", "[jokers]\n[parts]", "file", "jokers"),
    ("a missing table", "tables.toml", "[peace]", "[war]", "file", "war"),
    ("an unknown field", "tables.toml", "build_sp = 2", "build_sp = 2\nbuild_ship = 3", "costs",
     "build_ship"),
    ("a missing field", "tables.toml", "build_sp = 2", "", "costs", "build_sp"),
    ("a wrong type", "units.toml", "battle = 5", 'battle = "5"', "wellington", "battle"),
    ("an entry without a source", "units.toml", 'src = "rulebook example + rulebook 9.63"', 'src = "hearsay"',
     "wellington", "src"),
    ("an unknown sea", "map.toml", 'zones = ["atlantic", "mediterranean"]', 'zones = ["atlantic"]', "zones",
     "zones"),
    ("a strait in one sea", "map.toml", 'strait = "gibraltar"', 'strait = "lisbon"', "strait", "strait"),
    ("a duchy twice", "map.toml", 'id = "porto"', 'id = "lisbon"', "lisbon", "id"),
    ("an unknown shape", "map.toml", 'shape = "capital"', 'shape = "pentagon"', "madrid", "shape"),
    ("no capital", "map.toml", 'shape = "capital"', 'shape = "key"', "duchy", "shape"),
    ("a fortress without a defence", "map.toml", "defence = 5, ", "", "gibraltar", "defence"),
    ("a fortress of another defence", "tables.toml", "gibraltar = 5", "gibraltar = 4", "siege", "gibraltar"),
    ("a port without a sea", "map.toml", 'port = "major", zones = ["atlantic"], lat = 38.72',
     'port = "major", lat = 38.72', "lisbon", "zones"),
    ("a sea named twice", "map.toml", 'zones = ["atlantic"], lat = 38.72',
     'zones = ["atlantic", "atlantic"], lat = 38.72', "lisbon", "zones"),
    ("a national duchy abroad", "map.toml",
     'region = "portugal", shape = "fortress", defence = 3, home = "britain"',
     'region = "portugal", shape = "fortress", defence = 3, home = "spain"', "lisbon", "home"),
    ("an occupied duchy in France", "map.toml", 'home = "nord", controller = "nord", port = "major"',
     'home = "nord", controller = "spain", port = "major"', "bordeaux", "controller"),
    ("a town off the map", "map.toml", "lat = 38.72", "lat = 83.72", "lisbon", "lat"),
    ("an occupied duchy too few", "map.toml", 'controller = "nord", lat = 40.42',
     'controller = "spain", lat = 40.42', "counts", "occupied"),
    ("a count that is wrong", "map.toml", "spanish_duchies = 62", "spanish_duchies = 61", "counts",
     "spanish_duchies"),
    ("a line to nowhere", "map.toml", 'b = "yecla"', 'b = "atlantis"', "valencia|atlantis", "b"),
    ("a line to the box", "map.toml", 'b = "yecla"', 'b = "portsmouth"', "valencia|portsmouth", "b"),
    ("a line to itself", "map.toml", 'b = "yecla"', 'b = "valencia"', "valencia|valencia", "b"),
    ("a line twice", "map.toml", 'a = "valencia", b = "yecla"', 'a = "bayonne", b = "san_sebastian"',
     "san_sebastian|bayonne", "line"),
    ("an unknown kind of line", "map.toml", 'b = "yecla", kind = "open"', 'b = "yecla", kind = "swamp"',
     "line 1",
     "kind"),
    ("a duchy that nobody can reach", "map.toml", 'port = "minor", zones = ["mediterranean"], lat = 39.57',
     'lat = 39.57', "palma", "line"),
    ("powers out of order", "units.toml", 'id = "sud"', 'id = "nord"', "nord", "id"),
    ("three powers of a side", "units.toml", 'side = "french"', 'side = "allied"', "power", "side"),
    ("an unknown kind of soldier", "units.toml", "cavalry = { sp", "dragoons = { sp", "dragoons", "soldiers"),
    ("a total that is not the sum", "units.toml", "total = 23", "total = 24", "britain", "total"),
    ("a leader twice", "units.toml", 'id = "beresford"', 'id = "wellington"', "wellington", "id"),
    ("an unknown command value", "units.toml", "command = 9", "command = 8", "wellington", "command"),
    ("a card with two stand-ins", "units.toml", "cards = [32]", "cards = [16]", "0-4", "cards"),
    ("a card twice", "cards.toml", "number = 2\n", "number = 1\n", "1", "number"),
    ("two cards of one id", "cards.toml", 'id = "the_cavalry_brigade"', 'id = "form_square"', "1", "id"),
    ("a card of the wrong deck", "cards.toml", 'deck = "common"', 'deck = "spain"', "1", "after"),
    ("a deck of the wrong size", "cards.toml", "common = [1, 86]", "common = [1, 87]", "87", "deck"),
    ("a deck of missing cards", "cards.toml", "france = [99, 110]", "france = [99, 111]", "parts", "france"),
    ("unknown command points", "cards.toml", "cp = 2", "cp = 7", "1", "cp"),
    ("a mandatory card with command points", "cards.toml", 'kinds = ["mandatory"]',
     'cp = 2\nkinds = ["mandatory"]', "4", "cp"),
    ("a card without a kind", "cards.toml", 'kinds = ["response"]', "kinds = []", "1", "kinds"),
    ("an unknown window", "cards.toml", '"battle_round_start"', '"tea_time"', "1", "when"),
    ("a card never played", "cards.toml", 'when = ["own_impulse"]', "when = []", "4", "when"),
    ("a card that cancels a missing one", "cards.toml", "cancels = [2, 61, 106, 107]",
     "cancels = [2, 61, 106, 111]", "1", "cancels"),
    ("a card that cancels one that does not say so", "cards.toml", "cancels = [2, 61, 106, 107]",
     "cancels = [2, 3, 61, 106, 107]", "1", "cancels"),
    ("a national card that leaves its Reserve", "cards.toml", 'after = "reserve"', 'after = "discard"', "87",
     "after"),
    ("a national card of somebody else", "cards.toml", 'who = "spain"', 'who = "britain"', "87", "who"),
    ("a mandatory card that is not listed", "cards.toml", "64, 77]", "64]", "lists", "mandatory"),
    ("a siege card that is none", "cards.toml", "battle_or_siege = [70", "battle_or_siege = [1", "lists",
     "battle_or_siege"),
    ("a power of two players", "scenarios.toml", '[["britain", "spain"], ["sud", "nord"]]',
     '[["britain", "spain"], ["sud", "sud"]]', "2", "powers"),
    ("a player of both sides", "scenarios.toml", '[["britain", "spain"], ["sud", "nord"]]',
     '[["britain", "nord"], ["sud", "spain"]]', "2", "powers"),
    ("a player too many", "scenarios.toml", "players = 2", "players = 3", "2", "players"),
    ("a game that ends before it begins", "scenarios.toml", "first_turn = 1813\nlast_turn = 1814",
     "first_turn = 1814\nlast_turn = 1813", "1813", "last_turn"),
    ("resources of three powers", "scenarios.toml", "resources = { britain = 1, ", "resources = { ", "1812",
     "resources"),
    ("too many resources", "scenarios.toml", "resources = { britain = 1", "resources = { britain = 6", "1812",
     "resources"),
    ("keys that map and flags do not give", "scenarios.toml", "keys = { britain = 5", "keys = { britain = 6",
     "1812", "keys"),
    ("a removed card that is none", "scenarios.toml", "[4, 6, 38, 99]", "[4, 6, 38, 111]", "1813",
     "removed_cards"),
    ("a played card that is in the game", "scenarios.toml", "played_cards = [4, 6, 38]",
     "played_cards = [4, 5, 38]", "1813", "played_cards"),
    ("a flag nowhere", "scenarios.toml", 'duchy = "badajoz", power = "spain", src = "rulebook 2.3"',
     'duchy = "atlantis", power = "spain", src = "rulebook 2.3"', "1813", "flags"),
    ("two flags in a duchy", "scenarios.toml", 'duchy = "malaga", power = "spain", src = "reconstruction" }',
     'duchy = "badajoz", power = "spain", src = "reconstruction" }', "1813", "flags"),
    ("a flag of the original controller", "scenarios.toml",
     'duchy = "valencia", power = "sud", src = "rulebook 2.3"',
     'duchy = "valencia", power = "spain", src = "rulebook 2.3"', "1813", "flags"),
    ("pieces nowhere", "scenarios.toml", 'power = "britain", duchy = "lisbon"',
     'power = "britain", duchy = "atlantis"', "1812", "placement"),
    ("pieces twice in a duchy", "scenarios.toml", 'duchy = "palma", cav = 1', 'duchy = "lisbon", cav = 1',
     "1812",
     "placement"),
    ("a power in an enemy duchy", "scenarios.toml", 'duchy = "palma", cav = 1', 'duchy = "madrid", cav = 1',
     "1812", "placement"),
    ("both sides in a duchy", "scenarios.toml", 'power = "nord", duchy = "burgos"',
     'power = "nord", duchy = "ciudad_rodrigo"', "1812", "placement"),
    ("an entry without a piece", "scenarios.toml", 'duchy = "palma", cav = 1', 'duchy = "palma"', "1812",
     "placement"),
    ("a piece where the rulebook has none", "scenarios.toml", 'power = "spain", duchy = "cuenca"',
     'power = "spain", duchy = "merida"', "1812", "empty"),
    ("more counters than the game has", "scenarios.toml", 'duchy = "palma", cav = 1',
     'duchy = "palma", cav = 4',
     "1812", "placement"),
    ("an unknown leader", "scenarios.toml", 'leader = "soult"', 'leader = "ney"', "1812", "placement"),
    ("a leader of another power", "scenarios.toml", 'leader = "soult"', 'leader = "joseph"', "1812",
     "placement"),
    ("a leader in two duchies", "scenarios.toml", 'leader = "suchet"', 'leader = "soult"', "1812",
     "placement"),
    ("a leader neither on the map nor off it", "scenarios.toml", 'off_map_leaders = ["elio"]',
     "off_map_leaders = []", "1812", "off_map_leaders"),
    ("a leader both on the map and off it", "scenarios.toml", 'off_map_leaders = ["elio"]',
     'off_map_leaders = ["elio", "soult"]', "1812", "off_map_leaders"),
    ("a staff that is elsewhere", "scenarios.toml", 'staff = ["de_espana"]', 'staff = ["beresford"]', "1812",
     "army_groups"),
    ("powers in another order", "tables.toml", 'order = ["britain", "sud", ', 'order = ["sud", "britain", ',
     "turns", "order"),
    ("a table with a gap", "tables.toml", "{ from = 4, to = 7, flag_falls", "{ from = 5, to = 7, flag_falls",
     "guerrilla", "result"),
    ("a table that begins late", "tables.toml", "{ from = 1, to = 3, flag_falls",
     "{ from = 2, to = 3, flag_falls",
     "guerrilla", "result"),
    ("a table that ends early", "tables.toml", "to = 7, flag_falls", "to = 6, flag_falls", "guerrilla",
     "result"),
    ("a row that ends before it begins", "tables.toml", "{ from = 12, resources = 2 }",
     "{ from = 12, to = 11, resources = 2 }", "plunder", "result"),
    ("a kind of line without dice", "tables.toml", "pass = 2, river = 3", "pass = 2", "battle",
     "terrain_dice"),
    ("a year without points", "tables.toml", "duchies_for_one = [5, 4, 3]", "duchies_for_one = [5, 4]",
     "victory",
     "duchies_for_one"),
    ("a resource of nowhere", "tables.toml", 'duchy = "lisbon", gain', 'duchy = "atlantis", gain',
     "resources",
     "interphase"),
    ("another capital than the map's", "tables.toml", 'capital = "madrid"', 'capital = "lisbon"',
     "conquest_of_spain", "capital"),
    ("another number of Portuguese keys than the map's", "tables.toml", "portuguese_keys = 4",
     "portuguese_keys = 5", "conquest_of_portugal", "portuguese_keys"),
    ("a table about a missing card", "tables.toml", "barred_by_card = 77", "barred_by_card = 111", "peace",
     "barred_by_card"),
    ("a modifier that the card does not give", "tables.toml", "{ card = 26, add = 1 }",
     "{ card = 26, add = 2 }",
     "appeal_to_the_emperor", "modifiers"),
]


@pytest.mark.parametrize(("file", "old", "new", "entry", "field"), [mistake[1:] for mistake in MISTAKES],
                         ids=[mistake[0] for mistake in MISTAKES])
def test_a_mistake_in_a_file_is_named(
    file: str, old: str, new: str, entry: str, field: str, tmp_path: Path,
) -> None:
    folder = shutil.copytree(DATA, tmp_path / "data")
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    with pytest.raises(DataError) as caught:
        load(folder)

    assert (caught.value.file, caught.value.entry, caught.value.field) == (file, entry, field)
    assert caught.value.problem and file in str(caught.value)


def test_more_flags_than_the_game_has_are_a_mistake_of_the_scenario(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "data")
    units = (folder / "units.toml").read_text(encoding="utf-8")
    (folder / "units.toml").write_text(units.replace("allied = 45", "allied = 11"), encoding="utf-8")

    with pytest.raises(DataError, match="12 allied flags of 11") as caught:
        load(folder)

    assert (caught.value.file, caught.value.entry, caught.value.field) == ("scenarios.toml", "1813", "flags")


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(file: str, tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "data")
    (folder / file).unlink()

    with pytest.raises(DataError) as caught:
        load(folder)

    assert caught.value.file == file
