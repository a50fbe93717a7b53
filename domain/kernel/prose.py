"""Prose: events, prompts and orders as sentences, from templates in data.

A title's `prose/<language>.toml` has tables `events`, `prompts`, `orders`, `measures`, `phases`; each
value is a template whose fields are those of the event, ask or order, or a property of it. `odds` and `lost`
say what an order leads to and gives up, `told` what is said of pieces and the standing, `battle` what the
panel of a battle says. In other languages than English it also has `names`, `texts` (of cards), `scenarios`,
`options`, `board` (what is spoken of a drawn board) and `places` (what kinds of places are called aloud).
`openings` names those of `analysis.toml`, `samples` the games of the library, by their files; `front` are the
words of `presentation.toml`, `lesson` those of `lesson.toml`; `left` says of prompts that count choices, by
their names, how many of what are `{left}`, `known` what must be known to answer one, `luck`
what a roll came to, `turns` what is said for the number of a turn; `coach` says of prompts, by their names,
what is worth knowing there, each with a heading `<prompt>.title`.
Ids are replaced by their names, lists are joined as the language joins them. An event with something
hidden uses the template `<Event>.hidden` if there is one. A template `<Event>.<field>=<value>` is for events
(orders, prompts) whose field has that value (`none` for None, `empty` for an empty list), one with `&` for
those that fit several such conditions; the first that fits is taken (`<Event>.hidden.<field>=<value>` where
something is hidden). A struct inside an event is filled into
the template of its type in the table `parts`; there a piece in square brackets is left out where the field in
it has the value that it has unless something else is said.
`{count:card|cards}` is the first word where the field is 1 or names one, else the second. `{side:il}`, any
one word after the colon, is the name with its article, of the table `articles` (`french = "la"`), `{side:Il}`
the same at the head of a sentence; names that the table does not have go without. `{card:says}` is what the
card says, of the table `texts`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import isclose
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from domain.kernel import prose_files
from domain.kernel.chance import Rolled
from domain.kernel.decisions import Ask
from domain.kernel.events import Event
from domain.kernel.orders import Order
from domain.kernel.packs import digest_of, on_pack
from domain.kernel.ruleset import Odds, Option, RuleSet, Scenario, Told

Conditions = list[tuple[str, str]]
"""(field, value) of everything that must hold for a special template."""
OPTIONAL = re.compile(r"\[([^\]]*)\]")
"""A piece of a template that is left out where it has nothing to say."""
MINUS = "−"
"""The sign of a number below 0, as the panels write it."""
HARDLY = 0.005
"""Luck of less is none."""
NO_DIFFERENCE = 1e-9
"""How exactly means and variances are computed."""
ELIDED = "'"
"""What an article ends with that stands against its name."""
SPOKEN = 128
"""Titles and data packs, in each language, whose prose stays in memory."""
REMEMBERED = 20_000
"""How many orders' texts stay in memory: menus say the same ones again and again."""
TABLES = ("events", "prompts", "orders", "measures", "phases", "words", "parts", "scenarios", "options",
          "refusals", "odds", "told", "lost", "board", "provenance", "openings", "samples", "reach", "front",
          "lesson", "battle", "coach", "places", "left", "known", "luck", "turns")


