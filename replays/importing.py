"""Bringing an archived game into a store."""

from domain.kernel import SeedRevealed
from domain.kernel.errors import NotAllowed
from domain.kernel.prose_files import plain_refusal
from domain.store import Games
from replays.archive import read
from replays.verification import verify


def adopt(games: Games, data: bytes) -> str:
    """Check an archive and keep its game; its id. Raises ArchiveError, or NotAllowed for a partial one."""
    verify(data)
    archive = read(data)
    if not archive.is_whole:
        raise NotAllowed(plain_refusal("seen_only", viewer=archive.header.seen_by))
    revealed = any(isinstance(each.body, SeedRevealed) for each in archive.recorded)
    if archive.seed is None and not revealed:
        raise NotAllowed(plain_refusal("archive_without_seed"))
    return games.adopt(list(archive.recorded), bytes.fromhex(archive.seed) if archive.seed else None)
