"""The projector in a process of its own, so that it takes no time from those who give orders.

It is told of every change through a pipe, and ends when the pipe does: with the server, however that ends.
The first line names the store and Redis; each further one is a game and its moment.
"""

import json
import logging
import queue
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from projections.views import Views, reached

if TYPE_CHECKING:
    import redis

    from domain.store import Games

log = logging.getLogger(__name__)

AGAIN_SECONDS = 1.0
"""How often to look whether the process lives, and how long to wait before another one is started."""
SETTLING_SECONDS = 0.002
"""A process of its own is in nobody's way: orders that come together are projected together, no more."""


class ProjectorApart:
    """Like `projections.Projector`: keeps the views of `games` up to date between start and stop."""

    def __init__(self, games: "Games", client: "redis.Redis", store_url: str, redis_url: str) -> None:
        self._games, self._views = games, Views(client, games.store_id)
        self._place = json.dumps([store_url, redis_url])
        self._news: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_listening = False
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin to follow the store."""
        if not self._is_listening:
            self._games.on_change(self._changed)
            self._is_listening = True
        self._thread = threading.Thread(target=self._tell, name="projector", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the process."""
        if self._thread is not None:
            self._news.put(None)
            self._thread.join()
            self._thread = None

    def lag(self) -> int:
        """How many events the views are behind the store."""
        head = reached(self._views.client, self._views.head)
        return max(0, self._games.max_notification_id() - (head.position if head else 0))

    def _changed(self, game: str, moment: str) -> None:
        """Called inside every order: only leaves word."""
        if self._thread is not None:
            self._news.put((game, moment))

    def _tell(self) -> None:
        """Passes the word on, and starts the process again if it has ended."""
        self._begin()
        while True:
            try:
                told = self._news.get(timeout=AGAIN_SECONDS)
            except queue.Empty:
                told = ("", "")
            if told is None:
                break
            if not self._say(" ".join(told)):
                log.warning("The projector has ended; another one is started")
                self._end()
                time.sleep(AGAIN_SECONDS)
                self._begin()
        self._end()

    def _begin(self) -> None:
        """A process of its own session: Ctrl-C at the server is not meant for it."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._say(self._place)

    def _say(self, line: str) -> bool:
        """Whether the process takes a line."""
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        except OSError:
            return False
        return self.process.poll() is None

    def _end(self) -> None:
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.close()
        except OSError as problem:  # there was something left to say, and nobody to hear it
            log.debug("The projector had ended (%s)", problem)
        self.process.wait()


def main() -> None:
    """Follow a store until standard input ends."""
    import domain.titles  # noqa: F401  (registers every title)
    from domain.kernel.collecting import collecting_seldom
    from domain.store import open_games
    from projections.redis_server import RedisServer
    from projections.runner import Projector

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    store_url, redis_url = json.loads(sys.stdin.readline())
    games = open_games(store_url)
    projector = Projector(games, RedisServer(redis_url).client(), settling=SETTLING_SECONDS)
    projector.start()
    with collecting_seldom():
        for line in sys.stdin:
            game, _, moment = line.strip().partition(" ")
            if game:
                projector.told(game, moment)
    projector.stop()
    games.close()


if __name__ == "__main__":
    main()
