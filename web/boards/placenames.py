"""Lettering of a map of places: seas, provinces, the names of places, fortress values, panels."""

from collections.abc import Collection, Mapping

from web.boards.engraving import legend_rows
from web.boards.ink import num, tag, text
from web.boards.lettering import INK, ITALIC, NARROW, SERIF
from web.boards.points import Place, PointPlan, Script


def lettering(plan: PointPlan, words: Mapping[str, str]) -> str:
    """The letters under the pieces, those of the legend in the reader's `words`; hidden from screen readers,
    since the spaces say the same."""
    ground = plan.ground
    seas = "".join(script(each) for each in ground.seas)
    provinces = "".join(script(each) for each in ground.provinces)
    return tag(
        "g",
        tag(
            "g",
            seas,
            font_family=ITALIC,
            font_style="italic",
            font_weight="500",
            fill="#42606B",
            letter_spacing=".3em",
            text_anchor="middle",
        )
        + tag(
            "g",
            provinces,
            font_family=SERIF,
            font_weight="500",
            fill="#6B5638",
            opacity=".5",
            letter_spacing=".34em",
            text_anchor="middle",
        )
        + tag(
            "g",
            "".join(map(defence, plan.places.values())),
            font_family=NARROW,
            font_weight="600",
            font_size="11",
            fill=INK,
            text_anchor="middle",
        )
        + panels(plan, words),
        class_="lettering",
        aria_hidden="true",
    )


def placenames(plan: PointPlan, left_out: Collection[str]) -> str:
    """The names of places over the pieces, without those `left_out` for want of room."""
    names = "".join(name(place, place.id in left_out) for place in plan.places.values() if place.name)
    return tag(
        "g",
        names,
        class_="lettering names",
        aria_hidden="true",
        font_family=SERIF,
        font_weight="500",
        fill=INK,
    )


def script(each: Script) -> str:
    x, y = each.at
    turn = f"rotate({num(each.turn)} {num(x)} {num(y)})" if each.turn else None
    return tag("text", text(each.words), x=x, y=y, font_size=num(each.size), transform=turn)


def name(place: Place, is_left_out: bool) -> str:
    told = place.name_at
    if told is None:
        return ""
    return tag(
        "text",
        text(place.name),
        id=f"t-{place.id}",
        class_="sea" if place.shape == "zone" else "key" if told.is_key else None,
        x=told.x,
        y=told.y,
        dy=".34em",
        text_anchor=told.anchor,
        display="none" if is_left_out else None,
    )


def defence(place: Place) -> str:
    """The defence value of a fortress on its yellow tag."""
    if place.defence is None:
        return ""
    x, y = place.at
    return (
        f'<rect x="{num(x + 7.5)}" y="{num(y - 19)}" width="10" height="12.4" rx="1.5"'
        f' fill="#F5D658" stroke="{INK}"/>' + tag("text", str(place.defence), x=x + 12.5, y=y - 8.9)
    )


def panels(plan: PointPlan, words: Mapping[str, str]) -> str:
    """The words of the framed cards and of the legend."""
    drawn = ""
    for each in plan.panels:
        drawn += tag(
            "text",
            text(words.get(each.words, each.words)),
            x=each.x + each.width / 2,
            y=each.y + each.title_at,
            font_size=num(each.size),
            text_anchor="middle",
        )
        if each.under:
            drawn += tag(
                "text",
                text(words.get(each.under, each.under)),
                x=each.x + each.width / 2,
                y=each.y + each.title_at + 28,
                font_size="17",
                text_anchor="middle",
            )
    for sign, (x, y) in legend_rows(plan):
        said = text(words.get(plan.legend[sign], plan.legend[sign]))
        drawn += tag("text", said, x=x + 66, y=y + 5, font_size="15")
    for heading in plan.headings:
        said, (x, y) = text(words.get(heading.words, heading.words)), heading.at
        drawn += tag("text", said, x=x, y=y, font_size=num(heading.size), text_anchor=heading.anchor)
    return tag("g", drawn, font_family=SERIF, font_weight="500", fill=INK)
