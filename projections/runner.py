"""The projector: follows the event store and keeps the views in Redis up to date.

One projector of a store leads at a time; the others wait for its lock to lapse. What keeps the views
right is not the lock but the commit: it moves views and position together, and only on from the
position that the writer knows. Redis may die, come back empty, or hold views that are ahead of the
store: then they are built again. Orders never wait for any of this.
"""

import logging
import math
import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import redis

from domain.kernel import GrognardError
from domain.kernel.errors import StoreUnavailable
from projections import boards, lobby, silent, statistics
from projections.following import Followed, followed, write_json
from projections.lobby import Glance
from projections.views import Head, Views, Write, reached

if TYPE_CHECKING:
    from domain.store import Games

log = logging.getLogger(__name__)

LEAD_MILLISECONDS = 3000
RENEW_SECONDS = 1.0
POLL_SECONDS = 0.1
"""How often to look for events that another process wrote; our own wake the projector at once."""
SETTLING_SECONDS = 0.03
"""Beside a server's threads an order is answered, and the browsers at this process are told, before its views
are made. Sooner, they would all wait for each other."""
REST_SECONDS = 0.02
"""Orders that come faster than this are projected together."""
LONGEST_PAUSE = 2.0
PAGE = 500
"""Notifications looked at together."""
FAR_BEHIND = 2000
"""Events behind from which on each game that changed is looked at once, instead of event by event."""
ALONE, AMONG_ORDERS = 0.25, 1.0
"""How long a long work rests after each game, in parts of the time that it took; and while orders come."""
BUSY_SECONDS = 1.0
FIRST_PAGES_SECONDS = 1.0
"""A long rebuild leaves the first moment after a start to those who wait for a page."""
GAMES_PER_TRIP = 16
TELL_SECONDS = 5.0
"""How often the leader looks for answers that nobody has told of: whoever took them may have died."""
TIDY_SECONDS = 3600.0
"""How often to look for views that nobody reads any more: what a rebuild that was killed left behind, or an
older server that ran beside this one for a while."""
RESTS = 4096
"""Of how many games is remembered where they rested last."""