class Prose:
    """The sentences of one title in one language."""

    def __init__(self, rule_set: RuleSet, language: str) -> None:
        self.language = language
        self._faces_of = rule_set.faces_of
        shared = prose_files.shared(language)
        own = prose_files.read(rule_set.folder, language)
        self.title = own.get("scenarios", {}).get("title", rule_set.name)
        names = {rule_set.id: self.title, **shared.get("names", {}), **rule_set.names(language)}
        self.names: Mapping[str, str] = names
        self.texts: Mapping[str, str] = rule_set.texts(language)
        self.lists: Mapping[str, str] = {**shared["lists"], **own.get("lists", {})}
        self.spelling: Mapping[str, str] = shared.get("spelling", {})
        self.articles: Mapping[str, str] = own.get("articles", {})
        self.tables: dict[str, dict[str, str]] = {
            table: {**shared.get(table, {}), **own.get(table, {})}
            for table in TABLES
        }
        self._orders: dict[Order, str] = {}
        self._special = {table: _special_keys(keys) for table, keys in self.tables.items()}

    def name(self, value: Any) -> str:
        """An id as people call it; numbers and other texts as they are."""
        if value is True or value is False:
            return self.tables["words"]["yes" if value else "no"]
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, (tuple, list)):
            return self._joined([self.name(each) for each in value])
        if isinstance(value, dict):
            pair = self.lists["pair"]
            return self._joined([pair.format(self.name(k), self.name(v)) for k, v in value.items()])
        if isinstance(value, float):
            whole = str(int(value)) if value.is_integer() else str(value)
            return whole.replace(".", self.tables["words"]["decimal"]).replace("-", MINUS)
        if isinstance(value, int):
            return str(value).replace("-", MINUS)
        if isinstance(value, Order):
            return self.tables["words"]["quoted"].format(self.order(value))
        if isinstance(value, Ask):
            return self.prompt(value)
        if isinstance(value, msgspec.Struct):
            return self._sentence("parts", type(value).__name__, value)
        return "" if value is None else str(value)

    def _joined(self, parts: list[str]) -> str:
        if not parts:
            return self.lists["none"]
        text = parts[0]
        for number, part in enumerate(parts[1:], start=2):
            text = self.lists["last" if number == len(parts) else "next"].format(text, part)
        return text

    def _filled(
        self, table: str, key: str, fields: Mapping[str, Any], struct: msgspec.Struct | None = None
    ) -> str:
        template = self.tables[table][key]
        if struct is not None and "[" in template:
            template = _without_the_needless(template, struct)
        text = ""
        for words, name, form in _pieces_of(template):
            text += words
            if name:
                text += self._said(name, fields[name] if name in fields else getattr(struct, name), form)
        for written, spelt in self.spelling.items():
            text = text.replace(written, spelt)
        return text

    def _said(self, field: str, value: Any, form: str) -> str:
        """A field's value as a sentence has it, in the form that stands behind its colon: a way step by step
        if its title says how, all else by its name."""
        if "|" in form:
            one, several = form.split("|")
            return one if _is_one(value) else several
        if form == "says":
            return self.texts.get(value, "")
        if form:
            text = self._with_article(value)
            return text[:1].upper() + text[1:] if form[0].isupper() else text
        if field == "path" and value and "way" in self.lists:
            return self.lists["way"].join(map(self.name, value))
        return self.name(value)

    def _with_article(self, value: Any) -> str:
        """A name, or each of several, with its article."""
        if isinstance(value, (tuple, list)):
            return self._joined([self._with_article(each) for each in value])
        article = self.articles.get(value, "") if isinstance(value, str) else ""
        return f"{article}{'' if article.endswith(ELIDED) else ' '}{self.name(value)}".lstrip()

    def _sentence(self, table: str, key: str, struct: msgspec.Struct) -> str:
        """The struct in the first special template that fits it, else in its type's."""
        fields = {name: getattr(struct, name) for name in struct.__struct_fields__}
        return self._told(table, key, fields, struct)

    def _told(
        self, table: str, key: str, fields: Mapping[str, Any], struct: msgspec.Struct | None = None
    ) -> str:
        for special, conditions in self._special[table].get(key, ()):
            if all(_plain_value(fields.get(field)) == value for field, value in conditions):
                return self._filled(table, special, fields, struct)
        return self._filled(table, key, fields, struct)

    def event(self, event: Event) -> str:
        """The event's sentence. Raises KeyError if the title has no template for it."""
        key = type(event).__name__
        if f"{key}.hidden" in self.tables["events"] and is_hidden(event):
            key = f"{key}.hidden"
        if isinstance(event, Rolled) and event.die:
            fields = msgspec.structs.asdict(event) | self._named(event)
            sentence = self._told("events", key, fields, event)
        else:
            sentence = self._sentence("events", key, event)
        return sentence[:1].upper() + sentence[1:]

    def _named(self, roll: Rolled) -> dict[str, Any]:
        """A roll's faces in place of their numbers, where they have names."""
        faces = self._faces_of(roll)
        return {"values": faces} if faces else {}

    def prompt(self, ask: Ask, draft: Sequence[Order] = ()) -> str:
        """What `ask` asks; where the first parts of the answer are chosen, the part that is open: a template
        may be for what comes `after` an order."""
        after = type(draft[-1]).__name__ if draft else None
        return self._told("prompts", ask.prompt, {"seat": ask.seat, **ask.about, "after": after})

    def left(self, ask: Ask, draft: tuple[Order, ...] = ()) -> str:
        """How many of what are left to choose after `draft`; nothing where nothing is counted or left."""
        left = ask.left(draft)
        return self._told("left", ask.prompt, {**ask.about, "left": left}) if left else ""

    def turn(self, number: int | str) -> str:
        """A turn within a sentence, as the title calls its turns: a year needs no more than itself."""
        return self.tables["words"]["turn"].format(self.tables["turns"].get(str(number), number))

    def turn_of(self, turn: int, number: int, turns: int) -> str:
        """A turn, and which one of how many it is."""
        named = self.tables["turns"].get(str(turn), turn)
        return self.tables["words"]["turn_of"].format(turn=named, number=number, turns=turns)

    def luck(self, roll: Rolled) -> str:
        """What a roll came to beside what was to be expected of it, and whether that is better."""
        luck, counted = roll.score - roll.mean, _counted_as(roll)
        sign = -1 if counted == "losses" else 1
        fields = {
            "score": sign * roll.score,
            "mean": round(sign * roll.mean, 2),
            "by": round(abs(luck), 2),
            "luck": "even" if abs(luck) < HARDLY else "better" if luck > 0 else "worse",
            "percent": round(100 * roll.mean),
        }
        return self._told("luck", counted, fields)

    def known(self, ask: Ask) -> str:
        """What must be known to answer `ask`, such as what a card does; nothing if the question says all."""
        if ask.prompt not in self.tables["known"]:
            return ""
        return self._told("known", ask.prompt, ask.about)

    def odds(self, odds: Odds, decimal: Callable[[float], str], percent: Callable[[float], str]) -> str:
        """What an order leads to; chances and losses as `percent` and `decimal` write them."""
        told = {"win": percent(odds.win or 0.0), "rout": percent(odds.rout), "nobody": percent(odds.nobody)}
        losses = {"lost": decimal(odds.lost), "taken": decimal(odds.taken)}
        return self._told("odds", odds.key, {**odds.about, **told, **losses})

    def told(self, told: Told) -> str:
        """A line of a piece's card or of the standing."""
        sentence = self._told("told", told.key, told.about)
        return sentence[:1].upper() + sentence[1:]

    def of_battle(self, told: Told) -> str:
        """A line of a battle's panel."""
        sentence = self._told("battle", told.key, told.about)
        return sentence[:1].upper() + sentence[1:]

    def lost(self, told: Told) -> str:
        """What an order gives up, to be said in brackets behind it."""
        return self._told("lost", told.key, told.about)

    def order(self, order: Order) -> str:
        """The order as a button says it. An order with a `use` may have a template for each use."""
        known = self._orders.get(order)
        if known is None:
            if len(self._orders) >= REMEMBERED:
                self._orders.clear()
            known = self._orders[order] = self._order(order)
        return known

    def scenario(self, scenario: Scenario) -> Scenario:
        """The same scenario with name, summary and options as this language calls them."""
        told = self.tables["scenarios"]
        return msgspec.structs.replace(
            scenario,
            name=told.get(scenario.id, scenario.name),
            summary=told.get(f"{scenario.id}.summary", scenario.summary),
            options=tuple(self.option(each) for each in scenario.options),
        )

    def option(self, option: Option) -> Option:
        """The same option with its name as this language calls it."""
        return msgspec.structs.replace(option, name=self.tables["options"].get(option.id, option.name))

    def choice(self, option: Option, choice: str) -> str:
        """A choice of an option."""
        return self.tables["options"].get(f"{option.id}.{choice}") or self.name(choice)

    def refusal(self, key: str, fields: Mapping[str, Any]) -> str:
        """Why something is refused."""
        return self._told("refusals", key, fields)

    def reached(self, key: str, **fields: Any) -> str:
        """What may come between on a way, or why a march stopped: a sentence of the table `reach`."""
        return self._told("reach", key, fields)

    def _order(self, order: Order) -> str:
        key = type(order).__name__
        for special in (f"{key}.{getattr(order, 'use', '')}", f"{key}.{getattr(order, 'kind', '')}"):
            if special in self.tables["orders"]:
                key = special
        return self._sentence("orders", key, order)


