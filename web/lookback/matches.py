"""The page of a match: both games, what each person has in them, and the sum."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import RuleSet
from web.base import limits
from web.base.security import check_form, visitor
from web.base.site import rule_set_of, site
from web.base.words import alone, name
from web.hosting import returns, watching
from web.hosting.returns import Match, Person

blueprint = Blueprint("matches", __name__)


@blueprint.get("/g/<game>/match")
def match(game: str) -> str | BaseResponse:
    """Both games of the match. Whoever hides results is led to the replay, where they can be shown."""
    who = visitor(game)
    if watching.hidden_part(who):
        return redirect(url_for("replay.replay", game=game), 303)
    found, rules = returns.match_of(game), rule_set_of(game)
    return render_template("match.html", game=game, rules=rules, **told(found, rules))


@blueprint.post("/g/<game>/return")
@limits.creations
def open_return(game: str) -> BaseResponse:
    """Opens the return game, or sits down in it, and goes there."""
    check_form(game)
    return redirect(url_for("tables.play", game=returns.open_return(visitor(game))), 303)


def told(match: Match, rules: RuleSet) -> dict[str, Any]:
    """{games: [game, or None], over: [bool], rows: [{name, cells: [{side, points, won}], total}], counts,
    verdict, may_return}."""
    people, counts = returns.people_in(match)
    games = [match.first, match.second]
    over = [each is not None and site().games.desk(each).is_over for each in games]
    names = _names(people)
    return {
        "games": games,
        "over": over,
        "counts": _counted(counts, rules),
        "rows": [
            {
                "name": called,
                "cells": [
                    {"side": seat, "points": None if points is None else name(points, rules), "won": won}
                    for seat, points, won in zip(each.seats, each.points, each.won, strict=True)
                ],
                "total": name(each.total, rules),
            }
            for called, each in zip(names, people, strict=True)
        ],
        "verdict": _verdict(people, names, rules) if all(over) else "",
        "may_return": returns.may_return(visitor(match.first)),
    }


def _names(people: list[Person]) -> list[str]:
    """Two of one name (two computers, or a person against themselves) are told apart by their first side."""
    names = [_("the computer") if each.kind == "bot" else each.name or _("a free seat") for each in people]
    if len(set(names)) == len(names):
        return names
    return [_("%(name)s (%(number)s)", name=called, number=place) for place, called in enumerate(names, 1)]


def _counted(counts: str, rules: RuleSet) -> str:
    if counts == "wins":
        return _("Games won")
    return alone(counts, rules) if counts else _("Points")


def _verdict(people: list[Person], names: list[str], rules: RuleSet) -> str:
    """Who has won the match by the sum of both games."""
    totals = [name(each.total, rules) for each in people]
    if people[0].total == people[1].total:
        return _("The match is even: %(points)s each.", points=totals[0])
    best = 0 if people[0].total > people[1].total else 1
    winner, more, fewer = names[best], totals[best], totals[1 - best]
    return _("%(winner)s wins the match, %(more)s to %(fewer)s.", winner=winner, more=more, fewer=fewer)
