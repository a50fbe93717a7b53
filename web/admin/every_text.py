"""What people wrote at tables, as the host finds it: all talk, and the notes that are not for their writer
alone. What is removed is read by nobody, and may be shown again."""

from typing import Any

from flask_babel import gettext as _

from domain.kernel.errors import UnknownGame
from domain.store.talk import Line as TalkLine
from domain.store.talk import Note
from domain.store.traces import Deed
from web.admin.deeds import reason
from web.admin.keeper import NotSaid
from web.base.site import site

Line = dict[str, Any]
OF_TEXTS: tuple[Deed, ...] = ("removed", "shown")


def found(text: str = "", *, away: bool = False, game: str = "") -> list[Line]:
    """The texts in which, or in whose writer's name, all words of `text` stand, the newest first; only those
    that are removed (`away`), or of one game."""
    gone, wanted = site().games.shelf.texts_away(), text.casefold().split()
    return [
        _line(of, each, each.id in gone)
        for of, each in site().games.talk.written_for_others()
        if (not away or each.id in gone)
        and (not game or of == game)
        and all(word in f"{each.name} {each.text}".casefold() for word in wanted)
    ]


def one(game: str, said: str) -> Line:
    """One of them, with what was done about it. Raises UnknownGame."""
    for line in found(game=game):
        if line["id"] == said:
            return line
    raise UnknownGame(_("There is no such text here."))


def put_away(game: str, said: str, did: str, why: str) -> None:
    """Removes a text, or shows it again. Raises UnknownGame, NotSaid."""
    one(game, said)
    deed = next((each for each in OF_TEXTS if each == did), None)
    if deed is None:
        raise NotSaid(_("Choose what shall be done. Nothing was changed."))
    site().games.shelf.put_text(said, deed, reason(why))
    site().hub.announce(game)


def _line(game: str, each: Note | TalkLine, is_away: bool) -> Line:
    trace = site().games.shelf.text_trace(each.id)
    return {
        "game": game, "id": each.id, "kind": "note" if isinstance(each, Note) else "line", "at": each.at,
        "seat": each.seat, "name": each.name, "audience": each.audience, "text": each.text,
        "away": "removed" if is_away else "",
        "trace": [{"did": done.did, "at": done.at, "why": done.why} for done in trace],
    }  # fmt: skip
