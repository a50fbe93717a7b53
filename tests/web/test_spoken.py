"""What is said of the places and counters of a board, in the reader's language."""

import re
from html import unescape

import pytest

from domain.kernel import titled
from domain.kernel.prose import prose
from tests.web.tables import new_table, sat_down
from web import boards
from web.boards.live import WORDS, drawn_by, said, spoken_token
from web.lobby.crops import opening_scene
from web.table.picture import names_of_spaces, spoken_words

START = {"waterloo": "short", "wellington": "1812", "washingtons_war": "campaign", "napoleonics": "vimiero",
         "brandywine": "howes_flank_attack"}  # fmt: skip


@pytest.fixture
def spoken(games, app):
    """What a screen reader says of each space of a new game of a title, in a language."""

    def read(title, language):
        game, seats = new_table(games, title, START[title])
        page = sat_down(app, game, seats[0])
        page.client.set_cookie("language", language)
        text = page.open(f"/g/{game}").text
        found = re.findall(r'id="sp-([^"]+)"[^>]*aria-label="([^"]*)"[^>]*data-name="([^"]*)"', text)
        return {space: (unescape(label), unescape(name)) for space, label, name in found}

    return read


@pytest.mark.parametrize(("title", "space", "italian"), [
    ("washingtons_war", "boston", "Boston, Massachusetts, acquartieramento, porto"),
    ("wellington", "toulouse", "Tolosa, ducato chiave"),
    ("waterloo", "J5", "J5, La Haye Sainte, castello"),
])  # fmt: skip
def test_a_place_is_called_in_the_readers_language(spoken, title, space, italian):
    label, name = spoken(title, "it")[space]
    assert name == italian and label.startswith(f"{name}; ")


@pytest.mark.parametrize("title", START)
def test_no_kind_of_ground_is_called_in_english_on_an_italian_board(app, title):
    rules, words = titled(title), prose(titled(title), "it")
    known = {**words.tables["board"], **words.tables["places"]}
    for scenario in rules.scenarios:
        board = opening_scene(rules, scenario.id).board
        plan = boards.plan_of(board)
        called = {cell: drawn_by(plan).called(plan, cell) for cell in drawn_by(plan).cells(plan)}
        kinds = {part for each in called.values() for part in each.split(", ") if part.islower()}
        assert kinds and kinds <= set(known), kinds - set(known)
        with app.test_request_context(headers={"Accept-Language": "it"}):
            named = names_of_spaces(rules, board)
        for cell, each in called.items():
            english = {part for part in each.split(", ") if part in kinds and known[part] != part}
            assert not english & set(named[cell].split(", ")), named[cell]


@pytest.mark.parametrize("language, american, british", [
    ("it", "UC americane 2", "UC britanniche 5"), ("en", "American CU 2", "British CU 5"),
])  # fmt: skip
def test_soldiers_stand_where_they_do_and_are_said_once_to_be_whose(spoken, language, american, british):
    said = spoken("washingtons_war", language)
    assert american in said["charleston"][0].split("; ") and british in said["boston"][0].split("; ")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("title", START)
def test_whose_a_counter_is_is_said_of_every_counter(app, games, title, language):
    """Also of stacks whose owner hides them."""
    game, seats = new_table(games, title, "entire_battle" if title == "brandywine" else START[title])
    rules, state = titled(title), games.standing(game).state
    for viewer in seats:
        scene = rules.view(state, viewer)
        with app.test_request_context(headers={"Accept-Language": language}):
            words = {**WORDS, **boards.plan_of(scene.board).words, **spoken_words(rules, scene)}
        for token in scene.tokens.values():
            told = spoken_token(token, words)
            own = [token.name] if token.side in token.name.lower() else []  # as in "British CU"
            assert any(said(word, words) in told for word in (token.side, *own)), told


def test_soldiers_of_a_power_of_the_peninsula_are_said_to_stand_nowhere_else(spoken):
    labels = [label for label, _name in spoken("wellington", "it").values()]
    assert any("Spagna" in label for label in labels) and not any(" soldati a " in each for each in labels)


def test_every_port_of_the_colonies_is_called_one_and_every_place_by_its_colony(spoken):
    said = {space: name for space, (_label, name) in spoken("washingtons_war", "en").items()}
    for port in ("boston", "newport", "new_york", "baltimore", "alexandria", "norfolk"):
        assert said[port].endswith(", winter quarters, port")
    assert said["quebec"] == "Quebec, Canada, fortified port"
    assert said["lexington_concord"] == "Lexington Concord, Massachusetts, winter quarters"


@pytest.mark.parametrize("language, held", [("en", "held by America"), ("it", "controllo: America")])
def test_who_holds_a_place_is_named_and_not_described(spoken, language, held):
    assert held in spoken("washingtons_war", language)["lexington_concord"][0].split("; ")


@pytest.mark.parametrize("title", START)
def test_a_board_has_the_words_for_sides_and_states_that_come_later(app, title):
    """The script says what changes with the words that came with the page."""
    scene = opening_scene(titled(title), START[title])
    with app.test_request_context(headers={"Accept-Language": "it"}):
        words = spoken_words(titled(title), scene)
    plan, named = boards.plan_of(scene.board), prose(titled(title), "it").names
    assert {side: words.get(side) for side in plan.armies if side in named} == {
        side: named[side] for side in plan.armies if side in named
    }
    assert {flag for flag in LATER[title] if flag not in words} == set()


LATER = {
    "waterloo": {"moved", "disordered", "rallied", "attacked"},
    "wellington": {"tired", "marked", "part_marked", "bound"},
    "washingtons_war": {"tried"},
    "napoleonics": {"moved", "ordered", "battled", "square"},
    "brandywine": {"moved", "disrupted", "shattered", "pinned", "withdrawn"},
}
"""States that no counter has when a game begins."""


@pytest.mark.parametrize("title", START)
def test_words_come_in_the_same_order_in_every_process(app, title):
    """Strings are hashed anew in each: pages of two workers would differ by a byte, and be sent twice."""
    scene = opening_scene(titled(title), START[title])
    with app.test_request_context(headers={"Accept-Language": "en"}):
        words = [*spoken_words(titled(title), scene)]
    assert words == sorted(words)
