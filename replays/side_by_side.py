"""Two games on one slider: their positions aligned by turn and phase, and how far apart they stand.

How far apart two positions stand (`apart`) is a share from 0 to 1 of what everybody sees on the board:

    0.6 * (spaces held differently / spaces held in either game)
    + 0.4 * (mean over the sides of |strength - strength| / the greater of the two strengths)

A space is held by the sides whose counters stand on it, else by its owner (`held`). Both parts are
distances of their own (Jaccard's of the held spaces, the relative gap of strengths): 0 for equal positions,
the same both ways round, and never more than the detour by a third position.
"""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel import PUBLIC, Recorded, Scene, Seat
from domain.kernel.history import History, is_host_event, standing_events
from domain.kernel.prose import prose
from domain.kernel.scene import Token
from replays.kinship import event_bytes, forked_at, shared_rules

BY_PLACE, BY_STRENGTH = 0.6, 0.4
PASSING = frozenset(
    ("attacked", "battled", "marked", "moved", "ordered", "part_marked", "rallied", "tired", "tried")
)
"""Flags that tell only what a counter has done in this turn: two that differ in nothing else stand alike."""

Held = dict[str, tuple[str, ...]]
"""Who holds which space: the sides, in alphabetical order."""


class Moment(msgspec.Struct, frozen=True):
    """One stop of the slider: the event after which each game is shown, and how far apart they then stand.

    `has_a` and `has_b` tell which games have a position of this turn, round and phase; the other one is
    shown where it stood before. `over_a` and `over_b` tell that a game had ended before.
    """

    turn: int
    round: int
    phase: str
    a: int
    b: int
    has_a: bool
    has_b: bool
    over_a: bool
    over_b: bool
    apart: float


class Said(msgspec.Struct, frozen=True):
    """What a game did at an event, in one sentence."""

    version: int
    text: str


class SideBySide(msgspec.Struct, frozen=True):
    """Two games of one title. `opens` is the moment to begin with, `first` that of the first difference.

    `parting` says what each game did there, None for a game that had ended. `measures` holds both games'
    measures at each moment, None once a game is over.
    """

    title: str
    games: tuple[str, str]
    events: tuple[int, int]
    fork_at: int | None
    moments: tuple[Moment, ...]
    opens: int
    first: int | None
    parting: tuple[Said | None, Said | None]
    measures: tuple[tuple[Mapping[str, float] | None, Mapping[str, float] | None], ...]


class _Position(msgspec.Struct, frozen=True):
    version: int
    clock: tuple[int, int]
    scene: Scene
    held: Held
    strength: Mapping[str, int]
    measures: Mapping[str, float]


def held(scene: Scene) -> Held:
    """Who holds each space that anybody holds: the sides whose counters stand there, else its owner."""
    found: dict[str, set[str]] = {}
    for token in scene.tokens.values():
        if token.at is not None:
            found.setdefault(token.at, set()).add(token.side)
    owners = {
        space: (each.owner,) for space, each in scene.spaces.items() if each.owner and space not in found
    }
    return {**{space: tuple(sorted(sides)) for space, sides in found.items()}, **owners}


def held_differently(a: Held, b: Held) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """(space, who holds it in the first game, who in the second) where that is not the same."""
    spaces = sorted(a.keys() | b.keys())
    return [(each, a.get(each, ()), b.get(each, ())) for each in spaces if a.get(each) != b.get(each)]


def standing_differently(a: Scene, b: Scene) -> list[tuple[str, Token | None, Token | None]]:
    """(counter, how it stands in the first game, how in the second) of every counter on either board that
    stands elsewhere or otherwise in the other; None where it is not on the board. What it has done in its
    turn (`PASSING`) makes no difference."""
    pairs = [(key, _on_board(a, key), _on_board(b, key)) for key in sorted(a.tokens.keys() | b.tokens.keys())]
    return [(key, one, other) for key, one, other in pairs if one != other]


def _on_board(scene: Scene, key: str) -> Token | None:
    token = scene.tokens.get(key)
    if token is None or token.at is None:
        return None
    return replace(token, flags=tuple(each for each in token.flags if each not in PASSING))


