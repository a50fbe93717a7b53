"""The live stream: Server-Sent Events that tell a browser that its game has moved on, and who is there.

A nudge comes from Redis (other processes) and from the store in this process; both wake the same
streams, and a stream sends nothing when what its viewer sees has not changed. Each message's
id names the position, so a browser that reconnects is told at once what it missed. Who is there comes without
an id: it is no position.

`grognard serve` hands the socket of an admitted stream to the relay. Under any other server, and in Flask's
test client, a stream holds a thread and there are few of them.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from secrets import token_hex
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from projections.presence import Presence
from projections.views import reached
from web.base.language import language
from web.base.limits import asker, looks, streams
from web.base.security import Visitor, still, visitor
from web.base.site import site
from web.hosting import watching
from web.table.following import BEAT, Known, View, attend, spoken_in, told
from web.table.news import news, stamp
from web.table.places import Places, TooManyStreams
from web.table.relay import Relay
from web.talk.talk import talk_stamp, watcher_id

blueprint = Blueprint("live", __name__)
log = logging.getLogger("grognard.web")
TAKE = "grognard.take"
"""Where a request's environment has the way to take its socket over (web/server/sockets.py)."""
IN_THREADS = 24
"""Streams that may hold a thread each where sockets are not handed over: the rest of the threads is for
orders."""


class Hub:
    """Wakes the streams of a game when it changes."""

    def __init__(self, games: Any, redis: Any, presence: Presence) -> None:
        self.places = Places()
        self._presence = presence
        self.relay: Relay | None = None
        self._waiting: dict[str, set[threading.Event]] = {}
        self._lock = threading.Lock()
        self._redis, self._channel = redis, f"grognard:{games.store_id}:changed"
        self._own_channel = f"{self._channel}:{token_hex(8)}"  # to end listening without waiting for news
        self._stopped = threading.Event()
        self.tried = 0
        games.on_change(lambda game, _moment: self.nudge(game))
        self._thread: threading.Thread | None = None
        if redis is not None:
            self._thread = threading.Thread(target=self._listen, name="live-hub", daemon=True)
            self._thread.start()

    def nudge(self, game: str, *, is_echo: bool = False) -> None:
        """The game changed: whoever watches it looks again. `is_echo`: see `Relay.wake`."""
        with self._lock:
            for event in self._waiting.get(game, ()):
                event.set()
        if self.relay is not None:
            self.relay.wake(game, is_echo=is_echo)

    def announce(self, game: str) -> None:
        """Something that is no event has changed: every process wakes the streams of the game."""
        self.nudge(game)
        if self._redis is not None:
            told = json.dumps({"game": game})
            reached(self._redis, lambda: self._redis.publish(self._channel, told))

    def enter(self, game: str) -> threading.Event:
        """A stream of `game` in a thread of its own: what wakes it."""
        event = threading.Event()
        with self._lock:
            self._waiting.setdefault(game, set()).add(event)
        return event

    def leave(self, game: str, event: threading.Event) -> None:
        """The stream has ended."""
        with self._lock:
            mine = self._waiting.get(game, set())
            mine.discard(event)
            if not mine:
                self._waiting.pop(game, None)

    def stop(self) -> None:
        """Ends the listening thread and lets every stream go."""
        self._stopped.set()
        with self._lock:
            for events in self._waiting.values():
                for event in events:
                    event.set()
        if self.relay is not None:
            self.relay.stop()
        if self._thread is not None:
            reached(self._redis, lambda: self._redis.publish(self._own_channel, "stopped"))
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
                    channel.subscribe(self._channel, self._own_channel)
                    if is_away:
                        log.warning("Redis is back: other processes are heard again")
                    is_away = False
                    while not self._stopped.is_set():
                        message = channel.get_message(timeout=0.5)
                        if message is not None and not self._stopped.is_set():
                            self._heard(message["data"])
            except (redis_module.RedisError, OSError) as problem:
                if not is_away:
                    log.warning("Redis is away (%s): only this process nudges", type(problem).__name__)
                is_away = True
                self._stopped.wait(1.0)

    def _heard(self, data: bytes | str) -> None:
        told = json.loads(data)
        is_of_the_game = "moment" in told
        if not is_of_the_game:
            self._presence.look_again(told["game"])
        self.nudge(told["game"], is_echo=is_of_the_game)


