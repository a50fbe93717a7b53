"""Whether an archived game is well formed, before any rule is run on it or anything of it is shown.

What stands in a file was written by anybody. Here is checked what every title shares: sizes and numbers,
the opening, the order of commands, seats, dates, undos and the end.
"""

from collections.abc import Sequence
from typing import Any

from domain.bots import BOTS
from domain.kernel import (
    SEAT_EVENTS,
    GameDrawn,
    Opened,
    Recorded,
    RuleSet,
    Seat,
    SeatTaken,
    SeedRevealed,
    Undone,
)
from domain.kernel.chance import Rolled
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import DRAW_EVENTS, ENDINGS, Event, SeatAsked
from domain.kernel.history import is_host_event
from domain.store.house import LIMITS
from domain.store.openings import check_opened
from domain.store.people import Holder, clean_holder, clean_name
from replays.errors import ArchiveError, TooDeep

MOST_EVENTS = 20_000
LONGEST_LINE = 100_000
"""Bytes of one event; the longest of a real game has some 3,000."""
LONGEST_TEXT = 2_000
DEEPEST = 40
LARGEST = 1_000_000
"""No number of a board game is larger."""
LAST_DAY = 253_402_000_000_000
"""Milliseconds since 1970 in the last days of the year 9999, the last that can be told in every time zone."""

TIMES = ("event[2].clock.", "event[6].")
"""Where lengths of time stand: what a clock gives, and what was thought."""


def check_header(header: Any, opened: Opened, is_over: bool) -> None:
    """Raises ArchiveError where the header says other things than the game."""
    for field, should in (
        ("edition", opened.edition_of_rules), ("commitment", opened.commitment), ("over", is_over),
    ):  # fmt: skip
        if getattr(header, field) != should:
            raise _wrong(1, field, getattr(header, field), should)
    if header.return_of == header.game:
        raise _wrong(1, "return_of", header.return_of, "another game")


def check_line(value: Any, line: int, field: str = "event", depth: int = 0) -> None:
    """Raises ArchiveError for a number, text or depth that no game has. `value` is parsed JSON."""
    if depth > DEEPEST:
        raise TooDeep(line, "too_deep", most=DEEPEST)
    if isinstance(value, dict):
        for name, each in value.items():
            check_line(name, line, field, depth + 1)
            check_line(each, line, f"{field}.{name[:40]}", depth + 1)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            check_line(each, line, f"{field}[{number}]", depth + 1)
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise _wrong(line, field, f"{value[:20]}... ({len(value)})", f"<= {LONGEST_TEXT}")
    elif isinstance(value, (int, float)):
        is_time = (depth == 1 and field == "event[0]") or field.startswith(TIMES)
        most = LAST_DAY if is_time else LARGEST
        if not -most <= value <= most:  # nor is NaN
            raise _wrong(line, field, f"{value:.6g}" if abs(value) < 1e300 else "1e300 ...", f"<= {most}")


def check_opening(rule_set: RuleSet, recorded: Sequence[Recorded]) -> Opened:
    """The opening event. Raises ArchiveError if it is none that this title has."""
    opened = recorded[0].body
    if not isinstance(opened, Opened):
        raise ArchiveError(2, "no_opening")
    if opened.title != rule_set.id:
        raise _wrong(2, "title", opened.title, rule_set.id)
    try:
        check_opened(rule_set, opened)
    except InvalidSetup as problem:
        raise ArchiveError(2, "bad_opening", problem=problem.said) from problem
    if opened.parent is not None:
        last = opened.parent.version
        if not 1 <= last <= len(recorded) or recorded[last - 1].left:
            raise _wrong(2, "parent.version", last, f"1 ... {len(recorded)}")
    return opened


def check_course(opened: Opened, recorded: Sequence[Recorded], seed: str | None) -> None:
    """Raises ArchiveError where events do not stand in the order and form in which games are recorded."""
    rests, agendas = {1}, {1: recorded[0].agenda}
    now, before, is_closed = recorded[0].agenda, recorded[0], False
    for each in recorded[1:]:
        _check_place(each, before)
        _check_seats(each, opened.seats)
        _check_spent(each, opened)
        body, line = each.body, each.version + 1
        if is_closed and not isinstance(body, SEAT_EVENTS):
            raise ArchiveError(line, "after_end")
        if isinstance(body, Undone):
            if body.to not in rests:
                raise _wrong(line, "to", body.to, ", ".join(str(rest) for rest in sorted(rests)[-5:]))
            now = agendas[body.to]
        elif isinstance(body, ENDINGS):
            if now == ():
                raise ArchiveError(line, "after_end")
            now = ()
        elif isinstance(body, SeedRevealed):
            if now != () or body.seed != seed:
                raise ArchiveError(line, "bad_end")
            is_closed = True
        elif each.agenda is not None:
            now = each.agenda
        if each.left == 0 and not isinstance(body, (*SEAT_EVENTS, *DRAW_EVENTS, SeedRevealed)):
            rests.add(each.version)
            agendas[each.version] = now
        before = each
    if now == () and not is_closed:
        raise ArchiveError(len(recorded) + 1, "bad_end")
    if not is_closed:
        _check_bots(recorded)


