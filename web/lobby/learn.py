"""Learn: the first games that teach the titles; one press opens one, or goes on with one's own."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from domain.kernel import RuleSet
from domain.kernel.errors import InvalidSetup, SetAside, UnknownGame
from domain.kernel.lessons import Lesson, lesson_of
from domain.kernel.presentation import easiest_first
from domain.store.lessons import open_lesson
from web.base import limits, preferences, security
from web.base.site import prose_of, site
from web.hosting import lessons
from web.lobby import crops

blueprint = Blueprint("learn", __name__)


@blueprint.get("/learn")
def all_lessons() -> str:
    """Every title that has a lesson, the easiest first; those that this browser is in the middle of go on."""
    own = _own()
    known = [_told(each, lesson, own) for each in easiest_first() if (lesson := lesson_of(each.id))]
    return render_template("learn.html", known=known)


def _told(rule_set: RuleSet, lesson: Lesson, own: dict[str, tuple[str, int]]) -> dict[str, Any]:
    words = prose_of(rule_set).tables["lesson"]
    game, number = own.get(rule_set.id, ("", 0))
    return {
        "rules": rule_set,
        "crop": crops.of_title(rule_set),
        "name": words["title"],
        "about": words["about"],
        "steps": [words[f"{step.id}.title"] for step in lesson.steps],
        "game": game,
        "number": number,
    }


def _own() -> dict[str, tuple[str, int]]:
    """Title -> (the lesson that this browser is in the middle of, its step), the one that changed last."""
    found: dict[str, tuple[int, str, int]] = {}
    for game in security.my_games():
        try:
            told = lessons.shown(game, site().games.desk(game)) if security.visitor(game).seats else None
        except (UnknownGame, SetAside):
            continue
        if told is None or not 0 < told["number"] <= len(told["steps"]):
            continue
        title, at = site().games.rule_set(game).id, site().games.head(game).last.at
        found[title] = max(found.get(title, (0, "", 0)), (at, game, told["number"]))
    return {title: (game, number) for title, (_at, game, number) in found.items()}


@blueprint.post("/learn/<title>")
@limits.creations
def start(title: str) -> Response:
    """Opens the lesson of a title for whoever presses."""
    security.check_form("learn")
    lesson = lesson_of(title) if title in {each.id for each in easiest_first()} else None
    if lesson is None:
        raise InvalidSetup(_("There is no lesson of %(title)r here.", title=title))
    learner = preferences.own_name() or _("Learner")
    game = open_lesson(site().games, lesson, _("First game"), learner, _("Teacher"))
    security.give_seats(game, lesson.you, host=True, facing=lesson.you)
    return redirect(url_for("tables.play", game=game), 303)
