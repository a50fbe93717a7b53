"""Hex boards of both orientations as the server draws them, on two made-up battlefields."""

import gzip
import json
import math
import re
import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.kernel.scene import Scene
from tests.boards.samples import FLAT_HINTS, POINTY_HINTS, flat, flat_scene, pointy, pointy_scene
from tests.web.test_boards import SVG, ids, with_token
from web.boards import earthworks, kit
from web.boards.cells import edge, outline, sides
from web.boards.hexes import Hexes
from web.boards.ink import Point
from web.boards.live import layer
from web.boards.plan import Plan
from web.boards.terrain import canopy, hachures, is_within, organic, wood_curves

SAMPLES = {"flat": (flat, flat_scene, FLAT_HINTS), "pointy": (pointy, pointy_scene, POINTY_HINTS)}
each_sample = pytest.mark.parametrize("name", SAMPLES)
Root = ElementTree.Element


def grid(name: str) -> Hexes:
    found = SAMPLES[name][0]().grid
    assert isinstance(found, Hexes)
    return found


def drawn(plan: Plan, scene: Scene, hints: list[dict[str, object]] | None = None) -> Root:
    return ElementTree.fromstring(layer(plan, scene, hints or []))


def used(node: Root) -> list[str]:
    return [use.get("href", "")[1:] for use in node.iter(f"{SVG}use")]


# ---- the grid


def test_hexes_are_counted_and_named_as_their_boards_do() -> None:
    assert len(grid("flat").cells) == 15 * 11 and len(grid("pointy").cells) == 5 * 13 + 4 * 12
    assert (grid("flat").cells[0], grid("flat").cells[-1]) == ("0118", "1528")
    assert [grid("pointy").cells[k] for k in (0, 12, 13, -1)] == ["A1", "A13", "B1", "I13"]


@each_sample
def test_neighbours_share_a_side_to_the_last_bit(name: str) -> None:
    board = grid(name)
    both = [frozenset(side) for cell in board.cells for side in sides(board.corners(cell))]
    shared = len(both) - len(set(both))
    around = sum(len(loop) for loop in outline(board, board.cells))
    assert 2 * shared + around == 6 * len(board.cells)


@each_sample
def test_the_map_and_any_two_neighbours_have_one_outline_clockwise(name: str) -> None:
    board = grid(name)
    pair = {"flat": ("0523", "0623"), "pointy": ("E6", "F6")}[name]
    for cells, corners in ((board.cells, None), (pair, 10)):
        (loop,) = outline(board, cells)
        assert corners in (None, len(loop))
        assert sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(loop)) > 0


def test_an_edge_between_hexes_that_do_not_touch_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="0118 and 0318 share no side"):
        edge(grid("flat"), "0118", "0318")


@each_sample
def test_a_point_of_the_rim_is_moved_off_the_map_and_no_other(name: str) -> None:
    board = grid(name)
    (rim,) = outline(board, board.cells)
    for a, b in sides(rim):
        for point in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)):
            assert not is_within(board.outside(point, 4), sides(rim))
    inner = {"flat": "0823", "pointy": "E7"}[name]
    assert [board.outside(corner, 4) for corner in board.corners(inner)] == board.corners(inner)


def test_a_counter_faces_each_side_and_each_corner_in_steps_of_sixty_degrees() -> None:
    for name in SAMPLES:
        angles = sorted(int(turn[7:].split(")")[0]) for turn in grid(name).spots.turns.values())
        assert angles == list(range(0, 360, 30)), "six sides and the six corners between them"
    assert grid("flat").spots.turns["N"] == "rotate(0)" and "N" in grid("pointy").spots.turns
    assert grid("pointy").spots.turns["NE"].startswith("rotate(30)")
    assert grid("flat").spots.turns["NE"].startswith("rotate(60)")


# ---- the picture


@each_sample
def test_the_picture_is_small_well_formed_and_asks_nobody_for_anything(name: str) -> None:
    picture = kit.picture(SAMPLES[name][0]())
    root = ElementTree.fromstring(picture)
    assert len(gzip.compress(picture)) <= 250_000
    assert all(node.get("href", "#").startswith("#") for node in root.iter())
    assert b"<text" not in picture and b"style=" not in picture and b"url(http" not in picture


def test_the_pictures_are_the_same_in_another_process() -> None:
    tell = (
        "import hashlib; from tests.boards.samples import flat, pointy; from web.boards import kit;"
        "print([hashlib.sha256(kit.picture(plan())).hexdigest() for plan in (flat, pointy)])"
    )
    told = {
        subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True).stdout
        for _ in (1, 2)
    }
    assert len(told) == 1


