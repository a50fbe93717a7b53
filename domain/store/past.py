"""What may be done with the past: how far undo and fork may go, and who must agree."""

from collections.abc import Iterable, Mapping

from domain.kernel.errors import IllegalOrder, InvalidSetup, NotAllowed
from domain.kernel.events import SEAT_EVENTS, SeatAsked, SeatFreed, SeatTaken, Undone
from domain.kernel.history import History, Recorded, answering, only_shown, said, was_alone
from domain.kernel.prose import refusal
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat
from domain.store.desk import Desk
from domain.store.house import Undo
from domain.store.people import OPEN, Holder


def holders(
    history: History, after: int = 0, known: Mapping[Seat, Holder] | None = None
) -> dict[Seat, Holder]:
    """Who holds each seat now; `known` are those after version `after`."""
    found = dict(known or dict.fromkeys(history.head.opened.seats, OPEN))
    for each in history.recorded[after:]:
        if isinstance(each.body, SeatTaken):
            found[each.body.seat] = Holder(each.body.kind, each.body.name)
        elif isinstance(each.body, SeatFreed):
            found[each.body.seat] = Holder("person")
    return found


def notices(
    history: History, after: int = 0, known: Mapping[Seat, Recorded] | None = None
) -> dict[Seat, Recorded]:
    """The seats that were asked for in public, each with the event that did so, without those whose holder
    has played or answered since, or lost the seat. `known` are those after version `after`."""
    found = dict(known or {})
    for each in history.recorded[after:]:
        if isinstance(each.body, SeatAsked):
            found[each.body.seat] = each
        elif isinstance(each.body, SEAT_EVENTS):
            found.pop(each.body.seat, None)  # type: ignore[attr-defined]
        for answers in each.answers or ():
            for seat, orders in said(answers).items():
                if orders:
                    found.pop(seat, None)
    return found


def former(history: History, seat: Seat) -> str:
    """The name of the person who held a seat that is free now; empty if nobody did."""
    for each in reversed(history.recorded):
        if isinstance(each.body, SeatFreed) and each.body.seat == seat:
            return each.body.was
        if isinstance(each.body, SeatTaken) and each.body.seat == seat and each.body.name:
            return ""
    return ""


def takings(history: History) -> dict[Seat, int]:
    """The event by which each seat's present holder took it; seats never taken are left out."""
    return {
        each.body.seat: each.version
        for each in history.recorded
        if isinstance(each.body, (SeatTaken, SeatFreed))
    }


def undo_target(history: History, seats: Iterable[Seat]) -> int | None:
    """The rest before the last command, still in effect, that one of `seats` answered.

    To let a window pass is no answer.
    """
    mine, recorded = set(seats), history.recorded
    version = 1 if history.head.is_over else history.head.version
    while version > 1:
        last = recorded[version - 1].body
        if isinstance(last, Undone):
            version = last.to
            continue
        first = version
        while recorded[first - 1].answers is None and recorded[first - 2].left:
            first -= 1
        if any(said(each).get(seat) for each in recorded[first - 1].answers or () for seat in mine):
            return history.at(first - 1).rest
        version = first - 1
    return None


def may_take_back(history: History, desk: Desk, seats: tuple[Seat, ...], to: int, undo: Undo) -> None:
    """Raises InvalidSetup, NotAllowed or IllegalOrder if `seats` may not even ask to return to `to`."""
    known = history.head.opened.seats
    if not seats or not set(seats) <= set(known):
        asked = ", ".join(seats) or "-"
        raise InvalidSetup(plain_refusal("no_such_seats", known=", ".join(known), seats=asked))
    if desk.is_over:
        raise NotAllowed(refusal(history.rule_set.id, "seed_is_public"))
    if history.at(to).rest != to or to < _first_rest(history):
        raise _no_rest(history, to, "return_between")
    if to >= desk.standing.rest:
        raise IllegalOrder(refusal(history.rule_set.id, "nothing_to_take_back", to=to))
    if undo == "unrevealed" and not is_alone_since(history, desk, seats, to):
        raise NotAllowed(refusal(history.rule_set.id, "revealed_since", to=to))


def is_alone_since(history: History, desk: Desk, seats: Iterable[Seat], to: int) -> bool:
    """Whether the holder of `seats` was alone since version `to`, by the kernel's rule.

    Answers that led to no event, or to none yet, count too, but not those in an open window: nobody may
    learn of them.
    """
    mine = set(seats)
    lying = set(desk.drafts) if desk.window is None else set()
    return was_alone(history.recorded[to:], mine) and answering(desk.rounds) | lying <= mine


def consents(history: History, desk: Desk, seats: tuple[Seat, ...], to: int, undo: Undo) -> tuple[Seat, ...]:
    """Who must agree before `seats` return to `to`. Bots and open seats have nobody to ask."""
    if undo != "consent" and is_alone_since(history, desk, seats, to):
        return ()
    held = holders(history)
    others = [seat for seat in history.head.opened.seats if seat not in seats]
    return tuple(seat for seat in others if held[seat].kind not in ("bot", "open"))


def may_fork(parent: History, version: int, same_fate: bool, asking: tuple[Seat, ...] | None) -> None:
    """Raises NotAllowed or IllegalOrder if whoever holds `asking` (None: the host) may not fork here."""
    if not parent.head.is_playable:
        raise only_shown(parent.head)
    standing, over = parent.at(version), parent.head.is_over
    if same_fate and not over:
        raise NotAllowed(refusal(parent.rule_set.id, "fork_shows_dice"))
    if asking is not None and not over and not set(parent.head.opened.seats) <= set(asking):
        raise NotAllowed(refusal(parent.rule_set.id, "fork_of_others"))
    if parent.recorded[version - 1].left or version < _first_rest(parent):
        raise _no_rest(parent, version, "fork_between")
    if standing.is_over:
        raise IllegalOrder(refusal(parent.rule_set.id, "fork_at_the_end", version=version))


def _first_rest(history: History) -> int:
    """Where the game first asked somebody."""
    first = next((each for each in history.recorded if each.answers is not None), None)
    if first is None or first.answers:
        return 1
    return first.version + first.left


def _no_rest(history: History, version: int, key: str) -> IllegalOrder:
    """The refusal to return or fork where the game asked nobody; it names the nearest events that work."""
    first = _first_rest(history)
    rests = [each for each in history.rests() if each >= first and history.at(each).rest == each]
    before = [each for each in rests if each < version][-1:]
    after = [each for each in rests if each > version][:1]
    earlier, later = (*before, None)[0], (*after, None)[0]
    return IllegalOrder(refusal(history.rule_set.id, key, version=version, before=earlier, after=later))
