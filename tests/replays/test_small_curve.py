"""The small picture of a game's win chance: what it shows is what it was given."""

import re
from xml.etree import ElementTree

from replays.small_curve import CURVE, MIDDLE, WIDTH, small_curve

DRAWN = small_curve(
    {2: 0.5, 5: 0.75, 10: 1.0}, 0.1, {5: 0.2, 10: -0.1}, [5], ("#00f", "#f00"), ("#88f", "#f88")
)  # fmt: skip


def paths() -> list[dict[str, str]]:
    return [dict(each.attrib) for each in ElementTree.fromstring(DRAWN)]


def test_the_curve_stays_where_it_is_until_the_next_command_and_ends_at_the_edge() -> None:
    (line,) = [each["d"] for each in paths() if each.get("fill") == "none"]
    places = [tuple(map(float, each.split())) for each in line[1:].split(" L")]
    assert [x for x, _y in places] == [WIDTH * event / 10 for event in (2, 5, 5, 10, 10)]
    heights = [y for _x, y in places]
    assert heights[0] == heights[1] > heights[2] == heights[3] > heights[4] == 2 and heights[0] == CURVE / 2


def test_luck_points_up_for_the_first_side_and_down_for_the_second_by_its_size() -> None:
    bars = [each for each in paths() if each.get("stroke-width") == "1.5"]
    lengths = [float(re.findall(r"v(-?[\d.]+)", each["d"])[0]) for each in bars]
    assert [each["stroke"] for each in bars] == ["#00f", "#f00"]
    assert lengths[0] < 0 < lengths[1] and lengths[0] == -2 * lengths[1]
    assert all(f" {MIDDLE}v" in each["d"] for each in bars)


def test_there_is_no_band_where_the_game_is_over() -> None:
    (band,) = [each["d"] for each in paths() if "fill-opacity" in each]
    corners = [tuple(map(float, each.split())) for each in band[1:-1].split(" L")]
    assert [y for x, y in corners if x == WIDTH].count(2.0) == 2


def test_the_sides_have_their_colours_for_the_dark_on_a_dark_page() -> None:
    """Navy on a dark panel cannot be seen."""
    (rules,) = [each.text or "" for each in ElementTree.fromstring(DRAWN) if each.tag.endswith("style")]
    assert rules.startswith("@media(prefers-color-scheme:dark)")
    for light, dark in (("#00f", "#88f"), ("#f00", "#f88")):
        assert f'[stroke="{light}"]{{stroke:{dark}}}[fill="{light}"]{{fill:{dark}}}' in rules
