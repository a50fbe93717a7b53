"""Counters that stand elsewhere or otherwise in another game: their spaces framed, lines from where they are
there; what is alike in both is pale. `static/js/compare.js` draws the same while somebody scrubs.
"""

import re
from collections.abc import Iterable

from web.boards.ink import num, path, tag
from web.boards.live import WAY, drawn_by
from web.boards.pictures import plan_of

Elsewhere = tuple[str, str | None, str | None]
"""A counter, where it stands on this board, and where on that of the other game."""


def with_otherwise(markup: str, board: str, standing: Iterable[Elsewhere]) -> str:
    """A board's markup with its frames and lines, and with these counters marked."""
    every = [*standing]
    known = {key for key, here, _ in every if here is not None}
    marked = re.sub(
        r'id="u-([^"]+)" class="token ',
        lambda found: f"{found[0]}differs " if found[1] in known else found[0],
        markup,
    )
    return marked.replace(WAY, frames(board, every) + WAY, 1)


def frames(board: str, standing: Iterable[Elsewhere]) -> str:
    """The group of frames and lines; empty, it is where the script puts them."""
    plan = plan_of(board)
    kit = drawn_by(plan)
    ways, framed = [], dict[str, str]()
    for _, here, there in standing:
        if here is not None:
            framed[here] = path(kit.shape(plan, here))
        if here is not None and there is not None and here != there:
            (x, y), (u, v) = kit.spot(plan, here), kit.spot(plan, there)
            ways.append(path(f"M{num(u)} {num(v)}L{num(x)} {num(y)}", class_="from"))
            ways.append(tag("circle", cx=num(u), cy=num(v), r="4"))
    return tag("g", "".join(framed.values()) + "".join(ways), class_="otherwise", aria_hidden="true")
