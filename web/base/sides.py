"""How seats, powers and armies look on pages: one style sheet, written from the titles' `board.toml`."""

import re
from functools import cache
from urllib.parse import quote

from domain.kernel import titles
from domain.kernel.looks import SideLook, looks_of

CORNERS = {"square": "2px", "arch": "50% 50% 0 0"}
GLYPHS = {
    "plus": "<path d='M0-5V5M-5 0H5' stroke='{on}' stroke-width='2.6'/>",
    "cross": "<path d='M-4.2-4.2L4.2 4.2M4.2-4.2L-4.2 4.2' stroke='{on}' stroke-width='2.3'/>",
    "disc": "<circle r='3.6' fill='{on}'/>",
    "triangle": "<path d='M0-4.6L4.6 3.6H-4.6Z' fill='{on}'/>",
    "star": "<path d='M0-5L1.5-1.6 4.8-1.5 2.2.7 3 4 0 2.1-3 4-2.2.7-4.8-1.5-1.5-1.6Z' fill='{on}'/>",
}


def side_class(value: object) -> str:
    """The class that colours a side's or seat's things."""
    return "side-" + re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-")


def style_sheet() -> bytes:
    """The rules of every side of every registered title; where several have one, it looks the same in all."""
    return _written(tuple(rule_set.id for rule_set in titles()))


@cache
def _written(registered: tuple[str, ...]) -> bytes:
    looks = {side: look for title in reversed(registered) for side, look in looks_of(title).sides.items()}
    return "".join(_rules(f".{side_class(side)}", looks[side]) for side in sorted(looks)).encode()


def _rules(selector: str, look: SideLook) -> str:
    told = f"{selector} {{ --side: {look.fill}; --on-side: {look.on}; }}\n"
    sign = f"border-radius: {CORNERS[look.shape]}; " if look.shape in CORNERS else ""
    if look.glyph is not None:
        sign += f'background-image: url("data:image/svg+xml,{_picture(look)}"); '
    return told + (f"{selector}.glyph {{ {sign}}}\n" if sign else "")


def _picture(look: SideLook) -> str:
    drawn = GLYPHS[look.glyph or ""].format(on=look.on)
    return quote(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='-7 -7 14 14'>{drawn}</svg>", "' =:/")
