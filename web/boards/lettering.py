"""Lettering: names, cell numbers and the letters of the frame. It lies in the live layer, where the page's
fonts
reach; a picture shown by `<img>` gets none."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from web.boards.berths import NOMINAL
from web.boards.ink import Point, num, tag, text
from web.boards.lines import named_waters
from web.boards.namespots import LETTER, LETTER_OF_KEY, Wanted, spots
from web.boards.plan import DRAWN, Label, Plan

SERIF = "'Alegreya SC', Palatino, Georgia, serif"
ITALIC = "Alegreya, Palatino, Georgia, serif"
NARROW = "'Barlow Condensed', 'Arial Narrow', sans-serif"
INK = "#221D17"
KEYS = ("town", "place")
STYLES = {
    "town": {"letter_spacing": ".04em"},
    "place": {"letter_spacing": ".02em"},
    "hamlet": {"letter_spacing": ".02em"},
    "wood": {"letter_spacing": ".1em", "fill": "#26351A"},
    "elm": {"font_family": ITALIC, "font_style": "italic"},
    "road": {"letter_spacing": ".03em", "fill": "#4B3A20"},
    "entry": {"font_family": NARROW, "font_weight": "700", "fill": "#7A1F2B"},
}
"""The size of each is in board.css: names keep it at every zoom."""


def lettering(plan: Plan, _words: Mapping[str, str]) -> str:
    """The letters under the counters: numbers of cells, the frame, waters; hidden from screen readers, since
    the spaces say the same. They are the same in every language."""
    return _lettered(plan)


@lru_cache(maxsize=DRAWN)
def _lettered(plan: Plan) -> str:
    return tag("g", numbers(plan) + border(plan) + waters(plan), class_="lettering", aria_hidden="true")


def placenames(
    plan: Plan, words: Mapping[str, str], fronts: Sequence[Point], bodies: Sequence[Point]
) -> str:
    """The names of places, over the counters (`bodies`) but off their `fronts`, in the reader's `words` where
    those have them."""
    said = [words.get(label.words, label.words) for label in plan.labels]
    wanted = [wants(plan, label, each) for label, each in zip(plan.labels, said, strict=True)]
    places = spots(wanted, fronts, bodies, plan.grid.spots.body / 2, NOMINAL)
    drawn = ""
    for label, each, want, place in zip(plan.labels, said, wanted, places, strict=True):
        x, y = place or (want.x, want.y)
        drawn += tag(
            "text",
            text(each),
            class_=label.style,
            x=x,
            y=y,
            display=None if place else "none",
            data_wants=json.dumps([round(part, 1) for part in want]),
            **STYLES[label.style],
        )
    return tag(
        "g",
        drawn,
        class_="lettering names",
        aria_hidden="true",
        font_family=SERIF,
        font_weight="500",
        fill=INK,
        text_anchor="middle",
    )


def wants(plan: Plan, label: Label, words: str) -> Wanted:
    """Where the title wants a name, and its width."""
    x, y = plan.grid.centre(label.cell)
    is_key = label.style in KEYS
    width = round(len(words) * (LETTER_OF_KEY if is_key else LETTER), 1)
    row = plan.grid.spots.row
    return Wanted(x + label.dx, y + label.dy, -row if label.dy > 0 else row, width, is_key)


def numbers(plan: Plan) -> str:
    """Each cell's own number where no counter lies."""
    spots = [(cell, plan.grid.number_at(cell)) for cell in plan.grid.cells]
    drawn = "".join(tag("text", cell, x=x, y=y) for cell, (x, y) in spots)
    return tag(
        "g",
        drawn,
        class_="numbers",
        font_family=NARROW,
        font_weight="600",
        fill=INK,
        opacity=".62",
        **plan.grid.number_style,
    )


def border(plan: Plan) -> str:
    """The letters in the frame."""
    return tag(
        "g",
        "".join(tag("text", words, x=x, y=y) for words, x, y in plan.grid.letters_beside),
        class_="frame",
        font_family=NARROW,
        font_weight="600",
        fill="#3D3421",
        text_anchor="middle",
    )


def waters(plan: Plan) -> str:
    """Names of streams along their course, spaced wide."""
    drawn = ""
    for k, (words, curve) in enumerate(named_waters(plan).items()):
        drawn += tag("defs", tag("path", id=f"water-{k}", d=curve.data()))
        along = tag("textPath", text(words), href=f"#water-{k}", startOffset="50%")
        drawn += tag("text", along, dy=num(0))
    return tag(
        "g",
        drawn,
        font_family=ITALIC,
        font_style="italic",
        font_weight="500",
        class_="waters",
        letter_spacing=".42em",
        fill="#1F4D70",
        text_anchor="middle",
        stroke="#E9E4C6",
        stroke_width="2.4",
        paint_order="stroke",
    )