def _counted_as(roll: Rolled) -> str:
    """What the score of a roll is: the `total` of its dice, `losses`, a `success`, a `count` of dice, or what
    its rule makes of it (`worth`). What came up says little of it: a 1 may be a success or a total of 1. Mean
    and variance do: dice that count or do not have the variance p (1 - p)."""
    dice = len(roll.values)
    share = abs(roll.mean) / max(1, dice)
    is_counted = _is_same(roll.variance, dice * share * (1 - share))
    if roll.mean < 0 and (is_counted or roll.score <= 0):
        return "losses"
    if is_counted:
        return "success" if dice == 1 else "count"
    has_their_mean = _is_same(roll.mean, dice * (roll.sides + 1) / 2)
    is_total = has_their_mean and _is_same(roll.variance, dice * (roll.sides**2 - 1) / 12)
    return "total" if is_total and not roll.die and roll.score == sum(roll.values) else "worth"


def _is_same(one: float, other: float) -> bool:
    return isclose(one, other, abs_tol=NO_DIFFERENCE)


@cache
def _pieces_of(template: str) -> tuple[tuple[str, str, str], ...]:
    """(words, the field behind them or nothing, its form) of a template."""
    return tuple((words, name or "", form or "") for words, name, form, _ in Formatter().parse(template))


