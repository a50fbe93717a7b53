"""The live stream: Server-Sent Events that tell a browser that its game has moved on, and who is there.

A nudge comes from Redis (other processes) and from the store in this process; both wake the same
streams, and a stream sends nothing when what its viewer sees has not changed. Each message's
id names the position, so a browser that reconnects is told at once what it missed. Who is there comes without
an id: it is no position.
"""

import json
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, g, jsonify, request
from flask_babel import gettext as _

from domain.kernel import GrognardError, Seat
from projections.views import reached
from web.base.language import language
from web.base.limits import looks, streams
from web.base.security import Visitor, still, visitor
from web.base.site import Site, site
from web.hosting import watching
from web.table.news import news, stamp
from web.talk.talk import talk_stamp, watcher_id

blueprint = Blueprint("live", __name__)
log = logging.getLogger("grognard.web")


class TooManyStreams(GrognardError):
    """Every place for a live stream is taken."""

    code = "too_many_streams"


class Hub:
    """Wakes the streams of a game when it changes."""

    def __init__(self, games: Any, redis: Any) -> None:
        self._waiting: dict[str, set[threading.Event]] = {}
        self._lock = threading.Lock()
        self._redis, self._channel = redis, f"grognard:{games.store_id}:changed"
        self._stopped = threading.Event()
        self.open = 0
        self._is_full = False
        self.tried = 0
        games.on_change(lambda game, _moment: self.nudge(game))
        self._thread: threading.Thread | None = None
        if redis is not None:
            self._thread = threading.Thread(target=self._listen, name="live-hub", daemon=True)
            self._thread.start()

    def nudge(self, game: str) -> None:
        """The game changed: whoever watches it looks again."""
        with self._lock:
            for event in self._waiting.get(game, ()):
                event.set()

    def announce(self, game: str) -> None:
        """Something that is no event has changed: every process wakes the streams of the game."""
        self.nudge(game)
        if self._redis is not None:
            told = json.dumps({"game": game})
            reached(self._redis, lambda: self._redis.publish(self._channel, told))

    def enter(self, game: str, cap: int) -> threading.Event:
        """A new stream of `game`, one of `cap` at most. Raises TooManyStreams."""
        event = threading.Event()
        with self._lock:
            if self.open >= cap:
                if not self._is_full:
                    log.warning("All of %d live streams are in use: further pages ask now and then", cap)
                self._is_full = True
                raise TooManyStreams(_("Every live connection is in use; the page asks again by itself."))
            self.open += 1
            self._waiting.setdefault(game, set()).add(event)
        return event

    def leave(self, game: str, event: threading.Event) -> None:
        """The stream has ended."""
        with self._lock:
            mine = self._waiting.get(game, set())
            if event in mine:
                mine.discard(event)
                self.open -= 1
                self._is_full = self._is_full and self.open > 0
            if not mine:
                self._waiting.pop(game, None)

    def stop(self) -> None:
        """Ends the listening thread and lets every stream go."""
        self._stopped.set()
        with self._lock:
            for events in self._waiting.values():
                for event in events:
                    event.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def _listen(self) -> None:
        """Follows Redis; when it is away, the store's own nudges go on and Redis is tried again."""
        import redis as redis_module

        is_away = False
        while not self._stopped.is_set():
            self.tried += 1
            try:
                with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    channel.subscribe(self._channel)
                    if is_away:
                        log.warning("Redis is back: other processes are heard again")
                    is_away = False
                    while not self._stopped.is_set():
                        message = channel.get_message(timeout=0.5)
                        if message is not None:
                            self._heard(message["data"])
            except (redis_module.RedisError, OSError) as problem:
                if not is_away:
                    log.warning("Redis is away (%s): only this process nudges", type(problem).__name__)
                is_away = True
                self._stopped.wait(1.0)

    def _heard(self, data: bytes | str) -> None:
        self.nudge(json.loads(data)["game"])