def apart(a: Scene, b: Scene) -> float:
    """How far apart two positions stand, 0 to 1, as the module's head defines it."""
    return _apart(held(a), strengths(a), held(b), strengths(b))


def strengths(scene: Scene) -> dict[str, int]:
    """The strength of every side's counters on the board."""
    found: dict[str, int] = {}
    for token in scene.tokens.values():
        if token.at is not None:
            found[token.side] = found.get(token.side, 0) + (token.strength or 0)
    return found


def _apart(held_a: Held, strong_a: Mapping[str, int], held_b: Held, strong_b: Mapping[str, int]) -> float:
    spaces = held_a.keys() | held_b.keys()
    by_place = sum(held_a.get(each) != held_b.get(each) for each in spaces) / len(spaces) if spaces else 0.0
    sides = strong_a.keys() | strong_b.keys()
    gaps = [_gap(strong_a.get(side, 0), strong_b.get(side, 0)) for side in sorted(sides)]
    return BY_PLACE * by_place + BY_STRENGTH * (sum(gaps) / len(gaps) if gaps else 0.0)


def _gap(a: int, b: int) -> float:
    return abs(a - b) / max(a, b) if a != b else 0.0


def standing_rests(history: History) -> list[int]:
    """The versions between commands that still count: what was taken back is left out."""
    return [
        each.version
        for each in standing_events(history.recorded)
        if each.left == 0 and (each.version == 1 or not is_host_event(each.body))
    ]


def side_by_side(
    a: Sequence[Recorded], b: Sequence[Recorded], viewer: Seat = PUBLIC, language: str = "en"
) -> SideBySide:
    """Two games as `viewer` may see them. Raises CannotCompare for games of different titles."""
    rule_set = shared_rules(a, b)
    fork_at = forked_at(a, b)
    histories = History(rule_set, a), History(rule_set, b)
    positions = _positions(histories[0], viewer), _positions(histories[1], viewer)
    pairs = _paired(*positions, fork_at or 0)
    moments, measures = _moments(pairs, positions)
    differs = next((n for n, (p, q) in enumerate(_shown(pairs)) if not _same_board(p.scene, q.scene)), None)
    if fork_at is not None:
        first, versions = _forks_part(histories, moments, fork_at, viewer)
        shared = (n for n, each in enumerate(moments) if max(each.a, each.b) <= fork_at)
        opens = max(shared, default=0)
    else:
        first = differs
        versions = _boards_part(histories, moments, differs, viewer)
        opens = differs or 0
    words = prose(rule_set, language)

    def said(history: History, version: int) -> Said | None:
        if not 1 <= version <= len(history.recorded):
            return None
        return Said(version, words.event(rule_set.redact(history.recorded[version - 1].body, viewer)))

    return SideBySide(
        title=rule_set.id,
        games=(a[0].game, b[0].game),
        events=(len(a), len(b)),
        fork_at=fork_at,
        moments=moments,
        opens=opens,
        first=first,
        parting=(said(histories[0], versions[0]), said(histories[1], versions[1])),
        measures=measures,
    )


def _positions(history: History, viewer: Seat) -> list[_Position]:
    rule_set = history.rule_set
    found = []
    for version in standing_rests(history):
        state = history.at(version).state
        scene = rule_set.view(state, viewer)
        found.append(
            _Position(
                version,
                rule_set.clock(state),
                scene,
                held(scene),
                strengths(scene),
                rule_set.measured(state, viewer),
            )
        )
    return found


Pair = tuple[_Position | None, _Position | None]


def _paired(a: Sequence[_Position], b: Sequence[_Position], fork_at: int) -> list[Pair]:
    """Both games' positions: up to event `fork_at` they are the same ones, from there on `_aligned`."""
    shared = [{one.version: one for one in each if one.version <= fork_at} for each in (a, b)]
    past = [(shared[0].get(n), shared[1].get(n)) for n in sorted(shared[0].keys() | shared[1].keys())]
    return past + _aligned(*([one for one in each if one.version > fork_at] for each in (a, b)))


