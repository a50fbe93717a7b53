"""What a setting may be: each kind reads a value of the file, or text of the environment or of the prompt."""

import json
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from limits import parse_many

SWITCHES = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False,
            "0": False}  # fmt: skip


class Kind(NamedTuple):
    """`takes` says what would work; `read` gives the value, or raises ValueError or TypeError."""

    takes: str
    read: Callable[[Any], Any]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise TypeError
    return value


def _host(value: Any) -> str:
    """Where a server listens: something."""
    if not (text := _text(value).strip()):
        raise ValueError
    return text


def _lines(value: Any) -> str:
    """Text that may have several lines."""
    return "\n".join(map(_text, value.splitlines()))


def _switch(value: Any) -> bool:
    return value if isinstance(value, bool) else SWITCHES[_text(value).lower()]


def _site(value: Any) -> str:
    """Where people find the server: nothing, or an address without a path, for links begin with it."""
    text = _text(value).rstrip("/")
    parts = urlsplit(text)
    is_whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    if text and (not is_whole or parts.path or parts.query or parts.fragment or parts.username):
        raise ValueError
    return text


def _limit(value: Any) -> str:
    """Flask-Limiter's words, for example `5 per minute; 20 per hour`."""
    parse_many(_text(value))
    return _text(value)


def _folder(value: Any) -> Path:
    return Path(_text(value))


def _networks(value: Any) -> tuple[str, ...]:
    names = _text(value).replace(",", " ").split() if isinstance(value, str) else [*map(_text, value)]
    return tuple(str(ip_network(each, strict=False)) for each in names)


def _counters(value: Any) -> str:
    if not _text(value).startswith("memory-in-turn://"):
        _redis(value)
    return str(value)


def _redis(value: Any) -> str:
    """The address of a Redis, or nothing."""
    parts = urlsplit(_text(value))
    if value and (parts.scheme not in ("redis", "rediss", "unix") or parts.port == 0):
        raise ValueError
    return str(value)


def number(least: int, most: int) -> Kind:
    """A whole number; numbers in quotation marks are numbers too, as they are in the environment."""

    def read(value: Any) -> int:
        if isinstance(value, bool | float) or not least <= int(value) <= most:
            raise ValueError
        return int(value)

    return Kind(f"a whole number from {least} to {most}", read)


def seconds(least: float, most: float) -> Kind:
    """A span of time."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not least <= float(value) <= most:
            raise ValueError
        return float(value)

    return Kind(f"a number of seconds from {least:g} to {most:g}", read)


def one_of(*words: str) -> Kind:
    """One of a few words."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return Kind(" or ".join(f'"{word}"' for word in words), read)


TEXT = Kind("text in quotation marks, on one line", _text)
HOST = Kind('an address of this machine such as "127.0.0.1", or "0.0.0.0" for all', _host)
SITE = Kind('an address such as "https://games.example.org", with no path behind it', _site)
LINES = Kind("text in quotation marks", _lines)
SWITCH = Kind("true or false (in the environment: on or off)", _switch)
LIMIT = Kind('numbers of requests in a time, such as "30 per minute" or "5 per minute; 20 per hour"', _limit)
COUNTERS = Kind('"memory-in-turn://", or "redis://host:6379/1", "rediss://..." or "unix:///path"', _counters)
REDIS = Kind('"redis://host:6379/0", "rediss://..." or "unix:///path"', _redis)
FOLDER = Kind("the path of a folder in quotation marks", _folder)
NETWORKS = Kind(
    'addresses or networks, such as ["127.0.0.1", "10.0.0.0/8"] (in the environment: with commas)', _networks
)


def as_toml(value: Any) -> str:
    """A value as the file says it."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, float):
        return f"{value:g}"
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
