"""The Iberian board: the coast it is drawn from, the sheet, and the live layer over it."""

import gzip
import json
import math
import subprocess
import sys
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from domain.kernel.scene import Scene, Space, Token
from domain.kernel.seats import PUBLIC
from domain.wellington.facts import FACTS
from domain.wellington.seen.scene import view
from domain.wellington.title import WELLINGTON
from scripts.coastline import clipped, decoded, prepared, simplified
from tests.rules.wellington.position import started
from tests.web.test_boards import SVG, ids, with_token
from web.boards import live_svg, picture_name, plan_of, static_picture
from web.boards.berths import NOMINAL
from web.boards.conic import Conic
from web.boards.layout import around, offset, overlap
from web.boards.looks import PlaceLooks, read
from web.boards.place_plans import conic
from web.boards.place_plans import ground as ground_of
from web.boards.points import Ground, PointPlan

Root = ElementTree.Element
FILE = WELLINGTON.folder / "coast.json"
CONIC = conic(read("wellington", PlaceLooks))


def ground() -> Ground:
    return ground_of("wellington")


def board() -> PointPlan:
    found = plan_of("iberia")
    assert isinstance(found, PointPlan)
    return found


def campaign_scene() -> Scene:
    """The start of 1812 as everybody sees it."""
    return view(started("1812").state, PUBLIC)


def busy_scene() -> Scene:
    """A battle at Salamanca, a siege of Burgos, a closed pass, leaders who regroup, duchies of nobody."""
    scene = campaign_scene()
    scene = with_token(scene, "wellington", at="salamanca", flags=("commander", "marked", "favoured"))
    scene = with_token(scene, "hill", at="salamanca", flags=("marked", "bound"))
    scene = with_token(scene, "soult", at="burgos")
    scene = with_token(scene, "drouet", at=None, flags=("regroup",))
    soldiers = Token("salamanca", "soldiers", "britain", "9/2/1", "Great Britain", 17, flags=("part_marked",))
    spaces = scene.spaces | {
        "burgos": Space("nord", {"siege": "britain", "sixes": 2}),
        "salamanca": Space("britain", {"flag": "britain", "battle": 2}),
        "avila": Space("nord", {"entry": "britain", "blocked_passes": "madrid"}),
        "madrid": Space("nord", {"blocked_passes": "avila", "the_bravest_of_the_brave": 1}),
        "lugo": Space(None, {"fort": 2}),
    }
    numbers = scene.numbers | {"britain": scene.numbers["britain"] | {"regroup": 6}, "track": {"next": "sud"}}
    tokens = {key: token for key, token in scene.tokens.items() if key != "sud-badajoz"}
    return msgspec.structs.replace(
        scene, tokens=tokens | {"britain-salamanca": soldiers}, spaces=spaces, numbers=numbers
    )


def parsed(scene: Scene, hints: list[dict[str, object]] | None = None) -> Root:
    return ElementTree.fromstring(live_svg(scene, hints or []))


# ---- the coast


def test_the_prepared_coast_has_every_country_of_the_map_and_names_its_source() -> None:
    told = json.loads(FILE.read_text())
    assert "Natural Earth" in told["source"] and "public domain" in told["source"]
    assert (
        set(told["land"]) == {"spain", "portugal", "france", "gibraltar", "elsewhere"} == set(ground().tints)
    )
    assert all(told["land"].values()) and told["coast"] and told["borders"]
    assert FILE.stat().st_size <= 100_000


def test_towns_lie_on_their_own_country_and_ports_at_the_sea() -> None:
    land = ground().land
    coast = [point for line in ground().coast for point in line]
    for duchy in FACTS.map.duchies.values():
        if duchy.shape == "box":
            continue
        town = CONIC.at(duchy.lon, duchy.lat)
        country = any(is_within(town, ring) for ring in land[duchy.region])
        assert country or min(math.dist(town, point) for point in coast) < 12, duchy.id
        assert duchy.port == "none" or min(math.dist(town, point) for point in coast) < 80, duchy.id


