"""Paper, grid and frame."""

from web.boards.ink import num, path, tag
from web.boards.plan import Plan

MARGIN = 34.0
SHEET, GROUND, INK = "#CDBE9A", "#D5D2A5", "#3D3421"


def view_box(plan: Plan) -> str:
    grid = plan.grid
    return f"{num(-MARGIN)} {num(-MARGIN)} {num(grid.width + 2 * MARGIN)} {num(grid.height + 2 * MARGIN)}"


def filters(plan: Plan) -> str:
    """The soft shadow and the two noises of the paper; the map's clip."""
    grid = plan.grid
    return tag(
        "defs",
        '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%">'
        '<feGaussianBlur stdDeviation="3.4"/></filter>'
        '<filter id="paper" x="0" y="0" width="100%" height="100%">'
        f'<feTurbulence type="fractalNoise" baseFrequency=".012 .016" numOctaves="4"'
        f' seed="{plan.seed % 97}"/>'
        '<feColorMatrix values="0 0 0 0 .42 0 0 0 0 .34 0 0 0 0 .16 0 0 0 1.5 -.62"/></filter>'
        '<filter id="grain" x="0" y="0" width="100%" height="100%">'
        f'<feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="{plan.seed % 89}"/>'
        '<feColorMatrix values="0 0 0 0 .2 0 0 0 0 .16 0 0 0 0 .08 0 0 0 .55 -.2"/></filter>'
        f'<clipPath id="land"><path d="M0 0h{num(grid.width)}v{num(grid.height)}H0z"/></clipPath>',
    )


def sheet(plan: Plan) -> str:
    grid = plan.grid
    return tag(
        "rect",
        x=-MARGIN,
        y=-MARGIN,
        width=grid.width + 2 * MARGIN,
        height=grid.height + 2 * MARGIN,
        fill=SHEET,
    )


def ground(plan: Plan) -> str:
    return tag("rect", width=plan.grid.width, height=plan.grid.height, fill=GROUND)


def noise(plan: Plan) -> str:
    """The grain of the paper over everything that is drawn on it."""
    grid = plan.grid
    size = {"x": -MARGIN, "y": -MARGIN, "width": grid.width + 2 * MARGIN, "height": grid.height + 2 * MARGIN}
    return tag("rect", filter="url(#paper)", opacity=".5", **size) + tag(
        "rect", filter="url(#grain)", opacity=".42", **size
    )


def lattice(plan: Plan) -> str:
    """The thin grid: white under ink."""
    grid = plan.grid
    lines = "".join(f"M{num(k * grid.size)} 0v{num(grid.height)}" for k in range(1, len(grid.letters)))
    lines += "".join(f"M0 {num(k * grid.size)}h{num(grid.width)}" for k in range(1, grid.rows))
    return path(lines, stroke="#fff", stroke_width="1.7", opacity=".2", fill="none") + path(
        lines, stroke=INK, stroke_width=".75", opacity=".5", fill="none"
    )


def frame(plan: Plan) -> str:
    """Three rules, with a scale of black and white bars between the inner two."""
    width, height, size = plan.grid.width, plan.grid.height, plan.grid.size

    def ring(gap: float) -> str:
        return f"M{num(-gap)} {num(-gap)}h{num(width + 2 * gap)}v{num(height + 2 * gap)}H{num(-gap)}z"

    bars = ""
    for k in range(0, len(plan.grid.letters), 2):
        bars += "".join(f"M{num(k * size)} {num(y)}h{num(size)}" for y in (-4.6, height + 4.6))
    for k in range(0, plan.grid.rows, 2):
        bars += "".join(f"M{num(x)} {num(k * size)}v{num(size)}" for x in (-4.6, width + 4.6))
    return (
        path(ring(4.6), fill="none", stroke="#EFE3C2", stroke_width="4.4")
        + path(bars, fill="none", stroke=INK, stroke_width="4.4")
        + path(ring(0), fill="none", stroke="#2B2416", stroke_width="2.4")
        + path(ring(7), fill="none", stroke=INK, stroke_width="1.1")
        + path(ring(27), fill="none", stroke=INK, stroke_width="2.6")
        + path(ring(23.4), fill="none", stroke=INK, stroke_width=".9")
    )
