"""Paper, grid and frame."""

import math

from web.boards.cells import Grid
from web.boards.ink import num, path, tag
from web.boards.plan import Plan
from web.boards.squares import Squares

MARGIN = 34.0
STAINS, GRAIN = 400, 160
"""The sides of the tiles of the two noises of the paper, in pixels of the board."""
SHEET, GROUND, INK = "#CDBE9A", "#D5D2A5", "#3D3421"


def view_box(plan: Plan) -> str:
    return sheet_box(plan.grid.width, plan.grid.height)


def sheet_box(width: float, height: float) -> str:
    """The view box of a map of this size with its frame."""
    return f"{num(-MARGIN)} {num(-MARGIN)} {num(width + 2 * MARGIN)} {num(height + 2 * MARGIN)}"


def noises(seed: int) -> str:
    """The two noises of the paper: slow stains and fine grain, each a tile that is laid again and again.

    A browser works a noise out for every pixel: noises as large as the board took a third of its painting.
    """
    return (
        '<filter id="paper" x="0" y="0" width="100%" height="100%">'
        '<feTurbulence type="fractalNoise" baseFrequency=".012 .016" numOctaves="2" stitchTiles="stitch" '
        f'seed="{seed % 97}"/>'
        '<feColorMatrix values="0 0 0 0 .42 0 0 0 0 .34 0 0 0 0 .16 0 0 0 1.5 -.62"/></filter>'
        '<filter id="grain" x="0" y="0" width="100%" height="100%">'
        '<feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" stitchTiles="stitch" '
        f'seed="{seed % 89}"/>'
        '<feColorMatrix values="0 0 0 0 .2 0 0 0 0 .16 0 0 0 0 .08 0 0 0 .55 -.2"/></filter>'
        + _tiled("paper", STAINS) + _tiled("grain", GRAIN)
    )  # fmt: skip


def _tiled(noise: str, size: int) -> str:
    """A pattern of square tiles of a noise."""
    tile = tag("rect", "", width=size, height=size, filter=f"url(#{noise})")
    return tag("pattern", tile, id=f"{noise}-tile", width=size, height=size, patternUnits="userSpaceOnUse")


def under(width: float, height: float, fill: str) -> str:
    """The paper that a map of this size lies on."""
    return tag("rect", "", **whole(width, height), fill=fill)


def whole(width: float, height: float) -> dict[str, float]:
    """Place and size of the paper, as attributes."""
    return {"x": -MARGIN, "y": -MARGIN, "width": width + 2 * MARGIN, "height": height + 2 * MARGIN}


def beyond(plan: Plan) -> str:
    """The paper round the land, over what was drawn too far: quicker for a browser than a clip."""
    edge = ring(plan.grid.width, plan.grid.height, MARGIN)
    return path(edge + plan.grid.land, fill=SHEET, fill_rule="evenodd")


def ground(plan: Plan) -> str:
    return tag("rect", width=plan.grid.width, height=plan.grid.height, fill=GROUND)


def noise(plan: Plan) -> str:
    return grain(plan.grid.width, plan.grid.height)


def grain(width: float, height: float) -> str:
    """The grain of the paper over everything that is drawn on it."""
    size = whole(width, height)
    return tag("rect", "", fill="url(#paper-tile)", opacity=".5", **size) + tag(
        "rect", "", fill="url(#grain-tile)", opacity=".42", **size
    )


def lattice(plan: Plan) -> str:
    """The thin grid: white under ink."""
    lines = plan.grid.lines
    return path(lines, stroke="#fff", stroke_width="1.7", opacity=".2", fill="none") + path(
        lines, stroke=INK, stroke_width=".75", opacity=".5", fill="none"
    )


def frame(plan: Plan) -> str:
    if isinstance(plan.grid, Squares):
        return border(plan.grid.width, plan.grid.height, 2 * plan.grid.size)
    return coast(plan.grid)


def coast(grid: Grid) -> str:
    """The edge of a map of hexes, two rules round the sheet."""
    return (
        path(grid.land, fill="none", stroke="#2B2416", stroke_width="3", stroke_linejoin="round")
        + path(ring(grid.width, grid.height, 27), fill="none", stroke=INK, stroke_width="2.6")
        + path(ring(grid.width, grid.height, 23.4), fill="none", stroke=INK, stroke_width=".9")
    )


def ring(width: float, height: float, gap: float) -> str:
    """Path data of a rule round a map of this size."""
    return f"M{num(-gap)} {num(-gap)}h{num(width + 2 * gap)}v{num(height + 2 * gap)}H{num(-gap)}z"


def border(width: float, height: float, pitch: float) -> str:
    """Three rules, with a scale of black and white bars between the inner two, one black bar each `pitch`."""

    bars = ""
    for k in range(math.ceil(width / pitch)):
        bars += "".join(f"M{num(k * pitch)} {num(y)}h{num(pitch / 2)}" for y in (-4.6, height + 4.6))
    for k in range(math.ceil(height / pitch)):
        bars += "".join(f"M{num(x)} {num(k * pitch)}v{num(pitch / 2)}" for x in (-4.6, width + 4.6))
    return (
        path(ring(width, height, 4.6), fill="none", stroke="#EFE3C2", stroke_width="4.4")
        + path(bars, fill="none", stroke=INK, stroke_width="4.4")
        + path(ring(width, height, 0), fill="none", stroke="#2B2416", stroke_width="2.4")
        + path(ring(width, height, 7), fill="none", stroke=INK, stroke_width="1.1")
        + path(ring(width, height, 27), fill="none", stroke=INK, stroke_width="2.6")
        + path(ring(width, height, 23.4), fill="none", stroke=INK, stroke_width=".9")
    )
