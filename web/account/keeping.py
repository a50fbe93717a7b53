"""What people do with accounts: make one, log in and out, get one back, end log-ins, be forgotten."""

from collections.abc import Callable
from typing import Any

from flask import request
from flask_babel import gettext as _

from domain.kernel import GrognardError, Seat
from domain.kernel.errors import InvalidSetup, SetAside, UnknownGame
from domain.store.accounts import Account
from domain.store.people import clean_name, twin
from web.base import limits, logins, security
from web.base.site import site
from web.hosting import entrants, kept_names
from web.hosting.pins_and_phrases import new_words

WORDS = 8
"""How many recovery words there are: 94 bits of chance."""
BEEN = "been"
"""The cookie of a browser in which somebody has logged in before, and what it is signed for."""
MOST_BEEN = 5
MAKER = "maker"


class NotProven(GrognardError):
    """A wrong password, or wrong words, or no such name: which of them is not told."""

    code = "not_proven"


def make(name: str, password: str) -> tuple[Account, str, str]:
    """Keeps a name for the asker, and gives the games of this browser to the account; gives the account, its
    recovery words and what proves the log-in. Raises InvalidSetup, NameKept."""
    return make_by(name, lambda clean, words: site().games.accounts.make(clean, password, words))


def make_by(name: str, keep: Callable[[str, str], Account]) -> tuple[Account, str, str]:
    """The same by whatever keeps a name with its recovery words. Raises InvalidSetup, NameKept."""
    clean, words = checked(name), new_words(WORDS)
    account = keep(clean, words)
    _take(account)
    return account, words, begin(account)


def checked(name: str) -> str:
    """The name as the asker may keep it. Raises InvalidSetup, NameKept."""
    if logins.account() is not None:
        raise InvalidSetup(_("You are logged in already. Log out to make another account."))
    clean: str = site().games.accounts.check_name(name)
    kept_names.check_not_played(clean)
    entrants.check_not_entered(clean)
    return clean


def log_in(name: str, password: str) -> tuple[Account, str]:
    """Logs the asker in; gives the account and what proves the log-in. Raises NotProven, TooManyRequests."""
    account = _named(name)
    if not _is_proven(name, account, lambda: site().games.accounts.has_password(account, password)):
        raise NotProven(_("This name and this password do not go together."))
    assert account is not None
    return account, begin(account)


def recover(name: str, words: str, password: str) -> tuple[Account, str, str]:
    """A new password by the recovery words, which are replaced: all log-ins end, and the asker is logged in.

    Gives the account, its new words and what proves the log-in. Raises NotProven, InvalidSetup.
    """
    account = _named(name)
    if not _is_proven(name, account, lambda: site().games.accounts.has_words(account, words)):
        raise NotProven(_("This name and these words do not go together. Mind the spelling."))
    assert account is not None
    fresh = new_words(WORDS)
    changed = site().games.accounts.recover(account, password, fresh)
    _tell(changed)
    return changed, fresh, begin(changed)


def change_password(password: str, new: str) -> str:
    """Another password: every other log-in ends; gives what proves this one.

    Raises NotProven, InvalidSetup.
    """
    changed = site().games.accounts.set_password(confirmed(password), new)
    _tell(changed)
    return begin(changed)


def do_without_password(password: str) -> str:
    """The passkeys stand instead of the password, where one was shown in this log-in a few minutes ago: every
    other log-in ends; gives what proves this one.

    Raises NotProven, InvalidSetup.
    """
    account = confirmed(password)
    if not has_shown():
        raise NotProven(_("Show your passkey once more first. Nothing was changed."))
    changed = site().games.accounts.do_without_password(account)
    _tell(changed)
    return begin(changed)


def change_words(password: str) -> str:
    """New recovery words, shown this once. Raises NotProven."""
    fresh = new_words(WORDS)
    site().games.accounts.set_words(confirmed(password), fresh)
    return fresh


def log_out() -> None:
    """Ends the log-in of this browser."""
    account = logins.account()
    logins.end()
    if account is not None:
        _tell(account)
        security.renew_browser()


def end(log_in: str) -> None:
    """Ends one of the account's log-ins, or all others (an empty text)."""
    here = logins.required()
    if log_in == here.log_in:
        log_out()
        return
    if log_in:
        site().games.accounts.end(here.account, log_in)
    else:
        site().games.accounts.end_others(here.account, here.log_in)
    _tell(here.account)


def take() -> int:
    """The games that this browser was given go into the account; gives how many."""
    return len(_take(logins.required().account))


def forget(password: str) -> None:
    """The account is gone, and what it was given. Raises NotProven."""
    account = confirmed(password)
    logins.end()
    before = [*site().games.passes.of(account.person)]
    site().games.forget_person(account)
    for game in before:
        site().hub.announce(game)
    security.renew_browser()


# What is kept


def about_me() -> dict[str, Any]:
    """All that is kept about whoever is logged in."""
    here = logins.required()
    account = here.account
    return {
        "name": account.name,
        "made": account.made,
        "log_ins": log_ins(here),
        "passkeys": passkeys(here),
        "games": [_given(game) for game in security.my_games()],
    }


