"""What the templates can say: names, rule links, times."""

import re
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from babel.lists import format_list
from flask import Flask, url_for
from flask_babel import format_datetime, format_decimal, get_locale, lazy_gettext, ngettext
from flask_babel import gettext as _
from markupsafe import Markup

from domain.kernel import PUBLIC, RuleSet
from domain.store.standing_orders import BATTLES
from web import assets
from web.bots import NAMES
from web.rulebook import anchor_for
from web.security import form_token
from web.site import prose_of

SAMPLES = {
    "waterloo_long_game": lazy_gettext("Waterloo, the long game"),
    "waterloo_short_game": lazy_gettext("Waterloo, the short game"),
    "waterloo_three_players": lazy_gettext("Waterloo with three players"),
    "wellington_four_powers": lazy_gettext("Wellington with four powers"),
}
"""What people call the games of `replays/library`, by their files."""


def name(value: Any, rule_set: RuleSet) -> str:
    """The name of a seat, piece, space or card of a title."""
    if value == PUBLIC:
        return _("Public")
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
    return Markup('<a class="rule" href="{}" title="{}">§{}</a>').format(href, _("Rule %(rule)s", rule=rule), rule)


def _card_link(card: str, rule_set: RuleSet) -> Markup:
    """A link to the text of a card, named by its id or its number."""
    named = _("card %(number)s", number=card) if card.isdecimal() else name(card, rule_set).split(" (")[0]
    href = url_for("pages.rules", title=rule_set.id, _anchor=f"card-{card}")
    return Markup('<a class="rule" href="{}" title="{}">{}</a>').format(href, _("The text of the card"), named)


def side(value: str) -> str:
    """The class that colours a side's or seat's things."""
    return "side-" + re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-")


def ago(at: int) -> Markup:
    """How long ago `at` (milliseconds since 1970) was, as a time element."""
    seconds = max(0, int(time.time() - at / 1000))
    when = datetime.fromtimestamp(at / 1000, UTC)
    return Markup('<time datetime="{}" title="{}">{}</time>').format(
        when.isoformat(timespec="seconds"), format_datetime(when, "short"), _passed(seconds)
    )


def _passed(seconds: int) -> str:
    if seconds >= 86400:
        return ngettext("%(num)d day ago", "%(num)d days ago", seconds // 86400)
    if seconds >= 3600:
        return ngettext("%(num)d hour ago", "%(num)d hours ago", seconds // 3600)
    if seconds >= 60:
        return ngettext("%(num)d minute ago", "%(num)d minutes ago", seconds // 60)
    return _("just now")


def policy_name(policy: str) -> str:
    """The name of a computer's way of playing."""
    return str(NAMES.get(policy, policy))


def sample_name(stem: str) -> str:
    """The name of a game of the library, from that of its file."""
    return str(SAMPLES.get(stem, stem.replace("_", " ").replace("-", " ")))


def either(values: Iterable[object]) -> str:
    """Choices as the language joins them: "2 or 3"."""
    return format_list([str(each) for each in values], "or", locale=get_locale() or "en")


def state_of(piece: Mapping[str, Any], rule_set: RuleSet) -> str:
    """A counter's states in words: its flags, where it faces, whether it shows its reduced side."""
    found = [name(flag, rule_set) for flag in piece.get("flags") or ()]
    if piece.get("facing"):
        found.append(_("facing %(direction)s", direction=name(piece["facing"], rule_set)))
    if piece.get("reduced"):
        found.append(_("reduced"))
    return ", ".join(found)


def decimal(value: float) -> str:
    """A number with two decimals, as the page's language writes it."""
    return format_decimal(value, "#,##0.00")


def signed(value: float) -> str:
    """The same with its sign: luck against what was expected."""
    return format_decimal(value, "+#,##0.00;-#,##0.00")


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
        policy_name=policy_name,
        state_of=state_of,
        sample_name=sample_name,
        either=either,
        decimal=decimal,
        signed=signed,
    )
    app.jinja_env.tests["battle_or_siege"] = lambda kind: kind.startswith(BATTLES)
    app.jinja_env.globals.update(form_token=form_token, asset=assets.url)
