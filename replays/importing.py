"""Bringing an archived game into a store."""

from collections.abc import Sequence

import msgspec

from domain.kernel import Opened, Recorded, SeedRevealed
from domain.kernel.errors import NotAllowed
from domain.kernel.prose_files import plain_refusal
from domain.store import Games
from replays.archive import read
from replays.trial import Draw, no_picture, show_once
from replays.verification import verify


def adopt(games: Games, data: bytes, draw: Draw = no_picture) -> str:
    """Check an archive and keep its game; its id.

    A game that was played by other rules or on other data is kept to be looked at only. Raises
    ArchiveError, or NotAllowed for a partial one; then nothing was kept.
    """
    verified, archive = verify(data), read(data)
    if not archive.is_whole:
        raise NotAllowed(plain_refusal("seen_only", viewer=archive.header.seen_by))
    revealed = any(isinstance(each.body, SeedRevealed) for each in archive.recorded)
    if archive.seed is None and not revealed:
        raise NotAllowed(plain_refusal("archive_without_seed"))
    recorded = _marked(archive.recorded, verified.only_shown)
    seed = bytes.fromhex(archive.seed) if archive.seed else None
    show_once(recorded, seed, draw)
    return games.adopt(recorded, seed, archive.pack)


def _marked(recorded: Sequence[Recorded], only_shown: str) -> list[Recorded]:
    """The same events; the opening says whether the game can only be looked at."""
    first, *rest = recorded
    assert isinstance(first.body, Opened)
    opened = msgspec.structs.replace(first.body, only_shown=only_shown)
    return [msgspec.structs.replace(first, body=opened), *rest]