def log_ins(here: logins.Here) -> list[dict[str, Any]]:
    """The log-ins of an account, as pages and programs see them."""
    found = site().games.accounts.log_ins(here.account)
    return [
        {"id": place, "since": each.at, "seen": each.seen, "browser": each.browser,
         "is_this": place == here.log_in}
        for place, each in found.items()
    ]  # fmt: skip


def passkeys(here: logins.Here) -> list[dict[str, Any]]:
    """The passkeys of an account, as pages and programs see them."""
    found = site().games.passkeys.of(here.account)
    return [
        {"id": place, "name": each.name, "made": each.made, "seen": each.seen, "site": each.site}
        for place, each in found.items()
    ]  # fmt: skip


def _given(game: str) -> dict[str, Any]:
    """What the account was given of one game (or tournament), what it wrote there, and where it is told: of
    several people at one screen, what the one in front of it did."""
    games, shown = site().games, security.passed(game)
    try:
        who = security.visitor(game)
    except (UnknownGame, SetAside):
        return {"game": game, "places": sorted(shown.keys), "opened": shown.host}
    reader = games.talk.reader(game, who.present)
    written = (*games.talk.lines(game, reader), *games.talk.notes(game, reader))
    holders = games.holders(game)
    return {
        "game": game,
        "seats": {seat: holders[seat].name for seat in who.seats},
        "opened": who.is_host,
        "texts": [{"at": each.at, "text": each.text} for each in written if each.seat in who.present],
        "notices": [
            {"way": way, "to": address.to}
            for (way, seat), address in games.addresses.of(game).items()
            if seat in who.present
        ],
    }


# In it


def _named(name: str) -> Account | None:
    found: Account | None = site().games.accounts.of(name)
    return found


def confirmed(password: str) -> Account:
    """The account of whoever is logged in and says its password again; one without a password has shown its
    passkey a few minutes ago. Raises NotProven, NotLoggedIn."""
    account = logins.required().account
    if not account.password:
        if not is_fresh():
            raise NotProven(_("Show your passkey once more first. Nothing was changed."))
        return account
    if not _is_proven(
        account.name, account, lambda: bool(site().games.accounts.has_password(account, password))
    ):
        raise NotProven(_("That is not the password of this account. Nothing was changed."))
    return account


def is_fresh() -> bool:
    """Whether this log-in has shown a passkey, or begun, a few minutes ago."""
    return bool(site().games.accounts.is_fresh(*logins.required()))


def has_shown() -> bool:
    """Whether a passkey was shown again in this log-in a few minutes ago: so one works here."""
    return bool(site().games.accounts.has_shown(*logins.required()))


def _is_proven(name: str, account: Account | None, is_right: Any) -> bool:
    """Wrong tries count for the address, and for the name, whether anybody keeps it or not; a browser in
    which the person has logged in before is not kept out by what others try. Raises TooManyRequests."""
    settings = site().settings
    tries = {f"account {limits.asker()}": settings.pin_limit}
    if account is None or account.id not in _been():
        tries[f"account of {twin(clean_name(name))}"] = settings.account_limit
    return limits.is_log_in(tries, is_right)


def begin(account: Account) -> str:
    """The asker is logged in from now on, and forms that were made before are worthless."""
    token = logins.begin(account)
    security.renew_browser()
    been = [account.id, *(each for each in _been() if each != account.id)][:MOST_BEEN]
    request.environ[security.BEEN] = security.signed_by(site().settings.secrets, BEEN, been)
    return token


def _been() -> list[str]:
    """The accounts in which somebody has logged in with this browser."""
    try:
        return [str(each) for each in security.read_signed(BEEN, request.cookies.get(BEEN, ""))]
    except security.BadLink:
        return []


def _take(account: Account) -> list[str]:
    """The account has what this browser was given, and the browser has it no more by itself."""
    games, browser = site().games, security.browser_name()
    if not browser:
        return []
    before = games.passes.of(browser)
    moved: list[str] = games.passes.move(browser, account.person, _opens)
    for game in moved:
        if games.tournaments.is_here(game):
            for place, key in before[game].keys.items():
                if place != MAKER and _opens(game, place, key):
                    games.tournaments.let_browser(game, int(place), account.person)
        site().hub.announce(game)
    return moved


def _opens(game: str, place: str, key: str) -> bool:
    """Whether a key of a seat, or of a place in a tournament, has not been replaced."""
    games = site().games
    if games.tournaments.is_here(game):
        return bool(key == games.tournaments.key(game, place))
    try:
        return bool(key == games.seat_key(game, Seat(place)))
    except (UnknownGame, SetAside, InvalidSetup):
        return False


def _tell(account: Account) -> None:
    """Open pages of an account's games are judged anew."""
    for game in site().games.passes.of(account.person):
        site().hub.announce(game)


def seats_of_browser() -> int:
    """How many games this browser was given beside the account."""
    browser = security.browser_name()
    return len(site().games.passes.of(browser)) if browser else 0
