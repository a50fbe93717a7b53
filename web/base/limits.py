"""How often one address may do what."""

import logging
import math
import time
from collections.abc import Callable, Mapping
from ipaddress import IPv6Network
from threading import Lock, Timer
from typing import Any, TypeVar

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse_many
from limits.storage import MemoryStorage, RedisStorage
from redis.exceptions import RedisError
from werkzeug.exceptions import TooManyRequests

from web.base.site import site

log = logging.getLogger("grognard.web")
SHARED = "shared+"
AWAY_SECONDS = 5.0
"""For so long nobody asks a Redis that did not answer."""
FORGET_SECONDS = 30.0
"""How long counts that are past stay in memory."""
WAITS = {"socket_connect_timeout": 1, "socket_timeout": 1}
"""How many seconds a request waits at most to be counted."""
Number = TypeVar("Number", int, float)


class InTurn(MemoryStorage):
    """Counters in memory, changed by one request at a time: the library's own may start one of its timers
    twice when two requests come together, and then fails the second one. It would also start one, a thread,
    for each request, to forget counts that are past: now and then is enough."""

    STORAGE_SCHEME = ["memory-in-turn"]
    _turn = Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._turn:
            self._forget_later()
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        with self._turn:
            self._forget_later()
            return super().decr(key, amount)

    def _forget_later(self) -> None:
        """While a timer waits, the library starts none."""
        if not self.timer.is_alive():
            self.timer = Timer(FORGET_SECONDS, self.timer.function)
            self.timer.daemon = True
            self.timer.start()


class Shared(RedisStorage):
    """Counters in a Redis that several workers share. While it is away each worker counts for itself."""

    STORAGE_SCHEME = ["shared+redis", "shared+rediss", "shared+unix"]

    def __init__(self, uri: str, **options: Any) -> None:
        super().__init__(uri.removeprefix(SHARED), **options)
        self._here, self._away_until = InTurn(), 0.0

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        return self._counted(
            lambda: super(Shared, self).incr(key, expiry, amount),
            lambda: self._here.incr(key, expiry, amount),
        )

    def get(self, key: str) -> int:
        return self._counted(lambda: super(Shared, self).get(key), lambda: self._here.get(key))

    def get_expiry(self, key: str) -> float:
        return self._counted(lambda: super(Shared, self).get_expiry(key), lambda: self._here.get_expiry(key))

    def _counted(self, there: Callable[[], Number], here: Callable[[], Number]) -> Number:
        if time.monotonic() < self._away_until:
            return here()
        try:
            return there()
        except (RedisError, OSError) as problem:
            log.warning("The Redis of the limits is away (%s): counting here", type(problem).__name__)
            self._away_until = time.monotonic() + AWAY_SECONDS
            return here()


def is_shared(address: str) -> bool:
    """Whether the workers count together."""
    return not address.startswith("memory-in-turn:")


def storage(address: str) -> str:
    """Where requests are counted, in Flask-Limiter's words; `address` is the host's."""
    return SHARED + address if is_shared(address) else address


def asker() -> str:
    """The address of whoever asks, or the network of an IPv6 address: a household has all of that."""
    address = get_remote_address()
    if ":" not in address or "." in address:
        return address
    return str(IPv6Network((address.split("%")[0], 64), strict=False))


limiter = Limiter(asker)
PROOFS = "proofs"
_proving, _logging_in = Lock(), Lock()
"""Passwords take long to prove: nobody waits for that who says a PIN."""


def _limit(name: str) -> Callable[[], str]:
    return lambda: str(getattr(site().settings, name))


orders = limiter.shared_limit(_limit("order_limit"), scope="orders")
previews = limiter.shared_limit(_limit("order_limit"), scope="previews")
creations = limiter.shared_limit(_limit("create_limit"), scope="creations")
joins = limiter.shared_limit(_limit("join_limit"), scope="joins")
talk = limiter.shared_limit(_limit("talk_limit"), scope="talk")


def seconds_left() -> int | None:
    """After how many seconds the limit counts anew that stopped the present request; None if none did."""
    found = limiter.current_limit if limiter.enabled else None
    return None if found is None or not found.breached else max(1, math.ceil(found.reset_at - time.time()))


def is_proven(of: str, is_right: Callable[[], bool]) -> bool:
    """Whether somebody proves what `of` names (whose PIN or words); a wrong try counts for their address.

    One proof after the other: many that come at once get no more tries. Raises TooManyRequests, also
    for the right one while an address has none left: at it may sit the opponent, who tries on and on.
    """
    return _is_right({f"{of} {asker()}": str(site().settings.pin_limit)}, is_right, _proving)


def is_log_in(tries: Mapping[str, str], is_right: Callable[[], bool]) -> bool:
    """The same of passwords and the like, where a wrong try counts under each of these names, up to its
    limit."""
    return _is_right(tries, is_right, _logging_in)


def _is_right(tries: Mapping[str, str], is_right: Callable[[], bool], turn: Lock) -> bool:
    if not limiter.enabled:
        return is_right()
    counted = [(each, who) for who, limit in tries.items() for each in parse_many(limit)]
    with turn:
        spent = [each for each in counted if not limiter.limiter.test(each[0], PROOFS, each[1])]
        if spent:
            ends = [limiter.limiter.get_window_stats(each, PROOFS, who).reset_time for each, who in spent]
            raise TooManyRequests(retry_after=max(1, math.ceil(max(ends) - time.time())))
        if is_right():
            return True
        for each, who in counted:
            limiter.limiter.hit(each, PROOFS, who)
    return False


notices = limiter.shared_limit(_limit("notice_limit"), scope="notices")
streams = limiter.shared_limit(_limit("stream_limit"), scope="streams")
looks = limiter.shared_limit(_limit("order_limit"), scope="looks")