def _aligned(a: Sequence[_Position], b: Sequence[_Position]) -> list[Pair]:
    """Both games' positions by turn and round, and within a round by their phases in order.

    A position that the other game has no partner for stands alone: moments are never stretched.
    """
    grouped = [
        {clock: list(found) for clock, found in groupby(each, key=lambda one: one.clock)} for each in (a, b)
    ]
    pairs: list[Pair] = []
    for clock in sorted(grouped[0].keys() | grouped[1].keys()):
        own, other = grouped[0].get(clock, []), grouped[1].get(clock, [])
        phases = [one.scene.phase for one in own], [one.scene.phase for one in other]
        for kind, i, j, k, m in SequenceMatcher(None, *phases, autojunk=False).get_opcodes():
            if kind == "equal":
                pairs += zip(own[i:j], other[k:m], strict=True)
            else:
                pairs += [(one, None) for one in own[i:j]]
                pairs += [(None, one) for one in other[k:m]]
    return pairs


def _shown(pairs: Sequence[Pair]) -> list[tuple[_Position, _Position]]:
    """What stands on both boards at each moment: a game without this moment stays where it was."""
    a = next(one for one, _ in pairs if one is not None)
    b = next(one for _, one in pairs if one is not None)
    found = []
    for own, other in pairs:
        a, b = own or a, other or b
        found.append((a, b))
    return found


def _moments(pairs: Sequence[Pair], positions: tuple[Sequence[_Position], Sequence[_Position]]) -> Any:
    moments, measures = [], []
    ends = [each[-1].version for each in positions]
    over = [False, False]
    for (own, other), (a, b) in zip(pairs, _shown(pairs), strict=True):
        of = own or other
        assert of is not None
        moments.append(
            Moment(
                *of.clock,
                of.scene.phase,
                a.version,
                b.version,
                own is not None,
                other is not None,
                over[0],
                over[1],
                round(_apart(a.held, a.strength, b.held, b.strength), 4),
            )
        )
        measures.append((None if over[0] else a.measures, None if over[1] else b.measures))
        over = [a.version == ends[0], b.version == ends[1]]
    return tuple(moments), tuple(measures)


def _same_board(a: Scene, b: Scene) -> bool:
    return a.spaces == b.spaces and not standing_differently(a, b)


def _forks_part(
    histories: tuple[History, History], moments: Sequence[Moment], fork_at: int, viewer: Seat
) -> tuple[int | None, tuple[int, int]]:
    """The moment of the first event that differs, and its number in each game; the host's events between
    (who takes which seat) do not count."""
    numbers = [
        [one.version for one in each.recorded[fork_at:] if not is_host_event(one.body)] for each in histories
    ]
    for a, b in zip_longest(*numbers):
        if a is None or b is None or _differ(histories, a, b, viewer):
            return _reached(moments, a, b), (a or 0, b or 0)
    return None, (0, 0)


def _differ(histories: tuple[History, History], a: int, b: int, viewer: Seat) -> bool:
    return event_bytes(histories[0], a, viewer) != event_bytes(histories[1], b, viewer)


def _reached(moments: Sequence[Moment], a: int | None, b: int | None) -> int:
    """The first moment at which one of the games has come to this event."""
    reached = (
        n for n, each in enumerate(moments)
        if (a is not None and each.a >= a) or (b is not None and each.b >= b)
    )  # fmt: skip
    return next(reached, len(moments) - 1)


def _boards_part(
    histories: tuple[History, History], moments: Sequence[Moment], at: int | None, viewer: Seat
) -> tuple[int, int]:
    """The event in each game that first changed the board on the way to moment `at`, else its last one."""
    if at is None:
        return 0, 0
    before, now = moments[max(at - 1, 0)], moments[at]
    return (
        _changed_between(histories[0], before.a, now.a, viewer),
        _changed_between(histories[1], before.b, now.b, viewer),
    )


def _changed_between(history: History, before: int, upto: int, viewer: Seat) -> int:
    scene = history.rule_set.view(history.at(before).state, viewer)
    for version in range(before + 1, upto + 1):
        after = history.rule_set.view(history.at(version).state, viewer)
        if not _same_board(scene, after):
            return version
    return upto
