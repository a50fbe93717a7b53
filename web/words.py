"""What the templates can say: names, rule links, times."""

import re
import time
from datetime import UTC, datetime
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup

from domain.kernel import PUBLIC, RuleSet
from domain.store.standing_orders import BATTLES
from web import assets
from web.rulebook import anchor_for
from web.security import form_token
from web.site import prose_of


def name(value: Any, rule_set: RuleSet) -> str:
    """The name of a seat, piece, space or card of a title."""
    if value == PUBLIC:
        return "Public"
    text = prose_of(rule_set).name(value)
    if text == value and isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9_]*", value):
        return value.replace("_", " ").capitalize()
    return text


def alone(value: Any, rule_set: RuleSet) -> str:
    """The same at the head of a line, where it begins with a capital letter."""
    text = name(value, rule_set)
    return text[:1].upper() + text[1:]


def kind_name(order: str, rule_set: RuleSet) -> str:
    """The heading over several orders of one kind: its name, or that of the order ("MoveUnit": Move unit)."""
    named = prose_of(rule_set).name(order)
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", order).lower() if named == order else named
    return text[:1].upper() + text[1:]


def on_card(label: str, card: str, rule_set: RuleSet) -> Markup:
    """An order's label for a button on its card, which names the card already; a reader hears its name."""
    named = name(card, rule_set)
    text = label.removeprefix(f"{named}: ").replace(named, "it")
    text = text[:1].upper() + text[1:]
    return Markup('{}<span class="sr"> ({})</span>').format(text, named)


def card_text(card: str, rule_set: RuleSet) -> str:
    """What a card does, in our own words; empty if the title says nothing of it."""
    return rule_set.texts.get(card, "")


def phase(value: str, rule_set: RuleSet) -> str:
    """The name of a phase."""
    return prose_of(rule_set).tables["phases"].get(value, name(value, rule_set))


def measure_name(value: str, rule_set: RuleSet) -> str:
    """The name of a group of measures."""
    return prose_of(rule_set).tables["measures"].get(value, name(value, rule_set))


def rule_link(rule: str, rule_set: RuleSet) -> Markup:
    """A link to the paragraph, or nothing."""
    if not rule:
        return Markup()
    if rule.startswith("#"):
        return _card_link(rule[1:], rule_set)
    href = url_for("pages.rules", title=rule_set.id, _anchor=anchor_for(rule_set, rule))
    return Markup('<a class="rule" href="{}" title="Rule {}">§{}</a>').format(href, rule, rule)


def _card_link(card: str, rule_set: RuleSet) -> Markup:
    """A link to the text of a card, named by its id or its number."""
    named = f"card {card}" if card.isdecimal() else name(card, rule_set).split(" (")[0]
    href = url_for("pages.rules", title=rule_set.id, _anchor=f"card-{card}")
    return Markup('<a class="rule" href="{}" title="The text of the card">{}</a>').format(href, named)


def side(value: str) -> str:
    """The class that colours a side's or seat's things."""
    return "side-" + re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-")


def ago(at: int) -> Markup:
    """How long ago `at` (milliseconds since 1970) was, as a time element."""
    seconds = max(0, int(time.time() - at / 1000))
    when = datetime.fromtimestamp(at / 1000, UTC)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            text = f"{count} {word}{'s' if count > 1 else ''} ago"
            break
    else:
        text = "just now"
    return Markup('<time datetime="{}">{}</time>').format(when.isoformat(timespec="seconds"), text)


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(
        name=name,
        alone=alone,
        phase=phase,
        kind_name=kind_name,
        on_card=on_card,
        card_text=card_text,
        measure_name=measure_name,
        rule_link=rule_link,
        side=side,
        ago=ago,
    )
    app.jinja_env.tests["battle_or_siege"] = lambda kind: kind.startswith(BATTLES)
    app.jinja_env.globals.update(form_token=form_token, asset=assets.url)
