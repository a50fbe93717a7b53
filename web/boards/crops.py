"""What lies on a board as a picture that stands alone, and the part of a board that shows some spaces.

A page lays it over the board's own picture; both fill the same box, so that a page may show any part of them.
"""

import base64
import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from web.boards.ink import num, tag
from web.boards.lettering import NARROW
from web.boards.live import WORDS, AnyPlan, drawn_by, stacked, tokens
from web.boards.pictures import plan_of

STATIC = Path(__file__).parent.parent / "static"


class Box(NamedTuple):
    """A part of a board, in board pixels."""

    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(map(num, self))


def whole(board: str) -> Box:
    """All of a board. Raises LookupError if none is drawn."""
    plan = plan_of(board)
    return Box(*map(float, drawn_by(plan).view_box(plan).split()))


def part(
    board: str, spaces: Collection[str], ratio: float, least: float = 0.0, most: float = 1.0
) -> Box:
    """The part of a board with these spaces in its middle, `ratio` as wide as high.

    At least `least` and at most `most` of the board's width; all of it without spaces. Raises LookupError.
    """
    plan, full = plan_of(board), whole(board)
    kit = drawn_by(plan)
    known = frozenset(kit.cells(plan))
    spots = [kit.spot(plan, space) for space in spaces if space in known]
    if not spots:
        return full
    xs, ys = [x for x, _y in spots], [y for _x, y in spots]
    width = max(max(xs) - min(xs), least * full.width, (max(ys) - min(ys)) * ratio)
    width = min(width, most * full.width, full.height * ratio)
    height = width / ratio
    left = min(max((max(xs) + min(xs) - width) / 2, full.left), full.left + full.width - width)
    top = min(max((max(ys) + min(ys) - height) / 2, full.top), full.top + full.height - height)
    return Box(left, top, width, height)


def pieces_svg(scene: Any, words: Mapping[str, str]) -> str:
    """Counters, names and marks of a scene, with the letters that they need; `words` as for `live_svg`.

    Raises LookupError.
    """
    plan = plan_of(scene.board)
    kit, full = drawn_by(plan), whole(scene.board)
    stacks = stacked(plan, scene.tokens)
    stand, said = kit.standing(plan, stacks, scene.tokens), {**_words(plan), **words}
    inner = (
        f"<style>{_styles()}</style>"
        + kit.definitions(plan)
        + kit.areas(plan, scene)
        + kit.holders(plan, scene.spaces)
        + kit.lettering(plan, said)
        + kit.figures(plan, scene)
        + kit.ties(plan, stand, scene.tokens)
        + tokens(plan, scene.tokens, stand)
        + kit.counts(plan, stacks, scene.tokens)
        + kit.placenames(plan, said, stand, scene.tokens)
        + "".join(kit.marks(plan, key, space, key in stacks) for key, space in scene.spaces.items())
    )
    return tag(
        "svg",
        inner,
        xmlns="http://www.w3.org/2000/svg",
        class_="board-live",
        viewBox=str(full),
        width=full.width,
        height=full.height,
        font_family=NARROW,
    )


def _words(plan: AnyPlan) -> dict[str, str]:
    return {**WORDS, **{mark: badge.words for mark, badge in plan.badges.items()}, **plan.words}


@cache
def _styles() -> str:
    """The boards' own sheet without what depends on the page around it, and the fonts in it."""
    sheet = (STATIC / "css" / "board.css").read_text("utf-8")
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    fonts = (STATIC / "css" / "fonts.css").read_text("utf-8")
    return re.sub(r'url\("\.\./fonts/([^"]+)"\)', _embedded, fonts) + sheet


def _embedded(found: re.Match[str]) -> str:
    data = base64.b64encode((STATIC / "fonts" / found[1]).read_bytes()).decode()
    return f'url("data:font/woff2;base64,{data}")'
