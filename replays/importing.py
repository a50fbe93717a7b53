"""Bringing an archived game into a store."""

from domain.kernel import SeedRevealed
from domain.kernel.errors import NotAllowed
from domain.store import Games
from replays.archive import read
from replays.verification import verify


def adopt(games: Games, data: bytes) -> str:
    """Check an archive and keep its game; its id. Raises ArchiveError, or NotAllowed for a partial one."""
    verify(data)
    archive = read(data)
    if not archive.is_whole:
        raise NotAllowed(
            f"This archive shows the game only as {archive.header.seen_by} saw it; "
            "a whole one can be exported when the game is over, or by its host."
        )
    revealed = any(isinstance(each.body, SeedRevealed) for each in archive.recorded)
    if archive.seed is None and not revealed:
        raise NotAllowed(
            "This game is still running and its archive does not hold the seed, so it could not go on "
            "with the same fate; its host can export it with the seed."
        )
    return games.adopt(list(archive.recorded), bytes.fromhex(archive.seed) if archive.seed else None)
