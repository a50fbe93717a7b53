"""Who is logged in: the browser shows a log-in of an account in a cookie, a program as its token.

Whoever is logged in is the account's person, whatever this browser was given before.
"""

import contextlib
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from domain.kernel import GrognardError
from domain.kernel.errors import StoreUnavailable
from domain.store.accounts import LASTS, TOKEN, Account
from web.base.site import site

COOKIE = "login"
BEARER = "Bearer "
HERE = "grognard.login"
"""Where it is kept for one request who is logged in."""
NEW = "grognard.new_login"
"""What the browser shall show from now on; an empty text takes it away."""
BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
"""What browsers and systems say of themselves, the telling ones first, and what people call them."""


class NotLoggedIn(GrognardError):
    """This is for whoever is logged in."""

    code = "not_logged_in"


class Here(NamedTuple):
    """Who is logged in, and which of the account's log-ins it is."""

    account: Account
    log_in: str


def shown() -> str:
    """The log-in that the asker shows, unchecked."""
    bearer = request.headers.get("Authorization", "")
    if bearer.startswith(BEARER):
        token = bearer.removeprefix(BEARER).strip()
        return token if TOKEN.fullmatch(token) else ""
    return request.cookies.get(COOKIE, "")


def is_shown_as_token() -> bool:
    """Whether a program shows a log-in instead of the token of a seat."""
    return request.headers.get("Authorization", "").startswith(BEARER) and bool(shown())


def is_of_program() -> bool:
    """Whether what is asked for is answered with a token, not with a cookie."""
    return request.path.startswith("/api/")


def here() -> Here | None:
    """Who is logged in; None if nobody is. Raises NotLoggedIn for a program whose log-in has ended."""
    if HERE not in request.environ:
        token = shown()
        found = site().games.accounts.logged_in(token) if token else None
        request.environ[HERE] = Here(*found) if found else None
        if found:
            with contextlib.suppress(StoreUnavailable):  # nothing can be written: then it is noted later
                site().games.accounts.seen(*found)
        elif is_shown_as_token():
            raise NotLoggedIn(_("This log-in has ended. Log in again."))
    known: Here | None = request.environ[HERE]
    return known


def account() -> Account | None:
    """The account of whoever is logged in."""
    found = here()
    return found.account if found else None


def own_name() -> str:
    """The name of whoever is logged in; empty if nobody is."""
    found = here()
    return found.account.name if found else ""


def required() -> Here:
    """Who is logged in. Raises NotLoggedIn."""
    found = here()
    if found is None:
        raise NotLoggedIn(_("Log in first."))
    return found


def begin(of: Account) -> str:
    """A new log-in for this browser in the place of the one that it had; gives what proves it."""
    end()
    accounts = site().games.accounts
    token: str = accounts.log_in(of, browser_words(request.headers.get("User-Agent", "")))
    found = accounts.logged_in(token)
    request.environ[HERE], request.environ[NEW] = Here(*found) if found else None, token
    return token


def end() -> None:
    """Whoever is logged in here is so no more."""
    if (found := here()) is not None:
        site().games.accounts.end(found.account, found.log_in)
    request.environ[HERE], request.environ[NEW] = None, ""


def still(account_id: str, log_in: str) -> bool:
    """Whether a log-in holds that held when a page was opened."""
    return site().games.accounts.holds(account_id, log_in) is not None


def keep(response: Response, is_secure: bool) -> None:
    """The cookie that this request earned or lost (after every request); programs have none."""
    if is_of_program():
        return
    token = request.environ.get(NEW)
    if token:
        response.set_cookie(
            COOKIE, token, max_age=LASTS // 1000, httponly=True, samesite="Lax", secure=is_secure
        )
    elif token is not None:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=is_secure)


def browser_words(said: str) -> str:
    """What a browser says of itself in two words that its owner knows; nothing else of it is kept."""
    names = [next((words for sign, words in known if sign in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in names if name)
