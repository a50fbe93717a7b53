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


def adopt(games: Games, data: bytes, draw: Draw = no_picture, is_upload: bool = False) -> str:
    """Check an archive and keep its game; its id. Both games of a match are a match here too, whichever
    comes first.

    A game that was played by other rules or on other data is kept to be looked at only. `is_upload`: it is
    noted that somebody brought it who is not the host. Raises ArchiveError, or NotAllowed for a partial one;
    then nothing was kept.
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
    game = games.adopt(recorded, seed, archive.pack, is_upload=is_upload)
    _join_match(games, game, archive.header.return_of)
    return game


def _join_match(games: Games, game: str, first: str) -> None:
    """The game and the one that it belongs to are a match, once both are here and fit each other."""
    here = set(games.ids())
    if first and first not in here:
        games.matches.announce(first, game)
        return
    second = game if first else games.matches.return_of(game)
    if second in here and _is_return(games, first or game, second):
        games.matches.join(first or game, second)


def _is_return(games: Games, first: str, second: str) -> bool:
    """Whether it is the same battle with the same two on the other side. What somebody uploaded is in no
    match with a game that was played here."""
    uploaded = games.uploads.games()
    if (first in uploaded) != (second in uploaded) or games.matches.return_of(first) not in (None, second):
        return False
    one, other = _opening(games, first), _opening(games, second)
    if [one.title, one.scenario, one.seats, one.data] != [
        other.title, other.scenario, other.seats, other.data
    ] or len(one.seats) != 2:  # fmt: skip
        return False
    before, after = games.holders(first), games.holders(second)
    return [before[seat].name for seat in one.seats] == [after[seat].name for seat in reversed(one.seats)]


def _opening(games: Games, game: str) -> Opened:
    body = games.recorded(game, 0, 1)[0].body
    assert isinstance(body, Opened)
    return body


def _marked(recorded: Sequence[Recorded], only_shown: str) -> list[Recorded]:
    """The same events; the opening says whether the game can only be looked at."""
    first, *rest = recorded
    assert isinstance(first.body, Opened)
    opened = msgspec.structs.replace(first.body, only_shown=only_shown)
    return [msgspec.structs.replace(first, body=opened), *rest]
