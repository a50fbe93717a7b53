"""The boards as the server draws them."""

import gzip
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from domain.kernel.scene import Scene, Space, Token
from domain.waterloo.facts import load
from web.boards import board_html, live_svg, picture_name, plan_of, static_picture

WEB = Path(__file__).parents[2] / "web"
SVG = "{http://www.w3.org/2000/svg}"


def opening_scene() -> Scene:
    """Every counter of the game; the Prussians are still off the board."""
    facts = load()
    tokens = {}
    for key, unit in facts.units.items():
        at, facing = facts.setup.get(key, (None, None))
        tokens[key] = Token(
            at=at,
            kind=unit.arm,
            side=unit.army,
            label=unit.label,
            name=unit.name,
            strength=unit.full,
            facing=facing,
            flags=("elite",) if unit.elite else (),
        )
    for key, leader in facts.leaders.items():
        tokens[key] = Token(at=facts.leader_setup[key], kind="leader", side=leader.army, label=leader.name)
    spaces = {square: Space(owner=owner) for square, owner in facts.scenarios["short"].vp_markers.items()}
    spaces |= {
        square: Space(owner="coalition", marks={"chateau": points})
        for square, points in facts.chateaux.items()
    }
    return Scene(
        board="waterloo",
        turn=1,
        round=1,
        phase="movement",
        tokens=tokens,
        spaces=spaces,
        hands={},
        numbers={},
    )


def with_token(scene: Scene, key: str, **changed: object) -> Scene:
    return msgspec.structs.replace(
        scene, tokens={**scene.tokens, key: msgspec.structs.replace(scene.tokens[key], **changed)}
    )


def ids(root: ElementTree.Element, prefix: str) -> dict[str, ElementTree.Element]:
    return {
        key[len(prefix) :]: node
        for node in root.iter(f"{SVG}g")
        if (key := node.get("id", "")).startswith(prefix)
    }


def test_the_picture_is_the_same_in_another_process() -> None:
    command = "import domain.titles; from web.boards import picture_name; print(picture_name('waterloo'))"
    told = subprocess.run(
        [sys.executable, "-c", command],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == picture_name("waterloo")


def test_the_picture_is_small_well_formed_and_asks_nobody_for_anything() -> None:
    picture = static_picture("waterloo")
    root = ElementTree.fromstring(picture)
    assert root.get("viewBox") == "-34 -34 1548 1104"
    assert len(gzip.compress(picture)) <= 100_000
    assert all(node.get("href", "#").startswith("#") for node in root.iter())
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names))
    assert b"<text" not in picture and b"style=" not in picture and b"url(http" not in picture


def test_the_live_layer_has_every_space_and_every_counter_once() -> None:
    scene = opening_scene()
    root = ElementTree.fromstring(live_svg(scene))
    assert set(ids(root, "sp-")) == set(load().squares)
    assert set(ids(root, "u-")) == set(scene.tokens)
    assert all(node.get("role") == "button" and node.get("aria-label") for node in ids(root, "sp-").values())
    assert [key for key, node in ids(root, "sp-").items() if node.get("tabindex") == "0"] == ["A1"]


def test_counters_off_the_board_are_there_but_hidden() -> None:
    counters = ids(ElementTree.fromstring(live_svg(opening_scene())), "u-")
    hidden = {key for key, node in counters.items() if node.get("display") == "none"}
    assert hidden == {key for key, unit in load().units.items() if unit.army == "prussian"}


def test_every_part_that_is_used_is_defined() -> None:
    scene = with_token(opening_scene(), "fr_inf_1_i", flags=("elite", "moved", "disordered"), reduced=True)
    root = ElementTree.fromstring(live_svg(scene, [{"space": "J6", "kind": "risk", "cost": 2}]))
    defined = {node.get("id") for node in root.iter() if node.get("id")}
    used = {node.get("href", "")[1:] for node in root.iter() if node.get("href")}
    assert used <= defined
    assert {"s-elite", "s-moved", "s-disordered", "s-reduced", "o-coalition", "k-chateau"} <= used


def test_a_space_is_spoken_with_its_place_its_counters_its_owner_and_what_can_be_done() -> None:
    spaces = ids(
        ElementTree.fromstring(live_svg(opening_scene(), [{"space": "J5", "kind": "fight", "cost": 2}])),
        "sp-",
    )
    assert spaces["J5"].get("aria-label") == (
        "J5, La Haye Sainte, chateau; Anglo-Allied 3/I Alten infantry 4 facing south; held by coalition; "
        "castle points 2; you can fight here, cost 2"
    )


def test_the_spoken_words_can_be_in_another_language() -> None:
    words = {"S": "rivolta a sud", "infantry": "fanteria", "board": "Mappa"}
    root = ElementTree.fromstring(live_svg(opening_scene(), words=words))
    assert root.get("aria-label") == "Mappa"
    assert "fanteria 4 rivolta a sud" in (ids(root, "sp-")["J5"].get("aria-label") or "")


