"""The figures of sides and powers beside the board."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from flask import Flask
from flask_babel import gettext as _
from markupsafe import Markup, escape

from domain.kernel import RuleSet, titled
from web.base.language import language
from web.base.words import figure_name, first_figures, name

KEPT = 1024
"""How many sides' figures are remembered as HTML: they change seldom, and every browser shows all of them."""


def figures(numbers: Iterable[tuple[str, Any]], rule_set: RuleSet, short: bool = False) -> Markup:
    """Each figure with its name, or its short one."""
    return Markup("".join(
        f"<div><dt>{escape(figure_name(figure, rule_set, short))}</dt>"
        f"<dd>{escape(name(value, rule_set))}</dd></div>"
        for figure, value in numbers
    ))  # fmt: skip


def power_numbers(key: str, numbers: Mapping[str, Any], rule_set: RuleSet) -> Markup:
    """The figures of side `key` that its row shows at once, and all others folded up."""
    return _power_numbers(rule_set.id, language(), key, msgspec.json.encode(numbers))


@lru_cache(KEPT)
def _power_numbers(title: str, _language: str, key: str, numbers: bytes) -> Markup:
    rule_set = titled(title)
    found, told = first_figures(msgspec.json.decode(numbers), rule_set), ""
    if found["first"]:
        told = f'<dl class="numbers">{figures(found["first"], rule_set, short=True)}</dl>'
    if found["rest"]:
        heading = escape(_("All figures of %(who)s", who=name(key, rule_set)))
        told += (
            f'\n<details class="rest" id="rest-{escape(key)}" data-keep>'
            f'<summary title="{heading}"><span class="sr">{heading}</span></summary>'
            f'<dl class="numbers">{figures(found["rest"], rule_set)}</dl></details>'
        )
    return Markup(told)


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(figures=figures, power_numbers=power_numbers)
