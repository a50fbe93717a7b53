"""Lessons at the table: orders go through here, and in a lesson only the step's own are taken.

What the teacher's seat does follows at once, by the same orders that a player gives.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask_babel import gettext as _

from domain.kernel import IllegalOrder, Order, Seat
from domain.kernel.errors import NotAllowed
from domain.kernel.lessons import Part
from domain.store import Desk, lessons
from domain.store.lessons import Walk
from domain.store.marches import Marched
from web.base.site import prose_of, rule_set_of, site


def walk_of(game: str) -> Walk | None:
    """The lesson that a game is; None for any other game."""
    found: Walk | None = lessons.walk_here(site().games, game)
    return found


# Giving orders


def order(game: str, seat: Seat, order: Order, moment: str | None) -> Desk:
    """Gives one order; in a lesson only the step's. Raises what `Games.order` raises."""
    games, walk = site().games, walk_of(game)
    if walk is not None:
        _require_the_steps(walk, games.desk(game), seat, [order], moment)
    desk: Desk = games.order(game, seat, order, moment)
    return desk if walk is None else lessons.go_on(games, game, walk)


def march(game: str, seat: Seat, orders: Sequence[Order], moment: str) -> Marched:
    """Gives several orders at a stroke; in a lesson only the step's. Raises what `Games.march` raises."""
    games, walk = site().games, walk_of(game)
    if walk is not None:
        _require_the_steps(walk, games.desk(game), seat, orders, moment)
    went: Marched = games.march(game, seat, orders, moment)
    if walk is None:
        return went
    return Marched(lessons.go_on(games, game, walk), went.done, went.stop)


def _require_the_steps(
    walk: Walk, desk: Desk, seat: Seat, orders: Sequence[Order], moment: str | None
) -> None:
    if moment not in (None, desk.moment):  # the store says that it comes too late
        return
    if [(seat, each) for each in orders] != [
        (part.seat, part.order) for part in _due(walk, desk)[: len(orders)]
    ]:
        raise IllegalOrder(
            _("A lesson takes only the order of its step: press what is lit, or “Show me”.")
        )


def require_none(game: str) -> None:
    """Raises NotAllowed in a lesson, for what would lead away from it."""
    if walk_of(game) is not None:
        raise NotAllowed(_("Not in a lesson. Leave it, and open a game of your own."))


def _due(walk: Walk, desk: Desk) -> tuple[Part, ...]:
    """The learner's next orders, up to the teacher's next or the end of the step."""
    number = lessons.done(walk, desk)
    if number is None or number == len(walk.hints):
        return ()
    end = walk.begins[walk.step_at(number) + 1]
    found: list[Part] = []
    for part in lessons.parts_from(walk, number)[: end - number]:
        if not part.is_own:
            break
        found.append(part)
    return tuple(found)


# Going through it


def show(game: str) -> None:
    """Does the step for the learner."""
    if (walk := walk_of(game)) is not None:
        lessons.carry_out(site().games, game, walk)


def back(game: str) -> Desk:
    """To the beginning of the step, or of the one before it. Raises IllegalOrder at the very beginning."""
    walk = walk_of(game)
    if walk is None:
        raise NotAllowed(_("This game is no lesson."))
    return lessons.back(site().games, game, walk)


# What the page says


def shown(game: str, desk: Desk) -> dict[str, Any] | None:
    """What the coach says at this desk; None in a game that is no lesson.

    {name, about, steps: their headings, number (from 1; one more than there are at the end), heading, text,
    orders, may_go_back}. `orders` are those that the step still needs, each {order, piece, target, card}:
    what is to be pressed for it.
    """
    walk = walk_of(game)
    if walk is None:
        return None
    words = prose_of(rule_set_of(game)).tables["lesson"]
    number = lessons.done(walk, desk)
    told: dict[str, Any] = {
        "name": words["title"],
        "about": words["about"],
        "steps": [words[f"{step.id}.title"] for step in walk.lesson.steps],
    }
    if number is None:
        return {**told, "number": 0, "heading": "", "text": "", "orders": [], "may_go_back": False}
    step = walk.step_at(number)
    if step == len(walk.lesson.steps):
        text, heading = words["end"], words["end.title"]
    else:
        text, heading = words[walk.lesson.steps[step].id], told["steps"][step]
    due = _due(walk, desk)
    return {
        **told,
        "number": step + 1,
        "heading": heading,
        "text": text,
        "orders": [_pressed(part.order, walk, number + each) for each, part in enumerate(due)],
        "may_go_back": number > 0,
    }


def _pressed(order: Order, walk: Walk, number: int) -> dict[str, Any]:
    hint = walk.hints[number]
    return {
        "order": msgspec.json.encode(order).decode(),
        "piece": hint.piece,
        "target": hint.target,
        "card": getattr(order, "card", None),
    }
