"""What the host does: games put away and shown again, play closed and opened, people banned and let in again.
All of it is noted with why."""

from typing import Any, get_args

from flask_babel import gettext as _

from domain.kernel.errors import SetAside, UnknownGame
from domain.store.shelf import OF_NAMES, PLAY
from domain.store.traces import Deed
from web.admin.keeper import LONGEST_REASON, NotSaid
from web.base.site import site

OF_GAMES: tuple[Deed, ...] = ("hidden", "removed", "shown", *OF_NAMES)
OF_PLAY: tuple[Deed, ...] = ("closed", "opened")
assert {*OF_GAMES, *OF_PLAY} <= {*get_args(Deed)}


def reason(text: str) -> str:
    """What the host gives as his reason, on one line. Raises NotSaid."""
    said = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    if not said:
        raise NotSaid(_("Say why: it is noted with what is done. Nothing was changed."))
    if len(said) > LONGEST_REASON:
        words = _("The reason has %(most)s characters at most. Nothing was changed.", most=LONGEST_REASON)
        raise NotSaid(words)
    return said


def put_away(game: str, did: str, why: str) -> None:
    """Hides or removes a game or a tournament, or shows it again; takes its name from a game, or gives it
    back. Raises UnknownGame, NotSaid."""
    deed = next((each for each in OF_GAMES if each == did), None)
    if deed is None:
        raise NotSaid(_("Choose what shall be done. Nothing was changed."))
    check_is_here(game)
    if deed not in OF_NAMES:
        site().games.shelf.put(game, deed, reason(why))
    elif site().games.tournaments.is_here(game):
        raise NotSaid(_("Only a game can lose its name. Hide or remove the tournament. Nothing was changed."))
    else:
        site().games.take_name(game, reason(why), is_back=deed == "named")
    site().hub.announce(game)


def check_is_here(game: str) -> None:
    """Raises UnknownGame. A game that is set aside is here, also one of a title that is not; so is a
    tournament, by its id."""
    try:
        site().games.standing(game)
    except SetAside:
        return
    except UnknownGame as problem:
        if site().games.tournaments.is_here(game):
            return
        raise UnknownGame(_("There is no such game here.")) from problem


def set_play(is_open: bool, why: str) -> None:
    """Opens play, or closes it: then everything can be looked at and nothing is changed. Raises NotSaid."""
    site().games.shelf.put(PLAY, "opened" if is_open else "closed", reason(why))


def ban(who: str, why: str) -> str:
    """Bans a person or a range of addresses; gives the name by which it is noted. Raises InvalidSetup,
    NotSaid."""
    named: str = site().games.bans.ban(who, reason(why))
    return named


def lift(who: str, why: str) -> str:
    """Lifts a ban. Raises InvalidSetup, NotSaid."""
    named: str = site().games.bans.lift(who, reason(why))
    return named


def every_ban() -> list[dict[str, Any]]:
    """Everybody who was ever banned, those who are banned now first, then the last that was lifted."""
    found = [
        {
            "who": who,
            "banned": trace[-1].did == "banned",
            "trace": [{"did": each.did, "at": each.at, "why": each.why} for each in trace],
        }
        for who, trace in site().games.bans.all().items()
    ]
    return sorted(found, key=lambda each: (not each["banned"], -each["trace"][-1]["at"], each["who"]))
