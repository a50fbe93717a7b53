"""What people write beside a game: notes at its events, and lines of talk at its table.

Neither is an event of the rules: archives and forks hold none of it. Who may read a text is decided here
alone, by `may_read`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Set
from hashlib import sha256
from secrets import token_hex
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import msgspec

from domain.kernel.errors import GrognardError, IllegalOrder, NotAllowed
from domain.kernel.prose import refusal
from domain.kernel.seats import Seat
from domain.store import past
from domain.store.changes import Changes, Remembered
from domain.store.faults import storing
from domain.store.histories import Histories
from domain.store.house import Terms
from domain.store.people import SOMEBODY, clean_name, likeness
from domain.store.vault import LINE, NOTE, WATCHERS, Notes, subject

Audience = Literal["me", "side", "everybody", "after"]
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
"""Who may read a note: its writer, the writer's side, everybody, or everybody once the game is over."""
LINE_AUDIENCES: tuple[Audience, ...] = ("everybody", "side")
LONGEST_NOTE, LONGEST_LINE, MOST_MARKS = 2000, 500, 12
MOST_NOTES, MOST_LINES = 2000, 5000
"""Of one game. Each seat has an equal share, the watchers together another: whether a share is used up
tells nobody what the others have written."""

_JOINERS = "\u200c\u200d\ufe0f"
_MARK = re.compile(r"[\w.-]{1,40}")


class InvalidText(GrognardError):
    """A note or line that is empty, too long, or for an audience that there is not."""

    code = "invalid_text"


class Author(NamedTuple):
    """Who writes: from a seat, or as a watcher (an id that only this browser knows) under a name."""

    name: str
    seat: Seat | None = None
    watcher: str = ""


