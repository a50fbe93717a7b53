"""Following a game: whose eyes a stream tells for, what its page knows, and what it is told next.

Whatever wakes a stream, it is told only what has changed for its own eyes, and nothing at all if nothing has:
a change that it may not know leaves no trace.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from flask import Flask, g

from domain.kernel import Seat
from web.base.security import Visitor, still
from web.base.site import site
from web.hosting import watching
from web.table.news import news, stamp
from web.talk.talk import talk_stamp

LONGEST = 48 * 1024
"""Bytes of one message. Who has missed more than that is told to read the game anew."""
BEAT = ": still here\n\n"


class View(NamedTuple):
    """Whose eyes a stream tells for. Streams of equal views say the same.

    `who` asked for it, and `is_public` that it shows what watchers see. `voice` is the browser's id as a
    watcher, if it may read more of the talk by that: what it wrote itself.
    """

    who: Visitor
    is_public: bool = False
    spoken: str = "en"
    voice: str = ""

    @property
    def shown(self) -> Visitor:
        """The visitor whose view is shown."""
        return Visitor(self.who.game) if self.is_public else self.who


class Known(NamedTuple):
    """What a page knows: the stamps of the game and of its talk, and who is there (None: nothing yet)."""

    last: str = ""
    talk: str = ""
    present: tuple[Seat, ...] | None = None


class News(NamedTuple):
    """The messages for a page, whose eyes they are for from now on, and what it knows then."""

    messages: list[str]
    view: View
    known: Known


@contextmanager
def spoken_in(app: Flask, language: str) -> Iterator[None]:
    """Texts are made in this language, outside of any request."""
    with app.app_context():
        g.language = language
        yield


def told(view: View, known: Known) -> News | None:
    """What a page that knows `known` is told now.

    None if it has lost a seat, or the host has removed the game: the stream ends, the page comes again and is
    judged anew. Who gave the screen away is told as little as anybody.
    """
    here, game, who = site(), view.who.game, still(view.who)
    if who.seats != view.who.seats or here.games.shelf.away().get(game) == "removed":
        return None
    view = view._replace(who=who)
    messages, shown = [], view.shown
    desk = watching.desk(who)
    at = stamp(desk, shown.present)
    if at != known.last:
        messages.append(_moved(shown, desk, at, known.last or None))
    present = tuple(sorted(here.presence.seats(game)))
    if present != known.present:
        messages.append(f"event: present\ndata: {json.dumps(present)}\n\n")
    talk = talk_stamp(shown, view.voice)
    if talk != known.talk:
        messages.append(f"event: talk\ndata: {json.dumps(talk)}\n\n")
    return News(messages, view, Known(at, talk, present))


def _moved(who: Visitor, desk: object, now: str, since: str | None) -> str:
    found = news(who, desk, now, since)
    data = msgspec.json.encode(found)
    if len(data) <= LONGEST:
        return f"event: moved\nid: {now}\ndata: {data.decode()}\n\n"
    where = json.dumps({name: found[name] for name in ("stamp", "moment", "version")})
    return f"event: reload\nid: {now}\ndata: {where}\n\n"


def attend(view: View) -> None:
    """The seats of this stream's browser are there; the others are told if they were not."""
    if site().presence.seen(view.who.game, still(view.who).seats):
        site().hub.announce(view.who.game)
