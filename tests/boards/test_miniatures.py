"""Miniatures: the counters of the kit without letters, none over another."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from domain.kernel.scene import Scene
from tests.boards.samples import flat, flat_scene, pointy, pointy_scene
from tests.web.test_boards import SVG, opening_scene
from tests.web.test_iberia import campaign_scene
from web.boards import plan_of
from web.boards.live import AnyPlan
from web.boards.miniatures import marks_svg

BOARDS = {
    "waterloo": (lambda: plan_of("waterloo"), opening_scene),
    "iberia": (lambda: plan_of("iberia"), campaign_scene),
    "flat": (flat, flat_scene),
    "pointy": (pointy, pointy_scene),
}


def drawn(name: str) -> tuple[AnyPlan, Scene, ElementTree.Element]:
    plan, scene = BOARDS[name][0](), BOARDS[name][1]()
    return plan, scene, ElementTree.fromstring(marks_svg(plan, scene))


@pytest.mark.parametrize("name", BOARDS)
def test_a_miniature_is_well_formed_and_every_part_that_it_uses_is_defined(name: str) -> None:
    _, _, root = drawn(name)
    defined = {node.get("id") for node in root.iter() if node.get("id")}
    used = {node.get("href", "")[1:] for node in root.iter() if node.get("href")}
    assert used and used <= defined


@pytest.mark.parametrize(("name", "apart"), [("waterloo", 74), ("flat", 66), ("pointy", 79)])
def test_every_cell_with_counters_has_one_and_it_stays_in_its_cell(name: str, apart: float) -> None:
    _, scene, root = drawn(name)
    spots = [
        tuple(map(float, found.groups()))
        for node in root.findall(f"{SVG}g")
        if (found := re.match(r"translate\((\S+) (\S+)\) scale", node.get("transform") or ""))
    ]
    assert len(spots) == len({token.at for token in scene.tokens.values() if token.at})
    for (ax, ay), (bx, by) in combinations(spots, 2):
        assert max(abs(ax - bx), abs(ay - by)) >= 0.82 * apart - 8


def test_armies_of_a_map_of_places_have_cards_that_do_not_touch() -> None:
    _, scene, root = drawn("iberia")
    cards = [
        tuple(map(float, re.findall(r"-?[\d.]+", node.get("transform") or "")[:2]))
        for node in root.findall(f"{SVG}g")
        if any(use.get("href", "").startswith("#c-leader") for use in node.iter(f"{SVG}use"))
    ]
    tokens = [token for token in scene.tokens.values() if token.kind == "leader" and token.at]
    leaders = {(token.at, token.side) for token in tokens}
    assert len(cards) == len({each for each in leaders if each[0] != "portsmouth"}) > 8
    for (ax, ay), (bx, by) in combinations(cards, 2):
        assert abs(ax - bx) >= 66 * 1.25 or abs(ay - by) >= 37 * 1.25
