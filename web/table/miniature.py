"""A board in miniature: the board's own picture under a few large marks, one for each side on each space.

It shows what the public may see and nothing else. A version of a game never changes, so browsers keep it.
"""

import hashlib
from functools import cache
from typing import Any

from flask import Blueprint, Response, make_response, url_for
from flask_babel import gettext as _

from domain.kernel import PUBLIC, RuleSet, titled
from domain.kernel.errors import NotAllowed, UnknownGame
from domain.store import open_games
from web import boards
from web.base.security import visitor
from web.base.site import rule_set_of, site
from web.boards.ink import num, tag
from web.boards.live import drawn_by, stacked
from web.hosting import watching

blueprint = Blueprint("miniature", __name__)
FOR_EVER = "private, max-age=31536000, immutable"
MARK, HELD = 0.034, 0.016
"""Half the breadth of a mark and of a held place, as shares of the board's height."""


def marks_svg(scene: Any) -> str:
    """The marks of a scene, in the box of its board's picture. Raises LookupError if no board is drawn."""
    plan = boards.plan_of(scene.board)
    kit = drawn_by(plan)
    left, top, width, height = (float(each) for each in kit.view_box(plan).split())
    held = "".join(
        _mark("circle", plan, space.owner, kit.spot(plan, cell), HELD * height)
        for cell, space in scene.spaces.items()
        if space.owner in plan.armies
    )
    standing = ""
    for cell, keys in stacked(plan, scene.tokens).items():
        sides = sorted({scene.tokens[key].side for key in keys} & set(plan.armies))
        x, y = kit.spot(plan, cell)
        for place, side in enumerate(sides):
            aside = (2 * place - len(sides) + 1) * MARK * height
            standing += _mark("rect", plan, side, (x + aside, y), MARK * height)
    box = f"{num(left)} {num(top)} {num(width)} {num(height)}"
    return tag(
        "svg", held + standing, xmlns="http://www.w3.org/2000/svg", viewBox=box, width=width, height=height
    )


def _mark(shape: str, plan: Any, side: str, at: tuple[float, float], half: float) -> str:
    """A square for who stands there, a disc for who holds the place."""
    look = {"fill": plan.armies[side].fill, "stroke": "#221d17", "stroke_width": half / 3}
    if shape == "circle":
        return tag("circle", cx=at[0], cy=at[1], r=half, **look)
    return tag("rect", x=at[0] - half, y=at[1] - half * 0.8, width=2 * half, height=1.6 * half, **look)


# Games


@blueprint.get("/g/<game>/miniature/<int:version>.svg")
def of_game(game: str, version: int) -> Response:
    """The marks after event `version`, if the asker may see the public view of that event yet."""
    if not 1 <= version <= watching.newest(visitor(game)):
        raise NotAllowed(_("You may not see this event of the game yet."))
    return _sent(marks_svg(_scene(rule_set_of(game), site().games.standing(game, version).state)))


def of_row(row: dict[str, Any]) -> dict[str, str] | None:
    """The addresses {picture, marks} of a lobby row's board; None where no board is drawn, or none shown."""
    if row["version"] is None:
        return None
    picture = picture_of(rule_set_of(row["game"]), row["scenario"])
    if picture is None:
        return None
    return {
        "picture": picture,
        "marks": url_for("miniature.of_game", game=row["game"], version=row["version"]),
    }


# Scenarios


@blueprint.get("/scenarios/<title>/<scenario>/<version>.svg")
def of_scenario(title: str, scenario: str, version: str) -> Response:
    """The marks as a scenario begins; `version` is that of its drawing."""
    try:
        drawn = _scenario_marks(titled(title), scenario)
    except LookupError:
        raise UnknownGame(_("No board is drawn for %(title)s.", title=title)) from None
    answer = _sent(drawn)
    if version != _digest(drawn):
        answer.headers["Cache-Control"] = "no-store"
    return answer


def scenario_board(rule_set: RuleSet, scenario: str) -> dict[str, str] | None:
    """The addresses {picture, marks} of a scenario's board at its start; None where no board is drawn."""
    picture = picture_of(rule_set, scenario)
    if picture is None:
        return None
    version = _digest(_scenario_marks(rule_set, scenario))
    marks = url_for("miniature.of_scenario", title=rule_set.id, scenario=scenario, version=version)
    return {"picture": picture, "marks": marks}


def picture_of(rule_set: RuleSet, scenario: str) -> str | None:
    """The address of the picture of a scenario's board; None where no board is drawn."""
    try:
        name = boards.picture_name(_start(rule_set.id, scenario).board)
    except LookupError:
        return None
    return url_for("assets.board_picture", name=name)


@cache
def _start(title: str, scenario: str) -> Any:
    """The public scene of a scenario at its first decision, from a game that is thrown away."""
    games = open_games("memory:")
    try:
        game = games.create(title, scenario, seed=bytes(32))
        return _scene(titled(title), games.standing(game).state)
    finally:
        games.close()


def _scenario_marks(rule_set: RuleSet, scenario: str) -> str:
    return marks_svg(_start(rule_set.id, scenario))


def _digest(drawn: str) -> str:
    return hashlib.sha256(drawn.encode()).hexdigest()[:12]


def _scene(rule_set: RuleSet, state: Any) -> Any:
    return rule_set.view(state, PUBLIC)


def _sent(drawn: str) -> Response:
    answer = make_response(drawn)
    answer.mimetype = "image/svg+xml"
    answer.headers["Cache-Control"] = FOR_EVER
    return answer
