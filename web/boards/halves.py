"""Spaces that two games hold differently: the left half in the colour of the first game's holder, the right
half in that of the second's. `static/js/compare.js` draws the same while somebody scrubs.
"""

import re
from collections.abc import Iterable

from web.boards.ink import path, tag
from web.boards.live import drawn_by
from web.boards.pictures import plan_of

NOBODY = "nobody"
SPACES = '<g class="spaces">'
Difference = tuple[str, tuple[str, ...], tuple[str, ...]]


def with_halves(markup: str, board: str, differing: Iterable[Difference]) -> str:
    """A board's markup with split fills under its spaces: (space, who holds it in a, who in b)."""
    return markup.replace(SPACES, halves(board, differing) + SPACES, 1)


def spaces_of(board: str) -> tuple[str, ...]:
    """Every space of a drawn board. Raises LookupError for a board that nobody has drawn."""
    plan = plan_of(board)
    return tuple(drawn_by(plan).cells(plan))


def halves(board: str, differing: Iterable[Difference]) -> str:
    """The group of split fills of a board; empty, it is where the script puts them."""
    plan = plan_of(board)
    kit = drawn_by(plan)
    known, defined, drawn = frozenset(kit.cells(plan)), dict[str, str](), []
    for space, a, b in differing:
        if space in known:
            left, right = (_class(each) for each in (a, b))
            name = f"half-{left}-{right}"
            defined[name] = _gradient(name, left, right)
            drawn.append(path(kit.shape(plan, space), fill=f"url(#{name})"))
    return tag("g", "".join(defined.values()) + "".join(drawn), class_="halves")


def _class(sides: tuple[str, ...]) -> str:
    return re.sub(r"[^a-z0-9]+", "-", sides[0].lower()) if sides else NOBODY


def _gradient(name: str, left: str, right: str) -> str:
    stops = ((left, "0"), (left, ".5"), (right, ".5"), (right, "1"))
    inner = "".join(tag("stop", "", offset=offset, class_=f"side-{each}") for each, offset in stops)
    return tag("linearGradient", inner, id=name)