def _version(text: str) -> int | None:
    parts = text.split("/")
    return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else None


@blueprint.get("/g/<game>/stream")
@streams
def stream(game: str) -> Response:
    """The game's live stream for this browser's seats (or the public)."""
    who, is_public = visitor(game), request.args.get("as") == "public"
    last = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    talked = Talked(request.args.get("talk", ""), watcher_id(game))
    here = site()
    try:
        event = here.hub.enter(game, _cap(who))
    except TooManyStreams as full:  # no page is made for it: there may be very many of them
        return Response(full.message, 503, {"Retry-After": "0"}, mimetype="text/plain")
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    spoken = language()

    def messages() -> Iterator[str]:
        try:
            with app.app_context():
                g.language = spoken
                yield from _messages(here, who, is_public, last, talked, event)
        finally:
            here.hub.leave(game, event)

    response = Response(messages(), mimetype="text/event-stream")
    response.call_on_close(lambda: here.hub.leave(game, event))
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _cap(who: Visitor) -> int:
    """How many streams may be open before this visitor gets none: a third is kept for players."""
    cap = site().settings.stream_cap
    return cap if who.seats else max(1, cap - cap // 3)


PAUSES = {True: 4000, False: 10_000}
"""Milliseconds until a page without a stream asks again: a player's (True), a watcher's."""


@blueprint.get("/g/<game>/now")
@looks
def now(game: str) -> Response:
    """What a new stream would say at once, for a page that gets none: {moved, talk, present, again, room}.

    `moved` and `talk` are null when nothing is new. Ask again after `again` milliseconds; with `room`
    ask for a stream.
    """
    who, is_public = visitor(game), request.args.get("as") == "public"
    here, last = site(), request.args.get("since", "")
    desk = watching.desk(who)
    shown = Visitor(game) if is_public else who
    at, talk = stamp(desk, shown.present), talk_stamp(shown, watcher_id(game))
    if here.presence.seen(game, who.seats):
        here.hub.announce(game)
    return jsonify(
        moved=news(shown, desk, at, _version(last)) if at != last else None,
        talk=talk if talk != request.args.get("talk", "") else None,
        present=sorted(here.presence.seats(game)),
        again=PAUSES[bool(who.seats)],
        room=here.hub.open < _cap(who),
    )


class Talked(NamedTuple):
    """What a page has shown of notes and talk (its stamp), and the browser's id as a watcher."""

    shown: str
    watcher: str


def _messages(
    here: Site, who: Visitor, is_public: bool, last: str, talked: Talked, event: threading.Event
) -> Iterator[str]:
    yield "retry: 1000\n\n"
    quiet = time.monotonic()
    told: list[Seat] | None = None
    while not here.hub.is_stopped:
        event.clear()
        who = still(who)
        desk = watching.desk(who)
        shown = Visitor(who.game) if is_public else who
        now = stamp(desk, shown.present)
        if now != last:
            yield _message(shown, desk, now, _version(last))
            last, quiet = now, time.monotonic()
        if here.presence.seen(who.game, who.seats):
            here.hub.announce(who.game)
        if (present := sorted(here.presence.seats(who.game))) != told:
            yield f"event: present\ndata: {json.dumps(present)}\n\n"
            told = present
        talk = talk_stamp(shown, talked.watcher)
        if talk != talked.shown:
            talked = talked._replace(shown=talk)
            yield f"event: talk\ndata: {json.dumps(talk)}\n\n"
        # the beat stays the same whatever woke this stream: a change that it may not tell leaves no trace
        event.wait(max(0.0, quiet + here.settings.keep_alive - time.monotonic()))
        if time.monotonic() - quiet >= here.settings.keep_alive:
            yield ": still here\n\n"
            quiet = time.monotonic()


def _message(who: Visitor, desk: Any, now: str, since: int | None) -> str:
    data = msgspec.json.encode(news(who, desk, now, since)).decode()
    return f"event: moved\nid: {now}\ndata: {data}\n\n"
