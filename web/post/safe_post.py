"""Posting to an address that a stranger typed, without reaching the server's own network.

The host name is looked up once; every address that it has must be public, and the connection goes to one of
these and to no other. No redirect is followed, little is read, and nothing takes longer than a few seconds.
"""

import re
import socket
import ssl
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from flask_babel import gettext as _

from domain.kernel import GrognardError

SECONDS = 5.0
LONGEST = 500
PORTS = frozenset({80, 443})
MOST_READ = 4096
NOT_PUBLIC = tuple(map(ip_network, (
    "0.0.0.0/8",  # this network
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  # private
    "100.64.0.0/10",  # shared by customers of a provider
    "127.0.0.0/8",  # this machine
    "169.254.0.0/16",  # this link; metadata of clouds
    "192.0.0.0/24",  # protocols; metadata of clouds
    "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  # documentation
    "192.31.196.0/24", "192.175.48.0/24",  # AS112
    "192.52.193.0/24",  # AMT
    "192.88.99.0/24",  # 6to4 relays
    "198.18.0.0/15",  # benchmarks
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, broadcast
)))  # fmt: skip
"""IPv4 addresses that are not somebody's server in the internet, as the IANA registry of special purposes
names them. Python's own `is_global` answers otherwise in each version."""
IN_THE_INTERNET = ip_network("2000::/3")
"""All of IPv6 that is given out as yet."""
NOT_PUBLIC_6 = tuple(map(ip_network, (
    "2001::/23",  # protocols: Teredo, benchmarks, ORCHID, AMT
    "2001:db8::/32", "3fff::/20",  # documentation
    "2002::/16",  # 6to4: stands for an IPv4 address, which may be anything
    "2620:4f:8000::/48",  # AS112
)))  # fmt: skip
"""What of it is no server. IPv4-mapped, IPv4-compatible and translated addresses (64:ff9b::/96,
64:ff9b:1::/48), links, sites, unique local ones, discard, segment routing and multicast lie outside it."""


class NotPosted(GrognardError):
    """The address may not be posted to, or did not take it. The message says why, without the address."""

    code = "not_posted"


@dataclass(frozen=True)
class Target:
    """A checked address: where to connect, and what to ask for there."""

    scheme: str
    host: str
    port: int
    path: str


def target(url: str, ports: Collection[int] = PORTS) -> Target:
    """What `url` says. Raises NotPosted for what is not plain http or https to a usual port."""
    if len(url) > LONGEST or not url.isascii() or re.search(r"[\s\x00-\x20\x7f\\]", url):
        raise NotPosted(_("This address is too long or holds signs that an address cannot have."))
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    except ValueError as problem:
        raise NotPosted(_("This address cannot be read.")) from problem
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NotPosted(_("The address must begin with https:// or http:// and name a server."))
    if parts.username is not None or parts.password is not None:
        raise NotPosted(_("The address must not hold a name or password."))
    if port not in ports:
        raise NotPosted(_("Only the ports 80 and 443 can be reached."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, path)


def is_public(address: str) -> bool:
    """Whether an IP address lies in the public internet: no private, local, reserved or translated one."""
    found = ip_address(address.partition("%")[0])
    if found.version == 6:
        return found in IN_THE_INTERNET and not any(found in network for network in NOT_PUBLIC_6)
    return not any(found in network for network in NOT_PUBLIC)


def resolved(where: Target, allowed: Callable[[str], bool] = is_public) -> str:
    """One IP address of the server. Raises NotPosted unless all that it has are `allowed`."""
    try:
        found = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as problem:
        raise NotPosted(_("The server of this address cannot be found.")) from problem
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(allowed(each) for each in addresses):
        raise NotPosted(_("This address is not in the public internet."))
    return addresses[0]


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    allowed: Callable[[str], bool] = is_public,
    ports: Collection[int] = PORTS,
) -> None:
    """Posts JSON. Raises NotPosted unless the server answers with a status from 200 to 299."""
    where = target(url, ports)
    address = resolved(where, allowed)
    until = time.monotonic() + SECONDS
    try:
        with socket.create_connection((address, where.port), timeout=SECONDS) as plain:
            if where.scheme == "https":
                with ssl.create_default_context().wrap_socket(plain, server_hostname=where.host) as line:
                    status = _asked(line, where, body, headers, until)
            else:
                status = _asked(plain, where, body, headers, until)
    except (OSError, ValueError) as problem:
        raise NotPosted(
            _("The server did not take it (%(problem)s).", problem=type(problem).__name__)
        ) from problem
    if not 200 <= status <= 299:
        raise NotPosted(_("The server answered with status %(status)s.", status=status))


def _asked(line: socket.socket, where: Target, body: bytes, headers: Mapping[str, str], until: float) -> int:
    """Sends the request and reads the first line of the answer, no longer than `until`."""
    host = f"[{where.host}]" if ":" in where.host else where.host
    usual = where.port == {"http": 80, "https": 443}[where.scheme]
    heads = {
        "Host": host if usual else f"{host}:{where.port}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "User-Agent": "Grognard",
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {where.path} HTTP/1.1", *(f"{name}: {value}" for name, value in heads.items()), "", ""]
    line.settimeout(max(0.01, until - time.monotonic()))
    line.sendall("\r\n".join(lines).encode("ascii") + body)
    read = b""
    while b"\r\n" not in read and len(read) < MOST_READ:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)
        part = line.recv(512)
        if not part:
            break
        read += part
    found = re.match(rb"HTTP/1\.[01] (\d{3})[ \r]", read)
    if found is None:
        raise ValueError("no HTTP answer")
    return int(found.group(1))
