"""The letters of a board as a browser sets them in the page's own fonts."""

import base64
import re
from itertools import combinations
from pathlib import Path

from playwright.sync_api import Page

STATIC = Path(__file__).parents[2] / "web" / "static"
Box = tuple[float, float, float, float]


def fonts() -> str:
    """The style sheet of the page's fonts with the fonts in it."""

    def inline(found: re.Match[str]) -> str:
        font = (STATIC / "fonts" / Path(found[1]).name).read_bytes()
        return f"url(data:font/woff2;base64,{base64.b64encode(font).decode()})"

    return re.sub(r"url\([\"']?([^\"')]+)[\"']?\)", inline, (STATIC / "css" / "fonts.css").read_text())


def boxes(page: Page, words: list[str]) -> dict[str, Box]:
    """Where these names and numbers stand, the box of each without the room for what hangs below the line."""
    page.evaluate("document.fonts.ready")
    found: dict[str, Box] = page.evaluate(
        """words => Object.fromEntries([...svg.querySelectorAll('.lettering text')]
            .filter(each => words.includes(each.textContent) && !each.querySelector('textPath')).map(each => {
                const size = parseFloat(getComputedStyle(each).fontSize), box = each.getBBox();
                const y = Number(each.getAttribute('y')) + (each.hasAttribute('dy') ? .34 * size : 0);
                return [each.textContent, [box.x, y - size * .7, box.x + box.width, y]]; }))""",
        words,
    )
    assert set(found) == set(words)
    return found


def overlaps(found: dict[str, Box]) -> list[tuple[str, str]]:
    return [(one, other) for (one, a), (other, b) in combinations(found.items(), 2) if lie_over(a, b)]


def lie_over(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
