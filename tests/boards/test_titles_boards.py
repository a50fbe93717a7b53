"""A title describes its boards as data: what its rule set tells of the map, and `board.toml` of its looks."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import domain.titles  # noqa: F401  (registers the titles)
import tests.council
import tests.toy  # noqa: F401
from domain.kernel import PUBLIC, RuleSet, titled
from domain.kernel import ruleset as registry
from domain.kernel.errors import DataError
from domain.kernel.looks import UNKNOWN, looks_of, side_look
from replays import figures
from tests.cannonade import CANNONADE, SEATS
from tests.laws.games import opened_game
from tests.web.test_boards import SVG, ids
from web.boards import board_names, live_svg, plan_of, static_picture
from web.boards.looks import CellLooks, PlaceLooks, read


def test_a_title_that_nothing_outside_its_folder_names_is_drawn() -> None:
    state = opened_game(CANNONADE, "ridge", SEATS, bytes(32)).head.state
    root = ElementTree.fromstring(live_svg(CANNONADE.view(state, PUBLIC)))
    assert set(ids(root, "sp-")) == set(plan_of("cannonade").grid.cells)  # type: ignore[union-attr]
    assert set(ids(root, "u-")) == set(SEATS)
    assert ids(root, "sp-")["C8"].get("aria-label") == "C8, The farm"
    assert [node.text for node in root.iter(f"{SVG}text") if node.text == "The farm"]
    picture = static_picture("cannonade")
    ElementTree.fromstring(picture)
    for ink in (b"#8FA36A", b"#CDB98C", b"#E9DAAE"):  # woods, a farm's yard, a road
        assert ink in picture


def test_every_board_of_a_registered_title_is_known_by_name() -> None:
    assert {"waterloo", "iberia", "colonies", "cannonade"} <= board_names()
    assert "skirmish" not in board_names(), "a title may have no drawn board"


def test_a_side_that_its_title_says_nothing_of_looks_plain() -> None:
    assert side_look("skirmish", "green") == UNKNOWN == side_look("council", "north")
    assert looks_of("council").sides == {}


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Registers a copy of a title whose board.toml has something replaced, and gives its id."""

    def copy(title: str, old: str, new: str) -> str:
        rule_set: RuleSet = titled(title)
        folder = tmp_path / title
        folder.mkdir()
        told = (rule_set.folder / "board.toml").read_text("utf-8")
        assert old in told
        (folder / "board.toml").write_text(told.replace(old, new, 1), "utf-8")
        named = f"{title} {len(old)} {new}"
        monkeypatch.setitem(registry._TITLES, named, replace_folder(rule_set, named, folder))
        return named

    return copy


def replace_folder(rule_set: RuleSet, named: str, folder: Path) -> RuleSet:
    return replace(rule_set, id=named, folder=folder)


@pytest.mark.parametrize(
    ("title", "old", "new", "entry", "field"),
    [
        ("waterloo", 'fill = "#12407A"', 'fill = "blue"', "sides.french", "fill"),
        ("waterloo", 'dash = "dot"', 'dash = "wavy"', "sides.prussian", "dash"),
        ("waterloo", "seed = 1815", 'seed = "x"', "board", "seed"),
        ("waterloo", 'chateau = "farms"', 'chateau = "castle"', "board", "terrain"),
        ("waterloo", 'icon = "leader"', 'icon = "hat"', "board.kinds.leader", "icon"),
        ("waterloo", 'shape = "wall"', 'shape = "hole"', "board.badges.chateau", "shape"),
        ("wellington", "scale = 7640", "scales = 7640", "board.projection", "scales"),
        ("wellington", "[sides.britain]", "[sides.britain", "syntax", "syntax"),
    ],
)
def test_a_mistake_in_board_toml_names_its_entry_and_field(changed, title, old, new, entry, field) -> None:
    named = changed(title, old, new)
    with pytest.raises(DataError) as caught:
        read(named, PlaceLooks if title == "wellington" else CellLooks)
    assert (caught.value.file, caught.value.field) == ("board.toml", field), str(caught.value)
    assert caught.value.entry == entry


def test_titles_agree_on_the_looks_of_a_side_that_several_have() -> None:
    """Pages colour a side by its name, wherever it stands."""
    seen: dict[str, object] = {}
    for title in ("waterloo", "wellington", "washingtons_war", "skirmish", "cannonade"):
        for side, look in looks_of(title).sides.items():
            on_pages = (look.fill, look.on, look.shape, look.glyph)
            assert seen.setdefault(side, on_pages) == on_pages, side


def test_a_figure_has_the_lines_of_its_title_and_what_they_become_in_the_dark() -> None:
    values = {measure.id: 1.0 for measure in CANNONADE.measures}
    row = {"version": 1, "at": 0, "turn": 1, "round": 1, "mark": "", "text": "", "measures": values}
    drawn = figures.timeline(CANNONADE, [row, {**row, "version": 2}])
    looks = looks_of("cannonade").sides
    assert drawn.layout.meta["dark"] == {look.line: look.line_in_dark for look in looks.values()}
    lines = [(trace.line.color, trace.line.dash) for trace in drawn.data]
    assert lines == [(looks[seat].line, looks[seat].dash) for seat in SEATS]
