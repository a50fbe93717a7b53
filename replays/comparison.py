"""Comparing: two games side by side, or two groups of games with what may be said of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from domain.kernel import PUBLIC, Opened, Recorded, Seat
from domain.kernel.history import History, fold
from domain.kernel.prose import prose
from replays.cohorts import GroupComparison, bands, compare_groups
from replays.kinship import CannotCompare, event_bytes, forked_at, shared_rules
from replays.pairs import first_difference
from replays.parts import SUFFIX
from replays.selection import first_of_parts, read_rows

Measures = Mapping[str, float]
Tick = tuple[str, Measures | None, Measures | None]


class Parting(msgspec.Struct, frozen=True):
    """Where two games first differ: the event number, and what each did there, in words."""

    version: int
    a: str | None
    b: str | None


class GamesComparison(msgspec.Struct, frozen=True):
    """Two games of one title: where they part, and their measures aligned by turn and round."""

    title: str
    names: tuple[str, str]
    games: tuple[str, str]
    events: tuple[int, int]
    fork_at: int | None
    parting: Parting | None
    board_parting: Parting | None
    ticks: tuple[Tick, ...]


def compare_games(
    a: Sequence[Recorded], b: Sequence[Recorded], viewer: Seat = PUBLIC, language: str = "en"
) -> GamesComparison:
    """Two games as `viewer` may see them. Raises CannotCompare for games of different titles."""
    rule_set = shared_rules(a, b)
    fork_at = forked_at(a, b)
    histories = History(rule_set, a), History(rule_set, b)
    words = prose(rule_set, language)

    def said(history: History, version: int) -> str | None:
        if version > len(history.recorded):
            return None
        return words.event(rule_set.redact(history.recorded[version - 1].body, viewer))

    def parting(of: Any) -> Parting | None:
        first, second = ([(n, of(h, n)) for n in range(1, len(h.recorded) + 1)] for h in histories)
        found = first_difference(first, second, fork_at=fork_at)
        if found is None:
            return None
        return Parting(found.version, *(said(history, found.version) for history in histories))

    return GamesComparison(
        title=rule_set.id,
        names=(_name(a), _name(b)),
        games=(a[0].game, b[0].game),
        events=(len(a), len(b)),
        fork_at=fork_at,
        parting=parting(lambda h, n: event_bytes(h, n, viewer)),
        board_parting=parting(_board_bytes(viewer)),
        ticks=_ticks(*histories, viewer),
    )


def _name(recorded: Sequence[Recorded]) -> str:
    opened = recorded[0].body
    assert isinstance(opened, Opened)
    return opened.name or recorded[0].game[:8]


def _board_bytes(viewer: Seat) -> Any:
    """The board alone after each event: counters and spaces, without cards; equal boards, equal bytes."""
    before: dict[int, tuple[int, Any]] = {}

    def of(history: History, version: int) -> bytes:
        at, standing = before.get(id(history), (0, None))
        if version != at + 1:
            at, standing = 0, None
        standing = fold(history.rule_set, history.recorded[at:version], standing, history.at)
        before[id(history)] = version, standing
        scene = history.rule_set.view(standing.state, viewer)
        return msgspec.json.encode([scene.tokens, scene.spaces])

    return of


def _ticks(a: History, b: History, viewer: Seat) -> tuple[Tick, ...]:
    """The measures of both at the end of each round, aligned by (turn, round); None where one has no such."""
    found = [_by_clock(history, viewer) for history in (a, b)]
    return tuple(
        (f"{turn}.{number}", found[0].get((turn, number)), found[1].get((turn, number)))
        for turn, number in sorted(found[0].keys() | found[1].keys())
    )


def _by_clock(history: History, viewer: Seat) -> dict[tuple[int, int], Measures]:
    rule_set = history.rule_set
    found: dict[tuple[int, int], Measures] = {}
    for rest in history.rests():
        state = history.at(rest).state
        found[rule_set.clock(state)] = rule_set.measured(state, viewer)
    return found


def compare_files(first: Path, second: Path, seed: int = 1) -> GroupComparison:
    """Two files of `grognard simulate`, or folders of parts. Raises CannotCompare if one cannot be read."""
    return groups_compared(frame_of(first), frame_of(second), first.stem, second.stem, seed)


def groups_compared(
    a: pl.DataFrame,
    b: pl.DataFrame,
    label_a: str,
    label_b: str,
    seed: int,
    names: Mapping[str, str] | None = None,
    language: str = "en",
) -> GroupComparison:
    """Two groups of games of one title, told in `language`. Raises CannotCompare if they do not fit."""
    try:
        if {*a["title"].unique()} != {*b["title"].unique()} or a["title"].n_unique() != 1:
            found = sorted({*a["title"].unique(), *b["title"].unique()})
            raise CannotCompare("groups_of_titles", found=", ".join(found))
        return compare_groups(a, b, label_a, label_b, seed, names, language)
    except ValueError as problem:
        raise CannotCompare("groups_unfit", a=label_a, b=label_b, problem=problem) from problem


def frame_of(path: Path) -> pl.DataFrame:
    """The games of a simulation's file, or the first of its parts. Raises CannotCompare."""
    if path.suffix == SUFFIX:
        return first_of_parts(path)[0]
    try:
        if "title" not in pl.read_parquet_schema(path):
            raise CannotCompare("not_simulated", file=path)
        return read_rows(path)
    except (OSError, pl.exceptions.PolarsError) as problem:
        raise CannotCompare("unreadable", file=path, problem=problem) from problem


def bands_of(turns: pl.DataFrame) -> pl.DataFrame:
    """Curves with bands from a `.turns.parquet` frame: one column a measure, one row a game and turn."""
    names = [name for name in turns.columns if name not in ("game", "number", "turn")]
    last = turns.unique(["game", "turn"], keep="last")
    return bands(last.unpivot(names, index=["game", "turn"], variable_name="measure", value_name="value"))


def as_text(found: GamesComparison | GroupComparison) -> str:
    """What a comparison found, as lines of text."""
    if isinstance(found, GroupComparison):
        headline, *rest = dict.fromkeys([found.headline, *(each.sentence for each in found.findings)])
        lines = [headline, *([""] if rest else []), *rest]
        lines += ["", *(funnel.sentence for funnel in found.luck), *found.notes]
        return "\n".join(lines)
    lines = [f"{found.names[0]} ({found.events[0]} events) and {found.names[1]} ({found.events[1]} events)"]
    if found.parting is None:
        lines.append("They are equal to the last event.")
    else:
        lines.append(f"They part at event {found.parting.version}:")
        lines += [f"  {side}: {text or 'the game was over'}" for side, text in
                  zip(found.names, (found.parting.a, found.parting.b), strict=True)]  # fmt: skip
    if found.board_parting is not None:
        lines.append(f"Their boards differ from event {found.board_parting.version} on.")
    return "\n".join(lines)


def as_json(found: GamesComparison | GroupComparison) -> Any:
    """The same for a program."""
    return msgspec.to_builtins(found)