def test_hostile_names_stay_text() -> None:
    evil = "\"><script>alert(1)</script>&<b id='x"
    scene = with_token(opening_scene(), "fr_inf_1_i", name=evil, label=evil)
    spaces = {**scene.spaces, "C3": Space(owner=None, marks={"chateau": evil, evil: 1})}
    drawn = board_html(msgspec.structs.replace(scene, spaces=spaces), '"><script>', words={"chateau": evil})
    root = ElementTree.fromstring(drawn)
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert ids(root, "u-")["fr_inf_1_i"].findtext(f"{SVG}title") == evil


def test_a_leader_steps_into_the_corner_of_a_square_that_a_unit_holds() -> None:
    alone = ids(ElementTree.fromstring(live_svg(opening_scene())), "u-")["napoleon"]
    assert alone.get("transform") == "translate(703 777)" and (alone.get("class") or "").endswith(" alone")
    shared = with_token(opening_scene(), "napoleon", at="J12")
    counters = ids(ElementTree.fromstring(live_svg(shared)), "u-")
    assert counters["napoleon"].get("transform") == counters["fr_inf_ch_g"].get("transform")
    assert (counters["napoleon"].get("class") or "").endswith(" beside se")
    assert (counters["fr_inf_ch_g"].get("class") or "").endswith(" led")


@pytest.mark.parametrize(("facing", "corner"), [("N", "se"), ("W", "se"), ("S", "ne"), ("E", "nw")])
def test_a_leader_beside_a_unit_never_hides_its_front(facing: str, corner: str) -> None:
    shared = with_token(with_token(opening_scene(), "napoleon", at="J12"), "fr_inf_ch_g", facing=facing)
    napoleon = ids(ElementTree.fromstring(live_svg(shared)), "u-")["napoleon"]
    assert (napoleon.get("class") or "").endswith(f" beside {corner}")


def test_highlights_are_told_apart_by_form() -> None:
    hints = [
        {"space": "J6", "kind": "safe", "cost": 1},
        {"space": "K6", "kind": "safe", "cost": 2},
        {"space": "L6", "kind": "risk"},
        {"space": "J5", "kind": "fight"},
        {"space": "J7", "kind": "act"},
    ]
    root = ElementTree.fromstring(live_svg(opening_scene(), hints))
    lines = [node for node in root.iter() if (node.get("class") or "").startswith("hl-line")]
    assert sorted(node.get("class", "") for node in lines) == [
        "hl-line act",
        "hl-line fight",
        "hl-line risk",
        "hl-line safe",
    ]
    region = next(node for node in lines if node.get("class") == "hl-line safe")
    assert region.get("d", "").count("M") == 1, "two squares side by side have one outline"


def test_a_cell_where_something_can_be_done_has_a_lozenge_and_one_to_go_to_has_none() -> None:
    """As round the places of maps: by its outline alone it looked like a cell that one can go to."""
    hints = [{"space": "J6", "kind": "here"}, {"space": "M6", "kind": "safe"}]
    root = ElementTree.fromstring(live_svg(opening_scene(), hints))
    lozenges = [node for node in root.iter() if node.get("class") == "hl-lozenge"]
    assert [node.get("d") for node in lozenges] == ["M0-9L9 0 0 9-9 0z"]


def test_an_enemy_zone_on_squares_is_hatched_and_spoken_in_the_readers_language() -> None:
    hints = [{"space": square, "kind": "zone"} for square in ("J6", "K6", "K7")]
    root = ElementTree.fromstring(live_svg(opening_scene(), hints, {"zone": "zona di controllo nemica"}))
    (zone,) = (node for node in root.iter() if "zone" in (node.get("class") or ""))
    assert zone.get("d", "").count("M") == 1 and zone.get("d", "").count("L") == 7
    assert (ids(root, "sp-")["K7"].get("aria-label") or "").endswith("; zona di controllo nemica")


def test_what_the_board_does_not_know_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="no space of the waterloo board"):
        live_svg(with_token(opening_scene(), "napoleon", at="Z99"))
    with pytest.raises(LookupError, match="highlight on 'Z99'"):
        live_svg(opening_scene(), [{"space": "Z99", "kind": "safe"}])
    with pytest.raises(LookupError, match="'artillery'"):
        live_svg(with_token(opening_scene(), "napoleon", kind="artillery"))
    with pytest.raises(LookupError, match="'spanish'"):
        live_svg(with_token(opening_scene(), "napoleon", side="spanish"))
    with pytest.raises(LookupError, match="no board is drawn for 'chess'"):
        plan_of("chess")


def test_the_live_layer_carries_no_inline_style_or_handler() -> None:
    root = ElementTree.fromstring(live_svg(opening_scene()))
    assert not [key for node in root.iter() for key in node.attrib if key == "style" or key.startswith("on")]


def test_the_fonts_are_few_and_carry_their_licences() -> None:
    fonts = list((WEB / "static/fonts").glob("*.woff2"))
    assert sum(font.stat().st_size for font in fonts) <= 120_000
    named = (WEB / "static/css/fonts.css").read_text()
    assert all(font.name in named for font in fonts)
    assert len(list((WEB / "static/fonts").glob("*.OFL.txt"))) == 3