@each_sample
def test_every_kind_of_ground_is_drawn(name: str) -> None:
    picture = kit.picture(SAMPLES[name][0]()).decode()
    inks = {
        "woods": "#8FA36A",
        "hills": "#CDB984",
        "second level": "#DCC998",
        "roofs": "#A85A48",
        "water": "#44708A",
        "road": "#E9DAAE",
        "trail": 'stroke-dasharray="6.5 4"',
        "ford": "#F1E8CC",
        "grid": 'stroke-width=".75"',
    }
    assert not [ground for ground, ink in inks.items() if ink not in picture]
    assert ('stroke-dasharray=".1 6"' in picture) == bool(SAMPLES[name][0]().sections)


GROUND: dict[str, tuple[Any, str]] = {
    "chapels": (("0722",), "#6B6350"),
    "orchards": (("0522",), "#B4C98C"),
    "crops": (("0522",), "#8A7433"),
    "stars": (("1223",), "#B3122B"),
    "creeks": ((("0118", "0218"), ("0119", "0218")), 'stroke-width="17.8"'),
    "shallows": ((("0725", "0825"),), 'stroke-dasharray="1.4 4.2"'),
    "paths": ((("0118", "0218", "0319"),), 'stroke-width="2.6"'),
    "bounds": ((("0118", "0218"),), 'stroke-dasharray="11 4 2 4"'),
    "works": ((("0722", "0822"),), "#A98A55"),
}


@pytest.mark.parametrize("kind", GROUND)
def test_ground_that_few_maps_have_is_drawn_where_it_is_named(kind: str) -> None:
    where, ink = GROUND[kind]
    bare = replace(flat(), is_farmland=False, woods=())
    picture, without = kit.picture(replace(bare, **{kind: where})).decode(), kit.picture(bare).decode()
    ElementTree.fromstring(picture)
    assert picture != without and ink in picture and picture.count(ink) == without.count(ink) + 1


def test_clear_ground_stays_clear_where_tilled_ground_is_a_terrain() -> None:
    strewn, clear = kit.picture(flat()).decode(), kit.picture(replace(flat(), is_farmland=False)).decode()
    assert "#DCD49C" in strewn and "#DCD49C" not in clear


def test_a_reduced_counter_has_the_values_of_its_other_side() -> None:
    root = drawn(flat(), flat_scene())
    counters, parts = ids(root, "u-"), ids(root, "v-")
    assert "v-virginia5-reduced" in used(counters["virginia5"])
    assert "v-virginia1" in used(counters["virginia1"]), "which is not reduced"
    assert {"virginia1", "virginia1-reduced", "virginia5-reduced"} <= set(parts)


def test_larger_trees_are_fewer() -> None:
    loops = [[point for point, _ in curve.samples(4)] for curve in wood_curves(flat())]
    small, large = canopy(loops, (), Random(1)), canopy(loops, (), Random(1), 2.0)
    assert 3 * len(large) < len(small) and max(r for _, r in large) > max(r for _, r in small)


