"""Addresses that come from outside and lead somewhere: only to pages of this site."""

import re
from urllib.parse import unquote, urlsplit

LONGEST = 2000
DECODINGS = 3
"""How often a text may be encoded in itself; nothing of ours is more than once."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def is_readable(address: str) -> bool:
    """Whether a text can be an address at all: no line break or other control sign, however it is encoded."""
    return not any(CONTROL.search(each) for each in _decoded(address))


def own_path(address: str) -> str | None:
    """The address if it is a path of this site, however it is written; None if it leads elsewhere."""
    forms = _decoded(address)
    is_whole = unquote(forms[-1]) == forms[-1] and len(address) <= LONGEST
    return address if is_whole and is_readable(address) and all(map(_is_own, forms)) else None


def _decoded(address: str) -> list[str]:
    """The address as it is written and as it reads after each decoding."""
    forms = [address]
    for _time in range(DECODINGS):
        forms.append(unquote(forms[-1]))
    return forms


def _is_own(address: str) -> bool:
    if not address.startswith("/") or "\\" in address or "//" in re.split(r"[?#]", address)[0]:
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return not parts.scheme and not parts.netloc
