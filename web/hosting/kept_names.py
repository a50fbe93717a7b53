"""Names that people keep by an account: nobody else sits down under them in new games."""

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.store.accounts import NameKept
from domain.store.people import SOMEBODY, clean_name, twin
from projections import lobby
from web.base import logins, security
from web.base.site import site


def check(name: str) -> str:
    """The name, put in order, if the asker may sit down under it. Raises NameKept, InvalidSetup."""
    clean = clean_name(name)
    if twin(clean) == SOMEBODY:
        raise InvalidSetup(plain_refusal("name_reserved", name=clean))
    keeper = site().games.accounts.of(clean) if clean else None
    if keeper is not None:
        who = logins.account()
        if who is None or who.id != keeper.id:
            raise NameKept(plain_refusal("name_kept", name=clean))
    return clean


def check_not_played(name: str) -> None:
    """Whoever keeps a name has the games and ratings of that name: it may not be another's, who was the first
    to play here under it, without an account. Who sat at an uploaded game nobody knows. Raises NameKept."""
    games, uploaded = site().games, site().games.uploads.games()
    seats = [
        (row["game"], each["seat"])
        for row in lobby.read(site().redis, games)
        for each in row["seats"]
        if each["kind"] in ("person", "hotseat") and twin(each["holder"]) == twin(name)
        and row["game"] not in uploaded
    ]  # fmt: skip
    if not seats:
        return
    game, seat = min(seats, key=lambda each: (games.played_from(*each), each))
    if game not in security.my_games() or seat not in security.visitor(game).seats:
        raise NameKept(plain_refusal("name_played", name=name))