def _is_one(value: Any) -> bool:
    """Whether a count is 1, or there is one of what is named."""
    if isinstance(value, (int, float)):
        return abs(value) == 1
    return isinstance(value, str) or value is None or len(value) == 1


def _special_keys(templates: Mapping[str, str]) -> "dict[str, list[tuple[str, Conditions]]]":
    """Type -> its special templates as (key, conditions), in the order of the file."""
    found: dict[str, list[tuple[str, Conditions]]] = {}
    for key in templates:
        base, _, conditions = key.partition(".")
        if conditions.startswith("hidden."):
            base, conditions = f"{base}.hidden", conditions.removeprefix("hidden.")
        if "=" in conditions:
            pairs = [each.partition("=") for each in conditions.split("&")]
            found.setdefault(base, []).append((key, [(field, value) for field, _, value in pairs]))
    return found


def _without_the_needless(template: str, struct: msgspec.Struct) -> str:
    """The template without the optional pieces whose field has its default."""
    defaults = {each.name: each.default for each in msgspec.structs.fields(struct)}

    def piece(found: "re.Match[str]") -> str:
        says = any(getattr(struct, name) != defaults[name] for _, name, _ in _pieces_of(found[1]) if name)
        return found[1] if says else ""

    return OPTIONAL.sub(piece, template)


def _plain_value(value: Any) -> str:
    if value is None:
        return "none"
    if value == () or value == {}:
        return "empty"
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_hidden(event: Event) -> bool:
    """Whether a redacted event keeps something back: a field that `secrets` names is None or empty. A number
    is told, 0 too."""
    return any(getattr(event, name) in (None, "", (), {}) for name in event.secrets)


def languages(rule_set: RuleSet) -> tuple[str, ...]:
    """The languages that a title speaks: those of its prose files, English first."""
    return _languages(rule_set.folder)


@cache
def _languages(folder: Path) -> tuple[str, ...]:
    files = sorted(each.stem for each in (folder / "prose").glob("*.toml"))
    return tuple(sorted(files, key=lambda each: each != "en"))


def prose(title: str | RuleSet, language: str = "en") -> Prose:
    """The prose of a title (its id, or its rules on a data pack: names stand in the data too), in English
    where it does not speak the language."""
    if isinstance(title, str):
        return _prose(title, "", language)
    return _prose(title.id, digest_of(title), language)


@lru_cache(maxsize=SPOKEN)
def _prose(title: str, data: str, language: str) -> Prose:
    rule_set = on_pack(title, data)
    return Prose(rule_set, language if prose_files.speaks(rule_set.folder, language) else "en")


def refusal(title: str, key: str, **fields: Any) -> Callable[[str], str]:
    """Language -> the sentence `key` of the table `refusals`, filled with ids, orders, asks and numbers."""
    return lambda language: prose(title, language).refusal(key, fields)
