"""Verification: whether an archived game is whole, fair and legal.

Anybody can run it: the hash chain shows that nothing was edited, the seed recomputes every
roll and draw and fits the commitment published at the start, and the rules are run again on
the answers that the players gave, which must lead to exactly the same events.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.kernel import (
    Chance,
    DrawAgreed,
    DrawDeclined,
    Drawn,
    DrawOffered,
    Event,
    GameDrawn,
    Opened,
    Play,
    Recorded,
    Rolled,
    RuleSet,
    SealedChance,
    Seat,
    SeatResigned,
    SeedRevealed,
    Standing,
    TimeRanOut,
    decision_at,
    packs,
)
from domain.kernel.chance import commitment
from domain.kernel.endings import may_offer_draw, to_agree, victors, winners_on_time
from domain.kernel.events import DRAW_EVENTS
from domain.kernel.history import History, is_host_event, resumed, said
from domain.kernel.time_control import left
from replays.archive import Archive, read
from replays.dice_check import checked_one, inherited_events, is_chance
from replays.errors import ArchiveError, OtherCourse
from replays.soundness import check_course, check_header, check_opening


class Verified(msgspec.Struct, frozen=True):
    """What was checked. `notes` say what could not be, and why."""

    game: str
    title: str
    events: int
    orders: int
    draws: int
    over: bool
    notes: tuple[str, ...]
    only_shown: str = ""
    """Why no rules of this program may be run on it: played by other `rules` or on other `data`."""
    pack: str = ""
    """The name of the data pack that it holds, which was played on."""


def verify(data: bytes) -> Verified:
    """Check an archive from its first byte to its last. Raises ArchiveError naming the first wrong line."""
    archive = read(data)
    notes: list[str] = []
    if not archive.is_whole:
        notes.append(
            f"It shows the game as {archive.header.seen_by} saw it: only the chain could be checked."
        )
        return _verified(archive, 0, 0, notes)
    rule_set = packs.on_pack(archive.header.title, archive.pack.digest if archive.pack else "")
    opened = check_opening(rule_set, archive.recorded)
    check_header(archive.header, opened, _is_over(archive.recorded))
    check_course(opened, archive.recorded, archive.seed)
    draws = _check_draws(archive, notes)
    orders = _check_rules(rule_set, archive, notes)
    return _verified(archive, orders, draws, notes, only_shown_by(rule_set, opened))


def _verified(archive: Archive, orders: int, draws: int, notes: list[str], shown: str = "") -> Verified:
    header = archive.header
    counts, pack = (header.events, orders, draws), archive.pack.name if archive.pack else ""
    return Verified(header.game, header.title, *counts, header.over, tuple(notes), shown, pack)


def _is_over(recorded: Sequence[Recorded]) -> bool:
    return any(isinstance(each.body, SeedRevealed) for each in recorded)


def only_shown_by(rule_set: RuleSet, opened: Opened) -> str:
    """Why the rules cannot play on what was played: `rules`, `data`, or empty if they can."""
    if opened.edition_of_rules != rule_set.edition:
        return "rules"
    return "data" if opened.data != rule_set.data_digest else ""


def _line(recorded: Recorded) -> int:
    return recorded.version + 1


def _check_draws(archive: Archive, notes: list[str]) -> int:
    opened = archive.recorded[0].body
    assert isinstance(opened, Opened)
    if archive.seed is None:
        notes.append("The seed is not public yet: rolls and draws could not be recomputed.")
        return 0
    try:
        seed = bytes.fromhex(archive.seed)
    except ValueError as problem:
        raise ArchiveError(len(archive.recorded) + 2, "bad_seed") from problem
    if commitment(archive.header.game, seed) != opened.commitment:
        raise ArchiveError(2, "other_seed")
    inherited = inherited_events(opened)
    if inherited and opened.parent is not None:
        notes.append(f"Events 2 to {inherited} come from game {opened.parent.game}: check their draws there.")
    own = [each for each in archive.recorded[inherited:] if is_chance(each)]
    for each in own:
        _check_draw(each, SealedChance(seed))
    return len(own)


def _check_draw(recorded: Recorded, chance: Chance) -> None:
    try:
        found = checked_one(recorded, chance)
    except Exception as problem:  # dice without sides, more cards than there are
        raise ArchiveError(_line(recorded), "not_playable", problem=repr(problem)) from problem
    if not found.fits:
        numbers = {"purpose": found.purpose, "index": found.index, "shown": found.shown}
        raise ArchiveError(_line(recorded), "other_dice", **numbers)


class _RecordedChance:
    """The numbers that the archive shows, so that the rules can be run again on them."""

    def __init__(self, recorded: Sequence[Recorded]) -> None:
        self._shown = {
            (each.body.purpose, each.body.index): each.body
            for each in recorded
            if isinstance(each.body, (Rolled, Drawn))
        }

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        body = self._shown[purpose, index]
        if isinstance(body, Rolled):
            return tuple(value - 1 for value in body.values)
        return body.picks


def _check_rules(rule_set: RuleSet, archive: Archive, notes: list[str]) -> int:
    opened = archive.recorded[0].body
    assert isinstance(opened, Opened)
    if only_shown_by(rule_set, opened):
        notes.append("It was played on other rules or data: legality could not be checked.")
        return 0
    chance = _RecordedChance(archive.recorded)
    history = History(rule_set, archive.recorded[:1])
    if archive.recorded[0].agenda not in (None, history.head.agenda):
        raise ArchiveError(2, "other_play")
    orders = 0
    for command in _commands(archive.recorded[1:]):
        try:
            _check_times(history.head, command[0])
            if isinstance(command[0].body, TimeRanOut):
                _check_out_of_time(history.head, command[0], rule_set)
            elif isinstance(command[0].body, SeatResigned):
                _check_resigned(history.head, command[0].body, rule_set, _line(command[0]))
            elif isinstance(command[0].body, (*DRAW_EVENTS, GameDrawn)):
                _check_draw_spoken_of(history.head, command[0].body, _line(command[0]))
            elif not is_host_event(command[0].body):
                orders += _check_command(history.head, command, chance)
            history.extend(command)
        except ArchiveError:
            raise
        except Exception as problem:  # answers and numbers that no game has lead anywhere
            raise ArchiveError(_line(command[0]), "not_playable", problem=repr(problem)) from problem
    return orders


def _check_resigned(standing: Standing, body: SeatResigned, rule_set: RuleSet, line: int) -> None:
    """Whether the seat could resign, and those won by it who are named."""
    if not body.winners or body.winners != victors(rule_set, standing, body.seat):
        raise ArchiveError(line, "other_event", has=type(body).__name__, wanted="-")


def _check_times(standing: Standing, first: Recorded) -> None:
    """Whether nobody thought longer than there was time since the question was put."""
    since = first.at if standing.times is None else standing.times.since
    most = max((first.spent or {}).values(), default=0)
    if most > max(0, first.at - since):
        raise ArchiveError(
            _line(first), "bad_field", field="spent", value=most, must=f"<= {max(0, first.at - since)}"
        )


def _check_out_of_time(standing: Standing, recorded: Recorded, rule_set: RuleSet) -> None:
    """Whether the seat's clock had run out there, was claimed where it must be, and those won who are
    named."""
    body, control, times = recorded.body, standing.opened.clock, standing.times
    assert isinstance(body, TimeRanOut)
    fits = (
        control is not None
        and times is not None
        and left(control, times.thought(recorded.spent or {}), body.seat) <= 0
        and body.claimed_by in _claimers(rule_set, standing, body.seat)
        and bool(body.winners)
        and body.winners == winners_on_time(rule_set, standing, body.seat)
    )
    if not fits:
        raise ArchiveError(_line(recorded), "other_event", has=type(body).__name__, wanted="-")


def _claimers(rule_set: RuleSet, standing: Standing, out: Seat) -> tuple[str, ...]:
    """Who may have claimed the game from a seat that is out of time: nobody where it need not be claimed."""
    opened = standing.opened
    if opened.clock is None or opened.clock.on_time == "lost":
        return ("",)
    return tuple(seat for seat in opened.seats if seat not in rule_set.side_of(out, opened.seats))


def _check_draw_spoken_of(standing: Standing, body: Event, line: int) -> None:
    """Whether a draw could be offered, answered or come about there."""
    offer, missing = standing.offer, to_agree(standing)
    if isinstance(body, DrawOffered):
        fits = may_offer_draw(standing, body.seat)
    elif isinstance(body, DrawAgreed):
        fits = body.seat in missing
    elif isinstance(body, DrawDeclined):
        fits = offer is not None and not standing.is_over
    else:
        fits = offer is not None and not missing and body.offered_by == offer.by  # type: ignore[attr-defined]
    if not fits:
        raise ArchiveError(line, "other_event", has=type(body).__name__, wanted="-")


def _commands(recorded: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    command: list[Recorded] = []
    for each in recorded:
        command.append(each)
        if each.left == 0:
            yield command
            command = []
    if command:
        raise ArchiveError(_line(command[-1]), "incomplete_command")


def _check_command(standing: Standing, command: Sequence[Recorded], chance: Chance) -> int:
    line = _line(command[0])
    play = resumed(standing, chance)
    rounds = command[0].answers or ()
    try:
        decision = play.run() if not rounds else decision_at(standing.state, standing.agenda)
        for answers in rounds:
            _check_answers(decision, answers, line)
            decision = play.answer(answers)
    except KeyError as problem:
        raise OtherCourse(line, "not_rolled", purpose=problem) from None
    _check_events(play, command)
    return sum(sum(said(answers).values()) for answers in rounds)


def _check_answers(decision: Any, answers: Any, line: int) -> None:
    if decision is None or not set(answers) <= set(decision.asks) or not decision.is_settled(answers):
        raise OtherCourse(line, "not_asked", seats=", ".join(sorted(answers)))
    for seat, draft in answers.items():
        if [order.closes for order in draft] != [False] * (len(draft) - 1) + [True]:
            raise ArchiveError(line, "incomplete_answer", seat=seat)
        ask = decision.ask(seat)
        for number, order in enumerate(draft):
            if order not in ask.menu(draft[:number]):
                raise OtherCourse(line, "not_offered", seat=seat, order=order)


def _check_events(play: "Play[Any]", command: Sequence[Recorded]) -> None:
    expected: list[Event] = play.events
    for number, each in enumerate(command):
        if number >= len(expected) or expected[number] != each.body:
            wanted = type(expected[number]).__name__ if number < len(expected) else "-"
            raise OtherCourse(_line(each), "other_event", has=type(each.body).__name__, wanted=wanted)
    last = command[-1]
    if len(expected) > len(command) or tuple(play.agenda) != last.agenda:
        raise OtherCourse(_line(last), "other_way")