class Projector:
    """Keeps the views of `games` up to date in Redis, on a thread of its own between start and stop.

    `failure` is what went wrong last, None when all is well; `faults` are the games that cannot be
    projected (game -> why): they do not hold up the others.
    """

    def __init__(
        self, games: "Games", client: "redis.Redis", name: str = "", settling: float = SETTLING_SECONDS
    ) -> None:
        """`settling`: the seconds between word of an order and its views."""
        self._games, self._settling = games, settling
        self._views = Views(client, games.store_id)
        self.name = name or uuid.uuid4().hex
        self.is_leading = False
        self.failure: Exception | None = None
        self.faults: dict[str, str] = {}
        self._head: Head | None = None
        self._position = 0
        self._renewed = self._compared = 0.0
        self._busy_until = 0.0
        self._tidied = -math.inf
        self._forgotten: int | None = None
        """After how many people were forgotten the views are, as far as this projector knows."""
        self._told_answers = -math.inf
        """When this projector last saw to it, as the leader, that the views know every answer."""
        self._hopeless: dict[str, int] = {}
        self._stopping = threading.Event()
        self._news = threading.Event()
        self._working = threading.Lock()
        self._silent: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._rests: dict[str, str] = {}
        self._threads: list[threading.Thread] = []
        self._is_listening = False

    # Running

    def start(self) -> None:
        """Begin to follow the store."""
        if not self._is_listening:
            self._games.on_change(self.told)
            self._is_listening = True
        self._stopping.clear()
        self._threads = [
            threading.Thread(target=self._run, name="projector", daemon=True),
            threading.Thread(target=self._tell, name="nudges", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End both threads and let another projector lead."""
        self._stopping.set()
        self._news.set()
        self._silent.put(None)
        for thread in self._threads:
            thread.join()
        self._threads = []

    def lag(self) -> int:
        """How many events the views are behind the store, as far as this projector knows."""
        if not self.is_leading:
            self._look()
        return max(0, self._games.max_notification_id() - self._position)

    def _look(self) -> None:
        head = reached(self._views.client, self._views.head)
        self._position = head.position if head else 0

    def told(self, game: str, moment: str) -> None:
        """A game has changed. Called inside every order: only leaves word."""
        if not self._stopping.is_set():
            self._news.set()
            if not self._has_gone_on(game, moment):
                self._silent.put((game, moment))

    def _has_gone_on(self, game: str, moment: str) -> bool:
        """Whether events came: the projection tells of them when the views are there."""
        rest = moment.partition(".")[0]
        before = self._rests.get(game)
        if len(self._rests) >= RESTS:
            self._rests.clear()
        self._rests[game] = rest
        return before is not None and before != rest

    def _run(self) -> None:
        pause = POLL_SECONDS
        while not self._stopping.is_set():
            try:
                if self._lead() and not self._is_at_rest() and self.catch_up():
                    self._stopping.wait(REST_SECONDS)
                self._make_again()
                self._tell_again()
                self._tidy()
                pause, self.failure = POLL_SECONDS, None
            except Exception as problem:
                pause = min(2 * pause, LONGEST_PAUSE)
                self._failed(problem)
            if self._news.wait(POLL_SECONDS):
                self._stopping.wait(self._settling)
            if self.failure is not None:
                self._stopping.wait(pause)
            self._news.clear()
        self._resign()

    def _is_at_rest(self) -> bool:
        """Whether nothing was recorded since Redis was found to be where the store is, a moment ago."""
        if self._head is None or time.monotonic() - self._compared > RENEW_SECONDS:
            return False
        return self._games.max_notification_id() == self._head.position

    def _make_again(self) -> None:
        """As the leader: the views of games in which a person was forgotten."""
        if not self.is_leading or self._head is None:
            return
        if self._forgotten is None:
            self._forgotten = self._views.forgotten()
        done, games = self._games.forgotten(self._forgotten)
        # asked of Redis, not of memory: another projector may have built the views again a moment ago
        if games and (head := self._views.head()) is not None:
            for game in dict.fromkeys(games):
                with self._working, self._isolated(game):
                    self._views.drop_timelines(head.generation, game)
                    self._views.write(self._fresh(head.generation, *self._seen(game)))
        if done != self._forgotten:
            self._views.set_forgotten(done)
            self._forgotten = done

    def _tell_again(self) -> None:
        """Now and then, as the leader: the answers that nobody has told Redis of."""
        if self.is_leading and time.monotonic() - self._told_answers > TELL_SECONDS:
            silent.tell_all(self._games, self._views, self._hopeless)
            self._told_answers = time.monotonic()

    def _tidy(self) -> None:
        """Now and then, as the leader: what nobody reads any more."""
        if self.is_leading and self._head is not None and time.monotonic() - self._tidied > TIDY_SECONDS:
            self._views.tidy(self._head.generation)
            self._tidied = time.monotonic()

    def _failed(self, problem: Exception) -> None:
        if type(problem) is not type(self.failure):
            if isinstance(problem, redis.RedisError):
                log.warning("Redis is away (%s); the views follow when it is back", problem)
            else:
                log.exception("The projector failed; it tries again")
        self.failure, self.is_leading, self._renewed, self._compared = problem, False, 0.0, 0.0
        self._forgotten, self._told_answers = None, -math.inf

    def _lead(self) -> bool:
        """Whether this projector leads; it keeps the lead while it runs."""
        now = time.monotonic()
        if now - self._renewed < RENEW_SECONDS:
            return True
        leads = self._views.lead(self.name, LEAD_MILLISECONDS)
        self.is_leading, self._renewed = leads, now if leads else 0.0
        return leads

    def _resign(self) -> None:
        if self.is_leading:
            self.is_leading = False
            try:
                self._views.resign(self.name)
            except redis.RedisError as problem:
                log.info("Redis was away at the end (%s); the lead lapses by itself", problem)

    # Following

    def catch_up(self) -> int:
        """Bring the views to the store's head; returns how many events that took. Raises RedisError."""
        with self._working:
            taken, head, top = 0, self._head, self._games.max_notification_id()
            if head is None or head.position >= top:
                head, top = self._heads()
            while not self._must_stop():
                if head is None or head.position > top or not self._is_of_this_store(head):
                    self._rebuild(head)
                    head, top = self._heads()
                    continue
                self._head, self._position = head, head.position
                if head.position == top:
                    break
                is_far = top > head.position + FAR_BEHIND
                done = self._leap(head, top) if is_far else self._step(head)
                if done is not None:
                    taken, head, top = taken + done.position - head.position, done, max(top, done.position)
                else:
                    head, top = self._heads()
            return taken

    def _must_stop(self) -> bool:
        return self._stopping.is_set() and bool(self._threads)

    def _heads(self) -> tuple[Head | None, int]:
        """How far the views are, and the store: in this order, so that the store is never behind."""
        self._compared = time.monotonic()
        return self._views.head(), self._games.max_notification_id()

    def _is_of_this_store(self, head: Head) -> bool:
        """Whether the store is the one that the views were made of: a copy from before may have come back."""
        if self._head is not None:
            return True
        last = self._views.last()
        return last in ("", self._games.fingerprint(head.position))

    def _step(self, head: Head) -> Head | None:
        """Views of the games that the next events are of, up to where they stand; None if another projector
        wrote first."""
        position, changed = self._games.changed(head.position, PAGE)
        writes: list[Write] = []
        for game in changed:
            made = self._no_views(head.generation, game)
            with self._isolated(game):
                made = self._fresh(head.generation, *self._seen(game))
            writes += made
        if self.is_leading:
            self._lead()
        return self._views.commit(head, position, writes, self._games.fingerprint(position))

    def _leap(self, head: Head, top: int) -> Head | None:
        """Much happened while nobody followed: each game that changed is looked at once."""
        position, changed = head.position, dict[str, None]()
        while position < top:
            position, games = self._games.changed(position)
            changed.update(dict.fromkeys(games))
        log.info("Catching up on %d events of %d games", position - head.position, len(changed))
        for game in changed:
            began = time.monotonic()
            writes = self._no_views(head.generation, game)
            with self._isolated(game):
                writes = self._fresh(head.generation, *self._seen(game))
            if self._views.commit(head, head.position, writes) is None:
                return None
            if not self._may_go_on(began):
                return None
        return self._views.commit(head, position, [], self._games.fingerprint(position))

    def _may_go_on(self, began: float) -> bool:
        """After a game of a long work that began then: keeps the lead, and gives way to orders."""
        if self.is_leading:
            self._lead()
        if not self._threads:
            return True
        if self._news.is_set():
            self._news.clear()
            self._busy_until = time.monotonic() + BUSY_SECONDS
        share = AMONG_ORDERS if time.monotonic() < self._busy_until else ALONE
        self._stopping.wait(share * (time.monotonic() - began))
        return not self._stopping.is_set()

    @contextmanager
    def _isolated(self, game: str) -> "Iterator[None]":
        """What goes wrong inside is this game's own: it is set aside, `faults` tells why, the log once.

        That Redis or the store is away is not: it is raised, and tried again.
        """
        try:
            yield
        except (redis.RedisError, StoreUnavailable):
            raise
        except Exception as problem:
            found = f"{type(problem).__name__}: {problem}"
            if self.faults.get(game) != found:
                log.error("Game %s is set aside: it has no views (%s)", game, found)
                log.debug("Game %s", game, exc_info=True)
            self.faults[game] = found
        else:
            self.faults.pop(game, None)

    def _no_views(self, generation: str, game: str) -> list[Write]:
        """Nothing is told of a game that is set aside."""
        tables = ("lobby", "statistics", "waiting")
        gone: list[Write] = [("HDEL", self._views.key(generation, table), game) for table in tables]
        return [*gone, ("DEL", self._views.boards(generation, game))]

    def _seen(self, game: str) -> tuple[Glance, Followed | None]:
        """A game as it stands; all that was counted in it as well, once it is over."""
        glance = lobby.glance(self._games, game)
        return glance, followed(self._games, game) if glance.head.is_over else None

    def _fresh(self, generation: str, glance: Glance, counted: Followed | None) -> list[Write]:
        """The views of a game, and word of them."""
        head = glance.head
        nudge = self._views.nudge(glance.game, f"{head.rest}.0", head.version)
        return [*self._writes(generation, glance, counted), nudge]

    def _writes(self, generation: str, glance: Glance, counted: Followed | None) -> list[Write]:
        views, game = self._views, glance.game
        row = write_json(lobby.row(glance))
        writes: list[Write] = [("HSET", views.key(generation, "lobby"), game, row)]
        if counted is None:
            return [*writes, self._boards(generation, glance)]
        told = write_json(statistics.document(counted))
        # the boards of what is over are made as fast as they are read here, and there is no end of them
        return [
            *writes,
            ("HSET", views.key(generation, "statistics"), game, told),
            ("DEL", views.boards(generation, game)),
            ("HDEL", views.key(generation, "waiting"), game),
        ]

    def _boards(self, generation: str, glance: Glance) -> Write:
        game, head = glance.game, glance.head
        board: list[str | bytes] = []
        for viewer in boards.viewers(head):
            made = boards.document(glance.rule_set, game, head, glance.last.at, viewer)
            board += (viewer, write_json(made))
        return ("HSET", self._views.boards(generation, game), *board)

    # Building again

    def rebuild(self, progress: Callable[[int], Any] | None = None) -> None:
        """Build all views again beside the present ones, then switch. Raises RedisError.

        `progress` is told how many events are done.
        """
        with self._working:
            self._rebuild(self._views.head(), progress)
        self.catch_up()

    def _rebuild(self, old: Head | None, progress: Callable[[int], Any] | None = None) -> None:
        generation, top = uuid.uuid4().hex[:8], self._games.max_notification_id()
        known, _ = self._games.forgotten(0)
        log.info("Building the views of %d events", top)
        self._views.begin(generation)
        writes: list[Write] = []
        done = 0
        unfinished = dict.fromkeys(self._games.unfinished())
        listed = [*unfinished, *(game for game in self._games.ids()[::-1] if game not in unfinished)]
        if self._threads and len(listed) > GAMES_PER_TRIP:
            self._stopping.wait(FIRST_PAGES_SECONDS)
        for number, game in enumerate(listed, start=1):
            began = time.monotonic()
            with self._isolated(game):
                glance, counted = self._looked_at_once(game, game in unfinished)
                writes += self._writes(generation, glance, counted)
                done += glance.head.version
            if number % GAMES_PER_TRIP == 0:
                self._views.write(writes)
                writes = []
                if progress is not None:
                    progress(done)
            if not self._may_go_on(began):
                self._views.drop(generation)
                return
        self._views.write(writes)
        if progress is not None:
            progress(done)
        self._settled(old, generation, top, known)

    def _looked_at_once(self, game: str, is_in_play: bool) -> tuple[Glance, Followed | None]:
        """What is over is followed from its first event on: nobody needs its head afterwards."""
        if is_in_play:
            return self._seen(game)
        counted = followed(self._games, game)
        return lobby.glance_of(counted), counted if counted.head.is_over else None

    def _settled(self, old: Head | None, generation: str, top: int, known: int) -> None:
        """The new views count, without those who were forgotten after the first `known` people, while they
        were built: the leader has seen to the old views only. So have those who told of answers."""
        if self._views.switch(old, generation, top, self._games.fingerprint(top)) is None:
            log.info("Other views came first; these are dropped")
            self._views.drop(generation)
            return
        self._position = top
        for game in dict.fromkeys(self._games.forgotten(known)[1]):
            with self._isolated(game):
                self._views.write(self._fresh(generation, *self._seen(game)))
        silent.tell_all(self._games, self._views)
        if old is not None:
            self._views.drop(old.generation)

    # Answers that left no event

    def _tell(self) -> None:
        """Answers that left no event change no view; the other browsers are told of them from here."""
        while (told := self._silent.get()) is not None:
            try:
                silent.tell(self._games, self._views, told[0])
            except (redis.RedisError, StoreUnavailable) as problem:
                log.debug("Nobody was told of an answer in game %s yet: %s", told[0], problem)
                self._silent.put(told)
                self._stopping.wait(LONGEST_PAUSE)
            except GrognardError as problem:
                log.info("Nobody was told of an answer in game %s: %s", told[0], problem)
            except Exception:
                log.exception("Nobody was told of an answer in game %s", told[0])