def is_within(point: tuple[float, float], ring: tuple[tuple[float, float], ...]) -> bool:
    x, y = point
    crossings = [
        (bx - ax) * (y - ay) / (by - ay) + ax > x
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
        if (ay > y) != (by > y)
    ]
    return sum(crossings) % 2 == 1


SQUARE = {
    "transform": {"scale": [0.5, 0.5], "translate": [-8, 38]},
    "arcs": [
        [[0, 0], [4, 0]],
        [[4, 0], [0, 4], [-4, 0], [0, -4]],
        [[4, 0], [4, 0], [0, 4], [-4, 0]],
        [[4, 4], [0, -4]],
    ],
    "objects": {
        "countries": {
            "geometries": [
                {"type": "Polygon", "arcs": [[1, 0]], "properties": {"name": "Spain"}},
                {"type": "MultiPolygon", "arcs": [[[2, 3]]], "properties": {"name": "Portugal"}},
            ]
        }
    },
}


def test_arcs_are_decoded_from_differences() -> None:
    assert decoded(SQUARE)[1] == [(-6, 38), (-6, 40), (-8, 40), (-8, 38)]


def test_coast_and_borders_are_told_apart_by_how_many_countries_share_an_arc() -> None:
    shared = json.loads(json.dumps(SQUARE))
    shared["objects"]["countries"]["geometries"][1]["arcs"] = [[[~0, ~1]]]
    whole = Conic(37, 43, (-6, 39), 4000, 1000, 800)
    assert len(prepared(shared, whole)["borders"]) == 2
    assert len(prepared(SQUARE, whole)["coast"]) == 4
    assert prepared(SQUARE, whole)["land"]["france"] == []


def test_a_line_is_simplified_within_its_precision_and_clipped_to_the_sheet() -> None:
    assert simplified([(0, 0), (5, 0.3), (10, 0), (10, 8)], 0.45) == [(0, 0), (10, 0), (10, 8)]
    sheet = Conic(37, 43, (-6, 39), 4000, 100, 100)
    ring = clipped([(50, 50), (500, 50), (500, 90), (50, 90)], sheet)
    assert max(x for x, _ in ring) == 160 and min(x for x, _ in ring) == 50


def test_north_is_up_and_the_middle_of_the_projection_is_the_middle_of_the_sheet() -> None:
    assert CONIC.at(*CONIC.middle) == pytest.approx((CONIC.width / 2, CONIC.height / 2))
    assert CONIC.at(-3.35, 43)[1] < CONIC.at(-3.35, 37)[1] and CONIC.at(-9, 40)[0] < CONIC.at(2, 40)[0]


# ---- the sheet


def test_the_sheet_is_the_same_in_another_process() -> None:
    command = "import domain.titles; from web.boards import picture_name; print(picture_name('iberia'))"
    told = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == picture_name("iberia")


def test_the_sheet_is_small_well_formed_and_asks_nobody_for_anything() -> None:
    picture = static_picture("iberia")
    root = ElementTree.fromstring(picture)
    assert len(gzip.compress(picture)) <= 250_000
    assert b"<text" not in picture and b"style=" not in picture
    assert all(node.get("href", "#").startswith("#") for node in root.iter())
    defined = {node.get("id") for node in root.iter()}
    assert {node.get("href", "")[1:] for node in root.iter() if node.get("href")} <= defined


def test_the_sheet_is_served_for_ever_under_the_name_of_its_content(browser: Any) -> None:
    answer = browser.open(f"/boards/{picture_name('iberia')}")
    assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
    assert answer.data.startswith(b"<svg") or answer.headers["Content-Encoding"] == "gzip"
    for other in ("kit", "layout", "..iberia", "os"):
        assert browser.open(f"/boards/{other}.x.svg").status_code == 404


def test_the_four_kinds_of_lines_differ_in_form() -> None:
    picture = static_picture("iberia").decode()
    kinds = [line.kind for line in FACTS.map.lines]
    assert picture.count("#8A4B2A") == kinds.count("pass") + 1, "peaks, and those of the legend"
    assert picture.count("#2F6FA3") == kinds.count("river") + 1
    assert picture.count('stroke-dasharray="8 4.5"') == 2, "all broken roads, and the legend's"


