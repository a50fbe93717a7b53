"""How often one address may do what."""

from collections.abc import Callable
from ipaddress import IPv6Network
from threading import Lock
from typing import Any

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


def _network() -> str:
    """The address of the asker, or the network of an IPv6 address: a household has all of that."""
    address = get_remote_address()
    if ":" not in address or "." in address:
        return address
    return str(IPv6Network((address.split("%")[0], 64), strict=False))


def _holds(seat: str) -> bool:
    from web.security import visitor

    game = (request.view_args or {}).get("game", "")
    return seat in visitor(game).seats


def _one_seat() -> str:
    """The seat of a form that proves one person, the game's address with it."""
    return f"{request.view_args} {request.form.get('seat', '')[:60]}"


def _together() -> str:
    """The game of a form that all people at a screen prove: no other field of it makes a try a new one."""
    return str((request.view_args or {}).get("game") or request.form.get("game", "")[:60])


def _proof_limit(scope: str, of: Callable[[], str], exempt: Callable[[], bool] | None = None) -> Any:
    return limiter.shared_limit(
        _limit("pin_limit"),
        scope=scope,
        key_func=lambda: f"{of()} {_network()}",
        deduct_when=lambda _answer: bool(g.get("wrong_proof")),
        exempt_when=exempt,
    )


pins = _proof_limit("pins", _one_seat)
"""Wrong PINs for one seat, from one address: right ones are free. Only browsers that hold the seat get so
far; but at one of them sits the opponent, who must not try on and on."""
joint_pins = _proof_limit("joint pins", _together)
"""Wrong PINs for what all people at a screen do together with a game, from one address."""
phrases = _proof_limit("phrases", _one_seat, lambda: _holds(request.form.get("seat", "")))
"""Wrong phrases for one seat, from one address: what a stranger tries elsewhere locks nobody out, and whoever
holds the seat already may always say its phrase."""
notices = limiter.shared_limit(_limit("notice_limit"), scope="notices")
streams = limiter.shared_limit(_limit("stream_limit"), scope="streams")
looks = limiter.shared_limit(_limit("order_limit"), scope="looks")
