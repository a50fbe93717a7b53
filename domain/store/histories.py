"""Loaded games: heads of those in play, whole histories of those that somebody looks back in.

Both are brought up to date each time they are looked at.
"""

import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from domain.kernel.errors import StoreUnavailable, UnknownGame
from domain.kernel.events import SEAT_EVENTS, Event, Opened
from domain.kernel.history import (
    NOTHING_KNOWN,
    Asked,
    History,
    Recorded,
    Standing,
    asked_before,
    not_there,
)
from domain.kernel.packs import rules_of
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.store import past
from domain.store.behind import Behind
from domain.store.changes import Mark
from domain.store.faults import Conflict, reading_game
from domain.store.heads import LATE_EVENTS, Head, Lately, Seating, folded
from domain.store.names import FORGETTING
from domain.store.people import OPEN
from domain.store.register import topics_of
from domain.store.stream import Stream
from domain.store.vault import Within

SNAPSHOT_EVERY = 100
"""Versions between two snapshots."""

LOADED_GAMES = 64
"""How many whole games stay in memory."""

HEADS = 2048
"""How many heads do: less than 0.1 MB each, twice that of a game that some see later."""

ID = re.compile(r"[0-9a-f]{32}")
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Kept:
    """What is in memory of a game: its head, as it was when `mark` was taken or later, and what was found
    out at earlier versions."""

    head: Head
    mark: Mark | None
    earlier: Head | None = None
    seating: Seating | None = None
    asked: tuple[int, tuple[Asked, ...]] = NOTHING_KNOWN
    undo: dict[tuple[frozenset[Seat], bool], tuple[int, int | None]] = field(default_factory=dict)


