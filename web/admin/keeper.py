"""Who looks after this server: whoever shows the host's secret, which only the settings hold.

A browser says it once and keeps a signed mark for some hours, under `/admin` alone; a program shows the
secret itself. Another secret ends all that the old one opened.
"""

import hashlib
import hmac
import logging
import time

from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import GrognardError
from web.base import limits, security
from web.base.site import site

COOKIE = ADMIN = "admin"
SECONDS = 12 * 3600
"""For so long a browser need not say the secret again."""
BEARER = "Bearer "
LONGEST_REASON = 400
log = logging.getLogger("grognard.admin")


class NotSaid(GrognardError):
    """The host did not say why, or that he means it."""

    code = "not_said"


def check_there_is_one() -> None:
    """Raises NotFound where the host has set no secret: then there is no administration."""
    if not site().settings.admin_secret:
        raise NotFound


def _mark() -> str:
    return hashlib.sha256(f"admin {site().settings.admin_secret}".encode()).hexdigest()[:24]


def is_secret(said: str | bytes) -> bool:
    """Whether this is the secret, in words or in UTF-8. A wrong one counts for the address that says it.

    Raises TooManyRequests.
    """
    secret, told = site().settings.admin_secret.encode(), said.encode() if isinstance(said, str) else said
    if limits.is_proven(ADMIN, lambda: hmac.compare_digest(secret, told)):
        return True
    log.warning("%s showed a wrong secret for the administration", limits.asker())
    return False


def is_here() -> bool:
    """Whether this browser has said the secret, not too long ago."""
    kept = request.cookies.get(COOKIE, "")
    if not kept:
        return False
    try:
        mark, at = security.read_signed(ADMIN, kept)
    except (security.BadLink, ValueError, TypeError):
        return False
    return hmac.compare_digest(str(mark), _mark()) and 0 <= time.time() - at < SECONDS


def is_program_of_host() -> bool:
    """Whether a program shows the secret as its token. Raises TooManyRequests."""
    shown = request.headers.get("Authorization", "")
    token = shown.removeprefix(BEARER).encode("latin-1")  # WSGI hands on the bytes of a header as latin-1
    return shown.startswith(BEARER) and is_secret(token.strip())


def let_in(answer: BaseResponse) -> BaseResponse:
    """This browser is the host's for some hours."""
    token = security.signed_by(site().settings.secrets, ADMIN, [_mark(), int(time.time())])
    secure = site().settings.secure_cookies or request.is_secure
    answer.set_cookie(
        COOKIE, token, max_age=SECONDS, path="/admin", httponly=True, samesite="Strict", secure=secure
    )
    return answer


def let_out(answer: BaseResponse) -> BaseResponse:
    """This browser is nobody's again."""
    answer.delete_cookie(COOKIE, path="/admin", httponly=True, samesite="Strict")
    return answer
