"""Check the dice: every roll and draw of a finished game, computed again in front of the reader."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import Recorded, Rolled, RuleSet
from domain.kernel.errors import NotAllowed
from replays.dice_check import CheckedChance, DiceCheck, check_dice
from web.base.security import visitor
from web.base.site import prose_of, rule_set_of, site
from web.hosting import watching

blueprint = Blueprint("dice", __name__)
PROGRAM = (Path(__file__).parent.parent / "static" / "check_dice.py").read_text("utf-8")
"""What anybody can run: Python's standard library, nothing of ours."""


@blueprint.get("/g/<game>/dice")
def dice(game: str) -> str | BaseResponse:
    """The page: the server's sums, which the reader's browser does again, and how to do them oneself.

    Whoever hides results is led to the replay, where they can be shown.
    """
    if watching.hidden_part(visitor(game)):
        return redirect(url_for("replay.replay", game=game), 303)
    found = _checked(game)
    rules, history = rule_set_of(game), site().games.history(game)
    words = prose_of(rules)
    return render_template(
        "dice.html",
        game=game,
        rules=rules,
        opened=history.head.opened,
        seed=site().games.seed(game).hex(),
        found=found,
        rows=[(each, words.event(history.recorded[each.version - 1].body)) for each in found.checked],
        chance=[_line(each, rules, history.recorded) for each in found.own],
        program=PROGRAM,
    )


@blueprint.get("/g/<game>/dice.json")
def numbers(game: str) -> Response:
    """The seed and every roll and draw that it made, for a program."""
    found = _checked(game)
    rules, recorded = rule_set_of(game), site().games.recorded(game)
    return jsonify(
        game=game,
        seed=site().games.seed(game).hex(),
        commitment=found.commitment,
        chance=[_line(each, rules, recorded) for each in found.own],
    )


def _checked(game: str) -> DiceCheck:
    """Raises NotAllowed while the game runs, or while its result is hidden from this browser."""
    who = visitor(game)
    if watching.hidden_part(who):
        raise NotAllowed(_("This browser hides results, and the dice tell how games end: show them first."))
    if not watching.desk(who).is_over:
        raise NotAllowed(_("The seed stays secret until the game is over; then its dice can be checked."))
    return check_dice(site().games.recorded(game), site().games.seed(game))


def _line(each: CheckedChance, rules: RuleSet, recorded: Sequence[Recorded]) -> dict[str, Any]:
    """What a program needs to compute a roll or draw: `from` is the lowest number that it can show, `faces`
    what the numbers stand for on a die whose faces have names, `named` what the game shows of them."""
    line: dict[str, Any] = {
        "event": each.version,
        "purpose": each.purpose,
        "index": each.index,
        "sizes": each.sizes,
        "from": 0 if each.is_draw else 1,
        "shown": each.shown,
    }
    body = recorded[each.version - 1].body
    die = rules.die_of(body) if isinstance(body, Rolled) else None
    if die is not None:
        line |= {"faces": die.faces, "named": die.shown(each.shown)}
    return line
