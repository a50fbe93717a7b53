"""Passwords and recovery words: only their Argon2id hashes are kept.

Cost by the OWASP Password Storage Cheat Sheet (19 MiB, two passes, one lane). Few are computed at once, so
that many who try at the same time take no more memory than few.
"""

import unicodedata
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.store.people import likeness

SHORTEST, LONGEST = 10, 200
"""Characters of a password; nothing longer is ever hashed."""
FEWEST = 4
"""Different characters in a password."""
AT_ONCE = 2

_hasher = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
_few = BoundedSemaphore(AT_ONCE)
NOBODY = (
    "$argon2id$v=19$m=19456,t=2,p=1$AbUpq2+J6elE/LexrVqQdA"
    "$QzpjV3/zZwcWWvFU1fdXd1VYtWxPGQPfjPRq4UBeOrc"
)
"""The hash of a password that nobody has: to try one for a name that is not there takes as long as any."""


def check(password: str, name: str) -> None:
    """Raises InvalidSetup for a password that is too short or too long, or that anybody would try."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise InvalidSetup(plain_refusal("password_length", least=SHORTEST, most=LONGEST))
    if len(set(password.casefold())) < FEWEST or likeness(password) == likeness(name):
        raise InvalidSetup(plain_refusal("password_easy"))


def hashed(secret: str) -> str:
    """What is kept of a password or of words."""
    with _few:
        return _hasher.hash(_bytes(secret))


def fits(kept: str | None, secret: str) -> bool:
    """Whether this is what was kept. Where nothing was kept (None) it is not, which takes as long to say."""
    try:
        with _few:
            is_right = _hasher.verify(NOBODY if kept is None else kept, _bytes(secret[: LONGEST + 1]))
    except VerifyMismatchError:
        return False
    return is_right and kept is not None


def _bytes(secret: str) -> bytes:
    """The same for every way to write the same characters; half characters do no harm."""
    return unicodedata.normalize("NFKC", secret).encode("utf-8", "surrogatepass")
