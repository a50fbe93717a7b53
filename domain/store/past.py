"""What may be done with the past: how far undo and fork may go, and who must agree."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from domain.kernel.errors import IllegalOrder, InvalidSetup, NotAllowed
from domain.kernel.events import SEAT_EVENTS, SeatAsked, SeatFreed, SeatTaken, Undone, seated
from domain.kernel.history import History, Recorded, answering, not_there, only_shown, said, was_alone
from domain.kernel.prose import refusal
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat
from domain.store.desk import Desk
from domain.store.house import Undo
from domain.store.people import OPEN, Holder

if TYPE_CHECKING:
    from domain.store.heads import Lately


def holders(known: Mapping[Seat, Holder], recorded: Iterable[Recorded]) -> dict[Seat, Holder]:
    """Who holds each seat after more events; `known` are those before them."""
    taken = seated({}, (each.body for each in recorded))
    return {**known, **{seat: Holder(each.kind, each.name) for seat, each in taken.items()}}


def all_holders(history: History) -> dict[Seat, Holder]:
    """Who holds each seat now."""
    return holders(dict.fromkeys(history.head.opened.seats, OPEN), history.recorded)


def notices(known: Mapping[Seat, Recorded], recorded: Iterable[Recorded]) -> dict[Seat, Recorded]:
    """The seats that were asked for in public, each with the event that did so, without those whose holder
    has played or answered since, or lost the seat; `known` are those before the events in `recorded`."""
    found = dict(known)
    for each in recorded:
        if isinstance(each.body, SeatAsked):
            found[each.body.seat] = each
        elif isinstance(each.body, SEAT_EVENTS):
            found.pop(each.body.seat, None)  # type: ignore[attr-defined]
        for answers in each.answers or ():
            for seat, orders in said(answers).items():
                if orders:
                    found.pop(seat, None)
    return found


def former(recorded: Sequence[Recorded], seat: Seat) -> str:
    """The name of the person who held a seat that is free now; empty if nobody did.

    `recorded` are the events about seats, at least.
    """
    for each in reversed(recorded):
        if isinstance(each.body, SeatFreed) and each.body.seat == seat:
            return each.body.was
        if isinstance(each.body, SeatTaken) and each.body.seat == seat and each.body.name:
            return ""
    return ""


def takings(recorded: Iterable[Recorded]) -> dict[Seat, int]:
    """The event by which each seat's present holder took it; seats never taken are left out.

    `recorded` are the events about seats, at least.
    """
    return {
        each.body.seat: each.version for each in recorded if isinstance(each.body, (SeatTaken, SeatFreed))
    }


def undo_target(
    lately: "Lately",
    seats: Iterable[Seat],
    known: tuple[int, int | None] = (0, None),
    is_whole: bool = True,
) -> int | None:
    """The rest before the last command, still in effect, that one of `seats` answered.

    To let a window pass is no answer. A march is one command, unless `is_whole` is false. `known` is a
    version at which this was told, and what it was: one need not go back beyond it.
    """
    mine, version = set(seats), lately.head.version
    if not mine or lately.head.standing.is_over:
        return None
    while version > 1:
        if version == known[0]:
            return known[1]
        each = lately.event(version)
        if isinstance(each.body, Undone):
            version = each.body.to
            continue
        is_mine = any(said(answers).get(seat) for answers in each.answers or () for seat in mine)
        if is_mine and not (each.goes_on and is_whole):
            return lately.rest(version - 1)
        version -= 1
    return None


def may_take_back(lately: "Lately", desk: Desk, seats: tuple[Seat, ...], to: int, undo: Undo) -> None:
    """Raises InvalidSetup, NotAllowed or IllegalOrder if `seats` may not even ask to return to `to`."""
    known, title = desk.standing.opened.seats, lately.head.rule_set.id
    if not seats or not set(seats) <= set(known):
        asked = ", ".join(seats) or "-"
        raise InvalidSetup(plain_refusal("no_such_seats", known=", ".join(known), seats=asked))
    if desk.is_over:
        raise NotAllowed(refusal(title, "seed_is_public"))
    if not 1 <= to <= lately.head.version:
        raise not_there(to, lately.head.version)
    if not _asks(lately, to):
        raise _no_return(lately, to)
    if to >= desk.standing.rest:
        raise IllegalOrder(refusal(title, "nothing_to_take_back", to=to))
    if undo == "unrevealed" and not is_alone_since(lately.since(to), desk, seats):
        raise NotAllowed(refusal(title, "revealed_since", to=to))


def is_alone_since(since: Iterable[Recorded], desk: Desk, seats: Iterable[Seat]) -> bool:
    """Whether the holder of `seats` was alone during the events `since`, by the kernel's rule.

    Answers that led to no event, or to none yet, count too, but not those in an open window: nobody may
    learn of them.
    """
    mine = set(seats)
    lying = set(desk.drafts) if desk.window is None else set()
    return was_alone(since, mine) and answering(desk.rounds) | lying <= mine


def consents(
    lately: "Lately", holders: Mapping[Seat, Holder], desk: Desk, seats: tuple[Seat, ...], to: int, undo: Undo
) -> tuple[Seat, ...]:
    """Who must agree before `seats` return to `to`. Bots and open seats have nobody to ask."""
    if undo != "consent" and is_alone_since(lately.since(to), desk, seats):
        return ()
    others = [seat for seat in desk.standing.opened.seats if seat not in seats]
    return tuple(seat for seat in others if holders[seat].kind not in ("bot", "open"))


def may_fork(parent: History, version: int, same_fate: bool, asking: tuple[Seat, ...] | None) -> None:
    """Raises NotAllowed or IllegalOrder if whoever holds `asking` (None: the host) may not fork here."""
    if not parent.head.is_playable:
        raise only_shown(parent.head)
    standing, over = parent.at(version), parent.head.is_over
    if same_fate and not over:
        raise NotAllowed(refusal(parent.rule_set.id, "fork_shows_dice"))
    if asking is not None and not over and not set(parent.head.opened.seats) <= set(asking):
        raise NotAllowed(refusal(parent.rule_set.id, "fork_of_others"))
    if parent.recorded[version - 1].left or version < _first_rest(parent.recorded):
        raise _no_fork(parent, version)
    if standing.is_over:
        raise IllegalOrder(refusal(parent.rule_set.id, "fork_at_the_end", version=version))


def _first_rest(recorded: Sequence[Recorded]) -> int:
    """Where a game with these first events first asked somebody."""
    first = next((each for each in recorded if each.answers is not None), None)
    if first is None or first.answers:
        return 1
    return first.version + first.left


def _asks(lately: "Lately", version: int) -> bool:
    """Whether the game rested after event `version` and asked somebody. After its opening it did so only if
    the rules had nothing to do first; no other rest is before its first question."""
    if version == 1:
        return _first_rest([lately.event(1), *lately.since(1)]) == 1
    return lately.is_rest(version)


def _no_return(lately: "Lately", version: int) -> IllegalOrder:
    """The refusal to return to where the game asked nobody; it names the nearest events that work."""
    before, after = range(version - 1, 0, -1), range(version + 1, lately.head.version + 1)
    earlier = next((each for each in before if _asks(lately, each)), None)
    later = next((each for each in after if _asks(lately, each)), None)
    title = lately.head.rule_set.id
    return IllegalOrder(refusal(title, "return_between", version=version, before=earlier, after=later))


def _no_fork(history: History, version: int) -> IllegalOrder:
    """The refusal to fork where the game asked nobody; it names the nearest events that work."""
    first = _first_rest(history.recorded)
    rests = [each for each in history.rests() if each >= first and history.at(each).rest == each]
    earlier = next((each for each in reversed(rests) if each < version), None)
    later = next((each for each in rests if each > version), None)
    title = history.rule_set.id
    return IllegalOrder(refusal(title, "fork_between", version=version, before=earlier, after=later))