def lettered() -> dict[str, tuple[int, int, int, int]]:
    """The boxes of the names that show when no piece stands anywhere."""
    harbour = board().harbour
    shown = harbour.names.keys() - harbour.left_out([])
    return {key: harbour.names[key].box(NOMINAL) for key in shown}


def test_u20_no_two_places_are_near_and_no_name_lies_on_a_name_or_a_place() -> None:
    places = [place for place in board().places.values() if place.shape != "box"]
    names = lettered()
    assert {place.id for place in places if place.shape != "plain"} <= names.keys(), "key places have names"
    assert len(names) >= len(places) - 3, "nearly all others too"
    for one, other in combinations(places, 2):
        assert math.dist(one.at, other.at) >= 58, (one.id, other.id)
    for one, other in combinations(names, 2):
        assert not overlap(names[one], names[other]), (one, other)
    for key, name in names.items():
        assert not [other.id for other in places if overlap(around(other.at, (18, 18)), name)], key


def test_u20_flags_and_costs_lie_on_no_name_and_no_place() -> None:
    places = [place for place in board().places.values() if place.shape != "box"]
    names = lettered()
    for one in places:
        flag, cost = around(offset(one.at, one.badges), (17, 17)), around(offset(one.at, one.pill), (22, 17))
        others = [around(other.at, (18, 18)) for other in places if other != one]
        assert not overlap(flag, cost), one.id
        for sign in (flag, cost):
            assert not [key for key, name in names.items() if overlap(sign, name) > 12], one.id
            assert not any(overlap(sign, other) for other in others), one.id


def test_places_keep_off_the_panels() -> None:
    plan = board()
    for panel in plan.panels:
        card = (panel.x, panel.y, panel.x + panel.width, panel.y + panel.height)
        for place in plan.places.values():
            if place.shape != "box":
                assert not overlap(around(place.at, (30, 30)), card), (place.id, panel.words)


# ---- the live layer


def test_every_duchy_and_every_counter_is_there_once() -> None:
    scene = campaign_scene()
    root = parsed(scene)
    assert set(ids(root, "sp-")) == set(FACTS.map.duchies) == set(scene.spaces)
    assert set(ids(root, "u-")) == set(scene.tokens)
    assert all(node.get("role") == "button" and node.get("aria-label") for node in ids(root, "sp-").values())
    assert len([node for node in ids(root, "sp-").values() if node.get("tabindex") == "0"]) == 1


def test_places_have_no_zone() -> None:
    with pytest.raises(LookupError, match="highlight 'zone' of zamora"):
        live_svg(campaign_scene(), [{"space": "zamora", "kind": "zone"}])


def test_every_part_that_is_used_is_defined() -> None:
    hints: list[dict[str, object]] = [
        {"space": "zamora", "kind": kind, "cost": 4} for kind in ("safe", "here", "risk", "fight", "act")
    ]
    root = parsed(busy_scene(), hints)
    defined = {node.get("id") for node in root.iter() if node.get("id")}
    used = {node.get("href", "")[1:] for node in root.iter() if node.get("href")}
    assert used <= defined
    assert {
        "k-siege-britain",
        "k-flag-britain",
        "k-entry-britain",
        "k-between",
        "k-lasting",
        "k-fort",
    } <= used
    assert {
        "s-leader-marked",
        "s-leader-favoured",
        "s-leader-bound",
        "s-soldiers-part_marked",
        "v-wellington",
        "p-spain",
    } <= used


def test_a_place_has_the_colour_of_who_holds_it_and_a_pip_of_its_home() -> None:
    holders = ids(parsed(busy_scene()), "n-")
    told = {key: [use.get("href") for use in node.iter(f"{SVG}use")] for key, node in holders.items()}
    assert told["madrid"] == ["#n-capital-nord", "#p-spain"]
    assert told["cadiz"] == ["#n-fortress-spain"]
    assert told["lugo"] == ["#n-plain-none", "#p-spain"], "nobody holds Lugo"


