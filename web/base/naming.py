"""What a game is called wherever people meet it: its given name, else title, scenario, players and day.

"Waterloo, short: Anna against Bruno, 3 March". Nobody is shown an id.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from babel.lists import format_list
from flask import Flask
from flask_babel import format_date
from flask_babel import gettext as _

from domain.kernel import Opened, RuleSet, Seat, titled
from domain.kernel.errors import GrognardError, SetAside
from domain.store.people import SOMEBODY
from web.base import samples
from web.base.language import joining
from web.base.site import prose_of, rule_set_of, site

SIMULATED = re.compile(r"(?P<title>.+), simulated game (?P<number>\d+) of seed (?P<seed>\d+)")
"""What `replays.simulation` calls a game that it plays again, in its record."""
Sitting = tuple[Seat, str, str]
"""(seat, kind of its holder, the holder's name)."""
Row = Mapping[str, Any]


def called(game: str) -> str:
    """What a game of this server is called; one that is not here, or set aside, is told so."""
    try:
        opened, sitting = _standing(game)
        at = site().games.opened_at(game)
        forked = opened.parent.version if opened.parent else None
        if opened.name:
            return _given(game, opened.name)
        return _whole(rule_set_of(game), opened.scenario, sitting, at, forked)
    except (GrognardError, SetAside):
        return _("a game that is not here")


def within_title(game: str) -> str:
    """The same beside the name of its title: the given name, else "short: Anna against Bruno"."""
    opened, sitting = _standing(game)
    if opened.name:
        return _given(game, opened.name)
    rule_set = rule_set_of(game)
    scenario, people = scenario_word(rule_set, opened.scenario), players(rule_set, sitting)
    return _("%(scenario)s: %(players)s", scenario=scenario, players=people) if people else scenario


def of_row(row: Row) -> str:
    """The same of a row of the lobby."""
    if row["name"]:
        return _given(row["game"], row["name"])
    if row["parent"]:
        return called(row["game"])
    sitting = [(each["seat"], each["kind"], each["holder"]) for each in row["seats"]]
    return _whole(row.get("rules") or titled(row["title"]), row["scenario"], sitting, row["opened_at"])


def in_templates(app: Flask) -> None:
    """Gives the templates what games are called."""
    app.jinja_env.globals.update(game_name=called, name_in_title=within_title, row_name=of_row)


def apart(names: Sequence[str]) -> tuple[str, ...]:
    """Names of games that stand beside each other: two that read alike are numbered."""
    return tuple(
        f"{name} ({names[:place].count(name) + 1})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    )


def scenario_word(rule_set: RuleSet, scenario: str) -> str:
    """A scenario in a word that may follow its title ("short"), else its name."""
    words = prose_of(rule_set)
    in_a_word = words.tables["front"].get(f"scenario.{scenario}")
    return in_a_word or words.scenario(rule_set.scenario(scenario)).name


def players(rule_set: RuleSet, sitting: Sequence[Sitting]) -> str:
    """Who plays whom: "Anna and Bruno against the computer"; empty while nobody is known."""
    if not any(kind == "bot" or name for _seat, kind, name in sitting):
        return ""
    seats = [seat for seat, _kind, _name in sitting]
    sides: dict[tuple[Seat, ...], list[str]] = {}
    for seat, kind, name in sitting:
        side = sides.setdefault(rule_set.side_of(seat, seats), [])
        if (person := _person(kind, name)) not in side:
            side.append(person)
    told = [_listed(each) for each in sides.values()]
    if len(told) > 1 and len(set(told)) == 1:
        is_computer = all(kind == "bot" for _seat, kind, _name in sitting)
        return _("the computer against itself") if is_computer else told[0]
    if len(told) == 2:
        return _("%(first)s against %(second)s", first=told[0], second=told[1])
    return _listed(list(dict.fromkeys(told)))


def _person(kind: str, name: str) -> str:
    if kind == "bot":
        return _("the computer")
    return _("somebody") if name == SOMEBODY else name or _("a free seat")


def _listed(parts: Sequence[str]) -> str:
    return format_list(parts, locale=joining())


def _standing(game: str) -> tuple[Opened, list[Sitting]]:
    games = site().games
    opened: Opened = games.standing(game).opened
    holders = games.holders(game)
    return opened, [(seat, holders[seat].kind, holders[seat].name) for seat in opened.seats]


def _given(game: str, name: str) -> str:
    """The name that somebody gave; a game of the library, and one of a simulation, has one in the page's
    language."""
    sample = samples.of_game(game)
    if sample:
        return samples.called(sample)
    found = SIMULATED.fullmatch(name)
    if found is None or not rule_set_of(game).name.startswith(found["title"]):
        return name
    told = {"title": prose_of(rule_set_of(game)).title, "number": found["number"], "seed": found["seed"]}
    return _("%(title)s, simulated game %(number)s of seed %(seed)s", **told)


def _whole(
    rule_set: RuleSet, scenario: str, sitting: Sequence[Sitting], at: int, forked: int | None = None
) -> str:
    told = {
        "title": prose_of(rule_set).title,
        "scenario": scenario_word(rule_set, scenario),
        "players": players(rule_set, sitting),
        "day": day(at),
    }
    if told["players"]:
        name = _("%(title)s, %(scenario)s: %(players)s, %(day)s", **told)
    else:
        name = _("%(title)s, %(scenario)s, %(day)s", **told)
    return _("%(game)s (from event %(number)s)", game=name, number=forked) if forked else name


def day(at: int) -> str:
    """The day of a moment (milliseconds since 1970), with its year unless that is the present one."""
    when, now = datetime.fromtimestamp(at / 1000, UTC), datetime.now(UTC)
    return str(format_date(when, "d MMMM" if when.year == now.year else "d MMMM y"))
