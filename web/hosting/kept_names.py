"""Names that people keep by an account: nobody else sits down under them in new games."""

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.store.accounts import NameKept
from domain.store.people import SOMEBODY, clean_name, likeness
from projections import lobby
from web.base import logins, security
from web.base.site import site


def check(name: str) -> str:
    """The name, put in order, if the asker may sit down under it. Raises NameKept, InvalidSetup."""
    clean = clean_name(name)
    if likeness(clean) == SOMEBODY:
        raise InvalidSetup(plain_refusal("name_reserved", name=clean))
    keeper = site().games.accounts.of(clean) if clean else None
    if keeper is not None:
        who = logins.account()
        if who is None or who.id != keeper.id:
            raise NameKept(plain_refusal("name_kept", name=clean))
    return clean


def check_not_played(name: str) -> None:
    """Whoever keeps a name has the games and ratings of that name: it may not be another's, who played here
    without an account. Raises NameKept."""
    seats = [
        (row["game"], each["seat"])
        for row in lobby.read(site().redis, site().games)
        for each in row["seats"]
        if each["kind"] in ("person", "hotseat") and likeness(each["holder"]) == likeness(name)
    ]
    mine = {*security.my_games()}
    if seats and not any(seat in security.visitor(game).seats for game, seat in seats if game in mine):
        raise NameKept(plain_refusal("name_played", name=name))
