"""A finished game of the library as a film for the front page: its board and what changes, event by event."""

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, Response, url_for
from flask_babel import gettext as _

from domain.kernel import PUBLIC, titled
from domain.kernel.errors import UnknownGame
from domain.kernel.events import is_quiet
from domain.kernel.history import History
from domain.kernel.presentation import easiest_first, presentation_of
from domain.kernel.prose import prose
from domain.kernel.scene import changes, plain
from replays import archive
from web.base import samples
from web.base.language import language
from web.base.samples import Sample
from web.base.site import site
from web.boards import crops as parts
from web.lobby import crops
from web.table.miniature import opening_scene
from web.table.picture import board_markup

blueprint = Blueprint("reels", __name__)
RATIO = 1.94
"""How much wider than high the film is."""
ON_BOARD = ("tokens", "spaces")
"""The sections of a scene whose changes are seen."""


class Reel(NamedTuple):
    """What the page shows before the film is there: a still of the opening, the film's address."""

    sample: Sample
    still: crops.Crop
    address: str


def offered() -> Reel | None:
    """The film of the title that newcomers begin with, else of another; None without a library."""
    for rule_set in easiest_first():
        sample, still = samples.of_title(rule_set.id), crops.of_title(rule_set)
        if sample is not None and still is not None:
            told = presentation_of(rule_set.id)
            board = opening_scene(rule_set, told.start.scenario).board
            still = still._replace(part=parts.part(board, told.view, RATIO))
            return Reel(sample, still, url_for("reels.reel", name=sample.stem, lang=language()))
    return None


@blueprint.get("/samples/<name>/reel.json")
def reel(name: str) -> Response:
    """{board, width, left, top, scene, frames: [{at, turn, text, changes}]}.

    `board` is its markup as the game begins, the numbers say how the sheet lies in its window (shares of the
    window's size), `scene` is what the first frame's changes are made to.
    """
    found = next((each for each in samples.all_here() if each.stem == name), None)
    if found is None:
        raise UnknownGame(_("The library has no game %(name)r.", name=name))
    response = Response(_made(found, language()), mimetype="application/json")
    response.headers["Cache-Control"] = "private, max-age=3600"
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response


@lru_cache(maxsize=8)
def _made(sample: Sample, spoken: str) -> bytes:
    rule_set, words = titled(sample.title), prose(sample.title, spoken)
    recorded = archive.load(site().settings.library / f"{sample.stem}.jsonl").recorded
    history = History(rule_set, recorded)
    first = next((each.version for each in recorded if each.version > 1 and each.agenda), 1)
    before = rule_set.view(history.at(first).state, PUBLIC)
    whole = parts.whole(before.board)
    part = parts.part(before.board, presentation_of(sample.title).view, RATIO)
    made: dict[str, Any] = {
        "board": str(board_markup(rule_set, before) or ""),
        "width": whole.width / part.width,
        "left": (whole.left - part.left) / part.width,
        "top": (whole.top - part.top) / part.height,
        "scene": plain(before),
        "frames": [],
    }
    for each in recorded[first:]:
        state = history.at(each.version).state
        body, after = rule_set.redact(each.body, PUBLIC), rule_set.view(state, PUBLIC)
        changed = changes(before, after)
        if is_quiet(body) or not any(section in ON_BOARD for section, *_rest in changed):
            continue
        made["frames"].append(
            {
                "at": each.version,
                "turn": rule_set.clock(state)[0],
                "text": words.event(body),
                "changes": changed,
            }
        )
        before = after
    return msgspec.json.encode(made)
