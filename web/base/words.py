"""What the templates can say: names, rule links, times."""

import re
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from babel.lists import format_list
from flask import Flask, request, url_for
from flask_babel import format_datetime, format_decimal, lazy_gettext, ngettext
from flask_babel import gettext as _
from markupsafe import Markup, escape

from domain.bots import BOTS, USUAL_LEVEL
from domain.bots.learned import why_untrained
from domain.kernel import PUBLIC, Opened, RuleSet, Scenario, titled
from domain.kernel.prose import prose
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import Option
from web.base import assets, samples
from web.base.language import joining, language
from web.base.rulebook import anchor_for
from web.base.security import form_token
from web.base.sides import side_class
from web.base.site import prose_of

STATUSES = {
    "running": lazy_gettext("running"),
    "finished": lazy_gettext("finished"),
}
PLAYERS = {
    "": lazy_gettext("anybody"),
    "bots": lazy_gettext("computers"),
    "people": lazy_gettext("people"),
    "mixed": lazy_gettext("people and computers"),
}
QUESTIONS = {
    "rate": lazy_gettext("win rate"),
    "draws": lazy_gettext("draws"),
    "mean": lazy_gettext("mean"),
    "distribution": lazy_gettext("spread"),
}
AT_ONCE = 4
"""How many figures the row of a side shows."""

POLICY_NAMES = {
    "recruit": lazy_gettext("recruit"),
    "veteran": lazy_gettext("veteran"),
    "marshal": lazy_gettext("marshal"),
    "greedy": lazy_gettext("greedy"),
    "random": lazy_gettext("random"),
}
"""How people read the name of a way of playing that a seat's holder carries."""

WAYS = {
    "recruit": lazy_gettext("Recruit: plays as it has seen others play"),
    "veteran": lazy_gettext("Veteran: weighs what may follow"),
    "marshal": lazy_gettext("Marshal: plans furthest ahead"),
    "greedy": lazy_gettext("Greedy: the best next position"),
    "random": lazy_gettext("Random: any legal order"),
}
POLICIES = {name: WAYS.get(name, POLICY_NAMES.get(name, name.capitalize())) for name in BOTS}
"""The bots of `domain.bots`, with a word on how they play."""


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
    """An order's label for a button on its card, which names the card already; a reader hears its name.

    Within a sentence the name stays, without its number and kind."""
    named = name(card, rule_set)
    text = label.removeprefix(f"{named}: ")
    if named in text:
        return escape(text.replace(named, named.partition(" (")[0]))
    text = text[:1].upper() + text[1:]
    return Markup('{}<span class="sr"> ({})</span>').format(text, named)


def card_text(card: str, rule_set: RuleSet) -> str:
    """What a card does, in our own words; empty if the title says nothing of it."""
    return prose_of(rule_set).texts.get(card, "")


def scenario_name(scenario: Scenario, rule_set: RuleSet) -> str:
    """What a scenario is called."""
    return prose_of(rule_set).scenario(scenario).name


def scenario_summary(scenario: Scenario, rule_set: RuleSet) -> str:
    """What a scenario is about, in a sentence or two."""
    return prose_of(rule_set).scenario(scenario).summary


def option_name(option: Option, rule_set: RuleSet) -> str:
    """What is decided by an option of a scenario."""
    return prose_of(rule_set).option(option).name


def choice_name(choice: str, option: Option, rule_set: RuleSet) -> str:
    """One of the choices of an option."""
    return prose_of(rule_set).choice(option, choice)


def title_name(rule_set: RuleSet) -> str:
    """What a title is called."""
    return prose_of(rule_set).title


def phase(value: str, rule_set: RuleSet) -> str:
    """The name of a phase."""
    return prose_of(rule_set).tables["phases"].get(value, name(value, rule_set))


def turn_name(number: int | str, rule_set: RuleSet) -> str:
    """A turn with its number within a sentence, as the title calls its turns: a year needs no more."""
    return prose_of(rule_set).turn(number)


def turn_numbers(rule_set: RuleSet) -> Mapping[str, str]:
    """What is said for the numbers of turns, where the title has something else to say."""
    return prose_of(rule_set).tables["turns"]


def turn_alone(number: int | str, rule_set: RuleSet) -> str:
    """The same at the head of a line, where it begins with a capital letter."""
    text = turn_name(number, rule_set)
    return text[:1].upper() + text[1:]


def turn_of(turn: int, number: int, turns: int, rule_set: RuleSet) -> str:
    """A turn and which of how many it is, as the title calls its turns."""
    return prose_of(rule_set).turn_of(turn, number, turns)


def round_name(number: int, rule_set: RuleSet) -> str:
    """A round with its number, as the title calls its rounds."""
    return prose_of(rule_set).tables["words"]["round"].format(number)


def measure_name(value: str, rule_set: RuleSet) -> str:
    """The name of a group of measures."""
    return prose_of(rule_set).tables["measures"].get(value, name(value, rule_set))


def rule_link(rule: str, rule_set: RuleSet) -> Markup:
    """A link to the paragraph, or nothing."""
    if not rule:
        return Markup()
    if rule.startswith("#"):
        return _card_link(rule[1:], rule_set)
    return _paragraph_link(rule, rule_set.id, language(), request.root_path)


@lru_cache(4096)
def _paragraph_link(rule: str, title_id: str, _language: str, _root: str) -> Markup:
    href = url_for("pages.rules", title=title_id, _anchor=anchor_for(titled(title_id), rule))
    title = _("Rule %(rule)s", rule=rule)
    return Markup('<a class="rule" href="{}" title="{}">§{}</a>').format(href, title, rule)


