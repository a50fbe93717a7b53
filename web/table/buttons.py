"""The buttons of a menu's orders, which a page has hundreds of."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from flask import Flask
from markupsafe import Markup, escape

from domain.kernel import RuleSet
from web.base.words import kind_name, name, on_card
from web.table.menus import Kind, Option, how_many

_escaped = lru_cache(4096, typed=True)(escape)
"""Counters, places and orders come again and again."""


def order_button(option: Option, rule_set: RuleSet, card: str | None = None) -> Markup:
    """The button of one order, which says what is given up by it; on a `card` it need not name that."""
    return Markup(_button(option, rule_set, card))


def _button(option: Option, rule_set: RuleSet, card: str | None) -> str:
    told = option.get("short", option["label"])
    label = _escaped(told) if card is None else on_card(option["label"], card, rule_set)
    kind, cost = _escaped(option["kind"]), "" if option["cost"] is None else escape(option["cost"])
    price = cost and f' <span class="cost">{cost}</span>'
    lost = f' <span class="lost">({escape(option["lost"])})</span>' if option["lost"] else ""
    part = "" if option["closes"] else ' data-part="1"'
    part += f' data-costs="{escape(option["lost"])}"' if option.get("costs") else ""
    return (
        f'<button name="order" value="{_escaped(option["value"])}" class="{option["look"]} {kind}"'
        f' data-piece="{_escaped(option["piece"] or "")}" data-target="{_escaped(option["target"] or "")}"'
        f' data-kind="{kind}" data-cost="{cost}"{part}>'
        f"<span>{label}{price}</span>{lost}</button>\n"
    )


def order_buttons(kinds: Iterable[Kind], rule_set: RuleSet, card: str | None = None) -> Markup:
    """The buttons of all these orders; kinds that are folded up under their names."""
    found = []
    for kind in kinds:
        buttons = "".join([_button(option, rule_set, card) for option in kind.options])
        if kind.is_folded:
            named, number = escape(kind_name(kind.order, rule_set)), len(kind.options)
            head = f'<summary>{named} <span class="count">{number}</span></summary>'
            buttons = f'<details class="more">{head}\n<div class="several">{buttons}</div></details>'
        found.append(buttons)
    return Markup("\n".join(found))


def fold_head(
    piece: str, tokens: Mapping[str, Any], number: int, rule_set: RuleSet, *, is_open: bool = False,
    is_later: bool = False,
) -> Markup:  # fmt: skip
    """How the fold of a counter's orders begins: its name, where it stands and how many they are. `is_later`:
    they come when somebody opens it."""
    named, at = name(piece, rule_set), tokens.get(piece, {}).get("at")
    place, told = name(at, rule_set) if at else "", _escaped(named)
    where = f" <span>{_escaped(place)}</span>" if place and place not in named else ""
    state = f' data-later="{number}"' if is_later else " open" if is_open else ""
    return Markup(
        f'<details class="piece" data-piece="{_escaped(piece)}" data-name="{told}"{state}>'
        f'<summary>{told}{where} <span class="count">{number}</span></summary>'
    )


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(
        order_button=order_button, order_buttons=order_buttons, how_many=how_many, fold_head=fold_head
    )
