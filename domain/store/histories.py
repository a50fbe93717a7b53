"""Loaded games: a few whole histories in memory, brought up to date each time they are looked at."""

import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from domain.kernel.errors import StoreUnavailable, UnknownGame
from domain.kernel.events import Opened
from domain.kernel.history import History, Recorded, Standing, fold
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet, titled
from domain.store.changes import Mark
from domain.store.faults import Conflict, reading_game
from domain.store.stream import Stream
from domain.store.vault import Check

SNAPSHOT_EVERY = 100
"""Versions between two snapshots."""

LOADED_GAMES = 64
"""How many whole games stay in memory."""

ID = re.compile(r"[0-9a-f]{32}")
log = logging.getLogger(__name__)


class Histories:
    """Safe for threads. A history that was handed out never changes: a longer one takes its place."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._loaded: OrderedDict[str, tuple[History, Mark | None]] = OrderedDict()
        self._guard = Lock()

    def load(self, game: str) -> History:
        """Every event of a game, also those that other processes wrote. Raises UnknownGame, SetAside."""
        mark = self._stream.changes.mark(game)
        known, marked = self._loaded.get(game, (None, None))
        if known is None or mark is None or mark != marked:
            known = self._read_on(game, known)
        self._keep(game, known, mark)
        return known

    def _read_on(self, game: str, known: History | None) -> History:
        new = self.read(game, known.head.version if known else 0)
        with reading_game(game):
            if known is not None:
                return extended(known, new) if new else known
            if not new:
                raise UnknownGame(plain_refusal("no_game", game=game))
            return History(_rules_of(new[0]), new)

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """A game's events with versions above `after`, up to and with `upto`."""
        if not ID.fullmatch(game):
            raise UnknownGame(plain_refusal("no_game_id", game=game))
        with reading_game(game):
            return self._stream.read(game, after, upto)

    def recorded(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """As `read`; what is in memory is not read again. Raises UnknownGame."""
        if self._known(game) is not None:
            return self.load(game).recorded[after:upto]
        self.opened(game)
        return self.read(game, after, upto)

    def standing(self, game: str, version: int | None = None) -> Standing:
        """Where a game stands now, or stood after `version`; from a snapshot if the game is not loaded."""
        if self._known(game) is None:
            with reading_game(game):
                standing = self._from_snapshot(game, version)
            if standing is not None and version in (None, standing.version):
                return standing
        history = self.load(game)
        return history.head if version is None else history.at(version)

    def opened(self, game: str) -> tuple[RuleSet, Opened]:
        """The title and the opening event of a game, without loading it. Raises UnknownGame."""
        known = self._known(game)
        if known is not None:
            return known.rule_set, known.head.opened
        first = self.read(game, 0, 1)
        if not first:
            raise UnknownGame(plain_refusal("no_game", game=game))
        with reading_game(game):
            assert isinstance(first[0].body, Opened), "the first event is not the opening"
            return _rules_of(first[0]), first[0].body

    def begin(self, history: History) -> None:
        """Stores a new game. Raises Conflict if it is there already."""
        game = history.recorded[0].game
        self._stream.append(history.rule_set.id, history.recorded)
        self._keep(game, history)
        done = 0
        for version in history.rests():  # a fork or an import comes with a long past
            if version // SNAPSHOT_EVERY > done:
                done = version // SNAPSHOT_EVERY
                self._put_snapshot(game, history.rule_set.id, history.at(version))

    def append(
        self, history: History, recorded: Sequence[Recorded], check: Check | None = None
    ) -> History:
        """Stores events after `history`, in one transaction. If that fails, nothing has changed.

        One thread at a time for each game.
        """
        game = history.recorded[0].game
        _, marked = self._loaded.get(game, (None, None))
        try:
            self._stream.append(history.rule_set.id, recorded, check)
        except BaseException:
            self.forget(game)
            raise
        after = extended(history, recorded)
        mark = self._stream.changes.mark(game)
        is_alone = mark is not None and marked is not None and mark[0] == marked[0]
        self._keep(game, after, mark if is_alone else None)
        if after.head.version // SNAPSHOT_EVERY > history.head.version // SNAPSHOT_EVERY:
            self._put_snapshot(game, after.rule_set.id, after.head)
        return after

    def forget(self, game: str) -> None:
        """The next look reads the game from the store."""
        with self._guard:
            self._loaded.pop(game, None)

    def _known(self, game: str) -> History | None:
        with self._guard:
            return self._loaded[game][0] if game in self._loaded else None

    def _keep(self, game: str, history: History, mark: Mark | None = None) -> None:
        """`mark` was taken before the history was read."""
        with self._guard:
            known = self._loaded.get(game)
            if known is None or known[0].head.version <= history.head.version:
                self._loaded[game] = history, mark
            self._loaded.move_to_end(game)
            while len(self._loaded) > LOADED_GAMES:
                self._loaded.popitem(last=False)

    def _from_snapshot(self, game: str, version: int | None) -> Standing | None:
        if not ID.fullmatch(game):
            return None
        standing = self._stream.snapshot(game, version)
        if standing is None and version is None:
            return None
        rest = self.read(game, standing.version if standing else 0, version)
        if standing is None and not rest:
            return None
        rules = titled(standing.opened.title) if standing else _rules_of(rest[0])
        return fold(rules, rest, standing, lambda version: self.standing(game, version))

    def _put_snapshot(self, game: str, title: str, standing: Standing) -> None:
        """A snapshot is a luxury: the order stands without it, so a failure is only written to the log."""
        try:
            self._stream.put_snapshot(game, title, standing)
        except (Conflict, StoreUnavailable) as problem:
            log.warning("Game %s has no snapshot at %d: %s", game, standing.version, problem)


def extended(history: History, recorded: Sequence[Recorded]) -> History:
    """A longer history; the shorter one stays as it is."""
    after = history.copy()
    after.extend(recorded)
    return after


def _rules_of(first: Recorded) -> RuleSet:
    assert isinstance(first.body, Opened)
    return titled(first.body.title)