class Reader(NamedTuple):
    """Who reads: the seats that this person holds, each with the event by which it was taken, the
    watcher's id, and the newest event that they want to know of (None: all)."""

    seats: Mapping[Seat, int]
    watcher: str = ""
    newest: int | None = None


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A text and who wrote it: `seat` since event `since`, or a `watcher`; `name` as it was then.

    `version` is the event that a note is about, or the last one when a line was said. `side` are the seats
    that the writer's title calls one side. `at` is in milliseconds since 1970.
    """

    id: str
    at: int
    version: int
    name: str
    text: str
    audience: Audience
    seat: Seat | None = None
    since: int = 0
    watcher: str = ""
    side: tuple[Seat, ...] = ()


class Note(Said, frozen=True, kw_only=True):
    """A text about an event, with the spaces that it marks on the board."""

    marks: tuple[str, ...] = ()


class Line(Said, frozen=True, kw_only=True):
    """A line of talk at the table."""


Written = TypeVar("Written", Note, Line)
_read_note = msgspec.json.Decoder(Note).decode
_read_line = msgspec.json.Decoder(Line).decode


def is_writer(said: Said, reader: Reader) -> bool:
    """Whether the reader wrote it. Who takes over a seat did not write what was written from it before."""
    if said.seat is None:
        return bool(said.watcher) and said.watcher == reader.watcher
    return reader.seats.get(said.seat) == said.since


def may_read(said: Said, reader: Reader, is_over: bool, newest: int) -> bool:
    """Whether a text may be shown to a reader. Watchers see nothing after event `newest` before the end."""
    if reader.newest is not None and said.version > reader.newest:
        return False
    if is_writer(said, reader):
        return True
    if not (is_over or reader.seats or said.version <= newest):
        return False
    if said.audience == "everybody":
        return True
    if said.audience == "after":
        return is_over
    if said.audience == "side":
        return any(seat in said.side and seat != said.seat for seat in reader.seats)
    return False


def clean_text(title: str, text: str, longest: int, *, in_lines: bool) -> str:
    """The text in NFC without control characters and marks that turn the direction of text.

    Raises InvalidText if nothing is left, or more than `longest` characters.
    """
    given = re.sub(r"\r\n?|[\u2028\u2029\x85]", "\n", text)
    tidy = unicodedata.normalize("NFC", "".join(each for each in given if _is_harmless(each))).strip()
    if not in_lines:
        tidy = " ".join(tidy.split())
    if not tidy:
        raise InvalidText(refusal(title, "no_text"))
    if len(tidy) > longest:
        raise InvalidText(refusal(title, "text_too_long", count=len(tidy), most=longest))
    return tidy


def _is_harmless(character: str) -> bool:
    kind = unicodedata.category(character)
    return character in _JOINERS or character in "\n\t" or kind not in ("Cc", "Cf", "Cs", "Co", "Cn")


def stamp_of(notes: Iterable[Note], lines: Iterable[Line]) -> str:
    """Names what somebody may read, given all of it; empty if there is nothing."""
    ids = [each.id for each in (*notes, *lines)]
    return sha256(" ".join(ids).encode()).hexdigest()[:16] if ids else ""


class Talk:
    """The notes and the talk of every game of one store."""

    def __init__(
        self,
        notes: Notes,
        changes: Changes,
        clock: Callable[[], int],
        histories: Histories,
        terms: Callable[[str], Terms],
        away: Callable[[], Set[str]],
    ) -> None:
        """`away` are the ids of the texts that the host of the server has removed: nobody reads them."""
        self._store, self._clock, self._histories, self._terms = notes, clock, histories, terms
        self._away = away
        self._notes: Remembered[list[Note]] = Remembered(changes)
        self._lines: Remembered[list[Line]] = Remembered(changes)
        self._taken: Remembered[dict[Seat, int]] = Remembered(changes)
        self._open: Remembered[bool] = Remembered(changes)

    # Reading

    def reader(
        self, game: str, seats: Iterable[Seat], watcher: str = "", newest: int | None = None
    ) -> Reader:
        """Somebody who holds these seats now. Raises UnknownGame."""
        taken = self._taken.get(lambda: past.takings(self._histories.seating(game).events), game)
        return Reader({seat: taken.get(seat, 0) for seat in seats}, watcher, newest)

    def notes(self, game: str, reader: Reader) -> list[Note]:
        """The notes that the reader may read, by event and then by time. Raises UnknownGame."""
        found = self._readable(game, reader, self._all_notes(game))
        return sorted(found, key=lambda note: (note.version, note.id))

    def lines(self, game: str, reader: Reader) -> list[Line]:
        """The lines that the reader may read, oldest first. Raises UnknownGame."""
        return self._readable(game, reader, self._all_lines(game))

    def watchers(self, game: str) -> set[str]:
        """The ids of the watchers who wrote something here. Raises UnknownGame."""
        self._histories.head(game)
        written = (*self._all_notes(game), *self._all_lines(game))
        return {each.watcher for each in written if each.watcher}

    def stamp(self, game: str, reader: Reader) -> str:
        """Names all that the reader may read: it changes with that, and with nothing else."""
        return stamp_of(self.notes(game, reader), self.lines(game, reader))

    def _readable(self, game: str, reader: Reader, written: list[Written]) -> list[Written]:
        head = self._histories.head(game).standing
        newest, away = self._terms(game).newest(head.version), self._away()
        return [
            each for each in written
            if each.id not in away and may_read(each, reader, head.is_over, newest)
        ]  # fmt: skip

    def written_for_others(self) -> list[tuple[str, Note | Line]]:
        """(game, text) of all that is not for its writer alone, also what is removed, the newest first."""
        with storing("Reading what was written"):
            found: list[tuple[str, Note | Line]] = [
                (game, _read_note(body)) for game, _id, body in self._store.everywhere(NOTE)
            ]
            found += [(game, _read_line(body)) for game, _id, body in self._store.everywhere(LINE)]
        return sorted(
            (each for each in found if each[1].audience != "me"), key=lambda each: each[1].id, reverse=True
        )

    def _all_notes(self, game: str) -> list[Note]:
        return self._notes.get(lambda: self._stored(game, NOTE, _read_note), subject(NOTE, game))

    def _all_lines(self, game: str) -> list[Line]:
        return self._lines.get(lambda: self._stored(game, LINE, _read_line), subject(LINE, game))

    def _stored(self, game: str, kind: str, read: Callable[[str], Written]) -> list[Written]:
        with storing("Reading what was written at the table"):
            found = self._store.about(game, (kind,))
        return [read(body) for _, _, body in found]

    # Writing

    def note(
        self,
        game: str,
        author: Author,
        version: int,
        text: str,
        audience: str,
        marks: Iterable[str] = (),
    ) -> Note:
        """Keeps a note at event `version`. Raises UnknownGame, IllegalOrder, InvalidText, NotAllowed."""
        head = self._histories.head(game)
        title, last = head.rule_set.id, head.standing.version
        if not 1 <= version <= last:
            raise IllegalOrder(refusal(title, "no_such_event", version=version, last=last))
        spaces = tuple(dict.fromkeys(marks))
        if len(spaces) > MOST_MARKS or not all(_MARK.fullmatch(each) for each in spaces):
            raise InvalidText(refusal(title, "too_many_marks", most=MOST_MARKS))
        facts = self._facts(game, author, audience, AUDIENCES, self._all_notes(game), MOST_NOTES)
        words = clean_text(title, text, LONGEST_NOTE, in_lines=True)
        return self._keep(game, NOTE, Note(**facts, text=words, version=version, marks=spaces))

    def say(self, game: str, author: Author, text: str, audience: str = "everybody") -> Line:
        """Keeps a line of talk. Raises UnknownGame, InvalidText, NotAllowed."""
        facts = self._facts(game, author, audience, LINE_AUDIENCES, self._all_lines(game), MOST_LINES)
        head = self._histories.head(game)
        words = clean_text(head.rule_set.id, text, LONGEST_LINE, in_lines=False)
        return self._keep(game, LINE, Line(**facts, text=words, version=head.standing.version))

    def erase(self, game: str, reader: Reader, id_: str) -> None:
        """Takes away a note or line that the reader wrote.

        Raises NotAllowed, in the same words for a text of somebody else as for one that is not there.
        """
        for kind, written in ((NOTE, self._all_notes(game)), (LINE, self._all_lines(game))):
            if any(each.id == id_ and is_writer(each, reader) for each in written):
                with storing("Deleting the text"):
                    self._store.remove(kind, game, id_)
                return
        raise NotAllowed(refusal(self._histories.head(game).rule_set.id, "not_your_text"))

    def forget(self, alike: str, known: Mapping[str, Set[str]]) -> None:
        """Texts whose writer had a name that looks like this, or in one game one of those in `known`, are
        somebody's from now on."""
        readers: tuple[tuple[str, Callable[[str], Said]], ...] = ((NOTE, _read_note), (LINE, _read_line))
        with storing("Forgetting who wrote"):
            for kind, read in readers:
                for game, id_, body in self._store.everywhere(kind):
                    said = read(body)
                    if likeness(said.name) == alike or said.name in known.get(game, ()):
                        anew = msgspec.json.encode(msgspec.structs.replace(said, name=SOMEBODY)).decode()
                        self._store.write(kind, game, id_, anew, was=body)

    def watchers_may_write(self, game: str) -> bool:
        """Whether the host lets people without a seat write. Raises UnknownGame."""
        self._histories.head(game)
        with storing("Reading who may write"):
            return self._open.get(
                lambda: self._store.read(WATCHERS, game) is not None, subject(WATCHERS, game)
            )

    def let_watchers_write(self, game: str, is_allowed: bool) -> None:
        """Lets people without a seat write, or no longer. Raises UnknownGame."""
        self._histories.head(game)
        with storing("Changing who may write"):
            if is_allowed:
                self._store.write(WATCHERS, game, "", "write")
            else:
                self._store.remove(WATCHERS, game)

    def _facts(
        self,
        game: str,
        author: Author,
        audience: str,
        known: tuple[Audience, ...],
        written: Iterable[Said],
        most: int,
    ) -> dict[str, Any]:
        """What every text holds beside its words. Raises InvalidText, NotAllowed."""
        head = self._histories.head(game)
        title, seats = head.rule_set.id, head.standing.opened.seats
        if audience not in known or (author.seat is None and audience == "side"):
            raise InvalidText(refusal(title, "no_such_audience"))
        if author.seat is not None and author.seat not in seats:
            raise NotAllowed(refusal(title, "no_seat", asked=author.seat, seats=seats))
        if author.seat is None and not author.watcher:
            raise NotAllowed(refusal(title, "program_needs_seat"))
        if author.seat is None and not self.watchers_may_write(game):
            raise NotAllowed(refusal(title, "watchers_only_read"))
        name = clean_name(author.name)
        if not name:
            raise InvalidText(refusal(title, "no_name"))
        if sum(each.seat == author.seat for each in written) >= most // (len(seats) + 1):
            raise NotAllowed(refusal(title, "share_is_full"))
        at, side_of = self._clock(), head.rule_set.side_of
        return {
            "id": f"{at:015d}.{token_hex(8)}",
            "at": at,
            "name": name,
            "audience": audience,
            "seat": author.seat,
            "since": 0 if author.seat is None else self.reader(game, (author.seat,)).seats[author.seat],
            "watcher": author.watcher if author.seat is None else "",
            "side": () if author.seat is None else side_of(author.seat, seats, head.standing.state),
        }

    def _keep(self, game: str, kind: str, said: Written) -> Written:
        with storing("Keeping the text"):
            self._store.write(kind, game, said.id, msgspec.json.encode(said).decode())
        return said
