"""The relay: the live streams of this process on one event loop, in a thread of its own.

Flask admits a stream like every page; then its socket is adopted here and holds no thread any more. What a
game tells is made once for all pages that see the same and know the same, by threads of its own, and then
written to each of them. A page that does not read is dropped: it comes again and says what it knows.
"""

import asyncio
import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller
from typing import Any

from flask import Flask

from domain.kernel import GrognardError
from web.base.site import Site
from web.table.following import BEAT, Known, News, View, attend, spoken_in, told

log = logging.getLogger("grognard.web")

MAKERS = 2
"""Threads that make messages; they would only wait for each other if they were more."""
UNREAD = 64 * 1024
"""Bytes that a page may leave unread, here and once more in the system's own buffer, before it is dropped."""
IN_A_ROW = 100
"""Pages that are written to before others have their turn."""
LONGEST_REST = 0.1
"""Seconds at most until the next round of messages: after a long one, the orders come first."""
MADE_AT_ONCE = 100
"""Groups of pages that are told before the next ones' messages are made: after a restart all may differ."""
SAID = 4096
"""Bytes that a page may send; it has nothing to say here."""
UNANSWERED = 45_000
"""Milliseconds after which a connection is lost whose other end does not confirm what was sent."""
HEAD = (
    b"HTTP/1.1 200 OK\r\n"
    b"Content-Type: text/event-stream; charset=utf-8\r\n"
    b"Cache-Control: no-store\r\n"
    b"X-Accel-Buffering: no\r\n"
    b"X-Content-Type-Options: nosniff\r\n"
    b"Connection: close\r\n\r\n"
)
RETRY = (1000, 3000)
"""Milliseconds after which a page whose stream was lost comes again: not all of them at once."""


