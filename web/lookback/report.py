"""The report of a game: its notes in the order of events, each with its moment; to read, print or keep."""

from itertools import groupby
from typing import Any

from flask import Blueprint, render_template

from domain.kernel import PUBLIC
from web.base import views
from web.base.security import visitor
from web.base.site import rule_set_of, site
from web.hosting import watching
from web.table import miniature
from web.talk.talk import note_document, reader_of

blueprint = Blueprint("report", __name__)


@blueprint.get("/g/<game>/report")
def report(game: str) -> str:
    """Every note that the visitor may read, below its event and the board as everybody saw it then."""
    who = visitor(game)
    desk, rule_set, reader = watching.desk(who), rule_set_of(game), reader_of(who)
    readable = [note for note in site().games.talk.notes(game, reader) if note.version <= desk.version]
    notes = [note_document(note, reader, rule_set) for note in readable]
    notes.sort(key=lambda note: (note["event"], note["at"]))
    opened = desk.standing.opened
    return render_template(
        "report.html",
        game=game,
        rules=rule_set,
        opened=opened,
        holders=site().games.holders(game),
        moments=[
            _moment(desk, opened.scenario, version, list(found))
            for version, found in groupby(notes, key=lambda note: note["event"])
        ],
    )


def _moment(desk: Any, scenario: str, version: int, notes: list[dict[str, Any]]) -> dict[str, Any]:
    """One event with its notes, as everybody may see it."""
    (row,) = views.log_rows(desk, version - 1, PUBLIC, version)
    shown = {"game": desk.game, "version": version, "scenario": scenario}
    return {
        "row": row,
        "scene": views.scene_at(desk, PUBLIC, version),
        "board": miniature.of_row(shown),
        "notes": notes,
    }
