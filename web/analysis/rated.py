"""The ratings of those who played on this server, and how they are called on a page."""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flask import url_for
from flask_babel import gettext as _
from markupsafe import Markup, escape

from domain.kernel import RuleSet
from domain.store.people import SOMEBODY
from projections import statistics
from web.base.site import site
from web.base.words import alone, policy_name, scenario_name

if TYPE_CHECKING:
    from replays.ratings import Name, Ratings

_rated: "dict[tuple[str, str, str], tuple[Any, Ratings]]" = {}
_lock = threading.Lock()


def data_sets(title: str) -> dict[str, str]:
    """The data packs that finished games of a title were played on, by digest: their names."""
    return statistics.data_sets(site().redis, site().games).get(title, {})


def rules_on(title: str, data: str) -> RuleSet:
    """The rules of a title on the data whose games are told of. Raises InvalidSetup, DataError."""
    found: RuleSet = site().games.packs.rules_on(title, data)
    return found


def ratings_of(title: str, data: str = "") -> "Ratings":
    """The ratings of a title after every finished game of this server on these data."""
    from replays.ratings import rate_games

    rows = statistics.rows(site().redis, site().games, title, data=data)
    last = rows[-1]["game"] if rows else ""
    newest = (len(rows), last, sum(row["uploaded"] for row in rows), site().games.forgotten(0)[0])
    key = (site().games.store_id, title, data)
    with _lock:
        known = _rated.get(key)
        if known is None or known[0] != newest:
            known = _rated[key] = (newest, rate_games(rows, title))
    return known[1]


def called(name: "Name", ratings: "Ratings", rule_set: RuleSet) -> str:
    """What somebody, or a side, is called."""
    if name.kind == "side":
        powers = alone(tuple(name.name.split()), rule_set)
        return f"{powers} · {scenario_name(rule_set.scenario(name.scenario), rule_set)}"
    return player_called(name.kind, ratings.typed[name])


def typed_in(rows: "Sequence[Mapping[str, Any]]") -> "dict[Name, str]":
    """Everybody in these games, as each name was typed last."""
    from projections.winning import seats_at
    from replays.ratings import player_of

    seated = [(row, seat) for row in rows for seat in seats_at(row) if f"kind:{seat}" in row]
    return {player_of(row, seat): row[f"player:{seat}"] for row, seat in seated}


def player_called(kind: str, typed: str) -> str:
    """A player as pages write it; a computer by the name of its policy."""
    if kind == "bot":
        return _("Computer (%(policy)s)", policy=policy_name(typed))
    return _("somebody") if typed == SOMEBODY else typed


def player_url(kind: str, typed: str) -> str:
    """The page of a player."""
    return url_for("people.person", name=typed, kind="bot" if kind == "bot" else None)


def player_link(kind: str, typed: str) -> Markup:
    """A player's name, leading to its page; one without a name leads nowhere."""
    words = player_called(kind, typed)
    if not typed.strip() or (kind != "bot" and typed == SOMEBODY):
        return escape(words)
    return Markup('<a href="{}">{}</a>').format(player_url(kind, typed), words)
