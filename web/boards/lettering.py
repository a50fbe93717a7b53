"""Lettering: names, cell numbers and the letters of the frame. It lies in the live layer, where the page's
fonts
reach; a picture shown by `<img>` gets none."""

from collections.abc import Mapping

from web.boards.ink import num, tag, text
from web.boards.lines import named_waters
from web.boards.plan import Label, Plan

SERIF = "'Alegreya SC', Palatino, Georgia, serif"
ITALIC = "Alegreya, Palatino, Georgia, serif"
NARROW = "'Barlow Condensed', 'Arial Narrow', sans-serif"
INK = "#221D17"
STYLES = {
    "town": {"font_size": 17, "letter_spacing": ".06em"},
    "place": {"font_size": 15.5, "letter_spacing": ".03em"},
    "hamlet": {"font_size": 13, "letter_spacing": ".02em"},
    "wood": {"font_size": 14.5, "letter_spacing": ".14em", "fill": "#26351A"},
    "elm": {"font_size": 11, "font_family": ITALIC, "font_style": "italic"},
}


def lettering(plan: Plan, words: Mapping[str, str]) -> str:
    """All letters of a map, names in the reader's `words` where those have them; hidden from screen
    readers, since the spaces say the same."""
    names = "".join(name(plan, label, words) for label in plan.labels)
    halo = {"stroke": "#F6EEDB", "stroke_width": "3.2", "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag(
        "g",
        numbers(plan)
        + border(plan)
        + waters(plan)
        + tag("g", names, font_family=SERIF, font_weight="500", fill=INK, text_anchor="middle", **halo),
        class_="lettering",
        aria_hidden="true",
    )


def name(plan: Plan, label: Label, words: Mapping[str, str]) -> str:
    x, y = plan.grid.centre(label.cell)
    named = text(words.get(label.words, label.words))
    return tag("text", named, x=x + label.dx, y=y + label.dy, **STYLES[label.style])


def numbers(plan: Plan) -> str:
    """Each cell's own number where no counter lies."""
    spots = [(cell, plan.grid.number_at(cell)) for cell in plan.grid.cells]
    drawn = "".join(tag("text", cell, x=x, y=y) for cell, (x, y) in spots)
    return tag(
        "g",
        drawn,
        font_family=NARROW,
        font_size="8.4",
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
        font_family=NARROW,
        font_size="14",
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
        font_size="13",
        letter_spacing=".42em",
        fill="#1F4D70",
        text_anchor="middle",
        stroke="#E9E4C6",
        stroke_width="2.4",
        paint_order="stroke",
    )
