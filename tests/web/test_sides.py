"""How sides look on pages: one style sheet of all titles, kept for ever under its name."""

import re
from collections.abc import Iterable

from domain.kernel import titles
from domain.kernel.looks import looks_of
from web.base.sides import side_class, style_sheet


def addresses(text: str) -> Iterable[str]:
    return re.findall(r'href="(/looks/[^"]+)"', text)


def test_every_page_brings_the_sheet_and_browsers_keep_it(browser) -> None:
    (address,) = addresses(browser.open("/").text)
    answer = browser.client.get(address)
    assert answer.status_code == 200 and answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.data == style_sheet()
    old = browser.client.get("/looks/sides.0123456789ab.css")
    assert old.data == style_sheet() and "immutable" not in old.headers["Cache-Control"]
    assert browser.client.get("/looks/board.toml").status_code == 404


def test_every_side_of_every_title_has_its_colours_and_its_sign() -> None:
    css = style_sheet().decode()
    for rule_set in titles():
        for side, look in looks_of(rule_set.id).sides.items():
            assert f".{side_class(side)} {{ --side: {look.fill}; --on-side: {look.on}; }}" in css, side
            has_sign = look.shape != "round" or look.glyph is not None
            assert (f".{side_class(side)}.glyph {{" in css) == has_sign, side


def test_a_class_is_safe_whatever_the_side_is_called() -> None:
    assert side_class("anglo_allied") == "side-anglo-allied"
    assert side_class('"><b>X') == "side-b-x"
