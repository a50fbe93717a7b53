"""How often one address may do what."""

from collections.abc import Callable
from ipaddress import IPv6Network
from threading import Lock

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse_many
from limits.storage import MemoryStorage
from werkzeug.exceptions import TooManyRequests

from web.base.site import site


class InTurn(MemoryStorage):
    """Counters in memory, changed by one request at a time: the library's own may start one of its timers
    twice when two requests come together, and then fails the second one."""

    STORAGE_SCHEME = ["memory-in-turn"]
    _turn = Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._turn:
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        with self._turn:
            return super().decr(key, amount)


def asker() -> str:
    """The address of whoever asks, or the network of an IPv6 address: a household has all of that."""
    address = get_remote_address()
    if ":" not in address or "." in address:
        return address
    return str(IPv6Network((address.split("%")[0], 64), strict=False))


limiter = Limiter(asker)
PROOFS = "proofs"
_proving = Lock()


def _limit(name: str) -> Callable[[], str]:
    return lambda: str(getattr(site().settings, name))


orders = limiter.shared_limit(_limit("order_limit"), scope="orders")
previews = limiter.shared_limit(_limit("order_limit"), scope="previews")
creations = limiter.shared_limit(_limit("create_limit"), scope="creations")
joins = limiter.shared_limit(_limit("join_limit"), scope="joins")
talk = limiter.shared_limit(_limit("talk_limit"), scope="talk")


def is_proven(of: str, is_right: Callable[[], bool]) -> bool:
    """Whether somebody proves what `of` names (whose PIN or words); a wrong try counts for their address.

    One proof after the other: many that come at once get no more tries. Raises TooManyRequests, also
    for the right one while an address has none left: at it may sit the opponent, who tries on and on.
    """
    if not limiter.enabled:
        return is_right()
    who, tries = f"{of} {asker()}", parse_many(str(site().settings.pin_limit))
    with _proving:
        if not all(limiter.limiter.test(each, PROOFS, who) for each in tries):
            raise TooManyRequests
        if is_right():
            return True
        for each in tries:
            limiter.limiter.hit(each, PROOFS, who)
    return False


notices = limiter.shared_limit(_limit("notice_limit"), scope="notices")
streams = limiter.shared_limit(_limit("stream_limit"), scope="streams")
looks = limiter.shared_limit(_limit("order_limit"), scope="looks")