def _card_link(card: str, rule_set: RuleSet) -> Markup:
    """A link to the text of a card, named by its id or its number."""
    named = _("card %(number)s", number=card) if card.isdecimal() else name(card, rule_set).split(" (")[0]
    href = url_for("pages.rules", title=rule_set.id, _anchor=f"card-{card}")
    title = _("The text of the card")
    return Markup('<a class="rule" href="{}" title="{}">{}</a>').format(href, title, named)


def ago(at: int) -> Markup:
    """How long ago `at` (milliseconds since 1970) was, as a time element."""
    seconds = max(0, int(time.time() - at / 1000))
    when = datetime.fromtimestamp(at / 1000, UTC)
    return Markup('<time datetime="{}" title="{}">{}</time>').format(
        when.isoformat(timespec="seconds"), format_datetime(when, "short"), _passed(seconds)
    )


def until(at: int) -> str:
    """How soon `at` (milliseconds since 1970) comes."""
    seconds = max(0, int(at / 1000 - time.time()))
    if seconds >= 2 * 86400:
        return ngettext("in %(num)d day", "in %(num)d days", seconds // 86400)
    if seconds >= 2 * 3600:
        return ngettext("in %(num)d hour", "in %(num)d hours", seconds // 3600)
    return ngettext("in %(num)d minute", "in %(num)d minutes", seconds // 60 + 1) if seconds else _("now")


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
    return str(POLICY_NAMES.get(policy, policy))


def training_note(rule_set: RuleSet, scenario: str) -> str:
    """What is to be said of computers that were not trained for this scenario; empty if they were."""
    why = why_untrained(rule_set, scenario)
    if not why:
        return ""
    if why == "data":
        return _("Computers are not trained on these data: they measure positions by a plain yardstick.")
    return _("Computers are not trained for this scenario: they measure positions by a plain yardstick.")


def either(values: Iterable[object]) -> str:
    """Choices as the language joins them: "2, 3 or 4"."""
    return format_list([str(each) for each in values], "or", locale=joining())


def status_name(status: str) -> str:
    """Whether a game waits for players, runs or is over, in a word."""
    return str(STATUSES.get(status, status))


def kind_of_players(kind: str) -> str:
    """Who played a group's games, in a word; empty stands for anybody."""
    return str(PLAYERS.get(kind, kind))


def question_name(question: str) -> str:
    """What a finding of the compare page is about."""
    return str(QUESTIONS.get(question, question))


def piece_name(id: str, piece: Mapping[str, Any], rule_set: RuleSet) -> str:
    """What a counter is called: in the page's language if the title translates it, else as it is printed."""
    label, told = piece.get("label") or "", prose_of(rule_set).names.get(id, "")
    if told != prose(rule_set).names.get(id, ""):
        return told.removeprefix(f"{label} ")
    return piece.get("name") or label or name(id, rule_set)


def state_of(piece: Mapping[str, Any], rule_set: RuleSet) -> str:
    """A counter's states in words: its flags, where it faces, whether it shows its reduced side."""
    on_board = prose_of(rule_set).tables["board"]
    found = [on_board.get(flag) or name(flag, rule_set) for flag in piece.get("flags") or ()]
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
    return format_decimal(value, "+#,##0.00;−#,##0.00")


def first_figures(numbers: Mapping[str, Any], rule_set: RuleSet) -> dict[str, list[tuple[str, Any]]]:
    """A side's numbers: the few that its row shows at once (`first`), and all the others (`rest`)."""
    wanted = [name for name in rule_set.figures if name in numbers] if rule_set.figures else list(numbers)
    first = wanted[:AT_ONCE]
    return {
        "first": [(name, numbers[name]) for name in first],
        "rest": [(name, value) for name, value in numbers.items() if name not in first],
    }


def figure_name(figure: str, rule_set: RuleSet, short: bool = False) -> str:
    """What a figure is called; in a row of the panel by its short name if the title has one."""
    named = prose_of(rule_set).names.get(f"short_{figure}") if short else None
    return named or name(figure, rule_set)


def other_figures(
    numbers: Mapping[str, Mapping[str, Any]], rule_set: RuleSet, seats: Iterable[str]
) -> dict[str, list[str]]:
    """Whose numbers the panel shows besides those of `seats`: in rows of their own, or folded up (`rest`)."""
    others = [key for key in numbers if key not in seats]
    first = [key for key in others if not rule_set.figures or set(rule_set.figures) & set(numbers[key])]
    return {"first": first, "rest": [key for key in others if key not in first]}


def only_shown(opened: Opened) -> str:
    """Why a game can be looked at but not played."""
    return plain_refusal(f"only_shown_{opened.only_shown}")(language())


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(
        name=name,
        alone=alone,
        phase=phase,
        kind_name=kind_name,
        on_card=on_card,
        card_text=card_text,
        scenario_name=scenario_name,
        scenario_summary=scenario_summary,
        option_name=option_name,
        choice_name=choice_name,
        title_name=title_name,
        measure_name=measure_name,
        turn_name=turn_name,
        turn_alone=turn_alone,
        turn_numbers=turn_numbers,
        turn_of=turn_of,
        round_name=round_name,
        rule_link=rule_link,
        side=side_class,
        ago=ago,
        until=until,
        policy_name=policy_name,
        state_of=state_of,
        piece_name=piece_name,
        status_name=status_name,
        kind_of_players=kind_of_players,
        question_name=question_name,
        sample_name=samples.called,
        only_shown=only_shown,
        either=either,
        figure_name=figure_name,
        first_figures=first_figures,
        other_figures=other_figures,
        decimal=decimal,
        signed=signed,
    )
    app.jinja_env.globals.update(form_token=form_token, best_policy=USUAL_LEVEL, training_note=training_note)
    app.jinja_env.globals.update(asset=assets.url, preloads=assets.preloads, sides_sheet=assets.sides_url)
