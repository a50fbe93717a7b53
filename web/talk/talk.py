"""Notes and talk on the pages: who reads and writes here, the forms, and the page of all that was said."""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from flask import (
    Blueprint,
    has_request_context,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import PUBLIC, RuleSet, packs
from domain.kernel.errors import IllegalOrder, NotAllowed
from domain.kernel.prose import refusal
from domain.store import Author, Reader
from domain.store.talk import (
    LONGEST_LINE,
    LONGEST_NOTE,
    MOST_MARKS,
    InvalidText,
    Line,
    Note,
    is_writer,
    stamp_of,
)
from web import boards
from web.base import errors, limits
from web.base.language import language
from web.base.security import Visitor, check_form, require_seat, visitor
from web.base.site import rule_set_of, site
from web.base.words import alone, name
from web.boards.live import drawn_by
from web.hosting import kept_names, watching

blueprint = Blueprint("talk", __name__)
SHOWN = 200
"""Lines and notes that a page shows at once, the newest."""


# Who reads and writes


def watcher_id(game: str) -> str:
    """The id of this browser among a game's watchers; empty for a program, or before any form was shown."""
    known = request.cookies.get("browser", "") if has_request_context() else ""
    if not re.fullmatch(r"[0-9a-f]{32}", known):
        return ""
    return hashlib.sha256(f"talk|{game}|{known}".encode()).hexdigest()[:32]


def reader_of(who: Visitor) -> Reader:
    """The person in front of the screen as a reader of notes and talk. Raises UnknownGame."""
    watcher = "" if who.shares_screen else watcher_id(who.game)
    found: Reader = site().games.talk.reader(who.game, who.present, watcher, watching.hidden_part(who))
    return found


def talk_stamp(who: Visitor, watcher: str) -> str:
    """Names what this person may read of notes and talk: it changes with that alone. For live streams."""
    talk, hidden = site().games.talk, watching.hidden_part(who)
    reader = talk.reader(who.game, who.present, "" if who.shares_screen else watcher, hidden)
    found: str = talk.stamp(who.game, reader)
    return found


def author_of(who: Visitor, seat: str | None, watcher_name: str = "") -> Author:
    """Who writes: from a seat that this person holds, else as a watcher. Raises NotAllowed."""
    if seat:
        held = require_seat(who, seat)
        holder = site().games.holders(who.game)[held]
        return Author(holder.name or name(held, rule_set_of(who.game)), held)
    if who.seats:
        raise NotAllowed(_("Say from which of your seats you write."))
    return Author(kept_names.check(watcher_name), None, watcher_id(who.game))


# What is shown


def shown(who: Visitor, at: int | None = None, upto: int | None = None) -> dict[str, Any]:
    """What the templates show of the talk to `who`: lines and notes (those about event `at` if it is given),
    the newest ones, and what they may write. `upto` is the newest event of the page."""
    talk, reader = site().games.talk, reader_of(who)
    readable, lines = talk.notes(who.game, reader), talk.lines(who.game, reader)
    notes = [note for note in readable if upto is None or note.version <= upto]
    watchers_may_write = talk.watchers_may_write(who.game)
    counts: dict[int, int] = {}
    for note in notes:
        counts[note.version] = counts.get(note.version, 0) + 1
    chosen = notes if at is None else [note for note in notes if note.version == at]
    standing, rule_set = site().games.standing(who.game), rule_set_of(who.game)
    sides = [rule_set.side_of(seat, standing.opened.seats, standing.state) for seat in who.present]
    return {
        "lines": [line_document(line, reader, rule_set) for line in lines[-SHOWN:]],
        "notes": [note_document(note, reader, rule_set) for note in chosen[-SHOWN:]],
        "noted": sorted(counts.items()),
        "events": counts.keys(),
        "stamp": stamp_of(readable, lines),
        "may_write": bool(who.present) or (not who.seats and watchers_may_write),
        "watchers_may_write": watchers_may_write,
        "has_side": any(len(side) > 1 for side in sides),
        "longest_line": LONGEST_LINE,
        "longest_note": LONGEST_NOTE,
    }


def line_document(line: Line, reader: Reader, rule_set: RuleSet) -> dict[str, Any]:
    """A line as JSON for one reader."""
    return {
        "id": line.id,
        "at": line.at,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "audience": line.audience,
        "mine": is_writer(line, reader),
        "from": _writer(line, rule_set),
    }


def note_document(note: Note, reader: Reader, rule_set: RuleSet) -> dict[str, Any]:
    """A note as JSON for one reader."""
    return {
        "id": note.id,
        "at": note.at,
        "event": note.version,
        "seat": note.seat,
        "name": note.name,
        "text": note.text,
        "audience": note.audience,
        "marks": list(note.marks),
        "mine": is_writer(note, reader),
        "from": _writer(note, rule_set),
    }


def _writer(said: Line | Note, rule_set: RuleSet) -> str:
    """Who wrote it, for people: the name, and the seat or that it was a watcher."""
    if said.seat is None:
        return _("%(name)s, watching", name=said.name)
    seat = alone(said.seat, rule_set)
    return seat if said.name in (seat, name(said.seat, rule_set)) else f"{said.name} ({seat})"


def spaces_of(rule_set: RuleSet, board: str, spaces: Iterable[str]) -> tuple[str, ...]:
    """The spaces that a note may mark: all of the drawn board, or those of the scene if none is drawn."""
    try:
        plan = boards.plan_of(board)
    except LookupError:
        return tuple(spaces)
    return tuple(drawn_by(plan).cells(plan))


@lru_cache(maxsize=64)
def space_choices(title: str, data: str, board: str, spaces: tuple[str, ...], spoken: str) -> Markup:
    """The options of a list of the board's spaces by name; `spoken` is the language of the names, `data` the
    digest of the data pack."""
    rule_set = packs.on_pack(title, data)
    rows = sorted(
        ((name(space, rule_set), space) for space in spaces_of(rule_set, board, spaces)),
        key=lambda row: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", row[0])],
    )
    option = Markup('<option value="{}">{}</option>')
    return Markup("").join(option.format(space, words) for words, space in rows)


@blueprint.app_template_filter("space_choices")
def choices_for(scene: Any, rule_set: RuleSet) -> Markup:
    """The same for a scene's board, in the language of the page."""
    spaces = tuple(sorted(scene["spaces"]))
    return space_choices(rule_set.id, packs.digest_of(rule_set), scene["board"], spaces, language())


# Writing


def say(who: Visitor, seat: str | None, text: str, audience: str, watcher_name: str = "") -> Line:
    """A line from this person; all who may read it are told. Raises NotAllowed, InvalidText."""
    line: Line = site().games.talk.say(who.game, author_of(who, seat, watcher_name), text, audience)
    site().hub.announce(who.game)
    return line


def write_note(
    who: Visitor,
    seat: str | None,
    version: int,
    text: str,
    audience: str,
    marks: Iterable[str] = (),
    watcher_name: str = "",
) -> Note:
    """A note from this person; all who may read it are told. Raises NotAllowed, InvalidText, IllegalOrder."""
    author, seen, rule_set = author_of(who, seat, watcher_name), watching.desk(who), rule_set_of(who.game)
    if version > seen.version:
        raise IllegalOrder(refusal(rule_set.id, "no_such_event", version=version, last=seen.version))
    spaces = list(marks)
    if spaces:
        scene = rule_set.view(seen.standing.state, PUBLIC)
        if not set(spaces) <= set(spaces_of(rule_set, scene.board, scene.spaces)):
            raise InvalidText(refusal(rule_set.id, "too_many_marks", most=MOST_MARKS))
    note: Note = site().games.talk.note(who.game, author, version, text, audience, spaces)
    site().hub.announce(who.game)
    return note


def erase(who: Visitor, said: str) -> None:
    """Deletes a line or note that this person wrote. Raises NotAllowed."""
    site().games.talk.erase(who.game, reader_of(who), said)
    site().hub.announce(who.game)


# Pages


@blueprint.get("/g/<game>/talk")
def read(game: str) -> str:
    """All that was said, as a page of its own; `at` shows the notes about one event, `as=public` what
    watchers see."""
    who = visitor(game)
    if request.args.get("as") == "public":
        who = Visitor(game)
    desk = watching.desk(who)
    at = request.args.get("at", type=int)
    return render_template(
        "talk_page.html",
        game=game,
        who=who,
        rules=rule_set_of(game),
        opened=desk.standing.opened,
        talk=shown(who, at, desk.version),
        at=at,
    )


@blueprint.post("/g/<game>/lines")
@limits.talk
def post_line(game: str) -> BaseResponse:
    """A line from the page's form."""
    who, form = visitor(game), request.form
    check_form(game)
    say(who, form.get("seat"), form.get("text", ""), form.get("audience", "everybody"), form.get("name", ""))
    return _done(game)


@blueprint.post("/g/<game>/notes")
@limits.talk
def post_note(game: str) -> BaseResponse:
    """A note from the page's form."""
    who, form = visitor(game), request.form
    check_form(game)
    version = form.get("version", default=0, type=int)
    audience, spaces = form.get("audience", "me"), form.getlist("marks")
    write_note(who, form.get("seat"), version, form.get("text", ""), audience, spaces, form.get("name", ""))
    return _done(game)


@blueprint.post("/g/<game>/erase")
@limits.talk
def post_erasure(game: str) -> BaseResponse:
    """Deletes a text of one's own."""
    who = visitor(game)
    check_form(game)
    erase(who, request.form.get("said", ""))
    return _done(game)


@blueprint.post("/g/<game>/watchers")
@limits.talk
def post_watchers(game: str) -> BaseResponse:
    """The host lets watchers write, or no longer."""
    who = visitor(game)
    check_form(game)
    if not who.is_host:
        raise NotAllowed(_("Only the host of the game says whether watchers may write."))
    site().games.talk.let_watchers_write(game, request.form.get("write") == "yes")
    site().hub.announce(game)
    return _done(game)


def _done(game: str) -> BaseResponse:
    """Back to the page that the form was on; a script only hears that it was done."""
    if errors.wants_json():
        return make_response(jsonify(done=True))
    back, version = request.form.get("back"), request.form.get("version", type=int)
    if back == "replay" and version:
        return redirect(url_for("replay.replay", game=game, at=version, _anchor="notes"), 303)
    pages = {"play": "tables.play", "watch": "tables.watch"}
    if back in pages:
        return redirect(url_for(pages[back], game=game, talk="open", _anchor="talk"), 303)
    return redirect(url_for(".read", game=game), 303)