def test_each_leader_has_a_card_and_the_soldiers_stand_on_that_of_the_commander() -> None:
    counters = ids(parsed(busy_scene()), "u-")
    order = [key for key, node in counters.items() if node.get("data-space") == "salamanca"]
    assert order == ["hill", "wellington", "britain-salamanca", "nord-salamanca"], "the last is on top"
    spots = {key: spot_of(counters[key]) for key in order}
    assert spots["britain-salamanca"] == spots["wellington"] != spots["hill"]
    on_card = counters["britain-salamanca"].find(f"{SVG}g[@class='face']/{SVG}g")
    assert on_card is not None and on_card.get("transform") == "translate(29.5 8)"
    assert "aboard" in (counters["britain-salamanca"].get("class") or "")
    assert "aboard" not in (counters["nord-salamanca"].get("class") or ""), "soldiers without a leader"


def spot_of(node: Root) -> tuple[float, float]:
    x, y = (node.get("transform") or "").split("(")[1].split(")")[0].split()
    return float(x), float(y)


def test_a_closed_line_is_marked_half_way_and_once() -> None:
    root = parsed(busy_scene())
    closed = [node for node in root.iter() if node.get("href") == "#k-between"]
    (ax, ay), (bx, by) = board().places["avila"].at, board().places["madrid"].at
    assert [spot_of(node) for node in closed] == [((ax + bx) / 2, (ay + by) / 2)]


def test_who_regroups_waits_in_the_box_and_who_is_not_built_is_hidden() -> None:
    counters = ids(parsed(busy_scene()), "u-")
    assert counters["drouet"].get("display") is None
    hidden = {key for key, node in counters.items() if node.get("display") == "none"}
    assert hidden == {key for key, token in campaign_scene().tokens.items() if token.at is None}


def test_the_box_shows_the_figures_of_each_power_and_whose_impulse_is_next() -> None:
    root = parsed(busy_scene())
    told = {
        (n.get("data-section"), n.get("data-name")): n.text for n in root.iter() if n.get("class") == "figure"
    }
    assert told["britain", "regroup"] == "6"
    shown = [n.get("data-value") for n in root.iter() if n.get("class") == "pointer" and not n.get("display")]
    assert shown == ["sud"]


def test_a_duchy_is_spoken_with_its_kind_its_pieces_its_holder_and_its_marks() -> None:
    spaces = ids(parsed(busy_scene(), [{"space": "burgos", "kind": "fight", "cost": 4}]), "sp-")
    told = spaces["burgos"].get("aria-label") or ""
    assert told.startswith("Burgos, fortress 3; Armée du Sud Soult (4-9) leader 4 commander; Armée du Nord ")
    assert told.endswith(
        "held by Armée du Nord; besieged by Great Britain; sixes of the siege 2; you can fight here, cost 4"
    )


def test_highlights_are_told_apart_by_form() -> None:
    hints: list[dict[str, object]] = [
        {"space": "zamora", "kind": "risk", "cost": 4},
        {"space": "salamanca", "kind": "fight", "cost": 4},
        {"space": "almaraz", "kind": "safe", "cost": 2},
        {"space": "ciudad_rodrigo", "kind": "act"},
    ]
    root = parsed(campaign_scene(), hints)
    lines = [node.get("class") for node in root.iter() if (node.get("class") or "").startswith("hl-line")]
    assert sorted(map(str, lines)) == ["hl-line act", "hl-line fight", "hl-line risk", "hl-line safe"]
    assert len([node for node in root.iter() if node.get("class") == "hl-cost"]) == 3


def test_what_the_board_does_not_know_is_refused_by_name() -> None:
    scene = campaign_scene()
    with pytest.raises(LookupError, match="no space of the iberia board"):
        live_svg(with_token(scene, "wellington", at="waterloo"))
    with pytest.raises(LookupError, match="'hussar'"):
        live_svg(with_token(scene, "wellington", kind="hussar"))
    with pytest.raises(LookupError, match="highlight on 'paris'"):
        live_svg(scene, [{"space": "paris", "kind": "safe"}])


def test_the_live_layer_carries_no_inline_style_or_handler() -> None:
    root = parsed(busy_scene())
    assert not [key for node in root.iter() for key in node.attrib if key == "style" or key.startswith("on")]
