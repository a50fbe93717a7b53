"""How much was lost where: the spaces of a board tinted red by it, those with most numbered."""

from collections.abc import Mapping

from web.boards.ink import num, path, tag
from web.boards.live import drawn_by
from web.boards.pictures import plan_of

NUMBERED = 12
"""So many spaces are numbered."""
PALEST, DEEPEST = 0.15, 0.8


def heat_svg(board: str, amounts: Mapping[str, float]) -> str:
    """The tints in the box of the board's picture, as an SVG element to lie over that; `amounts` are those of
    spaces, and of places that the board does not show. Raises LookupError for a board not drawn."""
    plan = plan_of(board)
    kit = drawn_by(plan)
    known = frozenset(kit.cells(plan))
    shown = sorted(((amount, space) for space, amount in amounts.items() if space in known), reverse=True)
    most = max((amount for amount, _ in shown), default=1.0)
    drawn = [
        path(kit.shape(plan, space), fill_opacity=num(PALEST + (DEEPEST - PALEST) * amount / most))
        for amount, space in shown
    ]
    width = float(kit.view_box(plan).split()[2])
    for amount, space in shown[:NUMBERED]:
        if round(amount) < 1:
            break
        x, y = kit.spot(plan, space)
        size = num(width / 55)
        drawn.append(tag("text", num(round(amount)), x=num(x), y=num(y + width / 155), font_size=size))
    return tag("svg", "".join(drawn), viewBox=kit.view_box(plan), class_="heat", aria_hidden="true")
