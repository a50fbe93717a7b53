"""Behind a proxy: who asks, over what, and for which host, as proxies say that the host of the server trusts.

A request that comes from a trusted proxy is that of the person whom the proxy names in `X-Forwarded-For`.
Read from the right, trusted proxies in it are passed over; the first other address is the person's, and
nothing that stands further left counts, for anybody can write that. From everybody else such headers are
taken away.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from werkzeug.middleware.proxy_fix import ProxyFix

FORWARDED = "HTTP_X_FORWARDED_"
FOR, PROTO, HOST = FORWARDED + "FOR", FORWARDED + "PROTO", FORWARDED + "HOST"
REQUEST = "HTTP_X_REQUEST_ID"
SAID_BY_PROXIES = ("HTTP_FORWARDED", "HTTP_X_REAL_IP")
"""Further headers by which proxies name who asks; nobody here goes by them."""
SCHEMES = ("http", "https")
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
Network = IPv4Network | IPv6Network


class TrustedProxies:
    """An application that sees what the proxies in the networks `trusted()` tell of a request."""

    def __init__(self, app: Wsgi, trusted: Callable[[], tuple[str, ...]]) -> None:
        self._direct, self._behind = app, ProxyFix(app, 1, 1, 1)
        self._trusted = trusted

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        told = {name: environ.pop(name) for name in [*environ] if name.startswith(FORWARDED)}
        for name in SAID_BY_PROXIES:
            environ.pop(name, None)
        if not self._is_trusted(environ.get("REMOTE_ADDR", "")):
            environ.pop(REQUEST, None)
            return self._direct(environ, start_response)
        heard = {
            FOR: self._person(told.get(FOR, "")),
            PROTO: _last(told.get(PROTO, "")) if _last(told.get(PROTO, "")) in SCHEMES else "",
            HOST: _last(told.get(HOST, "")),
        }
        environ.update({name: text for name, text in heard.items() if text})
        return self._behind(environ, start_response)

    def _person(self, said: str) -> str:
        """The nearest address that is no trusted proxy's; or the furthest that can be read."""
        found = ""
        for address in (each.strip() for each in reversed(said.split(","))):
            if not is_address(address):
                break
            found = address
            if not self._is_trusted(address):
                break
        return found

    def _is_trusted(self, address: str) -> bool:
        return is_address(address) and any(_plain(address) in each for each in _networks(self._trusted()))


@lru_cache(8)
def _networks(trusted: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(map(ip_network, trusted))


def _last(said: str) -> str:
    """What the proxy that is nearest to us said."""
    return said.rpartition(",")[2].strip()


def is_address(text: str) -> bool:
    """Whether this is the address of a machine."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _plain(text: str) -> IPv4Address | IPv6Address:
    """The address; that of IPv4 where it comes in the clothes of IPv6."""
    address = ip_address(text)
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
