"""A game that somebody brings is played through, asked and drawn once in a scratch place, in memory.

Only what gives no error here goes into the store, so that no page, lobby or projector meets it unprepared.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from domain.kernel import ALL, PUBLIC, GrognardError, Recorded, RuleSet, Seat, Standing
from domain.kernel.history import History
from domain.kernel.prose import languages
from domain.store import Games, open_games
from projections import boards, lobby, statistics, timelines
from projections.documents import desk_document, event_row
from projections.following import Followed, write_json
from replays.errors import ArchiveError
from replays.showing import rule_set_of
from replays.soundness import LONGEST_TEXT

Draw = Callable[[RuleSet, Standing, Seat], object]
"""Draws a position as a viewer sees it, as the pages do."""
CHUNK = 64


def no_picture(rule_set: RuleSet, standing: Standing, viewer: Seat) -> None:
    """For programs that draw no boards."""


def show_once(recorded: Sequence[Recorded], seed: bytes | None, draw: Draw = no_picture) -> None:
    """Everything that is ever shown of the game, to nobody. Raises ArchiveError naming the line.

    Of a game that was checked by the rules, boards are drawn where it stands now, and its past is told to
    the public and the all-seeing; of one that can only be looked at, all is drawn and told to everybody.
    """
    scratch = open_games("memory:")
    try:
        with naming(len(recorded) + 1):
            _fold(recorded)
            game = scratch.adopt(recorded, seed)
            history = scratch.history(game)
        _show_course(history, draw)
        with naming(len(recorded) + 1):
            _show_present(scratch, game, draw)
    finally:
        scratch.close()


@contextmanager
def naming(line: int) -> Iterator[None]:
    """Whatever goes wrong is said of this line."""
    try:
        yield
    except ArchiveError:
        raise
    except GrognardError as problem:
        raise ArchiveError(line, "not_shown", problem=problem.said) from problem
    except Exception as problem:
        found = f"{type(problem).__name__}: {problem}"[:200]
        raise ArchiveError(line, "not_shown", problem=found) from problem


def _fold(recorded: Sequence[Recorded]) -> None:
    with naming(2):
        history = History(rule_set_of(recorded))
    for each in recorded:
        with naming(each.version + 1):
            history.extend([each])


def _show_course(history: History, draw: Draw) -> None:
    """The rows of timelines and log, and the boards."""
    seats = () if history.head.is_playable else history.head.opened.seats
    viewers = (PUBLIC, *seats, ALL)
    last = history.head.version
    for start in range(1, last + 1, CHUNK):
        stop = min(start + CHUNK - 1, last)
        try:
            _show_part(history, viewers, start, stop, draw)
        except Exception:
            for version in range(start, stop + 1):  # which of them it was
                with naming(version + 1):
                    _show_part(history, viewers, version, version, draw)
            raise


def _show_part(history: History, viewers: Sequence[Seat], start: int, stop: int, draw: Draw) -> None:
    rule_set = history.rule_set
    timelines.written(history, viewers, start, stop)
    for each in history.recorded[start - 1 : stop]:
        for language in languages(rule_set):
            for viewer in (PUBLIC, ALL):
                row = event_row(rule_set, each, viewer, language)
                if len(row["text"]) > LONGEST_TEXT:
                    told = {"has": len(row["text"]), "most": LONGEST_TEXT}
                    raise ArchiveError(each.version + 1, "long_text", **told)
        if not history.head.is_playable:
            for viewer in (PUBLIC, ALL):
                draw(rule_set, history.at(each.version), viewer)


def _show_present(games: Games, game: str, draw: Draw) -> None:
    """Boards, the desk with every menu, the rows of lobby and statistics."""
    desk, history = games.desk(game), games.history(game)
    rule_set, head = history.rule_set, history.head
    followed = Followed(game, rule_set)
    followed.extend(history.recorded)
    row = lobby.row(lobby.glance_of(followed))
    shown: list[Any] = [row, statistics.document(followed), games.holders(game)]
    for viewer in boards.viewers(head):
        shown.append(boards.document(rule_set, game, head, followed.last.at, viewer))
        draw(rule_set, head, viewer)
        for language in languages(rule_set):
            shown.append(desk_document(rule_set, desk, viewer, language, history=history))
    write_json(shown)
