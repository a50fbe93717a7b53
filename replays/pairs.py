"""Two games side by side: their moments aligned, and where they first part (`analytics.md` 6)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

Key = tuple[int, int, str, str, int]
"""Turn, round (0 if the row has none), seat, phase, and how often that came up before."""


class Moment(msgspec.Struct, frozen=True):
    """One moment with the row of each game, None where that game never had it."""

    key: Key
    a: Mapping[str, Any] | None
    b: Mapping[str, Any] | None


class FirstDifference(msgspec.Struct, frozen=True):
    """The first version at which two games differ; None for a game that had ended before it."""

    version: int
    a: bytes | None
    b: bytes | None


def _keyed(rows: Sequence[Mapping[str, Any]]) -> dict[Key, Mapping[str, Any]]:
    """The rows under their keys, in order."""
    found: dict[Key, Mapping[str, Any]] = {}
    seen: dict[tuple[int, int, str, str], int] = {}
    for row in rows:
        moment = (row["turn"], row.get("round") or 0, row.get("seat") or "", row.get("phase") or "")
        found[(*moment, seen.get(moment, 0))] = row
        seen[moment] = seen.get(moment, 0) + 1
    return found


def align(a_rows: Sequence[Mapping[str, Any]], b_rows: Sequence[Mapping[str, Any]]) -> tuple[Moment, ...]:
    """The moments of both games by turn, round, seat and phase; gaps where one is missing, never stretched.

    Rows are in playing order and hold at least `turn`. A moment that came up k times is aligned
    with the k-th of the other game. Within a round the order is that of game a; a moment of b
    alone follows the one it follows in b.
    """
    a, b = _keyed(a_rows), _keyed(b_rows)
    place: dict[Key, tuple[int, int]] = {key: (index, 0) for index, key in enumerate(a)}
    last, behind = -1, 0
    for key in b:
        if key in a:
            last, behind = place[key][0], 0
        else:
            behind += 1
            place[key] = (last, behind)
    keys = sorted(place, key=lambda key: (key[0], key[1], place[key]))
    return tuple(Moment(key, a.get(key), b.get(key)) for key in keys)


def first_difference(
    a: Sequence[tuple[int, bytes]], b: Sequence[tuple[int, bytes]], fork_at: int | None = None
) -> FirstDifference | None:
    """The first version whose bytes differ, or None if the games are equal to the end of both.

    `a` and `b` are (version, canonical bytes) of events, or of states for unrelated games, in order.
    If one is a fork of the other (or both are of one parent), `fork_at` is the last version they
    share: the opening is left out, as a fork has its own. Raises ValueError if shared versions differ.
    """
    own, other = dict(a), dict(b)
    start = 1 if fork_at is None else 2
    for version in sorted(own.keys() | other.keys()):
        if version < start or own.get(version) == other.get(version):
            continue
        if fork_at is not None and version <= fork_at:
            raise ValueError(
                f"the games differ at version {version}, but a fork at {fork_at} "
                f"has its parent's events 2 to {fork_at}; give the version they were forked at"
            )
        return FirstDifference(version, own.get(version), other.get(version))
    return None