class Histories:
    """Safe for threads. What was handed out never changes: something newer takes its place."""

    def __init__(self, stream: Stream, rules_of: Callable[[Opened], RuleSet] = rules_of) -> None:
        self._stream, self._rules_of = stream, rules_of
        self._heads: OrderedDict[str, _Kept] = OrderedDict()
        self._loaded: OrderedDict[str, History] = OrderedDict()
        self._looked_back: OrderedDict[str, None] = OrderedDict()
        self._behind = Behind(self.load, "loading histories")
        self._guard = Lock()
        self._forgotten = 0
        """After how many people were forgotten the games were read that are in memory."""

    # The head

    def head(self, game: str) -> Head:
        """Where a game stands, whoever wrote last. Raises UnknownGame, SetAside."""
        return self._looked_at(game).head

    def earlier(self, game: str, version: int) -> Head:
        """The head that a game had at `version`, for those who see it later than its players. It goes on from
        the one that was last asked for. Raises UnknownGame, IllegalOrder, SetAside.
        """
        kept = self._looked_at(game)
        if version == kept.head.version:
            return kept.head
        if not 1 <= version < kept.head.version:
            raise not_there(version, kept.head.version)
        before = kept.earlier
        with reading_game(game):
            if before is None or not 0 <= version - before.version < SNAPSHOT_EVERY:
                standing = self._earlier(game, kept.head.rule_set, version)
                found = Head(kept.head.rule_set, standing, tuple(self.recorded(game, version - 1, version)))
            else:
                new = self.recorded(game, before.version, version)
                found = before.after(new, partial(self._earlier, game, before.rule_set))
        kept.earlier = found
        return found

    def _looked_at(self, game: str) -> _Kept:
        mark = self._mark(game)
        kept = self._in_memory(game)
        if kept is not None and mark is not None and mark == kept.mark:
            return kept
        forgotten, mark = self._read_again(), self._mark(game)
        kept = self._in_memory(game)
        if kept is None:
            return self._keep(self._read_head(game), mark, forgotten)
        new = self.read(game, kept.head.version)
        with reading_game(game):
            after = kept.head.after(new, partial(self._earlier, game, kept.head.rule_set))
        return self._keep(after, mark, forgotten)

    def _mark(self, game: str) -> Mark | None:
        """Equal marks: nothing was recorded of the game in between, and nobody was forgotten."""
        return self._stream.changes.mark(game, FORGETTING)

    def _in_memory(self, game: str) -> _Kept | None:
        with self._guard:
            kept = self._heads.get(game)
            if kept is not None:
                self._heads.move_to_end(game)
            return kept

    def _read_head(self, game: str) -> Head:
        """The head from the last snapshot and the events since then."""
        checked_id(game)
        with reading_game(game):
            standing = self._stream.snapshot(game)
        late = self.read(game, max(0, standing.version - LATE_EVENTS) if standing else 0)
        if not late:
            raise UnknownGame(plain_refusal("no_game", game=game))
        with reading_game(game):
            rules = self._rules_of(standing.opened if standing else _opening(late[0]))
            new = [each for each in late if each.version > standing.version] if standing else late
            if new or standing is None:
                standing = folded(rules, new, standing, partial(self._earlier, game, rules))
            return Head(rules, standing, tuple(late[-LATE_EVENTS:]))

    def _keep(self, head: Head, mark: Mark | None, forgotten: int) -> _Kept:
        """`mark` was taken before the head was read, and `forgotten` were so many people. Gives what is kept:
        a newer one if there is. If somebody was forgotten meanwhile, the head may name them: it is not kept.
        """
        with self._guard:
            if forgotten != self._forgotten:
                return _Kept(head, mark)
            kept = self._heads.get(head.game)
            if kept is None or kept.head.version < head.version:
                new = _Kept(head, mark)
                if kept is not None:
                    new.earlier, new.seating = kept.earlier, kept.seating
                    new.asked, new.undo = kept.asked, kept.undo
                kept = self._heads[head.game] = new
            elif kept.head.version == head.version:
                kept.mark = mark
            self._heads.move_to_end(head.game)
            while len(self._heads) > HEADS:
                self._heads.popitem(last=False)
            return kept

    def expect(self, versions: Mapping[str, int]) -> None:
        """These versions of games are stored: who looks at their heads finds them at least.

        A commit can be seen a moment before whoever made it says so.
        """
        with self._guard:
            for game, version in versions.items():
                kept = self._heads.get(game)
                if kept is not None and kept.head.version < version:
                    kept.mark = None

    def lately(self, game: str) -> "Remembering":
        """The events of a game from the last one back. Raises UnknownGame, SetAside."""
        kept = self._looked_at(game)
        return Remembering(kept, partial(self.recorded, game))

    def seating(self, game: str) -> Seating:
        """Who sits at the table of a game; it is not folded. Raises UnknownGame."""
        kept = self._looked_at(game)
        head, seating = kept.head, kept.seating
        if seating is None or seating.version > head.version:
            seating = self._read_seating(game, head)
        elif seating.version < head.version:
            seating = seating.after(self.recorded(game, seating.version, head.version))
        kept.seating = seating
        return seating

    def _read_seating(self, game: str, head: Head) -> Seating:
        kinds: tuple[type[Event], ...] = (Opened, *SEAT_EVENTS)
        topics = [topic for event in kinds for topic in topics_of(event)]
        version, found = self._stream.of_topics(game, topics, 0)
        seated = [each for each in found if isinstance(each.body, SEAT_EVENTS)]
        notices = past.notices({}, seated)
        if notices:  # whoever has played since then is here
            since = min(each.version for each in notices.values())
            notices = past.notices({}, self.read(game, since - 1, version))
        holders = past.holders(dict.fromkeys(head.standing.opened.seats, OPEN), seated)
        return Seating(version, found[0].at, holders, notices, tuple(seated))

    def begin(self, history: History, then: Within | None = None) -> None:
        """Stores a new game, and `then` what belongs to it, in one transaction. Raises Conflict if it is
        there already."""
        game = history.recorded[0].game
        forgotten = self._forgotten
        self._stream.append(history.rule_set.id, history.recorded, then=then)
        head = Head(history.rule_set, history.head, tuple(history.recorded[-LATE_EVENTS:]))
        self._keep(head, None, forgotten)
        done = 0
        for version in history.rests():  # a fork or an import comes with a long past
            if version // SNAPSHOT_EVERY > done:
                done = version // SNAPSHOT_EVERY
                self._put_snapshot(game, history.rule_set.id, history.at(version))

    def append(
        self,
        head: Head,
        recorded: Sequence[Recorded],
        check: Within | None = None,
        then: Within | None = None,
    ) -> Head:
        """Stores events after `head`, in one transaction. If that fails, nothing has changed.

        One thread at a time for each game.
        """
        game, title = head.game, head.rule_set.id
        with self._guard:
            forgotten, kept = self._forgotten, self._heads.get(game)
            marked = kept.mark if kept is not None else None
        try:
            self._stream.append(title, recorded, check, then)
        except BaseException:
            self.forget(game)
            raise
        after = head.after(recorded, partial(self._earlier, game, head.rule_set))
        if kept is not None and kept.head is head:  # else it was read again: somebody was forgotten
            mark = self._mark(game)
            is_alone = mark is not None and marked is not None and _is_alike(mark, marked)
            self._keep(after, mark if is_alone else None, forgotten)
        if after.version // SNAPSHOT_EVERY > head.version // SNAPSHOT_EVERY:
            self._put_snapshot(game, title, after.standing)
        return after

    def _read_again(self) -> int:
        """Games in which a person was forgotten since are read again, and this thread is told no name of
        theirs any more. Gives how many people that were."""
        count, games = self._stream.names.forgotten(self._forgotten)
        with self._guard:
            for game in games:
                self._heads.pop(game, None)
                self._loaded.pop(game, None)
            self._forgotten = forgotten = max(count, self._forgotten)
        if forgotten:
            self._stream.changes.look_again()
        return forgotten

    def forget(self, game: str) -> None:
        """The next look reads the game from the store."""
        with self._guard:
            self._heads.pop(game, None)
            self._loaded.pop(game, None)

    def close(self) -> None:
        """Nothing is loaded any more."""
        self._behind.close()

    # Looking back

    def load(self, game: str) -> History:
        """Every event of a game, also those that other processes wrote. Raises UnknownGame, SetAside."""
        forgotten = self._forgotten
        head, known = self.head(game), self._known(game)
        if known is None:
            new = self.read(game)
            with reading_game(game):
                known = History(head.rule_set, new)
        elif known.head.version < head.version:
            new = self.recorded(game, known.head.version, head.version)
            with reading_game(game):
                known = extended(known, new)
        with self._guard:
            if forgotten != self._forgotten:  # it may name somebody who is to be told no more
                return known
            kept = self._loaded.get(game)
            if kept is None or kept.head.version < known.head.version:
                self._loaded[game] = known
            self._loaded.move_to_end(game)
            while len(self._loaded) > LOADED_GAMES:
                self._loaded.popitem(last=False)
        return known

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """A game's events with versions above `after`, up to and with `upto`."""
        checked_id(game)
        with reading_game(game):
            return self._stream.read(game, after, upto)

    def recorded(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """As `read`; what is in memory is not read again. Raises UnknownGame."""
        with self._guard:
            is_known = game in self._heads
        if not is_known:
            self.opened(game)
            return self.read(game, after, upto)
        head = self.head(game)
        upto = head.version if upto is None else min(upto, head.version)
        late = head.since(after)
        if late is not None:
            return list(late[: max(0, upto - after)])
        known = self._known(game)
        if known is not None and known.head.version >= upto:
            return known.recorded[after:upto]
        return self.read(game, after, upto)

    def standing(self, game: str, version: int | None = None) -> Standing:
        """Where a game stands now, or stood after `version`. Raises IllegalOrder for one that is not there.

        The first looks back go by a snapshot; meanwhile the history is loaded behind them.
        """
        head = self.head(game)
        if version in (None, head.version):
            return head.standing
        assert version is not None
        if not 1 <= version < head.version:
            raise not_there(version, head.version)
        if self._known(game) is None and self._is_second_look(game):
            self._behind.ask(game)
        with reading_game(game):
            return self._earlier(game, head.rule_set, version)

    def _is_second_look(self, game: str) -> bool:
        """Whether somebody looked back in this game not long ago: who does it twice will do it again."""
        with self._guard:
            is_second = game in self._looked_back
            self._looked_back[game] = None
            self._looked_back.move_to_end(game)
            while len(self._looked_back) > LOADED_GAMES:
                self._looked_back.popitem(last=False)
            return is_second

    def opened(self, game: str) -> tuple[RuleSet, Opened]:
        """The title and the opening event of a game. Raises UnknownGame, SetAside."""
        with self._guard:
            kept = self._heads.get(game)
        if kept is not None:
            return kept.head.rule_set, kept.head.standing.opened
        first = self.read(game, 0, 1)
        if not first:
            raise UnknownGame(plain_refusal("no_game", game=game))
        with reading_game(game):
            opened = _opening(first[0])
            return self._rules_of(opened), opened

    def _known(self, game: str) -> History | None:
        with self._guard:
            return self._loaded.get(game)

    def _earlier(self, game: str, rule_set: RuleSet, version: int) -> Standing:
        """Where a game stood after a version that there is."""
        known = self._known(game)
        if known is not None and known.head.version >= version:
            return known.at(version)
        standing = self._stream.snapshot(game, version)
        new = self.read(game, standing.version if standing else 0, version)
        if not new and standing is not None:
            return standing
        return folded(rule_set, new, standing, partial(self._earlier, game, rule_set))

    def _put_snapshot(self, game: str, title: str, standing: Standing) -> None:
        """A snapshot is a luxury: the order stands without it, so a failure is only written to the log."""
        try:
            self._stream.put_snapshot(game, title, standing)
        except (Conflict, StoreUnavailable) as problem:
            log.warning("Game %s has no snapshot at %d: %s", game, standing.version, problem)


class Remembering(Lately):
    """What was found out about an earlier moment of the game need not be found out again."""

    def __init__(self, kept: _Kept, read: Callable[[int, int], list[Recorded]]) -> None:
        super().__init__(kept.head, read)
        self._kept = kept

    def asked_before(self, version: int) -> tuple[Asked, ...]:
        """See `domain.kernel.history.asked_before`."""
        found = asked_before(self, version, self._kept.asked)
        self._kept.asked = version, found
        return found

    def undo_target(self, seats: Iterable[Seat], is_whole: bool = True) -> int | None:
        """See `past.undo_target`."""
        mine = frozenset(seats)
        known = self._kept.undo.get((mine, is_whole), (0, None))
        found = past.undo_target(self, mine, known, is_whole)
        self._kept.undo[mine, is_whole] = self.head.version, found
        return found


def _is_alike(mark: Mark, other: Mark) -> bool:
    """Whether no other process has written and nobody was forgotten between these marks."""
    return (mark[0], mark[2]) == (other[0], other[2])


def checked_id(game: str) -> str:
    """The id. Raises UnknownGame for a text that is none."""
    if not ID.fullmatch(game):
        raise UnknownGame(plain_refusal("no_game_id", game=game))
    return game


def extended(history: History, recorded: Sequence[Recorded]) -> History:
    """A longer history; the shorter one stays as it is."""
    after = history.copy()
    after.extend(recorded)
    return after


def _opening(first: Recorded) -> Opened:
    assert isinstance(first.body, Opened), "the first event is not the opening"
    return first.body