class Page(asyncio.Protocol):
    """One open stream, with its place among those that see and know the same."""

    transport: asyncio.Transport

    def __init__(self, relay: "Relay", group: "Group", watcher: str, leave: Callable[[], None]) -> None:
        """`watcher` is the browser's id among the game's watchers; `leave` is called when the stream ends."""
        self.group, self.watcher = group, watcher
        self._relay, self._leave = relay, leave
        self._heard = 0
        group.pages.add(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += len(data)
        if self._heard > SAID:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.end()
        self._relay.lost(self)

    def end(self) -> None:
        """It has no place any more."""
        self.group.pages.discard(self)
        self._leave()

    def write(self, text: bytes) -> None:
        """Sends this, or drops a page that does not read."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()
        else:
            self.transport.write(text)


class Group:
    """Pages that see the same and know the same."""

    def __init__(self, view: View, known: Known) -> None:
        self.view, self.known = view, known
        self.pages: set[Page] = set()

    def take(self, pages: Iterable[Page]) -> None:
        """These pages belong here from now on."""
        for page in tuple(pages):
            page.group.pages.discard(page)
            page.group = self
            self.pages.add(page)

    async def write(self, text: bytes) -> None:
        """Sends this to all of them; others have their turn in between."""
        for number, page in enumerate(tuple(self.pages) if text else (), 1):
            page.write(text)
            if number % IN_A_ROW == 0:
                await asyncio.sleep(0)

    def close(self) -> None:
        """The streams end; their pages come again and are judged anew."""
        for page in tuple(self.pages):
            page.transport.close()


class Table:
    """The open streams of one game, and whether something is to be done for them. `mark` says what had been
    written of the game when they were told last."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.groups: list[Group] = []
        self.rounds: asyncio.Task[None] | None = None
        self.is_due = self.is_beat = False
        self.mark: Any = None

    def merged(self) -> list[Group]:
        """The groups that have pages; those that see and know the same are one from now on."""
        found: dict[tuple[View, Known], Group] = {}
        for group in self.groups:
            other = found.setdefault((group.view, group.known), group)
            if other is not group:
                other.take(group.pages)
        self.groups = [group for group in found.values() if group.pages]
        return list(self.groups)

    def let_speak(self, watchers: set[str]) -> None:
        """These watchers have written something that only they may read: their pages are told apart."""
        for group in tuple(self.groups) if watchers else ():
            for page in tuple(group.pages):
                if page.watcher in watchers and not group.view.voice:
                    own = Group(group.view._replace(voice=page.watcher), group.known)
                    own.take([page])
                    self.groups.append(own)
                    self.is_due = True


class Relay:
    """Adopts sockets and tells their pages what happens. `adopt`, `wake` and `stop` are for every thread."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._tables: dict[str, Table] = {}
        self._loop = asyncio.new_event_loop()
        self._makers = ThreadPoolExecutor(MAKERS, "live-makers")
        self._thread = threading.Thread(target=self._run, name="live-relay", daemon=True)
        self._guard = threading.Lock()
        self._is_stopped = False

    # For every thread

    def start(self) -> "Relay":
        """Begins to serve."""
        self._thread.start()
        return self

    def adopt(
        self, sock: socket.socket, view: View, known: Known, watcher: str, leave: Callable[[], None]
    ) -> None:
        """A stream goes on here over its socket. `watcher` is its browser's id among the game's watchers;
        `leave` is called when it has ended."""
        with self._guard:
            if not self._is_stopped:
                coming = self._adopted(sock, Page(self, Group(view, known), watcher, leave))
                asyncio.run_coroutine_threadsafe(coming, self._loop)
                return
        sock.close()
        leave()

    def wake(self, game: str, *, is_echo: bool = False) -> None:
        """Something has changed in a game: its pages are told what they may know of it.

        `is_echo`: another process may have written; it is as well possible that this one did, and told them.
        """
        table = self._tables.get(game)
        if table is None or (is_echo and table.mark and table.mark == self._site.games.mark_of(game)):
            return
        with self._guard:
            if not self._is_stopped:
                self._loop.call_soon_threadsafe(self._due, game)

    def stop(self) -> None:
        """Ends every stream."""
        with self._guard:
            was_stopped, self._is_stopped = self._is_stopped, True
        if not was_stopped:
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    @property
    def _site(self) -> Site:
        found: Site = self._app.extensions["site"]
        return found

    # On the loop

    def _run(self) -> None:
        try:
            self._loop.run_forever()
            self._makers.shutdown(cancel_futures=True)
            self._loop.run_until_complete(self._ended())
        finally:
            self._loop.close()

    async def _ended(self) -> None:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        for end in (methodcaller("close"), methodcaller("abort")):
            for table in self._tables.values():
                for group in table.groups:
                    for page in tuple(group.pages):
                        end(page.transport)
            await asyncio.sleep(0.05)  # what was written last goes out

    async def _adopted(self, sock: socket.socket, page: Page) -> None:
        try:
            _tuned(sock)
            await self._loop.connect_accepted_socket(lambda: page, sock)
        except OSError:  # the browser is gone already
            sock.close()
            page.end()
            return
        page.write(HEAD + b"retry: %d\n\n" % random.randint(*RETRY))
        game = page.group.view.who.game
        if game not in self._tables:
            self._tables[game] = Table(game)
            self._beat_later(self._tables[game])
        self._tables[game].groups.append(page.group)
        self._due(game)

    def lost(self, page: Page) -> None:
        """A page has gone. Its seats stay present for a while, as if it only went to another page."""
        who = page.group.view.who
        if who.seats and not self._is_stopped:
            self._makers.submit(self._attend, page.group.view)
            self._loop.call_later(self._site.settings.presence + 1, self._due, who.game)
        if not page.group.pages:
            self._due(who.game)

    def _due(self, game: str) -> None:
        table = self._tables.get(game)
        if table is not None and not self._is_stopped:
            table.is_due = True
            table.rounds = table.rounds or asyncio.ensure_future(self._rounds(table))

    def _beat_later(self, table: Table) -> None:
        self._loop.call_later(self._site.settings.keep_alive, self._beat, table)

    def _beat(self, table: Table) -> None:
        """From time to time every page hears something, at times that nothing else moves."""
        if self._tables.get(table.game) is table:
            table.is_beat = True
            self._due(table.game)
            self._beat_later(table)

    async def _rounds(self, table: Table) -> None:
        """Tells the pages of a game what is due, until nothing is."""
        try:
            while table.is_due:
                begun = time.monotonic()
                table.is_due = False
                await self._round(table)
                await asyncio.sleep(min(LONGEST_REST, time.monotonic() - begun))
        except Exception:
            log.exception("The live streams of game %s end: they could not be told", table.game)
            for group in table.groups:
                group.close()
        finally:
            table.rounds = None
            if not table.merged():
                self._tables.pop(table.game, None)

    async def _round(self, table: Table) -> None:
        is_beat, table.is_beat = table.is_beat, False
        groups = table.merged()
        for start in range(0, len(groups), MADE_AT_ONCE):
            some = groups[start : start + MADE_AT_ONCE]
            asked = [(group.view, group.known) for group in some]
            marked = table if start == 0 else None
            made = self._loop.run_in_executor(
                self._makers, self._made, table.game, asked, is_beat, marked
            )
            answers, writers = await made
            for group, answer in zip(some, answers, strict=True):
                if answer is None:
                    group.close()
                else:
                    messages, group.view, group.known = answer
                    await group.write("".join([*messages, BEAT] if is_beat else messages).encode())
            table.let_speak(writers)

    # In the makers' threads

    def _made(
        self, game: str, asked: list[tuple[View, Known]], is_beat: bool, marked: Table | None
    ) -> tuple[list[News | None], set[str]]:
        """What each is told, and the ids of the watchers who have written something.

        A table is `marked` when a round begins.
        """
        with self._site.games.one_look():
            if marked is not None:
                marked.mark = self._site.games.mark_of(game)
            answers = [self._told(view, known, is_beat) for view, known in asked]
            return answers, self._site.games.talk.watchers(game)

    def _told(self, view: View, known: Known, is_beat: bool) -> News | None:
        try:
            with spoken_in(self._app, view.spoken):
                if is_beat:
                    attend(view)
                return told(view, known)
        except GrognardError as problem:
            log.warning("A live stream of game %s ends: %s", view.who.game, problem)
            return None

    def _attend(self, view: View) -> None:
        with spoken_in(self._app, view.spoken):
            attend(view)


def _tuned(sock: socket.socket) -> None:
    """Little is kept for a page that does not read, and one that is gone is noticed."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
    if hasattr(socket, "TCP_USER_TIMEOUT") and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED)