def _check_place(each: Recorded, before: Recorded) -> None:
    """An event's place in its command: the first has the answers, the last the agenda, `left` counts down."""
    line, is_first, is_last = each.version + 1, before.left == 0, each.left == 0
    if isinstance(each.body, Opened):
        raise ArchiveError(line, "second_opening")
    if is_host_event(each.body):
        if not (is_first and is_last and each.answers is None and each.agenda is None) or each.goes_on:
            raise ArchiveError(line, "misplaced")
        return
    if not is_first and each.left != before.left - 1:
        raise _wrong(line, "left", each.left, before.left - 1)
    if each.goes_on and not is_first:
        raise _wrong(line, "goes_on", each.goes_on, False)
    if each.left < 0 or (each.answers is not None) != is_first or (each.agenda is not None) != is_last:
        raise ArchiveError(line, "misplaced")


def _check_seats(each: Recorded, seats: Sequence[Seat]) -> None:
    body, line, known = each.body, each.version + 1, ", ".join(seats)
    if each.at < 0:
        raise _wrong(line, "at", each.at, ">= 0")
    for answers in each.answers or ():
        for seat in answers:
            if seat not in seats:
                raise _wrong(line, "answers", seat, known)
    if isinstance(body, (*SEAT_EVENTS, *DRAW_EVENTS, *ENDINGS, Undone)):
        others: tuple[Seat, ...] = (*getattr(body, "consented", ()), *getattr(body, "winners", ()))
        own: Seat = body.offered_by if isinstance(body, GameDrawn) else body.seat  # type: ignore[attr-defined]
        for seat in (own, *others):
            if seat not in seats:
                raise _wrong(line, "seat", seat, known)
    if isinstance(body, SEAT_EVENTS):
        _check_people(body, line)
    if isinstance(body, Rolled) and not all(1 <= value <= body.sides for value in body.values):
        raise _wrong(line, "values", body.values, f"1 ... {body.sides}")


def _check_spent(each: Recorded, opened: Opened) -> None:
    """What seats have thought stands in games with a clock, on the first event of what was decided."""
    line = each.version + 1
    if each.spent is None:
        return
    is_decided = each.answers is not None or isinstance(each.body, (Undone, *ENDINGS))
    if opened.clock is None or not is_decided:
        raise ArchiveError(line, "misplaced")
    for seat, spent in each.spent.items():
        if seat not in opened.seats:
            raise _wrong(line, "spent", seat, ", ".join(opened.seats))
        if spent <= 0:
            raise _wrong(line, "spent", spent, "> 0")


def _check_people(body: Event, line: int) -> None:
    """Who asks for a seat, takes, keeps, loses or had it: names as people have them, and a table's pace."""
    for field in ("name", "by", "was"):
        text = getattr(body, field, "")
        try:
            is_clean = clean_name(text) == text
            if isinstance(body, SeatTaken) and body.kind != "bot":  # bots: see `_check_bots`
                clean_holder(Holder(body.kind, body.name))
        except InvalidSetup as problem:
            raise ArchiveError(line, "bad_holder", problem=problem.said) from problem
        if not is_clean:
            raise _wrong(line, field, ascii(text), ascii(clean_name(text)))
    if isinstance(body, SeatAsked) and body.pace not in LIMITS:
        raise _wrong(line, "pace", body.pace, ", ".join(LIMITS))


def _check_bots(recorded: Sequence[Recorded]) -> None:
    """A computer that this program does not have would be waited for without end."""
    for each in recorded:
        body = each.body
        if isinstance(body, SeatTaken) and body.kind == "bot" and body.name not in BOTS:
            raise _wrong(each.version + 1, "name", body.name, ", ".join(BOTS))


def _wrong(line: int, field: str, value: Any, must: Any) -> ArchiveError:
    return ArchiveError(line, "bad_field", field=field, value=value, must=must)
