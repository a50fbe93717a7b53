"""The script finds the berths and the spots of names that the server finds."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.boards.test_berths import SCALES, campaign, harbour
from web.boards import plan_of
from web.boards.berths import NOMINAL
from web.boards.lettering import wants
from web.boards.namespots import front, spots
from web.boards.plan import Plan

SCRIPT = (Path(__file__).parents[2] / "web" / "static" / "js" / "berths.js").read_text()
IMPORT = "await import(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})))"


def evaluated(chromium: Browser, body: str, *arguments: Any) -> Any:
    page = chromium.new_page()
    try:
        told = f"({body})({IMPORT}, ...given)"
        return page.evaluate(f"async ([source, ...given]) => {told}", [SCRIPT, *arguments])
    finally:
        page.close()


BERTHS = """({harbour}, [places, names, signs, panels, sheet], campaigns) => {
    const found = harbour(new Map(places), new Map(names), signs, panels, sheet);
    return campaigns.map(([pieces, scale]) => {
        const berths = found.berths(pieces.map(([key, place, width]) => ({key, place, width})), scale);
        const out = found.leftOut([...berths.values()].map(each => each.box), scale);
        return [Object.fromEntries([...berths].map(([key, each]) => [key, each.middle])), [...out].sort()];
    });
}"""


def test_the_script_finds_the_same_berths_and_leaves_the_same_names_out(chromium: Browser) -> None:
    told = harbour()
    campaigns = [(campaign(seed), SCALES[seed % 3]) for seed in range(24)]
    given = [list(told.places.items()), list(told.names.items()), told.signs, told.panels, told.sheet]
    found = evaluated(chromium, BERTHS, given, campaigns)
    for (pieces, scale), (middles, left_out) in zip(campaigns, found, strict=True):
        berths = told.berths(pieces, scale)
        assert middles == {key: list(each.middle) for key, each in berths.items()}
        assert left_out == sorted(told.left_out([each.box for each in berths.values()], scale))


def cells() -> Plan:
    found = plan_of("waterloo")
    assert isinstance(found, Plan)
    return found


def test_the_script_letters_names_where_the_server_does(chromium: Browser) -> None:
    plan, positions = cells(), []
    wanted = [wants(plan, label, label.words) for label in plan.labels]
    for seed in range(12):
        random = Random(seed)
        at = random.sample(plan.grid.cells, 90)
        fronts = [front(plan.grid.centre(cell), random.choice((0, 90, 180, 270))) for cell in at]
        bodies = [plan.grid.centre(cell) for cell in at]
        half, scale = random.choice((25.0, 30.3, 34.0)), random.choice((1.0, NOMINAL, 2.3))
        positions.append((fronts, bodies, half, scale))
    body = "({nameSpots}, names, told) => told.map(each => nameSpots(names, ...each))"
    found = evaluated(chromium, body, wanted, positions)
    for position, places in zip(positions, found, strict=True):
        assert places == [each and list(each) for each in spots(wanted, *position)]


@pytest.mark.parametrize("facing", ["N", "S"])
def test_a_name_goes_where_it_hides_no_front(facing: str) -> None:
    plan = cells()
    wanted = next(wants(plan, label, label.words) for label in plan.labels if label.cell == "J5")
    cell = "J5" if facing == "S" else "J6"
    middle = plan.grid.centre(cell)
    point = front(middle, {"N": 0, "S": 180}[facing])
    (free,) = spots([wanted], [], [], 30, NOMINAL)
    (found,) = spots([wanted], [point], [middle], 30, NOMINAL)
    assert free == (wanted.x, wanted.y) and found is not None and found != free
    off = abs(found[0] - point[0]) > wanted.width * NOMINAL / 2
    assert off or abs(found[1] - 5 - point[1]) >= 13
