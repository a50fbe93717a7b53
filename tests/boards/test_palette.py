"""Colours that every kind of eyes can tell apart, and letters that stand out (U10 of the design note)."""

import re
from pathlib import Path

import pytest

import domain.titles  # noqa: F401  (registers them)
from domain.kernel.looks import side_look
from tests.boards.samples import flat, pointy
from tests.boards.vision import ciede2000, contrast, lab, least
from web.base.sides import style_sheet
from web.boards import plan_of
from web.boards.icons import CREAM, DARK
from web.boards.live import AnyPlan

STATIC = Path(__file__).parents[2] / "web" / "static"
BOARDS = {
    "waterloo": (plan_of, 28),
    "iberia": (plan_of, 28),
    "colonies": (plan_of, 28),
    "flat": (flat, 19),
    "pointy": (pointy, 19),
}
PANELS = {"light": "#FBF8F1", "dark": "#24211B"}
SIDES = {
    "waterloo": ("french", "anglo_allied", "prussian"),
    "wellington": ("britain", "spain", "nord", "sud"),
    "napoleonics": ("british", "french", "portuguese"),
    "brandywine": ("british", "american"),
    "washingtons_war": ("american", "british", "france"),
}


def board(name: str) -> AnyPlan:
    draw, _ = BOARDS[name]
    return draw(name) if draw is plan_of else draw()


def lines(title: str, theme: str) -> list[str]:
    """The colours of a title's sides in charts."""
    looks = [side_look(title, side) for side in SIDES[title]]
    return [look.line if theme == "light" else look.line_in_dark for look in looks]


def tokens(theme: str) -> dict[str, str]:
    """The colours of the page in a theme, from its style sheet."""
    css = (STATIC / "css" / "app.css").read_text()
    block = css.split("\n:root {" if theme == "light" else '\n:root[data-theme="dark"] {')[1].split("\n}")[0]
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6}|#[0-9a-f]{3})\b", block))
    doubled = {name: "#" + "".join(2 * digit for digit in value[1:]) for name, value in found.items()}
    return {name: value if len(value) == 7 else doubled[name] for name, value in found.items()}


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_of_colours_agrees_with_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], published: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(published, abs=1e-4)


@pytest.mark.parametrize("name", BOARDS)
def test_u10_the_fills_of_powers_are_told_apart_by_every_kind_of_eyes(name: str) -> None:
    assert least(army.fill for army in board(name).armies.values()) >= BOARDS[name][1]


@pytest.mark.parametrize("theme", PANELS)
@pytest.mark.parametrize("title", SIDES)
def test_u10_the_lines_of_powers_are_told_apart_and_stand_out(title: str, theme: str) -> None:
    drawn = lines(title, theme)
    assert least(drawn) >= 22
    assert min(contrast(line, PANELS[theme]) for line in drawn) >= 3


@pytest.mark.parametrize("name", BOARDS)
def test_u10_letters_on_counters_can_be_read(name: str) -> None:
    for army in board(name).armies.values():
        assert contrast(army.on_fill, army.fill) >= 4.5, army
    assert contrast(DARK, CREAM) >= 4.5
    assert contrast("#FFF6E8", "#7A1F2B") >= 4.5, "the band of a state"
    assert contrast("#FFF6E8", "#221D17") >= 4.5, "the pill of a unit of blocks and the count of a stack"


def test_u10_what_you_can_do_now_stands_out_from_its_halo_and_its_costs_can_be_read() -> None:
    css = (STATIC / "css" / "board.css").read_text()
    halo = re.search(r"\.hl-cream \{[^}]*stroke: (#\w{6})", css)
    assert halo
    for kind in ("safe", "risk", "fight", "act"):
        line = re.search(rf"\.hl-line\.{kind}[^{{]*\{{\s+stroke: (#\w{{6}})", css)
        disc = re.search(rf"\.hl-disc\.{kind}[^{{]*\{{\s+fill: (#\w{{6}})", css)
        assert line and contrast(line[1], halo[1]) >= 3, kind
        assert disc and contrast("#FFFFFF", disc[1]) >= 4.5, kind


@pytest.mark.parametrize("theme", PANELS)
def test_u10_text_and_controls_of_the_page_stand_out(theme: str) -> None:
    page = tokens(theme)
    for ground in (page["bg"], page["panel"]):
        for text in ("ink", "mut", "acc", "bad"):
            assert contrast(page[text], ground) >= 4.5, (text, ground)
        for control in ("ctl", "focus"):
            assert contrast(page[control], ground) >= 3, (control, ground)
    assert contrast(page["prim"], page["on-prim"]) >= 4.5


def test_u10_the_page_shows_a_side_in_the_colour_of_its_counters() -> None:
    css = style_sheet().decode()
    for name in ("waterloo", "iberia"):
        for side, army in board(name).armies.items():
            rule = rf"\.side-{side.replace('_', '-')}\b[^{{]*\{{ --side: (#\w{{6}}); --on-side: (#\w{{6}})"
            told = re.search(rule, css)
            assert told and told[2].upper() == army.on_fill, side
            assert ciede2000(lab(told[1]), lab(army.fill)) < 3, side