def test_a_breastwork_lies_in_the_cell_that_it_defends_with_its_pales_towards_the_other() -> None:
    plan = replace(flat(), works=(("0722", "0822"),))
    pales, bank = earthworks.works(plan).split('d="')[1:3]
    ends = [tuple(map(float, pair)) for pair in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", bank.split('"')[0])]
    assert all(is_within(end, sides(plan.grid.corners("0722"))) for end in ends)
    tips = [tip(pale) for pale in pales.split('"')[0].split("z") if pale]
    assert len(tips) > 4 and all(is_within(end, sides(plan.grid.corners("0822"))) for end in tips)


@each_sample
def test_hachures_point_downhill(name: str) -> None:
    plan = SAMPLES[name][0]()
    for cells in ((*plan.hills, *plan.high_hills), plan.high_hills):
        curves = organic(plan.grid, cells, plan.grid.hill_shake, Random(1))
        loops = [sides([point for point, _ in curve.samples(1.5)]) for curve in curves]
        strokes = hachures(curves, inwards=False, length=12.5, spacing=3.4, chance=Random(1)).split('"')
        tips = [tip(stroke) for d in strokes for stroke in d.split("z") if stroke.startswith("M")]
        uphill = [point for point in tips if any(is_within(point, loop) for loop in loops)]
        assert len(tips) > 100 and len(uphill) <= len(tips) // 25, "but where a bay is narrow"


def tip(stroke: str) -> Point:
    x, y = stroke.split("L")[-1].split()
    return float(x), float(y)


# ---- the live layer


@each_sample
def test_every_hex_is_a_button_and_every_part_that_is_used_is_defined(name: str) -> None:
    plan, scene, hints = (SAMPLES[name][0](), SAMPLES[name][1](), SAMPLES[name][2])
    root = drawn(plan, scene, hints)
    assert list(ids(root, "sp-")) == list(plan.grid.cells)
    assert set(ids(root, "u-")) == set(scene.tokens)
    assert all(node.get("role") == "button" and node.get("aria-label") for node in ids(root, "sp-").values())
    assert [node.get("tabindex") for node in ids(root, "sp-").values()].count("0") == 1
    defined = {node.get("id") for node in root.iter() if node.get("id")}
    assert set(used(root)) <= defined
    assert not [key for node in root.iter() for key in node.attrib if key == "style" or key.startswith("on")]


@each_sample
def test_an_enemy_zone_is_one_hatched_region_spoken_with_what_else_can_be_done_there(name: str) -> None:
    plan, scene, hints = (SAMPLES[name][0](), SAMPLES[name][1](), SAMPLES[name][2])
    root = drawn(plan, scene, hints)
    (zone,) = (node for node in root.iter() if "zone" in (node.get("class") or ""))
    assert zone.get("class") == "hl-tint zone" and zone.get("d", "").count("M") == 1
    both = {"flat": "0721", "pointy": "D7"}[name]
    cost = next(hint["cost"] for hint in hints if hint["space"] == both)
    assert (ids(root, "sp-")[both].get("aria-label") or "").endswith(
        f"; you can go here at a risk, cost {cost}; enemy zone of control"
    )


def test_a_hex_is_spoken_with_its_units_and_where_they_face() -> None:
    spaces = ids(drawn(flat(), flat_scene(), FLAT_HINTS), "sp-")
    assert spaces["0821"].get("aria-label") == (
        "0821; greene 1 Virginia infantry 4 facing west; you can fight here"
    )
    assert "facing south-south-east" in (spaces["0522"].get("aria-label") or "")


def test_the_states_of_a_counter_are_drawn_and_what_is_printed_lies_over_the_cut_corner() -> None:
    counters = ids(drawn(flat(), flat_scene()), "u-")
    assert used(counters["virginia5"])[-3:] == ["s-reduced", "v-virginia5-reduced", "s-disrupted"]
    assert used(counters["hazen"])[-2:] == ["s-moved", "s-pinned"]
    assert "f-infantry" in used(counters["guards"]) and "s-elite" in used(counters["dragoons16"])


def test_a_unit_of_blocks_has_as_many_blocks_as_it_is_strong_and_tells_the_number() -> None:
    counters = ids(drawn(pointy(), pointy_scene()), "u-")
    for key, token in pointy_scene().tokens.items():
        if token.kind == "leader":
            continue
        blocks = [part for part in used(counters[key]) if part == f"c-{token.kind}-{token.side}"]
        assert len(blocks) == token.strength, key
        assert counters[key].findtext(f".//{SVG}text") == f"{token.label} · {token.strength}"
    assert used(counters["lc"])[-1] == "s-cavalry-moved" and used(counters["ln3"])[-1] == "s-square"
    with pytest.raises(LookupError, match="'gg' has 7 blocks"):
        drawn(pointy(), with_token(pointy_scene(), "gg", strength=7))


def test_blocks_do_not_hide_each_other_nor_leave_their_hex() -> None:
    root = drawn(pointy(), pointy_scene())
    body = next(node for node in root.iter(f"{SVG}g") if node.get("id") == "c-line-french")
    for count, places in json.loads(body.get("data-places", "")).items():
        spots = [tuple(map(float, place[10:-1].split())) for place in places]
        assert len(spots) == int(count)
        assert all(math.dist(a, b) >= 18 for k, a in enumerate(spots) for b in spots[:k])
        assert all(abs(x) + 11.5 <= 40 and abs(y) + 11.5 <= 34 for x, y in spots)


def test_a_stack_shows_three_edges_below_its_uppermost_unit_and_its_number() -> None:
    root = drawn(flat(), flat_scene())
    counters, x, y = ids(root, "u-"), *flat().grid.centre("0423")
    stack = [counters[key].get("transform") for key in ("donop", "mirbach", "linsing", "lengerke")]
    steps = (-3.6, -1.2, 1.2, 3.6)
    assert stack == [f"translate({round(x + s, 1):g} {round(y - s, 1):g})" for s in steps]
    counts = {key: node.findtext(f".//{SVG}text") for key, node in ids(root, "q-").items()}
    assert counts == {"0423": "4", "1025": "2"}, "a leader beside a unit is no stack"


@each_sample
def test_the_region_that_can_be_reached_has_one_outline(name: str) -> None:
    plan, scene, hints = (SAMPLES[name][0](), SAMPLES[name][1](), SAMPLES[name][2])
    root = drawn(plan, scene, hints)
    (region,) = (node for node in root.iter() if node.get("class") == "hl-line safe")
    assert region.get("d", "").count("M") == 1
    frames = [node for node in root.iter() if node.get("class") == "hl-line act"]
    assert frames and all(node.get("d", "").count("L") == 5 for node in frames), "within the six sides"
