"""The buttons of a menu's orders, which a page has hundreds of."""

from collections.abc import Iterable

from flask import Flask
from markupsafe import Markup, escape

from domain.kernel import RuleSet
from web.base.words import kind_name, on_card
from web.table.menus import Kind, Option, how_many


def order_button(option: Option, rule_set: RuleSet, card: str | None = None) -> Markup:
    """The button of one order, which says what is given up by it; on a `card` it need not name that."""
    told = option.get("short", option["label"])
    label = escape(told) if card is None else on_card(option["label"], card, rule_set)
    kind, cost = escape(option["kind"]), option["cost"]
    price = "" if cost is None else f' <span class="cost">{escape(cost)}</span>'
    lost = f' <span class="lost">({escape(option["lost"])})</span>' if option["lost"] else ""
    part = "" if option["closes"] else ' data-part="1"'
    return Markup(
        f'<button name="order" value="{escape(option["value"])}" class="{option["look"]} {kind}"'
        f' data-piece="{escape(option["piece"] or "")}" data-target="{escape(option["target"] or "")}"'
        f' data-kind="{kind}" data-cost="{"" if cost is None else escape(cost)}"{part}>'
        f"<span>{label}{price}</span>{lost}</button>\n"
    )


def order_buttons(kinds: Iterable[Kind], rule_set: RuleSet, card: str | None = None) -> Markup:
    """The buttons of all these orders; kinds that are folded up under their names."""
    found = []
    for kind in kinds:
        buttons = "".join(order_button(option, rule_set, card=card) for option in kind.options)
        if kind.is_folded:
            named, number = escape(kind_name(kind.order, rule_set)), len(kind.options)
            head = f'<summary>{named} <span class="count">{number}</span></summary>'
            buttons = f'<details class="more">{head}\n{buttons}</details>'
        found.append(buttons)
    return Markup("\n".join(found))


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(order_button=order_button, order_buttons=order_buttons, how_many=how_many)