@blueprint.get("/g/<game>/stream")
@streams
def stream(game: str) -> Response:
    """The game's live stream for this browser's seats (or the public)."""
    return stream_of(game)


def stream_of(game: str) -> Response:
    """The live stream of a game for whoever asks. Raises UnknownGame."""
    who, here = visitor(game), site()
    if watching.hidden_part(who) is not None:  # it is over, and this browser wants to know no more of it
        return Response(status=204)
    try:
        leave = here.hub.places.take(asker(), _cap(who))
    except TooManyStreams as full:  # no page is made for it: there may be very many of them
        return Response(full.message, 503, {"Retry-After": "0"}, mimetype="text/plain")
    try:
        watcher = watcher_id(game)
        view, known = _view(who, watcher), _known()
        attend(view)
        if (take := _handing_over()) is not None:
            here.hub.relay.adopt(take(), view, known, watcher, leave)
            return Response(status=204)  # never sent
    except BaseException:
        leave()
        raise
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    response = Response(_messages(app, view, known, leave), mimetype="text/event-stream")
    response.call_on_close(leave)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _handing_over() -> Callable[[], Any] | None:
    """How the socket of this request is taken over, if the server lets it go and somebody takes it."""
    is_read = request.method == "GET" and site().hub.relay is not None
    found: Callable[[], Any] | None = request.environ.get(TAKE) if is_read else None
    return found


def _view(who: Visitor, watcher: str) -> View:
    """Whose eyes a stream tells for."""
    if not who.seats:
        has_written = watcher in site().games.talk.watchers(who.game)
        return View(Visitor(who.game), False, language(), watcher if has_written else "")
    return View(still(who), request.args.get("as") == "public", language(), watcher)


def _known() -> Known:
    """What the page says that it knows."""
    last = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    return Known(last, request.args.get("talk", ""))


def _cap(who: Visitor) -> int:
    """How many streams may be open before this visitor gets none: a third is kept for players."""
    cap = site().settings.stream_cap
    if _handing_over() is None:
        cap = min(cap, IN_THREADS)
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
    who, here = visitor(game), site()
    view, known = _view(who, watcher_id(game)), _known()
    desk = watching.desk(who)
    at, talk = stamp(desk, view.shown.present), talk_stamp(view.shown, watcher_id(game))
    attend(view)
    return jsonify(
        moved=news(view.shown, desk, at, known.last or None) if at != known.last else None,
        talk=talk if talk != known.talk else None,
        present=sorted(here.presence.seats(game)),
        again=PAUSES[bool(who.seats)],
        room=here.hub.places.is_room(asker(), _cap(who)),
    )


def _messages(app: Flask, view: View, known: Known, leave: Callable[[], None]) -> Iterator[str]:
    """A stream that holds a thread."""
    here = app.extensions["site"]
    event, beat = here.hub.enter(view.who.game), time.monotonic() + here.settings.keep_alive
    try:
        yield "retry: 1000\n\n"
        while not here.hub.is_stopped:
            event.clear()
            with spoken_in(app, view.spoken):
                answer = told(view, known)
            if answer is None:
                return
            messages, view, known = answer
            yield from messages
            # the beat stays the same whatever woke this stream
            event.wait(max(0.0, beat - time.monotonic()))
            if time.monotonic() >= beat:
                yield BEAT
                beat = time.monotonic() + here.settings.keep_alive
                with spoken_in(app, view.spoken):
                    attend(view)
    finally:
        here.hub.leave(view.who.game, event)
        leave()
