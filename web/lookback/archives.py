"""Archives over HTTP: downloads show what the asker may see, uploads are checked before they are kept."""

from typing import Any

from flask_babel import gettext as _

from domain.kernel import ALL, RuleSet, Seat, Standing
from domain.kernel.errors import NotAllowed, UnknownGame
from replays import archive, importing
from web.base.site import rule_set_of, site
from web.table import miniature
from web.table.picture import board_markup


def archive_of(game: str, desk: Any, viewer: Seat) -> bytes:
    """The archive of a game up to the desk: all-seeing when it is over, else as `viewer` sees it."""
    games = site().games
    seen_by = ALL if desk.is_over else viewer
    recorded, first = games.recorded(game, 0, desk.version), games.matches.first_of(game)
    return archive.write(rule_set_of(game), recorded, seen_by, return_of=first)


def adopt(data: bytes) -> str:
    """Keeps the game of an archive that somebody uploads, and returns its id.

    Raises ArchiveError, NotAllowed, InvalidSetup.
    """
    if site().settings.may_import == "nobody":
        raise NotAllowed(_("This server takes no uploads. Its host can use `grognard replay import`."))
    return importing.adopt(site().games, data, _draw, is_upload=True)


def _draw(rule_set: RuleSet, standing: Standing, viewer: Seat) -> None:
    """The board and its miniature, as pages draw them: what cannot be drawn here is not taken in."""
    scene = rule_set.view(standing.state, viewer)
    if board_markup(rule_set, scene):
        miniature.marks_svg(scene)


def adopt_sample(name: str) -> str:
    """Keeps a game of the library, once, and returns its id. Raises UnknownGame."""
    known = {path.stem: path for path in site().settings.library.glob("*.jsonl")}
    if name not in known:
        raise UnknownGame(_("The library has no game %(name)r.", name=name))
    data = known[name].read_bytes()
    game = archive.read(data).header.game
    return game if game in site().games.ids() else importing.adopt(site().games, data, _draw)
