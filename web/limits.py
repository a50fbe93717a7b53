"""How often one address may do what."""

from collections.abc import Callable
from threading import Lock

from flask import g, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits.storage import MemoryStorage

from web.site import site


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


limiter = Limiter(get_remote_address)


def _limit(name: str) -> Callable[[], str]:
    return lambda: str(getattr(site().settings, name))


orders = limiter.shared_limit(_limit("order_limit"), scope="orders")
previews = limiter.shared_limit(_limit("order_limit"), scope="previews")
creations = limiter.shared_limit(_limit("create_limit"), scope="creations")
joins = limiter.shared_limit(_limit("join_limit"), scope="joins")
talk = limiter.shared_limit(_limit("talk_limit"), scope="talk")
pins = limiter.shared_limit(
    _limit("pin_limit"),
    scope="pins",
    key_func=lambda: f"{request.endpoint} {request.view_args} {request.form.get('seat', '')[:60]}",
    deduct_when=lambda _answer: bool(g.get("wrong_proof")),
)
"""Wrong PINs, and wrong phrases, for one seat, from all addresses together: right ones are free."""
notices = limiter.shared_limit(_limit("notice_limit"), scope="notices")
streams = limiter.shared_limit(_limit("stream_limit"), scope="streams")
looks = limiter.shared_limit(_limit("order_limit"), scope="looks")
