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
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from flask_babel import gettext as _

from domain.kernel import GrognardError

SECONDS = 5.0
LONGEST = 500
PORTS = frozenset({80, 443})
MOST_READ = 4096
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("2002::/16"),
              IPv6Network("2001::/32"), IPv6Network("::/96"))  # fmt: skip
"""IPv6 addresses that stand for an IPv4 address, which may be anything."""


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
    found: IPv4Address | IPv6Address = ip_address(address.split("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None or any(found in network for network in TRANSLATED):
            return False
        if found.is_site_local:
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


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
